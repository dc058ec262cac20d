"""The problems of passkeys: their codes and their texts."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.wire.problem_kinds import Code, Problems, ProblemText

_CODES: Final = {
    "passkey-refused": Code(
        403,
        "the passkey is unknown, or its answer is not valid or came too late",
    ),
}


def _texts(catalog: NullTranslations) -> Mapping[str, ProblemText]:
    _ = catalog.gettext
    return {
        "passkey-refused": ProblemText(
            _("Passkey refused"),
            _(
                "This service does not know the passkey, or its answer is not valid or came too late. Try again, or "
                "sign in in another way."
            ),
        ),
    }


PROBLEMS: Final = Problems(_CODES, _texts)
