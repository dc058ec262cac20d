"""The finished games that meet some filters, counted from the rollup and from single games."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Select, Subquery, case, func, literal, select

from service.core.replays.lists.filters import IMPORTED, VARIANT, FinishedFilter, within
from service.core.tables.tables import FINISHED_PUBLIC, Game, Seat
from service.features.statistics import rollup_figures
from service.features.statistics.periods import DAYS, DAYS_OF_ACCOUNTS, FIRST, LAST, Periods, Times, clamped, covering
from service.features.statistics.rollup import ALL_ACCOUNTS, CELL, KIND, ROW, UNCOUNTED, cell
from service.features.statistics.rollup_figures import FIGURES, of_game


def counted_games(filters: FinishedFilter) -> Subquery:
    """Return a subquery that counts finished games by kind, rules and result.

    Its columns are those of `CELL` and `FIGURES`. Imported games are of the kind `imported`; if the filters
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
    first, before = clamped(filters.finished_from or FIRST), clamped(filters.finished_before or LAST)
    periods, remainders = covering(
        Times(first, max(before, first)), DAYS if filters.player is None else DAYS_OF_ACCOUNTS
    )
    from_games = [_from_games(filters, times) for times in remainders]
    return [_from_uncounted(filters), _from_rollup(filters, periods), *from_games]


def _of_variant(filters: FinishedFilter) -> Select[Any]:
    """Return a query for the single games of one variant. The rollup does not know the variants."""
    games = select(*cell(func.coalesce(Game.counted_as, KIND)), *of_game())
    games = games.where(FINISHED_PUBLIC, VARIANT.in_((filters.variant,)), *within(Game.finished_at, filters))
    games = games.offset(0)  # so that Citus groups the rows on the coordinator: its nodes have no grouping sets
    if filters.player is None:
        return games.select_from(rollup_figures.games()).where(
            IMPORTED.in_((0, 1))
        )  # all games; the index begins with this column
    mine = select(Seat.game_id).where(Seat.account_id == filters.player).offset(0).subquery()
    return games.select_from(rollup_figures.games().join(mine, mine.c.game_id == Game.game_id))


def _from_rollup(filters: FinishedFilter, periods: list[Periods]) -> Select[Any]:
    days, first, end = ([part[column] for part in periods] for column in range(3))
    part = func.unnest(
        literal(days, sa.ARRAY(sa.SmallInteger)), literal(first, sa.ARRAY(sa.Date)), literal(end, sa.ARRAY(sa.Date))
    ).table_valued("days", "first", "until", name="part")
    part = part.render_derived()
    # OFFSET prevents the planner from reading all rows of the account, since it always expects a hundred parts.
    rows = (
        select(*[ROW[name] for name in (*CELL, *FIGURES)])
        .where(ROW.account_id == (filters.player or ALL_ACCOUNTS))
        .where(ROW.games > 0)  # deletions leave zeros
        .where(ROW.days == part.c.days, ROW.since >= part.c.first, ROW.since < part.c.until)
        .offset(0)
        .lateral()
    )
    return select(rows).select_from(part.join(rows, sa.true()))


def _from_games(filters: FinishedFilter, times: Times) -> Select[Any]:
    """Return a query for the single counted games of a time range."""
    games = select(*cell(Game.counted_as), *of_game())
    if filters.player is None:
        ended = (Game.finished_at >= times.first, Game.finished_at < times.end)
        return (
            games.select_from(rollup_figures.games())
            .where(FINISHED_PUBLIC, Game.counted_as.is_not(None), *ended)
            .offset(0)
        )
    mine = select(Seat.game_id).where(Seat.account_id == filters.player)
    mine = mine.where(Seat.game_finished_at >= times.first, Seat.game_finished_at < times.end).offset(0)
    found = mine.subquery()
    return games.select_from(rollup_figures.games().join(found, found.c.game_id == Game.game_id))


def _from_uncounted(filters: FinishedFilter) -> Select[Any]:
    """Return a query for the single games that are not counted yet."""
    games = select(*cell(KIND), *of_game()).where(UNCOUNTED, *within(Game.finished_at, filters))
    if filters.player is None:
        # OFFSET makes the planner use the index `game_uncounted`, since it overestimates the number of these games.
        return games.select_from(rollup_figures.games()).offset(0)
    fresh = select(Seat.game_id).where(Seat.account_id == filters.player, Seat.game_created_at.is_(None)).offset(0)
    mine = fresh.subquery()
    return games.select_from(rollup_figures.games().join(mine, mine.c.game_id == Game.game_id))
