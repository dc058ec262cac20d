"""Sentences that announce clues, as the booklet or with places of cards."""

from collections.abc import Sequence
from typing import Literal, assert_never

from engine.events import ColorClueGiven, RankClueGiven
from service.i18n.shape import Texts
from service.i18n.tables import TABLES

__all__ = ["announcement", "clue_name", "spoken"]

Clue = ColorClueGiven | RankClueGiven


def announcement(language: str, clue: Clue, positions: Sequence[int], hand_size: int) -> str:
    """Return a sentence with the places of the touched cards.

    For example: "You have two yellow cards: the 1st and the 4th." Positions start at 0, the oldest card; the sentence
    counts from 1. If a clue touches all of several cards, the sentence says so instead. `hand_size` is the size of the
    hand at the time of the clue.
    """
    texts = TABLES[language]
    whole_hand = len(positions) == hand_size and len(positions) > 1
    places = _listed(texts, [texts.places[position] for position in sorted(positions)])
    template = texts.announcements[f"{_kind(clue)}-{'hand' if whole_hand else _form(len(positions))}"]
    return template.format(**_words(texts, clue, len(positions)), places=places)


def spoken(language: str, clue: Clue, count: int) -> str:
    """Return the sentence of the booklet (R25).

    For example: "You have two yellow cards, here and here."
    """
    texts = TABLES[language]
    template = texts.spoken[f"{_kind(clue)}-{_form(count)}"]
    return template.format(**_words(texts, clue, count), here=_listed(texts, [texts.here] * count))


def clue_name(language: str, clue: Clue) -> str:
    """Return the name of a clue's color or rank: "yellow", "5"."""
    match clue:
        case ColorClueGiven(color=color):
            return TABLES[language].colors[color].name
        case RankClueGiven(rank=rank):
            return str(rank)


def _kind(clue: Clue) -> Literal["color", "rank"]:
    return "color" if isinstance(clue, ColorClueGiven) else "rank"


def _form(count: int) -> Literal["none", "one", "many"]:
    return "many" if count > 1 else "one" if count else "none"


def _words(texts: Texts, clue: Clue, count: int) -> dict[str, str]:
    """Return the inflected color or rank, and the count in words."""
    number = texts.numbers[count - 2] if count > 1 else ""
    match clue:
        case ColorClueGiven(color=color):
            return {"color": getattr(texts.colors[color], _form(count)), "number": number}
        case RankClueGiven(rank=rank):
            return {"rank": getattr(texts.ranks[rank - 1], _form(count)), "number": number}
        case _:
            assert_never(clue)


def _listed(texts: Texts, items: Sequence[str]) -> str:
    *others, last = items or [""]
    return f"{', '.join(others)} {texts.conjunction} {last}" if others else last
