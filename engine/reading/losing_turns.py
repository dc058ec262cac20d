"""Where the points of a game were lost, given what could be reached at each version."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from engine.commands import Turn
from engine.events import Log, TurnTaken

LossKind = Literal["turn", "end", "deal"]


class Reachable(NamedTuple):
    """Bounds of the highest score that can still be reached, and turns that reach the lower one."""

    lower: int
    upper: int
    line: tuple[Turn, ...] = ()

    @property
    def exact(self) -> bool:
        """True if both bounds are equal."""
        return self.lower == self.upper


class Loss(NamedTuple):
    """Points that were lost."""

    version: int
    """The version of the event that lost them; if `since` is earlier, the latest that can have lost them."""
    since: int
    """The last version at which they provably could be reached, -1 for none. `version - 1` if the event is certain."""
    points: int
    kind: LossKind
    """A turn lost them, or another event that ended the game (R21), or they never could be reached."""


def losses(log: Log, values: Sequence[Reachable]) -> list[Loss]:
    """Return where the points were lost, given the curve of a game, earliest first."""
    highest = log.deal.rules.palette.max_score
    spans = []
    for goal in range(highest, values[-1].upper, -1):
        version = next(version for version, value in enumerate(values) if value.upper < goal)
        since = max([number for number, value in enumerate(values) if value.lower >= goal], default=-1)
        spans.append((version, since))
    found = []
    for version, since in sorted(set(spans)):
        turn = version > 0 and isinstance(log.later[version - 1], TurnTaken)
        kind: LossKind = "deal" if version == 0 else "turn" if turn else "end"
        found.append(Loss(version, since, spans.count((version, since)), kind))
    return found
