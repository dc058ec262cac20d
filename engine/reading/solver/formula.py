"""A formula in conjunctive normal form with cardinality constraints, and its solver.

The library python-sat is loaded when something is first solved.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from engine.reading.solver.budget import Budget

Literal = int
"""A variable, from 1 on, or the negative number for its negation."""


class Formula:
    """Clauses, each a disjunction of literals, and sets of literals of which a limited number can be true."""

    def __init__(self) -> None:
        self.size = 1
        self.true: Literal = 1
        """A literal that is true."""
        self.clauses: list[list[Literal]] = [[1]]
        self.limits: list[tuple[list[Literal], int]] = []

    def new(self) -> Literal:
        """Return a new variable."""
        self.size += 1
        return self.size

    def several(self, count: int) -> list[Literal]:
        """Return new variables."""
        self.size += count
        return list(range(self.size - count + 1, self.size + 1))

    def one_of(self, literals: Sequence[Literal], *, unless: Literal | None = None) -> None:
        """Require exactly one of a few literals, or at most one if `unless` is true."""
        self.clauses.append([*literals, -self.true if unless is None else unless])
        self.clauses += [[-a, -b] for i, a in enumerate(literals) for b in literals[i + 1 :]]

    def at_most(self, literals: Iterable[Literal], limit: int) -> None:
        """Require that at most so many of the literals are true. A literal that occurs twice counts twice."""
        open_literals: dict[Literal, None] = {}  # in order
        for literal in literals:
            if literal == self.true:
                limit -= 1
            elif literal in open_literals:
                again = self.new()
                self.clauses.append([-literal, again])
                open_literals[again] = None
            elif literal != -self.true:
                open_literals[literal] = None
        if limit < 0:
            self.clauses.append([])
        elif limit == 0:
            self.clauses += [[-literal] for literal in open_literals]
        elif limit < len(open_literals):
            self.limits.append(([*open_literals], limit))

    def count_at_most(self, literals: Sequence[Literal], limit: int) -> None:
        """Require the same of different literals, with variables that count how many of the first ones are true.

        The solver can learn from the counts, which pays if much depends on the limit.
        """
        from pysat.card import CardEnc, EncType

        counter: Any = CardEnc.atmost(literals, limit, self.size, encoding=EncType.seqcounter)
        self.clauses += counter.clauses
        self.size = max(self.size, counter.nv)

    def both(self, a: Literal, b: Literal) -> Literal:
        """Return a literal that is true if both are true."""
        if -self.true in (a, b):
            return -self.true
        if a == self.true or b == self.true:
            return a if b == self.true else b
        both = self.new()
        self.clauses.append([-a, -b, both])
        return both

    def counter(self, most: int) -> list[Literal]:
        """Return a number from 0 to `most`. Literal k says whether it is more than k."""
        counter = self.several(most)
        self.clauses += [[a, -b] for a, b in pairwise(counter)]
        return counter

    def raised(self, count: list[Literal], gains: list[Literal]) -> list[Literal]:
        """Return a counter that is one higher, up to its cap, if one of the literals is true."""
        gain = self.new()
        self.clauses += [[-literal, gain] for literal in gains]
        self.clauses.append([-gain, *gains])
        after = self.counter(len(count))
        for k, more in enumerate(after):
            below = count[k - 1] if k else self.true
            self.clauses += ([-count[k], more], [count[k], gain, -more], [-gain, -below, more], [below, -more])
        return after

    def solve(self, budget: Budget) -> list[bool] | None:
        """Return the values of the variables in a solution, by variable. None if there is provably no solution.

        Raises OutOfBudget.
        """
        from pysat.solvers import Gluecard4

        solver: Any = Gluecard4(bootstrap_with=self.clauses)  # it drops what the first clause decides
        with solver:
            for limited, limit in self.limits:
                solver.add_atmost(limited, limit)
            spent = 0
            while True:
                solver.conf_budget(budget.slice())
                answer = solver.solve_limited()
                conflicts = solver.accum_stats()["conflicts"]
                budget.spend(conflicts - spent)
                spent = conflicts
                if answer is False:
                    return None
                if answer:
                    return [False, *[literal > 0 for literal in solver.get_model()]]
