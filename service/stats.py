"""Statistics of finished public games: from a tally that is kept by day, and counted directly where it ends.

A game is of one kind: `imported` from elsewhere, else `bots` if no person had a seat, else `aborted` (R21), else
`played`. Only the last kind has statistics; of the others there is the number. Sandbox and private games are not
counted at all. Each game is counted once, in the statement that marks it as counted, and what is not yet marked is
counted where somebody asks, in the statement that reads the tally: so the sum is right at every moment.
"""

from collections import Counter, defaultdict
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from service.db import connection
from service.lists import Finished, conditions_of

__all__ = ["Group", "Stats", "fold_in", "of"]

EVERYBODY: Final = UUID(int=0)

_EAGER: Final = 1000
"""With so many games uncounted, some are counted before statistics are answered: not everybody has a cron."""
_AT_A_TIME: Final = 5000

# What finished_at can be at all; it keeps dates far from where Python's calendar ends.
_FIRST: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LAST: Final = datetime(9000, 1, 1, tzinfo=UTC)


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


_LISTED: Final = "g.status = 'ended' and not g.sandbox and not g.private"
_KIND: Final = """case when g.source is not null then 'imported'
         when not exists (select 1 from seat s where s.game_id = g.game_id and s.bot is null) then 'bots'
         when g.outcome = 'aborted' then 'aborted' else 'played' end"""
_ALIKE: Final = """g.seats, g.rules ->> 'edition' as edition, g.rules ->> 'multicolor' as multicolor,
                   g.outcome, g.reason, coalesce(g.score, -1::smallint) as score"""
_COLUMNS: Final = "kind, seats, edition, multicolor, outcome, reason, score"

# An account's periods have names of their own, by which the planner knows how few rows are everybody's; of months it
# has none: its days are few enough.
_CHOSEN: Final = f"""
    select g.game_id, {_KIND} as kind, {_ALIKE}, (g.finished_at at time zone 'UTC')::date as day,
           (select array_agg(s.account_id) from seat s where s.game_id = g.game_id and s.account_id is not null)
      from game g
     where {_LISTED} and g.counted_as is null
     order by g.finished_at limit %(limit)s
"""
_MARK: Final = "update game set counted_as = %s where game_id = any(%s) and counted_as is null"

_ADD: Final = f"""
    insert into tally (account_id, period, since, {_COLUMNS}, games)
    select account_id, period, since, {_COLUMNS}, sum(games)
      from unnest(%s::uuid[], %s::text[], %s::smallint[], %s::text[], %s::text[], %s::text[], %s::text[],
                  %s::smallint[], %s::date[], %s::int[]) as whose (account_id, {_COLUMNS}, day, games)
     cross join lateral (values ('ever', date '1970-01-01'), ('month', date_trunc('month', day)::date),
                                ('day', day), ('ever-of', date '1970-01-01'), ('day-of', day)) as p (period, since)
     where (account_id = uuid_nil()) = (period in ('ever', 'month', 'day'))
     group by account_id, period, since, {_COLUMNS}
        on conflict (account_id, period, since, {_COLUMNS}) do update set games = tally.games + excluded.games
""".replace("uuid_nil()", f"'{EVERYBODY}'::uuid")


def fold_in(limit: int = _AT_A_TIME) -> int:
    """Add at most `limit` uncounted games to the tally, the oldest first; return how many.

    That is none while somebody else is at it: two at once would wait for each other's rows. Each statement is one that
    a distributed database can take apart; all of them are kept together, or none.
    """
    with connection() as db, db.transaction():
        (mine,) = db.execute("select pg_try_advisory_xact_lock(hashtext('tally'))").fetchone() or (False,)
        if not mine:
            return 0
        chosen = db.execute(_CHOSEN.encode(), {"limit": limit}).fetchall()
        by_kind: defaultdict[str, list[UUID]] = defaultdict(list)
        whose: Counter[tuple[Any, ...]] = Counter()
        for game_id, kind, *alike, players in chosen:
            by_kind[kind].append(game_id)
            whose.update((account_id, kind, *alike) for account_id in (EVERYBODY, *(players or ())))
        for kind, game_ids in by_kind.items():
            db.execute(_MARK, (kind, game_ids))
        if chosen:
            columns = zip(*((*alike, games) for alike, games in whose.items()), strict=True)
            db.execute(_ADD.encode(), [list(column) for column in columns])
        return len(chosen)


def of(which: Finished) -> Stats:
    """Return the statistics of finished public games; those of an account where `which` names a player."""
    with connection() as db:
        probe = f"select 1 from game g where {_LISTED} and counted_as is null limit 1 offset {_EAGER:d}"
        if db.execute(probe.encode()).fetchone():
            fold_in()
        values: dict[str, Any] = {}
        rows = db.execute(_statement(which, values).encode(), values).fetchall()
    return _stats(rows)


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


_TALLY: Final = {name: f"t.{name}" for name in ("edition", "multicolor", "seats", "outcome", "score")}
_GAMES: Final = {
    **{name: f"g.{name}" for name in ("seats", "outcome")},
    **{name: f"g.rules ->> '{name}'" for name in ("edition", "multicolor")},
    "score": "coalesce(g.score, -1)",
}


def _statement(which: Finished, values: dict[str, Any]) -> str:
    spans, edges = _periods(which)
    values["account_id"] = which.player or EVERYBODY
    parts = [_from_tally(span, which, values) for span in spans]
    if edges:
        for _, bounds in edges:
            values.update(bounds)
        within = " or ".join([f"({condition})" for condition, _ in edges])
        parts.append(_from_games("g.counted_as", f"g.counted_as is not null and ({within})", which, values))
    uncounted = ["g.counted_as is null"]
    if which.finished_after is not None:
        uncounted.append("g.finished_at > %(after)s")
        values["after"] = which.finished_after
    if which.finished_before is not None:
        uncounted.append("g.finished_at < %(before)s")
        values["before"] = which.finished_before
    parts.append(_from_games(_KIND, " and ".join(uncounted), which, values))
    return f"""
        with chosen as ({" union all ".join(parts)})
        select grouping(edition, c.seats, multicolor, outcome),
               kind, edition, c.seats, multicolor, outcome, reason, score,
               sum(games), sum(games) filter (where score >= 0), sum(games * score) filter (where score >= 0),
               coalesce(sum(games) filter (where outcome = 'won'), 0),
               coalesce(sum(games) filter (where reason = 'strikeout'), 0)
          from chosen c
         group by grouping sets ((kind), (kind, edition), (kind, c.seats), (kind, multicolor),
                                 (kind, outcome, reason, score))
    """


def _from_tally(span: _Span, which: Finished, values: dict[str, Any]) -> str:
    period = span.period if which.player is None else f"{span.period}-of"
    conditions = ["t.account_id = %(account_id)s", f"t.period = '{period}'"]
    for comparison, bound in ((">=", span.first), ("<", span.end)):
        if bound is not None:
            name = f"v{len(values)}"
            conditions.append(f"t.since {comparison} %({name})s")
            values[name] = bound
    conditions += conditions_of(which, _TALLY, values)
    return f"select {_COLUMNS}, games from tally t where {' and '.join(conditions)}"


def _from_games(kind: str, within: str, which: Finished, values: dict[str, Any]) -> str:
    conditions = [_LISTED, within, *conditions_of(which, _GAMES, values)]
    if which.player is not None:
        mine = "select 1 from seat mine where mine.game_id = g.game_id and mine.account_id = %(account_id)s"
        conditions.append(f"exists ({mine})")
    return f"select {kind} as kind, {_ALIKE}, 1 as games from game g where {' and '.join(conditions)}"


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

_WHOLE, _BY_EDITION, _BY_SEATS, _BY_MULTICOLOR, _BY_SCORE = 0b1111, 0b0111, 0b1011, 0b1101, 0b1110


def _stats(rows: list[tuple[Any, ...]]) -> Stats:
    kinds = {kind: games for grouped, kind, *_, games, _, _, _, _ in rows if grouped == _WHOLE}
    played = [row for row in rows if row[1] == "played"]
    scores: dict[int, int] = {}
    outcomes = dict.fromkeys(("won", "lost", "finished"), 0)
    for grouped, *_, outcome, _, score, games, _, _, _, _ in played:
        if grouped == _BY_SCORE:
            scores[score] = scores.get(score, 0) + games
            outcomes[outcome] += games
    whole = next((_group("", row) for row in played if row[0] == _WHOLE), Group("", 0, None, 0, 0))
    unscored = scores.pop(-1, 0)
    return Stats(
        whole.games,
        whole.mean_score,
        _median(sorted(scores.items())),
        whole.perfect,
        whole.strikeouts,
        outcomes,
        sorted(scores.items()),
        unscored,
        sorted(_group(row[2], row) for row in played if row[0] == _BY_EDITION),
        sorted(_group(row[3], row) for row in played if row[0] == _BY_SEATS),
        sorted(_group(row[4], row) for row in played if row[0] == _BY_MULTICOLOR),
        kinds.get("aborted", 0),
        kinds.get("imported", 0),
        kinds.get("bots", 0),
    )


def _group(value: str | int, row: tuple[Any, ...]) -> Group:
    games, scored, points, perfect, strikeouts = row[8:]
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
