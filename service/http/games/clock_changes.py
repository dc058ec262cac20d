"""Changes of the clock by a seat: pauses and vacations, and in a sandbox game the passing of time."""

from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response
from marshmallow import ValidationError, validates_schema

from engine.commands import ChangeClock
from engine.pace import MAX_SECONDS
from engine.wording import N_
from service.games import play
from service.http.games import rendering
from service.http.games.event_schemas import EventResult
from service.pipeline.auth import player_in
from service.wire.fields import between
from service.wire.members import Text, Whole
from service.wire.operation import Answer, Body, Operation
from service.wire.request_parsing import Request, json_body, load
from service.wire.request_record import language
from service.wire.responses import as_json

__all__ = ["routes"]

routes = Blueprint("clock_changes", __name__, url_prefix="/v1")

_PROBLEMS: Final = ("awaiting-reveals", "game-not-running", "version-conflict", "illegal-move")


class CreateClockChangeRequest(Request):
    """What happens to the clock (R31)."""

    change = Text(
        "What the seat wants.",
        required=True,
        values={
            "pause": "A pause, which begins when all seats that people play want it.",
            "resume": "No pause, or to go on with the game. A pause ends when all of them want to go on.",
            "vacation": "Its clock stands still for `days`.",
        },
    )
    days = Whole("The days of the vacation; only with `vacation`, which requires it.", validate=between(1, 60))

    @validates_schema(skip_on_field_errors=True)
    def check_days(self, data: dict[str, Any], **_: Any) -> None:
        """Require the days of a vacation, and refuse those of anything else."""
        if (data["change"] == "vacation") != ("days" in data):
            raise ValidationError({"days": [N_("is missing") if "days" not in data else N_("is unknown")]})


class CreateClockAdvanceRequest(Request):
    """How much time passes."""

    advance_s = Whole("The seconds that pass.", required=True, validate=between(1, MAX_SECONDS))


@routes.post("/games/<game>/clock-changes")
@Operation(
    "createClockChange",
    scope="games:play",
    seat_token=True,
    stores=300,
    repeatable=True,
    tag="table",
    body=Body(CreateClockChangeRequest),
    answers={
        201: Answer(EventResult, "The event, and the caller's view after it.", examples=("done-pause",)),
    },
    problems=_PROBLEMS,
)
def change_clock(game: str) -> Response:
    """Pause, go on, or take a vacation.

    In a game with a clock (`pace`), asks for a pause or takes that back, or stops the clock of the caller's seat for
    some days (R31). It is not a turn. During a pause no turn is possible, and there is no deadline. A vacation begins
    at once, or when the one before it ends, and takes its days from those that the pace gives to each seat.
    """
    player = player_in(game)
    body = load(CreateClockChangeRequest(), json_body())
    result = play.act(player, ChangeClock(body["change"], body.get("days")))
    return as_json(rendering.acted(result.seen(), language()), HTTPStatus.CREATED)


@routes.post("/sandbox/<game>/clock")
@Operation(
    "createClockAdvance",
    scope="games:play",
    seat_token=True,
    stores=300,
    repeatable=True,
    tag="table",
    body=Body(CreateClockAdvanceRequest),
    answers={
        201: Answer(EventResult, "The event, and the caller's view after it.", examples=("done-advance",)),
    },
    problems=_PROBLEMS,
)
def advance_clock(game: str) -> Response:
    """Advance the clock of a sandbox game.

    For tests of clients: in a game with `sandbox` and a clock (`pace`), the deadline and the ends of vacations come
    sooner by so many seconds (R31). If the time of a seat is over by then, what happens at the deadline happens at
    once. In a pause only vacations pass. The event is in the record. The times of events, and limits that are not part
    of the `pace`, such as `idle_limit_s`, remain those of the real time.
    """
    result = play.advance_clock(player_in(game), load(CreateClockAdvanceRequest(), json_body())["advance_s"])
    return as_json(rendering.acted(result.seen(), language()), HTTPStatus.CREATED)
