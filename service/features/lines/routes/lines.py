"""Lines, which are other moves of a finished game: request bodies, JSON, and the routes that store nothing."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from flask import Blueprint, Response

from engine import commands
from engine.rules import MAX_SEATS
from engine.wording import N_
from service.core.common_values import CardId, GameId, Seat, Version
from service.core.replays import finished_game
from service.core.replays.finished_game import FinishedGame
from service.core.replays.rendering.schemas import DealtCard
from service.core.replays.routes.replays import version_of
from service.core.requests import auth, error_handlers
from service.core.requests.auth import game_id_of
from service.core.tables import lookup, play
from service.core.tables.lookup import GameRequest
from service.core.tables.rendering import game_json, knowledge
from service.core.tables.rendering.event_schemas import Event, Result, ResultOrNull
from service.core.tables.rendering.knowledge import FrameKnowledge
from service.core.tables.rendering.view_schemas import Frame
from service.core.tables.routes.moves import CreateMoveRequest, load_move
from service.core.tables.words import illegal_move_words
from service.features.lines import lines
from service.features.lines.lines import MAX_MOVES, CardsOfSwap, Line, LineReplay, OtherDeal
from service.features.lines.saved_lines import SavedLine
from service.platform.exact_json import Json
from service.platform.limits import gates
from service.platform.requests import exchange
from service.platform.wire.field_types import Items, Named, Object, Raw, Text, Whole
from service.platform.wire.operation import Answer, Body, Link, Operation
from service.platform.wire.problems import Problem, fault, invalid
from service.platform.wire.rendering import Rendered
from service.platform.wire.request_fields import MAX_INT, between, one_of
from service.platform.wire.request_parsing import Request, Strict, json_body, load
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json


class LineDeal(Named):
    """The deck on which a line is played."""

    of = Text(
        values={
            "original": "The deck of the game.",
            "resampled": "A deck that the chosen seat could not have distinguished from it.",
            "swapped": "That of the game with two cards swapped.",
        }
    )


class DealSeed(Named):
    """Selects one of the decks that the seat could not have distinguished. The same number gives the same deck."""

    of = Whole(least=0, most=2147483647)


class CardSwap(Named):
    """The ids of two cards that are swapped in the deck of the game."""

    of = Items(CardId(), least=2, most=2, facts={"uniqueItems": True})


class PlacedLine(NamedTuple):
    """Where a line leaves a game, and its deck."""

    game_id: UUID
    at: int
    version: int
    seat: int | None
    seed: int | None
    swap: Sequence[int] | None


class LineFacts(Rendered[PlacedLine | SavedLine]):
    """Where a line leaves the game, and its deck."""

    is_inline = True

    game = GameId(attribute="game_id")
    at = Version("The version of the game at which it starts.")
    version = Version("The version of its last event.")
    deal = LineDeal(computed=lambda line: "swapped" if line.swap else "original" if line.seat is None else "resampled")
    deal_seat = Seat(
        "The seat for which the deck was drawn again; null if it is the game's deck.", attribute="seat", null=True
    )
    deal_seed = DealSeed(
        "What selected the deck. Null if it is the game's deck, or was drawn before seeds existed.",
        attribute="seed",
        null=True,
    )
    swap = CardSwap("The cards that are swapped; null if none are.", null=True)


class PlayedLine(LineFacts):
    """What other moves of a finished game lead to."""

    deck = Items(Object(DealtCard), "The whole deck of the line; a card's id is its position here.", least=30, most=60)
    events = Items(
        Object(Event),
        "The events of the moves, without a time, with everything open. If `deal` is `resampled`, "
        "the events of the game up to `at` come first, as they show the cards drawn from this deck.",
    )
    frames = Items(Object(Frame), "The table after each of these events.")
    result = ResultOrNull()
    noticed = Items(
        Version(null=True),
        "On another deck, the version of the game at which each seat first sees another table; null if it sees none "
        "up to `at`. Null on the deck of the game.",
        most=6,
        null=True,
    )


routes = Blueprint("lines", __name__, url_prefix="/v1/replays/<game>")

TO_LINE: Final = (Link("line", "createLineFrames", "The line."),)
"""The link of an answer about a line to what happens in it."""

_MEMBERS_OF_DEALS: Final = {"resampled": ("deal_seat", "deal_seed"), "swapped": ("swap",)}
"""The members that only lines with such a deck have. The first is required there."""


class Turn(CreateMoveRequest):
    """A turn as in a running game, without `expected_version`; it may have one, which is ignored."""


class CreateLineAnalysisRequest(Request):
    """Other moves from an event of a finished game."""

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
    deal = Text(
        "The deck of the line, by default `original`.",
        named="LineDeal",
        load_default="original",
        validate=one_of(("original", "resampled", "swapped")),
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
    swap = Items(
        Whole(validate=between(0, MAX_INT)),
        "The two cards to swap; only with `swapped`.",
        least=2,
        most=2,
        error=N_("must be two cards"),
        named="CardSwap",
        load_default=None,
    )


class CreateLineFramesRequest(CreateLineAnalysisRequest):
    """Other moves from an event of a finished game, and perhaps a seat."""

    seat = Whole(
        "The seat whose view, knowledge or reading is returned; by default open hands, or all seats.",
        named="Seat",
        load_default=None,
        validate=between(0, MAX_SEATS - 1),
    )


class CreateLineKnowledgeRequest(CreateLineFramesRequest):
    """Other moves from an event of a finished game, and perhaps the seat whose knowledge is wanted."""


def _line(body: Mapping[str, Any]) -> Line:
    return Line(body["at"], _moves(body), body.get("seat"), _deal(body))


def _deal(body: Mapping[str, Any]) -> OtherDeal | CardsOfSwap | None:
    """Return the other deal that the body asks for, with a random seed if it has none."""
    for kind, members in _MEMBERS_OF_DEALS.items():
        for member in members:
            if body["deal"] != kind and body[member] is not None:
                raise invalid(f"#/{member}", N_("has no meaning without the deal {kind}", kind=kind))
        if body["deal"] == kind and body[members[0]] is None:
            raise invalid(f"#/{members[0]}", N_("is missing"))
    if body["deal"] == "swapped":
        return CardsOfSwap(*body["swap"])
    if body["deal"] == "original":
        return None
    seed = body["deal_seed"]
    return OtherDeal(body["deal_seat"], secrets.randbelow(MAX_INT + 1) if seed is None else seed)


def _moves(body: Mapping[str, Any]) -> tuple[commands.Turn, ...]:
    moves = []
    for number, move in enumerate(body["moves"]):
        where, version = f"#/moves/{number}", body["at"] + number
        loaded = load_move(move, where)
        if loaded.get("expected_version", version) != version:
            raise invalid(f"{where}/expected_version", N_("must be {version}", version=version))
        moves.append(play.command_of(loaded))
    return tuple(moves)


@routes.post("/frames")
@Operation(
    "createLineFrames",
    price=40,
    stores=0,
    body=Body(CreateLineFramesRequest),
    answers={
        200: Answer(
            PlayedLine,
            "The events, and the table after each of them.",
            examples=("line",),
            links=(
                Link("start", "getFrame", "The table where it starts.", {"version": "at"}),
                Link("saved", "createLine", "The same, saved for others."),
                Link(
                    "knowledge", "createLineKnowledge", "What each seat could know at its end.", {"version": "version"}
                ),
                Link("analysis", "createLineAnalysis", "What can still be reached at its end.", {"version": "version"}),
            ),
        )
    },
    problems=("game-not-finished", "illegal-move"),
)
def play_line(game: str) -> Response:
    """See what other moves lead to.

    Returns to version `at` of a finished game, makes other moves from there, each by the seat to move, and returns what
    happens and the table after each move. Nothing is stored, so the request needs neither a token nor an
    `Idempotency-Key`. `POST /v1/replays/{game}/lines` with the same body saves the line.

    The deck is that of the game. With `deal` `resampled`, it is one of the decks that `deal_seat` could not have
    distinguished from it at version `at`: its own cards and those still in the deck are dealt again, with equal
    probability for every deal that fits every clue and every card that it saw. The response contains its `deal_seed`:
    with the same one, a request gets the same deck again.

    With `deal` `swapped`, the two cards of `swap` change places in the deck of the game, so that one card becomes
    another and the deck keeps its cards. The rules must allow what happened up to `at` with them too. `noticed` says
    which seats would have seen a difference by then, and when.

    The moves are those of `POST /v1/games/{game}/moves`, such as a `line` of the analysis; `expected_version` is
    optional. If the rules forbid a move, the problem names its position. The game must not have been over at `at`.
    """
    replay, line, _ = line_in_body(game, CreateLineFramesRequest(), gates.WHOLE_LINE + gates.NOTICED)
    return as_json(_line_json(replay.game_id, line, lines.play(replay, line), language()))


@routes.post("/frames/<version>/knowledge")
@Operation(
    "createLineKnowledge",
    price=20,
    stores=0,
    body=Body(CreateLineKnowledgeRequest),
    answers={
        200: Answer(
            FrameKnowledge,
            "What could be known.",
            examples=("knowledge",),
            links=TO_LINE,
        )
    },
    problems=("game-not-finished", "illegal-move"),
)
def get_line_knowledge(game: str, version: str) -> Response:
    """See what seats could know in a line.

    Returns what each seat could know about its hand at a version of the line that the body describes, or of the game
    before it, as `GET /v1/replays/{game}/frames/{version}/knowledge` does for the game. Nothing is stored.
    """
    replay, line, _ = line_in_body(game, CreateLineKnowledgeRequest())
    return as_json(knowledge.knowledge_at(lines.known_hands(replay, line, version_of(version))))


def line_in_body(game: str, schema: Strict, units: int = 0) -> tuple[FinishedGame, Line, Mapping[str, Any]]:
    """Return the game of a path, the line in the body, and the body.

    Another deck is charged to the caller, with some `units` more.
    """
    caller = auth.caller_if_any()
    game_id = game_id_of(game)
    stored = lookup.load_visible(GameRequest(game_id, caller))  # an unknown game is reported before an invalid body
    body = load(schema, json_body())
    line = _line(body)
    replay = finished_game.load(game_id, caller, stored)
    if line.deal is not None:
        exchange.charge_units(gates.OTHER_DEAL + units)
    return replay, line, body


@routes.app_errorhandler(lines.IllegalLine)
def _illegal_line(error: lines.IllegalLine) -> Response:
    refusal = error.refusal
    wording = illegal_move_words.refusal(language(), refusal.code, refusal.rule)
    faults = [fault(f"#/moves/{error.number}", wording, rule=refusal.rule)]
    problem = Problem("illegal-move", errors=faults, refusal=refusal.code, rule=refusal.rule)
    return error_handlers.answer(problem, wording)


@routes.app_errorhandler(lines.AfterTheEnd)
def _after_the_end(error: lines.AfterTheEnd) -> Response:
    return error_handlers.answer(invalid(f"#/moves/{error.number}", N_("comes after the end"), rule="R22"))


@routes.app_errorhandler(lines.IllegalSwap)
def _illegal_swap(error: lines.IllegalSwap) -> Response:
    why = N_("would forbid what happened at version {version}", version=error.version)
    return error_handlers.answer(invalid("#/swap", why))


@routes.app_errorhandler(lines.NoSuchCard)
def _no_such_card(error: lines.NoSuchCard) -> Response:
    return error_handlers.answer(invalid("#/swap", N_("must be two different cards from 0 to {last}", last=error.last)))


@routes.app_errorhandler(lines.NoSuchStart)
def _no_such_start(error: lines.NoSuchStart) -> Response:
    return error_handlers.answer(invalid("#/at", N_("must be from 0 to {last}", last=error.last)))


def replay_json(replay: LineReplay, language: str) -> Json:
    """Return the events of a line, and the table after each of them."""
    return {
        "deck": [card._asdict() for card in replay.deck],
        "events": [game_json.entry(entry, replay.names, language) for entry in replay.entries],
        "frames": list(game_json.frames(replay.frames, language)),
        "result": replay.result and Result.render(replay.result, language),
        "noticed": replay.noticed,
    }


def _line_json(game_id: UUID, line: Line, replay: LineReplay, language: str) -> Json:
    seat, seed = line.deal if isinstance(line.deal, OtherDeal) else (None, None)
    swap = list(line.deal) if isinstance(line.deal, CardsOfSwap) else None
    last = line.version + len(line.moves)
    return LineFacts.render(PlacedLine(game_id, line.version, last, seat, seed, swap)) | replay_json(replay, language)
