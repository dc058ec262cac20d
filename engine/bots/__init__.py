"""Computer players, which see only what their seat sees. `BOTS` maps their ids to them."""

from collections.abc import Mapping
from typing import Final

from engine.bots import convention, convention_bot, hat_bot, random_bot
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
        Bot(
            "hat",
            "Plays nearly perfectly, but with copies of itself alone: each of its clues says a number that every other "
            "seat decodes from the hands that it sees, as in hat puzzles. Seat it only beside other `hat` bots, for "
            "measuring. It plays with three to five seats and ordinary suits.",
            hat_bot.choose,
            "some",
            hat_bot.plays,
            hat_bot.SEATS,
            reads_feed=True,
        ),
    )
}
