"""Headings and sentences of the documentation pages, and the navigation of all pages."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.choice import DEFAULT_LANGUAGE
from service.platform.languages.translations import in_each_language


def _pages(catalog: NullTranslations) -> Mapping[str, str]:
    _, pgettext = catalog.gettext, catalog.pgettext
    return {
        "problems": _("Problems"),
        "intro": _(
            "Every answer with a status of 400 or above is a problem document. "
            "Its code says what went wrong, and this is what the codes mean."
        ),
        "happened": _("What happened"),
        "remedy": _("What to do"),
        "example": _("Example"),
        "operations": _("Where it happens"),
        "status": _("Status"),
        "code": _("Code"),
        "meaning": _("Meaning"),
        "guides": _("Guides"),
        "nav-play": pgettext("navigation", "Play"),
        "account": _("Account"),
        "signed-in-as": _("Signed in as"),
        "guest-hint": _("Only this browser knows this account. With a passkey you keep it."),
        "your-account": _("Your account and devices"),
        "sign-in": _("Sign in"),
        "sign-out": _("Sign out"),
        "sign-out-guest": _(
            "If you sign out, nobody can enter this account again. To sign out all the same, press again."
        ),
        "nav-games": pgettext("navigation", "Games"),
        "nav-puzzles": pgettext("navigation", "Puzzles"),
        "nav-contests": _("Contests"),
        "reference": _("Reference"),
        "in-english": _("In English only"),
        "contents": _("Contents"),
        "copy": _("Copy"),
        "copied": _("Copied"),
        "first-game": _("A first game by API"),
        "how-to-play": _("How to play"),
        "rules-in-full": _("The rules in full: five booklets compared, with all options and rulings"),
        "rules": _("Rules"),
        "rules-intro": _(
            "Five printed booklets are the source. Where they differ, a game has an option; where they leave something"
            " open, the ruling below applies. Answers of the service cite rulings by number."
        ),
        "rules-programs": _(
            "On this service, a program may not play with the account of a person. It plays with the account of a bot,"
            " which its owner creates, and everybody sees that it is one. Moderators mark an account that breaks this "
            "rule."
        ),
        "how": _("How a game goes"),
        "ratings": _("The rating of a score"),
        "editions": _("Editions"),
        "variants": _("Variants of the booklets"),
        "defaults": _("Options and their defaults"),
        "rulings": _("Rulings"),
        "source": _("Source"),
        "own": _("The project’s own"),
        "option": _("Option"),
        "options": _("Options"),
        "name": _("Name"),
        "printed": _("Printed as"),
        "house-rule": _("house rule"),
        "language": _("Language"),
        "pages": _("Pages"),
        "skip-content": _("Skip to the content"),
        "theme": _("Light or dark"),
        "title-lost": _("title lost"),
        "own-name": _("The project’s own name: no booklet in this language prints one."),
        "own-sentence": _("The project’s own sentence: no booklet in this language prints one (R25)."),
        "more": _("Read more"),
    }


_PAGES: Final = in_each_language(_pages)

PAGES: Final = tuple(_PAGES[DEFAULT_LANGUAGE])
"""The keys of the texts of pages."""


def page(language: str, key: str) -> str:
    """Return a heading or a sentence of the documentation pages."""
    return _PAGES[language][key]
