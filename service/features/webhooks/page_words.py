"""Texts of messages to browsers."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _words(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "push.your-turn": _("It is your turn"),
        "push.invited": _("Somebody invites you"),
        "push.game-started": _("A game has started"),
        "push.game-ended": _("A game is over"),
        "push.message": _("A message at your table"),
        "told": _("Messages"),
        "told-hint": _(
            "This browser tells you, also when no page of Hanabi is open. On a phone, add the page to the home "
            "screen first."
        ),
        "told-impossible": _("This browser cannot get messages."),
        "told-refused": _("This browser did not allow messages. Allow them in its settings, and try again."),
        "told-quiet": _("Quiet hours"),
        "told-from": _("from"),
        "told-until": _("until"),
        "told-on": _("Tell me in this browser"),
        "told-change": _("Save"),
        "told-off": _("Stop"),
    }


WORDS: Final = in_each_language(_words)
