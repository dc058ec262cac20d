"""Perft: the number of legal sequences of up to three turns.

The tables cover each option and each pair of options. The recorded numbers are from the slow rules
(`tests/engine/slow.py`), which share no code with the engine. The tests count again with both. For example, with two
seats and full tokens there are 5 plays and 10 clues, so the base game begins with 15 turns. After a play there are 15
again. After one of the 10 clues there are 5 discards more: 5 * 15 + 10 * 20 = 275.
"""

from typing import Any

import pytest

from engine.decide import decide
from engine.fold import evolve, fold
from engine.formats.notation.positions import read_position
from engine.formats.notation.words import rules_words
from engine.reading.view import seat_view
from engine.state import State
from tests.engine.random_games import deal, setting
from tests.engine.slow import SlowTable, event_of, slow_table
from tests.rows import in_one_test, slow_unless

# After a deal: option, seats, and the numbers of sequences of one, two and three turns.
DEALS = """
base 2             |     15    275   5125
base 3             |     25    725  21125
base 4             |     34   1276  47944
base 5             |     44   2096  99904
five 2             |     16    311   6131
ten 2              |     16    311   6131
wild_ten 2         |     15    275   5125
wild_five 2        |     15    275   5125
clue_tokens 1 2    |     15    175   2125
clue_tokens 2 2    |     15    275   4125
strike_tokens 1 2  |     15    230   3365
strike_tokens 2 2  |     15    275   4945
irreplaceable 2    |     15    275   4700
strikes_only 2     |     15    275   5125
declaration 2      |     40   1650  69450
no empty clues 2   |     13    186   2918
no_points_left 2   |     15    275   5125
strikeout none 2   |     15    275   5125
reorder off 2      |     15    275   5125
talk free 2        |     15    275   5125
memory none 2      |     15    275   5125
start 1 2          |     15    275   5125
ten 4              |     37   1501  60949
declaration 4      |     54   3036 173064
no empty clues 4   |     19    440  10462
"""

# Options for a position near the end. The table has a number for each pair, and on the diagonal for each option.
VALUES: dict[str, dict[str, Any]] = {
    "five": {"multicolor": "five"},
    "ten": {"multicolor": "ten"},
    "wild_ten": {"multicolor": "wild_ten"},
    "wild_five": {"multicolor": "wild_five"},
    "clue_tokens 1": {"clue_tokens": 1},
    "clue_tokens 2": {"clue_tokens": 2},
    "strike_tokens 1": {"strike_tokens": 1},
    "strike_tokens 2": {"strike_tokens": 2},
    "irreplaceable": {"finale": "irreplaceable"},
    "strikes_only": {"finale": "strikes_only"},
    "declaration": {"color_declaration": True},
    "no empty clues": {"empty_clues": False},
    "no_points_left": {"early_end": "no_points_left"},
    "strikeout none": {"strikeout_score": "none"},
    "reorder off": {"hand_reorder": "off"},
    "talk free": {"table_talk": "free"},
    "memory none": {"memory_aid": "none"},
    "start 1": {"starting_seat": 1},
}
PAIRS = """
five            |  119
ten             |    -  119
wild_ten        |    -    -  110
wild_five       |    -    -    -  110
clue_tokens 1   |   83   83   76   76   76
clue_tokens 2   |  113  113  104  104    -  104
strike_tokens 1 |  119  119  110  110   64   90   96
strike_tokens 2 |  119  119  110  110   76  104    -  110
irreplaceable   |  706  903  784  614  429  739  638  760  772
strikes_only    | 1317 1317 1142 1142  549 1044  972 1118    - 1130
declaration     |  635  635  602  602  426  492  260  500 4179 7504  500
no empty clues  |   48   48   56   56   30   42   42   48  166  236  298   48
no_points_left  |  119  119  110  110   76  104   96  110  772 1094  500   48  110
strikeout none  |  119  119  110  110   76  104   96  110  772 1130  500   48  110  110
reorder off     |  119  119  110  110   76  104   96  110  772 1130  500   48  110  110  110
talk free       |  119  119  110  110   76  104   96  110  772 1130  500   48  110  110  110  110
memory none     |  119  119  110  110   76  104   96  110  772 1130  500   48  110  110  110  110  110
start 1         |  119  119  110  110   76  104   96  110  772 1130  500   48  110  110  110  110  110  110
"""

Counts = list[int]


def count(state: State, depth: int) -> Counts:
    """Return the numbers of legal sequences by length, up to `depth`."""
    if state.to_move is None:
        return [0] * depth
    actions = seat_view(state, state.to_move).legal_actions
    if depth == 1:
        return [len(actions)]
    seat = state.to_move
    deeper = [count(evolve(state, decide(state, seat, action)), depth - 1) for action in actions]
    return [len(actions), *map(sum, zip(*deeper, strict=True))]


def slow_count(table: SlowTable, depth: int) -> Counts:
    """Return the numbers of legal sequences by the slow rules."""
    turns = table.legal()
    if depth == 1 or not turns:
        return [len(turns)] + [0] * (depth - 1)
    deeper = [slow_count(table.after(event_of(table.to_move, turn)), depth - 1) for turn in turns]
    return [len(turns), *map(sum, zip(*deeper, strict=True))]


def dealt(option: str, seats: int) -> State:
    """Return the state after a fixed deal, under one option."""
    return fold(deal(setting({"seats": seats, "starting_seat": 0} | VALUES.get(option, {})), seed=1))


def late(*options: str) -> State:
    """Return a position near the end of a game, under some options.

    Every option matters in this position.
    """
    rules = setting({"seats": 2} | {name: value for option in options for name, value in VALUES[option].items()}).rules
    words = " ".join(rules_words(rules))
    odd = "w1" if rules.multicolor == "none" else "m1"
    turns_left = "; turns_left 2" if rules.ending == "last_round" else ""
    return read_position(
        f"rules edition=de {words}; hands r5 {odd} / w5 r1; fireworks r4 y5 g5 b5 w4; deck -; tokens 1{turns_left}"
    )


def rows_of(table: str) -> list[tuple[str, list[int]]]:
    """Return the rows of a table, each a title and its numbers.

    The number -1 stands for a pair of two values of the same option.
    """
    lines = [line.partition("|") for line in table.strip().splitlines()]
    return [(title.strip(), [int(word.replace("-", "-1")) for word in numbers.split()]) for title, _, numbers in lines]


@pytest.mark.parametrize(("title", "numbers"), slow_unless(lambda row: row[0][-1] == "3", rows_of(DEALS)))
def test_deals(title: str, numbers: Counts) -> None:
    """After a deal, engine and slow rules count the recorded numbers."""
    option, _, seats = title.rpartition(" ")
    state = dealt(option, int(seats))
    assert count(state, 3) == numbers
    assert slow_count(slow_table(state), 3) == numbers


@pytest.mark.slow
@in_one_test(("option", "numbers"), rows_of(PAIRS))
def test_pairs(option: str, numbers: Counts) -> None:
    """Near the end, engine and slow rules count the recorded numbers."""
    for other, number in zip(VALUES, numbers, strict=False):
        if number == -1:
            assert set(VALUES[option]) == set(VALUES[other])
            continue
        state = late(option, other)
        assert sum(count(state, 3)) == sum(slow_count(slow_table(state), 3)) == number


def test_the_table_is_complete() -> None:
    """The table has a number for every pair of options."""
    assert [(option, len(numbers)) for option, numbers in rows_of(PAIRS)] == [
        (option, n) for n, option in enumerate(VALUES, 1)
    ]
