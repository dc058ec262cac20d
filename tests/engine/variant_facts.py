"""The facts of hanab.live's variants: clues, touch, copies and orders of play, independent of the engine.

The code follows hanab.live's description (docs/variants.md there) literally. A card is a pair of the index of its suit
in the variant and its rank, a clue a pair like ("color", "red") or ("rank", 1). Only the tables of names are shared.
"""

import csv
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

START = 7
"""The rank of a START card."""

Front = tuple[int, int]
Clue = tuple[str, str | int]

SPECIAL = {
    "R": {"allClueColors"},
    "P": {"allClueRanks"},
    "W": {"noClueColors"},
    "B": {"noClueRanks"},
    "O": {"allClueColors", "allClueRanks"},
    "N": {"noClueColors", "noClueRanks"},
    "M": {"allClueColors", "noClueRanks"},
    "L": {"noClueColors", "allClueRanks"},
    "D": {"deceptive"},
}
"""The flags of a special rank, by the letter of its modifier: R1 are Rainbow-Ones, D5 Deceptive-Fives."""

UNCLUED = {"allClueRanks", "noClueRanks", "deceptive"}
"""The flags of a special rank that has no clue of its own."""

RULES = Path(__file__).parents[2] / "engine" / "rules"
TABLES = {table: RULES / f"{table}.tsv" for table in ("variants", "suits")}


class Suit(NamedTuple):
    """A suit of a variant."""

    name: str
    flags: frozenset[str]
    """hanab.live's flags, and "reversed"."""
    colors: tuple[str, ...]
    """The clue colors of the suit itself."""


class Variant(NamedTuple):
    """A variant of hanab.live."""

    suits: tuple[Suit, ...]
    modifiers: frozenset[str]
    special_rank: int | None
    special_flags: frozenset[str]
    ranks: tuple[int, ...]
    """The ranks of its cards."""
    clue_colors: tuple[str, ...]
    clue_ranks: tuple[int, ...]

    @property
    def stack_size(self) -> int:
        """The number of cards of a complete stack."""
        return len(self.suits) if "Su" in self.modifiers else 5

    def has(self, *modifiers: str) -> bool:
        """Return True if the variant has one of some modifiers."""
        return not self.modifiers.isdisjoint(modifiers)

    def inverted(self, suit: int) -> bool:
        """Return True if a play of the suit discards, and a discard plays."""
        return "inverted" in self.suits[suit].flags


def _rows(table: str) -> Iterator[dict[str, str]]:
    with TABLES[table].open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines, delimiter="\t")


@cache
def _rules() -> dict[str, str]:
    return {row["name"]: row["rules"] for row in _rows("variants")}


@cache
def _suits() -> dict[str, Suit]:
    found = {}
    for row in _rows("suits"):
        flags = frozenset(row["flags"].split("+")) - {"-"}
        colors = tuple(row["clue_colors"].lower().split(","))
        if row["clue_colors"] == "-":
            own = not flags & {"allClueColors", "noClueColors", "prism"}
            colors = (row["name"].lower(),) if own else ()
        found[row["id"]] = Suit(row["name"], flags, colors)
    return found


def names() -> list[str]:
    """Return the names of all variants."""
    return list(_rules())


@cache
def variant_of(name: str) -> Variant:
    """Return a variant by its name."""
    ids, *modifiers = _rules()[name].split(",")
    suits = tuple(_suit(part) for part in ids.split("+"))
    special = [text for text in modifiers if text[0] in SPECIAL and text[1] in "15"]
    special_rank = int(special[0][1]) if special else None
    special_flags = frozenset(SPECIAL[special[0][0]] if special else ())
    ranks: tuple[int, ...] = (1, 2, 3, 4, 5)
    if "Su" in modifiers:
        ranks = ranks[: len(suits)]
    clue_ranks = tuple(rank for rank in ranks if rank != special_rank or not special_flags & UNCLUED)
    if "NM" in modifiers:
        clue_ranks = ()
    if "OE" in modifiers:
        clue_ranks = (1, 2)
    if "UD" in modifiers:
        ranks = (*ranks, START)
    plain = [suit for suit in suits if "allClueColors" not in suit.flags]
    clue_colors = tuple(dict.fromkeys(color for suit in plain for color in suit.colors))
    if "CM" in modifiers:
        clue_colors = ()
    return Variant(suits, frozenset(modifiers), special_rank, special_flags, ranks, clue_colors, clue_ranks)


def _suit(text: str) -> Suit:
    key, _, mark = text.partition(":")
    suit = _suits()[key]
    return suit._replace(flags=suit.flags | {"reversed"}) if mark == "R" else suit


def clues(variant: Variant) -> list[Clue]:
    """Return all clues of a variant, colors first."""
    colors: list[Clue] = [("color", color) for color in variant.clue_colors]
    return colors + [("rank", rank) for rank in variant.clue_ranks]


def touches(variant: Variant, clue: Clue, front: Front) -> bool:
    """Return True if a clue touches a card."""
    kind, value = clue
    if kind == "color":
        return _color_touches(variant, str(value), front)
    return _rank_touches(variant, int(value), front)


def _color_touches(variant: Variant, color: str, front: Front) -> bool:
    index, rank = front
    suit = variant.suits[index]
    special = variant.special_flags if rank == variant.special_rank else ()
    colors = variant.clue_colors
    by_rank = colors[-1] if rank == START else colors[(rank - 1) % len(colors)]
    if variant.has("CB", "TB"):
        return False
    if "allClueColors" in suit.flags:
        return True
    if "noClueColors" in suit.flags:
        return False
    if variant.has("Sy") and "noClueRanks" not in suit.flags and color == by_rank:
        return True
    if "allClueColors" in special:
        return True
    if "noClueColors" in special:
        return False
    if "prism" in suit.flags:
        return color == by_rank
    return color in suit.colors


def _rank_touches(variant: Variant, clue: int, front: Front) -> bool:
    index, rank = front
    flags = variant.suits[index].flags
    special = variant.special_flags if rank == variant.special_rank else ()
    if variant.has("NB", "TB"):
        return False
    if "allClueRanks" in flags:
        return True
    if "noClueRanks" in flags:
        return False
    if "allClueRanks" in special:
        return True
    if "noClueRanks" in special:
        return False
    if "deceptive" in special:
        return clue == variant.clue_ranks[index % len(variant.clue_ranks)]
    if variant.has("OE"):
        return rank in ((1, 3, 5) if clue == 1 else (2, 4))
    if variant.has("Fu"):
        return rank <= clue
    if variant.has("Ch"):
        return rank >= clue
    return rank == clue


@cache
def touch_table(name: str) -> dict[Clue, frozenset[Front]]:
    """Return the cards that each clue of a variant touches."""
    variant = variant_of(name)
    fronts = list(composition(name))
    return {clue: frozenset(front for front in fronts if touches(variant, clue, front)) for clue in clues(variant)}


def copies(variant: Variant, front: Front) -> int:
    """Return the number of copies of a card in the deck."""
    index, rank = front
    flags = variant.suits[index].flags
    if "oneOfEach" in flags or (rank == 4 and variant.has("C4")):
        return 1
    if variant.has("Su"):
        return 2
    if rank == 1:
        once = variant.has("UD") or "reversed" in flags
        return 1 if once else 2 if variant.has("S1") else 3
    if rank == 5:
        return 3 if "reversed" in flags else 1
    return 1 if rank == START else 2


@cache
def composition(name: str) -> Counter[Front]:
    """Return the number of copies of every card of a variant. Do not change it."""
    variant = variant_of(name)
    fronts = [(suit, rank) for suit in range(len(variant.suits)) for rank in variant.ranks]
    return Counter({front: copies(variant, front) for front in fronts})


def orders(variant: Variant, suit: int) -> list[list[int]]:
    """Return the orders of ranks in which a stack can be completed, without regard to other stacks."""
    up, down = [1, 2, 3, 4, 5], [5, 4, 3, 2, 1]
    if variant.has("Su"):
        ranks = list(variant.ranks)
        return [ranks[start:] + ranks[:start] for start in range(len(ranks))]
    if variant.has("UD"):
        return [up, down, [START, *up[1:]], [START, *down[1:]]]
    return [down] if "reversed" in variant.suits[suit].flags else [up]
