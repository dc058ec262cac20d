"""The analysis of a finished game, with what the solver found out about it."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from engine.reading.analysis import Analysis, Solved, summed
from engine.reading.event_analysis import measured
from engine.reading.losing_turns import Reachable
from service.core.replays.finished_game import FinishedGame
from service.features.analysis.packed_results import BotTurn, SolvedGame
from service.features.analysis.stored_results import Answer, Status
from service.platform import yielding


class AnalysedGame(NamedTuple):
    """The analysis of a finished game."""

    game_id: UUID
    status: Status
    """Unless it is "solved", the analysis has only bounds of what could be reached."""
    analysis: Analysis
    bot: Sequence[BotTurn]
    """What the bot `kagiya` thinks of each turn; empty if it does not play the variant, or the game is not solved."""


def analysed(game: FinishedGame, answer: Answer[SolvedGame]) -> AnalysedGame:
    """Return the analysis of a game. `answer` is the solver's."""
    events = tuple(yielding.steps(measured(game.log, [_milliseconds(at) for at in game.stored.times])))
    solved, bot = None, None
    if answer.result is not None:
        saving = {loss.since: loss.saving for loss in answer.result.losses if loss.since is not None}
        solved, bot = Solved([Reachable(*bounds) for bounds in answer.result.curve], saving), answer.result.bot
    return AnalysedGame(game.game_id, answer.status, summed(game.log, events, solved), bot or ())


def _milliseconds(at: datetime | None) -> int | None:
    return None if at is None else round(at.timestamp() * 1000)
