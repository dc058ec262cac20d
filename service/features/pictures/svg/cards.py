"""Drawing of cards in hands: fronts, backs, and what is known about them."""

from typing import Final

from engine.clues import Marks
from engine.commands import Orientation
from engine.reading.view import OpenCard, ViewedCard
from service.features.pictures.svg.card_clues import says_something, strip, strip_height
from service.features.pictures.svg.card_status import Standing
from service.features.pictures.svg.description import card_words
from service.features.pictures.svg.faces import digit, front, sheet, surface, touch_of
from service.features.pictures.svg.layout import Box, Drawing, centered, rectangle
from service.features.pictures.svg.markup import Svg, element, tooltip
from service.features.pictures.svg.palette import INK, PAPER, emblem, sign

_DEGREES: Final = {"left": -8, "right": 8, "upside_down": 180}
_SHRUNK: Final = 0.88
"""The scale of a tilted card, so that its corners stay in its box."""

_LOW: Final = 120.0
"""Cards lower than this have their clues beside the front, others below it."""


def card_image(drawing: Drawing, card: ViewedCard, box: Box, turned: Orientation = "upright") -> Svg:
    """Return a card of a hand with the clues about it, which are turned with the card (R29)."""
    marks, rules, scheme = card.marks, drawing.view.rules, drawing.scheme
    standing = drawing.standings.get(card.card, ())
    face, beside = _halves(drawing, marks, box)
    words = card_words(drawing.language, rules, card, turned, standing)
    parts = [tooltip(words)]
    if card.card in drawing.touched:
        parts.append(ring(drawing, box))
    veil, ink = ([_dimmed(drawing, box)], scheme.text) if "trash" in standing else ([], None)
    if isinstance(card, OpenCard):
        touch = touch_of(rules.palette, card.suit, card.rank)
        parts += [*surface(card.suit, box), *veil, *front(card.suit, card.rank, touch, face, ink)]
    else:
        parts += [sheet(box, scheme.back, edge=scheme.line, dashes="7 5"), *veil, *_back(drawing, marks, face)]
    if marks is not None and says_something(rules.palette, marks):
        parts += strip(rules.palette, marks, beside)
    if card.card == drawing.new:
        parts.append(_new(drawing, box.x + box.width - 3, box.y + 3))
    parts += [_mark(drawing, one, box, place) for place, one in enumerate(standing)]
    return element("g", *parts, data_card=card.card, transform=_turn(box, turned))


def _halves(drawing: Drawing, marks: Marks | None, box: Box) -> tuple[Box, Box]:
    """Return the part of a card for its front, and the part for its clues."""
    if box.height >= _LOW:
        below = strip_height(drawing.view.rules.palette, marks, tall=box.height > 150)
        face = box._replace(height=box.height - below)
        return face, Box(box.x, box.y + box.height - below, box.width, below)
    width = 0.42 * box.width
    return box._replace(width=width), Box(box.x + width, box.y + 3, box.width - width, box.height - 3)


def _turn(box: Box, orientation: Orientation) -> str | None:
    """Return the transformation that turns a card within its box."""
    if orientation == "upright":
        return None
    x, y = box.middle
    scale = 1 if orientation == "upside_down" else _SHRUNK
    return f"translate({x:.1f} {y:.1f}) rotate({_DEGREES[orientation]}) scale({scale}) translate({-x:.1f} {-y:.1f})"


def ring(drawing: Drawing, box: Box) -> Svg:
    """Return the frame around a card of the last turn."""
    return rectangle(box.inset(-4), rx=12, fill=drawing.scheme.accent)


def _dimmed(drawing: Drawing, box: Box) -> Svg:
    """Return a veil over the ground of a card that is never needed again."""
    return rectangle(box, rx=min(9.0, box.width / 6), fill=drawing.scheme.table, fill_opacity=0.65)


def _mark(drawing: Drawing, standing: Standing, box: Box, place: int) -> Svg:
    """Return the sign of a playable, critical or useless card, on its upper left corner."""
    scheme, x, y = drawing.scheme, box.x + 4 + 23 * place, box.y + 3
    fill = {"playable": scheme.text, "critical": scheme.trouble, "trash": scheme.line}[standing]
    if standing == "playable":
        inner = sign("up", x, y, 7, scheme.table)
    elif standing == "trash":
        inner = sign("lost", x, y, 5, scheme.table)
    else:
        inner = centered("!", x, y, 17, scheme.table)
    disc = element("circle", cx=x, cy=y, r=11, fill=fill, stroke=scheme.panel, stroke_width=2)
    return element("g", tooltip(drawing.say(standing)), disc, inner, data_standing=standing)


def _new(drawing: Drawing, x: float, y: float) -> Svg:
    """Return the sign of the card just drawn."""
    scheme = drawing.scheme
    return element(
        "g",
        tooltip(drawing.say("new")),
        element("circle", cx=x, cy=y, r=11, fill=scheme.accent, stroke=scheme.panel, stroke_width=2),
        element("path", d=f"M{x - 6:.1f} {y:.1f}h12m-6 -6v12", stroke=scheme.table, stroke_width=3, fill="none"),
    )


def _back(drawing: Drawing, marks: Marks | None, box: Box) -> list[Svg]:
    """Return the back of a card, with its known suit or rank."""
    x, y = box.middle
    ink = drawing.scheme.text
    rank = marks.possible_ranks[0] if marks is not None and len(marks.possible_ranks) == 1 else None
    suit = marks.possible_suits[0] if marks is not None and len(marks.possible_suits) == 1 else None
    size = min(box.height * 0.62, box.width * 0.62)
    if suit is None:
        return [_known(rank, x, y, size, ink)]
    if box.height > 1.15 * box.width:
        first, second = (x, y - 0.2 * box.height), (x, y + 0.22 * box.height)
    else:
        first, second = (box.x + box.width * 0.30, y), (box.x + box.width * 0.72, y)
    radius = min(box.width * 0.22, box.height * 0.2)
    return [
        _known(rank, *first, size, ink),
        element("circle", cx=second[0], cy=second[1], r=radius, fill=PAPER),
        emblem(suit, *second, 0.6 * radius, edge=INK),
    ]


def _known(rank: int | None, x: float, y: float, size: float, ink: str) -> Svg:
    return centered("?", x, y, size, ink) if rank is None else digit(rank, x, y, size, ink)
