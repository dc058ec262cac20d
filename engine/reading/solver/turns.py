"""Whose turn it is: the clues between the actions, and the seats that act, as literals."""

from engine.reading.solver.formula import Formula, Literal
from engine.reading.solver.position import Position


def gaps(formula: Formula, position: Position) -> list[list[Literal]]:
    """Return, by action, whether 0, 1, 2 ... clues lie before it."""
    most = min(position.seats + position.state.rules.color_declaration, position.most_tokens // position.cost)
    found = [formula.several(most + 1) for _ in range(position.controlled)]
    for gap in found:
        formula.one_of(gap)
    return found


def actors(formula: Formula, position: Position, clues: list[list[Literal]]) -> list[list[Literal]]:
    """Return, by action and seat, whether it is the seat's action. `clues` contains the gaps."""
    seats = position.seats
    start = ((position.state.to_move or 0) - 1) % seats
    last = [formula.true if seat == start else -formula.true for seat in range(seats)]
    turns = []
    for gap in clues:
        now = formula.several(seats)
        formula.one_of(now)
        formula.clauses += [
            [-last[seat], -passes, now[(seat + 1 + count) % seats]]
            for seat in range(seats)
            for count, passes in enumerate(gap)
        ]
        turns.append(now)
        last = now
    for _ in range(position.controlled, position.actions):  # the last round
        last = [last[seat - 1] for seat in range(seats)]
        turns.append(last)
    return turns
