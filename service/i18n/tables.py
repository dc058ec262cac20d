"""Lookup of translated texts, such as problems and names of cards.

The first argument of each function is one of `LANGUAGES`. Raises KeyError for an unknown language or code.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.cards import START
from engine.proof.deal_trust import Protection
from engine.score import BANDS, Outcome, Reason
from service.i18n.catalogs import da, de, en, fr, nl
from service.i18n.languages import DEFAULT_LANGUAGE
from service.i18n.shape import ColorWords, ProblemText, Rating, SuitWords, Texts

__all__ = [
    "PAGES",
    "PROBLEMS",
    "TABLES",
    "card_name",
    "color_name",
    "fault",
    "listed",
    "loss",
    "outcome",
    "page",
    "picture",
    "problem",
    "protection",
    "provenance",
    "rating",
    "reason",
    "refusal",
    "refused_there",
    "remark",
    "signature",
    "suit_words",
]

TABLES: Final[Mapping[str, Texts]] = {
    "en": en.TEXTS,
    "de": de.TEXTS,
    "fr": fr.TEXTS,
    "nl": nl.TEXTS,
    "da": da.TEXTS,
}

PROBLEMS: Final = tuple(TABLES[DEFAULT_LANGUAGE].problems)
"""The codes of problems."""

PAGES: Final = tuple(TABLES[DEFAULT_LANGUAGE].pages)
"""The keys of the texts of pages."""

# Both scales start with the same bands, so the index of a band does not depend on the scale (R23).
_PLACES: Final = {band.name: place for scale in BANDS.values() for place, band in enumerate(scale)}


def rating(language: str, band: str) -> Rating:
    """Return the sentence of a band of either scale (R25). "25" and "25-29" share a sentence."""
    return TABLES[language].ratings[_PLACES[band]]


def problem(language: str, code: str, **params: object) -> ProblemText:
    """Return the title and the detail of a problem.

    The code insufficient-scope needs the parameter `scope`, and limit-reached `limit` and `maximum`.
    Parameters that a text does not use are ignored.
    """
    title, detail = TABLES[language].problems[code]
    return ProblemText(title, detail.format(**params))


def page(language: str, key: str) -> str:
    """Return a heading or a sentence of the documentation pages."""
    return TABLES[language].pages[key]


def refusal(language: str, code: str, rule: str) -> str:
    """Return why a move is illegal, by code and ruling (`engine.decide.Refusal`)."""
    return TABLES[language].refusals[code, rule]


def loss(language: str, code: str, **values: object) -> str:
    """Return the description of a loss of an export. `values` fill its placeholders."""
    return TABLES[language].losses[code].format(**values)


def refused_there(language: str, code: str) -> str:
    """Return the reason why hanab.live would refuse a move.

    The code is one of `engine.formats.hanab_live.writer.REFUSALS`.
    """
    return TABLES[language].refused_there[code]


def remark(language: str, remark_id: str, cards: int = 0) -> str:
    """Return the text of a remark (R27), by its id in `engine.decide.REMARKS` and the number of cards that it names."""
    about = {0: "", 1: "-1"}.get(cards, "-many")
    return TABLES[language].remarks[remark_id + about]


def fault(language: str, code: str, version: int | None) -> str:
    """Return the description of a fault in a game (`engine.proof.verify.Fault`)."""
    return TABLES[language].verification[code].format(version=version)


def provenance(language: str, provenance: str) -> str:
    """Return the origin of a deck, by its key in `engine.proof.verify.PROVENANCES`."""
    return TABLES[language].verification[f"from-{provenance}"]


def signature(language: str, key: str | None) -> str:
    """Return who signed a record, by the public key. The key is None for an unsigned record."""
    return TABLES[language].verification["unsigned" if key is None else "signed"].format(key=key)


def protection(language: str, protection: Protection) -> str:
    """Return how well a deal was protected, as sentences."""
    if protection.kind in ("given", "imported"):
        return provenance(language, protection.kind)
    return TABLES[language].protections[protection.kind].format(**protection._asdict())


def reason(language: str, reason: Reason) -> str:
    """Return the reason for the end of a game as a sentence."""
    return TABLES[language].reasons[reason]


def outcome(language: str, outcome: Outcome) -> str:
    """Return the outcome of a game in words, without a full stop."""
    return TABLES[language].outcomes[outcome]


def card_name(language: str, suit: str, rank: int) -> str:
    """Return the name of a card without an article: "rote 1"."""
    texts = TABLES[language]
    template = texts.start_card if rank == START else texts.card
    return template.format(color=suit_words(language, suit).card, rank=rank)


def color_name(language: str, suit: str) -> str:
    """Return the name of a suit or color."""
    return suit_words(language, suit).name


def suit_words(language: str, suit: str) -> ColorWords | SuitWords:
    """Return the words for a suit or color."""
    texts = TABLES[language]
    return texts.colors.get(suit) or texts.suits[suit]


def listed(language: str, items: Sequence[str]) -> str:
    """Return items as a list in words: "red, yellow and blue". Empty for no items."""
    *others, last = items or [""]
    return f"{', '.join(others)} {TABLES[language].conjunction} {last}" if others else last


def picture(language: str, key: str, **words: object) -> str:
    """Return a label or a sentence of a picture.

    Words that the text does not use are ignored.
    """
    return TABLES[language].pictures[key].format(**words)
