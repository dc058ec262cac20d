"""Summaries of analyzed games in sentences, without names of players."""

from collections.abc import Iterator

from engine.reading.analysis import Analysis, Totals
from engine.reading.feed import DealItem
from service.i18n.tables import TABLES, reason

__all__ = ["summary"]


def summary(language: str, analysis: Analysis) -> str:
    """Return a summary of the result, losses, plays and clues."""
    return " ".join(_sentences(language, analysis))


def _sentences(language: str, analysis: Analysis) -> Iterator[str]:
    deal, last, totals = analysis.events[0].item, analysis.events[-1], analysis.totals
    assert isinstance(deal, DealItem)
    best = deal.event.rules.palette.max_score
    yield _say(language, "points", points=last.after.table_points, max=best)
    yield _counted(language, "turns", totals.turns)
    if last.item.after.result is not None:
        yield reason(language, last.item.after.result.reason)
    yield _loss(language, analysis)
    yield from _plays(language, totals)
    yield _counted(language, "clues", totals.clues)
    if totals.clues_touching_nothing_new:
        yield _counted(language, "stale", totals.clues_touching_nothing_new)
    if totals.clue_tokens_lost:
        yield _counted(language, "tokens", totals.clue_tokens_lost)
    if last.after.efficiency is not None:
        value = f"{last.after.efficiency:.2f}".replace(".", TABLES[language].summary["decimal"])
        yield _say(language, "efficiency", value=value)


def _loss(language: str, analysis: Analysis) -> str:
    """Return the number of points lost, and the most expensive turn."""
    costly = [point for point in analysis.turning_points if point.points_lost]
    if not costly:
        return _say(language, "lost-none")
    worst, count = max(costly, key=lambda point: point.points_lost), sum([point.points_lost for point in costly])
    if count == 1:
        return _say(language, "lost-one", turn=worst.turn)
    if worst.points_lost == count:
        return _say(language, "lost-at-once", count=count, turn=worst.turn)
    return _say(language, "lost-many", count=count, turn=worst.turn, worst=worst.points_lost)


def _plays(language: str, totals: Totals) -> Iterator[str]:
    yield _counted(language, "plays", totals.plays)
    if totals.plays:
        yield _counted(language, "gambles", totals.gambles)
        yield _counted(language, "misplays", totals.misplays)


def _counted(language: str, what: str, count: int) -> str:
    """Return the sentence for a count. All five languages have forms for none, one and many."""
    return _say(language, f"{what}-{'many' if count > 1 else 'one' if count else 'none'}", count=count)


def _say(language: str, key: str, **words: object) -> str:
    return TABLES[language].summary[key].format(**words)
