"""Texts about meeting others: watching, playing again and being told."""

from collections.abc import Mapping
from gettext import NullTranslations

from service.i18n.translations import in_each_language

__all__ = ["MEETING"]


def _meeting(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "watching": _("Who may watch"),
        "watch-table": _("everybody, without the hands"),
        "watch-hands": _("everybody, with all hands {turns} turns later"),
        "watch-nobody": _("nobody"),
        "watch-games": _("Games to watch"),
        "watch-none": _("No game that can be watched is running right now."),
        "watch": _("Watch"),
        "watchers": _("Watching: {count}"),
        "agree-hands": _(
            "I agree that others see all hands {turns} turns later. They do only if everybody at the table agrees. "
            "Whoever plays could watch with another account."
        ),
        "watch-past": _("All hands, as they were {turns} turns ago"),
        "watch-soon": _("The game has begun. Here you see it with all hands, {turns} turns later."),
        "again-same": _("Same deck again"),
        "invited-list": _("Invitations"),
        "invited-by": _("{name} invites you to a table."),
        "decline": _("Decline"),
    }


MEETING = in_each_language(_meeting)
