"""Drawing of fireworks and discards, one row per suit."""

from collections import defaultdict
from typing import Final

from engine.cards import Card, Suit
from engine.reading.feed import CardItem
from engine.reading.knowledge import prospects
from engine.reading.view import Discarded
from service import i18n
from service.svg.cards import front, ring, sheet
from service.svg.layout import CAPTION, HEADER, Box, Drawing, centered, write
from service.svg.markup import Svg, element, fitted, tooltip
from service.svg.palette import GREY, LOOKS, MARK, PANEL, emblem

__all__ = ["suit_rows"]

_SUITS_AT: Final = 644.0
"""The left edge of the rows."""


def suit_rows(drawing: Drawing, height: float) -> list[Svg]:
    """Return a row for each suit: firework, limit and discards."""
    view = drawing.view
    pitch = min(height / len(view.fireworks), 100.0)
    piles: dict[Card, list[Discarded]] = defaultdict(list)
    for card in view.discards:
        piles[Card(card.suit, card.rank)].append(card)
    dead = prospects(view).dead
    top = HEADER + CAPTION
    parts = [
        write(drawing.say("fireworks"), _SUITS_AT, top - 10, fitted(drawing.say("fireworks"), 20, 98), GREY),
        write(drawing.say("discards"), _SUITS_AT + 112, top - 10, 20, GREY),
    ]
    for place, (suit, reached) in enumerate(view.fireworks):
        y = top + pitch * place
        parts.append(_firework(drawing, suit, reached, Box(_SUITS_AT, y + 2, 84, pitch - 10)))
        parts += _pile(drawing, suit, piles, _SUITS_AT + 112, y + (pitch - 8) / 2)
        if suit in view.lost_fireworks:
            highest = max([reached, *[rank for rank in (1, 2, 3, 4, 5) if Card(suit, rank) not in dead]])
            parts.append(_limit(drawing, highest, _SUITS_AT + 90, y + (pitch - 8) / 2))
    return parts


def _firework(drawing: Drawing, suit: Suit, top: int, box: Box) -> Svg:
    item = drawing.last
    name = i18n.card_name(drawing.language, suit, top) if top else i18n.color_name(drawing.language, suit)
    parts = [tooltip(f"{drawing.say('fireworks')}: {name}")]
    if isinstance(item, CardItem) and item.landed and item.card.suit == suit:
        parts.append(ring(box, 5))
    if top:
        parts += [sheet(box, LOOKS[suit].fill), *front(suit, top, box)]
    else:
        parts += [sheet(box, PANEL, dashes="5 5"), emblem(suit, *box.middle, 15, edge=GREY)]
    return element("g", *parts, data_firework=suit)


def _limit(drawing: Drawing, highest: int, x: float, middle: float) -> Svg:
    """Return the highest rank that a firework can still reach."""
    return element(
        "g",
        tooltip(drawing.say("limit", rank=highest)),
        centered(f"≤{highest}", x + 8, middle, 17, MARK),
    )


def _pile(drawing: Drawing, suit: Suit, piles: dict[Card, list[Discarded]], x: float, middle: float) -> list[Svg]:
    """Return a place for each copy of a card, filled if discarded."""
    parts = []
    for rank in (1, 2, 3, 4, 5):
        pile = piles[Card(suit, rank)]
        palette = drawing.view.rules.palette
        for copy in range(palette.copies[palette.codes[suit, rank]]):
            box = Box(x, middle - 21, 27, 42)
            parts.append(_discarded(drawing, pile[copy], box) if copy < len(pile) else _empty(box))
            x += 29
        x += 4
    return parts


def _discarded(drawing: Drawing, card: Discarded, box: Box) -> Svg:
    look, (x, y) = LOOKS[card.suit], box.middle
    parts = [tooltip(f"{drawing.say('discards')}: {i18n.card_name(drawing.language, card.suit, card.rank)}")]
    if card.card in drawing.touched:
        parts.append(ring(box, 4))
    parts += [
        sheet(box, look.fill),
        centered(str(card.rank), x, y - 7, 25, look.ink),
        emblem(card.suit, x, y + 12, 5.5, fill=look.ink),
    ]
    return element("g", *parts, data_card=card.card)


def _empty(box: Box) -> Svg:
    return element(
        "rect",
        x=box.x,
        y=box.y,
        width=box.width,
        height=box.height,
        rx=5,
        fill="none",
        stroke="#4a5a6c",
        stroke_width=1.5,
    )
