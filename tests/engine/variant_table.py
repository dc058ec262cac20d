"""A table of any variant of hanab.live, independent of the engine.

It plays the actions of an export in order, as hanab.live's server does. A card is a number (its place in the deck), its
front a pair of the index of its suit and its rank. The table stores every clue and the orders in which stacks can be
completed, and evaluates all of them for each question. The options are those of an export; `cardCycle` and timers
change nothing here, and `detrimentalCharacters` is not supported.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from tests.engine.variant_facts import Clue, Front, clues, composition, orders, touch_table, variant_of

__all__ = ["IllegalAction", "VariantTable", "composition", "play_export", "touch_table"]

PLAY, DISCARD, COLOR_CLUE, RANK_CLUE, END, VOTE = range(6)
NORMAL, STRIKEOUT, SPEEDRUN_FAILED, ALL_OR_NOTHING_FAILED, ALL_OR_NOTHING_STUCK = 1, 2, 5, 8, 9
HAND_SIZES = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}
TOKENS = 8.0


class IllegalAction(Exception):
    """A deal that is no deal of the variant, or an action that hanab.live does not allow."""


class VariantTable:
    """The table of a game. Hands have the oldest card first."""

    def __init__(self, name: str, players: int, deck: Sequence[Front], options: dict[str, Any] | None = None) -> None:
        """Deal a game. The first card of the deck is on its top.

        Raises:
            IllegalAction: The variant has another deck, or the number of players is not 2 to 6.
        """
        self.name, self.variant, self.players = name, variant_of(name), players
        self.deck, self.options = list(deck), options or {}
        _require(Counter(deck) == composition(name), "the variant has another deck")
        _require(players in HAND_SIZES, "too few or too many players")
        self.stacks: list[list[int]] = [[] for _ in self.variant.suits]
        """The ranks that were played on each stack, in order."""
        self.tokens = TOKENS
        self.strikes = 0
        self.turn = 0
        self.seat = int(self.options.get("startingPlayer", 0))
        """The seat to move."""
        self.discards: list[int] = []
        """The discarded and misplayed cards, in order."""
        self.over: int | None = None
        """hanab.live's code of the end, or None while the game runs."""
        self.drawn = 0
        self.marks: list[list[tuple[Clue, bool]]] = []
        """Each clue to the hand of a card, and whether it touched the card, by card."""
        self.touched: list[list[int]] = []
        """The cards that each clue touched, in order of the clues."""
        self.last_kind: str | None = None
        self.turns_left: int | None = None
        """The turns left in the last round, or None before it."""
        self.stale: set[int] = set()
        """The cards in hands of seats that had their last turn."""
        self.hands: list[list[int]] = [[] for _ in range(players)]
        size = HAND_SIZES[players] + bool(self.options.get("oneExtraCard")) - bool(self.options.get("oneLessCard"))
        for hand in self.hands:
            for _ in range(size):
                self._draw(hand)

    @property
    def points(self) -> int:
        """The number of cards on the stacks."""
        return sum(len(stack) for stack in self.stacks)

    @property
    def score(self) -> int:
        """The points, or 0 if the game was lost."""
        return self.points if self.over in (None, NORMAL) else 0

    @property
    def max_score(self) -> int:
        """The highest number of points that the cards outside the discards allow, by trying all orders of play."""
        suits = range(len(self.stacks))
        if not self.variant.has("Su"):
            return sum(max(self._reach(suit, order) for order in self._orders(suit)) for suit in suits)
        reach = [{order[0]: self._reach(suit, order) for order in self._orders(suit)} for suit in suits]
        assignments = [list(zip(reach, starts, strict=True)) for starts in permutations(self.variant.ranks)]
        return max(
            sum(by_start[start] for by_start, start in assignment)
            for assignment in assignments
            if all(start in by_start for by_start, start in assignment)
        )

    @property
    def possible(self) -> dict[int, set[Front]]:
        """The fronts that agree with all clues to a card, for each card that was drawn."""
        table = touch_table(self.name)
        return {
            card: {
                front
                for front in composition(self.name)
                if all((front in table[clue]) == touched for clue, touched in marks)
            }
            for card, marks in enumerate(self.marks)
        }

    @property
    def public(self) -> dict[int, set[Front]]:
        """The same for those who do not hear a hidden clue (Cow & Pig, Duck), but see which cards it touched."""
        return {
            card: {
                front
                for front in composition(self.name)
                if all(self._agrees(front, clue, touched) for clue, touched in marks)
            }
            for card, marks in enumerate(self.marks)
        }

    def next_ranks(self, suit: int) -> set[int]:
        """Return the ranks that fit on a stack."""
        stack = self.stacks[suit]
        if len(stack) == self.variant.stack_size:
            return set()
        ranks = {order[len(stack)] for order in self._orders(suit)}
        if self.variant.has("Su") and not stack:
            ranks -= {other[0] for other in self.stacks if other}
        return ranks

    def legal(self) -> set[tuple[int, int, int]]:
        """Return all legal turns, by checking every conceivable turn. They are the same as commands and as actions."""
        return {turn for turn in self._turns() if self._refusal(*turn) is None}

    def command(self, kind: int, target: int, value: int = 0) -> None:
        """Carry out what the seat to move commands. A play of an inverted suit discards, and a discard plays.

        Raises:
            IllegalAction: hanab.live does not allow the command.
        """
        if kind in (PLAY, DISCARD) and 0 <= target < len(self.deck) and self.variant.inverted(self.deck[target][0]):
            self.act(PLAY + DISCARD - kind, target, value)
        else:
            self.act(kind, target, value)

    def act(self, kind: int, target: int, value: int = 0) -> None:
        """Carry out an action as exports have it: a play plays and a discard discards, also in inverted suits.

        Raises:
            IllegalAction: hanab.live does not allow the action.
        """
        why = self._refusal(kind, target, value)
        _require(why is None, str(why))
        if kind in (END, VOTE):
            self.over = value
            return
        if kind in (PLAY, DISCARD):
            self._release(kind, target)
        else:
            self._give(self._clue(kind, value), target)
        self.turn += 1
        if self.turns_left is not None:
            self.turns_left -= 1
            if self.turns_left < self.players:
                self.stale.update(self.hands[self.seat])
        self.seat = (self.seat + 1) % self.players
        self.over = self._end()

    def _orders(self, suit: int) -> list[list[int]]:
        """Return the orders that agree with the cards on a stack."""
        stack = self.stacks[suit]
        return [order for order in orders(self.variant, suit) if order[: len(stack)] == stack]

    def _reach(self, suit: int, order: list[int]) -> int:
        """Return the number of cards that a stack can have if it is completed in an order."""
        length = len(self.stacks[suit])
        gone = Counter(self.deck[card] for card in self.discards)
        while length < len(order) and gone[suit, order[length]] < composition(self.name)[suit, order[length]]:
            length += 1
        return length

    def _agrees(self, front: Front, clue: Clue, touched: bool) -> bool:
        """Return True if a card may have a front, for somebody who saw a clue and perhaps did not hear it."""
        heard = [clue]
        if self.variant.has("CP"):
            heard = [other for other in clues(self.variant) if other[0] == clue[0]]
        if self.variant.has("Du"):
            heard = clues(self.variant)
        return any((front in touch_table(self.name)[other]) == touched for other in heard)

    def _turns(self) -> Iterator[tuple[int, int, int]]:
        for card in range(len(self.deck)):
            yield PLAY, card, 0
            yield DISCARD, card, 0
        for target in range(self.players):
            for color in range(len(self.variant.clue_colors)):
                yield COLOR_CLUE, target, color
            for rank in self.variant.clue_ranks:
                yield RANK_CLUE, target, rank

    def _refusal(self, kind: int, target: int, value: int) -> str | None:
        """Return why an action is not allowed, or None."""
        if self.over is not None:
            return "the game is over"
        if kind == END:
            return None if value in (3, 4, 6) and -1 <= target < self.players else "no such end"
        if kind == VOTE:
            return None if (value, target) == (10, -1) else "no such vote"
        if kind in (PLAY, DISCARD):
            return self._card_refusal(kind, target, value)
        if kind in (COLOR_CLUE, RANK_CLUE):
            return self._clue_refusal(kind, target, value)
        return "no such action"

    def _card_refusal(self, kind: int, card: int, value: int) -> str | None:
        inverted = any(self.variant.inverted(suit) for suit in range(len(self.stacks)))
        if value != 0:
            return "a card has no value"
        if card not in self.hands[self.seat]:
            last = self.options.get("deckPlays", False) and card == self.drawn == len(self.deck) - 1
            return None if last and (kind == PLAY or inverted) else "not in the hand"
        if kind == DISCARD and self.tokens == TOKENS and not inverted:
            return "all clue tokens are there"
        return None

    def _clue_refusal(self, kind: int, target: int, value: int) -> str | None:
        colors = range(len(self.variant.clue_colors))
        if value not in (colors if kind == COLOR_CLUE else self.variant.clue_ranks):
            return "no such clue"
        if not 0 <= target < self.players or target == self.seat:
            return "no such target"
        if self.tokens < 1:
            return "no clue token"
        clue = self._clue(kind, value)
        if self.variant.has("AC") and clue[0] == self.last_kind:
            return "the kinds of clues alternate"
        blind = self.variant.has("TB", "CB" if kind == COLOR_CLUE else "NB")
        if not (blind or self.options.get("emptyClues") or self._hit(clue, target)):
            return "the clue touches no card"
        return None

    def _clue(self, kind: int, value: int) -> Clue:
        return ("color", self.variant.clue_colors[value]) if kind == COLOR_CLUE else ("rank", value)

    def _hit(self, clue: Clue, target: int) -> list[int]:
        return [card for card in self.hands[target] if self.deck[card] in touch_table(self.name)[clue]]

    def _give(self, clue: Clue, target: int) -> None:
        hit = self._hit(clue, target)
        self.touched.append(hit)
        for card in self.hands[target]:
            self.marks[card].append((clue, card in hit))
        self.tokens -= 1
        self.last_kind = clue[0]

    def _release(self, kind: int, card: int) -> None:
        """Play or discard a card from the hand, or the last card of the deck, and draw."""
        hand = self.hands[self.seat]
        blind = card not in hand
        if blind:
            self._draw(hand)
        hand.remove(card)
        suit, rank = self.deck[card]
        if kind == DISCARD:
            self.discards.append(card)
            self._gain()
        elif rank in self.next_ranks(suit):
            self.stacks[suit].append(rank)
            if len(self.stacks[suit]) == self.variant.stack_size and not self.variant.has("TH"):
                self._gain()
        else:
            self.discards.append(card)
            self.strikes += 1
        if not blind:
            self._draw(hand)

    def _gain(self) -> None:
        self.tokens = min(TOKENS, self.tokens + (0.5 if self.variant.has("CS") else 1.0))

    def _draw(self, hand: list[int]) -> None:
        if self.drawn == len(self.deck):
            return
        hand.append(self.drawn)
        self.marks.append([])
        self.drawn += 1
        if self.drawn == len(self.deck) and not self.options.get("allOrNothing"):
            self.turns_left = self.players + 1

    def _end(self) -> int | None:
        """Return the code of the end, in hanab.live's order of checks. The last one implies the two before it."""
        perfect = self.variant.stack_size * len(self.stacks)
        imperfect = self.max_score < perfect
        pile = range(self.drawn, len(self.deck))
        left = [card for cards in (*self.hands, pile) for card in cards if card not in self.stale]
        fits = any(self.deck[card][1] in self.next_ranks(self.deck[card][0]) for card in left)
        checks = [
            (self.strikes == 3, STRIKEOUT),
            (self.options.get("speedrun") and imperfect, SPEEDRUN_FAILED),
            (self.options.get("allOrNothing") and imperfect, ALL_OR_NOTHING_FAILED),
            (
                self.options.get("allOrNothing") and not self.hands[self.seat] and self.tokens < 1,
                ALL_OR_NOTHING_STUCK,
            ),
            (self.turns_left == 0, NORMAL),
            (self.points == self.max_score, NORMAL),
            (not fits, NORMAL),
        ]
        return next((code for check, code in checks if check), None)


def play_export(export: dict[str, Any]) -> VariantTable:
    """Play all actions of an export and return the last table.

    Raises:
        IllegalAction: The deck is not the variant's, or an action is not allowed or comes after the end.
    """
    options = export.get("options", {})
    deck = [(card["suitIndex"], card["rank"]) for card in export["deck"]]
    table = VariantTable(options.get("variant", "No Variant"), len(export["players"]), deck, options)
    for action in export["actions"]:
        table.act(action["type"], action["target"], action.get("value", 0))
    return table


def _require(condition: bool, why: str) -> None:
    if not condition:
        raise IllegalAction(why)
