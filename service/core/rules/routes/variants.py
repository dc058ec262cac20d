"""Variants of hanab.live, with their rules as data and in words: routes, query and JSON."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import dropwhile, islice
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson
from flask import Blueprint, Response

from engine.rules import PRINTED_VARIANTS, variants
from engine.rules.card_set import Palette, palette_of
from engine.rules.variants import SAME_AS, VARIANTS, VARIANTS_BY_ID
from engine.wording import N_
from service.core.common_parameters import IF_NONE_MATCH
from service.core.common_values import ClueColor, ClueRank, Language, NextCursor, Points, Rank
from service.core.rules import card_words, variant_words
from service.core.rules.edition_values import EditionId, Multicolor
from service.platform.database.list_position import Position
from service.platform.wire.field_types import Flag, Items, Named, Object, ResponseSchema, Text, Whole
from service.platform.wire.headers import LINK, PUBLIC, PUBLIC_NOT_MODIFIED
from service.platform.wire.operation import Answer, Operation, Parameter
from service.platform.wire.pagination import CURSOR, LIMIT, page_of, position_of
from service.platform.wire.problems import invalid
from service.platform.wire.request_fields import DecimalDigits
from service.platform.wire.request_parsing import load_query
from service.platform.wire.request_record import language
from service.platform.wire.responses import cacheable


class VariantId(Named):
    """The number of a variant at hanab.live."""

    of = Whole(least=0)


class VariantSuitName(Named):
    """A suit of hanab.live's variants, by its name there in lower case."""

    of = Text(
        values={
            "red": "Red: an ordinary suit with a clue color of its own.",
            "yellow": "Yellow: an ordinary suit with a clue color of its own.",
            "green": "Green: an ordinary suit with a clue color of its own.",
            "blue": "Blue: an ordinary suit with a clue color of its own.",
            "purple": "Purple: an ordinary suit with a clue color of its own.",
            "teal": "Teal: an ordinary suit with a clue color of its own.",
            "black": "Black: one card of each rank.",
            "rainbow": "Rainbow: every color clue touches it.",
            "pink": "Pink: every rank clue touches it.",
            "white": "White: no color clue touches it.",
            "brown": "Brown: no rank clue touches it.",
            "omni": "Omni: every color clue touches it; every rank clue touches it.",
            "null": "Null: no color clue touches it; no rank clue touches it.",
            "muddy_rainbow": "Muddy Rainbow: every color clue touches it; no rank clue touches it.",
            "light_pink": "Light Pink: no color clue touches it; every rank clue touches it.",
            "prism": "Prism: the color of a clue that touches a card depends on its rank.",
            "orange": "Orange: a play discards its cards, and a discard plays them.",
            "dark_rainbow": "Dark Rainbow: one card of each rank; every color clue touches it.",
            "dark_pink": ("Dark Pink: touched by the color pink; one card of each rank; every rank clue touches it."),
            "gray": "Gray: one card of each rank; no color clue touches it.",
            "dark_brown": ("Dark Brown: touched by the color brown; one card of each rank; no rank clue touches it."),
            "dark_omni": ("Dark Omni: one card of each rank; every color clue touches it; every rank clue touches it."),
            "dark_null": ("Dark Null: one card of each rank; no color clue touches it; no rank clue touches it."),
            "cocoa_rainbow": (
                "Cocoa Rainbow: one card of each rank; every color clue touches it; no rank clue touches it."
            ),
            "gray_pink": ("Gray Pink: one card of each rank; no color clue touches it; every rank clue touches it."),
            "dark_prism": (
                "Dark Prism: one card of each rank; the color of a clue that touches a card depends on its rank."
            ),
            "dark_orange": (
                "Dark Orange: touched by the color orange; one card of each rank; a play discards its "
                "cards, and a discard plays them."
            ),
            "tomato": "Tomato: touched by the color red.",
            "mahogany": "Mahogany: touched by the color red.",
            "carrot": "Carrot: touched by the color red.",
            "emerald": "Emerald: touched by the color green.",
            "olive": "Olive: touched by the color green.",
            "berry": "Berry: touched by the color blue.",
            "navy": "Navy: touched by the color blue.",
            "sky": "Sky: touched by the color blue.",
            "ice_ea": "Ice (Extremely Ambiguous): touched by the color blue.",
            "aqua_ea": "Aqua (Extremely Ambiguous): touched by the color blue.",
            "sky_ea": "Sky (Extremely Ambiguous): touched by the color blue.",
            "berry_ea": "Berry (Extremely Ambiguous): touched by the color blue.",
            "navy_ea": "Navy (Extremely Ambiguous): touched by the color blue.",
            "ocean_ea": "Ocean (Extremely Ambiguous): touched by the color blue.",
            "tangerine": "Tangerine: touched by the colors red and yellow.",
            "peach": "Peach: touched by the colors red and yellow.",
            "ruby": "Ruby: touched by the color red.",
            "yam": "Yam: touched by the colors red and yellow.",
            "geas": "Geas: touched by the colors red, yellow and green.",
            "beatnik": "Beatnik: touched by the colors red, yellow, green and blue.",
            "plum": "Plum: touched by the colors red, yellow, green, blue and purple.",
            "taupe": "Taupe: touched by the colors red, yellow, green, blue, purple and teal.",
            "gold": "Gold: touched by the colors red and green.",
            "violet": "Violet: touched by the colors red and blue.",
            "magenta": "Magenta: touched by the colors red and blue.",
            "cardinal": "Cardinal: touched by the colors red and purple.",
            "maroon": "Maroon: touched by the colors red and black.",
            "lime": "Lime: touched by the colors yellow and green.",
            "jungle": "Jungle: touched by the colors yellow and green.",
            "jade": "Jade: touched by the colors yellow and blue.",
            "tan": "Tan: touched by the colors yellow and black.",
            "cyan": "Cyan: touched by the colors green and blue.",
            "indigo": "Indigo: touched by the colors blue and purple.",
            "cobalt": "Cobalt: touched by the colors blue and black.",
        }
    )


class Modifier(Named):
    """A code in the string of rules.

    `/docs/variants` defines them. A code with `1` or `5` makes the ones or the fives special.
    """

    of = Text(
        values={
            "AC": "Alternating Clues: color and rank clues alternate.",
            "B1": "Brown Ones: no rank clue touches them.",
            "B5": "Brown Fives: no rank clue touches them.",
            "C4": "Critical Fours: one 4 of each suit.",
            "CB": "Color Blind: color clues touch nothing.",
            "CM": "Color Mute: there are no color clues.",
            "CP": "Cow & Pig: a clue tells its kind and the cards, but not the color or rank.",
            "CS": "Clue Starved: a clue token that is gained is only half a one.",
            "Ch": "Chimneys: a rank clue touches its rank and higher ones.",
            "D1": "Deceptive Ones: the rank of a clue that touches them depends on their suit.",
            "D5": "Deceptive Fives: the rank of a clue that touches them depends on their suit.",
            "Du": "Duck: a clue tells only the cards that it touches.",
            "Fu": "Funnels: a rank clue touches its rank and lower ones.",
            "L1": "Light Pink Ones: every rank clue and no color clue touches them.",
            "L5": "Light Pink Fives: every rank clue and no color clue touches them.",
            "M1": "Muddy Rainbow Ones: every color clue and no rank clue touches them.",
            "M5": "Muddy Rainbow Fives: every color clue and no rank clue touches them.",
            "N1": "Null Ones: no clue touches them.",
            "N5": "Null Fives: no clue touches them.",
            "NB": "Number Blind: rank clues touch nothing.",
            "NM": "Number Mute: there are no rank clues.",
            "O1": "Omni Ones: every clue touches them.",
            "O5": "Omni Fives: every clue touches them.",
            "OE": "Odds and Evens: a rank clue touches all odd or all even ranks.",
            "P1": "Pink Ones: every rank clue touches them.",
            "P5": "Pink Fives: every rank clue touches them.",
            "R1": "Rainbow Ones: every color clue touches them.",
            "R5": "Rainbow Fives: every color clue touches them.",
            "S1": "Scarce Ones: two 1s of each suit.",
            "Su": "Sudoku: each suit begins with another rank.",
            "Sy": "Synesthesia: color clues also touch ranks, and there are no rank clues.",
            "TB": "Totally Blind: clues touch nothing.",
            "TH": "Throw It in a Hole: played cards stay face down.",
            "UD": "Up or Down: a suit goes up or down, and has START cards.",
            "W1": "White Ones: no color clue touches them.",
            "W5": "White Fives: no color clue touches them.",
        }
    )


class RankCopies(ResponseSchema):
    """The number of copies of a rank in a suit."""

    rank = Rank()
    copies = Whole("The number of copies.", least=1, most=3)


class VariantSuit(ResponseSchema):
    """A suit of a variant, and what is special about it."""

    name = VariantSuitName()
    text = Text("The name in the language of `Content-Language`.")
    clue_colors = Items(
        ClueColor(),
        "The colors of clues that touch the suit. Empty if all colors do, none does, or the color "
        "depends on the rank (`prism`).",
    )
    flags = Items(
        Text(
            "A flag.",
            values={
                "one_of_each": "One copy of each card.",
                "all_clue_colors": "Every color clue touches it.",
                "no_clue_colors": "No color clue touches it.",
                "all_clue_ranks": "Every rank clue touches it.",
                "no_clue_ranks": "No rank clue touches it.",
                "prism": "The color of a clue that touches a card depends on its rank.",
            },
        ),
        "What is special about the suit: one copy of each card; touched by all or no colors; by all"
        " or no ranks; by a color that depends on the rank (`prism`). A flag goes before a modifier"
        " of a rank.",
    )
    copies = Items(Object(RankCopies), "The number of copies of each card.")
    reversed = Flag("Whether the suit is played from 5 down to 1.")
    inverted = Flag("Whether a play discards its cards, and a discard plays them.")


class BookletName(ResponseSchema):
    """The name of the variant in one edition."""

    edition = EditionId()
    name = Text("The name, in the language of the edition.")


class BookletVariant(ResponseSchema):
    """The value of `multicolor` that is the same game, and its names in the booklets."""

    multicolor = Multicolor()
    names = Items(Object(BookletName), "What the booklets call it; empty for the base game and for a house rule.")


class Variant(ResponseSchema):
    """A variant of hanab.live as data and in words."""

    id = VariantId()
    name = Text("The name at hanab.live.")
    rules = Text(
        "The rules as a string: hanab.live's ids of the suits, joined by `+`, with `:R` after a "
        "reversed suit, then the modifiers, each after a comma."
    )
    suits = Items(
        Object(VariantSuit), "The suits in their order, on which Prism and Deceptive depend.", least=3, most=6
    )
    clue_colors = Items(ClueColor(), "The colors that clues can name, in order; empty in Color Mute.")
    clue_ranks = Items(
        ClueRank(),
        "The ranks that clues can name; empty in Number Mute and Synesthesia. In Odds and Evens, 1 "
        "means odd and 2 even ranks.",
    )
    ranks = Items(Rank(), "The ranks of the cards.")
    modifiers = Items(Modifier(), "What changes the rules beside the suits.")
    deck_size = Whole("The number of cards.", least=1, most=60)
    max_score = Points()
    text = Items(Language(), "The differences from the base game in sentences, the suits first.", least=1)
    booklets = Object(
        BookletVariant,
        "The same game in the booklets, where the colors of some suits differ. Null for a variant "
        "that they do not have.",
        null=True,
    )


class VariantList(ResponseSchema):
    """A page of variants."""

    items = Items(Object(Variant), "The variants.")
    next = NextCursor()


VARIANT_WORDS: Final = Parameter(
    "q",
    "query",
    Text("Words that are all in the variant's name, in any order; upper and lower case are equal.", least=1, most=100),
    "rainbow pink",
)

NUMBER_OF_SUITS: Final = Parameter(
    "suits", "query", DecimalDigits("The variant has this number of suits.", least=3, most=6), 5
)

WITH_SUIT: Final = Parameter("suit", "query", VariantSuitName("The variant has this suit."), "dark_rainbow")

WITH_MODIFIER: Final = Parameter("modifier", "query", Modifier("The variant has this modifier."), "R1")

routes = Blueprint("variants", __name__, url_prefix="/v1/variants")


class VariantsQuery(NamedTuple):
    """Conditions on the list of variants, and its page; None for no condition."""

    words: tuple[str, ...]
    """Words in lower case, each of which is in the name."""
    suits: int | None
    """The number of suits."""
    suit: str | None
    modifier: str | None
    after: int | None
    """The id of the last variant of the previous page."""
    limit: int


def _variants_query() -> VariantsQuery:
    """Return the filter and the page of the list of variants."""
    query = load_query()
    words = tuple((query["q"] or "").casefold().split())
    return VariantsQuery(words, query["suits"], query["suit"], query["modifier"], _after(query), query["limit"])


def _after(query: dict[str, Any]) -> int | None:
    if query["cursor"] is None:
        return None
    position = position_of(query["cursor"], int)
    if position is None or position.game_id.int not in VARIANTS_BY_ID:
        raise invalid("?cursor", N_("is not a cursor of this list"))
    return position.game_id.int


class _Row(NamedTuple):
    """A variant in the list, whose order never changes: a position needs the id alone."""

    variant: variants.Variant

    @property
    def position(self) -> Position:
        return Position(0, UUID(int=self.variant.id or 0))


@routes.get("")
@Operation(
    "listVariants",
    token=False,
    price=80,
    parameters=(VARIANT_WORDS, NUMBER_OF_SUITS, WITH_SUIT, WITH_MODIFIER, LIMIT, CURSOR, IF_NONE_MATCH),
    answers={
        200: Answer(
            VariantList,
            "The variants of this page.",
            examples=("variants",),
            headers=(LINK, *PUBLIC),
        ),
        304: PUBLIC_NOT_MODIFIED,
    },
)
def list_variants() -> Response:
    """List the variants of hanab.live.

    Returns hanab.live's variants in its order, with their rules as data and in words. The parameters select some of
    them. The response is the same for everyone who reads its language, so any cache can store it.
    """
    query, lang = _variants_query(), language()
    rows = list(islice(_matching(query), query.limit + 1))
    return cacheable(page_of(rows, query.limit, lambda row: _variant_json(lang, row.variant)))


def _matching(query: VariantsQuery) -> Iterator[_Row]:
    later: Iterator[variants.Variant] = iter(VARIANTS.values())
    if query.after is not None:
        later = islice(dropwhile(lambda variant: variant.id != query.after, later), 1, None)
    for variant in later:
        name = variant.name.casefold()
        if (
            all(word in name for word in query.words)
            and query.suits in (None, len(variant.suits))
            and (query.suit is None or any(suit.name == query.suit for suit in variant.suits))
            and (query.modifier is None or query.modifier in variant.modifiers)
        ):
            yield _Row(variant)


SUIT_FLAGS: Final = {
    "oneOfEach": "one_of_each",
    "allClueColors": "all_clue_colors",
    "noClueColors": "no_clue_colors",
    "allClueRanks": "all_clue_ranks",
    "noClueRanks": "no_clue_ranks",
    "prism": "prism",
}
"""The flags of suits in responses, by their names in the table of suits. Other flags have members of their own."""


@lru_cache(4096)
def _variant_json(language: str, item: variants.Variant) -> orjson.Fragment:
    """Return a variant as JSON, with its rules as data and in words."""
    return orjson.Fragment(orjson.dumps(_variant(language, item)))


def _variant(language: str, item: variants.Variant) -> dict[str, Any]:
    palette = palette_of(item.name)
    return {
        "id": item.id,
        "name": item.name,
        "rules": item.rules,
        "suits": [_suit(language, palette, place) for place in range(len(item.suits))],
        "clue_colors": palette.clue_colors,
        "clue_ranks": palette.clue_ranks,
        "ranks": palette.ranks,
        "modifiers": sorted(item.modifiers),
        "deck_size": len(palette.deck),
        "max_score": palette.max_score,
        "text": variant_words.rules_in_words(language, item),
        "booklets": _booklets(item),
    }


def _suit(language: str, palette: Palette, place: int) -> dict[str, Any]:
    suit = palette.variant.suits[place]
    return {
        "name": suit.name,
        "text": card_words.color_name(language, suit.name),
        "clue_colors": suit.colors,
        "flags": [name for flag, name in SUIT_FLAGS.items() if flag in suit.flags],
        "copies": [{"rank": rank, "copies": palette.copies[palette.codes[suit.name, rank]]} for rank in palette.ranks],
        "reversed": "reversed" in suit.flags,
        "inverted": "inverted" in suit.flags,
    }


def _booklets(item: variants.Variant) -> dict[str, Any] | None:
    multicolor = SAME_AS.get(item.name)
    if multicolor is None:
        return None
    names = [
        {"edition": edition, "name": name}
        for printed in PRINTED_VARIANTS
        if printed.option == "multicolor" and multicolor in printed.values
        for edition, name in printed.names.items()
    ]
    return {"multicolor": multicolor, "names": names}
