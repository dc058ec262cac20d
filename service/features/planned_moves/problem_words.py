"""The problem of planned moves: its code and its texts."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.wire.problem_kinds import Code, Problems, ProblemText

_CODES: Final = {"your-turn": Code(409, "it is the turn of the caller, who can make the move itself")}


def _texts(catalog: NullTranslations) -> Mapping[str, ProblemText]:
    _ = catalog.gettext
    return {
        "your-turn": ProblemText(
            _("Your turn"), _("It is your turn, so there is nothing to plan for. Make the move instead.")
        ),
    }


PROBLEMS: Final = Problems(_CODES, _texts)
