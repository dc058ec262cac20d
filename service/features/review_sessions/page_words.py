"""Texts of reviews together."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _words(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "together": _("Review together"),
        "follow": _("Follow"),
        "lead": _("Lead"),
        "lead-over": _("Hand over…"),
        "lead-over-to": _("to {name}"),
        "lead-over-anybody": _("to anybody"),
        "leave-together": _("Leave"),
        "close-together": _("End for all"),
        "together-ended": _("The review together has ended."),
        "delete-message": _("Delete"),
        "mute": _("Mute"),
        "muted": _("Muted…"),
        "unmute": _("let {name} write"),
        "leads-you": _("You lead this review."),
        "leads": _("{name} leads this review."),
        "leads-nobody": _("Nobody leads this review."),
        "ask-lead": _("Ask to lead"),
        "may-i-lead": _("May I lead?"),
        "lead-asked": _("Asked."),
        "lead-to": _("Hand over to {name}"),
    }


WORDS: Final = in_each_language(_words)
