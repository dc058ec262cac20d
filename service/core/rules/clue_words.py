"""Sentences that announce clues, as the booklet or with slots of cards."""

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from typing import Final, Literal, NamedTuple, assert_never

from engine.events import ColorClueGiven, RankClueGiven
from engine.reading.feed import HiddenClue
from engine.rules import Palette
from service.core.rules.card_words import COLORS, ColorWords
from service.platform.languages.translations import Counted, in_each_language, listed

_Numbers = Literal["equal", "parity", "at_most", "at_least"]
_NUMBERS: Final[Mapping[str, _Numbers]] = {"OE": "parity", "Fu": "at_most", "Ch": "at_least"}
"""What clues of ranks touch, by modifier: odd (1) or even (2) ranks, or all ranks up to theirs or from theirs."""

Clue = ColorClueGiven | RankClueGiven | HiddenClue
Kind = Literal["color", "rank", "range", "hidden"]
"""What a clue says: a color or odd and even numbers, a rank, ranks up or down from one, or nothing."""


class _RankWords(NamedTuple):
    """A rank in the inflections that its language needs."""

    none: str
    counted: Counted


class _Words(NamedTuple):
    """The words of a language in sentences about clues."""

    ranks: tuple[_RankWords, ...]
    """1 to 5."""
    odd: ColorWords
    """Cards that a clue of odd numbers touches, worded as a color is: "two odd cards"."""
    even: ColorWords
    ranges: Mapping[str, str]
    numbers: tuple[str, ...]
    """Two to six."""
    slots: Counted
    """One card of a hand or several, by their numbers."""
    here: str
    sounds: Mapping[str, str]
    """What is said instead of a hidden clue: for a color, for a rank, and where the kind is hidden too ("any")."""


class _Sentences(NamedTuple):
    """The sentences of a language about what a clue touches."""

    blind: str
    """The clue touches no card in this variant, whatever its color or rank is."""
    none: Mapping[Kind, str]
    some: Mapping[Kind, Counted]


def _words(catalog: NullTranslations) -> _Words:
    _, ngettext, pgettext, npgettext = catalog.gettext, catalog.ngettext, catalog.pgettext, catalog.npgettext
    return _Words(
        ranks=(
            _RankWords(pgettext("no Ones", "Ones"), lambda count: npgettext("one 1 or two Ones", "1", "Ones", count)),
            _RankWords(pgettext("no Twos", "Twos"), lambda count: npgettext("one 2 or two Twos", "2", "Twos", count)),
            _RankWords(
                pgettext("no Threes", "Threes"), lambda count: npgettext("one 3 or two Threes", "3", "Threes", count)
            ),
            _RankWords(
                pgettext("no Fours", "Fours"), lambda count: npgettext("one 4 or two Fours", "4", "Fours", count)
            ),
            _RankWords(
                pgettext("no Fives", "Fives"), lambda count: npgettext("one 5 or two Fives", "5", "Fives", count)
            ),
        ),
        odd=ColorWords(
            pgettext("numbers", "odd"),
            pgettext("numbers", "odd"),
            pgettext("no odd cards", "odd"),
            lambda count: npgettext("one odd card or two odd cards", "odd", "odd", count),
        ),
        even=ColorWords(
            pgettext("numbers", "even"),
            pgettext("numbers", "even"),
            pgettext("no even cards", "even"),
            lambda count: npgettext("one even card or two even cards", "even", "even", count),
        ),
        ranges={"equal": "{rank}", "at_most": _("{rank} or lower"), "at_least": _("{rank} or higher")},
        numbers=(
            pgettext("two cards", "two"),
            pgettext("three cards", "three"),
            pgettext("four cards", "four"),
            pgettext("five cards", "five"),
            pgettext("six cards", "six"),
        ),
        # Translators: Players do not translate slot, which is the place of a card in a hand.
        slots=lambda count: ngettext("slot {slots}", "slots {slots}", count),
        here=_("here"),
        # Translators: The sounds of a cow, a pig and a duck.
        sounds={"color": _("Moo"), "rank": _("Oink"), "any": _("Quack")},
    )


def _announcements(catalog: NullTranslations) -> _Sentences:
    """Return the sentences with the slots of the cards, as "slots 2 and 5"."""
    _, ngettext = catalog.gettext, catalog.ngettext
    return _Sentences(
        blind=_("The clue {clue} touches none of your cards."),
        none={
            "color": _("You have no {color} cards."),
            "rank": _("You have no {rank}."),
            "range": _("You have no card that is {rank}."),
            "hidden": _("{sound}: no card."),
        },
        some={
            "color": lambda count: ngettext(
                "You have one {color} card: {places}.", "You have {number} {color} cards: {places}.", count
            ),
            "rank": lambda count: ngettext(
                "You have a {rank}: {places}.", "You have {number} {rank}: {places}.", count
            ),
            "range": lambda count: ngettext(
                "You have one card that is {rank}: {places}.",
                "You have {number} cards that are {rank}: {places}.",
                count,
            ),
            "hidden": lambda count: ngettext("{sound}: {places}.", "{sound}: {places}.", count),
        },
    )


def _whole_hand(catalog: NullTranslations) -> Mapping[Kind, Counted]:
    """Return the sentences for clues that touch all of several cards."""
    ngettext, hidden = catalog.ngettext, catalog.gettext("{sound}: your whole hand.")
    return {
        "color": lambda count: ngettext(
            "You have {number} {color} cards: your whole hand.",
            "You have {number} {color} cards: your whole hand.",
            count,
        ),
        "rank": lambda count: ngettext(
            "You have {number} {rank}: your whole hand.", "You have {number} {rank}: your whole hand.", count
        ),
        "range": lambda count: ngettext(
            "You have {number} cards that are {rank}: your whole hand.",
            "You have {number} cards that are {rank}: your whole hand.",
            count,
        ),
        "hidden": lambda _: hidden,
    }


def _spoken(catalog: NullTranslations) -> _Sentences:
    """Return the sentences of the booklet, spoken while pointing."""
    pgettext, npgettext = catalog.pgettext, catalog.npgettext
    return _Sentences(
        # Translators: Worded and punctuated as in the booklet of the language. Some print no full stop.
        blind=pgettext("spoken", "The clue {clue} touches none of your cards."),
        none={
            "color": pgettext("spoken", "You have no {color} cards."),
            "rank": pgettext("spoken", "You have no {rank}."),
            "range": pgettext("spoken", "You have no card that is {rank}."),
            "hidden": pgettext("spoken", "{sound}."),
        },
        some={
            "color": lambda count: npgettext(
                "spoken", "You have one {color} card, {here}.", "You have {number} {color} cards, {here}.", count
            ),
            "rank": lambda count: npgettext(
                "spoken", "You have a {rank}, {here}.", "You have {number} {rank}, {here}.", count
            ),
            "range": lambda count: npgettext(
                "spoken",
                "You have one card that is {rank}, {here}.",
                "You have {number} cards that are {rank}, {here}.",
                count,
            ),
            "hidden": lambda count: npgettext("spoken", "{sound}, {here}.", "{sound}, {here}.", count),
        },
    )


WORDS: Final = in_each_language(_words)
_ANNOUNCEMENTS: Final = in_each_language(_announcements)
_WHOLE_HAND: Final = in_each_language(_whole_hand)
_SPOKEN: Final = in_each_language(_spoken)


def announcement(language: str, clue: Clue, positions: Sequence[int], hand_size: int, palette: Palette) -> str:
    """Return a sentence with the slots of the touched cards.

    For example: "You have two yellow cards: slots 2 and 5." Positions start at 0, the oldest card; slot 1 is the
    newest. If a clue touches all of several cards, the sentence says so instead. `hand_size` is the size of the
    hand at the time of the clue. `palette` is that of the game: in some variants numbers have other words.
    """
    words = WORDS[language]
    if len(positions) == hand_size and len(positions) > 1 and not _touches_nothing(clue, palette):
        kind, filling = _filling(language, clue, _numbers(palette), len(positions))
        return _WHOLE_HAND[language][kind](len(positions)).format(**filling)
    slots = listed(language, [str(slot) for slot in sorted(hand_size - position for position in positions)])
    places = words.slots(len(positions)).format(slots=slots)
    return _said(_ANNOUNCEMENTS[language], language, clue, len(positions), palette, places=places)


def spoken(language: str, clue: Clue, count: int, palette: Palette) -> str:
    """Return the sentence of the booklet (R25).

    For example: "You have two yellow cards, here and here."
    """
    here = listed(language, [WORDS[language].here] * count)
    return _said(_SPOKEN[language], language, clue, count, palette, here=here)


def _said(sentences: _Sentences, language: str, clue: Clue, count: int, palette: Palette, **more: str) -> str:
    if _touches_nothing(clue, palette):
        return sentences.blind.format(clue=clue_name(language, clue, palette))
    kind, filling = _filling(language, clue, _numbers(palette), count)
    template = sentences.some[kind](count) if count else sentences.none[kind]
    return template.format(**filling, **more)


def _touches_nothing(clue: Clue, palette: Palette) -> bool:
    """Return True for a clue of a kind that touches no card in its variant, whatever its color or rank is."""
    return ("color" if isinstance(clue, ColorClueGiven) else "rank") in palette.free_clues


def clue_name(language: str, clue: Clue, palette: Palette) -> str:
    """Return the name of a clue's color or rank: "yellow", "5", "3 or lower"; or what is said instead of it."""
    words = WORDS[language]
    match clue:
        case ColorClueGiven(color=color):
            return COLORS[language][color].name
        case RankClueGiven(rank=rank):
            numbers = _numbers(palette)
            return _parity(words, rank).name if numbers == "parity" else words.ranges[numbers].format(rank=rank)
        case HiddenClue(kind=kind):
            return words.sounds[kind or "any"]
        case _:
            assert_never(clue)


def _numbers(palette: Palette) -> _Numbers:
    modifiers = palette.variant.modifiers
    return next((numbers for modifier, numbers in _NUMBERS.items() if modifier in modifiers), "equal")


def _filling(language: str, clue: Clue, numbers: _Numbers, count: int) -> tuple[Kind, dict[str, str]]:
    """Return the kind of the sentence, and the inflected color or rank with the count in words."""
    words = WORDS[language]
    number = words.numbers[count - 2] if count > 1 else ""
    match clue:
        case ColorClueGiven(color=color):
            return "color", {"color": _inflected(COLORS[language][color], count), "number": number}
        case RankClueGiven(rank=rank) if numbers == "equal":
            return "rank", {"rank": _inflected(words.ranks[rank - 1], count), "number": number}
        case RankClueGiven(rank=rank) if numbers == "parity":
            return "color", {"color": _inflected(_parity(words, rank), count), "number": number}
        case RankClueGiven(rank=rank):
            return "range", {"rank": words.ranges[numbers].format(rank=rank), "number": number}
        case HiddenClue(kind=kind):
            return "hidden", {"sound": words.sounds[kind or "any"]}
        case _:
            assert_never(clue)


def _inflected(words: ColorWords | _RankWords, count: int) -> str:
    return words.counted(count) if count else words.none


def _parity(words: _Words, rank: int) -> ColorWords:
    return words.odd if rank == 1 else words.even
