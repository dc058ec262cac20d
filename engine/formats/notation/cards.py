"""Notation of the cards in a position, with their ids and marks."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from engine.cards import RANKS
from engine.clues import Clue, Marks, decoded_marks, encoded, heard_clues, touched_by
from engine.formats.notation.words import COLOR_LETTERS, Word, card_words, code_in, letters
from engine.rules import Palette, Rules
from engine.state import State
from engine.wording import N_

_LAID_CARD: Final = re.compile(
    r"(?:(?P<id>0|[1-9][0-9]?):)?(?P<front>[a-z][0-9])"
    r"(?:\+(?P<touching>[a-z1-5?]+))?"
    r"(?:-(?P<excluded>(?=[a-z1-7])[a-z]*[1-7]*)|=(?P<left>(?:[a-z][1-7]+)+))?"
)


class CardWriter:
    """Writer of cards, in the order of reading.

    It leaves out the id of a card if it follows the id of the previous card.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._palette = state.palette
        self._next_id = 0

    def cards(self, cards: Iterable[int]) -> list[str]:
        """Return the words of cards."""
        return [self._card(card) for card in cards]

    def fireworks(self) -> list[str]:
        """Return the words of the played cards.

        A card without id and marks implies the cards below it, if they have none either.
        """
        state, palette = self._state, self._palette
        elsewhere = {*state.discards, *(card for hand in state.hands for card in hand)}
        played = {palette.codes[state.deck[card]]: card for card in range(state.dealt) if card not in elsewhere}
        words: list[str] = []
        for stack, position in zip(palette.stacks, state.fireworks, strict=True):
            for below, code in zip((None, *stack.codes[position]), stack.codes[position], strict=False):
                word = self._card(played[code])
                implied = palette.plain_stacks and below is not None and words[-1] == card_words(palette)[below]
                if implied and word == card_words(palette)[code]:
                    words.pop()
                words.append(word)
        return words

    def deck(self) -> list[str]:
        """Return the words of the undealt cards.

        The list is empty if the cards are in the order of their codes.
        """
        state = self._state
        left = list(self._palette.copies)
        codes = [self._palette.codes[card] for card in state.deck]
        for code in codes[: state.dealt]:
            left[code] -= 1
        undealt = codes[state.dealt :]
        if undealt == _in_order(left):
            return []
        return [card_words(self._palette)[code] for code in undealt] or ["-"]

    def _card(self, card: int) -> str:
        state = self._state
        number = "" if card == self._next_id else f"{card}:"
        self._next_id = card + 1
        front = card_words(self._palette)[self._palette.codes[state.deck[card]]]
        return number + front + _marks_word(self._palette, state.marks[card])


class CardReader:
    """Reader of cards, which assigns their ids and counts the copies left."""

    def __init__(self, rules: Rules) -> None:
        self._palette = rules.palette
        self._left = list(rules.palette.copies)
        self._next_id = 0
        self._words: dict[int, Word] = {}
        self._codes: dict[int, int] = {}
        self._marks: dict[int, int] = {}

    def cards(self, words: Iterable[Word]) -> tuple[int, ...]:
        """Return the ids of the cards in a section."""
        return tuple([self._card(word) for word in words])

    def fireworks(self, words: Iterable[Word]) -> tuple[int, ...]:
        """Return the position of each firework. In an ordinary suit the word `r3` implies r1 and r2."""
        palette = self._palette
        positions = [0] * len(palette.suits)
        last = -1
        for word in words:
            match = _LAID_CARD.fullmatch(word.text)
            code = code_in(word, palette, match["front"] if match else None)
            suit = palette.places[code]
            if positions[suit] and suit != last:
                raise word.error(N_("the cards of one firework must stand together"))
            following = palette.stacks[suit].following
            if code not in following[positions[suit]] and word.text == card_words(palette)[code]:
                positions[suit] = self._implied(word, suit, positions[suit], code)
            if code not in following[positions[suit]]:
                fits = ", ".join(str(palette.cards[fitting].rank) for fitting in following[positions[suit]])
                raise word.error(N_("the firework goes on with {fits}", fits=fits) if fits else N_("it is complete"))
            self._card(word)
            positions[suit], last = following[positions[suit]][code], suit
        return tuple(positions)

    def _implied(self, word: Word, suit: int, position: int, code: int) -> int:
        """Read the cards before a card, if only one order leads to it. Return the position below the card."""
        following = self._palette.stacks[suit].following
        below, between = position, []
        while len(following[below]) == 1 and code not in following[below]:
            ((card, below),) = following[below].items()
            between.append(card)
        if code not in following[below]:
            return position
        for card in between:
            self._card(word._replace(text=card_words(self._palette)[card]))
        return below

    def dealt(self) -> tuple[list[int], tuple[int, ...]]:
        """Return the codes and marks of all cards so far, by id.

        Raises NotationError if an id is missing.
        """
        count = len(self._words)
        for card, word in self._words.items():
            if card >= count:
                raise word.error(N_("{count} cards are dealt: their ids are 0 to {last}", count=count, last=count - 1))
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
            raise word.error(N_("must be a card: r1, 12:r1 or 12:r1+r1-wg23"))
        card = self._next_id if match["id"] is None else int(match["id"])
        if card in self._words:
            raise word.error(N_("the id {card} appears here twice", card=card))
        code = self._taken(word, match["front"])
        self._words[card], self._codes[card] = word, code
        self._marks[card] = self._read_marks(word, code, match)
        self._next_id = card + 1
        return card

    def _taken(self, word: Word, front: str) -> int:
        """Return the code of a card and reduce the copies left."""
        code = code_in(word, self._palette, front)
        if not self._left[code]:
            raise word.error(
                N_("more cards {front} than the {count} of these rules", front=front, count=self._palette.copies[code])
            )
        self._left[code] -= 1
        return code

    def _read_marks(self, word: Word, code: int, match: re.Match[str]) -> int:
        palette, clues = self._palette, {sign: clue for clue, sign in _signs(self._palette).items()}
        decoded = decoded_marks(palette)
        touching = []
        for sign in match["touching"] or "":
            if sign not in clues:
                name = next((color for color, letter in COLOR_LETTERS.items() if letter == sign), sign)
                raise word.error(N_("these rules have no {name} clue", name=name))
            touching.append(clues[sign])
        possible = decoded[encoded(palette, touching)].possible
        for sign in match["excluded"] or "":
            possible &= ~self._with(word, sign)
        if match["left"]:
            left = 0
            for suit, ranks in re.findall("([a-z])([1-7]+)", match["left"]):
                for rank in ranks:
                    left |= self._with(word, suit) & self._with(word, rank)
            possible &= left
        try:
            marks = encoded(palette, touching, possible)
        except ValueError:
            marks = 0
        if not decoded[marks].possible >> code & 1 or decoded[marks].possible != possible:
            raise word.error(N_("no clues leave these marks on this card"))
        return marks

    def _with(self, word: Word, sign: str) -> int:
        """Return the cards with the letter of a suit, or with a rank, as a set of codes."""
        suits = {letter: suit for suit, letter in letters(self._palette).items()}
        if sign.isalpha() and sign not in suits:
            raise word.error(N_("these rules have no suit {sign}", sign=sign))
        cards = self._palette.cards.items()
        return sum([1 << code for code, card in cards if sign == str(card.rank) or suits.get(sign) == card.suit])


@lru_cache(256)
def _signs(palette: Palette) -> Mapping[Clue, str]:
    """Return the sign of each clue in marks: the letter of its color, or its rank.

    For a clue that is not heard it is `c` or `n` for its kind, a color or a number, or `?`.
    """
    signs: dict[Clue, str] = {rank: str(rank) for rank in RANKS}
    signs.update(COLOR_LETTERS)
    signs.update({"color": "c", "rank": "n", None: "?"})
    return {heard.clue: signs[heard.clue] for heard in heard_clues(palette).values()}


def _marks_word(palette: Palette, marks: int) -> str:
    """Return the word of a card's marks: `+` and the clues that touched it, then what other clues exclude or leave."""
    touching, decoded = touched_by(palette, marks), decoded_marks(palette)
    signs = [_signs(palette)[clue] for clue in touching]
    clued = "".join(["+", *signs]) if signs else ""
    return clued + _limits(palette, decoded[encoded(palette, touching)], decoded[marks])


def _limits(palette: Palette, before: Marks, now: Marks) -> str:
    """Return `-` and the excluded suits and ranks, or if others are excluded, `=` and the ranks left of each suit."""
    if before.possible == now.possible:
        return ""
    suits = [suit for suit in before.possible_suits if suit not in now.possible_suits]
    ranks = [rank for rank in before.possible_ranks if rank not in now.possible_ranks]
    cards = [(code, card) for code, card in palette.cards.items() if before.possible >> code & 1]
    if now.possible == sum([1 << code for code, card in cards if card.suit not in suits and card.rank not in ranks]):
        return "-" + "".join([letters(palette)[suit] for suit in suits]) + "".join(map(str, ranks))
    left: dict[str, str] = {}
    for code, card in cards:
        if now.possible >> code & 1:
            left[card.suit] = left.get(card.suit, letters(palette)[card.suit]) + str(card.rank)
    return "=" + "".join(left.values())


def _in_order(copies: Iterable[int]) -> list[int]:
    return [code for code, count in enumerate(copies) for _ in range(count)]
