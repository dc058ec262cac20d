"""Names of suits and clue colors in German."""

from collections.abc import Mapping
from typing import Final

from service.i18n.shape import ColorWords, SuitWords

__all__ = ["COLORS", "SUITS"]


def _color(name: str, stem: str) -> ColorWords:
    # die rote 1 · keine roten Karten · eine rote Karte · zwei rote Karten
    return ColorWords(name, f"{stem}e", f"{stem}en", f"{stem}e", f"{stem}e")


def _same(name: str, word: str) -> ColorWords:
    # die rosa 1 · keine rosa Karten
    return ColorWords(name, word, word, word, word)


def _suit(name: str, inflected: str) -> SuitWords:
    return SuitWords(name, inflected, inflected)


COLORS: Final[Mapping[str, ColorWords]] = {
    "red": _color("Rot", "rot"),
    "yellow": _color("Gelb", "gelb"),
    "green": _color("Grün", "grün"),
    "blue": _color("Blau", "blau"),
    "white": _color("Weiß", "weiß"),
    "multicolor": _color("Bunt", "bunt"),
    "purple": _same("Lila", "lila"),
    "teal": _color("Türkis", "türkisfarben"),
    "black": _color("Schwarz", "schwarz"),
    "pink": _same("Rosa", "rosa"),
    "brown": _color("Braun", "braun"),
    "orange": _color("Orange", "orangefarben"),
}

SUITS: Final[Mapping[str, SuitWords]] = {
    "rainbow": _suit("Regenbogen", "regenbogenfarbene"),
    "omni": _suit("Omni", "omnifarbene"),
    "null": _suit("Null", "nullfarbene"),
    "muddy_rainbow": _suit("Schlammregenbogen", "schlammregenbogenfarbene"),
    "light_pink": _suit("Hellrosa", "hellrosa"),
    "prism": _suit("Prisma", "prismafarbene"),
    "dark_rainbow": _suit("Dunkelregenbogen", "dunkelregenbogenfarbene"),
    "dark_pink": _suit("Dunkelrosa", "dunkelrosa"),
    "gray": _suit("Grau", "graue"),
    "dark_brown": _suit("Dunkelbraun", "dunkelbraune"),
    "dark_omni": _suit("Dunkelomni", "dunkelomnifarbene"),
    "dark_null": _suit("Dunkelnull", "dunkelnullfarbene"),
    "cocoa_rainbow": _suit("Kakaoregenbogen", "kakaoregenbogenfarbene"),
    "gray_pink": _suit("Graurosa", "graurosa"),
    "dark_prism": _suit("Dunkelprisma", "dunkelprismafarbene"),
    "dark_orange": _suit("Dunkelorange", "dunkelorangefarbene"),
    "tomato": _suit("Tomatenrot", "tomatenrote"),
    "mahogany": _suit("Mahagonirot", "mahagonirote"),
    "carrot": _suit("Karottenrot", "karottenrote"),
    "emerald": _suit("Smaragdgrün", "smaragdgrüne"),
    "olive": _suit("Olivgrün", "olivgrüne"),
    "berry": _suit("Beerenblau", "beerenblaue"),
    "navy": _suit("Marineblau", "marineblaue"),
    "sky": _suit("Himmelblau", "himmelblaue"),
    "ice_ea": _suit("Eisblau", "eisblaue"),
    "aqua_ea": _suit("Aquablau", "aquablaue"),
    "sky_ea": _suit("Himmelblau", "himmelblaue"),
    "berry_ea": _suit("Beerenblau", "beerenblaue"),
    "navy_ea": _suit("Marineblau", "marineblaue"),
    "ocean_ea": _suit("Ozeanblau", "ozeanblaue"),
    "tangerine": _suit("Mandarine", "mandarinenfarbene"),
    "peach": _suit("Pfirsich", "pfirsichfarbene"),
    "ruby": _suit("Rubinrot", "rubinrote"),
    "yam": _suit("Yams", "yamsfarbene"),
    "geas": _suit("Geas", "geasfarbene"),
    "beatnik": _suit("Beatnik", "beatnikfarbene"),
    "plum": _suit("Pflaume", "pflaumenfarbene"),
    "taupe": _suit("Taupe", "taupefarbene"),
    "gold": _suit("Gold", "goldene"),
    "violet": _suit("Violett", "violette"),
    "magenta": _suit("Magenta", "magentafarbene"),
    "cardinal": _suit("Kardinalrot", "kardinalrote"),
    "maroon": _suit("Kastanienbraun", "kastanienbraune"),
    "lime": _suit("Limettengrün", "limettengrüne"),
    "jungle": _suit("Dschungelgrün", "dschungelgrüne"),
    "jade": _suit("Jadegrün", "jadegrüne"),
    "tan": _suit("Beige", "beigefarbene"),
    "cyan": _suit("Cyan", "cyanfarbene"),
    "indigo": _suit("Indigo", "indigofarbene"),
    "cobalt": _suit("Kobaltblau", "kobaltblaue"),
}
