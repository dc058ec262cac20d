"""Drawing of fireworks and discards, one row per suit."""

from itertools import pairwise
from typing import Final

from engine.cards import START, Card
from engine.reading.feed import CardItem, FaceUp
from engine.reading.view import View
from service.core.rules import card_words
from service.features.pictures.svg.cards import ring
from service.features.pictures.svg.discards import places_of
from service.features.pictures.svg.faces import front, sheet, surface, touch_of
from service.features.pictures.svg.layout import BODY_BOTTOM, BODY_TOP, Box, Drawing, centered, write
from service.features.pictures.svg.markup import Svg, element, fitted, tooltip
from service.features.pictures.svg.palette import LOOKS, emblem, sign

_SUITS_AT: Final = 716.0
"""The left edge of the rows."""
_DISCARDS_AT: Final = 836.0
_HIGHEST: Final = 110.0


def suit_rows(drawing: Drawing) -> list[Svg]:
    """Return a row for each suit: firework, limit and discards. Hidden plays are one pile for all suits."""
    view, scheme = drawing.view, drawing.scheme
    palette = view.rules.palette
    pitch = min((BODY_BOTTOM - BODY_TOP) / len(palette.suits), _HIGHEST)
    caption, discards = drawing.say("face-down" if view.stacks is None else "fireworks"), drawing.say("discards")
    parts = [
        write(caption, _SUITS_AT, BODY_TOP - 8, fitted(caption, 16, 112), scheme.grey),
        write(discards, _DISCARDS_AT, BODY_TOP - 8, 16, scheme.grey),
    ]
    if view.stacks is None:
        parts.append(_closed_pile(drawing, Box(_SUITS_AT, BODY_TOP + 4, 66, pitch * len(palette.suits) - 10)))
    for place, suit in enumerate(palette.suits):
        y = BODY_TOP + pitch * place
        middle = y + pitch / 2
        parts += places_of(drawing, place, Box(_DISCARDS_AT, y, 344, pitch))
        if view.stacks is None or view.lost_fireworks is None:
            parts.append(emblem(suit, _SUITS_AT + 98, middle, 10, edge=scheme.grey))
            continue
        parts.append(_firework(drawing, place, Box(_SUITS_AT, y + 4, 84, pitch - 8)))
        way, lost = _direction(view, place), suit in view.lost_fireworks
        if way is not None:
            parts.append(element("g", sign(way, _SUITS_AT + 101, middle - 14 * lost, 10, scheme.text), data_way=way))
        if lost:
            parts.append(_limit(drawing, place, _SUITS_AT + 101, middle + 14 * (way is not None)))
    return parts


def _firework(drawing: Drawing, place: int, box: Box) -> Svg:
    item, view = drawing.last, drawing.view
    palette = view.rules.palette
    assert view.stacks is not None
    suit, cards = palette.suits[place], view.stacks[place]
    name = (
        card_words.card_name(drawing.language, suit, cards[-1])
        if cards
        else card_words.color_name(drawing.language, suit)
    )
    parts = [tooltip(drawing.labelled(drawing.say("fireworks"), name))]
    if isinstance(item, CardItem) and item.landed and isinstance(item.card, FaceUp) and item.card.suit == suit:
        parts.append(ring(drawing, box))
    if cards:
        order = palette.distinct_starts
        face = box._replace(height=box.height - 16) if order else box
        parts += [*surface(suit, box), *front(suit, cards[-1], touch_of(palette, suit, cards[-1]), face)]
        ink = LOOKS[suit].ink
        if order:
            parts.append(centered(" ".join(map(str, cards)), box.middle[0], box.y + box.height - 12, 15, ink))
    else:
        edge = drawing.scheme.line
        parts += [sheet(box, drawing.scheme.panel, edge=edge, dashes="5 5"), emblem(suit, *box.middle, 15, edge=edge)]
    return element("g", *parts, data_firework=suit)


def _direction(view: View, place: int) -> str | None:
    """Return the sign of the ways a stack can go: up, down or both. None for a stack that always goes up."""
    assert view.stacks is not None
    stack, cards = view.rules.palette.stacks[place], view.stacks[place]
    orders = [order for order in stack.cards if len(order) == stack.top]
    if all(_goes_up(order) for order in orders):
        return None
    ways = {_goes_up(order) for order in orders if order[: len(cards)] == cards}
    return "both" if len(ways) == 2 else "up" if ways == {True} else "down"


def _goes_up(order: tuple[int, ...]) -> bool:
    """Return True if most cards of a stack are higher than those before, even if it wraps around."""
    steps = [one < two for one, two in pairwise(order) if one != START]
    return 2 * sum(steps) > len(steps)


def _closed_pile(drawing: Drawing, box: Box) -> Svg:
    """Return the pile of the cards that were played face down, with their number."""
    count, scheme = len(drawing.view.face_down), drawing.scheme
    backs = [
        sheet(Box(box.x + 5 * n, box.y + 5 * n, box.width, 96), scheme.back, edge=scheme.line, dashes="7 5")
        for n in range(min(count, 3))
    ]
    x, y = box.x + 5 * max(len(backs) - 1, 0) + box.width / 2, box.y + 5 * max(len(backs) - 1, 0) + 48
    empty = [] if backs else [sheet(Box(box.x, box.y, box.width, 96), scheme.panel, edge=scheme.line, dashes="5 5")]
    label = tooltip(drawing.labelled(drawing.say("face-down"), count))
    return element("g", label, *empty, *backs, centered(str(count), x, y, 40, scheme.text), data_face_down=count)


def _limit(drawing: Drawing, place: int, x: float, middle: float) -> Svg:
    """Return the last rank that a firework can still reach, or a cross if its order is open."""
    trouble, limit = drawing.scheme.trouble, _last_reachable(drawing, place)
    if limit is None:
        return element("g", tooltip(drawing.say("lost")), sign("lost", x, middle, 7, trouble))
    above, rank = limit
    return element(
        "g",
        tooltip(drawing.say("limit", rank=rank)),
        centered(f"{'≤' if above else '≥'}{rank}", x, middle, 17, trouble),
    )


def _last_reachable(drawing: Drawing, place: int) -> tuple[bool, int] | None:
    """Return whether a firework goes up, and the last rank it can reach. None if it has several orders."""
    view = drawing.view
    stack, suit = view.rules.palette.stacks[place], view.rules.palette.suits[place]
    (order, *others) = [order for order in stack.cards if len(order) == stack.top]
    if others:
        return None
    assert view.stacks is not None and drawing.prospects is not None
    dead = drawing.prospects.dead
    reached = len(view.stacks[place])
    while reached < stack.top and Card(suit, order[reached]) not in dead:
        reached += 1
    up = order[0] < order[-1]
    return up, order[reached - 1] if reached else (0 if up else stack.top + 1)
