"""Browsers of accounts that get push messages. Each is a webhook with keys, so that it shares the deliveries."""

import secrets
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from sqlalchemy import delete, func, select

from service.core.people import account_limits, tokens
from service.core.people.tokens import Caller
from service.core.tables.stored_game import existing
from service.features.webhooks import registry
from service.features.webhooks.tables import Quiet, Webhook
from service.platform import ids
from service.platform.database.pool import execute, session

MAX_BROWSERS: Final = 10  # of an account


def add(caller: Caller, url: str, key: bytes, secret: bytes, events: list[str], quiet: Quiet | None) -> Webhook:
    """Send messages to a browser from now on, or change what it gets if it does already. Raises LimitReached."""
    with account_limits.locked(caller.account_id) as changes:
        mine = registry.of(caller.account_id) & Webhook.browser_key.is_not(None)
        for old in changes.scalars(select(Webhook.webhook_id).where(mine, Webhook.url == url)).all():
            changes.execute(delete(Webhook).where(Webhook.webhook_id == old))
        account_limits.require_below(
            changes, "browsers", MAX_BROWSERS, select(func.count(Webhook.webhook_id)).where(mine)
        )
        row = Webhook(ids.new(), caller.account_id, url, sorted(events), secrets.token_bytes(32))
        row.made_by = tokens.ender_of(changes, caller)
        row.browser_key, row.browser_secret = key, secret
        if quiet is not None:
            row.quiet_from, row.quiet_until, row.time_zone = quiet
        changes.add(row)
        changes.flush()
        execute(registry.ADOPT, {"accounts": [caller.account_id], "has_begun": True})
        return row


def listed(caller: Caller) -> Sequence[Webhook]:
    """Return the browsers of the caller, oldest first."""
    mine = registry.of(caller.account_id) & Webhook.browser_key.is_not(None)
    return session().scalars(select(Webhook).where(mine).order_by(Webhook.created_at)).all()


def remove(caller: Caller, webhook_id: UUID) -> None:
    """Send no more messages to a browser of the caller. Raises NotFound, NotOwner."""
    mine = registry.of(caller.account_id) & Webhook.browser_key.is_not(None)
    with account_limits.locked(caller.account_id) as changes:
        found = existing(changes.scalar(select(Webhook).where(mine, Webhook.webhook_id == webhook_id)))
        tokens.require_maker(changes, caller, found.made_by)
        changes.execute(delete(Webhook).where(Webhook.webhook_id == webhook_id))
