"""Computer players, which see only what their seat sees. `BOTS` maps their ids to them."""

from collections.abc import Mapping
from typing import Final

from engine.bots import hat_bot, hgroup_bot, kagiya_bot, kagiya_convention, random_bot
from engine.bots.bot import Bot, Dice
from engine.conventions.levels import LEVELS
from engine.conventions.table import supports

__all__ = ["BOTS", "USUAL_BOT", "Bot", "Dice"]

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
        Bot(
            "hat",
            hat_bot.choose,
            "some",
            hat_bot.plays,
            hat_bot.SEATS,
            reads_feed=True,
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
