"""What becomes of a plan: a function of the log as the owner of the plan saw it.

So a plan that waits or has ended tells its owner nothing about hidden cards.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from engine.decide import IllegalMove, decide
from engine.events import (
    AbortVoteCast,
    AbortVoteWithdrawn,
    CardsTurned,
    ClockChanged,
    HandReordered,
    Log,
    Said,
    as_event,
)
from engine.fold import fold
from engine.reading.feed import CardItem, Item, feed, fields_of, kind_of, seat_viewpoint
from service.core.tables import play

_Status = Literal["none", "waiting", "played", "voided"]

_TURNS: Final = frozenset(("play", "discard", "clue"))
_SIGNS: Final = HandReordered | CardsTurned | Said | AbortVoteCast | AbortVoteWithdrawn
"""What a seat does that is not a turn, but may tell the others something."""

REASONS: Final = {
    "turn": "Another seat took a turn that was not foreseen.",
    "sign": "Another seat gave a sign.",
    "own-move": "The caller made another move.",
    "handed-over": "A bot has taken the seat over.",
    "no-clue-token": "No clue token is left.",
    "clue-tokens-full": "The clue tokens are full.",
    "empty-clue": "The clue touches no card.",
    "same-kind-of-clue": "The clue is of the kind of the last one.",
    "not-in-hand": "The card is neither in the hand nor the last one of the deck.",
}
"""Why a plan is void. What follows from the rules has the code of the refusal."""


class PlannedMove(NamedTuple):
    """A move, and the turns that it rests on."""

    when: Sequence[Mapping[str, Any]]
    """The `seat` of each turn, and those of its members that matter."""
    then: Mapping[str, Any]
    """The move, as the body of a request for it."""


class Plan(NamedTuple):
    """What a seat plans for its next turn. The first move is made that rests on what has happened."""

    version: int
    """The version of the game that its owner saw."""
    moves: Sequence[PlannedMove]


class Fate(NamedTuple):
    """What has become of a plan."""

    status: _Status
    ended_by: int | None = None
    """The version of the event that ended it; None while it waits."""
    reason: str | None = None
    """Why it is void: a key of `REASONS`; None otherwise."""
    due: Mapping[str, Any] | None = None
    """The move, if it can be made now."""


def fate_of(plan: Plan, log: Log, seat: int) -> Fate:
    """Return what the events after a plan have made of it.

    A move is left as long as each turn is one that it foresees; another's sign ends the plan.
    """
    left, items = list(plan.moves), feed(log, seat_viewpoint(seat, log.deal.seats), since=plan.version)
    for item in items:
        event, is_own = item.event, fields_of(item).get("seat") == seat
        if kind_of(item) in _TURNS:
            if is_own:
                is_planned = event == as_event(seat, play.command_of(left[0].then))
                return Fate("played", item.version) if is_planned else Fate("voided", item.version, "own-move")
            left = [move for move in left if _is_foreseen(move, item, seat)]
        elif isinstance(event, ClockChanged):
            if is_own and event.change == "bot":
                left = []
        elif isinstance(event, _SIGNS) and not is_own:
            left = []
        if not left:
            return Fate("voided", item.version, _reason_of(item))
    if not items or items[-1].after.to_move != seat:
        return Fate("waiting")
    try:
        decide(fold(log), seat, play.command_of(left[0].then))
    except IllegalMove as error:
        return Fate("voided", items[-1].version, error.refusal.code)
    return Fate("waiting", due=left[0].then)


def _reason_of(item: Item) -> str:
    if isinstance(item.event, ClockChanged):
        return "handed-over"
    return "turn" if kind_of(item) in _TURNS else "sign"


def _is_foreseen(move: PlannedMove, item: Item, seat: int) -> bool:
    """Return True if a turn of another seat is one on which a move rests.

    A play that fails never is. If the move says nothing about that seat, any turn is but a clue to the owner.
    """
    if isinstance(item, CardItem) and item.effect == "misplayed":
        return False
    seen = {"type": kind_of(item), **fields_of(item)}
    for turn in move.when:
        if turn["seat"] == seen["seat"]:
            return all(seen.get(name) == value for name, value in turn.items())
    return seen.get("target") != seat
