"""The clock of a game, computed from the events and their times (R31).

All times are in milliseconds, those of events since 1970. A running clock is not a state that somebody keeps: the
deadline follows from the log.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeVar

from engine.commands import ChangeClock, Command, Turn
from engine.decide import IllegalMove, Refusal
from engine.events import ClockChanged, GameAborted, GameDealt, LaterEvent, TurnTaken
from engine.pace import DAY_S, Pace

_SECOND: Final = 1000
_DAY: Final = DAY_S * _SECOND
_Value = TypeVar("_Value")


class Due(NamedTuple):
    """When the time of the seat to move ends after an event whose time is not known yet.

    That is `left` after `not_before`; if `counts` is True, after the event if that is later.
    """

    left: int
    not_before: int
    counts: bool


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a game after an event."""

    pace: Pace
    to_move: int
    """The seat whose time runs."""
    since: int
    """From when on it runs; in a pause, when that began."""
    banks: tuple[int, ...]
    """The time that each seat has left: the seat to move at `since`, the others at the beginning of their next turn."""
    away_until: tuple[int, ...]
    """Until when the clock of each seat stands still for its vacation; 0 without one."""
    vacation_days: tuple[int, ...]
    """The days of vacation that each seat has left."""
    bots: tuple[str | None, ...]
    """The bots that play the seats, also those that took over."""
    pause_votes: frozenset[int] = frozenset()
    """The seats that want a pause, or during one, those that do not want to go on yet."""
    is_paused: bool = False

    @property
    def deadline(self) -> int | None:
        """When the time of the seat to move ends; None in a pause, and for a bot, which moves at once."""
        if self.is_paused or self.bots[self.to_move] is not None:
            return None
        return self._runs_from + self.banks[self.to_move]

    @property
    def people(self) -> frozenset[int]:
        """The seats that no bot plays."""
        return frozenset([seat for seat, bot in enumerate(self.bots) if bot is None])

    def left(self, at: int) -> int:
        """Return the time that the seat to move has left."""
        bank = self.banks[self.to_move]
        return bank if self.deadline is None else max(0, min(bank, self.deadline - at))

    def after(self, event: LaterEvent, at: int) -> "Clock":
        """Return the clock after one more event."""
        match event:
            case ClockChanged(change="advance"):
                return self._advanced((event.seconds or 0) * _SECOND, at)
            case ClockChanged():
                return self._changed(event, at)
            case GameAborted():
                return replace(self, banks=self._with_bank(self.left(at)), since=at)
            case _:
                return self._after_turn(at) if isinstance(event, TurnTaken) else self

    def due_after(self, event: LaterEvent) -> Due | None:
        """Return when the time of the seat to move ends after an event; None if it does not."""
        at = self.since + 1
        after = self.after(event, at)
        if after.deadline is None:
            return None
        if isinstance(event, ClockChanged) and event.change == "advance" and self.deadline is not None:
            return Due(0, self.deadline - (event.seconds or 0) * _SECOND, counts=True)
        counts = isinstance(event, TurnTaken) or (
            isinstance(event, ClockChanged) and event.change != "vacation" and after.since == at
        )
        if counts:
            return Due(after.banks[after.to_move], after.away_until[after.to_move], counts=True)
        return Due(0, after.deadline, counts=False)

    @property
    def _runs_from(self) -> int:
        return max(self.since, self.away_until[self.to_move])

    def _after_turn(self, at: int) -> "Clock":
        if self.pace.turn_s is not None:
            bank = self.pace.turn_s * _SECOND
        else:
            bank = self.left(at) + self.pace.increment_s * _SECOND
        to_move = (self.to_move + 1) % len(self.banks)
        return replace(self, banks=self._with_bank(bank), to_move=to_move, since=at)

    def _advanced(self, passed: int, at: int) -> "Clock":
        """Return the clock after time was let pass: no later than its deadline, which so comes at once."""
        away_until = tuple([max(0, until - passed) for until in self.away_until])
        if self.deadline is None:
            return replace(self, away_until=away_until)
        left = max(0, self.deadline - passed - at)
        bank = left - min(left, max(0, away_until[self.to_move] - at))
        return replace(self, banks=self._with_bank(bank), since=at, away_until=away_until)

    def _changed(self, event: ClockChanged, at: int) -> "Clock":
        seat, votes = event.seat, self.pause_votes
        if seat is None:
            return replace(self, since=at)  # nobody could move before: the turn begins again
        match event.change:
            case "bot":
                bots = _with(self.bots, seat, self.pace.bot)
                return replace(self, banks=self._with_bank(0), bots=bots)._counted(at)
            case "vacation":
                days = event.days or 0
                banks, since = self.banks, self.since
                if seat == self.to_move and not self.is_paused:
                    banks, since = self._with_bank(self.left(at)), at
                away_until = max(at, self.away_until[seat]) + days * _DAY
                return replace(
                    self,
                    banks=banks,
                    since=since,
                    away_until=_with(self.away_until, seat, away_until),
                    vacation_days=_with(self.vacation_days, seat, self.vacation_days[seat] - days),
                )
            case "pause":
                return replace(self, pause_votes=votes | {seat})._counted(at)
            case _:
                return replace(self, pause_votes=votes - {seat})._counted(at)

    def _counted(self, at: int) -> "Clock":
        """Begin a pause if all people want it, or end one that none of them wants.

        Votes and people have changed: a bot has taken the seat of somebody who did not want a pause.
        """
        if not self.is_paused and self.people and self.people <= self.pause_votes:
            return replace(self, banks=self._with_bank(self.left(at)), since=at, is_paused=True)
        if self.is_paused and not self.people & self.pause_votes:
            return replace(self, since=at, is_paused=False)
        return self

    def _with_bank(self, bank: int) -> tuple[int, ...]:
        return _with(self.banks, self.to_move, bank)


def started(deal: GameDealt, at: int) -> Clock | None:
    """Return the clock at the deal; None for a game without one."""
    pace = deal.pace
    if pace is None:
        return None
    bots = (None,) * deal.seats if deal.seating is None else deal.seating.bots
    return Clock(
        pace=pace,
        to_move=deal.starting_seat,
        since=at,
        banks=(pace.first_s * _SECOND,) * deal.seats,
        away_until=(0,) * deal.seats,
        vacation_days=(pace.vacation_days,) * deal.seats,
        bots=bots,
    )


def clocks_of(deal: GameDealt, later: Iterable[LaterEvent], times: Sequence[int]) -> Iterator[Clock]:
    """Yield the clock after each event; nothing for a game without one. `times` has those of all events."""
    clock = started(deal, times[0])
    if clock is not None:
        yield clock
        for event, at in zip(later, times[1:], strict=True):
            clock = clock.after(event, at)
            yield clock


def clock_of(deal: GameDealt, later: Iterable[LaterEvent], times: Sequence[int]) -> Clock | None:
    """Return the clock after the last event; None for a game without one. `times` has those of all events."""
    *_, clock = None, *clocks_of(deal, later, times)
    return clock


def check(clock: Clock | None, seat: int, command: Command, *, sandbox: bool) -> None:
    """Raise IllegalMove for a command that the clock does not allow."""
    if isinstance(command, Turn):
        if clock is not None and clock.is_paused:
            raise IllegalMove(Refusal.PAUSED)
        if clock is not None and clock.bots[seat] is not None:
            raise IllegalMove(Refusal.HANDED_OVER)
    if isinstance(command, ChangeClock):
        refusal = _refusal(clock, seat, command, sandbox=sandbox)
        if refusal is not None:
            raise IllegalMove(refusal)


def _refusal(clock: Clock | None, seat: int, command: ChangeClock, *, sandbox: bool) -> Refusal | None:
    if command.change == "advance" and not sandbox:
        return Refusal.NOT_A_SANDBOX
    if clock is None:
        return Refusal.NO_CLOCK
    if command.change == "advance":
        return None
    if clock.bots[seat] is not None:
        return Refusal.HANDED_OVER
    match command.change:
        case "vacation" if not 1 <= (command.days or 0) <= clock.vacation_days[seat]:
            return Refusal.NO_VACATION
        case "pause" if seat in clock.pause_votes:
            return Refusal.PAUSE_WANTED
        case "resume" if seat not in clock.pause_votes:
            return Refusal.PAUSE_NOT_WANTED
    return None


def is_possible(clock: Clock | None, event: LaterEvent, at: int, *, sandbox: bool) -> bool:
    """Return True if the clock allows an event at this time, in a sandbox game or another one.

    Nothing comes after a deadline, and no turn in a pause. An end by time has the time of the deadline.
    """
    ends = isinstance(event, GameAborted) and event.reason == "timed_out"
    if clock is None:
        return not (ends or isinstance(event, ClockChanged))
    in_time = clock.pace.on_timeout == "wait" or clock.deadline is None or at <= clock.deadline
    match event:
        case ClockChanged(seat, "bot", None):
            return clock.pace.on_timeout == "bot" and seat == clock.to_move and at == clock.deadline
        case ClockChanged(None, "restart", None):  # the time was over, and counts from the jump of the clock
            return clock.pace.on_timeout != "wait" and clock.deadline is not None
        case ClockChanged(int(seat), "pause" | "resume" | "vacation" | "advance" as change, days, seconds):
            is_whole = (days is not None, seconds is not None) == (change == "vacation", change == "advance")
            return in_time and is_whole and _refusal(clock, seat, ChangeClock(change, days), sandbox=sandbox) is None
        case ClockChanged():
            return False
        case _ if ends:
            return clock.pace.on_timeout == "end" and at == clock.deadline
        case _:
            return in_time and not (clock.is_paused and isinstance(event, TurnTaken))


def _with(values: tuple[_Value, ...], seat: int, value: _Value) -> tuple[_Value, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
