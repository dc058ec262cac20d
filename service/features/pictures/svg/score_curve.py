"""The chart of scores, clue tokens and strikes by turn."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, get_args

from engine.events import GameDealt
from engine.reading.analysis import Analysis, Cause, LostPoints
from engine.reading.progress import Progress
from service.core.replays.words import lost_point_words
from service.core.tables.words import result_words
from service.features.pictures import picture_words
from service.features.pictures.svg.axes import Field, Label, Line, step_of
from service.features.pictures.svg.layout import write
from service.features.pictures.svg.markup import Svg, document, element, fitted, tooltip, width_of
from service.features.pictures.svg.palette import SCHEMES, Scheme, SchemeName, bolt

_SIZE: Final = (1040.0, 620.0)
_LEFT, _RIGHT = 64.0, 796.0

# By cause of a loss; the path of its symbol. The symbol of a strike is a bolt.
_SIGNS: Final[Mapping[Cause, str]] = {
    "card_lost": "m0 -8l8 8l-8 8l-8 -8Z",
    "time_lost": "m-7 -8h14l-14 16h14Z",
    "game_lost": "m-8 -5l3 -3l5 5l5 -5l3 3l-5 5l5 5l-3 3l-5 -5l-5 5l-3 -3l5 -5Z",
}


class _Lines(NamedTuple):
    """The styles of the four lines."""

    score: Line
    reachable: Line
    tokens: Line
    strikes: Line


def _lines(colors: Scheme) -> _Lines:
    return _Lines(
        Line(colors.text, 4.5),
        Line(colors.reachable, 3.5, "12 6"),
        Line(colors.accent, 2.5),
        Line(colors.trouble, 3, "3 5"),
    )


def score_picture(analysis: Analysis, language: str, scheme: SchemeName = "dark") -> str:
    """Return the chart of a finished game as SVG, with the turns that lost points."""
    deal = analysis.events[0].item.event
    assert isinstance(deal, GameDealt)  # the first event of a log
    rules, colors = deal.rules, SCHEMES[scheme]
    lines = _lines(colors)
    # The last event of a turn has the values of that turn.
    by_turn = list({event.after.turn: event.after for event in analysis.events}.values())
    end = by_turn[-1] = by_turn[-1]._replace(table_points=by_turn[-1].reachable_at_least)  # after a loss, the score
    title = picture_words.picture(language, "score-title")
    turns = (0, max(end.turn, 1))
    points = Field(_LEFT, 76, _RIGHT, 340, turns, (0, rules.palette.max_score), colors)
    above, below = _labels(end, lines, language)
    most = max(rules.clue_tokens, rules.strike_tokens)
    supplies = Field(_LEFT, 376, _RIGHT, 530, turns, (0, most), colors)
    return document(
        "score",
        _SIZE,
        language,
        title,
        " ".join(_story(by_turn, analysis, language)),
        element("rect", width=_SIZE[0], height=_SIZE[1], rx=18, fill=colors.table),
        element(
            "text", title, x=20, y=44, font_size=fitted(title, 26, 1000, bold=True), font_weight=700, fill=colors.text
        ),
        *points.background(range(0, rules.palette.max_score + 1, 5)),
        *supplies.background(range(0, most + 1, step_of(most, 4))),
        *supplies.below(range(0, end.turn + 1, step_of(end.turn, 15))),
        write(picture_words.picture(language, "turn"), _RIGHT + 24, 558, 20, colors.grey),
        supplies.stairs([(view.turn, view.clue_tokens) for view in by_turn], lines.tokens),
        supplies.stairs([(view.turn, view.strikes) for view in by_turn], lines.strikes),
        points.stairs([(view.turn, view.reachable_score) for view in by_turn], lines.reachable),
        points.stairs([(view.turn, view.table_points) for view in by_turn], lines.score),
        *_marks(by_turn, analysis.losses, points, supplies),
        *points.side_labels(above),
        *supplies.side_labels(below),
        *_key(analysis.losses, colors, language),
        *_columns(by_turn, analysis.losses, points, supplies, language),
    )


def _marks(by_turn: Sequence[Progress], losses: Sequence[LostPoints], points: Field, supplies: Field) -> list[Svg]:
    """Return symbols for losses, on the lines of their causes."""
    at = {progress.turn: progress for progress in by_turn}
    parts = []
    for loss in losses:
        progress, x = at[loss.turn], points.x(loss.turn)
        heights: dict[Cause, float] = {
            "card_lost": points.y(progress.reachable_score),
            "time_lost": points.y(progress.table_points),
            "game_lost": points.y(progress.table_points),
            "strike": supplies.y(progress.strikes),
        }
        parts += [_sign(cause, x, heights[cause], points.scheme) for cause in loss.causes]
    return parts


def _sign(cause: Cause, x: float, y: float, colors: Scheme) -> Svg:
    if cause == "strike":
        return bolt(x, y, 13, fill=colors.trouble, edge=colors.table)
    color = colors.reachable if cause == "card_lost" else colors.text
    return element("path", d=f"M{x:.1f} {y:.1f}{_SIGNS[cause]}", fill=color, stroke=colors.table, stroke_width=1.5)


def _key(losses: Sequence[LostPoints], colors: Scheme, language: str) -> list[Svg]:
    """Return the legend of the symbols in this picture."""
    present = {cause for loss in losses for cause in loss.causes}
    x, parts = 34.0, []
    for cause in get_args(Cause):
        if cause in present:
            words = picture_words.picture(language, cause.replace("_", "-"))
            parts += [_sign(cause, x, 590, colors), write(words, x + 17, 597, 19, colors.grey)]
            x += 52 + width_of(words, 19)
    return parts


def _labels(end: Progress, lines: _Lines, language: str) -> tuple[list[Label], list[Label]]:
    """Return the labels of the upper lines and of the lower lines."""

    def label(key: str, number: int, line: Line) -> Label:
        return Label(number, picture_words.labelled(language, picture_words.picture(language, key), number), line)

    return (
        [label("score", end.table_points, lines.score), label("reachable", end.reachable_score, lines.reachable)],
        [label("clue-tokens", end.clue_tokens, lines.tokens), label("strikes", end.strikes, lines.strikes)],
    )


def _columns(
    by_turn: Sequence[Progress],
    losses: Sequence[LostPoints],
    points: Field,
    supplies: Field,
    language: str,
) -> list[Svg]:
    """Return a transparent column for each turn.

    It contains the values as a tooltip, and data for scripts.
    """
    half = (points.x(1) - points.x(0)) / 2
    causes = {loss.turn: " ".join(loss.causes) for loss in losses if loss.causes}
    return [
        element(
            "rect",
            tooltip(_numbers(progress, language)),
            x=points.x(progress.turn) - half,
            y=points.top,
            width=2 * half,
            height=supplies.bottom - points.top,
            fill=points.scheme.text,
            fill_opacity=0,
            data_turn=progress.turn,
            data_version=progress.version,
            data_causes=causes.get(progress.turn),
        )
        for progress in by_turn
    ]


def _numbers(view: Progress, language: str) -> str:
    facts = {
        "score": view.table_points,
        "reachable": view.reachable_score,
        "clue-tokens": view.clue_tokens,
        "strikes": view.strikes,
    }
    numbers = ", ".join(f"{picture_words.picture(language, key)} {number}" for key, number in facts.items())
    return picture_words.labelled(language, picture_words.picture(language, "score-so", turn=view.turn), numbers)


def _story(by_turn: Sequence[Progress], analysis: Analysis, language: str) -> list[str]:
    """Return the result and the losses in words."""
    items = [event.item for event in analysis.events]
    deal = items[0].event
    assert isinstance(deal, GameDealt)
    lost = [
        lost_point_words.lost_points(language, loss, items[loss.version], deal.rules.palette)
        for loss in analysis.losses
    ]
    result = items[-1].after.result
    reasons = [] if result is None else [result_words.reason(language, result.reason)]
    return [f"{_numbers(by_turn[-1], language)}.", *lost, *reasons]
