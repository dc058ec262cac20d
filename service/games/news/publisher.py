"""Postgres NOTIFY when a game has news. A lost notification is made up for by polling (`news.listener`)."""

import threading
from collections import defaultdict
from contextlib import suppress
from typing import Final
from uuid import UUID

from service.database import pool
from service.database.pool import Database, after_commit, connection

__all__ = ["CHANNEL", "Notifier", "announce", "notifier", "parse"]

CHANNEL: Final = "hanabi_news"


class Notifier:
    """Sends notifications from a thread, so that no response waits for them.

    It sends all that have gathered in one statement: Postgres commits one notifying transaction at a time, so many
    small ones would wait for each other.
    """

    def __init__(self) -> None:
        self.busy = False
        """True while there are notifications to send."""
        self._payloads: defaultdict[Database, list[str]] = defaultdict(list)
        self._lock = threading.Lock()  # never held during I/O

    def send(self, database: Database, payload: str) -> None:
        """Send a notification soon."""
        with self._lock:
            self._payloads[database].append(payload)
            if self.busy:
                return
            self.busy = True
        threading.Thread(target=self._run, name="notifier", daemon=True).start()

    def _run(self) -> None:
        while gathered := self._next():
            for database, payloads in gathered.items():
                with suppress(Exception), database.bind(), connection() as db:
                    db.execute("select pg_notify(%s, payload) from unnest(%s::text[]) as payload", (CHANNEL, payloads))

    def _next(self) -> dict[Database, list[str]]:
        with self._lock:
            gathered = dict(self._payloads)
            self._payloads.clear()
            self.busy = bool(gathered)
            return gathered


notifier: Final = Notifier()
"""The notifier of this process."""


def announce(game_id: UUID, version: int) -> None:
    """Notify all processes, after the commit, that a game has reached a version; -1 is for news of its lobby."""
    database = pool.bound()
    after_commit(lambda: notifier.send(database, f"{game_id.hex} {version}"))


def parse(payload: str) -> tuple[UUID, int]:
    """Return the game and the version of a notification. Raises ValueError for one that is not the service's."""
    digits, version = payload.split()
    return UUID(digits), int(version)
