"""Whether a log that came from elsewhere could have been played: each of its events, judged as it would have been."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.commands import (
    CastAbortVote,
    Command,
    Discard,
    GiveColorClue,
    GiveRankClue,
    Play,
    ReorderHand,
    Say,
    WithdrawAbortVote,
)
from engine.decide import MAX_TEXT_LENGTH, IllegalMove, NotYourTurn, decide
from engine.events import (
    AbortVoteCast,
    AbortVoteWithdrawn,
    CardDiscarded,
    CardPlayed,
    ColorClueGiven,
    Event,
    GameAborted,
    GameDealt,
    HandReordered,
    Log,
    RankClueGiven,
    Said,
)
from engine.fold import evolve, fold
from engine.state import State

__all__ = ["COMMAND_OF", "IllegalLog", "judged"]

COMMAND_OF: Final[Mapping[Any, Callable[..., Command]]] = {
    CardPlayed: Play,
    CardDiscarded: Discard,
    ColorClueGiven: GiveColorClue,
    RankClueGiven: GiveRankClue,
    HandReordered: ReorderHand,
    Said: Say,
    AbortVoteCast: CastAbortVote,
    AbortVoteWithdrawn: WithdrawAbortVote,
}
"""By a seat's event: the command that it was, whose fields are those of the event after the seat."""

_UNWRITABLE: Final = re.compile("[\0\ud800-\udfff]")


class IllegalLog(ValueError):
    """A log that no game can have: the version of the first event that is against it, why, and the ruling."""

    def __init__(self, version: int, why: str, rule: str | None = None) -> None:
        super().__init__(f"version {version}: {why}")
        self.version = version
        self.why = why
        self.rule = rule


def judged(log: Log) -> State:
    """Return the final state of a whole game whose every event the rules allow; IllegalLog names the first other.

    The deck must be one of the rules (`engine.proof.deal.check_composition`); what is judged is the course of the game.
    """
    deal, *events = log.events
    if not isinstance(deal, GameDealt):
        raise IllegalLog(0, "a log begins with its deal")
    if deal.rules.starting_seat not in ("random", deal.starting_seat):
        raise IllegalLog(0, "the starting seat is not the one that the rules name", "R4")
    state = fold(Log(log.deck, [deal]))
    for version, event in enumerate(events, 1):
        _judge(state, version, event)
        state = evolve(state, event)
    if state.ending is None:
        raise IllegalLog(state.version, "the game has not come to its end here")
    return state


def _judge(state: State, version: int, event: Event) -> None:
    if state.ending is not None:
        raise IllegalLog(version, f"the game had ended before ({state.ending.reason})", "R22")
    if isinstance(event, GameDealt):
        raise IllegalLog(version, "a log has one deal")
    if isinstance(event, GameAborted):
        return  # R21: something else than its seats may end a game at any time
    if isinstance(event, Said):
        _check_words(version, event)
    seat, *fields = event
    try:
        decide(state, seat, COMMAND_OF[type(event)](*fields))
    except NotYourTurn:
        raise IllegalLog(version, f"seat {state.to_move} is to move, not seat {seat}", "R4") from None
    except IllegalMove as illegal:
        raise IllegalLog(version, f"breaks the rules: {illegal.refusal.code}", illegal.refusal.rule) from None


def _check_words(version: int, said: Said) -> None:
    if (said.remark is None) == (said.text is None):
        raise IllegalLog(version, "must be either a remark or a text", "R27")
    if said.text is not None and len(said.text) > MAX_TEXT_LENGTH:
        raise IllegalLog(version, f"a text has at most {MAX_TEXT_LENGTH} characters", "R27")
    if said.text is not None and _UNWRITABLE.search(said.text):
        raise IllegalLog(version, "a text has no NUL and no half of a surrogate pair", "R27")
