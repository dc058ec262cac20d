"""Colors and shapes of suits, and other colors of pictures."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.cards import Suit
from service.svg.markup import Svg, element

__all__ = ["GREY", "INK", "LINE", "LOOKS", "MARK", "PANEL", "PAPER", "TABLE", "TEXT", "Look", "bolt", "emblem"]

TABLE: Final = "#1d2733"
PANEL: Final = "#2b3847"
LINE: Final = "#8796a8"
TEXT: Final = "#f2f5f8"
GREY: Final = "#b9c4d0"
PAPER: Final = "#f7f3e8"
INK: Final = "#14181d"
MARK: Final = "#ffc933"
"""The color that marks the changes of the last turn."""


class Look(NamedTuple):
    """A suit's color, the color of text on it, and a shape.

    The shape is a path in a square from -1 to 1. It identifies the suit for readers who cannot distinguish the colors.
    """

    fill: str
    ink: str
    shape: str


# The colors of Okabe and Ito, changed so that all pairs differ for readers who see no red, green or blue, and nearly
# all pairs differ in grayscale. docs/decisions/0020 has the figures; test_pictures.py checks them.
LOOKS: Final[Mapping[Suit, Look]] = {
    "red": Look("#d0392b", "#ffffff", "M0-1A1 1 0 1 1 0 1A1 1 0 1 1 0-1Z"),
    "yellow": Look("#f5d90a", INK, "M-.87-.87H.87V.87H-.87Z"),
    "green": Look("#3fb68b", INK, "M0-1L1 .85H-1Z"),
    "blue": Look("#0b4fa0", "#ffffff", "M0-1.12L.88 0L0 1.12L-.88 0Z"),
    "white": Look(
        "#ffffff",
        INK,
        "M0-1.1L.26-.36L1.05-.34L.42 .14L.65 .89L0 .45L-.65 .89L-.42 .14L-1.05-.34L-.26-.36Z",
    ),
    "multicolor": Look("#2a2a33", "#ffffff", "M-.36-1H.36V-.36H1V.36H.36V1H-.36V.36H-1V-.36H-.36Z"),
}

_BOLT: Final = "M.25-1.1L-.75 .2H-.1L-.3 1.1L.75-.25H.1Z"


def emblem(suit: Suit, x: float, y: float, radius: float, *, fill: str | None = None, edge: str | None = None) -> Svg:
    """Return a suit's shape around a point, by default in its color."""
    return _shape(LOOKS[suit].shape, x, y, radius, fill or LOOKS[suit].fill, edge)


def bolt(x: float, y: float, radius: float, *, fill: str, edge: str) -> Svg:
    """Return the symbol of a strike centered on a point."""
    return _shape(_BOLT, x, y, radius, fill, edge)


def _shape(path: str, x: float, y: float, radius: float, fill: str, edge: str | None) -> Svg:
    return element(
        "path",
        d=path,
        transform=f"translate({x:.1f} {y:.1f}) scale({radius:.1f})",
        fill=fill,
        stroke=edge,
        stroke_width=None if edge is None else 1.8 / radius,
        stroke_linejoin=None if edge is None else "round",
    )
