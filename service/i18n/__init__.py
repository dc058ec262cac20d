"""Translations: texts in five languages, by code."""

from service.i18n.clues import announcement, clue_name, spoken
from service.i18n.events import event_line, unique_names
from service.i18n.guide import guide, value_name, variant_name
from service.i18n.languages import DEFAULT_LANGUAGE, LANGUAGE_NAMES, LANGUAGES, negotiate
from service.i18n.lost_points import lost_points, own_view, reachable
from service.i18n.review import REVIEW, review_words
from service.i18n.rulings import Ruling, ruling
from service.i18n.shape import ProblemText, Rating
from service.i18n.summary import summary
from service.i18n.tables import (
    PAGES,
    PROBLEMS,
    card_name,
    color_name,
    fault,
    listed,
    loss,
    outcome,
    page,
    picture,
    problem,
    protection,
    provenance,
    rating,
    reason,
    refusal,
    refused_there,
    remark,
    signature,
)
from service.i18n.variants import rules_in_words

__all__ = [
    "DEFAULT_LANGUAGE",
    "LANGUAGES",
    "LANGUAGE_NAMES",
    "PAGES",
    "PROBLEMS",
    "REVIEW",
    "ProblemText",
    "Rating",
    "Ruling",
    "announcement",
    "card_name",
    "clue_name",
    "color_name",
    "event_line",
    "fault",
    "guide",
    "listed",
    "loss",
    "lost_points",
    "negotiate",
    "outcome",
    "own_view",
    "page",
    "picture",
    "problem",
    "protection",
    "provenance",
    "rating",
    "reachable",
    "reason",
    "refusal",
    "refused_there",
    "remark",
    "review_words",
    "rules_in_words",
    "ruling",
    "signature",
    "spoken",
    "summary",
    "unique_names",
    "value_name",
    "variant_name",
]
