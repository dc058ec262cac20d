"""The rulings R1 to R30, by language."""

from collections.abc import Mapping
from typing import Final

from service.i18n.rulings import da, de, en, fr, nl
from service.i18n.rulings.shape import Ruling

__all__ = ["RULINGS", "Ruling", "ruling"]

RULINGS: Final[Mapping[str, tuple[Ruling, ...]]] = {
    "en": en.RULINGS,
    "de": de.RULINGS,
    "fr": fr.RULINGS,
    "nl": nl.RULINGS,
    "da": da.RULINGS,
}
"""By language; R1 is the first."""


def ruling(language: str, rule: str) -> Ruling:
    """Return the text of a ruling, such as R5."""
    return RULINGS[language][int(rule[1:]) - 1]
