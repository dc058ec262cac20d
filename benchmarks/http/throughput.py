"""Benchmark of the service over HTTP, compared with its floor or with another checkout.

The floor runs the same statements and sends as many bytes (`benchmarks/http/floor.py`). With `--against DIR`, the other
side is the service of the checkout in DIR, with its own configuration of gunicorn, on the same database and games.
"""

import contextlib
import os
import platform
import random
import time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import psycopg

from benchmarks.harness.bulk_load import Loaded, Person, load, people, seats_of
from benchmarks.harness.corpus import corpus
from benchmarks.harness.load_generator import Measured, drive
from benchmarks.harness.requests import actor, get, has_only_turns, move, post, seat_count, tags, view_path
from benchmarks.harness.servers import database, serving, size_of
from engine.codec import row_of
from engine.fold import steps
from service.platform import ids

_ROOT = Path(__file__).resolve().parents[2]
_CONNECTIONS = 32


class Side(NamedTuple):
    """One side of a ratio: its port, and the requests of each connection."""

    port: int
    queues: Callable[[], Sequence[Sequence[bytes]]]


class Row(NamedTuple):
    """One endpoint on both sides."""

    name: str
    service: Side
    other: Side
    again: bool = True


def main(options: Sequence[str]) -> None:
    parser = ArgumentParser(prog="make bench ARGS=http", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="games in the database (10000)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each side (7)")
    parser.add_argument("--seconds", type=float, default=3.0, help="length of a round (3)")
    parser.add_argument("--workers", type=int, default=2, help="workers of each side (2)")
    parser.add_argument("--only", default="", help="names of rows, separated by commas")
    parser.add_argument("--against", type=Path, help="another checkout of the service, instead of the floor")
    args = parser.parse_args(options)
    with contextlib.ExitStack() as stack:
        url = stack.enter_context(database())
        at_table = people(url, 200)
        models = [played.log for played in corpus() if has_only_turns(played.log)]
        dice = random.Random(1)
        lengths = (dice.choice((None, dice.randrange(1, 60), dice.randrange(1, 30))) for _ in range(args.games))
        games = list(load(url, models, at_table, lengths))
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("vacuum analyze")
        service = stack.enter_context(serving("service.app:create_app()", url, args.workers))
        if args.against:
            other = serving("service.app:create_app()", url, args.workers, checkout=args.against)
        else:
            other = serving("benchmarks.http.floor:create_app()", url, args.workers)
        port = stack.enter_context(other).port
        rows = _rows(games, at_table, service.port, port, dice, other_is_floor=not args.against)
        chosen = [row for row in rows if not args.only or row.name.split()[0] in args.only.split(",")]
        print(_machine(url, args))
        print(_HEAD)
        for row in chosen:
            print(_line(row, _measure(row, args.rounds, args.seconds)), flush=True)


_HEAD = """| | service/s | other/s | ratio (min-max) | p50 ms | other p50 | p99 ms | other p99 | p99 ratio |
|---|---|---|---|---|---|---|---|---|"""


def _measure(row: Row, rounds: int, seconds: float) -> list[tuple[Measured, Measured]]:
    """Measure both sides in turns, after a short warm-up round.

    Each round starts with the other side.
    """
    pairs = []
    for round_ in range(rounds + 1):
        sides = (row.service, row.other)
        length_s = seconds if round_ else 0.5
        order = sides if round_ % 2 else sides[::-1]
        measured = {id(side): drive(side.port, side.queues(), length_s, again=row.again) for side in order}
        for side in sides:
            errors = {status for status in measured[id(side)].statuses if status >= 400}
            if errors:
                raise SystemExit(f"{row.name}: answered {measured[id(side)].statuses}")
        if round_:
            pairs.append((measured[id(row.service)], measured[id(row.other)]))
    return pairs


def _line(row: Row, pairs: list[tuple[Measured, Measured]]) -> str:
    ratios = sorted(service.rate / floor.rate for service, floor in pairs)

    def median_of(side: int, of: Callable[[Measured], float]) -> float:
        return median(of(pair[side]) for pair in pairs)

    p99 = [median_of(side, lambda measured: measured.percentile(0.99)) for side in (0, 1)]
    p50 = [median_of(side, lambda measured: measured.percentile(0.5)) for side in (0, 1)]
    return (
        f"| {row.name} | {median_of(0, lambda m: m.rate):,.0f} | {median_of(1, lambda m: m.rate):,.0f} | "
        f"**{median(ratios):.2f}** ({ratios[0]:.2f}-{ratios[-1]:.2f}) | {p50[0]:.1f} | {p50[1]:.1f} | "
        f"{p99[0]:.1f} | {p99[1]:.1f} | {p99[0] / p99[1]:.2f} |"
    )


def _rows(
    games: list[Loaded],
    at_table: Sequence[Person],
    service: int,
    other: int,
    dice: random.Random,
    *,
    other_is_floor: bool,
) -> list[Row]:
    holders = {game.game_id: seats_of(at_table, number, seat_count(game)) for number, game in enumerate(games)}
    sample = dice.sample(games, min(2000, len(games)))
    seen = [(game, dice.choice(holders[game.game_id]).token) for game in sample]
    finished = [game for game in games if game.version == len(game.log.events) - 1]
    frames = [
        f"/v1/replays/{ids.render('g', game.game_id)}/frames?seat=1"
        for game in dice.sample(finished, min(64, len(finished)))
    ]
    running = [game for game in games if game.version < len(game.log.events) - 1]
    dice.shuffle(running)
    shares = {service: iter(running[::2]), other: iter(running[1::2])}

    def spread(requests: Sequence[bytes]) -> Sequence[Sequence[bytes]]:
        mixed = dice.sample(requests, len(requests))
        return [mixed[at::_CONNECTIONS] for at in range(_CONNECTIONS)]

    def side(port: int, requests: Sequence[bytes]) -> Side:
        return Side(port, lambda: spread(requests))

    def moves(port: int, make: Callable[[Loaded, int, str], bytes]) -> Side:
        """Return a side whose requests play games to their ends, enough of them for one round."""
        return Side(
            port,
            lambda: [
                [
                    make(game, at, holders[game.game_id][actor(game.log.events[at])].token)
                    for _, game in zip(range(8), shares[port], strict=False)
                    for at in range(game.version + 1, len(game.log.events))
                ]
                for _ in range(_CONNECTIONS)
            ],
        )

    def of_service(port: int) -> dict[str, Side]:
        views = tags(port, seen)
        unchanged = [
            get(view_path(game), token, f"If-None-Match: {tag}")
            for (game, token), (tag, _) in zip(seen, views, strict=True)
        ]
        return {
            "view": side(port, [get(view_path(game), token) for game, token in seen]),
            "304": side(port, unchanged),
            "move": moves(port, move),
            "frames (identity)": side(port, [get(path) for path in frames]),
        }

    def of_floor(port: int) -> dict[str, Side]:
        sizes = [size for _, size in tags(service, seen)]
        views = [
            get(f"/view/{game.game_id.hex}/{size}", token) for (game, token), size in zip(seen, sizes, strict=True)
        ]
        return {
            "view": side(port, views),
            "304": side(port, [get(f"/summary/{game.game_id.hex}", token) for game, token in seen]),
            "move": moves(port, floor_move),
            "frames (identity)": side(port, [get(f"/ready/{size_of(service, path)}") for path in frames]),
        }

    others = of_floor(other) if other_is_floor else of_service(other)
    return [
        Row(name, service_side, others[name], again=name != "move")
        for name, service_side in of_service(service).items()
    ]


_SUMMARIES: dict[int, list[dict[str, Any]]] = {}


def floor_move(game: Loaded, at: int, token: str) -> bytes:
    """Return a move for the floor, with the row that the service would write."""
    kind, seat, target, value, _ = row_of(game.log.events[at])
    if id(game.log) not in _SUMMARIES:
        _SUMMARIES[id(game.log)] = [_summary(state) for state in steps(game.log)]
    values = {"version": at, "kind": kind, "seat": seat, "target": target, "value": value, "data": None}
    # The database hashes this many bytes before and after the time of an event.
    hashed = {"head": None, "before_time": f"\\x{bytes(120).hex()}", "after_time": f"\\x{bytes(60).hex()}"}
    body = {**values, **hashed, **_SUMMARIES[id(game.log)][at]}
    return post(f"/move/{game.game_id.hex}/{_MOVE_SIZE}", token, body)


_MOVE_SIZE = 4000


def _summary(state: Any) -> dict[str, Any]:
    result = state.result
    return {
        "turn": state.turn,
        "to_move": state.to_move,
        "outcome": result and result.outcome,
        "reason": result and result.reason,
        "score": result and result.score,
    }


def _machine(url: str, args: Any) -> str:
    with psycopg.connect(url) as db:
        row = db.execute("select current_setting('server_version'), (select count(*) from event)").fetchone()
    assert row is not None
    packages = ", ".join(f"{name} {version(name)}" for name in ("gunicorn", "gevent", "flask", "psycopg"))
    return (
        f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, Python {platform.python_version()}, {packages}, "
        f"PostgreSQL {row[0]}; {args.games:,} games, {row[1]:,} events; {args.workers} gevent workers a side, "
        f"{_CONNECTIONS} connections, {args.rounds} rounds of {args.seconds:g} s a side\n"
    )
