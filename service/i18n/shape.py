"""The shape of a language's table: every language has one `Texts`, with the same keys and the same placeholders."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.cards import Suit
from engine.score import Outcome, Reason

__all__ = ["ColorWords", "ProblemText", "RankWords", "Rating", "Texts"]


class Rating(NamedTuple):
    """The sentence of a rating band."""

    text: str
    own_translation: bool = False
    """True where no booklet prints it (R25)."""


class ProblemText(NamedTuple):
    """What a problem is called, and what is to be said of it."""

    title: str
    detail: str
    """Two sentences: what happened, and what to do."""

    @property
    def happened(self) -> str:
        """The first sentence."""
        return self.detail.partition(". ")[0] + "."

    @property
    def remedy(self) -> str:
        """The second sentence."""
        return self.detail.partition(". ")[2]


class ColorWords(NamedTuple):
    """A color, inflected as the sentences of its language need it."""

    name: str
    """By itself: a color that is named."""
    card: str
    """In the name of a card: "red 1"."""
    none: str
    """In "no red cards"."""
    one: str
    """In "one red card"."""
    many: str
    """In "two red cards"."""


class RankWords(NamedTuple):
    """A rank as the sentences of its language say it."""

    none: str
    one: str
    many: str


class Texts(NamedTuple):
    """All texts of one language."""

    ratings: tuple[Rating, ...]
    """By band, lowest first; the last is for 30 points alone (R23)."""
    colors: Mapping[Suit, ColorWords]
    ranks: tuple[RankWords, ...]
    """1 to 5."""
    card: str
    """The name of a card."""
    numbers: tuple[str, ...]
    """Two to five."""
    places: tuple[str, ...]
    """The first to the fifth card of a hand, without the word card."""
    conjunction: str
    """Between the last two of a list; the others have a comma."""
    here: str
    announcements: Mapping[str, str]
    """By "color" or "rank" and "none", "one", "many" or "hand": said with the places of the cards."""
    spoken: Mapping[str, str]
    """By "color" or "rank" and "none", "one" or "many": as printed, said with a pointing finger."""
    events: Mapping[str, str]
    summary: Mapping[str, str]
    """The sentences that sum a game up, by what they count and "none", "one" or "many"; and the decimal sign."""
    reasons: Mapping[Reason, str]
    outcomes: Mapping[Outcome, str]
    remarks: Mapping[str, str]
    refusals: Mapping[tuple[str, str], str]
    """By code and ruling, as in `engine.decide.Refusal`."""
    losses: Mapping[str, str]
    """By code: what a format that a replay is exported in cannot say."""
    refused_there: Mapping[str, str]
    """By code: why hanab.live would refuse a move (`engine.formats.hanab_live.writer.REFUSALS`)."""
    verification: Mapping[str, str]
    """By code: what is wrong with a game (`engine.proof.verify.FAULTS`); by "from-" and provenance: its origin."""
    problems: Mapping[str, ProblemText]
    pages: Mapping[str, str]
    """The words around the problems, on the pages that list them."""
    pictures: Mapping[str, str]
    """What stands in pictures and in their descriptions; the labels are short."""
