"""Perft: all legal sequences of up to three turns, counted by the engine and by the slow rules.

They share no code. For example, with two seats and full tokens there are 5 plays and 10 clues, so the base game begins
with 15 turns. After a play there are 15 again. After one of the 10 clues there are 5 discards more: 5 * 15 + 10 * 20 =
275.
"""

from itertools import combinations
from typing import Any

import pytest

from engine.decide import decide
from engine.fold import evolve, fold
from engine.formats.notation.positions import read_position
from engine.formats.notation.words import rules_words
from engine.reading.view import seat_view
from engine.state import State
from tests.engine.random_games import VALUES, deal, setting
from tests.engine.slow import SlowTable, event_of, slow_table
from tests.rows import in_one_test, slow_unless

OPTIONS = [(name, value) for name, values in VALUES.items() for value in values[1:] if name != "seats"]

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


def dealt(seats: int, options: dict[str, Any]) -> State:
    """Return the state after a fixed deal, under some options."""
    return fold(deal(setting({"seats": seats, "starting_seat": 0} | options), seed=1))


def late(options: dict[str, Any]) -> State:
    """Return a position near the end of a game, under some options.

    Every option matters in this position.
    """
    rules = setting({"seats": 2} | options).rules
    words = " ".join(rules_words(rules))
    odd = "w1" if rules.multicolor == "none" else "m1"
    turns_left = "; turns_left 2" if rules.ending == "last_round" else ""
    return read_position(
        f"rules edition=de {words}; hands r5 {odd} / w5 r1; fireworks r4 y5 g5 b5 w4; deck -; tokens 1{turns_left}"
    )


def check(state: State) -> None:
    """Require that both count the same sequences."""
    assert count(state, 3) == slow_count(slow_table(state), 3)


def test_the_base_game() -> None:
    """The first two numbers follow by hand."""
    assert count(dealt(2, {}), 2) == [15, 275]


@pytest.mark.parametrize("seats", slow_unless((3).__eq__, range(2, 6)))
def test_deals(seats: int) -> None:
    """After a deal of the base game and, with two seats, under each option."""
    for options in ({}, *([{name: value} for name, value in OPTIONS] if seats == 2 else ())):
        check(dealt(seats, options))


@pytest.mark.slow
@in_one_test(("one", "other"), [*combinations(OPTIONS, 2), *zip(OPTIONS, OPTIONS, strict=True)])
def test_pairs(one: tuple[str, Any], other: tuple[str, Any]) -> None:
    """Near the end, under each option, and under each pair of them."""
    if one == other or one[0] != other[0]:
        check(late(dict((one, other))))
