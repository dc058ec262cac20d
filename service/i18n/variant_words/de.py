"""Names of suits and clue colors, and the rules of variants, in German."""

from collections.abc import Mapping
from typing import Final

from service.i18n.shape import ColorWords, SuitWords

__all__ = ["COLORS", "RULES", "SUITS"]


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

RULES: Final[Mapping[str, str]] = {
    "suits": "Es gibt {number} Farben: {suits}.",
    "colors": "Hinweise nennen diese Farben: {colors}.",
    "no-colors": "Kein Hinweis nennt eine Farbe.",
    "numbers": "Hinweise nennen diese Zahlen: {ranks}.",
    "no-numbers": "Kein Hinweis nennt eine Zahl.",
    "suit-colors": "{cards} Karten werden von {colors} getroffen.",
    "suit-all-colors": "Jede Farbe trifft {cards} Karten.",
    "suit-no-colors": "Keine Farbe trifft {cards} Karten.",
    "suit-all-numbers": "Jede Zahl trifft {cards} Karten.",
    "suit-no-numbers": "Keine Zahl trifft {cards} Karten.",
    "prism": "{cards} Karten werden je nach ihrer Zahl von einer Farbe getroffen: {pairs}.",
    "card-by-color": "die {rank} von {color}",
    "synesthesia": "{color} trifft außerdem jede {ranks}.",
    "synesthesia-except": "Für {cards} Karten gilt das nicht.",
    "parity": "Hinweise auf Zahlen sagen nur „ungerade“ oder „gerade“: Ungerade trifft 1, 3 und 5, gerade "
    "trifft 2 und 4.",
    "funnels": "Ein Hinweis auf eine Zahl trifft auch alle niedrigeren Zahlen.",
    "chimneys": "Ein Hinweis auf eine Zahl trifft auch alle höheren Zahlen.",
    "rank-all-colors": "Jede Farbe trifft jede {rank}.",
    "rank-no-colors": "Keine Farbe trifft eine {rank}.",
    "rank-all-numbers": "Jede Zahl trifft jede {rank}.",
    "rank-no-numbers": "Keine Zahl trifft eine {rank}.",
    "deceptive": "Jede {rank} trügt und wird von einer anderen Zahl getroffen: {pairs}.",
    "card-by-number": "die {card} von der {number}",
    "except-all-colors": "Doch jede Farbe trifft {named}.",
    "except-no-colors": "Doch keine Farbe trifft {named}.",
    "except-all-numbers": "Doch jede Zahl trifft {named}.",
    "except-no-numbers": "Doch keine Zahl trifft {named}.",
    "named-card": "die {card}",
    "critical-fours": "Jede 4 gibt es nur einmal.",
    "scarce-ones": "Jede 1 gibt es nur zweimal.",
    "two-copies": "Jede Karte gibt es zweimal.",
    "one-copy": "{cards} Karten gibt es nur je einmal.",
    "reversed": "{cards} Karten werden umgekehrt gespielt, von der 5 bis zur 1, mit der die Reihe komplett ist.",
    "reversed-copies": "Die {five} gibt es dreimal, die {one} nur einmal.",
    "inverted": "{cards} Karten sind umgekehrt: Wer eine spielt, wirft sie ab und bekommt wie sonst ein "
    "Hinweis-Plättchen; wer eine abwirft, spielt sie, und passt sie nicht, kostet es einen Blitz.",
    "inverted-full": "Abwerfen ist auch erlaubt, wenn alle Hinweis-Plättchen da sind.",
    "up-or-down": "Eine Reihe beginnt mit ihrer 1, ihrer 5 oder ihrer START-Karte. Nach einer 1 geht es "
    "aufwärts bis zur 5, nach einer 5 abwärts bis zur 1 und nach START entweder von der 2 "
    "aufwärts bis zur 5 oder von der 4 abwärts bis zur 1.",
    "up-or-down-cards": "Es gibt in jeder Farbe eine START-Karte und nur eine 1.",
    "up-or-down-clues": "Keine Zahl trifft START-Karten.",
    "sudoku": "Eine Reihe beginnt mit der Zahl, die zuerst auf ihr gespielt wird, doch keine zwei mit "
    "derselben. Von dort geht es aufwärts, nach der {most} mit der 1 weiter, bis {most} Karten "
    "liegen.",
    "sudoku-ranks": "Es gibt keine 5.",
    "alternating": "Die Arten der Hinweise wechseln sich ab: Nach einem Hinweis auf eine Farbe muss der nächste "
    "eine Zahl nennen und nach einem Hinweis auf eine Zahl eine Farbe. Der erste Hinweis ist "
    "frei.",
    "cow": "Hinweise sagen nicht, welche Farbe oder Zahl sie meinen: Ein Hinweis auf eine Farbe ist nur "
    "„{color_sound}“, einer auf eine Zahl nur „{rank_sound}“, und zeigt die Karten.",
    "duck": "Hinweise sagen weder eine Farbe noch eine Zahl noch, was von beiden sie meinen, sondern nur "
    "„{any_sound}“, und zeigen die Karten.",
    "color-blind": "Hinweise auf Farben treffen keine Karte und dürfen trotzdem gegeben werden.",
    "number-blind": "Hinweise auf Zahlen treffen keine Karte und dürfen trotzdem gegeben werden.",
    "starved": "Abwerfen bringt nur ein halbes Hinweis-Plättchen, eine komplette Reihe ebenso. Ein Hinweis "
    "kostet ein ganzes.",
    "hole": "Gespielte Karten bleiben bis zum Ende verdeckt: Niemand sieht, welche es sind und ob sie "
    "passten, also sind auch Punkte und Blitze unbekannt.",
    "hole-tokens": "Eine komplette Reihe bringt kein Hinweis-Plättchen.",
}
