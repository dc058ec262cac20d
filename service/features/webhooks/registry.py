"""Webhooks of accounts: creation, lists, changes and deletion."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, Literal
from uuid import UUID

from sqlalchemy import ColumnElement, and_, delete, func, select, text, update
from sqlalchemy.orm import Session

from service.core.people import account_limits, tokens
from service.core.people.tokens import Caller
from service.core.tables.stored_game import NotFound, existing
from service.features.webhooks import signatures
from service.features.webhooks.tables import Webhook, WebhookDelivery, WebhookGame
from service.platform import ids
from service.platform.database.pool import execute, fetch, session, transaction

MAX_DESCRIPTION_LENGTH: Final = 200

DisabledReason = Literal["failing", "gone"]

ADOPT: Final = """
    insert into webhook_game (game_id, account_id, seat, version)
    select s.game_id, s.account_id, s.seat, case when %(has_begun)s then g.version else -1 end
      from seat s join game g on g.game_id = s.game_id
     where s.account_id = any(%(accounts)s) and s.game_created_at is null and g.status = 'running'
        on conflict do nothing
"""
"""Watch the running games of accounts that had no webhooks when they started.

Those that have not begun when a webhook is created, but are not watched a moment later, started meanwhile: all their
events are sent.
"""
MAX_WEBHOOKS: Final = 10  # of an account


_NO_BROWSER: Final = Webhook.browser_key.is_(None)
"""Browsers have operations of their own (`push`)."""


def create(caller: Caller, url: str, events: Collection[str], description: str | None) -> tuple[Webhook, str]:
    """Create a webhook. Return it with its secret, which is not shown again. Raises LimitReached."""
    secret = signatures.new_secret()
    with account_limits.locked(caller.account_id) as changes:
        mine = select(func.count()).select_from(Webhook).where(of(caller.account_id), _NO_BROWSER)
        account_limits.require_below(changes, "webhooks", MAX_WEBHOOKS, mine)
        webhook = Webhook(ids.new(), caller.account_id, url, sorted(events), secret, description)
        webhook.made_by = tokens.ender_of(changes, caller)
        changes.add(webhook)
        changes.flush()
        execute(ADOPT, {"accounts": [caller.account_id], "has_begun": True})
        return webhook, signatures.written(secret)


def listed(caller: Caller) -> Sequence[Webhook]:
    """Return the caller's webhooks, oldest first."""
    own = select(Webhook).where(of(caller.account_id), _NO_BROWSER)
    return session().scalars(own.order_by(Webhook.created_at, Webhook.webhook_id)).all()


def require_own(caller: Caller, webhook_id: UUID) -> None:
    """Raise NotFound unless the caller has a webhook with this id."""
    if not fetch(select(Webhook.webhook_id).where(_is_own(caller, webhook_id))):
        raise NotFound


def change(caller: Caller, webhook_id: UUID, changed: Mapping[str, Any]) -> Webhook:
    """Change `url`, `events`, `description` or `enabled` of one of the caller's webhooks. Raises NotFound, NotOwner.

    A new address, and a webhook that is enabled, begin without the failures of before. When a webhook is disabled,
    its pending deliveries are dropped.
    """
    with transaction() as changes:
        webhook = existing(
            changes.scalar(select(Webhook).where(_is_own(caller, webhook_id)).with_for_update(key_share=True))
        )
        tokens.require_maker(changes, caller, webhook.made_by)
        for name, value in changed.items():
            setattr(webhook, name, sorted(value) if name == "events" else value)
        if changed.get("enabled") is False:
            give_up_waiting(changes, webhook_id)
        if changed.get("enabled") or "url" in changed:
            webhook.failing_since, webhook.paused_until, webhook.unreachable = None, None, 0
        if webhook.enabled:
            webhook.disabled_reason = webhook.disabled_at = None
        elif "enabled" in changed:
            webhook.disabled_at = webhook.disabled_at or changes.scalar(select(func.now()))
        changes.flush()
        return webhook


def disable(changes: Session, webhook: Webhook, reason: DisabledReason) -> None:
    """Disable a webhook whose receiver fails or is gone, and give up what has not been delivered."""
    webhook.enabled, webhook.disabled_reason = False, reason
    webhook.disabled_at = changes.scalar(select(func.now()))
    give_up_waiting(changes, webhook.webhook_id)


def give_up_waiting(changes: Session, webhook_id: UUID) -> None:
    """Give up the deliveries of a webhook that wait."""
    waiting = (WebhookDelivery.webhook_id == webhook_id) & (WebhookDelivery.status == "waiting")
    given_up = {"status": "failed", "error": "disabled", "next_attempt_at": None}
    changes.execute(update(WebhookDelivery).where(waiting).values(given_up))


def remove(caller: Caller, webhook_id: UUID) -> None:
    """Delete one of the caller's webhooks with its deliveries. Raises NotFound, NotOwner."""
    with account_limits.locked(caller.account_id) as changes:
        found = existing(changes.scalar(select(Webhook).where(_is_own(caller, webhook_id)).with_for_update()))
        tokens.require_maker(changes, caller, found.made_by)
        changes.execute(delete(Webhook).where(Webhook.webhook_id == webhook_id))
        if changes.scalar(select(func.count()).where(Webhook.account_id == caller.account_id)) == 0:
            changes.execute(delete(WebhookGame).where(WebhookGame.account_id == caller.account_id))


def _is_own(caller: Caller, webhook_id: UUID) -> Any:
    return (Webhook.webhook_id == webhook_id) & of(caller.account_id) & _NO_BROWSER


def of(account_id: UUID) -> ColumnElement[bool]:
    """Return the condition for the webhooks and browsers of an account."""
    return and_(Webhook.account_id == account_id, text(tokens.MAKER_LASTS))
