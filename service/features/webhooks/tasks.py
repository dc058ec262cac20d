"""The jobs that send the deliveries of an account, and the watch that finds events."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar
from uuid import UUID

import psycopg
from procrastinate import JobContext

from service.core.tables.news import publisher
from service.features.webhooks import deliveries, event_finding, pushing, sending, signatures
from service.platform import ids
from service.platform.database.deadline import LISTENING
from service.platform.database.pool import Database
from service.platform.jobs import queue
from service.platform.outgoing.addresses import Policy

T = TypeVar("T")

_POLL_S: Final = 2.0
_RETRY_S: Final = 2.0
_FIRST_LOOK_BACK_S: Final = 3 * 24 * 3600.0
"""The age up to which invitations are sent after a time without a worker."""
_OVERLAP_S: Final = 60.0
_LEADER: Final = 5_043_891_207
"""The key of the advisory lock of the one worker that watches."""
_CONNECT: Final = {**LISTENING, "application_name": "hanabi webhooks"}

_log = logging.getLogger(__name__)


@queue.app.task(name=deliveries.TASK, queue=queue.WEBHOOKS, pass_context=True, retry=queue.Retries())
async def deliver(context: JobContext, account_id: str) -> None:
    """Send what is due to the webhooks of an account, one after the other."""
    await _deliver(context, account_id, slow=False)


@queue.app.task(name=deliveries.SLOW_TASK, queue=queue.SLOW_WEBHOOKS, pass_context=True, retry=queue.Retries())
async def deliver_slowly(context: JobContext, account_id: str) -> None:
    """Send what is due to the slow webhooks of an account, one in each turn of the accounts."""
    await _deliver(context, account_id, slow=True)


async def _deliver(context: JobContext, account_id: str, *, slow: bool) -> None:
    database: Database = context.additional_context["database"]
    policy = Policy.of(context.additional_context["settings"])
    public_url = context.additional_context["settings"].public_url
    account, door = UUID(account_id), sending.SLOW if slow else sending.FAST
    stopped = set()
    found = await _in_thread(database, lambda: deliveries.due(account, slow=slow))
    for delivery in found[:1] if slow else found:
        if delivery.webhook_id in stopped:
            continue
        if delivery.quiet_until is not None:
            await _in_thread(database, lambda: deliveries.postpone(delivery))  # noqa: B023
            continue
        name, body = ids.render("d", delivery.delivery_id), delivery.body.encode()
        if delivery.browser_key is None:
            headers = signatures.headers(delivery.secret, name, int(time.time()), body)
        else:
            headers, body = await _in_thread(database, lambda: pushing.message(delivery, public_url))  # noqa: B023
        began = time.monotonic()
        outcome = await sending.send(delivery.url, headers, body, policy, account=account, door=door)
        took_s = time.monotonic() - began
        if not await _in_thread(database, lambda: deliveries.record(delivery, outcome, took_s)):  # noqa: B023
            stopped.add(delivery.webhook_id)
    await _in_thread(database, lambda: deliveries.schedule(account))


async def watch(url: str, database: Database) -> None:
    """Find events until the task is cancelled. Only one worker does so at a time; the others wait for its end."""
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(url, autocommit=True, **_CONNECT) as conn:
                while not await _is_leader(conn):
                    await asyncio.sleep(_POLL_S)
                await _lead(conn, database)
        except Exception as error:
            _log.warning("the watch for webhooks lost Postgres: %s", type(error).__name__)
        await asyncio.sleep(_RETRY_S)


async def _is_leader(conn: psycopg.AsyncConnection[Any]) -> bool:
    row = await (await conn.execute("select pg_try_advisory_lock(%s)", (_LEADER,))).fetchone()
    return bool(row and row[0])


async def _lead(conn: psycopg.AsyncConnection[Any], database: Database) -> None:
    listens, since_s = False, _FIRST_LOOK_BACK_S
    while True:
        began = time.monotonic()
        has_webhooks = await sweep_once(database, since_s)
        if has_webhooks and not listens:
            await conn.execute(f"listen {publisher.CHANNEL}")
            listens = True
            continue  # for what happened before
        if listens and not has_webhooks:
            await conn.execute(f"unlisten {publisher.CHANNEL}")
            listens = False
        if not listens:
            await asyncio.sleep(_POLL_S)
        while listens and (left := began + _POLL_S - time.monotonic()) > 0:
            payloads = [news.payload async for news in conn.notifies(timeout=left, stop_after=1)]
            await _in_thread(database, lambda: _look(payloads))  # noqa: B023
        since_s = time.monotonic() - began + _OVERLAP_S


async def sweep_once(database: Database, since_s: float = _FIRST_LOOK_BACK_S) -> bool:
    """Look at everything once. Return False if there are no webhooks."""
    return await _in_thread(database, lambda: event_finding.sweep(since_s))


def _look(payloads: list[str]) -> None:
    """Look at the games of some notifications."""
    games, lobbies = set[UUID](), set[UUID]()
    for payload in payloads:
        with suppress(ValueError):  # a notification that this service did not send
            game_id, version = publisher.parse(payload)
            if version != publisher.REVOKED:
                (games if version >= 0 else lobbies).add(game_id)
    if games:
        event_finding.look_at_games(list(games))
    if lobbies:
        event_finding.look_at_lobbies(list(lobbies))


async def _in_thread(database: Database, function: Callable[[], T]) -> T:
    """Call a function that uses the database, in a thread."""

    def call() -> T:
        with database.bind():
            return function()

    return await asyncio.to_thread(call)
