"""Drawing of fireworks and discards, one row per suit."""

from collections import defaultdict
from itertools import pairwise
from typing import Final

from engine.cards import START, Card, Suit
from engine.reading.feed import CardItem, FaceUp
from engine.reading.knowledge import prospects
from engine.reading.view import Discarded, View
from service import i18n
from service.svg.cards import ring
from service.svg.faces import digit, front, sheet, surface, touch_of
from service.svg.layout import CAPTION, HEADER, Box, Drawing, centered, write
from service.svg.markup import Svg, element, fitted, tooltip
from service.svg.palette import GREY, LOOKS, MARK, PANEL, TEXT, emblem, sign

__all__ = ["suit_rows"]

_SUITS_AT: Final = 644.0
"""The left edge of the rows."""


def suit_rows(drawing: Drawing, height: float) -> list[Svg]:
    """Return a row for each suit: firework, limit and discards. Hidden plays are one pile for all suits."""
    view = drawing.view
    palette = view.rules.palette
    pitch = min(height / len(palette.suits), 100.0)
    piles: dict[Card, list[Discarded]] = defaultdict(list)
    for card in view.discards:
        piles[Card(card.suit, card.rank)].append(card)
    top = HEADER + CAPTION
    caption = drawing.say("face-down" if view.stacks is None else "fireworks")
    parts = [
        write(caption, _SUITS_AT, top - 10, fitted(caption, 20, 98), GREY),
        write(drawing.say("discards"), _SUITS_AT + 112, top - 10, 20, GREY),
    ]
    if view.stacks is None:
        parts.append(_closed_pile(drawing, Box(_SUITS_AT, top + 2, 66, pitch * len(palette.suits) - 10)))
    for place, suit in enumerate(palette.suits):
        y = top + pitch * place
        parts += _pile(drawing, suit, piles, _SUITS_AT + 112, y + (pitch - 8) / 2)
        if view.stacks is None or view.lost_fireworks is None:
            parts.append(emblem(suit, _SUITS_AT + 92, y + (pitch - 8) / 2, 10, edge=GREY))
            continue
        parts.append(_firework(drawing, place, Box(_SUITS_AT, y + 2, 84, pitch - 10)))
        middle = y + (pitch - 8) / 2
        way, lost = _direction(view, place), suit in view.lost_fireworks
        if way is not None:
            parts.append(element("g", sign(way, _SUITS_AT + 98, middle - 14 * lost, 10, TEXT), data_way=way))
        if lost:
            parts.append(_limit(drawing, place, _SUITS_AT + 98, middle + 14 * (way is not None)))
    return parts


def _firework(drawing: Drawing, place: int, box: Box) -> Svg:
    item, view = drawing.last, drawing.view
    palette = view.rules.palette
    assert view.stacks is not None
    suit, cards = palette.suits[place], view.stacks[place]
    name = i18n.card_name(drawing.language, suit, cards[-1]) if cards else i18n.color_name(drawing.language, suit)
    parts = [tooltip(f"{drawing.say('fireworks')}: {name}")]
    if isinstance(item, CardItem) and item.landed and isinstance(item.card, FaceUp) and item.card.suit == suit:
        parts.append(ring(box, 5))
    if cards:
        order = palette.distinct_starts
        face = box._replace(height=box.height - 16) if order else box
        parts += [*surface(suit, box), *front(suit, cards[-1], touch_of(palette, suit, cards[-1]), face)]
        ink = LOOKS[suit].ink
        if order:
            parts.append(centered(" ".join(map(str, cards)), box.middle[0], box.y + box.height - 12, 15, ink))
    else:
        parts += [sheet(box, PANEL, dashes="5 5"), emblem(suit, *box.middle, 15, edge=GREY)]
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
    count = len(drawing.view.face_down)
    backs = [
        sheet(Box(box.x + 5 * n, box.y + 5 * n, box.width, 96), "#5a6b7e", dashes="7 5") for n in range(min(count, 3))
    ]
    x, y = box.x + 5 * max(len(backs) - 1, 0) + box.width / 2, box.y + 5 * max(len(backs) - 1, 0) + 48
    empty = [] if backs else [sheet(Box(box.x, box.y, box.width, 96), PANEL, dashes="5 5")]
    label = tooltip(f"{drawing.say('face-down')}: {count}")
    return element("g", label, *empty, *backs, centered(str(count), x, y, 40, TEXT), data_face_down=count)


def _limit(drawing: Drawing, place: int, x: float, middle: float) -> Svg:
    """Return the last rank that a firework can still reach, or a cross if its order is open."""
    limit = _last_reachable(drawing.view, place)
    if limit is None:
        return element("g", tooltip(drawing.say("lost")), sign("lost", x, middle, 7, MARK))
    above, rank = limit
    return element(
        "g", tooltip(drawing.say("limit", rank=rank)), centered(f"{'≤' if above else '≥'}{rank}", x, middle, 17, MARK)
    )


def _last_reachable(view: View, place: int) -> tuple[bool, int] | None:
    """Return whether a firework goes up, and the last rank it can reach. None if it has several orders."""
    stack, suit = view.rules.palette.stacks[place], view.rules.palette.suits[place]
    (order, *others) = [order for order in stack.cards if len(order) == stack.top]
    if others:
        return None
    assert view.stacks is not None
    dead = prospects(view).dead
    reached = len(view.stacks[place])
    while reached < stack.top and Card(suit, order[reached]) not in dead:
        reached += 1
    up = order[0] < order[-1]
    return up, order[reached - 1] if reached else (0 if up else stack.top + 1)


def _pile(drawing: Drawing, suit: Suit, piles: dict[Card, list[Discarded]], x: float, middle: float) -> list[Svg]:
    """Return a place for each copy of a card, filled if discarded."""
    palette = drawing.view.rules.palette
    parts = []
    for rank in palette.ranks:
        pile = piles[Card(suit, rank)]
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
        *surface(card.suit, box),
        digit(card.rank, x, y - 7, 25, look.ink),
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
