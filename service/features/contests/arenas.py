"""Arenas: contests for programs that the service announces itself, and that never close."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from sqlalchemy import select

from engine.rules import resolve
from service.core.people import account_limits, names
from service.features.contests.announcing import NewContest, NewRound, add
from service.features.contests.tables import Contest
from service.platform import ids
from service.platform.database.pool import connection, transaction

__all__ = ["ARENAS", "DECKS", "announce_missing", "contest_id", "is_arena"]

DECKS: Final = 100
"""The number of decks of an arena."""

ARENAS: Final[Mapping[str, UUID]] = {
    f"arena-{seats}": UUID(f"00000000-0000-8000-8000-00000000010{seats}") for seats in range(2, 6)
}
"""The arenas by their names in addresses, which end with the number of seats."""

_ACCOUNT_ID: Final = UUID("00000000-0000-8000-8000-000000000002")
_TEXT: Final = "Programs play 100 decks, each team once, and the leaderboard shows who has ended all of them."


def contest_id(text: str) -> UUID | None:
    """Return the id of a contest from an address: an id, or the name of an arena."""
    return ARENAS.get(text) or ids.parse("x", text)


def is_arena(contest_id: UUID) -> bool:
    """Return True for an arena."""
    return contest_id in ARENAS.values()


def announce_missing() -> int:
    """Announce the arenas that there are not yet, and return their number."""
    with connection() as db:
        found = {row[0] for row in db.execute("select contest_id from contest where contest_id = any(%s)", (_ids(),))}
    if found >= {*_ids()}:
        return 0
    with connection() as db:
        db.execute(
            "insert into account (account_id, name, revision, is_program) values (%s, %s, 0, true)"
            " on conflict do nothing",
            (_ACCOUNT_ID, names.ARENA),
        )
    return sum(_announce(seats, arena) for seats, arena in enumerate(_ids(), 2))


def _announce(seats: int, arena: UUID) -> bool:
    rules = resolve("hanab_live", {}, seats)
    of_decks = NewRound(DECKS, rules, None, None, None)
    with transaction() as changes:
        account_limits.lock(changes, _ACCOUNT_ID)
        if changes.scalar(select(Contest.contest_id).where(Contest.contest_id == arena)) is not None:
            return False
        new = NewContest(f"Arena, {seats} seats", _TEXT, seats, [of_decks], "bots", [], None)
        add(changes, arena, _ACCOUNT_ID, new)
    return True


def _ids() -> list[UUID]:
    return [*ARENAS.values()]
