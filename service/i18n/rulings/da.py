"""The rulings in Danish."""

from typing import Final

from service.i18n.rulings.shape import Ruling, ruling

__all__ = ["RULINGS"]

RULINGS: Final[tuple[Ruling, ...]] = (
    ruling(  # R1
        "Pladser og hænder",
        "Et spil har 2 til 5 pladser, nummereret fra 0 i turrækkefølge. En fuld hånd har 5 kort ved 2 eller 3 pladser "
        "og 4 kort ved 4 eller 5 pladser.",
        "Udgaven `hanab_live` tillader også 6 pladser med 3 kort hver. Med `hand_size` `one_more` eller `one_less` "
        "har hver hånd et kort mere eller mindre.",
        source="Alle regelhæfter. Seks pladser og andre håndstørrelser: hanab.live.",
    ),
    ruling(  # R2
        "Kortene",
        "Hver af farverne rød, gul, grøn, blå og hvid har ti kort: 1 1 1 2 2 3 3 4 4 5.",
        "Valget `multicolor` tilføjer en sjette farve: `ten` og `wild_ten` de samme ti kort, `five` og `wild_five` et "
        "kort af hver værdi, `none` ingen. Værdierne er 1 til 5; en information om et andet tal afvises. En given "
        "kortstak skal indeholde præcis disse kort.",
        source="Alle regelhæfter. Fem kort: fransk Avalanche de couleurs, dansk Kaskade af farve, tysk Farbrausch "
        "(schwerer). Ti: tysk Farbrausch og Farbrausch².",
        own="`multicolor` `wild_five` er en husregel.",
    ),
    ruling(  # R3
        "Uddelingen",
        "Et korts nummer er dets plads i kortstakken, 0 for det kort, der deles ud først. Plads 0 får hele sin hånd "
        "fra toppen, så plads 1 og så videre. Et trukket kort kommer i den nyeste ende af hånden.",
        source="Intet regelhæfte siger, i hvilken rækkefølge der deles ud.",
        own="Rækkefølgen af uddelingen.",
    ),
    ruling(  # R4
        "Begyndelsen og turene",
        "I begyndelsen er alle blå brikker der (`clue_tokens`, normalt 8), og der er ingen røde. Der er aldrig flere "
        "blå brikker end i begyndelsen.",
        "Startpladsen har tur først, så pladserne i stigende rækkefølge; plads 0 følger efter den sidste. En anden "
        "plads’ tur afvises (`not-your-turn`). `starting_seat` er en plads eller `random`: trukket ud fra blandingens "
        "startværdi. En tur er præcis én handling: at give en information, smide eller spille. Man kan ikke springe "
        "over.",
        source="8 brikker: alle regelhæfter; flere: tysk Zu schwer?. I de tyske regler begynder den ældste spiller, i "
        "de franske, hollandske og danske den, der har det mest farverige tøj på.",
        own="Lodtrækningen om startpladsen og `clue_tokens` under 8.",
    ),
    ruling(  # R5
        "At give en information",
        "En information nævner én farve eller én værdi for én anden plads og koster en blå brik. Den afvises uden blå "
        "brik, til ens egen plads og til en plads, som spillet ikke har.",
        source="Alle regelhæfter.",
    ),
    ruling(  # R6
        "Hvad en information gælder",
        "En information gælder alle kort på den anden hånd, som i det øjeblik har farven eller værdien; tjenesten "
        "finder dem. I loggen står kun pladsen og farven eller værdien. Visninger tilføjer kortenes numre og deres "
        "pladser på hånden.",
        "Med `memory_aid` `full` viser enhver visning fortsat, hvad informationer har sagt om et kort. Med `none` "
        "viser kun informationens hændelse det.",
        source="Alle regelhæfter: informationen er fuldstændig. Intet har en huskehjælp.",
        own="`memory_aid` `full`, som alligevel er standarden.",
    ),
    ruling(  # R7
        "Informationer, der ikke gælder noget kort",
        "Når `empty_clues` er tilladt, må man også give en information, der ikke passer på noget kort: »Du har ingen "
        "blå kort.« Den kan endda gives til en plads uden kort. Ellers afvises den.",
        source="De tyske, engelske, hollandske og danske regler: tilladt. De franske: informationer gælder et eller "
        "flere kort.",
    ),
    ruling(  # R8
        "Informationers farver",
        "Informationer nævner en af de fem farver. Med `multicolor` `five` eller `ten` kan de også nævne multifarvet, "
        "som så er en farve som de andre.",
        "Med `wild_ten` eller `wild_five` er der ingen information om multifarvet, og enhver farve gælder også alle "
        "multifarvede kort. For værdier er de som andre kort. En anden farve afvises.",
        source="Fransk Avalanche de couleurs, dansk Kaskade af farve og tysk Farbrausch: en farve for sig. Tysk "
        "Farbrausch²: enhver farve gælder dem.",
    ),
    ruling(  # R9
        "At smide",
        "En plads smider et kort fra hånden med billedsiden opad. Det giver en blå brik tilbage; er alle der, afvises "
        "det. Så trækker pladsen et kort, hvis kortstakken har flere.",
        source="Alle regelhæfter.",
    ),
    ruling(  # R10
        "At spille",
        "En plads spiller et kort fra hånden. Er værdien én højere end den højeste i dets fyrværkeri, eller 1 for et "
        "fyrværkeri uden kort, lægges det til, og holdet får et point mere. Ellers går det i brugtbunken og koster en "
        "rød brik. Det giver ingen blå brik tilbage. Så trækker pladsen et kort, hvis kortstakken har flere.",
        source="Alle regelhæfter.",
    ),
    ruling(  # R11
        "Et komplet fyrværkeri",
        "5’eren gør et fyrværkeri komplet og giver en blå brik tilbage. Er alle der, går bonussen tabt; hændelsen "
        "siger det.",
        source="Alle regelhæfter.",
    ),
    ruling(  # R12
        "At melde en farve",
        "Med `color_declaration` må man melde en farve, når man spiller et kort, også multifarvet, hvis spillet har "
        "de kort. Det gælder også, når enhver farve gælder dem. En farve, som spillet ikke har, afvises, og uden "
        "dette valg enhver melding.",
        "Er det kortets farve, og kortet passer, lægges det til og giver en blå brik tilbage, en 5’er i alt to, højst "
        "op til antallet i begyndelsen. Er det kortets farve, men kortet passer ikke, er det en almindelig fejl. Er "
        "det en anden farve, smides kortet og koster præcis én rød brik, også selv om det havde passet.",
        source="Fransk Chorégraphie minutée; en dansk variant, som giver to brikker for en 5’er.",
        own="Den rigtige farve på et kort, der ikke passer, giver ingen brik. Efter de franske reglers ordlyd kunne "
        "den.",
    ),
    ruling(  # R13
        "Hvad der er åbent for alle",
        "Brugtbunken er åben for alle og i rækkefølge. Det er også det højeste pointtal, der stadig kan nås, og de "
        "fyrværkerier, der ikke længere kan blive komplette. Et fyrværkeri når værdien r, hvis der af hver værdi over "
        "dets højeste kort op til r er et eksemplar, der ikke ligger i brugtbunken. Det opnåelige pointtal er summen "
        "af, hvad fyrværkerierne når.",
        source="Efter alle regelhæfter må man kigge i brugtbunken.",
        own="At vise det opnåelige pointtal.",
    ),
    ruling(  # R14
        "Den sidste røde brik",
        "Med den sidste røde brik (`strike_tokens`, normalt 3) er spillet straks tabt, med grunden `strikeout`. Med "
        "`strikeout_score` `zero` er pointtallet 0, og med `none` er der intet pointtal. Det gælder ethvert tabt "
        "spil. Pointene på bordet bevares som `table_points`.",
        "Et spils slutninger undersøges efter hver tur, før der trækkes, i denne rækkefølge: R14, R15, R16, R17, R19, "
        "R20. Efter en information kan kun R17, R19 og R20 gælde.",
        source="Alle regelhæfter. 0 point: tysk, engelsk. Tabt uden pointtal: hollandsk, fransk, dansk. Færre røde "
        "brikker: tysk Zu einfach?.",
    ),
    ruling(  # R15
        "Det sidste eksemplar af et nødvendigt kort",
        "Med `ending` `grand_finale` og `finale_loss` `irreplaceable` er spillet tabt, så snart det opnåelige "
        "pointtal (R13) er under det højeste, fordi det sidste eksemplar af et nødvendigt kort er smidt eller spillet "
        "forkert. Grunden er `irreplaceable_card_lost`. Med `strikes_only` fortsætter det.",
        source="De hollandske og danske regler: en variant, hvis titel er gået tabt. Fransk Le bouquet final: kun "
        "tabt ved røde brikker.",
        own="At det gælder fra den første tur og ikke først, når kortstakken er tom.",
    ),
    ruling(  # R16
        "Alle fyrværkerier komplette",
        "Når alle fyrværkerier er komplette, er spillet straks vundet med det højeste pointtal: 25, eller 30 med seks "
        "farver. Det gælder også, når kortstakken er tom. Grunden er `fireworks_complete`.",
        source="Alle regelhæfter.",
    ),
    ruling(  # R17
        "Den sidste runde",
        "Med `ending` `last_round` har hver plads én tur mere, efter at det sidste kort er trukket, og den plads, der "
        "trak det, har tur som den sidste. Der trækkes ikke i denne runde. Så er spillet slut, med grunden "
        "`last_round_over`. Pointtallet er pointene på bordet. Den hændelse, hvor det sidste kort trækkes, siger, at "
        "den sidste runde begynder.",
        source="Alle regelhæfter.",
    ),
    ruling(  # R18
        "Stor finale",
        "Med `ending` `grand_finale` er der ingen sidste runde. Spillet fortsætter uden kortstak og med færre og "
        "færre kort på hånden, til det er vundet eller tabt.",
        source="Fransk Le bouquet final; en hollandsk og en dansk variant, hvis titler er gået tabt.",
    ),
    ruling(  # R19
        "Ingen tilladt handling",
        "Har den plads, der har tur, ingen kort og kan ikke give en information, er spillet tabt, med grunden "
        "`no_legal_action`. Den kan ingen give, hvis der ikke er nogen blå brik, eller hvis R7 eller R30 afviser "
        "enhver information.",
        source="Ingen.",
        own="Hele reglen.",
    ),
    ruling(  # R20
        "Tidlig slutning",
        "Med `early_end` `no_points_left` er spillet slut, når pointene på bordet er lig med det opnåelige pointtal "
        "(R13). I den sidste runde er det også slut, når ingen plads, der stadig har en tur, har et kort, der passer "
        "nu. Pointtallet er pointene på bordet, grunden `no_points_left`. Med `never` fortsætter det.",
        source="hanab.live. Intet regelhæfte slutter et spil tidligt.",
        own="Hele reglen; importer fra hanab.live har brug for den.",
    ),
    ruling(  # R21
        "Afbrudte spil",
        "Et spil afbrydes uden pointtal, når alle pladser har stemt for det (`agreed`); en stemme kan trækkes "
        "tilbage, og man kan hverken stemme to gange eller trække en stemme tilbage, som man ikke har givet. Har en "
        "plads ikke taget sin første tur i tide, slutter en hvilken som helst anden plads’ stemme spillet "
        "(`no_show`). Et spil, hvor der ikke sker noget i længere tid end fristen, afbrydes også (`idle`). I ældre "
        "spil kunne den, der havde oprettet spillet, fjerne en plads før den første tur (`removed`).",
        "Importerede spil kan også være stoppet før tid (`terminated`, `left`, `timed_out`, `speedrun_failed`). "
        "Afbrudte spil tæller ikke med i statistikkens gennemsnit.",
        source="Ingen.",
        own="Hele reglen.",
    ),
    ruling(  # R22
        "Efter slutningen",
        "Efter et spils slutning trækkes der ikke, og ingen hændelse følger. En kommando afvises så "
        "(`game-not-running`); beskeder efter slutningen hører ikke til spillet.",
        "En plads’ hændelser, der ikke er ture, er begrænsede: 790 for alle pladser tilsammen, divideret med antallet "
        "af pladser og rundet ned. Ture og stemmer for at afbryde er ikke begrænsede.",
        source="Alle regelhæfter slutter spillet straks. De har ingen grænse.",
        own="Grænsen.",
    ),
    ruling(  # R23
        "Pointtal og skala",
        "Et vundet eller sluttet spils pointtal er summen af fyrværkeriernes højeste værdier. Bedømmelsens trin er "
        "0-5, 6-10, 11-15, 16-20, 21-24 og 25. Med seks farver er de 0-5, 6-10, 11-15, 16-20, 21-24, 25-29 og 30.",
        source="Alle regelhæfter. I det franske er 5 ikke i noget trin; her hører det til det laveste. 30: fransk og "
        "dansk.",
        own="Trinnet for 5 i franske spil.",
    ),
    ruling(  # R24
        "Spil uden bedømmelse",
        "Et afbrudt spil, et tabt spil uden pointtal og et spil med en variant fra R30 har ingen bedømmelse. En stor "
        "finale med `finale_loss` `irreplaceable` har heller ingen, fordi de hollandske og danske regler ikke bruger "
        "skalaen der.",
        "Et spil, der er tabt med 0 point, bedømmes 0-5. En stor finale med `strikes_only` bedømmes efter sit "
        "pointtal, en sejr med det højeste trin.",
        source="Tyske og engelske regler: 0 point og så skalaen. Hollandsk og dansk: ingen skala. Den franske Bouquet "
        "final beholder den.",
    ),
    ruling(  # R25
        "Ordene",
        "Bedømmelsernes og informationernes sætninger findes på tysk, engelsk, fransk, hollandsk og dansk, med "
        "regelhæfternes ord, hvor de kan læses. En sætning, som intet regelhæfte trykker, er mærket "
        "(`own_translation`).",
        source="Alle regelhæfter.",
        own="Hver sætning, der er mærket sådan.",
    ),
    ruling(  # R26
        "At omarrangere sin hånd",
        "En plads må lægge sine kort i en anden rækkefølge, som nævner hvert kort præcis én gang. Det koster intet, "
        "er åbent for alle, er ikke en tur og står i loggen. Med `hand_reorder` `any_time` må man altid, med "
        "`after_clue` så snart hånden har fået en information, også en, der ikke gjaldt noget kort, og med `off` "
        "aldrig.",
        "En plads må gøre dette og R29 tre gange i alt mellem to af spillets ture.",
        source="Tysk: spillerne må omarrangere deres kort. Hollandsk, fransk, dansk: efter en information. Den "
        "engelske tekst nævner det ikke.",
        own="`hand_reorder` `off` og grænsen.",
    ),
    ruling(  # R27
        "Snak ved bordet",
        "Med `table_talk` `off` kan ingen sende beskeder under spillet. Med `remarks` kan den plads, der har tur, "
        "sende bemærkninger fra en fast liste, og ingen kommenterer en andens tur. Bemærkningerne er "
        "`no-information`, »Jeg ved stadig intet om min hånd.« eller, med numrene på egne kort, »… om disse kort.«, "
        "og `remember-your-hand`, »Kan du huske, hvad du har "
        "på hånden?«. Med `free` kan hver plads også når som helst skrive tekster på op til 500 tegn.",
        "En besked er enten en bemærkning eller en tekst, står i loggen og er ikke en tur. En plads kan sende fem "
        "mellem to af spillets ture. Kun `no-information` nævner kort, hvert én gang, under spillet. "
        "Efter slutningen må hver plads skrive op til 200 beskeder.",
        source="Hollandsk, dansk og tysk overlader det til gruppen, og de hollandske og danske regler trykker disse "
        "bemærkninger. Strengt læst er det overalt `off`.",
        own="Grænserne.",
    ),
    ruling(  # R28
        "Hvad andre ved",
        "Hvad en anden plads kan slutte af de kort, den ser, er hemmeligt, for det afhænger af dine egne skjulte "
        "kort. Mens et spil er i gang, viser visninger om andre pladser kun det, alle ved: hvad der følger af "
        "informationer og åbne kort.",
        source="Alle regelhæfter: ingen kigger på sine egne kort.",
    ),
    ruling(  # R29
        "At dreje kort",
        "En plads må dreje kort på sin hånd: `upright` (opret), `left` (mod venstre), `right` (mod højre) eller "
        "`upside_down` (på hovedet). Det koster intet, er åbent for alle, er ikke en tur og står i loggen. Det er "
        "tilladt, når R26 tillader en omarrangering (`hand_reorder`), og tæller sammen med den: tre gange i alt "
        "mellem to af spillets ture. Én hændelse drejer et eller flere kort på hånden ens; hvert nævnes én gang. Et "
        "trukket kort er opret. Et kort beholder sin retning, når hånden omarrangeres.",
        "Med `off` drejes ingen kort.",
        source="Tysk: spillerne må ændre deres korts retning. Hollandsk: at stille kort skråt. Dansk: at sætte kort "
        "højere oppe eller længere nede.",
        own="Grænsen.",
    ),
    ruling(  # R30
        "hanab.lives varianter",
        "Med `variant` spilles med farverne, kortene og informationerne i en af hanab.lives varianter i stedet for "
        "dem fra R2 og R8. [Variants](/docs/variants) fastlægger dem fuldstændigt (på engelsk). I Alternating Clues "
        "afvises en information af samme slags (farve eller værdi) som den forrige. Med `deck_plays` kan det sidste "
        "kort spilles fra kortstakken med sit nummer.",
        source="hanab.live.",
    ),
)
