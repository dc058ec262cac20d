"""Games with another order of the deck, and the values of their positions."""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from engine.cards import Card
from engine.commands import Discard, Play, Turn
from engine.decide import IllegalMove
from engine.reading.sampled_deals import shuffled
from engine.reading.solver import Budget, Reachable, reachable
from engine.reading.solver.curve import at_the_end
from engine.reading.solver.lines import Stuck, after, clue, discard_of, play_of
from engine.reading.solver.position import passes_always
from engine.score import fitting
from engine.state import State

_SHARE: Final = 50
"""One position may spend a fiftieth of the budget."""

_USELESS: Final = 255
"""The key of all useless cards."""


class Chain(NamedTuple):
    """Versions with one deck: from a draw, or the deal, to the next draw or the end."""

    first: int
    last: int
    """The version after the next draw. Its drawn card is the one of this deck."""
    deck: tuple[Card, ...]


def chains(states: Sequence[State], below: Callable[[int], int]) -> Iterator[Chain]:
    """Yield the chains of a game with a random order of the deck, given the state at each version.

    Whenever the game draws a card, the sample exchanges it with the card that it would have drawn. So each deck is
    uniformly distributed over the orders of the cards not drawn, and the decks of neighboring chains differ in two
    cards.
    """
    first, real = 0, states[0].deck
    begin = states[0].dealt
    order = [*range(begin), *shuffled(list(range(begin, len(real))), below)]
    for version, state in enumerate(states):
        card = state.dealt - 1
        if version and state.dealt > states[version - 1].dealt:
            yield Chain(first, version, tuple([real[number] for number in order]))
            first, place = version, order.index(card)
            order[place], order[card] = order[card], card
    yield Chain(first, len(states) - 1, tuple([real[number] for number in order]))


class Values:
    """What could still be reached, with each deck at each version of a game."""

    def __init__(self, states: Sequence[State], turns: Sequence[bool], budget: Budget) -> None:
        """`turns` tells for each event after the deal whether it is a turn."""
        self.states, self.budget = states, budget
        self.found: dict[tuple[int, bytes], Reachable] = {}
        self.lines: dict[int, tuple[Turn, ...]] = {}
        """By version: the line found last."""
        self.useless = [_useless(state) for state in states]
        # Only turns and the end change the value.
        self.changes = [0, *[version for version, turn in enumerate(turns, 1) if turn or states[version].ending]]

    @property
    def searched(self) -> int:
        """The number of different positions."""
        return len(self.found)

    @property
    def inexact(self) -> int:
        """The number of positions whose exact value is unknown."""
        return sum([not value.exact for value in self.found.values()])

    def along(self, chain: Chain) -> list[Reachable]:
        """Return bounds of the value of each version of a chain. They never rise."""
        deck, first = chain.deck, chain.first
        versions = [first, *[version for version in self.changes if first < version <= chain.last]]
        top = Reachable(self.states[first].table_points, self.states[first].attainable, ())
        found = {chain.last: self._value(chain.last, deck, top)}
        found[first] = self._value(first, deck, top._replace(lower=found[chain.last].lower))
        open_ranges = [(0, len(versions) - 1)]
        while open_ranges:
            low, high = open_ranges.pop()
            if high - low > 1:
                between = (low + high) // 2
                before, later = found[versions[low]], found[versions[high]]
                known = Reachable(later.lower, max(before.upper, later.lower), ())
                found[versions[between]] = self._value(versions[between], deck, known)
                open_ranges += [(low, between), (between, high)]
        levels = _levels([found[version] for version in versions], versions)
        return [*levels[:-1], at_the_end(self.states[chain.last], levels[-1])]

    def _value(self, version: int, deck: tuple[Card, ...], known: Reachable) -> Reachable:
        """Return bounds of the value of a position, given bounds that are already proved."""
        state = self.states[version]._replace(deck=deck)
        if known.exact:
            return known
        codes, useless = state.palette.codes, self.useless[version]
        # The last card drawn is the sample's or the real one.
        fronts = [codes[card] for card in deck[state.dealt - 1 :]]
        key = version, bytes([_USELESS if useless >> code & 1 else code for code in fronts])
        if key not in self.found:
            self.found[key] = self._searched(state, version, known)
        lower, upper, line = self.found[key]
        return Reachable(max(lower, known.lower), min(upper, known.upper), line)

    def _searched(self, state: State, version: int, known: Reachable) -> Reachable:
        """Return bounds of the value of a position: by a player without a solver, then by the solver."""
        found = known
        if state.palette.plain_stacks and state.ending is None:
            for guide in ((), self.lines.get(version, ())):  # the neighboring deck has a similar line
                if not found.exact:
                    self.budget.spend(1)
                    score, line = _witness(state, guide, found.upper)
                    if score > found.lower:
                        found = Reachable(score, found.upper, line)
        if not found.exact:
            found = reachable(state, self.budget.share(_SHARE), known=found)
        if found.line:
            self.lines[version] = found.line
        return found


def _witness(state: State, guide: Sequence[Turn], most: int) -> tuple[int, tuple[Turn, ...]]:
    """Return a score that can be reached, at most `most`, and a line to it: those of a player that sees all cards.

    It takes each turn of `guide`, such as a line for nearly the same deck, unless that would lose points. It decides
    about all other turns itself. It never misplays.
    """
    best = state.table_points
    line: tuple[Turn, ...] = ()
    turns: list[Turn] = []
    while state.ending is None and state.table_points < most:
        guided = guide[len(turns)] if len(turns) < len(guide) else None
        try:
            turn = _turn(state, guided)
            state = after(state, turn)
        except (Stuck, IllegalMove):
            break
        turns.append(turn)
        if state.table_points > best:
            best, line = state.table_points, tuple(turns)
    return best, line


def _turn(state: State, guided: Turn | None) -> Turn:
    """Return the turn to take. Raises Stuck."""
    assert state.to_move is not None
    hand, codes = state.hands[state.to_move], state.palette.codes
    left, fits, wanted = state.left, fitting(state.palette, state.fireworks), state.useful
    code = {card: codes[state.deck[card]] for other in state.hands for card in other}
    may_discard = bool(state.palette.inverted) or state.clue_tokens < state.rules.clue_tokens

    plays = [card for card in hand if fits >> code[card] & 1]
    if isinstance(guided, Play | Discard) and guided.card in hand:
        card = guided.card
        is_critical = wanted >> code[card] & 1 and left[code[card]] == 1
        if card in plays:
            plays = [card]
        elif may_discard and not is_critical and guided == discard_of(state, card):
            return guided
    if plays:
        first = min(plays, key=lambda card: (state.deck[card].rank, left[code[card]]))
        return play_of(state, first, declares=state.rules.color_declaration)

    useless = [card for card in hand if not wanted >> code[card] & 1]
    others_play = any(fits >> code[card] & 1 for card in code if card not in hand)
    pace = state.table_points + state.deck_size + state.seats - state.attainable
    if state.clue_tokens and (others_play or not useless or not may_discard or pace <= 0):
        return clue(state)
    held = list(code.values())
    # Useless cards, then those that somebody else holds too, then those that are still in the deck.
    worth = {card: (held.count(code[card]) < 2, left[code[card]] == 1, -state.deck[card].rank) for card in hand}
    return discard_of(state, min(useless or hand, key=worth.__getitem__))


def _useless(state: State) -> int:
    """Return the cards that are equal for the solver, as a set of codes: those that cannot be played any more.

    They differ if a seat may need one of them for a legal clue.
    """
    palette = state.palette
    if not (palette.plain_stacks and passes_always(state)):
        return 0
    return palette.all_cards & ~state.useful


def _levels(found: Sequence[Reachable], versions: Sequence[int]) -> list[Reachable]:
    """Return bounds at each version up to the last one, made to never rise. Other events change nothing."""
    lowers = [value.lower for value in found]
    lowers = [max(lowers[place:]) for place in range(len(found))]
    uppers = list(accumulate([value.upper for value in found], min))
    levels: list[Reachable] = []
    for version, lower, upper in zip(versions, lowers, uppers, strict=True):
        levels += levels[-1:] * (version - versions[0] - len(levels))
        levels.append(Reachable(lower, upper, ()))
    return levels
