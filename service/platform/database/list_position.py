"""Positions in lists, and pages from one on (keyset pagination)."""

from datetime import datetime
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from sqlalchemy import Select, tuple_

_Rows = TypeVar("_Rows", bound=Select[*tuple[Any, ...]])


class Position(NamedTuple):
    """The position of a row in a list: its sort value, and the id of the game, line, comment or account."""

    value: datetime | int
    game_id: UUID


class Page(NamedTuple):
    """A page of an ordered list. `after` is None for the first page."""

    after: Position | None
    limit: int
    descending: bool = True

    def of(self, rows: _Rows, *order: Any) -> _Rows:
        """Restrict a query to the page and one more row. That row shows that there is another page."""
        if self.after is not None:
            last = tuple_(*order) < tuple(self.after) if self.descending else tuple_(*order) > tuple(self.after)
            rows = rows.where(last)
        return rows.order_by(*[column.desc() if self.descending else column for column in order]).limit(self.limit + 1)
