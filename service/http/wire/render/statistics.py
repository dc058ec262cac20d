"""JSON of statistics of finished games."""

from typing import Any

from service.statistics.statistics import Analysed, Group, Stats

__all__ = ["stats"]

Json = dict[str, Any]


def stats(stats: Stats) -> Json:
    """Return the statistics of finished games."""
    return {
        "games": stats.games,
        "mean_score": stats.mean_score,
        "median_score": stats.median_score,
        "perfect": stats.perfect,
        "strikeouts": stats.strikeouts,
        "outcomes": stats.outcomes,
        "scores": [{"score": score, "games": games} for score, games in stats.scores],
        "unscored": stats.unscored,
        "by_edition": [_group("edition", group) for group in stats.by_edition],
        "by_seats": [_group("seats", group) for group in stats.by_seats],
        "by_multicolor": [_group("multicolor", group) for group in stats.by_multicolor],
        "apart": {"aborted": stats.aborted, "imported": stats.imported, "bots": stats.bots},
        "analysis": _analysis(stats.analysis),
    }


def _analysis(found: Analysed) -> Json:
    return {
        "games": found.solved,
        "decided": found.decided,
        "winnable": found.winnable,
        "winnable_share": found.winnable_share,
        "hindsight": {
            "games": found.looked_back,
            "lost_by_deal": found.lost_by_deal,
            "lost_by_draws": found.lost_by_draws,
            "lost_by_choice": found.lost_by_choice,
        },
    }


def _group(name: str, group: Group) -> Json:
    value, *figures = group
    return {name: value, **dict(zip(Group._fields[1:], figures, strict=True))}
