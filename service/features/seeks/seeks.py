"""Seeks: an account looks for people to play with, and gets a seat in a new game as soon as there are enough.

A seek belongs to somebody who is there. It waits for a minute from the last time that its account read it; a stream
reads it all the time, and withdraws it when it closes. All times are those of the database's clock.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime, timedelta
from itertools import product
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.orm import Session

from engine.bots import can_sit
from engine.pace import Pace
from engine.rules import Rules, rules_as_dict
from service.core.people.tokens import Caller
from service.core.tables.lobby.contributions import Contribution
from service.core.tables.lobby.seats import (
    AlreadySeated,
    BotCannotPlay,
    Timeouts,
    require_bot_can_sit,
    require_few_running,
)
from service.core.tables.lookup import NotFound
from service.core.tables.tables import Game
from service.features.seeks import matching
from service.features.seeks.tables import Seek
from service.platform import ids
from service.platform.database import deadline
from service.platform.database.pool import apply, execute, fetch, transaction

MOST_RULES: Final = 10
MOST_PACES: Final = 10
"""How many acceptable rules and clocks a seek may have."""
LONGEST_WAIT_S: Final = 3600
"""The longest time until bots take the free seats."""
_FRESH: Final = timedelta(seconds=5)
"""How long the same wish again is answered with the match."""
_LOCK: Final = 5_043_891_208
"""The key of the advisory lock: one seek after the other looks for others, so that two never miss each other."""
_RECENT: Final = timedelta(days=1)
"""How long a match is news: as long as seeks are kept."""

_looking: Final = threading.Lock()
"""Held while a request of this process waits for the advisory lock, so that only one connection does."""


class Wanted(NamedTuple):
    """What an account looks for."""

    seats: int
    rules: list[Rules]
    """The acceptable ones, the best first."""
    bot: str
    bots_after_s: int | None
    """After how many seconds the bot takes the free seats; None if only people will do."""
    contribution: Contribution
    paces: list[Pace | None]
    """The acceptable ones, the best first. None stands for a game without a clock."""


class Waiting(NamedTuple):
    """A seek as its account sees it."""

    seek_id: UUID
    seats: int
    rules: list[dict[str, Any]]
    pace: dict[str, Any] | None
    """The pace of the game; while the seek waits, the best one."""
    paces: list[dict[str, Any] | None] | None
    bot: str | None
    bots_at: datetime | None
    created_at: datetime
    expires_at: datetime
    game_id: UUID | None
    """The game that was found; None while the seek waits."""
    matched_at: datetime | None
    is_due: bool
    """Whether it is time for bots."""


_COLUMNS: Final = (
    *[getattr(Seek, name) for name in Waiting._fields[:-1]],
    func.coalesce(Seek.bots_at <= func.now(), text("false")).label("is_due"),
)


def create(caller: Caller, wanted: Wanted, timeouts: Timeouts) -> Waiting:
    """Look for others. If there are enough, all get seats in a new game at once.

    An account has one seek: an earlier one that waits is withdrawn. One that has just found a game of this kind is the
    answer: the account asked again before it knew. Raises BotCannotPlay or LimitReached.
    """
    bots_at, bot = None, None
    if wanted.bots_after_s is not None:
        bot = wanted.bot
        if not all(can_sit(bot, rules, wanted.seats) for rules in wanted.rules):
            raise BotCannotPlay
        bots_at = func.now() + timedelta(seconds=wanted.bots_after_s)
    for rules, pace in product(wanted.rules, wanted.paces):
        require_bot_can_sit(rules, wanted.seats, pace)
    paces = [None if pace is None else asdict(pace) for pace in wanted.paces]
    seek_id = ids.new()
    all_rules = [rules_as_dict(rules) for rules in wanted.rules]
    with _alone() as changes:
        fresh = _fresh(changes, caller)
        if fresh is not None and fresh.seats == wanted.seats and fresh.pace in paces and fresh.rules == all_rules:
            return _found(caller, fresh.seek_id)
        require_few_running(changes, caller)
        mine = (Seek.account_id == caller.account_id) & Seek.game_id.is_(None)
        changes.execute(delete(Seek).where(mine))
        row = Seek(
            seek_id,
            caller.account_id,
            wanted.seats,
            all_rules,
            bot,
            bots_at,
            func.now() + matching.LIFETIME,
            **wanted.contribution._asdict(),
            pace=paces[0],
            paces=paces,
        )
        row.created_at = func.clock_timestamp()  # now() is from before the lock, and the order is that of the lock
        changes.add(row)
        changes.flush()
        matching.match(changes, seek_id, timeouts)
    return _found(caller, seek_id)


def _fresh(changes: Session, caller: Caller) -> Seek | None:
    """Return the seek of an account that has just found a game, which has not ended."""
    lately = Seek.matched_at > func.clock_timestamp() - _FRESH
    mine = select(Seek).where(Seek.account_id == caller.account_id, Seek.game_id.is_not(None), lately)
    found = changes.scalar(mine.order_by(Seek.matched_at.desc()).limit(1))
    if found is None or changes.scalar(select(Game.status).where(Game.game_id == found.game_id)) == "ended":
        return None
    return found


def read(caller: Caller, seek_id: UUID, timeouts: Timeouts, *, held_by: UUID | None = None) -> Waiting:
    """Return a seek of the caller, and let it wait for another minute. When it is time, bots take the free seats.

    `held_by` is the stream whose end withdraws the seek from now on. Raises NotFound.
    """
    hold = {} if held_by is None else {"held_by": held_by}
    waits = (Seek.seek_id == seek_id) & Seek.game_id.is_(None) & (Seek.expires_at > func.now())
    renewed = update(Seek).where(waits, Seek.account_id == caller.account_id)
    apply(renewed.values(expires_at=func.now() + matching.LIFETIME, **hold))
    found = _found(caller, seek_id)
    if found.game_id is None and found.is_due:
        with _alone() as changes:
            matching.match(changes, seek_id, timeouts, with_bots=True)
        found = _found(caller, seek_id)
    return found


def withdraw(caller: Caller, seek_id: UUID) -> None:
    """Withdraw a seek. Raises NotFound, and AlreadySeated if it has found a game."""
    if _found(caller, seek_id).game_id is not None:
        raise AlreadySeated
    if not apply(delete(Seek).where(Seek.seek_id == seek_id, Seek.game_id.is_(None))):
        raise AlreadySeated  # found just now


def leave(seek_id: UUID, held_by: UUID) -> None:
    """Withdraw a seek whose stream has ended, unless a later stream holds it or it has found a game."""
    apply(delete(Seek).where(Seek.seek_id == seek_id, Seek.held_by == held_by, Seek.game_id.is_(None)))


def matched(account_id: UUID) -> list[Waiting]:
    """Return the seeks of an account that have lately found a game, oldest first."""
    lately = (Seek.account_id == account_id) & (Seek.matched_at > func.now() - _RECENT) & Seek.game_id.is_not(None)
    return [Waiting._make(row) for row in fetch(select(*_COLUMNS).where(lately).order_by(Seek.matched_at))]


def delete_old() -> None:
    """Delete the seeks that ended a day ago."""
    execute("delete from seek where expires_at < now() - interval '1 day'")


def _found(caller: Caller, seek_id: UUID) -> Waiting:
    mine = (Seek.seek_id == seek_id) & (Seek.account_id == caller.account_id)
    rows = fetch(select(*_COLUMNS).where(mine, Seek.game_id.is_not(None) | (Seek.expires_at > func.now())))
    if not rows:
        raise NotFound
    return Waiting._make(rows[0])


@contextmanager
def _alone() -> Iterator[Session]:
    """Yield a transaction that looks for others while no other one does."""
    with deadline.holding(_looking), transaction() as changes:
        changes.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        yield changes


def end_those_of(changes: Session, old: UUID, new: UUID) -> None:
    """End the seek of an account that ends in a merge, unless it has found a game."""
    changes.execute(delete(Seek).where(Seek.account_id == old, Seek.game_id.is_(None)))
