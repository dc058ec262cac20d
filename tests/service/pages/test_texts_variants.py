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


# Language, sentences about Rainbow-Ones & Pink.
WORDS: Final = [
    (
        "en",
        "There are five suits: red, yellow, green, blue and pink. Every number touches pink cards. "
        "Every color touches the 1s.",
    ),
    (
        "de",
        "Es gibt fünf Farben: Rot, Gelb, Grün, Blau und Rosa. Jede Zahl trifft rosa Karten. Jede Farbe trifft jede 1.",
    ),
    (
        "fr",
        "Il y a cinq couleurs : rouge, jaune, vert, bleu et rose. Chaque chiffre touche les cartes roses. "
        "Chaque couleur touche tous les 1.",
    ),
    (
        "nl",
        "Er zijn 5 kleuren: rood, geel, groen, blauw en roze. Elke waarde raakt roze kaarten. Elke kleur raakt elke 1.",
    ),
    (
        "da",
        "Der er fem farver: rød, gul, grøn, blå og pink. Hver værdi gælder pink kort. Hver farve gælder alle 1’ere.",
    ),
]


@in_one_test(("language", "words"), WORDS)
def test_the_rules_of_a_variant_in_words(language: str, words: str) -> None:
    sentences = variant_words.rules_in_words(language, VARIANTS["Rainbow-Ones & Pink (5 Suits)"])
    assert " ".join(sentences).replace(NBSP, " ") == words


# Modifiers or flags of a suit, what is said about them.
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
    ("CP", "a color clue is only “Moo”, a number clue only “Oink”, and shows the cards."),
    ("Su", "A suit begins with whichever number is played first on it, but no two suits with the same one."),
    ("Su", "There are two copies of each card."),
    ("UD", "A suit begins with its 1, its 5 or its START card. After a 1 it goes up to 5, after a 5 down to 1"),
    ("UD", "There is one START card and one 1 in each suit."),
    ("oneOfEach", "cards exist only once each."),
    ("reversed", "cards are played in reverse, from 5 down to 1, which completes the suit."),
    ("inverted", "cards are inverted: if you play one, it is discarded and gains a clue token as usual;"),
    ("inverted", "You may discard even when the clue tokens are full."),
]


@IN_FULL
@in_one_test(("codes", "sentence"), MODIFIERS)
def test_each_variant_says_what_its_modifiers_do(codes: str, sentence: str, in_full: bool) -> None:
    """All variants with one of the modifiers, or with a suit of that kind, say it, and no others."""
    found = words_of("en", 1 if in_full else 5)
    mechanisms = {
        name: VARIANTS[name].modifiers.union(*(suit.flags for suit in VARIANTS[name].suits)) for name in found
    }
    with_it = {name for name in found if mechanisms[name] & set(codes.split())}
    assert with_it or not in_full
    assert with_it == {name for name, sentences in found.items() if sentence in " ".join(sentences)}


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
