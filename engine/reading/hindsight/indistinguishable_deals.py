"""How often a turn would have lost points, among the deals that its seat could not distinguish."""

from collections.abc import Callable, Iterator
from statistics import fmean
from typing import Final, NamedTuple

from engine.commands import Turn
from engine.events import Log, TurnTaken, as_command
from engine.fold import evolve, fold
from engine.reading.hindsight.estimates import Points, fallen
from engine.reading.sampled_deals import enumerated, resampled
from engine.reading.solver import Budget, Reachable, reachable

_ENUMERATED: Final = 100
_SAMPLES: Final = 20
_SHARE: Final = 10
"""One position may spend a tenth of the budget."""


class OwnView(NamedTuple):
    """A turn in the deals that its seat could not distinguish: of its own hand and the order of the deck.

    The value of a deal is what a table that sees all cards could still reach.
    """

    losing: int
    """The number of deals in which the turn provably lost points."""
    undecided: int
    """The number of deals in which the budget or the variant left open whether it did."""
    deals: int
    """The number of deals examined, at least 1. All are equally likely."""
    exact: bool
    """Whether these are all deals; if not, they are a sample."""
    loss: float
    """The mean over these deals of the points that the turn provably lost."""


def own_view(
    log: Log,
    version: int,
    below: Callable[[int], int],
    budget: Budget,
    *,
    enumerate_up_to: int = _ENUMERATED,
    most: int = _SAMPLES,
) -> OwnView:
    """Return in how many deals the turn at a version lost points.

    All deals count if the clues and the cards that the seat has seen allow at most `enumerate_up_to`. Otherwise there
    are as many samples as the budget allows, at least one and at most `most`. `below(n)` returns a uniform integer from
    0 to n - 1. Raises ValueError if the event at that version is not a turn.
    """
    event = log.later[version - 1] if 0 < version <= log.version else None
    if not isinstance(event, TurnTaken):
        raise ValueError("no turn was taken at this version")
    before = log.until(version - 1)
    decks = enumerated(before, event.seat, enumerate_up_to)
    found: list[Points] = []
    for deck in decks or _drawn(before, event.seat, below, most):
        if found and decks is None and budget.spent:
            break
        found.append(fallen(*_values(before._replace(deck=deck), event, budget)))
    return OwnView(
        losing=sum([lost.proved > 0 for lost in found]),
        undecided=sum([not lost.proved and lost.open > 0 for lost in found]),
        deals=len(found),
        exact=decks is not None,
        loss=fmean([lost.proved for lost in found]),
    )


def _drawn(log: Log, seat: int, below: Callable[[int], int], count: int) -> Iterator[bytes]:
    for _ in range(count):
        yield resampled(log, seat, below)


def _values(log: Log, event: TurnTaken, budget: Budget) -> tuple[Reachable, Reachable]:
    """Return what could be reached before and after a turn.

    The turn after is searched first: if it still reaches the bounds of before, no other search is needed.
    """
    state = fold(log)
    now = reachable(evolve(state, event), budget.share(_SHARE))
    turn = as_command(event)
    assert isinstance(turn, Turn)
    known = Reachable(now.lower, state.attainable, (turn, *now.line))
    then = reachable(state, budget.share(_SHARE), known=known)
    return then, now._replace(upper=min(now.upper, then.upper))
