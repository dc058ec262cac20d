"""The rules of a game: its options, and the cards, stacks and clues of its variant.

`variants` reads the suits and variants, which are data. `touch` says which clues touch which cards. `card_set` works
out all of this once per variant. `options` contains the options, `editions` the
values that the editions give them, with the variants of the booklets.
"""

from engine.rules.card_set import CODES, ClueKind, Palette, Stack, palette_of
from engine.rules.editions import EDITIONS, PRINTED_VARIANTS, SIX_SEATS_EDITION, PrintedVariant
from engine.rules.options import (
    MAX_SEATS,
    MIN_SEATS,
    OPTIONS,
    RULESET,
    Multicolor,
    Option,
    Rules,
    RulesError,
    default_of,
    resolve,
    rules_as_dict,
    rules_from_dict,
    seats_fit,
)

__all__ = [
    "CODES",
    "EDITIONS",
    "MAX_SEATS",
    "MIN_SEATS",
    "OPTIONS",
    "PRINTED_VARIANTS",
    "RULESET",
    "SIX_SEATS_EDITION",
    "ClueKind",
    "Multicolor",
    "Option",
    "Palette",
    "PrintedVariant",
    "Rules",
    "RulesError",
    "Stack",
    "default_of",
    "palette_of",
    "resolve",
    "rules_as_dict",
    "rules_from_dict",
    "seats_fit",
]
