"""Ids in JSON columns."""

from typing import Any
from uuid import UUID

from sqlalchemy import Text, cast, func, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from service.platform.database.table_class import JSON

Column = InstrumentedAttribute[Any]


def keep_once(changes: Session, column: Column, old: UUID, new: UUID) -> None:
    """Remove an id from each list that has the other one too."""
    both = column.contains([old.hex]) & column.contains([new.hex])
    once = update(column.class_).where(both).values({column: column.op("-")(old.hex)})
    changes.execute(once.execution_options(synchronize_session=False))


def replace(changes: Session, column: Column, old: UUID, new: UUID) -> None:
    """Replace an id in all rows."""
    text = cast(column, Text)
    changed = {column: cast(func.replace(text, old.hex, new.hex), JSON)}
    named = update(column.class_).where(text.contains(old.hex)).values(changed)
    changes.execute(named.execution_options(synchronize_session=False))
