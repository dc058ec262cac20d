"""The picture of a position: a view and the last turn.

All sizes depend on the number of seats and suits only, so that the layout is the same on each turn.
"""

from typing import Final

from engine.events import ColorClueGiven, RankClueGiven
from engine.reading.feed import CardItem, ClueItem, Item
from engine.reading.view import Hand, View
from service import i18n
from service.svg.cards import card_image
from service.svg.description import attainable, last_words, seat_name, shown, status_words, table_words, tokens_words
from service.svg.fireworks import suit_rows
from service.svg.layout import CAPTION, HEADER, Box, Drawing, centered, write
from service.svg.markup import Svg, document, element, fitted, tooltip, wrapped
from service.svg.palette import GREY, INK, LINE, MARK, PANEL, TABLE, TEXT, bolt, emblem

__all__ = ["position_picture"]

_WIDTH: Final = 1080.0
_MARGIN: Final = 20.0
_FOOTER: Final = 122.0
_NAME_WIDTH: Final = 104.0
_HANDS_WIDTH: Final = 600.0
_GAP: Final = 7.0
_TOKEN: Final = "#7cc4f5"


def position_picture(view: View, last: Item, language: str) -> str:
    """Return the SVG of a view.

    `last` is the last turn, or the deal, as the same viewer saw it.
    """
    seat = None if view.viewer is None else seat_name(language, view.viewer)
    title = i18n.picture(language, "open" if seat is None else "as-seen", turn=view.turn, seat=seat)
    drawing = Drawing(view, last, language, _touched(last), _new(last))
    pitch = max(126.0 * view.seats, 78.0 * len(view.rules.palette.suits))
    height = HEADER + CAPTION + pitch + _FOOTER
    return document(
        f"position-{view.version}-{'open' if view.viewer is None else view.viewer}",
        (_WIDTH, height),
        language,
        title,
        table_words(language, view, last),
        element("rect", width=_WIDTH, height=height, rx=18, fill=TABLE),
        *_header(drawing),
        *_hands(drawing, pitch),
        *suit_rows(drawing, pitch),
        *_footer(drawing, height - _FOOTER),
    )


def _touched(last: Item) -> frozenset[int]:
    match last:
        case ClueItem(touched=touched):
            return frozenset(card.card for card in touched or ())
        case CardItem(card=card):
            return frozenset({card.card})
        case _:
            return frozenset()


def _new(last: Item) -> int | None:
    return last.drawn.card if isinstance(last, CardItem) and last.drawn is not None else None


# The header: numbers of the game.


def _header(drawing: Drawing) -> list[Svg]:
    view = drawing.view
    return [
        _number(drawing.say("score"), shown(view.score), 20, 130),
        _number(drawing.say("attainable"), shown(attainable(view)), 150, 140),
        _tokens(drawing, 310, 270),
        _strikes(drawing, 600, 172),
        _number(drawing.say("deck"), str(view.deck_size), 780, 120),
        _number(drawing.say("turn"), str(view.turn), 930, 130),
    ]


def _label(text: str, x: float, width: float) -> Svg:
    return write(text, x, 36, fitted(text, 20, width), GREY)


def _number(label: str, number: str, x: float, width: float) -> Svg:
    return element(
        "g", tooltip(f"{label}: {number}"), _label(label, x, width), write(number, x, 88, 50, font_weight=700)
    )


def _tokens(drawing: Drawing, x: float, width: float) -> Svg:
    left, full = drawing.view.clue_tokens, drawing.view.rules.clue_tokens
    label = f"{drawing.say('clue-tokens')}: {tokens_words(drawing.view)}"
    rows = 1 if full <= 10 else 2
    pitch, radius = (27.0, 11.0) if rows == 1 else (26.0, 9.5)
    discs = []
    for token in range(full):
        at = x + radius + 1 + pitch * (token % 10), (70.0 if rows == 1 else 60.0) + 23 * (token // 10)
        half = token == left and drawing.view.half_token
        discs.append(
            element(
                "circle",
                cx=at[0],
                cy=at[1],
                r=radius,
                fill=_TOKEN if token < left else "none",
                stroke=_TOKEN if token < left or half else LINE,
                stroke_width=2,
            )
        )
        if half:
            way = f"M{at[0]:.1f} {at[1] - radius:.1f}a{radius} {radius} 0 0 0 0 {2 * radius}Z"
            discs.append(element("path", d=way, fill=_TOKEN))
    return element("g", tooltip(label), _label(label, x, width), *discs)


def _strikes(drawing: Drawing, x: float, width: float) -> Svg:
    strikes, most = drawing.view.strikes, drawing.view.rules.strike_tokens
    label = f"{drawing.say('strikes')}: {shown(strikes)}/{most}"
    bolts = [
        bolt(
            x + 18 + 42 * strike,
            70,
            19,
            fill=MARK if strike < (strikes or 0) else "none",
            edge=MARK if strike < (strikes or 0) else LINE,
        )
        for strike in range(most)
    ]
    return element("g", tooltip(label), _label(label, x, width), *bolts)


# The hands, on the left side.


def _hands(drawing: Drawing, height: float) -> list[Svg]:
    view = drawing.view
    pitch = height / view.seats
    by_seat = {hand.seat: hand for hand in view.hands}
    return [
        _seat(drawing, seat, by_seat.get(seat), Box(_MARGIN, HEADER + CAPTION + pitch * seat, _HANDS_WIDTH, pitch))
        for seat in range(view.seats)
    ]


def _seat(drawing: Drawing, seat: int, hand: Hand | None, row: Box) -> Svg:
    view = drawing.view
    name, on_the_move = seat_name(drawing.language, seat), view.to_move == seat
    middle = row.y + row.height / 2
    parts = [
        tooltip(name),
        element(
            "rect",
            x=row.x - 8,
            y=row.y + 1,
            width=row.width + 8,
            height=row.height - 4,
            rx=12,
            fill=PANEL,
            stroke=TEXT if on_the_move else None,
            stroke_width=3 if on_the_move else None,
        ),
        write(name, row.x + 6, middle - 14, fitted(name, 22, _NAME_WIDTH - 12, bold=True), font_weight=700),
    ]
    below = row.x + 6
    if on_the_move:
        parts.append(element("path", d=f"M{below:.1f} {middle + 2:.1f}l19 13l-19 13Z", fill=TEXT))
        below += 23
    if view.viewer == seat:
        parts.append(_eye(drawing, below + 14, middle + 15))
        below += 32
    if isinstance(drawing.last, ClueItem) and drawing.last.event.target == seat:
        parts.append(_clue(drawing.last, drawing, below + 16, middle + 15))
    if hand is not None and hand.cards:
        space = (row.width - _NAME_WIDTH) / view.rules.cards_in_hand(view.seats)
        width, tall = min(space - _GAP, 118), min(row.height - 16, 150)
        turned = dict(hand.turned)
        parts += [
            card_image(
                drawing,
                card,
                Box(row.x + _NAME_WIDTH + place * (width + _GAP), row.y + (row.height - 2 - tall) / 2, width, tall),
                turned.get(card.card, "upright"),
            )
            for place, card in enumerate(hand.cards)
        ]
    return element("g", *parts, data_seat=seat)


def _eye(drawing: Drawing, x: float, y: float) -> Svg:
    return element(
        "g",
        tooltip(drawing.say("viewer")),
        element(
            "path", d=f"M{x - 13:.1f} {y:.1f}q13 -18 26 0q-13 18 -26 0Z", fill="none", stroke=TEXT, stroke_width=2.5
        ),
        element("circle", cx=x, cy=y, r=5, fill=TEXT),
    )


def _clue(item: ClueItem, drawing: Drawing, x: float, y: float) -> Svg:
    """Return the symbol of the last clue, beside the target's name."""
    match item.event:
        case ColorClueGiven(color=color):
            sign = emblem(color, x, y, 9, edge=INK)
        case RankClueGiven(rank=rank):
            sign = centered(str(rank), x, y, 24, INK)
        case _:
            sign = centered("?", x, y, 24, INK)
    return element(
        "g",
        tooltip(last_words(drawing.language, item, drawing.view.rules.palette)),
        element("circle", cx=x, cy=y, r=15, fill=MARK),
        sign,
    )


# The footer: the state of the game and the last move.


def _footer(drawing: Drawing, top: float) -> list[Svg]:
    width = _WIDTH - 2 * _MARGIN
    status = status_words(drawing.language, drawing.view)
    if drawing.view.result is not None and drawing.view.result.band is not None:
        status = f"{status}. {i18n.rating(drawing.language, drawing.view.result.band).text}"
    elif drawing.view.result is not None:
        status = f"{status}. {drawing.say('table-points', points=drawing.view.table_points)}"
    last = f"{drawing.say('last-move')}: {last_words(drawing.language, drawing.last, drawing.view.rules.palette)}"
    lines = wrapped(last, 22, width)
    return [
        write(status, _MARGIN, top + 34, fitted(status, 25, width, bold=True), font_weight=700),
        *[write(line, _MARGIN, top + 66 + 27 * n, 22) for n, line in enumerate(lines)],
    ]
