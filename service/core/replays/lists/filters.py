"""Filters of lists of games, and their conditions in SQL."""

from datetime import datetime
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import ColumnElement

from service.platform.database.list_position import Position

Sort = Literal["finished", "-finished", "score", "-score"]

# Literal SQL without parameters, so that the expressions match those of the indexes.
EDITION: Final = sa.literal_column("(game.rules ->> 'edition')", sa.Text)

MULTICOLOR: Final = sa.literal_column("(game.rules ->> 'multicolor')", sa.Text)

VARIANT: Final = sa.literal_column("(game.rules ->> 'variant')", sa.Text)

SCORE: Final = sa.literal_column("coalesce(game.score, -1)", sa.SmallInteger)
"""The score of a game; -1 for a game without one."""

IMPORTED: Final = sa.literal_column("((game.source is not null)::int)", sa.SmallInteger)
"""1 for an imported game, else 0."""


class GameFilter(NamedTuple):
    """Conditions on a list of public games; None for no condition."""

    status: str | None
    is_watchable: bool
    """Only running games that somebody may watch."""
    seats: int | None
    edition: str | None
    multicolor: str | None
    variant: str | None
    pace: str | None
    """`none`, `short` or `days`."""
    after: Position | None
    limit: int


class MyGamesFilter(NamedTuple):
    """Conditions on a list of the caller's games; None for no condition."""

    status: str | None
    my_turn: bool
    after: Position | None
    limit: int


class FinishedFilter(NamedTuple):
    """Conditions on finished games; None for no condition."""

    player: UUID | None = None
    edition: str | None = None
    multicolor: str | None = None
    variant: str | None = None
    """The name of a variant. Games without a variant have only `multicolor`."""
    seats: int | None = None
    score_gte: int | None = None
    score_lte: int | None = None
    outcome: str | None = None
    finished_from: datetime | None = None
    """The first time of the end, included."""
    finished_before: datetime | None = None
    imported: bool | None = False
    """False for games that were played here, True for imported games, None for both."""


class ReplayFilter(NamedTuple):
    """Conditions and sort order of a list of replays."""

    filters: FinishedFilter
    sort: Sort
    after: Position | None
    limit: int
    name: str | None = None
    """A player's name. It is that of an account, or, for imported games, what they state."""
    tag: str | None = None
    """A tag that somebody has given the game."""


def planned_for(value: Any) -> Any:
    """Return a value as an SQL literal. The planner can then estimate the number of its rows."""
    return sa.bindparam(None, value, literal_execute=True)


def equal(*pairs: tuple[Any, Any]) -> list[ColumnElement[bool]]:
    return [column == planned_for(value) for column, value in pairs if value is not None]


def within(moment: Any, filters: FinishedFilter) -> list[ColumnElement[bool]]:
    """Return the conditions on the time of the end."""
    conditions = []
    if filters.finished_from is not None:
        conditions.append(moment >= planned_for(filters.finished_from))
    if filters.finished_before is not None:
        conditions.append(moment < planned_for(filters.finished_before))
    return conditions
