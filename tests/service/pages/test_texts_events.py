"""Tests of the texts of events: each kind, and that whole games reveal no card."""

import random
import re
from typing import Any

from engine.cards import RANKS, Suit
from engine.commands import (
    REMARKS,
    CastAbortVote,
    Command,
    Discard,
    GiveColorClue,
    GiveRankClue,
    Play,
    ReorderHand,
    Say,
    WithdrawAbortVote,
)
from engine.decide import IllegalMove, NotYourTurn, decide
from engine.events import (
    AbortVoteCast,
    CardDiscarded,
    CardPlayed,
    CardsTurned,
    ColorClueGiven,
    GameAborted,
    GameDealt,
    HandReordered,
    LaterEvent,
    Log,
    RankClueGiven,
    Said,
)
from engine.fold import evolve, fold
from engine.proof.deal import shuffle
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
    kind_of,
    open_viewpoint,
    seat_viewpoint,
    watcher_viewpoint,
)
from engine.rules import ClueKind, Rules, palette_of, resolve
from engine.score import Result
from engine.state import State
from service.core.rules import card_words
from service.core.tables.words import event_words
from service.platform.languages import choice
from tests.cards import CARDS, SUITS
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
GIVEN_UP = RUNNING._replace(to_move=None, result=Result("aborted", "agreed", None, 7, None))


def played(
    declared: Suit | None, *, landed: bool, gained: int = 0, lost: int = 0, after: TableCounts = RUNNING
) -> CardItem:
    effect: Effect = "played" if landed else "misplayed"
    return CardItem(9, CardPlayed(0, 3, declared), FaceUp(3, "green", 5), effect, None, gained, lost, after)


def given(what: Suit | int, places: str | None, hand_size: int = 5) -> Item:
    touched = None if places is None else tuple(Touched(10 + int(place), int(place)) for place in places)
    return ClueItem(9, clue(what), touched, hand_size, RUNNING)


LINES: list[tuple[Item, dict[str, str]]] = [
    (
        played(None, landed=True, gained=1),
        {
            "en": "Ada plays the green 5. A clue token comes back.",
            "de": "Ada spielt die grüne 5. Ein Hinweis-Plättchen kommt zurück.",
            "fr": "Ada joue le 5 vert. Un jeton bleu revient.",
            "nl": "Ada speelt de groene 5. Er komt een fiche terug.",
            "da": "Ada spiller grøn 5. En blå brik kommer tilbage.",
        },
    ),
    (
        played(None, landed=True)._replace(starts_last_round=True),
        {
            "en": "Ada plays the green 5. That was the last card of the deck: the last round begins.",
            "de": "Ada spielt die grüne 5. Das war die letzte Karte vom Stapel: Die letzte Runde beginnt.",
            "fr": f"Ada joue le 5 vert. C’était la dernière carte de la pioche{NBSP}: le dernier tour commence.",
            "nl": "Ada speelt de groene 5. Dat was de laatste kaart van de stapel: de laatste ronde begint.",
            "da": "Ada spiller grøn 5. Det var det sidste kort i kortstakken: den sidste runde begynder.",
        },
    ),
    (
        played(None, landed=False, after=STRUCK_OUT),
        {
            "en": "Ada plays the green 5, which does not fit: a strike. That was the last strike, and the game is "
            "lost.",
            "de": "Ada spielt die grüne 5, die nicht passt: ein Blitz. Das war der letzte Blitz, und das Spiel ist "
            "verloren.",
            "fr": f"Ada joue le 5 vert, qui ne convient pas{NBSP}: un jeton rouge. C’était le dernier jeton rouge, et "
            "la partie est perdue.",
            "nl": "Ada speelt de groene 5, maar die past niet: een foutkaart wordt omgedraaid. "
            "Dat was de laatste foutkaart, en het spel is verloren.",
            "da": "Ada spiller grøn 5, som ikke passer: en rød brik. Det var den sidste røde brik, og spillet er tabt.",
        },
    ),
    (
        played("green", landed=True, gained=2),
        {
            "en": "Ada names green and plays the green 5. Two clue tokens come back.",
            "de": "Ada sagt Grün an und spielt die grüne 5. Zwei Hinweis-Plättchen kommen zurück.",
            "fr": f"Ada annonce «{NBSP}vert{NBSP}» et joue le 5 vert. Deux jetons bleus reviennent.",
            "nl": "Ada noemt groen en speelt de groene 5. Er komen twee fiches terug.",
            "da": "Ada melder grøn og spiller grøn 5. To blå brikker kommer tilbage.",
        },
    ),
    (
        played("green", landed=True, gained=1, lost=1),
        {"en": "Ada names green and plays the green 5. A clue token comes back, a second one is lost."},
    ),
    (
        played("green", landed=True, lost=2),
        {"en": "Ada names green and plays the green 5. The clue tokens are full: the bonus is lost."},
    ),
    (
        played("green", landed=False),
        {
            "en": "Ada names green and plays the green 5: the right color, but it does not fit. A strike.",
            "de": "Ada sagt Grün an und spielt die grüne 5: die richtige Farbe, doch die Karte passt nicht. Ein Blitz.",
        },
    ),
    (
        played("white", landed=False),
        {
            "en": "Ada names white and plays the green 5: the wrong color, a strike.",
            "de": "Ada sagt Weiß an und spielt die grüne 5: die falsche Farbe, ein Blitz.",
            "da": "Ada melder hvid og spiller grøn 5: forkert farve, en rød brik.",
        },
    ),
    (
        CardItem(9, CardDiscarded(1, 3), FaceUp(3, "red", 1), "discarded", FaceUp(30, "blue", 4), 1, 0, RUNNING),
        {
            "en": "Bob discards the red 1.",
            "de": "Bob wirft die rote 1 ab.",
            "fr": "Bob défausse le 1 rouge.",
            "nl": "Bob legt de rode 1 af.",
            "da": "Bob smider rød 1.",
        },
    ),
    (
        given("yellow", "03"),
        {
            "en": "Ada to Bob: “You have two yellow cards: slots 2 and 5.”",
            "de": "Ada zu Bob: „Du hast zwei gelbe Karten: Slots 2 und 5.“",
            "fr": f"Ada à Bob{NBSP}: «{NBSP}Tu as deux cartes jaunes{NBSP}: slots 2 et 5.{NBSP}»",
            "nl": "Ada tegen Bob: “Je hebt 2 gele kaarten: slots 2 en 5.”",
            "da": "Ada til Bob: »Du har to gule kort: slots 2 og 5.«",
        },
    ),
    (given(4, "0123", 4), {"en": "Ada to Bob: “You have four Fours: your whole hand.”"}),
    (given(2, ""), {"en": "Ada to Bob: “You have no Twos.”", "da": "Ada til Bob: »Du har ingen toere.«"}),
    (
        given("yellow", None),
        {
            "en": "Ada gives Bob a clue: yellow.",
            "de": "Ada gibt Bob einen Hinweis: Gelb.",
            "fr": f"Ada donne une information à Bob{NBSP}: jaune.",
            "nl": "Ada geeft Bob informatie: geel.",
            "da": "Ada giver Bob en information: gul.",
        },
    ),
    (given(3, None), {"en": "Ada gives Bob a clue: 3."}),
    (
        PlainItem(9, HandReordered(2, (4, 3)), RUNNING),
        {"en": "Cy rearranges their hand.", "fr": "Cy réorganise sa main.", "de": "Cy sortiert die eigenen Karten um."},
    ),
    (
        PlainItem(9, Said(1, "remember-your-hand", None), RUNNING),
        {"en": "Bob: “Do you remember what you hold?”", "nl": "Bob: “Herinner je je nog wat je in je hand hebt?”"},
    ),
    (
        PlainItem(9, Said(1, "no-information", None), RUNNING),
        {
            "en": "Bob: “I still have no information about my hand.”",
            "de": "Bob: „Ich habe immer noch keinen Hinweis zu meiner Hand.“",
            "fr": f"Bob{NBSP}: «{NBSP}Je n’ai toujours aucune information sur ma main.{NBSP}»",
            "nl": "Bob: “Ik heb nog altijd geen informatie over mijn hand.”",
            "da": "Bob: »Jeg ved stadig intet om min hånd.«",
        },
    ),
    (
        PlainItem(9, Said(1, "no-information", None, (7,)), RUNNING),
        {
            "en": "Bob: “I still have no information about this card.”",
            "de": "Bob: „Ich habe immer noch keinen Hinweis zu dieser Karte.“",
        },
    ),
    (
        PlainItem(9, Said(1, "no-information", None, (8, 7)), RUNNING),
        {
            "en": "Bob: “I still have no information about these cards.”",
            "de": "Bob: „Ich habe immer noch keinen Hinweis zu diesen Karten.“",
            "fr": f"Bob{NBSP}: «{NBSP}Je n’ai toujours aucune information sur ces cartes.{NBSP}»",
            "nl": "Bob: “Ik heb nog altijd geen informatie over deze kaarten.”",
            "da": "Bob: »Jeg ved stadig intet om disse kort.«",
        },
    ),
    (
        PlainItem(9, CardsTurned(2, (4, 3), "upside_down"), RUNNING),
        {"en": "Cy turns cards of their hand upside down."},
    ),
    (PlainItem(9, Said(1, None, "{name}\n and  %s"), RUNNING), {"en": "Bob: “{name} and %s”"}),
    (
        PlainItem(9, AbortVoteCast(2), GIVEN_UP),
        {
            "en": "Cy votes to give up. All players have agreed to give up.",
            "de": "Cy stimmt fürs Aufgeben. Alle haben fürs Aufgeben gestimmt.",
        },
    ),
    (
        PlainItem(9, GameAborted("idle"), RUNNING._replace(result=Result("aborted", "idle", None, 7, None))),
        {
            "en": "The game is aborted. Nobody has moved for too long.",
            "da": "Spillet afbrydes. Ingen har spillet i alt for lang tid.",
        },
    ),
]


@in_one_test(("item", "lines"), LINES)
def test_the_text_of_an_event(item: Item, lines: dict[str, str]) -> None:
    for language, line in lines.items():
        assert event_words.event_line(language, item, name_of, PLAIN) == line


def card_item(event: CardPlayed | CardDiscarded, effect: Effect | None, gained: int = 0) -> Item:
    """Return a play or discard of the orange 3; face down without an effect."""
    card = FaceUp(3, "orange", 3) if effect else FaceDown(3)
    return CardItem(9, event, card, effect, None, gained, 0, RUNNING)


def hidden(kind: ClueKind | None, places: str | None) -> Item:
    touched = None if places is None else tuple(Touched(10 + int(place), int(place)) for place in places)
    return ClueItem(9, HiddenClue(0, 1, kind), touched, 5, RUNNING)


PLAY, DISCARD = CardPlayed(0, 3), CardDiscarded(0, 3)

# Variant, item, lines.
LINES_OF_VARIANTS: list[tuple[str, Item, dict[str, str]]] = [
    (
        "Orange (5 Suits)",
        card_item(PLAY, "discarded", 1),
        {
            "en": "Ada plays the orange 3: inverted, so it is discarded.",
            "de": "Ada spielt die orangefarbene 3: Sie ist umgekehrt und wird abgeworfen.",
            "fr": f"Ada joue le 3 orange{NBSP}: la carte est inversée, elle est défaussée.",
            "nl": "Ada speelt de oranje 3: die is omgekeerd en wordt afgelegd.",
            "da": "Ada spiller orange 3: kortet er omvendt og smides.",
        },
    ),
    (
        "Orange (5 Suits)",
        card_item(DISCARD, "played", 1),
        {
            "en": "Ada discards the orange 3: inverted, so it is played. A clue token comes back.",
            "de": "Ada wirft die orangefarbene 3 ab: Sie ist umgekehrt und wird gespielt. "
            "Ein Hinweis-Plättchen kommt zurück.",
        },
    ),
    (
        "Orange (5 Suits)",
        card_item(DISCARD, "misplayed"),
        {
            "en": "Ada discards the orange 3: inverted, so it is played, and does not fit. A strike.",
            "de": "Ada wirft die orangefarbene 3 ab: Sie ist umgekehrt, wird gespielt und passt nicht. Ein Blitz.",
        },
    ),
    ("Clue Starved (5 Suits)", card_item(DISCARD, "discarded", 1), {"en": "Ada discards the orange 3."}),
    (
        "Clue Starved (5 Suits)",
        card_item(PLAY, "played", 1),
        {
            "en": "Ada plays the orange 3. Half a clue token comes back.",
            "de": "Ada spielt die orangefarbene 3. Ein halbes Hinweis-Plättchen kommt zurück.",
            "fr": "Ada joue le 3 orange. Un demi-jeton bleu revient.",
            "nl": "Ada speelt de oranje 3. Er komt een half fiche terug.",
            "da": "Ada spiller orange 3. En halv blå brik kommer tilbage.",
        },
    ),
    (
        "Throw It in a Hole (5 Suits)",
        card_item(PLAY, None),
        {
            "en": "Ada plays a card face down.",
            "de": "Ada spielt eine Karte verdeckt.",
            "fr": "Ada joue une carte face cachée.",
            "nl": "Ada speelt een kaart gedekt.",
            "da": "Ada spiller et kort med bagsiden op.",
        },
    ),
    (
        "Throw It in a Hole & Orange (5 Suits)",
        card_item(DISCARD, None),
        {"en": "Ada discards a card: inverted, so it is played face down."},
    ),
    (
        "Cow & Pig (5 Suits)",
        hidden("color", "03"),
        {
            "en": "Ada to Bob: “Moo: slots 2 and 5.”",
            "de": "Ada zu Bob: „Muh: Slots 2 und 5.“",
            "fr": f"Ada à Bob{NBSP}: «{NBSP}Meuh{NBSP}: slots 2 et 5.{NBSP}»",
            "nl": "Ada tegen Bob: “Boe: slots 2 en 5.”",
            "da": "Ada til Bob: »Muh: slots 2 og 5.«",
        },
    ),
    ("Cow & Pig (5 Suits)", hidden("rank", "2"), {"en": "Ada to Bob: “Oink: slot 3.”"}),
    ("Duck (5 Suits)", hidden(None, "01234"), {"en": "Ada to Bob: “Quack: your whole hand.”"}),
    ("Duck (5 Suits)", hidden(None, None), {"en": "Ada gives Bob a clue: Quack."}),
    (
        "Odds and Evens (5 Suits)",
        given(1, "03"),
        {"en": "Ada to Bob: “You have two odd cards: slots 2 and 5.”"},
    ),
    ("Odds and Evens (5 Suits)", given(2, None), {"en": "Ada gives Bob a clue: even."}),
    ("Funnels (5 Suits)", given(3, None), {"en": "Ada gives Bob a clue: 3 or lower."}),
    ("Chimneys (5 Suits)", given(3, None), {"de": "Ada gibt Bob einen Hinweis: 3 oder mehr."}),
]


@in_one_test(("variant", "item", "lines"), LINES_OF_VARIANTS)
def test_the_text_of_an_event_in_a_variant(variant: str, item: Item, lines: dict[str, str]) -> None:
    for language, line in lines.items():
        assert event_words.event_line(language, item, name_of, palette_of(variant)) == line


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


def random_command(dice: random.Random, state: State) -> tuple[int, Command]:
    """Return a random command, which may be illegal."""
    seat = dice.randrange(state.seats)
    hand = state.hands[seat]
    if not hand or dice.random() < 0.4:
        asides: list[Command] = [
            ReorderHand(tuple(dice.sample(hand, len(hand)))),
            Say(dice.choice(REMARKS), None),
            Say(None, "well {well}"),
            WithdrawAbortVote(),
        ]
        return seat, dice.choice([*asides, *([CastAbortVote()] * (len(state.abort_votes) < state.seats - 1))])
    target = dice.randrange(state.seats)
    moves: list[Command] = [
        Play(dice.choice(hand), dice.choice([None, *SUITS])),
        Play(min(hand, key=lambda card: state.deck[card].rank), None),
        Discard(dice.choice(hand)),
        GiveColorClue(target, dice.choice(SUITS)),
        GiveRankClue(target, dice.choice(RANKS)),
    ]
    return seat, dice.choice(moves)


def random_game(dice: random.Random, rules: Rules, seats: int) -> Log:
    deck = shuffle(rules.palette, dice.randbytes(32))
    log = Log(GameDealt(rules, seats, dice.randrange(seats)), deck, [])
    state = fold(log)
    later: list[LaterEvent] = []
    for _ in range(1500):
        if state.ending is not None:
            break
        try:
            event = decide(state, *random_command(dice, state))
        except (IllegalMove, NotYourTurn):
            continue
        later.append(event)
        state = evolve(state, event)
    if state.ending is None:
        later.append(GameAborted("terminated"))
    return log._replace(later=later)


@in_one_test("seed", range(12))
def test_texts_of_whole_games_reveal_no_card(seed: int) -> None:
    """A text names only cards that were shown, so it is the same for all viewers."""
    dice = random.Random(seed)
    seats = 2 + seed % 4
    options: dict[str, Any] = {
        "multicolor": dice.choice(("none", "five", "ten", "wild_ten", "wild_five")),
        "color_declaration": True,
        "table_talk": "free",
        "strike_tokens": dice.choice((1, 2, 3)),
    }
    log = random_game(dice, resolve("de", options, seats), seats)
    viewpoints = [watcher_viewpoint(), *(seat_viewpoint(seat, seats) for seat in range(seats))]
    open_items = feed(log, open_viewpoint(seats))
    for language in choice.LANGUAGES:
        names = {card: card_words.card_name(language, *card) for card in CARDS}
        lines = [event_words.event_line(language, item, name_of, PLAIN) for item in open_items]
        for item, line in zip(open_items, lines, strict=True):
            card = item.card if isinstance(item, CardItem) else None
            shown = {(card.suit, card.rank)} if isinstance(card, FaceUp) else set()
            named = {card for card, name in names.items() if re.search(rf"\b{name}\b", line)}
            assert named == shown, line
            assert line and "\n" not in line and not line.endswith(" ")
        for looking in viewpoints:
            assert [event_words.event_line(language, item, name_of, PLAIN) for item in feed(log, looking)] == lines


def test_the_games_have_every_kind_of_event() -> None:
    kinds = set()
    for seed in range(12):
        dice = random.Random(seed)
        rules = resolve("de", {"color_declaration": True, "table_talk": "free"}, 3)
        kinds |= {kind_of(item) for item in feed(random_game(dice, rules, 3), open_viewpoint(3))}
    assert kinds >= {"deal", "play", "discard", "clue", "reorder", "message", "abort_vote", "abort_vote_withdrawn"}


def test_texts_follow_the_memory_aid() -> None:
    """Without memory aid a text shows what a clue touched only until the viewer's next move."""
    dice = random.Random(7)
    log = random_game(dice, resolve("de", {"memory_aid": "none"}, 3), 3)
    for looking in (watcher_viewpoint(), seat_viewpoint(1, 3)):
        for item in feed(log, looking):
            line = event_words.event_line("en", item, name_of, PLAIN)
            if isinstance(item, ClueItem):
                assert ("You have" in line) == (item.touched is not None)
