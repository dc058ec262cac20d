"""Names of suits and clue colors in Danish."""

from collections.abc import Mapping
from typing import Final

from service.i18n.shape import ColorWords, SuitWords

__all__ = ["COLORS", "SUITS"]


def _color(common: str, neuter: str, plural: str) -> ColorWords:
    # rød 1 · ingen røde kort · et rødt kort · to røde kort
    return ColorWords(common, common, plural, neuter, plural)


def _suit(name: str, plural: str) -> SuitWords:
    return SuitWords(name, name, plural)


COLORS: Final[Mapping[str, ColorWords]] = {
    "red": _color("rød", "rødt", "røde"),
    "yellow": _color("gul", "gult", "gule"),
    "green": _color("grøn", "grønt", "grønne"),
    "blue": _color("blå", "blåt", "blå"),
    "white": _color("hvid", "hvidt", "hvide"),
    "multicolor": _color("multifarvet", "multifarvet", "multifarvede"),
    "purple": _color("lilla", "lilla", "lilla"),
    "teal": _color("turkis", "turkis", "turkise"),
    "black": _color("sort", "sort", "sorte"),
    "pink": _color("pink", "pink", "pink"),
    "brown": _color("brun", "brunt", "brune"),
    "orange": _color("orange", "orange", "orange"),
}

SUITS: Final[Mapping[str, SuitWords]] = {
    "rainbow": _suit("regnbuefarvet", "regnbuefarvede"),
    "omni": _suit("omnifarvet", "omnifarvede"),
    "null": _suit("nullfarvet", "nullfarvede"),
    "muddy_rainbow": _suit("mudderregnbuefarvet", "mudderregnbuefarvede"),
    "light_pink": _suit("lys pink", "lys pink"),
    "prism": _suit("prismefarvet", "prismefarvede"),
    "dark_rainbow": _suit("mørk regnbuefarvet", "mørke regnbuefarvede"),
    "dark_pink": _suit("mørk pink", "mørk pink"),
    "gray": _suit("grå", "grå"),
    "dark_brown": _suit("mørkebrun", "mørkebrune"),
    "dark_omni": _suit("mørk omnifarvet", "mørke omnifarvede"),
    "dark_null": _suit("mørk nullfarvet", "mørke nullfarvede"),
    "cocoa_rainbow": _suit("kakaoregnbuefarvet", "kakaoregnbuefarvede"),
    "gray_pink": _suit("gråpink", "gråpink"),
    "dark_prism": _suit("mørk prismefarvet", "mørke prismefarvede"),
    "dark_orange": _suit("mørk orange", "mørk orange"),
    "tomato": _suit("tomatrød", "tomatrøde"),
    "mahogany": _suit("mahognirød", "mahognirøde"),
    "carrot": _suit("gulerodsrød", "gulerodsrøde"),
    "emerald": _suit("smaragdgrøn", "smaragdgrønne"),
    "olive": _suit("olivengrøn", "olivengrønne"),
    "berry": _suit("bærblå", "bærblå"),
    "navy": _suit("marineblå", "marineblå"),
    "sky": _suit("himmelblå", "himmelblå"),
    "ice_ea": _suit("isblå", "isblå"),
    "aqua_ea": _suit("akvablå", "akvablå"),
    "sky_ea": _suit("himmelblå", "himmelblå"),
    "berry_ea": _suit("bærblå", "bærblå"),
    "navy_ea": _suit("marineblå", "marineblå"),
    "ocean_ea": _suit("havblå", "havblå"),
    "tangerine": _suit("mandarinfarvet", "mandarinfarvede"),
    "peach": _suit("ferskenfarvet", "ferskenfarvede"),
    "ruby": _suit("rubinrød", "rubinrøde"),
    "yam": _suit("yamsfarvet", "yamsfarvede"),
    "geas": _suit("geasfarvet", "geasfarvede"),
    "beatnik": _suit("beatnikfarvet", "beatnikfarvede"),
    "plum": _suit("blommefarvet", "blommefarvede"),
    "taupe": _suit("taupe", "taupe"),
    "gold": _suit("guldfarvet", "guldfarvede"),
    "violet": _suit("violet", "violette"),
    "magenta": _suit("magentafarvet", "magentafarvede"),
    "cardinal": _suit("kardinalrød", "kardinalrøde"),
    "maroon": _suit("kastanjebrun", "kastanjebrune"),
    "lime": _suit("limegrøn", "limegrønne"),
    "jungle": _suit("junglegrøn", "junglegrønne"),
    "jade": _suit("jadegrøn", "jadegrønne"),
    "tan": _suit("beige", "beige"),
    "cyan": _suit("cyanfarvet", "cyanfarvede"),
    "indigo": _suit("indigofarvet", "indigofarvede"),
    "cobalt": _suit("koboltblå", "koboltblå"),
}
