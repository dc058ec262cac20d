"""Summaries of analyzed games in sentences, without names of players."""

from collections.abc import Iterator, Mapping
from gettext import NullTranslations
from typing import Final, NamedTuple

from babel.numbers import get_decimal_symbol

from engine.reading.analysis import Analysis, Totals
from engine.reading.feed import DealItem
from engine.score import Result
from service.core.replays.words.lost_point_words import deal_allowed, kept
from service.core.tables.words.result_words import reason
from service.platform.languages.translations import Counted, in_each_language, listed


class _Count(NamedTuple):
    """The sentences for a count: for none, and for one or more."""

    none: str
    some: Counted


def _texts(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "points": _("Points on the table: {points} of {max}."),
        "lost-none": _("No turn cost a point."),
        "scores": _("A lost game scores 0 points."),
        "scoreless": _("A lost game has no score."),
        "deal-whole": _("From the deal, all {most} points could be reached."),
        "until-then": _("Until then, {before} points could be reached."),
        "efficiency": _("Efficiency: {value}."),
    }


def _counts(catalog: NullTranslations) -> Mapping[str, _Count]:
    _, ngettext = catalog.gettext, catalog.ngettext
    return {
        "turns": _Count(
            _("No turn was taken."),
            lambda count: ngettext("One turn was taken.", "{count} turns were taken.", count),
        ),
        "plays": _Count(
            _("No card was played."),
            lambda count: ngettext("One card was played.", "{count} cards were played.", count),
        ),
        "misplays": _Count(
            _("Every play landed."),
            lambda count: ngettext("One play was a misplay.", "{count} plays were misplays.", count),
        ),
        "clues": _Count(
            _("No clue was given."),
            lambda count: ngettext("One clue was given.", "{count} clues were given.", count),
        ),
    }


def _extras(catalog: NullTranslations) -> Mapping[str, Counted]:
    """Return the sentences that are left out if there is nothing to count."""
    ngettext = catalog.ngettext
    return {
        "stale": lambda count: ngettext("One clue touched no new card.", "{count} clues touched no new card.", count),
        "tokens": lambda count: ngettext(
            "One clue token was lost because the tokens were full.",
            "{count} clue tokens were lost because the tokens were full.",
            count,
        ),
        "lost": lambda count: ngettext(
            "One point was lost, on turn {turn}.",
            "{count} points were lost; turn {turn} cost the most ({worst}).",
            count,
        ),
        "lost-equally": lambda count: ngettext(
            "{count} points were lost; turns {turns} cost the most ({worst} each).",
            "{count} points were lost; turns {turns} cost the most ({worst} each).",
            count,
        ),
        "lost-at-once": lambda count: ngettext(
            "{count} points were lost, all on turn {turn}.", "{count} points were lost, all on turn {turn}.", count
        ),
        "lost-latest": lambda count: ngettext(
            "One point was lost, by turn {turn} at the latest.",
            "{count} points were lost, the last of them by turn {turn} at the latest.",
            count,
        ),
        "lost-at-once-latest": lambda count: ngettext(
            "{count} points were lost, by turn {turn} at the latest.",
            "{count} points were lost, by turn {turn} at the latest.",
            count,
        ),
    }


TEXTS: Final = in_each_language(_texts)
_COUNTS: Final = in_each_language(_counts)
_EXTRAS: Final = in_each_language(_extras)


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
        yield from _lost(language, last.item.after.result)
    yield from _deal(language, analysis)
    yield from _losses(language, analysis)
    yield from _plays(language, totals)
    yield _counted(language, "clues", totals.clues)
    if totals.clues_touching_nothing_new:
        yield _extra(language, "stale", totals.clues_touching_nothing_new)
    if totals.clue_tokens_lost:
        yield _extra(language, "tokens", totals.clue_tokens_lost)
    if last.after.efficiency is not None:
        value = f"{last.after.efficiency:.2f}".replace(".", get_decimal_symbol(language))
        yield _say(language, "efficiency", value=value)


def _lost(language: str, result: Result) -> Iterator[str]:
    """Say why the score is not that of the points on the table (R14)."""
    if result.outcome == "lost":
        yield _say(language, "scoreless" if result.score is None else "scores")


def _deal(language: str, analysis: Analysis) -> Iterator[str]:
    """Yield what the deal allowed, if that is known."""
    deal = analysis.events[0]
    if deal.points_lost:
        yield deal_allowed(language, deal.after.reachable_score)
    elif deal.after.is_exact:
        yield _say(language, "deal-whole", most=deal.after.reachable_score)


def _losses(language: str, analysis: Analysis) -> Iterator[str]:
    """Yield the number of points that turns lost, and the turn that lost the most, or all turns that lost as much."""
    turns = [loss for loss in analysis.losses if loss.kind == "turn"]
    if not turns:
        if all(loss.certain for loss in analysis.losses):
            yield _say(language, "lost-none")
        return
    worst, count = max(turns, key=lambda loss: loss.points), sum([loss.points for loss in turns])
    key = "lost-at-once" if 1 < count == worst.points else "lost"
    if not all(loss.certain for loss in turns):
        yield _extra(language, f"{key}-latest", count, turn=turns[-1].turn)
        return
    equal = [str(loss.turn) for loss in turns if loss.points == worst.points]
    if len(equal) > 1:
        yield _extra(language, "lost-equally", count, turns=listed(language, equal), worst=worst.points)
        return
    yield _extra(language, key, count, turn=worst.turn, worst=worst.points)
    yield _say(language, "until-then", before=worst.reachable_before)
    yield from kept(language, worst)


def _plays(language: str, totals: Totals) -> Iterator[str]:
    yield _counted(language, "plays", totals.plays)
    if totals.plays:
        yield _counted(language, "misplays", totals.misplays)


def _counted(language: str, what: str, count: int) -> str:
    sentences = _COUNTS[language][what]
    return (sentences.some(count) if count else sentences.none).format(count=count)


def _extra(language: str, what: str, count: int, **words: object) -> str:
    return _EXTRAS[language][what](count).format(count=count, **words)


def _say(language: str, key: str, **words: object) -> str:
    return TEXTS[language][key].format(**words)
