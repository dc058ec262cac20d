"""Ends of games, results and the rating scale."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from engine.rules import Rules

__all__ = ["BANDS", "Band", "Ending", "Outcome", "Reason", "Result", "band_of", "bands", "ceiling", "result_of"]

Outcome = Literal["won", "lost", "finished", "aborted"]
Reason = Literal[
    "strikeout",  # R14
    "irreplaceable_card_lost",  # R15
    "fireworks_complete",  # R16
    "last_round_over",  # R17
    "no_legal_action",  # R19
    "no_points_left",  # R20
    "agreed",  # R21
    "idle",  # R21
    "no_show",  # R21
    "removed",  # R21
    "terminated",  # R21
]


class Ending(NamedTuple):
    """The outcome of a game and the reason why it ended."""

    outcome: Outcome
    reason: Reason


class Band(NamedTuple):
    """A band of the rating scale. Its scores include both bounds."""

    name: str
    lowest: int
    highest: int


def _scale(*bounds: tuple[int, int]) -> tuple[Band, ...]:
    return tuple(Band(str(low) if low == high else f"{low}-{high}", low, high) for low, high in bounds)


_COMMON: Final = ((0, 5), (6, 10), (11, 15), (16, 20), (21, 24))

BANDS: Final[Mapping[int, tuple[Band, ...]]] = {
    25: _scale(*_COMMON, (25, 25)),
    30: _scale(*_COMMON, (25, 29), (30, 30)),
}
"""The rating scale by the game's highest score, lowest band first (R23)."""


class Result(NamedTuple):
    """The result of an ended game."""

    outcome: Outcome
    reason: Reason
    score: int | None
    """None for an aborted game, and for a loss under `strikeout_score` none."""
    table_points: int
    """The points on the table, independent of the score (R14)."""
    band: str | None
    """The band of the rating scale; None for a game without a rating (R24)."""


def bands(max_score: int) -> tuple[Band, ...]:
    """Return the rating scale for 25 or 30 points, ascending (R23)."""
    return BANDS[max_score]


def band_of(rules: Rules, score: int) -> str:
    """Return the name of the band that contains a score (R23)."""
    return next(band.name for band in reversed(BANDS[rules.palette.max_score]) if score >= band.lowest)


def result_of(rules: Rules, ending: Ending, table_points: int) -> Result:
    """Return the result: the score (R14-R21) and rating band (R23, R24)."""
    score: int | None = None
    if ending.outcome in ("won", "finished"):
        score = table_points
    elif ending.outcome == "lost" and rules.strikeout_score == "zero":
        score = 0
    rated = ending.outcome in ("won", "finished") and rules.ending != "grand_finale"
    return Result(ending.outcome, ending.reason, score, table_points, band_of(rules, table_points) if rated else None)


def ceiling(left: Sequence[int], suit: int, top: int) -> int:
    """Return the highest rank that a firework can still reach (R13).

    `left` has the number of copies not yet discarded, by card code. `suit` is the suit's index, `top` its top rank.
    """
    rank = top
    while rank < 5 and left[5 * suit + rank]:
        rank += 1
    return rank
