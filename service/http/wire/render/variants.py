"""JSON of hanab.live's variants."""

from functools import lru_cache
from typing import Any, Final

import orjson

from engine.rules import PRINTED_VARIANTS
from engine.rules.palettes import Palette, palette_of
from engine.rules.variants import SAME_AS, Variant
from service import i18n

__all__ = ["SUIT_FLAGS", "variant"]

SUIT_FLAGS: Final = {
    "oneOfEach": "one_of_each",
    "allClueColors": "all_clue_colors",
    "noClueColors": "no_clue_colors",
    "allClueRanks": "all_clue_ranks",
    "noClueRanks": "no_clue_ranks",
    "prism": "prism",
}
"""The flags of suits in responses, by their names in the table of suits. Other flags have members of their own."""


@lru_cache(4096)
def variant(language: str, item: Variant) -> orjson.Fragment:
    """Return a variant as JSON, with its rules as data and in words."""
    return orjson.Fragment(orjson.dumps(_variant(language, item)))


def _variant(language: str, item: Variant) -> dict[str, Any]:
    palette = palette_of(item.name)
    return {
        "id": item.id,
        "name": item.name,
        "rules": item.rules,
        "suits": [_suit(language, palette, place) for place in range(len(item.suits))],
        "clue_colors": palette.clue_colors,
        "clue_ranks": palette.clue_ranks,
        "ranks": palette.ranks,
        "modifiers": sorted(item.modifiers),
        "deck_size": len(palette.deck),
        "max_score": palette.max_score,
        "text": i18n.rules_in_words(language, item),
        "booklets": _booklets(item),
    }


def _suit(language: str, palette: Palette, place: int) -> dict[str, Any]:
    suit = palette.variant.suits[place]
    return {
        "name": suit.name,
        "text": i18n.color_name(language, suit.name),
        "clue_colors": suit.colors,
        "flags": [name for flag, name in SUIT_FLAGS.items() if flag in suit.flags],
        "copies": [{"rank": rank, "copies": palette.copies[palette.codes[suit.name, rank]]} for rank in palette.ranks],
        "reversed": "reversed" in suit.flags,
        "inverted": "inverted" in suit.flags,
    }


def _booklets(item: Variant) -> dict[str, Any] | None:
    multicolor = SAME_AS.get(item.name)
    if multicolor is None:
        return None
    names = [
        {"edition": edition, "name": name}
        for printed in PRINTED_VARIANTS
        if printed.option == "multicolor" and multicolor in printed.values
        for edition, name in printed.names.items()
    ]
    return {"multicolor": multicolor, "names": names}
