"""Texts of the home page and the review page, by language."""

from collections.abc import Mapping
from typing import Final

from engine.cards import RANKS, START
from service.i18n.guide import guide
from service.i18n.review import da, de, en, fr, nl
from service.i18n.tables import TABLES, card_name, color_name

__all__ = ["REVIEW", "review_words"]

REVIEW: Final[Mapping[str, Mapping[str, str]]] = {
    "en": en.WORDS,
    "de": de.WORDS,
    "fr": fr.WORDS,
    "nl": nl.WORDS,
    "da": da.WORDS,
}

_OF_PICTURES: Final = ("attainable", "critical", "deck", "face-down", "limit", "lost", "playable", "played", "trash")
"""The texts that the board of the pages shares with the pictures of positions."""

_NAVIGATION: Final = ("nav-play", "nav-games", "nav-puzzles", "rules", "guides", "reference")
"""The texts of all pages that these pages translate again when the reader chooses a language."""


def review_words(language: str) -> dict[str, str]:
    """Return all texts of these pages.

    These include names of cards, colors, outcomes, reasons and editions, by keys such as `card.red.1`, `color.red`,
    `outcome.won`, `reason.strikeout`, `picture.playable` and `edition.de`.
    """
    table = TABLES[language]
    suits = (*table.colors, *table.suits)
    return {
        **{key: table.pages[key] for key in _NAVIGATION},
        **REVIEW[language],
        **{f"color.{suit}": color_name(language, suit) for suit in suits},
        **{f"card.{suit}.{rank}": card_name(language, suit, rank) for suit in suits for rank in (*RANKS, START)},
        **{f"outcome.{outcome}": text for outcome, text in table.outcomes.items()},
        **{f"reason.{reason}": text for reason, text in table.reasons.items()},
        **{f"picture.{key}": table.pictures[key] for key in _OF_PICTURES},
        **{f"edition.{name}": title for name, title in guide(language).titles.items()},
    }
