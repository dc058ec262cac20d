"""Colors and shapes of suits, and other colors of pictures."""

import json
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from service.features.pictures.svg.markup import Svg, element
from service.platform import data_files

GREY: Final = "#b9c4d0"
PAPER: Final = "#f7f3e8"
INK: Final = "#14181d"


class Scheme(NamedTuple):
    """The colors of the table. The colors of cards are the same in both schemes."""

    table: str
    panel: str
    line: str
    text: str
    grey: str
    faint: str
    """Places without a card."""
    back: str
    accent: str
    """The last turn, the seat to move, and the clue tokens."""
    trouble: str
    """Strikes, lost fireworks and critical cards."""
    reachable: str
    """What could still be reached, in charts."""


DARK: Final = Scheme(
    table="#1d2733",
    panel="#2b3847",
    line="#8796a8",
    text="#f2f5f8",
    grey=GREY,
    faint="#5d6d7f",
    back="#4a5a6c",
    accent="#7cc4f5",
    trouble="#ffa657",
    reachable="#f5d90a",
)
LIGHT: Final = Scheme(
    table="#eef1f5",
    panel="#dbe2ea",
    line="#6f7d8c",
    text=INK,
    grey="#46525f",
    faint="#a3afbc",
    back="#b3bfcc",
    accent="#0a5ba3",
    trouble="#a83f00",
    reachable="#735600",
)
SchemeName = Literal["dark", "light"]
SCHEMES: Final[Mapping[SchemeName, Scheme]] = {"dark": DARK, "light": LIGHT}


class Look(NamedTuple):
    """A suit's color, the color of text on it, and a shape.

    The shape is a path in a square from -1 to 1. It identifies the suit for readers who cannot distinguish the colors.
    """

    fill: str
    ink: str
    shape: str
    frame: bool
    """Whether the suit has a dark frame: one copy of each card."""
    band: tuple[str, ...] | None
    """The colors of the band at the upper edge; empty for a dash, None for no band.

    It shows which color clues touch the suit, if not only its own.
    """


def _looks() -> dict[str, Look]:
    """Return the table of looks, which the review page reads too."""
    table = json.loads((data_files.WEB / "board" / "looks.json").read_text())
    return {
        suit: Look(
            look["fill"],
            look["ink"],
            table["shapes"][look["shape"]],
            look.get("frame", False),
            tuple(look["band"]) if "band" in look else None,
        )
        for suit, look in table["suits"].items()
    }


# The booklets' suits and all of hanab.live, by name. Within each variant, all pairs differ in shape, and in color for
# readers who see no red, green or blue. docs/decisions/0048 has the figures; test_looks.py checks them.
LOOKS: Final[Mapping[str, Look]] = _looks()

_BOLT: Final = "M.25-1.1L-.75 .2H-.1L-.3 1.1L.75-.25H.1Z"

_SIGNS: Final[Mapping[str, str]] = {
    "flag": "M-.75-1.1H-.4V-.95L.95-.4L-.4 .15V1.1H-.75Z",  # of a START card
    "up": "M0-1.1L.8 0H.3V1.1H-.3V0H-.8Z",
    "down": "M0 1.1L.8 0H.3V-1.1H-.3V0H-.8Z",
    "lost": "M-1-.65L-.65-1L0-.35L.65-1L1-.65L.35 0L1 .65L.65 1L0 .35L-.65 1L-1 .65L-.35 0Z",
    "check": "M-.9 .05L-.55-.3L-.2 .05L.6-.75L.95-.4L-.2 .75Z",
    "both": "M0-1.2L.75-.4H.28V.4H.75L0 1.2L-.75 .4H-.28V-.4H-.75Z",
}


def emblem(suit: str, x: float, y: float, radius: float, *, fill: str | None = None, edge: str | None = None) -> Svg:
    """Return the shape of a suit or clue color around a point, by default in its color."""
    return _shape(LOOKS[suit].shape, x, y, radius, fill or LOOKS[suit].fill, edge)


def sign(name: str, x: float, y: float, radius: float, fill: str) -> Svg:
    """Return a sign around a point: the "flag" of START, a direction "up", "down" or "both", or the cross "lost"."""
    return _shape(_SIGNS[name], x, y, radius, fill, None)


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
