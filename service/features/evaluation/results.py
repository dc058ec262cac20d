"""The results of an evaluation, in words and as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from service.platform.confidence_intervals import Estimate, mean_of, share_of


@dataclass(frozen=True)
class Results:
    """What a team reached in a contest, and what this run saw."""

    contest: str
    team: Sequence[str]
    decks: int
    scores: Sequence[int]
    """The scores of all decks that the team has ended, also before this run; 0 for an aborted game."""
    full: int
    """How many of them are the highest that the rules allow."""
    strikes: Sequence[int]
    """The strikes of the tables that ended in this run, where they are shown."""
    seconds: Sequence[float]
    """The time of each move in this run."""
    failures: Mapping[str, str]
    """Why an agent failed, by table."""

    @property
    def is_complete(self) -> bool:
        """True if the team has ended all decks."""
        return len(self.scores) == self.decks


def as_json(results: Results) -> dict[str, Any]:
    """Return the results as a JSON object."""
    return {
        "contest": results.contest,
        "team": [*results.team],
        "decks": results.decks,
        "ended": len(results.scores),
        "mean": _interval(mean_of(results.scores), "t"),
        "full": _interval(share_of(results.full, len(results.scores)), "wilson"),
        "strikes": fmean(results.strikes) if results.strikes else None,
        "move_s": {"mean": fmean(results.seconds), "longest": max(results.seconds)} if results.seconds else None,
        "failures": [{"table": table, "reason": reason} for table, reason in results.failures.items()],
        "scores": [*results.scores],
    }


def in_words(results: Results) -> str:
    """Return the results as lines."""
    lines = [
        f"{results.contest}: {' + '.join(results.team)}, {len(results.scores)} of {results.decks} decks ended",
        f"mean     {_number(mean_of(results.scores), 1, 2)}",
        f"full     {_number(share_of(results.full, len(results.scores)), 100, 1, ' %')}",
        f"strikes  {fmean(results.strikes):.2f} a table in this run" if results.strikes else "strikes  -",
    ]
    if results.seconds:
        lines.append(f"time     {fmean(results.seconds):.3f} s a move, the longest {max(results.seconds):.3f} s")
    if results.failures:
        lines.append(f"failed   {len(results.failures)} tables")
        lines += [f"         {table}: {reason}" for table, reason in results.failures.items()]
    return "\n".join(lines)


def _interval(estimate: Estimate | None, method: str) -> dict[str, Any] | None:
    if estimate is None:
        return None
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high, "level": 0.95, "method": method}


def _number(estimate: Estimate | None, scale: int, places: int, unit: str = "") -> str:
    if estimate is None:
        return "-"
    value = f"{estimate.value * scale:.{places}f}{unit}"
    if estimate.low is None or estimate.high is None:
        return value
    method = "Wilson" if scale == 100 else "Student's t"
    return f"{value}, 95 % interval {estimate.low * scale:.{places}f} to {estimate.high * scale:.{places}f} ({method})"
