"""How a game goes, the editions and their options, in Danish."""

from typing import Final

from service.i18n.guide.shape import Guide, OptionWords

__all__ = ["GUIDE"]

GUIDE: Final = Guide(
    how=(
        "Hanabi er et spil for et hold på to til fem. Sammen bygger spillerne et fyrværkeri i hver farve med kortene "
        "1 til 5 i rækkefølge. Alle ser de andres kort, men ikke deres egne.",
        "Alle får en hånd kort (R1, R3); resten er kortstakken. I begyndelsen er alle blå brikker der, og der er "
        "ingen røde (R4). Man har tur på skift, og en tur er præcis én af tre handlinger.",
        "**Giv en information.** Det koster en blå brik (R5). Nævn en farve eller en værdi for en anden; alle kort på "
        "den hånd med farven eller værdien vises (R6, R7, R8).",
        "**Smid et kort.** Det giver en blå brik tilbage, og et nyt kort trækkes (R9).",
        "**Spil et kort.** Er det det næste i sit fyrværkeri, lægges det til; ellers smides det, og der kommer en rød "
        "brik (R10). Et komplet fyrværkeri giver en blå brik tilbage (R11). Så trækkes et nyt kort.",
        "Spillet slutter med den sidste røde brik (R14), når alle fyrværkerier er komplette (R16), eller en runde "
        "efter at det sidste kort er trukket (R17). Pointtallet er summen af fyrværkeriernes højeste kort (R23).",
        "Mellem turene kan man omarrangere sin hånd (R26) og dreje sine kort (R29) for at huske informationer. Der "
        "tales så meget, som spillet tillader (R27).",
    ),
    editions={
        "de": "Abacusspieles tyske regler. Den sidste røde brik giver 0 point (R14). Hånden må altid omarrangeres "
        "(R26), og en information må gælde ingen kort (R7).",
        "en": "Den engelske oversættelse af de tyske regler, med de samme muligheder.",
        "fr": "De franske regler. Med den sidste røde brik er spillet tabt uden pointtal (R14), og en information "
        "skal gælde et kort (R7). Hånden må omarrangeres, så snart den har fået en information (R26). Den store "
        "finale tabes kun ved røde brikker (R15).",
        "nl": "De hollandske regler. Med den sidste røde brik er spillet tabt uden pointtal (R14), og hånden må "
        "omarrangeres, så snart den har fået en information (R26). En stor finale tabes også med det sidste eksemplar "
        "af et nødvendigt kort (R15).",
        "da": "De danske regler, med de samme muligheder som de hollandske.",
        "hanab_live": "Reglerne fra siden hanab.live, til importerede spil og til dens varianter (R30). En "
        "information skal gælde et kort (R7), den sidste røde brik giver 0 point (R14), og spillet slutter, så snart "
        "der ikke kan gøres flere point (R20).",
    },
    options={
        "multicolor": OptionWords(
            "Multifarvede kort",
            {
                "none": "ingen",
                "five": "et af hver værdi",
                "ten": "ti kort",
                "wild_ten": "ti kort, som enhver farve gælder",
                "wild_five": "et af hver værdi, som enhver farve gælder",
            },
        ),
        "clue_tokens": OptionWords("Blå brikker", {}),
        "strike_tokens": OptionWords("Røde brikker til slutningen", {}),
        "ending": OptionWords(
            "Slutning",
            {
                "last_round": "en sidste runde efter kortstakken",
                "grand_finale": "til spillet er vundet eller tabt",
            },
        ),
        "finale_loss": OptionWords(
            "Stor finale tabt ved",
            {
                "irreplaceable": "røde brikker eller det sidste eksemplar af et nødvendigt kort",
                "strikes_only": "kun røde brikker",
            },
        ),
        "color_declaration": OptionWords(
            "At melde farven på et spillet kort",
            {
                False: "nej",
                True: "tilladt",
            },
        ),
        "empty_clues": OptionWords(
            "Informationer, der gælder ingen kort",
            {
                True: "tilladt",
                False: "forbudt",
            },
        ),
        "strikeout_score": OptionWords(
            "Pointtal efter den sidste røde brik",
            {
                "zero": "0 point",
                "none": "intet pointtal",
            },
        ),
        "early_end": OptionWords(
            "Tidlig slutning",
            {
                "never": "aldrig",
                "no_points_left": "når der ikke kan gøres flere point",
            },
        ),
        "hand_reorder": OptionWords(
            "At omarrangere sin hånd",
            {
                "any_time": "altid",
                "after_clue": "så snart hånden har fået en information",
                "off": "aldrig",
            },
        ),
        "table_talk": OptionWords(
            "Snak ved bordet",
            {
                "off": "ingen",
                "remarks": "faste bemærkninger",
                "free": "fri tekst",
            },
        ),
        "memory_aid": OptionWords(
            "Huskehjælp",
            {
                "full": "informationer vises fortsat",
                "none": "informationer vises én gang",
            },
        ),
        "starting_seat": OptionWords(
            "Hvem der begynder",
            {
                "random": "ved lodtrækning",
            },
        ),
        "hand_size": OptionWords(
            "Håndens størrelse",
            {
                "normal": "normal",
                "one_more": "et kort mere",
                "one_less": "et kort mindre",
            },
        ),
        "deck_plays": OptionWords(
            "At spille det sidste kort fra kortstakken",
            {
                False: "nej",
                True: "tilladt",
            },
        ),
    },
    variants={
        "color-rush": "Farverus",
        "color-rush-hard": "Kaskade af farve",
        "color-rush-2": "Farverus²",
        "color-rush-2-hard": "Kaskade af farve²",
        "grand-finale": "Stor finale",
        "choreography": "Timet koreografi",
        "too-easy": "For let?",
        "too-hard": "For svært?",
    },
)
