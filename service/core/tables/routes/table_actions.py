"""What a seat does that is not a turn: its hand in order, votes to abort, and changes of the clock."""

from http import HTTPStatus
from typing import Any, Final, get_args

from flask import Blueprint, Response
from marshmallow import ValidationError, validates_schema

from engine.commands import ChangeClock, Orientation, ReorderHand, TurnCards, WithdrawAbortVote
from engine.pace import MAX_SECONDS
from engine.wording import N_
from service.core.requests.auth import player_in
from service.core.tables import play
from service.core.tables.rendering import game_json
from service.core.tables.rendering.event_schemas import EventResult
from service.core.tables.routes.moves import AFTER_A_MOVE
from service.platform.wire.field_types import Items, Text, Whole
from service.platform.wire.operation import Answer, Body, Operation
from service.platform.wire.request_fields import MAX_INT, between, one_of
from service.platform.wire.request_parsing import Request, empty_body, json_body, load
from service.platform.wire.request_record import language, settings
from service.platform.wire.responses import as_json

routes = Blueprint("table_actions", __name__, url_prefix="/v1")

_OF_ACTIONS: Final = ("awaiting-reveals", "game-not-running", "version-conflict", "illegal-move")
"""The problems of actions that are not turns."""


class CreateAbortVoteRequest(Request):
    """An empty object."""


class UpdateHandOrderRequest(Request):
    """The new order of the caller's hand (R26)."""

    cards = Items(
        Whole(validate=between(0, MAX_INT), named="CardId"),
        "Each card of the hand once, oldest place first.",
        most=6,
        error=N_("must have at most 6 cards"),
        required=True,
    )


class UpdateCardOrientationRequest(Request):
    """How a card of the caller's hand stands from now on (R29)."""

    cards = Items(
        Whole(validate=between(0, MAX_INT), named="CardId"),
        "Cards of the caller's hand, each once.",
        most=6,
        error=N_("must have at most 6 cards"),
        required=True,
    )
    orientation = Text(named="Orientation", required=True, validate=one_of(get_args(Orientation)))


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


def _acted(example: str) -> Answer:
    """Return the answer to what is not a turn."""
    return Answer(EventResult, "The event, and the caller's view after it.", examples=(example,), links=AFTER_A_MOVE)


@routes.put("/games/<game>/hand-order")
@Operation(
    "updateHandOrder",
    scope="games:play",
    seat_token=True,
    stores=300,
    plays=True,
    body=Body(UpdateHandOrderRequest),
    answers={200: _acted("done-reorder")},
    problems=_OF_ACTIONS,
)
def reorder_hand(game: str) -> Response:
    """Reorder your hand.

    Puts the caller's cards in this order, oldest place first (R26). It is not a turn, everyone sees it, and moves
    in transit stay valid. It is allowed three times between two turns; under `hand_reorder` `after_clue`, once the
    hand was given a clue.
    """
    player = player_in(game)
    result = play.act(player, _hand_order_in_body())
    return as_json(game_json.acted(result.seen(), language()))


@routes.put("/games/<game>/card-orientation")
@Operation(
    "updateCardOrientation",
    scope="games:play",
    seat_token=True,
    stores=300,
    body=Body(UpdateCardOrientationRequest),
    answers={200: _acted("done-turn-cards")},
    problems=_OF_ACTIONS,
)
def turn_cards(game: str) -> Response:
    """Turn cards of your hand.

    Turns cards of the caller's hand the same way, to remember clues (R29). It is not a turn, everyone sees it, and
    moves in transit stay valid. It is allowed whenever `hand_reorder` allows a new order, and counts as one: three
    times in all between two turns. Games that were dealt before this existed refuse it with `no-turned-cards`.
    """
    player = player_in(game)
    result = play.act(player, _card_orientation_in_body())
    return as_json(game_json.acted(result.seen(), language()))


@routes.post("/games/<game>/abort-votes")
@Operation(
    "createAbortVote",
    scope="games:play",
    seat_token=True,
    stores=300,
    repeatable=True,
    plays=True,
    body=Body(CreateAbortVoteRequest, required=False),
    answers={201: _acted("done-vote")},
    problems=_OF_ACTIONS,
)
def cast_abort_vote(game: str) -> Response:
    """Vote to abort.

    Votes to abort the game. When all seats have voted, the game ends as aborted (R21). It is not a turn.

    If a seat has not made its first move within a time that the service sets (by default ten minutes after the move
    before it, or after the deal), one vote of any other seat ends the game, with the reason `no_show`. The event is
    `abort` then.
    """
    player = player_in(game)
    empty_body()
    result = play.vote_to_abort(player, settings().first_move_timeout_s)
    return as_json(game_json.acted(result.seen(), language()), HTTPStatus.CREATED)


@routes.delete("/games/<game>/abort-votes")
@Operation(
    "deleteAbortVote",
    scope="games:play",
    seat_token=True,
    stores=300,
    plays=True,
    answers={200: _acted("done-vote-withdrawn")},
    problems=_OF_ACTIONS,
)
def withdraw_abort_vote(game: str) -> Response:
    """Withdraw the vote to abort.

    Withdraws the caller's vote to abort (R21). The request has no body.
    """
    player = player_in(game)
    empty_body()
    result = play.act(player, WithdrawAbortVote())
    return as_json(game_json.acted(result.seen(), language()))


@routes.post("/games/<game>/clock-changes")
@Operation(
    "createClockChange",
    scope="games:play",
    seat_token=True,
    stores=300,
    repeatable=True,
    plays=True,
    body=Body(CreateClockChangeRequest),
    answers={201: _acted("done-pause")},
    problems=_OF_ACTIONS,
)
def change_clock(game: str) -> Response:
    """Pause, go on, or take a vacation.

    In a game with a clock (`pace`), asks for a pause or takes that back, or stops the clock of the caller's seat for
    some days (R31). It is not a turn. During a pause no turn is possible, and there is no deadline. A pause ends
    the game after `pause_limit_s` (`idle_at`). A vacation begins at once, or when the one before it ends, and takes
    its days from those that the pace gives to each seat.
    """
    player = player_in(game)
    body = load(CreateClockChangeRequest(), json_body())
    result = play.act(player, ChangeClock(body["change"], body.get("days")))
    return as_json(game_json.acted(result.seen(), language()), HTTPStatus.CREATED)


@routes.post("/sandbox/<game>/clock")
@Operation(
    "createClockAdvance",
    scope="games:play",
    seat_token=True,
    stores=300,
    repeatable=True,
    body=Body(CreateClockAdvanceRequest),
    answers={201: _acted("done-advance")},
    problems=_OF_ACTIONS,
)
def advance_clock(game: str) -> Response:
    """Advance the clock of a sandbox game.

    For tests of clients: in a game with `sandbox` and a clock (`pace`), the deadline and the ends of vacations come
    sooner by so many seconds (R31). If the time of a seat is over by then, what happens at the deadline happens at
    once. In a pause only vacations pass. The event is in the record. The times of events, and limits that are not part
    of the `pace`, such as `idle_limit_s`, remain those of the real time.
    """
    result = play.advance_clock(player_in(game), load(CreateClockAdvanceRequest(), json_body())["advance_s"])
    return as_json(game_json.acted(result.seen(), language()), HTTPStatus.CREATED)


def _hand_order_in_body() -> ReorderHand:
    """Return the new order of the caller's cards."""
    return ReorderHand(tuple(load(UpdateHandOrderRequest(), json_body())["cards"]))


def _card_orientation_in_body() -> TurnCards:
    """Return the cards to turn, and how."""
    body = load(UpdateCardOrientationRequest(), json_body())
    return TurnCards(tuple(body["cards"]), body["orientation"])
