"""Legality of commands: `decide` returns an event or refuses."""

from collections.abc import Callable
from enum import Enum
from typing import Any, Final

from engine.commands import (
    REMARK_ABOUT_CARDS,
    REMARKS,
    CastAbortVote,
    ChangeClock,
    Command,
    Discard,
    GiveColorClue,
    GiveRankClue,
    Play,
    ReorderHand,
    Say,
    Turn,
    TurnCards,
    WithdrawAbortVote,
)
from engine.events import ClockChanged, SeatEvent, as_event
from engine.limits import MAX_REMARKS_PER_TURN, MAX_REORDERS_PER_TURN
from engine.rules import ClueKind
from engine.state import State


class Refusal(Enum):
    """The reasons for refusing a move, each with a code and ruling."""

    OWN_HAND = ("own-hand", "R5")
    NO_SUCH_SEAT = ("no-such-seat", "R5")
    NO_CLUE_TOKEN = ("no-clue-token", "R5")
    NO_SUCH_COLOR = ("no-such-color", "R8")
    NO_SUCH_RANK = ("no-such-rank", "R2")
    SAME_KIND_OF_CLUE = ("same-kind-of-clue", "R30")
    EMPTY_CLUE = ("empty-clue", "R7")
    NOT_IN_HAND_TO_DISCARD = ("not-in-hand", "R9")
    CLUE_TOKENS_FULL = ("clue-tokens-full", "R9")
    NOT_IN_HAND_TO_PLAY = ("not-in-hand", "R10")
    NO_DECLARATION = ("no-declaration", "R12")
    NO_SUCH_DECLARED_COLOR = ("no-such-color", "R12")
    ALREADY_VOTED = ("already-voted", "R21")
    NOT_VOTED = ("not-voted", "R21")
    NO_REORDER = ("no-reorder", "R26")
    NOT_CLUED = ("not-clued", "R26")
    NOT_THE_HAND = ("not-the-hand", "R26")
    TOO_MANY_REORDERS = ("too-many-reorders", "R26")
    NO_TURNED_CARDS = ("no-turned-cards", "R29")
    NOT_CLUED_TO_TURN = ("not-clued", "R29")
    NOT_IN_HAND_TO_TURN = ("not-in-hand", "R29")
    TOO_MANY_TURNED_CARDS = ("too-many-reorders", "R29")
    NO_TALK = ("no-talk", "R27")
    NO_SUCH_REMARK = ("no-such-remark", "R27")
    REMARKS_ONLY = ("remarks-only", "R27")
    NO_CARDS_TO_NAME = ("no-cards-to-name", "R27")
    NOT_IN_HAND_TO_NAME = ("not-in-hand", "R27")
    ANOTHER_SEATS_MOVE = ("another-seats-move", "R27")
    TOO_MANY_REMARKS = ("too-many-remarks", "R27")
    TOO_MANY_EVENTS = ("too-many-events", "R22")
    NO_CLOCK = ("no-clock", "R31")
    PAUSED = ("paused", "R31")
    PAUSE_WANTED = ("pause-wanted", "R31")
    PAUSE_NOT_WANTED = ("pause-not-wanted", "R31")
    NO_PAUSE = ("no-pause", "R31")
    NO_VACATION = ("no-vacation", "R31")
    HANDED_OVER = ("handed-over", "R31")
    NOT_A_SANDBOX = ("not-a-sandbox", "R31")

    @property
    def code(self) -> str:
        """The stable code, in kebab-case."""
        return self.value[0]

    @property
    def rule(self) -> str:
        """The ruling, R1 to R31."""
        return self.value[1]


class GameNotRunning(Exception):
    """The game has ended (R22)."""


class NotYourTurn(Exception):
    """Another seat is to move."""


class IllegalMove(Exception):
    """The rules refuse this command."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} ({refusal.rule})")
        self.refusal = refusal


def decide(state: State, seat: int, command: Command) -> SeatEvent | ClockChanged:
    """Return the event of a seat's command if the command is legal.

    Raises, checked in this order: GameNotRunning after the end, NotYourTurn for a turn of a seat that is not to move,
    and IllegalMove if the rules refuse the command. `engine.clock.check` says what the clock refuses.
    """
    if state.ending is not None:
        raise GameNotRunning
    if isinstance(command, Turn) and seat != state.to_move:
        raise NotYourTurn
    _CHECKS[type(command)](state, seat, command)
    return as_event(seat, command)


def _require(condition: bool, refusal: Refusal) -> None:
    if not condition:
        raise IllegalMove(refusal)


def _check_play(state: State, seat: int, c: Play) -> None:
    _require(c.card in state.hands[seat] or is_deck_play(state, c.card), Refusal.NOT_IN_HAND_TO_PLAY)
    if c.declared_color is not None:
        _require(state.rules.color_declaration, Refusal.NO_DECLARATION)
        _require(c.declared_color in state.suits, Refusal.NO_SUCH_DECLARED_COLOR)


def _check_discard(state: State, seat: int, c: Discard) -> None:
    inverted = state.rules.palette.inverted
    in_deck = bool(inverted) and is_deck_play(state, c.card)
    _require(c.card in state.hands[seat] or in_deck, Refusal.NOT_IN_HAND_TO_DISCARD)
    # With inverted suits a discard can be a play. If it depended on the tokens, a refusal would tell the suit.
    _require(bool(inverted) or state.clue_tokens < state.rules.clue_tokens, Refusal.CLUE_TOKENS_FULL)


def is_deck_play(state: State, card: int) -> bool:
    """Return True if a card can be played from the deck (`deck_plays`).

    Only the last card of the deck can.
    """
    return state.rules.deck_plays and state.deck_size == 1 and card == state.dealt


def _check_color_clue(state: State, seat: int, c: GiveColorClue) -> None:
    _require_clue(state, seat, c.target)
    touches = state.rules.palette.color_touches.get(c.color)
    if touches is None:
        raise IllegalMove(Refusal.NO_SUCH_COLOR)
    _require_free(state, c.target, "color", touches)


def _check_rank_clue(state: State, seat: int, c: GiveRankClue) -> None:
    _require_clue(state, seat, c.target)
    touches = state.rules.palette.rank_touches.get(c.rank)
    if touches is None:
        raise IllegalMove(Refusal.NO_SUCH_RANK)
    _require_free(state, c.target, "rank", touches)


def _require_clue(state: State, seat: int, target: int) -> None:
    # Refuse a clue to oneself before reading any hand: no response may depend on the player's own cards.
    _require(target != seat, Refusal.OWN_HAND)
    _require(0 <= target < state.seats, Refusal.NO_SUCH_SEAT)
    _require(state.clue_tokens > 0, Refusal.NO_CLUE_TOKEN)


def _require_free(state: State, target: int, kind: ClueKind, touches: int) -> None:
    """Require that the rules allow the clue.

    It must touch a card or be of a kind that can be empty (R7). Where kinds alternate, it differs from the last one.
    """
    palette = state.rules.palette
    _require(kind != state.last_clue, Refusal.SAME_KIND_OF_CLUE)
    if not state.rules.empty_clues and kind not in palette.free_clues:
        codes = palette.codes
        _require(any(touches >> codes[state.deck[card]] & 1 for card in state.hands[target]), Refusal.EMPTY_CLUE)


def _check_reorder(state: State, seat: int, c: ReorderHand) -> None:
    _require(state.rules.hand_reorder != "off", Refusal.NO_REORDER)
    _require(sorted(c.cards) == sorted(state.hands[seat]), Refusal.NOT_THE_HAND)
    _require(state.rules.hand_reorder == "any_time" or state.clued[seat], Refusal.NOT_CLUED)
    _require(state.reorders[seat] < MAX_REORDERS_PER_TURN, Refusal.TOO_MANY_REORDERS)


def _check_turn_cards(state: State, seat: int, c: TurnCards) -> None:
    _require(state.rules.hand_reorder != "off", Refusal.NO_TURNED_CARDS)
    _require(len(c.cards) > 0 and _are_of_hand(state, seat, c.cards), Refusal.NOT_IN_HAND_TO_TURN)
    _require(state.rules.hand_reorder == "any_time" or state.clued[seat], Refusal.NOT_CLUED_TO_TURN)
    _require(state.reorders[seat] < MAX_REORDERS_PER_TURN, Refusal.TOO_MANY_TURNED_CARDS)


def _are_of_hand(state: State, seat: int, cards: tuple[int, ...]) -> bool:
    """Return True if the cards are distinct, and all in the hand of the seat."""
    distinct = set(cards)
    return len(cards) == len(distinct) and distinct <= {*state.hands[seat]}


def _check_say(state: State, seat: int, c: Say) -> None:
    talk = state.rules.table_talk
    _require(talk != "off", Refusal.NO_TALK)
    _require(c.text is None or talk == "free", Refusal.REMARKS_ONLY)
    _require(c.remark is None or c.remark in REMARKS, Refusal.NO_SUCH_REMARK)
    if c.cards:
        _require(c.remark == REMARK_ABOUT_CARDS, Refusal.NO_CARDS_TO_NAME)
        _require(_are_of_hand(state, seat, c.cards), Refusal.NOT_IN_HAND_TO_NAME)
    _require(talk == "free" or seat == state.to_move, Refusal.ANOTHER_SEATS_MOVE)
    _require(state.remarks[seat] < MAX_REMARKS_PER_TURN, Refusal.TOO_MANY_REMARKS)


def _check_vote(state: State, seat: int, _: CastAbortVote) -> None:
    _require(seat not in state.abort_votes, Refusal.ALREADY_VOTED)


def _check_withdrawal(state: State, seat: int, _: WithdrawAbortVote) -> None:
    _require(seat in state.abort_votes, Refusal.NOT_VOTED)


def _check_clock(state: State, seat: int, _: ChangeClock) -> None:
    """Allow every change, since a state has no clock."""


_CHECKS: Final[dict[type, Callable[[State, int, Any], None]]] = {
    Play: _check_play,
    Discard: _check_discard,
    GiveColorClue: _check_color_clue,
    GiveRankClue: _check_rank_clue,
    ReorderHand: _check_reorder,
    TurnCards: _check_turn_cards,
    Say: _check_say,
    CastAbortVote: _check_vote,
    WithdrawAbortVote: _check_withdrawal,
    ChangeClock: _check_clock,
}
