"""The independent table of hanab.live's variants: rows by hand, real games, and games with random turns.

Cards are written as two digits, the index of the suit in the variant and the rank (7 is START). A set of cards is
written as suits with their ranks, like "0:123 2:5".
"""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.engine.variant_facts import Front, composition, names
from tests.engine.variant_table import IllegalAction, VariantTable, play_export
from tests.rows import in_one_test, slow_unless

GAMES = Path(__file__).parents[1] / "games"
PLAY, DISCARD, COLOR, RANK, END, VOTE = range(6)
Turn = tuple[int, int, int]


def fronts(text: str) -> list[Front]:
    """Return cards written as two digits."""
    return [(int(part[0]), int(part[1])) for part in text.split()]


def cards(text: str) -> set[Front]:
    """Return a set of cards, written as suits with their ranks."""
    parts = [part.split(":") for part in text.split()]
    return {(int(suit), int(rank)) for suit, ranks in parts for rank in ranks}


def table_of(name: str, top: str = "", *, players: int = 2, bottom: str = "", **options: Any) -> VariantTable:
    """Return a table whose deck has some cards on its top and at its bottom, and the others in order between."""
    first, last = fronts(top), fronts(bottom)
    rest = composition(name) - Counter(first) - Counter(last)
    return VariantTable(name, players, [*first, *sorted(rest.elements()), *last], options)


def refused(table: VariantTable, *turn: int) -> str:
    """Return why a turn is not allowed."""
    with pytest.raises(IllegalAction) as why:
        table.act(*turn)
    return str(why.value)


def export_of(file: str) -> Any:
    """Return a real export."""
    return json.loads((GAMES / file).read_text(encoding="utf-8"))


@in_one_test(
    ("players", "options", "size"),
    [
        *((players, {}, size) for players, size in [(2, 5), (3, 5), (4, 4), (5, 4), (6, 3)]),
        (6, {"oneExtraCard": True}, 4),
        (6, {"oneLessCard": True}, 2),
        (2, {"oneExtraCard": True, "oneLessCard": True}, 5),
    ],
)
def test_hands(players: int, options: dict[str, Any], size: int) -> None:
    """Hands are dealt seat by seat."""
    table = table_of("3 Suits", players=players, **options)
    assert table.hands == [list(range(size * seat, size * (seat + 1))) for seat in range(players)]


@in_one_test(
    ("name", "stacks", "expected"),
    [
        ("No Variant", ["", "12", "12345", "", ""], ["1", "3", "", "1", "1"]),
        ("Reversed (3 Suits)", ["1", "", "543"], ["2", "1", "2"]),
        ("Reversed (3 Suits)", ["1", "", ""], ["2", "1", "5"]),
        ("Up or Down (5 Suits)", ["", "7", "72", "74", "1"], ["157", "24", "3", "3", "2"]),
        ("Up or Down (5 Suits)", ["5", "54321", "7234", "7432", "1234"], ["4", "", "5", "1", "5"]),
        ("Sudoku (5 Suits)", ["", "34", "512", "", "45123"], ["12", "5", "3", "12", ""]),
        ("Sudoku (4 Suits)", ["4", "", "2341", ""], ["1", "13", "", "13"]),
    ],
)
def test_next_ranks(name: str, stacks: list[str], expected: list[str]) -> None:
    """The ranks that fit on the stacks equal rows by hand."""
    table = table_of(name)
    table.stacks = [[int(rank) for rank in stack] for stack in stacks]
    found = ["".join(str(rank) for rank in sorted(table.next_ranks(suit))) for suit in range(len(stacks))]
    assert found == expected


@in_one_test(
    ("name", "stacks", "gone", "expected"),
    [
        ("3 Suits", ["", "", ""], "", 15),
        ("3 Suits", ["", "", ""], "02 02", 11),
        ("3 Suits", ["12", "", ""], "02", 15),
        ("3 Suits", ["12", "", ""], "04 04 15 11 11 11", 8),
        ("Reversed (3 Suits)", ["", "", ""], "21", 14),
        ("Reversed (3 Suits)", ["", "", "5"], "24 24", 11),
        ("Up or Down (5 Suits)", ["", "", "", "", ""], "01", 25),
        ("Up or Down (5 Suits)", ["", "", "", "", ""], "01 07", 24),
        ("Up or Down (5 Suits)", ["", "", "", "", ""], "01 05", 24),
        ("Up or Down (5 Suits)", ["", "", "", "", ""], "01 05 07", 20),
        ("Up or Down (5 Suits)", ["", "", "", "", ""], "03 03", 22),
        ("Up or Down (5 Suits)", ["7", "", "", "", ""], "02 02 04 04", 21),
        ("Up or Down (5 Suits)", ["1", "", "", "", ""], "05 07", 24),
        # hanab.live's own rows for one suit whose start is known, and the other suits complete.
        ("Sudoku (5 Suits)", ["3", "", "", "", ""], "05 05 02 02", 22),
        ("Sudoku (5 Suits)", ["4", "", "", "", ""], "05 05 02 02", 21),
        ("Sudoku (5 Suits)", ["4", "", "", "", ""], "01 01", 22),
        ("Sudoku (5 Suits)", ["3", "", "", "", ""], "02 02", 24),
        ("Sudoku (4 Suits)", ["4", "", "", ""], "02 02", 14),
        # The best start of suits 0 and 1 is 2, but only one of them can start with it.
        ("Sudoku (5 Suits)", ["", "", "", "", ""], "01 01", 24),
        ("Sudoku (5 Suits)", ["", "", "", "", ""], "01 01 11 11", 22),
        ("Sudoku (5 Suits)", ["", "", "2", "", ""], "01 01", 23),
    ],
)
def test_max_score(name: str, stacks: list[str], gone: str, expected: int) -> None:
    """The highest attainable score equals rows by hand."""
    table = table_of(name, gone)
    table.stacks = [[int(rank) for rank in stack] for stack in stacks]
    table.discards = list(range(len(fronts(gone))))
    assert table.max_score == expected


@pytest.mark.parametrize(
    ("name", "top", "turns", "tokens"),
    [
        (
            "3 Suits",
            "01 02 03 04 05 11 11 11 12 12",
            [(RANK, 1, 1), (PLAY, 5, 0), (PLAY, 0, 0), (DISCARD, 6, 0)],
            [7, 7, 7, 8],
        ),
        (
            "Clue Starved (5 Suits)",
            "01 02 03 04 05 11 11 11 12 12",
            [(RANK, 1, 1), (DISCARD, 5, 0), (PLAY, 0, 0), (DISCARD, 6, 0)],
            [7, 7.5, 7.5, 8],
        ),
    ],
)
def test_tokens(name: str, top: str, turns: list[Turn], tokens: list[float]) -> None:
    """The tokens after each turn equal rows by hand."""
    table = table_of(name, top)
    found = []
    for turn in turns:
        table.act(*turn)
        found.append(table.tokens)
    assert found == tokens


@in_one_test(
    ("name", "ranks", "gained"),
    [
        ("3 Suits", "12345", 1),
        ("Clue Starved (5 Suits)", "12345", 0.5),
        ("Throw It in a Hole (4 Suits)", "12345", 0),
        ("Up or Down (5 Suits)", "54321", 1),
        ("Up or Down (5 Suits)", "72345", 1),
        ("Sudoku (5 Suits)", "34512", 1),
        ("Sudoku (4 Suits)", "3412", 1),
    ],
)
def test_a_complete_stack(name: str, ranks: str, gained: float) -> None:
    """Only the last card of a suit gives a token, whichever its rank is."""
    table = table_of(name, " ".join(f"0{rank}" for rank in ranks))
    found = []
    for card in range(len(ranks)):
        table.tokens = 4.0
        table.act(PLAY, card)
        found.append(table.tokens - 4)
        table.act(DISCARD, table.hands[1][0])
    assert found == [0] * (len(ranks) - 1) + [gained]


def test_reversed_suit() -> None:
    """A reversed suit begins with 5 and ends with 1; the other suits go up."""
    table = table_of("Reversed (3 Suits)", "25 24 25 01 05")
    for card, strikes in [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)]:
        table.act(PLAY, card)
        assert table.strikes == strikes
        table.act(RANK, 0, table.deck[table.hands[0][0]][1])
    assert table.stacks == [[1], [], [5, 4]]


def test_inverted_suit() -> None:
    """A commanded play of an orange card discards it, and a commanded discard plays it; exports have the effect."""
    top = "21 21 22 01 01 22 11 11 12 12"
    table = table_of("Orange (3 Suits)", top)
    table.command(PLAY, 0)
    assert (table.discards, table.stacks, table.tokens, table.strikes) == ([0], [[], [], []], 8.0, 0)
    table.command(DISCARD, 5)
    assert (table.discards, table.stacks, table.strikes) == ([0, 5], [[], [], []], 1)
    table.command(DISCARD, 1)
    assert (table.discards, table.stacks, table.strikes) == ([0, 5], [[], [], [1]], 1)
    table.command(DISCARD, 6)
    assert (table.discards, table.tokens) == ([0, 5, 6], 8.0)
    exported = table_of("Orange (3 Suits)", top)
    for turn in [(DISCARD, 0), (PLAY, 5), (PLAY, 1), (DISCARD, 6)]:
        exported.act(*turn)
    assert vars(exported) == vars(table)


def test_discards_at_full_tokens() -> None:
    """At full tokens, a discard is refused, except in variants with an inverted suit."""
    assert refused(table_of("3 Suits"), DISCARD, 0) == "all clue tokens are there"
    assert (DISCARD, 0, 0) in table_of("Orange (3 Suits)").legal()


def test_refused_clues() -> None:
    """A clue needs a token, another seat, a value of the variant and a card that it touches."""
    table = table_of("3 Suits", "01 01 02 02 03 11 11 12 12 13")
    assert refused(table, COLOR, 1, 0) == refused(table, RANK, 1, 5) == "the clue touches no card"
    assert refused(table, COLOR, 1, 3) == refused(table, RANK, 1, 6) == "no such clue"
    assert refused(table, RANK, 0, 1) == refused(table, RANK, 2, 1) == "no such target"
    table.tokens = 0.5
    assert refused(table, RANK, 1, 1) == "no clue token"
    table_of("3 Suits", "01 01 02 02 03 11 11 12 12 13", emptyClues=True).act(COLOR, 1, 0)
    assert not [turn for turn in table_of("Number Mute (3 Suits)").legal() if turn[0] == RANK]
    assert not [turn for turn in table_of("Color Mute (3 Suits)").legal() if turn[0] == COLOR]


@pytest.mark.parametrize(
    ("name", "empty"),
    [
        ("Color Blind (3 Suits)", {(COLOR, 1, 0), (COLOR, 1, 1), (COLOR, 1, 2), (RANK, 1, 1)}),
        ("Number Blind (3 Suits)", {(COLOR, 1, 0), *((RANK, 1, rank) for rank in range(1, 6))}),
        (
            "Totally Blind (3 Suits)",
            {(COLOR, 1, 0), (COLOR, 1, 1), (COLOR, 1, 2), *((RANK, 1, rank) for rank in range(1, 6))},
        ),
    ],
)
def test_blind_clues(name: str, empty: set[Turn]) -> None:
    """Clues of the blind kind may be empty, the others not."""
    table = table_of(name, "11 11 11 12 12 01 01 01")
    table.hands[1] = [5, 6, 7]
    assert {turn for turn in table.legal() if turn[0] in (COLOR, RANK)} == empty


def test_alternating_clues() -> None:
    """The first clue is of any kind, each later one of the other kind, also after a play."""
    table = table_of("Alternating Clues (3 Suits)", "01 01 02 02 03 01 11 12 12 13")
    table.act(RANK, 1, 1)
    assert refused(table, RANK, 0, 1) == "the kinds of clues alternate"
    table.act(PLAY, 5)
    assert refused(table, RANK, 1, 1) == "the kinds of clues alternate"
    table.act(COLOR, 1, 1)
    assert refused(table, COLOR, 0, 0) == "the kinds of clues alternate"
    table.act(RANK, 0, 1)


def test_knowledge() -> None:
    """Clues leave identities; who does not hear a clue knows less."""
    top = "01 01 02 02 03 01 11 12 12 13"
    for name, touched, untouched in [
        ("3 Suits", "0:1 1:1 2:1", "0:2345 1:2345 2:2345"),
        ("Cow & Pig (3 Suits)", "0:12345 1:12345 2:12345", "0:12345 1:12345 2:12345"),
        ("Duck (3 Suits)", "0:12345 1:12345 2:12345", "0:12345 1:12345 2:12345"),
    ]:
        table = table_of(name, top)
        table.act(RANK, 1, 1)
        assert (table.possible[5], table.possible[7]) == (cards("0:1 1:1 2:1"), cards("0:2345 1:2345 2:2345"))
        assert (table.public[5], table.public[7]) == (cards(touched), cards(untouched))
        assert table.possible[0] == table.public[0] == set(composition(name))
        assert table.touched == [[5, 6]]


def test_deck_plays() -> None:
    """The last card of the deck can be played blind with the option, and starts the last round."""
    table = table_of("3 Suits", bottom="01")
    _exhaust(table, 1)
    assert (PLAY, 29, 0) not in table.legal()
    table = table_of("3 Suits", bottom="01", deckPlays=True)
    assert (PLAY, 29, 0) not in table.legal()
    _exhaust(table, 1)
    assert (PLAY, 29, 0) in table.legal()
    assert (DISCARD, 29, 0) not in table.legal()
    hand, seat = list(table.hands[table.seat]), table.seat
    table.act(PLAY, 29)
    assert (table.hands[seat], table.drawn, table.turns_left) == (hand, 30, 2)


def _exhaust(table: VariantTable, left: int) -> None:
    """Discard until some cards are left in the deck."""
    while len(table.deck) - table.drawn > left:
        table.tokens = 4.0
        table.act(DISCARD, table.hands[table.seat][0])


@pytest.mark.parametrize(
    ("bottom", "turns_left"),
    [
        # Seat 1 can play 11.
        ("01 02 03 11 12 13 21 22 23 24", 0),
        # Seat 1 can play nothing, and seat 0 has no more turn for its 11.
        ("01 03 02 13 11 14 12 23 21 24", 1),
    ],
)
def test_last_round(bottom: str, turns_left: int) -> None:
    """After the last card is drawn, each seat has one more turn, unless no card that is left to play fits."""
    table = table_of("3 Suits", bottom=bottom)
    _exhaust(table, 0)
    assert (table.turns_left, table.hands[0]) == (2, [20, 22, 24, 26, 28])
    table.act(PLAY, 20)
    if turns_left == 0:
        table.act(RANK, 0, 3)
    assert (table.over, table.points, table.turns_left) == (1, 1, turns_left)
    assert refused(table, RANK, 1, 3) == "the game is over"


@pytest.mark.parametrize(("all_or_nothing", "turns_left"), [(False, 3), (True, None)])
def test_all_or_nothing_has_no_last_round(all_or_nothing: bool, turns_left: int | None) -> None:
    """The last card that is drawn starts the last round, but not with all-or-nothing."""
    table = table_of("3 Suits", "01", players=3, allOrNothing=all_or_nothing)
    table.drawn = 29
    table.act(PLAY, 0)
    assert (table.over, table.drawn, table.turns_left) == (None, 30, turns_left)


def test_ends() -> None:
    """The ends that need a play, in hanab.live's order."""
    struck = table_of("3 Suits", "02 02 03 03 04")
    for _ in range(3):
        struck.act(PLAY, struck.hands[0][0])
        if struck.over is None:
            struck.act(RANK, 0, struck.deck[struck.hands[0][0]][1])
    assert (struck.over, struck.strikes, struck.score) == (2, 3, 0)
    for table, code in [
        (table_of("3 Suits", "05"), None),
        (table_of("3 Suits", "05", speedrun=True), 5),
        (table_of("3 Suits", "05", allOrNothing=True), 8),
    ]:
        table.act(PLAY, 0)
        assert (table.over, table.strikes, table.max_score) == (code, 1, 14)
    stuck = table_of("3 Suits", allOrNothing=True)
    stuck.hands[1], stuck.tokens = [], 1.0
    stuck.act(PLAY, 0)
    assert (stuck.over, stuck.score) == (None, 1)
    stuck = table_of("3 Suits", allOrNothing=True)
    stuck.hands[1], stuck.tokens = [], 0.5
    stuck.act(PLAY, 0)
    assert (stuck.over, stuck.points, stuck.score) == (9, 1, 0)


def test_the_highest_score_ends_a_game() -> None:
    """A game ends when no more points are possible, though cards are in the deck."""
    table = table_of("3 Suits", "01 02 02 12 12 11 22 22 13 13")
    table.discards = [1, 2, 3, 4, 6, 7]
    table.hands = [[0], [5, 8, 9]]
    table.stacks[2] = [1]
    table.act(PLAY, 0)
    table.act(PLAY, 5)
    assert (table.turn, table.over, table.points, table.max_score, table.turns_left) == (2, 1, 3, 3, None)


@in_one_test(
    ("action", "code"),
    [
        ((4, 1, 4), 4),
        ((4, 0, 3), 3),
        ((4, -1, 6), 6),
        ((4, 1, 6), 6),
        ((5, -1, 10), 10),
        ((4, 2, 4), None),
        ((4, 0, 2), None),
    ],
)
def test_ends_that_are_actions(action: Turn, code: int | None) -> None:
    """A game ends by an action of a seat, of the server or by a vote, with score 0."""
    table = table_of("3 Suits")
    if code is None:
        assert refused(table, *action) == "no such end"
    else:
        table.act(*action)
        assert (table.over, table.score) == (code, 0)


def test_deals_that_are_refused() -> None:
    """A deck of another variant and too many players are refused."""
    deck = sorted(composition("3 Suits").elements())
    for name, players in [("4 Suits", 2), ("3 Suits", 1), ("3 Suits", 7)]:
        with pytest.raises(IllegalAction):
            VariantTable(name, players, deck)


@in_one_test(
    ("file", "turns", "over", "points", "strikes", "tokens"),
    [
        ("hanab_live_2906.json", 55, 1, 25, 0, 3),
        ("hanab_live_1885467.json", 40, None, 17, 0, 1),
        ("hanab_live_1915981.json", 58, 1, 25, 0, 4),
        ("variants/hanab_live_1875304.json", 24, 1, 14, 0, 6),
        ("variants/hanab_live_1876746.json", 27, 1, 14, 0, 3),
        ("variants/hanab_live_1883183.json", 28, 1, 14, 1, 1),
        ("variants/hanab_live_1883650.json", 6, 4, 0, 0, 6),
        ("variants/hanab_live_1885375.json", 34, None, 18, 1, 4),
        ("variants/hanab_live_1888970.json", 48, 4, 22, 0, 1),
        ("variants/hanab_live_1899044.json", 17, None, 6, 0, 5),
        ("variants/hanab_live_1916791.json", 29, 4, 14, 0, 1),
        ("variants/hanab_live_12345.json", 50, 1, 24, 0, 2),
        ("variants/hanab_live_12346.json", 53, 1, 25, 1, 8),
        ("variants/hanab_live_98745.json", 82, 1, 29, 1, 5),
        ("variants/hanab_live_149251.json", 53, 1, 23, 0, 4),
        ("variants/hanab_live_675774.json", 60, 1, 29, 2, 2),
    ],
)
def test_real_games(file: str, turns: int, over: int | None, points: int, strikes: int, tokens: float) -> None:
    """Each action of a real export is legal, and none comes after the end."""
    table = play_export(export_of(file))
    assert (table.turn, table.over, table.points, table.strikes, table.tokens) == (turns, over, points, strikes, tokens)
    assert table.score == (points if over in (None, 1) else 0)


def test_knowledge_in_a_real_game() -> None:
    """Hands and knowledge in a game of Up or Down equal those of hanab.live at turn 5 and at the end."""
    export = export_of("variants/hanab_live_12345.json")
    table = play_export({**export, "actions": export["actions"][:4]})
    assert table.hands == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 11, 16], [12, 13, 15, 17]]
    assert (table.points, table.tokens, table.seat) == (2, 6, 0)
    table = play_export(export)
    assert table.hands == [[27, 32, 35], [22, 30, 43], [31, 36, 41, 44], [13, 23, 39]]
    assert (table.possible[1], table.possible[2]) == (cards("2:13457"), cards("2:2"))
    assert table.possible[0] == cards("0:123457 1:123457 2:123457 3:123457 4:123457")


@pytest.mark.parametrize(
    "name", slow_unless(set(names()[::366]).__contains__, sorted({names()[n] for n in range(0, 2426, 61)}))
)
def test_random_games(name: str) -> None:
    """Random games keep all cards, keep the tokens within their limits, and never exclude a card's identity."""
    random = Random(name)
    deck = list(composition(name).elements())
    random.shuffle(deck)
    options = {key: random.random() < 0.3 for key in ("deckPlays", "emptyClues", "allOrNothing", "oneLessCard")}
    table = VariantTable(name, random.randint(2, 6), deck, options)
    while table.over is None:
        table.strikes = min(table.strikes, 1)
        highest = table.max_score
        table.command(*random.choice(sorted(table.legal())))
        assert 0 <= table.tokens <= 8
        assert table.points <= table.max_score <= highest
    assert sum(map(len, table.hands)) + len(table.discards) + table.points == table.drawn
    assert all(deck[card] in fits for card, fits in table.possible.items())
    assert all(fits <= table.public[card] for card, fits in table.possible.items())
