"""Names of suits and clue colors in French."""

from collections.abc import Mapping
from typing import Final

from service.i18n.shape import ColorWords, SuitWords

__all__ = ["COLORS", "SUITS"]


def _color(masculine: str, feminine: str) -> ColorWords:
    # le 1 vert · aucune carte verte · une carte verte · deux cartes vertes
    return ColorWords(masculine, masculine, feminine, feminine, f"{feminine}s")


def _same(word: str) -> ColorWords:
    # le 1 marron · deux cartes marron
    return ColorWords(word, word, word, word, word)


def _suit(name: str, many: str | None = None) -> SuitWords:
    # Names of things and compound names do not change: deux cartes bleu ciel.
    return SuitWords(name, name, many or name)


COLORS: Final[Mapping[str, ColorWords]] = {
    "red": _color("rouge", "rouge"),
    "yellow": _color("jaune", "jaune"),
    "green": _color("vert", "verte"),
    "blue": _color("bleu", "bleue"),
    "white": _color("blanc", "blanche"),
    "multicolor": _color("multicolore", "multicolore"),
    "purple": _color("violet", "violette"),
    "teal": _same("turquoise"),
    "black": _color("noir", "noire"),
    "pink": _color("rose", "rose"),
    "brown": _same("marron"),
    "orange": _same("orange"),
}

SUITS: Final[Mapping[str, SuitWords]] = {
    "rainbow": _suit("arc-en-ciel"),
    "omni": _suit("omni"),
    "null": _suit("null"),
    "muddy_rainbow": _suit("arc-en-ciel boueux"),
    "light_pink": _suit("rose clair"),
    "prism": _suit("prisme"),
    "dark_rainbow": _suit("arc-en-ciel foncé"),
    "dark_pink": _suit("rose foncé"),
    "gray": _suit("gris", "grises"),
    "dark_brown": _suit("marron foncé"),
    "dark_omni": _suit("omni foncé"),
    "dark_null": _suit("null foncé"),
    "cocoa_rainbow": _suit("arc-en-ciel cacao"),
    "gray_pink": _suit("rose gris"),
    "dark_prism": _suit("prisme foncé"),
    "dark_orange": _suit("orange foncé"),
    "tomato": _suit("tomate"),
    "mahogany": _suit("acajou"),
    "carrot": _suit("carotte"),
    "emerald": _suit("émeraude"),
    "olive": _suit("olive"),
    "berry": _suit("myrtille"),
    "navy": _suit("bleu marine"),
    "sky": _suit("bleu ciel"),
    "ice_ea": _suit("bleu glacier"),
    "aqua_ea": _suit("aqua"),
    "sky_ea": _suit("bleu ciel"),
    "berry_ea": _suit("myrtille"),
    "navy_ea": _suit("bleu marine"),
    "ocean_ea": _suit("bleu océan"),
    "tangerine": _suit("mandarine"),
    "peach": _suit("pêche"),
    "ruby": _suit("rubis"),
    "yam": _suit("igname"),
    "geas": _suit("geas"),
    "beatnik": _suit("beatnik"),
    "plum": _suit("prune"),
    "taupe": _suit("taupe"),
    "gold": _suit("doré", "dorées"),
    "violet": _suit("mauve", "mauves"),
    "magenta": _suit("magenta"),
    "cardinal": _suit("cardinal"),
    "maroon": _suit("bordeaux"),
    "lime": _suit("citron vert"),
    "jungle": _suit("jungle"),
    "jade": _suit("jade"),
    "tan": _suit("beige", "beiges"),
    "cyan": _suit("cyan"),
    "indigo": _suit("indigo"),
    "cobalt": _suit("bleu cobalt"),
}
