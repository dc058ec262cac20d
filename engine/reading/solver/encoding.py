"""The question whether a target can be reached, as a formula.

Steps are actions, not turns: between two actions lie some clues, each of which costs a token and passes the turn on.
So a game of 70 turns has 30 to 45 steps. Which useless card is discarded does not matter: a hand can discard unless
each of its cards is kept for a later play.

Three restrictions lose no solution:

- No more clues than seats lie between two actions, and as many only with all tokens: a whole round of clues can be
  moved to the next moment when a token would be lost or a discard be illegal. (One more, with one token less, if an
  action can gain two.)
- A seat misplays from its hand only with all tokens: else it can discard instead.
- Equal cards in one hand are the same.
"""

import itertools
from collections.abc import Sequence

from engine.reading.solver.bounds import Windows
from engine.reading.solver.budget import Budget
from engine.reading.solver.formula import Formula, Literal
from engine.reading.solver.lines import Plan, Step
from engine.reading.solver.position import Copy, Item, Position


def plan_of(position: Position, windows: Windows, budget: Budget) -> Plan | None:
    """Return a plan that reaches a target. None if there is provably none. Raises OutOfBudget."""
    encoding = _Encoding(position, windows)
    model = encoding.formula.solve(budget)
    return None if model is None else encoding.plan(model)


class _Encoding:
    """The formula of a target. Lists by action have the actions in order."""

    def __init__(self, position: Position, windows: Windows) -> None:
        self.position, self.windows = position, windows
        self.formula = formula = Formula()
        self.draws, self.actions, self.seats = position.draws, position.actions, position.state.seats
        self.controlled = position.controlled
        self.optional = windows.needed < len(windows.earliest)
        self.gains_two = position.state.rules.color_declaration
        self.active = [formula.true] * self.actions
        self.plays = formula.several(self.actions)
        self.discards, self.misplays = self._others()
        self.before = {item: self._ladder(item) for item in windows.earliest}
        self.now = {item: self._moments(item) for item in windows.earliest}
        self.chosen = {item: self._chosen(item) for item in windows.copies}
        self.guarded = self._guard() if position.fragile else {}
        self.spared = self._spare()
        self.gaps = gaps(formula, position)
        self.actors = actors(formula, position, self.gaps)
        self.extras: list[Literal] = []
        self._order()
        self._one_action_each()
        self._tokens()
        self._owners()
        self._hands()

    # What is played when.

    def _others(self) -> tuple[list[Literal], list[Literal]]:
        """Return the literals of discards and misplays. In a grand finale, nothing more happens after the last play."""
        formula, position = self.formula, self.position
        discards = formula.several(self.controlled)
        misplays = [-formula.true] * self.controlled
        if position.strikes > 0:
            misplays = formula.several(self.controlled)
            formula.at_most(misplays, position.strikes)
        if not position.last_round:
            self.active = formula.several(self.actions)
            formula.clauses += [[a, -b] for a, b in zip(self.active, self.active[1:], strict=False)]
        return discards, misplays

    def _ladder(self, item: Item) -> list[Literal]:
        """Return whether an item is played before each action, and before the end."""
        first, last = self.windows.earliest[item], self.windows.latest[item]
        true = self.formula.true
        if self.optional:
            steps = self.formula.several(self.actions - first)
            self.formula.clauses += [[-a, b] for a, b in itertools.pairwise(steps)]
            return [-true] * (first + 1) + steps
        steps = self.formula.several(last - first)
        self.formula.clauses += [[-a, b] for a, b in itertools.pairwise(steps)]
        return [-true] * (first + 1) + steps + [true] * (self.actions - last)

    def _moments(self, item: Item) -> dict[int, Literal]:
        """Return whether each action plays an item."""
        formula, before = self.formula, self.before[item]
        first, last = self.windows.earliest[item], self.windows.latest[item]
        moments = {}
        for action, now in enumerate(formula.several(last - first + 1), first):
            formula.clauses += (
                [-now, before[action + 1]],
                [-now, -before[action]],
                [now, -before[action + 1], before[action]],
                [-now, self.plays[action]],
            )
            moments[action] = now
        return moments

    def _chosen(self, item: Item) -> list[Literal]:
        """Return whether each copy of an item is the one that is played, or that is kept all the time (R15)."""
        kept = self.position.fragile and not self.position.absent[self.position.code(item)]
        return self._choice(self.windows.copies[item], self.formula.true if kept else self.before[item][-1])

    def _choice(self, copies: Sequence[Copy], played: Literal) -> list[Literal]:
        """Return whether each copy is the one that is played."""
        if len(copies) == 1:
            return [played]
        chosen = self.formula.several(len(copies))
        self.formula.one_of(chosen, unless=-played)
        return chosen

    def _order(self) -> None:
        """Require that a card is played after the card below it, and after it was drawn."""
        clauses = self.formula.clauses
        for (suit, place), before in self.before.items():
            below = self.before.get((suit, place - 1))
            if below is not None:
                first, last = self.windows.earliest[suit, place], self.windows.latest[suit, place]
                clauses += [[-before[action + 1], below[action]] for action in range(first, last + 1)]
            copies = zip(self.windows.copies[suit, place], self.chosen[suit, place], strict=True)
            clauses += [[-chosen, -before[copy.first]] for copy, chosen in copies]

    def _one_action_each(self) -> None:
        formula = self.formula
        for action in range(self.actions):
            moments = [now[action] for now in self.now.values() if action in now]
            formula.clauses.append([-self.plays[action], *moments])
            formula.at_most(moments, 1)
            if action < self.controlled:
                kinds = [self.plays[action], self.discards[action], self.misplays[action]]
                formula.clauses += [[-a, -b] for i, a in enumerate(kinds) for b in kinds[i + 1 :]]
                formula.clauses.append([*kinds, -self.active[action]])
                formula.clauses += [[-kind, self.active[action]] for kind in kinds]
        formula.count_at_most([-play for play in self.plays], self.actions - self.windows.needed)

    # The tokens.

    def _tokens(self) -> None:
        """Count the tokens. Literal k of a count says whether there are more than k."""
        formula, position = self.formula, self.position
        most, cost = position.most_tokens, position.cost
        full = most - 1
        now = [formula.true if k < position.tokens else -formula.true for k in range(most)]
        tops = [(suit, top) for suit, top in enumerate(position.tops) if (suit, top) in self.now]
        for action, gap in enumerate(self.gaps):
            for count, passes in enumerate(gap):
                if count >= self.seats:
                    needed = full - self.gains_two
                    formula.clauses.append([-passes, now[needed] if needed >= 0 else formula.true])
            left = formula.counter(most)
            for count, passes in enumerate(gap):
                spent = count * cost
                if spent:
                    formula.clauses.append([-passes, now[spent - 1]])
                for k in range(most):
                    higher = now[k + spent] if k + spent < most else -formula.true
                    formula.clauses += ([-passes, -left[k], higher], [-passes, left[k], -higher])
            if not position.state.palette.inverted:  # else a discard can be a play, and is always legal
                formula.clauses.append([-self.discards[action], -left[full]])
            formula.clauses.append([-self.misplays[action], left[full], *self.spared.get(action, ())])
            gains = [self.discards[action]]
            if position.state.palette.complete_gains:
                gains += [self.now[top][action] for top in tops if action in self.now[top]]
            now = formula.raised(left, gains)
            if self.gains_two:
                extra = formula.new()
                formula.clauses.append([-extra, self.plays[action]])
                self.extras.append(extra)
                now = formula.raised(now, [extra])

    # Who has which card.

    def _owners(self) -> None:
        """Require that a card is played by the seat that holds it."""
        formula, windows = self.formula, self.windows
        self.held: list[list[tuple[Literal, Item | None, int]]] = [[] for _ in range(self.seats)]
        """By seat: whether it has or gets a copy that is kept, the item, and the action that draws it."""
        every = [(item, windows.copies[item], self.chosen[item]) for item in self.now]
        for item, copies, chosen in every:
            for copy, choice in zip(copies, chosen, strict=True):
                for seat, has in self._holders(copy, choice):
                    self.held[seat].append((has, item, copy.drawn))
                    formula.clauses += [
                        [-now, -has, self.actors[action][seat]] for action, now in self.now[item].items()
                    ]
        for copies, chosen in self.guarded.values():
            for copy, choice in zip(copies, chosen, strict=True):
                for seat, has in self._holders(copy, choice):
                    self.held[seat].append((has, None, copy.drawn))

    def _holders(self, copy: Copy, choice: Literal) -> list[tuple[int, Literal]]:
        """Return the seats that can hold a copy, and whether they hold it and keep it."""
        if copy.seat is not None:
            return [(copy.seat, choice)]
        drawers = self.actors[copy.drawn]
        if choice == self.formula.true:
            return list(enumerate(drawers))
        held = self.formula.several(self.seats)
        self.formula.clauses += [[-choice, -drawer, has] for drawer, has in zip(drawers, held, strict=True)]
        return list(enumerate(held))

    def _guard(self) -> dict[Item, tuple[tuple[Copy, ...], list[Literal]]]:
        """Return the cards above the target, of which a copy must be left as long as the game goes on (R15)."""
        guarded = {}
        for suit, (height, top) in enumerate(zip(self.position.state.fireworks, self.position.tops, strict=True)):
            for place in range(height + 1, top + 1):
                code = self.position.code((suit, place))
                if (suit, place) not in self.now and not self.position.absent[code]:
                    copies = self.position.copies[code]
                    guarded[suit, place] = copies, self._choice(copies, self.formula.true)
        return guarded

    def _spare(self) -> dict[int, list[Literal]]:
        """Return, for the last draw, whether the card is given away from the deck, so that none of the hand is."""
        formula, last = self.formula, self.draws - 1
        if not self.position.state.rules.deck_plays or last < 0:
            return {}
        spared = formula.new()
        discards = [self.discards[last]] if self.position.state.palette.inverted else []
        formula.clauses.append([-spared, self.misplays[last], *discards])
        every = [(self.windows.copies[item], chosen) for item, chosen in self.chosen.items()]
        for copies, chosen in (*every, *self.guarded.values()):
            pairs = zip(copies, chosen, strict=True)
            formula.clauses += [[-spared, -choice] for copy, choice in pairs if copy.drawn == last]
        return {last: [spared]}

    def _hands(self) -> None:
        """Require that the hand of a seat that discards or misplays has a card that is not kept."""
        formula, state = self.formula, self.position.state
        for seat, hand in enumerate(state.hands):
            used: list[Literal] = []
            for action in range(self.controlled):
                kept = []
                for has, item, drawn in self.held[seat]:
                    if drawn < action:
                        here = has if item is None else formula.both(has, -self.before[item][action])
                        fragile = self.position.fragile  # Nothing is kept after the last play.
                        kept.append(formula.both(here, self.active[action]) if fragile else here)
                kept = [literal for literal in kept if literal != -formula.true]
                actor = self.actors[action][seat]
                if len(kept) + len(used) + 1 > len(hand):
                    gives = formula.new()
                    spared = self.spared.get(action, ())
                    formula.clauses.append([self.plays[action], -self.active[action], -actor, gives, *spared])
                    formula.at_most([*kept, *used, gives], len(hand))
                if action >= self.draws:
                    used.append(formula.both(actor, self.active[action]))

    # The answer.

    def plan(self, model: list[bool]) -> Plan:
        """Return the plan of a solution."""

        def holds(literal: Literal) -> bool:
            return model[literal] if literal > 0 else not model[-literal]

        cards: dict[int, int] = {}
        kept: set[int] = set()
        for item, moments in self.now.items():
            copies = zip(self.windows.copies[item], self.chosen[item], strict=True)
            for card in [copy.card for copy, chosen in copies if holds(chosen)]:
                kept.add(card)
                cards |= {action: card for action, now in moments.items() if holds(now)}
        for guarded, choices in self.guarded.values():
            kept.update(copy.card for copy, choice in zip(guarded, choices, strict=True) if holds(choice))
        steps = []
        for action in range(max(cards, default=-1) + 1):
            controlled = action < self.controlled
            kind = "play" if action in cards else "idle"
            if controlled and kind == "idle":
                kind = "discard" if holds(self.discards[action]) else "misplay"
            passes = next(n for n, gap in enumerate(self.gaps[action]) if holds(gap)) if controlled else 0
            seat = next(seat for seat, actor in enumerate(self.actors[action]) if holds(actor))
            declares = self.gains_two and (not controlled or holds(self.extras[action]))
            steps.append(Step(passes, seat, kind, cards.get(action), declares))
        return Plan(tuple(steps), frozenset(kept))


def gaps(formula: Formula, position: Position) -> list[list[Literal]]:
    """Return, by action, whether 0, 1, 2 ... clues lie before it."""
    most = min(position.state.seats + position.state.rules.color_declaration, position.most_tokens // position.cost)
    found = [formula.several(most + 1) for _ in range(position.controlled)]
    for gap in found:
        formula.one_of(gap)
    return found


def actors(formula: Formula, position: Position, clues: list[list[Literal]]) -> list[list[Literal]]:
    """Return, by action and seat, whether it is the seat's action. `clues` contains the gaps."""
    seats = position.state.seats
    start = ((position.state.to_move or 0) - 1) % seats
    last = [formula.true if seat == start else -formula.true for seat in range(seats)]
    turns = []
    for gap in clues:
        now = formula.several(seats)
        formula.one_of(now)
        formula.clauses += [
            [-last[seat], -passes, now[(seat + 1 + count) % seats]]
            for seat in range(seats)
            for count, passes in enumerate(gap)
        ]
        turns.append(now)
        last = now
    for _ in range(position.controlled, position.actions):  # the last round
        last = [last[seat - 1] for seat in range(seats)]
        turns.append(last)
    return turns
