"""Compare turns near the end of a game on deals that fit what the viewer knows.

Each deal gives the viewer's hand and the deck cards that it may have. The rest of the game is played on it in a short
form: a seat plays what it knows, tells another seat of a card that fits, or discards. A turn is worth the mean score.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.bots.bit_sets import members
from engine.bots.bot import Dice
from engine.conventions.table import Table
from engine.conventions.thoughts import Held
from engine.reading.view import View

__all__ = ["Deal", "deals", "outcome"]


class Deal(NamedTuple):
    """The viewer's hand, by card, and the deck."""

    own: dict[int, int]
    deck: tuple[int, ...]


def deals(table: Table, deck_size: int, dice: Dice, number: int) -> Iterator[Deal]:
    """Yield random deals that fit what is inferred of the viewer's hand; fewer if hardly any fits."""
    pool = list(table.left)
    for held in table.held.values():
        if held.front >= 0:
            pool[held.front] -= 1
    own = sorted(table.cards(table.viewer), key=lambda held: held.inferred.bit_count())
    for _ in range(number):
        left, hand = list(pool), {}
        for held in own:
            code = _drawn(held, left, dice)
            if code < 0:
                break
            hand[held.card] = code
            left[code] -= 1
        else:
            deck = [code for code in table.palette.cards for _ in range(left[code])]
            if len(deck) == deck_size:
                yield Deal(hand, tuple(_shuffled(deck, dice)))


def _drawn(held: Held, left: Sequence[int], dice: Dice) -> int:
    for codes in (held.inferred, held.possible):
        able = [code for code in members(codes) for _ in range(max(left[code], 0))]
        if able:
            return able[dice(len(able))]
    return -1


def _shuffled(deck: list[int], dice: Dice) -> list[int]:
    for last in range(len(deck) - 1, 0, -1):
        other = dice(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


class _Card:
    """A card in a hand of a deal."""

    __slots__ = ("called", "code", "mask", "touched")

    def __init__(self, code: int, mask: int, *, called: bool, touched: bool) -> None:
        self.code, self.mask, self.called, self.touched = code, mask, called, touched


_NO_CLUE = (1 << 30) - 1


class _Game:
    """The rest of a game on one deal."""

    def __init__(self, view: View, table: Table, deal: Deal) -> None:
        self.seats, self.positions, self.copies = table.seats, list(table.positions), list(table.copies)
        self.tokens, self.strikes = view.clue_tokens, view.strikes or 0
        self.most_tokens, self.most_strikes = view.rules.clue_tokens, view.rules.strike_tokens
        self.turns_left, self.deck = view.turns_left, list(deal.deck)
        self.hands = [
            [
                _Card(
                    held.front if held.front >= 0 else deal.own[held.card],
                    held.inferred,
                    called=held.front >= 0 and (held.called != 0 or held.promised),
                    touched=held.touched or held.called != 0,
                )
                for held in table.cards(seat)
            ]
            for seat in range(table.seats)
        ]
        self.count()

    def count(self) -> None:
        """Work out which cards fit and which are dead."""
        self.fits = self.dead = 0
        self.reach = 0
        for suit, position in enumerate(self.positions):
            self.dead |= (1 << position) - 1 << 5 * suit
            top = position
            while top < 5 and self.copies[5 * suit + top]:
                top += 1
            self.reach += top
            self.dead |= (31 >> top << top) << 5 * suit
            if position < top:
                self.fits |= 1 << 5 * suit + position

    def play(self, seat: int, place: int) -> None:
        """Play a card."""
        card = self.hands[seat].pop(place)
        if self.fits >> card.code & 1:
            self.positions[card.code // 5] += 1
            if card.code % 5 == 4:
                self.tokens = min(self.tokens + 1, self.most_tokens)
        else:
            self.strikes += 1
            self.copies[card.code] -= 1
        self.count()
        self.draw(seat)

    def discard(self, seat: int, place: int) -> None:
        """Discard a card."""
        card = self.hands[seat].pop(place)
        self.copies[card.code] -= 1
        self.tokens = min(self.tokens + 1, self.most_tokens)
        if not self.dead >> card.code & 1:
            self.count()
        self.draw(seat)

    def draw(self, seat: int) -> None:
        """Draw a card; the last one begins the last round."""
        if self.deck:
            self.hands[seat].append(_Card(self.deck.pop(), _NO_CLUE, called=False, touched=False))
            if not self.deck:
                self.turns_left = self.seats + 1

    def run(self, seat: int) -> int:
        """Play on with the seat after one that has taken its turn, and return the score."""
        for _ in range(100):
            if self.turns_left is not None:
                self.turns_left -= 1
                if self.turns_left <= 0:
                    break
            if self.strikes >= self.most_strikes:
                return 0
            if not self.fits:
                break
            seat = (seat + 1) % self.seats
            self.turn(seat)
        return sum(self.positions)

    def turn(self, seat: int) -> None:
        """Take a turn: play what is known, tell of a card that fits, or discard."""
        place = self.ready(seat)
        if place >= 0:
            self.play(seat, place)
            return
        if self.tokens and self.tell(seat):
            return
        spare = sum(self.positions) + len(self.deck) + self.seats - self.reach
        may_discard = self.tokens < self.most_tokens and self.hands[seat]
        if may_discard and (not self.tokens or (self.turns_left is None and spare > 0)):
            self.discard(seat, self.cheapest(seat))
        elif self.tokens:
            self.tokens -= 1
        else:
            self.discard(seat, 0) if self.hands[seat] else None

    def ready(self, seat: int) -> int:
        """Return the place of a card that a seat knows to fit; -1 if there is none."""
        best, least = -1, 9
        for place, card in enumerate(self.hands[seat]):
            mask = card.mask & ~self.dead
            known = mask and card.touched and not mask & ~self.fits
            if (known or (card.called and self.fits >> card.code & 1)) and card.code % 5 < least:
                best, least = place, card.code % 5
        return best

    def tell(self, seat: int) -> bool:
        """Let a seat without a play know of a card that fits."""
        for distance in range(1, self.seats):
            other = (seat + distance) % self.seats
            if self.turns_left is not None and distance >= self.turns_left:
                return False
            if self.ready(other) >= 0:
                continue
            for card in reversed(self.hands[other]):
                if self.fits >> card.code & 1:
                    card.mask, card.touched = 1 << card.code, True
                    self.tokens -= 1
                    return True
        return False

    def cheapest(self, seat: int) -> int:
        """Return the place of the card that a seat discards."""
        hand = self.hands[seat]
        for place, card in enumerate(hand):
            if not card.mask & ~self.dead:
                return place
        return next((place for place, card in enumerate(hand) if not card.touched), 0)


def outcome(view: View, table: Table, deal: Deal, card: int | None, *, plays: bool) -> int:
    """Return the score of a deal after the viewer plays or discards a card, or has given a clue (None)."""
    game, me = _Game(view, table, deal), table.viewer
    if card is None:
        game.tokens -= 1
    elif plays:
        game.play(me, table.hands[me].index(card))
    else:
        game.discard(me, table.hands[me].index(card))
    return game.run(me)
