"""Tokenizer of the notation, and its numbers, quoted texts, cards and options."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from string import ascii_lowercase
from typing import Any, Final, NamedTuple

from engine.cards import COLORS, Color
from engine.rules import EDITIONS, OPTIONS, Palette, Rules, rules_as_dict
from engine.rules.variants import SAME_AS, VARIANTS
from engine.wording import N_

NUMBER: Final = r"0|-?[1-9][0-9]{0,8}"
"""The pattern of a whole number: no leading zero, at most nine digits."""

_WORD: Final = re.compile(r'[;/]|(?:[^ \t\r;/"]|"(?:[^"\\]|\\.)*")+')
_BLANK: Final = re.compile(r"[ \t\r]*")

COLOR_LETTERS: Final[Mapping[Color, str]] = dict(zip(COLORS, "rygbwmptkino", strict=True))
"""The letter of each clue color."""

# The options of the base game. An option with such a value is not written, in any edition.
_BASE: Final[Mapping[str, Any]] = rules_as_dict(Rules())


class NotationError(ValueError):
    """A text that is not valid notation.

    It contains the line and column of the fault, counted from 1, and the reason.
    """

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason


class Word(NamedTuple):
    """A word of a text, and its place."""

    text: str
    line: int
    column: int

    def error(self, reason: str) -> NotationError:
        """Return an error that points at this word."""
        return NotationError(self.line, self.column, reason)

    def number(self, lowest: int, highest: int) -> int:
        """Return the number. Raises NotationError for a word of any other kind."""
        if not re.fullmatch(NUMBER, self.text) or not lowest <= int(self.text) <= highest:
            raise self.error(N_("must be a number from {low} to {high}", low=lowest, high=highest))
        return int(self.text)


def words_of(line: str, number: int = 1) -> list[Word]:
    """Return the words of a line, split at blanks outside quoted texts.

    The signs `;` and `/` are words of their own.
    """
    if "\n" in line:
        raise NotationError(number, line.index("\n") + 1, N_("the line must end here"))
    return list(_words(line, number))


def _words(line: str, number: int) -> Iterator[Word]:
    at = _after_blanks(line, 0)
    while at < len(line):
        match = _WORD.match(line, at)
        if match is None:
            raise NotationError(number, at + 1, N_("a quoted text must end on its line"))
        yield Word(match[0], number, at + 1)
        at = _after_blanks(line, match.end())


def _after_blanks(line: str, at: int) -> int:
    match = _BLANK.match(line, at)
    return at if match is None else match.end()


class Sections:
    """Sections: groups of words by their first word, in a fixed order.

    No group is empty.
    """

    def __init__(self, groups: Iterable[list[Word]], order: Sequence[str]) -> None:
        self._named: dict[str, list[Word]] = {}
        for group in groups:
            head = group[0]
            if head.text not in order:
                raise head.error(
                    N_("must be one of {values}", values=", ".join(order)) if order else N_("nothing can follow here")
                )
            if len(group) == 1:
                raise head.error(N_("{name} needs content", name=head.text))
            order = order[order.index(head.text) + 1 :]
            self._named[head.text] = group

    def __contains__(self, name: str) -> bool:
        return name in self._named

    def head(self, name: str) -> Word:
        """Return a section's first word. Raises NotationError if the section is missing."""
        if name not in self._named:
            raise NotationError(1, 1, N_("{name} is missing", name=name))
        return self._named[name][0]

    def words(self, name: str) -> list[Word]:
        """Return a section's other words. Empty if the section is missing."""
        return self._named.get(name, [])[1:]

    def word(self, name: str) -> Word:
        """Return a section's only other word. Raises NotationError if there is no such word."""
        self.head(name)
        word, *more = self.words(name)
        if more:
            raise more[0].error(N_("{name} is one word", name=name))
        return word

    def number(self, name: str, default: int | None = None, *, least: int = 0, most: int) -> int:
        """Return a section's number. Raises NotationError if it is missing without a default."""
        return default if default is not None and name not in self else self.word(name).number(least, most)


# Characters written as escapes: they break a line, cannot be encoded, or change the direction of text.
_UNSAFE: Final = re.compile("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def quoted(text: str) -> str:
    """Return a text as a JSON string on one line."""
    return _UNSAFE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", json.dumps(text, ensure_ascii=False))


def unquoted(text: str | None) -> str | None:
    """Return the content of a quoted text. Other texts are returned unchanged."""
    if text is None or not text.startswith('"'):
        return text
    return str(json.loads(text))


@lru_cache(256)
def letters(palette: Palette) -> Mapping[str, str]:
    """Return the letter of each suit: the first one of its name, or else of the alphabet, that no suit before has."""
    found: dict[str, str] = {}
    for suit in palette.suits:
        signs = suit.replace("_", "") + ascii_lowercase
        found[suit] = next(letter for letter in signs if letter not in found.values())
    return found


@lru_cache(256)
def card_words(palette: Palette) -> Mapping[int, str]:
    """Return the words of cards by code, such as `r1` or `m5`: the letter of the suit, and the rank."""
    return {code: letters(palette)[card.suit] + str(card.rank) for code, card in palette.cards.items()}


@lru_cache(256)
def _codes_by_word(palette: Palette) -> Mapping[str, int]:
    return {word: code for code, word in card_words(palette).items()}


def code_in(word: Word, palette: Palette, text: str | None = None) -> int:
    """Return the card code of a word or of its part `text`.

    Raises NotationError if the game has no such card.
    """
    code = _codes_by_word(palette).get(word.text if text is None else text)
    if code is None:
        signs = "".join(letters(palette).values())
        raise word.error(N_("must be a card of these rules: a letter of {signs} and a rank", signs=signs))
    return code


def rules_words(rules: Rules) -> list[str]:
    """Return the options that differ from the base game, as `name=value`."""
    return [
        f"{name}={_value_word(value, name)}"
        for name, value in rules_as_dict(rules).items()
        if value != _BASE[name] and (name != "multicolor" or rules.variant is None)
    ]


def read_rules(words: Iterable[Word], seats: int) -> Rules:
    """Return the options in words `name=value`, with base values for the others."""
    values: dict[str, Any] = {}
    last = None
    for word in words:
        name, _, value = word.text.partition("=")
        if name not in _BASE:
            raise word.error(N_("must be an option, as name=value"))
        if name in values:
            raise word.error(N_("{name} appears here twice", name=name))
        known = _VARIANTS
        if name != "variant":
            options = EDITIONS if name == "edition" else OPTIONS[name].values
            known = {_value_word(option): option for option in options}
        if value not in known:
            if name == "variant":
                raise word.error(N_("variant must be a variant of hanab.live"))
            raise word.error(N_("{name} must be one of {values}", name=name, values=", ".join(known)))
        if name == "starting_seat" and value != "random" and int(value) >= seats:
            raise word.error(N_("starting_seat must be a seat of the game, 0 to {last}, or random", last=seats - 1))
        values[name] = known[value]
        last = word
    if last is not None and (values.get("ending") == "grand_finale") != ("finale_loss" in values):
        raise last.error(N_("finale_loss goes with ending=grand_finale: both or neither"))
    if last is not None and "variant" in values:
        if "multicolor" in values:
            raise last.error(N_("a game has either a variant or a choice of multicolor"))
        values["multicolor"] = "variant"
    return Rules(**values)


def _value_word(value: object, name: str | None = None) -> str:
    if name == "variant":
        return quoted(str(value))
    return str(value).lower() if isinstance(value, bool) else str(value)


_VARIANTS: Final[Mapping[str, Any]] = {quoted(name): name for name in VARIANTS if name not in SAME_AS}
