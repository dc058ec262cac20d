"""No more than can be served: a bounded number of requests is worked on at once, and whoever waits too long is refused.

Without this every request that comes is begun, and where more come than can be served all of them become slow, until
nobody gets an answer that is still wanted. Here a request that finds all places taken waits for one, in the order of
arrival and at almost no cost; after `PATIENCE_S` it is told to come back later. A client that sends again at once has
thus waited before, so that refusals never take the time that answers need.
"""

import threading
from collections import OrderedDict
from typing import Final

from flask import Flask, current_app, g, request

from service import metrics
from service.api.problems import Problem
from service.api.streams import EVENT_STREAM
from service.settings import Settings

__all__ = ["PATIENCE_S", "STREAM_PATIENCE_S", "Places", "init_app", "step_aside"]

PATIENCE_S: Final = 1.0
"""How long a request waits for a place."""

STREAM_PATIENCE_S: Final = 10.0
"""How long one for an event stream does: all come at once after a restart, and browsers take a refusal as final."""

_RETRY_AFTER_S: Final = "2"

_WITHOUT: Final = frozenset(("documents", "operation", "pages", "review"))
"""Blueprints that need no place: they ask the database nothing, and whoever keeps the service running asks them."""


class Places:
    """So many places, given to those who wait in the order in which they came."""

    def __init__(self, number: int) -> None:
        self._free = number
        self._lock = threading.Lock()  # nothing waits while it holds this
        self._waiting: OrderedDict[threading.Lock, None] = OrderedDict()

    def take(self, patience_s: float) -> bool:
        """Take a place, waiting for it if need be; False where none came free in this time."""
        with self._lock:
            if self._free:
                self._free -= 1
                return True
            turn = threading.Lock()
            turn.acquire()
            self._waiting[turn] = None
        try:
            return turn.acquire(timeout=patience_s) or not self._gives_up(turn)
        except BaseException:  # a request's greenlet may be ended while it waits
            if not self._gives_up(turn):
                self.give_back()
            raise

    def give_back(self) -> None:
        """Give a place back: it is the next one's, if anybody waits."""
        with self._lock:
            if self._waiting:
                self._waiting.popitem(last=False)[0].release()
            else:
                self._free += 1

    def _gives_up(self, turn: threading.Lock) -> bool:
        """Leave the queue; False where the turn has come in this very moment."""
        with self._lock:
            if turn not in self._waiting:
                return False
            del self._waiting[turn]
            return True


def init_app(app: Flask, settings: Settings) -> None:
    """Bound the requests to this app that are worked on at once."""
    app.extensions["places"] = Places(settings.max_in_flight)
    app.before_request(_enter)
    app.teardown_request(step_aside)


def _enter() -> None:
    if request.blueprint is None or request.blueprint in _WITHOUT:
        return
    to_stream = request.blueprint == "events" and EVENT_STREAM in request.headers.get("Accept", "")
    if not _places().take(STREAM_PATIENCE_S if to_stream else PATIENCE_S):
        metrics.shed()
        raise Problem("service-unavailable", headers={"Retry-After": _RETRY_AFTER_S})
    g.has_place = True


def step_aside(_: BaseException | None = None) -> None:
    """Give this request's place back, if it has one: at its end, or where it goes on to wait for what others do."""
    if g.pop("has_place", False):
        _places().give_back()


def _places() -> Places:
    places: Places = current_app.extensions["places"]
    return places
