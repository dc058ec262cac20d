"""Bulk loading of games into the database with COPY."""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from struct import Struct
from typing import Any, NamedTuple
from uuid import UUID

import orjson
import psycopg
from psycopg.types.json import Jsonb

from engine.codec import row_of
from engine.events import Event, Log, Seating
from engine.fold import steps
from engine.proof.chain import links
from engine.proof.deal import SEED_BYTES, holder
from engine.rules import rules_as_dict
from service.core.people import scopes, token_secrets
from service.platform import ids
from service.platform.timestamps import rfc3339

_BATCH = 2000
_EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
_APART = timedelta(seconds=10)  # between two events

# An event in the binary format of COPY: each field after its length, -1 for null, times in microseconds since 2000.
_SIGNATURE, _END = b"PGCOPY\n\xff\r\n\0" + bytes(8), b"\xff\xff"
_EVENT = Struct(">hi16s")
_VERSION = Struct(">ii")
_SMALL = Struct(">ih")
_LENGTH = Struct(">i")
_AT = Struct(">iq")
_POSTGRES_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


class Person(NamedTuple):
    """An account and its token."""

    account_id: UUID
    token: str


class Loaded(NamedTuple):
    """A loaded game."""

    game_id: UUID
    log: Log
    """The whole game of the corpus."""
    version: int
    """The newest version in the database."""


class _Model(NamedTuple):
    """A game of the corpus as database rows."""

    log: Log
    rows: list[bytes]
    """By version, in the binary format of COPY, without game and time. The deal of each copy has its own row."""
    summaries: list[tuple[Any, ...]]
    rules: Jsonb


class _Copy(NamedTuple):
    """A copy of a game of the corpus, up to a version."""

    game_id: UUID
    model: _Model
    last: int
    began: datetime
    players: list[Person]
    salts: list[bytes]
    """By seat, those of the holders in the deal."""
    deal: bytes
    """The row of the deal."""
    head: bytes


def people(url: str, number: int) -> list[Person]:
    """Add accounts, each with a token, to the database."""
    added = [Person(ids.new(), token_secrets.new_secret("p")) for _ in range(number)]
    with psycopg.connect(url) as db, db.cursor() as cursor:
        with cursor.copy("copy account (account_id, name, revision, applied_revision) from stdin") as copy:
            for at, person in enumerate(added):
                copy.write_row((person.account_id, f"Player {at}", 0, 0))
        with cursor.copy("copy token (token_id, account_id, digest, name, scopes) from stdin") as copy:
            for person in added:
                every = sorted(scopes.ALL)
                copy.write_row((ids.new(), person.account_id, token_secrets.digest(person.token), "bench", every))
    return added


def load(
    url: str,
    corpus: Sequence[Log],
    at_table: Sequence[Person],
    cuts: Iterable[int | None],
    *,
    first: int = 0,
    apart: timedelta = timedelta(seconds=1),
) -> Iterator[Loaded]:
    """Load a game for each cut, and yield it.

    A cut is the version at which the copy of a game of the corpus ends, or None for a whole game. The events of a batch
    are interleaved like those of games that run at the same time. The games are numbered from `first` on, and start
    `apart` from each other. Foreign keys are not checked.
    """
    models = [_model(log) for log in corpus]
    cuts = iter(cuts)
    number = first
    with psycopg.connect(url, options="-c session_replication_role=replica") as db:
        while batch := list(islice(cuts, _BATCH)):
            games = []
            for cut in batch:
                model = models[number % len(models)]
                last = len(model.rows) - 1 if cut is None else min(cut, len(model.rows) - 1)
                players = seats_of(at_table, number, model.log.deal.seats)
                games.append(_copy_of(model, last, _EPOCH + number * apart, players))
                number += 1
            with db.cursor() as cursor:
                _write(cursor, games)
            db.commit()
            yield from [Loaded(game.game_id, game.model.log, game.last) for game in games]


def seats_of(at_table: Sequence[Person], number: int, seats: int) -> list[Person]:
    """Return the players of the game with this number."""
    return [at_table[(number * 5 + seat) % len(at_table)] for seat in range(seats)]


def _model(log: Log) -> _Model:
    summaries: list[tuple[Any, ...]] = []
    for state in steps(log):
        result = state.result
        if result is None:
            summaries.append(("running", state.turn, state.to_move, None, None, None))
        else:
            summaries.append(("ended", state.turn, state.to_move, result.outcome, result.reason, result.score))
    rows = [_row(version, event) for version, event in enumerate(log.events)]
    return _Model(log, rows, summaries, Jsonb(rules_as_dict(log.deal.rules)))


def _copy_of(model: _Model, last: int, began: datetime, players: list[Person]) -> _Copy:
    game_id = ids.new()
    salts = [secrets.token_bytes(SEED_BYTES) for _ in players]
    holders = [holder(ids.render("a", one.account_id), salt) for one, salt in zip(players, salts, strict=True)]
    seating = Seating(ids.render("g", game_id), tuple(holders), (None,) * len(players))
    deal = replace(model.log.deal, seating=seating)
    times = [rfc3339(began + version * _APART) for version in range(last + 1)]
    head = links(row_of(deal).data or {}, model.log.later[:last], times)[-1].hash
    return _Copy(game_id, model, last, began, players, salts, _row(0, deal), head)


def _row(version: int, event: Event) -> bytes:
    kind, seat, target, value, data = row_of(event)
    document = None if data is None else b"\1" + orjson.dumps(dict(data))  # 1 is the only version of jsonb
    return b"".join(
        [
            _VERSION.pack(4, version),
            *[_LENGTH.pack(-1) if small is None else _SMALL.pack(2, small) for small in (kind, seat, target, value)],
            _LENGTH.pack(-1) if document is None else _LENGTH.pack(len(document)) + document,
        ]
    )


def _write(cursor: psycopg.Cursor[Any], games: list[_Copy]) -> None:
    columns = """game_id, status, seats, rules, created_by, sandbox, private, revision, version, turn, to_move, outcome,
                 reason, score, idle_limit_s, created_at, started_at, moved_at, finished_at, head"""
    with cursor.copy(f"copy game ({columns}) from stdin".encode()) as copy:
        for game in games:
            seats = game.model.log.deal.seats
            status, turn, to_move, outcome, reason, score = game.model.summaries[game.last]
            moved = game.began + game.last * _APART
            # No running game may reach its idle limit.
            now = datetime.now(UTC)
            times = (game.began, game.began, moved, moved) if status == "ended" else (now, now, now, None)
            copy.write_row(
                (
                    game.game_id, status, seats, game.model.rules, game.players[0].account_id, False, False, seats - 1,
                    game.last, turn, to_move, outcome, reason, score, 7 * 24 * 3600, *times, game.head,
                )
            )  # fmt: skip
    with cursor.copy("copy seat (game_id, seat, account_id) from stdin") as copy:
        for game in games:
            for seat, person in enumerate(game.players):
                copy.write_row((game.game_id, seat, person.account_id))
    with cursor.copy("copy deal (game_id, deck, salt, holder_salts) from stdin") as copy:
        for game in games:
            copy.write_row((game.game_id, game.model.log.deck, secrets.token_bytes(32), b"".join(game.salts)))
    heads = [_EVENT.pack(8, 16, game.game_id.bytes) for game in games]
    begun = [(game.began - _POSTGRES_EPOCH) // timedelta(microseconds=1) for game in games]
    step = _APART // timedelta(microseconds=1)
    columns = "game_id, version, kind, seat, target, value, data, at"
    with cursor.copy(f"copy event ({columns}) from stdin (format binary)".encode()) as copy:
        copy.write(_SIGNATURE)
        for version in range(max(game.last for game in games) + 1):
            rows = [
                head + (game.model.rows[version] if version else game.deal) + _AT.pack(8, at + version * step)
                for head, at, game in zip(heads, begun, games, strict=True)
                if version <= game.last
            ]
            copy.write(b"".join(rows))
        copy.write(_END)
