"""Statistics of finished public games: from a tally that is kept by day, and counted directly where it ends.

A game is of one kind: `imported` from elsewhere, else `bots` if no person had a seat, else `aborted` (R21), else
`played`. Only the last kind has statistics; of the others there is the number. Sandbox and private games are not
counted at all. Each game is counted once, in the transaction that marks it as counted, and what is not yet marked is
counted where somebody asks, in the statement that reads the tally: so the sum is right at every moment.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from struct import Struct
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson

from service.db import connection
from service.lists import Finished, conditions_of

__all__ = ["Group", "Stats", "fold_in", "of"]

EVERYBODY: Final = UUID(int=0)

_EAGER: Final = 200
"""With so many games uncounted, some are counted before statistics are answered: not everybody has a cron."""
_AT_A_TIME: Final = 1000

# What finished_at can be at all; it keeps dates far from where Python's calendar ends.
_FIRST: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LAST: Final = datetime(9000, 1, 1, tzinfo=UTC)
_EVER: Final = _FIRST.date()


class Group(NamedTuple):
    """What the games of one edition, say, came to."""

    value: str | int
    games: int
    mean_score: float | None
    """Of the games that have a score."""
    perfect: int
    strikeouts: int


class Stats(NamedTuple):
    """What finished games came to."""

    games: int
    mean_score: float | None
    median_score: float | None
    perfect: int
    """Won: all fireworks complete, which is the highest score (R16)."""
    strikeouts: int
    outcomes: dict[str, int]
    scores: list[tuple[int, int]]
    """A score and the number of games with it, lowest first; scores that no game has are left out."""
    unscored: int
    """Lost games whose rules give no score (`strikeout_score` none)."""
    by_edition: list[Group]
    by_seats: list[Group]
    by_multicolor: list[Group]
    aborted: int
    imported: int
    bots: int


class _Result(NamedTuple):
    """How games can have gone that differ in nothing else that statistics look at."""

    kind: str
    outcome: str
    strikeout: bool
    score: int
    """-1 for a game without one."""


# Every thinkable result; its place in here is its number in the tally, so that new ones may only follow.
_RESULTS: Final = [
    _Result(kind, outcome, strikeout, score)
    for kind in ("played", "aborted", "imported", "bots")
    for outcome in ("won", "lost", "finished", "aborted")
    for strikeout in (False, True)
    for score in range(-1, 31)
]
_NUMBERS: Final = {result: number for number, result in enumerate(_RESULTS)}

_PAIR: Final = Struct("<HI")
"""How a result and the number of its games lie in the tally: `results` is any number of these, one after the other."""


class _Cell(NamedTuple):
    """A row of the tally: the games of one account, or of everybody, in one period, seen from one side."""

    account_id: UUID
    period: str
    side: str
    since: date
    edition: str
    multicolor: str
    seats: int


_LISTED: Final = "g.status = 'ended' and not g.sandbox and not g.private"
# Of the seats an aggregate: for an `exists` the planner, which takes running games for uncounted ones, hashes them all.
_KIND: Final = """case when g.source is not null then 'imported'
         when coalesce((select bool_and(s.bot is not null) from seat s where s.game_id = g.game_id), true) then 'bots'
         when g.outcome = 'aborted' then 'aborted' else 'played' end"""
_ALIKE: Final = "g.rules ->> 'edition' as edition, g.rules ->> 'multicolor' as multicolor, g.seats"
_RESULT: Final = "g.outcome, g.reason = 'strikeout' as strikeout, coalesce(g.score, -1::smallint) as score"

_CHOSEN: Final = f"""
    select g.game_id, {_ALIKE}, {_KIND} as kind, {_RESULT}, (g.finished_at at time zone 'UTC')::date as day,
           (select array_agg(s.account_id) from seat s where s.game_id = g.game_id and s.account_id is not null)
      from game g
     where {_LISTED} and g.counted_as is null
     order by g.finished_at limit %(limit)s
"""
_MARK: Final = "update game set counted_as = %s where game_id = any(%s) and counted_as is null"
_KEY: Final = ", ".join(_Cell._fields)
_CELLS: Final = """json_to_recordset(%s::json) as cells
    (account_id uuid, period text, side text, since date, edition text, multicolor text, seats smallint, results bytea)
"""
_READ: Final = f"select {_KEY}, tally.results from tally join {_CELLS} using ({_KEY})"
_WRITE: Final = f"""
    insert into tally ({_KEY}, results) select {_KEY}, results from {_CELLS}
        on conflict ({_KEY}) do update set results = excluded.results
"""


def fold_in(limit: int = _AT_A_TIME) -> int:
    """Add at most `limit` uncounted games to the tally, the oldest first; return how many.

    That is none while somebody else is at it: two at once would write the same rows. Each statement is one that a
    distributed database can take apart; all of them are kept together, or none.
    """
    with connection() as db, db.transaction():
        (mine,) = db.execute("select pg_try_advisory_xact_lock(hashtext('tally'))").fetchone() or (False,)
        if not mine:
            return 0
        chosen = db.execute(_CHOSEN.encode(), {"limit": limit}).fetchall()
        by_kind: defaultdict[str, list[UUID]] = defaultdict(list)
        cells: defaultdict[_Cell, Counter[int]] = defaultdict(Counter)
        for game_id, edition, multicolor, seats, kind, *how, day, accounts in chosen:
            by_kind[kind].append(game_id)
            number = _NUMBERS[_Result(kind, *how)]
            for cell in _cells_of(edition, multicolor, seats, day, accounts or ()):
                cells[cell][number] += 1
        for kind, game_ids in by_kind.items():
            db.execute(_MARK, (kind, game_ids))
        if cells:
            wanted = orjson.dumps([cell._asdict() for cell in cells]).decode()
            for *key, results in db.execute(_READ.encode(), [wanted]).fetchall():
                cells[_Cell._make(key)].update(dict(_PAIR.iter_unpack(results)))
            changed = [{**cell._asdict(), "results": f"\\x{_packed(counts).hex()}"} for cell, counts in cells.items()]
            db.execute(_WRITE.encode(), [orjson.dumps(changed).decode()])
        return len(chosen)


def _cells_of(edition: str, multicolor: str, seats: int, day: date, accounts: Iterable[UUID]) -> Iterator[_Cell]:
    """Yield where a game is counted.

    From four sides, of which three look at one thing each: most who ask do so without a condition, and what they want
    are the sums by these three. An account's days are seen from the fourth side alone: they are many, and small.
    """
    sides = [
        ("all", edition, multicolor, seats),
        ("edition", edition, "", 0),
        ("multicolor", "", multicolor, 0),
        ("seats", "", "", seats),
    ]
    for side, *alike in sides:
        for period, since in (("ever", _EVER), ("month", day.replace(day=1)), ("day", day)):
            yield _Cell._make((EVERYBODY, period, side, since, *alike))
        for account_id in accounts:
            yield _Cell._make((account_id, "ever-of", side, _EVER, *alike))
    for account_id in accounts:
        yield _Cell(account_id, "day-of", "all", day, edition, multicolor, seats)


def _packed(results: Mapping[int, int]) -> bytes:
    return b"".join([_PAIR.pack(*pair) for pair in sorted(results.items())])


def of(which: Finished) -> Stats:
    """Return the statistics of finished public games; those of an account where `which` names a player."""
    with connection() as db:
        probe = f"select 1 from game g where {_LISTED} and counted_as is null limit 1 offset {_EAGER:d}"
        if db.execute(probe.encode()).fetchone():
            fold_in()
        values: dict[str, Any] = {}
        rows = db.execute(_statement(which, values).encode(), values).fetchall()
    return _stats(rows, which)


# The statement. Every piece of it is a constant of this module; what callers send goes in as values.


class _Span(NamedTuple):
    """Whole periods of one kind, from the first to before the last; None is no bound."""

    period: str
    first: date | None
    end: date | None


class _Edge(NamedTuple):
    """What lies within a day: a condition, and its values."""

    condition: str
    values: dict[str, datetime]


_GAMES: Final = {
    **{name: f"g.{name}" for name in ("seats", "outcome")},
    **{name: f"g.rules ->> '{name}'" for name in ("edition", "multicolor")},
    "score": "coalesce(g.score, -1)",
}


def _statement(which: Finished, values: dict[str, Any]) -> str:
    """Return the statement whose rows are games alike: packed where the tally has them, else each result by itself."""
    spans, edges = _periods(which)
    values["account_id"] = which.player or EVERYBODY
    parts = [_from_tally(span, which, values) for span in spans]
    if edges:
        for _, bounds in edges:
            values.update(bounds)
        within = " or ".join([f"({condition})" for condition, _ in edges])
        parts.append(_from_games("g.counted_as", "game", f"g.counted_as is not null and ({within})", which, values))
    uncounted = ["g.counted_as is null"]
    if which.finished_after is not None:
        uncounted.append("g.finished_at > %(after)s")
        values["after"] = which.finished_after
    if which.finished_before is not None:
        uncounted.append("g.finished_at < %(before)s")
        values["before"] = which.finished_before
    # By `offset 0` these few are found by their own index: the planner takes them for many, and any condition for a
    # better way to them.
    few = f"(select * from game g where {_LISTED} and {' and '.join(uncounted)} offset 0)"
    parts.append(_from_games(_KIND, few, "true", which, values))
    return " union all ".join(parts)


def _from_tally(span: _Span, which: Finished, values: dict[str, Any]) -> str:
    period = span.period if which.player is None else f"{span.period}-of"
    narrowed = which.edition is not None or which.multicolor is not None or which.seats is not None
    whole = narrowed or period == "day-of"
    sides = "'all'" if whole else "'edition', 'multicolor', 'seats'"
    conditions = ["t.account_id = %(account_id)s", f"t.period = '{period}'", f"t.side in ({sides})"]
    for name, comparison, value in (
        ("since", ">=", span.first),
        ("since", "<", span.end),
        ("edition", "=", which.edition),
        ("multicolor", "=", which.multicolor),
        ("seats", "=", which.seats),
    ):
        if value is not None:
            place = f"v{len(values)}"
            conditions.append(f"t.{name} {comparison} %({place})s")
            values[place] = value
    return f"""
        select edition, multicolor, seats, string_agg(results, ''::bytea) as results,
               null as kind, null as outcome, null::boolean as strikeout, null::smallint as score, null::bigint as games
          from tally t where {" and ".join(conditions)} group by edition, multicolor, seats
    """


def _from_games(kind: str, games: str, within: str, which: Finished, values: dict[str, Any]) -> str:
    conditions = [_LISTED, within, *conditions_of(which, _GAMES, values)]
    if which.player is not None:
        mine = "select 1 from seat mine where mine.game_id = g.game_id and mine.account_id = %(account_id)s"
        conditions.append(f"exists ({mine})")
    chosen = f"select {_ALIKE}, {kind} as kind, {_RESULT} from {games} g where {' and '.join(conditions)}"
    return f"""
        select edition, multicolor, seats, null::bytea, kind, outcome, strikeout, score, count(*)
          from ({chosen}) chosen group by edition, multicolor, seats, kind, outcome, strikeout, score
    """


def _periods(which: Finished) -> tuple[list[_Span], list[_Edge]]:
    """Return the whole periods of the tally that lie within the time that is asked for, and what sticks out."""
    after, before = _clamped(which.finished_after), _clamped(which.finished_before)
    if after is None and before is None:
        return [_Span("ever", None, None)], []
    first = None if after is None else after.date() + timedelta(days=1)  # the first day that lies within it whole
    end = None if before is None else before.date()  # the first day that does not any more
    if after is not None and before is not None and after.date() >= before.date() - timedelta(days=1):
        return [], [_Edge("g.finished_at > %(from_a)s and g.finished_at < %(to_a)s", {"from_a": after, "to_a": before})]
    edges = []
    if after is not None and first is not None:
        edge = {"from_a": after, "to_a": _midnight(first)}
        edges.append(_Edge("g.finished_at > %(from_a)s and g.finished_at < %(to_a)s", edge))
    if before is not None and end is not None:
        edge = {"from_b": _midnight(end), "to_b": before}
        edges.append(_Edge("g.finished_at >= %(from_b)s and g.finished_at < %(to_b)s", edge))
    return _spans(first, end, by_month=which.player is None), edges


def _spans(first: date | None, end: date | None, *, by_month: bool) -> list[_Span]:
    """Return whole months where there are some, and days around them."""
    month = None if first is None else (first - timedelta(days=1)).replace(day=1) + timedelta(days=32)
    month = None if month is None else month.replace(day=1)
    last = None if end is None else end.replace(day=1)
    if not by_month or (month is not None and last is not None and month >= last):
        return [_Span("day", first, end)]
    spans = [_Span("month", month, last)]
    if first is not None:
        spans.append(_Span("day", first, month))
    if end is not None:
        spans.append(_Span("day", last, end))
    return spans


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _clamped(moment: datetime | None) -> datetime | None:
    return None if moment is None else min(max(moment, _FIRST), _LAST).astimezone(UTC)


# What comes back.


def _stats(rows: Iterable[tuple[Any, ...]], which: Finished) -> Stats:
    by_edition: defaultdict[str, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    by_multicolor: defaultdict[str, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    by_seats: defaultdict[int, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    for edition, multicolor, seats, packed, *result, games in rows:
        # Seen from one side, a row has nothing at the others.
        groups = []
        if edition:
            groups.append(by_edition[edition])
        if multicolor:
            groups.append(by_multicolor[multicolor])
        if seats:
            groups.append(by_seats[seats])
        pairs = [(_NUMBERS[_Result._make(result)], games)] if packed is None else list(_PAIR.iter_unpack(packed))
        for group in groups:
            for number, count in pairs:
                group[number] += count
    whole: defaultdict[int, int] = defaultdict(int)
    for group in by_edition.values():
        for number, count in group.items():
            whole[number] += count
    kinds = dict.fromkeys(("aborted", "imported", "bots"), 0)
    outcomes = dict.fromkeys(("won", "lost", "finished"), 0)
    scores: defaultdict[int, int] = defaultdict(int)
    for number, count in whole.items():
        kind, outcome, _, score = _RESULTS[number]
        if not _fits(_RESULTS[number], which):
            continue
        if kind == "played":
            outcomes[outcome] += count
            scores[score] += count
        else:
            kinds[kind] += count
    unscored = scores.pop(-1, 0)
    told = sorted(scores.items())
    everything = _group("", whole, which)
    return Stats(
        everything.games,
        everything.mean_score,
        _median(told),
        everything.perfect,
        everything.strikeouts,
        outcomes,
        told,
        unscored,
        _groups(by_edition, which),
        _groups(by_seats, which),
        _groups(by_multicolor, which),
        kinds["aborted"],
        kinds["imported"],
        kinds["bots"],
    )


def _fits(result: _Result, which: Finished) -> bool:
    """Say whether games with this result are asked for, as `conditions_of` says it of rows."""
    return (
        (which.outcome is None or result.outcome == which.outcome)
        and (which.score_gte is None or result.score >= which.score_gte)
        and (which.score_lte is None or 0 <= result.score <= which.score_lte)
    )


def _groups(found: Mapping[str, Mapping[int, int]] | Mapping[int, Mapping[int, int]], which: Finished) -> list[Group]:
    groups = [_group(value, results, which) for value, results in found.items()]
    return sorted([group for group in groups if group.games])


def _group(value: str | int, results: Mapping[int, int], which: Finished) -> Group:
    games = scored = points = perfect = strikeouts = 0
    for number, count in results.items():
        result = _RESULTS[number]
        if result.kind == "played" and _fits(result, which):
            games += count
            if result.score >= 0:
                scored += count
                points += count * result.score
            if result.outcome == "won":
                perfect += count
            if result.strikeout:
                strikeouts += count
    return Group(value, games, round(points / scored, 2) if scored else None, perfect, strikeouts)


def _median(scores: list[tuple[int, int]]) -> float | None:
    """Return the score in the middle; between two of them where their number is even."""
    number = sum(games for _, games in scores)
    if not number:
        return None
    return (_at(scores, (number - 1) // 2) + _at(scores, number // 2)) / 2


def _at(scores: list[tuple[int, int]], place: int) -> int:
    for score, games in scores:
        if place < games:
            return score
        place -= games
    raise IndexError(place)
