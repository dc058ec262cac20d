"""Bots: those that are built in, and those of people, which are accounts with tokens of their own."""

from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response

from engine.bots import BOTS
from engine.rules import palette_of
from service.core.common_values import AccountId, BotId
from service.core.people import bots as own_bots
from service.core.people.names import MAX_NAME_LENGTH
from service.core.people.routes.sign_ins import checked_name
from service.core.people.schemas import CreatedBot, CreatedToken, OwnBot, OwnBotList, Token
from service.core.requests import auth
from service.core.rules import guide_words
from service.core.tables.lookup import NotFound, id_of
from service.core.tables.news import publisher
from service.core.tables.routes.lists import VariantName
from service.platform import ids
from service.platform.database.unreadable_rows import shown
from service.platform.wire.field_types import Items, Object, ResponseSchema, Text, Whole
from service.platform.wire.operation import Answer, Body, Link, Operation, Parameter
from service.platform.wire.request_fields import PlainText, length
from service.platform.wire.request_parsing import Request, empty_body, json_body, load, load_query
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json, no_content


class Bot(ResponseSchema):
    """A built-in bot."""

    id = BotId()
    description = Text("How it plays.")
    variants = Text(
        "Which variants of hanab.live it plays.",
        values={"all": "Every variant.", "some": "Some of them; others are refused with `bot-cannot-play`."},
    )
    seats = Items(Whole(least=2, most=6), "The numbers of seats that it plays with.")


class BotList(ResponseSchema):
    """The built-in bots."""

    items = Items(Object(Bot), "The bots.")


BOT: Final = Parameter("bot", "path", AccountId("The id of a bot of the caller."), "a_019903a4c3e17b5000009e37d2f86a01")

routes = Blueprint("bots", __name__, url_prefix="/v1")


@routes.get("/bots")
@Operation(
    "listBots",
    plays=True,
    parameters=(
        Parameter(
            "variant",
            "query",
            VariantName("The name, or the string of rules, of a variant.", least=1, most=200),
            "Brown (5 Suits)",
        ),
    ),
    answers={200: Answer(BotList, "The bots.", examples=("bots",))},
)
def list_bots() -> Response:
    """List the bots.

    Returns the built-in bots, for `bot` in `POST /v1/games/{game}/seats`. With `variant`, returns only those that
    play this variant.
    """
    auth.caller_if_any()
    variant = load_query()["variant"]
    words = guide_words.guide(language()).bots
    bots = [bot for bot in BOTS.values() if variant is None or bot.plays(palette_of(variant))]
    return as_json(
        {
            "items": [
                {
                    "id": bot.id,
                    "description": words[bot.id.partition("-")[0]],
                    "variants": bot.variants,
                    "seats": [*bot.seats],
                }
                for bot in bots
            ]
        }
    )


class CreateMyBotRequest(Request):
    """A bot to create."""

    name = PlainText(named="Name", required=True, validate=length(MAX_NAME_LENGTH))


class UpdateMyBotRequest(CreateMyBotRequest):
    """The new name of a bot."""


class CreateMyBotTokenRequest(Request):
    """A token of a bot to create."""

    name = PlainText(
        "The purpose of the token. Text without control characters, not blank.",
        required=True,
        validate=length(MAX_NAME_LENGTH),
    )


@routes.get("/me/bots")
@Operation(
    "listMyBots",
    scope="account",
    compressed=False,
    answers={200: Answer(OwnBotList, "The bots.", examples=("own-bots",))},
)
def list_own_bots() -> Response:
    """List your bots.

    Returns the bots of the account with their tokens, oldest first. The token needs the scope `account`.
    """
    caller = auth.caller()
    return as_json({"items": [*shown(own_bots.listed(caller), OwnBot.render)]})


@routes.post("/me/bots")
@Operation(
    "createMyBot",
    scope="account",
    price=10,
    stores=1000,
    quota="accounts",
    body=Body(CreateMyBotRequest),
    answers={
        201: Answer(
            CreatedBot,
            "The bot, with its first token.",
            examples=("created-bot",),
            links=(Link("delete", "deleteMyBot", "Delete the bot.", {"bot": "id"}),),
        )
    },
    problems=("name-taken", ("limit-reached", "the account has ten `bots`")),
)
def create_bot() -> Response:
    """Create a bot.

    Creates an account for a program, and returns it with a token of the scope `bot`, which is shown only once.
    Everybody sees that a program plays it, and that it is yours. It has a name and rate limits of its own, and nobody
    can sign in to it. It can create games, play and have webhooks, but has no bots. It is deleted with your account. A
    person may have ten bots. The token needs the scope `account`.
    """
    caller = auth.caller()
    bot, secret = own_bots.create(caller, _new_name(), "first")
    return as_json({**OwnBot.render(bot), "token": secret}, HTTPStatus.CREATED)


@routes.patch("/me/bots/<bot>")
@Operation(
    "updateMyBot",
    scope="account",
    stores=200,
    compressed=False,
    body=Body(UpdateMyBotRequest),
    answers={200: Answer(OwnBot, "The renamed bot.", examples=("own-bot",))},
    problems=("name-taken",),
)
def rename_bot(bot: str) -> Response:
    """Rename a bot.

    Changes the name of a bot everywhere, as `PATCH /v1/me` does for yours. The token needs the scope `account`.
    """
    caller = auth.caller()
    return as_json(OwnBot.render(own_bots.rename(caller, id_of("a", bot), _new_name())))


@routes.delete("/me/bots/<bot>")
@Operation(
    "deleteMyBot",
    scope="account",
    answers={204: Answer(None, "The bot was deleted.")},
)
def delete_bot(bot: str) -> Response:
    """Delete a bot.

    Deletes a bot as `DELETE /v1/me` deletes an account: its games remain, without its name. Its tokens and streams end.
    The request has no body. The token needs the scope `account`.
    """
    caller = auth.caller()
    empty_body()
    bot_id = id_of("a", bot)
    own_bots.delete(caller, bot_id)
    publisher.announce_revocation(bot_id)
    return no_content()


@routes.post("/me/bots/<bot>/tokens")
@Operation(
    "createMyBotToken",
    scope="account",
    stores=400,
    compressed=False,
    body=Body(CreateMyBotTokenRequest),
    answers={201: Answer(CreatedToken, "The token.", examples=("bot-token",))},
    problems=(("limit-reached", "the bot has ten tokens (`bot-tokens`)"),),
)
def create_bot_token(bot: str) -> Response:
    """Create a token of a bot.

    Returns a token with the scope `bot`, which is shown only once. It has no end, and no sign-in or token of the owner
    ends it: the owner revokes it, or deletes the bot. A bot has at most ten. The token of the request needs the scope
    `account`.
    """
    caller = auth.caller()
    name = load(CreateMyBotTokenRequest(), json_body())["name"]
    token, secret = own_bots.issue(caller, id_of("a", bot), name)
    return as_json({**Token.render(token), "token": secret}, HTTPStatus.CREATED)


@routes.delete("/me/bots/<bot>/tokens/<token>")
@Operation(
    "deleteMyBotToken",
    scope="account",
    answers={204: Answer(None, "The token was revoked.")},
)
def revoke_bot_token(bot: str, token: str) -> Response:
    """Revoke a token of a bot.

    Revokes a token immediately, with its open streams. The request has no body. The token of the request needs the
    scope `account`.
    """
    caller = auth.caller()
    empty_body()
    bot_id, token_id = id_of("a", bot), ids.parse("t", token)
    if token_id is None or not own_bots.revoke(caller, bot_id, token_id):
        raise NotFound
    publisher.announce_revocation(bot_id)
    return no_content()


def _new_name() -> str:
    """Return the name of a new or renamed bot."""
    return checked_name(load(CreateMyBotRequest(), json_body())["name"])
