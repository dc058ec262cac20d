"""Benchmark of signed receipts: the CPU time of moves and views with and without them."""

from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from statistics import median, quantiles
from time import process_time_ns
from typing import Any, Final
from unittest.mock import patch

import orjson
from flask import Flask
from werkzeug.test import create_environ

from benchmarks.harness.servers import database
from benchmarks.harness.timing import machine, table
from service.app import create_app
from service.core.tables import receipts
from service.platform.settings import Settings

_MOVES: Final = 30
_RULES: Final = {"starting_seat": 0, "empty_clues": True}


def main(options: Sequence[str]) -> None:
    parser = ArgumentParser(prog="make bench ARGS=receipts", description=__doc__)
    parser.add_argument("--games", type=int, default=60, help=f"games of {_MOVES} moves (60)")
    args = parser.parse_args(options)
    with database() as url:
        app = create_app(Settings(database_url=url, pool_size=1, rate_limits=False))
        tokens = [_send(app, "POST", "/v1/accounts", {"name": name})[0]["token"] for name in ("Ada", "Ben")]
        _played(app, tokens, 0)  # a warm-up
        games = [_played(app, tokens, number) for number in range(args.games)]
    rows = []
    for what in ("move", "view"):
        with_receipt, without = ([median(game[what, signed]) for game in games] for signed in (True, False))
        ratios = [one / other for one, other in zip(with_receipt, without, strict=True)]
        low, *_, high = quantiles(ratios, n=10)
        rows.append(
            (
                what,
                f"{median(with_receipt):,.0f}",
                f"{median(without):,.0f}",
                f"{median(ratios):.3f}",
                f"{low:.3f} to {high:.3f}",
            )
        )
    print(machine())
    print(table(("request", "CPU µs with a receipt", "without", "ratio", "deciles of the ratio"), rows))


def _played(app: Flask, tokens: Sequence[str], number: int) -> dict[tuple[str, bool], list[float]]:
    """Play a game, and return the CPU times of moves and views in µs, with and without receipts.

    The two sides take turns from one turn to the next, and every other game begins with the other side.
    """
    times: dict[tuple[str, bool], list[float]] = {
        (what, side): [] for what in ("move", "view") for side in (True, False)
    }
    game = _send(app, "POST", "/v1/games", {"seats": 2, "rules": _RULES, "sandbox": True}, tokens[0])[0]["id"]
    path = f"/v1/games/{game}"
    _send(app, "POST", f"{path}/seats", {}, tokens[1])
    for turn in range(_MOVES):
        signed = (turn // 2 + number) % 2 == 0  # so that each side has turns of both seats
        token = tokens[turn % 2]
        with _receipts(signed):
            view, view_us = _send(app, "GET", path, None, token)
            actions = sorted(
                view["legal_actions"], key=lambda action: ("clue", "discard", "play").index(action["type"])
            )
            move = {**actions[0], "expected_version": view["version"]}
            done, move_us = _send(app, "POST", f"{path}/moves", move, token)
        assert (done["view"]["receipt"] is not None) == signed
        times["view", signed].append(view_us)
        times["move", signed].append(move_us)
    return times


def _receipts(signed: bool) -> AbstractContextManager[object]:
    return nullcontext() if signed else patch.object(receipts, "of_state", lambda *_: None)


def _send(app: Flask, method: str, path: str, body: Any, token: str | None = None) -> tuple[Any, float]:
    """Return the parsed response and the CPU time of this process in µs."""
    raw = b"" if body is None else orjson.dumps(body)
    headers = {"Content-Type": "application/json"} if raw else {}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    environ = create_environ(path, method=method, headers=headers, data=raw, environ_base={"REMOTE_ADDR": "127.0.0.1"})
    statuses: list[str] = []

    def start_response(status: str, *_: object) -> Any:
        statuses.append(status)
        return bytes

    began = process_time_ns()
    answer = b"".join(app(environ, start_response))
    took_us = (process_time_ns() - began) / 1000
    if not statuses[0].startswith("2"):
        raise SystemExit(f"{method} {path}: {statuses[0]} {answer!r}")
    return orjson.loads(answer), took_us
