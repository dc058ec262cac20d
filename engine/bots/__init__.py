"""Computer players, which see only a view. `BOTS` maps their ids to them."""

from collections.abc import Mapping
from typing import Final

from engine.bots import convention, convention_bot, random_bot
from engine.bots.bot import Bot, Dice

__all__ = ["BOTS", "Bot", "Dice"]

BOTS: Final[Mapping[str, Bot]] = {
    bot.id: bot
    for bot in (
        Bot(
            "random",
            "Draws lots among all legal turns. A partner for trying things out, not for winning.",
            random_bot.choose,
            "all",
            random_bot.plays,
        ),
        Bot(
            "kagiya",
            "Plays well by what it sees and is told, and never risks the last strike. Named after the fireworks house "
            "of old Edo. Clue a color to have the newest card that is touched played; clue a rank to tell or to save. "
            "It plays no variant in which stacks have no fixed order, plays or clues are hidden, a play can discard, "
            "tokens come in halves, three suits share their colors, or clues do not tell the ranks.",
            convention_bot.choose,
            "some",
            convention.plays,
        ),
    )
}
