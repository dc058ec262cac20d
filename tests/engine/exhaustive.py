"""Exhaustive search of late positions with all cards known: its own rules, all turns, no bounds but obvious ones.

Cards are codes. It shares no code with the solver, and reads only the palette and the options.
"""

from functools import cache
from itertools import permutations
from random import Random

from engine.formats.notation.positions import read_position
from engine.formats.notation.words import card_words, rules_words
from engine.rules import Palette, Rules, Stack, resolve
from engine.state import State

MOST = 3_000
"""The number of positions after which a search gives up."""

Heights = tuple[int, ...]
Hands = tuple[tuple[int, ...], ...]


def best_score(state: State) -> int:
    """Return the most points that can still lie on the table. Raises TooMany."""
    return state.table_points if state.ending else state.table_points + _Search(state).run(state)


class TooMany(Exception):
    """The search gives up."""


class _Search:
    def __init__(self, state: State) -> None:
        rules, palette = state.rules, state.palette
        codes = [palette.codes[card] for card in state.deck]
        self.rules, self.seats, self.deck = rules, state.seats, codes[state.dealt :]
        self.stacks, self.cards = palette.stacks, palette.cards
        self.suit_of = {code: suit for suit, cards in enumerate(palette.suit_cards) for code in codes_in(cards)}
        self.sudoku = palette.distinct_starts
        self.cost = 2 if palette.half_tokens else 1
        self.most = self.cost * rules.clue_tokens
        self.inverted, self.bonus = palette.inverted, palette.complete_gains
        self.fragile = rules.finale_loss == "irreplaceable"
        self.left = list(palette.copies)  # by code, not discarded; the search subtracts
        for card in state.discards:
            self.left[codes[card]] -= 1
        self.searched = 0
        self.alternating, self.free = palette.alternating, palette.free_clues
        self.touched = {}  # the cards that some clue of a kind touches; a kind that has no clue at all is missing
        for kind, touches in (("color", palette.color_touches), ("rank", palette.rank_touches)):
            if touches:
                self.touched[kind] = set().union(*(codes_in(cards) for cards in touches.values()))
        self.values = cache(self.value)
        self.hands = tuple(tuple(sorted(codes[card] for card in hand)) for hand in state.hands)
        self.missing = {
            code: self.left[code] - sum(hand.count(code) for hand in self.hands) - self.deck.count(code)
            for code in self.suit_of
        }

    def run(self, state: State) -> int:
        return self.values(
            state.to_move or 0,
            self.cost * state.clue_tokens + state.half_token,
            state.rules.strike_tokens - state.strikes,
            state.fireworks,
            self.hands,
            0,
            state.turns_left,
            state.last_clue,
        )

    def value(
        self,
        seat: int,
        tokens: int,
        strikes: int,
        heights: Heights,
        hands: Hands,
        drawn: int,
        turns: int | None,
        last: str | None,
    ) -> int:
        """Return the points still to come."""
        self.searched += 1
        if self.searched > MOST:
            raise TooMany
        if turns == 0:
            return 0
        in_play = set(self.deck[drawn:]).union(*hands)
        hope = sum(
            self.reach(stack, height, in_play) - len(stack.cards[height])
            for stack, height in zip(self.stacks, heights, strict=True)
        )
        if turns is not None:
            hope = min(hope, turns)
        best = 0
        if not hope:
            return 0

        def on(
            points: int,
            gain: int,
            *,
            lost: int = 0,
            card: int | None = None,
            from_deck: bool = False,
            kind: str | None = None,
        ) -> None:
            """Carry out a play, discard or misplay, or a clue if there is no card."""
            nonlocal best
            now, position, rest = hands, drawn, turns
            height = list(heights)
            if card is not None:
                if from_deck:
                    position += 1
                    rest = self.seats + 1 if self.rules.ending == "last_round" else None
                else:
                    hand = list(hands[seat])
                    hand.remove(card)
                    now = (*hands[:seat], tuple(hand), *hands[seat + 1 :])
                if points:
                    suit = self.suit_of[card]
                    height[suit] = self.stacks[suit].following[height[suit]][card]
            if rest is not None:
                rest -= 1
            if strikes - lost == 0:
                return
            best = max(best, points)
            if card is not None:
                if self.fragile and self.broken(tuple(height), now, position):
                    return
                if not from_deck and position < len(self.deck):
                    hand = sorted([*now[seat], self.deck[position]])
                    now = (*now[:seat], tuple(hand), *now[seat + 1 :])
                    position += 1
                    if position == len(self.deck) and self.rules.ending == "last_round":
                        rest = self.seats
            following = (seat + 1) % self.seats
            left = min(self.most, tokens + gain)
            said = (kind or last) if self.alternating else None
            if not now[following] and not self.clues(following, left, now, said):
                return  # R19
            more = self.values(following, left, strikes - lost, tuple(height), now, position, rest, said)
            best = max(best, points + more)

        candidates = [(card, False) for card in set(hands[seat])]
        if self.rules.deck_plays and len(self.deck) - drawn == 1:
            candidates.append((self.deck[drawn], True))
        for card, from_deck in candidates:
            suit = self.suit_of[card]
            following = self.stacks[suit].following[heights[suit]]
            starts = {stack.cards[height][0] for stack, height in zip(self.stacks, heights, strict=True) if height}
            taken = self.sudoku and not heights[suit] and self.cards[card].rank in starts
            if card in following and not taken:
                bonus = int(self.bonus and not self.stacks[suit].following[following[card]])
                on(1, bonus, card=card, from_deck=from_deck)
                if self.rules.color_declaration:
                    on(1, bonus + 1, card=card, from_deck=from_deck)
                    on(0, 0, lost=1, card=card, from_deck=from_deck)
            else:
                on(0, 0, lost=1, card=card, from_deck=from_deck)
            if (tokens // self.cost < self.rules.clue_tokens and not from_deck) or self.inverted:
                on(0, 1, card=card, from_deck=from_deck)
            if best == hope:
                return best
        for kind in self.clues(seat, tokens, hands, last)[: 2 if self.alternating else 1]:
            on(0, -self.cost, kind=kind)
        return best

    def reach(self, stack: Stack, height: int, there: set[int]) -> int:
        """Return the most cards that a stack can have, with cards that are there."""
        ways = [self.reach(stack, after, there) for code, after in stack.following[height].items() if code in there]
        return max([len(stack.cards[height]), *ways])

    def clues(self, seat: int, tokens: int, hands: Hands, last: str | None) -> list[str]:
        """Return the kinds of legal clues."""
        if tokens < self.cost:
            return []
        others = {card for n, hand in enumerate(hands) if n != seat for card in hand}
        legal = [
            kind
            for kind, cards in self.touched.items()
            if kind != last and (self.rules.empty_clues or kind in self.free or cards & others)
        ]
        return legal

    def broken(self, heights: Heights, hands: Hands, drawn: int) -> bool:
        """Return True if the complete score is out of reach, as all copies of a card are discarded."""
        there = set(self.deck[drawn:]).union(*hands)
        there |= {code for code, copies in self.missing.items() if copies > 0}
        if any(
            self.reach(stack, height, there) < stack.top for stack, height in zip(self.stacks, heights, strict=True)
        ):
            return True
        if not self.sudoku:
            return False
        begun = {stack.cards[height][0] for stack, height in zip(self.stacks, heights, strict=True) if height}
        free = [rank for rank in {card.rank for card in self.cards.values()} if rank not in begun]
        waiting = [
            {
                self.cards[code].rank
                for code, after in stack.following[0].items()
                if code in there and self.reach(stack, after, there) == stack.top
            }
            for stack, height in zip(self.stacks, heights, strict=True)
            if not height
        ]
        return not any(
            all(rank in starts for rank, starts in zip(order, waiting, strict=True))
            for order in permutations(free, len(waiting))
        )


def codes_in(cards: int) -> set[int]:
    return {code for code in range(36) if cards >> code & 1}


def late_position(seed: int) -> State:
    """Return a random position near the end, under random options."""
    random = Random(seed)
    seats = random.choice((2, 2, 2, 3, 3, 4, 5, 6))
    rules = _rules(random, seats)
    palette = rules.palette
    orders = _orders(random, palette)
    size = random.choice((1, 2, 2, 3)) if seats < 4 else random.choice((1, 2, 2))
    deck_size = random.choice((0, 1, 2, 3, 4, 5, 6))
    count = seats * size + deck_size
    heights = [
        len(order) - random.choice((3, 2, 1, 0, 0) if palette.plain_stacks else (len(order), 3, 2, 1))
        for order in orders
    ]
    needed = [code for order, height in zip(orders, heights, strict=True) for code in order[height:]]
    if random.random() < 0.3:  # few points to come, and all of them possible
        while len(needed) > count:
            heights = [
                min(len(order), height + random.randint(0, 1)) for order, height in zip(orders, heights, strict=True)
            ]
            needed = [code for order, height in zip(orders, heights, strict=True) for code in order[height:]]
    left = list(palette.copies)
    for order, height in zip(orders, heights, strict=True):
        for code in order[:height]:
            left[code] -= 1
    random.shuffle(needed)
    chosen = needed[: count if random.random() < 0.7 else count // 2]
    for code in chosen:
        left[code] -= 1
    others = [code for code, copies in enumerate(left) for _ in range(copies)]
    random.shuffle(others)
    others.sort(key=lambda code: code not in needed or random.random() < 0.5)
    fill = others[: count - len(chosen)]
    cards = chosen + fill
    random.shuffle(cards)
    discards = others[len(fill) :]
    words = [card_words(palette)[code] for code in cards]
    hands = " / ".join(" ".join(words[size * seat : size * (seat + 1)]) for seat in range(seats))
    fireworks = [
        card_words(palette)[code] for order, height in zip(orders, heights, strict=True) for code in order[:height]
    ]
    sections = [f"rules {' '.join(rules_words(rules))}" if rules_words(rules) else "", f"hands {hands}"]
    sections += [
        f"fireworks {' '.join(fireworks)}",
        f"discards {' '.join([card_words(palette)[code] for code in discards])}" if discards else "",
    ]
    sections += [f"deck {' '.join(words[seats * size :]) or '-'}", f"tokens {random.randint(0, rules.clue_tokens)}"]
    sections += [f"strikes {random.randrange(rules.strike_tokens)}"]
    if rules.ending == "last_round" and not deck_size:
        sections.append(f"turns_left {random.randint(1, seats)}")
    sections.append(f"to_move {random.randrange(seats)}")
    return read_position("; ".join(section for section in sections if section))


def _orders(random: Random, palette: Palette) -> list[tuple[int, ...]]:
    """Return an order in which each stack can be played, with distinct starts in Sudoku."""
    orders = [random.choice([codes for codes in stack.codes if len(codes) == stack.top]) for stack in palette.stacks]
    if palette.distinct_starts:
        starts = random.sample(range(len(orders)), len(orders))
        orders = [order[start:] + order[:start] for order, start in zip(map(sorted_codes, orders), starts, strict=True)]
    return orders


def sorted_codes(codes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(codes))


_VARIANTS = (
    "Up or Down (5 Suits)",
    "Sudoku (5 Suits)",
    "Sudoku (4 Suits)",
    "Color Mute (5 Suits)",
    "Number Blind (5 Suits)",
    "Reversed (5 Suits)",
    "Orange (5 Suits)",
    "Clue Starved (5 Suits)",
    "Throw It in a Hole (4 Suits)",
    "Critical Fours (5 Suits)",
    "Alternating Clues (5 Suits)",
    "Null (5 Suits)",
)


def _rules(random: Random, seats: int) -> Rules:
    options: dict[str, object] = {
        "clue_tokens": random.choice((1, 2, 2, 3, 8)),
        "strike_tokens": random.choice((1, 2, 3)),
        "empty_clues": random.random() < 0.5,
        "early_end": random.choice(("never", "no_points_left")),
        "strikeout_score": random.choice(("zero", "none")),
        "deck_plays": random.random() < 0.25,
        "hand_size": random.choice(("normal", "one_more", "one_less")),
    }
    if random.random() < 0.4:
        options |= {"ending": "grand_finale", "finale_loss": random.choice(("irreplaceable", "strikes_only"))}
    if random.random() < 0.25:
        return resolve("hanab_live", options | {"variant": random.choice(_VARIANTS)}, seats)
    options |= {
        "multicolor": random.choice(("none", "none", "five", "ten", "wild_ten", "wild_five")),
        "color_declaration": random.random() < 0.3,
    }
    return resolve("de" if seats < 6 else "hanab_live", options, seats)
