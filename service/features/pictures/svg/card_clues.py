"""The clues about a card: what they say, and the identities that they leave."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from engine.clues import Marks
from engine.rules import Palette
from service.features.pictures.svg.faces import digit
from service.features.pictures.svg.layout import Box, centered, rectangle
from service.features.pictures.svg.markup import Svg
from service.features.pictures.svg.palette import INK, LOOKS, PAPER, emblem

T = TypeVar("T")

_GRID: Final = 66.0
"""The height of a grid with a row for each suit."""

_NARROW: Final = 15.0
"""Suits or ranks that have less room than this in one row take two."""

_UNTOUCHED: Final = "#d9dfe7"
"""The paper of a card that no clue has touched."""


def says_something(palette: Palette, marks: Marks) -> bool:
    """Return True if there is something to show: an excluded identity, or an unknown clue."""
    return _unknown_clue(marks) or marks.possible.bit_count() < len(palette.cards)


def _unknown_clue(marks: Marks) -> bool:
    """Return True if a clue touched the card whose color or rank its holder did not hear (Cow & Pig, Duck)."""
    return marks.touched and not marks.clued_colors and not marks.clued_ranks


def strip_height(palette: Palette, marks: Marks | None, *, tall: bool = False) -> float:
    """Return the height of the strip of a card, which may be tall."""
    if marks is None or _is_product(palette, marks):
        return 62.0 if tall else 50.0
    return 84.0 if tall else _GRID


def _is_product(palette: Palette, marks: Marks) -> bool:
    """Return True if every possible suit has every possible rank, so that two rows say everything."""
    cells = [(suit, rank) for suit in marks.possible_suits for rank in marks.possible_ranks]
    return len([cell for cell in cells if cell in palette.codes]) == marks.possible.bit_count()


def strip(palette: Palette, marks: Marks, box: Box) -> list[Svg]:
    """Return the suits and ranks that the clues allow. Those in a clue have a dark badge.

    The paper is bright if a clue has touched the card.
    """
    outer = Box(box.x + 3, box.y, box.width - 6, box.height - 3)
    ground = rectangle(outer, rx=6, fill=PAPER if marks.touched else _UNTOUCHED, stroke=INK)
    inner = Box(box.x + 6, box.y + 1, box.width - 12, box.height - 5)
    parts = (_rows if _is_product(palette, marks) else _grid)(palette, marks, inner)
    if _unknown_clue(marks):
        x, y = box.x + box.width - 15, box.y + 13
        parts += [_badge(x, y, 18, 18), centered("?", x, y, 14, PAPER)]
    return [ground, *parts]


def _rows(palette: Palette, marks: Marks, box: Box) -> list[Svg]:
    """Return the suits above the ranks. If one of them says nothing, the other has all the room."""
    signs = [*_colors_apart(palette, marks), *palette.suits]
    colors = len(signs) > len(palette.suits) or len(marks.possible_suits) < len(palette.suits)
    ranks = len(marks.possible_ranks) < len(palette.ranks) or bool(marks.clued_ranks)
    half = box.height / 2 if colors and ranks else box.height
    parts: list[Svg] = []
    shown = [name for name in signs if name in marks.clued_colors or name in marks.possible_suits]
    for name, cell in _cells(shown, box._replace(height=half)) if colors else ():
        radius = min(0.36 * cell.width, 0.34 * cell.height, 9.0)
        if name in marks.clued_colors:
            badge = _badge(*cell.middle, cell.width, min(cell.height, 26))
            parts += [badge, emblem(name, *cell.middle, radius, edge=PAPER)]
        else:
            parts.append(emblem(name, *cell.middle, radius, edge=INK))
    possible = [rank for rank in palette.ranks if rank in marks.clued_ranks or rank in marks.possible_ranks]
    for rank, cell in _cells(possible, Box(box.x, box.y + box.height - half, box.width, half)) if ranks else ():
        size = max(12.0, min(1.15 * cell.width, 0.9 * cell.height, 26.0))
        parts += _rank(marks, rank, *cell.middle, cell.width, size)
    return parts


def _cells(items: Sequence[T], box: Box) -> Iterator[tuple[T, Box]]:
    """Yield a cell for each item, in two rows if the box is narrow and high enough."""
    rows = 2 if box.width / len(items) < _NARROW and box.height >= 30 else 1
    columns = -(-len(items) // rows)
    width, height = box.width / columns, box.height / rows
    for n, item in enumerate(items):
        row, column = divmod(n, columns)
        yield item, Box(box.x + width * column, box.y + height * row, width, height)


def _rank(marks: Marks, rank: int, x: float, y: float, space: float, size: float) -> list[Svg]:
    if rank in marks.clued_ranks:
        return [_badge(x, y, space, size * 1.05), digit(rank, x, y, size, PAPER)]
    return [digit(rank, x, y, size, INK, weight=600)] if rank in marks.possible_ranks else []


def _grid(palette: Palette, marks: Marks, box: Box) -> list[Svg]:
    """Return a cell for each identity, filled if it is possible. The rows are suits, the columns ranks."""
    colors = _colors_apart(palette, marks)
    side = max(15.0, 11.0 * len(colors))
    space, top = (box.width - side) / len(palette.ranks), 15.0
    pitch = (box.height - top) / len(palette.suits)
    parts: list[Svg] = []
    for n, color in enumerate(colors):
        x, y = box.x + 11 * (n + 0.5), box.y + 8
        parts += [_badge(x, y, 12, 12), emblem(color, x, y, 4, edge=PAPER)]
    for column, rank in enumerate(palette.ranks):
        parts += _rank(marks, rank, box.x + side + space * (column + 0.5), box.y + 7.5, space, 13)
    for row, suit in enumerate(palette.suits):
        y = box.y + top + pitch * row
        if suit in marks.clued_colors:
            parts.append(_badge(box.x + 6, y + pitch / 2, 13, pitch))
        if suit in marks.possible_suits:
            radius = min(pitch * 0.4, 5.0)
            edge = PAPER if suit in marks.clued_colors else INK
            parts.append(emblem(suit, box.x + 6, y + pitch / 2, radius, edge=edge))
        for column, rank in enumerate(palette.ranks):
            code = palette.codes[suit, rank]
            open_ = marks.possible >> code & 1
            fill, edge = (LOOKS[suit].fill, INK) if open_ else ("none", "#a9a292")
            cell = Box(box.x + side + space * column + 0.5, y + 0.5, space - 1.5, pitch - 1.5)
            parts.append(rectangle(cell, fill=fill, stroke=edge, stroke_width=1))
    return parts


def _colors_apart(palette: Palette, marks: Marks) -> Sequence[str]:
    """Return the colors of clues that no suit of the game has as its name."""
    return [color for color in marks.clued_colors if color not in palette.suits]


def _badge(x: float, y: float, space: float, height: float = 21) -> Svg:
    width = min(space - 1, 26)
    return rectangle(Box(x - width / 2, y - height / 2, width, height), rx=min(5, height / 4), fill=INK)
