"""The curve of a game: what could be reached at each version, and which turns keep it."""

from collections.abc import Sequence

from engine.commands import Turn
from engine.events import LaterEvent, Log, TurnTaken, as_command
from engine.fold import fold, steps
from engine.reading.losing_turns import Reachable
from engine.reading.solver.budget import Budget
from engine.reading.solver.choices import choices, same_turn
from engine.reading.solver.lines import after
from engine.reading.solver.search import reachable
from engine.state import State


def curve(log: Log, budget: Budget) -> list[Reachable]:
    """Return what could be reached at each version of a game.

    What can be reached never rises. So bisection finds the versions at which it falls; the others need no search. At
    the end of a lost game it is the score, which no search aims at.
    """
    states = list(steps(log))
    turns = [_turn_of(event) for event in log.later]
    last = len(states) - 1
    found: dict[int, Reachable] = {last: reachable(states[last], budget)}

    def known(version: int, before: Reachable, later: int) -> Reachable:
        """Return the bounds of a version from those of an earlier and a later one."""
        lower, _, line = found[later]
        if not line:  # the points are on the table already: no turn after the last of them belongs to the line
            later = next(number for number, state in enumerate(states) if state.table_points == lower)
        begun = tuple([turn for turn in turns[version:later] if turn is not None])
        return Reachable(lower, max(before.upper, lower), begun + line)

    first = Reachable(0, states[0].palette.max_score, ())
    if last:
        found[0] = reachable(states[0], budget, known=known(0, first, last))
    open_ranges = [(0, last)]
    while open_ranges:
        low, high = open_ranges.pop()
        if high - low < 2:
            continue
        middle = (low + high) // 2
        bounds = known(middle, found[low], high)
        if not bounds.exact:
            bounds = reachable(states[middle], budget, known=bounds)
        found[middle] = bounds
        open_ranges += [(low, middle), (middle, high)]
    joined = _joined([found[version] for version in range(last + 1)], turns)
    return [*joined[:-1], at_the_end(states[-1], joined[-1])]


def at_the_end(state: State, bounds: Reachable) -> Reachable:
    """Return the bounds of the last state of a game: after a loss, the score takes the place of the points."""
    points = state.counted_points
    return bounds if state.ending is None else Reachable(points, points, ())


def _turn_of(event: LaterEvent) -> Turn | None:
    command = as_command(event) if isinstance(event, TurnTaken) else None
    return command if isinstance(command, Turn) else None


def _joined(found: list[Reachable], turns: list[Turn | None]) -> list[Reachable]:
    """Return the bounds so that they never rise.

    `turns` contains the turn after each version, None for other events.
    """
    for version, turn in reversed([*enumerate(turns)]):
        bounds, following = found[version], found[version + 1]
        if following.lower > bounds.lower:
            line = following.line if turn is None else (turn, *following.line)
            found[version] = bounds._replace(lower=following.lower, line=line)
    for version, bounds in enumerate(found[1:], 1):
        found[version] = bounds._replace(upper=min(bounds.upper, found[version - 1].upper))
    return found


def saving_turns(log: Log, version: int, budget: Budget) -> list[tuple[Turn, ...]]:
    """Return the turns at a version that keep what could be reached there, each with the line that follows.

    All clues that lead to the same are one turn, and so are equal cards and useless cards. A turn is missing if the
    budget ended before its proof.
    """
    state = fold(log.until(version))
    return saving_turns_at(state, reachable(state, budget.part(2)).lower, budget)


def saving_turns_at(state: State, goal: int, budget: Budget, preferred: Sequence[Turn] = ()) -> list[tuple[Turn, ...]]:
    """Return the turns of the seat to move after which a goal can be reached, each with the line that follows.

    All clues that lead to the same are one turn, and so are equal cards and useless cards. A turn is missing if the
    budget ended before its proof. Turns are in the order of `preferred`, which also chooses among equal ones; others
    follow.
    """
    places = {turn: place for place, turn in enumerate(preferred)}

    def place(turn: Turn) -> int:
        return places.get(turn, len(places))

    if state.to_move is None:
        return []
    found = []
    for choice in choices(state):
        for way in choice.ways:
            equal = [turn for turn in preferred if any(same_turn(turn, one) for one in way)]
            turn = min((*equal, *way), key=place)
            # Only the goal matters: nothing below it is searched for.
            reached = reachable(after(state, turn), budget.part(2), known=Reachable(goal - 1, goal, ()))
            if reached.lower >= goal:
                found.append((turn, *reached.line))
                break
    return sorted(found, key=lambda line: place(line[0]))
