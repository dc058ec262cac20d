"""Benchmark of growth: latencies with 100 games and with a million, compared.

Both databases are on one server, and each request goes to both in turns.
"""

import base64
import contextlib
import random
import shutil
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from statistics import median
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

import orjson
import psycopg

from benchmarks.harness.bulk_load import Loaded, Person, load, people, seats_of
from benchmarks.harness.corpus import corpus
from benchmarks.harness.load_generator import Connection
from benchmarks.harness.requests import actor, get, has_only_turns, move, seat_count, tags, view_path
from benchmarks.harness.servers import database, migrate, serving
from benchmarks.harness.timing import machine, table
from engine.events import Log
from service.app import create_app
from service.features.statistics import rollup
from service.platform import ids
from service.platform.settings import Settings

_FEW = 100
_RUNNING = 60  # running games that moves are sent to, on each side
_SAMPLE = 240  # running games in a mix; finished ones are two thirds as many, the mix of the smaller database
_BYTES_A_GAME = 14_000  # including the write-ahead log and dead rows
_PERIOD = timedelta(days=270)
_BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


class Known(NamedTuple):
    """A loaded game and its players."""

    game: Loaded
    seated: list[Person]


class Side(NamedTuple):
    """A database, the service on it, and samples of its running and finished games."""

    port: int
    running: list[Known]
    finished: list[Known]
    players: list[Person]


class Row(NamedTuple):
    """A row of the table: the requests that are sent to both sides."""

    name: str
    requests: Callable[[Side], list[bytes]]


def main(options: Sequence[str]) -> None:
    parser = ArgumentParser(prog="make bench ARGS=growth", description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000, help="games in the larger database (1000000)")
    parser.add_argument("--rounds", type=int, default=9, help="rounds of each row (9)")
    parser.add_argument("--requests", type=int, default=60, help="requests of each side in a round (60)")
    parser.add_argument("--loaders", type=int, default=3, help="processes that load (3)")
    parser.add_argument("--only", default="", help="beginnings of names of rows, separated by commas")
    args = parser.parse_args(options)
    games = _limit_to_disk(args.games)
    with contextlib.ExitStack() as stack:
        many = stack.enter_context(database())
        few = _second_database(many)
        sides = [
            _side(stack, url, number, loaders) for url, number, loaders in ((few, _FEW, 1), (many, games, args.loaders))
        ]
        print(_about(many, games, args))
        print(_sizes(many), flush=True)
        lines = []
        for row in _rows():
            if any(row.name.startswith(name) for name in args.only.split(",")):
                lines.append(_cells(row, _measure(row, sides[0], sides[1], args.rounds, args.requests)))
                _log(" | ".join(lines[-1]))
        head = ("", f"ms, {_FEW} games", f"ms, {games:,} games", "times slower", "lowest-highest", "target 1.2")
        print(table(head, lines))


def _side(stack: contextlib.ExitStack, url: str, games: int, loaders: int) -> Side:
    models = [played.log for played in corpus() if has_only_turns(played.log)]
    # A player has some dozens of games in the smaller database, and at most some thousands in the larger one.
    players = people(url, 8 if games <= _FEW else 2000)
    began = time.monotonic()
    loaded = _load(url, models, players, games, loaders)
    _log(f"{games:,} games loaded in {time.monotonic() - began:,.0f} s")
    _update_rollup(url)
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(_STUDIES)
        db.execute("vacuum (analyze)")
    _log("vacuumed")
    port = stack.enter_context(serving("service.app:create_app()", url, 1)).port
    known = [Known(game, seats_of(players, number, seat_count(game))) for number, game in loaded]
    running = [one for one in known if _runs(one.game)]
    return Side(port, running, [one for one in known if not _runs(one.game)], players)


_STUDIES: Final = """
    insert into study (study_id, account_id, title, chapters, revision)
    select gen_random_uuid(), account_id, 'A study', '[]', 1 from account, generate_series(1, 50)
"""


def _runs(game: Loaded) -> bool:
    return game.version < len(game.log.events) - 1


def _limit_to_disk(games: int) -> int:
    """Return how many games the disk has room for, at most `games`."""
    free = shutil.disk_usage(tempfile.gettempdir()).free
    room = int(free * 0.8) // _BYTES_A_GAME
    _log(f"{free / 1e9:,.0f} GB are free: {'enough' if room >= games else f'room for {room:,} games of {games:,}'}")
    return min(games, room)


def _log(message: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {message}", file=sys.stderr, flush=True)


def _second_database(url: str) -> str:
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("create database few")
    few = url.replace("/hanabi?", "/few?")
    migrate(few)
    return few


# Loading.


def _load(
    url: str, models: Sequence[Log], at_table: Sequence[Person], games: int, loaders: int
) -> list[tuple[int, Loaded]]:
    """Load games in parallel processes. Return a sample of them with their numbers."""
    share = -(-games // loaders)
    shares = [(first, min(first + share, games)) for first in range(0, games, share)]
    with ProcessPoolExecutor(loaders, mp_context=get_context("fork")) as processes:
        futures = [processes.submit(_load_share, url, models, at_table, *share, games) for share in shares]
        return [game for future in futures for game in future.result()]


def _load_share(
    url: str, models: Sequence[Log], at_table: Sequence[Person], first: int, end: int, games: int
) -> list[tuple[int, Loaded]]:
    loaded = load(url, models, at_table, _cuts(random.Random(first), first, end), first=first, apart=_PERIOD / games)
    dice = random.Random(first + 1)
    running: list[tuple[int, Loaded]] = []
    finished: list[tuple[int, Loaded]] = []
    for number, game in enumerate(loaded, first):
        if number % 100_000 == 0 and number > first:
            _log(f"{number - first:,} of {end - first:,} games")
        # Sample the finished games from copies of those games of the corpus that the smaller database has too.
        if _runs(game):
            running.append((number, game))
        elif _RUNNING <= number % len(models) < _FEW and (games <= _FEW or dice.random() < 0.1):
            finished.append((number, game))
    return running[:_RUNNING] + dice.sample(running[_RUNNING:], min(_SAMPLE, len(running[_RUNNING:]))) + finished


def _cuts(dice: random.Random, first: int, end: int) -> Iterator[int | None]:
    """Yield the length of each game, None for a whole one. The first games are short, to be continued."""
    for number in range(first, end):
        runs = number < _RUNNING or dice.random() < 0.015
        yield dice.randrange(5, 20) if runs else None


def _update_rollup(url: str) -> None:
    began = time.monotonic()
    with create_app(Settings(database_url=url, pool_size=1)).extensions["database"].bind():
        updated = rollup.count_all()
    _log(f"statistics updated with {updated:,} games in {time.monotonic() - began:,.0f} s")


# Requests.


def _rows() -> list[Row]:
    since = _BEGAN + _PERIOD / 9 + timedelta(hours=3, minutes=29)
    until = _BEGAN + _PERIOD * 0.9 + timedelta(hours=11, minutes=41)
    window = urlencode({"finished_after": since.isoformat(), "finished_before": until.isoformat()})
    days = urlencode({"finished_after": "2026-02-01T00:00:00Z", "finished_before": "2026-08-01T00:00:00Z"})
    further_on = _cursor((_BEGAN + _PERIOD * 0.9).isoformat())
    return [
        Row("view", lambda side: [_get(side, "/v1/games/{}", known) for known in _mixed(side)]),
        Row("304", _unchanged),
        _single("list of games", "/v1/games?limit=10"),
        _single("list of games, deep", f"/v1/games?limit=10&cursor={further_on}"),
        _single("list of running games", "/v1/games?status=running&limit=10"),
        _single("list of finished games", "/v1/games?status=ended&limit=10"),
        _single("list of games of an edition", "/v1/games?edition=fr&limit=5"),
        _single("list of games, 5 seats", "/v1/games?seats=5&limit=5"),
        _single("list of games with five multicolored", "/v1/games?multicolor=five&limit=5"),
        _for_each_player("list of my games", "/v1/me/games?limit=10"),
        _for_each_player("list of my games, deep", f"/v1/me/games?limit=5&cursor={further_on}"),
        _for_each_player("list of my running games", "/v1/me/games?status=running&limit=10"),
        _for_each_player("list of my games, my turn", "/v1/me/games?turn=mine&limit=3"),
        _for_each_player("list of my finished games", "/v1/me/games?status=ended&limit=10"),
        _for_each_player("list of my studies", "/v1/me/studies?limit=10"),
        _for_each_player("where my games stand", "/v1/me/events"),
        _single("replays", "/v1/replays?limit=10"),
        _single("replays, oldest first", "/v1/replays?sort=finished&limit=10"),
        _single("replays, deep", f"/v1/replays?limit=10&cursor={further_on}"),
        _single("replays by score", "/v1/replays?sort=-score&limit=10"),
        _single("replays by score, deep", f"/v1/replays?sort=-score&limit=10&cursor={_cursor(20)}"),
        _single("replays of an edition", "/v1/replays?edition=en&limit=5"),
        _single("replays of an edition, 4 seats", "/v1/replays?edition=de&seats=4&limit=1"),
        _single("replays with five multicolored", "/v1/replays?multicolor=five&limit=5"),
        _single("replays, 5 seats, by score", "/v1/replays?seats=5&sort=-score&limit=5"),
        _single("replays that were lost, by score", "/v1/replays?outcome=lost&sort=score&limit=1"),
        _single("replays that were won", "/v1/replays?outcome=won&limit=1"),
        _single("replays from 25 points on", "/v1/replays?score_gte=25&limit=5"),
        _single("replays of 10 to 20 points", "/v1/replays?score_gte=10&score_lte=20&limit=5"),
        _single("replays in seven months", f"/v1/replays?{window}&limit=10"),
        _single("replays in seven months by score", f"/v1/replays?{window}&sort=-score&limit=10"),
        _about_each_player("replays of a player", "/v1/replays?player={}&limit=10"),
        _about_each_player("replays of a player, deep", f"/v1/replays?player={{}}&limit=5&cursor={further_on}"),
        _about_each_player("replays of a player, by score", "/v1/replays?player={}&sort=-score&limit=10"),
        _about_each_player("replays of a player, won", "/v1/replays?player={}&outcome=won&limit=1"),
        _about_each_player("replays of a player and edition", "/v1/replays?player={}&edition=de&limit=2"),
        _about_each_player("replays of a player, 3 seats", "/v1/replays?player={}&seats=3&limit=2"),
        _about_each_player("replays of a player, 20 points", "/v1/replays?player={}&score_gte=20&limit=2"),
        _about_each_player("replays of a player, seven months", f"/v1/replays?player={{}}&{window}&limit=10"),
        _single("statistics", "/v1/stats"),
        _single("statistics of an edition", "/v1/stats?edition=de"),
        _single("statistics of two conditions", "/v1/stats?multicolor=none&seats=3"),
        _single("statistics of scores", "/v1/stats?score_gte=20"),
        _single("statistics of an outcome", "/v1/stats?outcome=won"),
        _single("statistics in six whole months", f"/v1/stats?{days}"),
        _single("statistics in seven months", f"/v1/stats?{window}"),
        _single("statistics in seven months, edition", f"/v1/stats?{window}&edition=de"),
        _single("statistics in seven months, two", f"/v1/stats?{window}&multicolor=none&seats=3"),
        _about_each_player("statistics of a player", "/v1/stats?player={}"),
        _about_each_player("statistics of a player and edition", "/v1/stats?player={}&edition=de"),
        _about_each_player("statistics of a player, seven months", f"/v1/stats?player={{}}&{window}"),
        _about_each_player("page of an account", "/v1/accounts/{}"),
        _single("metrics", "/metrics"),
        Row("frames", lambda side: [_get(side, "/v1/replays/{}/frames?seat=1", known) for known in side.finished[:40]]),
        Row("replay", lambda side: [_get(side, "/v1/replays/{}", known) for known in side.finished[:40]]),
        Row("events", lambda side: [_get(side, "/v1/games/{}/events", known) for known in side.finished[:40]]),
        Row("move", _moves),
    ]


def _cursor(value: str | int) -> str:
    """Return a cursor at a value, with the lowest possible id.

    It stands after all games of that value in a descending list, and before them in an ascending one.
    """
    return base64.urlsafe_b64encode(orjson.dumps([value, UUID(int=0).hex])).decode().rstrip("=")


def _for_each_player(name: str, path: str) -> Row:
    return Row(name, lambda side: [get(path, player.token) for player in _sample(side)])


def _about_each_player(name: str, path: str) -> Row:
    return Row(name, lambda side: [get(path.format(ids.render("a", player.account_id))) for player in _sample(side)])


def _single(name: str, path: str) -> Row:
    return Row(name, lambda _: [get(path)])


def _sample(side: Side) -> list[Person]:
    return side.players[:: max(1, len(side.players) // 100)]


def _mixed(side: Side) -> list[Known]:
    """Return a mix of running and finished games, three to two."""
    mixed = side.running[-_SAMPLE:] + side.finished[: _SAMPLE * 2 // 3]
    random.Random(1).shuffle(mixed)
    return mixed


def _get(side: Side, path: str, known: Known) -> bytes:
    return get(path.format(ids.render("g", known.game.game_id)), known.seated[-1].token)


def _unchanged(side: Side) -> list[bytes]:
    seen = [(known.game, known.seated[-1].token) for known in _mixed(side)]
    views = tags(side.port, seen)
    return [
        get(view_path(game), token, f"If-None-Match: {tag}")
        for (game, token), (tag, _) in zip(seen, views, strict=True)
    ]


def _moves(side: Side) -> list[bytes]:
    """Return moves that play one game after the other to its end."""
    return [
        move(game, at, seated[actor(game.log.events[at])].token)
        for game, seated in side.running[-_RUNNING:]
        for at in range(game.version + 1, len(game.log.events))
    ]


def _measure(row: Row, few: Side, many: Side, rounds: int, requests: int) -> list[tuple[float, float]]:
    """Return the median latencies of both sides in ms, one pair for each round.

    Requests go to the two sides in turns. All requests except moves are sent once before, to warm the caches. The
    first round is a warm-up, too.
    """
    connections = [Connection(side.port, row.requests(side), True) for side in (few, many)]
    if row.name != "move":
        for connection in connections:
            for _ in range(max(20, len(row.requests(few)), len(row.requests(many)))):
                _latency(row, connection)
    medians = []
    for _ in range(rounds + 1):
        times: list[list[float]] = [[], []]
        for turn in range(requests):
            for place in (0, 1) if turn % 2 else (1, 0):
                times[place].append(_latency(row, connections[place]))
        medians.append((median(times[0]) * 1000, median(times[1]) * 1000))
    for connection in connections:
        connection.socket.close()
    return medians[1:]


def _latency(row: Row, connection: Connection) -> float:
    """Send a request. Return its latency in seconds."""
    connection.send()
    while not connection.receive():
        pass
    took = time.perf_counter() - connection.sent_at
    if int(connection.received[9:12]) >= 400:
        raise SystemExit(f"{row.name}: answered {connection.received[:2000].decode()}")
    return took


def _cells(row: Row, medians: list[tuple[float, float]]) -> Sequence[str]:
    slower = sorted(many / few for few, many in medians)
    ratio = median(slower)
    times = [f"{median(pair[side] for pair in medians):.2f}" for side in (0, 1)]
    return (row.name, *times, f"{ratio:.2f}", f"{slower[0]:.2f}-{slower[-1]:.2f}", "met" if ratio <= 1.2 else "not met")


# Bytes.


def _about(url: str, games: int, args: Any) -> str:
    with psycopg.connect(url) as db:
        row = db.execute(
            "select current_setting('server_version'), count(*), pg_database_size(current_database()) from event"
        )
        server, events, size = row.fetchone() or ("", 0, 0)
    said = machine(f"PostgreSQL {server}")
    return (
        f"{said}\n\n{_FEW} games beside {games:,} with {events:,} events, {size / 1e9:.1f} GB; one worker a side, "
        f"one request at a time, {args.rounds} rounds of {args.requests} a side\n"
    )


def _sizes(url: str) -> str:
    """Return a table of the bytes per stored game, for each database table and its indexes."""
    with psycopg.connect(url) as db:
        (games,) = db.execute("select count(*) from game").fetchone() or (1,)
        rows = db.execute(
            """select relname, pg_table_size(oid), pg_indexes_size(oid), pg_total_relation_size(oid)
                 from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
                order by pg_total_relation_size(oid) desc"""
        ).fetchall()
    lines = [
        (name, *[f"{size / games:,.0f}" for size in sizes], f"{sizes[-1] / 1e6:,.0f}")
        for name, *sizes in rows
        if sizes[-1] > games
    ]
    total = [sum(row[column] for row in rows) for column in (1, 2, 3)]
    lines.append(("all", *[f"{size / games:,.0f}" for size in total], f"{total[-1] / 1e6:,.0f}"))
    return table(("bytes a game", "table", "indexes", "together", "MB in all"), lines) + "\n"
