"""Streams of whole lists as newline-delimited JSON, at a limited rate."""

import errno
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from typing import Final
from uuid import UUID

import psycopg
import sqlalchemy.exc

from service.core.replays.lists.filters import ReplayFilter
from service.core.replays.lists.replays import finished_games
from service.core.replays.lists.rows import ListedGame
from service.core.tables.lookup import NotFound
from service.platform.database.errors import is_transient
from service.platform.database.pool import Database
from service.platform.database.unreadable_rows import NOT_SHOWN, log_left_out
from service.platform.limits import gates

_log = logging.getLogger(__name__)

_PAGE: Final = 50


class TooManyReaders(Exception):
    """This process serves as many streams as it may, to this client or altogether."""


class LineStreams:
    """The streams of a process, limited to `per_s` games per second."""

    def __init__(self, per_s: int) -> None:
        self._interval_s = 1 / per_s
        self._lock = threading.Lock()
        self._next = 0.0
        self._readers: Counter[Hashable] = Counter()

    def enter(self, account_id: UUID | None, address: bytes) -> Callable[[], None]:
        """Count a new stream of an account, or of a client without a token.

        Return a function to call when it ends. Raises TooManyReaders.
        """
        places = _places(account_id, address)
        with self._lock:
            if any(self._readers[place] >= most for place, most in places.items()):
                raise TooManyReaders
            self._readers.update(places.keys())

        def leave() -> None:
            with self._lock:
                self._readers.subtract(places.keys())
                self._readers += Counter()  # drops those without a stream

        return leave

    def wait(self) -> None:
        """Sleep until the next game may be read. Always yield to other greenlets."""
        with self._lock:
            now = time.monotonic()
            at = self._next = max(now, self._next + self._interval_s)
        time.sleep(at - now)


def _places(account_id: UUID | None, address: bytes) -> dict[Hashable, int]:
    """Return what a stream counts for, and the maximum of each."""
    places: dict[Hashable, int] = {"all": gates.LINE_STREAMS, address: gates.LINE_STREAMS_SHARE}
    if account_id is not None:
        return places | {account_id: gates.LINE_STREAMS_ACCOUNT}
    return places | {"anonymous": gates.LINE_STREAMS_SHARE, ("anonymous", address): gates.LINE_STREAMS_ADDRESS}


def lines(
    database: Database,
    streams: LineStreams,
    query: ReplayFilter,
    limit: int | None,
    line: Callable[[ListedGame], bytes],
    must_end: Callable[[], bool],
) -> Iterator[bytes]:
    """Yield a line for each replay, at most `limit` lines.

    If `must_end` returns True because the process is about to stop, or if the database does not respond, the connection
    is aborted. So a client never mistakes a part of the list for all of it.
    """
    try:
        for count, row in enumerate(_rows(database, query)):
            if count == limit:
                return
            streams.wait()
            if must_end():
                raise _aborted()
            try:
                with database.bind():
                    encoded = line(row)
            except NotFound:  # deleted or hidden after the page was read
                continue
            except NOT_SHOWN as error:
                log_left_out(row, error)
                continue
            yield encoded
    except (psycopg.Error, sqlalchemy.exc.SQLAlchemyError) as error:
        if not is_transient(error):
            raise
        _log.warning("a list broke off: the database did not answer (%s)", type(error).__name__)
        raise _aborted() from None


def _rows(database: Database, query: ReplayFilter) -> Iterator[ListedGame]:
    after = query.after
    while True:
        with database.bind():
            found = finished_games(query._replace(after=after, limit=_PAGE))
        yield from found[:_PAGE]
        if len(found) <= _PAGE:
            return
        after = found[_PAGE - 1].position


def _aborted() -> ConnectionResetError:
    # gunicorn treats it as a closed connection, and closes its side without the last chunk.
    return ConnectionResetError(errno.ECONNRESET, "the list ends before its end")
