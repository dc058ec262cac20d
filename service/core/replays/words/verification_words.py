"""Results of a verification in words. Their English is in the engine, which verifies without the service."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from engine.proof.deal_trust import PROTECTIONS, Protection
from engine.proof.verdicts import (
    FAULTS,
    NAMED,
    PROVENANCES,
    SIGNED,
    STORED_FAULTS,
    UNNAMED,
    UNSIGNED,
    UNVOUCHED,
    Provenance,
)
from service.platform.languages.translations import in_each_language


def _texts(catalog: NullTranslations) -> Mapping[str, str]:
    """Return the translations by their English texts."""
    tables = (FAULTS, STORED_FAULTS, PROVENANCES, UNVOUCHED, PROTECTIONS)
    texts = [text for table in tables for text in table.values()]
    return {text: catalog.gettext(text) for text in (*texts, SIGNED, UNSIGNED, NAMED, UNNAMED)}


_TEXTS: Final = in_each_language(_texts)


def fault(language: str, code: str, version: int | None) -> str:
    """Return the description of a fault in a game (`engine.proof.verify.Fault`)."""
    text = FAULTS.get(code) or STORED_FAULTS[code]
    return _TEXTS[language][text].format(version=version)


def provenance(language: str, provenance: Provenance, *, is_vouched: bool = True) -> str:
    """Return the origin of a deck, by its key in `engine.proof.verify.PROVENANCES`.

    `is_vouched` is false for a record that this service does not vouch for.
    """
    text = PROVENANCES[provenance]
    return _TEXTS[language][text if is_vouched else UNVOUCHED.get(provenance, text)]


def names(language: str, are_proved: bool) -> str:
    """Return whether the names of a record are proved."""
    return _TEXTS[language][NAMED if are_proved else UNNAMED]


def signature(language: str, key: str | None) -> str:
    """Return who signed a record, by the public key. The key is None for an unsigned record."""
    return _TEXTS[language][UNSIGNED if key is None else SIGNED].format(key=key)


def protection(language: str, protection: Protection) -> str:
    """Return how well a deal was protected, as sentences."""
    if protection.kind in ("given", "replayed", "contest", "imported"):
        return provenance(language, protection.kind)
    return _TEXTS[language][PROTECTIONS[protection.kind]].format(**protection._asdict())
