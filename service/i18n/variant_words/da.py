"""Names of suits and clue colors, and the rules of variants, in Danish."""

from collections.abc import Mapping
from typing import Final

from service.i18n.shape import ColorWords, SuitWords

__all__ = ["COLORS", "RULES", "SUITS"]


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

RULES: Final[Mapping[str, str]] = {
    "suits": "Der er {number} farver: {suits}.",
    "colors": "Informationer nævner disse farver: {colors}.",
    "no-colors": "Ingen information nævner en farve.",
    "numbers": "Informationer nævner disse værdier: {ranks}.",
    "no-numbers": "Ingen information nævner en værdi.",
    "suit-colors": "For {cards} kort gælder disse farver: {colors}.",
    "suit-all-colors": "Hver farve gælder {cards} kort.",
    "suit-no-colors": "Ingen farve gælder {cards} kort.",
    "suit-all-numbers": "Hver værdi gælder {cards} kort.",
    "suit-no-numbers": "Ingen værdi gælder {cards} kort.",
    "prism": "For {cards} kort gælder én farve efter deres værdi: {pairs}.",
    "card-by-color": "{color} for {rank}",
    "synesthesia": "{color} gælder også alle {ranks}.",
    "synesthesia-except": "Det gør den ikke for {cards} kort.",
    "parity": "Informationer om værdier siger kun »ulige« eller »lige«: ulige gælder 1, 3 og 5, lige gælder 2 og 4.",
    "funnels": "En information om en værdi gælder også alle lavere værdier.",
    "chimneys": "En information om en værdi gælder også alle højere værdier.",
    "rank-all-colors": "Hver farve gælder alle {rank}’ere.",
    "rank-no-colors": "Ingen farve gælder {rank}’ere.",
    "rank-all-numbers": "Hver værdi gælder alle {rank}’ere.",
    "rank-no-numbers": "Ingen værdi gælder {rank}’ere.",
    "deceptive": "Alle {rank}’ere er vildledende, og en anden værdi gælder dem: {pairs}.",
    "card-by-number": "{number} for {card}",
    "except-all-colors": "Men hver farve gælder {named}.",
    "except-no-colors": "Men ingen farve gælder {named}.",
    "except-all-numbers": "Men hver værdi gælder {named}.",
    "except-no-numbers": "Men ingen værdi gælder {named}.",
    "named-card": "{card}",
    "critical-fours": "Der er kun ét eksemplar af hver 4’er.",
    "scarce-ones": "Der er kun to eksemplarer af hver 1’er.",
    "two-copies": "Der er to eksemplarer af hvert kort.",
    "one-copy": "{cards} kort findes kun i ét eksemplar hver.",
    "reversed": "{cards} kort spilles omvendt, fra 5 ned til 1, som gør farven færdig.",
    "reversed-copies": "Der er tre eksemplarer af {five} og ét af {one}.",
    "inverted": "{cards} kort er omvendte: spiller du et, smides det og giver en blå brik som ellers; smider "
    "du et, spilles det og koster en rød brik, hvis det ikke passer.",
    "inverted-full": "Man må smide et kort, også når alle blå brikker ligger i låget.",
    "up-or-down": "En farve begynder med sin 1’er, sin 5’er eller sit START-kort. Efter en 1’er går den op til "
    "5, efter en 5’er ned til 1, og efter START enten fra 2 op til 5 eller fra 4 ned til 1.",
    "up-or-down-cards": "Der er ét START-kort og kun én 1’er i hver farve.",
    "up-or-down-clues": "Ingen værdi gælder START-kort.",
    "sudoku": "En farve begynder med den værdi, der først spilles i den, men aldrig to med den samme. "
    "Derfra går den op, med 1 efter {most}, til der ligger {most} kort.",
    "sudoku-ranks": "Der er ingen 5’ere.",
    "alternating": "Informationernes slags skifter: efter en farve skal den næste nævne en værdi, og efter en "
    "værdi en farve. Den første er fri.",
    "cow": "Informationer siger ikke, hvilken farve eller værdi de mener: om en farve kun "
    "»{color_sound}«, om en værdi kun »{rank_sound}«, og kortene vises.",
    "duck": "Informationer siger hverken farve eller værdi, og heller ikke hvilken af de to de mener: "
    "kun »{any_sound}«, og kortene vises.",
    "color-blind": "Informationer om farver gælder ingen kort og må gives alligevel.",
    "number-blind": "Informationer om værdier gælder ingen kort og må gives alligevel.",
    "starved": "Et smidt kort giver kun en halv blå brik, og det samme gør en færdig farve. En information "
    "koster en hel.",
    "hole": "Spillede kort ligger med bagsiden op til slutningen: ingen ser, hvilke de er, og om de "
    "passede, så point og røde brikker er ukendte.",
    "hole-tokens": "En færdig farve giver ingen blå brik.",
}
