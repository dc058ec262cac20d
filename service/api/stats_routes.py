"""Routes: statistics."""

from flask import Blueprint, Response

from service import stats
from service.api import auth, render, schemas
from service.api.answers import as_json

__all__ = ["routes"]

routes = Blueprint("stats", __name__, url_prefix="/v1/stats")


@routes.get("")
def get_stats() -> Response:
    """Answer with what finished public games came to."""
    auth.caller_if_any()
    which = schemas.finished_query()
    return as_json(render.stats(stats.of(which)))
