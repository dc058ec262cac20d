"""JSON of the analysis of a finished game; `docs/analysis.md` defines the measures."""

from typing import Any

from engine.reading.analysis import ClueInformation, EventAnalysis, Risk, TurningPoint
from engine.reading.feed import CardItem, DealItem
from engine.reading.progress import Progress
from engine.rules import Palette
from service import i18n, ids
from service.replays.replays import AnalysedGame

__all__ = ["game_analysis"]

Json = dict[str, Any]


def game_analysis(analysed: AnalysedGame, language: str) -> Json:
    """Return the analysis of a game, without players' names."""
    found = analysed.analysis
    deal, last = found.events[0].item, found.last
    assert isinstance(deal, DealItem)
    palette = deal.event.rules.palette
    return {
        "id": ids.render("g", analysed.game_id),
        "summary": i18n.summary(language, found),
        "max_score": palette.max_score,
        "totals": {
            **found.totals._asdict(),
            "cards_gotten": last.cards_gotten,
            "clues_spent": last.clues_spent,
            "efficiency": last.efficiency,
        },
        "turning_points": [
            _turning_point(point, found.events[point.version], language, palette) for point in found.turning_points
        ],
        "events": [_event(event) for event in found.events],
    }


def _turning_point(point: TurningPoint, event: EventAnalysis, language: str, palette: Palette) -> Json:
    return {**point._asdict(), "line": i18n.event_line(language, event.item, lambda _: None, palette)}


def _event(event: EventAnalysis) -> Json:
    return {
        "version": event.after.version,
        "type": event.kind,
        "seat": event.seat,
        "think_time_ms": event.think_time_ms,
        "attainable_before": event.attainable_before,
        "attainable_after": event.after.attainable_score,
        "points_lost": event.points_lost,
        "became_critical": [card._asdict() for card in event.became_critical],
        "became_dead": [card._asdict() for card in event.became_dead],
        "clue_tokens_lost": event.tokens_lost,
        "card": event.item.card._asdict() if isinstance(event.item, CardItem) else None,
        "play": None if event.risk is None else _play(event, event.risk),
        "clue": None if event.information is None else _clue(event.information),
        "after": _progress(event.after),
    }


def _play(event: EventAnalysis, risk: Risk) -> Json:
    return {
        "declared_color": event.declared_color,
        "landed": event.landed,
        "certainty": "known_safe" if risk.known_safe else "gamble",
        "landing_deals": risk.landing_deals,
        "deals": risk.deals,
        "probability": risk.probability,
    }


def _clue(information: ClueInformation) -> Json:
    return {
        **information._asdict(),
        "touched_nothing_new": not information.newly_touched,
        "told_nothing_new": not information.newly_informed,
    }


def _progress(progress: Progress) -> Json:
    return {
        "turn": progress.turn,
        "score": progress.score,
        "table_points": progress.table_points,
        "attainable_score": progress.attainable_score,
        "reachable_score": progress.reachable_score,
        "clue_tokens": progress.clue_tokens,
        "strikes": progress.strikes,
        "deck_size": progress.deck_size,
        "pace": progress.pace,
        "cards_gotten": progress.cards_gotten,
        "clues_spent": progress.clues_spent,
        "efficiency": progress.efficiency,
    }
