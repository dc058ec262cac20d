"""Texts of planned moves."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _words(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "plan": _("Plan your move"),
        "plan-about": _(
            "The service makes the move when your turn comes. Nobody else can see it. If something else happens, such "
            "as a clue to you, it is not made."
        ),
        "plan-where": _("Select a card to plan your next move."),
        "plan-move": _("Plan"),
        "plan-due": _("Your plan is about to be made"),
        "plan-now": _("Make it now"),
        "plan-if": _("If"),
        "plan-anything": _("anything but a clue to you"),
        "plan-clue": _("Clue to {name}"),
        "plan-remove": _("Take the plan back"),
        "plan-voided": _("Your plan is void: something else has happened."),
        "plan-voided-clue-tokens-full": _("Your plan is void: the clue tokens are full, so you cannot discard."),
        "plan-voided-no-clue-token": _("Your plan is void: no clue token is left."),
    }


WORDS: Final = in_each_language(_words)
