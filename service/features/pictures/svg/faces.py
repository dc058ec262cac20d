"""Fronts of cards: the surface of a suit, the rank, and which clues touch the card."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.cards import START
from engine.rules import Palette
from service.features.pictures.svg.layout import Box, centered, rectangle
from service.features.pictures.svg.markup import Svg, element
from service.features.pictures.svg.palette import GREY, INK, LOOKS, emblem, sign

_EDGE: Final = 13.0
"""The height of a band, or of a row of dots, with its margin."""


class Touch(NamedTuple):
    """The clues that touch a card, as far as the suit and the rank do not say it."""

    colors: tuple[str, ...] | None
    """The clue colors, empty for none; None if it is the suit's own color alone."""
    ranks: tuple[int, ...] | None
    """The ranks, empty for none; None if it is the card's rank alone."""
    all_ranks: bool
    """Whether all rank clues touch the card."""


@lru_cache(4096)  # a game has at most 36 cards
def touch_of(palette: Palette, suit: str, rank: int) -> Touch:
    """Return what is unusual about the clues that touch a card."""
    code = palette.codes[suit, rank]
    colors = tuple([color for color, touches in palette.color_touches.items() if touches >> code & 1])
    ranks = tuple([one for one, touches in palette.rank_touches.items() if touches >> code & 1])
    own = palette.variant.suits[palette.places[code]].colors
    if not any(palette.color_touches.values()) or (colors and colors == own and LOOKS[suit].band is None):
        shown = None
    elif colors == ("multicolor",):
        shown = LOOKS[suit].band
    else:
        shown = colors
    plain = not any(palette.rank_touches.values()) or ranks == (rank,)
    return Touch(shown, None if plain else ranks, len(ranks) == len(palette.clue_ranks))


def sheet(box: Box, fill: str, *, edge: str = GREY, dashes: str | None = None) -> Svg:
    """Return a rounded rectangle of the size of a card, dashed for a back."""
    corners = min(9.0, box.width / 6)
    return rectangle(box, rx=corners, fill=fill, stroke=edge, stroke_width=2, stroke_dasharray=dashes)


def surface(suit: str, box: Box) -> list[Svg]:
    """Return the surface of an open card, with the frame of its suit if any."""
    look = LOOKS[suit]
    if not look.frame:
        return [sheet(box, look.fill, edge=INK if look.ink == INK else GREY)]
    inner = box.inset(min(5.0, box.width / 10))
    return [sheet(box, INK), rectangle(inner, rx=min(5.0, box.width / 9), fill=look.fill)]


def front(suit: str, rank: int, touch: Touch, box: Box, ink: str | None = None) -> list[Svg]:
    """Return the rank and the emblem of an open card, between the band of its colors and the dots of its ranks."""
    look = LOOKS[suit]
    ink = ink or look.ink
    frame = 4.0 if look.frame else 0.0
    above = frame + (0.0 if touch.colors is None else _EDGE)
    # Above a grid there is no room for the ranks, which the grid makes plain.
    below = 0.0 if touch.ranks is None or box.height < 45 else _EDGE
    inner = box._replace(y=box.y + above, height=box.height - above - below)
    x, y = inner.middle
    if inner.height > 1.15 * inner.width:  # the emblem below the rank
        size = min(inner.height * 0.62, box.width * 0.95)
        low = y + inner.height * 0.3
        rank_at, emblem_at, radius = (x, y - inner.height * 0.16), (x, low), min(inner.height * 0.15, box.width * 0.3)
    else:
        size = min(inner.height * 0.9, box.width * 0.68)
        rank_at, emblem_at = (box.x + box.width * 0.3, y), (box.x + box.width * 0.74, y)
        radius = min(box.width * 0.17, inner.height * 0.3)
    parts = [digit(rank, *rank_at, size, ink), emblem(suit, *emblem_at, radius, fill=ink)]
    if touch.colors is not None:
        parts.append(band(touch.colors, ink, Box(box.x + 7, box.y + 4 + frame, box.width - 14, 8)))
    if below:
        parts.append(_ranks(touch, ink, rank_at[0], box.y + box.height - 8))
    return parts


def digit(rank: int, x: float, y: float, size: float, ink: str, *, weight: int = 700) -> Svg:
    """Return a rank, or the flag of a START card, centered on a point."""
    if rank == START:
        return sign("flag", x, y, size * 0.36, ink)
    return centered(str(rank), x, y, size, ink, weight=weight)


def band(colors: Sequence[str], ink: str, box: Box) -> Svg:
    """Return these colors side by side, divided by slanted lines. Without colors: a dash."""
    if not colors:
        return _dash(ink, box.middle, box.width * 0.4, box.height / 2)
    step, slant = box.width / len(colors), box.height / 4
    parts = [rectangle(box.inset(-1), rx=2, fill=INK)]
    for n, color in enumerate(colors):
        left, right, low = box.x + n * step, box.x + (n + 1) * step, box.y + box.height
        first, last = slant * (n > 0), slant * (n + 1 < len(colors))
        way = f"M{left + first:.1f} {box.y:.1f}H{right + last:.1f}L{right - last:.1f} {low:.1f}H{left - first:.1f}Z"
        parts.append(element("path", d=way, fill=LOOKS[color].fill))
    return element("g", *parts)


def _ranks(touch: Touch, ink: str, x: float, y: float) -> Svg:
    """Return the rank clues that touch a card: a dot for each if all do, a dash if none does, else the ranks."""
    if not touch.ranks:
        return _dash(ink, (x, y), 20, 4)
    if not touch.all_ranks:
        return centered("".join(map(str, touch.ranks)), x, y, 13, ink)
    left = x - 3.5 * (len(touch.ranks) - 1)
    return element("g", *[element("circle", cx=left + 7 * n, cy=y, r=2.4, fill=ink) for n in range(len(touch.ranks))])


def _dash(ink: str, middle: tuple[float, float], width: float, height: float) -> Svg:
    x, y = middle
    return element("rect", x=x - width / 2, y=y - height / 2, width=width, height=height, fill=ink)
