"""The rest of a game on one deal, in a short form.

A seat saves what the next seat would lose, plays what it knows, tells other seats of cards that fit now or later, or
discards. A clue touches all cards of its color or rank; one that lets one more seat play blind comes first.
"""

from typing import Final, NamedTuple

from engine.conventions.table import Table, outlook
from engine.reading.view import View

_RANKS: Final = 5
_SUIT: Final = (1 << _RANKS) - 1
_LOW: Final = sum([1 << _RANKS * suit for suit in range(6)])
"""All ones."""
_FIVES: Final = _LOW << _RANKS - 1
_NO_CLUE: Final = (1 << 30) - 1
_UNTOLD, _TOLD, _CALLED = range(3)


class Deal(NamedTuple):
    """The viewer's hand, by card, and the deck, the last card first."""

    own: dict[int, int]
    deck: tuple[int, ...]


class Start:
    """What all deals have in common: the table after the viewer has given a clue, or before its play or discard."""

    def __init__(self, view: View, table: Table) -> None:
        self.view, self.table = view, table
        self.cards = [held for seat in range(table.seats) for held in table.cards(seat)]
        place = {held.card: place for place, held in enumerate(self.cards)}
        self.hands = [[place[card] for card in hand] for hand in table.hands]
        self.place = place
        self.masks = [held.inferred for held in self.cards]
        self.signs = [
            _CALLED
            if held.front >= 0 and (held.called or held.promised)
            else _TOLD
            if held.touched or held.called
            else _UNTOLD
            for held in self.cards
        ]

    def after(self, deal: Deal, card: int | None, *, plays: bool) -> int:
        """Return the score of a deal after the viewer plays or discards a card, or has given a clue (None)."""
        rest, me = _Rest(self, deal), self.table.viewer
        if card is None:
            rest.tokens -= 1
        elif plays:
            rest.play(me, self.place[card])
        else:
            rest.discard(me, self.place[card])
        return rest.run(me)


class _Rest:
    """A game that goes on. Cards are places in lists, those of the hands first, then those of the deck."""

    __slots__ = (
        *("seats", "positions", "copies", "tokens", "strikes", "most_tokens", "most_strikes", "turns_left"),
        *("hands", "codes", "masks", "signs", "drawn", "fits", "dead", "reach", "points"),
    )

    def __init__(self, start: Start, deal: Deal) -> None:
        view, table = start.view, start.table
        self.seats, self.copies = table.seats, list(table.copies)
        self.tokens, self.strikes, self.turns_left = view.clue_tokens, view.strikes or 0, view.turns_left
        self.most_tokens, self.most_strikes = view.rules.clue_tokens, view.rules.strike_tokens
        self.hands = [list(hand) for hand in start.hands]
        self.codes = [held.front if held.front >= 0 else deal.own[held.card] for held in start.cards]
        self.drawn = len(self.codes)
        self.codes += deal.deck
        self.masks = start.masks + [_NO_CLUE] * len(deal.deck)
        self.signs = start.signs + [_UNTOLD] * len(deal.deck)
        self.points = sum(table.positions)
        self.fits, self.dead, self.reach = outlook(table.positions, table.copies)

    def play(self, seat: int, card: int) -> None:
        """Play a card."""
        code = self.codes[card]
        self.hands[seat].remove(card)
        if self.fits >> code & 1:
            self.points += 1
            self.dead |= 1 << code
            self.fits &= ~(1 << code)
            if code % _RANKS == _RANKS - 1:
                self.tokens = min(self.tokens + 1, self.most_tokens)
            elif not self.dead >> code + 1 & 1:
                self.fits |= 2 << code
        else:
            self.strikes += 1
            self.lose(code)
        self.draw(seat)

    def discard(self, seat: int, card: int) -> None:
        """Discard a card."""
        self.hands[seat].remove(card)
        self.lose(self.codes[card])
        self.tokens = min(self.tokens + 1, self.most_tokens)
        self.draw(seat)

    def lose(self, code: int) -> None:
        """Take a copy out of the game. With the last one, all higher cards of the suit are dead."""
        self.copies[code] -= 1
        if self.copies[code] == 0 and not self.dead >> code & 1:
            above = (_SUIT >> code % _RANKS << code % _RANKS) << code - code % _RANKS
            self.reach -= (above & ~self.dead).bit_count()
            self.dead |= above
            self.fits &= ~above

    def draw(self, seat: int) -> None:
        """Draw a card; the last one begins the last round."""
        if self.drawn < len(self.codes):
            self.hands[seat].append(self.drawn)
            self.drawn += 1
            if self.drawn == len(self.codes):
                self.turns_left = self.seats + 1

    def run(self, seat: int) -> int:
        """Play on with the seat after one that has taken its turn, and return the score."""
        while True:  # each round takes a card or a token
            if self.turns_left is not None:
                self.turns_left -= 1
                if self.turns_left <= 0:
                    return self.points
            if self.strikes >= self.most_strikes:
                return 0
            if not self.fits or not any(self.hands):
                return self.points
            seat = (seat + 1) % self.seats
            self.turn(seat)

    def turn(self, seat: int) -> None:
        """Take a turn."""
        after = (seat + 1) % self.seats
        if self.tokens and self.turns_left is None and self.save(after):
            return
        card = self.ready(seat)
        if card >= 0:
            self.play(seat, card)
            return
        if self.tokens and self.tell(seat):
            return
        if self.tokens < self.most_tokens and self.hands[seat]:
            card = self.cheapest(seat)
            spare = self.points + len(self.codes) - self.drawn + self.seats - self.reach
            is_free = not self.signs[card] or not self.masks[card] & ~self.dead
            if not self.tokens or (self.turns_left is None and spare > 0 and is_free):
                self.discard(seat, card)
                return
        if self.tokens:
            self.tokens -= 1

    def save(self, seat: int) -> bool:
        """Tell a seat of the last copy that it would discard."""
        if not self.hands[seat]:
            return False
        card = self.cheapest(seat)
        code = self.codes[card]
        if self.copies[code] > 1 or self.dead >> code & 1 or self.signs[card] or self.ready(seat) >= 0:
            return False
        self.inform(seat, card, self.gotten())
        return True

    def ready(self, seat: int) -> int:
        """Return the lowest card that a seat knows to fit, or wrongly believes to; -1 if there is none."""
        best, least, dead, other, masks = -1, _RANKS, self.dead, ~self.fits, self.masks
        codes, signs = self.codes, self.signs
        for card in self.hands[seat]:
            sign = signs[card]
            if not sign:
                continue
            code = codes[card]
            rank = code % _RANKS
            if rank >= least:
                continue
            if other >> code & 1:
                if masks[card] >> code & 1:
                    continue  # somebody would keep the seat from playing it
            elif sign == _CALLED:
                best, least = card, rank
                continue
            mask = masks[card] & ~dead
            if mask and not mask & other:
                best, least = card, rank
        return best

    def tell(self, seat: int) -> bool:
        """Give the clue that gets the most: for two seats, or for one that has no play, or for later."""
        gotten, last = self.gotten(), min(self.turns_left or self.seats, self.seats)
        others = [(seat + distance) % self.seats for distance in range(1, last)]
        if self.turns_left is None and self.tell_two(seat, others, gotten):
            return True
        fits, codes, signs, wanted, later = self.fits, self.codes, self.signs, self.wanted(gotten), (-1, -1)
        for other in others:
            waits = fits if self.ready(other) < 0 else 0
            for card in reversed(self.hands[other]):
                code = codes[card]
                if waits >> code & 1 and (signs[card] or not gotten >> code & 1):
                    self.inform(other, card, gotten)
                    return True
                if wanted >> code & 1 and later[0] < 0 and not signs[card]:
                    later = card, other
        if later[0] < 0 or self.tokens == 1:
            return False
        self.inform(later[1], later[0], gotten)
        return True

    def tell_two(self, seat: int, others: list[int], gotten: int) -> bool:
        """Tell one of the others of a card, so that a seat plays blind what must come before it."""
        codes, blind = self.codes, self.blind(seat, self.fits & ~gotten & ~_FIVES)
        for other in others if blind else ():
            for card in reversed(self.hands[other]):
                if codes[card] in blind and blind[codes[card]][0] != other and not self.knows(card):
                    first = blind[codes[card]][1]
                    self.masks[first], self.signs[first] = 1 << codes[first], _CALLED
                    self.inform(other, card, gotten | 1 << codes[first])
                    return True
        return False

    def knows(self, card: int) -> bool:
        """Return True if the seat of a card knows it."""
        return self.signs[card] != _UNTOLD and not self.masks[card] & self.masks[card] - 1

    def wanted(self, gotten: int) -> int:
        """Return the cards that are not clued or called, and fit once those that are have been played."""
        more, found = self.fits & gotten, self.fits & ~gotten
        while more:
            more = more << 1 & ~_LOW & ~self.dead
            found |= more & ~gotten
            more &= gotten
        return found

    def blind(self, seat: int, wanted: int) -> dict[int, tuple[int, int]]:
        """Return the cards that can be told with the one before it, which its seat plays blind, by code."""
        found: dict[int, tuple[int, int]] = {}
        if not wanted:
            return found
        codes, signs = self.codes, self.signs
        for other, hand in enumerate(self.hands):
            if other == seat:
                continue
            for card in reversed(hand):
                if not signs[card]:
                    if wanted >> codes[card] & 1:
                        found[codes[card] + 1] = other, card
                    break
        return found

    def gotten(self) -> int:
        """Return the cards that are clued or called."""
        found, signs, codes = 0, self.signs, self.codes
        for hand in self.hands:
            for card in hand:
                if signs[card]:
                    found |= 1 << codes[card]
        return found

    def inform(self, seat: int, card: int, gotten: int) -> None:
        """Tell a seat what a card is, by color or rank, whichever touches more needed cards for the first time."""
        codes, signs, masks, useless = self.codes, self.signs, self.masks, self.dead | gotten
        code = codes[card]
        rank, bit = code % _RANKS, 1 << code
        color = _SUIT << code - rank
        by_color, by_rank, colors, ranks = 0, 0, [], []
        for other in self.hands[seat]:
            one = codes[other]
            if other == card:
                continue
            if one % _RANKS == rank:
                ranks.append(other)
                if not signs[other]:
                    by_rank += -1 if useless >> one & 1 or one == code else 1
            if color >> one & 1:
                colors.append(other)
                if not signs[other]:
                    by_color += -1 if useless >> one & 1 or one == code else 1
        touched, mask = (colors, color) if by_color > by_rank else (ranks, _LOW << rank)
        for other in touched:
            masks[other] = masks[other] & mask & (-1 if codes[other] == code else ~bit) or masks[other]
            signs[other] = signs[other] or _TOLD
        masks[card], signs[card] = bit, signs[card] or _TOLD
        self.tokens -= 1

    def cheapest(self, seat: int) -> int:
        """Return the card that a seat discards: one that it knows is dead, else the oldest without a clue."""
        hand, masks, other = self.hands[seat], self.masks, ~self.dead
        for card in hand:
            if not masks[card] & other:
                return card
        signs = self.signs
        for card in hand:
            if not signs[card]:
                return card
        return hand[0]
