"""The floor: a bare Flask app and a bare psycopg pool, which run the service's own statements and answer ready bytes.

Nothing is checked, rebuilt or rendered here. It is served by gunicorn exactly as the service is; what the service takes
beyond this is what the rules, the redaction and the contract cost.
"""

import hashlib
import os
import queue
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import orjson
import psycopg
from flask import Flask, Response, request

from service.games import event_store
from service.identity import tokens

__all__ = ["create_app"]

_READY = memoryview(bytes(range(32, 126)) * 30000)


class _Pool:
    """Connections in autocommit: lent to one request at a time, made when there is none."""

    def __init__(self, url: str, size: int) -> None:
        self._url = url
        self._free: queue.LifoQueue[psycopg.Connection[Any] | None] = queue.LifoQueue()
        for _ in range(size):
            self._free.put(None)

    @contextmanager
    def connection(self) -> Iterator[psycopg.Connection[Any]]:
        one = self._free.get() or psycopg.connect(self._url, autocommit=True)
        try:
            yield one
        finally:
            self._free.put(one)


def create_app() -> Flask:
    """Return the app; no connection is made before the first request."""
    app = Flask("floor", static_folder=None)
    pool = _Pool(os.environ["DATABASE_URL"], int(os.environ.get("POOL_SIZE", "8")))

    def who() -> bytes:
        return hashlib.sha256(request.headers["Authorization"][7:].encode()).digest()

    @app.get("/livez")
    def live() -> Response:
        return _body(16)

    @app.get("/view/<game>/<int:size>")
    def view(game: str, size: int) -> Response:
        with pool.connection() as db:
            db.execute(tokens.TOKEN_OWNER, {"digest": who()}).fetchone()
            db.execute(event_store._LOAD, {"game_id": UUID(game), "times_since": None}, binary=True).fetchone()
        return _body(size)

    @app.get("/glance/<game>")
    def glance(game: str) -> Response:
        with pool.connection() as db:
            db.execute("select version, revision, private from game where game_id = %s", (UUID(game),)).fetchone()
        return Response(status=304, headers={"ETag": '"1"'})

    @app.post("/move/<game>/<int:size>")
    def move(game: str, size: int) -> Response:
        values = orjson.loads(request.get_data())
        values["game_id"] = game_id = UUID(game)
        with pool.connection() as db:
            db.execute(tokens.TOKEN_OWNER, {"digest": who()}).fetchone()
            db.execute(event_store._LOAD, {"game_id": game_id, "times_since": None}, binary=True).fetchone()
            appended = db.execute(event_store._APPEND, values).fetchone()
            assert appended is not None
            db.execute("select pg_notify(%s, %s)", ("hanabi_news", f"{game_id.hex} {values['version']}"))
        return _body(size, 201)

    @app.get("/ready/<int:size>")
    def ready(size: int) -> Response:
        return _body(size)

    return app


def _body(size: int, status: int = 200) -> Response:
    return Response(bytes(_READY[:size]), status, content_type="application/json")
