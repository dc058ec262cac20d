"""Texts of notes and comments."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _words(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "tab-notes": _("Notes"),
        "notes": _("Notes and comments"),
        "no-notes": _("No notes and no comments yet."),
        "no-notes-here": _("No notes and no comments on this turn."),
        "other-notes": _("Other notes and comments: {count}"),
        "by-note": _("Note by {name}"),
        "note-finessed": _("Called to be played blind"),
        "note-chop_moved": _("Kept: the chop has moved past it"),
        "note-trash": _("Never needed again"),
        "note-discardable": _("May be discarded"),
        "tags-hint": _("A word after #, such as #finesse, is a tag: games can be found by it."),
        "on-card": _("on {card}"),
        "comment-of": _("Comment by {name}"),
        "comment": _("Your comment"),
        "sent": _("Comment posted."),
        "take-back": _("Delete"),
        "whole-game": _("the whole game"),
        "comment-on": _("On"),
        "on-stack": _("on the stack {suit}"),
    }


WORDS: Final = in_each_language(_words)
