"""Exhaustive search of late positions with all cards known: its own rules, all turns, no bounds but obvious ones.

Cards are codes. It shares no code with the solver, and reads only the palette and the options.
"""

from functools import cache
from random import Random

from engine.formats.notation.positions import read_position
from engine.formats.notation.words import card_word, rules_words
from engine.rules import Rules, resolve
from engine.state import State

__all__ = ["TooMany", "best_score", "late_position"]

MOST = 10_000
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
        self.orders = [stack.codes[-1] for stack in palette.stacks]
        self.place = {code: (suit, at) for suit, order in enumerate(self.orders) for at, code in enumerate(order)}
        self.cost = 2 if palette.half_tokens else 1
        self.most = self.cost * rules.clue_tokens
        self.inverted, self.bonus = palette.inverted, palette.complete_gains
        self.fragile = rules.finale_loss == "irreplaceable"
        self.left = list(palette.copies)  # by code, not discarded; the search subtracts
        for card in state.discards:
            self.left[codes[card]] -= 1
        self.searched = 0
        self.touched = 0  # the cards that some clue touches
        for touches in (*palette.color_touches.values(), *palette.rank_touches.values()):
            self.touched |= touches
        self.values = cache(self.value)
        self.hands = tuple(tuple(sorted(codes[card] for card in hand)) for hand in state.hands)
        self.missing = {
            code: self.left[code] - sum(hand.count(code) for hand in self.hands) - self.deck.count(code)
            for code in self.place
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
        )

    def value(
        self, seat: int, tokens: int, strikes: int, heights: Heights, hands: Hands, drawn: int, turns: int | None
    ) -> int:
        """Return the points still to come."""
        self.searched += 1
        if self.searched > MOST:
            raise TooMany
        if turns == 0:
            return 0
        in_play = set(self.deck[drawn:]).union(*hands)
        hope = 0
        for order, height in zip(self.orders, heights, strict=True):
            chain = [code in in_play for code in order[height:]]
            hope += [*chain, False].index(False)
        if turns is not None:
            hope = min(hope, turns)
        best = 0
        if not hope:
            return 0

        def on(points: int, gain: int, *, lost: int = 0, card: int | None = None, from_deck: bool = False) -> None:
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
                    height[self.place[card][0]] += 1
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
            if not now[following] and not self.clue_is_legal(following, left, now):
                return  # R19
            more = self.values(following, left, strikes - lost, tuple(height), now, position, rest)
            best = max(best, points + more)

        candidates = [(card, False) for card in set(hands[seat])]
        if self.rules.deck_plays and len(self.deck) - drawn == 1:
            candidates.append((self.deck[drawn], True))
        for card, from_deck in candidates:
            suit, at = self.place[card]
            if heights[suit] == at:
                bonus = int(self.bonus and at + 1 == len(self.orders[suit]))
                on(1, bonus, card=card, from_deck=from_deck)
                if self.rules.color_declaration:
                    on(1, bonus + 1, card=card, from_deck=from_deck)
                    on(0, 0, lost=1, card=card, from_deck=from_deck)
            else:
                on(0, 0, lost=1, card=card, from_deck=from_deck)
            if not from_deck and (tokens // self.cost < self.rules.clue_tokens or self.inverted):
                on(0, 1, card=card)
            if best == hope:
                return best
        if self.clue_is_legal(seat, tokens, hands):
            on(0, -self.cost)
        return best

    def clue_is_legal(self, seat: int, tokens: int, hands: Hands) -> bool:
        others = any(self.touched >> card & 1 for n, hand in enumerate(hands) if n != seat for card in hand)
        return tokens >= self.cost and (self.rules.empty_clues or others)

    def broken(self, heights: Heights, hands: Hands, drawn: int) -> bool:
        """Return True if all copies of a card that is needed are discarded."""
        for order, height in zip(self.orders, heights, strict=True):
            for code in order[height:]:
                there = self.deck[drawn:].count(code) + sum(hand.count(code) for hand in hands)
                if there + self.missing[code] == 0:
                    return True
        return False


def late_position(seed: int) -> State:
    """Return a random position near the end, under random options."""
    random = Random(seed)
    seats = random.choice((2, 2, 2, 3, 3, 4, 5))
    rules = _rules(random, seats)
    palette = rules.palette
    orders = [stack.codes[-1] for stack in palette.stacks]
    size = random.choice((2, 2, 3)) if seats < 4 else 2
    deck_size = random.choice((0, 1, 2, 3, 4, 5, 6))
    count = seats * size + deck_size
    heights = [random.choice((2, 3, 4, 5, 5)) for _ in orders]
    needed = [code for order, height in zip(orders, heights, strict=True) for code in order[height:]]
    if random.random() < 0.3:  # few points to come, and all of them possible
        while len(needed) > count:
            heights = [min(5, height + random.randint(0, 1)) for height in heights]
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
    words = [card_word(palette, code) for code in cards]
    hands = " / ".join(" ".join(words[size * seat : size * (seat + 1)]) for seat in range(seats))
    fireworks = [
        card_word(palette, code) for order, height in zip(orders, heights, strict=True) for code in order[:height]
    ]
    sections = [f"rules {' '.join(rules_words(rules))}" if rules_words(rules) else "", f"hands {hands}"]
    sections += [
        f"fireworks {' '.join(fireworks)}",
        f"discards {' '.join([card_word(palette, code) for code in discards])}" if discards else "",
    ]
    sections += [f"deck {' '.join(words[seats * size :]) or '-'}", f"tokens {random.randint(0, rules.clue_tokens)}"]
    sections += [f"strikes {random.randrange(rules.strike_tokens)}"]
    if rules.ending == "last_round" and not deck_size:
        sections.append(f"turns_left {random.randint(1, seats)}")
    sections.append(f"to_move {random.randrange(seats)}")
    return read_position("; ".join(section for section in sections if section))


_VARIANTS = (
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
    }
    if random.random() < 0.4:
        options |= {"ending": "grand_finale", "finale_loss": random.choice(("irreplaceable", "strikes_only"))}
    if random.random() < 0.25:
        return resolve("hanab_live", options | {"variant": random.choice(_VARIANTS)}, seats)
    options |= {
        "multicolor": random.choice(("none", "none", "five", "ten", "wild_ten", "wild_five")),
        "color_declaration": random.random() < 0.3,
    }
    return resolve("de", options, seats)
