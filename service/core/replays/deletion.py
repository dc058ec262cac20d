"""Deletion of imported games."""

from functools import cache
from uuid import UUID

from sqlalchemy import Table, delete, select

from service.core import feature
from service.core.people.tokens import Caller
from service.core.tables.lobby.access import NotTheCreator
from service.core.tables.lookup import existing
from service.core.tables.tables import Game
from service.platform.database.pool import fetch, transaction
from service.platform.database.table_class import Model
from service.platform.refusal import Refusal


class NotImported(Refusal):
    """The game was played here, so it cannot be deleted."""

    code = "not-imported"


def is_hidden_import(game_id: UUID, caller: Caller) -> bool:
    """Return True if a moderator has hidden the game, and the caller has imported it.

    The caller cannot see it, but may delete it.
    """
    own = (Game.game_id == game_id) & (Game.created_by == caller.account_id) & Game.source.is_not(None)
    return bool(fetch(select(Game.game_id).where(own, Game.hidden)))


def delete_import(game_id: UUID, caller: Caller) -> None:
    """Delete a game that the caller has imported, and everything about it.

    Raises NotFound, NotImported, NotTheCreator if another account has imported the game, and the errors of `uncounted`.
    """
    with transaction() as changes:
        # Lock the game, so that nobody adds a comment or a line meanwhile.
        owner = select(Game.created_by, Game.source.is_not(None)).where(Game.game_id == game_id).with_for_update()
        found = existing(changes.execute(owner).one_or_none())
        created_by, is_imported = found
        if not is_imported:
            raise NotImported
        if created_by != caller.account_id:
            raise NotTheCreator
        for uncounted in feature.given(lambda hooks: hooks.uncounted):
            uncounted(changes, game_id)
        for part in _parts():
            changes.execute(delete(part).where(part.c.game_id == game_id))
        changes.execute(delete(Game).where(Game.game_id == game_id))


@cache
def _parts() -> tuple[Table, ...]:
    """Return the tables with rows of a game, which refer to it: those that others refer to come last."""
    return tuple(
        table
        for table in reversed(Model.metadata.sorted_tables)
        if any(key.references(Game.__table__) for key in table.foreign_keys)
    )
