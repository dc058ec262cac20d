"""The counters above the table."""

from typing import Final

from service.features.pictures.svg.description import attainable, shown, tokens_words
from service.features.pictures.svg.layout import MARGIN, Drawing, write
from service.features.pictures.svg.markup import Svg, element, fitted, tooltip, width_of
from service.features.pictures.svg.palette import bolt

_LABEL_Y: Final = 30.0
_NUMBER_Y: Final = 78.0
_SIZE: Final = 50.0


def counters(drawing: Drawing) -> list[Svg]:
    """Return the score, the clue tokens, the strikes, the deck and the turn."""
    view = drawing.view
    return [
        _number(drawing, "score", shown(view.score), MARGIN, 126),
        _number(drawing, "attainable", shown(attainable(view)), 152, 140),
        _tokens(drawing, 306, 404),
        _strikes(drawing, 724, 190),
        _number(drawing, "deck", str(view.deck_size), 930, 116),
        _number(drawing, "turn", str(view.turn), 1060, 120),
    ]


def _label(drawing: Drawing, text: str, x: float, width: float) -> Svg:
    return write(text, x, _LABEL_Y, fitted(text, 19, width), drawing.scheme.grey)


def _big(drawing: Drawing, number: str, x: float) -> Svg:
    return write(number, x, _NUMBER_Y, _SIZE, drawing.scheme.text, font_weight=700)


def _number(drawing: Drawing, key: str, number: str, x: float, width: float) -> Svg:
    label = drawing.say(key)
    return element(
        "g",
        tooltip(drawing.labelled(label, number)),
        _label(drawing, label, x, width),
        _big(drawing, number, x),
    )


def _tokens(drawing: Drawing, x: float, width: float) -> Svg:
    view, scheme, label = drawing.view, drawing.scheme, drawing.say("clue-tokens")
    left, full, number = view.clue_tokens, view.rules.clue_tokens, tokens_words(drawing.view)
    here, _, most = number.partition("/")
    wide = width_of("20½", _SIZE, bold=True) if view.half_token or full > 9 else width_of("8", _SIZE, bold=True)
    rows = 1 if full <= 10 else 2
    pitch, radius = (28.0, 11.0) if rows == 1 else (24.0, 9.0)
    discs = []
    for token in range(full):
        at_x = x + wide + 58 + radius + pitch * (token % 10)
        at_y = (60.0 if rows == 1 else 49.0) + 23 * (token // 10)
        half, filled = token == left and view.half_token, token < left
        discs.append(
            element(
                "circle",
                cx=at_x,
                cy=at_y,
                r=radius,
                fill=scheme.accent if filled else "none",
                stroke=scheme.accent if filled or half else scheme.faint,
                stroke_width=2,
            )
        )
        if half:
            way = f"M{at_x:.1f} {at_y - radius:.1f}a{radius} {radius} 0 0 0 0 {2 * radius}Z"
            discs.append(element("path", d=way, fill=scheme.accent))
    return element(
        "g",
        tooltip(drawing.labelled(label, number)),
        _label(drawing, label, x, width),
        _big(drawing, here, x),
        write(f"/{most}", x + wide + 3, _NUMBER_Y, 26, scheme.grey),
        *discs,
    )


def _strikes(drawing: Drawing, x: float, width: float) -> Svg:
    strikes, most, scheme = drawing.view.strikes, drawing.view.rules.strike_tokens, drawing.scheme
    label = drawing.say("strikes")
    bolts = [
        bolt(
            x + 16 + 42 * strike,
            60,
            19,
            fill=scheme.trouble if strike < (strikes or 0) else "none",
            edge=scheme.trouble if strike < (strikes or 0) else scheme.faint,
        )
        for strike in range(most)
    ]
    return element(
        "g",
        tooltip(drawing.labelled(label, f"{shown(strikes)}/{most}")),
        _label(drawing, label, x, width),
        *bolts,
    )
