"""Ends of games, results and the rating scale."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Final, Literal, NamedTuple

from engine.rules import Palette, Rules

__all__ = [
    "BANDS",
    "Band",
    "Ending",
    "Outcome",
    "Reason",
    "Result",
    "attainable",
    "band_of",
    "bands",
    "ceiling",
    "fitting",
    "result_of",
    "useful",
]

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
    "left",  # R21
    "timed_out",  # R21
    "speedrun_failed",  # R21
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
    """The band of the rating scale; None for a game without a rating (R24), such as every game of a variant."""


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
    rated = ending.outcome in ("won", "finished") and rules.ending != "grand_finale" and rules.variant is None
    return Result(ending.outcome, ending.reason, score, table_points, band_of(rules, table_points) if rated else None)


def ceiling(palette: Palette, left: Sequence[int], suit: int, position: int) -> int:
    """Return the highest number of cards that a firework can still reach (R13).

    `left` has the number of copies not yet discarded, by card code. `suit` is the place of the suit, and `position` the
    position of its firework.
    """
    stack = palette.stacks[suit]
    reach = len(stack.cards[position])
    for code, after in stack.following[position].items():
        if left[code]:
            reach = max(reach, ceiling(palette, left, suit, after))
    return reach


def attainable(palette: Palette, left: Sequence[int], fireworks: Sequence[int]) -> int:
    """Return the highest score that the discard pile allows (R13). The parameters are those of `ceiling`."""
    if not palette.distinct_starts:
        return sum([ceiling(palette, left, suit, position) for suit, position in enumerate(fireworks)])
    begun = {palette.stacks[suit].cards[position][0] for suit, position in enumerate(fireworks) if position}
    points = sum([ceiling(palette, left, suit, position) for suit, position in enumerate(fireworks) if position])
    # The other suits begin with the other ranks, one each, in the best order.
    waiting = [
        {
            palette.cards[code].rank: ceiling(palette, left, suit, after) if left[code] else 0
            for code, after in palette.stacks[suit].following[0].items()
        }
        for suit, position in enumerate(fireworks)
        if not position
    ]
    starts = [rank for rank in palette.ranks if rank not in begun]
    return points + max(
        [
            sum([reach[start] for reach, start in zip(waiting, order, strict=True)])
            for order in permutations(starts, len(waiting))
        ]
    )


def fitting(palette: Palette, fireworks: Sequence[int]) -> int:
    """Return the cards that would extend a firework now (R10), as a set of codes."""
    codes = 0
    begun: set[int] = set()
    if palette.distinct_starts:
        begun = {palette.stacks[suit].cards[position][0] for suit, position in enumerate(fireworks) if position}
    for suit, position in enumerate(fireworks):
        for code in palette.stacks[suit].following[position]:
            if position or palette.cards[code].rank not in begun:
                codes |= 1 << code
    return codes


def useful(palette: Palette, left: Sequence[int], fireworks: Sequence[int]) -> int:
    """Return the cards that can still be played (R13), as a set of codes. The parameters are those of `ceiling`."""
    codes, ahead = 0, fitting(palette, fireworks)
    for suit, position in enumerate(fireworks):
        following = palette.stacks[suit].following
        positions = [after for code, after in following[position].items() if ahead >> code & 1 and left[code]]
        while positions:
            reached = positions.pop()
            codes |= 1 << palette.stacks[suit].codes[reached][-1]
            positions += [after for code, after in following[reached].items() if left[code]]
    return codes
