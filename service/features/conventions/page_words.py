"""Texts of reading conventions, and of the training aid."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _words(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "conventions-which": _("Conventions of the H-group"),
        "conventions-best": _("Best fit: level {level}"),
        "conventions-best-short": _("Best fit"),
        "conventions-level": _("Level {level}"),
        "conventions-share": _("Level {level}: {explained} of {clues} clues explained"),
        "conventions-marks": _("Show on the table"),
        "conventions-next": _("What is asked now"),
        "conventions-would-ask": _("What these conventions would ask now"),
        "conventions-nothing": _("Nothing is asked."),
        "conventions-later": _("On a later turn, {name} is called to play slot {place} blind."),
        "conventions-faults": _("Where they were broken"),
        "conventions-no-faults": _("Nobody has broken them so far."),
        "conventions-points": _("Lost points: {points}. By breaking the conventions: {broken}. Otherwise: {others}."),
        "conventions-source": _(
            "These are the conventions of one group of players, the H-group, levels 1 to 5, as of {edition}. "
            "They are an agreement, and no rules of the game. Slot 1 is the newest card of a hand."
        ),
        "conventions-guide": _("Their guide"),
        "convention-chop": _("Chop: discarded next"),
        "convention-chop_moved": _("Kept: the chop has moved past it"),
        "convention-finessed": _("Called to be played blind"),
        "convention-playable": _("Can be played now"),
        "convention-could-be": _("By conventions: {cards}"),
        "tab-conventions": _("Conventions"),
        "training": _("training"),
        "explain": _("Explain by conventions"),
    }


WORDS: Final = in_each_language(_words)
