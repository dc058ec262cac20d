"""Conversion between hanab.live's options and our rules.

The source is `options.go` of the Hanabi-Live server. `renamed_variants.tsv` contains the names that variants had since
2018, by the public history of hanab.live, and the name that the number of the variant has today. Where the order of
suits has changed too, `suits` contains the place of today for each suit.
"""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple

from engine.events import GameDealt
from engine.formats.hanab_live.checks import ImportRefused, a_number, an_object
from engine.rules import Rules, resolve
from engine.rules.variants import SAME_AS, VARIANTS
from engine.wording import N_

NO_VARIANT: Final = "No Variant"

# Options that change the rules.
_FLAGS: Final = ("deckPlays", "emptyClues", "oneExtraCard", "oneLessCard", "allOrNothing")
FACTS: Final = ("timed", "timeBase", "timePerTurn", "speedrun", "cardCycle", "detrimentalCharacters")
"""Options that our rules do not have. They are kept with an imported game as facts about its source."""

_NUMBERS: Final = ("startingPlayer", "timeBase", "timePerTurn")
_NAMES: Final = {multicolor: name for name, multicolor in SAME_AS.items()}


class Renamed(NamedTuple):
    """A variant under an old name."""

    name: str
    """The name of today."""
    suits: str
    """For each suit, its place of today as a digit; empty if no suit has moved."""


def _renamed() -> Mapping[str, Renamed]:
    text = (files(__package__) / "renamed_variants.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    return {old: Renamed(today, suits) for old, today, suits in rows}


_RENAMED: Final = _renamed()


def renamed(name: object) -> Renamed | None:
    """Return the variant that had this name once; None if it is not an old name."""
    return _RENAMED.get(name) if isinstance(name, str) else None


def read_options(value: object) -> Mapping[str, Any]:
    """Return the options of an export. Raises ImportRefused for an invalid one."""
    if value is None:
        return {}
    known = ("variant", "startingPlayer", *_FLAGS, *FACTS)
    options = {name: option for name, option in an_object(value, "#/options", known).items() if option is not None}
    for name, option in options.items():
        if name in _NUMBERS:
            options[name] = a_number(option, f"#/options/{name}")
        elif name != "variant" and not isinstance(option, bool):
            raise ImportRefused(f"#/options/{name}", N_("must be true or false"))
    variant = options.get("variant", NO_VARIANT)
    if not isinstance(variant, str):
        raise ImportRefused("#/options/variant", N_("must be a text"))
    if variant not in VARIANTS:
        raise ImportRefused("#/options/variant", N_("hanab.live has no variant {variant!r}", variant=variant))
    return options


def rules_of(options: Mapping[str, Any], seats: int) -> Rules:
    """Return our rules for these options of hanab.live.

    Raises ImportRefused for an invalid starting player.
    """
    start = options.get("startingPlayer", 0)
    if not 0 <= start < seats:
        raise ImportRefused("#/options/startingPlayer", N_("must be a seat of the game, 0 to {last}", last=seats - 1))
    finale = {"ending": "grand_finale", "finale_loss": "irreplaceable"} if options.get("allOrNothing") else {}
    more = bool(options.get("oneExtraCard", False)) - bool(options.get("oneLessCard", False))  # both cancel out
    chosen = {
        "variant": options.get("variant", NO_VARIANT),
        "empty_clues": options.get("emptyClues", False),
        "starting_seat": start,
        "hand_size": ("normal", "one_more", "one_less")[more],
        "deck_plays": options.get("deckPlays", False),
    }
    return resolve("hanab_live", chosen | finale, seats)


def options_of(deal: GameDealt) -> Iterator[dict[str, Any]]:
    """Yield the possible options of hanab.live for a game here, closest first.

    Options with their default value are left out.
    """
    rules = deal.rules
    values = {
        "startingPlayer": deal.starting_seat,
        "variant": rules.variant or _NAMES[rules.multicolor],
        "emptyClues": rules.empty_clues,
        "oneExtraCard": rules.hand_size == "one_more",
        "oneLessCard": rules.hand_size == "one_less",
        "deckPlays": rules.deck_plays,
    }
    fixed = {name: value for name, value in values.items() if value and value != NO_VARIANT}
    if rules.ending == "grand_finale":
        yield {**fixed, "allOrNothing": True}
    if rules.finale_loss != "irreplaceable":
        # Under finale_loss strikes_only a lost card does not end the game, as in an ordinary game of hanab.live.
        yield fixed
