"""The complete state of a game, including hidden cards: at one version, and while `engine.fold` changes it.

`engine.reading.view` selects the part that a viewer may see.
"""

from typing import NamedTuple, Self

from engine.cards import Card, Suit
from engine.clues import stamps_of
from engine.commands import Orientation
from engine.events import GameDealt
from engine.rules import ClueKind, Palette, Rules
from engine.score import Ending, Result, gone, result_of, useful


class State(NamedTuple):
    """The state of a game after event `version`.

    Cards are card ids. Fireworks are in the order of the suits.
    """

    rules: Rules
    seats: int
    deck: tuple[Card, ...]
    version: int
    turn: int
    """The number of turns taken, 0 after the deal."""
    to_move: int | None
    """None once the game has ended."""
    turns_left: int | None
    """The turns left in the last round (R17). None before the deck is empty, and in games without a last round."""
    clue_tokens: int
    half_token: bool
    """Whether there is half a clue token more (Clue Starved)."""
    strikes: int
    fireworks: tuple[int, ...]
    """The position of each firework in its stack (`engine.rules.Stack`), 0 for none. In ordinary suits the top rank."""
    table_points: int
    """The points on the table."""
    ceilings: tuple[int, ...]
    """The number of cards that each firework can still reach on its own, given the discard pile (R13)."""
    attainable: int
    """The highest score that the discard pile still allows (R13)."""
    hands: tuple[tuple[int, ...], ...]
    """Each seat's hand, oldest card first unless the seat has reordered it."""
    discards: tuple[int, ...]
    face_down: tuple[int, ...]
    """The played cards, if they stay face down until the end (Throw It in a Hole); else empty."""
    last_clue: ClueKind | None
    """The kind of the last clue, if it limits the next one (Alternating Clues); else None."""
    dealt: int
    """The number of cards that have left the deck; the next card drawn has this id."""
    marks: tuple[int, ...]
    """The marks of every card that has left the deck, by card id (`engine.clues.decoded_marks`)."""
    ending: Ending | None
    abort_votes: frozenset[int]
    reorders: tuple[int, ...]
    """How often each seat has reordered its hand or turned cards since the last turn, limited by R26 and R29."""
    clued: tuple[bool, ...]
    """Whether each seat got a clue (R26 `after_clue`)."""
    remarks: tuple[int, ...]
    """Each seat's remarks and texts since the last turn, limited by R27."""
    turned: tuple[tuple[int, Orientation], ...] = ()
    """The cards in hands that are not upright (R29), by card id."""

    @property
    def deck_size(self) -> int:
        """The number of cards still in the deck."""
        return len(self.deck) - self.dealt

    @property
    def palette(self) -> Palette:
        """The cards, stacks and clues of this game."""
        return self.rules.palette

    @property
    def hides_plays(self) -> bool:
        """True while nobody may know what became of a played card (Throw It in a Hole)."""
        return self.rules.palette.hidden_plays and self.ending is None

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits of this game, in the order of `fireworks` and `ceilings`."""
        return self.rules.palette.suits

    @property
    def left(self) -> list[int]:
        """The number of copies that are not discarded, by card code."""
        left, codes = list(self.rules.palette.copies), self.rules.palette.codes
        for card in self.discards:
            left[codes[self.deck[card]]] -= 1
        return left

    @property
    def useful(self) -> int:
        """The cards that can still be played (R13), as a set of codes."""
        return useful(self.rules.palette, gone(self.left), self.fireworks)

    @property
    def result(self) -> Result | None:
        """The result of the game, None while it runs."""
        return None if self.ending is None else result_of(self.rules, self.ending, self.table_points)

    @property
    def counted_points(self) -> int:
        """The points on the table; after a loss, the score of the game, or 0 (R14)."""
        result = self.result
        return self.table_points if result is None or result.outcome != "lost" else result.score or 0

    def __repr__(self) -> str:
        """Return a representation without the deck."""
        shown = [f"{name}={getattr(self, name)!r}" for name in self._fields if name != "deck"]
        return f"State({', '.join(shown)})"


class MutableState:
    """The mutable state of a game during a fold."""

    __slots__ = (
        *("rules", "seats", "codes", "deck", "turn", "to_move", "turns_left", "clue_tokens", "strikes", "fireworks"),
        *("points", "attainable", "ceilings", "left", "lost", "hands", "discards", "dealt", "marks", "late", "ending"),
        *("abort_votes", "reorders", "remarks", "clued", "fresh", "face_down", "last_clue"),
        "turned",
        *("palette", "following", "places", "inverted", "most_tokens", "most_strikes", "max_score"),
        *("color_stamps", "rank_stamps", "alternating", "token", "unusual_cards", "unusual_plays"),
    )

    def __init__(self, deal: GameDealt, deck: bytes) -> None:
        size = deal.rules.cards_in_hand[deal.seats]
        self.set_rules(deal.rules)
        palette = self.palette
        self.seats, self.codes = deal.seats, deck
        self.deck = tuple(map(palette.cards.__getitem__, deck))
        self.turn, self.strikes, self.points = 0, 0, 0
        self.to_move: int | None = deal.starting_seat
        self.turns_left: int | None = None
        self.clue_tokens = self.most_tokens
        self.fireworks, self.ceilings = [0] * len(palette.suits), [stack.top for stack in palette.stacks]
        self.attainable = self.max_score
        self.left, self.lost = list(palette.copies), 0
        # R3: seat 0 gets its whole hand first, then seat 1.
        self.hands = [list(range(size * seat, size * (seat + 1))) for seat in range(deal.seats)]
        self.discards: list[int] = []
        self.face_down: list[int] = []
        self.turned: dict[int, Orientation] = {}
        self.last_clue: ClueKind | None = None
        self.dealt = size * deal.seats
        self.marks = [0] * self.dealt
        self.late = False  # True if the deck may be empty
        self.ending: Ending | None = None
        self.abort_votes: set[int] = set()
        self.reorders, self.remarks, self.clued = [0] * deal.seats, [0] * deal.seats, [False] * deal.seats
        self.fresh = True  # no reorders and remarks since the last turn

    def set_rules(self, rules: Rules) -> None:
        """Store the values of the rules that the handlers of events use."""
        self.rules = rules
        self.palette = palette = rules.palette
        self.following, self.places, self.inverted = palette.following, palette.places, palette.inverted
        self.alternating = palette.alternating
        self.unusual_cards = bool(palette.inverted) or rules.deck_plays
        self.token = 2 if palette.half_tokens else 1  # a clue token in the units that a discard gains
        self.most_tokens, self.most_strikes = self.token * rules.clue_tokens, rules.strike_tokens
        self.unusual_plays = palette.hidden_plays or not palette.plain_stacks
        self.max_score = palette.max_score
        self.color_stamps, self.rank_stamps = stamps_of(palette)

    @classmethod
    def of(cls, state: State) -> Self:
        """Return a mutable copy of a state."""
        game = cls.__new__(cls)
        game.set_rules(state.rules)
        game.seats, game.deck = state.seats, state.deck
        game.codes = bytes(map(game.palette.codes.__getitem__, state.deck))
        game.turn, game.to_move, game.turns_left = state.turn, state.to_move, state.turns_left
        game.clue_tokens, game.strikes = game.token * state.clue_tokens + state.half_token, state.strikes
        game.fireworks, game.ceilings = list(state.fireworks), list(state.ceilings)
        game.points, game.attainable, game.late = state.table_points, state.attainable, True
        game.turned = dict(state.turned)
        game.face_down, game.last_clue = list(state.face_down), state.last_clue
        game.left, game.lost = list(game.palette.copies), 0
        for code in [game.codes[card] for card in state.discards]:
            game.left[code] -= 1
            if not game.left[code]:
                game.lost |= 1 << code
        game.hands = [list(hand) for hand in state.hands]
        game.discards, game.dealt, game.marks = list(state.discards), state.dealt, list(state.marks)
        game.ending, game.abort_votes = state.ending, set(state.abort_votes)
        game.reorders, game.remarks, game.clued = list(state.reorders), list(state.remarks), list(state.clued)
        game.fresh = False
        return game

    def state(self, *, version: int) -> State:
        """Return the state, as that of a version."""
        return State(
            rules=self.rules,
            seats=self.seats,
            deck=self.deck,
            version=version,
            turn=self.turn,
            to_move=self.to_move,
            turns_left=self.turns_left,
            clue_tokens=self.clue_tokens // self.token,
            half_token=self.clue_tokens % self.token == 1,
            strikes=self.strikes,
            fireworks=tuple(self.fireworks),
            table_points=self.points,
            ceilings=tuple(self.ceilings),
            attainable=self.attainable,
            hands=tuple([tuple(hand) for hand in self.hands]),
            discards=tuple(self.discards),
            face_down=tuple(self.face_down),
            last_clue=self.last_clue,
            dealt=self.dealt,
            marks=tuple(self.marks),
            ending=self.ending,
            abort_votes=frozenset(self.abort_votes),
            reorders=tuple(self.reorders),
            clued=tuple(self.clued),
            remarks=tuple(self.remarks),
            turned=tuple(sorted(self.turned.items())) if self.turned else (),
        )
