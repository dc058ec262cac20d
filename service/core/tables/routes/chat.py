"""Messages at the table: routes, request bodies and JSON."""

from http import HTTPStatus
from typing import ClassVar

from flask import Blueprint, Response
from marshmallow import validate

from engine.commands import REMARKS, Say
from engine.limits import MAX_TEXT_LENGTH
from engine.wording import N_
from service.core.common_values import CardId, Language, Seat, TableTalk, Time
from service.core.requests import auth
from service.core.requests.auth import game_id_of, player_in
from service.core.tables import chat
from service.core.tables.chat import Chat, ChatMessage
from service.core.tables.rendering.event_schemas import RemarkId
from service.core.tables.words import event_words
from service.platform.database.unreadable_rows import shown
from service.platform.exact_json import Json
from service.platform.wire.field_types import Items, Object, ResponseSchema, Text, Whole
from service.platform.wire.operation import Answer, Body, Link, Operation
from service.platform.wire.problems import invalid
from service.platform.wire.rendering import Rendered, itself
from service.platform.wire.request_fields import MAX_INT, PlainText, between, length
from service.platform.wire.request_parsing import Request, json_body, load
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json


class Remark(ResponseSchema):
    """A remark of the fixed list."""

    id = RemarkId()
    text = Language()


def _text(language: str, message: ChatMessage) -> str | None:
    """Return the text of a message. The text of a remark is in the reader's language."""
    if message.remark is None:
        return message.text
    return event_words.remark(language, message.remark, len(message.cards))


class Message(Rendered[ChatMessage]):
    """A message at a table, during the game or after it."""

    version = Whole(
        "The version of its event; null for messages after the end, which are not events.", least=1, null=True
    )
    seat = Seat()
    remark = RemarkId("The remark; null for a text.", null=True)
    cards = Items(
        CardId(),
        "The cards of the seat's own hand that the remark names; missing if it names none.",
        required=False,
        least=1,
        most=6,
    )
    text = Text("The text as sent, or that of the remark in the reader's language.", computed=itself, worded=_text)
    at = Time()


class MessageList(ResponseSchema):
    """The messages at a table, during the game and after it, and what may be said there."""

    policy = TableTalk()
    remarks = Items(Object(Remark), "The fixed list of remarks.")
    items = Items(Object(Message), "The messages, oldest first.")


routes = Blueprint("chat", __name__, url_prefix="/v1/games")


class CreateMessageRequest(Request):
    """A message at the table: either a remark or a text (R27)."""

    facts: ClassVar = {
        "if": {"required": ["remark"]},
        "then": {"not": {"required": ["text"]}},
        "else": {"required": ["text"]},
    }

    remark = Text(named="RemarkId", validate=validate.Length(1, 50))
    text = PlainText(
        "The text, without control characters and not blank.",
        validate=length(MAX_TEXT_LENGTH),
        facts={"pattern": r"^[^\x00-\x1f\x7f]*$"},
    )
    cards = Items(
        Whole(validate=between(0, MAX_INT), named="CardId"),
        "With the remark `no-information`, during the game: the cards of the caller's hand that it "
        "is about, each once. Without cards, it is about the whole hand.",
        most=6,
        error=N_("must have at most 6 cards"),
    )


def _message_in_body() -> Say:
    """Return the message in the body: either a remark, with the cards that it names, or a text."""
    body = load(CreateMessageRequest(), json_body())
    if ("remark" in body) == ("text" in body):
        raise invalid("#", N_("must hold either a remark or a text"))
    return Say(body.get("remark"), body.get("text"), tuple(body.get("cards", ())))


@routes.get("/<game>/messages")
@Operation(
    "listMessages",
    price=8,
    plays=True,
    answers={200: Answer(MessageList, "The messages at the table.", examples=("talk",))},
    problems=("not-watchable",),
)
def list_messages(game: str) -> Response:
    """List messages.

    Returns the messages at the table, oldest first, and what may be said there (R27).
    """
    caller = auth.caller_if_any()
    game_id = game_id_of(game)
    return as_json(_messages_json(chat.messages_of(game_id, caller), language()))


@routes.post("/<game>/messages")
@Operation(
    "createMessage",
    scope="games:play",
    seat_token=True,
    price=7,
    stores=300,
    repeatable=True,
    plays=True,
    body=Body(CreateMessageRequest),
    answers={
        201: Answer(
            Message,
            "The message.",
            examples=("message",),
            links=(Link("messages", "listMessages", "All messages at the table."),),
        )
    },
    problems=("awaiting-reveals", "game-not-running", "version-conflict", "illegal-move"),
)
def say(game: str) -> Response:
    """Send a message.

    Sends a remark from the fixed list, or a text, as the game's `table_talk` allows (R27): under `remarks`, a
    remark on the caller's own move; under `free`, either at any time; at most five between two turns. The remark
    `no-information` can name cards of the caller's hand. After the end of the game, everything is allowed except to
    name cards, up to two hundred messages per seat; these have no `version`.
    """
    player = player_in(game)
    return as_json(Message.render(chat.say(player, _message_in_body()), language()), HTTPStatus.CREATED)


def _messages_json(chat: Chat, language: str) -> Json:
    """Return the messages of a game, its chat policy, and all remarks."""
    return {
        "policy": chat.policy,
        "remarks": [{"id": remark, "text": event_words.remark(language, remark)} for remark in REMARKS],
        "items": [*shown(chat.messages, lambda item: Message.render(item, language))],
    }
