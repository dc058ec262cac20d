"""What webhooks give to the house."""

from collections.abc import Iterator
from typing import Final
from uuid import UUID

from sqlalchemy import delete, exists, literal, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from service.core.feature import Access, Entry, Exported, Hooks, Owned
from service.core.people.tokens import Caller
from service.core.tables.tables import Seat
from service.features.webhooks import browsers, deliveries, registry, rendering, tasks
from service.features.webhooks.tables import Webhook, WebhookDelivery, WebhookGame
from service.platform.database.pool import execute
from service.platform.jobs.chore import Chore
from service.platform.observability import metrics
from service.platform.wire.field_types import Items, Object

_waiting: Final = metrics.gauge(
    "hanabi_webhook_deliveries_waiting", "Deliveries to webhooks that wait, also for their next attempt."
)
_oldest: Final = metrics.gauge(
    "hanabi_webhook_oldest_delivery_seconds", "The age of the oldest delivery that waits for its first attempt."
)


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


def watch_all(changes: Session, _: UUID, new: UUID) -> None:
    """Let the webhooks of both accounts watch the running games of both."""
    if changes.scalar(select(exists().where(Webhook.account_id == new))):
        execute(registry.ADOPT, {"accounts": [new], "has_begun": True})


def _measured() -> None:
    waiting, oldest_s = deliveries.waiting()
    _waiting.set(waiting)
    _oldest.set(oldest_s)


def _webhooks(caller: Caller) -> Iterator[Entry]:
    for one in registry.listed(caller):
        yield Entry(one.webhook_id, one.url, one.created_at, issued_by=one.made_by)


def _browsers(caller: Caller) -> Iterator[Entry]:
    for one in browsers.listed(caller):
        yield Entry(one.webhook_id, one.url, one.created_at, issued_by=one.made_by)


HOOKS = Hooks(
    owned=(
        Owned(
            Webhook.account_id,
            removed=True,
            parts=((WebhookDelivery.webhook_id, Webhook.webhook_id),),
            lets_in=True,
            made_by=Webhook.made_by,
        ),
        Owned(WebhookGame.account_id, removed=True, lets_in=True),
    ),
    merging=keep_once,
    merge_ends=watch_all,
    chores={"delete_deliveries": Chore(deliveries.delete_old)},
    watch=tasks.watch,
    access=(
        Access("webhook", "An address to which events are sent.", "w", _webhooks, path="/v1/me/webhooks"),
        Access("push", "A browser that gets push messages.", "w", _browsers, path="/v1/me/push"),
    ),
    dealt=note_seats,
    messaged=note_message,
    measured=_measured,
    exported={
        "webhooks": Exported(
            Items(Object(rendering.Webhook), "The webhooks without their secrets."), registry.listed, Webhook
        ),
        "push_browsers": Exported(
            Items(Object(rendering.PushBrowser), "The browsers that get push messages, without their keys."),
            browsers.listed,
            Webhook,
        ),
    },
    not_exported={"webhook_game": "which games the webhooks were told about"},
)
