"""What turns of finished games and lines meant by conventions."""

from typing import Final

from flask import Blueprint, Response

from engine.conventions.levels import LEVELS
from service.core.common_parameters import ACCEPT_ENCODING, IF_NONE_MATCH
from service.core.replays.finished_game import FinishedGame
from service.core.replays.rendering.schemas import SeatNumber
from service.core.requests import auth
from service.core.requests.auth import game_and_query
from service.core.requests.caching import LASTING, LASTING_NOT_MODIFIED, cached
from service.features.conventions import reviews as conventions
from service.features.conventions.rendering import GameConventions, conventions_json
from service.features.lines.routes.lines import TO_LINE, CreateLineFramesRequest, line_in_body
from service.platform.wire.field_types import Text
from service.platform.wire.operation import Answer, Body, Link, Operation, Parameter
from service.platform.wire.request_parsing import load_query
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json

routes = Blueprint("conventions", __name__, url_prefix="/v1/replays/<game>")

_BEST: Final = "best"
_LEVEL_MEANINGS: Final = {_BEST: "The level that explains the most clues."} | {
    str(level): f"Level {level}." for level in LEVELS
}

_LEVEL: Final = Parameter(
    "level",
    "query",
    Text("The level of the conventions, by default `best`.", values=_LEVEL_MEANINGS, load_default=_BEST),
    "best",
)
_SEAT: Final = Parameter(
    "seat", "query", SeatNumber("The seat as which the game is read; by default, each turn as it was meant."), 0
)


class CreateLineConventionsRequest(CreateLineFramesRequest):
    """Other moves from an event of a finished game, to be read by conventions."""

    level = Text("The level of the conventions.", load_default=_BEST, values=_LEVEL_MEANINGS)


def _query() -> tuple[int | None, int | None]:
    query = load_query()
    return query["seat"], _level(query["level"])


def _level(text: str) -> int | None:
    """Return the number of a level, None for the best one."""
    return None if text == _BEST else int(text)


@routes.get("/conventions")
@Operation(
    "getConventions",
    price=10,
    making=440,
    parameters=(
        _LEVEL,
        _SEAT,
        ACCEPT_ENCODING,
        IF_NONE_MATCH,
    ),
    answers={
        200: Answer(
            GameConventions,
            "What the turns meant.",
            examples=("conventions",),
            headers=LASTING,
            links=(
                Link(
                    "frame",
                    "getFrame",
                    "The table after the first turn that broke the conventions.",
                    {"version": "faults/0/version"},
                ),
                Link("analysis", "getAnalysis", "Where points were lost."),
            ),
        ),
        304: LASTING_NOT_MODIFIED,
    },
    problems=("game-not-finished",),
)
def get_conventions(game: str) -> Response:
    """Read what turns meant by conventions.

    Reads a finished game by the conventions of a group of players, the H-group, at one of their first five levels:
    what each turn meant, what each seat should have known about its cards then, what was asked of the seat to move,
    and which turns broke the conventions. `/docs/bots` describes the conventions. They are an agreement of players,
    no rules of the game: if they explain too few of the clues, the players had other ones, and there are no faults.

    With `level` `best`, the response counts the clues that each level explains, and the level is the one that explains
    the most. With `seat`, the game is read as this seat could read it then.
    """
    caller = auth.caller_if_any()
    game_id, (seat, level) = game_and_query(game, caller, _query)

    def make(replay: FinishedGame, language: str) -> object:
        return conventions_json(conventions.read(replay, level, seat), language)

    name = f"conventions/{level or _BEST}/{'open' if seat is None else seat}"
    return cached(game_id, caller, name, make, scope="revision")


@routes.post("/conventions")
@Operation(
    "createLineConventions",
    price=450,
    stores=0,
    body=Body(CreateLineConventionsRequest),
    answers={
        200: Answer(
            GameConventions,
            "What the turns meant.",
            examples=("conventions",),
            links=TO_LINE,
        )
    },
    problems=("game-not-finished", "illegal-move"),
)
def get_line_conventions(game: str) -> Response:
    """See what turns of a line mean by conventions.

    Reads the game up to where the line in the body leaves it, and then the line, as
    `GET /v1/replays/{game}/conventions` does for the game. Nothing is stored.
    """
    replay, line, body = line_in_body(game, CreateLineConventionsRequest())
    found = conventions.read(replay, _level(body["level"]), body["seat"], line)
    return as_json(conventions_json(found, language()))
