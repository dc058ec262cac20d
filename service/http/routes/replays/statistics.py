"""Route of the statistics of finished games."""

from flask import Blueprint, Response

from service.http.pipeline import auth
from service.http.wire import render, schemas
from service.http.wire.operation import Operation
from service.http.wire.responses import as_json
from service.statistics import statistics

__all__ = ["routes"]

routes = Blueprint("stats", __name__, url_prefix="/v1/stats")


@routes.get("")
@Operation("getStats", price=40)
def get_stats() -> Response:
    """Return the statistics of finished public games."""
    auth.caller_if_any()
    query = schemas.finished_query()
    return as_json(render.stats(statistics.of(query)))
