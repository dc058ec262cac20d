"""Options of games: their values, and the rules that follow from the choices for a game."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from engine.rules.card_set import Palette, palette_of
from engine.rules.editions import EDITIONS, SIX_SEATS_EDITION
from engine.rules.variants import SAME_AS, variant_of
from engine.wording import N_

RULESET: Final = 2
"""The version of the rules, stored in event 0. Increase it if a change makes an old log fold to another state.

Version 2 rates strikeouts that score 0 and the grand finales of the French booklet (R24), allows every reorder after
the first clue (R26), and lets cards be turned (R29).
"""

MIN_SEATS: Final = 2  # R1
MAX_SEATS: Final = 6

Multicolor = Literal["none", "five", "ten", "wild_ten", "wild_five", "variant"]
Ending = Literal["last_round", "grand_finale"]
FinaleLoss = Literal["irreplaceable", "strikes_only"]
StrikeoutScore = Literal["zero", "none"]
EarlyEnd = Literal["never", "no_points_left"]
HandReorder = Literal["any_time", "after_clue", "off"]
TableTalk = Literal["off", "remarks", "free"]
MemoryAid = Literal["full", "none"]
HandSize = Literal["normal", "one_more", "one_less"]
StartingSeat = int | Literal["random"]

_MORE_CARDS: Final[Mapping[HandSize, int]] = {"normal": 0, "one_more": 1, "one_less": -1}
_HANDS: Final[Mapping[HandSize, Mapping[int, int]]] = {
    size: {seats: normal + more for seats, normal in {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}.items()}
    for size, more in _MORE_CARDS.items()
}
"""The number of cards in a full hand, by the size of hands and the number of seats (R1)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The resolved options of one game. `finale_loss` is None unless `ending` is `grand_finale`."""

    edition: str = "de"
    multicolor: Multicolor = "none"
    """`variant` if the cards are those of `variant`."""
    clue_tokens: int = 8
    strike_tokens: int = 3
    ending: Ending = "last_round"
    finale_loss: FinaleLoss | None = None
    color_declaration: bool = False
    empty_clues: bool = True
    strikeout_score: StrikeoutScore = "zero"
    early_end: EarlyEnd = "never"
    hand_reorder: HandReorder = "any_time"
    table_talk: TableTalk = "off"
    memory_aid: MemoryAid = "full"
    starting_seat: StartingSeat = "random"
    variant: str | None = None
    """The name of a variant of hanab.live; None for the cards of a booklet."""
    hand_size: HandSize = "normal"
    deck_plays: bool = False
    palette: Palette = field(init=False, repr=False, compare=False)
    """The cards, stacks and clues of these rules."""
    cards_in_hand: Mapping[int, int] = field(init=False, repr=False, compare=False)
    """The number of cards in a full hand, by the number of seats (R1)."""

    def __post_init__(self) -> None:
        """Find the palette and the sizes of hands, once for all that reads them."""
        object.__setattr__(self, "palette", palette_of(self.variant or self.multicolor))
        object.__setattr__(self, "cards_in_hand", _HANDS[self.hand_size])


_DEFAULTS: Final[Mapping[str, Any]] = {option.name: option.default for option in fields(Rules) if option.init}
"""The options of the base game, in their order."""


class Option(NamedTuple):
    """An option: its valid values, the default first, and the rulings that define them."""

    values: tuple[Any, ...]
    rulings: tuple[str, ...]
    house_rules: tuple[Any, ...] = ()
    """Values that are not in any printed edition."""
    requires: tuple[str, str] | None = None
    """The option, and its value, without which this option has no effect."""

    def allows(self, value: object) -> bool:
        """Return True for a valid value. The integers 1 and 0 are not booleans."""
        return any(type(value) is type(known) and value == known for known in self.values)


OPTIONS: Final[Mapping[str, Option]] = {
    "multicolor": Option(
        ("none", "five", "ten", "wild_ten", "wild_five"),
        ("R2", "R8"),
        house_rules=("wild_five",),
    ),
    "clue_tokens": Option(
        (8, *range(1, 8), *range(9, 21)),
        ("R4",),
        house_rules=tuple(range(1, 8)),
    ),
    "strike_tokens": Option((3, 1, 2), ("R14",)),
    "ending": Option(("last_round", "grand_finale"), ("R17", "R18")),
    "finale_loss": Option(
        ("irreplaceable", "strikes_only"),
        ("R15", "R24"),
        requires=("ending", "grand_finale"),
    ),
    "color_declaration": Option((False, True), ("R12",)),
    "empty_clues": Option((True, False), ("R7",)),
    "strikeout_score": Option(("zero", "none"), ("R14",)),
    "early_end": Option(
        ("never", "no_points_left"),
        ("R20",),
        house_rules=("no_points_left",),
    ),
    "hand_reorder": Option(
        ("any_time", "after_clue", "off"),
        ("R26", "R29"),
        house_rules=("off",),
    ),
    "table_talk": Option(("off", "remarks", "free"), ("R27",)),
    "memory_aid": Option(
        ("full", "none"),
        ("R6",),
        house_rules=("full",),
    ),
    "starting_seat": Option(
        ("random", 0, 1, 2, 3, 4, 5),
        ("R4",),
        house_rules=("random",),
    ),
    "hand_size": Option(
        ("normal", "one_more", "one_less"),
        ("R1",),
        house_rules=("one_more", "one_less"),
    ),
    "deck_plays": Option(
        (False, True),
        ("R30",),
        house_rules=(True,),
    ),
}


class RulesError(ValueError):
    """Invalid options. `faults` maps each faulty member to the reason."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{member}: {why}" for member, why in faults.items()))
        self.faults = faults


def default_of(edition: str, option: str) -> Any:
    """Return the default of an option in an edition."""
    return EDITIONS[edition].get(option, OPTIONS[option].values[0])


def resolve(edition: str, overrides: Mapping[str, Any], seats: int) -> Rules:
    """Return all options of a game, from overrides and defaults.

    Raises RulesError, with every faulty member, if the edition or an option is invalid.
    """
    if edition not in EDITIONS:
        raise RulesError({"edition": N_("must be one of {values}", values=", ".join(EDITIONS))})
    faults: dict[str, str] = {
        name: N_("is not an option") for name in overrides if name not in OPTIONS and name != "variant"
    }
    for name, value in overrides.items():
        if name in OPTIONS and not OPTIONS[name].allows(value):
            faults[name] = _in_words(OPTIONS[name])
    values = {name: overrides.get(name, default_of(edition, name)) for name in OPTIONS}
    if overrides.get("variant") is not None:
        _choose_variant(values, overrides, faults)
    if values["ending"] != "grand_finale":
        if "finale_loss" in overrides:
            faults.setdefault("finale_loss", N_("has a meaning only with ending grand_finale"))
        values["finale_loss"] = None
    start = values["starting_seat"]
    if isinstance(start, int) and start >= seats:
        faults.setdefault("starting_seat", N_("must be a seat of the game, 0 to {last}, or random", last=seats - 1))
    if not seats_fit(edition, seats):
        faults["edition"] = N_(
            "must be {edition} for {seats} seats",
            edition=SIX_SEATS_EDITION,
            seats=MAX_SEATS,
        )
    if faults:
        raise RulesError(faults)
    return Rules(edition=edition, **values)


def seats_fit(edition: str, seats: int) -> bool:
    """Return True if an edition allows so many seats (R1)."""
    return seats < MAX_SEATS or edition == SIX_SEATS_EDITION


def _choose_variant(values: dict[str, Any], overrides: Mapping[str, Any], faults: dict[str, str]) -> None:
    """Set the cards of the chosen variant."""
    text = overrides["variant"]
    variant = variant_of(text) if isinstance(text, str) else None
    if variant is None:
        faults["variant"] = N_("must be the name or the string of rules of a variant of hanab.live")
    elif "multicolor" in overrides:
        faults.setdefault("multicolor", N_("must be left out if a variant is chosen"))
    elif variant.name in SAME_AS:
        values["multicolor"] = SAME_AS[variant.name]
    else:
        values |= {"variant": variant.name, "multicolor": "variant"}
        if values["color_declaration"]:
            faults.setdefault("color_declaration", N_("must be false in a variant"))


@lru_cache(maxsize=1000)
def rules_as_dict(rules: Rules) -> dict[str, Any]:
    """Return all options as plain JSON values. The dict is shared: do not change it."""
    return {name: getattr(rules, name) for name in _DEFAULTS}


def rules_from_dict(stored: Mapping[str, Any]) -> Rules:
    """Return stored options, with defaults for members missing in old logs."""
    known = stored.keys() <= _DEFAULTS.keys()
    return Rules(**(stored if known else {name: stored[name] for name in _DEFAULTS.keys() & stored.keys()}))


def _in_words(option: Option) -> str:
    numbers = [value for value in option.values if type(value) is int]
    if len(numbers) == len(option.values):
        return N_("must be a whole number from {low} to {high}", low=min(numbers), high=max(numbers))
    words = (str(value).lower() if isinstance(value, bool) else str(value) for value in option.values)
    return N_("must be one of {values}", values=", ".join(words))
