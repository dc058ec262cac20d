"""Server-Sent Events (text/event-stream): frames, keep-alive comments, and ends of streams."""

import random
import time
from collections.abc import Iterator
from typing import Final, Protocol

import orjson
import psycopg
import sqlalchemy.exc
from flask import current_app

from service.core.tables.lookup import NotFound
from service.core.tables.news.hub import Hub, Subscription
from service.platform.database.errors import is_transient
from service.platform.database.pool import Database

_RETRY_S: Final = 2.0

# Both end with one line break: some clients take each blank line as the end of an event, even of one without data.
_GREETING: Final = b"retry: 2000\n"

_COMMENT: Final = b":\n"


class Stream(Protocol):
    """The source of the frames of a stream."""

    over: bool
    """True after the last frame."""
    polls: bool
    """True if a lost notification is made up for at the next keep-alive: the listener does not poll for its news."""

    def news(self) -> bytes:
        """Return the frames since the last call, or no bytes."""


def subscriptions() -> Hub:
    """Return the subscriptions of the current application."""
    found: Hub = current_app.extensions["subscriptions"]
    return found


def frame(name: str, data: object, version: int | None = None) -> bytes:
    """Return a frame with an event name and JSON data. A version becomes its id."""
    number = b"" if version is None else b"id: %d\n" % version
    return b"event: %s\n%sdata: %s\n\n" % (name.encode(), number, orjson.dumps(data))


def flow(
    database: Database,
    stream: Stream,
    subscription: Subscription,
    first: bytes,
    *,
    keep_alive_s: float,
) -> Iterator[bytes]:
    """Yield the frames of a stream and keep-alive comments.

    A comment follows `keep_alive_s` seconds without a frame. Nothing is sent before the database has said that the
    token is still valid. If the database does not respond, the stream stays open and retries.
    """
    try:
        with subscription.sending():
            yield _GREETING + first
        first = b""  # frees the memory: a stream stays open for hours
        sent_at = time.monotonic()
        behind = False
        unsent = b""
        while unsent or not stream.over:
            quiet_s = sent_at + keep_alive_s - time.monotonic()
            behind |= subscription.wait(_RETRY_S if behind else max(quiet_s, 0))
            if subscription.ending is not None:
                if subscription.ending != "closed":
                    yield _bye(subscription.ending)
                return
            if behind:
                subscription.take_turn()
            due, authorized = time.monotonic() - sent_at >= keep_alive_s, True
            try:
                with database.bind():
                    if (behind or (due and stream.polls)) and not stream.over:
                        unsent += stream.news()
                    behind = False
                    if unsent or due:
                        authorized = subscription.is_authorized()
            except (psycopg.Error, sqlalchemy.exc.SQLAlchemyError) as error:
                if not is_transient(error):
                    raise
                behind = True
                if subscription.caller is not None:
                    continue  # the token may have been revoked
            except NotFound:  # the caller has left its seat in a private game
                yield _bye("gone")
                return
            if not authorized:
                yield _bye("token")
                return
            if unsent or due:
                with subscription.sending():
                    yield unsent or _COMMENT
                unsent, sent_at = b"", time.monotonic()
    finally:
        subscription.close()


def _bye(reason: str) -> bytes:
    # All streams of a worker end at the same moment. A random delay spreads out the reconnections of their clients.
    return b"retry: %d\n%s" % (random.randrange(500, 3000), frame("bye", {"reason": reason}))
