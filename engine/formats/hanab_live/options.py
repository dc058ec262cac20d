"""Conversion of hanab.live's options to our rules.

The source is `options.go` of the Hanabi-Live server.
"""

from collections.abc import Mapping
from typing import Any, Final

from engine.formats.hanab_live.checks import ImportRefused, a_number, an_object
from engine.rules import Multicolor, Rules, resolve

__all__ = ["VARIANTS", "read_options", "rules_of"]

VARIANTS: Final[Mapping[str, Multicolor]] = {
    "No Variant": "none",
    "6 Suits": "ten",
    "Black (6 Suits)": "five",
    "Rainbow (6 Suits)": "wild_ten",
    "Dark Rainbow (6 Suits)": "wild_five",
}
"""Our value of `multicolor` for each supported variant. The order of the suits is the same."""

_FLAGS: Final = (
    "timed",
    "speedrun",
    "cardCycle",
    "deckPlays",
    "emptyClues",
    "oneExtraCard",
    "oneLessCard",
    "allOrNothing",
    "detrimentalCharacters",
)
_NUMBERS: Final = ("startingPlayer", "timeBase", "timePerTurn")


def read_options(value: object) -> Mapping[str, Any]:
    """Return the options of an export. Raises ImportRefused for an unsupported one."""
    if value is None:
        return {}
    options = {
        name: option
        for name, option in an_object(value, "#/options", ("variant", *_FLAGS, *_NUMBERS)).items()
        if option is not None
    }
    for name in _FLAGS:
        if not isinstance(options.get(name, False), bool):
            raise ImportRefused(f"#/options/{name}", "must be true or false")
    for name in _NUMBERS:
        if name in options:
            options[name] = a_number(options[name], f"#/options/{name}")
    variant = options.get("variant", "No Variant")
    if not isinstance(variant, str):
        raise ImportRefused("#/options/variant", "must be a text")
    if variant not in VARIANTS:
        raise ImportRefused("#/options/variant", f"the variant {variant!r} is not supported")
    if options.get("oneExtraCard", False) != options.get("oneLessCard", False):  # together they cancel out
        name = "oneExtraCard" if options.get("oneExtraCard") else "oneLessCard"
        raise ImportRefused(f"#/options/{name}", f"the option {name} is not supported")
    if options.get("detrimentalCharacters"):
        raise ImportRefused("#/options/detrimentalCharacters", "the option detrimentalCharacters is not supported")
    return options


def rules_of(options: Mapping[str, Any], seats: int) -> Rules:
    """Return our rules for these options of hanab.live.

    Raises ImportRefused for an invalid starting player.
    """
    start = options.get("startingPlayer", 0)
    if not 0 <= start < seats:
        raise ImportRefused("#/options/startingPlayer", f"must be a seat of the game, 0 to {seats - 1}")
    finale = {"ending": "grand_finale", "finale_loss": "irreplaceable"} if options.get("allOrNothing") else {}
    chosen = {
        "multicolor": VARIANTS[options.get("variant", "No Variant")],
        "empty_clues": options.get("emptyClues", False),
        "starting_seat": start,
    }
    return resolve("hanab_live", chosen | finale, seats)
