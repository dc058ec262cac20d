"""Summaries of analyzed games in sentences, without names of players."""

from collections.abc import Iterator

from engine.reading.analysis import Analysis, Totals
from engine.reading.feed import DealItem
from service.i18n.lost_points import kept
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
    yield from _deal(language, analysis)
    yield from _losses(language, analysis)
    yield from _plays(language, totals)
    yield _counted(language, "clues", totals.clues)
    if totals.clues_touching_nothing_new:
        yield _counted(language, "stale", totals.clues_touching_nothing_new)
    if totals.clue_tokens_lost:
        yield _counted(language, "tokens", totals.clue_tokens_lost)
    if last.after.efficiency is not None:
        value = f"{last.after.efficiency:.2f}".replace(".", TABLES[language].summary["decimal"])
        yield _say(language, "efficiency", value=value)


def _deal(language: str, analysis: Analysis) -> Iterator[str]:
    """Yield what the deal allowed, if that is known."""
    deal = analysis.events[0]
    if deal.points_lost:
        yield _say(language, "deal-part", most=deal.after.reachable_score)
    elif deal.after.is_exact:
        yield _say(language, "deal-whole", most=deal.after.reachable_score)


def _losses(language: str, analysis: Analysis) -> Iterator[str]:
    """Yield the number of points that turns lost, and the turn that lost the most."""
    turns = [loss for loss in analysis.losses if loss.kind == "turn"]
    if not turns:
        if all(loss.certain for loss in analysis.losses):
            yield _say(language, "lost-none")
        return
    worst, count = max(turns, key=lambda loss: loss.points), sum([loss.points for loss in turns])
    key = "lost-one" if count == 1 else "lost-at-once" if worst.points == count else "lost-many"
    if not all(loss.certain for loss in turns):
        yield _say(language, f"{key}-latest", count=count, turn=turns[-1].turn)
        return
    yield _say(language, key, count=count, turn=worst.turn, worst=worst.points)
    yield _say(language, "until-then", before=worst.reachable_before)
    yield from kept(language, worst)


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
