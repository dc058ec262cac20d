"""Tests of the texts of clues: as the booklets print them (R25), and with positions."""

import re
from typing import Any

import pytest

from engine.cards import COLORS as COLORS_OF_CLUES
from engine.cards import RANKS, Suit
from engine.events import ColorClueGiven, RankClueGiven
from engine.reading.feed import HiddenClue
from engine.rules import palette_of
from service.core.rules import clue_words
from tests.cards import SUITS
from tests.rows import in_one_test
from tests.service.languages import EACH_LANGUAGE

NBSP = "\u00a0"
PLAIN = palette_of("none")


def clue(what: Suit | int) -> ColorClueGiven | RankClueGiven:
    return RankClueGiven(0, 1, what) if isinstance(what, int) else ColorClueGiven(0, 1, what)


# R25: language, color or rank, cards touched, as printed.
SPOKEN: list[tuple[str, Suit | int, int, str]] = [
    ("de", "yellow", 2, "Du hast zwei gelbe Karten, hier und hier."),
    ("de", "blue", 0, "Du hast keine blauen Karten."),
    ("de", 5, 1, "Du hast eine 5, hier."),
    ("de", 2, 0, "Du hast keine 2."),
    ("de", "multicolor", 1, "Du hast eine bunte Karte, hier."),
    ("de", "blue", 3, "Du hast drei blaue Karten, hier, hier und hier."),
    ("de", "red", 1, "Du hast eine rote Karte, hier."),
    ("nl", "green", 2, "Je hebt 2 groene kaarten, hier en hier"),
    ("nl", "white", 0, "Je hebt geen witte kaarten"),
    ("nl", 5, 1, "Je hebt hier een kaart met waarde 5"),
    ("nl", 4, 0, "Je hebt geen kaarten met waarde 4"),
    ("nl", "red", 1, "Je hebt 1 rode kaart hier"),
    ("nl", 1, 2, "Je hebt 2 kaarten met waarde 1, hier en hier"),
    ("da", "green", 2, "Du har to grønne kort her og her"),
    ("da", "white", 0, "Du har ingen hvide kort"),
    ("da", 5, 1, "Du har et kort med værdien 5 her"),
    ("da", 4, 0, "Du har ingen firere"),
    ("da", "red", 1, "Du har et rødt kort her"),
    ("da", 1, 2, "Du har to kort med værdien 1 her og her"),
    ("da", "multicolor", 2, "Du har to multifarvede kort her og her"),
    ("fr", "green", 3, "Tu as trois cartes vertes ici, ici et ici"),
    ("fr", 5, 2, "Tu as deux cartes 5 ici et ici"),
    ("en", "yellow", 2, "You have two yellow cards, here and here."),
    ("en", "blue", 0, "You have no blue cards."),
    ("en", 5, 1, "You have a 5, here."),
    ("en", 2, 0, "You have no Twos."),
]


@in_one_test(("language", "what", "count", "printed"), SPOKEN)
def test_a_clue_has_the_text_of_the_booklet(language: str, what: Suit | int, count: int, printed: str) -> None:
    assert clue_words.spoken(language, clue(what), count, PLAIN) == printed


# Language, color or rank, places touched, size of the hand, what is announced.
ANNOUNCED: list[tuple[str, Suit | int, str, int, str]] = [
    ("en", "yellow", "30", 5, "You have two yellow cards: slots 2 and 5."),
    ("en", "multicolor", "0124", 5, "You have four multicolor cards: slots 1, 3, 4 and 5."),
    ("en", "red", "01234", 5, "You have five red cards: your whole hand."),
    ("en", 5, "2", 4, "You have a 5: slot 2."),
    ("en", 1, "13", 4, "You have two Ones: slots 1 and 3."),
    ("en", 3, "01234", 5, "You have five Threes: your whole hand."),
    ("de", "yellow", "03", 5, "Du hast zwei gelbe Karten: Slots 2 und 5."),
    ("de", "multicolor", "124", 5, "Du hast drei bunte Karten: Slots 1, 3 und 4."),
    ("de", "white", "01234", 5, "Du hast fünf weiße Karten: deine ganze Hand."),
    ("de", 5, "2", 5, "Du hast eine 5: Slot 3."),
    ("de", 2, "01234", 5, "Du hast fünf Zweien: deine ganze Hand."),
    ("fr", "white", "2", 5, f"Tu as une carte blanche{NBSP}: slot 3."),
    ("fr", "green", "03", 5, f"Tu as deux cartes vertes{NBSP}: slots 2 et 5."),
    ("fr", "multicolor", "01234", 5, f"Tu as cinq cartes multicolores{NBSP}: toute ta main."),
    ("fr", 5, "2", 5, f"Tu as une carte 5{NBSP}: slot 3."),
    ("fr", 1, "034", 5, f"Tu as trois cartes 1{NBSP}: slots 1, 2 et 5."),
    ("nl", "green", "03", 5, "Je hebt 2 groene kaarten: slots 2 en 5."),
    ("nl", "multicolor", "01234", 5, "Je hebt 5 veelkleurige kaarten: je hele hand."),
    ("nl", 5, "2", 5, "Je hebt een kaart met waarde 5: slot 3."),
    ("nl", 1, "03", 5, "Je hebt 2 kaarten met waarde 1: slots 2 en 5."),
    ("da", "green", "03", 5, "Du har to grønne kort: slots 2 og 5."),
    ("da", "multicolor", "01234", 5, "Du har fem multifarvede kort: hele din hånd."),
    ("da", 4, "", 5, "Du har ingen firere."),
    ("da", 5, "2", 5, "Du har et kort med værdien 5: slot 3."),
    ("da", 1, "03", 5, "Du har to kort med værdien 1: slots 2 og 5."),
]


@in_one_test(("language", "what", "places", "hand_size", "announced"), ANNOUNCED)
def test_an_announcement_names_the_positions(
    language: str, what: Suit | int, places: str, hand_size: int, announced: str
) -> None:
    assert (
        clue_words.announcement(language, clue(what), [int(place) for place in places], hand_size, PLAIN) == announced
    )


# Variant, language, rank, places touched, what is announced.
RANGES: list[tuple[str, str, int, str, str]] = [
    ("Odds and Evens (5 Suits)", "en", 1, "03", "You have two odd cards: slots 2 and 5."),
    ("Odds and Evens (5 Suits)", "en", 2, "", "You have no even cards."),
    ("Odds and Evens (5 Suits)", "de", 1, "2", "Du hast eine ungerade Karte: Slot 3."),
    ("Odds and Evens (5 Suits)", "de", 2, "", "Du hast keine geraden Karten."),
    ("Odds and Evens (5 Suits)", "fr", 1, "2", f"Tu as une carte impaire{NBSP}: slot 3."),
    ("Odds and Evens (5 Suits)", "nl", 2, "", "Je hebt geen even kaarten."),
    ("Odds and Evens (5 Suits)", "da", 2, "2", "Du har et lige kort: slot 3."),
    ("Funnels (5 Suits)", "en", 3, "03", "You have two cards that are 3 or lower: slots 2 and 5."),
    ("Chimneys (5 Suits)", "en", 3, "1", "You have one card that is 3 or higher: slot 4."),
    ("Funnels (5 Suits)", "de", 3, "2", "Du hast eine Karte mit 3 oder weniger: Slot 3."),
    ("Chimneys (5 Suits)", "fr", 3, "", "Tu n’as aucune carte de 3 ou plus."),
    ("Funnels (5 Suits)", "nl", 3, "01234", "Je hebt 5 kaarten met waarde 3 of lager: je hele hand."),
    ("Chimneys (5 Suits)", "da", 3, "2", "Du har et kort med værdien 3 eller højere: slot 3."),
]


@in_one_test(("variant", "language", "rank", "places", "announced"), RANGES)
def test_a_number_of_a_variant_has_other_words(
    variant: str, language: str, rank: int, places: str, announced: str
) -> None:
    """What is spoken begins as what is announced, up to the places."""
    palette, positions = palette_of(variant), [int(place) for place in places]
    assert clue_words.announcement(language, clue(rank), positions, 5, palette) == announced
    said = clue_words.spoken(language, clue(rank), len(positions), palette)
    assert said.startswith(re.split(rf"{NBSP}?:|\.$", announced)[0])


@EACH_LANGUAGE
def test_a_hand_of_six_cards_has_words(language: str) -> None:
    """Six cards are dealt to two seats if each gets one card more."""
    announced = [clue_words.announcement(language, clue("red"), [place], 6, PLAIN) for place in range(6)]
    assert len(set(announced)) == 6
    assert "6" in announced[0]
    assert clue_words.announcement(language, clue(1), range(6), 6, PLAIN)


@EACH_LANGUAGE
def test_every_color_and_sound_has_a_text(language: str) -> None:
    """No two of the twelve colors and three sounds have the same text."""
    sounds = (HiddenClue(0, 1, "color"), HiddenClue(0, 1, "rank"), HiddenClue(0, 1, None))
    for count in range(4):
        said = [clue_words.announcement(language, clue(color), range(count), 5, PLAIN) for color in COLORS_OF_CLUES]
        said += [clue_words.announcement(language, sound, range(count), 5, PLAIN) for sound in sounds]
        said += [clue_words.spoken(language, sound, count, PLAIN) for sound in sounds]
        assert len(set(said)) >= 15 and not any("{" in text for text in said)


# By language: none, one and two cards, and the suits in their order.
COLORS = {
    "en": """no {} cards: red yellow green blue white multicolor
             one {} card: red yellow green blue white multicolor
             two {} cards: red yellow green blue white multicolor""",
    "de": """keine {} Karten: roten gelben grünen blauen weißen bunten
             eine {} Karte: rote gelbe grüne blaue weiße bunte
             zwei {} Karten: rote gelbe grüne blaue weiße bunte""",
    "fr": """aucune carte {}: rouge jaune verte bleue blanche multicolore
             une carte {}: rouge jaune verte bleue blanche multicolore
             deux cartes {}: rouges jaunes vertes bleues blanches multicolores""",
    "nl": """geen {} kaarten: rode gele groene blauwe witte veelkleurige
             1 {} kaart: rode gele groene blauwe witte veelkleurige
             2 {} kaarten: rode gele groene blauwe witte veelkleurige""",
    "da": """ingen {} kort: røde gule grønne blå hvide multifarvede
             et {} kort: rødt gult grønt blåt hvidt multifarvet
             to {} kort: røde gule grønne blå hvide multifarvede""",
}


@EACH_LANGUAGE
def test_colors_agree_in_number_and_gender(language: str) -> None:
    for count, row in enumerate(COLORS[language].splitlines()):
        phrase, colors = row.strip().split(": ")
        for suit, color in zip(SUITS, colors.split(), strict=True):
            words = rf"\b{phrase.format(color)}\b"
            assert re.search(words, clue_words.announcement(language, clue(suit), range(count), 5, PLAIN))
            assert re.search(words, clue_words.spoken(language, clue(suit), count, PLAIN))


@EACH_LANGUAGE
def test_every_clue_with_any_number_of_cards_has_a_text(language: str) -> None:
    clues: list[Suit | int] = [*SUITS, *RANKS]
    for what in clues:
        said = [clue_words.announcement(language, clue(what), range(count), 5, PLAIN) for count in range(6)]
        said += [clue_words.spoken(language, clue(what), count, PLAIN) for count in range(6)]
        assert len(set(said)) >= 11 and not any("{" in sentence for sentence in said)


@pytest.mark.parametrize(
    ("variant", "clue", "sentence"),
    [
        ("Color Blind (5 Suits)", ColorClueGiven(0, 1, "red"), "The clue red touches none of your cards."),
        ("Color Blind (5 Suits)", RankClueGiven(0, 1, 3), "You have no Threes."),
        ("Number Blind (5 Suits)", RankClueGiven(0, 1, 3), "The clue 3 touches none of your cards."),
    ],
)
def test_clues_that_touch_nothing_do_not_deny_cards(variant: str, clue: Any, sentence: str) -> None:
    """The hand may have such cards."""
    assert clue_words.announcement("en", clue, [], 5, palette_of(variant)) == sentence
