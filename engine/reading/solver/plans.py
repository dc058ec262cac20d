"""Plans: the answers of the encoding, before they are turns."""

from typing import NamedTuple

__all__ = ["Plan", "Step"]


class Step(NamedTuple):
    """Some clues, then an action."""

    passes: int
    seat: int
    kind: str
    """play, discard, misplay or idle; idle only in the last round."""
    card: int | None
    """The card that is played; None for other actions."""
    declares: bool
    """Whether a play names the color of its card."""


class Plan(NamedTuple):
    """Steps that reach a target, and the cards that a line must not give away before they are played."""

    steps: tuple[Step, ...]
    kept: frozenset[int]
