"""Texts in five languages, by code."""

from service.i18n.export_losses import loss, refused_there
from service.i18n.game.cards import card_name, color_name
from service.i18n.game.clues import announcement, clue_name, spoken
from service.i18n.game.conventions import (
    ConventionWords,
    chop_kept,
    clue_of_turn,
    convention_fault,
    convention_fit,
    convention_meaning,
    expectation,
    fault_shown,
    refutation,
)
from service.i18n.game.events import event_line, unique_names
from service.i18n.game.lists import listed
from service.i18n.game.lost_points import lost_points, own_view, reachable
from service.i18n.game.remarks import remark
from service.i18n.game.results import Rating, outcome, rating, reason
from service.i18n.game.summary import summary
from service.i18n.game.variants import rules_in_words
from service.i18n.illegal_moves import refusal
from service.i18n.languages import DEFAULT_LANGUAGE, LANGUAGE_NAMES, LANGUAGES, negotiate
from service.i18n.pages.documentation import PAGES, page
from service.i18n.pages.guide import guide, value_name, variant_name
from service.i18n.pages.pictures import picture
from service.i18n.pages.rulings import Ruling, ruling
from service.i18n.pages.words import labelled, page_words
from service.i18n.problems import PROBLEMS, ProblemText, problem
from service.i18n.translations import worded
from service.i18n.verification import fault, names, protection, provenance, signature

__all__ = [
    "DEFAULT_LANGUAGE",
    "LANGUAGES",
    "LANGUAGE_NAMES",
    "PAGES",
    "PROBLEMS",
    "ConventionWords",
    "ProblemText",
    "Rating",
    "Ruling",
    "announcement",
    "card_name",
    "chop_kept",
    "clue_name",
    "clue_of_turn",
    "color_name",
    "convention_fault",
    "convention_fit",
    "convention_meaning",
    "event_line",
    "expectation",
    "fault",
    "fault_shown",
    "guide",
    "labelled",
    "listed",
    "loss",
    "lost_points",
    "names",
    "negotiate",
    "outcome",
    "own_view",
    "page",
    "page_words",
    "picture",
    "problem",
    "protection",
    "provenance",
    "rating",
    "reachable",
    "reason",
    "refusal",
    "refused_there",
    "refutation",
    "remark",
    "rules_in_words",
    "ruling",
    "signature",
    "spoken",
    "summary",
    "unique_names",
    "value_name",
    "variant_name",
    "worded",
]
