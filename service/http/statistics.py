"""Statistics of finished games: route and JSON."""

from typing import Any

from flask import Blueprint, Response

from service.http.pipeline import auth
from service.http.replays import lists as replay_lists
from service.http.wire.answers import Answer
from service.http.wire.components.parameters import (
    FINISHED_AFTER,
    FINISHED_BEFORE,
    IMPORTED,
    SCORE_GTE,
    SCORE_LTE,
    WITH_EDITION,
    WITH_MULTICOLOR,
    WITH_OUTCOME,
    WITH_PLAYER,
    WITH_SEATS,
    WITH_VARIANT,
)
from service.http.wire.components.statistics import Stats
from service.http.wire.operation import Operation
from service.http.wire.responses import as_json
from service.statistics import statistics
from service.statistics.statistics import Analysed, Group

__all__ = ["routes", "stats_json"]

routes = Blueprint("stats", __name__, url_prefix="/v1/stats")

Json = dict[str, Any]


@routes.get("")
@Operation(
    "getStats",
    price=40,
    tag="replays",
    parameters=(
        WITH_PLAYER,
        WITH_EDITION,
        WITH_MULTICOLOR,
        WITH_VARIANT,
        WITH_SEATS,
        SCORE_GTE,
        SCORE_LTE,
        WITH_OUTCOME,
        FINISHED_AFTER,
        FINISHED_BEFORE,
        IMPORTED,
    ),
    answers={200: Answer(Stats, "The statistics.", examples=("stats",))},
)
def get_stats() -> Response:
    """Read statistics.

    Returns statistics of finished games: their number and scores, in total and by edition, number of seats and
    sixth suit, with the filters of `GET /v1/replays`. Sandbox and private games are not counted. Each other game
    counts once: as imported if it was played elsewhere, else as a game of bots if no person had a seat in it, else
    as aborted (R21). These three are in `apart` only. Every other game counts in `games` and in all other members.
    With `imported=true`, the statistics are those of imported games alone; `apart` has the aborted ones.
    """
    auth.caller_if_any()
    query = replay_lists.finished_query()
    return as_json(stats_json(statistics.of(query)))


def stats_json(stats: statistics.Stats) -> Json:
    """Return the statistics of finished games."""
    return {
        "games": stats.games,
        "mean_score": stats.mean_score,
        "median_score": stats.median_score,
        "perfect": stats.perfect,
        "strikeouts": stats.strikeouts,
        "outcomes": stats.outcomes,
        "scores": [{"score": score, "games": games} for score, games in stats.scores],
        "unscored": stats.unscored,
        "by_edition": [_group("edition", group) for group in stats.by_edition],
        "by_seats": [_group("seats", group) for group in stats.by_seats],
        "by_multicolor": [_group("multicolor", group) for group in stats.by_multicolor],
        "apart": {"aborted": stats.aborted, "imported": stats.imported, "bots": stats.bots},
        "analysis": _analysis(stats.analysis),
    }


def _analysis(found: Analysed) -> Json:
    return {
        "games": found.solved,
        "decided": found.decided,
        "winnable": found.winnable,
        "winnable_share": found.winnable_share,
        "hindsight": {
            "games": found.looked_back,
            "lost_by_deal": found.lost_by_deal,
            "lost_by_draws": found.lost_by_draws,
            "lost_by_choice": found.lost_by_choice,
        },
    }


def _group(name: str, group: Group) -> Json:
    value, *figures = group
    return {name: value, **dict(zip(Group._fields[1:], figures, strict=True))}
