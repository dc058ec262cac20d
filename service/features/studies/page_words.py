"""Texts of the pages of studies."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _words(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "studies": _("Studies"),
        "studies-what": _(
            "Collections of replays with your own words: a chapter shows a turn of a game, or other moves. Add "
            "chapters from a replay, under Share. Who has the link can read a study, as far as they may read the "
            "replays in it."
        ),
        "studies-none": _("You have no study yet."),
        "studies-sign-in": _("Sign in to see and to make your studies."),
        "study": _("Study"),
        "study-new": _("New study"),
        "study-title": _("Title"),
        "study-about": _("What it is about"),
        "study-create": _("Create"),
        "study-edit": _("Edit"),
        "study-save": _("Save"),
        "study-saved": _("Saved."),
        "study-cancel": _("Cancel"),
        "study-delete": _("Delete the study"),
        "study-delete-sure": _("Delete this study? Its link leads nowhere then. The replays remain."),
        "study-by": _("by {name}"),
        "study-chapters": _("Chapters: {count}"),
        "study-chapter": _("Chapter {number}"),
        "study-text": _("Text of the chapter, without formatting"),
        "study-up": _("Up"),
        "study-down": _("Down"),
        "study-remove": _("Remove the chapter"),
        "study-review": _("Open the replay"),
        "study-gone": _("The replay is gone, or hidden."),
        "study-empty": _("There is no chapter yet. Open a replay, and add a turn or a line under Share."),
        "study-left-out": _("Chapters about replays that you may not read: {count}"),
        "study-export": _("Save as a file"),
        "study-none": _("There is no such study, or you may not read the replays in it."),
        "study-add": _("Add to a study"),
        "study-add-new": _("a new study"),
        "study-added": _("Added."),
        "study-open": _("Open the study"),
    }


WORDS: Final = in_each_language(_words)
