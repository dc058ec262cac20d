"""What each language's table says: ratings, problems, refusals, remarks, reasons, outcomes and the names of cards.

Every function takes one of `LANGUAGES` first. KeyError for a language or a code that the tables do not have.
"""

from collections.abc import Mapping
from typing import Final

from engine.cards import Suit
from engine.score import BANDS, Outcome, Reason
from service.i18n.catalogs import da, de, en, fr, nl
from service.i18n.languages import DEFAULT_LANGUAGE
from service.i18n.shape import ProblemText, Rating, Texts

__all__ = [
    "PAGES",
    "PROBLEMS",
    "TABLES",
    "card_name",
    "color_name",
    "fault",
    "loss",
    "outcome",
    "page",
    "picture",
    "problem",
    "provenance",
    "rating",
    "reason",
    "refusal",
    "refused_there",
    "remark",
]

TABLES: Final[Mapping[str, Texts]] = {
    "en": en.TEXTS,
    "de": de.TEXTS,
    "fr": fr.TEXTS,
    "nl": nl.TEXTS,
    "da": da.TEXTS,
}

PROBLEMS: Final = tuple(TABLES[DEFAULT_LANGUAGE].problems)
"""The problem codes that have texts."""

PAGES: Final = tuple(TABLES[DEFAULT_LANGUAGE].pages)
"""The words that the pages have."""

# Both scales begin with the same bands, so a band's place does not depend on the scale (R23).
_PLACES: Final = {band.name: place for scale in BANDS.values() for place, band in enumerate(scale)}


def rating(language: str, band: str) -> Rating:
    """Return the sentence for a band of either scale (R25): "25" and "25-29" are the same one."""
    return TABLES[language].ratings[_PLACES[band]]


def problem(language: str, code: str, **params: object) -> ProblemText:
    """Return the title and detail of a problem.

    Only insufficient-scope needs a parameter, `scope`: KeyError without it. Those that a text does not use are ignored.
    """
    title, detail = TABLES[language].problems[code]
    return ProblemText(title, detail.format(**params))


def page(language: str, key: str) -> str:
    """Return a heading or a sentence of the pages that list the problems."""
    return TABLES[language].pages[key]


def refusal(language: str, code: str, rule: str) -> str:
    """Return the sentence for a refused move: the code and ruling of an `engine.decide.Refusal`."""
    return TABLES[language].refusals[code, rule]


def loss(language: str, code: str, **values: object) -> str:
    """Return what an export cannot say, by the code of the loss; `values` are what the sentence names."""
    return TABLES[language].losses[code].format(**values)


def refused_there(language: str, code: str) -> str:
    """Return why hanab.live would refuse a move: one of `engine.formats.hanab_live.writer.REFUSALS`."""
    return TABLES[language].refused_there[code]


def remark(language: str, remark_id: str) -> str:
    """Return what a remark says (R27): its id is one of `engine.decide.REMARKS`."""
    return TABLES[language].remarks[remark_id]


def fault(language: str, code: str, version: int | None) -> str:
    """Return what is wrong with a game: the code of an `engine.proof.verify.Fault`."""
    return TABLES[language].verification[code].format(version=version)


def provenance(language: str, provenance: str) -> str:
    """Return what is known of where a deck comes from: one of `engine.proof.verify.PROVENANCES`."""
    return TABLES[language].verification[f"from-{provenance}"]


def reason(language: str, reason: Reason) -> str:
    """Return a sentence that says why a game ended."""
    return TABLES[language].reasons[reason]


def outcome(language: str, outcome: Outcome) -> str:
    """Return a word or two for how a game ended, without a full stop."""
    return TABLES[language].outcomes[outcome]


def card_name(language: str, suit: Suit, rank: int) -> str:
    """Return the name of a card, without an article: "red 1", "rote 1"."""
    texts = TABLES[language]
    return texts.card.format(color=texts.colors[suit].card, rank=rank)


def color_name(language: str, suit: Suit) -> str:
    """Return the name of a suit or color by itself."""
    return TABLES[language].colors[suit].name


def picture(language: str, key: str, **words: object) -> str:
    """Return a label or a sentence of a picture; words that it does not use are ignored."""
    return TABLES[language].pictures[key].format(**words)
