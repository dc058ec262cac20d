"""The base class of all tables."""

from typing import Final

from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, MappedAsDataclass

__all__ = ["JSON", "Model"]

JSON: Final = JSONB(none_as_null=True)


class Model(MappedAsDataclass, DeclarativeBase):
    """The base of all tables.

    Not `db.Model`: Flask-SQLAlchemy 3.1 cannot make that a dataclass on SQLAlchemy 2.1.
    """
