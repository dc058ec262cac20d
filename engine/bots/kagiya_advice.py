"""What the bot `kagiya` would have done in a game, and what it thinks of what was done."""

from typing import Final, NamedTuple

from engine.bots.kagiya_bot import Worth, worths
from engine.bots.kagiya_convention import plays
from engine.commands import Turn
from engine.events import Log, TurnTaken, as_command
from engine.fold import steps
from engine.reading.view import seat_view

_BEST: Final = 5


class Advice(NamedTuple):
    """The bot's opinion of a turn, from the view of the seat that took it."""

    best: tuple[Worth, ...]
    """The best turns, at most five, best first; equal ones in the order of the legal actions."""
    done: Worth | None
    """What was done; None for a blind play from the deck, which the bot never considers."""

    @property
    def choice(self) -> Turn:
        """What the bot would have done."""
        return self.best[0].turn


def advice(log: Log) -> list[Advice | None]:
    """Return the bot's opinion of each turn, by version.

    None for events that are not turns, and throughout if the bot does not play the variant. The bot has no memory and
    uses no dice, so that its opinion depends on the view alone.
    """
    if not plays(log.deal.rules.palette):
        return [None] * len(log.events)
    found: list[Advice | None] = [None]
    for state, event in zip(steps(log), log.later, strict=False):
        if not isinstance(event, TurnTaken):
            found.append(None)
            continue
        considered = worths(seat_view(state, event.seat))
        done = next((worth for worth in considered if worth.turn == as_command(event)), None)
        found.append(Advice(tuple(considered[:_BEST]), done))
    return found
