"""The picture of a game's course: points, what is still attainable, clue tokens and strikes, turn by turn."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from engine.view import View
from service import texts
from service.pictures.axes import Field, Label, Line, step_of
from service.pictures.looks import GREY, INK, MARK, TABLE, TEXT, bolt
from service.pictures.svg import Svg, document, element, fitted, tooltip

__all__ = ["score_picture"]

_SIZE: Final = (1040.0, 600.0)
_LEFT, _RIGHT = 64.0, 820.0
_SCORE: Final = Line(TEXT, 4.5)
_ATTAINABLE: Final = Line("#f5d90a", 3.5, "12 6")
_TOKENS: Final = Line("#7cc4f5", 2.5)
_STRIKES: Final = Line(MARK, 3, "3 5")


def score_picture(views: Sequence[View], language: str) -> str:
    """Return the course of a game whose views, of whichever viewer, are these, from the deal to the end."""
    by_turn = list({view.turn: view for view in views}.values())  # a turn counts as it stood at last
    end, rules = by_turn[-1], by_turn[-1].rules
    title = texts.picture(language, "score-title")
    turns = (0, max(end.turn, 1))
    points = Field(_LEFT, 76, _RIGHT, 340, turns, (0, rules.palette.max_score))
    above, below = _labels(end, language)
    most = max(rules.clue_tokens, rules.strike_tokens)
    supplies = Field(_LEFT, 376, _RIGHT, 530, turns, (0, most))
    return document(
        "score",
        _SIZE,
        language,
        title,
        " ".join(_story(by_turn, language)),
        element("rect", width=_SIZE[0], height=_SIZE[1], rx=18, fill=TABLE),
        element("text", title, x=20, y=44, font_size=fitted(title, 26, 1000, bold=True), font_weight=700, fill=TEXT),
        *points.ground(range(0, rules.palette.max_score + 1, 5)),
        *supplies.ground(range(0, most + 1, step_of(most, 4))),
        *supplies.below(range(0, end.turn + 1, step_of(end.turn, 15))),
        element("text", texts.picture(language, "turn"), x=_RIGHT + 12, y=558, font_size=20, fill=GREY),
        supplies.stairs([(view.turn, view.clue_tokens) for view in by_turn], _TOKENS),
        supplies.stairs([(view.turn, view.strikes) for view in by_turn], _STRIKES),
        points.stairs([(view.turn, view.attainable_score) for view in by_turn], _ATTAINABLE),
        points.stairs([(view.turn, view.table_points) for view in by_turn], _SCORE),
        *_marks(by_turn, points, supplies),
        *points.side_labels(above),
        *supplies.side_labels(below),
        *_columns(by_turn, points, supplies, language),
    )


def _marks(by_turn: Sequence[View], points: Field, supplies: Field) -> list[Svg]:
    """The moments at which something was lost: a diamond where the attainable score fell, a bolt for each strike."""
    parts = []
    for before, after in pairwise(by_turn):
        x = points.x(after.turn)
        if after.attainable_score < before.attainable_score:
            y = points.y(after.attainable_score)
            diamond = f"M{x:.1f} {y - 8:.1f}l8 8l-8 8l-8 -8Z"
            parts.append(element("path", d=diamond, fill=_ATTAINABLE.color, stroke=INK, stroke_width=1.5))
        if after.strikes > before.strikes:
            parts.append(bolt(x, supplies.y(after.strikes), 13, fill=MARK, edge=INK))
    return parts


def _labels(end: View, language: str) -> tuple[list[Label], list[Label]]:
    """Names beside the ends of the lines: of the two above, and of the two below."""

    def label(key: str, number: int, line: Line) -> Label:
        return Label(number, f"{texts.picture(language, key)}: {number}", line)

    return (
        [label("score", end.table_points, _SCORE), label("attainable", end.attainable_score, _ATTAINABLE)],
        [label("clue-tokens", end.clue_tokens, _TOKENS), label("strikes", end.strikes, _STRIKES)],
    )


def _columns(by_turn: Sequence[View], points: Field, supplies: Field, language: str) -> list[Svg]:
    """A clear column for each turn: it says its numbers when pointed at, and a page can tell which one was chosen."""
    half = (points.x(1) - points.x(0)) / 2
    return [
        element(
            "rect",
            tooltip(_numbers(view, language)),
            x=points.x(view.turn) - half,
            y=points.top,
            width=2 * half,
            height=supplies.bottom - points.top,
            fill=TEXT,
            fill_opacity=0,
            data_turn=view.turn,
            data_version=view.version,
        )
        for view in by_turn
    ]


def _numbers(view: View, language: str) -> str:
    facts = {
        "score": view.table_points,
        "attainable": view.attainable_score,
        "clue-tokens": view.clue_tokens,
        "strikes": view.strikes,
    }
    numbers = ", ".join(f"{texts.picture(language, key)} {number}" for key, number in facts.items())
    return f"{texts.picture(language, 'score-so', turn=view.turn)}: {numbers}"


def _story(by_turn: Sequence[View], language: str) -> list[str]:
    """The course in words: how it ended, and when something was lost."""
    told = [f"{_numbers(by_turn[-1], language)}."]
    for before, after in pairwise(by_turn):
        if after.attainable_score < before.attainable_score:
            told.append(
                texts.picture(
                    language,
                    "drop",
                    turn=after.turn,
                    before=before.attainable_score,
                    after=after.attainable_score,
                )
            )
        if after.strikes > before.strikes:
            told.append(texts.picture(language, "strike", turn=after.turn))
    result = by_turn[-1].result
    if result is not None:
        told.append(texts.reason(language, result.reason))
    return told
