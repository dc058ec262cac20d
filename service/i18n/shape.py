"""Types of the texts of a language. All languages have the same keys and placeholders."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.proof.deal_trust import ProtectionKind
from engine.score import Outcome, Reason

__all__ = ["ColorWords", "ProblemText", "RankWords", "Rating", "SuitWords", "Texts"]


class Rating(NamedTuple):
    """The sentence of a rating band."""

    text: str
    own_translation: bool = False
    """True if no booklet prints the sentence (R25)."""


class ProblemText(NamedTuple):
    """The title and the detail of a problem."""

    title: str
    detail: str
    """Two sentences: what happened, and what the caller can do."""

    @property
    def happened(self) -> str:
        """The first sentence of the detail."""
        return self.detail.partition(". ")[0] + "."

    @property
    def remedy(self) -> str:
        """The second sentence of the detail."""
        return self.detail.partition(". ")[2]


class ColorWords(NamedTuple):
    """A color in the inflections that its language needs."""

    name: str
    """The name alone."""
    card: str
    """In the name of a card: "red 1"."""
    none: str
    """In "no red cards"."""
    one: str
    """In "one red card"."""
    many: str
    """In "two red cards"."""


class SuitWords(NamedTuple):
    """A suit in the inflections that its language needs."""

    name: str
    """The name alone."""
    card: str
    """In the name of a card: "rainbow 1"."""
    many: str
    """In "rainbow cards"."""


class RankWords(NamedTuple):
    """A rank in the inflections that its language needs."""

    none: str
    one: str
    many: str


class Texts(NamedTuple):
    """All texts of one language."""

    ratings: tuple[Rating, ...]
    """By band, lowest first; the last is only for 30 points (R23)."""
    colors: Mapping[str, ColorWords]
    """The colors of clues, which are also suits, by the code in stored clues."""
    suits: Mapping[str, SuitWords]
    """The suits that are not colors of clues."""
    variants: Mapping[str, str]
    """Sentences about the rules of variants (`service.i18n.variants`)."""
    odd: ColorWords
    """Cards that a clue of odd numbers touches, worded as a color is: "two odd cards"."""
    even: ColorWords
    ranks: tuple[RankWords, ...]
    """1 to 5."""
    at_most: str
    """A clue of Funnels: "3 or lower"."""
    at_least: str
    """A clue of Chimneys: "3 or higher"."""
    card: str
    """The name of a card."""
    start_card: str
    """The name of a START card."""
    numbers: tuple[str, ...]
    """Two to six."""
    places: tuple[str, ...]
    """The first to the sixth card of a hand, without the word card."""
    conjunction: str
    """The word between the last two items of a list; commas separate the others."""
    here: str
    sounds: Mapping[str, str]
    """What is said instead of a hidden clue: for a color, for a rank, and where the kind is hidden too ("any")."""
    announcements: Mapping[str, str]
    """Sentences with the places of the cards.

    The keys are "color", "rank", "range" (ranks up or down from one) or "hidden", and "none", "one", "many" or "hand".
    """
    spoken: Mapping[str, str]
    """Sentences of the booklet, spoken while pointing, by the same keys without "hand"."""
    events: Mapping[str, str]
    summary: Mapping[str, str]
    """The sentences of a summary, by the thing counted and "none", "one" or "many"; and the decimal sign."""
    reasons: Mapping[Reason, str]
    outcomes: Mapping[Outcome, str]
    remarks: Mapping[str, str]
    refusals: Mapping[tuple[str, str], str]
    """By code and ruling, as in `engine.decide.Refusal`."""
    losses: Mapping[str, str]
    """By code of a loss; what an export format cannot express."""
    refused_there: Mapping[str, str]
    """By code; why hanab.live would refuse a move (`engine.formats.hanab_live.writer.REFUSALS`)."""
    verification: Mapping[str, str]
    """Faults of a game by code (`engine.proof.verify.FAULTS` and `STORED_FAULTS`), origins of decks by "from-" and
    provenance, and who signed."""
    protections: Mapping[ProtectionKind, str]
    """How well the deal of a shuffled deck was protected, as in `engine.proof.deal_trust.PROTECTIONS`."""
    problems: Mapping[str, ProblemText]
    pages: Mapping[str, str]
    """The headings and sentences of the documentation pages."""
    pictures: Mapping[str, str]
    """The short labels of pictures, and the sentences of their descriptions."""
