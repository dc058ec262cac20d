"""Tests of the rules of variants in words."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest

from engine.cards import COLORS, START
from engine.rules.card_set import palette_of
from engine.rules.variants import BOOKLETS, SUITS, VARIANTS
from service.core.rules import card_words, variant_words
from service.core.rules import card_words as cards
from service.core.rules.card_words import suit_words
from service.platform.languages import choice
from tests.rows import IN_FULL, in_one_test, slow_unless
from tests.service.languages import EACH_LANGUAGE

NBSP: Final = "\u00a0"


@cache
def words_of(language: str, step: int = 1) -> dict[str, list[str]]:
    """Return the sentences about each variant, or about each `step`-th of them."""
    return {name: variant_words.rules_in_words(language, VARIANTS[name]) for name in [*VARIANTS][::step]}


@IN_FULL
@pytest.mark.parametrize("language", slow_unless(("en", "de").__contains__, choice.LANGUAGES))
def test_each_variant_has_its_own_words(language: str, in_full: bool) -> None:
    """No two of the 2,426 variants have the same sentences, and no sentence has a placeholder.

    In part: a fifth of the variants.
    """
    found = words_of(language, 1 if in_full else 5)
    seen: dict[tuple[str, ...], str] = {}
    for name, sentences in found.items():
        assert seen.setdefault(tuple(sentences), name) == name
        for sentence in sentences:
            assert re.fullmatch(r"[A-ZÆØÅ][^{}]*[^{}. ]\.", sentence) and "  " not in sentence, sentence
            assert ", ," not in sentence and ": ." not in sentence
    assert len(seen) == (2426 if in_full else 486)


@EACH_LANGUAGE
def test_suits_have_different_names_in_a_variant(language: str) -> None:
    for variant in (*VARIANTS.values(), *BOOKLETS.values()):
        names = {card_words.color_name(language, suit.name) for suit in variant.suits}
        assert len(names) == len(variant.suits)


@EACH_LANGUAGE
def test_each_suit_and_color_has_words(language: str) -> None:
    """The words of colors are in the order of their stored codes, and no suit has words twice."""
    colors, suits = cards.COLORS[language], cards.SUITS[language]
    assert tuple(colors) == COLORS
    assert colors.keys() | suits.keys() == {suit.name for suit in SUITS.values()} | set(COLORS)
    assert not colors.keys() & suits.keys()
    assert all(suit_words(language, suit.name).many for suit in SUITS.values())


@in_one_test(
    ("language", "names"),
    [
        ("en", "rainbow 1, dark rainbow 5, sky 2, teal START"),
        ("de", "regenbogenfarbene 1, dunkelregenbogenfarbene 5, himmelblaue 2, türkisfarbene START-Karte"),
        ("fr", "1 arc-en-ciel, 5 arc-en-ciel foncé, 2 bleu ciel, START turquoise"),
        ("nl", "regenboogkleurige 1, donkere regenboogkleurige 5, hemelsblauwe 2, turquoise START-kaart"),
        ("da", "regnbuefarvet 1, mørk regnbuefarvet 5, himmelblå 2, turkis START"),
    ],
)
def test_cards_of_variants_have_names(language: str, names: str) -> None:
    cards = (("rainbow", 1), ("dark_rainbow", 5), ("sky_ea", 2), ("teal", START))
    assert ", ".join(card_words.card_name(language, suit, rank) for suit, rank in cards) == names


# Variant, language, sentences.
WORDS: Final = [
    ("No Variant", "en", "There are five suits: red, yellow, green, blue and purple."),
    ("No Variant", "de", "Es gibt fünf Farben: Rot, Gelb, Grün, Blau und Lila."),
    (
        "Rainbow-Ones & Pink (5 Suits)",
        "en",
        "There are five suits: red, yellow, green, blue and pink. Every number touches pink cards. "
        "Every color touches the 1s.",
    ),
    (
        "Rainbow-Ones & Pink (5 Suits)",
        "de",
        "Es gibt fünf Farben: Rot, Gelb, Grün, Blau und Rosa. Jede Zahl trifft rosa Karten. Jede Farbe trifft jede 1.",
    ),
    (
        "Rainbow-Ones & Pink (5 Suits)",
        "fr",
        "Il y a cinq couleurs : rouge, jaune, vert, bleu et rose. Chaque chiffre touche les cartes roses. "
        "Chaque couleur touche tous les 1.",
    ),
    (
        "Rainbow-Ones & Pink (5 Suits)",
        "nl",
        "Er zijn 5 kleuren: rood, geel, groen, blauw en roze. Elke waarde raakt roze kaarten. Elke kleur raakt elke 1.",
    ),
    (
        "Rainbow-Ones & Pink (5 Suits)",
        "da",
        "Der er fem farver: rød, gul, grøn, blå og pink. Hver værdi gælder pink kort. Hver farve gælder alle 1’ere.",
    ),
    (
        "Null-Ones & Rainbow (5 Suits)",
        "en",
        "There are five suits: red, yellow, green, blue and rainbow. "
        "Clues name these colors: red, yellow, green and blue. Clues name these numbers: 2, 3, 4 and 5. "
        "Every color touches rainbow cards. No color touches the 1s. No number touches the 1s. "
        "But every color touches the rainbow 1.",
    ),
    (
        "Null-Ones & Rainbow (5 Suits)",
        "de",
        "Es gibt fünf Farben: Rot, Gelb, Grün, Blau und Regenbogen. "
        "Hinweise nennen diese Farben: Rot, Gelb, Grün und Blau. Hinweise nennen diese Zahlen: 2, 3, 4 und 5. "
        "Jede Farbe trifft regenbogenfarbene Karten. Keine Farbe trifft eine 1. Keine Zahl trifft eine 1. "
        "Doch jede Farbe trifft die regenbogenfarbene 1.",
    ),
    (
        "Ambiguous & Dark Pink (5 Suits)",
        "en",
        "There are five suits: tomato, mahogany, berry, navy and dark pink. "
        "Clues name these colors: red, blue and pink. Tomato and mahogany cards are touched by red. "
        "Berry and navy cards are touched by blue. Dark pink cards are touched by pink. "
        "Every number touches dark pink cards. Dark pink cards exist only once each.",
    ),
    (
        "Ambiguous & Dark Pink (5 Suits)",
        "de",
        "Es gibt fünf Farben: Tomatenrot, Mahagonirot, Beerenblau, Marineblau und Dunkelrosa. "
        "Hinweise nennen diese Farben: Rot, Blau und Rosa. "
        "Tomatenrote und mahagonirote Karten werden von Rot getroffen. "
        "Beerenblaue und marineblaue Karten werden von Blau getroffen. "
        "Dunkelrosa Karten werden von Rosa getroffen. Jede Zahl trifft dunkelrosa Karten. "
        "Dunkelrosa Karten gibt es nur je einmal.",
    ),
    (
        "White-Ones & Prism (4 Suits)",
        "en",
        "There are four suits: red, green, blue and prism. Clues name these colors: red, green and blue. "
        "One color touches each of the prism cards, depending on its number: green the 2, blue the 3, red the 4 and "
        "green the 5. No color touches the 1s.",
    ),
    (
        "White-Ones & Prism (4 Suits)",
        "de",
        "Es gibt vier Farben: Rot, Grün, Blau und Prisma. Hinweise nennen diese Farben: Rot, Grün und Blau. "
        "Prismafarbene Karten werden je nach ihrer Zahl von einer Farbe getroffen: die 2 von Grün, die 3 von Blau, "
        "die 4 von Rot und die 5 von Grün. Keine Farbe trifft eine 1.",
    ),
    (
        "Deceptive-Fives & Brown (4 Suits)",
        "en",
        "There are four suits: red, green, blue and brown. Clues name these numbers: 1, 2, 3 and 4. "
        "No number touches brown cards. The 5s are deceptive, and are touched by another number: the red 5 by 1, "
        "the green 5 by 2 and the blue 5 by 3. But no number touches the brown 5.",
    ),
    (
        "Deceptive-Fives & Brown (4 Suits)",
        "de",
        "Es gibt vier Farben: Rot, Grün, Blau und Braun. Hinweise nennen diese Zahlen: 1, 2, 3 und 4. "
        "Keine Zahl trifft braune Karten. Jede 5 trügt und wird von einer anderen Zahl getroffen: die rote 5 von der "
        "1, die grüne 5 von der 2 und die blaue 5 von der 3. Doch keine Zahl trifft die braune 5.",
    ),
    (
        "Synesthesia & Brown (4 Suits)",
        "en",
        "There are four suits: red, green, blue and brown. No clue names a number. Red also touches every 1 and 5. "
        "Green also touches every 2. Blue also touches every 3. Brown also touches every 4. "
        "That does not hold for brown cards.",
    ),
    (
        "Synesthesia & Brown (4 Suits)",
        "de",
        "Es gibt vier Farben: Rot, Grün, Blau und Braun. Kein Hinweis nennt eine Zahl. "
        "Rot trifft außerdem jede 1 und 5. Grün trifft außerdem jede 2. Blau trifft außerdem jede 3. "
        "Braun trifft außerdem jede 4. Für braune Karten gilt das nicht.",
    ),
    (
        "Up or Down & Pink (5 Suits)",
        "en",
        "There are five suits: red, yellow, green, blue and pink. Every number touches pink cards. "
        "A suit begins with its 1, its 5 or its START card. After a 1 it goes up to 5, after a 5 down to 1, and after "
        "START either from 2 up to 5 or from 4 down to 1. There is one START card and one 1 in each suit. "
        "No number touches START cards. But every number touches the pink START.",
    ),
    (
        "Up or Down & Pink (5 Suits)",
        "de",
        "Es gibt fünf Farben: Rot, Gelb, Grün, Blau und Rosa. Jede Zahl trifft rosa Karten. "
        "Eine Reihe beginnt mit ihrer 1, ihrer 5 oder ihrer START-Karte. Nach einer 1 geht es aufwärts bis zur 5, nach "
        "einer 5 abwärts bis zur 1 und nach START entweder von der 2 aufwärts bis zur 5 oder von der 4 abwärts bis "
        "zur 1. Es gibt in jeder Farbe eine START-Karte und nur eine 1. Keine Zahl trifft START-Karten. "
        "Doch jede Zahl trifft die rosa START-Karte.",
    ),
    (
        "Sudoku (4 Suits)",
        "en",
        "There are four suits: red, yellow, green and blue. Clues name these numbers: 1, 2, 3 and 4. "
        "A suit begins with whichever number is played first on it, but no two suits with the same one. "
        "It goes up from there, with 1 after 4, until it has 4 cards. There are two copies of each card. "
        "There are no 5s.",
    ),
    (
        "Sudoku (4 Suits)",
        "de",
        "Es gibt vier Farben: Rot, Gelb, Grün und Blau. Hinweise nennen diese Zahlen: 1, 2, 3 und 4. "
        "Eine Reihe beginnt mit der Zahl, die zuerst auf ihr gespielt wird, doch keine zwei mit derselben. Von dort "
        "geht es aufwärts, nach der 4 mit der 1 weiter, bis 4 Karten liegen. Jede Karte gibt es zweimal. "
        "Es gibt keine 5.",
    ),
    (
        "Orange Reversed (3 Suits)",
        "en",
        "There are three suits: red, blue and orange. "
        "Orange cards are played in reverse, from 5 down to 1, which completes the suit. "
        "There are three copies of the orange 5 and one of the orange 1. "
        "Orange cards are inverted: if you play one, it is discarded and gains a clue token as usual; if you discard "
        "one, it is played, and costs a strike if it does not fit. You may discard even when the clue tokens are full.",
    ),
    (
        "Orange Reversed (3 Suits)",
        "de",
        "Es gibt drei Farben: Rot, Blau und Orange. "
        "Orangefarbene Karten werden umgekehrt gespielt, von der 5 bis zur 1, mit der die Reihe komplett ist. "
        "Die orangefarbene 5 gibt es dreimal, die orangefarbene 1 nur einmal. "
        "Orangefarbene Karten sind umgekehrt: Wer eine spielt, wirft sie ab und bekommt wie sonst ein "
        "Hinweis-Plättchen; wer eine abwirft, spielt sie, und passt sie nicht, kostet es einen Blitz. "
        "Abwerfen ist auch erlaubt, wenn alle Hinweis-Plättchen da sind.",
    ),
    (
        "Cow & Pig (3 Suits)",
        "en",
        "There are three suits: red, green and blue. Clues do not say which color or number they mean: a color clue is "
        "only “Moo”, a number clue only “Oink”, and shows the cards.",
    ),
    (
        "Cow & Pig (3 Suits)",
        "de",
        "Es gibt drei Farben: Rot, Grün und Blau. Hinweise sagen nicht, welche Farbe oder Zahl gemeint ist: Ein "
        "Hinweis auf eine Farbe lautet nur „Muh“, einer auf eine Zahl nur „Oink“, und zeigt die Karten.",
    ),
]


@in_one_test(("name", "language", "words"), WORDS)
def test_the_rules_of_a_variant_in_words(name: str, language: str, words: str) -> None:
    assert " ".join(variant_words.rules_in_words(language, VARIANTS[name])).replace(NBSP, " ") == words


# Modifiers, a sentence about them.
MODIFIERS: Final = [
    ("C4", "There is only one copy of each 4."),
    ("S1", "There are only two copies of each 1."),
    ("CS", "A discard gains only half a clue token, and so does a completed suit. A clue costs a whole one."),
    ("CB TB", "Color clues touch no card, and may be given all the same."),
    ("NB TB", "Number clues touch no card, and may be given all the same."),
    ("CM", "No clue names a color."),
    ("NM Sy", "No clue names a number."),
    (
        "AC",
        "The kinds of clues alternate: a clue after a color clue must name a number, and a clue after a number clue a "
        "color. The first clue is free.",
    ),
    (
        "Du",
        "Clues say neither a color nor a number, nor which of the two they mean: only “Quack”, and show the cards.",
    ),
    ("OE", "Number clues say only “odd” or “even”: odd touches 1, 3 and 5, even touches 2 and 4."),
    ("Fu", "A number clue also touches all lower numbers."),
    ("Ch", "A number clue also touches all higher numbers."),
    (
        "TH",
        "Played cards stay face down until the end: nobody sees which they are and whether they fitted, so the points "
        "and strikes are unknown.",
    ),
    ("TH", "A completed suit gains no clue token."),
]


@IN_FULL
@in_one_test(("codes", "sentence"), MODIFIERS)
def test_each_variant_says_what_its_modifiers_do(codes: str, sentence: str, in_full: bool) -> None:
    """All variants with one of the modifiers say it, and no others."""
    found = words_of("en", 1 if in_full else 5)
    with_it = {name for name in found if VARIANTS[name].modifiers & set(codes.split())}
    assert with_it and with_it == {name for name, sentences in found.items() if sentence in sentences}


def touches_in_words(sentences: list[str]) -> Iterator[tuple[str, frozenset[str | int]]]:
    """Yield each card of a variant with the clues that touch it, as a reader of the English sentences finds them."""
    suits = listed(sentences[0])
    colors = next((listed(text) for text in sentences if "name these colors" in text), suits)
    numbers = next((listed(text) for text in sentences if "name these numbers" in text), list("12345"))
    colors = [] if "No clue names a color." in sentences else colors
    numbers = [] if "No clue names a number." in sentences else numbers
    for suit in suits:
        for rank in [*"12345"] + ["START"] * any("START" in text for text in sentences):
            if not (rank == "5" and "There are no 5s." in sentences):
                by_color = {color for color in colors if touched(sentences, suit, rank, color)}
                by_number = {int(number) for number in numbers if touched(sentences, suit, rank, number)}
                yield f"{suit} {rank}", frozenset(by_color | by_number)


def listed(text: str) -> list[str]:
    """Return the items of the list after the colon of a sentence."""
    return re.split(", | and ", text.rstrip(".").split(": ", 1)[-1])


def touched(sentences: list[str], suit: str, rank: str, clue: str) -> bool:
    """Return True if a clue touches a card. Later sentences go before earlier ones, those of suits before others."""
    kind = "number" if clue.isdigit() else "color"
    found = rank == clue if clue.isdigit() else suit == clue
    own = extra = None
    for text in sentences:
        if m := re.fullmatch(r"(.*) cards are touched by (.*)\.", text):
            if suit in listed(m[1].lower()) and kind == "color":
                found = clue in listed(m[2])
        elif text.startswith("One color touches each of the") and f" {suit} cards" in text and kind == "color":
            found = f"{clue} the {rank}" in listed(text)
        elif m := re.fullmatch(rf"(Every|No) {kind} touches (.*) cards\.", text):
            own = m[1] == "Every" if suit in listed(m[2]) else own
            found = False if m[2] == "START" and rank == "START" else found
        elif m := re.fullmatch(rf"(Every|No) {kind} touches the (\d)s\.", text):
            found = m[1] == "Every" if rank == m[2] else found
        elif m := re.fullmatch(r"The (\d)s are deceptive.*", text):
            found = f"the {suit} {rank} by {clue}" in listed(text) if rank == m[1] and kind == "number" else found
        elif m := re.fullmatch(rf"But (every|no) {kind} touches (.*)\.", text):
            assert f"the {suit} {rank}" not in listed(m[2]) or own is (m[1] == "every")
        elif m := re.fullmatch(r"(.*) also touches every (.*)\.", text):
            extra = extra or (m[1].lower() == clue and rank in listed(m[2]))
        elif m := re.fullmatch(r"That does not hold for (.*) cards\.", text):
            extra = False if suit in listed(m[1]) else extra
        elif kind == "number" and rank != "START" and text.startswith("Number clues say only"):
            found = int(rank) % 2 == int(clue) % 2
        elif kind == "number" and text.startswith("A number clue also touches all"):
            found = found or (rank < clue if "lower" in text else rank > clue)
        elif text == f"{kind.capitalize()} clues touch no card, and may be given all the same.":
            return False
    return (found or bool(extra)) if own is None else own


@IN_FULL
def test_the_words_say_what_each_clue_touches(in_full: bool) -> None:
    """A reader of the English sentences finds the clues that touch each card of all 2,426 variants, or of a tenth."""
    found_words = words_of("en", 1 if in_full else 5)
    for name in [*VARIANTS][:: 1 if in_full else 10]:
        palette = palette_of(name)
        expected = {}
        for code, card in palette.cards.items():
            by_color = {color for color, codes in palette.color_touches.items() if codes >> code & 1}
            by_number = {rank for rank, codes in palette.rank_touches.items() if codes >> code & 1}
            expected[card_words.card_name("en", card.suit, card.rank)] = frozenset(by_color | by_number)
        found = dict(touches_in_words(found_words[name]))
        if "OE" in VARIANTS[name].modifiers:
            found = {card: clues - {3, 4, 5} for card, clues in found.items()}
        assert found == expected, name
