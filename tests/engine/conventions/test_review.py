"""A review says what turns meant and who broke the conventions, and uses what each seat saw."""

from functools import cache
from random import Random

import pytest

from engine.conventions.levels import LEVELS
from engine.conventions.review import ActMeaning, ClueMeaning, best_fit, reviewed
from engine.conventions.review.seat_reading import Reader
from engine.conventions.review.viewer_thoughts import expected, thoughts_of
from engine.events import Log
from engine.formats.hanab_live.reader import read
from engine.reading.sampled_deals import resampled
from service.features.analysis import shipped_puzzles
from tests.engine.hanab_live_exports import real
from tests.engine.stacked import stacked
from tests.rows import in_one_test

# The hand of the first seat, oldest card first.
_FIRST = "w4 w4 w3 b4 b4"


@cache
def real_game() -> Log:
    """Return a game of three people who follow these conventions."""
    return read(real()).log


def names(log: Log, codes: int) -> str:
    """Return a set of cards in words."""
    suits = log.deal.rules.palette.suits
    return " ".join([f"{suits[code // 5][0]}{code % 5 + 1}" for code in range(30) if codes >> code & 1])


# What happens. Below it the hands, the moves, and the fault that is found: kind, version, seat, holder, card, age of
# the card in the hand, cause, what was asked for, and where it shows. A dash is none.
FAULTS = """
a clue that promises what is not there
    FIRST r4 y4 g4 b3 w3 r3 y3 g3 b3 y4 | c1:white p9 | broken_promise 1 0 1 9 5 1 w1 2
a finesse missed
    FIRST g4 y4 g4 b3 r1 y4 y3 g3 b3 r2 | c2:red d5 | missed_finesse 2 1 1 9 5 1 r1 -
a called card not played
    FIRST g4 y4 g4 b3 r1 y4 y3 g3 b3 r2 | c1:red d5 | missed_play 2 1 1 9 5 1 r1 -
a chop that was to be saved
    FIRST g4 y4 g4 b3 r1 r5 y3 g3 b3 r2 | c1:red p9 d10 | lost_chop 2 1 2 10 1 2 r5 3
a play that nobody asked for
    FIRST g4 y4 g4 b3 r1 r5 y3 g3 b3 r2 | p0 | unasked_play 1 0 0 0 1 1 - 1
a clue that touches a played card too, as yellow does not
    FIRST y1 g3 g4 b3 r1 y4 y3 g3 b3 r2 | c1:red p9 c1:1 | bad_touch 3 2 1 15 5 3 r1 -
a clue that touches a copy too, as rank 1 does not
    y1 w4 w3 b4 b4 r1 g3 g4 b3 r2 r2 y3 g3 b3 w4 | c2:2 c0:1 d11 c1:red | bad_touch 4 0 1 9 5 4 r2 -
a clue that is right only with a blind play of what is not there
    FIRST g4 y4 r2 b3 y3 y4 y3 g3 b3 r2 | c1:2 p9 | broken_promise 1 0 1 9 5 1 r1 2
a called card that another seat has too
    FIRST g4 y4 g4 b3 r1 y4 y3 g3 b3 r1 | c1:red d9 | -
a clue that had to be given, and harms nobody
    FIRST g4 y4 g4 b3 r4 y4 y3 g3 b3 r1 | c1:red | -
a played card that is hard to avoid
    FIRST y1 y4 g4 b3 r1 y4 y3 g3 b3 r2 | c1:red p9 c1:1 | -
a played card, where the clue without it says less
    FIRST r2 y4 g4 b3 r1 y4 y3 g3 b3 r1 | c2:red d6 p14 c1:red | -
a clue after it that its receiver takes for a fix
    w2 g2 r4 b3 y4 b5 r2 w4 y3 r5 g4 b2 y2 r1 r4 | c1:4 c2:red | broken_promise 1 0 1 9 5 1 w1 -
a finesse
    FIRST g4 y4 g4 b3 r1 y4 y3 g3 b3 r2 | c2:red p9 p14 | -
a save that fails
    FIRST g4 y4 g4 b3 r1 y5 y3 g3 b3 r2 | c1:red c2:5 d10 | -
a chop of which one may have a copy
    y2 w4 w3 b4 b4 y2 y4 g4 b3 r1 r4 y3 g3 b3 g4 | c1:red p9 d10 d1 c0:2 d11 d2 d5 | -
"""


@in_one_test(("what", "row"), zip(*[iter(FAULTS.strip().splitlines())] * 2, strict=True))
def test_faults(what: str, row: str) -> None:
    """A turn that breaks the conventions is named, with its cause and what they asked for."""
    hands, moves, fault = row.strip().split(" | ")
    log = stacked(hands.replace("FIRST", _FIRST), moves, seats=3)
    found = []
    for one in reviewed(log, 3).faults:
        asked = "-" if one.kind == "unasked_play" else names(log, one.asked)
        shown_at = "-" if one.shown_at is None else one.shown_at
        found.append(" ".join(map(str, (*one[:5], one.place.age, one.cause, asked, shown_at))))
    assert found == ([] if fault == "-" else [fault]), what


def test_a_pass_is_no_call_any_more() -> None:
    """Who passes over a blind play is not asked for it again."""
    log = stacked(f"{_FIRST} g4 y4 g4 b3 r1 y4 y3 g3 b3 r2", "c2:red d5 d10 d0", seats=3)
    turns = reviewed(log, 3).turns
    assert [[ask.blind for ask in turns[number].expected] for number in (1, 4)] == [[True], []]


def test_a_play_that_was_asked_for_before() -> None:
    """A play that an earlier clue asks for may come before a blind one."""
    log = stacked(f"{_FIRST} g4 y1 g4 b3 r1 y4 y3 g3 b3 r2", "c1:yellow c0:3 c0:4 c2:red p6", seats=3)
    assert not [fault for fault in reviewed(log, 3).faults if fault.version == 5]


# What the last turn means. Below it the level, the hands and the moves, and the meaning: of a clue its kind, of a play
# also the version of the clue that called for it.
MEANINGS = """
a two needs a save if no other seat holds a copy
    1 | FIRST y4 y3 g3 b3 y4 r2 g4 g4 b3 w1 | c1:4 c2:4 c1:4 c2:2 | save
it needs none if one does, and does not discard it next
    1 | FIRST y4 y3 g3 b3 r2 r2 g4 g4 b3 w1 | c1:4 c2:4 c1:4 c2:2 | unexplained
a clue that shows a card to be none of those that it was taken for, before it is about to play
    3 | FIRST g1 y4 g1 b3 r4 b3 | c1:green p5 c1:1 | fix
a clue that tells of no card to play or keep, with all tokens
    1 | FIRST r3 y4 r3 g1 y3 | c1:4 | stall
without a chop
    1 | FIRST r3 y4 r3 g1 y3 | c1:green c0:3 c1:red c0:4 c1:4 | stall
when one may discard
    1 | FIRST r3 y4 r3 g1 y3 | c1:green c0:4 c1:4 | unexplained
about a card that its seat passed over
    1 | FIRST r3 y4 r3 g1 y3 | c1:green c0:4 c1:1 | tempo
the color of a card that fits
    1 | FIRST r1 y4 r3 g1 r3 y4 | c1:1 p5 c1:green | fill_in
again
    1 | FIRST r1 y4 r3 g1 r3 y4 | c1:1 p5 c1:1 | stall
the color of a card that does not fit
    1 | FIRST g4 r4 y5 w5 r3 | c1:5 c0:4 c1:yellow | fill_in
about a card that is known
    1 | FIRST g4 r4 y5 w5 r3 | c1:5 c0:4 c1:yellow c0:3 c1:yellow | stall
a play follows the last clue that asked for it, not the one that touched the card before
    3 | FIRST g4 y4 r2 b3 r1 y4 y3 g3 b3 g4 | c1:red p9 c1:2 d0 p7 | called_play 3
it follows the clue that first asked for it, not one that repeats it
    1 | FIRST r1 y4 r3 g1 r3 y4 | c1:1 p5 c1:1 p8 | called_play 1
a clue that only saves a card does not ask to play it
    3 | FIRST r2 y4 g4 b3 r1 | c1:2 c0:blue c1:red p9 d0 p5 | called_play -1
"""


@in_one_test(("what", "row"), zip(*[iter(MEANINGS.strip().splitlines())] * 2, strict=True))
def test_meanings(what: str, row: str) -> None:
    """The last turn means what it should, and is a stall only if its giver cannot discard."""
    level, hands, moves, expected = row.strip().split(" | ")
    cards = hands.replace("FIRST", _FIRST)
    turn = reviewed(stacked(cards, moves, seats=len(cards.split()) // 5), int(level)).turns[-1]
    assert turn.meaning is not None
    cause = [turn.meaning.cause] if isinstance(turn.meaning, ActMeaning) else []
    assert " ".join(map(str, (turn.meaning.kind, *cause))) == expected, what
    assert turn.explained is (expected != "unexplained") or isinstance(turn.meaning, ActMeaning)


# Turns of games that the service ships: the game, the level and the turn, and what it means.
SHIPPED = [
    # Near the end, a clue is a stall that says nothing new about a card that is known to fit, or about a useless card.
    (1, 3, 52, {"kind": "stall", "codes": 0}),
    (26, 1, 44, {"kind": "stall", "codes": 0}),
    # A chop move that keeps a card which is needed is one, near the end too.
    (29, 4, 34, {"kind": "trash_chop_move", "moved": (19,)}),
    # In the last round, a play without a call refutes no clue.
    (19, 3, 53, {"kind": "own_play", "misfits": True}),
]


@pytest.mark.parametrize(("game", "level", "turn", "expected"), SHIPPED)
def test_turns_of_shipped_games(game: int, level: int, turn: int, expected: dict[str, object]) -> None:
    """A turn means what it should, is explained, and refutes nothing."""
    found = reviewed(shipped(game), level).turns[turn]
    assert {name: getattr(found.meaning, name) for name in expected} == expected
    assert found.explained is not False and found.refuted == ()


def shipped(game: int) -> Log:
    """Return a game that the service ships, by its place."""
    log, _ = list(shipped_puzzles.games().values())[game].read()
    return log


@pytest.mark.parametrize(("hand", "asked"), [("b4 b3 r4 y4", ["save"]), ("g1 b3 r4 y4", [])])
def test_who_has_a_clue_to_give(hand: str, asked: list[str]) -> None:
    """Nobody has to save the chop of a seat that has a clue to give, before the first discard."""
    log = stacked(f"w4 w4 w3 b4 g4 y4 g3 r4 r5 y3 g3 w3 {hand}", "c1:4", seats=4)
    assert [ask.kind for ask in reviewed(log, 1).turns[-1].expected] == asked


def test_two_cards_are_not_both_the_last_copy() -> None:
    """Of two cards that seem to be the same one, of which one copy is left, the one that is promised is played."""
    table = Reader(real_game().deal.rules.palette, 2, 0, 3).table
    table.left[0] = 1
    for card in range(2):
        table.draw(0, card, -1)
        table.held[card].touched, table.held[card].inferred, table.held[card].promised = True, 1, card == 1
    assert [ask.card for ask in expected(table, 0, may_clue=False, may_discard=False)] == [1]
    assert [(one.plays, one.codes & 1) for one in thoughts_of(table, 0)] == [(False, 0), (True, 1)]


def test_two_misplays() -> None:
    """A misplay of another card than that of a broken promise is a fault of its own."""
    log = stacked(f"{_FIRST} r4 y4 g4 b3 w3 r3 y3 g3 b3 y4", "c1:white p9 p10", seats=3)
    found = [(fault.kind, fault.card, fault.shown_at) for fault in reviewed(log, 3).faults]
    assert found == [("broken_promise", 9, 2), ("unasked_play", 10, 3)]


@pytest.mark.parametrize(
    ("hands", "moves", "value"),
    [
        (f"{_FIRST} y1 g3 g4 b3 r1 y4 y3 g3 b3 r2", "c1:red p9 c1:1", "yellow"),
        ("y1 w4 w3 b4 b4 r1 g3 g4 b3 r2 r2 y3 g3 b3 w4", "c2:2 c0:1 d11 c1:red", "1"),
        (f"{_FIRST} g4 y4 g4 b3 r1 r5 y3 g3 b3 r2", "p0", None),
    ],
)
def test_the_better_clue(hands: str, moves: str, value: str | None) -> None:
    """The fault of a clue that touches a card for nothing names the clue that says the same without it."""
    (fault,) = reviewed(stacked(hands, moves, seats=3), 3).faults
    assert fault.value_instead == value


def test_a_clue_that_touches_nothing() -> None:
    """It means nothing, and is no fault."""
    review = reviewed(stacked(f"{_FIRST} g4 y4 g4 b3 r1 y4 y3 g3 b3 r2", "c1:white", seats=3), 3)
    assert (review.turns[-1].meaning, review.turns[-1].explained, review.faults) == (None, None, ())


def test_what_is_no_turn() -> None:
    """A vote changes nothing in a review but the versions."""
    hands = f"{_FIRST} g4 y4 g4 b3 r1 y4 y3 g3 b3 r2"
    plain, voted = [reviewed(stacked(hands, moves, seats=3), 3) for moves in ("c2:red p9 p14", "c2:red 0:v+ p9 p14")]
    assert [turn.version for turn in voted.turns] == [0, 1, 3, 4]
    assert [(turn.seat, turn.hands) for turn in voted.turns] == [(turn.seat, turn.hands) for turn in plain.turns]


def test_what_turns_meant() -> None:
    """In a real game, clues and plays mean what the players then did."""
    log = real_game()
    turns = reviewed(log, 3).turns
    clue, blind = turns[14].meaning, turns[15].meaning
    assert isinstance(clue, ClueMeaning)
    assert (clue.kind, clue.seat, clue.place, names(log, clue.codes)) == ("play", 2, (2, 4), "b3")
    assert [(link.seat, names(log, 1 << link.code), link.how) for link in clue.readings[0].links] == [
        (2, "b1", "known"),
        (0, "b2", "finesse"),
    ]
    assert isinstance(blind, ActMeaning)
    assert (blind.kind, blind.cause) == ("blind_play", 13)
    assert [(ask.kind, ask.seat, ask.card, ask.cause) for ask in turns[15].expected] == [("play", 0, 20, 14)]


def test_a_refuted_clue() -> None:
    """A card that refutes the last reading of a clue takes it back."""
    assert reviewed(shipped(43), 5).turns[37].refuted == (36,)


def test_a_card_that_is_filled_in() -> None:
    """A clue that touches only useless cards anew is about the card that it shows to fit."""
    clue = reviewed(real_game(), 3).turns[44].meaning
    assert isinstance(clue, ClueMeaning)
    assert (clue.kind, clue.place, names(real_game(), clue.codes)) == ("tempo", (4, 2), "y2")


def test_a_five_beside_a_useless_chop() -> None:
    """Who sees that a 5's chop move keeps a useless card means the five to be played."""
    turn = reviewed(real_game(), 4).turns[39]
    assert isinstance(turn.meaning, ClueMeaning)
    assert (turn.meaning.kind, names(real_game(), turn.meaning.codes), turn.meaning.moved) == ("play", "b5", ())
    assert turn.heard is not None
    assert turn.heard.kind == "fives_chop_move"
    assert turn.explained


def test_focus_of_ones() -> None:
    """From level 3 on, a clue to ones is about the one that is played first."""
    log = stacked(f"{_FIRST} r3 y1 r3 g1 y3", "c1:1")
    clues = [reviewed(log, level).turns[1].meaning for level in (2, 3)]
    assert [clue.place.slot for clue in clues if isinstance(clue, ClueMeaning)] == [2, 4]


def test_two_seats() -> None:
    """Two people whose clues are explained follow the conventions without a blind play, unlike three."""
    review = reviewed(stacked(f"{_FIRST} r1 y4 r3 g1 r3 y4", "c1:1 p5 c1:1 p8"), 1)
    wrong = [review.turns[1]._replace(explained=False)] * 2
    assert review._replace(turns=review.turns + (review.turns[1],) * 18 + tuple(wrong)).fits
    assert not review._replace(turns=review.turns + (review.turns[1],) * 8 + tuple(wrong)).fits


def test_a_card_that_was_saved_and_could_have_been_another() -> None:
    """A clue that may ask to play other cards does not ask for the card that it saves."""
    turns = reviewed(shipped(0), 2).turns
    clue, play = turns[11].meaning, turns[36].meaning
    assert isinstance(clue, ClueMeaning)
    assert isinstance(play, ActMeaning)
    assert (clue.kind, clue.card, play.kind, play.cause) == ("save", play.card, "called_play", -1)


def test_discard_for_a_token() -> None:
    """Who discards when there is no clue token may play a called card later."""
    log = read(real("variants/hanab_live_149251.json")).log
    assert reviewed(log, 2).faults == ()


def test_last_round() -> None:
    """In the last round, nobody is asked to discard."""
    assert {ask.kind for turn in reviewed(shipped(2), 3).turns[56:] for ask in turn.expected} == {"play"}


def test_how_well_levels_explain() -> None:
    """A level explains some clues, and the best fit is the lowest of those that explain the most."""
    reviews = [reviewed(real_game(), level) for level in LEVELS]
    found = [review.share for review in reviews]
    assert [share.explained for share in found] == [18, 20, 20, 20, 20]
    assert {share.clues for share in found} == {20}
    assert best_fit(reviews) == reviews[1]
    assert best_fit([reviews[1], reviews[2]._replace(faults=())]).level == 3  # a fault may be a convention
    play = reviews[1].turns[15]
    assert isinstance(play.meaning, ActMeaning)
    unasked = play._replace(meaning=play.meaning._replace(kind="own_play"))
    turns = (*reviews[1].turns[:15], unasked, *reviews[1].turns[16:])
    assert best_fit([reviews[1]._replace(turns=turns, faults=()), reviews[2]]).level == 3  # so may a play
    assert found[1].fits


def test_players_with_other_conventions() -> None:
    """If nobody plays blind because of a clue, the players have simpler agreements, which explain many clues too."""
    fit = reviewed(real_game(), 2)
    plain = [turn for turn in fit.turns if getattr(turn.meaning, "kind", None) != "blind_play"]
    wrong = [turn._replace(explained=False) for turn in plain if turn.explained][:2]
    assert fit.fits
    low = fit._replace(turns=(*plain, *wrong))
    assert low.share.fits
    assert not low.fits
    assert not fit._replace(turns=fit.turns[:1]).fits  # nobody gave a clue


def test_a_bluff() -> None:
    """A clue that makes the next seat play a card that fits, although it needs another one, may be a bluff."""
    for level in (2, 5):
        turns = reviewed(real_game(), level).turns
        clue, play = turns[10].meaning, turns[11].meaning
        assert isinstance(clue, ClueMeaning)
        assert isinstance(play, ActMeaning)
        assert (clue.kind, names(real_game(), clue.codes), turns[10].explained) == ("bluff", "g4", True)
        assert (play.kind, play.cause, play.bluffed) == ("blind_play", 10, True)
        held = next(thought for thought in turns[11].hands[2] if thought.card == clue.card)
        assert names(real_game(), held.codes) == "g4"


@pytest.mark.parametrize(
    ("hand", "moves", "codes"),
    [
        pytest.param("g4 y4 g4 b3 b1", "c2:red p9", "r2", id="as seen by its receiver"),
        pytest.param("g4 y4 g4 b3 r1", "c2:red p9", "r2", id="that is a finesse"),
        pytest.param("g4 y4 g4 b3 b4", "c2:red p9", "r1 r2 r3 r4 r5", id="that does not fit"),
    ],
)
def test_a_blind_play_after_a_clue(hand: str, moves: str, codes: str) -> None:
    """A blind play right after a clue tells its receiver that one more card was needed."""
    log = stacked(f"w4 w4 w3 w2 w2 {hand} y4 y3 g3 b3 r2", moves, seats=3)
    held = next(thought for thought in reviewed(log, 2).turns[-1].hands[2] if thought.card == 14)
    assert names(log, held.codes) == codes


def test_a_blind_play_for_an_older_clue() -> None:
    """A blind play that an older clue asked for says nothing of the last clue."""
    log = stacked("w4 g4 y2 b4 g4 y4 b3 r2 y4 y3 b3 r1 w4 g3 g3 y1", "c1:red c0:yellow p11", seats=4)
    turn = reviewed(log, 2).turns[-1]
    assert isinstance(turn.meaning, ActMeaning)
    assert (turn.meaning.kind, turn.meaning.cause) == ("blind_play", 1)
    assert [(ask.kind, ask.card, ask.cause) for ask in turn.expected] == [("play", 15, 2)]


def test_a_bluff_with_a_needed_card_elsewhere() -> None:
    """Who plays another card blind than a clue called it for was bluffed, and keeps the focus in mind."""
    log = stacked("w4 w4 w3 w2 w2 g4 y4 g4 b3 b1 y4 y3 g3 b3 r2", "c2:red p9", seats=3)
    held = next(thought for thought in reviewed(log, 2).turns[-1].views[1].hands[2] if thought.card == 14)
    assert names(log, held.codes) == "r2"


@pytest.mark.parametrize(
    ("hands", "moves", "level", "kind", "card"),
    [
        pytest.param("g4 y4 g4 b3 r1 y4 y3 g3 b3 r1", "c1:red d9", 1, "gentleman_discard", "r1", id="fits"),
        pytest.param(
            "y2 w3 g4 b3 b4 y4 y3 g3 b3 y2", "c1:2 c0:4 c0:3 c1:yellow d5", 3, "baton_discard", "y2", id="waits"
        ),
    ],
)
def test_what_a_discard_tells(hands: str, moves: str, level: int, kind: str, card: str) -> None:
    """Who has the copy of a discarded card that its seat knew is told so."""
    log = stacked(f"w4 w4 r3 w1 w1 {hands}", moves, seats=3)
    turn = reviewed(log, level).turns[-1]
    assert isinstance(turn.meaning, ActMeaning)
    assert turn.meaning.kind == kind
    for view in turn.views:
        held = next(thought for thought in view.hands[2] if thought.card == 14)
        assert (names(log, held.codes), held.called) == (card, True)


def test_a_card_that_is_passed_on() -> None:
    """Who discards a useful card that it knows passes it on to a seat with a copy, which plays that blind."""
    turns = reviewed(real_game(), 2).turns
    act, play = turns[13].meaning, turns[15].meaning
    assert isinstance(act, ActMeaning)
    assert isinstance(play, ActMeaning)
    assert (act.kind, play.kind, play.cause) == ("gentleman_discard", "blind_play", 13)


@in_one_test("version", [9, 14, 20, 33])
def test_two_worlds(version: int) -> None:
    """What a seat should know and do does not depend on cards that it has not seen."""
    past = real_game().until(version)
    random = Random(version)
    exchanged = 0
    for seat in range(3):
        other = past._replace(deck=resampled(past, seat, random.randrange))
        exchanged += other.deck != past.deck
        for mine, theirs in zip(reviewed(past, 5).turns, reviewed(other, 5).turns, strict=True):
            assert mine.hands[seat] == theirs.hands[seat]
            if mine.seat == seat:
                assert mine.meaning == theirs.meaning
            if mine.to_move == seat:
                assert mine.expected == theirs.expected
            assert mine.views[seat] == theirs.views[seat]
    assert exchanged
