"""Sizes, boxes and texts for all parts of a position's picture."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.reading.feed import Item
from engine.reading.knowledge import Prospects
from engine.reading.view import View
from service.features.pictures import picture_words
from service.features.pictures.svg.card_status import Standing
from service.features.pictures.svg.description import NameOf, last_words
from service.features.pictures.svg.markup import Svg, element
from service.features.pictures.svg.palette import Scheme

WIDTH: Final = 1200.0
HEIGHT: Final = 630.0
"""Every position has the size that pages want for the picture of a link."""

MARGIN: Final = 20.0
BODY_TOP: Final = 112.0
"""The upper edge of the hands and fireworks, below the counters and captions."""

BODY_BOTTOM: Final = 548.0
FOOTER_TOP: Final = 552.0


class Box(NamedTuple):
    """A rectangle of the picture."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """The coordinates of its center."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, by: float) -> "Box":
        """Return the box without a margin on each side."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


class Drawing(NamedTuple):
    """The data from which all parts of a picture are drawn."""

    view: View
    last: Item
    language: str
    scheme: Scheme
    name_of: NameOf
    touched: frozenset[int]
    """The ids of the cards that the last turn touched, played or discarded."""
    new: int | None
    """The id of the card drawn in the last turn."""
    prospects: Prospects | None
    """None while the fireworks are hidden."""
    standings: Mapping[int, tuple[Standing, ...]]
    """By card id."""
    caption: str | None
    """What the picture shows, if it has no sentences of its own."""

    @property
    def last_words(self) -> str:
        """The last turn, or the deal, in words; or the caption."""
        return self.caption or last_words(self.language, self.last, self.view.rules.palette, self.name_of)

    def say(self, key: str, **words: object) -> str:
        """Return a text of pictures in the language of this picture."""
        return picture_words.picture(self.language, key, **words)

    def labelled(self, name: str, text: object) -> str:
        """Return a text after the name of its subject."""
        return picture_words.labelled(self.language, name, text)


def rectangle(box: Box, **attributes: object) -> Svg:
    """Return a rectangle that fills a box."""
    return element("rect", x=box.x, y=box.y, width=box.width, height=box.height, **attributes)


def write(text: str, x: float, y: float, size: float, fill: str, **attributes: object) -> Svg:
    """Return a text whose baseline starts at a point."""
    return element("text", text, x=x, y=y, font_size=size, fill=fill, **attributes)


def centered(text: str, x: float, y: float, size: float, fill: str, *, weight: int = 700) -> Svg:
    """Return a text centered on a point."""
    # Digits and capitals are about 0.72 of the font size high; the baseline is half of that below the center.
    return write(text, x, y + 0.36 * size, size, fill, text_anchor="middle", font_weight=weight)
