"""The service against its floor over HTTP: the same gunicorn, the same statements, the same sizes, side by side."""

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

from benchmarks.corpus import corpus
from benchmarks.driver import Measured, drive
from benchmarks.load import Loaded, Person, load, people, seats_of
from benchmarks.requests import actor, get, has_turns_alone, move, post, seat_count, tags, view_path
from benchmarks.serving import database, serving, size_of
from engine.codec import row_of
from engine.fold import steps
from service import ids

__all__ = ["main"]

_ROOT = Path(__file__).resolve().parents[1]
_CONNECTIONS = 32


class Side(NamedTuple):
    """What one side of a ratio is asked: a queue for each connection."""

    port: int
    queues: Callable[[], Sequence[Sequence[bytes]]]


class Row(NamedTuple):
    """One endpoint against its floor."""

    name: str
    target: float | None
    service: Side
    floor: Side
    again: bool = True


def main(options: Sequence[str]) -> None:
    parser = ArgumentParser(prog="make bench ARGS=http", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="games in the database (10000)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each side (7)")
    parser.add_argument("--seconds", type=float, default=3.0, help="length of a round (3)")
    parser.add_argument("--workers", type=int, default=2, help="workers of each side (2)")
    parser.add_argument("--only", default="", help="names of rows, separated by commas")
    wanted = parser.parse_args(options)
    with contextlib.ExitStack() as stack:
        url = stack.enter_context(database())
        at_table = people(url, 200)
        models = [played.log for played in corpus() if has_turns_alone(played.log)]
        dice = random.Random(1)
        lengths = (dice.choice((None, dice.randrange(1, 60), dice.randrange(1, 30))) for _ in range(wanted.games))
        games = list(load(url, models, at_table, lengths))
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("vacuum analyze")
        service = stack.enter_context(serving("service.app:create_app()", url, wanted.workers))
        floor = stack.enter_context(serving("benchmarks.floor:create_app()", url, wanted.workers))
        rows = _rows(games, at_table, service.port, floor.port, dice)
        chosen = [row for row in rows if not wanted.only or row.name.split()[0] in wanted.only.split(",")]
        print(_machine(url, wanted))
        print(_HEAD)
        for row in chosen:
            print(_line(row, _measure(row, wanted.rounds, wanted.seconds)), flush=True)


_HEAD = """| | service/s | floor/s | ratio (min-max) | target | p50 ms | floor p50 | p99 ms | floor p99 | p99 ratio |
|---|---|---|---|---|---|---|---|---|---|"""


def _measure(row: Row, rounds: int, seconds: float) -> list[tuple[Measured, Measured]]:
    """Measure both sides in turn, which of them first changing; a first short round warms both."""
    pairs = []
    for round_ in range(rounds + 1):
        sides = (row.service, row.floor)
        lasting = seconds if round_ else 0.5
        order = sides if round_ % 2 else sides[::-1]
        measured = {id(side): drive(side.port, side.queues(), lasting, again=row.again) for side in order}
        for side in sides:
            odd = {status for status in measured[id(side)].statuses if status >= 400}
            if odd:
                raise SystemExit(f"{row.name}: answered {measured[id(side)].statuses}")
        if round_:
            pairs.append((measured[id(row.service)], measured[id(row.floor)]))
    return pairs


def _line(row: Row, pairs: list[tuple[Measured, Measured]]) -> str:
    ratios = sorted(service.rate / floor.rate for service, floor in pairs)

    def middle(side: int, of: Callable[[Measured], float]) -> float:
        return median(of(pair[side]) for pair in pairs)

    p99 = [middle(side, lambda measured: measured.percentile(0.99)) for side in (0, 1)]
    p50 = [middle(side, lambda measured: measured.percentile(0.5)) for side in (0, 1)]
    target = "" if row.target is None else f"{row.target:.2f}"
    return (
        f"| {row.name} | {middle(0, lambda m: m.rate):,.0f} | {middle(1, lambda m: m.rate):,.0f} | "
        f"**{median(ratios):.2f}** ({ratios[0]:.2f}-{ratios[-1]:.2f}) | {target} | {p50[0]:.1f} | {p50[1]:.1f} | "
        f"{p99[0]:.1f} | {p99[1]:.1f} | {p99[0] / p99[1]:.2f} |"
    )


def _rows(games: list[Loaded], at_table: Sequence[Person], service: int, floor: int, dice: random.Random) -> list[Row]:
    holders = {game.game_id: seats_of(at_table, number, seat_count(game)) for number, game in enumerate(games)}
    sample = dice.sample(games, min(2000, len(games)))
    seen = [(game, dice.choice(holders[game.game_id]).token) for game in sample]
    views = tags(service, seen)
    over = [game for game in games if game.version == len(game.log.events) - 1]
    frames = [f"/v1/replays/{ids.render('g', game.game_id)}/frames?seat=1" for game in dice.sample(over, 64)]
    sizes = [size_of(service, path) for path in frames]
    running = [game for game in games if game.version < len(game.log.events) - 1]
    dice.shuffle(running)
    shares = {"service": iter(running[::2]), "floor": iter(running[1::2])}

    def spread(requests: Sequence[bytes]) -> Sequence[Sequence[bytes]]:
        mixed = dice.sample(requests, len(requests))
        return [mixed[at::_CONNECTIONS] for at in range(_CONNECTIONS)]

    def moves(side: str, make: Callable[[Loaded, int, str], bytes]) -> Sequence[Sequence[bytes]]:
        """Games enough for one round, each played on to its end over one connection."""
        return [
            [
                make(game, at, holders[game.game_id][actor(game.log.events[at])].token)
                for _, game in zip(range(8), shares[side], strict=False)
                for at in range(game.version + 1, len(game.log.events))
            ]
            for _ in range(_CONNECTIONS)
        ]

    return [
        Row(
            "view",
            0.75,
            Side(service, lambda: spread([get(view_path(game), token) for game, token in seen])),
            Side(
                floor,
                lambda: spread(
                    [
                        get(f"/view/{game.game_id.hex}/{size}", token)
                        for (game, token), (_, size) in zip(seen, views, strict=True)
                    ]
                ),
            ),
        ),
        Row(
            "304",
            0.85,
            Side(
                service,
                lambda: spread(
                    [
                        get(view_path(game), token, f"If-None-Match: {tag}")
                        for (game, token), (tag, _) in zip(seen, views, strict=True)
                    ]
                ),
            ),
            Side(floor, lambda: spread([get(f"/glance/{game.game_id.hex}", token) for game, token in seen])),
        ),
        Row(
            "move",
            0.65,
            Side(service, lambda: moves("service", move)),
            Side(floor, lambda: moves("floor", _bare_move)),
            again=False,
        ),
        Row(
            "frames (identity)",
            0.90,
            Side(service, lambda: spread([get(path) for path in frames])),
            Side(floor, lambda: spread([get(f"/ready/{size}") for size in sizes])),
        ),
    ]


_SUMMARIES: dict[int, list[dict[str, Any]]] = {}


def _bare_move(game: Loaded, at: int, token: str) -> bytes:
    """What the service would write, worked out beforehand."""
    kind, seat, target, value, _ = row_of(game.log.events[at])
    if id(game.log) not in _SUMMARIES:
        _SUMMARIES[id(game.log)] = [_summary(state) for state in steps(game.log)]
    values = {"version": at, "kind": kind, "seat": seat, "target": target, "value": value, "data": None}
    body = {**values, "head": f"\\x{bytes(32).hex()}", **_SUMMARIES[id(game.log)][at]}
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


def _machine(url: str, wanted: Any) -> str:
    with psycopg.connect(url) as db:
        row = db.execute("select current_setting('server_version'), (select count(*) from event)").fetchone()
    assert row is not None
    packages = ", ".join(f"{name} {version(name)}" for name in ("gunicorn", "gevent", "flask", "psycopg"))
    return (
        f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, Python {platform.python_version()}, {packages}, "
        f"PostgreSQL {row[0]}; {wanted.games:,} games, {row[1]:,} events; {wanted.workers} gevent workers a side, "
        f"{_CONNECTIONS} connections, {wanted.rounds} rounds of {wanted.seconds:g} s a side\n"
    )
