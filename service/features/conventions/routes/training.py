"""The training aid: what turns mean by conventions to a seat of a game."""

from typing import Final

from flask import Blueprint, Response

from engine.conventions.levels import LEVELS, SOURCE
from service.core.common_values import GameId, Language, Seat
from service.core.requests.auth import player_in
from service.features.conventions import convention_words, training
from service.features.conventions.rendering import ConventionLevel, ConventionSource, ConventionTurn, Writer
from service.features.conventions.training import SeatReading
from service.platform import ids
from service.platform.wire.field_types import Items, Object, ResponseSchema, Text
from service.platform.wire.operation import Answer, Link, Operation, Parameter
from service.platform.wire.request_parsing import load_query
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json

routes = Blueprint("training", __name__, url_prefix="/v1/games/<game>")

_LEVEL: Final = Parameter(
    "level",
    "query",
    Text(
        f"The level of the conventions, by default {training.USUAL_LEVEL}.",
        values={str(level): f"Level {level}." for level in LEVELS},
        load_default=str(training.USUAL_LEVEL),
    ),
    str(training.USUAL_LEVEL),
)


class TableConventions(ResponseSchema):
    """A game as the caller's seat reads it by conventions, from what this seat has seen so far.

    The seat is assumed to remember all clues.
    """

    id = GameId()
    source = Object(ConventionSource)
    level = ConventionLevel("The level; null if the conventions are not for this game.", null=True)
    text = Language("Why the seat cannot read the game, or only by the plain rules; null if it can.", null=True)
    seat = Seat("The caller's seat.")
    turns = Items(
        Object(ConventionTurn),
        "The last turns, the newest last: as many as there are seats, or all since the deal. Each is as the seat"
        " read it then. The last one has the marks of all cards now, and what is asked of the seat to move.",
        most=5,
    )


@routes.get("/conventions")
@Operation(
    "getTableConventions",
    scope="games:play",
    seat_token=True,
    price=25,
    parameters=(_LEVEL,),
    answers={
        200: Answer(
            TableConventions,
            "What the last turns meant.",
            examples=("table-conventions",),
            links=(Link("view", "getGame", "The caller's view."),),
        )
    },
    problems=("training-off", ("game-not-running", "the game has not started")),
)
def get_table_conventions(game: str) -> Response:
    """Read the last turns by conventions.

    For the seats of a game that was created with `training`: what the last turns meant by the conventions of the
    H-group, what they say about each card of every hand, and what they ask of the seat to move. It follows from what
    the caller's seat has seen, and from nothing else. `GET /v1/replays/{game}/conventions` reads finished games.
    """
    player = player_in(game)
    level = int(load_query()["level"])
    return as_json(_table_conventions(training.read(player, level), level, language()))


def _table_conventions(found: SeatReading, level: int, language: str) -> dict[str, object]:
    versions = [turn.step.version for turn in found.turns]
    writer = Writer(language, found.palette, found.names, versions, found.fronts)
    return {
        "id": ids.render("g", found.game_id),
        "source": SOURCE,
        "level": level if found.turns else None,
        "text": convention_words.table_note(language, found.palette, is_read=bool(found.turns)),
        "seat": found.seat,
        "turns": [writer.step(turn.step, turn.to_move) for turn in found.turns[-len(found.names) :]],
    }
