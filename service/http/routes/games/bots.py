"""Route that lists the built-in bots."""

from flask import Blueprint, Response

from engine.bots import BOTS
from service.http.pipeline import auth
from service.http.wire import schemas
from service.http.wire.responses import as_json

__all__ = ["routes"]

routes = Blueprint("bots", __name__, url_prefix="/v1/bots")


@routes.get("")
def list_bots() -> Response:
    """List the bots that can take a seat."""
    auth.caller_if_any()
    schemas.no_query()
    return as_json({"items": [{"id": bot.id, "description": bot.description} for bot in BOTS.values()]})
