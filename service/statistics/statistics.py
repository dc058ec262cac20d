"""Statistics of finished public games.

A game is of one kind: `imported`, else `bots` if no person had a seat, else `aborted` (R21), else `played`. Only played
games have statistics; of the other kinds there is the number. Sandbox and private games are not counted at all.
"""

from collections import defaultdict
from typing import Any, Final, NamedTuple

from sqlalchemy import func, select, tuple_

from service.database.pool import fetch
from service.replays.listing import FinishedFilter
from service.statistics import rollup

__all__ = ["Group", "Stats", "of"]

_MAX_WAITING: Final = 200
"""If more games are not counted yet, some are counted before the answer, for services without a cron job."""

_GROUPED_BY: Final = ("kind", "edition", "multicolor", "seats", "outcome", "score")


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


def of(which: FinishedFilter) -> Stats:
    """Return the statistics of finished public games; those of an account if `which` names a player."""
    if rollup.waiting(_MAX_WAITING):
        rollup.add_finished()
    groups, kinds = _groups(which)
    numbers = {by: {group.value: group.games for group in groups[by]} for by in ("outcome", "score")}
    unscored = numbers["score"].pop(-1, 0)
    scores = sorted((int(score), games) for score, games in numbers["score"].items())
    everything = next(iter(groups["kind"]), Group("played", 0, None, 0, 0))
    return Stats(
        games=everything.games,
        mean_score=everything.mean_score,
        median_score=_median(scores),
        perfect=everything.perfect,
        strikeouts=everything.strikeouts,
        outcomes={outcome: numbers["outcome"].get(outcome, 0) for outcome in ("won", "lost", "finished")},
        scores=scores,
        unscored=unscored,
        by_edition=groups["edition"],
        by_seats=groups["seats"],
        by_multicolor=groups["multicolor"],
        aborted=kinds.get("aborted", 0),
        imported=kinds.get("imported", 0),
        bots=kinds.get("bots", 0),
    )


def _groups(which: FinishedFilter) -> tuple[dict[str, list[Group]], dict[str, int]]:
    """Return the groups of played games by what they are grouped by, and the number of games of the other kinds."""
    one = rollup.counted_games(which).c
    keys = [one[name] for name in _GROUPED_BY]
    scored = one.score >= 0
    figures = (
        func.sum(one.games),
        func.sum(one.games).filter(scored),
        func.sum(one.games * one.score).filter(scored),
        func.sum(one.games).filter(one.outcome == "won"),
        func.sum(one.games).filter(one.strikeout),
    )
    sets = func.grouping_sets(tuple_(one.kind), *[tuple_(one.kind, key) for key in keys[1:]])
    groups: defaultdict[str, list[Group]] = defaultdict(list)
    kinds: dict[str, int] = {}
    for row in fetch(select(*keys, *figures).group_by(sets)):
        by, value = _key(row)
        games, with_score, points, perfect, strikeouts = (int(figure or 0) for figure in row[len(keys) :])
        if row.kind != "played":
            if by == "kind":
                kinds[row.kind] = games
        else:
            mean = round(points / with_score, 2) if with_score else None
            groups[by].append(Group(value, games, mean, perfect, strikeouts))
    return defaultdict(list, {by: sorted(found) for by, found in groups.items()}), kinds


def _key(row: Any) -> tuple[str, Any]:
    """Return what a row is grouped by beside the kind, and its value; the kind if it is grouped by that alone."""
    for name in _GROUPED_BY[1:]:
        if getattr(row, name) is not None:
            return name, getattr(row, name)
    return "kind", row.kind


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
