"""Request bodies of moves, of hand orders, and of the orientation of cards."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, get_args

from marshmallow import Schema, ValidationError, fields, validates_schema

from engine.cards import COLORS, RANKS
from engine.commands import Discard, GiveColorClue, GiveRankClue, Orientation, Play, ReorderHand, Turn, TurnCards
from service.http.wire.request_parsing import Strict, json_body, load
from service.http.wire.schemas.fields import MAX_INT, Items, WholeNumber, between, one_of

__all__ = ["Move", "card_orientation", "command_of", "hand_order", "load_move", "move"]


class _TurnBody(Strict):
    type = fields.String(required=True, validate=one_of(("play", "discard", "clue")))
    expected_version = WholeNumber(validate=between(0, MAX_INT))


class _PlayBody(_TurnBody):
    card = WholeNumber(required=True, validate=between(0, MAX_INT))
    declared_color = fields.String(validate=one_of(COLORS))


class _DiscardBody(_TurnBody):
    card = WholeNumber(required=True, validate=between(0, MAX_INT))


class _ClueBody(_TurnBody):
    target = WholeNumber(required=True, validate=between(0, MAX_INT))
    color = fields.String(validate=one_of(COLORS))
    rank = WholeNumber(validate=between(RANKS[0], RANKS[-1]))

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def require_one(self, _: dict[str, Any], sent: dict[str, Any], **__: Any) -> None:
        """Require either a color or a rank."""
        if (sent.get("color") is None) == (sent.get("rank") is None):
            raise ValidationError("must hold either a color or a rank")


class _HandOrderBody(Strict):
    cards = Items(WholeNumber(validate=between(0, MAX_INT)), most=6, error="must have at most 6 cards", required=True)


class _CardOrientationBody(Strict):
    cards = Items(WholeNumber(validate=between(0, MAX_INT)), most=6, error="must have at most 6 cards", required=True)
    orientation = fields.String(required=True, validate=one_of(get_args(Orientation)))


# Created once, since a schema copies its fields when it is created.
_SCHEMAS: Final[Mapping[str, Schema]] = {"play": _PlayBody(), "discard": _DiscardBody(), "clue": _ClueBody()}
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
    kind = body.get("type") if isinstance(body, dict) else None
    schema = _SCHEMAS[kind] if isinstance(kind, str) and kind in _SCHEMAS else _TURN
    return load(schema, body, where)


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
