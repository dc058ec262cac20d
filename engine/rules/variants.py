"""The variants of hanab.live, and the choices of cards in the booklets, as data.

`variants.tsv` contains the variants by name, each with a string of rules: the ids of its suits joined by `+`, then
modifiers separated by `,`. `suits.tsv` contains the suits. The source is the public repository of hanab.live. Rows are
only added, so that a stored name keeps its meaning.
"""

from collections.abc import Mapping
from importlib.resources import files
from typing import Final, Literal, NamedTuple

from engine.cards import Color, Suit

SuitFlag = Literal[
    "oneOfEach", "allClueColors", "allClueRanks", "noClueColors", "noClueRanks", "prism", "inverted", "reversed"
]


class SuitType(NamedTuple):
    """A suit of a variant."""

    id: str
    name: Suit
    title: str
    """The name as written at hanab.live, such as `Dark Rainbow`."""
    flags: frozenset[SuitFlag]
    colors: tuple[Color, ...]
    """The colors of clues that touch the suit. Empty if all colors or none do, and for prism suits."""


class Variant(NamedTuple):
    """A variant."""

    name: str
    """The name at hanab.live, or a value of `multicolor`."""
    id: int | None
    """The number at hanab.live; None for a value of `multicolor`."""
    rules: str
    """The string of rules."""
    suits: tuple[SuitType, ...]
    modifiers: frozenset[str]
    """The codes of modifiers in the string of rules, such as `R1` or `CS`."""


def _rows(file: str) -> list[list[str]]:
    text = (files(__package__) / file).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()[1:]]


_COLORLESS: Final = frozenset({"allClueColors", "noClueColors", "prism"})


def _slug(title: str) -> str:
    return title.lower().replace(" ", "_")


def _suit(id_: str, title: str, _abbreviation: str, flags: str, colors: str) -> SuitType:
    found = frozenset() if flags == "-" else frozenset(flags.split("+"))
    own = () if found & _COLORLESS else (title,)
    listed = own if colors == "-" else tuple(colors.split(","))
    return SuitType(id_, _slug(title), title, found, tuple(map(_slug, listed)))  # type: ignore[arg-type]


SUITS: Final[Mapping[str, SuitType]] = {row[0]: _suit(*row) for row in _rows("suits.tsv")}
"""All suits by id. The ids of the booklets' suits begin with `b`."""


def _suit_of(word: str) -> SuitType:
    id_, reverse, _ = word.partition(":")
    suit = SUITS[id_]
    return suit._replace(flags=suit.flags | {"reversed"}) if reverse else suit


def _variant(name: str, number: int | None, rules: str) -> Variant:
    suits, *modifiers = rules.split(",")
    return Variant(name, number, rules, tuple(map(_suit_of, suits.split("+"))), frozenset(modifiers))


VARIANTS: Final[Mapping[str, Variant]] = {
    name: _variant(name, int(number), rules) for name, number, rules in _rows("variants.tsv")
}
"""hanab.live's variants by name."""

BOOKLETS: Final[Mapping[str, Variant]] = {
    value: _variant(value, None, rules)
    for value, rules in (
        ("none", "R+Y+G+B+bW"),
        ("five", "R+Y+G+B+bW+bM1"),
        ("ten", "R+Y+G+B+bW+bM"),
        ("wild_ten", "R+Y+G+B+bW+bMa"),
        ("wild_five", "R+Y+G+B+bW+bMa1"),
    )
}
"""The choices of cards in the booklets, by value of `multicolor`."""

SAME_AS: Final[Mapping[str, str]] = {
    "No Variant": "none",
    "6 Suits": "ten",
    "Black (6 Suits)": "five",
    "Rainbow (6 Suits)": "wild_ten",
    "Dark Rainbow (6 Suits)": "wild_five",
}
"""The value of `multicolor` for each variant that the booklets have too. Its suits have the same order."""

VARIANTS_BY_ID: Final[Mapping[int | None, Variant]] = {variant.id: variant for variant in VARIANTS.values()}
"""hanab.live's variants by number."""

_BY_RULES: Final = {variant.rules: variant for variant in VARIANTS.values()}


def variant_of(text: str) -> Variant | None:
    """Return hanab.live's variant with a name or a string of rules, None if there is none.

    The modifiers in a string can be in any order.
    """
    suits, *modifiers = text.split(",")
    return VARIANTS.get(text) or _BY_RULES.get(",".join((suits, *sorted(modifiers))))
