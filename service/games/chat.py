"""Chat at a table (R27): in the log while the game runs, in a table of its own after the end."""

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
from service.games import lookup, play
from service.games.lookup import PlayerSeat
from service.identity.tokens import Caller

__all__ = ["MAX_AFTER_THE_END", "Chat", "ChatMessage", "messages_of", "say"]

MAX_AFTER_THE_END: Final = 200
"""The number of messages a seat may add after the end."""


class ChatMessage(NamedTuple):
    """A remark, by its id, or a text. `version` is None after the end."""

    version: int | None
    seat: int
    remark: str | None
    text: str | None
    at: datetime | None


class Chat(NamedTuple):
    """The table talk policy of a game, and its messages, oldest first."""

    policy: str
    messages: list[ChatMessage]


def messages_of(game_id: UUID, caller: Caller | None) -> Chat:
    """Return the chat of a game. Raises as `lookup.load_visible`."""
    stored = lookup.load_visible(game_id, caller, times_since=-1)
    events = () if stored.log is None else stored.log.events
    said = [
        ChatMessage(version, event.seat, event.remark, event.text, stored.times[version])
        for version, event in enumerate(events)
        if isinstance(event, Said)
    ]
    rows = session().scalars(
        select(schema.Message).where(schema.Message.game_id == game_id).order_by(schema.Message.message_id)
    )
    after_the_end = [ChatMessage(None, row.seat, row.remark, row.text, row.at) for row in rows]
    return Chat(stored.rules.table_talk, said + after_the_end)


def say(player: PlayerSeat, command: Say) -> ChatMessage:
    """Say something: by the table talk policy while the game runs, without it after the end.

    Raises GameNotRunning before the start, and IllegalMove.
    """
    stored, seat = player
    if stored.log is None:
        raise GameNotRunning
    if stored.finished_at is None:
        entry = play.act(player, command).entry
        return ChatMessage(entry.item.version, seat, command.remark, command.text, entry.at)
    if command.remark is not None and command.remark not in REMARKS:
        raise IllegalMove(Refusal.NO_SUCH_REMARK)
    own = (schema.Message.game_id == stored.game_id) & (schema.Message.seat == seat)
    with transaction() as changes:
        if (changes.scalar(select(func.count()).where(own)) or 0) >= MAX_AFTER_THE_END:
            raise IllegalMove(Refusal.TOO_MANY_REMARKS)
        row = schema.Message(stored.game_id, ids.new(), seat, command.remark, command.text)
        changes.add(row)
        changes.flush()
        return ChatMessage(None, seat, row.remark, row.text, row.at)
