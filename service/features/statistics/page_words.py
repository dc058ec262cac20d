"""Texts of statistics."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _words(catalog: NullTranslations) -> Mapping[str, str]:
    _, pgettext = catalog.gettext, catalog.pgettext
    return {
        "stats-median": _("Median"),
        "stats-best": _("Best score"),
        "stats-aborted": _("Aborted games, which do not count: {count}"),
        "statistics": _("Statistics"),
        "stats-games": pgettext("statistics", "Games"),
        "stats-average": _("Average score"),
        "stats-perfect": _("Perfect games"),
        "stats-strikeouts": _("Strikeouts"),
    }


WORDS: Final = in_each_language(_words)
