"""Rollup of finished public games: their number by period, account and result.

A row of `rollup` counts the games that ended within `days` days from `since`. Periods of all games have 1, 4, 16, ...
4096 days, aligned to 1970-01-01, so that a few dozen of them cover any range of days. An account has fewer games, and
only periods of 64 days. `add_finished` counts games some time after their end; until then `counted_games` reads them
one by one, so its result is always exact.

`add_finished` also *settles* the seats of these games: it copies the times and the score of the game into the seat, so
that an index has each player's games in order (`service.replays.listing`).
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson
import sqlalchemy as sa
from sqlalchemy import ColumnElement, Select, Subquery, and_, case, func, literal, select, update
from sqlalchemy.dialects.postgresql import insert

from service.database.pool import fetch, transaction
from service.database.schema import FINISHED_PUBLIC, Game, Rollup, Seat
from service.replays.listing import EDITION, MULTICOLOR, SCORE, FinishedFilter

__all__ = ["add_finished", "clear", "counted_games", "waiting"]

_DAYS: Final = (1, 4, 16, 64, 256, 1024, 4096)
_DAYS_OF_ACCOUNTS: Final = (64,)
"""Lengths of periods, each a multiple of the one before."""

_EVERYBODY: Final = UUID(int=0)
_FIRST: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LAST: Final = _FIRST + timedelta(600 * _DAYS[-1])
"""Imported games can have any time. Those before and after count as of these."""

_BATCH: Final = 1000
_ONE_AT_A_TIME: Final = func.hashtext("rollup")

_UNCOUNTED: Final = sa.text("status = 'ended' and counted_as is null")
_IS_COUNTED: Final = and_(
    FINISHED_PUBLIC,
    Game.finished_at.is_not(None),
    EDITION.is_not(None),
    MULTICOLOR.is_not(None),
    # A script can store anything; only results that the rules allow are counted.
    Game.outcome.in_(("won", "lost", "finished", "aborted")),
    SCORE.between(-1, 30),
)
_ONLY_BOTS: Final = select(func.coalesce(func.bool_and(Seat.bot.is_not(None)), True)).where(
    Seat.game_id == Game.game_id
)
_KIND: Final = case(
    (func.coalesce(sa.not_(_IS_COUNTED), True), "hidden"),
    (Game.source.is_not(None), "imported"),
    (_ONLY_BOTS.correlate(Game).scalar_subquery(), "bots"),
    (Game.outcome == "aborted", "aborted"),
    else_="played",
)
_ACCOUNTS: Final = select(func.array_agg(Seat.account_id)).where(
    Seat.game_id == Game.game_id, Seat.account_id.is_not(None)
)
_ROW: Final = Rollup.__table__.c
_CELL: Final = ("kind", "edition", "multicolor", "seats", "outcome", "strikeout", "score")


class _Periods(NamedTuple):
    """Adjacent periods of the same length: those that begin in a range of days."""

    days: int
    first: date
    end: date


class _Times(NamedTuple):
    """A range of time, `end` excluded."""

    first: datetime
    end: datetime


def waiting(number: int) -> bool:
    """Return True if more than `number` finished games are not counted yet."""
    probe = select(literal(1)).select_from(Game).where(_UNCOUNTED).limit(1).offset(number)
    return bool(fetch(probe))


def add_finished(limit: int = _BATCH, *, statement_timeout: str | None = None) -> int:
    """Count up to `limit` finished games, oldest first, and settle their seats. Return their number.

    Returns 0 while another process does it, since both would write the same rows. All changes are one transaction, so
    each game is counted once. `statement_timeout` replaces that of a request, for example `5min`. Each statement is one
    that Citus can distribute.
    """
    with transaction() as changes:
        if statement_timeout is not None:
            for setting in ("statement_timeout", "idle_in_transaction_session_timeout"):
                changes.execute(select(func.set_config(setting, statement_timeout, True)))
        if not changes.scalar(select(func.pg_try_advisory_xact_lock(_ONE_AT_A_TIME))):
            return 0
        chosen = select(Game.game_id, Game.finished_at, _ACCOUNTS.correlate(Game).scalar_subquery(), *_cell(_KIND))
        games = changes.execute(chosen.where(_UNCOUNTED).order_by(Game.finished_at).limit(limit)).all()
        by_kind: defaultdict[str, list[UUID]] = defaultdict(list)
        counts: Counter[tuple[Any, ...]] = Counter()
        for game_id, finished_at, accounts, *cell in games:
            by_kind[cell[0]].append(game_id)
            if cell[0] != "hidden":
                counts.update((*period, *cell) for period in _periods_of(_clamped(finished_at).date(), accounts or []))
        for kind, game_ids in by_kind.items():
            changes.execute(
                update(Game)
                .where(Game.game_id == _any_of(game_ids), Game.counted_as.is_(None))
                .values(counted_as=kind)
                .execution_options(synchronize_session=False)
            )
        if games:
            changes.execute(_settle([game.game_id for game in games]))
        if counts:
            changes.execute(_add(counts))
        return len(games)


def clear() -> None:
    """Delete the rollup, so that `add_finished` counts all games again, and settles all seats."""
    with transaction() as changes:
        changes.execute(select(func.pg_advisory_xact_lock(_ONE_AT_A_TIME)))
        changes.execute(select(func.set_config("statement_timeout", "0", True)))
        changes.execute(sa.delete(Rollup))
        changes.execute(update(Game).where(Game.counted_as.is_not(None)).values(counted_as=None))
        changes.execute(
            update(Seat)
            .where(Seat.game_created_at.is_not(None))
            .values(game_created_at=None, game_finished_at=None, game_score=None)
        )


def counted_games(which: FinishedFilter) -> Subquery:
    """Select the number of games (`games`) by kind, dimensions and result, as of one moment.

    Every row is either one of the rollup or a game. Its columns are those of `_CELL`, and `games`.
    """
    after, before = _clamped(which.finished_after or _FIRST), _clamped(which.finished_before or _LAST)
    first = after if after == _FIRST else after + timedelta(microseconds=1)
    periods, pieces = _covering(_Times(first, max(before, first)), _DAYS if which.player is None else _DAYS_OF_ACCOUNTS)
    arms = [_from_uncounted(which), _from_rollup(which, periods), *[_from_games(which, piece) for piece in pieces]]
    found = sa.union_all(*arms).subquery()
    conditions: list[ColumnElement[bool]] = [found.c.kind != "hidden"]
    for name in ("edition", "multicolor", "seats", "outcome"):
        if (value := getattr(which, name)) is not None:
            conditions.append(found.c[name] == value)
    if which.score_gte is not None:
        conditions.append(found.c.score >= which.score_gte)
    if which.score_lte is not None:
        conditions.append(found.c.score.between(0, which.score_lte))
    return select(found).where(*conditions).subquery()


def _cell(kind: Any) -> list[Any]:
    """Return what the rollup distinguishes, as columns of a game."""
    strikeout = func.coalesce(Game.reason == "strikeout", False)
    values: tuple[Any, ...] = (kind, EDITION, MULTICOLOR, Game.seats, Game.outcome, strikeout, SCORE)
    return [value.label(name) for name, value in zip(_CELL, values, strict=True)]


def _periods_of(day: date, accounts: list[UUID]) -> Iterator[tuple[UUID, int, date]]:
    """Yield the account, the length and the first day of each period that a game counts in."""
    for account_id, lengths in ((_EVERYBODY, _DAYS), *[(account_id, _DAYS_OF_ACCOUNTS) for account_id in accounts]):
        for days in lengths:
            yield account_id, days, _aligned(day, days)


def _add(counts: Counter[tuple[Any, ...]]) -> Any:
    names = [one.name for one in _ROW]
    rows = [dict(zip(names, (*cell, games), strict=True)) for cell, games in counts.items()]
    sent = func.json_to_recordset(sa.cast(literal(orjson.dumps(rows).decode(), sa.Text), sa.JSON))
    added = sent.table_valued(*[sa.column(one.name, one.type) for one in _ROW]).render_derived(with_types=True)
    statement = insert(Rollup).from_select(names, select(added))
    return statement.on_conflict_do_update(
        index_elements=[one.name for one in _ROW if one.primary_key],
        set_={"games": Rollup.games + statement.excluded.games},
    )


def _settle(game_ids: list[UUID]) -> Any:
    listed = and_(FINISHED_PUBLIC)
    return (
        update(Seat)
        # Both tables by these ids, so that Citus sends the statement to their nodes.
        .where(Seat.game_id == _any_of(game_ids), Game.game_id == _any_of(game_ids), Game.game_id == Seat.game_id)
        .where(Seat.account_id.is_not(None))
        .values(
            game_created_at=Game.created_at,
            game_finished_at=case((listed, Game.finished_at)),
            game_score=case((listed, SCORE)),
        )
        .execution_options(synchronize_session=False)
    )


def _covering(times: _Times, lengths: tuple[int, ...]) -> tuple[list[_Periods], list[_Times]]:
    """Cover a range of time by periods as long as possible, and what is left at both ends.

    Of each length but the longest there are at most six, three before longer ones and three after them.
    """
    first = _aligned(times.first.date(), lengths[0])
    if _midnight(first) < times.first:
        first += timedelta(lengths[0])
    end = _aligned(times.end.date(), lengths[0])
    if first >= end:
        return [], [times]
    pieces = [_Times(times.first, _midnight(first)), _Times(_midnight(end), times.end)]
    periods = []
    for days, longer in pairwise(lengths):
        inner = min(_aligned(first + timedelta(longer - 1), longer), end)
        inner_end = max(_aligned(end, longer), inner)
        periods += [_Periods(days, first, inner), _Periods(days, inner_end, end)]
        first, end = inner, inner_end
    periods.append(_Periods(lengths[-1], first, end))
    return [one for one in periods if one.first < one.end], [one for one in pieces if one.first < one.end]


def _from_rollup(which: FinishedFilter, periods: list[_Periods]) -> Select[Any]:
    days, first, end = ([one[place] for one in periods] for place in range(3))
    part = func.unnest(
        literal(days, sa.ARRAY(sa.SmallInteger)), literal(first, sa.ARRAY(sa.Date)), literal(end, sa.ARRAY(sa.Date))
    ).table_valued("days", "first", "until", name="part")
    part = part.render_derived()
    # OFFSET keeps the planner from reading all rows of the account: it takes any number of parts for a hundred.
    rows = (
        select(*[_ROW[name] for name in _CELL], _ROW.games)
        .where(_ROW.account_id == (which.player or _EVERYBODY))
        .where(_ROW.days == part.c.days, _ROW.since >= part.c.first, _ROW.since < part.c.until)
        .offset(0)
        .lateral()
    )
    return select(rows).select_from(part.join(rows, sa.true()))


def _from_games(which: FinishedFilter, times: _Times) -> Select[Any]:
    """Select counted games of a time, one by one."""
    one = select(*_cell(Game.counted_as), literal(1).label("games"))
    if which.player is None:
        within = (Game.finished_at >= times.first, Game.finished_at < times.end)
        return one.where(FINISHED_PUBLIC, Game.counted_as.is_not(None), *within).offset(0)
    mine = select(Seat.game_id).where(Seat.account_id == which.player)
    mine = mine.where(Seat.game_finished_at >= times.first, Seat.game_finished_at < times.end).offset(0)
    found = mine.subquery()
    return one.join_from(Game, found, found.c.game_id == Game.game_id)


def _from_uncounted(which: FinishedFilter) -> Select[Any]:
    """Select finished games that are not counted yet, one by one."""
    one = select(*_cell(_KIND), literal(1).label("games")).where(_UNCOUNTED)
    if which.finished_after is not None:
        one = one.where(Game.finished_at > which.finished_after)
    if which.finished_before is not None:
        one = one.where(Game.finished_at < which.finished_before)
    if which.player is None:
        # OFFSET makes the planner use `game_uncounted`: it takes these few for many, and any filter for a better way.
        return one.offset(0)
    fresh = select(Seat.game_id).where(Seat.account_id == which.player, Seat.game_created_at.is_(None)).offset(0)
    mine = fresh.subquery()
    return one.join_from(Game, mine, mine.c.game_id == Game.game_id)


def _any_of(game_ids: list[UUID]) -> Any:
    return sa.any_(literal(game_ids, sa.ARRAY(sa.Uuid)))


def _clamped(moment: datetime) -> datetime:
    return min(max(moment, _FIRST), _LAST).astimezone(UTC)


def _aligned(day: date, days: int) -> date:
    """Return the first day of the period of this length that a day is in."""
    return day - timedelta((day - _FIRST.date()).days % days)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
