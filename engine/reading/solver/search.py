"""The highest score that a table which sees all cards can still reach."""

from collections.abc import Hashable, Iterable
from typing import Final

from engine.commands import Turn
from engine.decide import IllegalMove
from engine.reading.losing_turns import Reachable
from engine.reading.solver.bounds import Target, Windows, highest, targets, windows
from engine.reading.solver.budget import Budget, OutOfBudget
from engine.reading.solver.choices import choices
from engine.reading.solver.encoding import plan_of
from engine.reading.solver.lines import Stuck, after, clue, clues, discard_of, line_of, play_of, played
from engine.reading.solver.position import Position, passes_always
from engine.score import fitting
from engine.state import State

MOST: Final = 2_000
"""The number of positions after which an exhaustive search gives up: about a second."""

LATE: Final = 4
"""The size of the deck up to which positions that have no formula are searched."""

TOGETHER: Final = 14
"""The size of the deck up to which one formula decides many ways to give up points."""

MOST_WAYS: Final = 5
"""The number of ways up to which each has its own formula."""

FORMULA: Final = 10
"""The conflicts that a formula costs on top of its own: a position can have thousands of easy ones."""


def reachable(state: State, budget: Budget, *, known: Reachable | None = None) -> Reachable:
    """Return the most points that can still lie on the table, if all seats see all cards and the deck.

    `known` has bounds that are already proved, with a line. The answer is exact, unless the budget ends first or the
    variant has stacks with a choice of order (Up or Down, Sudoku) or seats without a legal clue: then it is exact near
    the end alone. A game that has ended has its points on the table.
    """
    points = state.table_points
    if state.ending is not None:
        return Reachable(points, points, ())
    best = known or Reachable(points, state.attainable, ())
    if best.lower < points:
        best = best._replace(lower=points, line=())
    best = best._replace(upper=min(best.upper, state.attainable))
    position = Position(state)
    if position.last_round and not position.draws:
        return _last_round(state)
    if not state.palette.plain_stacks:
        return _searched(state, best._replace(upper=min(best.upper, points + position.actions)), budget)
    if position.fragile and state.attainable < state.palette.max_score:
        return _searched(state, _last_action(position), budget)
    upper, caps = highest(position)
    best = best._replace(upper=min(best.upper, upper))
    if position.draws and not all(state.hands):
        # A seat without a card never gets one. No game has this, but a position in notation can.
        return _searched(state, best, budget)
    upper = best.lower
    for goal in range(min(best.upper, sum(caps)), best.lower, -1):
        part = budget.part(2)
        try:
            line, refuted = _line_to(position, goal, caps, part)
        except OutOfBudget:
            line, refuted = None, False
        if line is not None:
            return Reachable(goal, max(goal, upper), line)
        if not refuted:
            upper = max(upper, goal)
    return _searched(state, best._replace(upper=upper), budget)


def _searched(state: State, bounds: Reachable, budget: Budget) -> Reachable:
    """Return the answer by search if the position is late, else the bounds."""
    if bounds.exact or state.deck_size > LATE or (state.palette.plain_stacks and passes_always(state)):
        return bounds
    try:
        score, line = _best_line(state, budget)
    except OutOfBudget:
        return bounds
    return Reachable(score, score, line)


def _line_to(position: Position, goal: int, caps: Target, budget: Budget) -> tuple[tuple[Turn, ...] | None, bool]:
    """Return a line that reaches a goal, or None and whether it is proved that there is none. Raises OutOfBudget.

    Far from the end, each way to give up points is asked for itself, as it is then decided much faster. Near the end
    there are many ways, and one formula for all of them is small.
    """
    refuted = True
    for possible in _ways(position, goal, caps, budget):
        budget.spend(FORMULA)
        plan = plan_of(position, possible, budget)
        if plan is not None:
            line = line_of(position.state, plan, goal)
            if line is not None:
                return line, False
            refuted = False
    return None, refuted


def _ways(position: Position, goal: int, caps: Target, budget: Budget) -> Iterable[Windows]:
    """Return the ways to reach a goal that the bounds allow, or one that stands for all of them."""
    ways = []
    for target in targets(position, goal, caps):
        budget.check()
        budget.spend(1)
        possible = windows(position, target)
        if possible is not None:
            ways.append(possible)
            if len(ways) > MOST_WAYS and (position.draws <= TOGETHER or position.fragile):
                any_way = windows(position, caps, sum(caps) - goal)
                return [] if any_way is None else [any_way]
    return ways


def _last_round(state: State) -> Reachable:
    """Return the answer in the last round, by trying all plays.

    One turn of each kind that plays nothing is enough, as no seat has another turn.
    """
    best = state.table_points
    line: tuple[Turn, ...] = ()
    if state.to_move is None or best == state.attainable:
        return Reachable(best, best, line)
    fits, codes = fitting(state.palette, state.fireworks), state.palette.codes
    hand = state.hands[state.to_move]
    plays = [card for card in hand if fits >> codes[state.deck[card]] & 1]
    others = [card for card in hand if card not in plays][:1]
    turns = [play_of(state, card) for card in plays]
    turns += [discard_of(state, card) for card in (others or hand[:1])] + [*clues(state)]
    turns += [play_of(state, card) for card in others]
    for turn in turns:
        try:
            reached = _last_round(after(state, turn))
        except IllegalMove:
            continue
        if reached.lower > best:
            best, line = reached.lower, (turn, *reached.line)
    return Reachable(best, best, line)


def _last_action(position: Position) -> Reachable:
    """Return the answer if the next play or discard ends the game, as a last copy is already gone (R15)."""
    state = position.state
    line: list[Turn] = []
    points = state.table_points
    for _ in range(state.seats):
        if state.to_move is None:  # R19
            break
        fits, codes = fitting(state.palette, state.fireworks), state.palette.codes
        from_deck = range(state.dealt, state.dealt + (state.rules.deck_plays and state.deck_size == 1))
        for card in (*state.hands[state.to_move], *from_deck):
            if fits >> codes[state.deck[card]] & 1:
                turn = play_of(state, card)
                assert played(state, (turn,)).table_points == points + 1
                return Reachable(points + 1, points + 1, (*line, turn))
        try:
            line.append(clue(state))
        except Stuck:
            stuck = state.clue_tokens > 0 and not passes_always(state)
            return Reachable(points, points + stuck, ())
        state = after(state, line[-1])
    return Reachable(points, points, ())


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


def _best_line(state: State, budget: Budget) -> tuple[int, tuple[Turn, ...]]:
    """Return the highest score and a line to it, by search. Raises OutOfBudget, also for too many positions."""
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
