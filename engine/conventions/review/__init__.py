"""A game in the light of conventions: what each turn meant, and which turns broke them."""

from engine.conventions.review.faults import LEAST_EXPLAINED, Fault, FaultKind
from engine.conventions.review.meanings import ActKind, ActMeaning, ClueKind, ClueMeaning, Meaning
from engine.conventions.review.reviewed_game import Review, Share, Turn, best_fit, reviewed
from engine.conventions.review.seat_reading import Reader, Step
from engine.conventions.review.viewer_thoughts import Ask, Thought

__all__ = [
    "LEAST_EXPLAINED",
    "ActKind",
    "ActMeaning",
    "Ask",
    "ClueKind",
    "ClueMeaning",
    "Fault",
    "FaultKind",
    "Meaning",
    "Reader",
    "Review",
    "Share",
    "Step",
    "Thought",
    "Turn",
    "best_fit",
    "reviewed",
]
