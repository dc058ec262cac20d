"""Texts of the page of games with the same deck, and of tables that play it."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _words(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "same-deck-title": _("The same deck"),
        "same-deck-what": _("Finished public games with the same cards in the same order, the same rules and seats."),
        "this-deck": _("This deck: {scores} ({teams} games)"),
        "compare": _("Compare"),
        "compare-with": _("Compare with"),
        "parted-at": _("The games part at turn {turn}."),
        "never-parted": _("The games have the same turns."),
        "can-reach": _("then {points} within reach"),
        "not-analyzed": _("Not analyzed: {game}"),
        "analyze": _("Analyze"),
        "analyzing-game": _("Being analyzed: {game}"),
        "analysis-failed-of": _("The analysis has failed: {game}"),
        "play-deck": _("Play this deck"),
        "play-deck-what": _("The table has the same cards. Invite people who have not seen this game."),
    }


WORDS: Final = in_each_language(_words)
