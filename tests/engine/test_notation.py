"""The notation: round trips, errors with their place, and the docs' examples."""

import re
from pathlib import Path

import pytest

from engine.commands import (
    CastAbortVote,
    Command,
    Discard,
    GiveColorClue,
    GiveRankClue,
    Play,
    ReorderHand,
    Say,
    TurnCards,
    WithdrawAbortVote,
)
from engine.decide import decide
from engine.events import ClockChanged, GameAborted, Log, as_command
from engine.fold import evolve, fold, steps
from engine.formats.notation.games import read_game, read_written, write_game
from engine.formats.notation.moves import read_move, write_move
from engine.formats.notation.positions import read_position, write_position
from engine.formats.notation.words import NotationError
from engine.rules import OPTIONS, Rules
from engine.wording import Wording
from tests.engine.random_games import games_of
from tests.engine.rows import Row, check, rows
from tests.engine.variant_games import every_game, logs_of
from tests.rows import in_one_test

DOCS = (Path(__file__).parents[2] / "docs" / "notation.md").read_text()


def blocks(kind: str) -> list[str]:
    """Return the examples of one kind in the docs."""
    return re.findall(rf"```{kind}\n(.*?)```", DOCS, re.DOTALL)


def lines(kind: str) -> list[str]:
    """Return the lines of all examples of one kind."""
    return [line for block in blocks(kind) for line in block.splitlines()]


def same_log(log: Log, other: Log) -> bool:
    """Return True if two logs are equal, including types of events."""
    return log == other and list(map(type, log.events)) == list(map(type, other.events))


# Examples of the docs.


@in_one_test("line", lines("moves"))
def test_moves_of_the_docs(line: str) -> None:
    """Each move of the docs is read, and written unchanged."""
    word = re.split("  +", line)[0]
    assert write_move(read_move(word)) == word


@in_one_test("line", lines("positions"))
def test_positions_of_the_docs(line: str) -> None:
    """Each position of the docs is read, and written unchanged."""
    assert write_position(read_position(line)) == line


@pytest.mark.parametrize("text", blocks("game"))
def test_games_of_the_docs(text: str) -> None:
    """Each game of the docs is legal, and written unchanged without comments."""
    log = read_game(text)
    assert write_game(log) == re.sub("#.*\n", "", text)
    state = fold(log.until(0))
    for event in log.later:
        assert not isinstance(event, GameAborted | ClockChanged)
        assert decide(state, event.seat, as_command(event)) == event
        state = evolve(state, event)
    assert state.ending is not None


@in_one_test("row", [row for block in blocks("rows") for row in rows(block)])
def test_rows_of_the_docs(row: Row) -> None:
    """Each row of the docs holds."""
    check(row)


@in_one_test("line", lines("refused"))
def test_refusals_of_the_docs(line: str) -> None:
    """Each invalid text of the docs is refused at the stated place."""
    text, place, _ = line.split(" | ")
    with pytest.raises(NotationError) as error:
        read_position(text.rstrip())
    assert isinstance(error.value.reason, Wording)
    assert f"{error.value.line}:{error.value.column}" == place.strip()


def test_options_of_the_docs() -> None:
    """The docs list the base options in the written order."""
    listed = re.search(r"\n\n(    edition=.*?)\n\n", DOCS, re.DOTALL)
    assert listed is not None
    base = Rules()
    words = [f"{name}={str(getattr(base, name)).lower()}" for name in ("edition", *OPTIONS) if name != "finale_loss"]
    assert listed[1].split() == words


# Moves.

MOVES: list[tuple[str, Command]] = [
    ("p0", Play(0)),
    ("p12", Play(12)),
    ("p-1", Play(-1)),
    ("p12=red", Play(12, "red")),
    ("p12=multicolor", Play(12, "multicolor")),
    ("p1=purple", Play(1, "purple")),
    ("d999999999", Discard(999_999_999)),
    ("c2:red", GiveColorClue(2, "red")),
    ("c-1:multicolor", GiveColorClue(-1, "multicolor")),
    ("c2:3", GiveRankClue(2, 3)),
    ("c12:-7", GiveRankClue(12, -7)),
    ("o3", ReorderHand((3,))),
    ("o4,3,7,0", ReorderHand((4, 3, 7, 0))),
    ("o-", ReorderHand(())),
    ("t3=left", TurnCards((3,), "left")),
    ("t4,3=upside_down", TurnCards((4, 3), "upside_down")),
    ("s", Say(None, None)),
    ("s:no-information", Say("no-information", None)),
    ("s:no-information=3", Say("no-information", None, (3,))),
    ("s=7,3", Say(None, None, (7, 3))),
    ('s:"What?"=7"x"', Say("What?", "x", (7,))),
    ('s:"What?"', Say("What?", None)),
    ('s:""', Say("", None)),
    ('s""', Say(None, "")),
    ('s"a b; c / d | e"', Say(None, "a b; c / d | e")),
    (r's"\"\\\n\t"', Say(None, '"\\\n\t')),
    ('s"Grüße 🎆"', Say(None, "Grüße 🎆")),
    (r's"\u2028\ud800\u202e\u0085"', Say(None, "\u2028\ud800\u202e\u0085")),
    ('s:no-information"x"', Say("no-information", "x")),
    ("v+", CastAbortVote()),
    ("v-", WithdrawAbortVote()),
]


@in_one_test(("word", "command"), MOVES)
def test_moves(word: str, command: Command) -> None:
    """Each move has its word."""
    assert write_move(command) == word
    assert read_move(word) == command
    assert type(read_move(f" {word}\t")) is type(command)


INVALID_MOVES = {
    "": 1,
    "p": 1,
    "p01": 1,
    "p-0": 1,
    "p1234567890": 1,
    "p١": 1,
    "p1 p2": 4,
    "p1=r": 1,
    "p1=violet": 1,
    "d1=red": 1,
    "c:3": 1,
    "c1:": 1,
    "o": 1,
    "o1,,2": 1,
    "o1 ,2": 4,
    "s:": 1,
    "s:What?": 1,
    's"x': 2,
    's"x"y': 1,
    r's"\x"': 1,
    's"\t"': 1,
    's"a\nb"': 4,
    "v*": 1,
    "1:v+": 1,
    "p1\n": 3,
    "aborted:idle": 1,
}


@in_one_test(("word", "column"), INVALID_MOVES.items())
def test_invalid_moves(word: str, column: int) -> None:
    """An invalid move is refused at the faulty word."""
    with pytest.raises(NotationError) as error:
        read_move(word)
    assert isinstance(error.value.reason, Wording)
    assert (error.value.line, error.value.column) == (1, column)
    assert str(error.value) == f"line 1, column {column}: {error.value.reason}"


# Positions.

# Two ways to write a position; the second is canonical.
EQUAL_POSITIONS = [
    ("hands 0:r1 1:y1/2:g1 ; fireworks 3:b1 4:b2", "hands r1 y1 / g1; fireworks b2"),
    ("hands r1 / g1; fireworks b1 b2 w1; discards r2", "hands r1 / g1; fireworks b2 w1; discards r2"),
    ("hands r1 / g1; fireworks w1 b1", "hands r1 / g1; fireworks 3:b1 2:w1"),
    ("hands r1 / g1; fireworks 5:r1 2:r2 r3 r4", "hands r1 / g1; fireworks 5:r1 2:r2 r4"),
    ("hands r1 / g1; fireworks 2:r1 r2 r3+3 r4", "hands r1 / g1; fireworks r2 r3+3 r4"),
    ("hands r1 / g1=g12g3", "hands r1 / g1-rybw45"),
    ("hands r1+1r / g1-", None),
    ("hands r1+r1-yg23 / g1-r", "hands r1+r1 / g1-r"),
    ("rules; hands r1 / g1", None),
    ("rules multicolor=none; hands r1 / g1; tokens 8; strikes 0; to_move 0; turn 0", "hands r1 / g1"),
    ("rules starting_seat=0 edition=nl; hands r1 / g1", "rules edition=nl starting_seat=0; hands r1 / g1"),
    ("hands r1 / g1; reorders 0 0; remarks 0 0", "hands r1 / g1"),
    ("hands r1 / g1; votes 1 0 1; clued 1 1", "hands r1 / g1; votes 0 1; clued 1"),
    ("hands r1 / g1; turned 1=left 0=right 1=upside_down", "hands r1 / g1; turned 0=right 1=upside_down"),
    ("hands r1 / g1; turn 3; version 3", "hands r1 / g1; turn 3"),
    ("hands r1 / g1; version 3", "hands r1 / g1; version 3"),
]


@in_one_test(("text", "canonical"), [pair for pair in EQUAL_POSITIONS if pair[1]])
def test_equal_positions(text: str, canonical: str) -> None:
    """Other forms of a position are read, and written canonically."""
    assert read_position(text) == read_position(canonical)
    assert write_position(read_position(text)) == canonical


def test_the_default_deck() -> None:
    """Without a deck section, the deck has the remaining cards in order.

    Any other deck is written.
    """
    state = read_position("rules multicolor=five; hands r1 r1 / r2; fireworks m2; discards r1")
    assert [f"{suit[0]}{rank}" for suit, rank in state.deck[6:12]] == ["r2", "r3", "r3", "r4", "r4", "r5"]
    assert state.deck_size == 49
    assert "deck" not in write_position(state)
    reversed_deck = state._replace(deck=(*state.deck[:6], *state.deck[:5:-1]))
    assert "; deck m5 m4 m3 w5 w4" in write_position(reversed_deck)
    assert read_position(write_position(reversed_deck)) == reversed_deck


def test_an_empty_default_deck() -> None:
    """If all cards are elsewhere, the deck is empty without a section."""
    log = games_of(0)[0]
    cards = " ".join(f"{suit[0]}{rank}" for suit, rank in fold(log).deck)
    rules = "rules ending=grand_finale finale_loss=strikes_only multicolor=wild_ten; "
    assert read_position(f"{rules}hands {cards} / -").deck_size == 0
    assert "deck" not in write_position(read_position(f"{rules}hands {cards} / -; deck -"))


FRONT = "hands r1 y1 / g1 b1"
ALTERNATING = 'rules variant="Alternating Clues (5 Suits)"'

# Invalid positions, the column and part of the reason.
INVALID_POSITIONS = {
    "": (1, "section"),
    "hands": (1, "content"),
    "r1 / g1": (1, "one of rules, ruleset, hands"),
    "tokens 5": (1, "hands is missing"),
    ";hands r1 / g1": (1, "section"),
    f"{FRONT};": (21, "section"),
    f"{FRONT} / b1 / y1 / w1 / r2": (1, "only edition hanab_live has 6 hands"),
    f"{FRONT}; {FRONT}": (22, "one of fireworks"),
    f"{FRONT}; ended aborted idle; tokens 5": (42, "nothing can follow"),
    f"{FRONT}\n": (20, "must end"),
    f"{FRONT}; deck \x0b": (27, "card"),
    "hands r1": (1, "2 to 6"),
    "hands r1 / r1 / r1 / y1 / y1 / y1 / g1": (1, "2 to 6"),
    "hands r1 / / g1": (1, "written -"),
    "hands r1 - / g1": (10, "card"),
    "hands r0 / g1": (7, "card"),
    "hands r1+ / g1": (7, "card"),
    "hands r1+x / g1": (7, "no x clue"),
    "hands r1+r6 / g1": (7, "card"),
    "hands r1-r+r / g1": (7, "card"),
    "hands 01:r1 / g1": (7, "card"),
    "hands 5:r1 / 0:g1": (7, "ids are 0 to 1"),
    "hands r1 / 0:g1": (12, "twice"),
    "hands r1 / g1+y": (12, "no clues leave"),
    "hands r1 / g1=g1r23": (12, "no clues leave"),
    "hands r1 / g1-x": (12, "no suit x"),
    "hands r1 / g1+m": (12, "no multicolor clue"),
    "rules multicolor=wild_ten; hands r1 / m1+m": (39, "no multicolor clue"),
    "hands r1 / m1": (12, "a letter of rygbw"),
    "hands r1 r1 / r1 r1": (18, "more cards r1 than the 3"),
    "hands r1 / r1; fireworks r1; discards r1": (39, "more cards r1 than the 3"),
    "hands r1 / g1; deck g5 g5": (24, "more cards g5 than the 1"),
    "hands r1 / g1; deck 7:g5": (21, "card"),
    "hands r1 / g1; fireworks r3 r3": (29, "goes on with 4"),
    "hands r1 / g1; fireworks r5 r4": (29, "complete"),
    "hands r1 / g1; fireworks r1 y1 r2": (32, "stand together"),
    "hands r1 / g1; fireworks -": (26, "card"),
    "hands r1 / g1; discards x": (25, "card"),
    "hands r1 / g1; tokens 9": (23, "0 to 8"),
    "rules clue_tokens=2; hands r1 / g1; tokens 3": (44, "0 to 2"),
    "hands r1 / g1; tokens 5 6": (25, "one word"),
    "hands r1 / g1; tokens x": (23, "0 to 8"),
    "hands r1 / g1; tokens 05": (23, "0 to 8"),
    "hands r1 / g1; tokens ٥": (23, "0 to 8"),
    "hands r1 / g1; to_move 2": (24, "0 to 1"),
    "hands r1 / g1; turns_left 1": (16, "last round"),
    "hands r1 / g1; deck -": (1, "last round"),
    "hands r1 / g1; deck -; turns_left 3": (35, "0 to 2"),
    "rules ending=grand_finale finale_loss=strikes_only; hands r1 / g1; deck -; turns_left 1": (76, "last round"),
    "hands r1 / g1; turn 1000000000": (21, "0 to 999999999"),
    "hands r1 / g1; votes 2": (22, "0 to 1"),
    "hands r1 / g1; reorders 1": (16, "each of the 2"),
    "hands r1 / g1; ended": (16, "content"),
    "hands r1 / g1; ended strikeout lost": (16, "won, lost"),
    "hands r1 / g1; to_move 1; ended lost strikeout": (16, "nobody"),
    "hands r1 / g1; half_token 1": (16, "no half tokens"),
    "hands r1 / g1; face_down 0": (16, "no cards face down"),
    "hands r1 / g1; turned 2=left": (23, "a card in a hand"),
    "hands r1 / g1; turned 1=upright": (23, "a card in a hand"),
    "hands r1 / g1; last_clue color": (26, "do not limit"),
    f"{ALTERNATING}; hands r1 / g1; last_clue hue": (71, "color or rank"),
    f"{ALTERNATING} multicolor=five; hands r1 / g1": (45, "either a variant or a choice of multicolor"),
    'rules variant="Fog (5 Suits)"; hands r1 / g1': (7, "variant of hanab.live"),
    "rules foo=1; hands r1 / g1": (7, "option"),
    "rules multicolor; hands r1 / g1": (7, "one of none"),
    "rules clue_tokens=21; hands r1 / g1": (7, "one of 8"),
    "rules edition=xx; hands r1 / g1": (7, "one of de"),
    "rules starting_seat=2; hands r1 / g1": (7, "0 to 1"),
    "rules edition=de edition=de; hands r1 / g1": (18, "twice"),
    "rules ending=grand_finale; hands r1 / g1": (7, "both or neither"),
    'hands r1 / g1 "': (15, "quoted"),
}


@in_one_test(("text", "refusal"), INVALID_POSITIONS.items())
def test_invalid_positions(text: str, refusal: tuple[int, str]) -> None:
    """An invalid position is refused at the faulty word, with the reason."""
    with pytest.raises(NotationError) as error:
        read_position(text)
    assert isinstance(error.value.reason, Wording)
    assert (error.value.line, error.value.column) == (1, refusal[0]), error.value.reason
    assert refusal[1] in error.value.reason


def test_a_position_can_need_a_deck() -> None:
    """Then the hands are at fault, unless the deck is written."""
    assert read_position(f"{FRONT}; deck w1", needs_deck=True).deck_size == 1
    with pytest.raises(NotationError, match="line 1, column 1: the position must have a deck"):
        read_position(FRONT, needs_deck=True)


@every_game
def test_every_position_is_read_as_it_was_written(n: int) -> None:
    """Reading a written state or game returns the same one."""
    for log in logs_of(n)[n % 2 :: 2]:
        for state in list(steps(log))[n % 6 :: 6]:
            text = write_position(state)
            assert "\n" not in text
            read = read_position(text)
            assert read == state
            assert write_position(read) == text
        written = write_game(log)
        again = read_game(written)
        assert same_log(again, log)
        assert write_game(again) == written


# Games.

GAME = write_game(games_of(2)[0])
HEAD = GAME[: GAME.index("\n1 ") + 1]


def test_a_line_has_ten_events() -> None:
    """The lines of events begin with every tenth version."""
    numbers = [int(line.split()[0]) for line in GAME.splitlines() if line[0].isdigit()]
    assert numbers == list(range(1, len(games_of(2)[0].events), 10))


def test_comments_blanks_and_breaks() -> None:
    """Comments, empty lines, extra blanks and other line breaks are ignored."""
    log = read_game(GAME)
    words = [word for line in GAME.splitlines() if line[0].isdigit() for word in line.split()[1:]]
    event_per_line = HEAD + "".join(f"{version} {word}\r\n\n# {word}\n" for version, word in enumerate(words, 1))
    assert same_log(read_game(event_per_line), log)
    assert same_log(read_game(f'\n\n# "\n  {HEAD.replace(" ", "  ")}\t1 {" ".join(words)}'), log)


DEAL = "hanabi 1\nseats 2\nstart 0\n"
CARDS = "deck " + " ".join(f"{suit}{rank}" for suit in "rygbw" for rank in "1112233445")

NAMES = ["Ada", 'say "cheese"', "a;b / c # d", "\u2028\u202e", "é\t\n\\", "1 p0"]


@in_one_test("name", NAMES)
def test_players_and_places(name: str) -> None:
    """A written game has players' names and places of events."""
    log = games_of(2)[0]
    players = [name] * log.deal.seats
    text = write_game(log, players)
    read = read_written(text)
    assert same_log(read.log, log) and list(read.players) == players
    lines = text.split("\n")
    assert len(read.places) == len(log.events)
    for version, (line, column) in enumerate(read.places):
        word = lines[line - 1][column - 1 :].split()[0]
        assert word == "deck" if version == 0 else word in lines[line - 1].split()[1:]
    assert read_written(write_game(log)).players == ()


# Invalid games, the line, the column and part of the reason.
INVALID_GAMES = {
    "": (1, 1, "hanabi is missing"),
    "# nothing": (1, 1, "hanabi is missing"),
    "hanabi 3\n": (1, 8, "1 to 2"),
    "hanabi\n": (1, 1, "content"),
    "hanabi 1\nstart 0\n": (1, 1, "seats is missing"),
    "hanabi 1\nseats 1\n": (2, 7, "2 to 6"),
    "hanabi 1\nseats 2\n": (1, 1, "start is missing"),
    "hanabi 1\nseats 6\nstart 0\n": (2, 1, "only edition hanab_live has 6 seats"),
    "hanabi 1\nseats 2\nstart 2\n": (3, 7, "0 to 1"),
    "seats 2\nhanabi 1\n": (2, 1, "one of players, start"),
    "hanabi 1\nseats 2\nplayers Ada Eva\n": (3, 9, "quoted"),
    'hanabi 1\nseats 2\nplayers "Ada"\n': (3, 1, "2 seats"),
    'hanabi 1\nseats 2\nplayers "Ada" "\\ud"\n': (3, 15, "JSON"),
    'hanabi 1\nseats 2\nplayers "Ada" ""\n': (3, 15, "1 to 40"),
    'hanabi 1\nseats 2\nplayers "\\u0000" "Ada"\n': (3, 9, "NUL"),
    'hanabi 1\nseats 2\nplayers "\\ud800" "Ada"\n': (3, 9, "pair"),
    f"{DEAL}": (1, 1, "deck is missing"),
    f"{DEAL}deck r1 y1\n": (4, 1, "2 cards where the rules have 50"),
    f"{DEAL}{CARDS} w5\n": (4, 1, "51 cards where the rules have 50"),
    f"{DEAL}{CARDS[:-2]}m5\n": (4, 153, "a letter of rygbw"),
    f"{DEAL}{CARDS[:-2]}w1\n": (4, 1, "white 1"),
    f"{DEAL}rules multicolor=five\n{CARDS}\n": (5, 1, "50 cards where the rules have 55"),
    f"{DEAL}rules foo=1\n{CARDS}\n": (4, 7, "option"),
    f"{DEAL}commitment {'A' * 64}\n{CARDS}\n": (4, 12, "64 hex"),
    f"{DEAL}{CARDS}\ncommitment {'a' * 64}\n": (5, 1, "nothing can follow"),
    f"{DEAL}{CARDS}\n2 p0\n": (5, 1, "with 1"),
    f"{DEAL}{CARDS}\n1\n": (5, 1, "event must follow"),
    f"{DEAL}{CARDS}\n1 p0\n\n3 p1\n": (7, 1, "with 2"),
    f"{DEAL}{CARDS}\n1 p0\nseats 2\n": (6, 1, "with 2"),
    f"{DEAL}{CARDS}\n1 p0 x\n": (5, 6, "move"),
    f"{DEAL}{CARDS}\n1 p0 aborted:bored\n": (5, 6, "move"),
    f"{DEAL}{CARDS}\n1 p0 2:v+\n": (5, 6, "0 to 1"),
    f"{DEAL}{CARDS}\n1 1:aborted:idle\n": (5, 3, "move"),
    f"{DEAL}{CARDS}\n1 ; p0\n": (5, 3, "move"),
    f'{DEAL}{CARDS}\n1 p0 s"x\n"\n': (5, 7, "quoted"),
    f'{DEAL}{CARDS}\n1 s"\\ud"\n': (5, 3, "JSON"),
}


@in_one_test(("text", "refusal"), INVALID_GAMES.items())
def test_invalid_games(text: str, refusal: tuple[int, int, str]) -> None:
    """An invalid game is refused at the faulty word, with the reason."""
    with pytest.raises(NotationError) as error:
        read_game(text)
    assert isinstance(error.value.reason, Wording)
    assert (error.value.line, error.value.column) == refusal[:2], error.value.reason
    assert refusal[2] in error.value.reason
