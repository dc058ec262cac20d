"""The tally: how the finished public games went, as sums from which those of any time follow.

A row of `tally` says how the games went that have ended since its period began, until the end of a month, where the
period is `ever`, of a day in a month, or of an hour in a day (UTC). So all games before a moment are three rows and
what lies within an hour, and those between two moments a difference: however many games there are, and however long
the time. An account's games, being fewer, are summed up by month alone, and beside that its days stand each by itself.

Games are added by `fold_in`, which marks them; in the same transaction it *settles* their seats, so that the lists of a
player's games find them in order (`service.replays.listing`).
"""

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from struct import Struct, unpack
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson

from service.database.pool import connection
from service.replays.listing import FinishedFilter

__all__ = ["DIMENSIONS", "EVERYBODY", "Counts", "Result", "count", "fold_in", "forget", "waiting"]

EVERYBODY: Final = UUID(int=0)
DIMENSIONS: Final = ("edition", "multicolor", "seats")
"""What is fixed before a game begins, and what statistics tell games apart by."""

_DIMENSIONS: Final = [dimension.encode() for dimension in DIMENSIONS]

Counts = Mapping["Result", int]

_AT_A_TIME: Final = 1000

# What finished_at can be at all; it keeps dates far from where Python's calendar ends.
_FIRST: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LAST: Final = datetime(9000, 1, 1, tzinfo=UTC)


class Result(NamedTuple):
    """How games can have gone that differ in nothing else that statistics look at."""

    kind: str
    outcome: str
    strikeout: bool
    score: int
    """-1 for a game without one."""


def _rarity(how: tuple[str, bool, int]) -> tuple[int, int]:
    """Return what keeps together how games go that occur: then sums are short."""
    match how:
        case ("lost", _, score) if score <= 0:
            return 0, 0
        case ("won", False, score) if score >= 25:
            return 1, 0
        case ("finished", False, score):
            return 2, -score
        case _:
            return 3, 0


_KINDS: Final = ("played", "bots", "imported", "aborted")
# Every thinkable way of a game to go: outcome, strikeout, score. Its place in here is its place in the sums, so that
# new ones may only follow.
_HOW: Final = sorted(
    itertools.product(("won", "lost", "finished", "aborted"), (False, True), range(-1, 31)),
    key=_rarity,
)
_PLACES: Final = {how: place for place, how in enumerate(_HOW)}
_PLACES_IN_WORDS: Final = {f"{how[0]} {str(how[1])[0].lower()} {how[2]}": place for how, place in _PLACES.items()}
_RESULTS: Final = {kind.encode(): [Result(kind, *how) for how in _HOW] for kind in _KINDS}

# Sums are one whole number for each kind, of which each way to go has 32 bits: to add two is to add all their counts.
_BITS: Final = 32
_ENTRY: Final = Struct("<BHH")
"""How sums lie in a row: the lengths of their name and of the number, between them how many counts at its lower end are
zero and left out; then the name, and the number, lowest byte first."""

_Sums = defaultdict[bytes, int]

_EVER: Final = "ever"


class _Series(NamedTuple):
    """Rows of the tally of which each holds all that the one before it does; those of an account's days do not."""

    account_id: UUID
    period: str
    """`ever`, a month, `2026-03`, or a day, `2026-03-05`."""
    side: str
    """Empty: sums of games that are alike in one thing, `played edition=de`; `all`: in all, `played de none 3`; else,
    since these are many where a row has many games, those of them that have this one thing in common, `edition=de`."""

    @property
    def adds_up(self) -> bool:
        """Whether each row holds all that the one before it does."""
        return self.account_id == EVERYBODY or self.period == _EVER


_LISTED: Final = "g.status = 'ended' and not g.sandbox and not g.private"
# Of the seats an aggregate: for an `exists` the planner, which takes running games for uncounted ones, hashes them all.
_KIND: Final = """case when g.source is not null then 'imported'
         when coalesce((select bool_and(s.bot is not null) from seat s where s.game_id = g.game_id), true) then 'bots'
         when g.outcome = 'aborted' then 'aborted' else 'played' end"""
_KIND_WITH_PLAYER: Final = """case when g.source is not null then 'imported'
         when g.outcome = 'aborted' then 'aborted' else 'played' end"""
_ALIKE: Final = "g.rules ->> 'edition' as edition, g.rules ->> 'multicolor' as multicolor, g.seats"
_RESULT: Final = """g.outcome, coalesce(g.reason = 'strikeout', false) as strikeout,
         coalesce(g.score, -1::smallint) as score"""

# Games that end go to the tally in the order in which they ended, which is the order of `game_uncounted`.
_CHOSEN: Final = f"""
    select g.game_id, {_ALIKE}, {_KIND} as kind, {_RESULT}, g.finished_at, g.sandbox or g.private,
           (select array_agg(s.account_id) from seat s where s.game_id = g.game_id and s.account_id is not null)
      from game g
     where g.status = 'ended' and g.counted_as is null
     order by g.finished_at limit %(limit)s
"""
_MARK: Final = "update game set counted_as = %s where game_id = any(%s) and counted_as is null"
_SETTLE: Final = f"""
    update seat
       set game_created_at = g.created_at,
           game_finished_at = case when {_LISTED} then g.finished_at end,
           game_score = case when {_LISTED} then coalesce(g.score, -1) end
      from game g
     where seat.game_id = any(%(games)s) and g.game_id = any(%(games)s) and g.game_id = seat.game_id
       and seat.account_id is not null
"""
_WANTED: Final = """json_to_recordset(%s::json) as wanted
    (place int, account_id uuid, period text, side text, since timestamptz)"""
_OF_SERIES: Final = """tally.account_id = wanted.account_id and tally.period = wanted.period
       and tally.side = wanted.side"""
_BEFORE: Final = f"""
    select wanted.place, max(tally.since) from tally join {_WANTED} on {_OF_SERIES} and tally.since < wanted.since
     group by wanted.place
"""
_READ: Final = f"""
    select wanted.place, tally.since, tally.results
      from tally join {_WANTED} on {_OF_SERIES} and tally.since >= wanted.since
"""
_WRITE: Final = """
    insert into tally (account_id, period, side, since, results)
    select account_id, period, side, since, results from json_to_recordset(%s::json) as changed
           (account_id uuid, period text, side text, since timestamptz, results bytea)
        on conflict (account_id, period, side, since) do update set results = excluded.results
"""


def waiting(many: int) -> bool:
    """Say whether more than so many games have ended that are not in the tally."""
    probe = "select 1 from game where status = 'ended' and counted_as is null limit 1 offset %s"
    with connection() as db:
        return db.execute(probe, (many,)).fetchone() is not None


def fold_in(limit: int = _AT_A_TIME, *, within: str | None = None) -> int:
    """Add at most `limit` finished games to the tally, the oldest first, and settle their seats; return how many.

    That is none while somebody else is at it: two at once would write the same rows. Each statement is one that a
    distributed database can take apart; all of them are kept together, or none. `within` is the time that each of them
    may take, where that is not a request's.
    """
    with connection() as db, db.transaction():
        if within is not None:
            db.execute("select set_config('statement_timeout', %s, true)", (within,))
        (mine,) = db.execute("select pg_try_advisory_xact_lock(hashtext('tally'))").fetchone() or (False,)
        if not mine:
            return 0
        chosen = db.execute(_CHOSEN.encode(), {"limit": limit}).fetchall()
        by_kind: defaultdict[str, list[UUID]] = defaultdict(list)
        added: defaultdict[_Series, defaultdict[datetime, _Sums]] = defaultdict(lambda: defaultdict(_sums))
        for game_id, *alike, kind, outcome, strikeout, score, finished_at, hidden, accounts in chosen:
            place = _PLACES.get((outcome, strikeout, score))
            if hidden or place is None or finished_at is None or len(_cell(kind, alike).split()) != 4:
                by_kind["hidden"].append(game_id)
                continue
            by_kind[kind].append(game_id)
            for series, since, name in _places_of(_clamped(finished_at), kind, alike, accounts or ()):
                added[series][since][name] += 1 << _BITS * place
        for kind, game_ids in by_kind.items():
            db.execute(_MARK, (kind, game_ids))
        if chosen:
            db.execute(_SETTLE.encode(), {"games": [row[0] for row in chosen]})
        if added:
            _add(db, list(added.items()))
        return len(chosen)


def forget() -> None:
    """Empty the tally, so that all games are added anew by `fold_in`, and all seats settled."""
    with connection() as db, db.transaction():
        db.execute("select pg_advisory_xact_lock(hashtext('tally'))")
        db.execute("set local statement_timeout = 0")
        db.execute("delete from tally")
        db.execute("update game set counted_as = null where counted_as is not null")
        db.execute(
            """update seat set game_created_at = null, game_finished_at = null, game_score = null
                where game_created_at is not null"""
        )


def _sums() -> _Sums:
    return defaultdict(int)


def _places_of(
    moment: datetime, kind: str, alike: Iterable[object], accounts: Iterable[UUID]
) -> Iterator[tuple[_Series, datetime, bytes]]:
    """Yield where a game is counted: in which rows from this one on, and under which name."""
    each = [f"{dimension}={value}" for dimension, value in zip(DIMENSIONS, alike, strict=True)]
    names = [f"{kind}\t{one}".encode() for one in each]
    cell = _cell(kind, alike)
    (ever, month), (of_month, day), (of_day, hour) = _rows_at(moment)
    for period, since in (ever, month), (of_month, day):
        for side in each:
            yield _Series(EVERYBODY, period, side), since, cell
    for period, since in (ever, month), (of_month, day), (of_day, hour):
        for name in names:
            yield _Series(EVERYBODY, period, ""), since, name
    yield _Series(EVERYBODY, of_day, "all"), hour, cell
    for account_id in accounts:
        for name in names:
            yield _Series(account_id, ever, ""), month, name
        yield _Series(account_id, ever, "all"), month, cell
        yield _Series(account_id, of_month, "all"), day, cell


def _rows_at(moment: datetime) -> list[tuple[str, datetime]]:
    """Return by period the month, the day and the hour of a moment."""
    hour = moment.replace(minute=0, second=0, microsecond=0)
    day = hour.replace(hour=0)
    return [(_EVER, day.replace(day=1)), (f"{day:%Y-%m}", day), (f"{day:%Y-%m-%d}", hour)]


def _cell(kind: str, alike: Iterable[object]) -> bytes:
    return "\t".join([kind, *map(str, alike)]).encode()


def _add(db: Any, added: list[tuple[_Series, Mapping[datetime, _Sums]]]) -> None:
    """Add to each series what has come, to the rows from there on, and to those that are new all of the one before."""
    wanted = [{"place": place, **series._asdict(), "since": min(come)} for place, (series, come) in enumerate(added)]
    lasting = [one for one, (series, _) in zip(wanted, added, strict=True) if series.adds_up]
    for place, since in db.execute(_BEFORE.encode(), [orjson.dumps(lasting).decode()]).fetchall():
        wanted[place]["since"] = since
    found: defaultdict[int, dict[datetime, _Sums]] = defaultdict(dict)
    for place, since, packed in db.execute(_READ.encode(), [orjson.dumps(wanted).decode()], binary=True).fetchall():
        found[place][since] = _sums()
        for name, number in _unpacked(packed):
            found[place][since][name] = number
    changed = []
    for place, (series, come) in enumerate(added):
        there, before, more = found[place], _sums(), _sums()
        for since in sorted(there.keys() | come.keys()):
            if series.adds_up:
                for name, number in come.get(since, {}).items():
                    more[name] += number
            else:
                before, more = _sums(), come.get(since, _sums())
            before = there.get(since, before)
            if more:
                sums = _sums()
                sums.update(before)
                for name, number in more.items():
                    sums[name] += number
                row = {**series._asdict(), "since": since, "results": f"\\x{_packed(sums).hex()}"}
                changed.append(row)
    db.execute(_WRITE.encode(), [orjson.dumps(changed).decode()])


def _packed(sums: Mapping[bytes, int]) -> bytes:
    entries = []
    for name, whole in sorted(sums.items()):
        left_out = ((whole & -whole).bit_length() - 1) // _BITS
        number = whole >> _BITS * left_out
        data = number.to_bytes((number.bit_length() + 7) // 8, "little")
        entries.append(_ENTRY.pack(len(name), left_out, len(data)) + name + data)
    return b"".join(entries)


def _unpacked(packed: bytes) -> Iterator[tuple[bytes, int]]:
    at, end, header = 0, len(packed), _ENTRY.size
    while at < end:
        length, left_out, size = _ENTRY.unpack_from(packed, at)
        data = at + header + length
        at = data + size
        yield packed[data - length : data], int.from_bytes(packed[data:at], "little") << _BITS * left_out


# What somebody asks for. Each piece of the statement is a constant of this module; what callers send goes in as values.

_GAMES: Final = {"edition": "g.rules ->> 'edition'", "multicolor": "g.rules ->> 'multicolor'", "seats": "g.seats"}


def count(which: FinishedFilter) -> Mapping[str, Mapping[str, Counts]]:
    """Return how the games went: by dimension, and by their value in it, how many had which result.

    Conditions on outcome and score are not looked at here. The answer is that of one moment: the tally, and one by one
    the games that are not in it yet, or that no row of it tells apart.
    """
    found: dict[str, dict[str, dict[Result, int]]] = {dimension: {} for dimension in DIMENSIONS}
    if (_clamped(which.finished_after) or _FIRST) >= (_clamped(which.finished_before) or _LAST):
        return found  # between no two moments
    values: dict[str, Any] = {}
    statement = _statement(which, values).encode()
    with connection() as db:
        rows = db.execute(statement, values, binary=True).fetchall()
    sums = _sums()
    asked = {f"{name}={value}".encode() for name, value in _conditions(which)}
    for sign, packed, lines in rows:
        if lines is None:
            _add_up(sums, sign, packed, asked)
        else:
            _add_told(sums, sign, lines)
    for name, number in sums.items():
        of_kind, _, alike_in = name.partition(b"\t")
        of, _, value = alike_in.decode().partition("=")
        found[of].setdefault(value, {}).update(_counts(of_kind, number))
    return found


def _conditions(which: FinishedFilter) -> list[tuple[str, Any]]:
    """Return those that tell rows of the tally apart."""
    asked = [(name, getattr(which, name)) for name in DIMENSIONS]
    return [(name, value) for name, value in asked if value is not None]


@lru_cache(maxsize=4096)  # there are some hundreds
def _shared(name: bytes) -> Mapping[bytes, bytes]:
    """Return each thing that games have in common, and the name under which all with it are summed up."""
    kind, *values = name.split(b"\t")
    if len(values) == 1:
        return {values[0]: name}
    each = [b"%b=%b" % pair for pair in zip(_DIMENSIONS, values, strict=True)]
    return {one: b"%b\t%b" % (kind, one) for one in each}


def _add_up(sums: _Sums, sign: int, packed: bytes, asked: AbstractSet[bytes]) -> None:
    """Add a row of the tally, or take it away: what it says of games that have in common what is asked."""
    at, end, header, entry = 0, len(packed), _ENTRY.size, _ENTRY.unpack_from
    while at < end:  # as `_unpacked` does, but that most may be passed over: there are hundreds
        length, left_out, size = entry(packed, at)
        data = at + header + length
        shared = _shared(packed[data - length : data])
        at = data + size
        if len(shared) == 1 or asked <= shared.keys():
            number = int.from_bytes(packed[data:at], "little") << _BITS * left_out
            for one in shared.values():
                sums[one] += sign * number


def _add_told(sums: _Sums, sign: int, lines: str) -> None:
    """Add games that are told one a line, or take them away; only those are told that are asked for."""
    for line, games in Counter(lines.split("\n")).items():
        how, _, cell = line.partition("\t")
        place = _PLACES_IN_WORDS.get(how)
        if place is not None and cell.count("\t") == 3 and cell.startswith(_KINDS):
            number = sign * games << _BITS * place
            for one in _shared(cell.encode()).values():
                sums[one] += number


def _counts(kind: bytes, number: int) -> dict[Result, int]:
    size, results = -(-number.bit_length() // _BITS), _RESULTS[kind]
    games = unpack(f"<{size}I", number.to_bytes(size * 4, "little"))
    return {results[place]: games[place] for place in range(size) if games[place]}


class _Rows(NamedTuple):
    """Rows of the tally to be added, or taken away: the last one until a moment, or all on one side of it."""

    sign: int
    period: str
    side: str
    comparison: str
    since: datetime
    all_of_them: bool = False


class _Piece(NamedTuple):
    """A time within an hour or a day, to before its end, whose games are to be added, or taken away, one by one."""

    sign: int
    first: datetime
    end: datetime


def _until(moment: datetime, sign: int, which: FinishedFilter) -> tuple[list[_Rows], _Piece]:
    """Return where the games are that ended before a moment."""
    (ever, month), (of_month, day), (of_day, hour) = _rows_at(moment)
    conditions = _conditions(which)
    alike = "all" if conditions else ""
    if which.player is None:
        side = "=".join(map(str, conditions[0])) if conditions else ""
        rows = [_Rows(sign, ever, side, "<", month), _Rows(sign, of_month, side, "<", day)]
        # What is shorter is told game by game: that since the hour began, or the rest of it.
        if moment.minute < 30:
            return [*rows, _Rows(sign, of_day, alike, "<", hour)], _Piece(sign, hour, moment)
        return [*rows, _Rows(sign, of_day, alike, "<=", hour)], _Piece(-sign, moment, hour + timedelta(hours=1))
    late = moment.hour >= 12
    piece = _Piece(-sign, moment, day + timedelta(days=1)) if late else _Piece(sign, day, moment)
    if day.day <= 15:
        days = _Rows(sign, of_month, "all", "<=" if late else "<", day, all_of_them=True)
        return [_Rows(sign, ever, alike, "<", month), days], piece
    days = _Rows(-sign, of_month, "all", ">" if late else ">=", day, all_of_them=True)
    return [_Rows(sign, ever, alike, "<=", month), days], piece


def _statement(which: FinishedFilter, values: dict[str, Any]) -> str:
    """Return the statement: rows of the tally and games alike, to be added or taken away.

    Nothing in it has the planner think that much depends on the values: so it makes its plan once, not each time.
    """
    after, before = _clamped(which.finished_after), _clamped(which.finished_before)
    rows: list[_Rows] = []
    pieces: list[_Piece] = []
    if before is None:
        rows += _until(_LAST, 1, which)[0][:1]
    else:
        found, piece = _until(before, 1, which)
        rows, pieces = [*rows, *found], [*pieces, piece]
    if after is not None:
        found, piece = _until(after + timedelta(microseconds=1), -1, which)  # one that ended then is not after it
        rows, pieces = [*rows, *found], [*pieces, piece]
    values["account_id"] = which.player or EVERYBODY
    values.update(_conditions(which))
    parts = [_from_uncounted(which, values)]  # first, since it says of which types the columns are
    parts += [_from_piece(piece, f"p{place}", which, values) for place, piece in enumerate(pieces)]
    parts += [_from_tally(one, f"r{place}", values) for place, one in enumerate(rows)]
    return " ".join(" union all ".join(parts).split())  # psycopg keeps what it has read of statements up to 4 kB


def _from_tally(rows: _Rows, name: str, values: dict[str, Any]) -> str:
    values.update({f"{name}_period": rows.period, f"{name}_side": rows.side, f"{name}_since": rows.since})
    last = "" if rows.all_of_them else "order by since desc limit 1"
    return f"""
        (select {rows.sign}, results, null from tally
          where account_id = %(account_id)s and period = %({name}_period)s and side = %({name}_side)s
            and since {rows.comparison} %({name}_since)s {last})
    """


def _from_piece(piece: _Piece, name: str, which: FinishedFilter, values: dict[str, Any]) -> str:
    values.update({f"{name}_first": piece.first, f"{name}_end": piece.end})
    # Whatever is in a subquery the planner takes for unknown: it neither plans anew for each time nor reads all games.
    first, end = f"(select %({name}_first)s::timestamptz)", f"(select %({name}_end)s::timestamptz)"
    # By `offset 0` they are found by their time, and not by what else is asked of them.
    if which.player is None:
        within = f"{_LISTED} and g.counted_as is not null and g.finished_at >= {first} and g.finished_at < {end}"
        tables = f"(select * from game g where {within} offset 0) g"
    else:
        within = f"account_id = %(account_id)s and game_finished_at >= {first} and game_finished_at < {end}"
        tables = f"(select game_id from seat where {within} offset 0) mine join game g on g.game_id = mine.game_id"
    return _from_games(piece.sign, "g.counted_as", tables, [], which)


def _from_uncounted(which: FinishedFilter, values: dict[str, Any]) -> str:
    conditions = []
    if which.finished_after is not None:
        conditions.append("g.finished_at > %(after)s")
        values["after"] = which.finished_after
    if which.finished_before is not None:
        conditions.append("g.finished_at < %(before)s")
        values["before"] = which.finished_before
    uncounted = f"{_LISTED} and g.counted_as is null"
    # By `offset 0` these few are found by their own index, or by the seats that are not settled yet: the planner takes
    # them for many, and any condition for a better way to them.
    if which.player is None:
        few = f"(select g.*, {_KIND} as kind from game g where {uncounted} offset 0) g"
        return _from_games(1, "g.kind", few, conditions, which)
    fresh = "select game_id from seat where account_id = %(account_id)s and game_created_at is null offset 0"
    tables = f"({fresh}) mine join game g on g.game_id = mine.game_id"
    return _from_games(1, _KIND_WITH_PLAYER, tables, [uncounted, *conditions], which)


def _from_games(sign: int, kind: str, tables: str, conditions: list[str], which: FinishedFilter) -> str:
    asked = ["true", *conditions, *[f"{_GAMES[name]} = %({name})s" for name, _ in _conditions(which)]]
    chosen = f"select {_ALIKE}, {kind} as kind, {_RESULT} from {tables} where {' and '.join(asked)}"
    # In one row: to read a hundred takes psycopg longer than Postgres to find them.
    line = "concat_ws(e'\\t', concat_ws(' ', outcome, strikeout, score), kind, edition, multicolor, seats)"
    return f"select {sign}::smallint, null::bytea, coalesce(string_agg({line}, e'\\n'), '') from ({chosen}) chosen"


def _clamped(moment: datetime | None) -> Any:
    return None if moment is None else min(max(moment, _FIRST), _LAST).astimezone(UTC)
