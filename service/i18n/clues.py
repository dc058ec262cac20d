"""Sentences that announce clues, as the booklet or with places of cards."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, assert_never

from engine.events import ColorClueGiven, RankClueGiven
from engine.reading.feed import HiddenClue
from engine.rules import Palette
from service.i18n.shape import ColorWords, Texts
from service.i18n.tables import TABLES, listed

__all__ = ["announcement", "clue_name", "spoken"]

_Numbers = Literal["equal", "parity", "at_most", "at_least"]
_NUMBERS: Final[Mapping[str, _Numbers]] = {"OE": "parity", "Fu": "at_most", "Ch": "at_least"}
"""What clues of ranks touch, by modifier: odd (1) or even (2) ranks, or all ranks up to theirs or from theirs."""

Clue = ColorClueGiven | RankClueGiven | HiddenClue
Form = Literal["none", "one", "many"]


def announcement(language: str, clue: Clue, positions: Sequence[int], hand_size: int, palette: Palette) -> str:
    """Return a sentence with the places of the touched cards.

    For example: "You have two yellow cards: the 1st and the 4th." Positions start at 0, the oldest card; the sentence
    counts from 1. If a clue touches all of several cards, the sentence says so instead. `hand_size` is the size of the
    hand at the time of the clue. `palette` is that of the game: in some variants numbers have other words.
    """
    texts = TABLES[language]
    whole_hand = len(positions) == hand_size and len(positions) > 1
    places = listed(language, [texts.places[position] for position in sorted(positions)])
    kind, words = _words(texts, clue, _numbers(palette), len(positions))
    template = texts.announcements[f"{kind}-{'hand' if whole_hand else _form(len(positions))}"]
    return template.format(**words, places=places)


def spoken(language: str, clue: Clue, count: int, palette: Palette) -> str:
    """Return the sentence of the booklet (R25).

    For example: "You have two yellow cards, here and here."
    """
    texts = TABLES[language]
    kind, words = _words(texts, clue, _numbers(palette), count)
    return texts.spoken[f"{kind}-{_form(count)}"].format(**words, here=listed(language, [texts.here] * count))


def clue_name(language: str, clue: Clue, palette: Palette) -> str:
    """Return the name of a clue's color or rank: "yellow", "5", "3 or lower"; or what is said instead of it."""
    texts = TABLES[language]
    match clue:
        case ColorClueGiven(color=color):
            return texts.colors[color].name
        case RankClueGiven(rank=rank):
            numbers = _numbers(palette)
            return _parity(texts, rank).name if numbers == "parity" else _range(texts, rank, numbers)
        case HiddenClue(kind=kind):
            return texts.sounds[kind or "any"]
        case _:
            assert_never(clue)


def _numbers(palette: Palette) -> _Numbers:
    modifiers = palette.variant.modifiers
    return next((numbers for modifier, numbers in _NUMBERS.items() if modifier in modifiers), "equal")


def _form(count: int) -> Form:
    return "many" if count > 1 else "one" if count else "none"


def _words(texts: Texts, clue: Clue, numbers: _Numbers, count: int) -> tuple[str, dict[str, str]]:
    """Return the kind of the sentence, and the inflected color or rank with the count in words."""
    form, number = _form(count), texts.numbers[count - 2] if count > 1 else ""
    match clue:
        case ColorClueGiven(color=color):
            return "color", {"color": getattr(texts.colors[color], form), "number": number}
        case RankClueGiven(rank=rank) if numbers == "equal":
            return "rank", {"rank": getattr(texts.ranks[rank - 1], form), "number": number}
        case RankClueGiven(rank=rank) if numbers == "parity":
            return "color", {"color": getattr(_parity(texts, rank), form), "number": number}
        case RankClueGiven(rank=rank):
            return "range", {"rank": _range(texts, rank, numbers), "number": number}
        case HiddenClue(kind=kind):
            return "hidden", {"sound": texts.sounds[kind or "any"]}
        case _:
            assert_never(clue)


def _parity(texts: Texts, rank: int) -> ColorWords:
    return texts.odd if rank == 1 else texts.even


def _range(texts: Texts, rank: int, numbers: _Numbers) -> str:
    template = {"at_most": texts.at_most, "at_least": texts.at_least}.get(numbers, "{rank}")
    return template.format(rank=rank)
