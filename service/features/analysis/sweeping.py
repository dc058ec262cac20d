"""The sweep, which adds jobs for finished games that nobody has asked about, newest first."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, exists, select

from service.core.replays.lists.filters import IMPORTED
from service.core.tables.tables import FINISHED_PUBLIC, Game
from service.features.analysis.stored_results import is_done
from service.features.analysis.tables import ConventionSearch, Hindsight, PuzzleSearch, Solution
from service.platform.database.pool import fetch
from service.platform.jobs import queue

_OVERLAP: Final = timedelta(minutes=10)
"""The times of events are those of the start of a transaction, which may commit later."""
_PAGE: Final = 10_000
"""How many of the older games one sweep looks at."""
_FIRST: Final = datetime(1970, 1, 1, tzinfo=UTC)

# Games that were imported or ended before their first turn get a result when somebody asks.
_GAMES: Final = (FINISHED_PUBLIC, IMPORTED == 0, Game.turn > 0)


class Swept(NamedTuple):
    """A range of time. Each game that ended in it has a result or a job."""

    first: datetime
    last: datetime


def sweep(
    table: type[Solution] | type[Hindsight] | type[PuzzleSearch] | type[ConventionSearch],
    request: Callable[[UUID], object],
    limit: int,
    swept: Swept | None,
) -> Swept | None:
    """Request up to `limit` public games without a result in the table: those after the range, then those before it.

    Stops if `request` raises queue.QueueFull. Returns the new range. `swept` is the result of the previous sweep, None
    at first.
    """
    newest = fetch(select(Game.finished_at).where(*_GAMES).order_by(Game.finished_at.desc()).limit(1))
    if not newest:
        return swept
    (now,) = newest[0]
    first, last = swept or (now, now)
    try:
        later = _without(table, limit, Game.finished_at > last - _OVERLAP)
        for game_id, _ in later:
            request(game_id)
        if len(later) < limit:
            last = now
        room, end = limit - len(later), _end_of_page(first)
        earlier = _without(table, room, Game.finished_at <= first, Game.finished_at >= end)
        for game_id, finished_at in earlier:
            request(game_id)
            first = finished_at
        if len(earlier) < room:
            first = end
    except queue.QueueFull:
        pass
    return Swept(first, last)


def _end_of_page(first: datetime) -> datetime:
    page = select(Game.finished_at).where(*_GAMES, Game.finished_at <= first).order_by(Game.finished_at.desc())
    rows = fetch(page.offset(_PAGE).limit(1))
    return rows[0].finished_at if rows else _FIRST


def _without(table: Any, limit: int, *times: ColumnElement[bool]) -> list[tuple[UUID, datetime]]:
    done = exists().where(table.game_id == Game.game_id, is_done(table))
    games = select(Game.game_id, Game.finished_at).where(*_GAMES, *times, ~done)
    return [(row.game_id, row.finished_at) for row in fetch(games.order_by(Game.finished_at.desc()).limit(limit))]
