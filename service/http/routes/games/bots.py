"""Route that lists the built-in bots."""

from flask import Blueprint, Response

from engine.bots import BOTS
from engine.rules import palette_of
from service import i18n
from service.http.pipeline import auth
from service.http.wire import schemas
from service.http.wire.operation import Operation
from service.http.wire.request_record import language
from service.http.wire.responses import as_json

__all__ = ["routes"]

routes = Blueprint("bots", __name__, url_prefix="/v1/bots")


@routes.get("")
@Operation("listBots")
def list_bots() -> Response:
    """List the bots.

    Returns the built-in bots, for `bot` in `POST /v1/games/{game}/seats`. With `variant`, returns only those that
    play this variant.
    """
    auth.caller_if_any()
    variant = schemas.bots_query()
    words = i18n.guide(language()).bots
    bots = [bot for bot in BOTS.values() if variant is None or bot.plays(palette_of(variant))]
    return as_json(
        {
            "items": [
                {"id": bot.id, "description": words[bot.id], "variants": bot.variants, "seats": [*bot.seats]}
                for bot in bots
            ]
        }
    )
