"""The bots `hgroup-1` to `hgroup-5`, which play by the H-group's conventions up to a level.

They read the game with `engine.conventions` and have a fixed order: play what they are called to play blind, save what
the next seat would lose, play what they know, give the best clue, discard. A clue is tried on a copy of the table: it
is worth the plays that it calls, if its receiver reads it right. Then they compare this turn with the others that the
conventions leave open, on deals that fit.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import Final

from engine.bots.bot import Dice
from engine.bots.hgroup_clues import Clues, Tried
from engine.bots.hgroup_comparison import best_of, deals
from engine.bots.hgroup_hand import OwnHand
from engine.bots.hgroup_prospect import prospect
from engine.bots.hgroup_rest_of_game import Deal, Start
from engine.commands import Discard, Play, Turn
from engine.conventions.following import follow_play
from engine.conventions.from_feed import table_of
from engine.conventions.levels import rules_of
from engine.conventions.table import Table
from engine.conventions.thoughts import Held
from engine.reading.feed import Item
from engine.reading.view import View

SEATS: Final = range(2, 6)
"""The numbers of seats for which the guide has rules."""

_ANY: Final = -math.inf
_LEAST_WORTH: Final[Sequence[float]] = (1.0, 0.5, 0.4, 0.35, 0.2, 0.1, 0.0, -0.5, 0.0)
"""What a clue must be worth to be better than a discard, by the number of clue tokens."""
_MUCH_BETTER: Final = 1.5
_LOCKED: Final = -2.4
"""What a clue must be worth at least if every own card is clued and perhaps useful."""
_END: Final = 8
"""With so many cards in the deck, risky plays and clues of little worth are compared too."""
_LAST_CARDS: Final = 2
"""With so few and two seats, all clues are: one that says nothing draws no card, so that more turns are left."""
_PAIR: Final = 2
_LIKELY: Final = 0.5
"""The chance of a play that may be right, whatever clues say."""
_LIKELY_AT_THE_END: Final = 0.2
"""The same in the last round, when strikes cost little."""
_CLEAR: Final = 0.3
"""What a clue must be worth before that to be compared."""
_BETTER: Final = 0.1
_BETTER_AT_THE_END: Final = 0.05
"""How many points another turn must bring than the usual one, beside chance."""
_URGENT: Final = 0.5
"""The same, if the usual turn saves or mends something."""


def choose(level: int, view: View, feed: Iterable[Item], dice: Dice) -> Turn:
    """Return the turn of the bot of a level. Raises ValueError if no turn is legal."""
    if view.viewer is None or not view.legal_actions:
        raise ValueError("the viewer is not to move")
    return Choice(view, table_of(view.rules.palette, view.seats, view.viewer, rules_of(level), feed), dice).turn()


class Choice:
    """The choice of a turn at a table that was followed up to a view. Without dice, it compares no turns."""

    def __init__(self, view: View, table: Table, dice: Dice | None = None) -> None:
        self.view, self.table, self.me, self.dice = view, table, table.viewer, dice
        self.clues = Clues(view, table)
        self.last_strike = self.clues.last_strike
        self.hand = OwnHand(table, careful=self.last_strike, last_round=view.turns_left is not None)
        self.next = (self.me + 1) % table.seats
        self.may_discard = any(isinstance(turn, Discard) for turn in view.legal_actions)
        self.tokens = view.clue_tokens

    def turn(self) -> Turn:
        """Return the turn."""
        urgent = self.urgent()
        usual = urgent or self.usual()
        if self.view.deck_size <= _END:
            return self.best(usual, self.late_turns(), _BETTER_AT_THE_END if urgent is None else _URGENT)
        if self.hand.blind_plays():
            return usual
        return self.best(usual, self.clear_turns(), _BETTER if urgent is None else _URGENT)

    def by_order(self) -> Turn:
        """Return the turn by the fixed order alone, without comparing others."""
        return self.urgent() or self.usual()

    def urgent(self) -> Turn | None:
        """Return the clue that saves or mends something."""
        return self.save() or self.fix()

    def best(self, usual: Turn, others: Iterable[Turn], margin: float) -> Turn:
        """Return the turn with the best mean score over deals that fit, or the usual one if no other is better."""
        turns = [usual, *[turn for turn in others if turn != usual]]
        if len(turns) == 1:
            return usual
        assert self.dice is not None
        found = deals(self.table, self.dice)
        return turns[best_of([self.scores(turn) for turn in turns], found, margin)]

    def clear_turns(self) -> list[Turn]:
        """Return the turns that the conventions leave open: who has a card to play discards for a token at most.

        With two seats, one without a chop compares all clues and all discards, since each may lose a point.
        """
        locked, known = self.hand.is_locked(), self.hand.known_plays()
        every = locked and self.table.seats == _PAIR
        clues = self.tried() if every else [tried for tried in self.tried()[:3] if tried.worth > _CLEAR]
        discards = [held.card for held in self.hand.cards] if every else [self.hand.worst()]
        if not self.may_discard or (not every and (locked or (known and self.tokens))):
            discards = []
        return [*[tried.clue for tried in clues], *[Play(held.card) for held in known], *map(Discard, discards)]

    def late_turns(self) -> list[Turn]:
        """Return the turns that may be better than the usual one near the end."""
        clues = [tried for tried in self.tried()[:3] if tried.worth > -0.7]
        if self.view.deck_size <= _LAST_CARDS and self.table.seats == _PAIR:
            clues = self.tried()
        if self.last_strike:
            able = self.hand.blind_plays() + self.hand.known_plays()
        else:
            least = 0.7 if self.view.turns_left is None else 0.2
            able = [held for held in self.hand.cards if not held.trash and self.hand.chance(held) >= least]
        return [
            *[tried.clue for tried in clues],
            *[Play(held.card) for held in able],
            *([Discard(self.hand.worst())] if self.may_discard else []),
        ]

    def open_turns(self) -> list[Turn]:
        """Return the turn by the fixed order, and all others that may be right, whether or not the bot trusts clues."""
        least = _LIKELY if self.view.turns_left is None else _LIKELY_AT_THE_END
        able = [held for held in self.hand.cards if self.hand.chance(held) >= least or self.hand.is_sure(held)]
        turns = [self.by_order(), *[tried.clue for tried in [*self.tried()[:3], *self.saving()[:1]]]]
        turns += [*[Play(held.card) for held in able], *([Discard(self.hand.worst())] if self.may_discard else [])]
        return [*dict.fromkeys(turns)]

    def scores(self, turn: Turn) -> Callable[[Deal], int]:
        """Return the function that gives the score of a deal after a turn."""
        if isinstance(turn, Play | Discard):
            return partial(self.start.after, card=turn.card, plays=isinstance(turn, Play))
        return partial(Start(self.view, self.clues.understood(turn)[0]).after, card=None, plays=False)

    @cached_property
    def start(self) -> Start:
        """The rest of the game before a play or discard."""
        return Start(self.view, self.clues.agreed)

    def tried(self) -> list[Tried]:
        """Return the clues, the best first."""
        return self.clues.tried if self.tokens else []

    def usual(self) -> Turn:
        """Return the turn by the fixed order, when nothing is urgent."""
        blind, known = self.hand.blind_plays(), self.hand.known_plays()
        if blind:
            return Play(blind[-1].card)
        if known:
            return self.fix_before(known[0]) or Play(known[0].card)
        gamble = self.gamble()
        if gamble is not None:
            return Play(gamble.card)
        best = self.tried()[0] if self.tried() else None
        if best is not None and best.worth >= self.least_worth():
            return best.clue
        if self.may_discard:
            return Discard(self.hand.worst())
        return self.view.legal_actions[0] if not self.hand.cards else Play(self.hand.cards[-1].card)

    def saving(self) -> list[Tried]:
        """Return the clues that save what the next seat would discard, the best first."""
        danger = self.clues.now_understood.danger.get(self.next, 0.0) if self.tokens else 0.0
        if danger < 0.8:
            return []
        return [tried for tried in self.tried() if tried.after.danger.get(self.next, 0.0) < danger - 0.5]

    def save(self) -> Turn | None:
        """Return a clue that saves what the next seat would discard, unless it can give a much better clue itself."""
        saving = self.saving()
        if not saving or saving[0].worth <= 0:
            return None
        best = self.tried()[0]
        if best.clue.target == self.next or best.worth < saving[0].worth + _MUCH_BETTER:
            return saving[0].clue
        return None if self.hand.blind_plays() or self.hand.known_plays() else best.clue

    def fix(self) -> Turn | None:
        """Return a clue that keeps the next seat from playing a wrong card."""
        if not self.tokens or not self.clues.now_understood.wrong_next:
            return None
        fixing = [tried for tried in self.tried() if not tried.after.wrong_next and tried.worth > 1.0]
        return fixing[0].clue if fixing else None

    def fix_before(self, held: Held) -> Turn | None:
        """Return a clue that has to come before a play, after which the next seat would play a wrong card."""
        codes = held.inferred & self.table.playable
        if codes & codes - 1 or not self.tokens:
            return None
        after = self.table.copy()
        follow_play(after, self.me, held.card, codes.bit_length() - 1, fits=True)
        if prospect(after).wrong_next <= self.clues.now.wrong_next:
            return None
        fixing = [tried for tried in self.tried() if tried.after.misled < self.clues.now_understood.misled]
        return fixing[0].clue if fixing and fixing[0].worth > 0 else None

    def least_worth(self) -> float:
        """Return the worth that a clue must have to be better than a discard."""
        if not self.may_discard or self.view.turns_left is not None:
            return _ANY
        if self.hand.is_locked():
            return _LOCKED
        if self.pace <= 0:
            return -0.3
        if self.pace < self.table.seats:
            return 0.1
        return _LEAST_WORTH[min(self.tokens, len(_LEAST_WORTH) - 1)]

    @property
    def pace(self) -> int:
        """Return how many cards can still be discarded if all that can be played is to be played."""
        view = self.view
        assert view.table_points is not None and view.attainable_score is not None
        return view.table_points + view.deck_size + view.seats - view.attainable_score

    def gamble(self) -> Held | None:
        """Return a card worth a risk when the game is nearly over."""
        view = self.view
        if view.turns_left is None or self.last_strike:
            return None
        if view.turns_left > view.seats - (self.tokens == 0):
            return None
        chances = [(self.hand.chance(held), held.card) for held in self.hand.cards if not held.trash]
        best = max(chances, default=(0.0, -1))
        least = 0.15 if view.turns_left == 1 or not self.tokens else 0.4
        return self.table.held[best[1]] if best[0] > least else None
