"""What may come in: bodies and queries, checked to the letter before anything looks at a game."""

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, cast

import marshmallow
import orjson
from flask import request
from marshmallow import Schema, ValidationError, fields, validate

from engine.cards import RANKS, SUITS, Card
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, ReorderHand, Say, Turn
from engine.decide import MAX_TEXT_LENGTH
from engine.rules import EDITIONS, MAX_SEATS, MIN_SEATS
from service.accounts import MAX_NAME_LENGTH
from service.api.problems import Problem, fault
from service.games import DEFAULT_IDLE_LIMIT_S

__all__ = [
    "Move",
    "NewGame",
    "account_name",
    "empty_body",
    "event_query",
    "frames_query",
    "hand_order",
    "json_body",
    "message",
    "move",
    "new_game",
    "no_query",
    "wanted_seat",
]

MAX_IDLE_LIMIT_S: Final = 90 * 24 * 3600
_MAX_INT: Final = 2**31 - 1


class WholeNumber(fields.Field[int]):
    """A JSON integer: `3` and, as JSON Schema has it, `3.0`; neither `"3"` nor `true`."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is not int:
            raise ValidationError("must be a whole number")
        return value


class DecimalDigits(fields.Field[int]):
    """A whole number as it stands in a query: an optional minus and at most nine digits."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        digits = value.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
            raise ValidationError("must be a whole number")
        return int(value)


class Flag(fields.Field[bool]):
    """`true` or `false` and nothing that resembles them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("must be true or false")
        return value


class PlainText(fields.Field[str]):
    """Text that every terminal and database can hold: no control characters, no blanks at its ends, in NFC."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if not isinstance(value, str):
            raise ValidationError("must be a text")
        if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in value):
            raise ValidationError("must not hold control characters")
        return unicodedata.normalize("NFC", value).strip()


class _Strict(Schema):
    class Meta:
        unknown = marshmallow.RAISE

    error_messages = {"unknown": "is not known here", "type": "must be an object"}  # noqa: RUF012


def _between(low: int, high: int) -> validate.Range:
    return validate.Range(low, high, error=f"must be from {low} to {high}")


def _one_of(values: tuple[Any, ...]) -> validate.OneOf:
    return validate.OneOf(values, error=f"must be one of {', '.join(map(str, values))}")


class _AccountBody(_Strict):
    name = PlainText(
        required=True,
        validate=validate.Length(1, MAX_NAME_LENGTH, error=f"must have 1 to {MAX_NAME_LENGTH} characters"),
    )


class _CardBody(_Strict):
    suit = fields.String(required=True, validate=_one_of(SUITS))
    rank = WholeNumber(required=True, validate=_between(RANKS[0], RANKS[-1]))


class _GameBody(_Strict):
    seats = WholeNumber(required=True, validate=_between(MIN_SEATS, MAX_SEATS))
    rules = fields.Dict(keys=fields.String(), load_default=dict)
    sandbox = Flag(load_default=False)
    deck = fields.List(fields.Nested(_CardBody), validate=validate.Length(max=60, error="must have at most 60 cards"))
    idle_limit_s = WholeNumber(load_default=DEFAULT_IDLE_LIMIT_S, validate=_between(60, MAX_IDLE_LIMIT_S))


class _SeatBody(_Strict):
    seat = WholeNumber(validate=_between(0, MAX_SEATS - 1))


class _TurnBody(_Strict):
    type = fields.String(required=True, validate=_one_of(("play", "discard", "clue")))
    expected_version = WholeNumber(required=True, validate=_between(0, _MAX_INT))


class _PlayBody(_TurnBody):
    card = WholeNumber(required=True, validate=_between(0, _MAX_INT))
    declared_color = fields.String(validate=_one_of(SUITS))


class _DiscardBody(_TurnBody):
    card = WholeNumber(required=True, validate=_between(0, _MAX_INT))


class _ClueBody(_TurnBody):
    target = WholeNumber(required=True, validate=_between(0, _MAX_INT))
    color = fields.String(validate=_one_of(SUITS))
    rank = WholeNumber(validate=_between(RANKS[0], RANKS[-1]))


class _HandOrderBody(_Strict):
    cards = fields.List(WholeNumber(validate=_between(0, _MAX_INT)), required=True, validate=validate.Length(max=5))


class _MessageBody(_Strict):
    remark = fields.String(validate=validate.Length(1, 50))
    text = PlainText(validate=validate.Length(1, MAX_TEXT_LENGTH, error=f"must have 1 to {MAX_TEXT_LENGTH} characters"))


class _EventQuery(_Strict):
    since = DecimalDigits(load_default=-1, validate=_between(-1, _MAX_INT))


class _FramesQuery(_Strict):
    seat = DecimalDigits(load_default=None, validate=_between(0, MAX_SEATS - 1))


class NewGame(NamedTuple):
    """What a game is to be made of; edition and overrides are yet to be resolved."""

    seats: int
    edition: str
    overrides: dict[str, Any]
    sandbox: bool
    deck: list[Card] | None
    idle_limit_s: int


class Move(NamedTuple):
    """A turn, and the version that its sender saw."""

    command: Turn
    expected_version: int


def account_name() -> str:
    """Return the name that a new account asks for."""
    name: str = _load(_AccountBody(), json_body())["name"]
    return name


def new_game() -> NewGame:
    """Return the game that the body asks for."""
    body = _load(_GameBody(), json_body())
    if "deck" in body and not body["sandbox"]:
        raise Problem("invalid-request", errors=[fault("#/deck", "is for sandbox games alone")])
    rules = {name: _integral(value) for name, value in body["rules"].items()}
    edition = rules.pop("edition", "de")
    if not isinstance(edition, str):
        raise Problem("invalid-request", errors=[fault("#/rules/edition", f"must be one of {', '.join(EDITIONS)}")])
    deck = [Card(card["suit"], card["rank"]) for card in body["deck"]] if "deck" in body else None
    return NewGame(body["seats"], edition, rules, body["sandbox"], deck, body["idle_limit_s"])


def wanted_seat() -> int | None:
    """Return the seat that the body asks for; None for the next free one, also where there is no body."""
    seat: int | None = _load(_SeatBody(), json_body(optional=True)).get("seat")
    return seat


def move() -> Move:
    """Return the move that the body holds."""
    body = json_body()
    kind = body.get("type") if isinstance(body, dict) else None
    loaded = _load(_MOVES[kind]() if isinstance(kind, str) and kind in _MOVES else _TurnBody(), body)
    return Move(_COMMANDS[loaded["type"]](loaded), loaded["expected_version"])


def hand_order() -> ReorderHand:
    """Return the order in which the body lays the caller's cards."""
    return ReorderHand(tuple(_load(_HandOrderBody(), json_body())["cards"]))


def message() -> Say:
    """Return the remark or the text that the body holds."""
    body = _load(_MessageBody(), json_body())
    if ("remark" in body) == ("text" in body):
        raise Problem("invalid-request", errors=[fault("#", "must hold either a remark or a text")])
    return Say(body.get("remark"), body.get("text"))


def empty_body() -> None:
    """Refuse any member: the request says all by its method and its path."""
    _load(_Strict(), json_body(optional=True))


def event_query() -> int:
    """Return the version after which events are asked for, -1 for all."""
    since: int = _load_query(_EventQuery())["since"]
    return since


def frames_query() -> int | None:
    """Return the seat whose frames are asked for; None for open hands."""
    seat: int | None = _load_query(_FramesQuery())["seat"]
    return seat


def no_query() -> None:
    """Refuse any query parameter."""
    _load_query(_Strict())


def json_body(*, optional: bool = False) -> Any:
    """Return the parsed body: strict JSON in UTF-8, without NUL, not nested without bounds."""
    raw = request.get_data()
    if optional and not raw:
        return {}
    media_type = request.mimetype
    if media_type != "application/json" and not media_type.endswith("+json"):
        raise Problem("unsupported-media-type", headers={"Accept-Post": "application/json"})
    try:
        body = orjson.loads(raw)
    except (orjson.JSONDecodeError, RecursionError):
        raise Problem("malformed-json") from None
    if rb"\u0000" in raw and _holds_nul(body):  # Postgres cannot store it
        raise Problem("malformed-json")
    return body


def _clue(body: Mapping[str, Any]) -> Turn:
    if ("color" in body) == ("rank" in body):
        raise Problem("invalid-request", errors=[fault("#", "must hold either a color or a rank")])
    if "color" in body:
        return GiveColorClue(body["target"], body["color"])
    return GiveRankClue(body["target"], body["rank"])


_MOVES: Final[Mapping[str, type[Schema]]] = {"play": _PlayBody, "discard": _DiscardBody, "clue": _ClueBody}
_COMMANDS: Final[Mapping[str, Any]] = {
    "play": lambda body: Play(body["card"], body.get("declared_color")),
    "discard": lambda body: Discard(body["card"]),
    "clue": _clue,
}


def _load(schema: Schema, body: object) -> dict[str, Any]:
    try:
        return cast(dict[str, Any], schema.load(cast(Any, body)))
    except ValidationError as error:
        raise Problem("invalid-request", errors=list(_faults("#", error.messages))) from None


def _load_query(schema: Schema) -> dict[str, Any]:
    repeated = [str(name) for name, values in request.args.lists() if len(values) > 1]
    try:
        if repeated:
            raise ValidationError({name: ["stands more than once"] for name in repeated})
        return cast(dict[str, Any], schema.load(request.args.to_dict()))
    except ValidationError as error:
        messages = cast(dict[str, list[str]], error.messages)
        faults = [fault(f"?{name}", text) for name, found in messages.items() for text in found]
        raise Problem("invalid-request", errors=faults) from None


def _faults(pointer: str, messages: Any) -> Iterator[dict[str, str]]:
    """Turn marshmallow's nested messages into one entry a fault."""
    if isinstance(messages, dict):
        for name, inner in messages.items():
            step = "" if name == "_schema" else "/" + str(name).replace("~", "~0").replace("/", "~1")
            yield from _faults(pointer + step, inner)
    else:
        for text in messages if isinstance(messages, list) else [messages]:
            yield fault(pointer, _WORDING.get(text, str(text)))


# marshmallow's own sentences, where no field of ours words the fault.
_WORDING: Final = {
    "Missing data for required field.": "is missing",
    "Unknown field.": "is not known here",
    "Field may not be null.": "must not be null",
    "Invalid input type.": "must be an object",
    "Not a valid string.": "must be a text",
    "Not a valid list.": "must be a list",
    "Not a valid mapping type.": "must be an object",
}


def _integral(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _holds_nul(body: object) -> bool:
    waiting = [body]  # no recursion: a body may be nested more deeply than Python likes to call
    while waiting:
        match waiting.pop():
            case str(text):
                if "\0" in text:
                    return True
            case list(items):
                waiting += items
            case dict(members):
                waiting += [*members.keys(), *members.values()]
    return False
