"""JSON of the rulings, and of the variants and options of an edition."""

from collections.abc import Mapping
from typing import Any, Final

from engine.decide import Refusal
from engine.rules import MAX_SEATS, OPTIONS, PRINTED_VARIANTS, SIX_SEATS_EDITION, PrintedVariant, default_of
from service import i18n

__all__ = ["RULES", "edition_options", "edition_variants", "ruling"]

RULES: Final = tuple(f"R{number}" for number in range(1, 31))
"""The ids of the rulings."""

_PROBLEMS: Final[Mapping[str, tuple[str, ...]]] = {
    "R2": ("invalid-deck",),
    "R4": ("not-your-turn",),
    "R22": ("game-not-running",),
    "R30": ("bot-cannot-play",),
}
"""The problems that a ruling explains, apart from refusals."""


def ruling(language: str, rule: str) -> dict[str, Any]:
    """Return a ruling with its text, source, options and refusals."""
    text = i18n.ruling(language, rule)
    refusals = [refusal.code for refusal in Refusal if refusal.rule == rule]
    problems = (*(("illegal-move",) if refusals else ()), *_PROBLEMS.get(rule, ()))
    return {
        "id": rule,
        "title": text.title,
        "text": text.text,
        "source": text.source,
        "own": text.own,
        "options": [name for name, option in OPTIONS.items() if rule in option.rulings],
        "refusals": [{"code": code, "text": i18n.refusal(language, code, rule)} for code in refusals],
        "problems": [{"code": code, "type": f"/problems/{code}"} for code in problems],
        "page": f"/docs/rules#{rule}",
    }


def edition_options(language: str, edition: str) -> list[dict[str, Any]]:
    """Return the options of games with the defaults of an edition."""
    return [_option(language, edition, name) for name in OPTIONS]


def _option(language: str, edition: str, name: str) -> dict[str, Any]:
    option, values = OPTIONS[name], OPTIONS[name].values
    if name == "starting_seat" and edition != SIX_SEATS_EDITION:
        values = tuple([value for value in values if value != MAX_SEATS - 1])
    return {
        "name": name,
        "title": i18n.guide(language).options[name].title,
        "values": values,
        "value_names": [i18n.value_name(language, name, value) for value in values],
        "default": default_of(edition, name),
        "source": i18n.guide(language).sources[name],
        "house_rules": option.house_rules,
        "requires": dict([option.requires]) if option.requires else None,
        "rules": option.rulings,
    }


def edition_variants(language: str, edition: str) -> list[dict[str, Any]]:
    """Return the variants that an edition prints."""
    return [_variant(language, variant, edition) for variant in PRINTED_VARIANTS if edition in variant.names]


def _variant(language: str, variant: PrintedVariant, edition: str) -> dict[str, Any]:
    words = i18n.variant_name(language, variant)
    return {
        "option": variant.option,
        "values": variant.values,
        "printed_name": variant.names[edition],
        "name": words.name,
        "own_translation": words.own_translation,
    }
