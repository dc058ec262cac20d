"""Text descriptions of pictures of a position, for screen readers."""

from collections.abc import Iterable

from engine.clues import Marks
from engine.reading.feed import Item
from engine.reading.view import OpenCard, View, ViewedCard
from engine.rules import Rules
from service import i18n

__all__ = ["card_words", "last_words", "marks_words", "seat_name", "status_words", "table_words"]


def seat_name(language: str, seat: int) -> str:
    """Return the name of a seat.

    Pictures are cached, and a player can delete the account later. So they contain no names of players.
    """
    return i18n.picture(language, "seat", seat=seat)


def status_words(language: str, view: View) -> str:
    """Return the seat to move, or the outcome, in words."""
    if view.result is not None:
        return i18n.outcome(language, view.result.outcome)
    if view.to_move is None:
        return ""
    words = i18n.picture(language, "to-move", seat=seat_name(language, view.to_move))
    if view.turns_left is None:
        return words
    return f"{words} {i18n.picture(language, 'turns-left')}: {view.turns_left}."


def last_words(language: str, last: Item) -> str:
    """Return the last turn, or the deal, in words."""
    return i18n.event_line(language, last, lambda seat: None)


def marks_words(language: str, rules: Rules, marks: Marks | None) -> str:
    """Return the clues about a card in words; empty without clues."""
    if marks is None:
        return ""
    suits = [suit for suit in rules.palette.suits if suit not in marks.possible_suits]
    ranks = [rank for rank in (1, 2, 3, 4, 5) if rank not in marks.possible_ranks]
    clued = [i18n.color_name(language, suit) for suit in marks.clued_colors] + [str(r) for r in marks.clued_ranks]
    # A clue with the color or rank excludes all others, so the text does not list them.
    other = [i18n.color_name(language, suit) for suit in suits if not marks.clued_colors]
    other += [str(rank) for rank in ranks if not marks.clued_ranks]
    return "; ".join(
        i18n.picture(language, key, what=", ".join(what)) for key, what in (("told", clued), ("not", other)) if what
    )


def card_words(language: str, rules: Rules, card: ViewedCard) -> str:
    """Return a card with its clues in words."""
    name = (
        i18n.card_name(language, card.suit, card.rank)
        if isinstance(card, OpenCard)
        else i18n.picture(language, "hidden")
    )
    marks = marks_words(language, rules, card.marks)
    return f"{name} ({marks})" if marks else name


def table_words(language: str, view: View, last: Item) -> str:
    """Return the whole table in words."""

    def name(key: str) -> str:
        return i18n.picture(language, key)

    def listed(items: Iterable[str]) -> str:
        return ", ".join(items) or "–"

    facts = [
        f"{name('score')}: {'–' if view.score is None else view.score}",
        f"{name('attainable')}: {view.attainable_score}",
        f"{name('clue-tokens')}: {view.clue_tokens}/{view.rules.clue_tokens}",
        f"{name('strikes')}: {view.strikes}/{view.rules.strike_tokens}",
        f"{name('deck')}: {view.deck_size}",
        f"{name('fireworks')}: {listed(i18n.card_name(language, suit, top) for suit, top in view.fireworks)}",
        f"{name('discards')}: {listed(i18n.card_name(language, card.suit, card.rank) for card in view.discards)}",
        *[
            f"{seat_name(language, hand.seat)}: {listed(card_words(language, view.rules, card) for card in hand.cards)}"
            for hand in view.hands
        ],
        f"{name('last-move')}: {last_words(language, last)}",
    ]
    status = status_words(language, view)
    sentences = [*facts, *([status] if status else [])]
    return " ".join([fact if fact[-1] in ".”“«»" else f"{fact}." for fact in sentences])
