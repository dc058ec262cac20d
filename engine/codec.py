"""Conversion of events to database rows and JSON documents, and back.

Every shape that was ever stored stays readable.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, NamedTuple

from engine.cards import COLORS, Color
from engine.events import (
    KIND_OF,
    KINDS,
    AbortVoteCast,
    AbortVoteWithdrawn,
    CardDiscarded,
    CardPlayed,
    CardsTurned,
    ClockChanged,
    ColorClueGiven,
    Event,
    GameAborted,
    GameDealt,
    HandReordered,
    LaterEvent,
    Log,
    RankClueGiven,
    Said,
    Seating,
    fields_of,
    name_of,
)
from engine.pace import Pace
from engine.rules import Rules, rules_as_dict, rules_from_dict

Data = Mapping[str, Any] | None

CHAIN: Final = 3
"""The version of the hash chain (`engine.proof.chain`) of games played here. Deals without a version have 2."""


class EventRow(NamedTuple):
    """A stored event. `data` (JSON) has the fields that are not small numbers."""

    kind: int
    """A code of `engine.events.KINDS`."""
    seat: int | None
    target: int | None
    value: int | None
    data: Data


def row_of(event: Event) -> EventRow:
    """Return the row of an event."""
    code = KIND_OF[type(event)].code
    match event:
        case CardPlayed(seat, card, declared):
            return EventRow(code, seat, card, None if declared is None else COLORS.index(declared), None)
        case CardDiscarded(seat, card):
            return EventRow(code, seat, card, None, None)
        case ColorClueGiven(seat, target, color):
            return EventRow(code, seat, target, COLORS.index(color), None)
        case RankClueGiven(seat, target, rank):
            return EventRow(code, seat, target, rank, None)
        case GameDealt():
            return EventRow(code, None, None, None, _deal_data(event))
        case _:
            members = document_of(event).items()
            data = {name: value for name, value in members if name not in ("type", "seat")}
            return EventRow(code, getattr(event, "seat", None), None, None, data or None)


def event_of(kind: int, seat: int | None, target: int | None, value: int | None, data: Data) -> LaterEvent:
    """Return the event of a row after the deal. Raises KeyError for an unknown kind."""
    return _READERS[kind](seat, target, value, data)


def deal_of(data: Mapping[str, Any], rules: Rules | None = None) -> GameDealt:
    """Return the deal from the data of its row. `rules` are its rules, if they are known."""
    return GameDealt(
        rules=rules or rules_from_dict(data["rules"]),
        seats=data["seats"],
        starting_seat=data["starting_seat"],
        commitment=data["commitment"],
        ruleset=data["ruleset"],
        origin=data.get("origin"),
        secret_commitment=data.get("secret_commitment", ""),
        entropies=tuple(data.get("entropies", ())),
        entropy_commitments=tuple(data.get("entropy_commitments", ())),
        reveals=tuple(data.get("reveals", ())),
        seating=Seating(data["game"], tuple(data["holders"]), tuple(data["bots"])) if "game" in data else None,
        pace=Pace(**data["pace"]) if "pace" in data else None,
    )


def packed(row: EventRow) -> int:
    """Return the numbers of a row, without its data, as one integer.

    This lets a query read a log as one array. `service.core.tables.event_store` contains the same expression in SQL.
    """
    seat, target, value = (
        null if number is None else number for number, null in zip(row[1:4], _PACKED_NULLS, strict=True)
    )
    return ((row.kind * 8 + seat) * 128 + target) * 16 + value


# The numbers for a missing seat, target and value, each above the highest real number.
_PACKED_NULLS: Final = (7, 127, 15)


def _unpacked(number: int) -> tuple[int, int | None, int | None, int | None]:
    rest, value = divmod(number, 16)
    rest, target = divmod(rest, 128)
    kind, seat = divmod(rest, 8)
    no_seat, no_target, no_value = _PACKED_NULLS
    return (
        kind,
        None if seat == no_seat else seat,
        None if target == no_target else target,
        None if value == no_value else value,
    )


def log_of(
    deck: bytes, numbers: Sequence[int], data: Mapping[int, Mapping[str, Any]], rules: Rules | None = None
) -> Log:
    """Return the log from its stored rows.

    `numbers` contains every row as returned by `packed`, by version. `data` contains the data of the rows with any, by
    version. `rules` are those of the deal, if they are known.
    """
    later = list(map(_EVENTS.__getitem__, numbers[1:]))
    for version, rest in data.items():
        if version:
            later[version - 1] = event_of(*_unpacked(numbers[version]), rest)
    return Log(deal_of(data[0], rules), deck, later)


def document_of(event: Event) -> dict[str, Any]:
    """Return an event as plain values, as hashed in the hash chain.

    The document is the same in every language and for every viewer. For a stored deal use `dealt_document`: an option
    added later must not change an old deal.
    """
    if isinstance(event, GameDealt):
        return dealt_document(_deal_data(event))
    members = fields_of(event).items()
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in members}
    return {"type": name_of(event), **plain}


def dealt_document(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document of a deal from the data of its row."""
    return {"type": "deal", **data}


def row_of_document(document: Mapping[str, Any]) -> EventRow:
    """Return the row of an event from its document.

    The data of a deal are not changed.
    """
    members = {name: value for name, value in document.items() if name != "type"}
    if document["type"] == "deal":
        return EventRow(KIND_OF[GameDealt].code, None, None, None, members)
    return row_of(_CLASSES[document["type"], frozenset(members)](**members))


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
    if deal.entropy_commitments:
        data |= {"entropy_commitments": list(deal.entropy_commitments), "reveals": list(deal.reveals)}
    if (seating := deal.seating) is not None:
        data |= {"chain": CHAIN, "game": seating.game, "holders": list(seating.holders), "bots": list(seating.bots)}
    if deal.pace is not None:
        data["pace"] = asdict(deal.pace)
    return data


# Two kinds share a name; the members of a document distinguish them.
_CLASSES: Final = {(kind.name, frozenset(kind.event.__match_args__)): kind.event for kind in KINDS} | {
    ("message", frozenset({"seat", "remark", "text"})): Said,
    ("clock", frozenset({"seat", "change", "days"})): ClockChanged,
}


def _color(value: int | None) -> Color | None:
    return None if value is None else COLORS[value]


_READERS: Final[Mapping[int, Callable[[Any, Any, Any, Any], LaterEvent]]] = {
    KIND_OF[CardPlayed].code: lambda seat, card, value, _: CardPlayed(seat, card, _color(value)),
    KIND_OF[CardDiscarded].code: lambda seat, card, _v, _d: CardDiscarded(seat, card),
    KIND_OF[ColorClueGiven].code: lambda seat, target, value, _: ColorClueGiven(seat, target, COLORS[value]),
    KIND_OF[RankClueGiven].code: lambda seat, target, value, _: RankClueGiven(seat, target, value),
    KIND_OF[HandReordered].code: lambda seat, _t, _v, data: HandReordered(seat, tuple(data["cards"])),
    KIND_OF[CardsTurned].code: lambda seat, _t, _v, data: CardsTurned(seat, tuple(data["cards"]), data["orientation"]),
    KIND_OF[Said].code: lambda seat, _t, _v, data: Said(
        seat, data["remark"], data["text"], tuple(data.get("cards", ()))
    ),
    KIND_OF[AbortVoteCast].code: lambda seat, _t, _v, _d: AbortVoteCast(seat),
    KIND_OF[AbortVoteWithdrawn].code: lambda seat, _t, _v, _d: AbortVoteWithdrawn(seat),
    KIND_OF[GameAborted].code: lambda _s, _t, _v, data: GameAborted(data["reason"]),
    KIND_OF[ClockChanged].code: lambda seat, _t, _v, data: ClockChanged(seat, **data),
}
_WITH_DATA: Final = frozenset(
    KIND_OF[event].code for event in (HandReordered, CardsTurned, Said, GameAborted, ClockChanged)
)


class _Events(dict[int, Any]):
    """Cache of events by packed row.

    About 3,000 values cover all games. The value is None for a row that needs its data.
    """

    def __missing__(self, number: int) -> LaterEvent | None:
        numbers = _unpacked(number)
        event = None if numbers[0] in _WITH_DATA else event_of(*numbers, None)
        self[number] = event
        return event


_EVENTS: Final = _Events()
