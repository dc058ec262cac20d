"""A position with all cards known, as the bounds and the encoding read it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from engine.state import State

Item = tuple[int, int]
"""A card that is still to be played: the place of its suit, and its place in the stack, 1 for the first one."""


class Copy(NamedTuple):
    """A copy of a card, in a hand or in the deck."""

    card: int
    """The card id."""
    drawn: int
    """The number of the action that draws it; -1 if it is in a hand."""
    first: int
    """The first action that can play it."""
    seat: int | None
    """The seat that holds it; None if it is in the deck."""


@dataclass(frozen=True)
class Position:
    """A running game of plain stacks.

    **Actions** are plays, discards and misplays, numbered from 0. Action j draws card `state.dealt + j` as long as
    there are cards. Clues are **passes** before an action. In a game with a last round, the actions after the last
    draw are one for each seat, and a seat may also do nothing there.
    """

    state: State

    @cached_property
    def draws(self) -> int:
        """The number of cards in the deck."""
        return self.state.deck_size

    @cached_property
    def last_round(self) -> bool:
        """True if each seat has one turn after the last draw; False in a grand finale."""
        return self.state.rules.ending == "last_round"

    @cached_property
    def actions(self) -> int:
        """The most actions that the game can still have."""
        return self.draws + (self.state.seats if self.last_round else sum(map(len, self.state.hands)))

    @cached_property
    def controlled(self) -> int:
        """The number of actions that tokens limit and clues can precede: all but those after the last draw (R17)."""
        return self.draws if self.last_round else self.actions

    @cached_property
    def cost(self) -> int:
        """The tokens that a clue costs, in the units that a discard gains."""
        return 2 if self.state.palette.half_tokens else 1

    @cached_property
    def tokens(self) -> int:
        """The tokens now, in the same units."""
        return self.cost * self.state.clue_tokens + self.state.half_token

    @cached_property
    def most_tokens(self) -> int:
        """The most tokens, in the same units."""
        return self.cost * self.state.rules.clue_tokens

    @cached_property
    def strikes(self) -> int:
        """The strikes that lose nothing."""
        return self.state.rules.strike_tokens - 1 - self.state.strikes

    @cached_property
    def fragile(self) -> bool:
        """True if the loss of a last copy ends the game (R15)."""
        return self.state.rules.finale_loss == "irreplaceable"

    @cached_property
    def tops(self) -> tuple[int, ...]:
        """The height of each complete stack."""
        return tuple([stack.top for stack in self.state.palette.stacks])

    def code(self, item: Item) -> int:
        """Return the card code of an item."""
        return self.state.palette.stacks[item[0]].codes[-1][item[1] - 1]

    @cached_property
    def copies(self) -> Mapping[int, tuple[Copy, ...]]:
        """The copies of each card, by code, without the second of two equal cards in one hand."""
        state, codes = self.state, self.state.palette.codes
        found: dict[int, list[Copy]] = {code: [] for code in self.state.palette.cards}
        for seat, hand in enumerate(state.hands):
            for card in hand:
                copies = found[codes[state.deck[card]]]
                if not copies or copies[-1].seat != seat:
                    copies.append(Copy(card, -1, 0, seat))
        for action, card in enumerate(range(state.dealt, len(state.deck))):
            early = state.rules.deck_plays and action == self.draws - 1  # it can be played from the deck
            found[codes[state.deck[card]]].append(Copy(card, action, action + (not early), None))
        return {code: tuple(copies) for code, copies in found.items()}

    @cached_property
    def absent(self) -> Mapping[int, int]:
        """The number of copies of each card that are nowhere, by code: none in a game, but in some positions."""
        state, codes = self.state, self.state.palette.codes
        absent = dict(enumerate(state.left))
        for suit, height in enumerate(state.fireworks):
            for place in range(1, height + 1):
                absent[self.code((suit, place))] -= 1
        for card in (*[card for hand in state.hands for card in hand], *range(state.dealt, len(state.deck))):
            absent[codes[state.deck[card]]] -= 1
        return absent


def passes_always(state: State) -> bool:
    """Return True if every seat with a token has a legal clue as long as another hand has a card."""
    palette, rules = state.palette, state.rules
    kinds = []
    for kind, touches in (("color", palette.color_touches), ("rank", palette.rank_touches)):
        touched = 0
        for codes in touches.values():
            touched |= codes
        free = rules.empty_clues or kind in palette.free_clues
        kinds.append((palette.all_cards if free else touched) if touches else 0)
    both = kinds[0] & kinds[1] if palette.alternating else kinds[0] | kinds[1]
    return both == palette.all_cards
