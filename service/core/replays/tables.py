"""Tables of replays: cached responses, and who has read them."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, func
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import Model


class Rendition(Model):
    """A cached response about a finished game (`service.core.replays.rendered_cache`).

    Rows can be deleted at any time.
    """

    __tablename__ = "rendition"

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    packed: Mapped[bytes]
    """Compressed with gzip."""
    made_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)


class Sight(Model):
    """An account that has read a finished game, or watched one, and so has seen its deck.

    `service.core.tables.deck_knowledge` asks about it.
    """

    __tablename__ = "sight"
    __table_args__ = (Index("sight_account", "account_id"),)

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), primary_key=True)
    at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
