"""The clock of a sandbox game, which its players can advance."""

from http import HTTPStatus

from flask import Blueprint, Response

from engine.pace import MAX_SECONDS
from service.games import play
from service.http.games import rendering
from service.http.games.event_schemas import EventResult
from service.pipeline.auth import player_in
from service.wire.fields import between
from service.wire.members import Whole
from service.wire.operation import Answer, Body, Operation
from service.wire.request_parsing import Request, json_body, load
from service.wire.request_record import language
from service.wire.responses import as_json

__all__ = ["routes"]

routes = Blueprint("sandbox_clock", __name__, url_prefix="/v1/sandbox")


class CreateClockAdvanceRequest(Request):
    """How much time passes."""

    advance_s = Whole("The seconds that pass.", required=True, validate=between(1, MAX_SECONDS))


@routes.post("/<game>/clock")
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
    problems=("awaiting-reveals", "game-not-running", "version-conflict", "illegal-move"),
)
def advance_clock(game: str) -> Response:
    """Advance the clock of a sandbox game.

    For tests of clients: in a game with `sandbox` and a clock (`pace`), the deadline and the ends of vacations come
    sooner by so many seconds (R31). If the time of a seat is over by then, what happens at the deadline happens at
    once. In a pause only vacations pass. The event is in the record. The times of events, and limits that are not part
    of the `pace`, such as `idle_limit_s`, remain those of the real time.
    """
    result = play.advance_clock(player_in(game), load(CreateClockAdvanceRequest(), json_body())["advance_s"])
    return as_json(rendering.acted(result, language()), HTTPStatus.CREATED)
