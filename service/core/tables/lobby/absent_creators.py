"""Creators of open games that are suspended or deleted: nobody else can see or join their open games."""

from typing import Final
from uuid import UUID

from sqlalchemy import func, select, true

from service.core.people.tables import Account
from service.core.tables.tables import Game
from service.platform.database.pool import fetch

HOST_IS_AWAY: Final = (
    select((Account.suspended_until > func.now()).is_(true()) | Account.deleted_at.is_not(None))
    .where(Account.account_id == Game.created_by)
    .scalar_subquery()
)
"""The creator of the game is suspended or deleted. Null for a game without a creator."""


def is_without_host(game_id: UUID) -> bool:
    """Return True if a game is open and its creator is suspended or deleted."""
    return any(
        is_away for (is_away,) in fetch(select(HOST_IS_AWAY).where(Game.game_id == game_id, Game.status == "open"))
    )
