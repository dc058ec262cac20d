"""The German texts. Ratings and clues are worded as in the German booklet (R25)."""

from typing import Final

from service.i18n.shape import ColorWords, ProblemText, RankWords, Rating, Texts
from service.i18n.variant_words.de import COLORS, RULES, SUITS

__all__ = ["TEXTS"]


TEXTS: Final = Texts(
    ratings=(
        Rating("Oje! Die Zuschauer buhen."),
        Rating("Schwach! Kaum Applaus."),
        Rating("OK! Die Zuschauer sind Besseres gewohnt."),
        Rating("Gut! Die Zuschauer sind erfreut."),
        Rating("Sehr gut! Die Zuschauer sind begeistert."),
        Rating("Legendär! Die Zuschauer werden diese Show nie vergessen."),
        Rating("Göttlich!", own_translation=True),
    ),
    colors=COLORS,
    suits=SUITS,
    variants=RULES,
    odd=ColorWords("ungerade", "ungerade", "ungeraden", "ungerade", "ungerade"),
    even=ColorWords("gerade", "gerade", "geraden", "gerade", "gerade"),
    ranks=(
        RankWords("1", "1", "Einsen"),
        RankWords("2", "2", "Zweien"),
        RankWords("3", "3", "Dreien"),
        RankWords("4", "4", "Vieren"),
        RankWords("5", "5", "Fünfen"),
    ),
    at_most="{rank} oder weniger",
    at_least="{rank} oder mehr",
    card="{color} {rank}",
    start_card="{color} START-Karte",
    numbers=("zwei", "drei", "vier", "fünf", "sechs"),
    places=("die 1.", "die 2.", "die 3.", "die 4.", "die 5.", "die 6."),
    conjunction="und",
    here="hier",
    sounds={"color": "Muh", "rank": "Oink", "any": "Quak"},
    # Karte prevents reading "die 3." as a 3.
    announcements={
        "blind": "Der Hinweis {clue} trifft keine deiner Karten.",
        "color-none": "Du hast keine {color} Karten.",
        "color-one": "Du hast eine {color} Karte: {places} Karte.",
        "color-many": "Du hast {number} {color} Karten: {places} Karte.",
        "color-hand": "Du hast {number} {color} Karten: deine ganze Hand.",
        "rank-none": "Du hast keine {rank}.",
        "rank-one": "Du hast eine {rank}: {places} Karte.",
        "rank-many": "Du hast {number} {rank}: {places} Karte.",
        "rank-hand": "Du hast {number} {rank}: deine ganze Hand.",
        "range-none": "Du hast keine Karte mit {rank}.",
        "range-one": "Du hast eine Karte mit {rank}: {places} Karte.",
        "range-many": "Du hast {number} Karten mit {rank}: {places} Karte.",
        "range-hand": "Du hast {number} Karten mit {rank}: deine ganze Hand.",
        "hidden-none": "{sound}: keine Karte.",
        "hidden-one": "{sound}: {places} Karte.",
        "hidden-many": "{sound}: {places} Karte.",
        "hidden-hand": "{sound}: deine ganze Hand.",
    },
    spoken={
        "blind": "Der Hinweis {clue} trifft keine deiner Karten.",
        "color-none": "Du hast keine {color} Karten.",
        "color-one": "Du hast eine {color} Karte, {here}.",
        "color-many": "Du hast {number} {color} Karten, {here}.",
        "rank-none": "Du hast keine {rank}.",
        "rank-one": "Du hast eine {rank}, {here}.",
        "rank-many": "Du hast {number} {rank}, {here}.",
        "range-none": "Du hast keine Karte mit {rank}.",
        "range-one": "Du hast eine Karte mit {rank}, {here}.",
        "range-many": "Du hast {number} Karten mit {rank}, {here}.",
        "hidden-none": "{sound}.",
        "hidden-one": "{sound}, {here}.",
        "hidden-many": "{sound}, {here}.",
    },
    events={
        "deal": "Die Karten sind ausgeteilt, {name} beginnt.",
        "play": "{name} spielt die {card}.",
        "play-named": "{name} sagt {color} an und spielt die {card}.",
        "misplay": "{name} spielt die {card}, die nicht passt: ein Blitz.",
        "misplay-named": "{name} sagt {color} an und spielt die {card}: "
        "die richtige Farbe, doch die Karte passt nicht. Ein Blitz.",
        "misnamed": "{name} sagt {color} an und spielt die {card}: die falsche Farbe, ein Blitz.",
        "one-token": "Ein Hinweis-Plättchen kommt zurück.",
        "two-tokens": "Zwei Hinweis-Plättchen kommen zurück.",
        "second-token-lost": "Ein Hinweis-Plättchen kommt zurück, ein zweites verfällt.",
        "bonus-lost": "Alle Hinweis-Plättchen sind da: Der Bonus verfällt.",
        "discard": "{name} wirft die {card} ab.",
        "clue": "{name} zu {target}: „{text}“",
        "clue-untold": "{name} gibt {target} einen Hinweis: {clue}.",
        "reorder": "{name} sortiert die eigenen Karten um.",
        "turned-upright": "{name} stellt eigene Karten aufrecht.",
        "turned-left": "{name} dreht eigene Karten nach links.",
        "turned-right": "{name} dreht eigene Karten nach rechts.",
        "turned-upside_down": "{name} dreht eigene Karten auf den Kopf.",
        "said": "{name}: „{text}“",
        "vote": "{name} stimmt fürs Aufgeben.",
        "vote-withdrawn": "{name} nimmt die Stimme fürs Aufgeben zurück.",
        "aborted": "Das Spiel wird abgebrochen.",
        "nameless": "Platz {seat}",
        "play-face-down": "{name} spielt eine Karte verdeckt.",
        "discard-face-down": "{name} wirft eine Karte ab: Sie ist umgekehrt und wird verdeckt gespielt.",
        "play-inverted": "{name} spielt die {card}: Sie ist umgekehrt und wird abgeworfen.",
        "discard-inverted": "{name} wirft die {card} ab: Sie ist umgekehrt und wird gespielt.",
        "discard-misplayed": "{name} wirft die {card} ab: Sie ist umgekehrt, wird gespielt und passt nicht. Ein Blitz.",
        "half-token": "Ein halbes Hinweis-Plättchen kommt zurück.",
        "last-round": "Das war die letzte Karte vom Stapel: Die letzte Runde beginnt.",
    },
    summary={
        "decimal": ",",
        "points": "Punkte auf dem Tisch: {points} von {max}.",
        "turns-none": "Es wurde kein Zug gemacht.",
        "turns-one": "Es wurde ein Zug gemacht.",
        "turns-many": "Es wurden {count} Züge gemacht.",
        "lost-none": "Kein Zug hat einen Punkt gekostet.",
        "lost-one": "Ein Punkt ging verloren, in Zug {turn}.",
        "lost-at-once": "{count} Punkte gingen verloren, alle in Zug {turn}.",
        "lost-many": "{count} Punkte gingen verloren; am meisten kostete Zug {turn} ({worst}).",
        "lost-one-latest": "Ein Punkt ging verloren, spätestens in Zug {turn}.",
        "lost-at-once-latest": "{count} Punkte gingen verloren, spätestens in Zug {turn}.",
        "lost-many-latest": "{count} Punkte gingen verloren, der letzte davon spätestens in Zug {turn}.",
        "deal-whole": "Nach dem Austeilen waren alle {most} Punkte erreichbar.",
        "deal-part": "Die ausgeteilten Karten ließen höchstens {most} Punkte zu.",
        "running": "Die genaue Analyse läuft noch.",
        "loss-turn": "Zug {turn}: {line}",
        "loss-one": "Hier ging ein Punkt verloren: Bis dahin waren {before} erreichbar.",
        "loss-many": "Hier gingen {count} Punkte verloren: Bis dahin waren {before} erreichbar.",
        "latest-one": "Spätestens hier war ein Punkt verloren.",
        "latest-many": "Spätestens hier waren {count} Punkte verloren.",
        "loss-end": "Hier endete das Spiel, als noch {before} Punkte erreichbar waren.",
        "until-then": "Bis dahin waren {before} Punkte erreichbar.",
        "kept": "{before} Punkte wären möglich geblieben, und zwar so: {turns}.",
        "kept-among": "{before} Punkte wären möglich geblieben, zum Beispiel so: {turns}.",
        "own-view": "In {losing} von {deals} Verteilungen, die der Platz nicht unterscheiden konnte, kostet "
        "dieser Zug Punkte.",
        "own-view-sampled": "In {losing} von {deals} zufälligen Verteilungen, die der Platz nicht unterscheiden "
        "konnte, kostet dieser Zug Punkte.",
        "reachable": "Erreichbare Punkte: {points}.",
        "reachable-between": "Erreichbare Punkte: {lower} bis {upper}.",
        "or": "oder",
        "by-clue": "ein Hinweis",
        "by-play": "die {card} spielen",
        "by-discard": "die {card} abwerfen",
        "by-play-inverted": "die {card} spielen, was sie abwirft",
        "by-discard-inverted": "die {card} abwerfen, was sie ausspielt",
        "plays-none": "Es wurde keine Karte gespielt.",
        "plays-one": "Es wurde eine Karte gespielt.",
        "plays-many": "Es wurden {count} Karten gespielt.",
        "gambles-none": "Keine Karte wurde auf gut Glück gespielt.",
        "gambles-one": "Eine Karte wurde auf gut Glück gespielt.",
        "gambles-many": "{count} Karten wurden auf gut Glück gespielt.",
        "misplays-none": "Jede gespielte Karte passte.",
        "misplays-one": "Eine gespielte Karte passte nicht.",
        "misplays-many": "{count} gespielte Karten passten nicht.",
        "clues-none": "Es wurde kein Hinweis gegeben.",
        "clues-one": "Es wurde ein Hinweis gegeben.",
        "clues-many": "Es wurden {count} Hinweise gegeben.",
        "stale-one": "Ein Hinweis traf keine neue Karte.",
        "stale-many": "{count} Hinweise trafen keine neue Karte.",
        "tokens-one": "Ein Hinweis-Plättchen verfiel, weil alle da waren.",
        "tokens-many": "{count} Hinweis-Plättchen verfielen, weil alle da waren.",
        "efficiency": "Effizienz: {value}.",
    },
    reasons={
        "strikeout": "Das war der letzte Blitz.",
        "irreplaceable_card_lost": "Das letzte Exemplar einer noch benötigten Karte ist weg.",
        "fireworks_complete": "Alle Farbreihen sind komplett.",
        "last_round_over": "Die letzte Runde ist vorbei.",
        "no_legal_action": "Wer am Zug ist, hat keine erlaubte Aktion mehr.",
        "no_points_left": "Es sind keine weiteren Punkte mehr möglich.",
        "agreed": "Alle haben fürs Aufgeben gestimmt.",
        "idle": "Es wurde zu lange kein Zug gemacht.",
        "no_show": "Der erste Zug kam nicht rechtzeitig, und ein anderer Platz hat das Spiel beendet.",
        "removed": "Wer das Spiel angelegt hat, hat vor dem ersten Zug einen Platz entfernt.",
        "terminated": "Das Spiel wurde vorzeitig beendet.",
        "left": "Das Spiel wurde vor dem Ende verlassen.",
        "timed_out": "Die Zeit eines Mitspielers ist abgelaufen.",
        "speedrun_failed": "Der Speedrun ist gescheitert.",
    },
    outcomes={"won": "Gewonnen", "lost": "Verloren", "finished": "Beendet", "aborted": "Abgebrochen"},
    remarks={
        "no-information": "Ich habe immer noch keinen Hinweis zu meiner Hand.",
        "no-information-1": "Ich habe immer noch keinen Hinweis zu dieser Karte.",
        "no-information-many": "Ich habe immer noch keinen Hinweis zu diesen Karten.",
        "remember-your-hand": "Weißt du noch, was du auf der Hand hast?",
    },
    refusals={
        ("own-hand", "R5"): "Du kannst dir nicht selbst einen Hinweis geben: Wähle einen anderen Platz.",
        ("no-such-seat", "R5"): "Den Platz, dem der Hinweis gelten soll, gibt es in diesem Spiel nicht.",
        ("no-clue-token", "R5"): "Es ist kein Hinweis-Plättchen mehr frei: Wirf eine Karte ab oder spiele eine aus.",
        ("no-such-color", "R8"): "Einen Hinweis auf diese Farbe gibt es in diesem Spiel nicht.",
        ("no-such-rank", "R2"): "Einen Hinweis auf diese Zahl gibt es in diesem Spiel nicht.",
        (
            "same-kind-of-clue",
            "R30",
        ): "In diesem Spiel wechseln sich Hinweise auf Farben und auf Zahlen ab: Gib einen Hinweis der anderen Art.",
        (
            "empty-clue",
            "R7",
        ): "In diesem Spiel muss ein Hinweis mindestens eine Karte treffen, und dieser trifft keine.",
        ("not-in-hand", "R9"): "Du kannst nur eine Karte abwerfen, die du auf der Hand hast.",
        ("clue-tokens-full", "R9"): "Alle Hinweis-Plättchen sind da, du kannst also nichts abwerfen: "
        "Gib einen Hinweis oder spiele eine Karte aus.",
        ("not-in-hand", "R10"): "Du kannst nur eine Karte ausspielen, die du auf der Hand hast.",
        (
            "no-declaration",
            "R12",
        ): "In diesem Spiel wird beim Ausspielen keine Farbe angesagt: Spiele die Karte ohne Ansage.",
        ("no-such-color", "R12"): "Die angesagte Farbe gibt es in diesem Spiel nicht.",
        ("already-voted", "R21"): "Du hast schon fürs Aufgeben gestimmt.",
        ("not-voted", "R21"): "Du hast nicht fürs Aufgeben gestimmt und kannst daher keine Stimme zurücknehmen.",
        ("no-reorder", "R26"): "In diesem Spiel darf niemand seine Karten umsortieren.",
        ("not-clued", "R26"): "Du kannst deine Karten umsortieren, sobald du einen Hinweis bekommen hast.",
        ("not-the-hand", "R26"): "Die neue Reihenfolge muss jede deiner Karten genau einmal nennen.",
        (
            "too-many-reorders",
            "R26",
        ): "Du hast deine Karten oft genug bewegt: Warte bis zum nächsten Zug.",
        ("no-turned-cards", "R29"): "In diesem Spiel darf niemand seine Karten drehen.",
        ("not-clued", "R29"): "Du kannst deine Karten drehen, sobald du einen Hinweis bekommen hast.",
        ("not-in-hand", "R29"): "Du kannst nur Karten deiner eigenen Hand drehen, jede einmal genannt.",
        (
            "too-many-reorders",
            "R29",
        ): "Du hast deine Karten oft genug bewegt: Warte bis zum nächsten Zug.",
        (
            "no-cards-to-name",
            "R27",
        ): "Nur die Bemerkung `no-information` nennt Karten, und nur während des Spiels.",
        ("not-in-hand", "R27"): "Du kannst nur Karten deiner eigenen Hand nennen, jede einmal.",
        ("no-talk", "R27"): "In diesem Spiel wird am Tisch nicht geredet.",
        ("no-such-remark", "R27"): "Diese Bemerkung gibt es nicht: Wähle eine aus der festen Liste.",
        ("remarks-only", "R27"): "In diesem Spiel sind nur die festen Bemerkungen erlaubt, kein eigener Text.",
        ("another-seats-move", "R27"): "Solange jemand anders am Zug ist, darfst du keine Bemerkung machen: "
        "Warte, bis du am Zug bist.",
        ("too-many-remarks", "R27"): "Mehr darfst du vorerst nicht sagen.",
        (
            "too-many-events",
            "R22",
        ): "Du hast in diesem Spiel genug Nachrichten, Umordnungen und Stimmen gesendet. "
        "Züge und die Stimme fürs Aufgeben bleiben möglich.",
    },
    losses={
        "reorders": "Umsortierte Hände: {count}. hanab.live kennt diesen Zug nicht, darum liegen die "
        "Karten dort in der Reihenfolge, in der sie gezogen wurden.",
        "turned-cards": "Gedrehte Karten: {count} Mal. hanab.live kennt diesen Zug nicht.",
        "talk": "Bemerkungen und Texte am Tisch: {count}. Dieses Format hat keinen Platz für sie.",
        "abort-votes": "Abgegebene oder zurückgenommene Stimmen für das Aufgeben: {count}. "
        "hanab.live hält nur fest, dass eine Abstimmung das Spiel beendet hat.",
        "declarations": "Beim Ausspielen genannte Farben: {count}. hanab.live kennt diese Regel "
        "nicht und gibt kein Hinweis-Plättchen dafür.",
        "option": "Die Option {option} mit dem Wert {value} hat bei hanab.live keine Entsprechung.",
        "tokens": "Ab Version {version} zählt hanab.live eine andere Zahl von Hinweis-Plättchen: dort sind es acht.",
        "ended-by": "Bei hanab.live beendet ein Spieler ein aufgegebenes Spiel, darum wird der Platz "
        "genannt, der am Zug war.",
        "ending": "Das Spiel endet bei hanab.live auf andere Weise. Hier war es so: {reason}",
        "notes": "Die Notizen der Spieler fehlen: mit ihnen wäre das Spiel länger, als hanab.live liest.",
        "times": "Die Zeiten der Züge werden nicht mitgeteilt.",
        "bots": "Plätze von Bots: {count}. Sie werden wie Spieler mit ihrem Namen genannt.",
        "rating": "hanab.live bewertet Punktzahlen nicht.",
        "proof": "Die Hashkette, die Festlegung auf den Stapel und was sie öffnet werden nicht "
        "mitgeteilt, darum lässt sich nichts nachprüfen.",
        "source": "Wo das Spiel zuerst gespielt wurde, wird nicht mitgeteilt.",
        "messages": "Nachrichten nach dem Ende des Spiels: {count}. Sie werden nicht mitgeteilt.",
        "shared-notes": "Notizen der Spieler: {count}. Sie werden nicht mitgeteilt.",
        "comments": "Kommentare von Lesern: {count}. Sie werden nicht mitgeteilt.",
        "not-whole": "Der Stapel und die Optionen werden nicht mitgeteilt, darum lässt sich das "
        "Spiel hieraus nicht importieren.",
        "link-names": "Die Namen der Spieler stehen nicht im Link; hanab.live nennt sie Alice, Bob, Cathy "
        "und so weiter.",
        "link-option": "Die Option {option} von hanab.live steht nicht im Link.",
        "link-seats": "Platz {seat} hat begonnen. Im Link ist dieser Spieler der erste, und die anderen "
        "folgen der Reihe nach.",
        "card-notes": "Notizen zu Karten: {count}. Sie stehen nicht im Link.",
    },
    refused_there={
        "game-over": "Bei hanab.live ist das Spiel vor diesem Ereignis vorbei, weil kein Punkt mehr "
        "möglich ist oder die letzte Runde dort zu Ende war.",
        "other-outcome": "Bei hanab.live läge diese Karte nach dem Zug woanders, weil dort keine "
        "Farbe falsch genannt werden kann.",
        "no-clue-token": "Bei hanab.live wäre für diesen Hinweis kein Hinweis-Plättchen mehr da.",
        "clue-tokens-full": "Bei hanab.live wären alle acht Hinweis-Plättchen da: nichts könnte abgeworfen werden.",
        "empty-clue": "Bei hanab.live träfe dieser Hinweis keine Karte.",
        "no-such-player": "hanab.live kennt keinen Spieler, an den dieser Hinweis gehen könnte.",
        "no-such-clue": "hanab.live kennt in dieser Variante keinen solchen Hinweis.",
        "not-in-hand": "Bei hanab.live wäre diese Karte nicht in der Hand des Spielers, der am Zug ist.",
        "link-option": "Ein Link enthält außer der Variante keine Optionen. Ohne sie zeigt hanab.live dieses "
        "Spiel nur bis zu diesem Ereignis oder lässt es anders enden.",
    },
    verification={
        "malformed": "Das ist keine Aufzeichnung eines Spiels.",
        "chain": "Das Ereignis mit der Version {version} hat nicht den Hash, der dort steht: Eines von "
        "beiden wurde verändert.",
        "composition": "Der Stapel enthält nicht genau die Karten des Spiels.",
        "deck-commitment": "Der Stapel ist nicht der, auf den sich der Dienst beim Geben festgelegt hat.",
        "secret-commitment": "Das Geheimnis ist nicht das, auf das sich der Dienst vor dem Geben festgelegt hat.",
        "entropy-commitment": "Ein Platz hat nicht das offengelegt, worauf er sich festgelegt hatte, oder zwei "
        "Plätze haben sich auf dasselbe festgelegt.",
        "shuffle": "Der Stapel ist nicht der, den das Geheimnis und die Beiträge der Plätze ergeben.",
        "starting-seat": "Ein anderer Platz hätte beginnen müssen.",
        "illegal-move": "Das Ereignis mit der Version {version} ist nach den Regeln des Spiels nicht möglich.",
        "after-the-end": "Das Ereignis mit der Version {version} kommt nach dem Ende des Spiels.",
        "not-ended": "Das Spiel endet nicht mit seinem letzten Ereignis.",
        "result": "Das Ergebnis ist nicht das, zu dem das Spiel gekommen ist.",
        "times": "Das Ereignis mit der Version {version} ist früher als das davor.",
        "idle-limit": (
            "Das Ereignis mit der Version {version} bricht das Spiel ab, weil zu lange kein Zug gemacht wurde, aber "
            "vor Ablauf der Frist."
        ),
        "signature": "Die Unterschrift ist keine dieses Schlüssels unter dieses Spiel.",
        "stored-result": "Das Ergebnis in den Listen ist nicht das, zu dem das Spiel gekommen ist.",
        "stored-rules": "Die Regeln in den Listen sind nicht die des Gebens.",
        "stored-times": "Beginn oder Ende in den Listen ist nicht die Zeit des ersten oder letzten Ereignisses.",
        "stored-holders": "Die Konten auf den Plätzen sind nicht die, an die die Karten ausgeteilt wurden.",
        "stored-core": "Die am Ende des Spiels gespeicherte Prüfsumme fehlt oder gehört zu einem anderen Spiel.",
        "stored-log": "Im Protokoll der Festlegungen fehlt ein Eintrag des Spiels, oder dort steht ein anderer.",
        "stored-key": "Das Spiel ist nicht mit einem Schlüssel dieses Dienstes unterschrieben.",
        "signed": "Unterschrieben mit dem Schlüssel {key}.",
        "unsigned": "Ohne Unterschrift: Das zeigt, dass das Spiel in sich stimmt, nicht, dass es gespielt wurde.",
        "digest": "Verändert wurde etwas, das nur die Prüfsumme deckt, etwa ein Name, eine Zeit oder eine Nachricht.",
        "from-shuffled": "Der Stapel wurde aus einem Geheimnis gemischt, auf das sich der Dienst festgelegt "
        "hatte, und aus den Beiträgen der Plätze.",
        "from-unshared": "Der Dienst hat den Stapel allein gemischt und sich beim Geben auf ihn festgelegt.",
        "from-given": "Der Stapel wurde von jemandem vorgegeben, der mitspielt: Nichts sagt, woher er kommt.",
        "from-imported": "Das Spiel wurde anderswo gespielt: Nichts sagt, woher sein Stapel kommt.",
    },
    protections={
        "contributed": "{contributed} von {seats} Plätzen haben geheim beigetragen. Wenn mindestens einer davon "
        "ehrlich war, stand dieser Stapel fest, bevor ihn jemand kennen konnte.",
        "withheld": "{contributed} von {seats} Plätzen haben geheim beigetragen, und {withheld} haben nicht "
        "offengelegt, worauf sie sich festgelegt hatten. Wenn mindestens einer von denen, die beigetragen haben, "
        "ehrlich war, konnte niemand unter mehr als {choices} Stapeln wählen.",
        "open": "Kein Platz hat geheim beigetragen, und {open} von {seats} haben offen einen Text gegeben. Der "
        "Dienst hätte zusammen mit der Person, die zuletzt beigetreten ist oder zuletzt einen Text gegeben hat, "
        "den Stapel wählen können.",
        "none": "Kein Platz hat beigetragen. Der Dienst hätte den Stapel wählen können, bevor er seine Festlegung "
        "veröffentlichte.",
    },
    problems={
        "malformed-json": ProblemText(
            "Fehlerhaftes JSON",
            "Der Inhalt der Anfrage ist kein gültiges JSON: {first}. Berichtige ihn und sende ihn erneut.",
        ),
        "unsupported-media-type": ProblemText(
            "Medientyp nicht unterstützt",
            "Der Medientyp des Inhalts kann hier nicht gelesen werden. Sende JSON, mit Content-Type: application/json.",
        ),
        "payload-too-large": ProblemText(
            "Inhalt zu groß", "Der Inhalt der Anfrage ist größer, als hier angenommen wird. Sende einen kleineren."
        ),
        "not-acceptable": ProblemText(
            "Format nicht verfügbar",
            "Keines der in Accept und Accept-Encoding genannten Formate gibt es hier. "
            "Fordere eines an, das die Dokumentation nennt, oder */*.",
        ),
        "invalid-request": ProblemText(
            "Ungültige Anfrage",
            "Die Anfrage ist ungültig: {first}. Berichtige, was unter errors steht, und sende sie erneut.",
        ),
        "invalid-deck": ProblemText(
            "Ungültiger Stapel",
            "Der Stapel enthält nicht genau die Karten dieses Spiels. Sende jede Karte so oft, wie es sie gibt (R2).",
        ),
        "missing-token": ProblemText(
            "Token fehlt",
            "Diese Anfrage braucht ein Zugangstoken. Sende es im Header Authorization nach dem Wort Bearer.",
        ),
        "invalid-token": ProblemText(
            "Ungültiges Token",
            "Das Zugangstoken ist unbekannt, abgelaufen oder widerrufen. Verwende ein anderes.",
        ),
        "insufficient-scope": ProblemText(
            "Berechtigung fehlt", "Dem Zugangstoken fehlt die Berechtigung {scope}. Verwende eines, das sie hat."
        ),
        "account-suspended": ProblemText(
            "Konto gesperrt",
            "Die Moderation hat dieses Konto gesperrt. "
            "Du kannst es weiterhin ansehen (GET /v1/me), ausgeben lassen und löschen.",
        ),
        "not-found": ProblemText(
            "Nicht gefunden",
            "Das gibt es nicht, oder du darfst es nicht sehen. Prüfe die Adresse und die Kennungen darin.",
        ),
        "method-not-allowed": ProblemText(
            "Methode nicht erlaubt",
            "Diese Adresse nimmt diese Methode nicht an. Der Header Allow nennt die möglichen.",
        ),
        "not-a-player": ProblemText(
            "Nicht im Spiel",
            "Das darf nur, wer in diesem Spiel einen Platz hat, und du hast keinen. "
            "Nimm einen ein, solange das Spiel offen ist.",
        ),
        "not-the-creator": ProblemText(
            "Nicht dein Spiel",
            "Das darf nur das Konto, das dieses Spiel angelegt oder importiert hat. "
            "Bitte diese Person darum oder nimm ein eigenes Spiel.",
        ),
        "foreign-page": ProblemText(
            "Fremde Seite",
            "Das dürfen nur Seiten dieses Dienstes. Öffne den Dienst selbst, und versuche es dort noch einmal.",
        ),
        "muted": ProblemText(
            "Stumm geschaltet",
            "Wer diese Analyse leitet, hat dich stumm geschaltet. Du kannst folgen, aber nicht schreiben.",
        ),
        "not-the-leader": ProblemText(
            "Du leitest nicht",
            "Jemand anderes leitet diese gemeinsame Analyse. Bitte darum, sie dir zu übergeben, oder warte, bis eine "
            "Minute lang nichts geschehen ist.",
        ),
        "seat-refused": ProblemText(
            "Kein Platz für dich",
            "Wer dieses Spiel angelegt hat, möchte nicht mit dir spielen. Wähle ein anderes oder lege selbst eines an.",
        ),
        "wrong-game": ProblemText(
            "Falsches Spiel",
            "Das Zugangstoken ist an einen Platz in einem anderen Spiel gebunden. "
            "Verwende es dort oder hier ein anderes.",
        ),
        "request-in-progress": ProblemText(
            "Anfrage läuft noch",
            "Eine Anfrage mit demselben Idempotency-Key wird noch bearbeitet. "
            "Warte so viele Sekunden, wie Retry-After angibt, und sende sie dann erneut.",
        ),
        "idempotency-key-reused": ProblemText(
            "Schlüssel schon verwendet",
            "Dieser Idempotency-Key wurde schon für eine Anfrage mit anderem Inhalt verwendet. "
            "Verwende für jede neue Anfrage einen neuen.",
        ),
        "invalid-idempotency-key": ProblemText(
            "Ungültiger Schlüssel",
            "Der Wert von Idempotency-Key ist nicht brauchbar. "
            "Sende 1 bis 200 sichtbare ASCII-Zeichen ohne Leerzeichen, zum Beispiel eine UUID.",
        ),
        "revision-conflict": ProblemText(
            "Revisionskonflikt",
            "Das wurde geändert, seit es den ETag hatte, den If-Match nennt. "
            "Lies es noch einmal und sende deine Änderung mit dem neuen ETag.",
        ),
        "precondition-required": ProblemText(
            "Bedingung fehlt",
            "Das kann nur mit If-Match geändert werden, damit keine andere Änderung verloren geht. "
            "Lies es zuerst und sende dann den ETag in If-Match.",
        ),
        "game-not-open": ProblemText(
            "Spiel nicht offen",
            "Das geht nur, bevor das Spiel beginnt. Wähle ein offenes Spiel oder lege ein neues an.",
        ),
        "seat-taken": ProblemText("Platz besetzt", "Auf diesem Platz sitzt schon jemand. Wähle einen anderen."),
        "bot-cannot-play": ProblemText(
            "Bot kann das nicht spielen",
            "Dieser Bot kann die Variante dieses Spiels nicht spielen. Wähle einen anderen Bot, zum Beispiel random.",
        ),
        "already-seated": ProblemText(
            "Schon am Tisch",
            "Du hast in diesem Spiel schon einen Platz. Um den Platz zu wechseln, gib deinen zuerst frei.",
        ),
        "name-taken": ProblemText(
            "Name vergeben",
            "Ein anderes Konto hat diesen oder einen ähnlich aussehenden Namen oder hat ihn erst kürzlich "
            "abgelegt. Wähle einen anderen Namen.",
        ),
        "limit-reached": ProblemText(
            "Grenze erreicht",
            "Du hast die Grenze {limit} mit dem Wert {maximum} erreicht. "
            "Lösche oder beende etwas, oder versuche es später noch einmal.",
        ),
        "game-not-running": ProblemText(
            "Spiel läuft nicht",
            "Das Spiel hat noch nicht begonnen oder ist schon zu Ende. Das geht nur, solange es läuft.",
        ),
        "game-not-finished": ProblemText(
            "Spiel nicht zu Ende", "Das wird erst gezeigt, wenn das Spiel zu Ende ist. Versuche es dann noch einmal."
        ),
        "not-imported": ProblemText(
            "Nicht importiert",
            "Dieses Spiel wurde hier gespielt und lässt sich deshalb nicht löschen. "
            "Das geht nur bei importierten Spielen, und nur mit dem Konto, das sie importiert hat.",
        ),
        "awaiting-reveals": ProblemText(
            "Warten auf Beiträge",
            "Alle Plätze sind besetzt, und einige müssen noch ihren Beitrag offenlegen. Lege deinen offen, wenn "
            "dein Platz in awaiting_reveals steht, und versuche es nach dem Geben erneut, spätestens zu der Zeit "
            "in reveal_until.",
        ),
        "commitment-taken": ProblemText(
            "Festlegung vergeben",
            "Ein anderer Platz dieses Spiels hat dieselbe Festlegung. Ziehe selbst 32 zufällige Bytes und lege "
            "dich auf sie fest.",
        ),
        "reveal-too-early": ProblemText(
            "Zu früh offengelegt",
            "Ein Platz ist noch frei. Lege deinen Beitrag erst offen, wenn reveal_until gesetzt ist, und halte ihn "
            "bis dahin geheim.",
        ),
        "reveal-mismatch": ProblemText(
            "Falscher Beitrag",
            "Dein Platz hat sich auf andere Bytes festgelegt oder auf keine. Sende die 32 Bytes, auf die er sich "
            "festgelegt hat.",
        ),
        "version-conflict": ProblemText(
            "Versionskonflikt",
            "Der Zug wurde für eine andere Version des Spiels gewählt, das jetzt die Version {version} hat. "
            "Lies, was du verpasst hast, und entscheide neu.",
        ),
        "would-lock-you-out": ProblemText(
            "Würde dich aussperren",
            "Das Token dieser Anfrage wurde von der Anmeldung oder dem Token ausgestellt, die du beenden willst, "
            "und würde mit enden. Füge including=self hinzu, um beide zu beenden.",
        ),
        "not-your-turn": ProblemText("Nicht am Zug", "Jemand anders ist am Zug. Warte, bis du an der Reihe bist."),
        "illegal-move": ProblemText(
            "Unerlaubter Zug", "Die Regeln dieses Spiels erlauben das nicht. Wähle etwas anderes."
        ),
        "import-refused": ProblemText(
            "Import abgelehnt",
            "Dieses Spiel kann nicht importiert werden, weil es unvollständig ist oder den Regeln widerspricht. "
            "Berichtige es und versuche es erneut.",
        ),
        "export-refused": ProblemText(
            "Export abgelehnt",
            "Dieses Spiel lässt sich im gewünschten Format nicht erzählen, weil dessen Regeln einen "
            "Zug ablehnen. Sieh in refusal nach, welcher es ist, oder wähle ein anderes Format.",
        ),
        "too-many-requests": ProblemText(
            "Zu viele Anfragen",
            "Du hast in kurzer Zeit zu viele Anfragen gesendet. "
            "Warte so viele Sekunden, wie Retry-After angibt, und mache dann weiter.",
        ),
        "too-many-analyses": ProblemText(
            "Zu viele Analysen",
            "Zu viele Analysen, um die du gebeten hast, warten darauf, berechnet zu werden. Warte, bis "
            "einige fertig sind.",
        ),
        "too-many-streams": ProblemText(
            "Zu viele Streams",
            "Es sind so viele Streams offen, wie hier bedient werden können. "
            "Versuche es nach so vielen Sekunden wieder, wie Retry-After angibt, "
            "oder frage die Ereignisse ab, ohne auf sie zu warten.",
        ),
        "analysis-queue-full": ProblemText(
            "Die Warteschlange der Analyse ist voll",
            "Zu viele Analysen warten darauf, berechnet zu werden. Versuche es in einer halben Minute noch einmal.",
        ),
        "service-unavailable": ProblemText(
            "Dienst nicht verfügbar", "Der Dienst kann im Moment nicht antworten. Versuche es etwas später noch einmal."
        ),
        "internal-error": ProblemText(
            "Interner Fehler",
            "Hier ist etwas schiefgegangen, und nicht durch dich. "
            "Versuche es noch einmal; bleibt es dabei, melde die request_id.",
        ),
        "bad-request": ProblemText(
            "Fehlerhafte Anfrage",
            "Die Anfrage ist nicht zu verstehen. Prüfe ihre Adresse, ihre Header und ihren Inhalt.",
        ),
    },
    pages={
        "problems": "Probleme",
        "intro": "Jede Antwort mit einem Status ab 400 ist ein Problemdokument. "
        "Sein Code sagt, was schiefgegangen ist, und das bedeuten die Codes.",
        "happened": "Was passiert ist",
        "remedy": "Was zu tun ist",
        "example": "Beispiel",
        "operations": "Wo es vorkommt",
        "status": "Status",
        "code": "Code",
        "meaning": "Bedeutung",
        "guides": "Anleitungen",
        "nav-play": "Spielen",
        "nav-games": "Partien",
        "nav-puzzles": "Rätsel",
        "reference": "Referenz",
        "contents": "Inhalt",
        "copy": "Kopieren",
        "copied": "Kopiert",
        "first-game": "Dein erstes Spiel",
        "rules": "Regeln",
        "rules-intro": "Fünf gedruckte Anleitungen sind die Quelle. Wo sie sich unterscheiden, hat ein Spiel eine "
        "Option; wo sie etwas offenlassen, gilt die Regel unten. Antworten des Dienstes nennen Regeln mit ihrer "
        "Nummer.",
        "how": "So geht ein Spiel",
        "ratings": "Die Bewertung der Punktzahl",
        "editions": "Ausgaben",
        "variants": "Varianten der Anleitungen",
        "defaults": "Optionen und ihre Voreinstellungen",
        "rulings": "Die Regeln im Einzelnen",
        "source": "Quelle",
        "own": "Vom Projekt selbst",
        "option": "Option",
        "options": "Optionen",
        "name": "Name",
        "printed": "Gedruckt als",
        "house-rule": "Hausregel",
        "language": "Sprache",
        "pages": "Seiten",
        "theme": "Hell oder dunkel",
        "title-lost": "Titel verloren",
        "own-name": "Vom Projekt benannt: In dieser Sprache druckt keine Anleitung einen Namen.",
        "more": "Weiterlesen",
    },
    pictures={
        "seat": "Platz {seat}",
        "open": "Der Tisch in Zug {turn}, alle Karten offen",
        "as-seen": "Der Tisch in Zug {turn}, gesehen von {seat}",
        "to-move": "{seat} ist am Zug.",
        "turns-left": "Züge übrig",
        "score": "Punkte",
        "attainable": "Erreichbar",
        "reachable": "Noch erreichbar",
        "clue-tokens": "Hinweis-Plättchen",
        "strikes": "Blitze",
        "deck": "Stapel",
        "turn": "Zug",
        "fireworks": "Farbreihen",
        "discards": "Ablagestapel",
        "last-move": "Letzter Zug",
        "told": "Hinweise: {what}",
        "not": "nicht: {what}",
        "hidden": "verdeckte Karte",
        "turned-left": "nach links gekippt",
        "turned-right": "nach rechts gekippt",
        "turned-upside_down": "auf den Kopf gestellt",
        "new": "eben gezogen",
        "playable": "jetzt spielbar",
        "critical": "kritisch: das letzte Exemplar",
        "trash": "wertlos: wird nie mehr gebraucht",
        "gives-clue": "{seat} gibt diesen Hinweis",
        "played": "gespielt",
        "viewer": "Dieser Platz schaut.",
        "table-points": "Punkte auf dem Tisch: {points}.",
        "limit": "Diese Farbreihe kommt höchstens bis {rank}.",
        "lost": "Diese Farbreihe kann nicht mehr komplett werden.",
        "face-down": "Verdeckt",
        "score-title": "Punkte im Lauf der Züge",
        "score-so": "Zug {turn}",
        "card-lost": "benötigte Karte verloren",
        "time-lost": "zu wenige Züge übrig",
        "strike": "Blitz",
        "game-lost": "Spiel verloren",
        "distribution": "Punkte aus {games} Spielen",
        "one-game": "Punkte aus 1 Spiel",
        "games": "Spiele",
        "bar": "Punkte {score}: {games}",
        "unscored": "ohne Wertung",
        "no-games": "Keine Spiele",
    },
)
