"""No more than can be served: a bounded number of requests is worked on at once, and whoever waits too long is refused.

Without this every request that comes is begun, and where more come than can be served all of them become slow, until
nobody gets an answer that is still wanted. Here a request that finds all places taken waits for one, in the order of
arrival and at almost no cost; after `PATIENCE_S` it is told to come back later. A client that sends again at once has
thus waited before, so that refusals never take the time that answers need.
"""

import time
from typing import Final

from flask import Flask, current_app, g, request

from service.database import deadline
from service.database.fair_pool import Stock
from service.http.pipeline import auth
from service.http.wire.problems import Problem
from service.http.wire.sse import EVENT_STREAM
from service.observability import metrics
from service.settings import Settings

__all__ = ["PATIENCE_S", "STREAM_PATIENCE_S", "Places", "init_app", "note_trouble", "step_aside"]

PATIENCE_S: Final = 1.0
"""How long a request waits for a place."""

STREAM_PATIENCE_S: Final = 10.0
"""How long one for an event stream does: all come at once after a restart, and browsers take a refusal as final."""

_RETRY_AFTER_S: Final = "2"
_TROUBLED_FOR_S: Final = 3.0

_WITHOUT: Final = frozenset(("documents", "operation", "pages", "review"))
"""Blueprints that need no place: they ask the database nothing, and whoever keeps the service running asks them."""


class Places(Stock[bool]):
    """So many places."""

    def __init__(self, number: int) -> None:
        super().__init__([True] * number)
        self._troubled_at = -_TROUBLED_FOR_S

    @property
    def in_trouble(self) -> bool:
        """Whether the database has just failed to answer: then nobody waits longer than others, who wait for it."""
        return time.monotonic() - self._troubled_at < _TROUBLED_FOR_S


def init_app(app: Flask, settings: Settings) -> None:
    """Bound the requests to this app that are worked on at once."""
    app.extensions["places"] = Places(settings.max_in_flight)
    app.before_request(_enter)
    app.teardown_request(step_aside)


def _enter() -> None:
    if request.blueprint is None or request.blueprint in _WITHOUT or auth.FAILED in request.environ:
        return
    to_stream = request.blueprint == "events" and EVENT_STREAM in request.headers.get("Accept", "")
    to_stream = to_stream and not _places().in_trouble
    if not _places().take(STREAM_PATIENCE_S if to_stream else PATIENCE_S):
        metrics.shed()
        raise Problem("service-unavailable", headers={"Retry-After": _RETRY_AFTER_S})
    if to_stream and not _places().in_trouble:
        deadline.restart()
    g.has_place = True


def note_trouble() -> None:
    """Note that the database did not answer a request."""
    _places()._troubled_at = time.monotonic()


def step_aside(_: BaseException | None = None) -> None:
    """Give this request's place back, if it has one: at its end, or where it goes on to wait for what others do."""
    if g.pop("has_place", False):
        _places().give_back(True)


def _places() -> Places:
    places: Places = current_app.extensions["places"]
    return places
