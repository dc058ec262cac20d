"""Points, what a game is worth when it is over, and the bands of the rating scale."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.outcome import Ending, Outcome, Reason
from engine.rules import Rules

__all__ = ["BANDS", "Band", "Result", "band_of", "bands", "ceiling", "result_of"]


class Band(NamedTuple):
    """A band of the rating scale, its lowest and its highest score included."""

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
"""R23: by the highest score of the game, the bands of its scale, lowest first."""


class Result(NamedTuple):
    """What an ended game comes to."""

    outcome: Outcome
    reason: Reason
    score: int | None
    """None where the rules give none: an aborted game, or a loss under `strikeout_score` none."""
    table_points: int
    """The points on the table, whatever the score (R14)."""
    band: str | None
    """The band of the rating scale; None where R24 gives no rating."""


def bands(max_score: int) -> tuple[Band, ...]:
    """Return the bands of the scale for games of 25 or 30 points, lowest first (R23)."""
    return BANDS[max_score]


def band_of(rules: Rules, score: int) -> str:
    """R23: the band that a score from 0 to the highest falls in."""
    return next(band.name for band in reversed(BANDS[rules.palette.max_score]) if score >= band.lowest)


def result_of(rules: Rules, ending: Ending, table_points: int) -> Result:
    """Return the score (R14-R21) and the rating band (R23, R24) of a game that ended so."""
    score: int | None = None
    if ending.outcome in ("won", "finished"):
        score = table_points
    elif ending.outcome == "lost" and rules.strikeout_score == "zero":
        score = 0
    rated = ending.outcome in ("won", "finished") and rules.ending != "grand_finale"
    return Result(ending.outcome, ending.reason, score, table_points, band_of(rules, table_points) if rated else None)


def ceiling(left: Sequence[int], suit: int, top: int) -> int:
    """Return the highest rank that a firework can still reach (R13).

    `left` has the copies not yet in the discard pile by card code, `suit` is the suit's place and `top` its top rank.
    """
    rank = top
    while rank < 5 and left[5 * suit + rank]:
        rank += 1
    return rank
