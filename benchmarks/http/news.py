"""Benchmark of reading new events, by list and by stream, compared with a view."""

import io
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import Any

from flask import Flask

from benchmarks.harness.bulk_load import Loaded
from benchmarks.harness.dataset import Dataset, dataset
from benchmarks.harness.requests import view_path
from benchmarks.harness.timing import machine, table, take_turns
from service.app import create_app
from service.core.tables.lookup import GameRequest
from service.core.tables.routes import streams as game_streams
from service.platform.settings import Settings

_EVENTS = 40


def main(options: Sequence[str]) -> None:
    parser = ArgumentParser(prog="make bench ARGS=news", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="rounds over all games (15)")
    args = parser.parse_args(options)
    with dataset([_EVENTS - 1] * 40) as data:
        app = create_app(Settings(database_url=data.url))
        games = [game for game in data.games if game.version == _EVENTS - 1]
        newest = _EVENTS - 1
        sides: dict[str, Callable[[Loaded], object]] = {
            "a view": lambda game: _get(app, data, game, ""),
            "events, none new": lambda game: _get(app, data, game, "/events", f"since={newest}"),
            "events, one new": lambda game: _get(app, data, game, "/events", f"since={newest - 1}"),
            "events, all of 40": lambda game: _get(app, data, game, "/events", "since=-1"),
            "one read of a stream, one new": lambda game: _read_stream(app, game, newest - 1),
        }
        measured = take_turns(sides, games, args.rounds)
    view = median(measured["a view"])
    rows = [(name, f"{median(times):,.0f}", f"{median(times) / view:.2f}") for name, times in measured.items()]
    print(machine())
    print(table((f"a game of {_EVENTS} events", "µs", "views"), rows))


def _get(app: Flask, data: Dataset, game: Loaded, path: str, query: str = "") -> bytes:
    environ: dict[str, Any] = {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": view_path(game) + path,
        "QUERY_STRING": query,
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "127.0.0.1",
        "HTTP_AUTHORIZATION": f"Bearer {data.holders[game.game_id][0].token}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    statuses: list[str] = []

    def start_response(status: str, *_: object) -> Callable[[bytes], object]:
        statuses.append(status)
        return bytes

    response: Iterable[bytes] = app(environ, start_response)
    body = b"".join(response)
    if not statuses[0].startswith("200"):
        raise SystemExit(f"GET {environ['PATH_INFO']}: {statuses[0]} {body!r}")
    return body


def _read_stream(app: Flask, game: Loaded, since: int) -> object:
    with app.extensions["database"].bind():
        return game_streams.read(GameRequest(game.game_id, None), since, "en")
