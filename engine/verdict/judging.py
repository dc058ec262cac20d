"""Judge a turn by what its seat knew: the expected points of its choices, on deals that fit."""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from statistics import fmean
from typing import Final, NamedTuple

from engine.bots.hgroup_bot import Choice
from engine.commands import Play, Turn
from engine.reading.view import seat_view
from engine.verdict.deals import Dices, fitting
from engine.verdict.playing import Playing
from engine.verdict.seen import Seen

MODEL: Final = 8
"""The version of what computes verdicts. Increment it when they get better, or when the bots play otherwise."""

SURE: Final = 2.0
"""The number of standard errors that a reported difference has at least."""
_SURE_EARLY: Final = 3.0
"""The same while more deals may follow, since it is asked more than once."""
_ONE_MORE: Final = 1.8
"""The squared deviation of a deal, in points squared: 1.35 points. It is added, as few deals miss what is rare."""
_LEAST_DEALS: Final = 16
"""The number of deals that a reported difference needs at least."""


class Effort(NamedTuple):
    """How many deals a verdict may take."""

    screened: int = 16
    """The deals on which all turns are compared, one round and the rest in short form."""
    few: int = 3
    """How many of the others are compared then."""
    rounds: tuple[int, ...] = (16, 16, 16, 16, 16, 16)
    """The deals that are played to the end. After the first round, only the best of the others is compared."""
    error: float = 0.2
    """The standard error at which it is enough, in points."""
    hope: float = -math.inf
    """How many points another turn must seem to bring after a round, or it is not played on."""
    exact: bool = True
    """Whether the error must be small for a turn that is surely better than the real one, too."""


class Compared(NamedTuple):
    """A turn that was compared."""

    turn: Turn
    difference: float
    """The mean difference to the best turn, in points; 0 for the best."""
    error: float
    """The standard error of the difference, from the same deals for both; 0 for the best."""
    worse: int
    """In how many deals it has fewer points than the best."""
    better: int
    """In how many deals it has more."""
    deals: int
    """On how many deals both were compared."""

    @property
    def is_sure(self) -> bool:
        """True if the difference is above chance, so that it may be told."""
        return self.deals >= _LEAST_DEALS and abs(self.difference) >= SURE * self.error > 0

    @property
    def most(self) -> float:
        """What it may cost at most, as far as two standard errors say."""
        return max(-self.difference, 0.0) + SURE * self.error


class Verdict(NamedTuple):
    """What the choices of a decision were worth, given what the seat knew."""

    real: Compared
    """The turn that was taken."""
    choices: tuple[Compared, ...]
    """The compared turns, the best first. One of them is `real`."""
    deals: int
    """The deals on which the best and the real turn were compared."""
    lands: int | None
    """In how many of them the card fits that was played; None for other turns."""

    @property
    def best(self) -> Compared:
        """The best turn."""
        return self.choices[0]


def judged(
    seen: Seen, real: Turn, dices: Dices, effort: Effort | None = None, pace: Callable[[], object] = lambda: None
) -> Verdict:
    """Return the verdict of a turn.

    All turns are compared on the same deals, each played to its end by partners of the level. `pace` is called often,
    and may pause.
    """
    effort, games = effort or Effort(), fitting(seen, dices)
    turns, _ = promising(seen, real, games, dices, effort, pace)
    return played_out(turns, games, dices, effort, pace)


def played_out(
    turns: Sequence[Turn],
    games: Iterator[Playing],
    dices: Dices,
    effort: Effort,
    pace: Callable[[], object] = lambda: None,
) -> Verdict:
    """Return the verdict of the first of some turns, each played to the end on the same games."""
    real = turns[0]
    scores: dict[Turn, list[int]] = {turn: [] for turn in turns}
    left, done, lands = [*turns], 0, 0
    for deals in effort.rounds:
        for game in islice(games, deals):
            for turn in left:
                after = game.after(turn)
                after.play_on(dices(f"rest {done}"))
                scores[turn].append(after.points())
                pace()
            done += 1
            lands += isinstance(real, Play) and game.fits(real.card)
        gains = {turn: fmean(scores[turn]) - fmean(scores[real]) for turn in left[1:]}
        rivals = sorted([turn for turn in gains if gains[turn] > effort.hope], key=lambda turn: -gains[turn])
        if done >= _LEAST_DEALS:
            del rivals[1:]
            if all(_is_enough(_compared(turn, scores, real), effort) for turn in rivals):
                break
        if not rivals:
            break
        left = [real, *rivals]
    best = max(left, key=lambda turn: (fmean(scores[turn]), turn == real))
    choices = [_compared(turn, scores, best) for turn in turns]
    ordered = sorted(choices, key=lambda choice: (choice.turn != best, -choice.difference))
    own = next(choice for choice in choices if choice.turn == real)
    return Verdict(own, tuple(ordered), done, lands if isinstance(real, Play) else None)


def promising(
    seen: Seen,
    real: Turn,
    games: Iterator[Playing],
    dices: Dices,
    effort: Effort,
    pace: Callable[[], object] = lambda: None,
) -> tuple[list[Turn], float]:
    """Return the real turn and the others that may be as good, and by how many points the best one seems better.

    Each is played for one round by the partners, then the rest in short form. This estimate is biased, so it only
    chooses.
    """
    found = [*islice(games, max(effort.screened, 1))]
    view = seat_view(found[0].state, seen.seat)
    turns = [real, *[turn for turn in Choice(view, seen.table).open_turns() if turn != real]]
    means = {}
    for turn in turns:
        points = []
        for number, game in enumerate(found):
            after = game.after(turn)
            after.play_on(dices(f"round {number}"), seen.seats)
            points.append(after.points())
            pace()
        means[turn] = fmean(points)
    others = sorted(turns[1:], key=lambda turn: -means[turn])[: effort.few]
    return [real, *others], max([means[turn] - means[real] for turn in others], default=0.0)


def _compared(turn: Turn, scores: dict[Turn, list[int]], best: Turn) -> Compared:
    """Return how a turn differs from the best one, on the deals on which both were played."""
    if turn == best:
        return Compared(turn, 0.0, 0.0, 0, 0, len(scores[turn]))
    gains = [one - other for one, other in zip(scores[turn], scores[best], strict=False)]
    mean = fmean(gains)
    return Compared(
        turn, mean, _error(gains, mean), sum([one < 0 for one in gains]), sum([one > 0 for one in gains]), len(gains)
    )


def _error(gains: Sequence[int], mean: float) -> float:
    spread = sum([(gain - mean) ** 2 for gain in gains]) + _ONE_MORE
    return math.sqrt(spread / (len(gains) * max(len(gains) - 1, 1)))


def _is_enough(choice: Compared, effort: Effort) -> bool:
    """Return True if a turn was compared with the real one for long enough."""
    loss = -choice.difference if effort.exact else abs(choice.difference)
    return choice.error <= effort.error or loss >= _SURE_EARLY * choice.error
