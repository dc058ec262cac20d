"""Hints that a game has news, from any process to all: never more than hints, since whoever misses one looks later."""

import threading
from contextlib import suppress
from typing import Final
from uuid import UUID

from flask import Flask, current_app

from service.database.pool import after_commit, connection

__all__ = ["CHANNEL", "Herald", "announce", "init_app", "read"]

CHANNEL: Final = "hanabi_news"

_HERALD: Final = "herald"


class Herald:
    """Passes on the hints of one process, behind the answers' backs: all that came up meanwhile in one statement.

    Postgres takes notifications of one transaction at a time, so that many small ones would wait for each other.
    """

    def __init__(self, app: Flask) -> None:
        self.busy = False
        """Whether there are hints that have not been passed on."""
        self._app = app
        self._hints: list[str] = []
        self._lock = threading.Lock()  # nothing waits while it holds this

    def tell(self, hint: str) -> None:
        """Pass a hint on, soon."""
        with self._lock:
            self._hints.append(hint)
            if self.busy:
                return
            self.busy = True
        threading.Thread(target=self._pass_on, name="herald", daemon=True).start()

    def _pass_on(self) -> None:
        while hints := self._next():
            with suppress(Exception), self._app.app_context(), connection() as db:
                db.execute("select pg_notify(%s, hint) from unnest(%s::text[]) as hint", (CHANNEL, hints))

    def _next(self) -> list[str]:
        with self._lock:
            hints, self._hints = self._hints, []
            self.busy = bool(hints)
            return hints


def init_app(app: Flask) -> None:
    """Give an app its herald."""
    app.extensions[_HERALD] = Herald(app)


def announce(game_id: UUID, version: int) -> None:
    """Tell all processes that a game has come to this version, once that is kept: -1 for news of its lobby, 0 for its
    start."""
    herald: Herald = current_app.extensions[_HERALD]
    after_commit(lambda: herald.tell(f"{game_id.hex} {version}"))


def read(hint: str) -> tuple[UUID, int]:
    """Return the game and the version that a hint tells of; ValueError for what somebody else has said."""
    digits, version = hint.split()
    return UUID(digits), int(version)
