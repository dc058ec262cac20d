"""A table with the basic rules, written for itself: another judge of the lines that the solver returns.

It shares no code with the engine's rules. Cards are pairs of a suit and a rank, and have the numbers of their places in
the deck. It knows ordinary suits, clue and strike tokens, the last round and the grand finale.
"""

from collections import Counter
from collections.abc import Sequence

from engine.cards import Card
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.rules import Rules


class SimpleTable:
    """A running game. `take` raises ValueError for a turn that the rules forbid."""

    def __init__(self, rules: Rules, seats: int, start: int, deck: Sequence[Card]) -> None:
        self.deck, self.seats, self.turn = list(deck), seats, start
        self.finale = rules.ending == "grand_finale"
        self.fragile = self.finale and rules.finale_loss == "irreplaceable"
        self.empty_clues, self.full, self.most_strikes = rules.empty_clues, rules.clue_tokens, rules.strike_tokens
        size = (5 if seats < 4 else 4) + {"one_less": -1, "normal": 0, "one_more": 1}[rules.hand_size]
        if seats == 6:
            size -= 1
        self.hands = [set(range(size * seat, size * (seat + 1))) for seat in range(seats)]
        self.next, self.tokens, self.strikes, self.over = size * seats, self.full, 0, False
        self.piles = dict.fromkeys({card.suit for card in deck}, 0)
        self.gone: Counter[Card] = Counter()
        self.left: int | None = None

    @property
    def points(self) -> int:
        """The points on the table."""
        return sum(self.piles.values())

    def take(self, turn: Turn) -> None:
        """Take a turn of the seat to move."""
        if self.over:
            raise ValueError("the game is over")
        last_round = self.left is not None
        match turn:
            case Play(card) | Discard(card):
                self.part_with(card, plays=isinstance(turn, Play))
            case GiveColorClue(target, color):
                self.clue(target, any(self.deck[card].suit == color for card in self.hands[target]))
            case GiveRankClue(target, rank):
                self.clue(target, any(self.deck[card].rank == rank for card in self.hands[target]))
        if last_round and self.left is not None:
            self.left -= 1
        self.turn = (self.turn + 1) % self.seats
        stuck = not self.hands[self.turn] and not self.tokens
        self.over |= self.strikes == self.most_strikes or self.left == 0 or stuck

    def clue(self, target: int, touches: bool) -> None:
        if target == self.turn or not self.tokens or not (touches or self.empty_clues):
            raise ValueError("no such clue")
        self.tokens -= 1

    def part_with(self, card: int, *, plays: bool) -> None:
        if card not in self.hands[self.turn] or (not plays and self.tokens == self.full):
            raise ValueError("no such play or discard")
        self.hands[self.turn].remove(card)
        suit, rank = self.deck[card]
        if plays and self.piles[suit] == rank - 1:
            self.piles[suit] = rank
            self.tokens = min(self.full, self.tokens + (rank == 5))
        else:
            self.gone[self.deck[card]] += 1
            self.strikes += plays
            self.tokens += not plays
            lost = self.gone[self.deck[card]] == self.deck.count(self.deck[card]) and self.piles[suit] < rank
            self.over |= self.fragile and lost
        if self.next < len(self.deck) and not self.over:
            self.hands[self.turn].add(self.next)
            self.next += 1
            if self.next == len(self.deck) and not self.finale:
                self.left = self.seats
