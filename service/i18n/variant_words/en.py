"""Names of suits and clue colors, and the rules of variants, in English."""

from collections.abc import Mapping
from typing import Final

from service.i18n.shape import ColorWords, SuitWords

__all__ = ["COLORS", "RULES", "SUITS"]


def _color(name: str) -> ColorWords:
    return ColorWords(name, name, name, name, name)


def _suit(name: str) -> SuitWords:
    return SuitWords(name, name, name)


COLORS: Final[Mapping[str, ColorWords]] = {
    "red": _color("red"),
    "yellow": _color("yellow"),
    "green": _color("green"),
    "blue": _color("blue"),
    "white": _color("white"),
    "multicolor": _color("multicolor"),
    "purple": _color("purple"),
    "teal": _color("teal"),
    "black": _color("black"),
    "pink": _color("pink"),
    "brown": _color("brown"),
    "orange": _color("orange"),
}

SUITS: Final[Mapping[str, SuitWords]] = {
    "rainbow": _suit("rainbow"),
    "omni": _suit("omni"),
    "null": _suit("null"),
    "muddy_rainbow": _suit("muddy rainbow"),
    "light_pink": _suit("light pink"),
    "prism": _suit("prism"),
    "dark_rainbow": _suit("dark rainbow"),
    "dark_pink": _suit("dark pink"),
    "gray": _suit("gray"),
    "dark_brown": _suit("dark brown"),
    "dark_omni": _suit("dark omni"),
    "dark_null": _suit("dark null"),
    "cocoa_rainbow": _suit("cocoa rainbow"),
    "gray_pink": _suit("gray pink"),
    "dark_prism": _suit("dark prism"),
    "dark_orange": _suit("dark orange"),
    "tomato": _suit("tomato"),
    "mahogany": _suit("mahogany"),
    "carrot": _suit("carrot"),
    "emerald": _suit("emerald"),
    "olive": _suit("olive"),
    "berry": _suit("berry"),
    "navy": _suit("navy"),
    "sky": _suit("sky"),
    "ice_ea": _suit("ice"),
    "aqua_ea": _suit("aqua"),
    "sky_ea": _suit("sky"),
    "berry_ea": _suit("berry"),
    "navy_ea": _suit("navy"),
    "ocean_ea": _suit("ocean"),
    "tangerine": _suit("tangerine"),
    "peach": _suit("peach"),
    "ruby": _suit("ruby"),
    "yam": _suit("yam"),
    "geas": _suit("geas"),
    "beatnik": _suit("beatnik"),
    "plum": _suit("plum"),
    "taupe": _suit("taupe"),
    "gold": _suit("gold"),
    "violet": _suit("violet"),
    "magenta": _suit("magenta"),
    "cardinal": _suit("cardinal"),
    "maroon": _suit("maroon"),
    "lime": _suit("lime"),
    "jungle": _suit("jungle"),
    "jade": _suit("jade"),
    "tan": _suit("tan"),
    "cyan": _suit("cyan"),
    "indigo": _suit("indigo"),
    "cobalt": _suit("cobalt"),
}

RULES: Final[Mapping[str, str]] = {
    "suits": "There are {number} suits: {suits}.",
    "colors": "Clues name these colors: {colors}.",
    "no-colors": "No clue names a color.",
    "numbers": "Clues name these numbers: {ranks}.",
    "no-numbers": "No clue names a number.",
    "suit-colors": "{cards} cards are touched by {colors}.",
    "suit-all-colors": "Every color touches {cards} cards.",
    "suit-no-colors": "No color touches {cards} cards.",
    "suit-all-numbers": "Every number touches {cards} cards.",
    "suit-no-numbers": "No number touches {cards} cards.",
    "prism": "One color touches each of the {cards} cards, depending on its number: {pairs}.",
    "card-by-color": "{color} the {rank}",
    "synesthesia": "{color} also touches every {ranks}.",
    "synesthesia-except": "That does not hold for {cards} cards.",
    "parity": "Number clues say only “odd” or “even”: odd touches 1, 3 and 5, even touches 2 and 4.",
    "funnels": "A number clue also touches all lower numbers.",
    "chimneys": "A number clue also touches all higher numbers.",
    "rank-all-colors": "Every color touches the {rank}s.",
    "rank-no-colors": "No color touches the {rank}s.",
    "rank-all-numbers": "Every number touches the {rank}s.",
    "rank-no-numbers": "No number touches the {rank}s.",
    "deceptive": "The {rank}s are deceptive, and are touched by another number: {pairs}.",
    "card-by-number": "the {card} by {number}",
    "except-all-colors": "But every color touches {named}.",
    "except-no-colors": "But no color touches {named}.",
    "except-all-numbers": "But every number touches {named}.",
    "except-no-numbers": "But no number touches {named}.",
    "named-card": "the {card}",
    "critical-fours": "There is only one copy of each 4.",
    "scarce-ones": "There are only two copies of each 1.",
    "two-copies": "There are two copies of each card.",
    "one-copy": "{cards} cards exist only once each.",
    "reversed": "{cards} cards are played in reverse, from 5 down to 1, which completes the suit.",
    "reversed-copies": "There are three copies of the {five} and one of the {one}.",
    "inverted": "{cards} cards are inverted: if you play one, it is discarded and gains a clue token as "
    "usual; if you discard one, it is played, and costs a strike if it does not fit.",
    "inverted-full": "You may discard even when the clue tokens are full.",
    "up-or-down": "A suit begins with its 1, its 5 or its START card. After a 1 it goes up to 5, after a 5 "
    "down to 1, and after START either from 2 up to 5 or from 4 down to 1.",
    "up-or-down-cards": "There is one START card and one 1 in each suit.",
    "up-or-down-clues": "No number touches START cards.",
    "sudoku": "A suit begins with whichever number is played first on it, but no two suits with the same "
    "one. It goes up from there, with 1 after {most}, until it has {most} cards.",
    "sudoku-ranks": "There are no 5s.",
    "alternating": "The kinds of clues alternate: a clue after a color clue must name a number, and a clue "
    "after a number clue a color. The first clue is free.",
    "cow": "Clues do not say which color or number they mean: a color clue is only “{color_sound}”, a "
    "number clue only “{rank_sound}”, and shows the cards.",
    "duck": "Clues say neither a color nor a number, nor which of the two they mean: only “{any_sound}”, "
    "and show the cards.",
    "color-blind": "Color clues touch no card, and may be given all the same.",
    "number-blind": "Number clues touch no card, and may be given all the same.",
    "starved": "A discard gains only half a clue token, and so does a completed suit. A clue costs a whole one.",
    "hole": "Played cards stay face down until the end: nobody sees which they are and whether they "
    "fitted, so the points and strikes are unknown.",
    "hole-tokens": "A completed suit gains no clue token.",
}
