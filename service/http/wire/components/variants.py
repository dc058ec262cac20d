"""Components of the contract: variants."""

from service.http.wire.components.rules import EditionId, Multicolor
from service.http.wire.components.values import ClueColor, ClueRank, Language, NextCursor, Points, Rank
from service.http.wire.members import Flag, Items, Named, Object, ResponseSchema, Text, Whole


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
        (
            "The colors of clues that touch the suit. Empty if all colors do, none does, or the color "
            "depends on the rank (`prism`)."
        ),
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
        (
            "What is special about the suit: one copy of each card; touched by all or no colors; by all"
            " or no ranks; by a color that depends on the rank (`prism`). A flag goes before a modifier"
            " of a rank."
        ),
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
        (
            "The ranks that clues can name; empty in Number Mute and Synesthesia. In Odds and Evens, 1 "
            "means odd and 2 even ranks."
        ),
    )
    ranks = Items(Rank(), "The ranks of the cards.")
    modifiers = Items(Modifier(), "What changes the rules beside the suits.")
    deck_size = Whole("The number of cards.", least=1, most=60)
    max_score = Points()
    text = Items(Language(), "The differences from the base game in sentences, the suits first.", least=1)
    booklets = Object(
        BookletVariant,
        (
            "The same game in the booklets, where the colors of some suits differ. Null for a variant "
            "that they do not have."
        ),
        null=True,
    )


class VariantList(ResponseSchema):
    """A page of variants."""

    items = Items(Object(Variant), "The variants.")
    next = NextCursor()
