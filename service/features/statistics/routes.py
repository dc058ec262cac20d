"""Statistics of finished games: the route."""

from flask import Blueprint, Response

from service.core.replays.routes import lists as replay_lists
from service.core.replays.routes.lists import FILTERS, WITH_PLAYER
from service.core.requests import auth
from service.features.statistics import averages
from service.features.statistics.rendering import Stats
from service.platform.wire.operation import Answer, Operation
from service.platform.wire.responses import as_json

routes = Blueprint("stats", __name__, url_prefix="/v1/stats")


@routes.get("")
@Operation(
    "getStats",
    price=40,
    computes=False,  # Postgres does
    parameters=(WITH_PLAYER, *FILTERS),
    answers={200: Answer(Stats, "The statistics.", examples=("stats",))},
)
def get_stats() -> Response:
    """Read statistics.

    Returns statistics of finished games: their number and scores, in total and by edition, number of seats and
    sixth suit, with the filters of `GET /v1/replays`. Sandbox and private games are not counted. Each other game
    counts once: as imported if it was played elsewhere, else as a game of a contest, else as one with the training
    aid, else as one with the deck of an earlier game, else as a game of bots if no person had a seat in it, else as
    aborted (R21). These six are in `apart` only. Every other game counts in `games` and in all other members.
    With `imported=true`, the statistics are those of imported games alone; `apart` contains the aborted ones.
    """
    auth.caller_if_any()
    query = replay_lists.finished_query()
    return as_json(Stats.render(averages.of(query)))
