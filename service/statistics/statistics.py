"""Statistics of finished public games.

A game is of one kind: `imported`, else `bots` if no person had a seat, else `aborted` (R21), else `played`. Only played
games have statistics; of the other kinds there is the number. Sandbox and private games are not counted at all.
"""

from collections import Counter
from typing import Any, Final, NamedTuple

from sqlalchemy import Select, func, select, tuple_

from service.database.pool import fetch
from service.replays.listing import FinishedFilter
from service.statistics import rollup

__all__ = ["Group", "Stats", "of"]

_MAX_WAITING: Final = 200
"""If more games are not counted yet, some are counted before the answer, for services without a cron job."""

_DIMENSIONS: Final = ("edition", "multicolor", "seats")


class Group(NamedTuple):
    """The figures of the games of one edition, for example."""

    value: str | int
    games: int
    mean_score: float | None
    """Of the games that have a score; None if there are none."""
    perfect: int
    strikeouts: int


class Stats(NamedTuple):
    """The figures of finished games."""

    games: int
    mean_score: float | None
    median_score: float | None
    perfect: int
    """Won: all fireworks are complete, which is the highest score (R16)."""
    strikeouts: int
    outcomes: dict[str, int]
    scores: list[tuple[int, int]]
    """Each score that occurs and the number of games with it, lowest first."""
    unscored: int
    """Lost games whose rules give no score (`strikeout_score` none)."""
    by_edition: list[Group]
    by_seats: list[Group]
    by_multicolor: list[Group]
    aborted: int
    imported: int
    bots: int


class _Figures(NamedTuple):
    """Sums over some games."""

    games: int = 0
    scored: int = 0
    points: int = 0
    perfect: int = 0
    strikeouts: int = 0

    @property
    def mean_score(self) -> float | None:
        return round(self.points / self.scored, 2) if self.scored else None


def of(which: FinishedFilter) -> Stats:
    """Return the statistics of finished public games; those of an account if `which` names a player."""
    if rollup.waiting(_MAX_WAITING):
        rollup.add_finished()
    groups: dict[str, list[Group]] = {name: [] for name in _DIMENSIONS}
    kinds: Counter[str] = Counter()
    outcomes: Counter[str] = Counter()
    scores: Counter[int] = Counter()
    results = []
    for kind, edition, multicolor, seats, outcome, score, *sums in map(tuple, fetch(_grouped(which))):
        figures = _Figures(*[int(one or 0) for one in sums])
        if outcome is not None:
            kinds[kind] += figures.games
        if kind == "played":
            if outcome is not None:
                outcomes[outcome] += figures.games
                scores[score] += figures.games
                results.append(figures)
            for name, value in zip(_DIMENSIONS, (edition, multicolor, seats), strict=True):
                if value is not None:
                    groups[name].append(
                        Group(value, figures.games, figures.mean_score, figures.perfect, figures.strikeouts)
                    )
    everything = _Figures(*map(sum, zip(*results, strict=True)))
    unscored = scores.pop(-1, 0)
    by_score = sorted(scores.items())
    return Stats(
        games=everything.games,
        mean_score=everything.mean_score,
        median_score=_median(by_score),
        perfect=everything.perfect,
        strikeouts=everything.strikeouts,
        outcomes={outcome: outcomes[outcome] for outcome in ("won", "lost", "finished")},
        scores=by_score,
        unscored=unscored,
        by_edition=sorted(groups["edition"]),
        by_seats=sorted(groups["seats"]),
        by_multicolor=sorted(groups["multicolor"]),
        aborted=kinds["aborted"],
        imported=kinds["imported"],
        bots=kinds["bots"],
    )


def _grouped(which: FinishedFilter) -> Select[Any]:
    """Select the figures by kind and each dimension, and by kind, outcome and score; what is not grouped by is null."""
    one = rollup.counted_games(which).c
    dimensions = [one[name] for name in _DIMENSIONS]
    scored = one.score >= 0
    sums = (
        func.sum(one.games),
        func.sum(one.games).filter(scored),
        func.sum(one.games * one.score).filter(scored),
        func.sum(one.games).filter(one.outcome == "won"),
        func.sum(one.games).filter(one.strikeout),
    )
    sets = [*[tuple_(one.kind, dimension) for dimension in dimensions], tuple_(one.kind, one.outcome, one.score)]
    return select(one.kind, *dimensions, one.outcome, one.score, *sums).group_by(func.grouping_sets(*sets))


def _median(scores: list[tuple[int, int]]) -> float | None:
    """Return the score in the middle, or the mean of two scores; None without games."""
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
