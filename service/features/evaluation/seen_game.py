"""The game that a seat saw, from the JSON of the service, for the bots of the engine."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from engine.events import KINDS, GameDealt, LaterEvent, Log
from engine.fold import fold
from engine.reading.feed import Item, seat_feed
from engine.reading.view import View, seat_view
from engine.rules import Palette, rules_from_dict

Json = Mapping[str, Any]


class SeenGame(NamedTuple):
    """What a seat sees, as a bot reads it."""

    view: View
    feed: Iterable[Item]


def seen_game(view: Json, events: Sequence[Json]) -> SeenGame:
    """Return the view and the feed of the seat whose view and events these are.

    `events` are all from the deal on, of a running game. The seat cannot distinguish deals that fit them, so its view
    and feed follow from any of these: each hidden card is one that the clues allow. The game must be one in which plays
    and clues are open.
    """
    rules = rules_from_dict(view["rules"])
    seats, seat = len(view["seats"]), view["viewer"]["seat"]
    # The game runs, though it would have ended early with some of the decks that fit (R20).
    deal = GameDealt(replace(rules, early_end="never"), seats, starting_seat=events[0]["to_move"])
    log = Log(deal, _deck(rules.palette, view, events), [_event(one) for one in events[1:]])
    return SeenGame(seat_view(fold(log), seat)._replace(rules=rules), seat_feed(log, seat))


def _deck(palette: Palette, view: Json, events: Sequence[Json]) -> bytes:
    """Return the deck with all cards that the seat has seen, and possible ones for the others."""
    deck = bytearray(palette.deck)
    for card in view["hands"][view["viewer"]["seat"]]["cards"]:
        deck[card["card"]] = _possible(palette, card)
    dealt = [card for hand in events[0]["hands"] for card in hand["cards"]]
    later = [card for event in events[1:] for card in (event, event.get("drawn") or {})]
    for card in (*dealt, *later):
        if "suit" in card and "rank" in card:
            deck[card["card"]] = palette.codes[card["suit"], card["rank"]]
    return bytes(deck)


def _possible(palette: Palette, card: Json) -> int:
    """Return the code of a card that the clues about a hidden card allow."""
    possible = card.get("possible")
    if possible is None:  # memory_aid none
        return palette.deck[0]
    by_suit = possible.get("cards") or dict.fromkeys(possible["suits"], possible["ranks"])
    return next(palette.codes[suit, rank] for suit, ranks in by_suit.items() for rank in ranks)


def _event(shown: Json) -> LaterEvent:
    members = {"cards": (), **shown}
    kind = next(
        kind for kind in KINDS if kind.name == shown["type"] and all(name in members for name in _names(kind.event))
    )
    event: LaterEvent = kind.event(*[_plain(members[name]) for name in _names(kind.event)])
    return event


def _names(event: type[Any]) -> tuple[str, ...]:
    names: tuple[str, ...] = event.__match_args__
    return names


def _plain(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
