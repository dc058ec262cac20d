"""Names of suits and clue colors, and the rules of variants, in French."""

from collections.abc import Mapping
from typing import Final

from service.i18n.shape import ColorWords, SuitWords

__all__ = ["COLORS", "RULES", "SUITS"]


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

RULES: Final[Mapping[str, str]] = {
    "suits": "Il y a {number} couleurs\u00a0: {suits}.",
    "colors": "Les informations nomment ces couleurs\u00a0: {colors}.",
    "no-colors": "Aucune information ne nomme une couleur.",
    "numbers": "Les informations nomment ces chiffres\u00a0: {ranks}.",
    "no-numbers": "Aucune information ne nomme un chiffre.",
    "suit-colors": "Couleurs qui touchent les cartes {cards}\u00a0: {colors}.",
    "suit-all-colors": "Chaque couleur touche les cartes {cards}.",
    "suit-no-colors": "Aucune couleur ne touche les cartes {cards}.",
    "suit-all-numbers": "Chaque chiffre touche les cartes {cards}.",
    "suit-no-numbers": "Aucun chiffre ne touche les cartes {cards}.",
    "prism": "Les cartes {cards} sont touchées par une couleur selon leur chiffre\u00a0: {pairs}.",
    "card-by-color": "le {rank} par {color}",
    "synesthesia": "{color} touche aussi tous les {ranks}.",
    "synesthesia-except": "Cela ne vaut pas pour les cartes {cards}.",
    "parity": "Les informations sur les chiffres disent seulement «\u00a0impair\u00a0» ou "
    "«\u00a0pair\u00a0»\u00a0: impair touche 1, 3 et 5, pair touche 2 et 4.",
    "funnels": "Une information sur un chiffre touche aussi tous les chiffres inférieurs.",
    "chimneys": "Une information sur un chiffre touche aussi tous les chiffres supérieurs.",
    "rank-all-colors": "Chaque couleur touche tous les {rank}.",
    "rank-no-colors": "Aucune couleur ne touche les {rank}.",
    "rank-all-numbers": "Chaque chiffre touche tous les {rank}.",
    "rank-no-numbers": "Aucun chiffre ne touche les {rank}.",
    "deceptive": "Les {rank} sont trompeurs et touchés par un autre chiffre\u00a0: {pairs}.",
    "card-by-number": "le {card} par le {number}",
    "except-all-colors": "Mais chaque couleur touche {named}.",
    "except-no-colors": "Mais aucune couleur ne touche {named}.",
    "except-all-numbers": "Mais chaque chiffre touche {named}.",
    "except-no-numbers": "Mais aucun chiffre ne touche {named}.",
    "named-card": "le {card}",
    "critical-fours": "Il n’y a qu’un exemplaire de chaque 4.",
    "scarce-ones": "Il n’y a que deux exemplaires de chaque 1.",
    "two-copies": "Il y a deux exemplaires de chaque carte.",
    "one-copy": "Les cartes {cards} n’existent qu’en un seul exemplaire.",
    "reversed": "Les cartes {cards} se jouent à l’envers, du 5 au 1, qui complète la couleur.",
    "reversed-copies": "Il y a trois exemplaires du {five} et un seul du {one}.",
    "inverted": "Les cartes {cards} sont inversées\u00a0: si tu en joues une, elle est défaussée et fait "
    "revenir un jeton bleu comme d’habitude\u00a0; si tu en défausses une, elle est jouée et "
    "coûte un jeton rouge si elle ne convient pas.",
    "inverted-full": "On peut défausser même si tous les jetons bleus sont là.",
    "up-or-down": "Une couleur commence par son 1, son 5 ou sa carte START. Après un 1 elle monte jusqu’au 5, "
    "après un 5 elle descend jusqu’au 1, et après START elle monte du 2 au 5 ou descend du 4 au "
    "1.",
    "up-or-down-cards": "Il y a une carte START et un seul 1 par couleur.",
    "up-or-down-clues": "Aucun chiffre ne touche les cartes START.",
    "sudoku": "Une couleur commence par le chiffre qui y est joué en premier, mais jamais deux par le "
    "même. Elle monte à partir de là, avec le 1 après le {most}, jusqu’à {most} cartes.",
    "sudoku-ranks": "Il n’y a pas de 5.",
    "alternating": "Les sortes d’informations alternent\u00a0: après une couleur, l’information suivante doit "
    "nommer un chiffre, et après un chiffre une couleur. La première est libre.",
    "cow": "Les informations ne disent pas quelle couleur ou quel chiffre elles désignent\u00a0: pour "
    "une couleur seulement «\u00a0{color_sound}\u00a0», pour un chiffre seulement "
    "«\u00a0{rank_sound}\u00a0», en montrant les cartes.",
    "duck": "Les informations ne disent ni couleur, ni chiffre, ni lequel des deux elles désignent, mais "
    "seulement «\u00a0{any_sound}\u00a0», en montrant les cartes.",
    "color-blind": "Les informations sur les couleurs ne touchent aucune carte et sont permises quand même.",
    "number-blind": "Les informations sur les chiffres ne touchent aucune carte et sont permises quand même.",
    "starved": "Une défausse ne fait revenir qu’un demi-jeton bleu, de même qu’une couleur complète. Une "
    "information coûte un jeton entier.",
    "hole": "Les cartes jouées restent face cachée jusqu’à la fin\u00a0: personne ne voit lesquelles ce "
    "sont ni si elles convenaient, donc les points et les jetons rouges sont inconnus.",
    "hole-tokens": "Une couleur complète ne fait revenir aucun jeton bleu.",
}
