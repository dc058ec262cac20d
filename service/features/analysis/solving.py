"""What the jobs compute. Nothing here uses the database."""

from collections.abc import Callable, Sequence
from typing import Final

from engine.bots import BOTS, kagiya_convention
from engine.bots.convention_puzzles import ConventionPuzzle, puzzles_of
from engine.bots.kagiya_advice import advice
from engine.bots.kagiya_bot import worths
from engine.commands import Turn
from engine.conventions.levels import LEVELS
from engine.conventions.review import best_fit, reviewed
from engine.conventions.table import supports
from engine.decide import decide
from engine.events import Log
from engine.fold import evolve, steps
from engine.reading.hindsight import open_hands, own_view
from engine.reading.likely_turns import likely_turns
from engine.reading.puzzles import Puzzle, puzzles
from engine.reading.solver import Budget, curve, losses, reachable, saving_turns_at
from engine.reading.view import seat_view
from engine.state import State
from engine.verdict import judging
from engine.verdict.deals import Dices
from engine.verdict.screening import decision_at, screened, unplayed
from service.features.analysis.packed_results import (
    BotTurn,
    Bounds,
    GameHindsight,
    Line,
    PositionResult,
    SolvedGame,
    SolvedLoss,
    Worth,
)
from service.features.analysis.packed_verdicts import GameDecisions, TurnVerdict

SOLVER: Final = 4
"""The version of the solver.

Increment it when its results get better: stored ones are then computed again. Increment `links.RENDERING` too.
"""

HINDSIGHT: Final = 3
"""The version of the code that computes hindsight. Increment it when its results or their stored form change."""

FINDER: Final = 2
"""The version of the code that finds puzzles. Increment it when it finds better ones: games are then searched again."""

CONVENTIONS: Final = 1
"""The version of the code that finds puzzles by convention. Increment it when it finds better ones."""

VERDICTS: Final = judging.MODEL
"""The version of the code that judges turns."""

GAME_S: Final = 20.0
"""The CPU seconds that a game may take."""
POSITION_S: Final = 3.0
"""The CPU seconds that a position may take."""
HINDSIGHT_S: Final = 60.0
"""The CPU seconds that the hindsight of a game may take."""
OPEN_HANDS_S: Final = 40.0
"""The CPU seconds of these that open hands may take. The own views get what is left."""
PUZZLES_S: Final = 20.0
"""The CPU seconds that the search for the puzzles of a game may take."""
_MOST_SEATS: Final = 5
"""The most seats for which there are conventions."""
_BEST: Final = 3
"""The number of turns of the bot that are stored for each turn of a game."""

Clock = Callable[[], float]
Below = Callable[[int], int]


def solved_game(log: Log, clock: Clock) -> SolvedGame:
    """Solve a finished game within GAME_S. `clock` returns the CPU seconds that were used so far."""
    budget = Budget(seconds=GAME_S, clock=clock)
    values = curve(log, budget)
    states = list(steps(log))
    found = []
    for loss in losses(log, values):
        since = None if loss.since < 0 else loss.since
        saving = () if since is None else _saving(states[since], values[since].lower, budget)
        found.append(SolvedLoss(loss.version, since, loss.points, loss.kind, saving))
    bounds = tuple([Bounds(value.lower, value.upper) for value in values])
    return SolvedGame(bounds, tuple(found), _bot_turns(log))


def solved_position(state: State, clock: Clock) -> PositionResult:
    """Solve a position within POSITION_S. `clock` returns the CPU seconds that were used so far."""
    budget = Budget(seconds=POSITION_S, clock=clock)
    value = reachable(state, budget.part(2))
    line, saving = played(state, value.line, value.lower), _saving(state, value.lower, budget)
    return PositionResult(Bounds(value.lower, value.upper), line, saving)


def _saving(state: State, goal: int, budget: Budget) -> tuple[Line, ...]:
    return tuple([played(state, turns, goal) for turns in saving_turns_at(state, goal, budget, _by_worth(state))])


def _by_worth(state: State) -> list[Turn]:
    """Return the turns that the bot considers, with what the seat to move can see, best first, and then the others."""
    if state.to_move is None:
        return []
    view = seat_view(state, state.to_move)
    chosen = [worth.turn for worth in worths(view)] if kagiya_convention.plays(state.palette) else []
    return [*chosen, *[turn for turn in likely_turns(view) if turn not in chosen]]


def game_hindsight(log: Log, losing: Sequence[int], below: Below, clock: Clock) -> GameHindsight:
    """Return the hindsight of a finished game, within HINDSIGHT_S.

    `losing` contains the versions of the turns that lost points, and `below(n)` returns a random integer from 0 to
    n - 1.
    """
    whole = Budget(seconds=HINDSIGHT_S, clock=clock)
    hands = open_hands(log, below, Budget(seconds=OPEN_HANDS_S, clock=clock))
    views = {
        version: own_view(log, version, below, whole.part(len(losing) - index)) for index, version in enumerate(losing)
    }
    return GameHindsight(hands, views)


def game_puzzles(log: Log, clock: Clock) -> list[Puzzle]:
    """Return the puzzles of a finished game, found within PUZZLES_S. All their lines were played by the rules."""
    budget = Budget(seconds=PUZZLES_S, clock=clock)
    found = puzzles(log, curve(log, budget), budget)
    states = list(steps(log))
    for puzzle in found:
        for answer in (puzzle.solution, *puzzle.others):
            played(states[puzzle.version], answer.line, answer.score)
    return found


def game_convention_puzzles(log: Log, clock: Clock) -> tuple[int, list[ConventionPuzzle]]:
    """Return the level that explains a finished game best, and its puzzles by convention. They take about a second."""
    if log.deal.seats > _MOST_SEATS or not supports(log.deal.rules.palette):
        return 1, []
    reviews = []
    for level in LEVELS:
        clock()  # pauses or stops the job
        reviews.append(reviewed(log, level))
    review = best_fit(reviews)
    return review.level, puzzles_of(log, review)


def game_decisions(log: Log, losing: Sequence[int], dices: Dices, clock: Clock) -> GameDecisions:
    """Return the level that fits a finished game, and the turns that are judged. It takes up to a minute.

    `losing` contains the versions of the turns that lost points. There is no level if the players follow other
    conventions.
    """
    rules, seats = log.deal.rules, log.deal.seats
    reviews = [reviewed(log, level) for level in LEVELS if BOTS[f"hgroup-{level}"].can_sit(rules, seats)]
    review = best_fit(reviews) if reviews else None
    if review is None or not review.fits:
        return GameDecisions(None, ())
    blamed = {*losing, *[fault.version for fault in review.faults]}
    left_out = unplayed(log, review)
    return GameDecisions(review.level, tuple(screened(log, review.level, dices, blamed, left_out=left_out, pace=clock)))


def judged_turn(log: Log, version: int, level: int, dices: Dices, clock: Clock) -> TurnVerdict | None:
    """Return the verdict of the turn at a version; None if it is not a turn. It takes up to some minutes."""
    decision = decision_at(log, version, level)
    return None if decision is None else TurnVerdict.of_engine(judging.judged(*decision, dices, pace=clock))


def played(state: State, turns: tuple[Turn, ...], goal: int) -> Line:
    """Play a line by the rules, so that no line is stored that is not proved. Raises ValueError if it fails."""
    for turn in turns:
        if state.to_move is None:
            raise ValueError("a line goes on after the end")
        state = evolve(state, decide(state, state.to_move, turn))
    if state.table_points < goal:
        raise ValueError("a line does not reach its score")
    return Line(turns, state.table_points)


def _bot_turns(log: Log) -> tuple[BotTurn, ...] | None:
    """Return what the bot thinks of each turn of a game, None if it does not play the variant."""
    if not kagiya_convention.plays(log.deal.rules.palette):
        return None
    return tuple(
        [
            BotTurn(
                version,
                tuple([Worth(*worth) for worth in found.best[:_BEST]]),
                found.done and found.done.points,
                ruled_out=found.done is not None and found.done.points is None,
            )
            for version, found in enumerate(advice(log))
            if found is not None
        ]
    )
