"""JSON of chat messages."""

from typing import Any

from engine.decide import REMARKS
from service import i18n, timestamps
from service.games.chat import Chat, ChatMessage

__all__ = ["message", "messages"]

Json = dict[str, Any]


def messages(chat: Chat, language: str) -> Json:
    """Return the messages of a game, its chat policy, and all remarks."""
    return {
        "policy": chat.policy,
        "remarks": [{"id": remark, "text": i18n.remark(language, remark)} for remark in REMARKS],
        "items": [message(item, language) for item in chat.messages],
    }


def message(message: ChatMessage, language: str) -> Json:
    """Return a message. The text of a remark is in the reader's language. `cards` are present if it names any."""
    return {
        "version": message.version,
        "seat": message.seat,
        "remark": message.remark,
        **({"cards": list(message.cards)} if message.cards else {}),
        "text": message.text if message.remark is None else i18n.remark(language, message.remark, len(message.cards)),
        "at": timestamps.rfc3339(message.at),
    }
