"""The problems of the analysis: their codes and their texts."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.wire.problem_kinds import Code, Problems, ProblemText

_CODES: Final = {
    "different-decks": Code(
        409,
        "the games do not have the same deck, rules and seats",
    ),
    "too-many-analyses": Code(
        429,
        "64 analyses that the caller has asked for wait to be computed. The request had no effect and was not "
        "charged; send it again after `Retry-After` seconds",
    ),
    "analysis-queue-full": Code(503, "too many analyses wait to be computed"),
}


def _texts(catalog: NullTranslations) -> Mapping[str, ProblemText]:
    _ = catalog.gettext
    return {
        "different-decks": ProblemText(
            _("Different decks"),
            _(
                "These games do not have the same deck, rules and seats, so they cannot be compared. The list "
                "same-deck of a replay names the games that do."
            ),
            _("These games do not have the same deck, rules and seats, so they cannot be compared."),
        ),
        "too-many-analyses": ProblemText(
            _("Too many analyses"),
            _("Too many of your analyses are waiting to be computed. Try again when some are done."),
        ),
        "analysis-queue-full": ProblemText(
            _("Analysis queue full"),
            _("Too many analyses are waiting to be computed. Try again in half a minute."),
        ),
    }


PROBLEMS: Final = Problems(_CODES, _texts)
