"""Marks at games for webhooks: whose seats are told, and that there is a message."""

from uuid import UUID

from sqlalchemy import delete, exists, literal, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from service.core.tables.tables import Seat
from service.features.webhooks.tables import Webhook, WebhookGame


def note_seats(changes: Session, game_id: UUID) -> None:
    """Note the seats whose accounts have webhooks. In the transaction of the deal, so that no event is missed."""
    has_webhooks = exists().where(Webhook.account_id == Seat.account_id)
    seats = select(Seat.game_id, Seat.account_id, Seat.seat, literal(-1)).where(Seat.game_id == game_id, has_webhooks)
    rows = insert(WebhookGame).from_select(["game_id", "account_id", "seat", "version"], seats)
    changes.execute(rows.on_conflict_do_nothing())


def note_message(changes: Session, game_id: UUID) -> None:
    """Note a message after the end of a game, since the log is closed."""
    marked = update(WebhookGame).where(WebhookGame.game_id == game_id)
    changes.execute(marked.values(has_message=True))


def keep_once(changes: Session, old: UUID, new: UUID) -> None:
    """Keep the mark of the account that remains at games for which both accounts have one."""
    other = aliased(WebhookGame)
    twice = select(WebhookGame.game_id).join(other, other.game_id == WebhookGame.game_id)
    for game_id in changes.scalars(twice.where(WebhookGame.account_id == old, other.account_id == new)).all():
        changes.execute(delete(WebhookGame).where(WebhookGame.game_id == game_id, WebhookGame.account_id == old))
