"""Publisher of news of games by Postgres NOTIFY."""

import threading
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from typing import Final
from uuid import UUID
from weakref import WeakKeyDictionary

from service.platform.database import pool
from service.platform.database.pool import Database, after_commit, connection

CHANNEL: Final = "hanabi_news"
REVOKED: Final = -2
"""Stands for a version in the notification that tokens of an account are no longer valid."""


class Notifier:
    """A sender of notifications in a background thread.

    Responses do not wait for it. It sends all pending notifications in one statement, because Postgres commits
    transactions with notifications one after the other. A notification may be lost; `news.listener` polls for that
    case.
    """

    def __init__(self) -> None:
        self.busy = False
        """True while notifications are pending or being sent."""
        self._payloads: defaultdict[Database, list[str]] = defaultdict(list)
        self._lock = threading.Lock()  # never held during I/O

    def send(self, database: Database, payload: str) -> None:
        """Queue a notification."""
        with self._lock:
            self._payloads[database].append(payload)
            if self.busy:
                return
            self.busy = True
        threading.Thread(target=self._run, name="notifier", daemon=True).start()

    def _run(self) -> None:
        while pending := self._take_pending():
            for database, payloads in pending.items():
                with suppress(Exception), database.bind(), connection() as db:
                    db.execute("select pg_notify(%s, payload) from unnest(%s::text[]) as payload", (CHANNEL, payloads))

    def _take_pending(self) -> dict[Database, list[str]]:
        with self._lock:
            pending = dict(self._payloads)
            self._payloads.clear()
            self.busy = bool(pending)
            return pending


notifier: Final = Notifier()
"""The notifier of this process."""

keepers: Final = WeakKeyDictionary[Database, Callable[[UUID, int, object], None]]()
"""By database: a function that keeps a game, with its version, for the streams of this process."""


def announce(game_id: UUID, version: int, game: object = None) -> None:
    """Notify all processes of a new version, after the commit.

    Version -1 stands for news of the game's lobby. `game` is the game at this version, which the streams of this
    process then need not read.
    """
    database = pool.bound()

    def announce_now() -> None:
        if game is not None and (keep := keepers.get(database)) is not None:
            keep(game_id, version, game)
        notifier.send(database, f"{game_id.hex} {version}")

    after_commit(announce_now)


def announce_revocation(account_id: UUID) -> None:
    """Notify all processes, after the commit, that tokens of an account may have become invalid."""
    announce(account_id, REVOKED)


def parse(payload: str) -> tuple[UUID, int]:
    """Return the game and the version of a notification, or an account and REVOKED.

    Raises ValueError for a notification that this service did not send.
    """
    digits, version = payload.split()
    return UUID(digits), int(version)
