"""Lists of rows of which some may be damaged: those are left out, so that a list still has all others."""

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeVar
from uuid import UUID

_log = logging.getLogger(__name__)

Row = TypeVar("Row")
T = TypeVar("T")

NOT_SHOWN: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What a row raises that does not have what every row has."""


def shown(rows: Iterable[Row], render: Callable[[Row], T]) -> Iterator[T]:
    """Yield each row as `render` returns it. Leave out a row that it cannot render, and log its id."""
    for row in rows:
        try:
            rendered = render(row)
        except NOT_SHOWN as error:
            log_left_out(row, error)
        else:
            yield rendered


def log_left_out(row: Any, error: Exception) -> None:
    """Log the id of a row that a list leaves out. A row without a position has it as its first UUID, or has none."""
    place = getattr(row, "position", None)
    values = [place.game_id] if place else row if isinstance(row, tuple) else vars(row).values()
    row_id = next((value for value in values if isinstance(value, UUID)), None)
    # Of the error only the type: its message may contain values of the row.
    _log.error("left %s %s out of a list, which cannot be read: %s", type(row).__name__, row_id, type(error).__name__)
