"""Plans as they are stored, each encrypted by a secret of its game."""

import secrets
from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

import orjson
from sqlalchemy import ColumnElement, delete, exists, select
from sqlalchemy.dialects.postgresql import insert

from engine.decide import GameNotRunning
from engine.fold import fold
from engine.wording import N_, Wording
from service.core.people import account_limits
from service.core.tables import event_store, play
from service.core.tables.lookup import PlayerSeat
from service.core.tables.stored_game import AwaitingReveals, Stored
from service.core.tables.tables import Game
from service.features.planned_moves.fate import Fate, Plan, PlannedMove, fate_of
from service.features.planned_moves.tables import MovePlan
from service.platform.database.pool import fetch, transaction
from service.platform.refusal import Refusal
from service.platform.sealing import open_sealed, seal

MOST_MOVES: Final = 10
"""The largest number of moves of a plan."""
_SHORTEST_WAIT_S: Final = 5
_LONGEST_WAIT_S: Final = 45
"""A planned move comes so long after the last event as that of somebody who happens to look."""


class YourTurn(Refusal):
    """It is the turn of the seat that plans."""

    code = "your-turn"


class Misplanned(Exception):
    """A member of a plan can never come true. `where` points to it in the body."""

    def __init__(self, where: str, why: Wording) -> None:
        super().__init__(where)
        self.where, self.why = where, why


class OwnPlan(NamedTuple):
    """A plan as its owner sees it."""

    game_id: UUID
    status: str
    version: int | None
    ended_by: int | None
    moves: Sequence[PlannedMove]


def read(player: PlayerSeat) -> OwnPlan:
    """Return the plan of a seat, with what has become of it."""
    stored, seat = player
    found = fetch(select(MovePlan.sealed).where(is_of(stored.game_id, seat)))
    plan = opened(stored, found[0].sealed) if found else None
    if plan is None or stored.log is None or stored.finished_at is not None:
        return OwnPlan(stored.game_id, "none", None, None, ())
    return _own(stored, plan, fate_of(plan, stored.log, seat))


def put(player: PlayerSeat, plan: Plan) -> OwnPlan:
    """Store a plan instead of the one before. One without moves only takes that back.

    Raises AwaitingReveals, GameNotRunning, VersionConflict, YourTurn or Misplanned.
    """
    stored, seat = player
    if not plan.moves:
        with transaction() as changes:
            changes.execute(delete(MovePlan).where(is_of(stored.game_id, seat)))
        return OwnPlan(stored.game_id, "none", None, None, ())
    if stored.reveal_until is not None:
        raise AwaitingReveals(stored.reveal_until)
    if stored.log is None or stored.finished_at is not None:
        raise GameNotRunning
    play.require_seen(stored, stored.log, seat, plan.version)
    if stored.to_move == seat:
        raise YourTurn
    _check(stored, seat, plan)
    account_id = stored.taken[seat].account_id
    assert account_id is not None
    row = {
        "account_id": account_id,
        "sealed": seal(orjson.dumps([plan.version, [[*move] for move in plan.moves]]), _secret_of(stored)),
        "wait_s": 0 if stored.setting.sandbox else secrets.choice(range(_SHORTEST_WAIT_S, _LONGEST_WAIT_S + 1)),
        "settled": False,
    }
    with transaction() as changes:
        account_limits.lock(changes, account_id)
        written = insert(MovePlan).values(game_id=stored.game_id, seat=seat, **row)
        changes.execute(written.on_conflict_do_update(index_elements=["game_id", "seat"], set_=row))
    return _own(stored, plan, fate_of(plan, stored.log, seat))


def _own(stored: Stored, plan: Plan, fate: Fate) -> OwnPlan:
    return OwnPlan(stored.game_id, fate.status, plan.version, fate.ended_by, plan.moves)


def _check(stored: Stored, seat: int, plan: Plan) -> None:
    """Raise Misplanned for a turn that does not come before that of the seat, or a move that never becomes legal."""
    assert stored.log is not None and stored.to_move is not None
    before = [(stored.to_move + place) % stored.seats for place in range((seat - stored.to_move) % stored.seats)]
    playable = {*fold(stored.log).hands[seat]}
    if stored.rules.deck_plays:
        playable.add(len(stored.log.deck) - 1)
    for place, (when, then) in enumerate(plan.moves):
        for number, turn in enumerate(when):
            if turn["seat"] not in before or turn["seat"] in [other["seat"] for other in when[:number]]:
                why = N_("must be a seat that moves before yours, and only once")
                raise Misplanned(f"#/moves/{place}/when/{number}/seat", why)
        card, target = then.get("card"), then.get("target")
        if card is not None and card not in playable:
            raise Misplanned(f"#/moves/{place}/then/card", N_("must be a card of your hand"))
        if target is not None and (target == seat or target >= stored.seats):
            raise Misplanned(f"#/moves/{place}/then/target", N_("must be another seat of the table"))


def is_of(game_id: UUID, seat: int) -> ColumnElement[bool]:
    """Return the condition for the plan of a seat."""
    return (MovePlan.game_id == game_id) & (MovePlan.seat == seat)


def opened(stored: Stored, sealed: bytes) -> Plan | None:
    """Return a stored plan; None if the game has another deal."""
    content = open_sealed(sealed, _secret_of(stored))
    if content is None:
        return None
    version, moves = orjson.loads(content)
    return Plan(version, [PlannedMove(*move) for move in moves])


def _secret_of(stored: Stored) -> str:
    assert stored.salt is not None
    return f"planned moves {stored.salt.hex()}"


def of_account(account_id: UUID) -> list[OwnPlan]:
    """Return the plans of an account."""
    found = []
    own = select(MovePlan.game_id, MovePlan.seat).where(MovePlan.account_id == account_id).order_by(MovePlan.game_id)
    for row in fetch(own):
        stored = event_store.load(row.game_id)
        if stored is not None and (plan := read(PlayerSeat(stored, row.seat))).status != "none":
            found.append(plan)
    return found


def delete_old() -> int:
    """Delete the plans of games that have ended, and return their number."""
    has_ended = exists().where(Game.game_id == MovePlan.game_id, Game.status == "ended")
    with transaction() as changes:
        return len(changes.scalars(delete(MovePlan).where(has_ended).returning(MovePlan.seat)).all())
