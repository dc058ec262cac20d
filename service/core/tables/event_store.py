"""Event store of games. Each function is one round trip to the database."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any, Final, NamedTuple, get_args
from uuid import UUID

import orjson
from psycopg.types.json import Jsonb

from engine.clock import Due
from engine.codec import EventRow, log_of, row_of
from engine.events import KIND_OF, Event, GameDealt, LaterEvent, TurnTaken
from engine.proof.chain import GENESIS, parts_around_time
from engine.proof.deal import deck_key
from service.core.log.entries import ADD_END
from service.core.people.programs import PROGRAM, Program
from service.core.people.tokens import TOKEN_OWNER, TokenOwner
from service.core.tables.setting import SELECTED, TableSetting
from service.core.tables.sql_conditions import IDLE, IS_PRIVATE, PRESENT, REVEALS_DUE, TIME_IS_OVER
from service.core.tables.stored_game import LogPoint, Stored, TakenSeat, clock_after
from service.platform.database import clock_jumps
from service.platform.database.clock_jumps import BEATING_SINCE, STEADY_SINCE
from service.platform.database.pool import connection, fetch_all, fetch_one
from service.platform.observability import metrics
from service.platform.timestamps import instant

PACKED: Final = "((kind * 8 + coalesce(seat, 7)) * 128 + coalesce(target, 127)) * 16 + coalesce(value, 15)"
"""SQL expression that packs the columns of an event into a number, as `engine.codec.packed` does."""


class Viewer(NamedTuple):
    """Who asks for a game."""

    account_id: UUID
    """The account whose private games are visible."""
    is_moderator: bool
    """True if hidden games are visible."""


_TURN_BEGINS: Final = [KIND_OF[event].code for event in (GameDealt, *get_args(TurnTaken))]
"""The kinds of events after which a seat is to move."""


class SummaryUpdate(NamedTuple):
    """The columns of `game` that an event changes."""

    turn: int
    to_move: int | None
    outcome: str | None
    reason: str | None
    score: int | None


# Each table has its own condition on game_id, so that the planner of a distributed database sees that one node has all
# rows. OFFSET 0 keeps the planner from reading all accounts for a join.
_LOAD: Final = f"""
    select {SELECTED}, {IS_PRIVATE} as private, g.hidden, g.revision, g.source::text,
           {IDLE} as idle, {TIME_IS_OVER} as time_is_over,
           greatest({STEADY_SINCE}, timestamptz 'epoch') as steady_since, {BEATING_SINCE} as beating_since,
           g.reveal_until, {REVEALS_DUE} as reveals_due, g.to_move,
           g.created_at, g.started_at, g.finished_at, g.head, g.log_size, g.log_root,
           d.deck, d.salt, d.secret, d.holder_salts, p.*, e.*
      from game g
      left join deal d on d.game_id = %(game_id)s
     cross join lateral (
           select array_agg(seat) as player_seats, array_agg(account_id) as accounts, array_agg(name) as names,
                  array_agg(bot) as bots, array_agg(entropy) as entropies,
                  array_agg(entropy_commitment) as commitments, array_agg(reveal) as reveals,
                  array_agg(deleted) as deletions, array_agg(program) as programs,
                  array_agg(shows_hands) as shown, array_agg(knew_deck) as knew_decks,
                  coalesce(sum(revision), 0) as names_revision
             from (select s.seat, s.account_id, s.bot, s.entropy, s.entropy_commitment, s.reveal, s.shows_hands,
                          s.knew_deck,
                          coalesce(s.name, a.name) as name,
                          a.deleted_at is not null as deleted, a.revision, a.program
                     from seat s
                     left join lateral (select name, deleted_at, revision, {PROGRAM} as program from account
                                         where account_id = s.account_id offset 0) a on true
                    where s.game_id = %(game_id)s order by s.seat) in_order) p
     cross join lateral (
           select array_agg({PACKED}) as numbers, array_agg(version) filter (where data is not null) as versions,
                  array_agg(data::text) filter (where data is not null) as data,
                  array_agg(at) as times
             from (select version, kind, seat, target, value, data, at
                     from event where game_id = %(game_id)s order by version) in_order) e
     where g.game_id = %(game_id)s and {PRESENT}
"""

# A private game of others is not read, so that it takes no longer than an unknown one.
_LOAD_VISIBLE: Final = f"""
    {_LOAD} and (not {IS_PRIVATE} or (g.hidden and %(is_moderator)s) or exists (
        select 1 from seat where game_id = %(game_id)s and account_id = %(account_id)s))
"""

# Two left joins: the token may exist without the game, and the game without the token. psycopg parses a statement of
# more than 4096 bytes each time, so there is no indentation.
LOAD_FOR_TOKEN: Final = " ".join(
    f"""
    select owner.*, found.*
      from (select) as one
      left join ({TOKEN_OWNER}) as owner on true
      left join ({_LOAD} and (not {IS_PRIVATE} or (g.hidden and 'moderate' in (
                 select unnest(scopes) from token where digest = %(digest)s)) or exists (
                 select 1 from seat s join token t on t.account_id = s.account_id
                  where s.game_id = %(game_id)s and t.digest = %(digest)s
                    and coalesce(t.game_id, s.game_id) = s.game_id))) as found on true
    """.split()
)


def load(game_id: UUID) -> Stored | None:
    """Return a game with its log; None if it does not exist. All data is from one snapshot."""
    return _load(_LOAD, {"game_id": game_id})


def load_visible(game_id: UUID, viewer: Viewer) -> Stored | None:
    """Return a game as `load` does, if the viewer may see it.

    The result is None for a private game of others.
    """
    return _load(_LOAD_VISIBLE, {"game_id": game_id, **viewer._asdict()})


def _load(statement: str, values: Mapping[str, Any]) -> Stored | None:
    row = _row(statement, values)
    return None if row is None else _stored(values["game_id"], row)


_names: Final[dict[str, list[str]]] = {}
"""The names of the columns of each statement."""


def _row(statement: str, values: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the row of a statement by column. `dict_row` would decode the names of all columns each time."""
    with connection() as db:
        found = db.cursor(binary=True).execute(statement, values)
        row = found.fetchone()
        if statement not in _names:
            _names[statement] = [column.name for column in found.description or ()]
    return None if row is None else dict(zip(_names[statement], row, strict=True))


def load_for_token(game_id: UUID, digest: bytes) -> tuple[TokenOwner | None, Stored | None]:
    """Return the owner of a token, and a game as `load_visible` does.

    The owner is None if the token is invalid. A token that is bound to another game sees no private game.
    """
    values = {"game_id": game_id, "digest": digest}
    row = _row(LOAD_FOR_TOKEN, values)
    assert row is not None
    owner = None if row["token_id"] is None else TokenOwner(*_OWNER(row))
    return owner, None if row["seats"] is None else _stored(game_id, row)


_OWNER: Final = itemgetter(*TokenOwner._fields)

_OF_PLAYERS: Final = (
    "player_seats",
    "accounts",
    "names",
    "bots",
    "entropies",
    "commitments",
    "reveals",
    "deletions",
    "programs",
    "shown",
    "knew_decks",
)
"""The columns of `_LOAD` with the members of a TakenSeat."""


def _stored(game_id: UUID, row: Mapping[str, Any]) -> Stored:
    log, dealt, setting = None, None, TableSetting.of(row)
    taken: tuple[TakenSeat, ...] = ()
    if row["player_seats"] is not None:
        read = {**row, "programs": [one if one is None else Program.of(one) for one in row["programs"]]}
        taken = tuple(map(TakenSeat, *[read[column] for column in _OF_PLAYERS]))
    if row["numbers"] is not None:
        data = dict(zip(row["versions"], map(orjson.loads, row["data"]), strict=True))
        log, dealt = log_of(row["deck"], row["numbers"], data, setting.rules), data[0]
    return Stored(
        game_id=game_id,
        setting=setting,
        taken=taken,
        log=log,
        times=row["times"] or (),
        private=row["private"],
        hidden=row["hidden"],
        revision=row["revision"],
        names_revision=row["names_revision"],
        source=None if row["source"] is None else orjson.loads(row["source"]),
        idle=row["idle"] or False,
        time_is_over=row["time_is_over"] or False,
        steady_since=row["steady_since"],
        beating_since=row["beating_since"],
        clock=None if log is None else clock_after(log, row["times"]),
        reveal_until=row["reveal_until"],
        reveals_due=row["reveals_due"] or False,
        to_move=row["to_move"],
        created_at=row["created_at"],
        started_at=row["started_at"],
        finished_at=row["finished_at"],
        head=row["head"] or (GENESIS if log is None else b""),
        log_point=LogPoint.of(row["log_size"], row["log_root"]),
        dealt=dealt,
        salt=row["salt"],
        secret=row["secret"],
        holder_salts=row["holder_salts"],
        given=row["deck"] if log is None else None,
    )


# The condition on the previous event prevents gaps in the log even if a failover has lost the last events. The times of
# the events of a game never decrease, even if the clock does. The idle limit counts from the last reading of the clock
# at the earliest: a game whose moves were made while the clock was days behind is not idle when the clock is right.
# The database hashes the event, because the hash covers the time. It does so in RETURNING, as it adds to the time for
# the deadline, since Citus allows no function that depends on settings in an UPDATE.
# In a game with a clock, the same statement decides whether an event is in time: nothing follows the deadline but what
# ends the time of a seat, which comes after the deadline and has its time (R31).
_APPEND: Final = """
    with appended as (
        insert into event (game_id, version, kind, seat, target, value, data, at)
        select %(game_id)s, %(version)s, %(kind)s, %(seat)s, %(target)s, %(value)s, %(data)s,
               greatest(coalesce(%(at)s, now()),
                        (select at from event where game_id = %(game_id)s and version = %(version)s - 1))
         where (%(at)s::timestamptz is null or %(at)s < now())
           and (%(deadline)s::timestamptz is null or date_trunc('milliseconds', now()) <= %(deadline)s)
           and exists (select 1 from event where game_id = %(game_id)s and version = %(version)s - 1)
            on conflict do nothing
        returning at, sha256(
            %(before_time)s::bytea
            || convert_to(to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'UTF8')
            || %(after_time)s::bytea) as head,
            greatest(case when %(counts)s then date_trunc('milliseconds', at) end, %(not_before)s) + %(left)s
            as deadline){and_then}
    update game
       set version = %(version)s, turn = %(turn)s, to_move = %(to_move)s,
           head = appended.head,
           moved_at = greatest(appended.at, (select seen_at from clock)),
           paused_at = case when %(paused)s
                       then coalesce(paused_at, greatest(appended.at, (select seen_at from clock))) end,
           deadline = case when %(outcome)s::text is null then appended.deadline end,
           log_size = (select size from log_head),
           log_root = (select root from log_head),
           status = case when %(outcome)s::text is null then 'running' else 'ended' end,
           outcome = %(outcome)s, reason = %(reason)s, score = %(score)s, deck_key = %(deck_key)s,
           finished_at = case when %(outcome)s::text is null then null else appended.at end
      from appended
     where game_id = %(game_id)s
    returning appended.at, appended.head, log_size, log_root
"""
APPEND: Final = _APPEND.format(and_then="")
_APPEND_LAST: Final = _APPEND.format(and_then=f", logged as ({ADD_END})")


class Times(NamedTuple):
    """What the clock says about an event that is to be appended."""

    at: datetime | None = None
    """The time of the event, which must have passed; None for now."""
    deadline: datetime | None = None
    """The time after which the event comes too late; None for never."""
    due: Due | None = None
    """When the time of the seat to move ends after the event; None if it does not."""
    paused: bool = False
    """True if there is a pause after the event."""


_NO_CLOCK: Final = Times()


class Stamp(NamedTuple):
    """What the database adds to an event when it stores it."""

    at: datetime
    hash: bytes
    log_point: LogPoint | None


def append(
    stored: Stored,
    version: int,
    event: LaterEvent,
    document: Mapping[str, Any],
    previous: bytes,
    summary: SummaryUpdate,
    times: Times = _NO_CLOCK,
) -> Stamp | None:
    """Append an event to the log of a game, and return its stamp.

    `version` is the version of the event, `document` what is hashed of it, `previous` the hash of the event before it,
    and `summary` updates the game's row. If the log has this version already, or lacks the previous one, or the event
    is not in time, nothing is stored and the result is None.
    """
    before, after = parts_around_time(document)
    row = row_of(event)
    values = {
        "game_id": stored.game_id,
        "version": version,
        **row._asdict(),
        "data": None if row.data is None else Jsonb(dict(row.data)),
        "before_time": previous + before,
        "after_time": after,
        **summary._asdict(),
        "at": times.at,
        "deadline": times.deadline,
        "counts": times.due is not None and times.due.counts,
        "not_before": None if times.due is None else instant(times.due.not_before),
        "paused": times.paused,
        "left": None if times.due is None else timedelta(milliseconds=times.due.left),
        "deck_key": None if summary.outcome is None or stored.log is None else deck_key(stored.log),
    }
    stamp = fetch_one(APPEND if summary.outcome is None else _APPEND_LAST, values)
    if stamp is None:
        return None
    if isinstance(event, TurnTaken):
        metrics.moved()
    if summary.outcome is not None:
        metrics.game_ended()
    at, head, size, root = stamp
    return Stamp(at, head, LogPoint.of(size, root))


def rows(game_id: UUID, events: Iterable[Event], at: datetime | None) -> list[dict[str, Any]]:
    """Return the rows of a complete log, to be inserted together."""
    return [
        {"game_id": game_id, "version": version, "at": at, **columns(row_of(event))}
        for version, event in enumerate(events)
    ]


def columns(row: EventRow) -> dict[str, Any]:
    """Return the column values of an event by column name."""
    return {**row._asdict(), "data": None if row.data is None else dict(row.data)}


def waits_longer(game_id: UUID, seconds: int) -> bool:
    """Return True if the last turn, or the deal before the first turn, was more than some seconds ago.

    The time before a jump of the clock or an outage does not count.
    """
    clock_jumps.observe()
    row = fetch_one(
        f"""select now() - greatest(max(at), {STEADY_SINCE}, {BEATING_SINCE}) > make_interval(secs => %s)
              from event where game_id = %s and kind = any(%s)""",
        (seconds, game_id, _TURN_BEGINS),
    )
    return bool(row and row[0])


def idle_games(limit: int) -> list[UUID]:
    """Return running games that are idle past their limit (R21).

    The game with the oldest event comes first.
    """
    found = fetch_all(f"select game_id from game g where {IDLE} order by moved_at limit %s", (limit,))
    return [game_id for (game_id,) in found]


def games_out_of_time(limit: int) -> list[UUID]:
    """Return running games in which the time of a seat is over (R31), the one with the oldest deadline first."""
    query = f"select game_id from game g where {TIME_IS_OVER} order by deadline limit %s"
    found = fetch_all(query, (limit,))
    return [game_id for (game_id,) in found]
