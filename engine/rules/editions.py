"""The editions of the game, in which options they differ, and the variants that the booklets print."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

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


class PrintedVariant(NamedTuple):
    """A variant, as the values of one option."""

    id: str
    option: str
    values: tuple[Any, ...]
    """The values of the option, each of which is this variant."""
    names: Mapping[str, str | None]
    """What the editions that have the variant call it; None where the title is lost."""


PRINTED_VARIANTS: Final = (
    PrintedVariant("color-rush", "multicolor", ("ten",), {"de": "Farbrausch"}),
    PrintedVariant(
        "color-rush-hard",
        "multicolor",
        ("five",),
        {"de": "Farbrausch (schwerer)", "fr": "Avalanche de couleurs", "da": "Kaskade af farve"},
    ),
    PrintedVariant("color-rush-2", "multicolor", ("wild_ten",), {"de": "Farbrausch²"}),
    PrintedVariant("color-rush-2-hard", "multicolor", ("wild_five",), {}),
    PrintedVariant("grand-finale", "ending", ("grand_finale",), {"fr": "Le bouquet final", "nl": None, "da": None}),
    PrintedVariant("choreography", "color_declaration", (True,), {"fr": "Chorégraphie minutée", "da": None}),
    PrintedVariant("too-easy", "strike_tokens", (2, 1), {"de": "Zu einfach?"}),
    PrintedVariant("too-hard", "clue_tokens", tuple(range(9, 21)), {"de": "Zu schwer?"}),
)
"""`wild_five` is a house rule, which no booklet names."""
