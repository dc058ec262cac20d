"""Computer players, which see only what their seat sees. `BOTS` maps their ids to them."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from engine.bots import hgroup_bot, kagiya_bot, kagiya_convention
from engine.bots.bot import Bot, Dice, any_turn
from engine.conventions.levels import LEVELS
from engine.conventions.table import supports
from engine.rules import Rules

__all__ = ["BOTS", "FORMER_BOTS", "USUAL_BOT", "Bot", "Dice", "at_table", "can_sit", "player", "usual_bot"]

USUAL_BOT: Final = "hgroup-3"
"""The bot that takes a seat if a request does not name one, and it can play the game."""
_LEVELED: Final = "hgroup-"
_OTHERWISE: Final = ("kagiya", "random")
"""Those that do else, the first that can."""

BOTS: Final[Mapping[str, Bot]] = {
    bot.id: bot
    for bot in (
        Bot("random", any_turn, "all", lambda _: True),
        Bot("kagiya", kagiya_bot.choose, "some", kagiya_convention.plays),
        *[
            Bot(
                f"{_LEVELED}{level}",
                partial(hgroup_bot.choose, level),
                "some",
                supports,
                hgroup_bot.SEATS,
                reads_feed=True,
            )
            for level in LEVELS
        ],
    )
}

FORMER_BOTS: Final = frozenset({"hat"})
"""Bots of earlier releases. Stored games and records name them, but they take no seat any more."""


def can_sit(bot: str, rules: Rules, seats: int) -> bool:
    """Return True if a bot can play a game. One of an earlier release plays none."""
    return bot in BOTS and BOTS[bot].can_sit(rules, seats)


def at_table(bots: Mapping[int, str], rules: Rules, seats: int) -> dict[int, Bot]:
    """Return the bot of each seat that has one.

    All of `hgroup` play its lowest level at the table, which everybody sees: who knows fewer conventions misreads clues
    of the others.
    """
    lowest = min([bot for bot in bots.values() if bot.startswith(_LEVELED)], default="")
    return {seat: player(lowest if bot.startswith(_LEVELED) else bot, rules, seats) for seat, bot in bots.items()}


def usual_bot(seats: int, *rules: Rules) -> str:
    """Return the bot that takes a seat if nobody names one: the first that can play by each of some rules."""
    return next(bot for bot in (USUAL_BOT, *_OTHERWISE) if all(can_sit(bot, one, seats) for one in rules))


def player(bot: str, rules: Rules, seats: int) -> Bot:
    """Return the bot of a seat in a game. For one of an earlier release it is another that can play the game."""
    return BOTS[bot if bot in BOTS else usual_bot(seats, rules)]
