"""The moves of plans, which a worker makes.

No request makes them, so no answer to another seat's move tells that one was planned. Several workers can
do so at a time: of two that append the same event, one does.
"""

import asyncio
import logging
import random
from typing import Final
from uuid import UUID

from sqlalchemy import select, update

from engine import clock
from engine.decide import IllegalMove, decide
from service.core.people import tokens
from service.core.tables import advancing, play, views
from service.core.tables.sql_conditions import CLOCK_RUNS
from service.core.tables.stored_game import NotFound
from service.features.planned_moves import plans
from service.features.planned_moves.fate import fate_of
from service.features.planned_moves.tables import MovePlan
from service.platform.database import pool
from service.platform.database.pool import Database, fetch_all, transaction

_log = logging.getLogger(__name__)

_ROUND_S: Final = (1.0, 3.0)
"""The time between two rounds, drawn at random, so that the times of events do not tell who made them."""
_MOST: Final = 100

# At half of the time to the deadline at the latest, so that it is not missed.
_DUE: Final = f"""
    select p.game_id, p.seat
      from move_plan p
      join game g on g.game_id = p.game_id
      join account a on a.account_id = p.account_id
     where {tokens.MAKER_LASTS} and not p.settled and g.status = 'running' and g.to_move = p.seat and {CLOCK_RUNS}
       and a.deleted_at is null and (a.suspended_until is null or a.suspended_until <= now())
       and now() >= least(g.moved_at + make_interval(secs => p.wait_s), g.moved_at + (g.deadline - g.moved_at) / 2)
     order by g.moved_at limit %s
"""


async def watch(_url: str, database: Database) -> None:
    """Make the moves that are due, until the task is cancelled."""
    while True:
        await asyncio.sleep(random.uniform(*_ROUND_S))
        try:
            await asyncio.to_thread(_round, database)
        except Exception as error:
            _log.warning("a round of planned moves failed: %s", type(error).__name__)


def _round(database: Database) -> None:
    with database.bind():
        play_due()


def play_due() -> int:
    """Make the moves that are due, settle plans that have ended, and return the number of the moves."""
    found = fetch_all(_DUE, (_MOST,))
    return sum([_tried(game_id, seat) for game_id, seat in found])


def _tried(game_id: UUID, seat: int) -> bool:
    """Return True if the move of a plan was made. A game that fails ends no round: others would wait for ever."""
    try:
        return _settled(game_id, seat)
    except Exception:
        _log.exception("the planned move of the game %s failed", game_id)
        return False


def _settled(game_id: UUID, seat: int) -> bool:
    """Make the move of a plan if what it rests on has happened. Return True if it was made.

    The row is locked meanwhile: a plan that its owner has taken back is never played.
    """
    with transaction() as changes:
        waiting = select(MovePlan).where(plans.is_of(game_id, seat), ~MovePlan.settled).with_for_update()
        row = changes.scalars(waiting).one_or_none()
        if row is None:
            return False
        with pool.bound().bind():  # what a move reads and writes is not part of this transaction
            made = _made(game_id, seat, row)
        if made is not None:
            changes.execute(update(MovePlan).where(plans.is_of(game_id, seat)).values(settled=True))
        return made or False


def _made(game_id: UUID, seat: int, row: MovePlan) -> bool | None:
    """Make a move. Return True if it was made, False if the plan has ended, and None if it still waits."""
    try:
        stored = advancing.load_current(game_id)
    except NotFound:
        return False
    plan = plans.opened(stored, row.sealed)
    if plan is None or stored.log is None or stored.finished_at is not None:
        return False
    if stored.taken[seat].account_id != row.account_id:
        return False
    fate = fate_of(plan, stored.log, seat)
    if fate.due is None:
        return None if fate.status == "waiting" else False
    if stored.clock is not None and stored.clock.is_paused:
        return None
    head, command = views.log_head_of(stored, stored.log), play.command_of(fate.due)
    try:
        clock.check(stored.clock, seat, command, sandbox=stored.setting.sandbox)
    except IllegalMove:
        return False
    appended = advancing.append(stored, head, decide(head.state, seat, command))
    if appended is None:  # something else has happened: the next round sees whether it was foreseen
        return None
    advancing.move_bots(*appended)
    return True
