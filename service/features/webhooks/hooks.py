"""What webhooks give to the house."""

from collections.abc import Iterator

from service.core.feature import Access, Entry, Exported, Hooks, Owned
from service.core.people.tokens import Caller
from service.features.webhooks import browsers, deliveries, game_marks, registry, rendering, tasks
from service.features.webhooks.registry import WebhookInfo
from service.features.webhooks.tables import Webhook, WebhookDelivery, WebhookGame
from service.platform.jobs.chore import Chore
from service.platform.observability import metrics
from service.platform.wire.field_types import Items, Object


def _measured() -> None:
    metrics.deliveries(*deliveries.waiting())


def _webhooks(caller: Caller) -> Iterator[Entry]:
    for one in registry.listed(caller):
        yield Entry(one.webhook_id, one.url, one.created_at)


def _browsers(caller: Caller) -> Iterator[Entry]:
    for one in browsers.listed(caller):
        yield Entry(one.webhook_id, one.url, one.created_at)


def _own(caller: Caller) -> list[WebhookInfo]:
    return registry.of_account(caller.account_id)


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
    merging=game_marks.keep_once,
    chores={"delete_deliveries": Chore(deliveries.delete_old)},
    watch=tasks.watch,
    access=(
        Access("webhook", "An address to which events are sent.", "w", _webhooks, path="/v1/me/webhooks"),
        Access("push", "A browser that gets push messages.", "w", _browsers, path="/v1/me/push"),
    ),
    dealt=game_marks.note_seats,
    messaged=game_marks.note_message,
    measured=_measured,
    exported={
        "webhooks": Exported(Items(Object(rendering.Webhook), "The webhooks without their secrets."), _own, Webhook),
        "push_browsers": Exported(
            Items(Object(rendering.PushBrowser), "The browsers that get push messages, without their keys."),
            browsers.listed,
            Webhook,
        ),
    },
    not_exported={"webhook_game": "which games the webhooks were told about"},
)
