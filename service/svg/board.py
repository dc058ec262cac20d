"""The picture of a table: a function of one view, and of the last turn as the same eyes saw it.

Its measures depend on the number of seats and on the suits alone, so that nothing jumps when a reader turns the pages.
"""

from collections import defaultdict
from typing import Final, NamedTuple

from engine.cards import Card, Suit, code_of
from engine.clues import Marks
from engine.events import ColorClueGiven
from engine.reading.feed import CardItem, ClueItem, Item
from engine.reading.knowledge import prospects
from engine.reading.view import Discarded, Hand, OpenCard, View, ViewedCard
from engine.rules import Rules
from service import i18n
from service.svg.description import card_words, last_words, seat_name, status_words, table_words
from service.svg.markup import Svg, document, element, fitted, tooltip, wrapped
from service.svg.palette import GREY, INK, LINE, LOOKS, MARK, PANEL, PAPER, TABLE, TEXT, bolt, emblem

__all__ = ["position_picture"]

_WIDTH: Final = 1080.0
_MARGIN: Final = 20.0
_HEADER: Final = 104.0
_CAPTION: Final = 30.0
_FOOTER: Final = 122.0
_NAME_WIDTH: Final = 104.0
_HANDS_WIDTH: Final = 600.0
_SUITS_AT: Final = 644.0
_GAP: Final = 7.0
_PIPS: Final = 50.0
"""The height of the strip of a card that says what the clues say."""


class _Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


class _Drawn(NamedTuple):
    """What everything in one picture is drawn from."""

    view: View
    last: Item
    language: str
    touched: frozenset[int]
    """The cards that the last turn was about, by card id: touched, played or discarded."""
    new: int | None
    """The card that was drawn in the last turn."""

    def say(self, key: str, **words: object) -> str:
        return i18n.picture(self.language, key, **words)


def position_picture(view: View, last: Item, language: str) -> str:
    """Return the table as its viewer sees it. `last` is the last turn as the same viewer saw it, or the deal."""
    seat = None if view.viewer is None else seat_name(language, view.viewer)
    title = i18n.picture(language, "open" if seat is None else "as-seen", turn=view.turn, seat=seat)
    drawn = _Drawn(view, last, language, _touched(last), _new(last))
    pitch = max(126.0 * view.seats, 78.0 * len(view.fireworks))
    height = _HEADER + _CAPTION + pitch + _FOOTER
    return document(
        f"position-{view.version}-{'open' if view.viewer is None else view.viewer}",
        (_WIDTH, height),
        language,
        title,
        table_words(language, view, last),
        element("rect", width=_WIDTH, height=height, rx=18, fill=TABLE),
        *_header(drawn),
        *_hands(drawn, pitch),
        *_suits(drawn, pitch),
        *_footer(drawn, height - _FOOTER),
    )


def _touched(last: Item) -> frozenset[int]:
    match last:
        case ClueItem(touched=touched):
            return frozenset(one.card for one in touched or ())
        case CardItem(card=card):
            return frozenset({card.card})
        case _:
            return frozenset()


def _new(last: Item) -> int | None:
    return last.drawn.card if isinstance(last, CardItem) and last.drawn is not None else None


def _write(text: str, x: float, y: float, size: float, fill: str = TEXT, **attributes: object) -> Svg:
    return element("text", text, x=x, y=y, font_size=size, fill=fill, **attributes)


def _centred(text: str, x: float, y: float, size: float, fill: str = TEXT, *, weight: int = 700) -> Svg:
    # Digits and capitals are about 0.72 of the font size high: half of that below the middle they stand centred.
    return _write(text, x, y + 0.36 * size, size, fill, text_anchor="middle", font_weight=weight)


# The numbers of the table, above.


def _header(drawn: _Drawn) -> list[Svg]:
    view = drawn.view
    score = "–" if view.score is None else str(view.score)
    return [
        _number(drawn.say("score"), score, 20, 130),
        _number(drawn.say("attainable"), str(view.attainable_score), 150, 140),
        _tokens(drawn, 310, 270),
        _strikes(drawn, 600, 172),
        _number(drawn.say("deck"), str(view.deck_size), 780, 120),
        _number(drawn.say("turn"), str(view.turn), 930, 130),
    ]


def _label(text: str, x: float, width: float) -> Svg:
    return _write(text, x, 36, fitted(text, 20, width), GREY)


def _number(label: str, number: str, x: float, width: float) -> Svg:
    return element(
        "g", tooltip(f"{label}: {number}"), _label(label, x, width), _write(number, x, 88, 50, font_weight=700)
    )


def _tokens(drawn: _Drawn, x: float, width: float) -> Svg:
    left, full = drawn.view.clue_tokens, drawn.view.rules.clue_tokens
    label = f"{drawn.say('clue-tokens')}: {left}/{full}"
    rows = 1 if full <= 10 else 2
    pitch, radius = (27.0, 11.0) if rows == 1 else (26.0, 9.5)
    discs = [
        element(
            "circle",
            cx=x + radius + 1 + pitch * (token % 10),
            cy=(70.0 if rows == 1 else 60.0) + 23 * (token // 10),
            r=radius,
            fill="#7cc4f5" if token < left else "none",
            stroke="#7cc4f5" if token < left else LINE,
            stroke_width=2,
        )
        for token in range(full)
    ]
    return element("g", tooltip(label), _label(label, x, width), *discs)


def _strikes(drawn: _Drawn, x: float, width: float) -> Svg:
    made, most = drawn.view.strikes, drawn.view.rules.strike_tokens
    label = f"{drawn.say('strikes')}: {made}/{most}"
    bolts = [
        bolt(
            x + 18 + 42 * strike,
            70,
            19,
            fill=MARK if strike < made else "none",
            edge=MARK if strike < made else LINE,
        )
        for strike in range(most)
    ]
    return element("g", tooltip(label), _label(label, x, width), *bolts)


# The hands, to the left.


def _hands(drawn: _Drawn, height: float) -> list[Svg]:
    view = drawn.view
    pitch = height / view.seats
    by_seat = {hand.seat: hand for hand in view.hands}
    return [
        _seat(drawn, seat, by_seat.get(seat), _Box(_MARGIN, _HEADER + _CAPTION + pitch * seat, _HANDS_WIDTH, pitch))
        for seat in range(view.seats)
    ]


def _seat(drawn: _Drawn, seat: int, hand: Hand | None, row: _Box) -> Svg:
    view = drawn.view
    name, on_the_move = seat_name(drawn.language, seat), view.to_move == seat
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
        _write(name, row.x + 6, middle - 14, fitted(name, 22, _NAME_WIDTH - 12, bold=True), font_weight=700),
    ]
    below = row.x + 6
    if on_the_move:
        parts.append(element("path", d=f"M{below:.1f} {middle + 2:.1f}l19 13l-19 13Z", fill=TEXT))
        below += 23
    if view.viewer == seat:
        parts.append(_eye(drawn, below + 14, middle + 15))
        below += 32
    if isinstance(drawn.last, ClueItem) and drawn.last.event.target == seat:
        parts.append(_clue(drawn.last, drawn.language, below + 16, middle + 15))
    if hand is not None and hand.cards:
        space = (row.width - _NAME_WIDTH) / _places(view)
        width, tall = min(space - _GAP, 118), min(row.height - 16, 150)
        parts += [
            _card(
                drawn,
                card,
                _Box(row.x + _NAME_WIDTH + place * (width + _GAP), row.y + (row.height - 2 - tall) / 2, width, tall),
            )
            for place, card in enumerate(hand.cards)
        ]
    return element("g", *parts, data_seat=seat)


def _places(view: View) -> int:
    return 5 if view.seats <= 3 else 4  # R1


def _eye(drawn: _Drawn, x: float, y: float) -> Svg:
    return element(
        "g",
        tooltip(drawn.say("viewer")),
        element(
            "path", d=f"M{x - 13:.1f} {y:.1f}q13 -18 26 0q-13 18 -26 0Z", fill="none", stroke=TEXT, stroke_width=2.5
        ),
        element("circle", cx=x, cy=y, r=5, fill=TEXT),
    )


def _clue(item: ClueItem, language: str, x: float, y: float) -> Svg:
    """The clue that this seat was given last, beside its name."""
    sign = (
        emblem(item.event.color, x, y, 9, edge=INK)
        if isinstance(item.event, ColorClueGiven)
        else _centred(str(item.event.rank), x, y, 24, INK)
    )
    return element("g", tooltip(last_words(language, item)), element("circle", cx=x, cy=y, r=15, fill=MARK), sign)


def _card(drawn: _Drawn, card: ViewedCard, box: _Box) -> Svg:
    """A card of a hand: its front or its back, and a strip with what the clues say."""
    marks, rules = card.marks, drawn.view.rules
    told = marks is not None and _says_something(rules, marks)
    front = box._replace(height=box.height - _PIPS)
    words = card_words(drawn.language, rules, card)
    parts = [tooltip(words)]
    if card.card in drawn.touched:
        parts.append(_ring(box, 5))
    if isinstance(card, OpenCard):
        parts += [_sheet(box, LOOKS[card.suit].fill), *_front(card.suit, card.rank, front)]
    else:
        parts += [_sheet(box, "#5a6b7e", dashes="7 5"), *_back(marks, front)]
    if marks is not None and told:
        parts += _strip(rules, marks, _Box(box.x, box.y + box.height - _PIPS, box.width, _PIPS))
    if card.card == drawn.new:
        x, y = box.x + box.width - 3, box.y + 3
        parts.append(
            element(
                "g",
                tooltip(drawn.say("new")),
                element("circle", cx=x, cy=y, r=11, fill=MARK, stroke=TABLE, stroke_width=2),
                element("path", d=f"M{x - 6:.1f} {y:.1f}h12m-6 -6v12", stroke=INK, stroke_width=3, fill="none"),
            )
        )
    return element("g", *parts, data_card=card.card)


def _says_something(rules: Rules, marks: Marks) -> bool:
    return len(marks.possible_suits) < len(rules.palette.suits) or len(marks.possible_ranks) < 5


def _ring(box: _Box, width: float) -> Svg:
    return element(
        "rect",
        x=box.x - width,
        y=box.y - width,
        width=box.width + 2 * width,
        height=box.height + 2 * width,
        rx=12,
        fill=MARK,
    )


def _sheet(box: _Box, fill: str, *, dashes: str | None = None) -> Svg:
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


def _front(suit: Suit, rank: int, box: _Box) -> list[Svg]:
    look, stripe = LOOKS[suit], 7 if suit == "multicolor" else 0
    y = box.middle[1] + stripe / 2
    size = min((box.height - stripe) * 0.9, box.width * 0.68)
    parts = [
        _centred(str(rank), box.x + box.width * 0.3, y, size, look.ink),
        emblem(suit, box.x + box.width * 0.74, y, min(box.width * 0.17, (box.height - stripe) * 0.3), fill=look.ink),
    ]
    if suit == "multicolor":
        parts.append(_rainbow(box))
    return parts


def _rainbow(box: _Box) -> Svg:
    """The five colors along the upper edge, for the suit that has them all."""
    width = (box.width - 12) / 5
    return element(
        "g",
        *[
            element("rect", x=box.x + 6 + n * width, y=box.y + 3, width=width, height=5, fill=look.fill)
            for n, (suit, look) in enumerate(LOOKS.items())
            if suit != "multicolor"
        ],
    )


def _back(marks: Marks | None, box: _Box) -> list[Svg]:
    """The back of a card, with what the clues alone make certain."""
    x, y = box.middle
    rank = marks.possible_ranks[0] if marks is not None and len(marks.possible_ranks) == 1 else None
    suit = marks.possible_suits[0] if marks is not None and len(marks.possible_suits) == 1 else None
    size = min(box.height * 0.7, box.width * 0.66)
    if suit is None:
        return [_centred("?" if rank is None else str(rank), x, y, size)]
    return [
        _centred("?" if rank is None else str(rank), box.x + box.width * 0.30, y, size),
        element("circle", cx=box.x + box.width * 0.72, cy=y, r=box.width * 0.23, fill=GREY),
        emblem(suit, box.x + box.width * 0.72, y, box.width * 0.14, edge=INK),
    ]


def _strip(rules: Rules, marks: Marks, box: _Box) -> list[Svg]:
    """What the clues leave possible, each in its place; what was said of the card itself in a dark badge."""
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
                parts += [_badge(x, y, space), _centred(str(place + 1), x, y, 20, PAPER)]
            elif place + 1 in marks.possible_ranks:
                parts.append(_centred(str(place + 1), x, y, 20, INK, weight=600))
    return parts


def _badge(x: float, y: float, space: float) -> Svg:
    width = min(space - 1, 24)
    return element("rect", x=x - width / 2, y=y - 10.5, width=width, height=21, rx=5, fill=INK)


# The fireworks and the discard pile, a row for each suit, to the right.


def _suits(drawn: _Drawn, height: float) -> list[Svg]:
    view = drawn.view
    pitch = min(height / len(view.fireworks), 100.0)
    piles: dict[Card, list[Discarded]] = defaultdict(list)
    for card in view.discards:
        piles[Card(card.suit, card.rank)].append(card)
    dead = prospects(view).dead
    top = _HEADER + _CAPTION
    parts = [
        _write(drawn.say("fireworks"), _SUITS_AT, top - 10, fitted(drawn.say("fireworks"), 20, 98), GREY),
        _write(drawn.say("discards"), _SUITS_AT + 112, top - 10, 20, GREY),
    ]
    for place, (suit, reached) in enumerate(view.fireworks):
        y = top + pitch * place
        parts.append(_firework(drawn, suit, reached, _Box(_SUITS_AT, y + 2, 84, pitch - 10)))
        parts += _pile(drawn, suit, piles, _SUITS_AT + 112, y + (pitch - 8) / 2)
        if suit in view.lost_fireworks:
            highest = max([reached, *[rank for rank in (1, 2, 3, 4, 5) if Card(suit, rank) not in dead]])
            parts.append(_limit(drawn, highest, _SUITS_AT + 90, y + (pitch - 8) / 2))
    return parts


def _firework(drawn: _Drawn, suit: Suit, top: int, box: _Box) -> Svg:
    item = drawn.last
    name = i18n.card_name(drawn.language, suit, top) if top else i18n.color_name(drawn.language, suit)
    parts = [tooltip(f"{drawn.say('fireworks')}: {name}")]
    if isinstance(item, CardItem) and item.landed and item.card.suit == suit:
        parts.append(_ring(box, 5))
    if top:
        parts += [_sheet(box, LOOKS[suit].fill), *_front(suit, top, box)]
    else:
        parts += [_sheet(box, PANEL, dashes="5 5"), emblem(suit, *box.middle, 15, edge=GREY)]
    return element("g", *parts, data_firework=suit)


def _limit(drawn: _Drawn, highest: int, x: float, middle: float) -> Svg:
    """How far a firework can still get, where that is not to its end."""
    return element(
        "g",
        tooltip(drawn.say("limit", rank=highest)),
        _centred(f"≤{highest}", x + 8, middle, 17, MARK),
    )


def _pile(drawn: _Drawn, suit: Suit, piles: dict[Card, list[Discarded]], x: float, middle: float) -> list[Svg]:
    """A place for each copy of the suit's cards, filled once it is discarded."""
    parts = []
    for rank in (1, 2, 3, 4, 5):
        pile = piles[Card(suit, rank)]
        for copy in range(drawn.view.rules.palette.copies[code_of(Card(suit, rank))]):
            box = _Box(x, middle - 21, 27, 42)
            parts.append(_discarded(drawn, pile[copy], box) if copy < len(pile) else _empty(box))
            x += 29
        x += 4
    return parts


def _discarded(drawn: _Drawn, card: Discarded, box: _Box) -> Svg:
    look, (x, y) = LOOKS[card.suit], box.middle
    parts = [tooltip(f"{drawn.say('discards')}: {i18n.card_name(drawn.language, card.suit, card.rank)}")]
    if card.card in drawn.touched:
        parts.append(_ring(box, 4))
    parts += [
        _sheet(box, look.fill),
        _centred(str(card.rank), x, y - 7, 25, look.ink),
        emblem(card.suit, x, y + 12, 5.5, fill=look.ink),
    ]
    return element("g", *parts, data_card=card.card)


def _empty(box: _Box) -> Svg:
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


# The state of the game and the last move, below.


def _footer(drawn: _Drawn, top: float) -> list[Svg]:
    width = _WIDTH - 2 * _MARGIN
    status = status_words(drawn.language, drawn.view)
    if drawn.view.result is not None and drawn.view.result.band is not None:
        status = f"{status}. {i18n.rating(drawn.language, drawn.view.result.band).text}"
    elif drawn.view.result is not None:
        status = f"{status}. {drawn.say('table-points', points=drawn.view.table_points)}"
    last = f"{drawn.say('last-move')}: {last_words(drawn.language, drawn.last)}"
    lines = wrapped(last, 22, width)
    return [
        _write(status, _MARGIN, top + 34, fitted(status, 25, width, bold=True), font_weight=700),
        *[_write(line, _MARGIN, top + 66 + 27 * n, 22) for n, line in enumerate(lines)],
    ]
