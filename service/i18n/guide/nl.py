"""How a game goes, the editions and their options, in Dutch."""

from typing import Final

from service.i18n.guide.shape import Guide, OptionWords

__all__ = ["GUIDE"]

GUIDE: Final = Guide(
    how=(
        "Hanabi is een spel voor een team van twee tot vijf. Samen bouwen de spelers voor elke kleur een vuurwerk, "
        "met de kaarten 1 tot en met 5 op volgorde. Iedereen ziet de kaarten van de anderen, maar niet de eigen "
        "kaarten.",
        "Iedereen krijgt een hand kaarten (R1, R3); de andere kaarten vormen de stapel. Aan het begin zijn alle "
        "fiches er en is er nog geen fout (R4). De spelers zijn om de beurt aan zet, en een beurt is precies één van "
        "drie acties.",
        "**Informatie geven.** Dat kost een fiche (R5). Noem iemand een kleur of een waarde; alle kaarten van die "
        "hand met die kleur of waarde worden aangewezen (R6, R7, R8).",
        "**Een kaart afleggen.** Dat levert een fiche op, en er wordt een nieuwe kaart getrokken (R9).",
        "**Een kaart spelen.** Is het de volgende van haar rij, dan wordt ze aangelegd; zo niet, dan wordt ze "
        "afgelegd en is er een fout (R10). Een complete rij levert een fiche op (R11). Daarna wordt een nieuwe kaart "
        "getrokken.",
        "Het spel eindigt met de laatste fout (R14), als alle rijen compleet zijn (R16), of een ronde nadat de "
        "laatste kaart van de stapel is getrokken (R17). De score is de som van de hoogste kaarten van de rijen (R23).",
        "Tussen de beurten kun je je kaarten herschikken (R26) en draaien (R29) om informatie te onthouden. Er wordt "
        "gepraat zoveel als het spel toestaat (R27).",
    ),
    editions={
        "de": "De Duitse spelregels van Abacusspiele. De laatste fout geeft 0 punten (R14). Kaarten mogen altijd "
        "herschikt worden (R26), en informatie mag geen enkele kaart betreffen (R7).",
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
)
