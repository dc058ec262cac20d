"""Sets of small numbers, such as card codes, as the bits of an integer."""

from collections.abc import Iterable


def union(sets: Iterable[int]) -> int:
    """Return the union of sets."""
    found = 0
    for codes in sets:
        found |= codes
    return found


def members(a_set: int) -> list[int]:
    """Return the numbers in a set, lowest first."""
    found = []
    while a_set:
        lowest = a_set & -a_set
        found.append(lowest.bit_length() - 1)
        a_set ^= lowest
    return found
