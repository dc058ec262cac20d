"""Texts of the search for others to play with."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _words(catalog: NullTranslations) -> Mapping[str, str]:
    _, pgettext = catalog.gettext, catalog.pgettext
    return {
        "with-anyone": _("With anyone"),
        "with-anyone-what": _("The service finds others who want the same game."),
        "bots-after": _("If there are too few, bots take the free seats"),
        "bots-never": pgettext("bots take the free seats", "never"),
        "after-seconds": pgettext("bots take the free seats", "after {seconds} seconds"),
        "seeking": _("Looking for others. Keep this page open."),
        "seek-stop": _("Stop looking"),
        "pace-any": _("Any clock, or none"),
        "pace-short": _("With a clock"),
        "pace-days": _("Over several days"),
        "push.matched": _("A table was found for you"),
    }


WORDS: Final = in_each_language(_words)
