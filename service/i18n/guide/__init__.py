"""How a game goes, the editions, and the names of options and variants, by language."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from engine.rules import PrintedVariant
from service.i18n.guide import da, de, en, fr, nl
from service.i18n.guide.shape import Guide, OptionWords

__all__ = ["GUIDES", "Guide", "OptionWords", "VariantName", "guide", "value_name", "variant_name"]

GUIDES: Final[Mapping[str, Guide]] = {
    "en": en.GUIDE,
    "de": de.GUIDE,
    "fr": fr.GUIDE,
    "nl": nl.GUIDE,
    "da": da.GUIDE,
}


class VariantName(NamedTuple):
    """The name of a booklet's variant."""

    name: str
    own_translation: bool
    """True if no booklet in this language prints the name."""


def guide(language: str) -> Guide:
    """Return the texts about a whole game."""
    return GUIDES[language]


def value_name(language: str, option: str, value: Any) -> str:
    """Return the name of an option's value. A number is its own name."""
    return GUIDES[language].options[option].values.get(value, str(value)) if type(value) is not int else str(value)


def variant_name(language: str, variant: PrintedVariant) -> VariantName:
    """Return the name of a booklet's variant."""
    name = GUIDES[language].variants[variant.id]
    return VariantName(name, own_translation=name != variant.names.get(language))
