"""Remarks at the table, in words (R27)."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import Counted, in_each_language

__all__ = ["remark"]


def _remarks(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "no-information": _("I still have no information about my hand."),
        "remember-your-hand": _("Do you remember what you hold?"),
    }


def _about_cards(catalog: NullTranslations) -> Mapping[str, Counted]:
    """Return the remarks that name cards, by their number."""
    ngettext = catalog.ngettext
    return {
        "no-information": lambda count: ngettext(
            "I still have no information about this card.", "I still have no information about these cards.", count
        ),
    }


_REMARKS: Final = in_each_language(_remarks)
_ABOUT_CARDS: Final = in_each_language(_about_cards)


def remark(language: str, remark_id: str, cards: int = 0) -> str:
    """Return the text of a remark (R27), by its id in `engine.decide.REMARKS` and the number of cards that it names."""
    return _ABOUT_CARDS[language][remark_id](cards) if cards else _REMARKS[language][remark_id]
