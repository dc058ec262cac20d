"""What webhooks give to the house."""

from collections.abc import Iterator

from service.core.feature import Access, Entry, Hooks, Owned
from service.core.people.tokens import Caller
from service.features.webhooks import browsers, deliveries, game_marks, registry, tasks
from service.features.webhooks.tables import Webhook, WebhookDelivery, WebhookGame
from service.platform.jobs.chore import Chore
from service.platform.observability import metrics

__all__ = ["HOOKS"]


def _measured() -> None:
    metrics.deliveries(*deliveries.waiting())


def _webhooks(caller: Caller) -> Iterator[Entry]:
    for one in registry.listed(caller):
        yield Entry(one.webhook_id, one.url, one.created_at)


def _browsers(caller: Caller) -> Iterator[Entry]:
    for one in browsers.listed(caller):
        yield Entry(one.webhook_id, one.url, one.created_at)


HOOKS = Hooks(
    owned=(
        Owned(Webhook.account_id, removed=True, parts=((WebhookDelivery.webhook_id, Webhook.webhook_id),)),
        Owned(WebhookGame.account_id, removed=True),
    ),
    merging=game_marks.keep_once,
    chores={"delete_deliveries": Chore(deliveries.delete_old)},
    watch=tasks.watch,
    access=(
        Access("webhook", "An address to which events are sent.", "w", "/v1/me/webhooks", _webhooks),
        Access("push", "A browser that gets push messages.", "w", "/v1/me/push", _browsers),
    ),
    access_ends=registry.remove_all,
    dealt=game_marks.note_seats,
    messaged=game_marks.note_message,
    measured=_measured,
)
