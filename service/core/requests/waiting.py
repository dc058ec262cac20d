"""Waits for news: the subscriptions of requests."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar
from uuid import UUID

from flask import Response, request

from service.core.people.tokens import Caller, InvalidToken
from service.core.requests import event_streams
from service.core.requests.event_streams import Stream
from service.core.tables import turn_overview
from service.core.tables.news.hub import Subscription, TooManyStreams
from service.core.tables.news.stream_places import Holder
from service.platform.database import deadline, pool
from service.platform.limits import gates
from service.platform.limits.address_networks import networks
from service.platform.requests import exchange
from service.platform.wire.media_types import EVENT_STREAM
from service.platform.wire.problems import Problem
from service.platform.wire.request_record import settings
from service.platform.wire.responses import no_content

T = TypeVar("T")


def until(subscription: Subscription, wait_s: int, read: Callable[[], T], is_awaited: Callable[[T], bool]) -> T:
    """Read until a result is awaited, for up to `wait_s` seconds. Return the last result.

    `read` is called once at first, and then after each news. All reads share the deadline of the request. Raises
    InvalidToken if the token is no longer valid at the end, and the errors of `read`.
    """
    ends_at = time.monotonic() + wait_s
    while True:
        found = read()
        left_s = ends_at - time.monotonic()
        if is_awaited(found) or subscription.ending is not None or left_s <= 0:
            if not subscription.is_authorized():
                raise InvalidToken
            return found
        exchange.leave_slot()
        if subscription.wait(min(left_s, event_streams.subscriptions().keep_alive_s)):
            subscription.take_turn()


@contextmanager
def subscribed(caller: Caller | None, game_id: UUID) -> Iterator[Subscription]:
    """Yield a subscription to a game, and end it. Raises too-many-streams."""
    subscription = subscribe(caller, game_id)
    try:
        yield subscription
    finally:
        subscription.close()


def subscribe(caller: Caller | None, *games: UUID, follows_account: bool = False) -> Subscription:
    """Return a subscription to games, or to those of the caller's account. Raises too-many-streams."""
    try:
        return event_streams.subscriptions().subscribe(
            *games,
            caller=caller,
            follows_account=follows_account,
            limits=_limits(caller),
            plays=lambda: caller is not None and bool(turn_overview.running(caller.account_id)),
            client=request.environ.get("gunicorn.socket"),
        )
    except TooManyStreams:
        raise too_many_streams() from None


def too_many_streams() -> Problem:
    """Return the refusal of a further stream, after a pause and without a slot.

    A client that ignores `Retry-After` would otherwise repeat its request at once, for as long as its streams are open.
    """
    exchange.leave_slot()
    with deadline.waiting("place"):
        time.sleep(gates.REFUSAL_DELAY_S)
    return Problem("too-many-streams", headers={"Retry-After": "5"})


def streamed(stream: Stream, subscription: Subscription, begin: Callable[[], bytes | None]) -> Response:
    """Return a stream, or 204 for an empty stream.

    A 204 makes browsers stop reconnecting.
    """
    try:
        first = begin()
    except BaseException:
        subscription.close()
        raise
    if first is None:
        subscription.close()
        return no_content()
    frames = event_streams.flow(
        pool.bound(),
        stream,
        subscription,
        first,
        keep_alive_s=event_streams.subscriptions().keep_alive_s,
    )
    response = Response(frames, content_type=f"{EVENT_STREAM}; charset=utf-8", headers={"X-Accel-Buffering": "no"})
    response.call_on_close(subscription.close)
    if request.method == "HEAD":
        subscription.close()
    return response


def _limits(caller: Caller | None) -> Mapping[Holder, int]:
    """Return the holders of a place for the caller, and how many places each may have in this worker."""
    if not settings().rate_limits:
        return {}
    found = networks(request.remote_addr or "")
    share = settings().max_streams_address // gates.PLACES_PARTS
    limits: dict[Holder, int] = {("address", one.key): one.factor * settings().max_streams_address for one in found}
    if caller is None:
        limits |= {("anonymous", one.key): one.factor * share for one in found}
        limits["anonymous", None] = settings().max_streams // 2
    else:
        limits["account", caller.account_id] = share
    return limits
