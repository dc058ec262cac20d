"""The judge: a seat's command against a state becomes the event it would be, or a refusal with its ruling."""

from collections.abc import Callable
from enum import Enum
from typing import Any, Final

from engine.cards import RANKS, code_of
from engine.clues import color_stamp, rank_stamp
from engine.commands import (
    CastAbortVote,
    Command,
    Discard,
    GiveColorClue,
    GiveRankClue,
    Play,
    ReorderHand,
    Say,
    Turn,
    WithdrawAbortVote,
)
from engine.events import (
    AbortVoteCast,
    AbortVoteWithdrawn,
    CardDiscarded,
    CardPlayed,
    ColorClueGiven,
    Event,
    HandReordered,
    RankClueGiven,
    Said,
)
from engine.state import State

__all__ = [
    "MAX_REMARKS_PER_TURN",
    "MAX_REORDERS_PER_TURN",
    "MAX_TEXT_LENGTH",
    "REMARKS",
    "GameNotRunning",
    "IllegalMove",
    "NotYourTurn",
    "Refusal",
    "decide",
]

MAX_REORDERS_PER_TURN: Final = 3
"""R26: how often a seat may reorder its hand between two turns of the game."""
MAX_REMARKS_PER_TURN: Final = 5
"""R27: how many remarks or texts a seat may make between two turns of the game."""
MAX_TEXT_LENGTH: Final = 500
"""Characters of a text under `table_talk` free."""

REMARKS: Final = (
    "no-information",
    "remember-your-hand",
)
"""R27: the ids of the fixed remarks; their texts are the service's."""


class Refusal(Enum):
    """Why a move is illegal: a stable code and the ruling behind it."""

    OWN_HAND = ("own-hand", "R5")
    NO_SUCH_SEAT = ("no-such-seat", "R5")
    NO_CLUE_TOKEN = ("no-clue-token", "R5")
    NO_SUCH_COLOR = ("no-such-color", "R8")
    NO_SUCH_RANK = ("no-such-rank", "R2")
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
    NO_TALK = ("no-talk", "R27")
    NO_SUCH_REMARK = ("no-such-remark", "R27")
    REMARKS_ONLY = ("remarks-only", "R27")
    ANOTHER_SEATS_MOVE = ("another-seats-move", "R27")
    TOO_MANY_REMARKS = ("too-many-remarks", "R27")

    @property
    def code(self) -> str:
        """The stable code, in kebab-case."""
        return self.value[0]

    @property
    def rule(self) -> str:
        """The ruling, R1 to R28."""
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


def decide(state: State, seat: int, command: Command) -> Event:
    """Return the event that a seat's command is.

    Raises GameNotRunning, then NotYourTurn for a turn of another seat, then IllegalMove, in this order.
    """
    if state.ending is not None:
        raise GameNotRunning
    if isinstance(command, Turn) and seat != state.to_move:
        raise NotYourTurn
    event: Event = _JUDGES[type(command)](state, seat, command)
    return event


def _require(condition: bool, refusal: Refusal) -> None:
    if not condition:
        raise IllegalMove(refusal)


def _play(state: State, seat: int, c: Play) -> CardPlayed:
    _require(c.card in state.hands[seat], Refusal.NOT_IN_HAND_TO_PLAY)
    if c.declared_color is not None:
        _require(state.rules.color_declaration, Refusal.NO_DECLARATION)
        _require(c.declared_color in state.suits, Refusal.NO_SUCH_DECLARED_COLOR)
    return CardPlayed(seat, c.card, c.declared_color)


def _discard(state: State, seat: int, c: Discard) -> CardDiscarded:
    _require(c.card in state.hands[seat], Refusal.NOT_IN_HAND_TO_DISCARD)
    _require(state.clue_tokens < state.rules.clue_tokens, Refusal.CLUE_TOKENS_FULL)
    return CardDiscarded(seat, c.card)


def _give_color_clue(state: State, seat: int, c: GiveColorClue) -> ColorClueGiven:
    _require_clue(state, seat, c.target)
    _require(c.color in state.rules.palette.clue_colors, Refusal.NO_SUCH_COLOR)
    _require_touch(state, c.target, color_stamp(state.rules.multicolor, c.color).touches)
    return ColorClueGiven(seat, c.target, c.color)


def _give_rank_clue(state: State, seat: int, c: GiveRankClue) -> RankClueGiven:
    _require_clue(state, seat, c.target)
    _require(c.rank in RANKS, Refusal.NO_SUCH_RANK)
    _require_touch(state, c.target, rank_stamp(c.rank).touches)
    return RankClueGiven(seat, c.target, c.rank)


def _require_clue(state: State, seat: int, target: int) -> None:
    # A clue to oneself is refused before any hand is looked at: no answer may depend on one's own cards.
    _require(target != seat, Refusal.OWN_HAND)
    _require(0 <= target < state.seats, Refusal.NO_SUCH_SEAT)
    _require(state.clue_tokens > 0, Refusal.NO_CLUE_TOKEN)


def _require_touch(state: State, target: int, touches: int) -> None:
    if not state.rules.empty_clues:
        _require(any(touches >> code_of(state.deck[card]) & 1 for card in state.hands[target]), Refusal.EMPTY_CLUE)


def _reorder_hand(state: State, seat: int, c: ReorderHand) -> HandReordered:
    _require(state.rules.hand_reorder != "off", Refusal.NO_REORDER)
    _require(sorted(c.cards) == sorted(state.hands[seat]), Refusal.NOT_THE_HAND)
    _require(state.rules.hand_reorder == "any_time" or state.clued[seat], Refusal.NOT_CLUED)
    _require(state.reorders[seat] < MAX_REORDERS_PER_TURN, Refusal.TOO_MANY_REORDERS)
    return HandReordered(seat, c.cards)


def _say(state: State, seat: int, c: Say) -> Said:
    talk = state.rules.table_talk
    _require(talk != "off", Refusal.NO_TALK)
    _require(c.text is None or talk == "free", Refusal.REMARKS_ONLY)
    _require(c.remark is None or c.remark in REMARKS, Refusal.NO_SUCH_REMARK)
    _require(talk == "free" or seat == state.to_move, Refusal.ANOTHER_SEATS_MOVE)
    _require(state.remarks[seat] < MAX_REMARKS_PER_TURN, Refusal.TOO_MANY_REMARKS)
    return Said(seat, c.remark, c.text)


def _cast_abort_vote(state: State, seat: int, _: CastAbortVote) -> AbortVoteCast:
    _require(seat not in state.abort_votes, Refusal.ALREADY_VOTED)
    return AbortVoteCast(seat)


def _withdraw_abort_vote(state: State, seat: int, _: WithdrawAbortVote) -> AbortVoteWithdrawn:
    _require(seat in state.abort_votes, Refusal.NOT_VOTED)
    return AbortVoteWithdrawn(seat)


_JUDGES: Final[dict[type, Callable[[State, int, Any], Event]]] = {
    Play: _play,
    Discard: _discard,
    GiveColorClue: _give_color_clue,
    GiveRankClue: _give_rank_clue,
    ReorderHand: _reorder_hand,
    Say: _say,
    CastAbortVote: _cast_abort_vote,
    WithdrawAbortVote: _withdraw_abort_vote,
}
