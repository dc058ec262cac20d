"""Base class of all tables."""

from datetime import datetime
from typing import Any, ClassVar, Final

from sqlalchemy import DateTime, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, MappedAsDataclass

JSON: Final = JSONB(none_as_null=True)

EVERY_NODE: Final[dict[str, Any]] = {"info": {"every_node": True}}
"""The `__table_args__` of a small table that Citus copies to every node, so that requests join it with a game."""


def by_column(name: str) -> dict[str, Any]:
    """Return the `__table_args__` of a table without `game_id`, whose rows Citus distributes by a column."""
    return {"info": {"distributed_by": name}}


class Model(MappedAsDataclass, DeclarativeBase):
    """The base class of all tables; each model is a dataclass too."""

    type_annotation_map: ClassVar[dict[Any, Any]] = {datetime: DateTime(timezone=True), str: Text}
