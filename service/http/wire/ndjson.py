"""Whole lists as a stream of lines: page by page at a bounded pace, with nothing held between two lines.

A reader of ten thousand games costs what a reader of one page does: one page of rows, one game, and a connection for as
long as a statement takes. All such readers of a process share one pace, so that the games that are played do not wait.
"""

import errno
import logging
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

import psycopg
import sqlalchemy.exc
from flask import Flask, current_app

from service.database.errors import is_transient
from service.replays import listing
from service.replays.listing import ListedGame, ReplayFilter

__all__ = ["MAX_READERS", "Bulk", "TooManyReaders", "here", "init_app", "lines"]

MAX_READERS: Final = 8
"""Readers of whole lists that one process serves at once."""

_PAGE: Final = 50

_log = logging.getLogger(__name__)


class TooManyReaders(Exception):
    """This process has as many readers of whole lists as it may."""


class Bulk:
    """The readers of whole lists in one process, and their common pace."""

    def __init__(self, per_s: int) -> None:
        self._interval_s = 1 / per_s
        self._lock = threading.Lock()
        self._next = 0.0
        self._readers = 0

    def enter(self) -> None:
        """Count one reader more; TooManyReaders."""
        with self._lock:
            if self._readers >= MAX_READERS:
                raise TooManyReaders
            self._readers += 1

    def leave(self) -> None:
        """Count one reader less."""
        with self._lock:
            self._readers -= 1

    def wait(self) -> None:
        """Wait for one's turn to read a game, and in any case let others run."""
        with self._lock:
            now = time.monotonic()
            at = self._next = max(now, self._next + self._interval_s)
        time.sleep(at - now)


def init_app(app: Flask, *, per_s: int) -> None:
    """Give an app its readers: `per_s` games a second for all of them together."""
    app.extensions["bulk"] = Bulk(per_s)


def here() -> Bulk:
    """Return the readers of the app that serves this request."""
    bulk: Bulk = current_app.extensions["bulk"]
    return bulk


def lines(
    app: Flask,
    wanted: ReplayFilter,
    limit: int | None,
    line: Callable[[ListedGame], bytes],
    must_end: Callable[[], bool],
) -> Iterator[bytes]:
    """Yield a line for each replay of a list, at most `limit` of them.

    `must_end` says whether the process is about to stop. Then, or when the database does not answer, the connection is
    broken off: an answer that ends as HTTP wants it is a whole one.
    """
    bulk: Bulk = app.extensions["bulk"]
    try:
        for count, row in enumerate(_rows(app, wanted)):
            if count == limit:
                return
            bulk.wait()
            if must_end():
                raise _broken_off()
            with app.app_context():
                written = line(row)
            yield written
    except (psycopg.Error, sqlalchemy.exc.SQLAlchemyError) as error:
        if not is_transient(error):
            raise
        _log.warning("a list broke off: the database did not answer (%s)", type(error).__name__)
        raise _broken_off() from None


def _rows(app: Flask, wanted: ReplayFilter) -> Iterator[ListedGame]:
    after = wanted.after
    while True:
        with app.app_context():
            found = listing.replays(wanted._replace(after=after, limit=_PAGE))
        yield from found[:_PAGE]
        if len(found) <= _PAGE:
            return
        after = found[_PAGE - 1].position


def _broken_off() -> ConnectionResetError:
    # What gunicorn takes for a client that has gone: it closes the connection without a last chunk, and says nothing.
    return ConnectionResetError(errno.ECONNRESET, "the list ends before its end")
