"""Text descriptions of pictures of a position, for screen readers."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from engine.cards import START
from engine.clues import Marks
from engine.commands import Orientation
from engine.events import RankClueGiven
from engine.reading.feed import Item
from engine.reading.view import Hand, OpenCard, View, ViewedCard
from engine.rules import Palette, Rules
from service.core.rules import card_words as card_texts
from service.core.rules import clue_words
from service.core.tables.words import event_words, result_words
from service.features.pictures import picture_words
from service.features.pictures.svg.card_status import Standing

NameOf = Callable[[int], str]
"""Returns the name of a seat."""

_DRAWABLE: Final = re.compile("[ -~\u00a0-\u017f\u2010-\u2015\u2018-\u201e\u2026\u2039\u203a]+")
"""A name in letters that the font of raster images has."""


def shown(number: int | None) -> str:
    """Return a number, or a dash while the variant hides it."""
    return "–" if number is None else str(number)


def attainable(view: View) -> int | None:
    """Return the attainable score; after the end, the score."""
    return view.attainable_score if view.result is None else view.score


def tokens_words(view: View) -> str:
    """Return the clue tokens and their number at the start, such as 5½/8."""
    return f"{view.clue_tokens}{'½' if view.half_token else ''}/{view.rules.clue_tokens}"


def names_of(language: str, names: Sequence[str | None]) -> NameOf:
    """Return a function that names the seats: by their players, or by number.

    A seat without a name, or with one that the font cannot draw, is named by its number.
    """

    def name_of(seat: int) -> str:
        name = names[seat] if names else None
        return name if name and _DRAWABLE.fullmatch(name) else picture_words.picture(language, "seat", seat=seat)

    return name_of


def rank_name(rank: int) -> str:
    """Return a rank as written on pictures."""
    return "START" if rank == START else str(rank)


def status_words(language: str, view: View, name_of: NameOf) -> str:
    """Return the seat to move, or the outcome, in words."""
    if view.result is not None:
        return result_words.outcome(language, view.result.outcome)
    if view.to_move is None:
        return ""
    words = picture_words.picture(language, "to-move", seat=name_of(view.to_move))
    if view.turns_left is None:
        return words
    return (
        f"{words} {picture_words.labelled(language, picture_words.picture(language, 'turns-left'), view.turns_left)}."
    )


def last_words(language: str, last: Item, palette: Palette, name_of: NameOf) -> str:
    """Return the last turn, or the deal, in words."""
    return event_words.event_line(language, last, name_of, palette)


def marks_words(language: str, rules: Rules, marks: Marks | None) -> str:
    """Return the clues about a card in words; empty without clues."""
    if marks is None:
        return ""
    suits = [suit for suit in rules.palette.suits if suit not in marks.possible_suits]
    ranks = [rank for rank in rules.palette.ranks if rank not in marks.possible_ranks]
    heard = [RankClueGiven(0, 0, rank) for rank in marks.clued_ranks]
    clued = [card_texts.color_name(language, color) for color in marks.clued_colors]
    clued += [clue_words.clue_name(language, clue, rules.palette) for clue in heard]
    # A clue with the color or rank excludes all others, so the text does not list them.
    other = [card_texts.color_name(language, suit) for suit in suits if not marks.clued_colors]
    other += [rank_name(rank) for rank in ranks if not marks.clued_ranks]
    if not clued:
        other += [
            card_texts.card_name(language, card.suit, card.rank)
            for code, card in rules.palette.cards.items()
            if not marks.possible >> code & 1 and card.suit not in suits and card.rank not in ranks
        ]
    if marks.touched and not clued:
        clued = ["?"]  # as on the picture: a clue whose color or rank nobody heard
    return "; ".join(
        picture_words.picture(language, key, what=", ".join(what))
        for key, what in (("told", clued), ("not", other))
        if what
    )


def card_words(
    language: str,
    rules: Rules,
    card: ViewedCard,
    turned: Orientation = "upright",
    standing: Iterable[Standing] = (),
) -> str:
    """Return a card with its clues in words, how it is turned (R29), and what it is good for."""
    name = (
        card_texts.card_name(language, card.suit, card.rank)
        if isinstance(card, OpenCard)
        else picture_words.picture(language, "hidden")
    )
    marks = marks_words(language, rules, card.marks)
    orientation = "" if turned == "upright" else picture_words.picture(language, f"turned-{turned}")
    details = "; ".join(filter(None, (marks, orientation, *[picture_words.picture(language, one) for one in standing])))
    return f"{name} ({details})" if details else name


def _hand_words(language: str, rules: Rules, hand: Hand, standings: Mapping[int, Iterable[Standing]]) -> Iterable[str]:
    turned = dict(hand.turned)
    return [
        card_words(language, rules, card, turned.get(card.card, "upright"), standings.get(card.card, ()))
        for card in hand.cards
    ]


def _firework_words(language: str, view: View) -> Iterable[str]:
    """Yield each firework in words: its top card, or all ranks in order if they do not follow from it."""
    if view.stacks is None:
        return
    for suit, ranks in zip(view.rules.palette.suits, view.stacks, strict=True):
        if view.rules.palette.plain_stacks:
            yield card_texts.card_name(language, suit, ranks[-1] if ranks else 0)
        else:
            yield f"{card_texts.color_name(language, suit)} {' '.join(map(rank_name, ranks)) or '–'}"


def table_words(
    language: str, view: View, last: Item, standings: Mapping[int, Iterable[Standing]], name_of: NameOf
) -> str:
    """Return the whole table in words."""

    def name(key: str) -> str:
        return picture_words.picture(language, key)

    def listed(items: Iterable[str]) -> str:
        return ", ".join(items) or "–"

    table: list[tuple[str, object]] = [
        (name("score"), shown(view.score)),
        (name("attainable"), shown(attainable(view))),
        (name("clue-tokens"), tokens_words(view)),
        (name("strikes"), f"{shown(view.strikes)}/{view.rules.strike_tokens}"),
        (name("deck"), view.deck_size),
        (name("fireworks"), listed(_firework_words(language, view))),
        (name("discards"), listed(card_texts.card_name(language, card.suit, card.rank) for card in view.discards)),
        *[(name_of(hand.seat), listed(_hand_words(language, view.rules, hand, standings))) for hand in view.hands],
        (name("last-move"), last_words(language, last, view.rules.palette, name_of)),
    ]
    facts = [picture_words.labelled(language, about, text) for about, text in table]
    status = status_words(language, view, name_of)
    sentences = [*facts, *([status] if status else [])]
    return " ".join([fact if fact[-1] in ".”“«»" else f"{fact}." for fact in sentences])
