"""Ends of games, results and the rating scale."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Final, Literal, NamedTuple

from engine.rules import Palette, Rules

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


def result_of(rules: Rules, ending: Ending, table_points: int) -> Result:
    """Return the result: the score (R14-R21) and rating band (R23, R24)."""
    score: int | None = None
    if ending.outcome in ("won", "finished"):
        score = table_points
    elif ending.outcome == "lost" and rules.strikeout_score == "zero":
        score = 0
    band = None
    if score is not None and rules.variant is None and rules.finale_loss != "irreplaceable":  # R24
        scale = reversed(BANDS[rules.palette.max_score])
        band = next(band.name for band in scale if score >= band.lowest)
    return Result(ending.outcome, ending.reason, score, table_points, band)


def gone(left: Sequence[int]) -> int:
    """Return the cards of which no copy is left, as a set of codes. `left` contains the number of copies by code."""
    return sum([1 << code for code, copies in enumerate(left) if not copies])


def ceiling(palette: Palette, lost: int, suit: int, position: int) -> int:
    """Return the highest number of cards that a firework can still reach (R13).

    `lost` contains the cards of which all copies are discarded, as a set of codes. `suit` is the place of the suit, and
    `position` the position of its firework.
    """
    stack = palette.stacks[suit]
    if palette.plain_stacks:
        for code in stack.codes[-1][position:]:
            if lost >> code & 1:
                break
            position += 1
        return position
    if not lost & palette.suit_cards[suit]:
        return stack.top
    while len(stack.following[position]) == 1:
        ((code, after),) = stack.following[position].items()
        if lost >> code & 1:
            break
        position = after
    if len(stack.following[position]) < 2:
        return len(stack.cards[position])
    branches = stack.following[position].items()
    reached = [ceiling(palette, lost, suit, after) for code, after in branches if not lost >> code & 1]
    return max([len(stack.cards[position]), *reached])


def attainable(palette: Palette, lost: int, fireworks: Sequence[int]) -> int:
    """Return the highest score that the discard pile allows (R13). The parameters are those of `ceiling`."""
    if not palette.distinct_starts:
        return sum([ceiling(palette, lost, suit, position) for suit, position in enumerate(fireworks)])
    begun = _begun(palette, fireworks)
    starts = [rank for rank in palette.ranks if rank not in begun]
    points, waiting = 0, []
    for suit, position in enumerate(fireworks):
        if position or not lost & palette.suit_cards[suit]:
            points += ceiling(palette, lost, suit, position)  # A whole suit can begin with any rank.
        else:
            first = palette.stacks[suit].following[0].items()
            waiting.append(
                {
                    palette.cards[code].rank: 0 if lost >> code & 1 else ceiling(palette, lost, suit, after)
                    for code, after in first
                }
            )
    orders = permutations(starts, len(waiting))
    return points + max([sum([reach[start] for reach, start in zip(waiting, order, strict=True)]) for order in orders])


def _begun(palette: Palette, fireworks: Sequence[int]) -> set[int]:
    """Return the first ranks of the fireworks."""
    return {palette.stacks[suit].cards[position][0] for suit, position in enumerate(fireworks) if position}


def fitting(palette: Palette, fireworks: Sequence[int]) -> int:
    """Return the cards that would extend a firework now (R10), as a set of codes."""
    codes = 0
    begun = _begun(palette, fireworks) if palette.distinct_starts else set()
    for suit, position in enumerate(fireworks):
        for code in palette.stacks[suit].following[position]:
            if position or palette.cards[code].rank not in begun:
                codes |= 1 << code
    return codes


def useful(palette: Palette, lost: int, fireworks: Sequence[int]) -> int:
    """Return the cards that can still be played (R13), as a set of codes. The parameters are those of `ceiling`."""
    codes, ahead = 0, fitting(palette, fireworks)
    for suit, position in enumerate(fireworks):
        following = palette.stacks[suit].following
        positions = [after for code, after in following[position].items() if (ahead & ~lost) >> code & 1]
        while positions:
            reached = positions.pop()
            codes |= 1 << palette.stacks[suit].codes[reached][-1]
            positions += [after for code, after in following[reached].items() if not lost >> code & 1]
    return codes
