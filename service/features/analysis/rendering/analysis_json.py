"""JSON of the analysis and the hindsight of finished games; `docs/analysis.md` defines the measures."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from engine.commands import Turn
from engine.reading.analysis import LostPoints
from engine.reading.event_analysis import EventAnalysis
from engine.reading.feed import CardItem, DealItem, Item
from engine.reading.hindsight import Estimate, OpenHands, OwnView
from engine.reading.progress import Progress
from engine.rules import Palette
from service.core.replays.words import lost_point_words, summary_words
from service.core.tables.rendering import view_schemas
from service.features.analysis.analysed_game import AnalysedGame
from service.features.analysis.asked_positions import AnalysedPosition
from service.features.analysis.packed_results import BotTurn, GameHindsight
from service.features.analysis.rendering.schemas import AnalysedClue, AnalysedPlay, BotOpinion, GameStanding
from service.features.analysis.stored_results import Answer, Status
from service.platform import ids
from service.platform.exact_json import Json

STATUSES: Final[Mapping[Status, str]] = {"solved": "solved", "unsolved": "running", "failed": "failed"}
"""The public name of each status."""


def game_analysis(analysed: AnalysedGame, language: str) -> Json:
    """Return the analysis of a game, without players' names."""
    found = analysed.analysis
    deal, last = found.events[0], found.last
    assert isinstance(deal.item, DealItem)
    palette = deal.item.event.rules.palette
    bot = {turn.version: turn for turn in analysed.bot}
    return {
        "id": ids.render("g", analysed.game_id),
        "status": STATUSES[analysed.status],
        "summary": summary_words.summary(language, found),
        "max_score": palette.max_score,
        "winnable": _winnable(deal.after, palette.max_score),
        "totals": {
            **found.totals._asdict(),
            "cards_gotten": last.cards_gotten,
            "clues_spent": last.clues_spent,
            "efficiency": last.efficiency,
        },
        "losses": [_loss(loss, found.events[loss.version].item, language, palette) for loss in found.losses],
        "events": [_event(event, bot.get(event.after.version)) for event in found.events],
    }


def _winnable(deal: Progress, max_score: int) -> bool | None:
    """Return whether the game could be won from the deal, None if that is not proved."""
    if deal.reachable_at_least == max_score:
        return True
    return False if deal.reachable_score < max_score else None


def _loss(loss: LostPoints, item: Item, language: str, palette: Palette) -> Json:
    members = loss._asdict()
    del members["last_copy"], members["late"]  # the text tells them
    return {
        **members,
        "saving_turns": [_saving_turn(turn.line, turn.score) for turn in loss.saving_turns],
        "text": lost_point_words.lost_points(language, loss, item, palette),
    }


def position_analysis(found: AnalysedPosition, language: str) -> Json:
    """Return what can be reached in a position."""
    lower, upper = found.reachable
    return {
        "status": STATUSES[found.status],
        "reachable_score": upper,
        "reachable_at_least": lower,
        "exact": lower == upper,
        "line": None if found.line is None else [view_schemas.action(turn) for turn in found.line.turns],
        "saving_turns": [_saving_turn(*line) for line in found.saving],
        "text": lost_point_words.reachable(language, lower, upper),
    }


def _saving_turn(line: Sequence[Turn], score: int) -> Json:
    """Return a turn that keeps a score, with the line that it begins."""
    return {
        "action": view_schemas.action(line[0]),
        "line": [view_schemas.action(turn) for turn in line],
        "score": score,
    }


def _event(event: EventAnalysis, bot: BotTurn | None) -> Json:
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
        "play": None if event.risk is None else AnalysedPlay.render(event),
        "clue": None if event.information is None else AnalysedClue.render(event.information),
        "bot": None if bot is None else BotOpinion.render(bot),
        "after": GameStanding.render(event.after),
    }


def hindsight(game_id: UUID, answer: Answer[GameHindsight], language: str) -> Json:
    """Return the levels "open hands" and "own view" of a game."""
    found = answer.result
    return {
        "id": ids.render("g", game_id),
        "status": STATUSES[answer.status],
        "open_hands": None if found is None else _open_hands(found.open_hands),
        "own_views": None
        if found is None
        else [_own_view(version, view, language) for version, view in sorted(found.own_views.items())],
    }


def _open_hands(found: OpenHands) -> Json:
    return {
        "deal": _estimate(found.deal, shown=found.deal.decided),
        "draws": _estimate(found.draws, shown=found.draws.decided),
        "seats": [_estimate(seat, shown=seat.fair) for seat in found.seats],
        "end": _estimate(found.end, shown=found.end.decided),
        "undecided": round(found.undecided + sum([part.mean for part in _left_out(found)]), 4),
        "versions": [
            {name: _estimate(one, shown=one.decided) for name, one in at._asdict().items()} for at in found.versions
        ],
        "samples": len(found.samples),
        "inexact": found.inexact,
        "searched": found.searched,
    }


def _left_out(found: OpenHands) -> list[Estimate]:
    """Return the parts without a figure."""
    others = [part for part in (found.deal, found.draws, found.end) if not part.decided]
    return others + [seat for seat in found.seats if not seat.fair]


def _estimate(found: Estimate, *, shown: bool) -> Json:
    points = round(found.mean, 4) if shown else None
    return {"points": points, "error": None if found.error is None else round(found.error, 4)}


def _own_view(version: int, view: OwnView, language: str) -> Json:
    text = lost_point_words.own_view(language, view.losing, view.deals, exact=view.exact)
    return {"version": version, **view._asdict(), "loss": round(view.loss, 4), "text": text}
