"""Planned moves: routes and request bodies."""

from typing import Any, ClassVar, Final

from flask import Blueprint, Response
from marshmallow import ValidationError, validates_schema

from engine.cards import COLORS, RANKS
from engine.decide import Refusal
from engine.rules import MAX_SEATS
from engine.wording import N_
from service.core.requests import error_handlers
from service.core.requests.auth import game_request, player_in
from service.core.tables import lookup
from service.core.tables.routes.moves import load_move
from service.core.tables.words import illegal_move_words
from service.features.planned_moves import plans
from service.features.planned_moves.fate import Plan
from service.features.planned_moves.fate import PlannedMove as Planned
from service.features.planned_moves.plans import MOST_MOVES, Misplanned
from service.features.planned_moves.rendering import PlannedMoves
from service.platform.wire.field_types import Items, Object, Raw, Text, Whole
from service.platform.wire.operation import Answer, Body, Operation
from service.platform.wire.problems import Problem, fault
from service.platform.wire.request_fields import MAX_INT, between, one_of
from service.platform.wire.request_parsing import Request, json_body, load
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json

routes = Blueprint("planned_moves", __name__, url_prefix="/v1/games/<game>/planned-moves")


class ForeseenTurn(Request):
    """A turn of another seat: it must have these members, and may have any others."""

    seat = Whole(named="Seat", required=True, validate=between(0, MAX_SEATS - 1))
    type = Text(named="TurnType", validate=one_of(("play", "discard", "clue")))
    card = Whole(named="CardId", validate=between(0, 59))
    target = Whole(named="Seat", validate=between(0, MAX_SEATS - 1))
    color = Text(named="ClueColor", validate=one_of(COLORS))
    rank = Whole(named="ClueRank", validate=between(RANKS[0], RANKS[-1]))


class PlannedMove(Request):
    """A move, and the turns on which it rests."""

    when = Items(
        Object(ForeseenTurn),
        "What other seats do before, one for a seat. Of a seat that is not named, any turn is foreseen but a clue to "
        "the caller. A play that fails never is.",
        most=MAX_SEATS - 1,
        error=N_("must have at most {most} turns", most=MAX_SEATS - 1),
        load_default=list,
    )
    then = Raw(named="Action", required=True)


class UpdatePlannedMovesRequest(Request):
    """A plan for the next turn of the caller. One with moves needs `expected_version`."""

    facts: ClassVar = {
        "if": {"properties": {"moves": {"minItems": 1}}},
        "then": {"required": ["expected_version"]},
    }

    moves = Items(
        Raw(named="PlannedMove"),
        "The first that rests on what has happened is made. None takes the plan back.",
        most=MOST_MOVES,
        error=N_("must have at most {most} moves", most=MOST_MOVES),
        required=True,
    )
    expected_version = Whole(named="ExpectedVersion", validate=between(0, MAX_INT))

    @validates_schema(skip_on_field_errors=True)
    def check_version(self, data: dict[str, Any], **_: Any) -> None:
        """Require the version of a plan with moves."""
        if data["moves"] and "expected_version" not in data:
            raise ValidationError({"expected_version": [N_("is missing")]})


_PLAN: Final = UpdatePlannedMovesRequest()
_MOVE: Final = PlannedMove()


def _plan_in_body() -> Plan:
    body = load(_PLAN, json_body())
    moves = []
    for place, sent in enumerate(body["moves"]):
        move = load(_MOVE, sent, f"#/moves/{place}")
        then = load_move(move["then"], f"#/moves/{place}/then")
        then.pop("expected_version", None)
        moves.append(Planned(move["when"], then))
    return Plan(body.get("expected_version", 0), moves)


@routes.get("")
@Operation(
    "getPlannedMoves",
    scope="games:play",
    seat_token=True,
    price=7,
    answers={200: Answer(PlannedMoves, "The plan.", examples=("planned-moves",))},
)
def get_planned_moves(game: str) -> Response:
    """Read your planned moves.

    Nobody else can read them.
    """
    return as_json(PlannedMoves.render(plans.read(player_in(game))))


@routes.put("")
@Operation(
    "updatePlannedMoves",
    scope="games:play",
    seat_token=True,
    price=12,
    stores=400,
    body=Body(UpdatePlannedMovesRequest),
    answers={200: Answer(PlannedMoves, "The plan.", examples=("planned-moves",))},
    problems=(
        "awaiting-reveals",
        "game-not-running",
        ("version-conflict", "another turn came after `expected_version`"),
        "your-turn",
        ("illegal-move", "a bot has taken the seat over, or the game is paused at its turn"),
    ),
)
def put_planned_moves(game: str) -> Response:
    """Plan your next move.

    Replaces the plan of the caller's seat. When its turn comes and every turn since `expected_version` was foreseen,
    the service makes the move as if the seat had sent it: in a sandbox game within seconds, elsewhere 5 to 20 seconds
    after the last event, and at half of the time to a deadline at the latest. Anything else ends the plan (`voided`):
    another turn, a message, vote, reorder or turned card of another seat, a move of the caller, or a rule that refuses
    the move. Changes of the clock do not, and a pause delays the move.
    """
    asked = game_request(game)
    player = lookup.player_seat(asked)
    assert asked.caller is not None
    return as_json(PlannedMoves.render(plans.put(player, asked.caller, _plan_in_body())))


@routes.app_errorhandler(Misplanned)
def _misplanned(error: Misplanned) -> Response:
    why = error.why
    if isinstance(why, Refusal):
        words = illegal_move_words.refusal(language(), why.code, why.rule)
        found = fault(error.where, words, rule=why.rule)
    else:
        found = fault(error.where, why)
    return error_handlers.answer(Problem("invalid-request", errors=[found]))
