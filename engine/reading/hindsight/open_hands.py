"""Luck and error of a finished game, for a table with open hands that does not know the deck.

The value of a position is the mean, over all orders of its deck, of what could still be reached. It is estimated from
samples of the deck.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from engine.events import Log, TurnTaken
from engine.fold import steps
from engine.reading.hindsight.estimates import Estimate, estimate
from engine.reading.hindsight.worlds import Chain, Values, chains
from engine.reading.solver import Budget

__all__ = ["AtVersion", "OpenHands", "Parts", "open_hands"]

_SAMPLES: Final = 16


class Parts(NamedTuple):
    """The lost points by cause, in one sample. Their sum is the maximum minus the final points, exactly.

    All are multiples of a half.
    """

    deal: float
    draws: float
    """Negative if the cards drawn were better than those of the sample."""
    seats: tuple[float, ...]
    """By seat; never negative."""
    end: float
    """Lost by an event that is not a turn and ended the game (R21); never negative."""


class AtVersion(NamedTuple):
    """What happened at a version, in points."""

    value: Estimate
    """What could still be reached after the event."""
    loss: Estimate
    """What the event lost; for a turn, before the next card was drawn. Never negative, and 0 for the deal."""
    draw: Estimate
    """What the card drawn lost; negative if it was better than the average."""


class OpenHands(NamedTuple):
    """The estimates for a game. `deal`, `draws`, `seats` and `end` add up to the maximum minus the final points."""

    deal: Estimate
    draws: Estimate
    seats: tuple[Estimate, ...]
    """By seat."""
    end: Estimate
    versions: tuple[AtVersion, ...]
    """By version, the deal first."""
    samples: tuple[Parts, ...]
    """The parts of each sample, of which the estimates are the means. At least one."""
    inexact: int
    """The number of searched positions whose exact value is unknown; each counts as the middle of its bounds."""
    searched: int
    """The number of different positions of all samples."""


def open_hands(log: Log, below: Callable[[int], int], budget: Budget, *, most: int = _SAMPLES) -> OpenHands:
    """Return what the deal, the draws and each seat lost in a finished game.

    There are as many samples as the budget allows, at least one and at most `most`. `below(n)` returns a uniform
    integer from 0 to n - 1. Raises ValueError if the game has not ended.
    """
    states = list(steps(log))
    if states[-1].ending is None:
        raise ValueError("the game has not ended")
    values = Values(states, [isinstance(event, TurnTaken) for event in log.later], budget)
    games: list[_Sample] = []
    while len(games) < most and not (games and budget.spent):
        sample = _Sample([(chain, values.along(chain)) for chain in chains(states, below)])
        if not games or not budget.spent:  # a sample that the budget cut short would be less exact than the others
            games.append(sample)
    parts = [game.parts(log) for game in games]
    return OpenHands(
        deal=estimate([part.deal for part in parts]),
        draws=estimate([part.draws for part in parts]),
        seats=tuple(_estimates([part.seats for part in parts])),
        end=estimate([part.end for part in parts]),
        versions=tuple(
            map(
                AtVersion,
                _estimates([game.values for game in games]),
                _estimates([game.losses for game in games]),
                _estimates([game.draws for game in games]),
            )
        ),
        samples=tuple(parts),
        inexact=values.inexact,
        searched=values.searched,
    )


def _estimates(samples: Sequence[Sequence[float]]) -> Iterable[Estimate]:
    """Return the estimate at each place of sequences of one length."""
    return map(estimate, zip(*samples, strict=True))


class _Sample:
    """The values, losses and draws of a sample, by version."""

    def __init__(self, along: Sequence[tuple[Chain, Sequence[float]]]) -> None:
        self.values: list[float] = []
        self.losses: list[float] = [0.0]
        self.draws: list[float] = [0.0]
        for chain, values in along:
            if chain.first:  # W - V: the same version with the card of the sample, and with the real one
                self.draws[chain.first] = self.values.pop() - values[0]
            self.values += values
            self.losses += [before - after for before, after in pairwise(values)]
            self.draws += [0.0] * (len(values) - 1)

    def parts(self, log: Log) -> Parts:
        seats, end = [0.0] * log.deal.seats, 0.0
        for event, loss in zip(log.later, self.losses[1:], strict=True):
            if isinstance(event, TurnTaken):
                seats[event.seat] += loss
            else:
                end += loss
        return Parts(log.deal.rules.palette.max_score - self.values[0], sum(self.draws), tuple(seats), end)
