"""The rules of variants in words, composed from the mechanisms of each variant."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from gettext import NullTranslations
from typing import Final

from engine.cards import RANKS, START
from engine.rules.card_set import Palette, palette_of
from engine.rules.touch import special_rank
from engine.rules.variants import SuitType, Variant
from service.core.rules.card_words import card_name, color_name, suit_words
from service.core.rules.clue_words import WORDS
from service.platform.languages.translations import in_each_language, listed

_SUIT_FLAGS: Final = {"allClueColors": "all-colors", "noClueColors": "no-colors"}
_NUMBER_FLAGS: Final = {"allClueRanks": "all-numbers", "noClueRanks": "no-numbers"}
_FLAGS: Final = {**_SUIT_FLAGS, **_NUMBER_FLAGS}

# For each flag of a suit, the flags of a special rank that it overrides.
_OVERRIDES: Final = {
    "allClueColors": {"noClueColors"},
    "noClueColors": {"allClueColors"},
    "allClueRanks": {"noClueRanks", "deceptive"},
    "noClueRanks": {"allClueRanks", "deceptive"},
}

_SENTENCES: Final = {
    "OE": ("parity",),
    "Fu": ("funnels",),
    "Ch": ("chimneys",),
    "C4": ("critical-fours",),
    "S1": ("scarce-ones",),
    "Su": ("sudoku", "two-copies"),
    "UD": ("up-or-down", "up-or-down-cards", "up-or-down-clues"),
    "AC": ("alternating",),
    "CP": ("cow",),
    "Du": ("duck",),
    "CB": ("color-blind",),
    "NB": ("number-blind",),
    "TB": ("color-blind", "number-blind"),
    "CS": ("starved",),
    "TH": ("hole", "hole-tokens"),
}
"""The sentences of the modifiers that change neither a single rank nor a single suit."""


def _rules(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "suits": _("There are {number} suits: {suits}."),
        "colors": _("Clues name these colors: {colors}."),
        "no-colors": _("No clue names a color."),
        "numbers": _("Clues name these numbers: {ranks}."),
        "no-numbers": _("No clue names a number."),
        "suit-colors": _("{cards} cards are touched by {colors}."),
        "suit-all-colors": _("Every color touches {cards} cards."),
        "suit-no-colors": _("No color touches {cards} cards."),
        "suit-all-numbers": _("Every number touches {cards} cards."),
        "suit-no-numbers": _("No number touches {cards} cards."),
        "prism": _("One color touches each of the {cards} cards, depending on its number: {pairs}."),
        "card-by-color": _("{color} the {rank}"),
        "synesthesia": _("{color} also touches every {ranks}."),
        "synesthesia-except": _("That does not hold for {cards} cards."),
        "parity": _("Number clues say only “odd” or “even”: odd touches 1, 3 and 5, even touches 2 and 4."),
        "funnels": _("A number clue also touches all lower numbers."),
        "chimneys": _("A number clue also touches all higher numbers."),
        "rank-all-colors": _("Every color touches the {rank}s."),
        "rank-no-colors": _("No color touches the {rank}s."),
        "rank-all-numbers": _("Every number touches the {rank}s."),
        "rank-no-numbers": _("No number touches the {rank}s."),
        "deceptive": _("The {rank}s are deceptive, and are touched by another number: {pairs}."),
        "card-by-number": _("the {card} by {number}"),
        "except-all-colors": _("But every color touches {named}."),
        "except-no-colors": _("But no color touches {named}."),
        "except-all-numbers": _("But every number touches {named}."),
        "except-no-numbers": _("But no number touches {named}."),
        "named-card": _("the {card}"),
        "critical-fours": _("There is only one copy of each 4."),
        "scarce-ones": _("There are only two copies of each 1."),
        "two-copies": _("There are two copies of each card."),
        "one-copy": _("{cards} cards exist only once each."),
        "reversed": _("{cards} cards are played in reverse, from 5 down to 1, which completes the suit."),
        "reversed-copies": _("There are three copies of the {five} and one of the {one}."),
        "inverted": _(
            "{cards} cards are inverted: if you play one, it is discarded and gains a clue token as "
            "usual; if you discard one, it is played, and costs a strike if it does not fit."
        ),
        "inverted-full": _("You may discard even when the clue tokens are full."),
        "up-or-down": _(
            "A suit begins with its 1, its 5 or its START card. After a 1 it goes up to 5, after a 5 "
            "down to 1, and after START either from 2 up to 5 or from 4 down to 1."
        ),
        "up-or-down-cards": _("There is one START card and one 1 in each suit."),
        "up-or-down-clues": _("No number touches START cards."),
        "sudoku": _(
            "A suit begins with whichever number is played first on it, but no two suits with the same "
            "one. It goes up from there, with 1 after {most}, until it has {most} cards."
        ),
        "sudoku-ranks": _("There are no 5s."),
        "alternating": _(
            "The kinds of clues alternate: a clue after a color clue must name a number, and a clue "
            "after a number clue a color. The first clue is free."
        ),
        "cow": _(
            "Clues do not say which color or number they mean: a color clue is only “{color_sound}”, a "
            "number clue only “{rank_sound}”, and shows the cards."
        ),
        "duck": _(
            "Clues say neither a color nor a number, nor which of the two they mean: only “{any_sound}”, "
            "and show the cards."
        ),
        "color-blind": _("Color clues touch no card, and may be given all the same."),
        "number-blind": _("Number clues touch no card, and may be given all the same."),
        "starved": _("A discard gains only half a clue token, and so does a completed suit. A clue costs a whole one."),
        "hole": _(
            "Played cards stay face down until the end: nobody sees which they are and whether they "
            "fitted, so the points and strikes are unknown."
        ),
        "hole-tokens": _("A completed suit gains no clue token."),
    }


RULES: Final = in_each_language(_rules)


def rules_in_words(language: str, variant: Variant) -> list[str]:
    """Return sentences that say how a variant differs from the base game, its suits first."""
    return [text[0].upper() + text[1:] for text in _Words(language, variant).sentences()]


class _Words:
    """The sentences about one variant in one language."""

    def __init__(self, language: str, variant: Variant) -> None:
        self.language = language
        self.variant = variant
        self.palette: Palette = palette_of(variant.name)

    def sentences(self) -> Iterator[str]:
        names = self._listed(suit_words(self.language, suit.name).name for suit in self.variant.suits)
        yield self._say("suits", number=WORDS[self.language].numbers[len(self.variant.suits) - 2], suits=names)
        yield from self._clues()
        yield from self._touches_of_suits()
        if "Sy" in self.variant.modifiers:
            yield from self._synesthesia()
        yield from self._modifiers()
        yield from self._special_rank()
        yield from self._about("one-copy", lambda suit: "oneOfEach" in suit.flags)
        yield from self._reversed()
        if self.palette.inverted:
            yield from self._about("inverted", lambda suit: "inverted" in suit.flags)
            yield self._say("inverted-full")

    def _clues(self) -> Iterator[str]:
        """Say which clues there are, unless each suit has its color, and each rank its number."""
        colors, ranks = self.palette.clue_colors, self.palette.clue_ranks
        if not colors:
            yield self._say("no-colors")
        elif colors != self.palette.suits:
            yield self._say("colors", colors=self._colors(colors))
        if not ranks:
            yield self._say("no-numbers")
        elif ranks != RANKS and "OE" not in self.variant.modifiers:
            yield self._say("numbers", ranks=self._listed(map(str, ranks)))

    def _touches_of_suits(self) -> Iterator[str]:
        """Say which clues touch the suits that have not just a color of their own."""
        shared = [suit for suit in self.variant.suits if suit.colors and suit.colors != (suit.name,)]
        for colors in dict.fromkeys(suit.colors for suit in shared):
            cards = self._cards(suit for suit in shared if suit.colors == colors)
            yield self._say("suit-colors", cards=cards, colors=self._colors(colors))
        for flag, key in _FLAGS.items():
            if flag in _SUIT_FLAGS or self.palette.clue_ranks:
                yield from self._about(f"suit-{key}", lambda suit, flag=flag: flag in suit.flags)  # type: ignore[misc]
        for place, suit in enumerate(self.variant.suits):
            if "prism" in suit.flags:
                yield self._say("prism", cards=self._cards([suit]), pairs=self._listed(self._prism_cards(place)))

    def _prism_cards(self, place: int) -> Iterator[str]:
        special, flags = special_rank(self.variant)
        for code, card in self.palette.cards.items():
            if self.palette.places[code] == place and not (card.rank == special and flags & _SUIT_FLAGS.keys()):
                touching = [color for color, codes in self.palette.color_touches.items() if codes >> code & 1]
                rank = "START" if card.rank == START else str(card.rank)
                yield self._say("card-by-color", color=self._colors(touching), rank=rank)

    def _synesthesia(self) -> Iterator[str]:
        colors = self.palette.clue_colors
        for place, color in enumerate(colors):
            ranks = [str(rank) for rank in RANKS if (rank - 1) % len(colors) == place]
            if ranks:
                yield self._say("synesthesia", color=self._colors([color]), ranks=self._listed(ranks))
        yield from self._about(
            "synesthesia-except",
            lambda suit: "allClueColors" not in suit.flags and bool(suit.flags & {"noClueColors", "noClueRanks"}),
        )

    def _modifiers(self) -> Iterator[str]:
        for key in (key for code, keys in _SENTENCES.items() if code in self.variant.modifiers for key in keys):
            yield self._say(
                key, most=len(self.palette.ranks), **{f"{k}_sound": v for k, v in WORDS[self.language].sounds.items()}
            )
        if "Su" in self.variant.modifiers and 5 not in self.palette.ranks:
            yield self._say("sudoku-ranks")
        if "UD" in self.variant.modifiers:
            yield from self._except(START, "allClueRanks")

    def _special_rank(self) -> Iterator[str]:
        rank, flags = special_rank(self.variant)
        for flag, key in _FLAGS.items():
            if flag in flags:
                yield self._say(f"rank-{key}", rank=rank)
        if "deceptive" in flags:
            pairs = [
                self._say("card-by-number", card=card_name(self.language, suit.name, rank), number=number)
                for suit in self.variant.suits
                for number, codes in self.palette.rank_touches.items()
                if codes >> self.palette.codes[suit.name, rank] & 1 and not suit.flags & _NUMBER_FLAGS.keys()
            ]
            yield self._say("deceptive", rank=rank, pairs=self._listed(pairs))
        for flag, overridden in _OVERRIDES.items():
            if flags & overridden:
                yield from self._except(rank, flag)

    def _except(self, rank: int, flag: str) -> Iterator[str]:
        """Say that the flag of a suit also holds for its cards of a rank."""
        suits = [suit for suit in self.variant.suits if flag in suit.flags]
        if suits:
            cards = [self._say("named-card", card=card_name(self.language, suit.name, rank)) for suit in suits]
            yield self._say(f"except-{_FLAGS[flag]}", named=self._listed(cards))

    def _reversed(self) -> Iterator[str]:
        for suit in self.variant.suits:
            if "reversed" in suit.flags:
                yield self._say("reversed", cards=self._cards([suit]))
                if "oneOfEach" not in suit.flags:
                    one, five = (card_name(self.language, suit.name, rank) for rank in (1, 5))
                    yield self._say("reversed-copies", one=one, five=five)

    def _about(self, key: str, has: Callable[[SuitType], bool]) -> Iterator[str]:
        """Say a sentence about the cards of all suits for which it is true, if any."""
        suits = [suit for suit in self.variant.suits if has(suit)]
        if suits:
            yield self._say(key, cards=self._cards(suits))

    def _cards(self, suits: Iterable[SuitType]) -> str:
        return self._listed(suit_words(self.language, suit.name).many for suit in suits)

    def _colors(self, colors: Sequence[str]) -> str:
        return self._listed(color_name(self.language, color) for color in colors)

    def _listed(self, items: Iterable[str]) -> str:
        return listed(self.language, list(items))

    def _say(self, key: str, **words: object) -> str:
        return RULES[self.language][key].format(**words)
