"""Events as stored rows, and back: every shape that was ever stored stays readable here."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.cards import SUITS, Suit
from engine.events import (
    AbortVoteCast,
    AbortVoteWithdrawn,
    CardDiscarded,
    CardPlayed,
    ColorClueGiven,
    Event,
    GameAborted,
    GameDealt,
    HandReordered,
    RankClueGiven,
    Said,
)
from engine.rules import rules_as_dict, rules_from_dict

__all__ = [
    "PACKED",
    "Row",
    "dealt_document",
    "document_of",
    "event_of",
    "events_of",
    "packed",
    "row_of",
    "row_of_document",
]

Data = Mapping[str, Any] | None


class Row(NamedTuple):
    """One stored event: small numbers for what every turn has, `data` (JSON) for the rare rest."""

    kind: int
    seat: int | None
    target: int | None
    value: int | None
    data: Data


# These numbers are stored: none is ever given another meaning.
_DEALT: Final = 0
_PLAYED: Final = 1
_DISCARDED: Final = 2
_COLOR_CLUE: Final = 3
_RANK_CLUE: Final = 4
_REORDERED: Final = 5
_SAID: Final = 6
_VOTE_CAST: Final = 7
_VOTE_WITHDRAWN: Final = 8
_ABORTED: Final = 9


def row_of(event: Event) -> Row:
    """Return an event as it is stored."""
    match event:
        case CardPlayed(seat, card, declared):
            return Row(_PLAYED, seat, card, None if declared is None else SUITS.index(declared), None)
        case CardDiscarded(seat, card):
            return Row(_DISCARDED, seat, card, None, None)
        case ColorClueGiven(seat, target, color):
            return Row(_COLOR_CLUE, seat, target, SUITS.index(color), None)
        case RankClueGiven(seat, target, rank):
            return Row(_RANK_CLUE, seat, target, rank, None)
        case GameDealt():
            return Row(_DEALT, None, None, None, _deal_data(event))
        case HandReordered(seat, cards):
            return Row(_REORDERED, seat, None, None, {"cards": list(cards)})
        case Said(seat, remark, text):
            return Row(_SAID, seat, None, None, {"remark": remark, "text": text})
        case AbortVoteCast(seat):
            return Row(_VOTE_CAST, seat, None, None, None)
        case AbortVoteWithdrawn(seat):
            return Row(_VOTE_WITHDRAWN, seat, None, None, None)
        case GameAborted(reason):
            return Row(_ABORTED, None, None, None, {"reason": reason})


def event_of(kind: int, seat: int | None, target: int | None, value: int | None, data: Data) -> Event:
    """Return the event that a stored row holds; KeyError for a kind that this version does not know."""
    return _READERS[kind](seat, target, value, data)


def packed(row: Row) -> int:
    """Return the numbers of a row as one, its data aside: that a log is read by one column is felt in every request.

    `PACKED` is the same in SQL.
    """
    seat, target, value = (
        none if number is None else number for number, none in zip(row[1:4], _NO_NUMBERS, strict=True)
    )
    return ((row.kind * 8 + seat) * 128 + target) * 16 + value


PACKED: Final = "((kind * 8 + coalesce(seat, 7)) * 128 + coalesce(target, 127)) * 16 + coalesce(value, 15)"
"""The columns of an event's row as `packed` makes them one."""

_NO_NUMBERS: Final = (7, 127, 15)
"""What stands for a seat, a target and a value that a row has not: above all that there are."""


def _unpacked(number: int) -> tuple[int, int | None, int | None, int | None]:
    rest, value = divmod(number, 16)
    rest, target = divmod(rest, 128)
    kind, seat = divmod(rest, 8)
    no_seat, no_target, no_value = _NO_NUMBERS
    return (
        kind,
        None if seat == no_seat else seat,
        None if target == no_target else target,
        None if value == no_value else value,
    )


def events_of(numbers: Sequence[int], data: Mapping[int, Mapping[str, Any]]) -> list[Event]:
    """Return the events of a log from its rows, each `packed`, in the order of the versions.

    `data` holds the rare rest by version.
    """
    plain = _PLAIN
    events = [plain[number] for number in numbers]
    for version, rest in data.items():
        events[version] = event_of(*_unpacked(numbers[version]), rest)
    return events


def document_of(event: Event) -> dict[str, Any]:
    """Return an event as the plain values that the chain is made of: the same in every language and for every viewer.

    A deal that was stored has another way there (`dealt_document`): what was stored decides, so that an option which is
    added later changes no old deal.
    """
    match event:
        case GameDealt():
            return dealt_document(_deal_data(event))
        case HandReordered(seat, cards):
            return {"type": "reorder", "seat": seat, "cards": list(cards)}
        case _:
            return {"type": _TYPES[type(event)], **event._asdict()}


def dealt_document(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document of a deal that is stored as this data."""
    return {"type": "deal", **data}


def row_of_document(document: Mapping[str, Any]) -> Row:
    """Return the row of an event that `document_of` or `dealt_document` wrote; the data of a deal as they stand."""
    members = {name: value for name, value in document.items() if name != "type"}
    match document["type"]:
        case "deal":
            return Row(_DEALT, None, None, None, members)
        case "clue":
            return row_of(ColorClueGiven(**members) if "color" in members else RankClueGiven(**members))
        case "reorder":
            return row_of(HandReordered(members["seat"], tuple(members["cards"])))
        case kind:
            return row_of(_CLASSES[kind](**members))


def _deal_data(deal: GameDealt) -> dict[str, Any]:
    data = {
        "rules": rules_as_dict(deal.rules),
        "seats": deal.seats,
        "starting_seat": deal.starting_seat,
        "commitment": deal.commitment,
        "ruleset": deal.ruleset,
    }
    if deal.origin is not None:
        data["origin"] = deal.origin
    if deal.origin == "shuffled":
        data |= {"secret_commitment": deal.secret_commitment, "entropies": list(deal.entropies)}
    return data


_CLASSES: Final[Mapping[str, type[Any]]] = {
    "play": CardPlayed,
    "discard": CardDiscarded,
    "message": Said,
    "abort_vote": AbortVoteCast,
    "abort_vote_withdrawn": AbortVoteWithdrawn,
    "abort": GameAborted,
}
_TYPES: Final[Mapping[type, str]] = {
    **{kind: name for name, kind in _CLASSES.items()},
    ColorClueGiven: "clue",
    RankClueGiven: "clue",
}


def _color(value: int | None) -> Suit | None:
    return None if value is None else SUITS[value]


def _deal(_s: int, _t: int, _v: int | None, data: Any) -> GameDealt:
    return GameDealt(
        rules_from_dict(data["rules"]),
        data["seats"],
        data["starting_seat"],
        data["commitment"],
        data["ruleset"],
        data.get("origin"),
        data.get("secret_commitment", ""),
        tuple(data.get("entropies", ())),
    )


_READERS: Final[Mapping[int, Callable[[Any, Any, Any, Any], Event]]] = {
    _DEALT: _deal,
    _PLAYED: lambda seat, card, value, _: CardPlayed(seat, card, _color(value)),
    _DISCARDED: lambda seat, card, _v, _d: CardDiscarded(seat, card),
    _COLOR_CLUE: lambda seat, target, value, _: ColorClueGiven(seat, target, SUITS[value]),
    _RANK_CLUE: lambda seat, target, value, _: RankClueGiven(seat, target, value),
    _REORDERED: lambda seat, _t, _v, data: HandReordered(seat, tuple(data["cards"])),
    _SAID: lambda seat, _t, _v, data: Said(seat, data["remark"], data["text"]),
    _VOTE_CAST: lambda seat, _t, _v, _d: AbortVoteCast(seat),
    _VOTE_WITHDRAWN: lambda seat, _t, _v, _d: AbortVoteWithdrawn(seat),
    _ABORTED: lambda _s, _t, _v, data: GameAborted(data["reason"]),
}


class _Plain(dict[int, Any]):
    """Events by their packed rows, each made once: they are values, and there are but some 3,000 of them in all games.

    A row that means nothing without its data is None here.
    """

    def __missing__(self, number: int) -> Event | None:
        numbers = _unpacked(number)
        event = None if numbers[0] in _WITH_DATA else event_of(*numbers, None)
        self[number] = event
        return event


_WITH_DATA: Final = frozenset({_DEALT, _REORDERED, _SAID, _ABORTED})
_PLAIN: Final = _Plain()
