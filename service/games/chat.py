"""What is said at a table: in the log while the game runs, beside it once it has ended (R27)."""

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import func, select

from engine.commands import Say
from engine.decide import REMARKS, GameNotRunning, IllegalMove, Refusal
from engine.events import Said
from service import ids
from service.database import schema
from service.database.pool import session, transaction
from service.games import event_store, play
from service.games.play import Place
from service.identity.tokens import Caller

__all__ = ["Message", "Talk", "heard", "say"]

MAX_AFTER_THE_END: Final = 200
"""How many messages a seat may add to a game that has ended."""


class Message(NamedTuple):
    """A remark, by its id, or a text. `version` is None for what was said after the end."""

    version: int | None
    seat: int
    remark: str | None
    text: str | None
    at: datetime | None


class Talk(NamedTuple):
    """The policy of the table, and what was said, first said first."""

    policy: str
    messages: list[Message]


def heard(game_id: UUID, caller: Caller | None) -> Talk:
    """Return what was said at a table; NotFound."""
    stored = play.look(game_id, caller)
    said: list[Message] = []
    if stored.log is not None:
        at = event_store.times(game_id)
        said = [
            Message(version, event.seat, event.remark, event.text, at[version])
            for version, event in enumerate(stored.log.events)
            if isinstance(event, Said)
        ]
    rows = session().scalars(
        select(schema.Message).where(schema.Message.game_id == game_id).order_by(schema.Message.message_id)
    )
    later = [Message(None, row.seat, row.remark, row.text, row.at) for row in rows]
    return Talk(stored.rules.table_talk, said + later)


def say(here: Place, command: Say) -> Message:
    """Say something: under the table's policy while the game runs, freely after its end.

    Raises GameNotRunning before the start, and IllegalMove.
    """
    stored, seat = here
    if stored.log is None:
        raise GameNotRunning
    if stored.finished_at is None:
        entry = play.act(here, command).entry
        return Message(entry.item.version, seat, command.remark, command.text, entry.at)
    if command.remark is not None and command.remark not in REMARKS:
        raise IllegalMove(Refusal.NO_SUCH_REMARK)
    mine = (schema.Message.game_id == stored.game_id) & (schema.Message.seat == seat)
    with transaction() as changes:
        if (changes.scalar(select(func.count()).where(mine)) or 0) >= MAX_AFTER_THE_END:
            raise IllegalMove(Refusal.TOO_MANY_REMARKS)
        row = schema.Message(stored.game_id, ids.new(), seat, command.remark, command.text)
        changes.add(row)
        changes.flush()
        return Message(None, seat, row.remark, row.text, row.at)
