"""Computer players, which see only what their seat sees. `BOTS` maps their ids to them."""

from collections.abc import Mapping
from typing import Final

from engine.bots import hgroup_bot, kagiya_bot, kagiya_convention, random_bot
from engine.bots.bot import Bot, Dice
from engine.conventions.levels import LEVELS
from engine.conventions.table import supports
from engine.rules import Rules

__all__ = ["BOTS", "FORMER_BOTS", "USUAL_BOT", "Bot", "Dice", "can_sit", "player"]

USUAL_BOT: Final = "kagiya"
"""The bot that takes a seat if a request does not name one."""

BOTS: Final[Mapping[str, Bot]] = {
    bot.id: bot
    for bot in (
        Bot(
            "random",
            random_bot.choose,
            "all",
            random_bot.plays,
        ),
        Bot(
            "kagiya",
            kagiya_bot.choose,
            "some",
            kagiya_convention.plays,
        ),
        *[
            Bot(
                f"hgroup-{level}",
                hgroup_bot.choose_at(level),
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


def player(bot: str, rules: Rules, seats: int) -> Bot:
    """Return the bot of a seat in a game. For one of an earlier release it is another that can play the game."""
    if bot in BOTS:
        return BOTS[bot]
    return BOTS[USUAL_BOT if can_sit(USUAL_BOT, rules, seats) else "random"]
