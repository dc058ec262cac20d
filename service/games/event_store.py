"""Rows to logs and back: the statements of every request that touches a game, each in one round trip."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson
from psycopg.types.json import Jsonb

from engine.codec import EventRow, log_of, row_of
from engine.events import Event, Log, TurnTaken
from engine.proof.chain import GENESIS, Link, links
from engine.proof.deal import secret_commitment
from engine.rules import Rules, rules_from_dict
from service import ids
from service.database.pool import connection
from service.identity.tokens import WHO, Holder
from service.observability import metrics

__all__ = [
    "PACKED",
    "Glance",
    "Player",
    "Stored",
    "Summary",
    "append",
    "columns",
    "glance",
    "glance_for",
    "idle_games",
    "load",
    "load_for",
    "rows",
    "times",
]


class Player(NamedTuple):
    """Who holds a seat; an imported game's players have a name and no account, a bot has its id beside them."""

    seat: int
    account_id: UUID | None
    name: str
    bot: str | None
    entropy: str | None


class Stored(NamedTuple):
    """A game as it lies in the database. `log` is None until the game has started."""

    game_id: UUID
    seats: int
    rules: Rules
    players: tuple[Player, ...]
    log: Log | None
    sandbox: bool
    private: bool
    revision: int
    idle_limit_s: int
    source: dict[str, Any] | None
    idle: bool
    """Running, and without an event for longer than its limit (R21)."""
    to_move: int | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    head: bytes
    """The hash of the last event (`engine.proof.chain`); that of no event before the deal."""
    dealt: Mapping[str, Any] | None
    """Event 0 as it is stored; None before the deal."""
    salt: bytes | None
    """Of the commitment to the deck: a secret until the game has ended, as the next."""
    secret: bytes | None
    """The service's part of the seed; None for a given or imported deck, and in old games."""
    given: bytes | None
    """The deck that the game was given, until it is dealt; then it is in the log."""

    def __repr__(self) -> str:
        """Tell which game it is and nothing of it, wherever this may be printed."""
        return f"Stored({self.game_id})"

    @property
    def secret_commitment(self) -> str | None:
        """What the service has published of its secret; None where it has none."""
        if self.log is None:
            return None if self.secret is None else secret_commitment(self.secret)
        return self.log.deal.secret_commitment or None

    def links(self) -> list[Link]:
        """Return the chain of a game that has been dealt, by version."""
        assert self.log is not None and self.dealt is not None
        return links(self.dealt, self.log.later)

    def seat_of(self, account_id: UUID | None) -> int | None:
        """Return the seat that an account holds; None for a watcher."""
        return next(
            (player.seat for player in self.players if account_id is not None and player.account_id == account_id), None
        )


class Glance(NamedTuple):
    """What of a game is told by its summary alone."""

    version: int
    revision: int
    private: bool
    seat: int | None
    idle: bool | None
    ended: bool


class Summary(NamedTuple):
    """What the summary row says after an event."""

    turn: int
    to_move: int | None
    outcome: str | None
    reason: str | None
    score: int | None


# Each table is held to the game by itself: on a distributed database the planner must see that it is one node's.
# JSON comes as text, since psycopg makes a loader for each column of it anew; names come one by one, since a join would
# read all accounts where seats are thought to be many.
PACKED: Final = "((kind * 8 + coalesce(seat, 7)) * 128 + coalesce(target, 127)) * 16 + coalesce(value, 15)"
"""The SQL expression of `engine.codec.packed`."""

_LOAD: Final = f"""
    select g.seats, g.rules::text, g.sandbox, g.private, g.revision, g.idle_limit_s, g.source::text,
           g.status = 'running' and g.moved_at + make_interval(secs => g.idle_limit_s) < now(),
           g.to_move, g.created_at, g.started_at, g.finished_at, g.head,
           d.deck, d.salt, d.secret, p.seats, p.accounts, p.names, p.bots, p.entropies, e.numbers, e.versions, e.data
      from game g
      left join deal d on d.game_id = %(game_id)s
     cross join lateral (
           select array_agg(seat) as seats, array_agg(account_id) as accounts, array_agg(name) as names,
                  array_agg(bot) as bots, array_agg(entropy) as entropies
             from (select seat, account_id, bot, entropy,
                          coalesce(name, (select name from account where account_id = seat.account_id)) as name
                     from seat where game_id = %(game_id)s order by seat) in_order) p
     cross join lateral (
           select array_agg({PACKED}) as numbers, array_agg(version) filter (where data is not null) as versions,
                  array_agg(data::text) filter (where data is not null) as data
             from (select version, kind, seat, target, value, data
                     from event where game_id = %(game_id)s order by version) in_order) e
     where g.game_id = %(game_id)s
"""

# Who calls and what they ask for, in one round trip; each is there or not, whatever the other comes to.
_LOAD_FOR: Final = f"""
    select who.*, found.*
      from (select) as one left join ({WHO}) as who on true left join ({_LOAD}) as found on true
"""


def load(game_id: UUID) -> Stored | None:
    """Return a game with its log, all of one moment; None when there is no such game."""
    with connection() as db:
        row = db.execute(_LOAD, {"game_id": game_id}, binary=True).fetchone()
    return None if row is None else _stored(game_id, row)


def load_for(game_id: UUID, digest: bytes) -> tuple[Holder | None, Stored | None]:
    """Return who holds the token with a digest, if anybody does, and a game as `load` does."""
    with connection() as db:
        row = db.execute(_LOAD_FOR, {"game_id": game_id, "digest": digest}, binary=True).fetchone()
    assert row is not None
    who, found = row[: len(Holder._fields)], row[len(Holder._fields) :]
    return _holder(who), None if found[0] is None else _stored(game_id, found)


def _holder(who: Sequence[Any]) -> Holder | None:
    return None if who[0] is None else Holder(*who)


def _stored(game_id: UUID, row: Sequence[Any]) -> Stored:
    (
        seats,
        rules,
        sandbox,
        private,
        revision,
        idle_limit_s,
        source,
        idle,
        to_move,
        created_at,
        started_at,
        finished_at,
        head,
        deck,
        salt,
        secret,
        *players,
        numbers,
        versions,
        data,
    ) = row
    log, dealt = None, None
    if numbers is not None:
        kept = dict(zip(versions, map(orjson.loads, data), strict=True))
        log, dealt = log_of(deck, numbers, kept), kept[0]
    return Stored(
        game_id,
        seats,
        _rules(rules),
        () if players[0] is None else tuple(map(Player, *players)),
        log,
        sandbox,
        private,
        revision,
        idle_limit_s,
        None if source is None else orjson.loads(source),
        idle or False,
        to_move,
        created_at,
        started_at,
        finished_at,
        head or (GENESIS if log is None or dealt is None else links(dealt, log.later)[-1].hash),
        dealt,
        salt,
        secret,
        deck if log is None else None,
    )


@lru_cache(1000)
def _rules(stored: str) -> Rules:
    """Return the options of a game, which few games have alone."""
    return rules_from_dict(orjson.loads(stored))


def glance(game_id: UUID, account_id: UUID | None) -> Glance | None:
    """Return what a view of this account's depends on, without the log; None when there is no such game."""
    with connection() as db:
        row = db.execute(
            """select g.version, g.revision, g.private, s.seat,
                      g.status = 'running' and g.moved_at + make_interval(secs => g.idle_limit_s) < now(),
                      g.status = 'ended'
                 from game g left join seat s on s.game_id = %(game_id)s and s.account_id = %(account_id)s
                where g.game_id = %(game_id)s""",
            {"game_id": game_id, "account_id": account_id or ids.NOBODY},
        ).fetchone()
    return None if row is None else Glance(*row)


_GLANCE_FOR: Final = f"""
    select who.*, g.version, g.revision, g.private, s.seat,
           g.status = 'running' and g.moved_at + make_interval(secs => g.idle_limit_s) < now(), g.status = 'ended'
      from (select) as one
      left join ({WHO}) as who on true
      left join game g on g.game_id = %(game_id)s
      left join seat s on s.game_id = %(game_id)s and s.account_id = who.account_id
"""


def glance_for(game_id: UUID, digest: bytes) -> tuple[Holder | None, Glance | None]:
    """Return who holds the token with a digest, if anybody does, and what a view of theirs depends on."""
    with connection() as db:
        row = db.execute(_GLANCE_FOR, {"game_id": game_id, "digest": digest}).fetchone()
    assert row is not None
    who, found = row[: len(Holder._fields)], row[len(Holder._fields) :]
    return _holder(who), None if found[0] is None else Glance(*found)


def times(game_id: UUID) -> list[datetime | None]:
    """Return when each event of a game happened, by version; None where an import tells no time."""
    with connection() as db:
        rows = db.execute("select at from event where game_id = %s order by version", (game_id,)).fetchall()
    return [at for (at,) in rows]


# The guard on the event before keeps a log without holes even where a standby had lost its last rows.
_APPEND: Final = """
    with appended as (
        insert into event (game_id, version, kind, seat, target, value, data, at)
        select %(game_id)s, %(version)s, %(kind)s, %(seat)s, %(target)s, %(value)s, %(data)s, now()
         where exists (select 1 from event where game_id = %(game_id)s and version = %(version)s - 1)
            on conflict do nothing
        returning at)
    update game
       set version = %(version)s, head = %(head)s, turn = %(turn)s, to_move = %(to_move)s, moved_at = appended.at,
           status = case when %(outcome)s::text is null then 'running' else 'ended' end,
           outcome = %(outcome)s, reason = %(reason)s, score = %(score)s,
           finished_at = case when %(outcome)s::text is null then null else appended.at end
      from appended
     where game_id = %(game_id)s
    returning appended.at
"""


def append(game_id: UUID, version: int, event: Event, head: bytes, summary: Summary) -> datetime | None:
    """Add an event as `version`, and the summary with it, or nothing at all; `head` is the event's hash.

    Returns when it happened; None when another event has that version, or the one before it is missing.
    """
    kind, seat, target, value, data = row_of(event)
    values = {
        "game_id": game_id,
        "version": version,
        "kind": kind,
        "seat": seat,
        "target": target,
        "value": value,
        "data": None if data is None else Jsonb(data),
        "head": head,
        **summary._asdict(),
    }
    with connection() as db:
        row = db.execute(_APPEND, values).fetchone()
    if row is None:
        return None
    if isinstance(event, TurnTaken):
        metrics.moved()
    if summary.outcome is not None:
        metrics.game_ended()
    at: datetime = row[0]
    return at


def rows(game_id: UUID, events: Iterable[Event], at: datetime | None) -> list[dict[str, Any]]:
    """Return the rows of a whole log's events, to be inserted together."""
    return [
        {"game_id": game_id, "version": version, "at": at, **columns(row_of(event))}
        for version, event in enumerate(events)
    ]


def columns(row: EventRow) -> dict[str, Any]:
    """Return an event's row by the names of its columns."""
    return {**row._asdict(), "data": None if row.data is None else dict(row.data)}


def idle_games(limit: int) -> list[UUID]:
    """Return running games that have had no event for longer than their limit (R21), the longest idle first."""
    with connection() as db:
        found = db.execute(
            """select game_id from game
                where status = 'running' and moved_at + make_interval(secs => idle_limit_s) < now()
                order by moved_at limit %s""",
            (limit,),
        ).fetchall()
    return [game_id for (game_id,) in found]
