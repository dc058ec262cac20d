"""The cards of a position as the notation has them: their ids, their fronts, and the marks that clues left on them."""

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
    """Writes cards in reading order: a card id is left out where it follows that of the card before."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._next_id = 0

    def cards(self, cards: Iterable[int]) -> list[str]:
        """Return the words of cards, given by id."""
        return [self._card(card) for card in cards]

    def fireworks(self) -> list[str]:
        """Return the words of the played cards; a bare card below a bare one goes without saying."""
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
        """Return the words of the cards not yet dealt; none where they are the rest of the box in its order."""
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
    """Reads cards in reading order, each with its id, out of a box that holds those of the rules."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._left = list(rules.palette.copies)
        self._next_id = 0
        self._words: dict[int, Word] = {}
        self._codes: dict[int, int] = {}
        self._marks: dict[int, int] = {}

    def cards(self, words: Iterable[Word]) -> tuple[int, ...]:
        """Return the ids of cards that lie somewhere."""
        return tuple([self._card(word) for word in words])

    def fireworks(self, words: Iterable[Word]) -> tuple[int, ...]:
        """Return the top rank of each firework, reading its cards upwards: a bare r3 brings r1 and r2 along."""
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
        """Return the codes and the marks by card id of all cards read so far, which must be all that were dealt."""
        count = len(self._words)
        for card, word in self._words.items():
            if card >= count:
                raise word.error(f"{count} cards are dealt: their ids are 0 to {count - 1}")
        return [self._codes[card] for card in range(count)], tuple([self._marks[card] for card in range(count)])

    def deck(self, words: Sequence[Word] | None) -> list[int]:
        """Return the codes of the cards not yet dealt: those given, or else the rest of the box in its order."""
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
        """Take a copy of a card out of the box and return its code."""
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
            # What a clue leaves of an untouched card; under "ten" a color touches its own suit and no other.
            marks &= rank_stamp(int(sign)).rest if sign.isdigit() else color_stamp("ten", _LETTERS[sign]).rest
        possible = marks_of(marks)
        suit, rank = CARDS[code]
        if suit not in possible.possible_suits or rank not in possible.possible_ranks:
            raise word.error("no clues leave these marks on this card")
        return marks


def _marks_word(rules: Rules, marks: int) -> str:
    """`+` the clues that touched a card, then `-` what it cannot be although they alone would allow it."""
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
    """The marks of a card that these clues touched, and no other came near."""
    marks = unmarked(rules.palette)
    for stamp in (*(color_stamp(rules.multicolor, color) for color in colors), *map(rank_stamp, ranks)):
        marks = marks & stamp.keep | stamp.add
    return marks


def _in_order(copies: Iterable[int]) -> list[int]:
    return [code for code, count in enumerate(copies) for _ in range(count)]
