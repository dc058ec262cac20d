"""Positions in lists, for keyset pagination."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID


class Position(NamedTuple):
    """The position of a row in a list: its sort value, and the id of the game, line, comment or account."""

    value: datetime | int
    game_id: UUID
