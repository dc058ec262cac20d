"""Texts of planned moves."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _words(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "plan": _("Plan your move"),
        "plan-about": _("The service makes the move when your turn comes. Nobody else can see it."),
        "plan-where": _("Select a card to plan your move. A clue to you, a failed play or a message ends the plan."),
        "plan-move": _("Plan"),
        "plan-due": _("Your plan is about to be made"),
        "plan-now": _("Make it now"),
        "plan-if": _("If"),
        "plan-anything": _("anything but a clue to you"),
        "plan-clue": _("Clue to {name}"),
        "plan-remove": _("Take the plan back"),
        "plan-voided": _("Your plan is void"),
        "plan-void-clue": _("you got a clue."),
        "plan-void-misplay": _("a play failed."),
        "plan-void-turn": _("another move was made than you foresaw."),
        "plan-void-sign": _("somebody has sent a message, moved cards or voted."),
        "plan-void-other": _("the move is no longer possible."),
        "plan-void-clue-tokens-full": _("the clue tokens are full, so you cannot discard."),
        "plan-void-no-clue-token": _("no clue token is left."),
    }


WORDS: Final = in_each_language(_words)
