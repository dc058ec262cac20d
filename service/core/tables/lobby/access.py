"""Who may see the lobby of a game, and who may change it."""

from uuid import UUID

from sqlalchemy import ColumnElement, exists, or_, select, true

from service.core.people import blocks
from service.core.people.tokens import Caller
from service.core.tables.lobby import invitations
from service.core.tables.lobby.absent_creators import HOST_IS_AWAY
from service.core.tables.lobby.open_game import IS_PRESENT
from service.core.tables.lookup import GameRequest, existing, require_visible
from service.core.tables.tables import Game, Seat
from service.platform.database.pool import session
from service.platform.refusal import Refusal


class NotTheCreator(Refusal):
    """Only the creator of the game may do this."""

    code = "not-the-creator"


def require_access(game_id: UUID, caller: Caller, code: str | None) -> None:
    """Raise NotFound or WrongGame unless the caller may see a game's lobby.

    The creator, the players and the accounts that they invite may see the lobby of a private game. Only the players see
    that of a suspended or deleted creator. For the errors, see `lookup.require_visible`.
    """
    _require_access(game_id, caller, invitations.pending(game_id, caller, code).exists())


def with_code(asked: GameRequest, code: str) -> GameRequest:
    """Return a request for a game with what the code of an invitation shows.

    That is a private game that has not begun, unless its creator has blocked the caller.
    """
    if asked.stored is not None:
        return asked
    invited = invitations.pending(asked.game_id, asked.caller, code).exists()
    creator = session().scalar(select(Game.created_by).where(Game.game_id == asked.game_id, IS_PRESENT, invited))
    is_blocked = creator and asked.caller and blocks.is_blocked(session(), asked.caller.account_id, by=creator)
    return asked._replace(is_invited=creator is not None and not is_blocked)


def require_creator(game_id: UUID, caller: Caller) -> None:
    """Raise NotFound, WrongGame or NotTheCreator unless the caller has created a game."""
    if _require_access(game_id, caller) != caller.account_id:
        raise NotTheCreator


def _require_access(game_id: UUID, caller: Caller, *further: ColumnElement[bool]) -> UUID:
    """Return the creator of a game that the caller may see. Raises NotFound or WrongGame."""
    others = or_(Game.private.is_(False), Game.hidden & caller.is_moderator, *further)
    has_access = or_(
        others & ((Game.status != "open") | HOST_IS_AWAY.is_not(true())),
        Game.created_by == caller.account_id,
        exists().where(Seat.game_id == game_id, Seat.account_id == caller.account_id),
    )
    # One statement, so that a private game takes no longer than an unknown one.
    columns = (Game.private, Game.hidden, Game.created_by)
    game = existing(
        session().execute(select(*columns).where(Game.game_id == game_id, IS_PRESENT, has_access)).one_or_none()
    )
    require_visible(game_id, caller, private=game.private, hidden=game.hidden, has_access=True)
    created_by: UUID = game.created_by
    return created_by
