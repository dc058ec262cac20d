"""The words of all pages, by key."""

from collections.abc import Mapping
from functools import cache
from gettext import NullTranslations
from typing import Final

from babel import Locale

from service.core import feature
from service.core.rules.card_words import CARD, COLORS, START_CARD, SUITS, color_name, suit_words
from service.core.rules.guide_words import guide
from service.core.tables.words.result_words import OUTCOMES, REASONS
from service.features.documentation.document_words import PAGES, page
from service.features.pictures.picture_words import PICTURES
from service.platform.languages.translations import Counted, in_each_language
from service.platform.website import page_words
from service.platform.wire import problem_kinds
from service.site.words.account_words import ACCOUNT
from service.site.words.home_words import HOME
from service.site.words.play_words import PLAY
from service.site.words.review_words import REVIEW

_OF_PICTURES: Final = ("attainable", "critical", "deck", "face-down", "limit", "lost", "playable", "played", "trash")
"""The texts that the board of the pages shares with the pictures of positions."""

_NAVIGATION: Final = (
    *("nav-play", "nav-games", "nav-puzzles", "nav-contests", "how-to-play", "rules", "guides", "reference"),
    *("signed-in-as", "guest-hint", "sign-in"),
)
"""The texts of all pages that scripts use too."""


def own_words(language: str) -> Mapping[str, str]:
    """Return the texts of the pages that nothing else has."""
    own = (HOME, REVIEW, PLAY, ACCOUNT, *feature.page_words())
    return {key: text for texts in own for key, text in texts[language].items()}


def _counted(catalog: NullTranslations) -> Mapping[str, Counted]:
    ngettext = catalog.ngettext
    return {
        "points": lambda count: ngettext("{score} point", "{score} points", count),
        "number-of-decks": lambda count: ngettext("one deck", "{count} decks", count),
        "number-of-teams": lambda count: ngettext("one team", "{count} teams", count),
        "touches": lambda count: ngettext("touches one card", "touches {count} cards", count),
    }


_COUNTED: Final = in_each_language(_counted)


@cache
def _of_pages(language: str) -> Mapping[str, str]:
    """Return all texts of the pages.

    These include colors, also as names of cards have them, outcomes, reasons and editions, by keys such as `color.red`,
    `card.red`, `outcome.won`, `reason.strikeout`, `picture.playable` and `edition.de`; and each plural form by its name
    in CLDR, as `Intl.PluralRules` chooses it: `points-one`, `points-other`.
    """
    form = Locale.parse(language).plural_form
    suits = (*COLORS[language], *SUITS[language])
    return {
        **{key: page(language, key) for key in _NAVIGATION},
        **own_words(language),
        **{f"{key}-{form(n)}": text(n) for key, text in _COUNTED[language].items() for n in range(100, -1, -1)},
        **{f"color.{suit}": color_name(language, suit) for suit in suits},
        **{f"card.{suit}": suit_words(language, suit).card for suit in suits},
        "card-named": CARD[language],
        "card-named-start": START_CARD[language],
        **{f"outcome.{outcome}": text for outcome, text in OUTCOMES[language].items()},
        **{f"reason.{reason}": text for reason, text in REASONS[language].items()},
        **{f"picture.{key}": PICTURES[language][key] for key in _OF_PICTURES},
        "labelled": PICTURES[language]["labelled"],
        **{f"e.{code}": text for code, text in problem_kinds.in_pages(language).items()},
        **{f"edition.{name}": title for name, title in guide(language).titles.items()},
    }


@cache
def _of_layout(language: str) -> Mapping[str, str]:
    """Return the texts that the layout of every page has."""
    return {key: page(language, key) for key in PAGES}


page_words.provide(_of_pages, _of_layout)
