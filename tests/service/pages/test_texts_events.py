"""Tests of the texts of events: each kind, and that whole games reveal no card."""

import re

from engine.cards import Suit
from engine.events import (
    AbortVoteCast,
    CardDiscarded,
    CardPlayed,
    CardsTurned,
    ColorClueGiven,
    GameAborted,
    HandReordered,
    RankClueGiven,
    Said,
)
from engine.reading.feed import (
    CardItem,
    ClueItem,
    Effect,
    FaceDown,
    FaceUp,
    HiddenClue,
    Item,
    PlainItem,
    TableCounts,
    Touched,
    feed,
    open_viewpoint,
    seat_viewpoint,
    watcher_viewpoint,
)
from engine.rules import ClueKind, palette_of
from engine.score import Result
from service.core.rules import card_words
from service.core.tables.words import event_words
from service.platform.languages import choice
from tests.cards import CARDS
from tests.engine.random_games import SETTINGS, games_of
from tests.rows import in_one_test

PLAIN = palette_of("none")

NBSP = "\u00a0"
NAMES = ("Ada", "Bob", "Cy", "Dee", "Eve")


def clue(what: Suit | int) -> ColorClueGiven | RankClueGiven:
    return RankClueGiven(0, 1, what) if isinstance(what, int) else ColorClueGiven(0, 1, what)


def name_of(seat: int) -> str:
    return NAMES[seat]


RUNNING = TableCounts(5, False, 1, 7, 20, 1, None, None)
STRUCK_OUT = RUNNING._replace(strikes=3, to_move=None, result=Result("lost", "strikeout", 0, 7, None))
TIMED_OUT = RUNNING._replace(to_move=None, result=Result("aborted", "timed_out", None, 7, None), timed_out=1)
GIVEN_UP = RUNNING._replace(to_move=None, result=Result("aborted", "agreed", None, 7, None))


def played(
    declared: Suit | None, *, landed: bool, gained: int = 0, lost: int = 0, after: TableCounts = RUNNING
) -> CardItem:
    effect: Effect = "played" if landed else "misplayed"
    return CardItem(9, CardPlayed(0, 3, declared), FaceUp(3, "green", 5), effect, None, gained, lost, after)


def given(what: Suit | int, places: str | None, hand_size: int = 5) -> Item:
    touched = None if places is None else tuple(Touched(10 + int(place), int(place)) for place in places)
    return ClueItem(9, clue(what), touched, hand_size, RUNNING)


LINES: list[tuple[Item, str]] = [
    (played(None, landed=True, gained=1), "Ada plays the green 5. A clue token comes back."),
    (
        played(None, landed=True)._replace(starts_last_round=True),
        "Ada plays the green 5. That was the last card of the deck: the last round begins.",
    ),
    (
        played(None, landed=False, after=STRUCK_OUT),
        "Ada plays the green 5, which does not fit: a strike. That was the last strike, and the game is lost.",
    ),
    (played("green", landed=True, gained=2), "Ada names green and plays the green 5. Two clue tokens come back."),
    (
        played("green", landed=True, gained=1, lost=1),
        "Ada names green and plays the green 5. A clue token comes back, a second one is lost.",
    ),
    (
        played("green", landed=True, lost=2),
        "Ada names green and plays the green 5. The clue tokens are full: the bonus is lost.",
    ),
    (
        played("green", landed=False),
        "Ada names green and plays the green 5: the right color, but it does not fit. A strike.",
    ),
    (played("white", landed=False), "Ada names white and plays the green 5: the wrong color, a strike."),
    (
        CardItem(9, CardDiscarded(1, 3), FaceUp(3, "red", 1), "discarded", FaceUp(30, "blue", 4), 1, 0, RUNNING),
        "Bob discards the red 1.",
    ),
    (given("yellow", "03"), "Ada to Bob: “You have two yellow cards: slots 2 and 5.”"),
    (given(4, "0123", 4), "Ada to Bob: “You have four Fours: your whole hand.”"),
    (given(2, ""), "Ada to Bob: “You have no Twos.”"),
    (given("yellow", None), "Ada gives Bob a clue: yellow."),
    (given(3, None), "Ada gives Bob a clue: 3."),
    (PlainItem(9, HandReordered(2, (4, 3)), RUNNING), "Cy rearranges their hand."),
    (PlainItem(9, Said(1, "remember-your-hand", None), RUNNING), "Bob: “Do you remember what you hold?”"),
    (
        PlainItem(9, Said(1, "no-information", None), RUNNING),
        "Bob: “I still have no information about my hand.”",
    ),
    (
        PlainItem(9, Said(1, "no-information", None, (7,)), RUNNING),
        "Bob: “I still have no information about this card.”",
    ),
    (
        PlainItem(9, Said(1, "no-information", None, (8, 7)), RUNNING),
        "Bob: “I still have no information about these cards.”",
    ),
    (PlainItem(9, CardsTurned(2, (4, 3), "upside_down"), RUNNING), "Cy turns cards of their hand upside down."),
    (PlainItem(9, Said(1, None, "{name}\n and  %s"), RUNNING), "Bob: “{name} and %s”"),
    (PlainItem(9, AbortVoteCast(2), GIVEN_UP), "Cy votes to give up. All players have agreed to give up."),
    (
        PlainItem(9, GameAborted("idle"), RUNNING._replace(result=Result("aborted", "idle", None, 7, None))),
        "The game is aborted. Nobody has moved for too long.",
    ),
    (PlainItem(9, GameAborted("timed_out"), TIMED_OUT), "Bob has run out of time."),
]


@in_one_test(("item", "line"), LINES)
def test_the_text_of_an_event(item: Item, line: str) -> None:
    assert event_words.event_line("en", item, name_of, PLAIN) == line


@in_one_test(
    ("language", "play", "clue"),
    [
        (
            "de",
            "Ada spielt die grüne 5. Ein Hinweis-Plättchen kommt zurück.",
            "Ada zu Bob: „Du hast zwei gelbe Karten: Slots 2 und 5.“",
        ),
        (
            "fr",
            "Ada joue le 5 vert. Un jeton bleu revient.",
            f"Ada à Bob{NBSP}: «{NBSP}Tu as deux cartes jaunes{NBSP}: slots 2 et 5.{NBSP}»",
        ),
        (
            "nl",
            "Ada speelt de groene 5. Er komt een fiche terug.",
            "Ada tegen Bob: “Je hebt 2 gele kaarten: slots 2 en 5.”",
        ),
        (
            "da",
            "Ada spiller grøn 5. En blå brik kommer tilbage.",
            "Ada til Bob: »Du har to gule kort: slots 2 og 5.«",
        ),
    ],
)
def test_the_text_of_an_event_is_in_the_language(language: str, play: str, clue: str) -> None:
    """Its parts are, too: the name of a card, the clue and its quotation marks."""
    items = played(None, landed=True, gained=1), given("yellow", "03")
    assert [event_words.event_line(language, item, name_of, PLAIN) for item in items] == [play, clue]


def card_item(event: CardPlayed | CardDiscarded, effect: Effect | None, gained: int = 0) -> Item:
    """Return a play or discard of the orange 3; face down without an effect."""
    card = FaceUp(3, "orange", 3) if effect else FaceDown(3)
    return CardItem(9, event, card, effect, None, gained, 0, RUNNING)


def hidden(kind: ClueKind | None, places: str | None) -> Item:
    touched = None if places is None else tuple(Touched(10 + int(place), int(place)) for place in places)
    return ClueItem(9, HiddenClue(0, 1, kind), touched, 5, RUNNING)


PLAY, DISCARD = CardPlayed(0, 3), CardDiscarded(0, 3)

# Variant, item, line.
LINES_OF_VARIANTS: list[tuple[str, Item, str]] = [
    (
        "Orange (5 Suits)",
        card_item(PLAY, "discarded", 1),
        "Ada plays the orange 3: inverted, so it is discarded.",
    ),
    (
        "Orange (5 Suits)",
        card_item(DISCARD, "played", 1),
        "Ada discards the orange 3: inverted, so it is played. A clue token comes back.",
    ),
    (
        "Orange (5 Suits)",
        card_item(DISCARD, "misplayed"),
        "Ada discards the orange 3: inverted, so it is played, and does not fit. A strike.",
    ),
    ("Clue Starved (5 Suits)", card_item(DISCARD, "discarded", 1), "Ada discards the orange 3."),
    (
        "Clue Starved (5 Suits)",
        card_item(PLAY, "played", 1),
        "Ada plays the orange 3. Half a clue token comes back.",
    ),
    ("Throw It in a Hole (5 Suits)", card_item(PLAY, None), "Ada plays a card face down."),
    (
        "Throw It in a Hole & Orange (5 Suits)",
        card_item(DISCARD, None),
        "Ada discards a card: inverted, so it is played face down.",
    ),
    ("Cow & Pig (5 Suits)", hidden("color", "03"), "Ada to Bob: “Moo: slots 2 and 5.”"),
    ("Cow & Pig (5 Suits)", hidden("rank", "2"), "Ada to Bob: “Oink: slot 3.”"),
    ("Duck (5 Suits)", hidden(None, "01234"), "Ada to Bob: “Quack: your whole hand.”"),
    ("Duck (5 Suits)", hidden(None, None), "Ada gives Bob a clue: Quack."),
    ("Odds and Evens (5 Suits)", given(1, "03"), "Ada to Bob: “You have two odd cards: slots 2 and 5.”"),
    ("Odds and Evens (5 Suits)", given(2, None), "Ada gives Bob a clue: even."),
    ("Funnels (5 Suits)", given(3, None), "Ada gives Bob a clue: 3 or lower."),
    ("Chimneys (5 Suits)", given(3, None), "Ada gives Bob a clue: 3 or higher."),
]


@in_one_test(("variant", "item", "line"), LINES_OF_VARIANTS)
def test_the_text_of_an_event_in_a_variant(variant: str, item: Item, line: str) -> None:
    assert event_words.event_line("en", item, name_of, palette_of(variant)) == line


@in_one_test(
    ("names", "unique"),
    [
        (["Ada", "Bob"], ["Ada", "Bob"]),
        (["kagiya", "Ada", "kagiya"], ["kagiya (1)", "Ada", "kagiya (2)"]),
        (["Ada", "Ada", "Ada (1)"], ["Ada (1)", "Ada (2)", "Ada (1) (3)"]),
        ([None, "Ada", None], [None, "Ada", None]),
        (["", "", "Ada"], ["", "", "Ada"]),
    ],
)
def test_names_of_seats_are_unique(names: list[str | None], unique: list[str | None]) -> None:
    """Equal names have the number of the seat, as in the heads of the pages."""
    assert list(event_words.unique_names(names)) == unique


def test_a_seat_without_a_name_has_its_number() -> None:
    vote = PlainItem(9, AbortVoteCast(2), RUNNING)
    assert event_words.event_line("de", vote, lambda _: None, PLAIN) == "Platz 2 stimmt fürs Aufgeben."
    assert event_words.event_line("fr", vote, lambda _: "", PLAIN) == "Place 2 vote pour l’abandon."


# Whole games.

REMEMBERED = [n for n, of in enumerate(SETTINGS) if of.rules.memory_aid == "full"]


@in_one_test("n", REMEMBERED[:12])
def test_texts_of_whole_games_reveal_no_card(n: int) -> None:
    """A text names only cards that were shown, so it is the same for all viewers."""
    log = games_of(n)[n % 10]
    seats, palette = log.deal.seats, log.deal.rules.palette
    viewpoints = [watcher_viewpoint(), *(seat_viewpoint(seat, seats) for seat in range(seats))]
    open_items = feed(log, open_viewpoint(seats))
    for language in choice.LANGUAGES:
        names = {card: card_words.card_name(language, *card) for card in CARDS}
        lines = [event_words.event_line(language, item, name_of, palette) for item in open_items]
        for item, line in zip(open_items, lines, strict=True):
            card = item.card if isinstance(item, CardItem) else None
            shown = {(card.suit, card.rank)} if isinstance(card, FaceUp) else set()
            named = {card for card, name in names.items() if re.search(rf"\b{name}\b", line)}
            assert named == shown, line
            assert line and "\n" not in line and not line.endswith(" ")
        for looking in viewpoints:
            assert [event_words.event_line(language, item, name_of, palette) for item in feed(log, looking)] == lines


def test_texts_follow_the_memory_aid() -> None:
    """Without memory aid a text shows what a clue touched only until the viewer's next move."""
    log = next(games_of(n)[0] for n in range(len(SETTINGS)) if n not in REMEMBERED)
    for looking in (watcher_viewpoint(), seat_viewpoint(1, log.deal.seats)):
        clues = [item for item in feed(log, looking) if isinstance(item, ClueItem)]
        assert None in {item.touched for item in clues}
        for item in clues:
            line = event_words.event_line("en", item, name_of, log.deal.rules.palette)
            assert ("You have" in line) == (item.touched is not None)
