"""The route of the leaderboard of an arena."""

from typing import Any

from flask import Blueprint, Response

from service.contests import arenas, leaderboard
from service.contests.leaderboard import Team
from service.estimates import Estimate
from service.games.lookup import NotFound
from service.http.contests.rendering import entry_json
from service.http.contests.values import Entry
from service.pipeline import auth
from service.timestamps import rfc3339
from service.wire.members import Items, Object, Real, ResponseSchema, Text, Whole
from service.wire.operation import Answer, Operation
from service.wire.responses import as_json
from service.wire.values import Time

__all__ = ["routes"]


class ArenaEstimate(ResponseSchema):
    """A value of a team, and its 95 % interval, which takes the decks for a sample of all decks."""

    value = Real("The value over all decks.", least=0, most=30)
    low = Real("The lower end of the interval.", null=True)
    high = Real("The upper end of the interval.", null=True)


class ArenaTeam(ResponseSchema):
    """A team that has ended all decks of an arena."""

    place = Whole("Its place by the mean; equal teams share one.", least=1)
    entry = Object(Entry)
    via = Text(
        "How the program was connected when it entered, as it said itself.",
        values={"http": "By the API.", "mcp": "By the tools of the Model Context Protocol."},
    )
    mean = Object(ArenaEstimate, "The mean of its scores, 0 for an aborted game, with Student's t interval.")
    full = Object(ArenaEstimate, "The share of its games with the full score, with Wilson's interval.")
    earlier = Whole(
        "How many teams with a bot of the same owner had entered before, whose decks the owner could see.",
        least=0,
    )
    ended_at = Time("When it ended the last deck.")


class Leaderboard(ResponseSchema):
    """The teams that have ended all decks of an arena."""

    decks = Whole("The number of decks.", least=1)
    items = Items(Object(ArenaTeam), "The teams, the best first; at most 100.", most=leaderboard.SHOWN)


routes = Blueprint("leaderboards", __name__, url_prefix="/v1/contests")


@routes.get("/<contest>/leaderboard")
@Operation(
    "getLeaderboard",
    price=20,
    tag="contests",
    answers={200: Answer(Leaderboard, "The teams.", examples=("leaderboard",))},
    without=("wrong-game",),
)
def get_leaderboard(contest: str) -> Response:
    """Read the leaderboard of an arena.

    An arena (`arena-2` to `arena-5`, by the number of seats) is a contest for programs that never closes. Its
    leaderboard has the teams that have ended all decks. It has sums over all decks alone, so it tells nothing about a
    deck, and it is the same for all callers.
    """
    auth.caller_if_any()
    contest_id = arenas.contest_id(contest)
    if contest_id is None:
        raise NotFound
    teams = leaderboard.of_arena(contest_id)
    return as_json({"decks": arenas.DECKS, "items": [_team_json(team) for team in teams]})


def _team_json(team: Team) -> dict[str, Any]:
    return {
        "place": team.place,
        "entry": entry_json(team.entry),
        "via": team.via,
        "mean": _estimate_json(team.mean),
        "full": _estimate_json(team.full),
        "earlier": team.earlier,
        "ended_at": rfc3339(team.ended_at),
    }


def _estimate_json(estimate: Estimate) -> dict[str, float | None]:
    return estimate._asdict()
