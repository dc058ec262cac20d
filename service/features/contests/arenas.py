"""Arenas: contests for programs that the service announces itself, a new one for each season.

A season is a quarter of a year in UTC. Then its decks are open, and everybody can check its results.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import select, update

from engine.rules import resolve
from service.core.people import account_limits, names
from service.features.contests.announced_rounds import NewContest, NewRound, add
from service.features.contests.tables import Contest, ContestRound
from service.platform import ids
from service.platform.database.pool import connection, execute, fetch_one

DECKS: Final = 100
"""The number of decks of an arena."""

NAMES: Final = {f"arena-{seats}": seats for seats in range(2, 6)}
"""The names of arenas in addresses with their numbers of seats. A name is that of the newest season that has opened."""

_ACCOUNT_ID: Final = UUID("00000000-0000-8000-8000-000000000002")
_TITLE: Final = "Arena, {seats} seats, {year} quarter {quarter}"
_TEXT: Final = "Programs play 100 decks, each team once, and the leaderboard shows who has ended all of them."
_OF_TITLE: Final = re.compile(r"Arena, (?P<seats>\d) seats, (?P<year>\d+) quarter (?P<quarter>\d)")
_ID: Final = re.compile(r"00000000-0000-8000-8000-\d{6}00010[2-5]")
"""The ids of arenas: the year, the quarter and the number of seats. The first arenas have the year and quarter 0."""
_AHEAD: Final = timedelta(days=7)
"""How long before its beginning a season is announced."""

_OPEN: Final = """
    select contest_id from contest
     where created_by = %s and seats = %s and opens_at <= now() order by opens_at desc, contest_id desc limit 1
"""


def contest_id(text: str) -> UUID | None:
    """Return the id of a contest from an address: an id, or the name of an arena. None if there is none."""
    if text not in NAMES:
        return ids.parse("x", text)
    row = fetch_one(_OPEN, (_ACCOUNT_ID, NAMES[text]))
    return None if row is None else row[0]


def is_arena(contest_id: UUID) -> bool:
    """Return True for an arena."""
    return _ID.fullmatch(str(contest_id)) is not None


def title_in(words: Mapping[str, str], contest_id: UUID, title: str) -> str:
    """Return the title of a contest, that of an arena with the words of a language."""
    found = _OF_TITLE.fullmatch(title) if is_arena(contest_id) else None
    return title if found is None else words["arena-title"].format(**found.groupdict())


def arena(at: datetime, seats: int) -> UUID:
    """Return the id of the arena of a season, given by a time in it."""
    return UUID(f"00000000-0000-8000-8000-{at.year:04}{_quarter(at):02}00010{seats}")


def announce_missing() -> int:
    """Announce the missing arenas of this season, and of one that begins soon. Return their number."""
    now = datetime.now(UTC)
    next_begins = _end(now)
    seasons: list[tuple[datetime, datetime | None]] = [(now, None)]
    if now + _AHEAD >= next_begins:
        seasons.append((next_begins, next_begins))
    wanted = {arena(at, seats): (at, opens_at, seats) for at, opens_at in seasons for seats in NAMES.values()}
    with connection() as db:
        rows = db.execute("select contest_id from contest where contest_id = any(%s)", (list(wanted),))
        missing = wanted.keys() - {row[0] for row in rows}
    if not missing:
        return 0
    execute(
        "insert into account (account_id, name, revision, is_program) values (%s, %s, 0, true) on conflict do nothing",
        (_ACCOUNT_ID, names.ARENA),
    )
    return sum(_announce(contest_id, *wanted[contest_id]) for contest_id in sorted(missing))


def renew() -> int:
    """Announce the arenas of the next season, if there are arenas. Return their number."""
    if fetch_one("select 1 from contest where created_by = %s limit 1", (_ACCOUNT_ID,)) is None:
        return 0
    return announce_missing()


def _announce(contest_id: UUID, at: datetime, opens_at: datetime | None, seats: int) -> bool:
    closes_at = _end(at)
    rules = resolve("hanab_live", {}, seats)
    of_decks = NewRound(DECKS, rules, None, opens_at, closes_at)
    with account_limits.locked(_ACCOUNT_ID) as changes:
        if changes.scalar(select(Contest.contest_id).where(Contest.contest_id == contest_id)) is not None:
            return False
        # The first arenas never closed. They close with this season.
        endless = Contest.created_by == _ACCOUNT_ID, Contest.closes_at.is_(None)
        for old in changes.scalars(select(Contest.contest_id).where(*endless)).all():
            of_old = ContestRound.contest_id == old, ContestRound.closes_at.is_(None)
            changes.execute(update(ContestRound).where(*of_old).values(closes_at=closes_at))
            changes.execute(
                update(Contest).where(Contest.contest_id == old).values(closes_at=closes_at, entry_until=closes_at)
            )
        title = _TITLE.format(seats=seats, year=at.year, quarter=_quarter(at))
        add(changes, contest_id, _ACCOUNT_ID, NewContest(title, _TEXT, seats, [of_decks], "bots", [], None))
    return True


def _quarter(at: datetime) -> int:
    return (at.month + 2) // 3


def _end(at: datetime) -> datetime:
    """Return the end of a season."""
    year, month = (at.year, 3 * _quarter(at) + 1) if at.month <= 9 else (at.year + 1, 1)
    return datetime(year, month, 1, tzinfo=UTC)
