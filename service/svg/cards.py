"""Drawing of cards: fronts, backs, and the marks of clues."""

from typing import Final

from engine.cards import Suit
from engine.clues import Marks
from engine.reading.view import OpenCard, ViewedCard
from engine.rules import Rules
from service.svg.description import card_words
from service.svg.layout import Box, Drawing, centered
from service.svg.markup import Svg, element, tooltip
from service.svg.palette import GREY, INK, LOOKS, MARK, PAPER, TABLE, emblem

__all__ = ["card_image", "front", "ring", "sheet"]

_PIPS: Final = 50.0
"""The height of the strip with the clues of a card."""


def card_image(drawing: Drawing, card: ViewedCard, box: Box) -> Svg:
    """Return a card of a hand, with a strip for its clues."""
    marks, rules = card.marks, drawing.view.rules
    upper = box._replace(height=box.height - _PIPS)
    words = card_words(drawing.language, rules, card)
    parts = [tooltip(words)]
    if card.card in drawing.touched:
        parts.append(ring(box, 5))
    if isinstance(card, OpenCard):
        parts += [sheet(box, LOOKS[card.suit].fill), *front(card.suit, card.rank, upper)]
    else:
        parts += [sheet(box, "#5a6b7e", dashes="7 5"), *_back(marks, upper)]
    if marks is not None and _excludes_something(rules, marks):
        parts += _strip(rules, marks, Box(box.x, box.y + box.height - _PIPS, box.width, _PIPS))
    if card.card == drawing.new:
        x, y = box.x + box.width - 3, box.y + 3
        parts.append(
            element(
                "g",
                tooltip(drawing.say("new")),
                element("circle", cx=x, cy=y, r=11, fill=MARK, stroke=TABLE, stroke_width=2),
                element("path", d=f"M{x - 6:.1f} {y:.1f}h12m-6 -6v12", stroke=INK, stroke_width=3, fill="none"),
            )
        )
    return element("g", *parts, data_card=card.card)


def ring(box: Box, width: float) -> Svg:
    """Return the frame around a card of the last turn."""
    return element(
        "rect",
        x=box.x - width,
        y=box.y - width,
        width=box.width + 2 * width,
        height=box.height + 2 * width,
        rx=12,
        fill=MARK,
    )


def sheet(box: Box, fill: str, *, dashes: str | None = None) -> Svg:
    """Return the surface of a card, dashed for a back."""
    return element(
        "rect",
        x=box.x,
        y=box.y,
        width=box.width,
        height=box.height,
        rx=min(9.0, box.width / 6),
        fill=fill,
        stroke=GREY if dashes else INK if fill != LOOKS["multicolor"].fill else GREY,
        stroke_width=2,
        stroke_dasharray=dashes,
    )


def front(suit: Suit, rank: int, box: Box) -> list[Svg]:
    """Return the rank and the emblem of an open card."""
    look, stripe = LOOKS[suit], 7 if suit == "multicolor" else 0
    y = box.middle[1] + stripe / 2
    size = min((box.height - stripe) * 0.9, box.width * 0.68)
    parts = [
        centered(str(rank), box.x + box.width * 0.3, y, size, look.ink),
        emblem(suit, box.x + box.width * 0.74, y, min(box.width * 0.17, (box.height - stripe) * 0.3), fill=look.ink),
    ]
    if suit == "multicolor":
        parts.append(_rainbow(box))
    return parts


def _rainbow(box: Box) -> Svg:
    """Return the five colors along the upper edge of a multicolor card."""
    width = (box.width - 12) / 5
    return element(
        "g",
        *[
            element("rect", x=box.x + 6 + n * width, y=box.y + 3, width=width, height=5, fill=look.fill)
            for n, (suit, look) in enumerate(LOOKS.items())
            if suit != "multicolor"
        ],
    )


def _back(marks: Marks | None, box: Box) -> list[Svg]:
    """Return the back of a card, with its known suit or rank."""
    x, y = box.middle
    rank = marks.possible_ranks[0] if marks is not None and len(marks.possible_ranks) == 1 else None
    suit = marks.possible_suits[0] if marks is not None and len(marks.possible_suits) == 1 else None
    size = min(box.height * 0.7, box.width * 0.66)
    if suit is None:
        return [centered("?" if rank is None else str(rank), x, y, size)]
    return [
        centered("?" if rank is None else str(rank), box.x + box.width * 0.30, y, size),
        element("circle", cx=box.x + box.width * 0.72, cy=y, r=box.width * 0.23, fill=GREY),
        emblem(suit, box.x + box.width * 0.72, y, box.width * 0.14, edge=INK),
    ]


def _excludes_something(rules: Rules, marks: Marks) -> bool:
    """Return True if the clues exclude a suit or a rank."""
    return len(marks.possible_suits) < len(rules.palette.suits) or len(marks.possible_ranks) < 5


def _strip(rules: Rules, marks: Marks, box: Box) -> list[Svg]:
    """Return the suits and ranks that the clues allow. Those in a clue have a dark badge."""
    suits = rules.palette.suits
    parts = [
        element("rect", x=box.x + 3, y=box.y, width=box.width - 6, height=box.height - 3, rx=6, fill=PAPER, stroke=INK)
    ]
    if len(marks.possible_suits) < len(suits):
        space = (box.width - 12) / len(suits)
        for place, suit in enumerate(suits):
            x, y = box.x + 6 + space * (place + 0.5), box.y + 13
            if suit in marks.clued_colors:
                parts.append(_badge(x, y, space))
                parts.append(emblem(suit, x, y, min(6.5, 0.4 * space), edge=PAPER))
            elif suit in marks.possible_suits:
                parts.append(emblem(suit, x, y, min(7.0, 0.42 * space), edge=INK))
    if len(marks.possible_ranks) < 5:
        space = (box.width - 12) / 5
        for place in range(5):
            x, y = box.x + 6 + space * (place + 0.5), box.y + 35
            if place + 1 in marks.clued_ranks:
                parts += [_badge(x, y, space), centered(str(place + 1), x, y, 20, PAPER)]
            elif place + 1 in marks.possible_ranks:
                parts.append(centered(str(place + 1), x, y, 20, INK, weight=600))
    return parts


def _badge(x: float, y: float, space: float) -> Svg:
    width = min(space - 1, 24)
    return element("rect", x=x - width / 2, y=y - 10.5, width=width, height=21, rx=5, fill=INK)
