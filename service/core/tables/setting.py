"""The setting of a table: what is agreed about it when it is made."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson
from sqlalchemy import ColumnElement

from engine.pace import Pace
from engine.rules import Rules, rules_as_dict, rules_from_dict
from service.core.tables.tables import Game

DEFAULT_IDLE_LIMIT_S: Final = 7 * 24 * 3600
MAX_IDLE_LIMIT_S: Final = 90 * 24 * 3600
USUAL_PAUSE_LIMIT_S: Final = 7 * 24 * 3600
"""How long a pause may last where nothing was agreed. A longer `idle_limit_s` applies to pauses too."""


class TableSetting(NamedTuple):
    """What is agreed about a table when it is made. It never changes.

    It is read, stored, shown, listed and copied to the next game as a whole. Each member is the column of `game` with
    its name. A boolean without a column is a mark: it is in the column `marks` if it is true, and no statement asks
    about it.
    """

    seats: int
    rules: Rules
    sandbox: bool = False
    """True for a game for experiments."""
    idle_limit_s: int = DEFAULT_IDLE_LIMIT_S
    """The seconds without an event after which the game ends (R21)."""
    pace: Pace | None = None
    """None for a game without a clock."""
    pause_limit_s: int | None = None
    """The seconds after which a pause ends the game, at least `idle_limit_s`; None if nothing was agreed."""
    watching: str = "table"
    """What watchers may see: `nobody`, `table`, `hands` or `held`."""
    hands_delay: int | None = None
    """How many turns later watchers see hands; None unless they may see them."""
    contest_id: UUID | None = None
    """The contest whose deck the game plays; None for any other game."""
    replayed: bool = False
    """True if the game plays the deck of an earlier one."""
    training: bool = False
    """True if the seats may read what turns mean by conventions while the game runs."""

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "TableSetting":
        """Return the setting of a table from the columns `SELECTED`."""
        return _of_columns(*[row[name] for name in COLUMNS])

    @property
    def longest_pause_s(self) -> int:
        """The seconds after which a pause ends the game (R21)."""
        return self.pause_limit_s or max(self.idle_limit_s, USUAL_PAUSE_LIMIT_S)

    @property
    def columns(self) -> dict[str, Any]:
        """The values of the columns of `game` by name."""
        values = self._asdict()
        marks = {name: True for name in _MARKS if values.pop(name)}
        pace = None if self.pace is None else asdict(self.pace)
        return {**values, "rules": rules_as_dict(self.rules), "pace": pace, "marks": marks}


_MARKS: Final = tuple([name for name in TableSetting._fields if name not in Game.__table__.columns])

_UNMARKED: Final = dict.fromkeys(_MARKS, False)

COLUMNS: Final = (*[name for name in TableSetting._fields if name not in _MARKS], "marks")
"""The columns of `game` that contain the setting."""

_JSON: Final = ("rules", "pace", "marks")

SELECTED: Final = ", ".join(f"g.{name}::text" if name in _JSON else f"g.{name}" for name in COLUMNS)
"""The SQL of these columns, for a game with the alias `g`.

JSON is read as text, since psycopg creates a loader for each JSON column of each result.
"""

APART: Final[Mapping[str, ColumnElement[bool]]] = {
    "contest": Game.contest_id.is_not(None),  # one deck many times says nothing about random ones
    "training": Game.training.is_(True),  # the aid plays with them
    "replayed": Game.replayed.is_(True),  # a deck that was known before says nothing about random ones either
}
"""The kinds of tables that statistics count apart, with their conditions. The first that applies counts."""


class StoredSetting(SimpleNamespace):
    """A setting as it is stored: the members of `TableSetting`, with the rules and the pace as JSON."""


def stored(values: Sequence[Any]) -> StoredSetting:
    """Return a setting as it is stored from the values of `COLUMNS`."""
    row = dict(zip(COLUMNS, values, strict=True))
    return StoredSetting(**{**_UNMARKED, **row, **row.pop("marks")})


@lru_cache(1000)
def _of_columns(*values: Any) -> TableSetting:
    """Return the setting that these columns contain. It is cached because many tables have the same."""
    row = dict(zip(COLUMNS, values, strict=True))
    marks = orjson.loads(row.pop("marks"))
    row["rules"] = rules_from_dict(orjson.loads(row["rules"]))
    row["pace"] = None if row["pace"] is None else Pace(**orjson.loads(row["pace"]))
    return TableSetting(**{**row, **{name: name in marks for name in _MARKS}})
