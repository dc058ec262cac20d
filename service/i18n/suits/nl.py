"""Names of suits and clue colors in Dutch."""

from collections.abc import Mapping
from typing import Final

from service.i18n.shape import ColorWords, SuitWords

__all__ = ["COLORS", "SUITS"]


def _color(name: str, inflected: str) -> ColorWords:
    # de rode 1 · geen rode kaarten · 1 rode kaart · 2 rode kaarten
    return ColorWords(name, inflected, inflected, inflected, inflected)


def _suit(name: str, inflected: str) -> SuitWords:
    return SuitWords(name, inflected, inflected)


COLORS: Final[Mapping[str, ColorWords]] = {
    "red": _color("rood", "rode"),
    "yellow": _color("geel", "gele"),
    "green": _color("groen", "groene"),
    "blue": _color("blauw", "blauwe"),
    "white": _color("wit", "witte"),
    "multicolor": _color("veelkleurig", "veelkleurige"),
    "purple": _color("paars", "paarse"),
    "teal": _color("turquoise", "turquoise"),
    "black": _color("zwart", "zwarte"),
    "pink": _color("roze", "roze"),
    "brown": _color("bruin", "bruine"),
    "orange": _color("oranje", "oranje"),
}

SUITS: Final[Mapping[str, SuitWords]] = {
    "rainbow": _suit("regenboog", "regenboogkleurige"),
    "omni": _suit("omni", "omnikleurige"),
    "null": _suit("null", "nullkleurige"),
    "muddy_rainbow": _suit("modderregenboog", "modderregenboogkleurige"),
    "light_pink": _suit("lichtroze", "lichtroze"),
    "prism": _suit("prisma", "prismakleurige"),
    "dark_rainbow": _suit("donkere regenboog", "donkere regenboogkleurige"),
    "dark_pink": _suit("donkerroze", "donkerroze"),
    "gray": _suit("grijs", "grijze"),
    "dark_brown": _suit("donkerbruin", "donkerbruine"),
    "dark_omni": _suit("donkere omni", "donkere omnikleurige"),
    "dark_null": _suit("donkere null", "donkere nullkleurige"),
    "cocoa_rainbow": _suit("cacaoregenboog", "cacaoregenboogkleurige"),
    "gray_pink": _suit("grijsroze", "grijsroze"),
    "dark_prism": _suit("donkere prisma", "donkere prismakleurige"),
    "dark_orange": _suit("donkeroranje", "donkeroranje"),
    "tomato": _suit("tomaatrood", "tomaatrode"),
    "mahogany": _suit("mahonierood", "mahonierode"),
    "carrot": _suit("wortelrood", "wortelrode"),
    "emerald": _suit("smaragdgroen", "smaragdgroene"),
    "olive": _suit("olijfgroen", "olijfgroene"),
    "berry": _suit("bosbesblauw", "bosbesblauwe"),
    "navy": _suit("marineblauw", "marineblauwe"),
    "sky": _suit("hemelsblauw", "hemelsblauwe"),
    "ice_ea": _suit("ijsblauw", "ijsblauwe"),
    "aqua_ea": _suit("aquablauw", "aquablauwe"),
    "sky_ea": _suit("hemelsblauw", "hemelsblauwe"),
    "berry_ea": _suit("bosbesblauw", "bosbesblauwe"),
    "navy_ea": _suit("marineblauw", "marineblauwe"),
    "ocean_ea": _suit("oceaanblauw", "oceaanblauwe"),
    "tangerine": _suit("mandarijn", "mandarijnkleurige"),
    "peach": _suit("perzik", "perzikkleurige"),
    "ruby": _suit("robijnrood", "robijnrode"),
    "yam": _suit("yam", "yamkleurige"),
    "geas": _suit("geas", "geaskleurige"),
    "beatnik": _suit("beatnik", "beatnikkleurige"),
    "plum": _suit("pruim", "pruimkleurige"),
    "taupe": _suit("taupe", "taupe"),
    "gold": _suit("goud", "gouden"),
    "violet": _suit("violet", "violette"),
    "magenta": _suit("magenta", "magenta"),
    "cardinal": _suit("kardinaalrood", "kardinaalrode"),
    "maroon": _suit("kastanjebruin", "kastanjebruine"),
    "lime": _suit("limoengroen", "limoengroene"),
    "jungle": _suit("junglegroen", "junglegroene"),
    "jade": _suit("jadegroen", "jadegroene"),
    "tan": _suit("beige", "beige"),
    "cyan": _suit("cyaan", "cyaankleurige"),
    "indigo": _suit("indigo", "indigokleurige"),
    "cobalt": _suit("kobaltblauw", "kobaltblauwe"),
}
