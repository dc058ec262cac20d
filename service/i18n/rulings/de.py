"""The rulings in German."""

from typing import Final

from service.i18n.rulings.shape import Ruling, ruling

__all__ = ["RULINGS"]

RULINGS: Final[tuple[Ruling, ...]] = (
    ruling(  # R1
        "Plätze und Hände",
        "Ein Spiel hat 2 bis 5 Plätze, die in Zugreihenfolge ab 0 gezählt werden. Eine volle Hand hat bei 2 oder 3 "
        "Plätzen 5 Karten, bei 4 oder 5 Plätzen 4 Karten.",
        "Die Ausgabe `hanab_live` erlaubt auch 6 Plätze mit je 3 Karten. Mit `hand_size` `one_more` oder `one_less` "
        "hat jede Hand eine Karte mehr oder weniger.",
        source="Alle Anleitungen. Sechs Plätze und andere Handgrößen: hanab.live.",
    ),
    ruling(  # R2
        "Die Karten",
        "Jede der Farben Rot, Gelb, Grün, Blau und Weiß hat zehn Karten: 1 1 1 2 2 3 3 4 4 5.",
        "Die Option `multicolor` fügt eine sechste Farbe hinzu: `ten` und `wild_ten` die gleichen zehn Karten, `five` "
        "und `wild_five` eine von jedem Wert, `none` nichts. Die Werte sind 1 bis 5; ein Hinweis auf eine andere Zahl "
        "wird abgelehnt. Ein vorgegebener Stapel muss genau diese Karten enthalten.",
        source="Alle Anleitungen. Fünf Karten: französisch Avalanche de couleurs, dänisch Kaskade af farve, deutsch "
        "Farbrausch (schwerer). Zehn: deutsch Farbrausch und Farbrausch².",
        own="`multicolor` `wild_five` ist eine Hausregel.",
    ),
    ruling(  # R3
        "Das Austeilen",
        "Die Nummer einer Karte ist ihr Platz im Stapel, 0 für die zuerst ausgeteilte. Platz 0 bekommt seine ganze "
        "Hand von oben, dann Platz 1, und so weiter. Eine gezogene Karte kommt an das neueste Ende der Hand.",
        source="Keine Anleitung sagt, in welcher Reihenfolge ausgeteilt wird.",
        own="Die Reihenfolge des Austeilens.",
    ),
    ruling(  # R4
        "Der Beginn und die Züge",
        "Zu Beginn sind alle Hinweis-Plättchen da (`clue_tokens`, normal 8), und es gibt keinen Blitz. Mehr "
        "Hinweis-Plättchen als zu Beginn gibt es nie.",
        "Der Startplatz zieht zuerst, dann die Plätze in aufsteigender Reihenfolge; nach dem letzten folgt Platz 0. "
        "Der Zug eines anderen Platzes wird abgelehnt (`not-your-turn`). `starting_seat` ist ein Platz oder `random`, "
        "das heißt aus dem Startwert des Mischens ausgelost. Ein Zug ist genau eine Aktion: ein Hinweis, ein Abwurf "
        "oder ein Ausspielen. Passen ist nicht erlaubt.",
        source="8 Plättchen: alle Anleitungen; mehr: deutsch Zu schwer?. In der deutschen Anleitung beginnt der "
        "älteste Spieler, in der französischen, niederländischen und dänischen, wer am buntesten gekleidet ist.",
        own="Das Auslosen des Startplatzes und `clue_tokens` unter 8.",
    ),
    ruling(  # R5
        "Einen Hinweis geben",
        "Ein Hinweis nennt einem anderen Platz eine Farbe oder eine Zahl und kostet ein Hinweis-Plättchen. Er wird "
        "abgelehnt, wenn kein Plättchen da ist, wenn er an den eigenen Platz geht oder an einen, den es im Spiel "
        "nicht gibt.",
        source="Alle Anleitungen.",
    ),
    ruling(  # R6
        "Was ein Hinweis trifft",
        "Ein Hinweis kennzeichnet alle Karten der anderen Hand, die in diesem Moment die Farbe oder Zahl haben; der "
        "Dienst ermittelt sie. Im Protokoll stehen nur der Platz und die Farbe oder Zahl. Ansichten nennen dazu die "
        "Nummern der getroffenen Karten und ihre Plätze in der Hand.",
        "Mit `memory_aid` `full` zeigt jede Ansicht weiterhin, was Hinweise über eine Karte gesagt haben. Mit `none` "
        "zeigt es nur das Ereignis des Hinweises.",
        source="Alle Anleitungen: Die Auskunft ist vollständig. Eine Gedächtnishilfe hat keine.",
        own="`memory_aid` `full`, das trotzdem die Voreinstellung ist.",
    ),
    ruling(  # R7
        "Hinweise, die keine Karte treffen",
        "Ist `empty_clues` erlaubt, sind auch Hinweise erlaubt, die auf keine Karte zutreffen: „Du hast keine blauen "
        "Karten.“ So ein Hinweis kann sogar an einen Platz ohne Karten gehen. Sonst wird er abgelehnt.",
        source="Deutsche, englische, niederländische und dänische Anleitung: erlaubt. Französische: Die Auskunft "
        "betrifft eine oder mehrere Karten.",
    ),
    ruling(  # R8
        "Farben von Hinweisen",
        "Hinweise nennen eine der fünf Farben. Mit `multicolor` `five` oder `ten` können sie auch Bunt nennen, das "
        "dann eine Farbe wie die anderen ist.",
        "Mit `wild_ten` oder `wild_five` gibt es keinen Hinweis auf Bunt, und jeder Farb-Hinweis trifft auch alle "
        "bunten Karten. Für Zahlen-Hinweise sind bunte Karten wie andere. Eine andere Farbe wird abgelehnt.",
        source="Französisch Avalanche de couleurs, dänisch Kaskade af farve und deutsch Farbrausch: eine eigene "
        "Farbe. Deutsch Farbrausch²: von jeder Farbe getroffen.",
    ),
    ruling(  # R9
        "Abwerfen",
        "Ein Platz wirft eine Karte seiner Hand offen ab. Das bringt ein Hinweis-Plättchen zurück; sind alle da, wird "
        "der Abwurf abgelehnt. Danach zieht der Platz eine Karte, wenn der Stapel noch eine hat.",
        source="Alle Anleitungen.",
    ),
    ruling(  # R10
        "Ausspielen",
        "Ein Platz spielt eine Karte seiner Hand aus. Ist ihr Wert um eins höher als der höchste ihrer Farbreihe, "
        "oder 1 bei einer leeren Farbreihe, wird sie angelegt, und es gibt einen Punkt mehr. Sonst kommt sie auf den "
        "Ablagestapel und kostet einen Blitz. Ein Hinweis-Plättchen kommt dabei nicht zurück. Danach zieht der Platz "
        "eine Karte, wenn der Stapel noch eine hat.",
        source="Alle Anleitungen.",
    ),
    ruling(  # R11
        "Eine komplette Farbreihe",
        "Die 5 macht eine Farbreihe komplett und bringt ein Hinweis-Plättchen zurück. Sind alle da, verfällt der "
        "Bonus; das Ereignis sagt es.",
        source="Alle Anleitungen.",
    ),
    ruling(  # R12
        "Eine Farbe ansagen",
        "Mit `color_declaration` darf beim Ausspielen eine Farbe angesagt werden, auch Bunt, wenn es bunte Karten "
        "gibt. Das gilt auch, wenn sie von jeder Farbe getroffen werden. Eine Farbe, die es im Spiel nicht gibt, wird "
        "abgelehnt, und ohne diese Option jede Ansage.",
        "Ist die angesagte Farbe die der Karte und passt die Karte, wird sie angelegt und bringt ein "
        "Hinweis-Plättchen zurück, eine 5 insgesamt zwei, höchstens bis zur Anzahl am Anfang. Ist es die Farbe der "
        "Karte, aber sie passt nicht, ist es ein gewöhnlicher Fehler. Ist es eine andere Farbe, wird die Karte "
        "abgeworfen und kostet genau einen Blitz, auch wenn sie gepasst hätte.",
        source="Französisch Chorégraphie minutée; eine dänische Variante, die zwei Plättchen für eine 5 gibt.",
        own="Die richtige Farbe einer Karte, die nicht passt, bringt kein Plättchen. Nach dem Wortlaut der "
        "französischen Anleitung könnte sie es.",
    ),
    ruling(  # R13
        "Was öffentlich ist",
        "Der Ablagestapel ist öffentlich und geordnet. Öffentlich sind auch die höchste noch erreichbare Punktzahl "
        "und die Farbreihen, die nicht mehr komplett werden können. Eine Farbreihe kommt bis zum Wert r, wenn von "
        "jedem Wert über ihrer obersten Karte bis r ein Exemplar nicht auf dem Ablagestapel liegt. Die erreichbare "
        "Punktzahl ist die Summe dessen, wie weit die Farbreihen kommen.",
        source="Nach allen Anleitungen darf man den Ablagestapel durchsehen.",
        own="Die Angabe der erreichbaren Punktzahl.",
    ),
    ruling(  # R14
        "Der letzte Blitz",
        "Mit dem letzten Blitz (`strike_tokens`, normal 3) endet das Spiel sofort als verloren, mit dem Grund "
        "`strikeout`. Mit `strikeout_score` `zero` ist die Punktzahl 0, mit `none` gibt es keine Punktzahl. Das gilt "
        "für jedes verlorene Spiel. Die Punkte auf dem Tisch bleiben als `table_points` erhalten.",
        "Die Enden eines Spiels werden nach jedem Zug geprüft, vor dem Ziehen, in dieser Reihenfolge: R14, R15, R16, "
        "R17, R19, R20. Nach einem Hinweis kommen nur R17, R19 und R20 infrage.",
        source="Alle Anleitungen. 0 Punkte: deutsch, englisch. Verloren ohne Punktzahl: niederländisch, französisch, "
        "dänisch. Weniger Blitze: deutsch Zu einfach?.",
    ),
    ruling(  # R15
        "Das letzte Exemplar einer benötigten Karte",
        "Mit `ending` `grand_finale` und `finale_loss` `irreplaceable` ist das Spiel verloren, sobald die erreichbare "
        "Punktzahl (R13) unter dem Höchstwert liegt, weil das letzte Exemplar einer benötigten Karte abgeworfen oder "
        "falsch ausgespielt wurde. Der Grund ist `irreplaceable_card_lost`. Mit `strikes_only` geht es weiter.",
        source="Niederländische und dänische Anleitung: eine Variante, deren Titel verloren ist. Französisch Bouquet "
        "final: nur durch Blitze verloren.",
        own="Dass es vom ersten Zug an gilt und nicht erst, wenn der Stapel leer ist.",
    ),
    ruling(  # R16
        "Alle Farbreihen komplett",
        "Sind alle Farbreihen komplett, ist das Spiel sofort gewonnen, mit der höchsten Punktzahl: 25, oder 30 mit "
        "sechs Farben. Das gilt auch, wenn der Stapel schon leer ist. Der Grund ist `fireworks_complete`.",
        source="Alle Anleitungen.",
    ),
    ruling(  # R17
        "Die letzte Runde",
        "Mit `ending` `last_round` hat jeder Platz noch einen Zug, nachdem die letzte Karte gezogen wurde, und wer "
        "sie gezogen hat, kommt als letzter. In dieser Runde wird nicht gezogen. Dann ist das Spiel beendet, mit dem "
        "Grund `last_round_over`. Die Punktzahl sind die Punkte auf dem Tisch. Das Ereignis, mit dem die letzte Karte "
        "gezogen wird, sagt, dass die letzte Runde beginnt.",
        source="Alle Anleitungen.",
    ),
    ruling(  # R18
        "Großes Finale",
        "Mit `ending` `grand_finale` gibt es keine letzte Runde. Ohne Stapel geht es mit immer weniger Karten weiter, "
        "bis das Spiel gewonnen oder verloren ist.",
        source="Französisch Le bouquet final; eine niederländische und eine dänische Variante, deren Titel verloren "
        "sind.",
    ),
    ruling(  # R19
        "Keine erlaubte Aktion",
        "Hat der Platz am Zug keine Karten und kann er keinen Hinweis geben, ist das Spiel verloren, mit dem Grund "
        "`no_legal_action`. Er kann keinen geben, wenn kein Hinweis-Plättchen da ist oder wenn R7 oder R30 jeden "
        "Hinweis ablehnt.",
        source="Keine.",
        own="Die ganze Regel.",
    ),
    ruling(  # R20
        "Vorzeitiges Ende",
        "Mit `early_end` `no_points_left` ist das Spiel beendet, wenn die Punkte auf dem Tisch der erreichbaren "
        "Punktzahl (R13) gleich sind. In der letzten Runde ist es auch beendet, wenn kein Platz, der noch einen Zug "
        "hat, eine Karte hält, die jetzt passt. Die Punktzahl sind die Punkte auf dem Tisch, der Grund ist "
        "`no_points_left`. Mit `never` geht es weiter.",
        source="hanab.live. Keine Anleitung beendet ein Spiel vorzeitig.",
        own="Die ganze Regel; Importe von hanab.live brauchen sie.",
    ),
    ruling(  # R21
        "Abgebrochene Spiele",
        "Ein Spiel wird ohne Punktzahl abgebrochen, wenn alle Plätze dafür gestimmt haben (`agreed`); eine Stimme "
        "lässt sich zurücknehmen, und niemand kann zweimal stimmen oder eine Stimme zurücknehmen, die es nicht gibt. "
        "Hat ein Platz seinen ersten Zug nicht rechtzeitig gemacht, beendet die Stimme irgendeines anderen das Spiel "
        "(`no_show`). Auch ein Spiel, in dem länger als die Frist nichts geschieht, wird abgebrochen (`idle`). In "
        "älteren Spielen ließ sich vor dem ersten Zug ein Platz entfernen; das konnte, wer das Spiel angelegt hatte "
        "(`removed`).",
        "Importierte Spiele können außerdem vorzeitig beendet worden sein (`terminated`, `left`, `timed_out`, "
        "`speedrun_failed`). Abgebrochene Spiele zählen nicht in den Durchschnitten der Statistik.",
        source="Keine.",
        own="Die ganze Regel.",
    ),
    ruling(  # R22
        "Nach dem Ende",
        "Nach dem Ende eines Spiels wird nicht gezogen, und kein Ereignis folgt. Ein Befehl wird dann abgelehnt "
        "(`game-not-running`); Nachrichten nach dem Ende gehören nicht zum Spiel.",
        "Die Zahl der Ereignisse eines Platzes, die keine Züge sind, ist begrenzt: 790 für alle Plätze zusammen, "
        "geteilt durch die Zahl der Plätze und abgerundet. Züge und Stimmen für den Abbruch sind nicht begrenzt.",
        source="Alle Anleitungen beenden das Spiel sofort. Eine Grenze haben sie nicht.",
        own="Die Grenze.",
    ),
    ruling(  # R23
        "Punktzahl und Skala",
        "Die Punktzahl eines gewonnenen oder beendeten Spiels ist die Summe der höchsten Werte der Farbreihen. Die "
        "Stufen der Bewertung sind 0-5, 6-10, 11-15, 16-20, 21-24 und 25. Mit sechs Farben sind es 0-5, 6-10, 11-15, "
        "16-20, 21-24, 25-29 und 30.",
        source="Alle Anleitungen. In der französischen steht 5 in keiner Stufe; hier gehört sie zur untersten. 30: "
        "französisch und dänisch.",
        own="Die Stufe von 5 in französischen Spielen.",
    ),
    ruling(  # R24
        "Spiele ohne Bewertung",
        "Keine Bewertung haben ein abgebrochenes Spiel, ein verlorenes Spiel ohne Punktzahl und ein Spiel mit einer "
        "Variante von R30. Ein großes Finale mit `finale_loss` `irreplaceable` hat auch keine, weil die "
        "niederländische und die dänische Anleitung die Skala dort nicht verwenden.",
        "Ein mit 0 Punkten verlorenes Spiel wird mit 0-5 bewertet. Ein großes Finale mit `strikes_only` wird nach "
        "seiner Punktzahl bewertet, bei einem Sieg mit der höchsten Stufe.",
        source="Deutsche und englische Anleitung: 0 Punkte, und dann die Skala. Niederländisch und dänisch: keine "
        "Skala. Das französische Bouquet final behält sie.",
    ),
    ruling(  # R25
        "Wortlaut",
        "Die Sätze der Bewertungen und Hinweise gibt es deutsch, englisch, französisch, niederländisch und dänisch, "
        "mit den Worten der Anleitungen, soweit diese lesbar sind. Ein Satz, den keine Anleitung druckt, ist "
        "gekennzeichnet (`own_translation`).",
        source="Alle Anleitungen.",
        own="Jeder so gekennzeichnete Satz.",
    ),
    ruling(  # R26
        "Umsortieren",
        "Ein Platz darf seine Karten in eine andere Reihenfolge bringen, die jede genau einmal nennt. Das kostet "
        "nichts, ist öffentlich, ist kein Zug und steht im Protokoll. Mit `hand_reorder` `any_time` geht es immer, "
        "mit `after_clue`, sobald die Hand einen Hinweis bekommen hat, auch einen, der keine Karte traf, und mit "
        "`off` nie.",
        "Ein Platz darf dies und R29 zwischen zwei Zügen des Spiels zusammen dreimal tun.",
        source="Deutsch: Die Spieler dürfen ihre Karten umsortieren. Niederländisch, französisch, dänisch: nach einer "
        "Auskunft. Der englische Text erwähnt es nicht.",
        own="`hand_reorder` `off` und die Grenze.",
    ),
    ruling(  # R27
        "Reden am Tisch",
        "Mit `table_talk` `off` kann während des Spiels niemand Nachrichten senden. Mit `remarks` kann der Platz am "
        "Zug Bemerkungen einer festen Liste senden, und niemand kommentiert den Zug eines anderen. Die Bemerkungen "
        "sind `no-information`, „Ich habe immer noch keinen Hinweis zu meiner Hand.“ oder, mit den Nummern eigener "
        "Karten, „… zu diesen Karten.“, und `remember-your-hand`, "
        "„Weißt du noch, was du auf der Hand hast?“. Mit `free` kann jeder Platz jederzeit auch Texte bis zu 500 "
        "Zeichen schreiben.",
        "Eine Nachricht ist entweder eine Bemerkung oder ein Text, steht im Protokoll und ist kein Zug. Ein Platz "
        "kann zwischen zwei Zügen des Spiels fünf senden. Nur `no-information` nennt Karten, jede einmal, während des "
        "Spiels. Nach dem Ende dürfen alle mit einem Platz schreiben, bis zu "
        "200 Nachrichten.",
        source="Niederländisch, dänisch und deutsch überlassen es der Gruppe, und die niederländische und die "
        "dänische Anleitung drucken diese Bemerkungen. Streng ausgelegt ist es überall `off`.",
        own="Die Grenzen.",
    ),
    ruling(  # R28
        "Was andere wissen",
        "Was ein anderer Platz aus den Karten schließen kann, die er sieht, ist geheim, denn es hängt von deinen "
        "eigenen verdeckten Karten ab. Solange ein Spiel läuft, zeigen Ansichten über andere Plätze nur, was alle "
        "wissen: was aus Hinweisen und offenen Karten folgt.",
        source="Alle Anleitungen: Niemand sieht die eigenen Karten an.",
    ),
    ruling(  # R29
        "Karten drehen",
        "Ein Platz darf Karten seiner Hand drehen: `upright` (aufrecht), `left` (nach links), `right` (nach rechts) "
        "oder `upside_down` (auf den Kopf). Das kostet nichts, ist öffentlich, ist kein Zug und steht im Protokoll. "
        "Es ist erlaubt, wann immer R26 ein Umsortieren erlaubt (`hand_reorder`), und zählt mit ihm zusammen: dreimal "
        "zwischen zwei Zügen des Spiels. Ein Ereignis dreht eine oder mehrere Karten der Hand gleich; jede wird "
        "einmal genannt. Eine gezogene Karte ist aufrecht. Beim Umsortieren behält eine Karte ihre Ausrichtung.",
        "Mit `off` werden keine Karten gedreht.",
        source="Deutsch: Die Spieler dürfen die Ausrichtung ihrer Karten ändern. Niederländisch: Karten dürfen schräg "
        "stehen. Dänisch: Karten dürfen höher oder tiefer stehen.",
        own="Die Grenze.",
    ),
    ruling(  # R30
        "Varianten von hanab.live",
        "Mit `variant` wird mit den Farben, Karten und Hinweisen einer Variante von hanab.live gespielt statt mit "
        "denen von R2 und R8. [Variants](/docs/variants) legt sie vollständig fest (auf Englisch). In Alternating "
        "Clues wird ein Hinweis derselben Art (Farbe oder Zahl) wie der vorige abgelehnt. Mit `deck_plays` kann die "
        "letzte Karte vom Stapel aus gespielt werden, mit ihrer Nummer.",
        source="hanab.live.",
    ),
)
