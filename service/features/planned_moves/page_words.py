"""Texts of planned moves."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language

__all__ = ["WORDS"]


def _words(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "plan": _("Plan your move"),
        "plan-about": _(
            "The service makes the move when your turn comes. Nobody else can see it. It is not made if something "
            "happens that you did not foresee, such as a clue to you."
        ),
        "plan-if": _("If"),
        "plan-anything": _("anything but a clue to you"),
        "plan-then": _("Then"),
        "plan-add": _("Plan it"),
        "plan-remove": _("Take back"),
        "plan-voided": _("Your plan is void: something else has happened."),
        "plan-plays": _("{name} plays {card}"),
        "plan-discards": _("{name} discards {card}"),
        "plan-clues": _("{name} gives a clue to {target}: {clue}"),
        "plan-play": _("Play card {place}"),
        "plan-discard": _("Discard card {place}"),
        "plan-clue": _("Clue to {target}: {clue}"),
        "plan-line": _("If {turn}: {move}"),
    }


WORDS: Final = in_each_language(_words)
