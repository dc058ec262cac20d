"""Statistics of finished public games.

There are seven kinds of games: `imported`, `contest`, `training`, `replayed` (with the deck of an earlier game), `bots`
(without a person), `aborted` (R21) and `played`. If several apply to a game, the first one counts. The statistics
describe played games; of the other kinds they only have the number. With the filter `imported`, they describe imported
games in the same way; the kinds are then `aborted` and `played`. Sandbox and private games are not counted.
"""

from collections import Counter
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Float, Select, case, cast, func, select, tuple_

from engine.rules import OPTIONS, palette_of
from service.core.replays.lists.filters import FinishedFilter
from service.core.tables import advancing
from service.core.tables.setting import APART
from service.features.statistics import rollup
from service.features.statistics.queries import counted_games
from service.features.statistics.rollup_figures import FIGURES
from service.platform.database.pool import fetch

_MAX_WAITING: Final = 200
"""If more games are uncounted, a request counts some of them, for services without a cron job."""

_DIMENSIONS: Final = ("edition", "multicolor", "seats")
_APART: Final = ("aborted", "imported", "bots", *APART)
_HIGHEST: Final = {str(value): palette_of(value).max_score for value in OPTIONS["multicolor"].values}
"""The highest score by `multicolor`. Variants have several."""


class Group(NamedTuple):
    """Figures of games with one value of a dimension, such as `edition`."""

    value: str | int
    games: int
    mean_score: float | None
    """The mean of the games with a score; None if there are none."""
    mean_share: float | None
    """The mean share of the highest score, of the games for which it is known; None if there are none."""
    perfect: int
    strikeouts: int


class Analysed(NamedTuple):
    """What the exact analysis found out about some of the games."""

    solved: int
    """The number of games with an exact analysis."""
    decided: int
    """The number of those for which it is proved whether the deal could be won."""
    winnable: int
    """The number of those that could be won."""
    looked_back: int
    """The number of games with hindsight, which the next members are means of."""
    lost_by_deal: float | None
    lost_by_draws: float | None
    lost_by_choice: float | None

    @property
    def winnable_share(self) -> float | None:
        """The share of the decided games that could be won; None without any."""
        return round(self.winnable / self.decided, 4) if self.decided else None


class ScoreCount(NamedTuple):
    """How many games had a score."""

    score: int
    games: int


class Stats(NamedTuple):
    """Statistics of finished games."""

    games: int
    mean_score: float | None
    mean_share: float | None
    median_score: float | None
    perfect: int
    """The number of won games, which have the highest score (R16)."""
    strikeouts: int
    outcomes: dict[str, int]
    scores: list[ScoreCount]
    """Lowest score first."""
    unscored: int
    """The number of lost games without a score (`strikeout_score` none)."""
    by_edition: list[Group]
    by_seats: list[Group]
    by_multicolor: list[Group]
    apart: dict[str, int]
    """The number of games of each other kind."""
    analysis: Analysed

    @property
    def aborted_share(self) -> float | None:
        """The share of aborted games among those and the played ones; None without any."""
        ended = self.games + self.apart["aborted"]
        return round(self.apart["aborted"] / ended, 4) if ended else None


class _Figures(NamedTuple):
    """Sums over a group of games."""

    games: int = 0
    scored: int = 0
    points: int = 0
    shares: float = 0.0
    """The sum of the shares of the highest score."""
    shared: int = 0
    """The number of games with such a share."""
    perfect: int = 0
    strikeouts: int = 0
    solved: int = 0
    decided: int = 0
    winnable: int = 0
    looked_back: int = 0
    lost_by_deal: float = 0.0
    lost_by_draws: float = 0.0
    lost_by_choice: float = 0.0

    @property
    def analysed(self) -> Analysed:
        lost = (self.lost_by_deal, self.lost_by_draws, self.lost_by_choice)
        means = [round(points / self.looked_back, 2) if self.looked_back else None for points in lost]
        return Analysed(self.solved, self.decided, self.winnable, self.looked_back, *means)

    @property
    def mean_score(self) -> float | None:
        return round(self.points / self.scored, 2) if self.scored else None

    @property
    def mean_share(self) -> float | None:
        return round(self.shares / self.shared, 4) if self.shared else None


def of(filters: FinishedFilter) -> Stats:
    """Return the statistics of the finished public games that meet the filters."""
    advancing.end_times()
    if rollup.waiting(_MAX_WAITING):
        rollup.add_finished()
    groups: dict[str, list[Group]] = {name: [] for name in _DIMENSIONS}
    kinds: Counter[str] = Counter()
    outcomes: Counter[str] = Counter()
    scores: Counter[int] = Counter()
    results = []
    for kind, edition, multicolor, seats, outcome, score, *sums in map(tuple, fetch(_grouped(filters))):
        figures = _Figures(*[value or 0 for value in sums])
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
                        Group(
                            value,
                            figures.games,
                            figures.mean_score,
                            figures.mean_share,
                            figures.perfect,
                            figures.strikeouts,
                        )
                    )
    everything = _Figures(*map(sum, zip(*results, strict=True)))
    unscored = scores.pop(-1, 0)
    by_score = [ScoreCount(*one) for one in sorted(scores.items())]
    return Stats(
        games=everything.games,
        mean_score=everything.mean_score,
        mean_share=everything.mean_share,
        median_score=_median(by_score),
        perfect=everything.perfect,
        strikeouts=everything.strikeouts,
        outcomes={outcome: outcomes[outcome] for outcome in ("won", "lost", "finished")},
        scores=by_score,
        unscored=unscored,
        by_edition=sorted(groups["edition"]),
        by_seats=sorted(groups["seats"]),
        by_multicolor=sorted(groups["multicolor"]),
        apart={kind: kinds[kind] for kind in _APART},
        analysis=everything.analysed,
    )


def _grouped(filters: FinishedFilter) -> Select[Any]:
    """Return a query for the grouped figures.

    They are grouped by kind and each dimension, and by kind, outcome and score. The columns that a row is not grouped
    by are null.
    """
    columns = counted_games(filters).c
    dimensions = [columns[name] for name in _DIMENSIONS]
    scored = columns.score >= 0
    highest = _highest(filters, columns.multicolor)
    sums = (
        func.sum(columns.games),
        func.sum(columns.games).filter(scored),
        func.sum(columns.games * columns.score).filter(scored),
        func.sum(columns.games * columns.score / highest).filter(scored),
        func.sum(columns.games).filter(scored, highest.is_not(None)),
        func.sum(columns.games).filter(columns.outcome == "won"),
        func.sum(columns.games).filter(columns.strikeout),
        *[func.sum(columns[name]) for name in FIGURES if name != "games"],
    )
    sets = [
        *[tuple_(columns.kind, dimension) for dimension in dimensions],
        tuple_(columns.kind, columns.outcome, columns.score),
    ]
    return select(columns.kind, *dimensions, columns.outcome, columns.score, *sums).group_by(func.grouping_sets(*sets))


def _highest(filters: FinishedFilter, multicolor: ColumnElement[str]) -> ColumnElement[float | None]:
    """Return the highest score by the cards as a column; null for a variant, unless the filters name it."""
    if filters.variant is not None:
        return cast(palette_of(filters.variant).max_score, Float)
    return cast(case(_HIGHEST, value=multicolor), Float)


def _median(scores: list[ScoreCount]) -> float | None:
    """Return the median score, or None without games."""
    number = sum(games for _, games in scores)
    if not number:
        return None
    return (_at(scores, (number - 1) // 2) + _at(scores, number // 2)) / 2


def _at(scores: list[ScoreCount], index: int) -> int:
    for score, games in scores:
        if index < games:
            return score
        index -= games
    raise IndexError(index)
