"""How a game goes, the editions and their options, in German."""

from typing import Final

from service.i18n.guide.shape import Guide, OptionWords

__all__ = ["GUIDE"]

GUIDE: Final = Guide(
    how=(
        "Hanabi ist ein Spiel für ein Team von zwei bis fünf. Gemeinsam bauen alle für jede Farbe ein Feuerwerk, mit "
        "den Karten 1 bis 5 der Reihe nach. Alle sehen die Karten der anderen, aber nicht die eigenen.",
        "Jede Farbe hat zehn Karten: drei Einsen, je zwei Zweien, Dreien und Vieren und eine Fünf (R2). Alle bekommen "
        "fünf Karten auf die Hand, zu viert oder fünft vier (R1, R3); die übrigen sind der Nachziehstapel. Das Team "
        "beginnt mit acht Hinweis-Plättchen und verliert mit dem dritten Blitz (R4, R14). Gespielt wird reihum, und "
        "ein Zug ist genau eine von drei Aktionen.",
        "**Einen Hinweis geben.** Das kostet ein Hinweis-Plättchen (R5). Nenne jemandem eine Farbe oder eine Zahl; "
        "alle Karten dieser Hand mit dieser Farbe oder Zahl werden gezeigt (R6, R7, R8).",
        "**Eine Karte abwerfen.** Das bringt ein Hinweis-Plättchen zurück, und eine neue Karte wird gezogen (R9).",
        "**Eine Karte ausspielen.** Ist sie die nächste ihrer Farbreihe, wird sie angelegt; wenn nicht, wird sie "
        "abgeworfen, und es gibt einen Blitz (R10). Eine komplette Farbreihe bringt ein Hinweis-Plättchen zurück "
        "(R11). Danach wird eine neue Karte gezogen.",
        "Das Spiel endet mit dem letzten Blitz (R14), wenn alle Farbreihen komplett sind (R16), oder eine Runde "
        "nachdem die letzte Karte gezogen wurde (R17). Die Punktzahl ist die Summe der höchsten Karten der "
        "Farbreihen, höchstens 25 (R23).",
        "Zwischen den Zügen kannst du deine Karten umsortieren (R26) und drehen (R29), um dir Hinweise zu merken. "
        "Geredet wird so viel, wie das Spiel erlaubt (R27).",
    ),
    titles={
        "de": "Hanabi, Abacusspiele (deutsch)",
        "en": "Hanabi, englische Übersetzung der deutschen Anleitung",
        "fr": "Hanabi (französisch)",
        "nl": "Hanabi (niederländisch)",
        "da": "Hanabi (dänisch)",
        "hanab_live": "hanab.live",
    },
    editions={
        "de": "Die deutsche Anleitung von Abacusspiele. Mit dem letzten Blitz gibt es 0 Punkte (R14). Karten darf man "
        "jederzeit umsortieren (R26), und auch Hinweise, die auf keine Karte zutreffen, sind erlaubt (R7).",
        "en": "Die englische Übersetzung der deutschen Anleitung, mit denselben Optionen.",
        "fr": "Die französische Anleitung. Mit dem letzten Blitz ist das Spiel ohne Punktzahl verloren (R14), und ein "
        "Hinweis muss eine Karte treffen (R7). Umsortieren darf man, sobald man einen Hinweis bekommen hat (R26). Ihr "
        "großes Finale geht nur durch Blitze verloren (R15).",
        "nl": "Die niederländische Anleitung. Mit dem letzten Blitz ist das Spiel ohne Punktzahl verloren (R14), und "
        "umsortieren darf man, sobald man einen Hinweis bekommen hat (R26). Ein großes Finale geht auch mit dem "
        "letzten Exemplar einer benötigten Karte verloren (R15).",
        "da": "Die dänische Anleitung, mit denselben Optionen wie die niederländische.",
        "hanab_live": "Die Regeln der Website hanab.live, für importierte Spiele und für ihre Varianten (R30). Ein "
        "Hinweis muss eine Karte treffen (R7), mit dem letzten Blitz gibt es 0 Punkte (R14), und das Spiel endet, "
        "sobald kein Punkt mehr möglich ist (R20).",
    },
    options={
        "multicolor": OptionWords(
            "Bunte Karten",
            {
                "none": "keine",
                "five": "eine von jedem Wert",
                "ten": "zehn Karten",
                "wild_ten": "zehn Karten, von jeder Farbe getroffen",
                "wild_five": "eine von jedem Wert, von jeder Farbe getroffen",
            },
        ),
        "clue_tokens": OptionWords("Hinweis-Plättchen", {}),
        "strike_tokens": OptionWords("Blitze bis zum Ende", {}),
        "ending": OptionWords(
            "Ende",
            {
                "last_round": "eine letzte Runde nach dem Stapel",
                "grand_finale": "bis zum Sieg oder zur Niederlage",
            },
        ),
        "finale_loss": OptionWords(
            "Großes Finale verloren durch",
            {
                "irreplaceable": "Blitze oder das letzte Exemplar einer benötigten Karte",
                "strikes_only": "nur Blitze",
            },
        ),
        "color_declaration": OptionWords(
            "Farbe einer gespielten Karte ansagen",
            {
                False: "nein",
                True: "erlaubt",
            },
        ),
        "empty_clues": OptionWords(
            "Hinweise, die keine Karte treffen",
            {
                True: "erlaubt",
                False: "verboten",
            },
        ),
        "strikeout_score": OptionWords(
            "Punktzahl nach dem letzten Blitz",
            {
                "zero": "0 Punkte",
                "none": "keine Punktzahl",
            },
        ),
        "early_end": OptionWords(
            "Vorzeitiges Ende",
            {
                "never": "nie",
                "no_points_left": "wenn kein Punkt mehr möglich ist",
            },
        ),
        "hand_reorder": OptionWords(
            "Karten umsortieren",
            {
                "any_time": "jederzeit",
                "after_clue": "ab dem ersten Hinweis an die Hand",
                "off": "nie",
            },
        ),
        "table_talk": OptionWords(
            "Reden am Tisch",
            {
                "off": "nichts",
                "remarks": "feste Bemerkungen",
                "free": "freier Text",
            },
        ),
        "memory_aid": OptionWords(
            "Gedächtnishilfe",
            {
                "full": "Hinweise bleiben sichtbar",
                "none": "Hinweise sind einmal zu sehen",
            },
        ),
        "starting_seat": OptionWords(
            "Wer beginnt",
            {
                "random": "ausgelost",
            },
        ),
        "hand_size": OptionWords(
            "Größe der Hand",
            {
                "normal": "normal",
                "one_more": "eine Karte mehr",
                "one_less": "eine Karte weniger",
            },
        ),
        "deck_plays": OptionWords(
            "Die letzte Karte vom Stapel spielen",
            {
                False: "nein",
                True: "erlaubt",
            },
        ),
    },
    sources={
        "multicolor": "none: alle; five: fr Avalanche de couleurs, da Kaskade af farve, de Farbrausch (schwerer); "
        "ten: de Farbrausch; wild_ten: de Farbrausch²; wild_five: Hausregel",
        "clue_tokens": "8: alle; mehr: de Zu schwer?; weniger: Hausregel",
        "strike_tokens": "3: alle; 1, 2: de Zu einfach?",
        "ending": "last_round: alle; grand_finale: fr Le bouquet final; nl und da",
        "finale_loss": "irreplaceable: nl, da; strikes_only: fr; nur mit grand_finale",
        "color_declaration": "true: fr Chorégraphie minutée; da",
        "empty_clues": "true: de, en, nl, da; false: fr",
        "strikeout_score": "zero: de, en; none: nl, fr, da",
        "early_end": "never: alle; no_points_left: hanab.live",
        "hand_reorder": "any_time: de; after_clue: nl, da, fr; en sagt nichts dazu; off: Hausregel",
        "table_talk": "nl, da, de überlassen es der Gruppe; off: strenge Auslegung",
        "memory_aid": "none: Die Spieler merken sich alles, wie am Tisch; full: Hausregel, keine Anleitung hat eine "
        "Hilfe",
        "starting_seat": "de, en: der älteste Spieler; nl, fr, da: wer am buntesten gekleidet ist; random: Hausregel",
        "hand_size": "normal: alle; andere: hanab.live",
        "deck_plays": "false: alle; true: hanab.live, die letzte Karte des Stapels kann gespielt werden",
    },
    variants={
        "color-rush": "Farbrausch",
        "color-rush-hard": "Farbrausch (schwerer)",
        "color-rush-2": "Farbrausch²",
        "color-rush-2-hard": "Farbrausch² (schwerer)",
        "grand-finale": "Großes Finale",
        "choreography": "Choreografie nach Plan",
        "too-easy": "Zu einfach?",
        "too-hard": "Zu schwer?",
    },
    bots={
        "random": "Lost unter allen erlaubten Zügen. Ein Partner zum Ausprobieren, nicht zum Gewinnen.",
        "kagiya": "Spielt gut nach dem, was er sieht und was man ihm sagt, und riskiert nie den letzten Blitz. "
        "Benannt nach dem Feuerwerkshaus im alten Edo. Nenne eine Farbe, damit er die neueste getroffene Karte "
        "ausspielt; nenne eine Zahl, um etwas mitzuteilen oder eine Karte zu retten. Er spielt keine Variante, in der "
        "Farbreihen keine feste Reihenfolge haben, gespielte Karten oder Hinweise verborgen bleiben, ein Ausspielen "
        "zum Abwurf werden kann, Plättchen halb zählen, drei Farben sich ihre Hinweise teilen oder Hinweise die Werte "
        "nicht verraten.",
        "hat": "Spielt fast perfekt, aber nur mit seinesgleichen: Jeder seiner Hinweise steht für eine Zahl, die alle "
        "anderen Plätze aus den Händen, die sie sehen, entschlüsseln, wie in Hut-Rätseln. Setze ihn nur neben "
        "andere `hat`-Bots, zum Messen. Er spielt auf drei bis fünf Plätzen und mit gewöhnlichen Farben.",
        "hgroup": "Spielt wie Menschen, die dem Leitfaden der H-Group folgen, bis zu der Stufe in seinem Namen: Er "
        "versteht und gibt Hinweise zum Spielen und zum Retten, Prompts und Finessen, und er verzeiht Fehler. Eine "
        "Stufe ist die Vereinbarung einer Gruppe; wähle die, die du kennst. Er spielt auf zwei bis fünf Plätzen und "
        "mit fünf Farben: gewöhnlichen, Regenbogen, Rosa, Weiß, Schwarz und Braun.",
    },
)
