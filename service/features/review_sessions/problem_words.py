"""The problems of reviews together: their codes and their texts."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.wire.problem_kinds import Code, Problems, ProblemText

_CODES: Final = {
    "muted": Code(403, "the leader has muted the account"),
    "not-the-leader": Code(403, "another account leads"),
}


def _texts(catalog: NullTranslations) -> Mapping[str, ProblemText]:
    _ = catalog.gettext
    return {
        "muted": ProblemText(
            _("Muted"),
            _("The leader of this review has muted you. You can follow it, but not write."),
        ),
        "not-the-leader": ProblemText(
            _("Not the leader"),
            _(
                "Another reader leads this review. Ask that person to hand it over, or wait until they have been "
                "silent for a minute."
            ),
        ),
    }


PROBLEMS: Final = Problems(_CODES, _texts)
