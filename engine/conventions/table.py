"""The table as conventions see it: hands, fireworks, and what is thought of each card.

A table is followed from one seat, the viewer, and contains nothing that this seat does not see. `engine.conventions.
following` applies turns to it.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from engine.commands import GiveColorClue, GiveRankClue
from engine.conventions.rule_types import Rules
from engine.conventions.thoughts import ALL, Held, Told
from engine.events import ColorClueGiven, RankClueGiven
from engine.rules import Palette

_FLAGS: Final = frozenset({"allClueColors", "allClueRanks", "noClueColors", "noClueRanks", "oneOfEach"})
_SUITS: Final = 5
_RANKS: Final = 5
_SUIT: Final = (1 << _RANKS) - 1
_ANY: Final = 99

MOST_TOKENS: Final = 8
UNSEEN: Final = -1
"""Stands for the code of a card that is not seen."""
FOREIGN: Final = 30
"""The code of cards that the variant does not have. Positions may show them, and no clue touches them."""


@lru_cache(256)
def reads(palette: Palette) -> bool:
    """Return True if clues can be read by the plain rules: all see them, and every suit goes from 1 to 5."""
    ordinary = [tuple(range(5 * suit, 5 * suit + 5)) for suit in range(len(palette.stacks))]
    orders = [stack.codes[-1] for stack in palette.stacks]
    return (
        orders == ordinary
        and palette.plain_stacks
        and not (palette.inverted or palette.hidden_plays or palette.hidden_clues)
    )


def supports(palette: Palette) -> bool:
    """Return True if bots play these cards and clues by the conventions: five suits."""
    return len(palette.suits) == _SUITS and has_conventions(palette)


@lru_cache(256)
def has_conventions(palette: Palette) -> bool:
    """Return True if the conventions say how to play with these cards and clues.

    They are for suits with ordinary stacks: plain suits, rainbow, pink, white, black, brown and their mixtures.
    """
    suits = palette.variant.suits
    plain = [suit for suit in suits if not suit.flags]
    return (
        not palette.variant.modifiers
        and all(suit.flags <= _FLAGS for suit in suits)
        and len({suit.colors for suit in plain}) == len(plain)
        and all(len(suit.colors) == 1 for suit in plain)
    )


class Table:
    """Hands, fireworks and thoughts at one time."""

    __slots__ = (
        *("palette", "seats", "viewer", "rules", "hands", "held", "positions", "copies", "left", "playable", "dead"),
        *("tokens", "strikes", "struck_at", "turn", "early", "told", "last", "void", "misled"),
    )

    def __init__(self, palette: Palette, seats: int, viewer: int, rules: Rules) -> None:
        self.palette, self.seats, self.viewer, self.rules = palette, seats, viewer, rules
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        """The cards of each seat, oldest first."""
        self.held: dict[int, Held] = {}
        """What is thought of the cards in the hands."""
        self.positions = [0] * len(palette.stacks)
        self.copies = [*palette.copies[:FOREIGN], 1]
        """The copies that are not discarded, by code."""
        self.left = [*palette.copies[:FOREIGN], _ANY]
        """The copies neither played nor discarded, by code."""
        self.playable = self.dead = 0
        """The cards that fit now, and those that can never be played."""
        self.tokens = MOST_TOKENS
        self.strikes = self.turn = 0
        self.struck_at = -1
        """The turn of the last strike."""
        self.early = True
        """Whether nobody has discarded a chop."""
        self.told: list[Told] = []
        """The clues that wait for something, oldest first."""
        self.last: Told | None = None
        """The last clue."""
        self.void: frozenset[int] = frozenset()
        """The turns of clues that mean nothing, as later cards refuted all their readings."""
        self.misled: frozenset[tuple[int, int]] = frozenset()
        """The givers of clues by which a seat played a wrong card, each with that seat."""
        self.count()

    def copy(self) -> "Table":
        """Return a copy that can be followed on its own."""
        table = Table(self.palette, self.seats, self.viewer, self.rules)
        table.hands = [list(hand) for hand in self.hands]
        table.held = {card: held.copy() for card, held in self.held.items()}
        table.positions, table.copies, table.left = list(self.positions), list(self.copies), list(self.left)
        table.playable, table.dead = self.playable, self.dead
        table.tokens, table.strikes, table.struck_at = self.tokens, self.strikes, self.struck_at
        table.turn, table.early, table.void = self.turn, self.early, self.void
        table.misled = self.misled
        table.told, table.last = [told.copy() for told in self.told], self.last
        return table

    def seen_by(self, seat: int) -> "Table":
        """Return the table as another seat sees it, as far as the viewer knows: without both own hands."""
        table = self.copy()
        table.viewer = seat
        for held in table.cards(seat):
            held.front = UNSEEN
        for told in table.told:
            if told.target == seat:
                told.others = list(told.own)
        return table

    def count(self) -> None:
        """Work out which cards fit and which are dead."""
        self.playable, self.dead, _ = outlook(self.positions, self.copies)

    def flags(self, code: int) -> frozenset[str]:
        """Return what clues touch of the suit of a card."""
        return self.palette.variant.suits[code // 5].flags

    def critical(self, code: int) -> bool:
        """Return True for a card that is needed and has one copy left."""
        return self.copies[code] == 1 and not self.dead >> code & 1

    def cards(self, seat: int) -> list[Held]:
        """Return the cards of a seat, oldest first."""
        held = self.held
        return [held[card] for card in self.hands[seat]]

    def unseen(self, seat: int = UNSEEN) -> list[int]:
        """Return the copies that the viewer does not see, by code; with a seat, those that the seat does not see."""
        left = list(self.left)
        for held in self.held.values():
            if held.front >= 0 and held.seat != seat:
                left[held.front] -= 1
        return left

    def order(self, giver: int) -> list[int]:
        """Return the other seats, in order of play."""
        return [(giver + distance) % self.seats for distance in range(1, self.seats)]

    def draw(self, seat: int, card: int, front: int, *, dealt: bool = False) -> None:
        """Put a card into a hand; `front` is -1 if the viewer does not see it."""
        self.hands[seat].append(card)
        all_cards = self.palette.all_cards
        self.held[card] = Held(card, seat, front, all_cards, dealt=dealt)


def outlook(positions: Sequence[int], copies: Sequence[int]) -> tuple[int, int, int]:
    """Return the cards that fit, those that are dead, and the most points, for suits that go from 1 to 5."""
    fits = dead = points = 0
    for suit, position in enumerate(positions):
        top = position
        while top < _RANKS and copies[_RANKS * suit + top]:
            top += 1
        points += top
        dead |= (_SUIT >> top << top | (1 << position) - 1) << _RANKS * suit
        if position < top:
            fits |= 1 << _RANKS * suit + position
    absent = _RANKS * len(positions)
    return fits, dead | ALL >> absent << absent, points


def touches(palette: Palette, clue: ColorClueGiven | RankClueGiven | GiveColorClue | GiveRankClue) -> tuple[int, int]:
    """Return all cards that a clue touches, and its rank, 0 for a color."""
    if isinstance(clue, ColorClueGiven | GiveColorClue):
        return palette.color_touches[clue.color], 0
    return palette.rank_touches[clue.rank], clue.rank


def of_rank(table: Table, rank: int) -> int:
    """Return all cards of a rank."""
    return sum([1 << 5 * suit + rank - 1 for suit in range(len(table.positions))])


def promised_by(table: Table, mask: int, rank: int) -> int:
    """Return what the focus of a clue may be: a card of a suit that all ranks touch has the rank that is named."""
    named, suits = of_rank(table, rank), enumerate(table.palette.variant.suits)
    pink = sum([of_suit(5 * place) for place, suit in suits if "allClueRanks" in suit.flags])
    return mask & (named | ~pink) if rank else mask


def of_suit(code: int) -> int:
    """Return all cards of the suit of a card."""
    return 31 << code // 5 * 5


def chop_of(cards: Iterable[Held]) -> Held | None:
    """Return the oldest card without a clue or a call that the chop has not moved past."""
    return next((held for held in cards if not (held.touched or held.called or held.moved)), None)


def finesse_position(cards: Sequence[Held], used: Iterable[int] = (), code: int = -1) -> Held | None:
    """Return the newest card without a clue or a call. A card that may be called as `code` counts too."""
    for held in reversed(cards):
        if held.touched or held.card in used:
            continue
        if not held.called or (held.called >> code & 1 if code >= 0 else False):
            return held
    return None
