"""The Danish texts. Ratings and clues are worded as in the Danish booklet (R25)."""

from typing import Final

from service.i18n.shape import ColorWords, ProblemText, RankWords, Rating, Texts
from service.i18n.variant_words.da import COLORS, RULES, SUITS

__all__ = ["TEXTS"]


TEXTS: Final = Texts(
    ratings=(
        Rating("Forfærdeligt. Publikum buher..."),
        Rating("Middelmådigt, spredt bifald."),
        Rating("Hæderligt, men vil ikke blive husket længe..."),
        Rating("Fantastisk, publikum er tilfredse."),
        Rating("Mageløst, vil blive husket længe!"),
        Rating("Legendarisk, alle gik imponerede og målløse derfra"),
        Rating("Guddommeligt, fyrværkeriet stråler smukkere end stjernerne."),
    ),
    colors=COLORS,
    suits=SUITS,
    variants=RULES,
    odd=ColorWords("ulige", "ulige", "ulige", "ulige", "ulige"),
    even=ColorWords("lige", "lige", "lige", "lige", "lige"),
    ranks=(
        RankWords("enere", "1", "1"),
        RankWords("toere", "2", "2"),
        RankWords("treere", "3", "3"),
        RankWords("firere", "4", "4"),
        RankWords("femmere", "5", "5"),
    ),
    at_most="{rank} eller lavere",
    at_least="{rank} eller højere",
    card="{color} {rank}",
    start_card="{color} START",
    numbers=("to", "tre", "fire", "fem", "seks"),
    places=("det 1.", "det 2.", "det 3.", "det 4.", "det 5.", "det 6."),
    conjunction="og",
    here="her",
    sounds={"color": "Muh", "rank": "Øf", "any": "Rap"},
    # The word kort prevents reading "det 3." as a 3.
    announcements={
        "blind": "Informationen {clue} rammer ingen af dine kort.",
        "color-none": "Du har ingen {color} kort.",
        "color-one": "Du har et {color} kort: {places} kort.",
        "color-many": "Du har {number} {color} kort: {places} kort.",
        "color-hand": "Du har {number} {color} kort: hele din hånd.",
        "rank-none": "Du har ingen {rank}.",
        "rank-one": "Du har et kort med værdien {rank}: {places} kort.",
        "rank-many": "Du har {number} kort med værdien {rank}: {places} kort.",
        "rank-hand": "Du har {number} kort med værdien {rank}: hele din hånd.",
        "range-none": "Du har ingen kort med værdien {rank}.",
        "range-one": "Du har et kort med værdien {rank}: {places} kort.",
        "range-many": "Du har {number} kort med værdien {rank}: {places} kort.",
        "range-hand": "Du har {number} kort med værdien {rank}: hele din hånd.",
        "hidden-none": "{sound}: ingen kort.",
        "hidden-one": "{sound}: {places} kort.",
        "hidden-many": "{sound}: {places} kort.",
        "hidden-hand": "{sound}: hele din hånd.",
    },
    # The booklet prints no full stop.
    spoken={
        "blind": "Informationen {clue} rammer ingen af dine kort.",
        "color-none": "Du har ingen {color} kort",
        "color-one": "Du har et {color} kort {here}",
        "color-many": "Du har {number} {color} kort {here}",
        "rank-none": "Du har ingen {rank}",
        "rank-one": "Du har et kort med værdien {rank} {here}",
        "rank-many": "Du har {number} kort med værdien {rank} {here}",
        "range-none": "Du har ingen kort med værdien {rank}",
        "range-one": "Du har et kort med værdien {rank} {here}",
        "range-many": "Du har {number} kort med værdien {rank} {here}",
        "hidden-none": "{sound}",
        "hidden-one": "{sound} {here}",
        "hidden-many": "{sound} {here}",
    },
    events={
        "deal": "Kortene er delt ud, og {name} begynder.",
        "play": "{name} spiller {card}.",
        "play-named": "{name} melder {color} og spiller {card}.",
        "misplay": "{name} spiller {card}, som ikke passer: en rød brik.",
        "misplay-named": "{name} melder {color} og spiller {card}: "
        "farven er rigtig, men kortet passer ikke. En rød brik.",
        "misnamed": "{name} melder {color} og spiller {card}: forkert farve, en rød brik.",
        "one-token": "En blå brik kommer tilbage.",
        "two-tokens": "To blå brikker kommer tilbage.",
        "second-token-lost": "En blå brik kommer tilbage, og endnu en går tabt.",
        "bonus-lost": "Alle blå brikker ligger allerede i låget: bonussen går tabt.",
        "discard": "{name} smider {card}.",
        "clue": "{name} til {target}: »{text}«",
        "clue-untold": "{name} giver {target} en information: {clue}.",
        "reorder": "{name} omarrangerer sin hånd.",
        "turned-upright": "{name} retter kort på sin hånd op.",
        "turned-left": "{name} drejer kort på sin hånd mod venstre.",
        "turned-right": "{name} drejer kort på sin hånd mod højre.",
        "turned-upside_down": "{name} vender kort på sin hånd på hovedet.",
        "said": "{name}: »{text}«",
        "vote": "{name} stemmer for at give op.",
        "vote-withdrawn": "{name} trækker sin stemme for at give op tilbage.",
        "aborted": "Spillet afbrydes.",
        "nameless": "Plads {seat}",
        "play-face-down": "{name} spiller et kort med bagsiden op.",
        "discard-face-down": "{name} smider et kort: det er omvendt og spilles med bagsiden op.",
        "play-inverted": "{name} spiller {card}: kortet er omvendt og smides.",
        "discard-inverted": "{name} smider {card}: kortet er omvendt og spilles.",
        "discard-misplayed": "{name} smider {card}: kortet er omvendt, spilles og passer ikke. En rød brik.",
        "half-token": "En halv blå brik kommer tilbage.",
        "last-round": "Det var det sidste kort i kortstakken: den sidste runde begynder.",
    },
    summary={
        "decimal": ",",
        "points": "Point på bordet: {points} af {max}.",
        "turns-none": "Der er ikke taget nogen tur.",
        "turns-one": "Der er taget én tur.",
        "turns-many": "Der er taget {count} ture.",
        "lost-none": "Ingen tur har kostet et point.",
        "lost-one": "Ét point gik tabt, i tur {turn}.",
        "lost-at-once": "{count} point gik tabt, alle i tur {turn}.",
        "lost-many": "{count} point gik tabt; tur {turn} kostede mest ({worst}).",
        "lost-one-latest": "Ét point gik tabt, senest i tur {turn}.",
        "lost-at-once-latest": "{count} point gik tabt, senest i tur {turn}.",
        "lost-many-latest": "{count} point gik tabt, det sidste senest i tur {turn}.",
        "deal-whole": "Efter uddelingen kunne alle {most} point nås.",
        "deal-part": "De uddelte kort tillod højst {most} point.",
        "running": "Den nøjagtige analyse er stadig i gang.",
        "loss-turn": "Tur {turn}: {line}",
        "loss-one": "Her gik ét point tabt: indtil da kunne {before} nås.",
        "loss-many": "Her gik {count} point tabt: indtil da kunne {before} nås.",
        "latest-one": "Senest her var ét point tabt.",
        "latest-many": "Senest her var {count} point tabt.",
        "loss-end": "Her sluttede spillet, mens {before} point stadig kunne nås.",
        "until-then": "Indtil da kunne {before} point nås.",
        "kept": "{before} point var stadig mulige sådan: {turns}.",
        "kept-among": "{before} point var stadig mulige, for eksempel sådan: {turns}.",
        "own-view": "I {losing} af {deals} fordelinger, som pladsen ikke kunne skelne, koster denne tur point.",
        "own-view-sampled": "I {losing} af {deals} tilfældige fordelinger, som pladsen ikke kunne skelne, koster denne "
        "tur point.",
        "reachable": "Opnåelige point: {points}.",
        "reachable-between": "Opnåelige point: {lower} til {upper}.",
        "or": "eller",
        "by-clue": "en information",
        "by-play": "spille {card}",
        "by-discard": "smide {card}",
        "by-play-inverted": "spille {card}, som smider kortet",
        "by-discard-inverted": "smide {card}, som spiller kortet",
        "plays-none": "Der er ikke spillet noget kort.",
        "plays-one": "Der er spillet ét kort.",
        "plays-many": "Der er spillet {count} kort.",
        "gambles-none": "Intet kort blev spillet på lykke og fromme.",
        "gambles-one": "Ét kort blev spillet på lykke og fromme.",
        "gambles-many": "{count} kort blev spillet på lykke og fromme.",
        "misplays-none": "Hvert spillet kort passede.",
        "misplays-one": "Ét spillet kort passede ikke.",
        "misplays-many": "{count} spillede kort passede ikke.",
        "clues-none": "Der er ikke givet nogen information.",
        "clues-one": "Der er givet én information.",
        "clues-many": "Der er givet {count} informationer.",
        "stale-one": "Én information gjaldt ingen nye kort.",
        "stale-many": "{count} informationer gjaldt ingen nye kort.",
        "tokens-one": "Én blå brik gik tabt, fordi alle allerede lå i låget.",
        "tokens-many": "{count} blå brikker gik tabt, fordi alle allerede lå i låget.",
        "efficiency": "Effektivitet: {value}.",
    },
    reasons={
        "strikeout": "Det var den sidste røde brik.",
        "irreplaceable_card_lost": "Det sidste eksemplar af et kort, der stadig var nødvendigt, er væk.",
        "fireworks_complete": "Alle fyrværkerier er færdige.",
        "last_round_over": "Den sidste runde er slut.",
        "no_legal_action": "Den, der har tur, har ingen lovlig handling tilbage.",
        "no_points_left": "Der kan ikke fås flere point.",
        "agreed": "Alle har stemt for at give op.",
        "idle": "Det er for længe siden, der sidst blev spillet.",
        "no_show": "En plads nåede ikke sit første træk, og en anden plads afsluttede spillet.",
        "removed": "Den, der oprettede spillet, fjernede en plads før det første træk.",
        "terminated": "Spillet blev afsluttet før tid.",
        "left": "Spillet blev forladt før slutningen.",
        "timed_out": "En spillers tid er løbet ud.",
        "speedrun_failed": "Speedrunnet mislykkedes.",
    },
    outcomes={"won": "Vundet", "lost": "Tabt", "finished": "Afsluttet", "aborted": "Afbrudt"},
    remarks={
        "no-information": "Jeg ved stadig intet om min hånd.",
        "no-information-1": "Jeg ved stadig intet om dette kort.",
        "no-information-many": "Jeg ved stadig intet om disse kort.",
        "remember-your-hand": "Kan du huske, hvad du har på hånden?",
    },
    refusals={
        ("own-hand", "R5"): "Du kan ikke give dig selv en information: vælg en anden plads.",
        ("no-such-seat", "R5"): "Den plads, du vil give en information, findes ikke i dette spil.",
        ("no-clue-token", "R5"): "Der er ingen blå brik tilbage: smid eller spil et kort.",
        ("no-such-color", "R8"): "I dette spil kan der ikke gives information om den farve.",
        ("no-such-rank", "R2"): "I dette spil kan der ikke gives information om den værdi.",
        (
            "same-kind-of-clue",
            "R30",
        ): "I dette spil skiftes information om farver og om værdier: giv en information af den anden slags.",
        ("empty-clue", "R7"): "I dette spil skal en information gælde mindst ét kort, og denne gælder ingen.",
        ("not-in-hand", "R9"): "Du kan kun smide et kort, som du har på hånden.",
        ("clue-tokens-full", "R9"): "Alle blå brikker ligger i låget, så du kan ikke smide et kort: "
        "giv en information, eller spil et kort.",
        ("not-in-hand", "R10"): "Du kan kun spille et kort, som du har på hånden.",
        ("no-declaration", "R12"): "I dette spil meldes der ingen farve: spil kortet uden at melde.",
        ("no-such-color", "R12"): "Den farve, du meldte, findes ikke i dette spil.",
        ("already-voted", "R21"): "Du har allerede stemt for at give op.",
        ("not-voted", "R21"): "Du har ikke stemt for at give op, så der er ingen stemme at trække tilbage.",
        ("no-reorder", "R26"): "I dette spil må man ikke omarrangere sin hånd.",
        ("not-clued", "R26"): "Du kan omarrangere din hånd, så snart den har fået en information.",
        ("not-the-hand", "R26"): "Den nye rækkefølge skal nævne hvert kort på din hånd præcis én gang.",
        ("too-many-reorders", "R26"): "Du har omarrangeret eller drejet dine kort ofte nok: vent til næste tur.",
        ("no-turned-cards", "R29"): "I dette spil må man ikke dreje sine kort.",
        ("not-clued", "R29"): "Du kan dreje dine kort, så snart din hånd har fået en information.",
        ("not-in-hand", "R29"): "Du kan kun dreje kort på din egen hånd, hvert nævnt én gang.",
        ("too-many-reorders", "R29"): "Du har omarrangeret eller drejet dine kort ofte nok: vent til næste tur.",
        ("no-cards-to-name", "R27"): "Kun bemærkningen `no-information` nævner kort, og kun under spillet.",
        ("not-in-hand", "R27"): "Du kan kun nævne kort på din egen hånd, hvert kort én gang.",
        ("no-talk", "R27"): "I dette spil tales der ikke ved bordet.",
        ("no-such-remark", "R27"): "Den bemærkning findes ikke: vælg en fra den faste liste.",
        ("remarks-only", "R27"): "I dette spil er kun de faste bemærkninger tilladt, ikke din egen tekst.",
        ("another-seats-move", "R27"): "Du må ikke komme med bemærkninger, mens en anden har tur: "
        "vent, til det bliver din tur.",
        ("too-many-remarks", "R27"): "Mere må du ikke sige lige nu.",
        ("too-many-events", "R22"): "Du har sendt nok beskeder, omarrangeringer og stemmer i dette spil. Du kan stadig "
        "tage dine ture og stemme for at give op.",
    },
    losses={
        "reorders": "Hænder, der blev sorteret om: {count}. hanab.live kender ikke det træk, så "
        "kortene ligger dér i den rækkefølge, de blev trukket i.",
        "turned-cards": "Drejede kort: {count} gange. hanab.live har ikke dette træk.",
        "talk": "Bemærkninger og tekster ved bordet: {count}. Dette format har ikke plads til dem.",
        "abort-votes": "Stemmer for at give op, afgivet eller trukket tilbage: {count}. hanab.live "
        "fortæller kun, at en afstemning har afsluttet spillet.",
        "declarations": "Farver, der blev nævnt ved udspil: {count}. hanab.live kender ikke den "
        "regel og giver ingen blå brik for det.",
        "option": "Indstillingen {option} med værdien {value} har intet modstykke hos hanab.live.",
        "tokens": "Fra version {version} tæller hanab.live et andet antal blå brikker: dér er der otte.",
        "ended-by": "Hos hanab.live er det en spiller, der afslutter et opgivet spil, så den plads, "
        "der var i tur, nævnes.",
        "ending": "Spillet slutter på en anden måde hos hanab.live. Her var det sådan: {reason}",
        "notes": "Spillernes noter er udeladt: med dem ville spillet være længere, end hanab.live læser.",
        "times": "Tidspunkterne for trækkene fortælles ikke.",
        "bots": "Pladser med bots: {count}. De nævnes som spillere ved deres navne.",
        "rating": "hanab.live bedømmer ikke pointtal.",
        "proof": "Hashkæden, bindingen til bunken og det, der åbner den, fortælles ikke, så intet kan efterprøves.",
        "source": "Hvor spillet først blev spillet, fortælles ikke.",
        "messages": "Beskeder efter spillets slutning: {count}. De fortælles ikke.",
        "shared-notes": "Spillernes noter: {count}. De fortælles ikke.",
        "comments": "Læseres kommentarer: {count}. De fortælles ikke.",
        "not-whole": "Bunken og indstillingerne fortælles ikke, så spillet kan ikke importeres herfra.",
        "link-names": "Spillernes navne er ikke med i linket; hanab.live kalder dem Alice, Bob, Cathy og så videre.",
        "link-option": "Indstillingen {option} fra hanab.live er ikke med i linket.",
        "link-seats": "Plads {seat} begyndte. I linket er denne spiller den første, og de andre følger efter tur.",
        "card-notes": "Noter til kort: {count}. De er ikke med i linket.",
    },
    refused_there={
        "game-over": "Hos hanab.live er spillet slut før denne hændelse, fordi der ikke kan opnås "
        "flere point, eller fordi sidste runde er slut dér.",
        "other-outcome": "Hos hanab.live ville dette kort ligge et andet sted efter trækket, fordi "
        "en farve ikke kan nævnes forkert dér.",
        "no-clue-token": "Hos hanab.live ville der ikke være nogen blå brik tilbage til denne information.",
        "clue-tokens-full": "Hos hanab.live ville alle otte blå brikker være der, så intet kunne kasseres.",
        "empty-clue": "Hos hanab.live ville denne information ikke ramme noget kort.",
        "no-such-player": "hanab.live kender ingen spiller, som denne information kan gives til.",
        "no-such-clue": "hanab.live kender ikke en sådan information i denne variant.",
        "not-in-hand": "Hos hanab.live ville dette kort ikke være på hånden hos den spiller, der er i tur.",
        "link-option": "Et link indeholder ingen indstillinger ud over varianten. Uden dem viser hanab.live kun "
        "spillet frem til denne begivenhed, eller lader det slutte anderledes.",
    },
    verification={
        "malformed": "Dette er ikke en optegnelse af et spil.",
        "chain": "Hændelsen med version {version} har ikke den hash, der står der: en af dem er ændret.",
        "composition": "Bunken indeholder ikke præcis spillets kort.",
        "deck-commitment": "Bunken er ikke den, som tjenesten bandt sig til ved kortgivningen.",
        "secret-commitment": "Hemmeligheden er ikke den, som tjenesten bandt sig til før kortgivningen.",
        "entropy-commitment": "En plads har afsløret noget andet end det, den havde bundet sig til, eller to "
        "pladser havde bundet sig til det samme.",
        "shuffle": "Bunken er ikke den, som hemmeligheden og pladsernes bidrag giver.",
        "starting-seat": "En anden plads skulle have begyndt.",
        "illegal-move": "Hændelsen med version {version} er ikke mulig efter spillets regler.",
        "after-the-end": "Hændelsen med version {version} kommer efter spillets slutning.",
        "not-ended": "Spillet slutter ikke med sin sidste hændelse.",
        "result": "Resultatet er ikke det, som spillet er endt med.",
        "times": "Hændelsen med version {version} er tidligere end den forrige.",
        "idle-limit": "Hændelsen med version {version} afbryder spillet, fordi ingen spillede, men før fristens udløb.",
        "signature": "Underskriften er ikke denne nøgles på dette spil.",
        "stored-result": "Resultatet i listerne er ikke det, som spillet er endt med.",
        "stored-rules": "Reglerne i listerne er ikke dem, der blev givet efter.",
        "stored-times": "Start eller slut i listerne er ikke tidspunktet for den første eller sidste hændelse.",
        "stored-holders": "Kontiene på pladserne er ikke dem, som kortene blev givet til.",
        "stored-core": "Kontrolsummen, som blev gemt, da spillet sluttede, mangler eller hører til et andet spil.",
        "stored-log": "En post for spillet mangler i loggen over bindinger, eller der står en anden.",
        "stored-key": "Spillet er ikke underskrevet med en af denne tjenestes nøgler.",
        "signed": "Underskrevet med nøglen {key}.",
        "unsigned": "Ikke underskrevet: Det viser, at spillet hænger sammen, ikke at det er blevet spillet.",
        "digest": "Noget, som kun kontrolsummen dækker, er ændret, for eksempel et navn, et tidspunkt eller en besked.",
        "from-shuffled": "Bunken er blandet ud fra en hemmelighed, som tjenesten havde bundet sig til, og "
        "pladsernes bidrag.",
        "from-unshared": "Tjenesten har blandet bunken alene og bandt sig til den ved kortgivningen.",
        "from-given": "Bunken er angivet af en, der spiller med: intet siger, hvor den kommer fra.",
        "from-imported": "Spillet er spillet et andet sted: intet siger, hvor bunken kommer fra.",
    },
    protections={
        "contributed": "{contributed} af {seats} pladser har bidraget hemmeligt. Hvis mindst én af dem var ærlig, "
        "lå denne bunke fast, før nogen kunne kende den.",
        "withheld": "{contributed} af {seats} pladser har bidraget hemmeligt, og {withheld} har ikke afsløret det, "
        "de havde bundet sig til. Hvis mindst én af dem, der har bidraget, var ærlig, kunne ingen vælge mellem "
        "mere end {choices} bunker.",
        "open": "Ingen plads har bidraget hemmeligt, og {open} af {seats} har givet en tekst åbent. Tjenesten "
        "kunne sammen med den, der sidst kom med eller gav en tekst, have valgt bunken.",
        "none": "Ingen plads har bidraget. Tjenesten kunne have valgt bunken, før den offentliggjorde, hvad den "
        "bandt sig til.",
    },
    problems={
        "malformed-json": ProblemText(
            "Fejl i JSON",
            "Forespørgslens indhold er ikke gyldig JSON: {first}. Ret det, og send det igen.",
        ),
        "unsupported-media-type": ProblemText(
            "Medietypen understøttes ikke",
            "Indholdets medietype kan ikke læses her. Send JSON, med Content-Type: application/json.",
        ),
        "payload-too-large": ProblemText(
            "Indholdet er for stort", "Forespørgslens indhold er større, end der tages imod her. Send mindre."
        ),
        "not-acceptable": ProblemText(
            "Formatet findes ikke",
            "Ingen af de formater, som Accept og Accept-Encoding nævner, findes her. "
            "Bed om et, som dokumentationen nævner, eller om */*.",
        ),
        "invalid-request": ProblemText(
            "Ugyldig forespørgsel",
            "Forespørgslen er ugyldig: {first}. Ret det, der står under errors, og send den igen.",
        ),
        "invalid-deck": ProblemText(
            "Ugyldig kortstak",
            "Kortstakken indeholder ikke netop dette spils kort. "
            "Send hvert kort så mange gange, som reglerne siger (R2).",
        ),
        "missing-token": ProblemText(
            "Adgangstoken mangler",
            "Forespørgslen kræver et adgangstoken. Send det i headeren Authorization efter ordet Bearer.",
        ),
        "invalid-token": ProblemText(
            "Ugyldigt adgangstoken", "Adgangstokenet er ukendt, udløbet eller trukket tilbage. Brug et andet."
        ),
        "insufficient-scope": ProblemText(
            "Rettighed mangler", "Adgangstokenet har ikke rettigheden {scope}. Brug et, der har den."
        ),
        "account-suspended": ProblemText(
            "Kontoen er spærret",
            "Moderationen har spærret denne konto. Du kan stadig se (GET /v1/me), eksportere og slette den.",
        ),
        "not-found": ProblemText(
            "Ikke fundet", "Det findes ikke, eller du må ikke se det. Kontrollér adressen og id’erne i den."
        ),
        "method-not-allowed": ProblemText(
            "Metoden er ikke tilladt",
            "Denne adresse tager ikke imod denne metode. Headeren Allow nævner dem, den tager imod.",
        ),
        "not-a-player": ProblemText(
            "Ikke med i spillet",
            "Det må kun den gøre, der har en plads i dette spil, og det har du ikke. Tag en, mens spillet er åbent.",
        ),
        "not-the-creator": ProblemText(
            "Ikke dit spil",
            "Det må kun den konto gøre, der har oprettet eller importeret spillet. "
            "Spørg vedkommende, eller brug et af dine egne spil.",
        ),
        "foreign-page": ProblemText(
            "Fremmed side",
            "Det må kun denne tjenestes egne sider. Åbn selve tjenesten, og prøv igen dér.",
        ),
        "muted": ProblemText(
            "Gjort tavs",
            "Den, der leder gennemgangen, har gjort dig tavs. Du kan følge med, men ikke skrive.",
        ),
        "not-the-leader": ProblemText(
            "Du leder ikke",
            "En anden leder denne gennemgang. Bed om at overtage den, eller vent, til der er gået et minut uden "
            "aktivitet.",
        ),
        "seat-refused": ProblemText(
            "Ingen plads til dig",
            "Den, der har oprettet spillet, vil ikke spille med dig. Vælg et andet spil, eller opret selv et.",
        ),
        "wrong-game": ProblemText(
            "Forkert spil",
            "Adgangstokenet er bundet til en plads i et andet spil. Brug det der, eller brug et andet her.",
        ),
        "request-in-progress": ProblemText(
            "Forespørgslen er i gang",
            "En forespørgsel med samme Idempotency-Key er stadig under behandling. "
            "Vent så mange sekunder, som Retry-After angiver, og send den så igen.",
        ),
        "idempotency-key-reused": ProblemText(
            "Nøglen er allerede brugt",
            "Denne Idempotency-Key er allerede brugt til en forespørgsel med et andet indhold. "
            "Brug en ny til hver ny forespørgsel.",
        ),
        "invalid-idempotency-key": ProblemText(
            "Ugyldig nøgle",
            "Værdien af Idempotency-Key kan ikke bruges. "
            "Send 1 til 200 synlige ASCII-tegn uden mellemrum, for eksempel et UUID.",
        ),
        "revision-conflict": ProblemText(
            "Revisionskonflikt",
            "Dette er ændret, siden det havde den ETag, som If-Match nævner. "
            "Læs det igen, og send din ændring med den nye ETag.",
        ),
        "precondition-required": ProblemText(
            "Betingelse mangler",
            "Dette kan kun ændres med If-Match, så ingen anden ændring går tabt. "
            "Læs det først, og send så dets ETag i If-Match.",
        ),
        "game-not-open": ProblemText(
            "Spillet er ikke åbent",
            "Det kan kun lade sig gøre, før spillet begynder. Vælg et åbent spil, eller opret et nyt.",
        ),
        "seat-taken": ProblemText("Pladsen er optaget", "En anden har taget denne plads. Vælg en anden."),
        "bot-cannot-play": ProblemText(
            "Botten kan ikke spille det",
            "Denne bot kan ikke spille spillets variant. Vælg en anden bot, for eksempel random.",
        ),
        "already-seated": ProblemText(
            "Allerede ved bordet",
            "Du har allerede en plads i dette spil. Forlad den først, hvis du vil have en anden.",
        ),
        "name-taken": ProblemText(
            "Navnet er taget",
            "En anden konto har dette navn eller et, der ligner, eller har opgivet det for kort tid siden. Vælg "
            "et andet navn.",
        ),
        "limit-reached": ProblemText(
            "Grænsen er nået",
            "Du har nået grænsen {limit} på {maximum}. Slet eller afslut noget, eller prøv igen senere.",
        ),
        "game-not-running": ProblemText(
            "Spillet er ikke i gang",
            "Spillet er ikke begyndt endnu eller er allerede slut. Det kan kun gøres, mens det er i gang.",
        ),
        "game-not-finished": ProblemText(
            "Spillet er ikke slut", "Det vises først, når spillet er slut. Prøv igen til den tid."
        ),
        "not-imported": ProblemText(
            "Ikke importeret",
            "Spillet blev spillet her, så det kan ikke slettes. "
            "Det kan kun et importeret spil, af den konto, der importerede det.",
        ),
        "awaiting-reveals": ProblemText(
            "Venter på bidrag",
            "Alle pladser er taget, og nogle mangler at afsløre deres bidrag. Afslør dit, hvis din plads står i "
            "awaiting_reveals, og prøv igen efter kortgivningen, senest på tidspunktet i reveal_until.",
        ),
        "commitment-taken": ProblemText(
            "Binding taget",
            "En anden plads i spillet har bundet sig til det samme. Træk selv 32 tilfældige bytes, og bind dig til "
            "dem.",
        ),
        "reveal-too-early": ProblemText(
            "For tidlig afsløring",
            "En plads er stadig ledig. Afslør først dit bidrag, når reveal_until er sat, og hold det hemmeligt "
            "indtil da.",
        ),
        "reveal-mismatch": ProblemText(
            "Forkert bidrag",
            "Din plads har bundet sig til andre bytes eller til ingen. Send de 32 bytes, som den har bundet sig til.",
        ),
        "version-conflict": ProblemText(
            "Versionskonflikt",
            "Trækket er valgt til en anden version af spillet, som nu har version {version}. "
            "Læs, hvad du er gået glip af, og beslut dig igen.",
        ),
        "would-lock-you-out": ProblemText(
            "Ville låse dig ude",
            "Forespørgslens token er udstedt af det login eller token, som du vil afslutte, og ville slutte med "
            "det. Tilføj including=self for at afslutte begge.",
        ),
        "not-your-turn": ProblemText("Ikke din tur", "En anden har tur. Vent, til det bliver din tur."),
        "illegal-move": ProblemText("Ulovligt træk", "Dette spils regler tillader det ikke. Vælg noget andet."),
        "import-refused": ProblemText(
            "Import afvist",
            "Dette spil kan ikke importeres, fordi det er ufuldstændigt eller strider mod reglerne. "
            "Ret det, og prøv igen.",
        ),
        "export-refused": ProblemText(
            "Eksport afvist",
            "Dette spil kan ikke fortælles i det ønskede format, fordi dets regler ville afvise et "
            "træk. Se i refusal hvilket det er, eller vælg et andet format.",
        ),
        "too-many-requests": ProblemText(
            "For mange forespørgsler",
            "Du har sendt for mange forespørgsler på kort tid. "
            "Vent så mange sekunder, som Retry-After angiver, og fortsæt så.",
        ),
        "too-many-analyses": ProblemText(
            "For mange analyser",
            "For mange analyser, som du har bedt om, venter på at blive beregnet. Vent, til nogle er færdige.",
        ),
        "too-many-streams": ProblemText(
            "For mange streams",
            "Der er så mange åbne streams, som der kan betjenes her. "
            "Prøv igen efter så mange sekunder, som Retry-After angiver, "
            "eller hent begivenhederne uden at vente på dem.",
        ),
        "analysis-queue-full": ProblemText(
            "Køen til analysen er fuld",
            "For mange analyser venter på at blive beregnet. Prøv igen om et halvt minut.",
        ),
        "service-unavailable": ProblemText(
            "Tjenesten er utilgængelig", "Tjenesten kan ikke svare i øjeblikket. Prøv igen lidt senere."
        ),
        "internal-error": ProblemText(
            "Intern fejl",
            "Noget gik galt her, og det er ikke din skyld. Prøv igen; sker det stadig, så oplys request_id.",
        ),
        "bad-request": ProblemText(
            "Fejl i forespørgslen",
            "Forespørgslen er ikke til at forstå. Kontrollér dens adresse, dens headere og dens indhold.",
        ),
    },
    pages={
        "problems": "Problemer",
        "intro": "Ethvert svar med en status på 400 eller derover er et problemdokument. "
        "Koden siger, hvad der gik galt, og dette betyder koderne.",
        "happened": "Hvad der skete",
        "remedy": "Hvad du kan gøre",
        "example": "Eksempel",
        "operations": "Hvor det forekommer",
        "status": "Status",
        "code": "Kode",
        "meaning": "Betydning",
        "guides": "Vejledninger",
        "nav-play": "Spil",
        "nav-games": "Optagelser",
        "nav-puzzles": "Opgaver",
        "reference": "Reference",
        "contents": "Indhold",
        "copy": "Kopiér",
        "copied": "Kopieret",
        "first-game": "Dit første spil",
        "rules": "Regler",
        "rules-intro": "Fem trykte regelhæfter er kilden. Hvor de er forskellige, har et spil et valg; hvor de lader "
        "noget stå åbent, gælder reglen herunder. Tjenestens svar nævner regler ved deres nummer.",
        "how": "Sådan går et spil",
        "ratings": "Bedømmelsen af pointtallet",
        "editions": "Udgaver",
        "variants": "Regelhæfternes varianter",
        "defaults": "Valg og deres standarder",
        "rulings": "Reglerne en for en",
        "source": "Kilde",
        "own": "Projektets eget",
        "option": "Valg",
        "options": "Valg",
        "name": "Navn",
        "printed": "Trykt som",
        "house-rule": "husregel",
        "language": "Sprog",
        "pages": "Sider",
        "theme": "Lyst eller mørkt",
        "title-lost": "titlen er gået tabt",
        "own-name": "Projektets eget navn: intet regelhæfte på dette sprog trykker et.",
        "more": "Læs mere",
    },
    pictures={
        "seat": "Plads {seat}",
        "open": "Bordet i tur {turn}, alle hænder åbne",
        "as-seen": "Bordet i tur {turn}, set fra {seat}",
        "to-move": "{seat} har tur.",
        "turns-left": "Ture tilbage",
        "score": "Point",
        "attainable": "Opnåeligt",
        "reachable": "Stadig muligt",
        "clue-tokens": "Blå brikker",
        "strikes": "Røde brikker",
        "deck": "Bunke",
        "turn": "Tur",
        "fireworks": "Fyrværkeri",
        "discards": "Kasserede kort",
        "last-move": "Seneste træk",
        "told": "informationer: {what}",
        "not": "ikke: {what}",
        "hidden": "skjult kort",
        "turned-left": "drejet mod venstre",
        "turned-right": "drejet mod højre",
        "turned-upside_down": "på hovedet",
        "new": "lige trukket",
        "playable": "kan spilles nu",
        "critical": "kritisk: det sidste eksemplar",
        "trash": "værdiløst: bruges aldrig mere",
        "gives-clue": "{seat} giver denne information",
        "played": "spillet",
        "viewer": "Denne plads ser på.",
        "table-points": "Point på bordet: {points}.",
        "limit": "Dette fyrværkeri kan højst nå {rank}.",
        "lost": "Dette fyrværkeri kan ikke længere blive fuldendt.",
        "face-down": "Skjult",
        "score-title": "Point tur for tur",
        "score-so": "Tur {turn}",
        "card-lost": "nødvendigt kort tabt",
        "time-lost": "for få ture tilbage",
        "strike": "rød brik",
        "game-lost": "spil tabt",
        "distribution": "Point i {games} spil",
        "one-game": "Point i 1 spil",
        "games": "Spil",
        "bar": "Point {score}: {games}",
        "unscored": "uden point",
        "no-games": "Ingen spil",
    },
)
