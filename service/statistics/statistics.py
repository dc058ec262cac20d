"""Statistics of finished public games, from the tally (`service.statistics.rollup`).

A game is of one kind: `imported` from elsewhere, else `bots` if no person had a seat, else `aborted` (R21), else
`played`. Only the last kind has statistics; of the others there is the number. Sandbox and private games are not
counted at all. What is not in the tally yet is counted where somebody asks: so the sum is right at every moment.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Final, NamedTuple

from service.replays.listing import FinishedFilter
from service.statistics import rollup
from service.statistics.rollup import Counts, Result

__all__ = ["Group", "Stats", "of"]

_EAGER: Final = 200
"""With so many games uncounted, some are counted before statistics are answered: not everybody has a cron."""


class Group(NamedTuple):
    """What the games of one edition, say, came to."""

    value: str | int
    games: int
    mean_score: float | None
    """Of the games that have a score."""
    perfect: int
    strikeouts: int


class Stats(NamedTuple):
    """What finished games came to."""

    games: int
    mean_score: float | None
    median_score: float | None
    perfect: int
    """Won: all fireworks complete, which is the highest score (R16)."""
    strikeouts: int
    outcomes: dict[str, int]
    scores: list[tuple[int, int]]
    """A score and the number of games with it, lowest first; scores that no game has are left out."""
    unscored: int
    """Lost games whose rules give no score (`strikeout_score` none)."""
    by_edition: list[Group]
    by_seats: list[Group]
    by_multicolor: list[Group]
    aborted: int
    imported: int
    bots: int


def of(which: FinishedFilter) -> Stats:
    """Return the statistics of finished public games; those of an account where `which` names a player."""
    if rollup.waiting(_EAGER):
        rollup.fold_in()
    found = rollup.count(which)
    if (which.outcome, which.score_gte, which.score_lte) != (None, None, None):
        found = {name: {value: _fitting(counts, which) for value, counts in by.items()} for name, by in found.items()}
    whole: defaultdict[Result, int] = defaultdict(int)
    for counts in found["edition"].values():  # every game has one
        for result, games in counts.items():
            whole[result] += games
    kinds = dict.fromkeys(("aborted", "imported", "bots"), 0)
    outcomes = dict.fromkeys(("won", "lost", "finished"), 0)
    scores: defaultdict[int, int] = defaultdict(int)
    for result, games in whole.items():
        if result.kind == "played":
            outcomes[result.outcome] += games
            scores[result.score] += games
        else:
            kinds[result.kind] += games
    unscored = scores.pop(-1, 0)
    told = sorted(scores.items())
    everything = _group("", whole)
    return Stats(
        everything.games,
        everything.mean_score,
        _median(told),
        everything.perfect,
        everything.strikeouts,
        outcomes,
        told,
        unscored,
        _groups(found["edition"]),
        _groups({int(seats): counts for seats, counts in found["seats"].items()}),
        _groups(found["multicolor"]),
        kinds["aborted"],
        kinds["imported"],
        kinds["bots"],
    )


def _fitting(counts: Counts, which: FinishedFilter) -> Counts:
    """Leave out results that are not asked for, as `service.replays.listing` says it of rows."""
    return {
        result: games
        for result, games in counts.items()
        if (which.outcome is None or result.outcome == which.outcome)
        and (which.score_gte is None or result.score >= which.score_gte)
        and (which.score_lte is None or 0 <= result.score <= which.score_lte)
    }


def _groups(found: Mapping[str, Counts] | Mapping[int, Counts]) -> list[Group]:
    groups = [_group(value, counts) for value, counts in found.items()]
    return sorted([group for group in groups if group.games])


def _group(value: str | int, counts: Counts) -> Group:
    games = scored = points = perfect = strikeouts = 0
    for (kind, outcome, strikeout, score), count in counts.items():
        if kind == "played":
            games += count
            if score >= 0:
                scored += count
                points += count * score
            if outcome == "won":
                perfect += count
            if strikeout:
                strikeouts += count
    return Group(value, games, round(points / scored, 2) if scored else None, perfect, strikeouts)


def _median(scores: list[tuple[int, int]]) -> float | None:
    """Return the score in the middle; between two of them where their number is even."""
    number = sum(games for _, games in scores)
    if not number:
        return None
    return (_at(scores, (number - 1) // 2) + _at(scores, number // 2)) / 2


def _at(scores: list[tuple[int, int]], place: int) -> int:
    for score, games in scores:
        if place < games:
            return score
        place -= games
    raise IndexError(place)
