"""Names of cards, suits and colors, in the inflections of each language."""

from collections.abc import Mapping
from functools import cache
from gettext import NullTranslations
from typing import Final, NamedTuple

from engine.cards import START
from service.platform.languages.translations import Counted, in_each_language


class ColorWords(NamedTuple):
    """A color in the inflections that its language needs."""

    name: str
    """The name alone."""
    card: str
    """In the name of a card: "red 1"."""
    none: str
    """In "no red cards"."""
    counted: Counted
    """In "one red card" and "two red cards"."""

    @property
    def many(self) -> str:
        """In "red cards"."""
        return self.counted(2)


class SuitWords(NamedTuple):
    """A suit in the inflections that its language needs."""

    name: str
    """The name alone."""
    card: str
    """In the name of a card: "rainbow 1"."""
    many: str
    """In "rainbow cards"."""


def _colors(catalog: NullTranslations) -> Mapping[str, ColorWords]:
    """Return the colors of clues, which are also suits, by the code in stored clues."""
    pgettext, npgettext = catalog.pgettext, catalog.npgettext
    return {
        "red": ColorWords(
            pgettext("color", "red"),
            pgettext("red 1", "red"),
            pgettext("no red cards", "red"),
            lambda count: npgettext("one red card or two red cards", "red", "red", count),
        ),
        "yellow": ColorWords(
            pgettext("color", "yellow"),
            pgettext("red 1", "yellow"),
            pgettext("no red cards", "yellow"),
            lambda count: npgettext("one red card or two red cards", "yellow", "yellow", count),
        ),
        "green": ColorWords(
            pgettext("color", "green"),
            pgettext("red 1", "green"),
            pgettext("no red cards", "green"),
            lambda count: npgettext("one red card or two red cards", "green", "green", count),
        ),
        "blue": ColorWords(
            pgettext("color", "blue"),
            pgettext("red 1", "blue"),
            pgettext("no red cards", "blue"),
            lambda count: npgettext("one red card or two red cards", "blue", "blue", count),
        ),
        "white": ColorWords(
            pgettext("color", "white"),
            pgettext("red 1", "white"),
            pgettext("no red cards", "white"),
            lambda count: npgettext("one red card or two red cards", "white", "white", count),
        ),
        "multicolor": ColorWords(
            pgettext("color", "multicolor"),
            pgettext("red 1", "multicolor"),
            pgettext("no red cards", "multicolor"),
            lambda count: npgettext("one red card or two red cards", "multicolor", "multicolor", count),
        ),
        "purple": ColorWords(
            pgettext("color", "purple"),
            pgettext("red 1", "purple"),
            pgettext("no red cards", "purple"),
            lambda count: npgettext("one red card or two red cards", "purple", "purple", count),
        ),
        "teal": ColorWords(
            pgettext("color", "teal"),
            pgettext("red 1", "teal"),
            pgettext("no red cards", "teal"),
            lambda count: npgettext("one red card or two red cards", "teal", "teal", count),
        ),
        "black": ColorWords(
            pgettext("color", "black"),
            pgettext("red 1", "black"),
            pgettext("no red cards", "black"),
            lambda count: npgettext("one red card or two red cards", "black", "black", count),
        ),
        "pink": ColorWords(
            pgettext("color", "pink"),
            pgettext("red 1", "pink"),
            pgettext("no red cards", "pink"),
            lambda count: npgettext("one red card or two red cards", "pink", "pink", count),
        ),
        "brown": ColorWords(
            pgettext("color", "brown"),
            pgettext("red 1", "brown"),
            pgettext("no red cards", "brown"),
            lambda count: npgettext("one red card or two red cards", "brown", "brown", count),
        ),
        "orange": ColorWords(
            pgettext("color", "orange"),
            pgettext("red 1", "orange"),
            pgettext("no red cards", "orange"),
            lambda count: npgettext("one red card or two red cards", "orange", "orange", count),
        ),
    }


def _suits(catalog: NullTranslations) -> Mapping[str, SuitWords]:
    """Return the suits that are not colors of clues."""
    pgettext = catalog.pgettext
    return {
        "rainbow": SuitWords(
            pgettext("suit", "rainbow"), pgettext("rainbow 1", "rainbow"), pgettext("rainbow cards", "rainbow")
        ),
        "omni": SuitWords(pgettext("suit", "omni"), pgettext("rainbow 1", "omni"), pgettext("rainbow cards", "omni")),
        "null": SuitWords(pgettext("suit", "null"), pgettext("rainbow 1", "null"), pgettext("rainbow cards", "null")),
        "muddy_rainbow": SuitWords(
            pgettext("suit", "muddy rainbow"),
            pgettext("rainbow 1", "muddy rainbow"),
            pgettext("rainbow cards", "muddy rainbow"),
        ),
        "light_pink": SuitWords(
            pgettext("suit", "light pink"), pgettext("rainbow 1", "light pink"), pgettext("rainbow cards", "light pink")
        ),
        "prism": SuitWords(
            pgettext("suit", "prism"), pgettext("rainbow 1", "prism"), pgettext("rainbow cards", "prism")
        ),
        "dark_rainbow": SuitWords(
            pgettext("suit", "dark rainbow"),
            pgettext("rainbow 1", "dark rainbow"),
            pgettext("rainbow cards", "dark rainbow"),
        ),
        "dark_pink": SuitWords(
            pgettext("suit", "dark pink"), pgettext("rainbow 1", "dark pink"), pgettext("rainbow cards", "dark pink")
        ),
        "gray": SuitWords(pgettext("suit", "gray"), pgettext("rainbow 1", "gray"), pgettext("rainbow cards", "gray")),
        "dark_brown": SuitWords(
            pgettext("suit", "dark brown"), pgettext("rainbow 1", "dark brown"), pgettext("rainbow cards", "dark brown")
        ),
        "dark_omni": SuitWords(
            pgettext("suit", "dark omni"), pgettext("rainbow 1", "dark omni"), pgettext("rainbow cards", "dark omni")
        ),
        "dark_null": SuitWords(
            pgettext("suit", "dark null"), pgettext("rainbow 1", "dark null"), pgettext("rainbow cards", "dark null")
        ),
        "cocoa_rainbow": SuitWords(
            pgettext("suit", "cocoa rainbow"),
            pgettext("rainbow 1", "cocoa rainbow"),
            pgettext("rainbow cards", "cocoa rainbow"),
        ),
        "gray_pink": SuitWords(
            pgettext("suit", "gray pink"), pgettext("rainbow 1", "gray pink"), pgettext("rainbow cards", "gray pink")
        ),
        "dark_prism": SuitWords(
            pgettext("suit", "dark prism"), pgettext("rainbow 1", "dark prism"), pgettext("rainbow cards", "dark prism")
        ),
        "dark_orange": SuitWords(
            pgettext("suit", "dark orange"),
            pgettext("rainbow 1", "dark orange"),
            pgettext("rainbow cards", "dark orange"),
        ),
        "tomato": SuitWords(
            pgettext("suit", "tomato"), pgettext("rainbow 1", "tomato"), pgettext("rainbow cards", "tomato")
        ),
        "mahogany": SuitWords(
            pgettext("suit", "mahogany"), pgettext("rainbow 1", "mahogany"), pgettext("rainbow cards", "mahogany")
        ),
        "carrot": SuitWords(
            pgettext("suit", "carrot"), pgettext("rainbow 1", "carrot"), pgettext("rainbow cards", "carrot")
        ),
        "emerald": SuitWords(
            pgettext("suit", "emerald"), pgettext("rainbow 1", "emerald"), pgettext("rainbow cards", "emerald")
        ),
        "olive": SuitWords(
            pgettext("suit", "olive"), pgettext("rainbow 1", "olive"), pgettext("rainbow cards", "olive")
        ),
        "berry": SuitWords(
            pgettext("suit", "berry"), pgettext("rainbow 1", "berry"), pgettext("rainbow cards", "berry")
        ),
        "navy": SuitWords(pgettext("suit", "navy"), pgettext("rainbow 1", "navy"), pgettext("rainbow cards", "navy")),
        "sky": SuitWords(pgettext("suit", "sky"), pgettext("rainbow 1", "sky"), pgettext("rainbow cards", "sky")),
        "ice_ea": SuitWords(pgettext("suit", "ice"), pgettext("rainbow 1", "ice"), pgettext("rainbow cards", "ice")),
        "aqua_ea": SuitWords(
            pgettext("suit", "aqua"), pgettext("rainbow 1", "aqua"), pgettext("rainbow cards", "aqua")
        ),
        "sky_ea": SuitWords(pgettext("suit", "sky"), pgettext("rainbow 1", "sky"), pgettext("rainbow cards", "sky")),
        "berry_ea": SuitWords(
            pgettext("suit", "berry"), pgettext("rainbow 1", "berry"), pgettext("rainbow cards", "berry")
        ),
        "navy_ea": SuitWords(
            pgettext("suit", "navy"), pgettext("rainbow 1", "navy"), pgettext("rainbow cards", "navy")
        ),
        "ocean_ea": SuitWords(
            pgettext("suit", "ocean"), pgettext("rainbow 1", "ocean"), pgettext("rainbow cards", "ocean")
        ),
        "tangerine": SuitWords(
            pgettext("suit", "tangerine"), pgettext("rainbow 1", "tangerine"), pgettext("rainbow cards", "tangerine")
        ),
        "peach": SuitWords(
            pgettext("suit", "peach"), pgettext("rainbow 1", "peach"), pgettext("rainbow cards", "peach")
        ),
        "ruby": SuitWords(pgettext("suit", "ruby"), pgettext("rainbow 1", "ruby"), pgettext("rainbow cards", "ruby")),
        "yam": SuitWords(pgettext("suit", "yam"), pgettext("rainbow 1", "yam"), pgettext("rainbow cards", "yam")),
        "geas": SuitWords(pgettext("suit", "geas"), pgettext("rainbow 1", "geas"), pgettext("rainbow cards", "geas")),
        "beatnik": SuitWords(
            pgettext("suit", "beatnik"), pgettext("rainbow 1", "beatnik"), pgettext("rainbow cards", "beatnik")
        ),
        "plum": SuitWords(pgettext("suit", "plum"), pgettext("rainbow 1", "plum"), pgettext("rainbow cards", "plum")),
        "taupe": SuitWords(
            pgettext("suit", "taupe"), pgettext("rainbow 1", "taupe"), pgettext("rainbow cards", "taupe")
        ),
        "gold": SuitWords(pgettext("suit", "gold"), pgettext("rainbow 1", "gold"), pgettext("rainbow cards", "gold")),
        "violet": SuitWords(
            pgettext("suit", "violet"), pgettext("rainbow 1", "violet"), pgettext("rainbow cards", "violet")
        ),
        "magenta": SuitWords(
            pgettext("suit", "magenta"), pgettext("rainbow 1", "magenta"), pgettext("rainbow cards", "magenta")
        ),
        "cardinal": SuitWords(
            pgettext("suit", "cardinal"), pgettext("rainbow 1", "cardinal"), pgettext("rainbow cards", "cardinal")
        ),
        "maroon": SuitWords(
            pgettext("suit", "maroon"), pgettext("rainbow 1", "maroon"), pgettext("rainbow cards", "maroon")
        ),
        "lime": SuitWords(pgettext("suit", "lime"), pgettext("rainbow 1", "lime"), pgettext("rainbow cards", "lime")),
        "jungle": SuitWords(
            pgettext("suit", "jungle"), pgettext("rainbow 1", "jungle"), pgettext("rainbow cards", "jungle")
        ),
        "jade": SuitWords(pgettext("suit", "jade"), pgettext("rainbow 1", "jade"), pgettext("rainbow cards", "jade")),
        "tan": SuitWords(pgettext("suit", "tan"), pgettext("rainbow 1", "tan"), pgettext("rainbow cards", "tan")),
        "cyan": SuitWords(pgettext("suit", "cyan"), pgettext("rainbow 1", "cyan"), pgettext("rainbow cards", "cyan")),
        "indigo": SuitWords(
            pgettext("suit", "indigo"), pgettext("rainbow 1", "indigo"), pgettext("rainbow cards", "indigo")
        ),
        "cobalt": SuitWords(
            pgettext("suit", "cobalt"), pgettext("rainbow 1", "cobalt"), pgettext("rainbow cards", "cobalt")
        ),
    }


COLORS: Final = in_each_language(_colors)
SUITS: Final = in_each_language(_suits)
CARD: Final = in_each_language(lambda catalog: catalog.gettext("{color} {rank}"))
START_CARD: Final = in_each_language(lambda catalog: catalog.gettext("{color} START"))


@cache
def card_name(language: str, suit: str, rank: int) -> str:
    """Return the name of a card without an article: "rote 1"."""
    template = (START_CARD if rank == START else CARD)[language]
    return template.format(color=suit_words(language, suit).card, rank=rank)


def color_name(language: str, suit: str) -> str:
    """Return the name of a suit or color."""
    return suit_words(language, suit).name


def suit_words(language: str, suit: str) -> ColorWords | SuitWords:
    """Return the words for a suit or color."""
    return COLORS[language].get(suit) or SUITS[language][suit]
