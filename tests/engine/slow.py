"""The slow rules: an implementation of the rulings independent of the engine.

The code follows the rulings literally. Cards are pairs like ("red", 1). The table stores every clue, and evaluates all
of them for each question about a card. Only the types of options, events and commands are from the engine.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from engine.commands import Command, Discard, GiveColorClue, GiveRankClue, Play
from engine.events import (
    AbortVoteCast,
    AbortVoteWithdrawn,
    CardDiscarded,
    CardPlayed,
    CardsTurned,
    ColorClueGiven,
    Event,
    GameAborted,
    HandReordered,
    Log,
    RankClueGiven,
    Said,
)
from engine.rules import Rules
from engine.state import State
from tests.cards import CARDS

COLORS = ["red", "yellow", "green", "blue", "white"]
ORDINARY = [1, 1, 1, 2, 2, 3, 3, 4, 4, 5]
MULTICOLOR = {"none": [], "five": [1, 2, 3, 4, 5], "ten": ORDINARY, "wild_ten": ORDINARY, "wild_five": [1, 2, 3, 4, 5]}

Front = tuple[str, int]


def suits_of(rules: Rules) -> list[str]:
    """Return the suits of a game."""
    return COLORS if rules.multicolor == "none" else [*COLORS, "multicolor"]


def clue_colors_of(rules: Rules) -> list[str]:
    """Return the clue colors. A wild suit has no clue of its own (R8)."""
    return COLORS if rules.multicolor in ("none", "wild_ten", "wild_five") else [*COLORS, "multicolor"]


def box_of(rules: Rules) -> list[Front]:
    """Return all cards of a game (R2)."""
    ordinary = [(suit, rank) for suit in COLORS for rank in ORDINARY]
    return ordinary + [("multicolor", rank) for rank in MULTICOLOR[rules.multicolor]]


@cache
def copies(rules: Rules, front: Front) -> int:
    """Return the number of copies of a card in the game."""
    return box_of(rules).count(front)


def touches(rules: Rules, clue: str | int, front: Front) -> bool:
    """Return True if a clue touches a card (R6, R8)."""
    suit, rank = front
    wild = rules.multicolor.startswith("wild") and suit == "multicolor"
    return clue in (suit, rank) or (wild and isinstance(clue, str))


@dataclass
class SlowTable:
    """The table at one version of a game."""

    rules: Rules
    seats: int
    deck: list[Front]
    to_move: int
    hands: list[list[int]]
    drawn: int
    tokens: int
    strikes: int = 0
    turns: int = 0
    fireworks: dict[str, int] = field(default_factory=dict)
    discards: list[int] = field(default_factory=list)
    clues: dict[int, list[tuple[str | int, bool]]] = field(default_factory=dict)
    """Every clue to the hand of a card, and whether it touched the card, by card id."""
    last_turns: list[int] | None = None
    """The seats with a turn left in the last round."""
    end: tuple[str, str] | None = None
    votes: set[int] = field(default_factory=set)

    def front(self, card: int) -> Front:
        """Return the front of a card."""
        return self.deck[card]

    def holds(self, front: Front, cards: list[int]) -> int:
        """Count the copies of a card among some cards."""
        return [self.front(card) for card in cards].count(front)

    def points(self) -> int:
        """Return the points on the table."""
        return sum(self.fireworks.values())

    def reachable(self, suit: str) -> int:
        """Return the highest rank that a firework can still reach (R13)."""
        for rank in range(self.fireworks[suit] + 1, 6):
            if copies(self.rules, (suit, rank)) == self.holds((suit, rank), self.discards):
                return rank - 1
        return 5

    def attainable(self) -> int:
        """Return the highest score still attainable (R13)."""
        return sum(self.reachable(suit) for suit in suits_of(self.rules))

    def possible(self, card: int) -> set[Front]:
        """Return the identities of a card that agree with all clues."""
        every = {(suit, rank) for suit in suits_of(self.rules) for rank in range(1, 6)}
        return {
            front
            for front in every
            if all(touches(self.rules, clue, front) == touched for clue, touched in self.clues[card])
        }

    def clued(self, card: int) -> set[str | int]:
        """Return the clues that touched a card."""
        return {clue for clue, touched in self.clues[card] if touched}

    def legal(self) -> set[Command]:
        """Return all legal turns, by checking every conceivable turn."""
        if self.end is not None:
            return set()
        suits: Any = suits_of(self.rules)
        colors: Any = clue_colors_of(self.rules)
        turns: set[Command] = set()
        for card in self.hands[self.to_move]:
            turns.add(Play(card))  # R10
            if self.rules.color_declaration:  # R12
                turns.update(Play(card, suit) for suit in suits)
            if self.tokens < self.rules.clue_tokens:  # R9
                turns.add(Discard(card))
        for target in range(self.seats):
            clues: dict[str | int, Command] = {color: GiveColorClue(target, color) for color in colors}
            clues |= {rank: GiveRankClue(target, rank) for rank in range(1, 6)}
            for clue, turn in clues.items():
                touched = [card for card in self.hands[target] if touches(self.rules, clue, self.front(card))]
                if self.tokens and target != self.to_move and (touched or self.rules.empty_clues):  # R5, R7
                    turns.add(turn)
        return turns

    def after(self, event: Event) -> "SlowTable":
        """Return the table after one more event. This table does not change."""
        table = replace(
            self,
            hands=[[*hand] for hand in self.hands],
            fireworks={**self.fireworks},
            discards=[*self.discards],
            clues={card: [*clues] for card, clues in self.clues.items()},
            votes={*self.votes},
        )
        table.take(event)
        return table

    def take(self, event: Event) -> None:
        """Apply an event to this table."""
        match event:
            case CardPlayed(seat, card, declared):
                self.play(seat, card, declared)
            case CardDiscarded(seat, card):
                self.hands[seat].remove(card)
                self.discards.append(card)
                self.gain(1)
                self.turn_ends(seat, drawing=True)
            case ColorClueGiven(seat, target, clue) | RankClueGiven(seat, target, clue):
                self.tokens -= 1
                for card in self.hands[target]:
                    self.clues[card].append((clue, touches(self.rules, clue, self.front(card))))
                self.turn_ends(seat, drawing=False)
            case HandReordered(seat, cards):
                self.hands[seat] = list(cards)
            case CardsTurned():
                pass
            case AbortVoteCast(seat):
                self.votes.add(seat)
                if self.votes == set(range(self.seats)):
                    self.end = ("aborted", "agreed")
            case AbortVoteWithdrawn(seat):
                self.votes.remove(seat)
            case GameAborted(reason):
                self.end = ("aborted", reason)
            case Said():
                pass
            case _:
                raise ValueError(event)

    def play(self, seat: int, card: int, declared: str | None) -> None:
        """Play a card (R10-R12)."""
        self.hands[seat].remove(card)
        suit, rank = self.front(card)
        fits = rank == self.fireworks[suit] + 1
        if declared not in (None, suit) or not fits:
            self.strikes += 1
            self.discards.append(card)
        else:
            self.fireworks[suit] = rank
            if rank == 5:
                self.gain(1)
            if declared is not None:
                self.gain(1)
        self.turn_ends(seat, drawing=True)

    def gain(self, tokens: int) -> None:
        """Gain clue tokens up to the cap (R4)."""
        for _ in range(tokens):
            if self.tokens < self.rules.clue_tokens:
                self.tokens += 1

    def turn_ends(self, seat: int, *, drawing: bool) -> None:
        """Check R14-R20, draw, and pass the turn to the next seat."""
        self.turns += 1
        self.to_move = seat + 1 if seat + 1 < self.seats else 0
        if self.last_turns is not None:
            self.last_turns = self.last_turns[1:]
        self.end = self.ending()
        if self.end is None and drawing and self.drawn < len(self.deck):
            self.hands[seat].append(self.drawn)
            self.clues[self.drawn] = []
            self.drawn += 1
            if self.drawn == len(self.deck) and self.rules.ending == "last_round":
                order = [*range(self.seats), *range(self.seats)]
                self.last_turns = order[seat + 1 : seat + 1 + self.seats]

    def ending(self) -> tuple[str, str] | None:
        """Return the end by R14-R20, checked in this order, if any."""
        rules = self.rules
        complete = 5 * len(suits_of(rules))
        if self.strikes >= rules.strike_tokens:
            return ("lost", "strikeout")
        if rules.finale_loss == "irreplaceable" and self.attainable() != complete:
            return ("lost", "irreplaceable_card_lost")
        if self.points() == complete:
            return ("won", "fireworks_complete")
        if self.last_turns == []:
            return ("finished", "last_round_over")
        if not self.legal():
            return ("lost", "no_legal_action")
        if rules.early_end == "no_points_left" and not self.can_score():
            return ("finished", "no_points_left")
        return None

    def can_score(self) -> bool:
        """Return True if a further point can be scored (R20)."""
        if self.points() == self.attainable():
            return False
        if self.last_turns is None:
            return True
        in_hands = [self.front(card) for seat in self.last_turns for card in self.hands[seat]]
        return any((suit, top + 1) in in_hands for suit, top in self.fireworks.items())


def slow_deal(rules: Rules, seats: int, starting_seat: int, deck: list[Front]) -> SlowTable:
    """Return the table after a deal, hand by hand (R1-R4)."""
    pile = list(range(len(deck)))
    hands = []
    for _ in range(seats):
        hands.append(pile[: 5 if seats in (2, 3) else 4])
        pile = pile[len(hands[-1]) :]
    drawn = len(deck) - len(pile)
    return SlowTable(
        rules,
        seats,
        deck,
        starting_seat,
        hands,
        drawn,
        tokens=rules.clue_tokens,
        fireworks=dict.fromkeys(suits_of(rules), 0),
        clues={card: [] for card in range(drawn)},
    )


def slow_tables(log: Log) -> Iterator[SlowTable]:
    """Yield the table after each event. It is the same mutable table each time."""
    deal = log.deal
    table = slow_deal(
        deal.rules, deal.seats, deal.starting_seat, [(CARDS[code].suit, CARDS[code].rank) for code in log.deck]
    )
    yield table
    for event in log.later:
        table.take(event)
        yield table


def slow_table(state: State) -> SlowTable:
    """Return the table of a state with unmarked cards."""
    assert state.to_move is not None
    order = [*range(state.to_move, state.seats), *range(state.to_move)]
    return SlowTable(
        state.rules,
        state.seats,
        [(card.suit, card.rank) for card in state.deck],
        state.to_move,
        [[*hand] for hand in state.hands],
        state.dealt,
        state.clue_tokens,
        state.strikes,
        state.turn,
        {**dict(zip(state.suits, state.fireworks, strict=True))},
        [*state.discards],
        {card: [] for card in range(state.dealt)},
        None if state.turns_left is None else order[: state.turns_left],
    )


def event_of(seat: int, turn: Command) -> Event:
    """Return the event of a turn."""
    match turn:
        case Play(card, color):
            return CardPlayed(seat, card, color)
        case Discard(card):
            return CardDiscarded(seat, card)
        case GiveColorClue(target, clue):
            return ColorClueGiven(seat, target, clue)
        case GiveRankClue(target, rank):
            return RankClueGiven(seat, target, rank)
        case _:
            raise ValueError(turn)
