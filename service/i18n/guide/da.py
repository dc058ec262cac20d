"""How a game goes, the editions and their options, in Danish."""

from typing import Final

from service.i18n.guide.shape import Guide, OptionWords

__all__ = ["GUIDE"]

GUIDE: Final = Guide(
    how=(
        "Hanabi er et spil for et hold på to til fem. Sammen bygger spillerne et fyrværkeri i hver farve med kortene "
        "1 til 5 i rækkefølge. Alle ser de andres kort, men ikke deres egne.",
        "Hver farve har ti kort: tre 1’ere, to 2’ere, to 3’ere, to 4’ere og én 5’er (R2). Alle får fem kort på "
        "hånden, fire når I er fire eller fem (R1, R3); resten er kortstakken. Holdet begynder med otte blå brikker "
        "og taber med den tredje røde brik (R4, R14). Man har tur på skift, og en tur er præcis én af tre handlinger.",
        "**Giv en information.** Det koster en blå brik (R5). Nævn en farve eller en værdi for en anden; alle kort på "
        "den hånd med farven eller værdien vises (R6, R7, R8).",
        "**Smid et kort.** Det giver en blå brik tilbage, og et nyt kort trækkes (R9).",
        "**Spil et kort.** Er det det næste i sit fyrværkeri, lægges det til; ellers smides det, og der kommer en rød "
        "brik (R10). Et komplet fyrværkeri giver en blå brik tilbage (R11). Så trækkes et nyt kort.",
        "Spillet slutter med den sidste røde brik (R14), når alle fyrværkerier er komplette (R16), eller en runde "
        "efter at det sidste kort er trukket (R17). Pointtallet er summen af fyrværkeriernes højeste kort, højst 25 "
        "(R23).",
        "Mellem turene kan man omarrangere sin hånd (R26) og dreje sine kort (R29) for at huske informationer. Der "
        "tales så meget, som spillet tillader (R27).",
    ),
    titles={
        "de": "Hanabi, Abacusspiele (tysk)",
        "en": "Hanabi, engelsk oversættelse af de tyske regler",
        "fr": "Hanabi (fransk)",
        "nl": "Hanabi (hollandsk)",
        "da": "Hanabi (dansk)",
        "hanab_live": "hanab.live",
    },
    editions={
        "de": "Abacusspieles tyske regler. Den sidste røde brik giver 0 point (R14). Hånden må altid omarrangeres "
        "(R26), og også informationer, der ikke passer på noget kort, er tilladt (R7).",
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
            "Informationer, der ikke gælder noget kort",
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
    sources={
        "multicolor": "none: alle; five: fr Avalanche de couleurs, da Kaskade af farve, de Farbrausch (sværere); ten: "
        "de Farbrausch; wild_ten: de Farbrausch²; wild_five: husregel",
        "clue_tokens": "8: alle; flere: de Zu schwer?; færre: husregel",
        "strike_tokens": "3: alle; 1, 2: de Zu einfach?",
        "ending": "last_round: alle; grand_finale: fr Le bouquet final; nl og da",
        "finale_loss": "irreplaceable: nl, da; strikes_only: fr; kun med grand_finale",
        "color_declaration": "true: fr Chorégraphie minutée; da",
        "empty_clues": "true: de, en, nl, da; false: fr",
        "strikeout_score": "zero: de, en; none: nl, fr, da",
        "early_end": "never: alle; no_points_left: hanab.live",
        "hand_reorder": "any_time: de; after_clue: nl, da, fr; en siger intet om det; off: husregel",
        "table_talk": "nl, da, de overlader det til gruppen; off: strengt læst",
        "memory_aid": "none: spillerne husker selv, som ved et bord; full: husregel, intet regelhæfte har en hjælp",
        "starting_seat": "de, en: den ældste spiller; nl, fr, da: den, der har det mest farverige tøj på; random: "
        "husregel",
        "hand_size": "normal: alle; andre: hanab.live",
        "deck_plays": "false: alle; true: hanab.live, det sidste kort i kortstakken kan spilles",
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
    bots={
        "random": "Trækker lod mellem alle tilladte ture. En makker til at prøve noget af, ikke til at vinde med.",
        "kagiya": "Spiller godt efter det, den ser og får at vide, og sætter aldrig den sidste røde brik på spil. "
        "Opkaldt efter fyrværkerihuset i det gamle Edo. Nævn en farve for at få spillet det nyeste kort, som farven "
        "gælder; nævn en værdi for at fortælle noget eller redde et kort. Den spiller ingen variant, hvor "
        "fyrværkerier ikke har en fast rækkefølge, spillede kort eller informationer er skjulte, et spillet kort kan "
        "blive smidt, brikker tæller halvt, tre farver deler deres informationer, eller informationer ikke røber "
        "værdierne.",
        "hat": "Spiller næsten perfekt, men kun sammen med sine lige: hver af dens informationer står for et tal, som "
        "hver anden plads regner ud fra de hænder, den ser, som i hattegåder. Sæt den kun ved siden af andre "
        "`hat`-botter, til målinger. Den spiller med tre til fem pladser og almindelige farver.",
        "hgroup": "Spiller som mennesker, der følger H-gruppens vejledning, op til det niveau, som navnet siger: Den "
        "forstår og giver informationer om at spille og redde, prompts og finesser, og den tilgiver fejl. Et niveau er "
        "én gruppes aftale; vælg det, du kender. Den spiller med to til fem pladser og med fem farver: almindelige, "
        "regnbue, pink, hvid, sort og brun.",
    },
)
