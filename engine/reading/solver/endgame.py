"""Exhaustive search by the rules, for positions near the end."""

from collections.abc import Hashable
from typing import Final

from engine.commands import Turn
from engine.reading.solver.budget import Budget
from engine.reading.solver.choices import choices
from engine.reading.solver.lines import after
from engine.state import State

MOST: Final = 2_000
"""The number of positions after which a search gives up: about a second."""


def simple_bound(state: State) -> int:
    """Return the bound of the score by the discard pile and the number of turns left."""
    if state.ending is not None:
        return state.table_points
    if state.turns_left is not None:
        plays = state.turns_left
    elif state.rules.ending == "last_round":
        plays = state.deck_size + state.seats
    else:
        plays = state.deck_size + sum(map(len, state.hands))
    return min(state.attainable, state.table_points + plays)


def best_line(state: State, budget: Budget) -> tuple[int, tuple[Turn, ...]]:
    """Return the highest score and a line to it. Raises OutOfBudget, also if there are too many positions."""
    part = budget.part(1)
    part.conflicts = min(MOST, MOST if part.conflicts is None else part.conflicts)
    return _best(state, part, {})


def _best(
    state: State, budget: Budget, found: dict[Hashable, tuple[int, tuple[Turn, ...]]]
) -> tuple[int, tuple[Turn, ...]]:
    bound = simple_bound(state)
    best: tuple[int, tuple[Turn, ...]] = state.table_points, ()
    if bound == state.table_points:
        return best
    key = _key(state)
    if key in found:
        return found[key]
    budget.check()
    budget.spend(1)
    following = [(after(state, way[0]), way[0]) for choice in choices(state) for way in choice.ways]
    following.sort(key=lambda one: (one[0].table_points, simple_bound(one[0])), reverse=True)
    for reached, turn in following:
        if simple_bound(reached) > best[0]:
            score, line = _best(reached, budget, found)
            if score > best[0]:
                best = score, (turn, *line)
        if best[0] == bound:
            break
    found[key] = best
    return best


def _key(state: State) -> Hashable:
    """Return what decides about the rest of the game."""
    codes, deck = state.palette.codes, state.deck
    hands = tuple([tuple(sorted([codes[deck[card]] for card in hand])) for hand in state.hands])
    tokens = state.clue_tokens, state.half_token, state.strikes, state.last_clue
    return state.to_move, state.turns_left, state.dealt, tokens, state.fireworks, hands
