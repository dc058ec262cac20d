"""Watching: what callers without a seat see of a running game, as its creator has chosen."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import delete, func, select

from service.core.people.tables import Account
from service.core.people.tokens import Caller
from service.core.tables.news.watch_counts import COUNTS_FOR_S
from service.core.tables.stored_game import Past, Shown, Stored
from service.core.tables.tables import WatchCount
from service.platform.database.pool import apply, fetch
from service.platform.refusal import Refusal

COUNTS: Final = WatchCount.seen_at > func.now() - timedelta(seconds=COUNTS_FOR_S)
"""The process renews its count."""

MIN_HANDS_DELAY: Final = 5
MAX_HANDS_DELAY: Final = 50
DEFAULT_HANDS_DELAY: Final = 10
"""How many turns later watchers see hands, if a game allows it and does not say."""

SHOWS_HELD: Final = "held"
"""`watching` of games whose watchers also see cards that are still held. The operator allows to create them."""


class NotWatchable(Refusal):
    """The creator of the game lets nobody watch it."""

    code = "not-watchable"


def as_watched(stored: Stored, caller: Caller | None) -> Stored:
    """Return what a caller without a seat may see of a game. Raises NotWatchable.

    That is a `Past` if the game shows hands to watchers, all people at the table have agreed to that, and the caller is
    an account that belongs to none of them. A moderator sees each such game without hands. A game that was created
    with `held` also shows cards that are still held. If bots have all seats of a game that counts in no statistics,
    everybody sees all hands at once.
    """
    if stored.log is None or stored.finished_at is not None:
        return stored
    setting, is_moderator = stored.setting, caller is not None and caller.is_moderator
    if setting.watching == "nobody" and not is_moderator:
        raise NotWatchable
    if _shows_all(stored):
        return Shown.at_once(stored)
    delay = setting.hands_delay
    if delay is None or caller is None or is_moderator or not all_agreed(stored) or _plays_along(stored, caller):
        return stored
    return Past.of(stored, delay, shows_held=setting.watching == SHOWS_HELD)


def _shows_all(stored: Stored) -> bool:
    """Return True if watchers see all hands at once: bots have all seats, and the game proves nothing about them.

    A program could watch its own hand. So the game counts in no statistics, and its deck is nobody else's.
    """
    setting = stored.setting
    counts = not setting.sandbox and setting.watching != SHOWS_HELD
    if counts or setting.watching == "nobody" or setting.replayed or setting.contest_id is not None or stored.private:
        return False
    return all(player.bot is not None or player.program is not None for player in stored.taken)


def all_agreed(stored: Stored) -> bool:
    """Return True if all people and their bots at the table have agreed to show hands."""
    return all(player.shows_hands or player.bot is not None for player in stored.taken)


def _plays_along(stored: Stored, caller: Caller) -> bool:
    """Return True if the caller is a bot of somebody at the table, or the owner of a bot there."""
    programs = [seat.program for seat in stored.taken if seat.program is not None]
    owners = {program.owner.account_id for program in programs if program.owner is not None}
    if caller.account_id in owners:
        return True
    found = fetch(select(Account.owner_id).where(Account.account_id == caller.account_id))
    return any(owner in owners or stored.seat_of(owner) is not None for (owner,) in found if owner is not None)


def count(game_id: UUID) -> int:
    """Return how many streams of watchers a game has in all processes. It may be some seconds old."""
    ((watchers,),) = fetch(select(func.sum(WatchCount.watchers)).where(WatchCount.game_id == game_id, COUNTS))
    return watchers or 0


def delete_old_counts() -> None:
    """Delete the counts of processes that do not renew them."""
    apply(delete(WatchCount).where(~COUNTS))
