"""Deliveries: what is to be sent to webhooks, and what became of it."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from service.core.people import tokens
from service.core.people.tokens import Caller
from service.features.webhooks import events, registry
from service.features.webhooks.events import Happening
from service.features.webhooks.sending import Outcome
from service.features.webhooks.tables import Webhook, WebhookDelivery
from service.platform.database.clock_jumps import Clock
from service.platform.database.list_position import Page
from service.platform.database.pool import connection, execute, fetch_all, fetch_one, session, transaction
from service.platform.jobs import queue

TASK: Final = "deliver_webhooks"
SLOW_TASK: Final = "deliver_slow_webhooks"
_SLOW_S: Final = 1.0
"""A receiver is slow if its last attempt took longer. It gets its deliveries in a lane of their own.

A new one begins in that lane, so that many new webhooks cannot delay those that have answered quickly.
"""

MAX_WAITING: Final = 1000
"""The maximum number of deliveries of a webhook that wait. Further events are left out."""
_A_RUN: Final = 20
"""The maximum number of deliveries that one job sends."""
_LONGEST_COMMIT: Final = timedelta(seconds=1)
_GIVEN_UP_AFTER: Final = timedelta(days=3)
"""The age at which a delivery is given up, and the time of failures after which a webhook is disabled."""
_PAUSES: Final = tuple([timedelta(seconds=pause) for pause in (5, 30, 120, 600, 3600, 3 * 3600, 6 * 3600)])
"""The pauses after each failed attempt. The last one is repeated."""
_GONE: Final = 410


class Due(NamedTuple):
    """A delivery to send now."""

    webhook_id: UUID
    delivery_id: UUID
    url: str
    secret: bytes
    body: str
    browser_key: bytes | None
    """The key of a browser; None for other receivers."""
    browser_secret: bytes | None
    quiet_until: datetime | None
    """The end of the quiet hours; None if the browser may get it now."""


def add(changes: Session, account_id: UUID, happenings: Iterable[Happening], *, since_created: bool = False) -> bool:
    """Store deliveries of events for the webhooks of an account. Return True if there are new ones.

    An event that has a delivery gets no second one. There are none for a suspended or deleted account, and with
    `since_created` none of what happened before a webhook was created.
    """
    found = list(happenings)
    if not found:
        return False
    with connection() as db:
        webhooks = db.execute(_RECEIVERS, (account_id,)).fetchall()
        full = db.execute(_FULL, ([webhook_id for webhook_id, *_ in webhooks], MAX_WAITING)).fetchall()
    rows = [
        _row(webhook_id, each)
        for webhook_id, wanted, created_at in webhooks
        if (webhook_id,) not in full
        for each in found
        if each.type in wanted and not (since_created and each.at < created_at - _LONGEST_COMMIT)
    ]
    return _store(changes, rows)


_RECEIVERS: Final = f"""
    select w.webhook_id, w.events, w.created_at from webhook w join account a on a.account_id = w.account_id
     where w.account_id = %s and {tokens.MAKER_LASTS} and w.enabled
       and a.deleted_at is null and (a.suspended_until > now()) is not true
"""
# Citus refuses this as a subquery of the statement above.
_FULL: Final = """
    select webhook_id from webhook_delivery where webhook_id = any(%s) and status = 'waiting'
     group by webhook_id having count(*) >= %s
"""


def add_test(caller: Caller, webhook_id: UUID) -> WebhookDelivery:
    """Store the delivery of a test. Raises NotFound."""
    with transaction() as changes:
        registry.require_own(caller, webhook_id)
        happening = events.test(changes.execute(select(func.now())).scalar_one())
        _store(changes, [_row(webhook_id, happening)])
        found = changes.get_one(WebhookDelivery, (webhook_id, happening.id_for(webhook_id)))
    schedule(caller.account_id)
    return found


def _row(webhook_id: UUID, happening: Happening) -> dict[str, Any]:
    return {
        "webhook_id": webhook_id,
        "delivery_id": happening.id_for(webhook_id),
        "type": happening.type,
        "body": happening.body,
        "status": "waiting",
        "attempts": 0,
    }


def _store(changes: Session, rows: list[dict[str, Any]]) -> bool:
    if not rows:
        return False
    stored = insert(WebhookDelivery).values(rows).on_conflict_do_nothing().returning(WebhookDelivery.delivery_id)
    return bool(changes.scalars(stored).all())


def listed(caller: Caller, webhook_id: UUID, page: Page) -> Sequence[WebhookDelivery]:
    """Return a page of the deliveries of one of the caller's webhooks, newest first. Raises NotFound."""
    registry.require_own(caller, webhook_id)
    found = select(WebhookDelivery).where(WebhookDelivery.webhook_id == webhook_id)
    return session().scalars(page.of(found, WebhookDelivery.created_at, WebhookDelivery.delivery_id)).all()


def due(account_id: UUID, *, slow: bool = False) -> list[Due]:
    """Return the deliveries of an account to send now, oldest first: those of quick or of slow receivers.

    A disabled webhook gets tests only.
    """
    rows = fetch_all(_DUE, {"account_id": account_id, "slow": slow, "most": _A_RUN})
    return [Due(*row) for row in rows]


_SENDABLE: Final = f"""
      from webhook w
      join webhook_delivery d on d.webhook_id = w.webhook_id
      join account a on a.account_id = w.account_id
     where {tokens.MAKER_LASTS} and d.status = 'waiting' and (w.enabled or d.type = 'test')
       and a.deleted_at is null and (a.suspended_until > now()) is not true
"""
_TIME: Final = "(now() at time zone w.time_zone)"
_MINUTE: Final = f"extract(hour from {_TIME}) * 60 + extract(minute from {_TIME})"
_IS_QUIET: Final = f"""
    coalesce(case when w.quiet_from <= w.quiet_until then {_MINUTE} >= w.quiet_from and {_MINUTE} < w.quiet_until
                  else {_MINUTE} >= w.quiet_from or {_MINUTE} < w.quiet_until end, false)
"""
# The query computes this, because Citus refuses an UPDATE that adds a value of a column to a time.
_QUIET_UNTIL: Final = f"""
    case when {_IS_QUIET}
         then now() + make_interval(mins => ((w.quiet_until - ({_MINUTE})::int + 1440) %% 1440)) end
"""
_POSTPONE: Final = "update webhook_delivery set next_attempt_at = %s where webhook_id = %s and delivery_id = %s"
_DUE: Final = f"""
    select w.webhook_id, d.delivery_id, w.url, w.secret, d.body,
           w.browser_key, w.browser_secret, {_QUIET_UNTIL} {_SENDABLE}
       and w.account_id = %(account_id)s and w.slow = %(slow)s
       and d.next_attempt_at <= now() and (d.type = 'test' or coalesce(w.paused_until <= now(), true))
     order by d.created_at, d.delivery_id limit %(most)s
"""
_NEXT: Final = f"""
    select w.slow, min(greatest(d.next_attempt_at, case when d.type <> 'test' then w.paused_until end))
      {_SENDABLE} and w.account_id = %s
     group by w.slow
"""
# For the accounts whose job was lost. One that is late by less will be run at once.
_OVERDUE: Final = f"""
    select distinct w.account_id {_SENDABLE}
       and d.next_attempt_at <= now() - interval '3 s' and coalesce(w.paused_until <= now() - interval '3 s', true)
"""
_WAITING: Final = f"""
    select count(*), coalesce(extract(epoch from now() - min(d.created_at) filter (where d.attempts = 0)), 0)::float
      {_SENDABLE}
"""


def record(delivery: Due, outcome: Outcome, took_s: float = 0.0) -> bool:
    """Record the outcome of an attempt, and whether the receiver is slow.

    Return False if this job can send nothing more to the webhook for now.
    """
    with transaction() as changes:
        own = select(Webhook).where(Webhook.webhook_id == delivery.webhook_id)
        webhook = changes.scalar(own.with_for_update(key_share=True))
        row = changes.scalar(select(WebhookDelivery).where(_is(delivery.webhook_id, delivery.delivery_id)))
        if webhook is None or row is None:  # deleted meanwhile
            return False
        was_steady = Clock.steady_since < func.now() - _GIVEN_UP_AFTER  # else, the clock has jumped
        now, may_give_up = changes.execute(select(func.clock_timestamp(), was_steady)).one()
        row.attempts, row.attempted_at = row.attempts + 1, now
        row.response_status, row.error = outcome.status, outcome.error
        webhook.unreachable = webhook.unreachable + 1 if outcome.status is None else 0
        webhook.paused_until = None
        was_slow, webhook.slow = webhook.slow, took_s > _SLOW_S
        stays = webhook.slow == was_slow  # else, the other job sends the rest
        if outcome.is_success:
            row.status, row.next_attempt_at, webhook.failing_since = "delivered", None, None
            return stays
        latest = now - _GIVEN_UP_AFTER
        webhook.failing_since = webhook.failing_since or now
        row.next_attempt_at = now + _pause(row.attempts)
        if row.type == events.TEST or (may_give_up and row.created_at < latest):
            row.status, row.next_attempt_at = "failed", None
        if outcome.status is None:
            webhook.paused_until = now + _pause(webhook.unreachable)
        if webhook.enabled and (outcome.status == _GONE or (may_give_up and webhook.failing_since < latest)):
            changes.flush()
            registry.disable(changes, webhook, "gone" if outcome.status == _GONE else "failing")
        return outcome.status is not None and webhook.enabled and stays


def postpone(delivery: Due) -> None:
    """Let a delivery wait for the end of the quiet hours."""
    execute(_POSTPONE, (delivery.quiet_until, delivery.webhook_id, delivery.delivery_id))


def schedule(account_id: UUID) -> None:
    """Let jobs send the next deliveries of an account, when they are due: one to quick receivers, one to slow ones."""
    rows = fetch_all(_NEXT, (account_id,))
    for slow, at in rows:
        task, lane = (SLOW_TASK, queue.SLOW_WEBHOOKS) if slow else (TASK, queue.WEBHOOKS)
        queue.wake(task, f"{lane} {account_id.hex}", at, queue=lane, arguments={"account_id": account_id.hex})


def accounts_due() -> list[UUID]:
    """Return the accounts with deliveries that should have been sent by now."""
    return [account_id for (account_id,) in fetch_all(_OVERDUE)]


def waiting() -> tuple[int, float]:
    """Return the number of deliveries that wait, and the age of the oldest one without an attempt, in seconds."""
    row = fetch_one(_WAITING)
    return (0, 0.0) if row is None else (row[0], row[1])


def delete_old() -> None:
    """Delete deliveries after some days, and forget games that ended some days ago."""
    execute(_DELETE_OLD)
    execute(_FORGET_GAMES)


_DELETE_OLD: Final = "delete from webhook_delivery where created_at < now() - interval '7 days'"
_FORGET_GAMES: Final = "delete from webhook_game where ended_at < now() - interval '3 days'"


def _is(webhook_id: UUID, delivery_id: UUID) -> Any:
    return (WebhookDelivery.webhook_id == webhook_id) & (WebhookDelivery.delivery_id == delivery_id)


def _pause(attempts: int) -> timedelta:
    return _PAUSES[min(attempts, len(_PAUSES)) - 1]
