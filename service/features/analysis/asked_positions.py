"""Positions that callers ask about: versions of lines, and positions in notation."""

from typing import NamedTuple

from engine.fold import fold
from engine.formats.notation.positions import read_position
from engine.reading.progress import reachable_bound
from engine.state import State
from service.core.replays.finished_game import FinishedGame
from service.features.analysis.packed_results import Bounds, Line
from service.features.analysis.positions import Question, of_position, question_of
from service.features.analysis.stored_results import Status
from service.features.lines import lines
from service.features.lines.lines import Line as PlayedLine


class AskedPosition(NamedTuple):
    """A position, and what is known of it without the solver."""

    question: Question
    bounds: Bounds


class AnalysedPosition(NamedTuple):
    """What can be reached in a position."""

    status: Status
    """Unless it is "solved", the bounds are those of the discard pile and the turns left, and there are no lines."""
    reachable: Bounds
    line: Line | None
    """A line that reaches the lower bound."""
    saving: tuple[Line, ...]
    """Lines that reach the lower bound, each with another first turn."""


def of_line(game: FinishedGame, line: PlayedLine, version: int) -> AskedPosition:
    """Return the position at a version of a line. Raises NotFound, and what a line raises."""
    return _asked(fold(lines.until(game, line, version)))


def of_notation(text: str) -> AskedPosition:
    """Return a position in notation, which must have a deck. Raises NotationError."""
    return _asked(read_position(text, needs_deck=True))


def analysed(asked: AskedPosition) -> AnalysedPosition:
    """Return what is known of a position."""
    status, result = of_position(asked.question)
    if result is None:
        return AnalysedPosition(status, asked.bounds, None, ())
    return AnalysedPosition(status, result.reachable, result.line, result.saving)


def _asked(state: State) -> AskedPosition:
    return AskedPosition(question_of(state), Bounds(state.counted_points, reachable_bound(state)))
