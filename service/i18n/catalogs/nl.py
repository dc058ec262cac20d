"""The Dutch texts. Clues are worded as in the Dutch booklet; of its ratings only the two highest can be read (R25)."""

from typing import Final

from service.i18n.shape import ColorWords, ProblemText, RankWords, Rating, Texts
from service.i18n.variant_words.nl import COLORS, RULES, SUITS

__all__ = ["TEXTS"]


def _rank(rank: str) -> RankWords:
    return RankWords(rank, rank, rank)


TEXTS: Final = Texts(
    ratings=(
        Rating("Oei! De toeschouwers joelen.", own_translation=True),
        Rating("Zwak! Nauwelijks applaus.", own_translation=True),
        Rating("Oké! De toeschouwers zijn beter gewend.", own_translation=True),
        Rating("Goed! De toeschouwers zijn tevreden.", own_translation=True),
        Rating("Zeer goed, de toeschouwers zijn enthousiast!"),
        Rating("Legendarisch, deze vuurwerkshow zullen de toeschouwers nooit vergeten!"),
        Rating("Goddelijk!", own_translation=True),
    ),
    colors=COLORS,
    suits=SUITS,
    variants=RULES,
    odd=ColorWords("oneven", "oneven", "oneven", "oneven", "oneven"),
    even=ColorWords("even", "even", "even", "even", "even"),
    ranks=(_rank("1"), _rank("2"), _rank("3"), _rank("4"), _rank("5")),
    at_most="{rank} of lager",
    at_least="{rank} of hoger",
    card="{color} {rank}",
    start_card="{color} START-kaart",
    numbers=("2", "3", "4", "5", "6"),  # The booklet prints digits.
    places=("de 1e", "de 2e", "de 3e", "de 4e", "de 5e", "de 6e"),
    conjunction="en",
    here="hier",
    sounds={"color": "Boe", "rank": "Knor", "any": "Kwak"},
    announcements={
        "blind": "De informatie {clue} raakt geen van je kaarten.",
        "color-none": "Je hebt geen {color} kaarten.",
        "color-one": "Je hebt 1 {color} kaart: {places}.",
        "color-many": "Je hebt {number} {color} kaarten: {places}.",
        "color-hand": "Je hebt {number} {color} kaarten: je hele hand.",
        "rank-none": "Je hebt geen kaarten met waarde {rank}.",
        "rank-one": "Je hebt een kaart met waarde {rank}: {places}.",
        "rank-many": "Je hebt {number} kaarten met waarde {rank}: {places}.",
        "rank-hand": "Je hebt {number} kaarten met waarde {rank}: je hele hand.",
        "range-none": "Je hebt geen kaarten met waarde {rank}.",
        "range-one": "Je hebt 1 kaart met waarde {rank}: {places}.",
        "range-many": "Je hebt {number} kaarten met waarde {rank}: {places}.",
        "range-hand": "Je hebt {number} kaarten met waarde {rank}: je hele hand.",
        "hidden-none": "{sound}: geen kaart.",
        "hidden-one": "{sound}: {places}.",
        "hidden-many": "{sound}: {places}.",
        "hidden-hand": "{sound}: je hele hand.",
    },
    # The booklet prints no full stop.
    spoken={
        "blind": "De informatie {clue} raakt geen van je kaarten.",
        "color-none": "Je hebt geen {color} kaarten",
        "color-one": "Je hebt 1 {color} kaart {here}",
        "color-many": "Je hebt {number} {color} kaarten, {here}",
        "rank-none": "Je hebt geen kaarten met waarde {rank}",
        "rank-one": "Je hebt {here} een kaart met waarde {rank}",
        "rank-many": "Je hebt {number} kaarten met waarde {rank}, {here}",
        "range-none": "Je hebt geen kaarten met waarde {rank}",
        "range-one": "Je hebt {here} een kaart met waarde {rank}",
        "range-many": "Je hebt {number} kaarten met waarde {rank}, {here}",
        "hidden-none": "{sound}",
        "hidden-one": "{sound}, {here}",
        "hidden-many": "{sound}, {here}",
    },
    events={
        "deal": "De kaarten zijn gedeeld, {name} begint.",
        "play": "{name} speelt de {card}.",
        "play-named": "{name} noemt {color} en speelt de {card}.",
        "misplay": "{name} speelt de {card}, maar die past niet: een foutkaart wordt omgedraaid.",
        "misplay-named": "{name} noemt {color} en speelt de {card}: "
        "de kleur klopt, maar de kaart past niet. Een foutkaart wordt omgedraaid.",
        "misnamed": "{name} noemt {color} en speelt de {card}: de verkeerde kleur, een foutkaart wordt omgedraaid.",
        "one-token": "Er komt een fiche terug.",
        "two-tokens": "Er komen twee fiches terug.",
        "second-token-lost": "Er komt een fiche terug, een tweede gaat verloren.",
        "bonus-lost": "Alle fiches liggen al in de doos: de bonus gaat verloren.",
        "discard": "{name} legt de {card} af.",
        "clue": "{name} tegen {target}: “{text}”",
        "clue-untold": "{name} geeft {target} informatie: {clue}.",
        "reorder": "{name} sorteert de eigen kaarten opnieuw.",
        "turned-upright": "{name} zet eigen kaarten rechtop.",
        "turned-left": "{name} draait eigen kaarten naar links.",
        "turned-right": "{name} draait eigen kaarten naar rechts.",
        "turned-upside_down": "{name} zet eigen kaarten ondersteboven.",
        "said": "{name}: “{text}”",
        "vote": "{name} stemt voor opgeven.",
        "vote-withdrawn": "{name} trekt de stem voor opgeven in.",
        "aborted": "Het spel wordt afgebroken.",
        "nameless": "Plaats {seat}",
        "play-face-down": "{name} speelt een kaart gedekt.",
        "discard-face-down": "{name} legt een kaart af: die is omgekeerd en wordt gedekt gespeeld.",
        "play-inverted": "{name} speelt de {card}: die is omgekeerd en wordt afgelegd.",
        "discard-inverted": "{name} legt de {card} af: die is omgekeerd en wordt gespeeld.",
        "discard-misplayed": "{name} legt de {card} af: die is omgekeerd, "
        "wordt gespeeld en past niet. Een foutkaart wordt omgedraaid.",
        "half-token": "Er komt een half fiche terug.",
        "last-round": "Dat was de laatste kaart van de stapel: de laatste ronde begint.",
    },
    summary={
        "decimal": ",",
        "points": "Punten op tafel: {points} van {max}.",
        "turns-none": "Er is geen beurt gespeeld.",
        "turns-one": "Er is één beurt gespeeld.",
        "turns-many": "Er zijn {count} beurten gespeeld.",
        "lost-none": "Geen enkele beurt heeft een punt gekost.",
        "lost-one": "Er is één punt verloren gegaan, in beurt {turn}.",
        "lost-at-once": "Er zijn {count} punten verloren gegaan, allemaal in beurt {turn}.",
        "lost-many": "Er zijn {count} punten verloren gegaan; beurt {turn} kostte het meest ({worst}).",
        "lost-one-latest": "Er is één punt verloren gegaan, uiterlijk in beurt {turn}.",
        "lost-at-once-latest": "Er zijn {count} punten verloren gegaan, uiterlijk in beurt {turn}.",
        "lost-many-latest": "Er zijn {count} punten verloren gegaan, het laatste uiterlijk in beurt {turn}.",
        "deal-whole": "Na het delen waren alle {most} punten haalbaar.",
        "deal-part": "De gedeelde kaarten lieten hoogstens {most} punten toe.",
        "running": "De exacte analyse loopt nog.",
        "loss-turn": "Beurt {turn}: {line}",
        "loss-one": "Hier ging één punt verloren: tot dan waren er {before} haalbaar.",
        "loss-many": "Hier gingen {count} punten verloren: tot dan waren er {before} haalbaar.",
        "latest-one": "Uiterlijk hier was één punt verloren.",
        "latest-many": "Uiterlijk hier waren {count} punten verloren.",
        "loss-end": "Hier eindigde het spel, terwijl er nog {before} punten haalbaar waren.",
        "until-then": "Tot dan waren er {before} punten haalbaar.",
        "kept": "{before} punten waren mogelijk gebleven, en wel zo: {turns}.",
        "kept-among": "{before} punten waren mogelijk gebleven, bijvoorbeeld zo: {turns}.",
        "own-view": "In {losing} van {deals} verdelingen die de plaats niet kon onderscheiden, kost deze beurt punten.",
        "own-view-sampled": "In {losing} van {deals} willekeurige verdelingen die de plaats niet kon onderscheiden, "
        "kost deze beurt punten.",
        "reachable": "Haalbare punten: {points}.",
        "reachable-between": "Haalbare punten: {lower} tot {upper}.",
        "or": "of",
        "by-clue": "informatie geven",
        "by-play": "de {card} spelen",
        "by-discard": "de {card} afleggen",
        "by-play-inverted": "de {card} spelen, wat haar aflegt",
        "by-discard-inverted": "de {card} afleggen, wat haar speelt",
        "plays-none": "Er is geen kaart gespeeld.",
        "plays-one": "Er is één kaart gespeeld.",
        "plays-many": "Er zijn {count} kaarten gespeeld.",
        "gambles-none": "Geen enkele kaart is op goed geluk gespeeld.",
        "gambles-one": "Eén kaart is op goed geluk gespeeld.",
        "gambles-many": "{count} kaarten zijn op goed geluk gespeeld.",
        "misplays-none": "Elke gespeelde kaart paste.",
        "misplays-one": "Eén gespeelde kaart paste niet.",
        "misplays-many": "{count} gespeelde kaarten pasten niet.",
        "clues-none": "Er is geen informatie gegeven.",
        "clues-one": "Er is één keer informatie gegeven.",
        "clues-many": "Er is {count} keer informatie gegeven.",
        "stale-one": "Eén keer raakte de informatie geen nieuwe kaart.",
        "stale-many": "{count} keer raakte de informatie geen nieuwe kaart.",
        "tokens-one": "Eén fiche ging verloren, omdat alle fiches al in de doos lagen.",
        "tokens-many": "{count} fiches gingen verloren, omdat alle fiches al in de doos lagen.",
        "efficiency": "Efficiëntie: {value}.",
    },
    reasons={
        "strikeout": "Dat was de laatste foutkaart.",
        "irreplaceable_card_lost": "Het laatste exemplaar van een kaart die nog nodig was, is weg.",
        "fireworks_complete": "Alle vuurwerkrijen zijn voltooid.",
        "last_round_over": "De laatste ronde is gespeeld.",
        "no_legal_action": "Wie aan de beurt is, kan geen enkele toegestane actie meer uitvoeren.",
        "no_points_left": "Er kunnen geen punten meer worden behaald.",
        "agreed": "Iedereen heeft voor opgeven gestemd.",
        "idle": "Er is te lang niet gespeeld.",
        "no_show": "Een plaats deed zijn eerste zet niet op tijd, en een andere plaats heeft het spel beëindigd.",
        "removed": "De maker van het spel heeft voor de eerste zet een plaats verwijderd.",
        "terminated": "Het spel is voortijdig beëindigd.",
        "left": "Het spel is voor het einde verlaten.",
        "timed_out": "De tijd van een speler is verstreken.",
        "speedrun_failed": "De speedrun is mislukt.",
    },
    outcomes={"won": "Gewonnen", "lost": "Verloren", "finished": "Afgelopen", "aborted": "Afgebroken"},
    remarks={
        "no-information": "Ik heb nog altijd geen informatie over mijn hand.",
        "no-information-1": "Ik heb nog altijd geen informatie over deze kaart.",
        "no-information-many": "Ik heb nog altijd geen informatie over deze kaarten.",
        "remember-your-hand": "Herinner je je nog wat je in je hand hebt?",
    },
    refusals={
        ("own-hand", "R5"): "Je kunt jezelf geen informatie geven: kies een andere plaats.",
        ("no-such-seat", "R5"): "De plaats waaraan je informatie wilt geven, bestaat in dit spel niet.",
        ("no-clue-token", "R5"): "Er is geen fiche meer over: leg een kaart af of speel er een.",
        ("no-such-color", "R8"): "In dit spel kun je geen informatie over die kleur geven.",
        ("no-such-rank", "R2"): "In dit spel kun je geen informatie over die waarde geven.",
        (
            "same-kind-of-clue",
            "R30",
        ): "In dit spel wisselt informatie over kleuren en over waarden elkaar af: "
        "geef informatie van de andere soort.",
        (
            "empty-clue",
            "R7",
        ): "In dit spel moet informatie over ten minste één kaart gaan, en deze gaat over geen enkele.",
        ("not-in-hand", "R9"): "Je kunt alleen een kaart afleggen die je in je hand hebt.",
        ("clue-tokens-full", "R9"): "Alle fiches liggen in de doos, dus je kunt niets afleggen: "
        "geef informatie of speel een kaart.",
        ("not-in-hand", "R10"): "Je kunt alleen een kaart spelen die je in je hand hebt.",
        ("no-declaration", "R12"): "In dit spel wordt bij het spelen geen kleur genoemd: speel de kaart zonder kleur.",
        ("no-such-color", "R12"): "De kleur die je noemde, bestaat in dit spel niet.",
        ("already-voted", "R21"): "Je hebt al voor opgeven gestemd.",
        ("not-voted", "R21"): "Je hebt niet voor opgeven gestemd, dus er is geen stem om in te trekken.",
        ("no-reorder", "R26"): "In dit spel mag niemand zijn kaarten opnieuw sorteren.",
        ("not-clued", "R26"): "Je kunt je kaarten opnieuw sorteren zodra je informatie hebt gekregen.",
        ("not-the-hand", "R26"): "De nieuwe volgorde moet elke kaart in je hand precies één keer noemen.",
        (
            "too-many-reorders",
            "R26",
        ): "Je hebt je kaarten vaak genoeg verplaatst: wacht op de volgende beurt.",
        ("no-turned-cards", "R29"): "In dit spel mag niemand zijn kaarten draaien.",
        ("not-clued", "R29"): "Je kunt je kaarten draaien zodra je informatie hebt gekregen.",
        ("not-in-hand", "R29"): "Je kunt alleen kaarten uit je eigen hand draaien, elk één keer genoemd.",
        (
            "too-many-reorders",
            "R29",
        ): "Je hebt je kaarten vaak genoeg verplaatst: wacht op de volgende beurt.",
        (
            "no-cards-to-name",
            "R27",
        ): "Alleen de opmerking `no-information` noemt kaarten, en alleen tijdens het spel.",
        ("not-in-hand", "R27"): "Je kunt alleen kaarten van je eigen hand noemen, elk één keer.",
        ("no-talk", "R27"): "In dit spel wordt er aan tafel niet gepraat.",
        ("no-such-remark", "R27"): "Die opmerking bestaat niet: kies er een uit de vaste lijst.",
        ("remarks-only", "R27"): "In dit spel zijn alleen de vaste opmerkingen toegestaan, geen eigen tekst.",
        ("another-seats-move", "R27"): "Zolang een ander aan de beurt is, mag je geen opmerkingen maken: "
        "wacht op je eigen beurt.",
        ("too-many-remarks", "R27"): "Meer mag je voorlopig niet zeggen.",
        (
            "too-many-events",
            "R22",
        ): "Je hebt in dit spel genoeg berichten, sorteringen en stemmen gestuurd. "
        "Je kunt nog wel je beurten spelen en voor opgeven stemmen.",
    },
    losses={
        "reorders": "Opnieuw gesorteerde handen: {count}. hanab.live kent die zet niet, dus liggen "
        "de kaarten daar in de volgorde waarin ze zijn getrokken.",
        "turned-cards": "Gedraaide kaarten: {count} keer. hanab.live kent deze zet niet.",
        "talk": "Opmerkingen en teksten aan tafel: {count}. Dit formaat heeft er geen plaats voor.",
        "abort-votes": "Stemmen voor opgeven, uitgebracht of ingetrokken: {count}. hanab.live meldt "
        "alleen dat een stemming het spel heeft beëindigd.",
        "declarations": "Kleuren die bij het spelen zijn genoemd: {count}. hanab.live kent die regel "
        "niet en geeft er geen fiche voor.",
        "option": "De optie {option} met de waarde {value} heeft bij hanab.live geen tegenhanger.",
        "tokens": "Vanaf versie {version} telt hanab.live een ander aantal fiches: daar zijn het er acht.",
        "ended-by": "Bij hanab.live beëindigt een speler een opgegeven spel, dus wordt de plaats "
        "genoemd die aan de beurt was.",
        "ending": "Het spel eindigt bij hanab.live op een andere manier. Hier was het zo: {reason}",
        "notes": "De notities van de spelers zijn weggelaten: daarmee zou het spel langer zijn dan hanab.live leest.",
        "times": "De tijden van de zetten worden niet vermeld.",
        "bots": "Plaatsen van bots: {count}. Ze worden als spelers met hun naam genoemd.",
        "rating": "hanab.live geeft geen oordeel over een score.",
        "proof": "De hashketen, de vastlegging van de stapel en wat die opent worden niet vermeld, "
        "dus kan er niets worden nagegaan.",
        "source": "Waar het spel het eerst is gespeeld, wordt niet vermeld.",
        "messages": "Berichten na het einde van het spel: {count}. Ze worden niet vermeld.",
        "shared-notes": "Notities van de spelers: {count}. Ze worden niet vermeld.",
        "comments": "Opmerkingen van lezers: {count}. Ze worden niet vermeld.",
        "not-whole": "De stapel en de opties worden niet vermeld, dus kan het spel hieruit niet worden geïmporteerd.",
        "link-names": "De namen van de spelers staan niet in de link; hanab.live noemt ze Alice, Bob, Cathy enzovoort.",
        "link-option": "De optie {option} van hanab.live staat niet in de link.",
        "link-seats": "Plaats {seat} begon. In de link is deze speler de eerste, en de anderen volgen in volgorde.",
        "card-notes": "Notities bij kaarten: {count}. Ze staan niet in de link.",
    },
    refused_there={
        "game-over": "Bij hanab.live is het spel vóór deze gebeurtenis afgelopen, omdat er geen punt "
        "meer mogelijk is of de laatste ronde daar voorbij is.",
        "other-outcome": "Bij hanab.live zou deze kaart na de zet ergens anders liggen, omdat daar "
        "geen kleur verkeerd kan worden genoemd.",
        "no-clue-token": "Bij hanab.live zou er voor deze informatie geen fiche meer zijn.",
        "clue-tokens-full": "Bij hanab.live zouden alle acht fiches er zijn, dus kon er niets worden afgelegd.",
        "empty-clue": "Bij hanab.live zou deze informatie over geen enkele kaart gaan.",
        "no-such-player": "hanab.live kent geen speler aan wie deze informatie kan worden gegeven.",
        "no-such-clue": "hanab.live kent zulke informatie niet in deze variant.",
        "not-in-hand": "Bij hanab.live zou deze kaart niet in de hand zijn van de speler die aan de beurt is.",
        "link-option": "Een link bevat buiten de variant geen opties. Zonder die opties toont hanab.live dit "
        "spel maar tot deze gebeurtenis, of laat het anders eindigen.",
    },
    verification={
        "malformed": "Dit is geen verslag van een spel.",
        "chain": "De gebeurtenis met versie {version} heeft niet de hash die er staat: een van beide is veranderd.",
        "composition": "De stapel bevat niet precies de kaarten van het spel.",
        "deck-commitment": "De stapel is niet die waarop de dienst zich bij het delen heeft vastgelegd.",
        "secret-commitment": "Het geheim is niet dat waarop de dienst zich vóór het delen heeft vastgelegd.",
        "entropy-commitment": "Een plaats heeft iets anders onthuld dan waarop zij zich had vastgelegd, of twee "
        "plaatsen hadden zich op hetzelfde vastgelegd.",
        "shuffle": "De stapel is niet die welke het geheim en de bijdragen van de plaatsen opleveren.",
        "starting-seat": "Een andere plaats had moeten beginnen.",
        "illegal-move": "De gebeurtenis met versie {version} is volgens de regels van het spel niet mogelijk.",
        "after-the-end": "De gebeurtenis met versie {version} komt na het einde van het spel.",
        "not-ended": "Het spel eindigt niet met zijn laatste gebeurtenis.",
        "result": "De uitslag is niet die waartoe het spel is gekomen.",
        "times": "De gebeurtenis met versie {version} is eerder dan die ervoor.",
        "idle-limit": (
            "De gebeurtenis met versie {version} breekt het spel af omdat er te lang niet is gespeeld, maar vóór het "
            "einde van de termijn."
        ),
        "signature": "De handtekening is niet die van deze sleutel voor dit spel.",
        "stored-result": "De uitslag in de lijsten is niet die waartoe het spel is gekomen.",
        "stored-rules": "De regels in de lijsten zijn niet die van het delen.",
        "stored-times": "Het begin of einde in de lijsten is niet de tijd van de eerste of laatste gebeurtenis.",
        "stored-holders": "De accounts op de plaatsen zijn niet die waaraan de kaarten zijn gedeeld.",
        "stored-core": "De aan het einde van het spel bewaarde controlesom ontbreekt of hoort bij een ander spel.",
        "stored-log": "In het logboek van vastleggingen ontbreekt een regel van het spel, of er staat een andere.",
        "stored-key": "Het spel is niet ondertekend met een sleutel van deze dienst.",
        "signed": "Ondertekend met de sleutel {key}.",
        "unsigned": "Niet ondertekend: dit bewijst dat het spel klopt, niet dat het is gespeeld.",
        "digest": "Er is iets veranderd dat alleen de controlesom dekt, zoals een naam, een tijd of een bericht.",
        "from-shuffled": "De stapel is geschud uit een geheim waarop de dienst zich had vastgelegd en uit de "
        "bijdragen van de plaatsen.",
        "from-unshared": "De dienst heeft de stapel alleen geschud en zich er bij het delen op vastgelegd.",
        "from-given": "De stapel is opgegeven door iemand die meespeelt: niets zegt waar hij vandaan komt.",
        "from-imported": "Het spel is elders gespeeld: niets zegt waar de stapel vandaan komt.",
    },
    protections={
        "contributed": "{contributed} van {seats} plaatsen hebben in het geheim bijgedragen. Als minstens één "
        "daarvan eerlijk was, lag deze stapel vast voordat iemand hem kon kennen.",
        "withheld": "{contributed} van {seats} plaatsen hebben in het geheim bijgedragen, en {withheld} hebben "
        "niet onthuld waarop zij zich hadden vastgelegd. Als minstens één van de plaatsen die hebben bijgedragen "
        "eerlijk was, kon niemand uit meer dan {choices} stapels kiezen.",
        "open": "Geen plaats heeft in het geheim bijgedragen, en {open} van {seats} hebben openlijk een tekst "
        "gegeven. De dienst had samen met degene die het laatst meedeed of een tekst gaf de stapel kunnen kiezen.",
        "none": "Geen plaats heeft bijgedragen. De dienst had de stapel kunnen kiezen voordat hij zijn vastlegging "
        "publiceerde.",
    },
    problems={
        "malformed-json": ProblemText(
            "Onjuiste JSON",
            "De inhoud van het verzoek is geen geldige JSON: {first}. Verbeter dit en stuur het opnieuw.",
        ),
        "unsupported-media-type": ProblemText(
            "Mediatype niet ondersteund",
            "Het mediatype van de inhoud kan hier niet worden gelezen. Stuur JSON, met Content-Type: application/json.",
        ),
        "payload-too-large": ProblemText(
            "Inhoud te groot", "De inhoud van het verzoek is groter dan hier wordt aanvaard. Stuur minder."
        ),
        "not-acceptable": ProblemText(
            "Formaat niet beschikbaar",
            "Geen van de formaten in Accept en Accept-Encoding is hier beschikbaar. "
            "Vraag om een formaat dat de documentatie noemt, of om */*.",
        ),
        "invalid-request": ProblemText(
            "Ongeldig verzoek",
            "Het verzoek is ongeldig: {first}. Verbeter wat onder errors staat en stuur het opnieuw.",
        ),
        "invalid-deck": ProblemText(
            "Ongeldige stapel",
            "De stapel bevat niet precies de kaarten van dit spel. "
            "Stuur elke kaart zo vaak als de regels voorschrijven (R2).",
        ),
        "missing-token": ProblemText(
            "Token ontbreekt",
            "Dit verzoek vereist een toegangstoken. Stuur het mee in de header Authorization, na het woord Bearer.",
        ),
        "invalid-token": ProblemText(
            "Ongeldig token", "Het toegangstoken is onbekend, verlopen of ingetrokken. Gebruik een ander."
        ),
        "insufficient-scope": ProblemText(
            "Recht ontbreekt",
            "Het toegangstoken heeft het recht {scope} niet. Gebruik een token dat dit recht wel heeft.",
        ),
        "account-suspended": ProblemText(
            "Account geblokkeerd",
            "De moderatie heeft dit account geblokkeerd. "
            "Je kunt het nog wel bekijken (GET /v1/me), exporteren en verwijderen.",
        ),
        "not-found": ProblemText(
            "Niet gevonden", "Dit bestaat niet, of je mag het niet zien. Controleer het adres en de id’s erin."
        ),
        "method-not-allowed": ProblemText(
            "Methode niet toegestaan",
            "Dit adres aanvaardt deze methode niet. De header Allow noemt de methoden die het wel aanvaardt.",
        ),
        "not-a-player": ProblemText(
            "Geen speler",
            "Dit mag alleen wie een plaats in dit spel heeft, en die heb je niet. "
            "Neem er een in zolang het spel open is.",
        ),
        "not-the-creator": ProblemText(
            "Niet jouw spel",
            "Dit mag alleen het account dat dit spel heeft aangemaakt of geïmporteerd. "
            "Vraag het aan die persoon, of gebruik een eigen spel.",
        ),
        "foreign-page": ProblemText(
            "Vreemde pagina",
            "Alleen pagina’s van deze dienst mogen dit. Open de dienst zelf en probeer het daar opnieuw.",
        ),
        "muted": ProblemText(
            "Gedempt",
            "Wie deze analyse leidt, heeft je gedempt. Je kunt volgen, maar niet schrijven.",
        ),
        "not-the-leader": ProblemText(
            "Je leidt niet",
            "Iemand anders leidt deze analyse. Vraag om haar over te nemen, of wacht tot er een minuut niets is "
            "gebeurd.",
        ),
        "seat-refused": ProblemText(
            "Geen plaats voor jou",
            "De maker van dit spel wil niet met je spelen. Kies een ander spel of maak er zelf een aan.",
        ),
        "wrong-game": ProblemText(
            "Verkeerd spel",
            "Het toegangstoken is gebonden aan een plaats in een ander spel. "
            "Gebruik het daar, of gebruik hier een ander.",
        ),
        "request-in-progress": ProblemText(
            "Verzoek in behandeling",
            "Een verzoek met dezelfde Idempotency-Key wordt nog behandeld. "
            "Wacht het aantal seconden dat Retry-After aangeeft en stuur het dan opnieuw.",
        ),
        "idempotency-key-reused": ProblemText(
            "Sleutel al gebruikt",
            "Deze Idempotency-Key is al gebruikt voor een verzoek met een andere inhoud. "
            "Gebruik voor elk nieuw verzoek een nieuwe.",
        ),
        "invalid-idempotency-key": ProblemText(
            "Ongeldige sleutel",
            "De waarde van Idempotency-Key is niet bruikbaar. "
            "Stuur 1 tot 200 zichtbare ASCII-tekens zonder spaties, bijvoorbeeld een UUID.",
        ),
        "revision-conflict": ProblemText(
            "Revisieconflict",
            "Dit is gewijzigd sinds het de ETag had die If-Match noemt. "
            "Lees het opnieuw en stuur je wijziging met de nieuwe ETag.",
        ),
        "precondition-required": ProblemText(
            "Voorwaarde ontbreekt",
            "Dit kan alleen met If-Match worden gewijzigd, zodat geen andere wijziging verloren gaat. "
            "Lees het eerst en stuur dan de ETag mee in If-Match.",
        ),
        "game-not-open": ProblemText(
            "Spel niet open",
            "Dit kan alleen voordat het spel begint. Kies een open spel of maak een nieuw spel aan.",
        ),
        "seat-taken": ProblemText("Plaats bezet", "Iemand anders heeft deze plaats al. Kies een andere."),
        "bot-cannot-play": ProblemText(
            "Bot kan dit niet spelen",
            "Deze bot kan de variant van dit spel niet spelen. Kies een andere bot, bijvoorbeeld random.",
        ),
        "already-seated": ProblemText(
            "Al aan tafel", "Je hebt al een plaats in dit spel. Geef die eerst op als je een andere wilt."
        ),
        "name-taken": ProblemText(
            "Naam bezet",
            "Een ander account heeft deze naam of een naam die erop lijkt, of heeft die pas kort geleden "
            "opgegeven. Kies een andere naam.",
        ),
        "limit-reached": ProblemText(
            "Grens bereikt",
            "Je hebt de grens {limit} van {maximum} bereikt. Verwijder of beëindig iets, of probeer het later opnieuw.",
        ),
        "game-not-running": ProblemText(
            "Spel niet bezig",
            "Het spel is nog niet begonnen of al afgelopen. Dit kan alleen zolang het bezig is.",
        ),
        "game-not-finished": ProblemText(
            "Spel niet afgelopen", "Dit wordt pas getoond als het spel is afgelopen. Probeer het dan opnieuw."
        ),
        "not-imported": ProblemText(
            "Niet geïmporteerd",
            "Dit spel is hier gespeeld en kan daarom niet worden verwijderd. "
            "Dat kan alleen met een geïmporteerd spel, door het account dat het heeft geïmporteerd.",
        ),
        "awaiting-reveals": ProblemText(
            "Wachten op bijdragen",
            "Alle plaatsen zijn bezet, en sommige moeten hun bijdrage nog onthullen. Onthul de jouwe als je "
            "plaats in awaiting_reveals staat, en probeer het na het delen opnieuw, uiterlijk op het tijdstip in "
            "reveal_until.",
        ),
        "commitment-taken": ProblemText(
            "Vastlegging bezet",
            "Een andere plaats in dit spel heeft dezelfde vastlegging. Trek zelf 32 willekeurige bytes en leg je "
            "daarop vast.",
        ),
        "reveal-too-early": ProblemText(
            "Te vroeg onthuld",
            "Er is nog een plaats vrij. Onthul je bijdrage pas als reveal_until is ingevuld, en houd haar tot dan "
            "geheim.",
        ),
        "reveal-mismatch": ProblemText(
            "Verkeerde bijdrage",
            "Je plaats heeft zich op andere bytes vastgelegd, of op geen. Stuur de 32 bytes waarop zij zich heeft "
            "vastgelegd.",
        ),
        "version-conflict": ProblemText(
            "Versieconflict",
            "De zet is gekozen voor een andere versie van het spel, dat nu versie {version} heeft. "
            "Lees wat je hebt gemist en beslis opnieuw.",
        ),
        "would-lock-you-out": ProblemText(
            "Zou je buitensluiten",
            "Het token van dit verzoek is uitgegeven door de aanmelding of het token dat je wilt beëindigen, en "
            "zou mee eindigen. Voeg including=self toe om beide te beëindigen.",
        ),
        "not-your-turn": ProblemText(
            "Niet aan de beurt", "Een ander is aan de beurt. Wacht tot jij aan de beurt bent."
        ),
        "illegal-move": ProblemText("Ongeldige zet", "De regels van dit spel staan dit niet toe. Kies iets anders."),
        "import-refused": ProblemText(
            "Import geweigerd",
            "Dit spel kan niet worden geïmporteerd, omdat het onvolledig is of tegen de regels ingaat. "
            "Verbeter het en probeer het opnieuw.",
        ),
        "export-refused": ProblemText(
            "Export geweigerd",
            "Dit spel kan niet in het gevraagde formaat worden verteld, omdat de regels daarvan een "
            "zet weigeren. Kijk in refusal welke het is, of kies een ander formaat.",
        ),
        "too-many-requests": ProblemText(
            "Te veel verzoeken",
            "Je hebt in korte tijd te veel verzoeken gestuurd. "
            "Wacht het aantal seconden dat Retry-After aangeeft en ga dan verder.",
        ),
        "too-many-analyses": ProblemText(
            "Te veel analyses",
            "Er wachten te veel analyses op berekening waar jij om hebt gevraagd. Wacht tot er een paar klaar zijn.",
        ),
        "too-many-streams": ProblemText(
            "Te veel streams",
            "Er zijn zoveel streams open als hier bediend kunnen worden. "
            "Probeer het opnieuw na het aantal seconden dat Retry-After aangeeft, "
            "of vraag de gebeurtenissen op zonder erop te wachten.",
        ),
        "analysis-queue-full": ProblemText(
            "De wachtrij van de analyse is vol",
            "Er wachten te veel analyses op berekening. Probeer het over een halve minuut opnieuw.",
        ),
        "service-unavailable": ProblemText(
            "Dienst niet beschikbaar", "De dienst kan op dit moment niet antwoorden. Probeer het iets later opnieuw."
        ),
        "internal-error": ProblemText(
            "Interne fout",
            "Er is hier iets misgegaan, en dat ligt niet aan jou. "
            "Probeer het opnieuw; meld de request_id als het zo blijft.",
        ),
        "bad-request": ProblemText(
            "Onjuist verzoek", "Het verzoek is niet te begrijpen. Controleer het adres, de headers en de inhoud."
        ),
    },
    pages={
        "problems": "Problemen",
        "intro": "Elk antwoord met status 400 of hoger is een probleemdocument. "
        "De code zegt wat er is misgegaan, en dit betekenen de codes.",
        "happened": "Wat er is gebeurd",
        "remedy": "Wat je kunt doen",
        "example": "Voorbeeld",
        "operations": "Waar het voorkomt",
        "status": "Status",
        "code": "Code",
        "meaning": "Betekenis",
        "guides": "Handleidingen",
        "nav-play": "Spelen",
        "nav-games": "Partijen",
        "nav-puzzles": "Puzzels",
        "reference": "Referentie",
        "contents": "Inhoud",
        "copy": "Kopiëren",
        "copied": "Gekopieerd",
        "first-game": "Je eerste spel",
        "rules": "Regels",
        "rules-intro": "Vijf gedrukte spelregels zijn de bron. Waar ze verschillen heeft een spel een optie; waar ze "
        "iets openlaten geldt de regel hieronder. Antwoorden van de dienst noemen regels met hun nummer.",
        "how": "Hoe een spel verloopt",
        "ratings": "De beoordeling van een score",
        "editions": "Uitgaven",
        "variants": "Varianten van de spelregels",
        "defaults": "Opties en hun standaardwaarden",
        "rulings": "De regels een voor een",
        "source": "Bron",
        "own": "Van het project zelf",
        "option": "Optie",
        "options": "Opties",
        "name": "Naam",
        "printed": "Gedrukt als",
        "house-rule": "huisregel",
        "language": "Taal",
        "pages": "Pagina’s",
        "theme": "Licht of donker",
        "title-lost": "titel verloren",
        "own-name": "Naam van het project zelf: geen spelregels in deze taal drukken er een af.",
        "more": "Verder lezen",
    },
    pictures={
        "seat": "Plaats {seat}",
        "open": "De tafel in beurt {turn}, alle handen open",
        "as-seen": "De tafel in beurt {turn}, gezien door {seat}",
        "to-move": "{seat} is aan de beurt.",
        "turns-left": "Beurten over",
        "score": "Score",
        "attainable": "Haalbaar",
        "reachable": "Nog haalbaar",
        "clue-tokens": "Fiches",
        "strikes": "Foutkaarten",
        "deck": "Stapel",
        "turn": "Beurt",
        "fireworks": "Vuurwerk",
        "discards": "Aflegstapel",
        "last-move": "Laatste zet",
        "told": "informatie: {what}",
        "not": "niet: {what}",
        "hidden": "dichte kaart",
        "turned-left": "schuin naar links",
        "turned-right": "schuin naar rechts",
        "turned-upside_down": "ondersteboven",
        "new": "net getrokken",
        "playable": "nu speelbaar",
        "critical": "kritiek: het laatste exemplaar",
        "trash": "waardeloos: nooit meer nodig",
        "gives-clue": "{seat} geeft deze informatie",
        "played": "gespeeld",
        "viewer": "Deze plaats kijkt.",
        "table-points": "Punten op tafel: {points}.",
        "limit": "Dit vuurwerk komt hoogstens tot {rank}.",
        "lost": "Dit vuurwerk kan niet meer compleet worden.",
        "face-down": "Gedekt",
        "score-title": "De score per beurt",
        "score-so": "Beurt {turn}",
        "card-lost": "nodige kaart verloren",
        "time-lost": "te weinig beurten over",
        "strike": "foutkaart",
        "game-lost": "spel verloren",
        "distribution": "Scores van {games} spellen",
        "one-game": "Score van 1 spel",
        "games": "Spellen",
        "bar": "Score {score}: {games}",
        "unscored": "zonder score",
        "no-games": "Geen spellen",
    },
)
