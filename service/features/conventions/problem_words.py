"""The problems of the training aid: their codes and their texts."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.wire.problem_kinds import Code, Problems, ProblemText

_CODES: Final = {
    "training-off": Code(409, "the game was created without `training`"),
}


def _texts(catalog: NullTranslations) -> Mapping[str, ProblemText]:
    _ = catalog.gettext
    return {
        "training-off": ProblemText(
            _("No training table"),
            _(
                "The creator of this game has not allowed the training aid. It can be allowed for a new game, with "
                "training."
            ),
        ),
    }


PROBLEMS: Final = Problems(_CODES, _texts)
