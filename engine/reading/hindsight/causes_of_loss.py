"""Luck and error of a finished game, for a table with open hands that does not know the deck.

The value of a position is the mean, over all orders of its deck, of what could still be reached. It is estimated from
samples of the deck.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from statistics import fmean
from typing import Final, NamedTuple

from engine.events import Log, TurnTaken
from engine.fold import steps
from engine.reading.hindsight.estimates import Estimate, Points, between, estimate, fallen, total, value
from engine.reading.hindsight.worlds import Chain, Values, chains
from engine.reading.solver import Budget, Reachable

_SAMPLES: Final = 16
_MORE: Final = 2
"""How many times as many samples there may be while the error of a seat is high."""


class Parts(NamedTuple):
    """The lost points by cause, in one sample. Their sum is the maximum minus the counted points, exactly.

    A cause states the points that it provably lost.
    """

    deal: float
    draws: float
    """Negative if the cards drawn were better than those of the sample."""
    seats: tuple[float, ...]
    """By seat; never negative."""
    end: float
    """Lost by an event that is not a turn and ended the game (R21); never negative."""
    undecided: float
    """The points of which the cause is not decided. Negative if undecided draws gained more."""


class AtVersion(NamedTuple):
    """What happened at a version, in points."""

    value: Estimate
    """What could still be reached after the event."""
    loss: Estimate
    """What the event lost; for a turn, before the next card was drawn. Never negative, and 0 for the deal."""
    draw: Estimate
    """What the card drawn lost; negative if it was better than the average."""


class OpenHands(NamedTuple):
    """The estimates for a game. The parts and `undecided` add up to the maximum minus the counted points."""

    deal: Estimate
    draws: Estimate
    seats: tuple[Estimate, ...]
    """By seat."""
    end: Estimate
    undecided: float
    """The points of which the cause is not decided, in the mean."""
    versions: tuple[AtVersion, ...]
    """By version, the deal first."""
    samples: tuple[Parts, ...]
    """The parts of each sample, of which the estimates are the means. At least one."""
    inexact: int
    """The number of searched positions of which only bounds are known."""
    searched: int
    """The number of different positions of all samples."""


def open_hands(log: Log, below: Callable[[int], int], budget: Budget, *, most: int = _SAMPLES) -> OpenHands:
    """Return what the deal, the draws and each seat lost in a finished game.

    There are as many samples as the budget allows, at least one and at most `most`, or twice as many while the
    error of a seat is high. `below(n)` returns a uniform integer from 0 to n - 1. Raises ValueError if the game has not
    ended.
    """
    states = list(steps(log))
    if states[-1].ending is None:
        raise ValueError("the game has not ended")
    values = Values(states, [isinstance(event, TurnTaken) for event in log.later], budget)
    games: list[_Sample] = []
    while not (games and budget.spent) and (len(games) < most or (len(games) < _MORE * most and not _fair(log, games))):
        sample = _Sample([(chain, values.along(chain)) for chain in chains(states, below)])
        if not games or not budget.spent:  # a sample that the budget cut short would be less exact than the others
            games.append(sample)
    causes = [game.causes(log) for game in games]
    parts = [found.parts for found in causes]
    return OpenHands(
        deal=estimate([found.deal for found in causes]),
        draws=estimate([found.draws for found in causes]),
        seats=tuple(_estimates([found.seats for found in causes])),
        end=estimate([found.end for found in causes]),
        undecided=fmean([part.undecided for part in parts]),
        versions=tuple(
            map(
                AtVersion,
                _estimates([[*map(value, game.values)] for game in games]),
                _estimates([game.losses for game in games]),
                _estimates([game.draws for game in games]),
            )
        ),
        samples=tuple(parts),
        inexact=values.inexact,
        searched=values.searched,
    )


def _fair(log: Log, games: "Sequence[_Sample]") -> bool:
    return all(seat.fair for seat in _estimates([game.causes(log).seats for game in games]))


def _estimates(samples: Sequence[Sequence[Points]]) -> Iterable[Estimate]:
    """Return the estimate at each place of sequences of one length."""
    return map(estimate, zip(*samples, strict=True))


class _Causes(NamedTuple):
    """What each cause lost in a sample."""

    deal: Points
    draws: Points
    seats: tuple[Points, ...]
    end: Points
    missing: int
    """The maximum minus the counted points."""

    @property
    def parts(self) -> Parts:
        deal, draws, end = self.deal.proved, self.draws.proved, self.end.proved
        seats = tuple([seat.proved for seat in self.seats])
        return Parts(deal, draws, seats, end, self.missing - deal - draws - sum(seats) - end)


class _Sample:
    """The values, losses and draws of a sample, by version."""

    def __init__(self, along: Sequence[tuple[Chain, Sequence[Reachable]]]) -> None:
        self.values: list[Reachable] = []
        self.losses = [Points(0)]
        self.draws = [Points(0)]
        for chain, values in along:
            if chain.first:  # W - V: the same version with the card of the sample, and with the real one
                before, after = self.values.pop(), values[0]
                self.draws[chain.first] = between(before.lower - after.upper, before.upper - after.lower)
            self.values += values
            self.losses += [fallen(before, after) for before, after in pairwise(values)]
            self.draws += [Points(0)] * (len(values) - 1)

    def causes(self, log: Log) -> _Causes:
        highest = log.deal.rules.palette.max_score
        seats: list[list[Points]] = [[] for _ in range(log.deal.seats)]
        end: list[Points] = []
        for event, loss in zip(log.later, self.losses[1:], strict=True):
            (seats[event.seat] if isinstance(event, TurnTaken) else end).append(loss)
        first, last = self.values[0], self.values[-1]
        return _Causes(
            deal=between(highest - first.upper, highest - first.lower),
            draws=total(self.draws),
            seats=tuple(map(total, seats)),
            end=total(end),
            missing=highest - last.lower,
        )
