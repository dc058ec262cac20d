"""JSON of the hindsight of a finished game; `docs/analysis.md` defines the measures."""

from typing import Any
from uuid import UUID

from engine.reading.hindsight import Estimate, OpenHands, OwnView
from service import i18n, ids
from service.analysis.answers import Answer
from service.analysis.results import GameHindsight
from service.http.wire.render.analysis import STATUSES

__all__ = ["hindsight"]

Json = dict[str, Any]


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
    text = i18n.own_view(language, view.losing, view.deals, exact=view.exact)
    return {"version": version, **view._asdict(), "loss": round(view.loss, 4), "text": text}
