"""How a game ends: the outcome, the reason, and the points that stand behind it."""

from typing import Literal, NamedTuple

__all__ = ["Ending", "Outcome", "Reason"]

Outcome = Literal["won", "lost", "finished", "aborted"]
Reason = Literal[
    "strikeout",  # R14
    "irreplaceable_card_lost",  # R15
    "fireworks_complete",  # R16
    "last_round_over",  # R17
    "no_legal_action",  # R19
    "no_points_left",  # R20
    "agreed",  # R21, as the next two
    "idle",
    "terminated",
]


class Ending(NamedTuple):
    """Why the game is over."""

    outcome: Outcome
    reason: Reason
