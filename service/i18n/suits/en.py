"""Names of suits and clue colors in English."""

from collections.abc import Mapping
from typing import Final

from service.i18n.shape import ColorWords, SuitWords

__all__ = ["COLORS", "SUITS"]


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
