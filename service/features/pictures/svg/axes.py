"""Parts of charts: a plot area with axes, lines and labels."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from service.features.pictures.svg.layout import Box, rectangle, write
from service.features.pictures.svg.markup import Svg, element, fitted
from service.features.pictures.svg.palette import Scheme


class Line(NamedTuple):
    """The style of a line. Each line of a picture has a different pattern and width."""

    color: str
    width: float
    dashes: str | None = None

    @property
    def attributes(self) -> dict[str, object]:
        """The attributes of a path in this style."""
        return {
            "fill": "none",
            "stroke": self.color,
            "stroke_width": self.width,
            "stroke_dasharray": self.dashes,
            "stroke_linejoin": "round",
        }


class Label(NamedTuple):
    """The label of a line, and the value at its end."""

    level: float
    text: str
    line: Line


class Field(NamedTuple):
    """The plot area of a chart, and the values at its edges."""

    left: float
    top: float
    right: float
    bottom: float
    across: tuple[float, float]
    up: tuple[float, float]
    scheme: Scheme

    def x(self, value: float) -> float:
        """Return the horizontal position of a value."""
        first, last = self.across
        return self.left + (self.right - self.left) * (value - first) / max(last - first, 1)

    def y(self, value: float) -> float:
        """Return the vertical position of a value."""
        low, high = self.up
        return self.bottom - (self.bottom - self.top) * (value - low) / max(high - low, 1)

    def background(self, levels: Iterable[int]) -> list[Svg]:
        """Return the background with a line and a number for each level."""
        size = fitted(f"{self.up[1]:.0f}", 20, self.left - 18)
        box = Box(self.left, self.top, self.right - self.left, self.bottom - self.top)
        parts = [rectangle(box, fill=self.scheme.panel)]
        for level in levels:
            y = self.y(level)
            parts += [
                element(
                    "path", d=f"M{self.left:.1f} {y:.1f}H{self.right:.1f}", stroke=self.scheme.back, stroke_width=1
                ),
                write(str(level), self.left - 12, y + 7, size, self.scheme.grey, text_anchor="end"),
            ]
        return parts

    def below(self, values: Iterable[int]) -> list[Svg]:
        """Return numbers with ticks on the horizontal axis."""
        parts = []
        for value in values:
            x = self.x(value)
            parts += [
                element("path", d=f"M{x:.1f} {self.bottom:.1f}v6", stroke=self.scheme.line, stroke_width=2),
                write(str(value), x, self.bottom + 28, 20, self.scheme.grey, text_anchor="middle"),
            ]
        return parts

    def stairs(self, points: Sequence[tuple[int, int]], line: Line) -> Svg:
        """Return a step line through these points."""
        (first, value), *others = points
        way = f"M{self.x(first):.1f} {self.y(value):.1f}"
        for at, number in others:
            way += f"H{self.x(at):.1f}"
            if number != value:
                way += f"V{self.y(number):.1f}"
                value = number
        return element("path", d=way, **line.attributes)

    def side_labels(self, labels: Iterable[Label]) -> list[Svg]:
        """Return the labels of lines, with samples, at the right edge.

        A label is as near to the end of its line as the other labels allow.
        """
        ordered = sorted(labels, key=lambda label: -label.level)
        size = min([fitted(label.text, 20, 172) for label in ordered])
        heights: list[float] = []
        for label in ordered:
            heights.append(max([self.y(label.level), *[above + 27 for above in heights[-1:]]]))
        # Labels below the field move up and push those above them.
        for place in range(len(heights) - 1, -1, -1):
            heights[place] = min(heights[place], self.bottom - 27 * (len(heights) - 1 - place))
        parts = []
        for label, y in zip(ordered, heights, strict=True):
            line, x = label.line, self.right + 10
            parts += [
                element("path", d=f"M{x:.1f} {y:.1f}h40", **line.attributes),
                write(label.text, x + 48, y + 0.36 * size, size, line.color),
            ]
        return parts


def step_of(span: int, most: int) -> int:
    """Return a round interval for at most `most` numbers of an axis."""
    step = 1
    while span > most * step:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2  # 1, 2, 5, 10, 20 …
    return step
