"""How a game goes, the editions and their options, in Dutch."""

from typing import Final

from service.i18n.guide.shape import Guide, OptionWords

__all__ = ["GUIDE"]

GUIDE: Final = Guide(
    how=(
        "Hanabi is een spel voor een team van twee tot vijf. Samen bouwen de spelers voor elke kleur een vuurwerk, "
        "met de kaarten 1 tot en met 5 op volgorde. Iedereen ziet de kaarten van de anderen, maar niet de eigen "
        "kaarten.",
        "Elke kleur heeft tien kaarten: drie enen, twee tweeën, twee drieën, twee vieren en één vijf (R2). Iedereen "
        "krijgt vijf kaarten, met vier of vijf spelers vier (R1, R3); de andere kaarten vormen de stapel. Het team "
        "begint met acht fiches en verliest bij de derde fout (R4, R14). De spelers zijn om de beurt aan zet, en een "
        "beurt is precies één van drie acties.",
        "**Informatie geven.** Dat kost een fiche (R5). Noem iemand een kleur of een waarde; alle kaarten van die "
        "hand met die kleur of waarde worden aangewezen (R6, R7, R8).",
        "**Een kaart afleggen.** Dat levert een fiche op, en er wordt een nieuwe kaart getrokken (R9).",
        "**Een kaart spelen.** Is het de volgende van haar rij, dan wordt ze aangelegd; zo niet, dan wordt ze "
        "afgelegd en is er een fout (R10). Een complete rij levert een fiche op (R11). Daarna wordt een nieuwe kaart "
        "getrokken.",
        "Het spel eindigt met de laatste fout (R14), als alle rijen compleet zijn (R16), of een ronde nadat de "
        "laatste kaart van de stapel is getrokken (R17). De score is de som van de hoogste kaarten van de rijen, ten "
        "hoogste 25 (R23).",
        "Tussen de beurten kun je je kaarten herschikken (R26) en draaien (R29) om informatie te onthouden. Er wordt "
        "gepraat zoveel als het spel toestaat (R27).",
    ),
    titles={
        "de": "Hanabi, Abacusspiele (Duits)",
        "en": "Hanabi, Engelse vertaling van de Duitse spelregels",
        "fr": "Hanabi (Frans)",
        "nl": "Hanabi (Nederlands)",
        "da": "Hanabi (Deens)",
        "hanab_live": "hanab.live",
    },
    editions={
        "de": "De Duitse spelregels van Abacusspiele. De laatste fout geeft 0 punten (R14). Kaarten mogen altijd "
        "herschikt worden (R26), en ook informatie die op geen enkele kaart slaat, is toegestaan (R7).",
        "en": "De Engelse vertaling van de Duitse spelregels, met dezelfde opties.",
        "fr": "De Franse spelregels. Met de laatste fout is het spel zonder score verloren (R14), en informatie moet "
        "een kaart betreffen (R7). Een hand mag herschikt worden zodra ze informatie heeft gekregen (R26). De grote "
        "finale gaat alleen door fouten verloren (R15).",
        "nl": "De Nederlandse spelregels. Met de laatste fout is het spel zonder score verloren (R14), en een hand "
        "mag herschikt worden zodra ze informatie heeft gekregen (R26). Een grote finale gaat ook verloren met het "
        "laatste exemplaar van een nodige kaart (R15).",
        "da": "De Deense spelregels, met dezelfde opties als de Nederlandse.",
        "hanab_live": "De regels van de site hanab.live, voor geïmporteerde spellen en voor haar varianten (R30). "
        "Informatie moet een kaart betreffen (R7), de laatste fout geeft 0 punten (R14), en een spel eindigt zodra er "
        "geen punt meer te halen is (R20).",
    },
    options={
        "multicolor": OptionWords(
            "Veelkleurige kaarten",
            {
                "none": "geen",
                "five": "één van elke waarde",
                "ten": "tien kaarten",
                "wild_ten": "tien kaarten, door elke kleur aangewezen",
                "wild_five": "één van elke waarde, door elke kleur aangewezen",
            },
        ),
        "clue_tokens": OptionWords("Fiches", {}),
        "strike_tokens": OptionWords("Fouten tot het einde", {}),
        "ending": OptionWords(
            "Einde",
            {
                "last_round": "nog één ronde na de stapel",
                "grand_finale": "tot winst of verlies",
            },
        ),
        "finale_loss": OptionWords(
            "Grote finale verloren door",
            {
                "irreplaceable": "fouten of het laatste exemplaar van een nodige kaart",
                "strikes_only": "alleen fouten",
            },
        ),
        "color_declaration": OptionWords(
            "De kleur van een gespeelde kaart noemen",
            {
                False: "nee",
                True: "toegestaan",
            },
        ),
        "empty_clues": OptionWords(
            "Informatie die geen kaart betreft",
            {
                True: "toegestaan",
                False: "verboden",
            },
        ),
        "strikeout_score": OptionWords(
            "Score na de laatste fout",
            {
                "zero": "0 punten",
                "none": "geen score",
            },
        ),
        "early_end": OptionWords(
            "Vroegtijdig einde",
            {
                "never": "nooit",
                "no_points_left": "als er geen punt meer te halen is",
            },
        ),
        "hand_reorder": OptionWords(
            "De hand herschikken",
            {
                "any_time": "altijd",
                "after_clue": "zodra de hand informatie kreeg",
                "off": "nooit",
            },
        ),
        "table_talk": OptionWords(
            "Praten aan tafel",
            {
                "off": "niets",
                "remarks": "vaste opmerkingen",
                "free": "vrije tekst",
            },
        ),
        "memory_aid": OptionWords(
            "Geheugensteun",
            {
                "full": "informatie blijft zichtbaar",
                "none": "informatie is één keer te zien",
            },
        ),
        "starting_seat": OptionWords(
            "Wie begint",
            {
                "random": "door loting",
            },
        ),
        "hand_size": OptionWords(
            "Grootte van de hand",
            {
                "normal": "normaal",
                "one_more": "één kaart meer",
                "one_less": "één kaart minder",
            },
        ),
        "deck_plays": OptionWords(
            "De laatste kaart van de stapel spelen",
            {
                False: "nee",
                True: "toegestaan",
            },
        ),
    },
    sources={
        "multicolor": "none: alle; five: fr Avalanche de couleurs, da Kaskade af farve, de Farbrausch (moeilijker); "
        "ten: de Farbrausch; wild_ten: de Farbrausch²; wild_five: huisregel",
        "clue_tokens": "8: alle; meer: de Zu schwer?; minder: huisregel",
        "strike_tokens": "3: alle; 1, 2: de Zu einfach?",
        "ending": "last_round: alle; grand_finale: fr Le bouquet final; nl en da",
        "finale_loss": "irreplaceable: nl, da; strikes_only: fr; alleen met grand_finale",
        "color_declaration": "true: fr Chorégraphie minutée; da",
        "empty_clues": "true: de, en, nl, da; false: fr",
        "strikeout_score": "zero: de, en; none: nl, fr, da",
        "early_end": "never: alle; no_points_left: hanab.live",
        "hand_reorder": "any_time: de; after_clue: nl, da, fr; en zegt er niets over; off: huisregel",
        "table_talk": "nl, da, de laten het aan de groep over; off: streng gelezen",
        "memory_aid": "none: de spelers onthouden alles, zoals aan tafel; full: huisregel, geen spelregels hebben een "
        "hulp",
        "starting_seat": "de, en: de oudste speler; nl, fr, da: wie de kleurrijkste kleding draagt; random: huisregel",
        "hand_size": "normal: alle; andere: hanab.live",
        "deck_plays": "false: alle; true: hanab.live, de laatste kaart van de stapel kan gespeeld worden",
    },
    variants={
        "color-rush": "Kleurenroes",
        "color-rush-hard": "Kleurenroes, moeilijker",
        "color-rush-2": "Kleurenroes²",
        "color-rush-2-hard": "Kleurenroes², moeilijker",
        "grand-finale": "Grote finale",
        "choreography": "Getimede choreografie",
        "too-easy": "Te makkelijk?",
        "too-hard": "Te moeilijk?",
    },
    bots={
        "random": "Loot tussen alle toegestane beurten. Een partner om iets uit te proberen, niet om te winnen.",
        "kagiya": "Speelt goed met wat hij ziet en te horen krijgt, en waagt nooit de laatste fout. Genoemd naar het "
        "vuurwerkhuis van het oude Edo. Noem een kleur om de nieuwste aangewezen kaart te laten spelen; noem een "
        "waarde om iets te vertellen of een kaart te redden. Hij speelt geen variant waarin rijen geen vaste "
        "volgorde hebben, gespeelde kaarten of informatie verborgen blijven, een gespeelde kaart afgelegd kan "
        "worden, fiches half tellen, drie kleuren hun informatie delen of informatie de waarden niet vertelt.",
        "hat": "Speelt bijna perfect, maar alleen met zijn gelijken: zijn informatie staat telkens voor een getal dat "
        "elke andere plaats afleidt uit de handen die ze ziet, zoals in hoedenraadsels. Zet hem alleen naast andere "
        "`hat`-bots, om te meten. Hij speelt met drie tot vijf plaatsen en gewone kleuren.",
        "hgroup": "Speelt zoals mensen die de gids van de H-group volgen, tot en met het niveau in zijn naam: hij "
        "begrijpt en geeft hints om te spelen en te redden, prompts en finesses, en hij vergeeft fouten. Een niveau is "
        "de afspraak van één groep; kies het niveau dat je kent. Hij speelt met twee tot vijf plaatsen en met vijf "
        "kleuren: gewone, regenboog, roze, wit, zwart en bruin.",
    },
)
