"""Other moves of a finished game that are not stored: routes, request bodies and JSON."""

import secrets
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from flask import Blueprint, Response

from engine import commands
from engine.rules import MAX_SEATS
from engine.wording import N_
from service.core.common_values import GameId, Seat, Version
from service.core.replays import finished_game
from service.core.replays.finished_game import FinishedGame
from service.core.replays.rendering.schemas import DealtCard
from service.core.requests import auth, error_handlers
from service.core.requests.auth import game_id_of
from service.core.tables import lookup
from service.core.tables.lookup import GameRequest
from service.core.tables.rendering import game_json, knowledge
from service.core.tables.rendering.event_schemas import Event, ResultOrNull
from service.core.tables.rendering.knowledge import FrameKnowledge
from service.core.tables.rendering.view_schemas import Frame
from service.core.tables.routes.moves import CreateMoveRequest, command_of, load_move
from service.core.tables.words import illegal_move_words
from service.features.lines import lines
from service.features.lines.lines import MAX_MOVES, Line, LineReplay, OtherDeal
from service.platform import ids
from service.platform.limits.rate_limit import OTHER_DEAL, WHOLE_LINE
from service.platform.requests import exchange
from service.platform.wire.field_types import Items, Named, Object, Raw, ResponseSchema, Text, Whole
from service.platform.wire.operation import Answer, Body, Link, Operation
from service.platform.wire.problems import Problem, fault
from service.platform.wire.request_fields import MAX_INT, between, one_of
from service.platform.wire.request_parsing import Request, Strict, json_body, load
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json

__all__ = [
    "BranchDeal",
    "CreateLineRequest",
    "DealSeed",
    "analysed_line",
    "line_at",
    "line_in_body",
    "routes",
]


class BranchDeal(Named):
    """The deck on which a branch or a line is played."""

    of = Text(
        values={
            "original": "The deck of the game.",
            "resampled": "A deck that the chosen seat could not have distinguished from it.",
        }
    )


class DealSeed(Named):
    """Selects one of the decks that the seat could not have distinguished. The same number gives the same deck."""

    of = Whole(least=0, most=2147483647)


class PlayedLine(ResponseSchema):
    """Other moves of a finished game, which are not stored."""

    id = GameId()
    at = Version("The version of the game at which it starts.")
    version = Version("The version of its last event.")
    deal = BranchDeal()
    deal_seat = Seat("The seat for which the deck was drawn again; null if it is the game's deck.", null=True)
    deal_seed = DealSeed("What selected the deck; null if it is the game's deck.", null=True)
    deck = Items(Object(DealtCard), "The whole deck of the line; a card's id is its position here.", least=30, most=60)
    events = Items(
        Object(Event),
        (
            "The events of the moves, without a time, with everything open. If `deal` is `resampled`, "
            "the events of the game up to `at` come first, as they show the cards drawn from this deck."
        ),
    )
    frames = Items(Object(Frame), "The table after each of these events.")
    result = ResultOrNull()


T = TypeVar("T")

routes = Blueprint("lines", __name__, url_prefix="/v1/replays/<game>/lines")

Json = dict[str, Any]


class Turn(CreateMoveRequest):
    """A turn as in a running game, without `expected_version`; it may have one, which is ignored."""


class CreateLineRequest(Request):
    """Other moves from an event of a finished game, which are not stored."""

    at = Whole(
        "The version at which it starts; the game must not have been over then.",
        required=True,
        validate=between(0, MAX_INT),
    )
    moves = Items(
        Raw(named="Turn"),
        "The moves from there on, each by the seat to move.",
        most=MAX_MOVES,
        error=N_("must have at most {most} moves", most=MAX_MOVES),
        required=True,
    )
    seat = Whole(
        "The seat whose view the frames show; by default open hands.",
        named="Seat",
        load_default=None,
        validate=between(0, MAX_SEATS - 1),
    )
    deal = Text(
        "The deck of the line, by default `original`.",
        named="BranchDeal",
        load_default="original",
        validate=one_of(("original", "resampled")),
    )
    deal_seat = Whole(
        "The seat for which the deck is drawn again; only with `resampled`.",
        named="Seat",
        load_default=None,
        validate=between(0, MAX_SEATS - 1),
    )
    deal_seed = Whole(
        "Selects the deck, only with `resampled`; by default a random number.",
        named="DealSeed",
        load_default=None,
        validate=between(0, MAX_INT),
    )


class CreateLineKnowledgeRequest(CreateLineRequest):
    """Other moves from an event of a finished game, and the version at which seats could know something."""

    seat = Whole(
        "The seat whose knowledge is returned; by default all.",
        named="Seat",
        load_default=None,
        validate=between(0, MAX_SEATS - 1),
    )
    version = Whole(
        "The version that the request is about: of the line, or of the game before it.",
        required=True,
        validate=between(0, MAX_INT),
    )


class CreateLineAnalysisRequest(CreateLineKnowledgeRequest):
    """Other moves from an event of a finished game, and the version at which something can still be reached."""

    class Meta:
        exclude = ("seat",)


class LineAt(NamedTuple):
    """A version of a line, or of the game before it."""

    line: Line
    version: int


def _line_in_body() -> Line:
    """Return the line that the body describes. Its moves need no `expected_version`."""
    return _line(load(CreateLineRequest(), json_body()))


def _known_line() -> LineAt:
    """Return the line that the body describes, and the version whose knowledge it asks for."""
    return _line_at(CreateLineKnowledgeRequest())


def analysed_line() -> LineAt:
    """Return the line that the body describes, and the version whose analysis it asks for."""
    return _line_at(CreateLineAnalysisRequest())


def _line_at(schema: Strict) -> LineAt:
    body = load(schema, json_body())
    last = body["at"] + len(body["moves"])
    if body["version"] > last:
        raise Problem("invalid-request", errors=[fault("#/version", N_("must be from 0 to {last}", last=last))])
    return LineAt(_line(body), body["version"])


def _line(body: Mapping[str, Any]) -> Line:
    return Line(body["at"], moves_of(body), body.get("seat"), deal_of(body, "deal_seat"))


def deal_of(body: Mapping[str, Any], seat: str) -> OtherDeal | None:
    """Return another deal for the seat in the member `seat`, and with a random seed if the body has none."""
    if body["deal"] == "resampled":
        if body[seat] is None:
            raise Problem("invalid-request", errors=[fault(f"#/{seat}", N_("is missing"))])
        seed = body["deal_seed"]
        return OtherDeal(body[seat], secrets.randbelow(MAX_INT + 1) if seed is None else seed)
    for member in (seat, "deal_seed"):
        if body[member] is not None:
            raise Problem(
                "invalid-request", errors=[fault(f"#/{member}", N_("has no meaning without a resampled deal"))]
            )
    return None


def moves_of(body: Mapping[str, Any]) -> tuple[commands.Turn, ...]:
    moves = []
    for number, move in enumerate(body["moves"]):
        where, version = f"#/moves/{number}", body["at"] + number
        loaded = load_move(move, where)
        if loaded.get("expected_version", version) != version:
            raise Problem(
                "invalid-request", errors=[fault(f"{where}/expected_version", N_("must be {version}", version=version))]
            )
        moves.append(command_of(loaded))
    return tuple(moves)


@routes.post("")
@Operation(
    "createLine",
    price=40,
    stores=0,
    tag="replays",
    body=Body(CreateLineRequest),
    answers={
        200: Answer(
            PlayedLine,
            "The events, and the table after each of them.",
            examples=("line",),
            links=(
                Link(
                    "start",
                    "getFrame",
                    "The table where it starts.",
                    {"game": "$request.path.game", "version": "$response.body#/at"},
                ),
                Link("branch", "createBranch", "The same, stored as a branch.", {"game": "$request.path.game"}),
                Link(
                    "knowledge",
                    "createLineKnowledge",
                    "What each seat could know at one of its versions.",
                    {"game": "$request.path.game"},
                ),
                Link(
                    "analysis",
                    "createLineAnalysis",
                    "What can still be reached at one of its versions.",
                    {"game": "$request.path.game"},
                ),
            ),
        )
    },
    problems=("game-not-finished", "illegal-move"),
)
def play_line(game: str) -> Response:
    """See what other moves lead to.

    Returns to version `at` of a finished game, makes other moves from there, each by the seat to move, and returns
    what happens and the table after each move. Nothing is stored, so the request needs neither a token nor an
    `Idempotency-Key`. `POST /v1/replays/{game}/branches` with the same moves and deal stores them as a branch.

    The deck is that of the game. With `deal` `resampled`, it is one of the decks that `deal_seat` could not have
    distinguished from it at version `at`, as for branches. The response has its `deal_seed`: with the same one, a
    request gets the same deck again.

    The moves are those of `POST /v1/games/{game}/moves`, such as a `line` of the analysis; `expected_version` is
    optional. If the rules forbid a move, the problem names its position. The game must not have been over at `at`.
    """
    replay, line = _game_and(game, _line_in_body)
    _charge(line, OTHER_DEAL + WHOLE_LINE)
    return as_json(_line_json(lines.play(replay, line), language()))


@routes.post("/knowledge")
@Operation(
    "createLineKnowledge",
    price=20,
    stores=0,
    tag="replays",
    body=Body(CreateLineKnowledgeRequest),
    answers={
        200: Answer(
            FrameKnowledge,
            "What could be known.",
            examples=("knowledge",),
            links=(Link("line", "createLine", "The line.", {"game": "$request.path.game"}),),
        )
    },
    problems=("game-not-finished", "illegal-move"),
)
def get_line_knowledge(game: str) -> Response:
    """See what seats could know in a line.

    Returns what each seat could know about its hand at a version of the line that the body describes, as
    `GET /v1/replays/{game}/frames/{version}/knowledge` does for the game. Nothing is stored.
    """
    replay, (line, version) = line_at(game, _known_line)
    return as_json(knowledge.knowledge_at(lines.known_hands(replay, line, version)))


def line_at(game: str, body: Callable[[], LineAt]) -> tuple[FinishedGame, LineAt]:
    """Return the game of a path, and the line and version in the body. Another deck is charged to the caller."""
    replay, found = _game_and(game, body)
    _charge(found.line, OTHER_DEAL)
    return replay, found


def line_in_body(game: str, schema: Strict) -> tuple[FinishedGame, Line, Mapping[str, Any]]:
    """Return the game of a path, the line in the body, and the body. Another deck is charged to the caller."""
    replay, (body, line) = _game_and(game, lambda: _body_and_line(schema))
    _charge(line, OTHER_DEAL)
    return replay, line, body


def _body_and_line(schema: Strict) -> tuple[Mapping[str, Any], Line]:
    body = load(schema, json_body())
    return body, _line(body)


def _game_and(game: str, body: Callable[[], T]) -> tuple[FinishedGame, T]:
    caller = auth.caller_if_any()
    game_id = game_id_of(game)
    stored = lookup.load_visible(GameRequest(game_id, caller))  # an unknown game is reported before an invalid body
    parsed = body()
    return finished_game.load(game_id, caller, stored), parsed


def _charge(line: Line, units: int) -> None:
    if line.deal is not None:
        exchange.charge_units(units)


@routes.app_errorhandler(lines.IllegalBranch)
def _illegal_branch(error: lines.IllegalBranch) -> Response:
    refusal = error.refusal
    wording = illegal_move_words.refusal(language(), refusal.code, refusal.rule)
    faults = [fault(f"#/moves/{error.number}", wording, rule=refusal.rule)]
    problem = Problem("illegal-move", errors=faults, refusal=refusal.code, rule=refusal.rule)
    return error_handlers.answer(problem, wording)


@routes.app_errorhandler(lines.AfterTheEnd)
def _after_the_end(error: lines.AfterTheEnd) -> Response:
    return error_handlers.answer(
        Problem("invalid-request", errors=[fault(f"#/moves/{error.number}", N_("comes after the end"), rule="R22")])
    )


@routes.app_errorhandler(lines.NoSuchBranchPoint)
def _no_such_branch_point(error: lines.NoSuchBranchPoint) -> Response:
    return error_handlers.answer(
        Problem("invalid-request", errors=[fault("#/at", N_("must be from 0 to {last}", last=error.last))])
    )


def _line_json(replay: LineReplay, language: str) -> Json:
    """Return the events of a line, and the table after each of them."""
    seat, seed = replay.line.deal or (None, None)
    return {
        "id": ids.render("g", replay.frames.game_id),
        "at": replay.line.version,
        "version": replay.line.version + len(replay.line.moves),
        "deal": "original" if seat is None else "resampled",
        "deal_seat": seat,
        "deal_seed": seed,
        "deck": [card._asdict() for card in replay.deck],
        "events": [game_json.entry(entry, replay.names, language) for entry in replay.entries],
        "frames": list(game_json.frames(replay.frames, language)),
        "result": game_json.result(replay.result, language),
    }
