"""Tests of colors and shapes: the suits of every variant stay apart for all eyes, and text has contrast."""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from engine.rules.variants import VARIANTS
from service.features.pictures.svg import palette
from tests.rows import in_one_test

# The color differences (CIE76) that two suits of a variant must have. The just noticeable one is 2.3.
SAME_EDGE = 25
OTHER_EDGE = 16
"""With another frame or band, which needs no color vision."""
SHARED_HUE = 15
"""For suits of the same clue colors: steps of lightness, of 100."""

BOOKLETS = ("red", "yellow", "green", "blue", "white", "multicolor")


def light(color: str) -> tuple[float, ...]:
    """Return the linear shares of red, green and blue light of a color (sRGB)."""
    channels = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels)


def luminance(color: str) -> float:
    """Return the relative luminance of a color (WCAG 2.2)."""
    return sum(share * one for share, one in zip((0.2126, 0.7152, 0.0722), light(color), strict=True))


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colors (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


INKS = [
    *[(look.ink, look.fill) for look in palette.LOOKS.values()],
    (palette.INK, palette.PAPER),
    (palette.PAPER, palette.INK),
    (palette.INK, "#cfd6de"),
    *[
        (ink, ground)
        for scheme in palette.SCHEMES.values()
        for ink in (scheme.text, scheme.grey, scheme.accent, scheme.trouble, scheme.reachable)
        for ground in (scheme.table, scheme.panel)
    ],
    *[(scheme.text, scheme.back) for scheme in palette.SCHEMES.values()],
]


@in_one_test(("ink", "ground"), INKS)
def test_text_has_contrast(ink: str, ground: str) -> None:
    """The ratio is at least 4.5, as WCAG requires for text of any size."""
    assert contrast(ink, ground) >= 4.5


# Machado, Oliveira and Fernandes (2009), severity 1: the light that remains without one kind of cones.
EYES: dict[str, Sequence[Sequence[float]]] = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


@cache
def lab(color: str, eyes: str) -> tuple[float, float, float]:
    """Return the CIE L*a*b* values of a color for a kind of eyes."""
    shares = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, light(color), strict=True)))) for row in EYES[eyes]]
    white = (0.9505, 1.0, 1.089)
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    seen = [sum(a * b for a, b in zip(row, shares, strict=True)) / to for row, to in zip(rows, white, strict=True)]
    x, y, z = (one ** (1 / 3) if one > 0.008856 else 7.787 * one + 16 / 116 for one in seen)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def neighbors() -> Iterator[tuple[str, str]]:
    """Yield each pair of suits that some game has, of the booklets or of hanab.live."""
    games = [BOOKLETS, *[tuple(suit.name for suit in variant.suits) for variant in VARIANTS.values()]]
    yield from sorted({(one, two) for suits in games for one, two in combinations(sorted(suits), 2)})


def edge(look: palette.Look) -> tuple[bool, tuple[str, ...] | None]:
    """Return what the edge of a suit's cards shows: a frame and a band."""
    return look.frame, look.band


def test_every_suit_has_a_look() -> None:
    """The table has the suits of the booklets and of hanab.live, and a shape for each."""
    suits = {suit.name for variant in VARIANTS.values() for suit in variant.suits}
    assert set(palette.LOOKS) == suits | set(BOOKLETS)


@in_one_test("eyes", EYES)
def test_suits_of_a_game_differ_in_color_for_all_eyes(eyes: str) -> None:
    for one, two in neighbors():
        first, second = palette.LOOKS[one], palette.LOOKS[two]
        colors = lab(first.fill, eyes), lab(second.fill, eyes)
        if first.band == second.band and len(first.band or ()) in (1, 2):
            assert abs(colors[0][0] - colors[1][0]) >= SHARED_HUE, (one, two)
        else:
            assert math.dist(*colors) >= (SAME_EDGE if edge(first) == edge(second) else OTHER_EDGE), (one, two)


def test_suits_of_a_game_differ_in_shape() -> None:
    for one, two in neighbors():
        assert palette.LOOKS[one].shape != palette.LOOKS[two].shape, (one, two)
