"""The editions of the game, and in which options they differ."""

from collections.abc import Mapping
from typing import Any, Final

__all__ = ["EDITIONS", "SIX_SEATS_EDITION"]

EDITIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "de": {},
    "en": {},
    "fr": {
        "strikeout_score": "none",
        "empty_clues": False,
        "finale_loss": "strikes_only",
        "hand_reorder": "after_clue",
    },
    "nl": {"strikeout_score": "none", "hand_reorder": "after_clue"},
    "da": {"strikeout_score": "none", "hand_reorder": "after_clue"},
    "hanab_live": {"empty_clues": False, "early_end": "no_points_left", "strikeout_score": "zero"},
}
"""The defaults of each edition. Other options have their own default."""

SIX_SEATS_EDITION: Final = "hanab_live"
"""The edition in which six can play. The booklets allow five."""
