"""The rulings in Dutch."""

from typing import Final

from service.i18n.rulings.shape import Ruling, ruling

__all__ = ["RULINGS"]

RULINGS: Final[tuple[Ruling, ...]] = (
    ruling(  # R1
        "Plaatsen en handen",
        "Een spel heeft 2 tot 5 plaatsen, genummerd vanaf 0 in beurtvolgorde. Een volle hand heeft 5 kaarten bij 2 of "
        "3 plaatsen, en 4 kaarten bij 4 of 5 plaatsen.",
        "De uitgave `hanab_live` staat ook 6 plaatsen met elk 3 kaarten toe. Met `hand_size` `one_more` of `one_less` "
        "heeft elke hand één kaart meer of minder.",
        source="Alle spelregels. Zes plaatsen en andere handgroottes: hanab.live.",
    ),
    ruling(  # R2
        "De kaarten",
        "Elk van de kleuren rood, geel, groen, blauw en wit heeft tien kaarten: 1 1 1 2 2 3 3 4 4 5.",
        "De optie `multicolor` voegt een zesde kleur toe: `ten` en `wild_ten` dezelfde tien kaarten, `five` en "
        "`wild_five` één kaart van elke waarde, `none` niets. De waarden zijn 1 tot en met 5; informatie over een "
        "ander getal wordt geweigerd. Een opgegeven stapel moet precies deze kaarten bevatten.",
        source="Alle spelregels. Vijf kaarten: Frans Avalanche de couleurs, Deens Kaskade af farve, Duits Farbrausch "
        "(schwerer). Tien: Duits Farbrausch en Farbrausch².",
        own="`multicolor` `wild_five` is een huisregel.",
    ),
    ruling(  # R3
        "Het delen",
        "Het nummer van een kaart is haar plaats in de stapel, 0 voor de kaart die het eerst gedeeld wordt. Plaats 0 "
        "krijgt de hele hand van boven, dan plaats 1, enzovoort. Een getrokken kaart komt aan het nieuwste eind van "
        "de hand.",
        source="Geen spelregels zeggen in welke volgorde gedeeld wordt.",
        own="De volgorde van het delen.",
    ),
    ruling(  # R4
        "Het begin en de beurten",
        "Aan het begin zijn alle fiches er (`clue_tokens`, normaal 8) en is er geen fout. Meer fiches dan aan het "
        "begin zijn er nooit.",
        "De startplaats begint, daarna volgen de plaatsen in oplopende volgorde; na de laatste komt plaats 0. Een "
        "beurt van een andere plaats wordt geweigerd (`not-your-turn`). `starting_seat` is een plaats, of `random`: "
        "geloot uit het startgetal van het schudden. Een beurt is precies één actie: informatie geven, afleggen of "
        "spelen. Passen mag niet.",
        source="8 fiches: alle spelregels; meer: Duits Zu schwer?. In de Duitse spelregels begint de oudste speler, "
        "in de Franse, Nederlandse en Deense de speler met de kleurrijkste kleding.",
        own="Het loten van de startplaats, en `clue_tokens` onder 8.",
    ),
    ruling(  # R5
        "Informatie geven",
        "Informatie noemt één kleur of één waarde aan één andere plaats en kost een fiche. Ze wordt geweigerd zonder "
        "fiche, aan de eigen plaats, en aan een plaats die het spel niet heeft.",
        source="Alle spelregels.",
    ),
    ruling(  # R6
        "Wat informatie aanwijst",
        "Informatie wijst alle kaarten van de andere hand aan die op dat moment de kleur of waarde hebben; de dienst "
        "bepaalt welke. In het logboek staan alleen de plaats en de kleur of waarde. Weergaven noemen ook de nummers "
        "van de aangewezen kaarten en hun plaats in de hand.",
        "Met `memory_aid` `full` blijft elke weergave tonen wat informatie over een kaart heeft gezegd. Met `none` "
        "toont alleen de gebeurtenis zelf het.",
        source="Alle spelregels: informatie is volledig. Geen ervan heeft een geheugensteun.",
        own="`memory_aid` `full`, dat toch de standaard is.",
    ),
    ruling(  # R7
        "Informatie die geen kaart betreft",
        "Is `empty_clues` toegestaan, dan mag er ook informatie gegeven worden die op geen enkele kaart slaat: “Je "
        "hebt geen blauwe kaarten.” Dat mag zelfs aan een plaats zonder kaarten. Anders wordt ze geweigerd.",
        source="Duitse, Engelse, Nederlandse en Deense spelregels: toegestaan. Franse: informatie betreft een of meer "
        "kaarten.",
    ),
    ruling(  # R8
        "Kleuren van informatie",
        "Informatie noemt een van de vijf kleuren. Met `multicolor` `five` of `ten` kan ze ook veelkleurig noemen, "
        "dan een kleur als de andere.",
        "Met `wild_ten` of `wild_five` is er geen informatie over veelkleurig, en wijst elke kleur ook alle "
        "veelkleurige kaarten aan. Voor waarden zijn veelkleurige kaarten als andere. Een andere kleur wordt "
        "geweigerd.",
        source="Frans Avalanche de couleurs, Deens Kaskade af farve en Duits Farbrausch: een eigen kleur. Duits "
        "Farbrausch²: door elke kleur aangewezen.",
    ),
    ruling(  # R9
        "Afleggen",
        "Een plaats legt een kaart van de hand open af. Dat levert één fiche op; zijn alle fiches er, dan wordt het "
        "geweigerd. Daarna trekt de plaats een kaart, als de stapel er nog een heeft.",
        source="Alle spelregels.",
    ),
    ruling(  # R10
        "Spelen",
        "Een plaats speelt een kaart van de hand. Is haar waarde één hoger dan de hoogste van haar rij, of 1 bij een "
        "lege rij, dan wordt ze aangelegd en is er een punt meer. Anders gaat ze naar de aflegstapel en is er een "
        "fout. Dat levert geen fiche op. Daarna trekt de plaats een kaart, als de stapel er nog een heeft.",
        source="Alle spelregels.",
    ),
    ruling(  # R11
        "Een complete rij",
        "De 5 maakt een rij compleet en levert één fiche op. Zijn alle fiches er, dan gaat de bonus verloren; de "
        "gebeurtenis zegt het.",
        source="Alle spelregels.",
    ),
    ruling(  # R12
        "Een kleur noemen",
        "Met `color_declaration` mag bij het spelen een kleur genoemd worden, ook veelkleurig als het spel die "
        "kaarten heeft. Dat geldt ook als elke kleur ze aanwijst. Een kleur die het spel niet heeft wordt geweigerd, "
        "en zonder deze optie elke genoemde kleur.",
        "Is het de kleur van de kaart en past de kaart, dan wordt ze aangelegd en levert ze een fiche op, een 5 in "
        "totaal twee, tot hoogstens het aantal van het begin. Is het de kleur van de kaart maar past ze niet, dan is "
        "het een gewone fout. Is het een andere kleur, dan wordt de kaart afgelegd en is er precies één fout, ook als "
        "ze gepast had.",
        source="Frans Chorégraphie minutée; een Deense variant, die twee fiches voor een 5 geeft.",
        own="De juiste kleur van een kaart die niet past levert geen fiche op. Naar de letter van de Franse "
        "spelregels zou dat kunnen.",
    ),
    ruling(  # R13
        "Wat openbaar is",
        "De aflegstapel is openbaar en op volgorde. Openbaar zijn ook de hoogste score die nog haalbaar is, en de "
        "rijen die niet meer compleet kunnen worden. Een rij komt tot waarde r als van elke waarde boven haar hoogste "
        "kaart tot en met r een exemplaar niet op de aflegstapel ligt. De haalbare score is de som van wat de rijen "
        "bereiken.",
        source="Volgens alle spelregels mag men de aflegstapel bekijken.",
        own="Het tonen van de haalbare score.",
    ),
    ruling(  # R14
        "De laatste fout",
        "Met de laatste fout (`strike_tokens`, normaal 3) eindigt het spel meteen als verloren, met de reden "
        "`strikeout`. Met `strikeout_score` `zero` is de score 0, met `none` is er geen score. Dat geldt voor elk "
        "verloren spel. De punten op tafel blijven bewaard als `table_points`.",
        "Het einde van een spel wordt na elke beurt nagegaan, voor het trekken, in deze volgorde: R14, R15, R16, R17, "
        "R19, R20. Na informatie kunnen alleen R17, R19 en R20 gelden.",
        source="Alle spelregels. 0 punten: Duits, Engels. Verloren zonder score: Nederlands, Frans, Deens. Minder "
        "fouten: Duits Zu einfach?.",
    ),
    ruling(  # R15
        "Het laatste exemplaar van een nodige kaart",
        "Met `ending` `grand_finale` en `finale_loss` `irreplaceable` is het spel verloren zodra de haalbare score "
        "(R13) onder het maximum ligt, omdat het laatste exemplaar van een nodige kaart is afgelegd of fout gespeeld. "
        "De reden is `irreplaceable_card_lost`. Met `strikes_only` gaat het spel door.",
        source="Nederlandse en Deense spelregels: een variant waarvan de titel verloren is. Frans Bouquet final: "
        "alleen door fouten verloren.",
        own="Dat het vanaf de eerste beurt geldt, niet pas als de stapel leeg is.",
    ),
    ruling(  # R16
        "Alle rijen compleet",
        "Zijn alle rijen compleet, dan is het spel meteen gewonnen, met de hoogste score: 25, of 30 met zes kleuren. "
        "Dat geldt ook nadat de stapel op is. De reden is `fireworks_complete`.",
        source="Alle spelregels.",
    ),
    ruling(  # R17
        "De laatste ronde",
        "Met `ending` `last_round` heeft elke plaats nog één beurt nadat de laatste kaart getrokken is; wie die kaart "
        "trok, is als laatste aan de beurt. In deze ronde wordt niet getrokken. Dan is het spel afgelopen, met de "
        "reden `last_round_over`. De score is het aantal punten op tafel. De gebeurtenis waarbij de laatste kaart "
        "getrokken wordt, zegt dat de laatste ronde begint.",
        source="Alle spelregels.",
    ),
    ruling(  # R18
        "Grote finale",
        "Met `ending` `grand_finale` is er geen laatste ronde. Zonder stapel gaat het spel door met steeds minder "
        "handkaarten, tot het gewonnen of verloren is.",
        source="Frans Le bouquet final; een Nederlandse en een Deense variant, waarvan de titels verloren zijn.",
    ),
    ruling(  # R19
        "Geen toegestane actie",
        "Heeft de plaats aan de beurt geen kaarten en kan ze geen informatie geven, dan is het spel verloren, met de "
        "reden `no_legal_action`. Ze kan er geen geven als er geen fiche is, of als R7 of R30 alle informatie weigert.",
        source="Geen.",
        own="De hele regel.",
    ),
    ruling(  # R20
        "Vroegtijdig einde",
        "Met `early_end` `no_points_left` is het spel afgelopen als de punten op tafel gelijk zijn aan de haalbare "
        "score (R13). In de laatste ronde ook als geen plaats die nog een beurt heeft een kaart heeft die nu past. De "
        "score is het aantal punten op tafel, de reden `no_points_left`. Met `never` gaat het spel door.",
        source="hanab.live. Geen spelregels beëindigen een spel vroegtijdig.",
        own="De hele regel; imports van hanab.live hebben haar nodig.",
    ),
    ruling(  # R21
        "Afgebroken spellen",
        "Een spel wordt zonder score afgebroken als alle plaatsen daarvoor gestemd hebben (`agreed`); een stem kan "
        "teruggenomen worden, en niemand kan twee keer stemmen of een stem terugnemen die er niet is. Heeft een "
        "plaats haar eerste beurt niet op tijd gedaan, dan beëindigt de stem van een andere plaats het spel "
        "(`no_show`). Ook een spel waarin langer dan de termijn niets gebeurt, wordt afgebroken (`idle`). In oudere "
        "spellen kon wie het spel had gemaakt, voor de eerste beurt een plaats verwijderen (`removed`).",
        "Geïmporteerde spellen kunnen ook eerder beëindigd zijn (`terminated`, `left`, `timed_out`, "
        "`speedrun_failed`). Afgebroken spellen tellen niet mee in de gemiddelden van de statistiek.",
        source="Geen.",
        own="De hele regel.",
    ),
    ruling(  # R22
        "Na het einde",
        "Na het einde van een spel wordt niets getrokken en volgt geen gebeurtenis. Een opdracht wordt dan geweigerd "
        "(`game-not-running`); berichten na het einde horen niet bij het spel.",
        "Het aantal gebeurtenissen van een plaats die geen beurten zijn, is beperkt: 790 voor alle plaatsen samen, "
        "gedeeld door het aantal plaatsen en naar beneden afgerond. Beurten en stemmen om af te breken zijn niet "
        "beperkt.",
        source="Alle spelregels beëindigen het spel meteen. Een grens hebben ze niet.",
        own="De grens.",
    ),
    ruling(  # R23
        "Score en schaal",
        "De score van een gewonnen of afgelopen spel is de som van de hoogste waarden van de rijen. De trappen van de "
        "beoordeling zijn 0-5, 6-10, 11-15, 16-20, 21-24 en 25. Met zes kleuren zijn het 0-5, 6-10, 11-15, 16-20, "
        "21-24, 25-29 en 30.",
        source="Alle spelregels. In de Franse staat 5 in geen trap; hier hoort ze bij de laagste. 30: Frans en Deens.",
        own="De trap van 5 in Franse spellen.",
    ),
    ruling(  # R24
        "Spellen zonder beoordeling",
        "Een afgebroken spel, een verloren spel zonder score en een spel met een variant van R30 hebben geen "
        "beoordeling. Een grote finale met `finale_loss` `irreplaceable` heeft er ook geen, omdat de Nederlandse en "
        "Deense spelregels de schaal daar niet gebruiken.",
        "Een met 0 punten verloren spel wordt met 0-5 beoordeeld. Een grote finale met `strikes_only` wordt naar haar "
        "score beoordeeld, bij winst met de hoogste trap.",
        source="Duitse en Engelse spelregels: 0 punten, en dan de schaal. Nederlands en Deens: geen schaal. Het "
        "Franse Bouquet final houdt haar.",
    ),
    ruling(  # R25
        "Woorden",
        "De zinnen van beoordelingen en informatie bestaan in het Duits, Engels, Frans, Nederlands en Deens, met de "
        "woorden van de spelregels waar die leesbaar zijn. Een zin die in geen spelregels staat, is gemerkt "
        "(`own_translation`).",
        source="Alle spelregels.",
        own="Elke zin die zo gemerkt is.",
    ),
    ruling(  # R26
        "De hand herschikken",
        "Een plaats mag haar kaarten in een andere volgorde leggen, die elke kaart precies één keer noemt. Dat kost "
        "niets, is openbaar, is geen beurt en staat in het logboek. Met `hand_reorder` `any_time` mag het altijd, met "
        "`after_clue` zodra de hand informatie heeft gekregen, ook als die geen kaart betrof, en met `off` nooit.",
        "Een plaats mag dit en R29 tussen twee beurten van het spel samen drie keer doen.",
        source="Duits: de spelers mogen hun kaarten herschikken. Nederlands, Frans, Deens: na het krijgen van "
        "informatie. De Engelse tekst noemt het niet.",
        own="`hand_reorder` `off`, en de grens.",
    ),
    ruling(  # R27
        "Praten aan tafel",
        "Met `table_talk` `off` kan tijdens het spel niemand berichten sturen. Met `remarks` kan de plaats aan de "
        "beurt opmerkingen van een vaste lijst sturen, en geeft niemand commentaar op de beurt van een ander. De "
        "opmerkingen zijn `no-information`, “Ik heb nog altijd geen informatie over mijn hand.” of, met de nummers "
        "van eigen kaarten, “… over deze kaarten.”, en "
        "`remember-your-hand`, “Herinner je je nog wat je in je hand hebt?”. Met `free` kan elke plaats altijd ook "
        "teksten tot 500 tekens schrijven.",
        "Een bericht is een opmerking of een tekst, staat in het logboek en is geen beurt. Een plaats kan er vijf "
        "sturen tussen twee beurten van het spel. Alleen `no-information` noemt kaarten, elk één keer, tijdens het "
        "spel. Na het einde mag iedereen met een plaats schrijven, tot 200 "
        "berichten.",
        source="Nederlands, Deens en Duits laten het aan de groep over, en de Nederlandse en Deense spelregels "
        "drukken deze opmerkingen af. Streng gelezen is het overal `off`.",
        own="De grenzen.",
    ),
    ruling(  # R28
        "Wat anderen weten",
        "Wat een andere plaats kan afleiden uit de kaarten die ze ziet, is geheim, want het hangt af van je eigen "
        "gedekte kaarten. Zolang een spel loopt, tonen weergaven over andere plaatsen alleen wat iedereen weet: wat "
        "volgt uit informatie en uit open kaarten.",
        source="Alle spelregels: niemand bekijkt de eigen kaarten.",
    ),
    ruling(  # R29
        "Kaarten draaien",
        "Een plaats mag kaarten van de hand draaien: `upright` (rechtop), `left` (naar links), `right` (naar rechts) "
        "of `upside_down` (ondersteboven). Dat kost niets, is openbaar, is geen beurt en staat in het logboek. Het mag "
        "wanneer R26 een herschikking toestaat (`hand_reorder`), en telt daarmee samen: drie keer tussen twee beurten "
        "van het spel. Eén gebeurtenis draait een of meer kaarten van de hand op dezelfde manier; elke kaart wordt "
        "één keer genoemd. Een getrokken kaart staat rechtop. Bij herschikken houdt een kaart haar stand.",
        "Met `off` worden geen kaarten gedraaid.",
        source="Duits: de spelers mogen de stand van hun kaarten veranderen. Nederlands: kaarten schuin zetten. "
        "Deens: kaarten hoger of lager zetten.",
        own="De grens.",
    ),
    ruling(  # R30
        "Varianten van hanab.live",
        "Met `variant` wordt gespeeld met de kleuren, kaarten en informatie van een variant van hanab.live, in plaats "
        "van die van R2 en R8. [Variants](/docs/variants) legt ze volledig vast (in het Engels). In Alternating Clues "
        "wordt informatie van dezelfde soort (kleur of waarde) als de vorige geweigerd. Met `deck_plays` kan de "
        "laatste kaart vanaf de stapel gespeeld worden, met haar nummer.",
        source="hanab.live.",
    ),
)
