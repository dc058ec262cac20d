"""Drawing of discards: a place for each copy of each card, so that a reader sees what is left."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.cards import Card
from engine.reading.feed import FaceUp
from engine.rules import Palette
from service.core.rules import card_words
from service.features.pictures import picture_words
from service.features.pictures.svg.cards import ring
from service.features.pictures.svg.faces import digit, surface
from service.features.pictures.svg.layout import Box, Drawing, rectangle
from service.features.pictures.svg.markup import Svg, element, tooltip
from service.features.pictures.svg.palette import LOOKS, emblem, sign

_WIDEST: Final = 36.0
_GAP: Final = 7.0
"""Between two ranks."""


def places_of(drawing: Drawing, place: int, box: Box) -> list[Svg]:
    """Return the places of a suit's copies, in columns that are the same for all suits.

    A place is filled if its copy was discarded. It has a check mark if it was played, and a frame if it is the last of
    a card that is still needed.
    """
    palette = drawing.view.rules.palette
    suit = palette.suits[place]
    columns = _columns(palette)
    total = sum(columns)
    pitch = min((box.width - _GAP * (len(columns) - 1)) / total, _WIDEST)
    height = min(box.height - 18, 64.0)
    stacks = drawing.view.stacks
    played = () if stacks is None else stacks[place]
    x, parts = box.x, []
    for rank, room in zip(palette.ranks, columns, strict=True):
        gone = [card for card in drawing.view.discards if (card.suit, card.rank) == (suit, rank)]
        copies = palette.copies[palette.codes[suit, rank]]
        for copy in range(copies):
            cell = Box(x + pitch * copy, box.middle[1] - height / 2, pitch - 3, height)
            if copy < len(gone):
                parts.append(_discarded(drawing, gone[copy], cell))
            else:
                parts += _left(drawing, Card(suit, rank), cell, copies - copy, gone, is_played=rank in played)
        x += pitch * room + _GAP
    return parts


@lru_cache(256)
def _columns(palette: Palette) -> tuple[int, ...]:
    """Return the most copies of a card of each rank."""
    return tuple([max([palette.copies[palette.codes[suit, rank]] for suit in palette.suits]) for rank in palette.ranks])


def _discarded(drawing: Drawing, card: FaceUp, box: Box) -> Svg:
    look, (x, y) = LOOKS[card.suit], box.middle
    parts = [
        tooltip(
            picture_words.labelled(
                drawing.language, drawing.say("discards"), card_words.card_name(drawing.language, card.suit, card.rank)
            )
        )
    ]
    if card.card in drawing.touched:
        parts.append(ring(drawing, box))
    parts += [
        *surface(card.suit, box),
        digit(card.rank, x, y - 0.16 * box.height, min(30.0, 0.55 * box.height), look.ink),
        emblem(card.suit, x, y + 0.28 * box.height, min(7.0, 0.12 * box.height), fill=look.ink),
    ]
    return element("g", *parts, data_card=card.card)


def _left(drawing: Drawing, card: Card, box: Box, left: int, gone: Sequence[FaceUp], *, is_played: bool) -> list[Svg]:
    """Return the place of a copy that was not discarded. `left` is the number of these places from here on."""
    scheme, ahead = drawing.scheme, drawing.prospects
    critical = bool(gone) and ahead is not None and card in ahead.critical and drawing.view.result is None
    edge, width = (scheme.trouble, 2.5) if critical else (scheme.faint, 1.5)
    frame = rectangle(box, rx=5, fill="none", stroke=edge, stroke_width=width)
    x, y = box.middle
    if is_played and left == 1:
        return [element("g", tooltip(drawing.say("played")), frame, sign("check", x, y, 8, scheme.grey))]
    ink = scheme.trouble if critical else scheme.grey
    return [element("g", frame, digit(card.rank, x, y, 17, ink, weight=400))]
