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
    """Read statistics.

    Returns statistics of finished games: their number and scores, in total and by edition, number of seats and
    sixth suit, with the filters of `GET /v1/replays`. Sandbox and private games are not counted. Each other game
    counts once: as imported if it was played elsewhere, else as a game of bots if no person had a seat in it, else
    as aborted (R21). These three are in `apart` only. Every other game counts in `games` and in all other members.
    With `imported=true`, the statistics are those of imported games alone; `apart` has the aborted ones.
    """
    auth.caller_if_any()
    query = schemas.finished_query()
    return as_json(render.stats(statistics.of(query)))
