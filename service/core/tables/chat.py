"""Chat of a game (R27).

Messages are stored in the event log during the game, and in a separate table afterwards.
"""

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import func, select

from engine.commands import REMARKS, Say
from engine.decide import GameNotRunning, IllegalMove, Refusal
from engine.events import Said
from service.core import feature
from service.core.people.tokens import Caller
from service.core.tables import lookup, play
from service.core.tables.lookup import GameRequest, PlayerSeat
from service.core.tables.tables import Message
from service.platform import ids
from service.platform.database.pool import session, transaction

MAX_AFTER_THE_END: Final = 200
"""The maximum number of messages per seat after the end of a game."""


class ChatMessage(NamedTuple):
    """A chat message: either the id of a remark, with the cards that it names, or a text.

    `version` is None for a message after the end of the game, which names no cards.
    """

    version: int | None
    seat: int
    remark: str | None
    text: str | None
    at: datetime | None
    cards: tuple[int, ...] = ()


class Chat(NamedTuple):
    """A game's chat messages, oldest first, and its table talk policy."""

    policy: str
    messages: list[ChatMessage]


def messages_of(game_id: UUID, caller: Caller | None) -> Chat:
    """Return the chat of a game. Raises the errors of `lookup.load_watched`."""
    stored, _ = lookup.load_watched(GameRequest(game_id, caller))
    events = () if stored.log is None else stored.log.events
    during_the_game = [
        ChatMessage(version, event.seat, event.remark, event.text, stored.times[version], event.cards)
        for version, event in enumerate(events)
        if isinstance(event, Said)
    ]
    rows = session().scalars(select(Message).where(Message.game_id == game_id).order_by(Message.message_id))
    after_the_end = [ChatMessage(None, row.seat, row.remark, row.text, row.at) for row in rows]
    return Chat(stored.rules.table_talk, during_the_game + after_the_end)


def say(player: PlayerSeat, command: Say) -> ChatMessage:
    """Send a chat message. The table talk policy applies only while the game is running.

    Raises GameNotRunning before the start, and IllegalMove.
    """
    stored, seat = player
    if stored.log is None:
        raise GameNotRunning
    if stored.finished_at is None:
        sent = play.act(player, command)
        at = sent.stored.times[sent.version]
        return ChatMessage(sent.version, seat, command.remark, command.text, at, command.cards)
    if command.remark is not None and command.remark not in REMARKS:
        raise IllegalMove(Refusal.NO_SUCH_REMARK)
    if command.cards:
        raise IllegalMove(Refusal.NO_CARDS_TO_NAME)
    own = (Message.game_id == stored.game_id) & (Message.seat == seat)
    with transaction() as changes:
        if (changes.scalar(select(func.count()).where(own)) or 0) >= MAX_AFTER_THE_END:
            raise IllegalMove(Refusal.TOO_MANY_REMARKS)
        row = Message(stored.game_id, ids.new(), seat, command.remark, command.text)
        changes.add(row)
        for messaged in feature.given(lambda hooks: hooks.messaged):
            messaged(changes, stored.game_id)
        changes.flush()
        return ChatMessage(None, seat, row.remark, row.text, row.at)
