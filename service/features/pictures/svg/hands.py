"""The hands: a row for each seat, with its name, its part in the last turn, and its cards."""

from typing import Final

from engine.events import ColorClueGiven, RankClueGiven
from engine.reading.feed import CardItem, ClueItem
from engine.reading.view import Hand
from service.features.pictures.svg.cards import card_image
from service.features.pictures.svg.layout import BODY_BOTTOM, BODY_TOP, MARGIN, Box, Drawing, centered, rectangle, write
from service.features.pictures.svg.markup import Svg, element, fitted, shortened, tooltip
from service.features.pictures.svg.palette import INK, PAPER, bolt, emblem, sign

_WIDTH: Final = 676.0
_NAME_WIDTH: Final = 116.0
_LEAST_NAME: Final = 14.0
"""The smallest size of a name; a longer one is cut."""

_GAP: Final = 9.0
_WIDEST: Final = 190.0
_TALLEST: Final = 170.0


def hands(drawing: Drawing) -> list[Svg]:
    """Return a row for each seat, below the numbers of the slots."""
    view = drawing.view
    pitch = (BODY_BOTTOM - BODY_TOP) / view.seats
    by_seat = {hand.seat: hand for hand in view.hands}
    rows = [Box(MARGIN, BODY_TOP + pitch * seat, _WIDTH, pitch) for seat in range(view.seats)]
    return [
        *_slots(drawing),
        *[_seat(drawing, seat, by_seat.get(seat), row) for seat, row in enumerate(rows)],
        # Above all cards, so that none hides an arrow.
        *[arrow for seat, row in enumerate(rows) for arrow in _arrows(drawing, by_seat.get(seat), row)],
    ]


def _slot(drawing: Drawing, slot: int, row: Box) -> Box:
    """Return the box of a card. Slot 1, the newest, is at the right."""
    in_hand = drawing.view.rules.cards_in_hand[drawing.view.seats]
    space = (row.width - _NAME_WIDTH - 4) / in_hand
    width, tall = min(space - _GAP, _WIDEST), min(row.height - 16, _TALLEST)
    return Box(row.x + _NAME_WIDTH + (in_hand - slot) * space, row.y + (row.height - tall) / 2 + 1, width, tall)


def _slots(drawing: Drawing) -> list[Svg]:
    """Return the numbers of the slots."""
    if not drawing.view.hands:
        return []
    count = drawing.view.rules.cards_in_hand[drawing.view.seats]
    row = Box(MARGIN, BODY_TOP, _WIDTH, 100)
    return [
        centered(str(slot), _slot(drawing, slot, row).middle[0], BODY_TOP - 13, 16, drawing.scheme.grey, weight=400)
        for slot in range(1, count + 1)
    ]


def _seat(drawing: Drawing, seat: int, hand: Hand | None, row: Box) -> Svg:
    view, scheme = drawing.view, drawing.scheme
    name, on_the_move = drawing.name_of(seat), view.to_move == seat
    middle = row.y + row.height / 2
    written = shortened(name, _LEAST_NAME, _NAME_WIDTH - 26, bold=True)
    size = fitted(written, 22, _NAME_WIDTH - 26, bold=True)
    ground = Box(row.x - 8, row.y + 2, row.width + 8, row.height - 4)
    parts = [
        tooltip(name),
        rectangle(ground, rx=12, fill=scheme.panel),
    ]
    if on_the_move:
        parts.append(rectangle(ground._replace(width=8), rx=4, fill=scheme.accent))
    parts.append(write(written, row.x + 10, middle - 9, size, scheme.text, font_weight=700))
    below = row.x + 10
    for part, wide in _badges(drawing, seat, middle + 15):
        parts.append(element("g", part, transform=f"translate({below:.1f} 0)"))
        below += wide
    if hand is not None:
        turned = dict(hand.turned)
        parts += [
            card_image(drawing, card, _slot(drawing, len(hand.cards) - place, row), turned.get(card.card, "upright"))
            for place, card in enumerate(hand.cards)
        ]
    return element("g", *parts, data_seat=seat)


def _badges(drawing: Drawing, seat: int, y: float) -> list[tuple[Svg, float]]:
    """Return the signs below a name, with their widths: to move, looks on, and the last turn."""
    scheme, last, found = drawing.scheme, drawing.last, []
    if drawing.view.to_move == seat:
        found.append((element("path", d=f"M0 {y - 11:.1f}l17 11l-17 11Z", fill=scheme.accent), 24.0))
    if drawing.view.viewer == seat:
        found.append((_eye(drawing, 13, y), 33.0))
    if isinstance(last, CardItem) and last.event.seat == seat:
        found.append((_card_turn(last, drawing, 14, y), 31.0))
    if isinstance(last, ClueItem) and last.event.seat == seat:
        found.append((_clue(last, drawing, 14, y), 31.0))
    if isinstance(last, ClueItem) and last.event.target == seat and not last.touched:
        found.append((sign("down", 12, y, 11, scheme.accent), 31.0))
    return found


def _eye(drawing: Drawing, x: float, y: float) -> Svg:
    color = drawing.scheme.text
    lid = f"M{x - 13:.1f} {y:.1f}q13 -18 26 0q-13 18 -26 0Z"
    return element(
        "g",
        tooltip(drawing.say("viewer")),
        element("path", d=lid, fill="none", stroke=color, stroke_width=2.5),
        element("circle", cx=x, cy=y, r=5, fill=color),
    )


def _card_turn(item: CardItem, drawing: Drawing, x: float, y: float) -> Svg:
    """Return the sign of a play, a misplay or a discard, at the seat that acted."""
    scheme = drawing.scheme
    words = tooltip(drawing.last_words)
    if item.effect == "misplayed":
        return element("g", words, bolt(x, y, 16, fill=scheme.trouble, edge=scheme.trouble))
    way = "down" if item.effect == "discarded" else "up"
    disc = element("circle", cx=x, cy=y, r=14, fill=scheme.accent)
    return element("g", words, disc, sign(way, x, y, 9, scheme.table))


def _clue(item: ClueItem, drawing: Drawing, x: float, y: float) -> Svg:
    """Return the sign of a clue, at the seat that gave it."""
    scheme = drawing.scheme
    outline = "h14a7 7 0 0 1 7 7v12a7 7 0 0 1 -7 7h-5l-6 6v-6h-3a7 7 0 0 1 -7 -7v-12a7 7 0 0 1 7 -7Z"
    bubble = f"M{x - 7:.1f} {y - 13:.1f}{outline}"
    return element(
        "g",
        tooltip(drawing.last_words),
        element("path", d=bubble, fill=PAPER, stroke=scheme.accent, stroke_width=2.5),
        _told(item, x, y, 8),
    )


def _told(item: ClueItem, x: float, y: float, radius: float) -> Svg:
    """Return the color or rank of a clue, or a question mark."""
    match item.event:
        case ColorClueGiven(color=color):
            return emblem(color, x, y, radius, edge=INK)
        case RankClueGiven(rank=rank):
            return centered(str(rank), x, y, 2.5 * radius, INK)
        case _:
            return centered("?", x, y, 2.5 * radius, INK)


def _arrows(drawing: Drawing, hand: Hand | None, row: Box) -> list[Svg]:
    """Return an arrow to each card that the last clue touched."""
    last = drawing.last
    if hand is None or not isinstance(last, ClueItem) or last.event.target != hand.seat:
        return []
    words = drawing.say("gives-clue", seat=drawing.name_of(last.event.seat))
    slots = [len(hand.cards) - place for place, card in enumerate(hand.cards) if card.card in drawing.touched]
    return [_arrow(drawing, last, words, _slot(drawing, slot, row)) for slot in slots]


def _arrow(drawing: Drawing, item: ClueItem, words: str, box: Box) -> Svg:
    x, y, color = box.middle[0], box.y - 1, drawing.scheme.accent
    return element(
        "g",
        tooltip(words),
        element("path", d=f"M{x - 13:.1f} {y + 4:.1f}h26l-13 18Z", fill=color),
        element("circle", cx=x, cy=y, r=13, fill=PAPER, stroke=color, stroke_width=3),
        _told(item, x, y, 7),
    )
