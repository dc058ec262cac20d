"""Validation of logs: checks each event of a game against the rules."""

import re
from collections.abc import Iterator
from typing import Final

from engine.decide import IllegalMove, NotYourTurn, decide
from engine.events import ClockChanged, GameAborted, LaterEvent, Log, Said, as_command
from engine.fold import evolve, fold
from engine.limits import MAX_TEXT_LENGTH
from engine.pace import MAX_DAYS, MAX_SECONDS
from engine.state import State

_REASONS_HERE: Final = ("idle", "no_show", "removed", "timed_out")
_UNWRITABLE: Final = re.compile("[\0\ud800-\udfff]")


class IllegalLog(ValueError):
    """A log that breaks the rules.

    It contains the version of the first illegal event, the reason, and the ruling if there is one.
    """

    def __init__(self, version: int, why: str, rule: str | None = None, *, detail: str | None = None) -> None:
        super().__init__(f"version {version}: {why}")
        self.version = version
        self.why = why
        self.rule = rule
        self.detail = detail
        """The exception of `engine.decide`, for developers."""


class EventAfterEnd(IllegalLog):
    """A log with an event after the end of the game (R22)."""


def final_state(log: Log) -> State:
    """Return the final state of a whole game.

    The deck must have the cards of the rules (`engine.proof.deal.check_composition`). Raises IllegalLog, with the first
    illegal event, if the log breaks the rules or does not end the game.
    """
    *_, state = validated_steps(log)
    if state.ending is None:
        raise IllegalLog(state.version, "the game has not come to its end here")
    return state


def validated_steps(log: Log, *, imported: bool = True) -> Iterator[State]:
    """Yield the state after each event, starting with the deal.

    An imported game may be aborted for reasons that no game here has. What the clock allows is not checked here
    (`engine.clock.is_possible`). Raises IllegalLog at the first illegal event.
    """
    if log.deal.rules.starting_seat not in ("random", log.deal.starting_seat):
        raise IllegalLog(0, "the starting seat is not the one that the rules name", "R4")
    state = fold(log.until(0))
    yield state
    for version, event in enumerate(log.later, 1):
        _check(state, version, event, imported=imported)
        state = evolve(state, event)
        yield state


def _check(state: State, version: int, event: LaterEvent, *, imported: bool) -> None:
    if state.ending is not None:
        raise EventAfterEnd(version, f"the game had ended before ({state.ending.reason})", "R22")
    if isinstance(event, GameAborted):
        _check_abort(state, version, event, imported=imported)
        return
    if isinstance(event, ClockChanged):  # it changes nothing on the table
        _check_lengths(version, event)
        return
    if isinstance(event, Said):
        _check_message(version, event)
    try:
        decide(state, event.seat, as_command(event))
    except NotYourTurn:
        why = f"seat {state.to_move} is to move, not seat {event.seat}"
        raise IllegalLog(version, why, "R4", detail=NotYourTurn.__name__) from None
    except IllegalMove as illegal:
        refusal = illegal.refusal
        raise IllegalLog(version, f"breaks the rules: {refusal.code}", refusal.rule, detail=str(illegal)) from None


def _check_abort(state: State, version: int, aborted: GameAborted, *, imported: bool) -> None:
    """Check that a reason about the start of the game does not come later.

    The service may abort an idle game at any time (R21). All players agree by their votes, without this event.
    """
    if not imported and aborted.reason not in _REASONS_HERE:
        raise IllegalLog(version, f"no game here is aborted for the reason {aborted.reason}", "R21")
    if aborted.reason == "removed" and state.turn > 0:
        raise IllegalLog(version, "a seat can be removed only before the first turn", "R21")
    if aborted.reason == "no_show" and state.turn >= state.seats:
        raise IllegalLog(version, f"seat {state.to_move} has had its first turn", "R21")


def _check_lengths(version: int, event: ClockChanged) -> None:
    """Check that a record can have these numbers."""
    if not (1 <= (1 if event.days is None else event.days) <= MAX_DAYS):
        raise IllegalLog(version, f"a vacation has 1 to {MAX_DAYS} days", "R31")
    if not (1 <= (1 if event.seconds is None else event.seconds) <= MAX_SECONDS):
        raise IllegalLog(version, f"1 to {MAX_SECONDS} seconds can pass", "R31")


def _check_message(version: int, message: Said) -> None:
    if (message.remark is None) == (message.text is None):
        raise IllegalLog(version, "must be either a remark or a text", "R27")
    if message.text is not None and len(message.text) > MAX_TEXT_LENGTH:
        raise IllegalLog(version, f"a text has at most {MAX_TEXT_LENGTH} characters", "R27")
    if message.text is not None and _UNWRITABLE.search(message.text):
        raise IllegalLog(version, "a text has no NUL and no half of a surrogate pair", "R27")
