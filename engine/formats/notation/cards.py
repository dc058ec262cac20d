"""Notation of the cards in a position, with their ids and marks."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.cards import CARDS, SUITS, Card, Suit, code_of
from engine.clues import color_stamp, marks_of, rank_stamp, unmarked
from engine.formats.notation.words import Word, card_word, code_in
from engine.rules import Rules
from engine.state import State

__all__ = ["CardReader", "CardWriter"]

_LETTERS: Final[Mapping[str, Suit]] = {suit[0]: suit for suit in SUITS}
_SIGNS: Final = "(?=[rygbwm1-5])[rygbwm]*[1-5]*"
_LAID_CARD: Final = re.compile(
    rf"(?:(?P<id>0|[1-9][0-9]?):)?(?P<front>[a-z][0-9])(?:\+(?P<clued>{_SIGNS}))?(?:-(?P<excluded>{_SIGNS}))?"
)


class CardWriter:
    """Writer of cards, in the order of reading.

    It leaves out the id of a card if it follows the id of the previous card.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._next_id = 0

    def cards(self, cards: Iterable[int]) -> list[str]:
        """Return the words of cards."""
        return [self._card(card) for card in cards]

    def fireworks(self) -> list[str]:
        """Return the words of the played cards.

        A card without id and marks implies the cards below it, if they have none either.
        """
        state = self._state
        elsewhere = {*state.discards, *(card for hand in state.hands for card in hand)}
        played = [card for card in range(state.dealt) if card not in elsewhere]
        played.sort(key=lambda card: code_of(state.deck[card]))
        words: list[str] = []
        for card, word in zip(played, self.cards(played), strict=True):
            suit, rank = state.deck[card]
            below = card_word(Card(suit, rank - 1))
            if words and words[-1] == below and word == card_word(state.deck[card]):
                words.pop()
            words.append(word)
        return words

    def deck(self) -> list[str]:
        """Return the words of the undealt cards.

        The list is empty if the cards are in the order of their codes.
        """
        state = self._state
        left = list(state.rules.palette.copies)
        for card in state.deck[: state.dealt]:
            left[code_of(card)] -= 1
        undealt = state.deck[state.dealt :]
        if [code_of(card) for card in undealt] == _in_order(left):
            return []
        return [card_word(card) for card in undealt] or ["-"]

    def _card(self, card: int) -> str:
        state = self._state
        number = "" if card == self._next_id else f"{card}:"
        self._next_id = card + 1
        return number + card_word(state.deck[card]) + _marks_word(state.rules, state.marks[card])


class CardReader:
    """Reader of cards, which assigns their ids and counts the copies left."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._left = list(rules.palette.copies)
        self._next_id = 0
        self._words: dict[int, Word] = {}
        self._codes: dict[int, int] = {}
        self._marks: dict[int, int] = {}

    def cards(self, words: Iterable[Word]) -> tuple[int, ...]:
        """Return the ids of the cards in a section."""
        return tuple([self._card(word) for word in words])

    def fireworks(self, words: Iterable[Word]) -> tuple[int, ...]:
        """Return the top rank of each firework. The word `r3` implies r1 and r2."""
        tops = [0] * len(self._rules.palette.suits)
        last = -1
        for word in words:
            match = _LAID_CARD.fullmatch(word.text)
            code = code_in(word, self._rules.palette.copies, match["front"] if match else None)
            suit, rank = code // 5, code % 5 + 1
            if tops[suit] and suit != last:
                raise word.error("the cards of one firework must stand together")
            next_rank = tops[suit] + 1
            if rank < next_rank or (rank > next_rank and word.text != card_word(CARDS[code])):
                raise word.error(f"the firework goes on with {next_rank}" if next_rank < 6 else "it is complete")
            for below in range(next_rank, rank):
                self._card(word._replace(text=word.text[0] + str(below)))
            self._card(word)
            tops[suit], last = rank, suit
        return tuple(tops)

    def dealt(self) -> tuple[list[int], tuple[int, ...]]:
        """Return the codes and marks of all cards so far, by id.

        Raises NotationError if an id is missing.
        """
        count = len(self._words)
        for card, word in self._words.items():
            if card >= count:
                raise word.error(f"{count} cards are dealt: their ids are 0 to {count - 1}")
        return [self._codes[card] for card in range(count)], tuple([self._marks[card] for card in range(count)])

    def deck(self, words: Sequence[Word] | None) -> list[int]:
        """Return the codes of the undealt cards.

        If `words` is None, these are the remaining cards in the order of their codes.
        """
        if words is None:
            return _in_order(self._left)
        if [word.text for word in words] == ["-"]:
            return []
        return [self._taken(word, word.text) for word in words]

    def _card(self, word: Word) -> int:
        match = _LAID_CARD.fullmatch(word.text)
        if match is None:
            raise word.error("must be a card: r1, 12:r1 or 12:r1+r1-wg23")
        card = self._next_id if match["id"] is None else int(match["id"])
        if card in self._words:
            raise word.error(f"the id {card} stands here twice")
        code = self._taken(word, match["front"])
        self._words[card], self._codes[card] = word, code
        self._marks[card] = self._read_marks(word, code, match["clued"] or "", match["excluded"] or "")
        self._next_id = card + 1
        return card

    def _taken(self, word: Word, front: str) -> int:
        """Return the code of a card and reduce the copies left."""
        code = code_in(word, self._rules.palette.copies, front)
        if not self._left[code]:
            raise word.error(f"more cards {front} than the {self._rules.palette.copies[code]} of these rules")
        self._left[code] -= 1
        return code

    def _read_marks(self, word: Word, code: int, clued: str, excluded: str) -> int:
        colors = [_LETTERS[sign] for sign in clued if sign.isalpha()]
        for color in colors:
            if color not in self._rules.palette.clue_colors:
                raise word.error(f"these rules have no {color} clue")
        marks = _clued(self._rules, colors, [int(sign) for sign in clued if sign.isdigit()])
        for sign in excluded:
            # A clue that did not touch the card. Under "ten" a color touches only its own suit.
            marks &= rank_stamp(int(sign)).rest if sign.isdigit() else color_stamp("ten", _LETTERS[sign]).rest
        possible = marks_of(marks)
        suit, rank = CARDS[code]
        if suit not in possible.possible_suits or rank not in possible.possible_ranks:
            raise word.error("no clues leave these marks on this card")
        return marks


def _marks_word(rules: Rules, marks: int) -> str:
    """Return the word of a card's marks.

    It has `+` and the clues that touched the card, then `-` and the suits and ranks that other clues exclude.
    """
    now = marks_of(marks)
    touched = marks_of(_clued(rules, now.clued_colors, now.clued_ranks))
    clued = [*_letters(now.clued_colors), *map(str, now.clued_ranks)]
    excluded = [
        *_letters(suit for suit in touched.possible_suits if suit not in now.possible_suits),
        *(str(rank) for rank in touched.possible_ranks if rank not in now.possible_ranks),
    ]
    return "".join(["+", *clued] if clued else []) + "".join(["-", *excluded] if excluded else [])


def _letters(suits: Iterable[Suit]) -> list[str]:
    return [suit[0] for suit in suits]


def _clued(rules: Rules, colors: Iterable[Suit], ranks: Iterable[int]) -> int:
    """Return the marks of a card touched by exactly these clues."""
    marks = unmarked(rules.palette)
    for stamp in (*(color_stamp(rules.multicolor, color) for color in colors), *map(rank_stamp, ranks)):
        marks = marks & stamp.keep | stamp.add
    return marks


def _in_order(copies: Iterable[int]) -> list[int]:
    return [code for code, count in enumerate(copies) for _ in range(count)]
