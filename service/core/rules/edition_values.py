"""Values of the rules that have names in the contract: editions and sixth suits."""

from typing import Final

from service.platform.wire.field_types import Named, Text


class EditionId(Named):
    """An edition of the rules."""

    of = Text(
        values={
            "de": "The German booklet.",
            "en": "The English translation of the German booklet.",
            "fr": "The French booklet.",
            "nl": "The Dutch booklet.",
            "da": "The Danish booklet.",
            "hanab_live": "The rules of hanab.live.",
        }
    )


_SIXTH_SUITS: Final = {
    "none": "No sixth suit.",
    "five": "A sixth suit with one card of each rank and a clue color of its own.",
    "ten": "A sixth suit with ten cards and a clue color of its own.",
    "wild_ten": "A sixth suit with ten cards, which every color clue touches.",
    "wild_five": "A sixth suit with one card of each rank, which every color clue touches.",
}


class Multicolor(Named):
    """The sixth suit (R2, R8)."""

    of = Text(values=_SIXTH_SUITS)


class MulticolorOfGame(Named):
    """The sixth suit (R2, R8)."""

    of = Text(values={**_SIXTH_SUITS, "variant": "The game has the cards of a variant."})
