"""The clock of a second verifier, written from `docs/verification.md` alone."""

from datetime import datetime
from typing import Any

DAY = 86_400_000


def milliseconds(at: str) -> int:
    """Return a time in milliseconds since 1970."""
    return round(datetime.fromisoformat(at).timestamp() * 1000)


class SecondClock:
    """The clock of a game: `left` is what each seat had when its time began to run at `start`."""

    def __init__(self, deal: Any, *, sandbox: bool) -> None:
        self.sandbox = sandbox
        self.paused_since: str | None = None
        self.pace: Any = deal.get("pace")
        if self.pace is None:
            return
        first = self.pace["turn_s"] or self.pace["bank_s"]
        self.seat: int = deal["starting_seat"]
        self.start = milliseconds(deal["at"])
        self.left: list[int] = [first * 1000] * deal["seats"]
        self.away = [0] * deal["seats"]
        self.days: list[int] = [self.pace["vacation_days"]] * deal["seats"]
        self.bots = list(deal["bots"])
        self.wishes: set[int] = set()

    @property
    def paused(self) -> bool:
        """Whether there is a pause."""
        return self.paused_since is not None

    def deadline(self) -> int | None:
        """Return the deadline; None while no time runs."""
        if self.paused or self.bots[self.seat]:
            return None
        return max(self.start, self.away[self.seat]) + self.left[self.seat]

    def settle(self, at: int) -> None:
        """Take what was used from the seat to move."""
        deadline = self.deadline()
        if deadline is not None:
            self.left[self.seat] = min(self.left[self.seat], max(deadline - at, 0))
        self.start = at

    def allows(self, event: Any) -> bool:
        """Apply an event, and return whether it is allowed."""
        kind = event["type"]
        if self.pace is None:
            return bool(kind != "clock" and event.get("reason") != "timed_out")
        at, deadline, rule = milliseconds(event["at"]), self.deadline(), str(self.pace["on_timeout"])
        late = rule != "wait" and deadline is not None and at > deadline
        if event.get("reason") == "timed_out":
            return rule == "end" and at == deadline
        if kind == "clock":
            return self.changed(event, at, late)
        if kind in ("play", "discard", "clue"):
            if self.paused:
                return False
            self.settle(at)
            if self.pace["turn_s"]:
                self.left[self.seat] = self.pace["turn_s"] * 1000
            else:
                self.left[self.seat] += self.pace["increment_s"] * 1000
            self.seat = (self.seat + 1) % len(self.left)
        return not late

    def changed(self, event: Any, at: int, late: bool) -> bool:
        """Apply a `clock` event, and return whether it is allowed."""
        seat, days, deadline, rule = event["seat"], event["days"], self.deadline(), str(self.pace["on_timeout"])
        if (event["change"] == "vacation") != (days is not None) or (event["change"] == "restart") != (seat is None):
            return False
        if (event["change"] == "advance") != ("seconds" in event):
            return False
        if event["change"] == "advance":
            passed = event["seconds"] * 1000
            self.away = [max(until - passed, 0) for until in self.away]
            if deadline is not None:
                self.start, until = at, max(deadline - passed, at)
                self.left[self.seat] = until - min(max(self.away[self.seat], at), until)
            return self.sandbox and not late
        if event["change"] == "restart":
            self.start = at
            return rule != "wait" and deadline is not None
        if event["change"] == "bot":
            self.bots[seat], self.left[seat] = self.pace["bot"], 0
            self.counted(event["at"])
            return rule == "bot" and seat == self.seat and at == deadline
        if late or self.bots[seat]:
            return False
        if event["change"] == "vacation":
            if seat == self.seat and not self.paused:
                self.settle(at)
            self.away[seat] = max(at, self.away[seat]) + days * DAY
            self.days[seat] -= days
            return bool(self.days[seat] >= 0)
        if (seat in self.wishes) == (event["change"] == "pause"):
            return False
        self.wishes ^= {seat}
        self.counted(event["at"])
        return True

    def counted(self, at: str) -> None:
        """Begin a pause that all people want, or end one that none of them wants."""
        people = {one for one, bot in enumerate(self.bots) if not bot}
        if not self.paused and people and people <= self.wishes:
            self.settle(milliseconds(at))
            self.paused_since = at
        elif self.paused and not people & self.wishes:
            self.start, self.paused_since = milliseconds(at), None
