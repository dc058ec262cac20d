"""Browsers of accounts that get push messages. Each is a webhook with keys, so that it shares the deliveries."""

import secrets
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import delete, func, select

from service.core.people import account_limits, tokens
from service.core.people.tokens import Caller
from service.core.tables.stored_game import NotFound
from service.features.webhooks import registry
from service.features.webhooks.tables import Webhook
from service.platform import ids
from service.platform.database.pool import connection, fetch, transaction

MAX_BROWSERS: Final = 10  # of an account


class Quiet(NamedTuple):
    """A time of each day in which a browser gets no messages."""

    from_minute: int
    until_minute: int
    time_zone: str


class Browser(NamedTuple):
    """A browser that gets messages, as its account sees it."""

    webhook_id: UUID
    url: str
    events: list[str]
    enabled: bool
    quiet_from: int | None
    quiet_until: int | None
    time_zone: str | None
    created_at: datetime
    made_by: UUID | None

    @property
    def quiet(self) -> Quiet | None:
        """The time in which it gets nothing; None for none."""
        if self.quiet_from is None or self.quiet_until is None or self.time_zone is None:
            return None
        return Quiet(self.quiet_from, self.quiet_until, self.time_zone)


_COLUMNS: Final = tuple(getattr(Webhook, name) for name in Browser._fields)


def add(caller: Caller, url: str, key: bytes, secret: bytes, events: list[str], quiet: Quiet | None) -> Browser:
    """Send messages to a browser from now on, or change what it gets if it does already. Raises LimitReached."""
    with transaction() as changes:
        account_limits.lock(changes, caller.account_id)
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
        with connection() as db:
            db.execute(registry.ADOPT, {"accounts": [caller.account_id], "has_begun": True})
        return Browser(*[getattr(row, name) for name in Browser._fields])


def listed(caller: Caller) -> list[Browser]:
    """Return the browsers of the caller, oldest first."""
    mine = registry.of(caller.account_id) & Webhook.browser_key.is_not(None)
    return [Browser._make(row) for row in fetch(select(*_COLUMNS).where(mine).order_by(Webhook.created_at))]


def remove(caller: Caller, webhook_id: UUID) -> None:
    """Send no more messages to a browser of the caller. Raises NotFound, NotOwner."""
    mine = registry.of(caller.account_id) & Webhook.browser_key.is_not(None)
    with transaction() as changes:
        account_limits.lock(changes, caller.account_id)
        found = changes.scalar(select(Webhook).where(mine, Webhook.webhook_id == webhook_id))
        if found is None:
            raise NotFound
        tokens.require_maker(changes, caller, found.made_by)
        changes.execute(delete(Webhook).where(Webhook.webhook_id == webhook_id))
