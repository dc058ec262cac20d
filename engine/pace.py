"""The pace of a game: how long its seats may think, and what happens when a seat's time is over (R31)."""

from dataclasses import dataclass
from typing import Final, Literal

OnTimeout = Literal["end", "bot", "wait"]
ON_TIMEOUT: Final[tuple[OnTimeout, ...]] = ("end", "bot", "wait")
DAY_S: Final = 24 * 3600
MAX_DAYS: Final = 365
MAX_SECONDS: Final = 10_000_000
"""The most days and seconds that a record can name."""
LONGEST_TURN_S: Final = 30 * DAY_S
LARGEST_BANK_S: Final = 7 * DAY_S
MOST_VACATION_DAYS: Final = 60
"""The most that a game which is played here can have."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The clock of a game: either `turn_s`, or `bank_s` with `increment_s`."""

    turn_s: int | None = None
    """The seconds for each turn."""
    bank_s: int | None = None
    """The seconds that each seat has at the deal."""
    increment_s: int = 0
    """The seconds that a seat gains after each of its turns. Only with `bank_s`."""
    vacation_days: int = 0
    """The days for which each seat can stop its clock."""
    on_timeout: OnTimeout = "end"
    bot: str | None = None
    """The bot that gets the seat. Only with `on_timeout` bot."""

    @property
    def first_s(self) -> int:
        """The seconds that a seat has for its first turn."""
        return self.bank_s if self.turn_s is None else self.turn_s  # type: ignore[return-value]  # one of them is there
