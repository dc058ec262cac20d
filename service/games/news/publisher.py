"""Postgres NOTIFY when a game has news. A lost notification is made up for by polling (`news.listener`)."""

import threading
from contextlib import suppress
from typing import Final
from uuid import UUID

from flask import Flask, current_app

from service.database.pool import connection, once_kept

__all__ = ["CHANNEL", "Notifier", "announce", "init_app", "parse"]

CHANNEL: Final = "hanabi_news"

_EXTENSION: Final = "notifier"


class Notifier:
    """Sends the notifications of this process from a thread, so that no response waits for them.

    It sends all that have gathered in one statement: Postgres commits one notifying transaction at a time, so many
    small ones would wait for each other.
    """

    def __init__(self, app: Flask) -> None:
        self.busy = False
        """True while there are notifications to send."""
        self._app = app
        self._payloads: list[str] = []
        self._lock = threading.Lock()  # never held during I/O

    def send(self, payload: str) -> None:
        """Send a notification soon."""
        with self._lock:
            self._payloads.append(payload)
            if self.busy:
                return
            self.busy = True
        threading.Thread(target=self._run, name="notifier", daemon=True).start()

    def _run(self) -> None:
        while payloads := self._next():
            with suppress(Exception), self._app.app_context(), connection() as db:
                db.execute("select pg_notify(%s, payload) from unnest(%s::text[]) as payload", (CHANNEL, payloads))

    def _next(self) -> list[str]:
        with self._lock:
            payloads, self._payloads = self._payloads, []
            self.busy = bool(payloads)
            return payloads


def init_app(app: Flask) -> None:
    """Give an application its notifier."""
    app.extensions[_EXTENSION] = Notifier(app)


def announce(game_id: UUID, version: int) -> None:
    """Notify all processes, after the commit, that a game has reached a version; -1 is for news of its lobby."""
    notifier: Notifier = current_app.extensions[_EXTENSION]
    once_kept(lambda: notifier.send(f"{game_id.hex} {version}"))


def parse(payload: str) -> tuple[UUID, int]:
    """Return the game and the version of a notification. Raises ValueError for one that is not the service's."""
    digits, version = payload.split()
    return UUID(digits), int(version)
