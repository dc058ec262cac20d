"""Drawing of cards in hands: fronts, backs, and the marks of clues."""

from typing import Final

from engine.clues import Marks
from engine.commands import Orientation
from engine.reading.view import OpenCard, ViewedCard
from service.svg.description import card_words
from service.svg.faces import digit, front, sheet, surface, touch_of
from service.svg.layout import Box, Drawing, centered
from service.svg.markup import Svg, element, tooltip
from service.svg.palette import GREY, INK, MARK, TABLE, TEXT, emblem
from service.svg.strip import says_something, strip, strip_height

__all__ = ["card_image", "ring"]


_DEGREES: Final = {"left": -8, "right": 8, "upside_down": 180}
_SHRUNK: Final = 0.88
"""The scale of a tilted card, so that its corners stay in its box."""


def card_image(drawing: Drawing, card: ViewedCard, box: Box, turned: Orientation = "upright") -> Svg:
    """Return a card of a hand, with a strip for its clues, which is turned with the card (R29)."""
    marks, rules = card.marks, drawing.view.rules
    below = strip_height(rules.palette, marks)
    upper = box._replace(height=box.height - below)
    words = card_words(drawing.language, rules, card, turned)
    parts = [tooltip(words)]
    if card.card in drawing.touched:
        parts.append(ring(box, 5))
    if isinstance(card, OpenCard):
        touch = touch_of(rules.palette, card.suit, card.rank)
        parts += [*surface(card.suit, box), *front(card.suit, card.rank, touch, upper)]
    else:
        parts += [sheet(box, "#5a6b7e", dashes="7 5"), *_back(marks, upper)]
    if marks is not None and says_something(rules.palette, marks):
        parts += strip(rules.palette, marks, Box(box.x, box.y + box.height - below, box.width, below))
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
    return element("g", *parts, data_card=card.card, transform=_turn(box, turned))


def _turn(box: Box, orientation: Orientation) -> str | None:
    """Return the transformation that turns a card within its box."""
    if orientation == "upright":
        return None
    x, y = box.middle
    scale = 1 if orientation == "upside_down" else _SHRUNK
    return f"translate({x:.1f} {y:.1f}) rotate({_DEGREES[orientation]}) scale({scale}) translate({-x:.1f} {-y:.1f})"


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


def _back(marks: Marks | None, box: Box) -> list[Svg]:
    """Return the back of a card, with its known suit or rank."""
    x, y = box.middle
    rank = marks.possible_ranks[0] if marks is not None and len(marks.possible_ranks) == 1 else None
    suit = marks.possible_suits[0] if marks is not None and len(marks.possible_suits) == 1 else None
    size = min(box.height * 0.7, box.width * 0.66)
    if suit is None:
        return [_known(rank, x, y, size)]
    return [
        _known(rank, box.x + box.width * 0.30, y, size),
        element("circle", cx=box.x + box.width * 0.72, cy=y, r=box.width * 0.23, fill=GREY),
        emblem(suit, box.x + box.width * 0.72, y, box.width * 0.14, edge=INK),
    ]


def _known(rank: int | None, x: float, y: float, size: float) -> Svg:
    return centered("?", x, y, size) if rank is None else digit(rank, x, y, size, TEXT)
