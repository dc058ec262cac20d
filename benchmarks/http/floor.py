"""The floor: a bare Flask app that runs the service's SQL and sends prepared bytes.

Its connections come from psycopg_pool. It checks, rebuilds and renders nothing. gunicorn serves it with its own gevent
worker. The difference between the floor and the service is the cost of the rules, the redaction and the contract. It
runs as many statements as the service: one for a view, one for a 304, and two for a move. The service also notifies
subscribers, after the response.
"""

import hashlib
import os
from typing import Final
from uuid import UUID

import orjson
from flask import Flask, Response, request
from psycopg_pool import ConnectionPool

from service.core.tables import event_store, game_summary

_BODY = memoryview(bytes(range(32, 126)) * 30000)


def create_app() -> Flask:
    """Return the app. It connects at the first request."""
    app = Flask("floor", static_folder=None)
    size = int(os.environ.get("POOL_SIZE", "8"))
    pool = ConnectionPool(
        os.environ["DATABASE_URL"], min_size=0, max_size=size, kwargs={"autocommit": True}, open=False
    )

    def parameters(game: str) -> dict[str, object]:
        pool.open()
        token = request.headers["Authorization"][7:]
        return {"game_id": UUID(game), "digest": hashlib.sha256(token.encode()).digest()}

    @app.get("/livez")
    def live() -> Response:
        return _response(16)

    @app.get("/view/<game>/<int:size>")
    def view(game: str, size: int) -> Response:
        values = parameters(game)
        with pool.connection() as db:
            db.execute(event_store.LOAD_FOR_TOKEN, values, binary=True).fetchone()
        return _response(size)

    @app.get("/summary/<game>")
    def summary(game: str) -> Response:
        values = parameters(game)
        with pool.connection() as db:
            db.execute(game_summary.SUMMARY_FOR_TOKEN, values).fetchone()
        return Response(status=304, headers={"ETag": '"1"'})

    @app.post("/move/<game>/<int:size>")
    def move(game: str, size: int) -> Response:
        event = orjson.loads(request.get_data())
        values = parameters(game)
        event["game_id"] = values["game_id"]
        event |= _NOT_LAST
        with pool.connection() as db:
            db.execute(event_store.LOAD_FOR_TOKEN, values, binary=True).fetchone()
            appended = db.execute(event_store.APPEND, event).fetchone()
        assert appended is not None
        return _response(size, 201)

    @app.get("/ready/<int:size>")
    def ready(size: int) -> Response:
        return _response(size)

    return app


# What the service sends with a move that ends no game, at a table without a clock.
_NOT_LAST: Final = {
    "paused": False,
    "at": None,
    "deadline": None,
    "counts": False,
    "not_before": None,
    "left": None,
    "deck_key": None,
}


def _response(size: int, status: int = 200) -> Response:
    return Response(bytes(_BODY[:size]), status, content_type="application/json")
