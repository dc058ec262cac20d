"""Rows of lists of games."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import Select, select
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import aliased

from service.core.people.programs import PROGRAM_OF_OWNER, Program
from service.core.people.tables import Account
from service.core.tables import setting
from service.core.tables.setting import StoredSetting
from service.core.tables.stored_game import Player, free
from service.core.tables.tables import Game, Seat, WatchCount
from service.core.tables.watching import COUNTS
from service.platform.database.list_position import Position
from service.platform.database.pool import fetch


class ListedGame(NamedTuple):
    """The summary of a game in a list."""

    setting: StoredSetting
    game_id: UUID
    status: str
    private: bool
    imported: bool
    claimed: dict[str, Any] | None
    """The times that an imported record states, by name."""
    players: tuple[Player, ...]
    """The players by seat."""
    awaiting_reveals: list[int] | None
    """The seats that have to reveal their contributions before the deal; None for no seat."""
    reveal_until: datetime | None
    version: int
    turn: int
    to_move: int | None
    deadline: datetime | None
    outcome: str | None
    reason: str | None
    score: int | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    watchers: int | None
    """How many watch the game; None unless it is running."""
    position: Position


def _seat(name: Any, account_id: Any, program: Any) -> Any:
    return sa.func.json_build_object(
        *(sa.literal_column("'seat'"), Seat.seat),
        *(sa.literal_column("'name'"), name),
        *(sa.literal_column("'account'"), account_id),
        *(sa.literal_column("'bot'"), Seat.bot),
        *(sa.literal_column("'program'"), program),
        *(sa.literal_column("'knew_deck'"), Seat.knew_deck),
    )


# The account is a subquery, because the planner might read all accounts for a join.
_SHOWN: Final = sa.case((Account.deleted_at.is_(None), Account.account_id))

_OWNER: Final = aliased(Account, name="owner")
_PLAYER: Final = (
    select(_seat(Account.name, _SHOWN, PROGRAM_OF_OWNER))
    .outerjoin_from(Account, _OWNER, _OWNER.account_id == Account.owner_id)
    .where(Account.account_id == Seat.account_id)
    .correlate(Seat)
)

_SEAT: Final = sa.func.coalesce(_PLAYER.scalar_subquery(), _seat(Seat.name, sa.literal_column("null::uuid"), sa.null()))

_PLAYERS: Final = select(sa.func.json_agg(aggregate_order_by(_SEAT, Seat.seat))).where(Seat.game_id == Game.game_id)

_UNREVEALED: Final = (
    select(sa.func.json_agg(aggregate_order_by(Seat.seat, Seat.seat)))
    .where(Seat.game_id == Game.game_id, Seat.entropy_commitment.is_not(None), Seat.reveal.is_(None))
    .correlate(Game)
    .scalar_subquery()
)

_WATCHERS: Final = (
    select(sa.func.coalesce(sa.func.sum(WatchCount.watchers), 0))
    .where(WatchCount.game_id == Game.game_id, COUNTS)
    .correlate(Game)
    .scalar_subquery()
)

COLUMNS: Final = (
    *[getattr(Game, name) for name in setting.COLUMNS],
    Game.game_id,
    Game.status,
    Game.private,
    Game.source.is_not(None).label("imported"),
    Game.source["claimed"].label("claimed"),
    _PLAYERS.correlate(Game).scalar_subquery().label("players"),
    sa.case((Game.reveal_until.is_not(None), _UNREVEALED)).label("awaiting_reveals"),
    Game.reveal_until,
    Game.version,
    Game.turn,
    Game.to_move,
    Game.deadline,
    Game.outcome,
    Game.reason,
    Game.score,
    Game.created_at,
    Game.started_at,
    Game.finished_at,
    sa.case((Game.status == sa.literal_column("'running'"), _WATCHERS)).label("watchers"),
)


def listed(rows: Select[Any]) -> list[ListedGame]:
    return [_listed(row) for row in fetch(rows)]


def _listed(row: Any) -> ListedGame:
    number = len(setting.COLUMNS)
    members = (setting.stored(row[:number]), *row[number:-1], Position(row.place, row.game_id))
    return ListedGame._make(members)._replace(players=_players(row.players or (), row.seats))


def _players(taken: Sequence[dict[str, Any]], seats: int) -> tuple[Player, ...]:
    """Return the players by seat from the objects of `_SEAT`."""
    players = {one["seat"]: _player(one) for one in taken}
    return tuple([players.get(seat) or free(seat) for seat in range(seats)])


def _player(one: dict[str, Any]) -> Player:
    account = None if one["account"] is None else UUID(one["account"])
    return Player(one["seat"], one["name"], account, one["bot"], Program.of(one["program"]), one["knew_deck"])
