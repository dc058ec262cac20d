"""Base class of all tables."""

from typing import Final

from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, MappedAsDataclass

__all__ = ["JSON", "Model"]


JSON: Final = JSONB(none_as_null=True)


class Model(MappedAsDataclass, DeclarativeBase):
    """The base class of all tables; each model is a dataclass too."""
