"""Count of the modules that a request passes, in process: how straight its way is.

A switch is a call of a function in another module than that of the call before. A return is a switch to a module in
which the request has been before. Only modules of this repository count. It fails if a way is longer than `MOST`
allows, or that of an ended game leads through what concerns running ones.
"""

import secrets
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Sequence
from http import HTTPStatus
from pathlib import Path
from types import FrameType
from typing import Final

import orjson
from flask import Flask
from werkzeug.test import create_environ

from benchmarks.harness.bulk_load import Loaded
from benchmarks.harness.dataset import Dataset, dataset
from benchmarks.harness.requests import move, view_path
from benchmarks.harness.timing import table
from service.app import create_app
from service.platform.settings import Settings
from service.platform.wire.media_types import HANAB_LIVE

_ROOT: Final = Path(__file__).resolve().parents[2]
_OWN: Final = (f"{_ROOT}/service/", f"{_ROOT}/engine/")
_EVENTS: Final = 10
_WAYS: Final = 3
"""The requests of each kind. Only the last counts: the earlier ones import modules and fill caches."""

MOST: Final = {
    "GET of a game with a token": (30, 71),
    "a move with an `Idempotency-Key`": (45, 144),
    "GET of an ended game": (33, 82),
    "GET of a replay": (38, 2000),
    "an import of hanab.live's JSON": (63, 4000),
}
"""The most modules and switches of each request. Each event of a replay takes some 20 switches, and of an import 40.

A move that waits for a connection counts the wait, by one module more.
"""

_ENDED: Final = tuple(MOST)[2:]
_RUNNING: Final = tuple(
    [f"service/{part}" for part in ("core/tables/advancing", "core/tables/lobby/", "core/tables/news/", "features/")]
)
"""Where the names of modules begin that concern running games, or no game at all."""

_SEALED: Final = "service/features/contests/sealed_decks.py"
"""It refuses the import of a deck that others have still to play."""


def main(options: Sequence[str]) -> None:
    parser = ArgumentParser(prog="make bench ARGS=way", description=__doc__)
    parser.add_argument("--list", action="store_true", help="list the modules with their stays")
    args = parser.parse_args(options)
    with dataset([*[_EVENTS] * _WAYS, *[None] * _WAYS]) as data:
        app = create_app(Settings(database_url=data.url))
        running, ended = data.games[:_WAYS], data.games[_WAYS:]
        found = (
            [_get(app, data, game, view_path(game)) for game in running],
            [_move(app, data, game) for game in running],
            [_get(app, data, game, view_path(game)) for game in ended],
            [_get(app, data, game, view_path(game).replace("games", "replays")) for game in ended],
            _imports(app, data, ended),
        )
        ways = dict(zip(MOST, found, strict=True))
    rows = []
    for name, counted in ways.items():
        stays = counted[-1]
        modules, switches = len(set(stays)), len(stays) - 1
        rows.append((name, str(modules), str(switches), str(switches - modules + 1)))
        if args.list:
            print(f"{name}:", *[f"{times:4} {module}" for module, times in Counter(stays).most_common()], sep="\n")
    print(table(("request", "modules", "switches", "returns"), rows))
    for name, passed, switched, _ in rows:
        if int(passed) > MOST[name][0] or int(switched) > MOST[name][1]:
            raise SystemExit(f"{name}: more than {MOST[name]} modules and switches")
        if name in _ENDED and any(stay.startswith(_RUNNING) for stay in ways[name][-1] if stay != _SEALED):
            raise SystemExit(f"{name}: it passes a module for running games")


def way_of(request: Callable[[], object]) -> list[str]:
    """Return the modules of this repository whose functions a request calls, in order of the stays."""
    stays: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        # A comprehension or a lambda is a part of the function that has it.
        is_own = event == "call" and code.co_filename.startswith(_OWN) and not code.co_name.startswith("<")
        if is_own and (not stays or stays[-1] != code.co_filename):
            stays.append(code.co_filename)

    sys.setprofile(note)
    try:
        request()
    finally:
        sys.setprofile(None)
    return [str(Path(file).relative_to(_ROOT)) for file in stays]


def _get(app: Flask, data: Dataset, game: Loaded, path: str) -> list[str]:
    token = data.holders[game.game_id][0].token
    _way(app, "GET", path, token)  # the first use of a token on a day is stored
    return _way(app, "GET", path, token)


def _move(app: Flask, data: Dataset, game: Loaded) -> list[str]:
    at = game.version + 1
    token = data.mover(game, at)
    _way(app, "GET", view_path(game), token)  # the first use of a token on a day is stored
    body = move(game, at, token).partition(b"\r\n\r\n")[2]
    return _way(app, "POST", f"{view_path(game)}/moves", token, body)


def _imports(app: Flask, data: Dataset, games: Sequence[Loaded]) -> list[list[str]]:
    """Import the first game that hanab.live's format can have, as games of other seeds."""
    for game in games:
        token = data.holders[game.game_id][0].token
        path = f"{view_path(game).replace('games', 'replays')}/export"
        export = app.test_client().get(path, headers={"Accept": HANAB_LIVE, "Authorization": f"Bearer {token}"})
        if export.status_code == HTTPStatus.OK:
            seeds = [{**orjson.loads(export.data), "seed": f"p{number}v0sway"} for number in range(_WAYS)]
            return [_way(app, "POST", "/v1/replays", token, orjson.dumps(seed)) for seed in seeds]
    raise SystemExit("No game can be exported to hanab.live")


def _way(app: Flask, method: str, path: str, token: str, body: bytes = b"") -> list[str]:
    headers = {"Authorization": f"Bearer {token}"}
    if body:
        headers |= {"Content-Type": "application/json", "Idempotency-Key": secrets.token_hex(8)}
    environ = create_environ(path, method=method, headers=headers, data=body, environ_base={"REMOTE_ADDR": "127.0.0.1"})
    statuses: list[str] = []

    def start_response(status: str, *_: object) -> Callable[[bytes], object]:
        statuses.append(status)
        return bytes

    def run() -> None:
        response = app(environ, start_response)
        content = b"".join(response)
        if hasattr(response, "close"):
            response.close()
        if not statuses[0].startswith(("200", "201")):
            raise SystemExit(f"{method} {path}: {statuses[0]} {content!r}")

    return way_of(run)
