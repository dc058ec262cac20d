"""A plain second encoding of the question whether a score can be reached, as an oracle of the solver.

It has a step for each turn, and says of each card where it is at each step. It knows no bounds, no windows and no
order of its own, uses clauses alone and another SAT solver, and covers games with a last round and ordinary suits.
"""

from itertools import combinations
from typing import Any

from pysat.solvers import Solver

from engine.state import State


def can_reach(state: State, goal: int) -> bool:
    """Return True if a table that sees all cards can reach a score.

    The game must have a last round, and cards in the deck.
    """
    assert state.rules.ending == "last_round" and state.deck_size and not state.rules.color_declaration
    return _Plain(state).solves(goal)


class _Plain:
    def __init__(self, state: State) -> None:
        self.state, self.palette = state, state.palette
        self.count = 0
        self.clauses: list[list[int]] = []
        self.cards = [card for hand in state.hands for card in hand] + list(range(state.dealt, len(state.deck)))
        self.code = {card: self.palette.codes[state.deck[card]] for card in self.cards}
        # Each turn before the last round is an action or a clue, and a clue costs a token that a card has to give.
        self.turns = 2 * state.deck_size + state.clue_tokens + 6 + state.seats
        self.build()

    def new(self) -> int:
        self.count += 1
        return self.count

    def row(self, count: int) -> list[int]:
        return [self.new() for _ in range(count)]

    def one(self, literals: list[int]) -> None:
        self.clauses.append(literals)
        self.clauses += [[-a, -b] for a, b in combinations(literals, 2)]

    def build(self) -> None:
        state, clauses = self.state, self.clauses
        seats, draws, turns = state.seats, state.deck_size, self.turns
        rules = state.rules
        # Where the table is before each turn: cards drawn, tokens, strikes, turns left (None before the last draw).
        self.drawn = [self.row(draws + 1) for _ in range(turns + 1)]
        self.tokens = [self.row(rules.clue_tokens + 1) for _ in range(turns + 1)]
        self.strikes = [self.row(rules.strike_tokens) for _ in range(turns + 1)]
        self.left = [self.row(seats + 2) for _ in range(turns + 1)]  # the last one: no last round yet
        self.height = [[self.row(len(stack.codes[-1]) + 1) for stack in self.palette.stacks] for _ in range(turns + 1)]
        self.held = [{card: self.row(seats) for card in self.cards} for _ in range(turns + 1)]
        for rows in (self.drawn, self.tokens, self.strikes, self.left):
            for row in rows:
                self.one(row)
        for heights in self.height:
            for row in heights:
                self.one(row)
        clauses += [[self.drawn[0][0]], [self.tokens[0][state.clue_tokens]], [self.strikes[0][state.strikes]]]
        clauses += [[self.left[0][seats + 1]]]
        clauses += [[self.height[0][suit][at]] for suit, at in enumerate(state.fireworks)]
        for card in self.cards:
            for seat in range(seats):
                literal = self.held[0][card][seat]
                clauses.append([literal if card in state.hands[seat] else -literal])
        for turn in range(turns):
            self.step(turn, ((state.to_move or 0) + turn) % seats)

    def step(self, turn: int, seat: int) -> None:
        clauses, state, rules = self.clauses, self.state, self.state.rules
        seats, draws = state.seats, state.deck_size
        over = self.left[turn][0]
        clue, discard, play, strike = kinds = self.row(4)
        self.one([*kinds, over])
        used = {card: self.new() for card in self.cards}
        clauses += [[-a, -b] for a, b in combinations(used.values(), 2)]
        clauses.append([clue, over, *used.values()])
        draw = self.new()  # a card is drawn
        empty = self.drawn[turn][draws]
        clauses += [[-draw, -empty], [-draw, -clue], [-draw, -over], [draw, empty, clue, over]]
        for card, use in used.items():
            clauses += [[-use, self.held[turn][card][seat]], [-use, -clue], [-use, -over]]
            suit = self.palette.places[self.code[card]]
            order = self.palette.stacks[suit].codes[-1]
            at = order.index(self.code[card])
            clauses += [[-use, -play, self.height[turn][suit][at]], [-use, -play, self.height[turn + 1][suit][at + 1]]]
            clauses.append([-use, -strike, -self.height[turn][suit][at]])
            for holder in range(seats):
                before, after = self.held[turn][card][holder], self.held[turn + 1][card][holder]
                clauses += [[-use, -after], [-before, use, after]]
                index = card - state.dealt
                if index < 0 or holder != seat:
                    clauses.append([before, -after])
                else:
                    drawn_now = self.drawn[turn][index]
                    clauses += [[before, -after, draw], [before, -after, drawn_now], [-draw, -drawn_now, after]]
        # Fireworks grow by plays alone.
        for suit, stack in enumerate(self.palette.stacks):
            now, then = self.height[turn][suit], self.height[turn + 1][suit]
            ours = [use for card, use in used.items() if self.palette.places[self.code[card]] == suit]
            for at, here in enumerate(now):
                clauses += [[-here, play, then[at]], [-here, then[at], *ours]]
            assert len(now) == stack.top + 1
        # Tokens.
        most = rules.clue_tokens
        top = [self.height[turn + 1][suit][stack.top] for suit, stack in enumerate(self.palette.stacks)]
        was = [self.height[turn][suit][stack.top] for suit, stack in enumerate(self.palette.stacks)]
        bonus = self.new()
        finished = self.row(len(top))
        for done, full, old in zip(finished, top, was, strict=True):
            clauses += [[-done, full], [-done, -old], [done, -full, old], [-done, bonus]]
        clauses.append([-bonus, *finished])
        clauses += [[-clue, -self.tokens[turn][0]], [-discard, -self.tokens[turn][most]]]
        for n in range(most + 1):
            has = self.tokens[turn][n]
            left = self.tokens[turn + 1]
            if n:
                clauses.append([-clue, -has, left[n - 1]])
            clauses.append([-discard, -has, left[min(most, n + 1)]])
            clauses += [[-bonus, -has, left[min(most, n + 1)]], [-has, clue, discard, bonus, left[n]]]
        # Strikes: the last one would end the game.
        for n, here in enumerate(self.strikes[turn]):
            following = self.strikes[turn + 1]
            clauses += [
                [-here, strike, following[n]],
                [-here, -strike, following[n + 1]] if n + 1 < len(following) else [-here, -strike],
            ]
        # The deck, and the turns left.
        for n, here in enumerate(self.drawn[turn]):
            following = self.drawn[turn + 1]
            clauses.append([-here, draw, following[n]])
            if n < draws:
                clauses.append([-here, -draw, following[n + 1]])
        last = self.new()
        clauses += [[-last, draw], [-last, self.drawn[turn][draws - 1]], [last, -draw, -self.drawn[turn][draws - 1]]]
        none = self.left[turn][seats + 1]
        clauses += [[-none, -last, self.left[turn + 1][seats]], [-none, last, self.left[turn + 1][seats + 1]]]
        clauses += [[-self.left[turn][n], self.left[turn + 1][max(0, n - 1)]] for n in range(seats + 1)]

    def solves(self, goal: int) -> bool:
        # The points by suit: unary, added up as in a sorter of two rows at a time.
        total: list[int] = []
        for suit, stack in enumerate(self.palette.stacks):
            row = []
            for points in range(1, stack.top + 1):
                reached = self.new()
                self.clauses.append([-reached, *self.height[self.turns][suit][points:]])
                row.append(reached)
            total = self.added(total, row)
        self.clauses.append([total[goal - 1]])
        solver: Any = Solver("cadical153", bootstrap_with=self.clauses)
        with solver:
            return bool(solver.solve())

    def added(self, a: list[int], b: list[int]) -> list[int]:
        total = self.row(len(a) + len(b))
        for n, more in enumerate(total, 1):
            for i in range(n + 1):  # at least n in sum: for each i, more than i in a or at least n - i in b
                left = a[i] if i < len(a) else None
                right = b[n - i - 1] if 0 < n - i <= len(b) else None
                if n - i == 0:
                    continue
                self.clauses.append([-more, *[x for x in (left, right) if x is not None]])
        return total
