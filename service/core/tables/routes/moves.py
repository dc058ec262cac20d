"""Moves: their route and request body, and what is refused."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar, Final, NamedTuple

from flask import Blueprint, Response
from marshmallow import ValidationError, validates_schema

from engine.cards import COLORS, RANKS
from engine.commands import Turn
from engine.decide import IllegalMove
from engine.wording import N_
from service.core.common_parameters import PREFER_MINIMAL
from service.core.requests import error_handlers
from service.core.requests.auth import player_in
from service.core.tables import play
from service.core.tables.rendering import game_json
from service.core.tables.rendering.event_schemas import EventResult
from service.core.tables.rendering.view_schemas import Action, entity_tag, tag_of
from service.core.tables.words import illegal_move_words
from service.platform.limits import gates
from service.platform.requests import exchange
from service.platform.signing import keys
from service.platform.wire.field_types import Named, Text, Whole
from service.platform.wire.headers import E_TAG_OF_VIEW, LOCATION_OF_VIEW, MINIMAL_APPLIED
from service.platform.wire.operation import Answer, Body, Link, Operation
from service.platform.wire.problems import Problem
from service.platform.wire.request_fields import MAX_INT, between, one_of
from service.platform.wire.request_parsing import Request, json_body, load
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json, minimal, wants_minimal


class ExpectedVersion(Named):
    """The version of the view for which the move was chosen."""

    of = Whole(least=0, most=2147483647)


routes = Blueprint("moves", __name__, url_prefix="/v1/games")


class CreateMoveRequest(Request):
    """A turn to take: a play or a discard of a card of the own hand, or a clue to another seat by either a color or
    a rank. Null for a member of another kind of turn counts as absent.
    """

    facts: ClassVar = Action.facts

    type = Text(named="TurnType", required=True, validate=one_of(("play", "discard", "clue")))
    card = Whole("The card to play or to discard; absent in a clue.", named="CardId", validate=between(0, MAX_INT))
    declared_color = Text(
        "Only in a play. The color that is named with it (R12).", named="ClueColor", validate=one_of(COLORS)
    )
    target = Whole("The seat that gets the clue, and only in a clue.", named="Seat", validate=between(0, MAX_INT))
    color = Text("The color of a clue, which has either `color` or `rank`.", named="ClueColor", validate=one_of(COLORS))
    rank = Whole(
        "The rank of a clue, which has either `color` or `rank`.",
        named="ClueRank",
        validate=between(RANKS[0], RANKS[-1]),
    )
    expected_version = Whole(named="ExpectedVersion", validate=between(0, MAX_INT))

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def check_kind(self, data: dict[str, Any], sent: dict[str, Any], **_: Any) -> None:
        """Require the members of the kind of move, and refuse those of others."""
        if (kind := data.get("type")) is None:
            return
        required, optional = _MEMBERS[kind]
        given = {name for name in _OF_ONE_KIND if sent.get(name) is not None}
        faults = {name: [N_("is unknown")] for name in given - {required, *optional}}
        if required not in given:
            faults[required] = [N_("is missing")]
        if kind == "clue" and ("color" in given) == ("rank" in given):
            faults["_schema"] = [N_("must hold either a color or a rank")]
        if faults:
            raise ValidationError(faults)


_MEMBERS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "play": ("card", ("declared_color",)),
    "discard": ("card", ()),
    "clue": ("target", ("color", "rank")),
}
"""By kind of move: the member that it requires, and those that it may have."""

_OF_ONE_KIND: Final = ("card", "declared_color", "target", "color", "rank")


# Created once, since a schema copies its fields when it is created.
_TURN: Final = CreateMoveRequest()


class Move(NamedTuple):
    """A command, and the version of the game that the player saw."""

    command: Turn
    expected_version: int | None
    """None if the player did not say it."""


AFTER_A_MOVE = (
    Link("game", "getGame", "The same game later."),
    Link("move", "createMove", "The next turn, with the `version` of this view as `expected_version`."),
    Link("events", "listEvents", "Later events.", {"since": "view/version"}),
)


def _move_in_body() -> Move:
    """Return the move in the body."""
    body = load(_TURN, json_body())
    return Move(play.command_of(body), body.get("expected_version"))


def load_move(body: object, where: str) -> dict[str, Any]:
    """Return the validated members of a move at `where` in a body."""
    return load(_TURN, body, where)


@routes.post("/<game>/moves")
@Operation(
    "createMove",
    scope="games:play",
    seat_token=True,
    price=7,
    stores=300,
    repeatable=True,
    plays=True,
    parameters=(PREFER_MINIMAL,),
    body=Body(CreateMoveRequest),
    answers={
        201: Answer(
            EventResult,
            "The event of the move, all events that the caller had not seen, and the view after them. There is no body "
            "if `Prefer` asked for none.",
            examples=("done-clue", "done-play"),
            headers=(LOCATION_OF_VIEW, E_TAG_OF_VIEW, MINIMAL_APPLIED),
            links=AFTER_A_MOVE,
        )
    },
    problems=(
        "awaiting-reveals",
        "game-not-running",
        (
            "version-conflict",
            "another turn came after `expected_version`, or that version does not exist yet (`version` "
            "is the newest one, `events` are those that the caller has missed)",
        ),
        "not-your-turn",
        "illegal-move",
    ),
)
def make_move(game: str) -> Response:
    """Make a move.

    Plays or discards a card, or gives a clue: one of the view's `legal_actions`, as it is. `expected_version` is the
    version that the player saw: the move is rejected if another turn came after it. A reorder, a message or a vote in
    between does not matter. A rejected move changes nothing. Bots that are next to move do so before the response,
    which contains all events after `expected_version`.

    A move that is sent twice takes effect once: if the turn after `expected_version` is this same move by this
    seat, it is the answer, with `Idempotency-Replayed`. A move without `expected_version` has no such protection:
    send it with an `Idempotency-Key`.

    With `Prefer: return=minimal`, the response has headers alone: `ETag` is that of the view, so a GET with it in
    `If-None-Match` and `Prefer: wait` waits for the next one.
    """
    player = player_in(game)
    move = _move_in_body()
    bots = sum([seated.bot is not None for seated in player.stored.taken])
    if bots:
        exchange.charge_units(bots * gates.BOT)
    result = play.act(player, move.command, move.expected_version)
    headers = {"Content-Location": f"{routes.url_prefix}/{game}"}
    if result.replayed:
        headers["Idempotency-Replayed"] = "true"
    if wants_minimal():
        headers["ETag"] = f'"{entity_tag(result.view_version, language(), keys.signer().public)}"'
        return minimal(HTTPStatus.CREATED, headers)
    seen = result.seen()
    headers["ETag"] = f'"{tag_of(seen.view, language())}"'
    return as_json(game_json.acted(seen, language()), HTTPStatus.CREATED, headers)


@routes.app_errorhandler(play.VersionConflict)
def _version_conflict(error: play.VersionConflict) -> Response:
    missed = game_json.feed(error.missed, language())
    return error_handlers.answer(Problem("version-conflict", version=missed["version"], events=missed["items"]))


@routes.app_errorhandler(IllegalMove)
def _illegal_move(error: IllegalMove) -> Response:
    refusal = error.refusal
    problem = Problem("illegal-move", refusal=refusal.code, rule=refusal.rule)
    return error_handlers.answer(problem, illegal_move_words.refusal(language(), refusal.code, refusal.rule))
