"""Names of suits and clue colors, and the rules of variants, in Dutch."""

from collections.abc import Mapping
from typing import Final

from service.i18n.shape import ColorWords, SuitWords

__all__ = ["COLORS", "RULES", "SUITS"]


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

RULES: Final[Mapping[str, str]] = {
    "suits": "Er zijn {number} kleuren: {suits}.",
    "colors": "Informatie noemt deze kleuren: {colors}.",
    "no-colors": "Geen informatie noemt een kleur.",
    "numbers": "Informatie noemt deze waarden: {ranks}.",
    "no-numbers": "Geen informatie noemt een waarde.",
    "suit-colors": "{cards} kaarten worden geraakt door {colors}.",
    "suit-all-colors": "Elke kleur raakt {cards} kaarten.",
    "suit-no-colors": "Geen kleur raakt {cards} kaarten.",
    "suit-all-numbers": "Elke waarde raakt {cards} kaarten.",
    "suit-no-numbers": "Geen waarde raakt {cards} kaarten.",
    "prism": "{cards} kaarten worden naargelang hun waarde door één kleur geraakt: {pairs}.",
    "card-by-color": "de {rank} door {color}",
    "synesthesia": "{color} raakt ook elke {ranks}.",
    "synesthesia-except": "Dat geldt niet voor {cards} kaarten.",
    "parity": "Informatie over waarden zegt alleen “oneven” of “even”: oneven raakt 1, 3 en 5, even raakt 2 en 4.",
    "funnels": "Informatie over een waarde raakt ook alle lagere waarden.",
    "chimneys": "Informatie over een waarde raakt ook alle hogere waarden.",
    "rank-all-colors": "Elke kleur raakt elke {rank}.",
    "rank-no-colors": "Geen kleur raakt een {rank}.",
    "rank-all-numbers": "Elke waarde raakt elke {rank}.",
    "rank-no-numbers": "Geen waarde raakt een {rank}.",
    "deceptive": "Elke {rank} is misleidend en wordt door een andere waarde geraakt: {pairs}.",
    "card-by-number": "de {card} door de {number}",
    "except-all-colors": "Maar elke kleur raakt {named}.",
    "except-no-colors": "Maar geen kleur raakt {named}.",
    "except-all-numbers": "Maar elke waarde raakt {named}.",
    "except-no-numbers": "Maar geen waarde raakt {named}.",
    "named-card": "de {card}",
    "critical-fours": "Van elke 4 is er maar één exemplaar.",
    "scarce-ones": "Van elke 1 zijn er maar twee exemplaren.",
    "two-copies": "Van elke kaart zijn er twee exemplaren.",
    "one-copy": "{cards} kaarten komen elk maar één keer voor.",
    "reversed": "{cards} kaarten worden omgekeerd gespeeld, van de 5 tot de 1, waarmee de rij voltooid is.",
    "reversed-copies": "Van de {five} zijn er drie exemplaren, van de {one} maar één.",
    "inverted": "{cards} kaarten zijn omgekeerd: wie er een speelt, legt die af en krijgt zoals gewoonlijk "
    "een fiche terug; wie er een aflegt, speelt die, en past die niet, dan wordt een foutkaart "
    "omgedraaid.",
    "inverted-full": "Afleggen mag ook als alle fiches in de doos liggen.",
    "up-or-down": "Een rij begint met haar 1, haar 5 of haar START-kaart. Na een 1 gaat ze omhoog tot de 5, na "
    "een 5 omlaag tot de 1, en na START van de 2 omhoog tot de 5 of van de 4 omlaag tot de 1.",
    "up-or-down-cards": "Er is in elke kleur één START-kaart en maar één 1.",
    "up-or-down-clues": "Geen waarde raakt START-kaarten.",
    "sudoku": "Een rij begint met de waarde die er het eerst wordt gespeeld, maar geen twee rijen met "
    "dezelfde. Vandaar gaat ze omhoog, met de 1 na de {most}, tot er {most} kaarten liggen.",
    "sudoku-ranks": "Er zijn geen 5’en.",
    "alternating": "De soorten informatie wisselen elkaar af: na een kleur moet de volgende informatie een "
    "waarde noemen, en na een waarde een kleur. De eerste informatie is vrij.",
    "cow": "Informatie zegt niet welke kleur of waarde bedoeld is: voor een kleur alleen "
    "“{color_sound}”, voor een waarde alleen “{rank_sound}”, met de kaarten erbij.",
    "duck": "Informatie zegt geen kleur en geen waarde, en ook niet welke van de twee bedoeld is: alleen "
    "“{any_sound}”, met de kaarten erbij.",
    "color-blind": "Informatie over kleuren raakt geen kaart en mag toch worden gegeven.",
    "number-blind": "Informatie over waarden raakt geen kaart en mag toch worden gegeven.",
    "starved": "Een kaart afleggen brengt maar een half fiche terug, net als een voltooide rij. Informatie "
    "kost een heel fiche.",
    "hole": "Gespeelde kaarten blijven tot het einde gedekt: niemand ziet welke het zijn en of ze "
    "pasten, dus ook de punten en foutkaarten zijn onbekend.",
    "hole-tokens": "Een voltooide rij brengt geen fiche terug.",
}
