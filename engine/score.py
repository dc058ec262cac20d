"""Points, what a game is worth when it is over, and the bands of the rating scale."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.outcome import Ending, Outcome, Reason
from engine.rules import Rules

__all__ = ["BANDS", "Result", "band_of", "bands", "ceiling", "result_of"]

# R23: the bands of each scale, by the highest score of the game: name, then its lowest score.
BANDS: Final = {
    25: (("0-5", 0), ("6-10", 6), ("11-15", 11), ("16-20", 16), ("21-24", 21), ("25", 25)),
    30: (("0-5", 0), ("6-10", 6), ("11-15", 11), ("16-20", 16), ("21-24", 21), ("25-29", 25), ("30", 30)),
}


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


def bands(rules: Rules) -> tuple[str, ...]:
    """Return the names of the bands of this game's scale, lowest first (R23)."""
    return tuple(name for name, _ in BANDS[rules.palette.max_score])


def band_of(rules: Rules, score: int) -> str:
    """R23: the band that a score from 0 to the highest falls in."""
    return next(name for name, lowest in reversed(BANDS[rules.palette.max_score]) if score >= lowest)


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
