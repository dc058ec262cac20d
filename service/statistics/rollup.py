"""Rollup of finished public games: counts by period, account, rules and result.

A row of `rollup` counts the games that ended in the `days` days from `since`. For all games together, there are periods
of 1, 4, 16, … 4096 days, aligned to 1970-01-01, so that a few dozen periods cover any range of days. For an account,
there are only periods of 64 days, since it has fewer games. `add_finished` counts games some time after their end.
Until then, `counted_games` reads them one by one, so its result is always exact.

`add_finished` also *settles* the seats of these games: it copies the times and the score of the game to the seat, so
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
from sqlalchemy.orm import Session

from service.database.pool import fetch, transaction
from service.database.schema import FINISHED_PUBLIC, Game, Rollup, Seat
from service.replays.listing import EDITION, IMPORTED, MULTICOLOR, SCORE, VARIANT, FinishedFilter, within

__all__ = ["Busy", "add_finished", "clear", "counted_games", "lock", "settle", "subtract", "waiting"]

_DAYS: Final = (1, 4, 16, 64, 256, 1024, 4096)
_DAYS_OF_ACCOUNTS: Final = (64,)
"""Lengths of periods in days, each a multiple of the previous length."""

_ALL_ACCOUNTS: Final = UUID(int=0)
_FIRST: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LAST: Final = _FIRST + timedelta(600 * _DAYS[-1])
"""The range of times that the rollup has. Games outside it count as if they ended at its limits."""

_BATCH: Final = 1000
_LOCK: Final = func.hashtext("rollup")

_UNCOUNTED: Final = sa.text("status = 'ended' and counted_as is null")
_IS_COUNTED: Final = and_(
    FINISHED_PUBLIC,
    Game.finished_at.is_not(None),
    EDITION.is_not(None),
    MULTICOLOR.is_not(None),
    # Scripts may have stored any value; count only results that the rules allow.
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


class Busy(Exception):
    """Another process is changing the rollup."""


class _Periods(NamedTuple):
    """Adjacent periods of the same length. `end` is excluded."""

    days: int
    first: date
    end: date


class _Times(NamedTuple):
    """A range of time. `end` is excluded."""

    first: datetime
    end: datetime


def waiting(number: int) -> bool:
    """Return True if more than `number` finished games are not counted yet."""
    probe = select(literal(1)).select_from(Game).where(_UNCOUNTED).limit(1).offset(number)
    return bool(fetch(probe))


def add_finished(limit: int = _BATCH, *, statement_timeout: str | None = None) -> int:
    """Add up to `limit` finished games to the rollup, oldest first.

    Also settles their seats. Returns the number of games. Returns 0 if another process is adding games, since both
    would write the same rows. All changes are one transaction, so each game is counted once. `statement_timeout` (for
    example `5min`) replaces the timeout of a request. Citus can distribute all statements.
    """
    with transaction() as changes:
        if statement_timeout is not None:
            for setting in ("statement_timeout", "idle_in_transaction_session_timeout"):
                changes.execute(select(func.set_config(setting, statement_timeout, True)))
        try:
            lock(changes)
        except Busy:
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
            settle(changes, [game.game_id for game in games])
        if counts:
            changes.execute(_add(counts))
        return len(games)


def lock(changes: Session) -> None:
    """Lock the rollup until the end of the transaction. Raises Busy."""
    if not changes.scalar(select(func.pg_try_advisory_xact_lock(_LOCK))):
        raise Busy


def subtract(changes: Session, game_id: UUID) -> None:
    """Subtract a game without accounts from the rollup, if it is counted. The caller holds the lock."""
    chosen = select(Game.finished_at, *_cell(Game.counted_as))
    game = changes.execute(chosen.where(Game.game_id == game_id, Game.counted_as != "hidden")).one_or_none()
    if game is not None:
        finished_at, *cell = game
        periods = _periods_of(_clamped(finished_at).date(), [])
        changes.execute(_add(Counter({(*period, *cell): -1 for period in periods})))


def clear() -> None:
    """Clear the rollup and unsettle all seats, so that `add_finished` starts again."""
    with transaction() as changes:
        changes.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        changes.execute(select(func.set_config("statement_timeout", "0", True)))
        changes.execute(sa.delete(Rollup))
        changes.execute(update(Game).where(Game.counted_as.is_not(None)).values(counted_as=None))
        changes.execute(
            update(Seat)
            .where(Seat.game_created_at.is_not(None))
            .values(game_created_at=None, game_finished_at=None, game_score=None)
        )


def counted_games(filters: FinishedFilter) -> Subquery:
    """Return a subquery that counts finished games by kind, rules and result.

    Its columns are those of `_CELL`, and the number `games`. Imported games are of the kind `imported`; if the filters
    select only them, they are of the kind `aborted` or `played`. A row is either a row of the rollup, or a single game.
    All rows are from one snapshot.
    """
    arms = [_of_variant(filters)] if filters.variant is not None else _of_all(filters)
    found = sa.union_all(*arms).subquery()
    kind: ColumnElement[str] = found.c.kind
    conditions = [kind != "hidden"]
    if filters.imported:  # of these alone, and divided like games that were played here
        conditions = [kind == "imported"]
        kind = case((found.c.outcome == "aborted", "aborted"), else_="played")
    for name in ("edition", "multicolor", "seats", "outcome"):
        if (value := getattr(filters, name)) is not None:
            conditions.append(found.c[name] == value)
    if filters.score_gte is not None:
        conditions.append(found.c.score >= filters.score_gte)
    if filters.score_lte is not None:
        conditions.append(found.c.score.between(0, filters.score_lte))
    others = [column for column in found.c if column is not found.c.kind]
    return select(kind.label("kind"), *others).where(*conditions).subquery()


def _of_all(filters: FinishedFilter) -> list[Select[Any]]:
    """Return queries for the rollup, and for the single games that complete it."""
    after, before = _clamped(filters.finished_after or _FIRST), _clamped(filters.finished_before or _LAST)
    first = after if after == _FIRST else after + timedelta(microseconds=1)
    periods, remainders = _covering(
        _Times(first, max(before, first)), _DAYS if filters.player is None else _DAYS_OF_ACCOUNTS
    )
    from_games = [_from_games(filters, times) for times in remainders]
    return [_from_uncounted(filters), _from_rollup(filters, periods), *from_games]


def _of_variant(filters: FinishedFilter) -> Select[Any]:
    """Return a query for the single games of one variant. The rollup does not know the variants."""
    games = select(*_cell(func.coalesce(Game.counted_as, _KIND)), literal(1).label("games"))
    games = games.where(FINISHED_PUBLIC, VARIANT.in_((filters.variant,)), *within(Game.finished_at, filters))
    if filters.player is None:
        return games.where(IMPORTED.in_((0, 1)))  # all games; the index begins with this column
    mine = select(Seat.game_id).where(Seat.account_id == filters.player).offset(0).subquery()
    return games.join_from(Game, mine, mine.c.game_id == Game.game_id)


def _cell(kind: Any) -> list[Any]:
    """Return the columns of `_CELL`, computed from a game."""
    strikeout = func.coalesce(Game.reason == "strikeout", False)
    values: tuple[Any, ...] = (kind, EDITION, MULTICOLOR, Game.seats, Game.outcome, strikeout, SCORE)
    return [value.label(name) for name, value in zip(_CELL, values, strict=True)]


def _periods_of(day: date, accounts: list[UUID]) -> Iterator[tuple[UUID, int, date]]:
    """Yield account, length and first day of a game's periods. `day` is when the game ended."""
    for account_id, lengths in ((_ALL_ACCOUNTS, _DAYS), *[(account_id, _DAYS_OF_ACCOUNTS) for account_id in accounts]):
        for days in lengths:
            yield account_id, days, _aligned(day, days)


def _add(counts: Counter[tuple[Any, ...]]) -> Any:
    names = [column.name for column in _ROW]
    rows = [dict(zip(names, (*cell, games), strict=True)) for cell, games in counts.items()]
    sent = func.json_to_recordset(sa.cast(literal(orjson.dumps(rows).decode(), sa.Text), sa.JSON))
    added = sent.table_valued(*[sa.column(column.name, column.type) for column in _ROW]).render_derived(with_types=True)
    statement = insert(Rollup).from_select(names, select(added))
    return statement.on_conflict_do_update(
        index_elements=[column.name for column in _ROW if column.primary_key],
        set_={"games": Rollup.games + statement.excluded.games},
    )


def settle(changes: Session, game_ids: list[UUID]) -> None:
    """Copy the times and the scores of counted games to their seats."""
    is_listed = and_(FINISHED_PUBLIC)
    changes.execute(
        update(Seat)
        # Restrict both tables by the ids, so that Citus sends the statement only to their nodes.
        .where(Seat.game_id == _any_of(game_ids), Game.game_id == _any_of(game_ids), Game.game_id == Seat.game_id)
        .where(Seat.account_id.is_not(None))
        .values(
            game_created_at=Game.created_at,
            game_finished_at=case((is_listed, Game.finished_at)),
            game_score=case((is_listed, SCORE)),
        )
        .execution_options(synchronize_session=False)
    )


def _covering(times: _Times, lengths: tuple[int, ...]) -> tuple[list[_Periods], list[_Times]]:
    """Return periods that cover a range, and the remainders at both ends.

    The periods are as long as possible. There are at most six periods of each length except the longest: three before
    the longer ones, and three after them.
    """
    first = _aligned(times.first.date(), lengths[0])
    if _midnight(first) < times.first:
        first += timedelta(lengths[0])
    end = _aligned(times.end.date(), lengths[0])
    if first >= end:
        return [], [times]
    remainders = [_Times(times.first, _midnight(first)), _Times(_midnight(end), times.end)]
    periods = []
    for days, longer in pairwise(lengths):
        inner = min(_aligned(first + timedelta(longer - 1), longer), end)
        inner_end = max(_aligned(end, longer), inner)
        periods += [_Periods(days, first, inner), _Periods(days, inner_end, end)]
        first, end = inner, inner_end
    periods.append(_Periods(lengths[-1], first, end))
    return [part for part in periods if part.first < part.end], [part for part in remainders if part.first < part.end]


def _from_rollup(filters: FinishedFilter, periods: list[_Periods]) -> Select[Any]:
    days, first, end = ([part[column] for part in periods] for column in range(3))
    part = func.unnest(
        literal(days, sa.ARRAY(sa.SmallInteger)), literal(first, sa.ARRAY(sa.Date)), literal(end, sa.ARRAY(sa.Date))
    ).table_valued("days", "first", "until", name="part")
    part = part.render_derived()
    # OFFSET prevents the planner from reading all rows of the account, since it always expects a hundred parts.
    rows = (
        select(*[_ROW[name] for name in _CELL], _ROW.games)
        .where(_ROW.account_id == (filters.player or _ALL_ACCOUNTS))
        .where(_ROW.games > 0)  # deletions leave zeros
        .where(_ROW.days == part.c.days, _ROW.since >= part.c.first, _ROW.since < part.c.until)
        .offset(0)
        .lateral()
    )
    return select(rows).select_from(part.join(rows, sa.true()))


def _from_games(filters: FinishedFilter, times: _Times) -> Select[Any]:
    """Return a query for the single counted games of a time range."""
    games = select(*_cell(Game.counted_as), literal(1).label("games"))
    if filters.player is None:
        ended = (Game.finished_at >= times.first, Game.finished_at < times.end)
        return games.where(FINISHED_PUBLIC, Game.counted_as.is_not(None), *ended).offset(0)
    mine = select(Seat.game_id).where(Seat.account_id == filters.player)
    mine = mine.where(Seat.game_finished_at >= times.first, Seat.game_finished_at < times.end).offset(0)
    found = mine.subquery()
    return games.join_from(Game, found, found.c.game_id == Game.game_id)


def _from_uncounted(filters: FinishedFilter) -> Select[Any]:
    """Return a query for the single games that are not counted yet."""
    games = select(*_cell(_KIND), literal(1).label("games")).where(_UNCOUNTED, *within(Game.finished_at, filters))
    if filters.player is None:
        # OFFSET makes the planner use the index `game_uncounted`, since it overestimates the number of these games.
        return games.offset(0)
    fresh = select(Seat.game_id).where(Seat.account_id == filters.player, Seat.game_created_at.is_(None)).offset(0)
    mine = fresh.subquery()
    return games.join_from(Game, mine, mine.c.game_id == Game.game_id)


def _any_of(game_ids: list[UUID]) -> Any:
    return sa.any_(literal(game_ids, sa.ARRAY(sa.Uuid)))


def _clamped(moment: datetime) -> datetime:
    return min(max(moment, _FIRST), _LAST).astimezone(UTC)


def _aligned(day: date, days: int) -> date:
    """Return the first day of the period that contains a day."""
    return day - timedelta((day - _FIRST.date()).days % days)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
