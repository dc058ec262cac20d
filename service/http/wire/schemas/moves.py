"""Request bodies of moves, of hand orders, and of the orientation of cards."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, get_args

from marshmallow import ValidationError, fields, validates_schema

from engine.cards import COLORS, RANKS
from engine.commands import Discard, GiveColorClue, GiveRankClue, Orientation, Play, ReorderHand, Turn, TurnCards
from service.http.wire.request_parsing import Strict, json_body, load
from service.http.wire.schemas.fields import MAX_INT, Items, WholeNumber, between, one_of

__all__ = ["Move", "card_orientation", "command_of", "hand_order", "load_move", "move"]


class _TurnBody(Strict):
    """A move of any kind. Null for a member of another kind counts as absent, as clients with one type send it."""

    type = fields.String(required=True, validate=one_of(("play", "discard", "clue")))
    card = WholeNumber(validate=between(0, MAX_INT))
    declared_color = fields.String(validate=one_of(COLORS))
    target = WholeNumber(validate=between(0, MAX_INT))
    color = fields.String(validate=one_of(COLORS))
    rank = WholeNumber(validate=between(RANKS[0], RANKS[-1]))
    expected_version = WholeNumber(validate=between(0, MAX_INT))

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def check_kind(self, data: dict[str, Any], sent: dict[str, Any], **_: Any) -> None:
        """Require the members of the kind of move, and refuse those of others."""
        if (kind := data.get("type")) is None:
            return
        required, optional = _MEMBERS[kind]
        given = {name for name in _OF_ONE_KIND if sent.get(name) is not None}
        faults = {name: ["is unknown"] for name in given - {required, *optional}}
        if required not in given:
            faults[required] = ["is missing"]
        if kind == "clue" and ("color" in given) == ("rank" in given):
            faults["_schema"] = ["must hold either a color or a rank"]
        if faults:
            raise ValidationError(faults)


_MEMBERS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "play": ("card", ("declared_color",)),
    "discard": ("card", ()),
    "clue": ("target", ("color", "rank")),
}
"""By kind of move: the member that it requires, and those that it may have."""
_OF_ONE_KIND: Final = ("card", "declared_color", "target", "color", "rank")


class _HandOrderBody(Strict):
    cards = Items(WholeNumber(validate=between(0, MAX_INT)), most=6, error="must have at most 6 cards", required=True)


class _CardOrientationBody(Strict):
    cards = Items(WholeNumber(validate=between(0, MAX_INT)), most=6, error="must have at most 6 cards", required=True)
    orientation = fields.String(required=True, validate=one_of(get_args(Orientation)))


# Created once, since a schema copies its fields when it is created.
_TURN: Final = _TurnBody()


class Move(NamedTuple):
    """A command, and the version of the game that the player saw."""

    command: Turn
    expected_version: int | None
    """None if the player did not say it."""


def move() -> Move:
    """Return the move in the body."""
    body = load_move(json_body(), "#")
    return Move(command_of(body), body.get("expected_version"))


def hand_order() -> ReorderHand:
    """Return the new order of the caller's cards."""
    return ReorderHand(tuple(load(_HandOrderBody(), json_body())["cards"]))


def card_orientation() -> TurnCards:
    """Return the cards to turn, and how."""
    body = load(_CardOrientationBody(), json_body())
    return TurnCards(tuple(body["cards"]), body["orientation"])


def load_move(body: object, where: str) -> dict[str, Any]:
    """Return the validated members of a move at `where` in a body."""
    return load(_TURN, body, where)


def command_of(body: Mapping[str, Any]) -> Turn:
    """Return the command of a validated move."""
    match body["type"]:
        case "play":
            return Play(body["card"], body.get("declared_color"))
        case "discard":
            return Discard(body["card"])
    if "color" in body:
        return GiveColorClue(body["target"], body["color"])
    return GiveRankClue(body["target"], body["rank"])
