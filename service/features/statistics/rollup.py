"""Rollup of finished public games: counts by period, account, rules and result.

A row of `rollup` counts the games that ended in the `days` days from `since`. For all games together, there are periods
of 1, 4, 16, … 4096 days, aligned to 1970-01-01, so that a few dozen periods cover any range of days. For an account,
there are only periods of 64 days, since it has fewer games. `add_finished` counts games some time after their end.
Until then, `service.features.statistics.queries` reads them one by one, so its result is always exact.

`add_finished` also *settles* the seats of these games: it copies the times and the score of the game to the seat, so
that an index has each player's games in order (`service.core.replays.lists`).
"""

import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

import orjson
import sqlalchemy as sa
from psycopg.errors import LockNotAvailable
from sqlalchemy import and_, case, func, literal, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from service.core.replays.lists.filters import EDITION, MULTICOLOR, SCORE
from service.core.tables.setting import APART
from service.core.tables.tables import FINISHED_PUBLIC, Game, Seat
from service.core.tables.watching import SHOWS_HELD
from service.features.statistics import rollup_figures
from service.features.statistics.periods import DAYS, DAYS_OF_ACCOUNTS, aligned, clamped
from service.features.statistics.rollup_figures import FIGURES, of_game
from service.features.statistics.tables import Rollup
from service.platform.database.pool import fetch, transaction
from service.platform.refusal import Refusal

_log = logging.getLogger(__name__)

ALL_ACCOUNTS: Final = UUID(int=0)
_BATCH: Final = 1000
_ALL_BATCH: Final = 20_000
"""Large, because every batch updates the same rows of the rollup."""
_BATCH_TIMEOUT: Final = "5min"
_LOCK: Final = func.hashtext("rollup")

UNCOUNTED: Final = sa.text("status = 'ended' and counted_as is null")
_IS_COUNTED: Final = and_(
    FINISHED_PUBLIC,
    Game.watching != SHOWS_HELD,  # a player may have seen the own hand by a second account
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
KIND: Final = case(
    (func.coalesce(sa.not_(_IS_COUNTED), True), "hidden"),
    (Game.source.is_not(None), "imported"),
    *[(condition, kind) for kind, condition in APART.items()],
    (_ONLY_BOTS.correlate(Game).scalar_subquery(), "bots"),
    (Game.outcome == "aborted", "aborted"),
    else_="played",
)
_ACCOUNTS: Final = select(func.array_agg(Seat.account_id)).where(
    Seat.game_id == Game.game_id, Seat.account_id.is_not(None)
)
ROW: Final = Rollup.__table__.c
CELL: Final = ("kind", "edition", "multicolor", "seats", "outcome", "strikeout", "score")


class Busy(Refusal):
    """Another process is changing the rollup."""

    code = "service-unavailable"
    retry_after_s = 2


def waiting(number: int) -> bool:
    """Return True if more than `number` finished games are not counted yet."""
    probe = select(literal(1)).select_from(Game).where(UNCOUNTED).limit(1).offset(number)
    return bool(fetch(probe))


def add_finished(limit: int = _BATCH, *, statement_timeout: str | None = None) -> int:
    """Add up to `limit` finished games to the rollup, oldest first.

    Also settles their seats. Returns the number of games. All changes are one transaction, so each game is counted
    once. A request returns 0 if another process is changing the rollup. With `statement_timeout` (for example `5min`),
    which replaces the timeout of a request, it waits instead. Citus can distribute all statements.
    """
    with transaction() as changes:
        if statement_timeout is not None:
            _wait_for_lock(changes, statement_timeout)
        else:
            if not changes.scalar(select(func.pg_try_advisory_xact_lock(_LOCK))):
                return 0
        chosen = select(Game.game_id, Game.finished_at, _ACCOUNTS.correlate(Game).scalar_subquery())
        chosen = chosen.add_columns(*cell(KIND), *of_game()).select_from(rollup_figures.games())
        games = changes.execute(chosen.where(UNCOUNTED).order_by(Game.finished_at).limit(limit)).all()
        by_kind: defaultdict[str, list[UUID]] = defaultdict(list)
        sums = _Sums()
        for game_id, *game in games:
            kind = game[2]
            by_kind[kind].append(game_id)
            if kind != "hidden":
                sums.add(*game)
        for kind, game_ids in by_kind.items():
            changes.execute(
                update(Game)
                .where(Game.game_id == _any_of(game_ids), Game.counted_as.is_(None))
                .values(counted_as=kind)
                .execution_options(synchronize_session=False)
            )
        if games:
            settle(changes, [game.game_id for game in games])
        sums.store(changes)
        return len(games)


def lock(changes: Session) -> None:
    """Lock the rollup until the end of the transaction. Raises Busy after the longest wait of a request for a lock."""
    try:
        changes.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    except OperationalError as error:
        if not isinstance(error.orig, LockNotAvailable):
            raise
        _log.warning("a request gave up, since games are being counted")
        raise Busy from None


def subtract(changes: Session, game_id: UUID) -> None:
    """Subtract a game from the rollup, if it is counted. The caller holds the lock."""
    _add_counted(changes, game_id, -1)


def move(changes: Session, account_id: UUID, to: UUID) -> None:
    """Add the sums of an account to those of another one. The caller holds the lock."""
    of_account = Rollup.account_id == account_id
    sums = _Sums()
    for row in changes.execute(select(*ROW).where(of_account)):
        sums.add_row(to, row._asdict())
    changes.execute(sa.delete(Rollup).where(of_account))
    sums.store(changes)


@contextmanager
def counted_again(changes: Session, game_id: UUID) -> Iterator[None]:
    """Subtract a game while the block changes what is stored about it, and add it again. Waits for the lock."""
    _wait_for_lock(changes, _BATCH_TIMEOUT)
    _add_counted(changes, game_id, -1)
    yield
    _add_counted(changes, game_id, 1)


def _add_counted(changes: Session, game_id: UUID, times: int) -> None:
    chosen = select(Game.finished_at, _ACCOUNTS.correlate(Game).scalar_subquery()).select_from(rollup_figures.games())
    chosen = chosen.add_columns(*cell(Game.counted_as), *of_game())
    game = changes.execute(chosen.where(Game.game_id == game_id, Game.counted_as != "hidden")).one_or_none()
    if game is not None:
        sums = _Sums()
        sums.add(*game, times=times)
        sums.store(changes)


def _wait_for_lock(changes: Session, timeout: str) -> None:
    """Lock the rollup until the end of the transaction, in which no statement may take longer than the timeout."""
    for setting in ("statement_timeout", "idle_in_transaction_session_timeout"):
        changes.execute(select(func.set_config(setting, timeout, True)))
    changes.execute(select(func.pg_advisory_xact_lock(_LOCK)))


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


def cell(kind: Any) -> list[Any]:
    """Return the columns of `CELL`, computed from a game."""
    strikeout = func.coalesce(Game.reason == "strikeout", False)
    values: tuple[Any, ...] = (kind, EDITION, MULTICOLOR, Game.seats, Game.outcome, strikeout, SCORE)
    return [value.label(name) for name, value in zip(CELL, values, strict=True)]


def _periods_of(day: date, accounts: list[UUID]) -> Iterator[tuple[UUID, int, date]]:
    """Yield account, length and first day of a game's  `day` is when the game ended."""
    for account_id, lengths in ((ALL_ACCOUNTS, DAYS), *[(account_id, DAYS_OF_ACCOUNTS) for account_id in accounts]):
        for days in lengths:
            yield account_id, days, aligned(day, days)


class _Sums:
    """Sums of the figures of games, by the key of a row."""

    def __init__(self) -> None:
        self._sums: defaultdict[tuple[Any, ...], tuple[float, ...]] = defaultdict(lambda: (0,) * len(FIGURES))

    def add(self, finished_at: datetime, accounts: list[UUID] | None, *game: Any, times: int = 1) -> None:
        """Add a game `times` times. `game` contains its `CELL` and its figures."""
        of_row, figures = game[: len(CELL)], game[len(CELL) :]
        for period in _periods_of(clamped(finished_at).date(), accounts or []):
            key = (*period, *of_row)
            self._sums[key] = tuple([a + times * b for a, b in zip(self._sums[key], figures, strict=True)])

    def add_row(self, account_id: UUID, row: Mapping[str, Any]) -> None:
        """Add a row of the rollup to those of an account."""
        key = tuple([row[column.name] for column in ROW if column.primary_key and column.name != "account_id"])
        self._sums[account_id, *key] = tuple([row[name] for name in FIGURES])

    def store(self, changes: Session) -> None:
        """Add the sums to the rows."""
        if not self._sums:
            return
        names = [column.name for column in ROW]
        rows = [dict(zip(names, (*key, *figures), strict=True)) for key, figures in self._sums.items()]
        sent = func.json_to_recordset(sa.cast(literal(orjson.dumps(rows).decode(), sa.Text), sa.JSON))
        added = sent.table_valued(*[sa.column(column.name, column.type) for column in ROW])
        statement = insert(Rollup).from_select(names, select(added.render_derived(with_types=True)))
        changes.execute(
            statement.on_conflict_do_update(
                index_elements=[column.name for column in ROW if column.primary_key],
                set_={name: ROW[name] + statement.excluded[name] for name in FIGURES},
            )
        )


def settle(changes: Session, game_ids: list[UUID]) -> None:
    """Copy the times and the scores of counted games to their seats."""
    is_listed = and_(FINISHED_PUBLIC)
    changes.execute(
        update(Seat)
        # Restrict both tables by the ids, so that Citus sends the statement only to their nodes.
        .where(Seat.game_id == _any_of(game_ids), Game.game_id == _any_of(game_ids), Game.game_id == Seat.game_id)
        .where(Seat.account_id.is_not(None), Game.counted_as.is_not(None))
        .values(
            game_created_at=Game.created_at,
            game_finished_at=case((is_listed, Game.finished_at)),
            game_score=case((is_listed, SCORE)),
        )
        .execution_options(synchronize_session=False)
    )


def visibility_changed(changes: Session, game_ids: list[UUID]) -> None:
    """Let `add_finished` count games again that were hidden and are public now, and settle the seats of the others."""
    if not game_ids:
        return
    shown = (Game.game_id == _any_of(game_ids)) & (Game.counted_as == "hidden") & sa.not_(Game.private)
    of_game = (Seat.game_id == _any_of(game_ids)) & (Seat.game_id == Game.game_id)
    for statement in (
        update(Seat).where(of_game, shown).values(game_created_at=None, game_finished_at=None, game_score=None),
        update(Game).where(shown).values(counted_as=None),
    ):
        changes.execute(statement.execution_options(synchronize_session=False))
    settle(changes, game_ids)


def _any_of(game_ids: list[UUID]) -> Any:
    return sa.any_(literal(game_ids, sa.ARRAY(sa.Uuid)))


def count_all() -> int:
    """Add all uncounted finished games to the rollup, and return their number."""
    counted = 0
    while found := add_finished(_ALL_BATCH, statement_timeout="5min"):
        counted += found
    return counted


def uncount(changes: Session, game_id: UUID) -> None:
    """Subtract a finished game that is about to be deleted. Raises Busy."""
    lock(changes)
    subtract(changes, game_id)
