"""The list of the built-in bots."""

from flask import Blueprint, Response

from engine.bots import BOTS
from engine.rules import palette_of
from service import i18n
from service.http.games.lists import VariantName
from service.pipeline import auth
from service.wire.members import Items, Object, ResponseSchema, Text, Whole
from service.wire.operation import Answer, Operation, Parameter
from service.wire.request_parsing import load_query
from service.wire.request_record import language
from service.wire.responses import as_json
from service.wire.values import BotId

__all__ = ["routes"]


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


routes = Blueprint("bots", __name__, url_prefix="/v1/bots")


@routes.get("")
@Operation(
    "listBots",
    tag="games",
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
    words = i18n.guide(language()).bots
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
