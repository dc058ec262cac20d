"""A source of numbers that enumerates all sequences."""

from collections.abc import Iterator
from fractions import Fraction


class Branching:
    """A source of numbers that enumerates all sequences, one for each run."""

    def __init__(self) -> None:
        self.choices: list[tuple[int, int]] = []
        self.position = 0

    def __call__(self, limit: int) -> int:
        if self.position == len(self.choices):
            self.choices.append((0, limit))
        self.position += 1
        return self.choices[self.position - 1][0]

    def runs(self) -> Iterator[Fraction]:
        """Start the runs, one after another."""
        while True:
            self.position = 0
            yield Fraction(1)
            while self.choices and self.choices[-1][0] + 1 == self.choices[-1][1]:
                self.choices.pop()
            if not self.choices:
                return
            number, limit = self.choices.pop()
            self.choices.append((number + 1, limit))

    @property
    def probability(self) -> Fraction:
        """The probability of this run."""
        result = Fraction(1)
        for _, limit in self.choices:
            result /= limit
        return result
