"""Two finished games of the same deck, turn by turn."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Literal, NamedTuple

from engine.events import TurnTaken
from engine.proof.deal import deck_key
from service.core.replays import replays
from service.core.replays.finished_game import FinishedGame
from service.core.replays.replays import Replay
from service.core.tables.views import FeedEntry
from service.features.analysis import solutions
from service.features.analysis.packed_results import Bounds, SolvedGame
from service.platform.refusal import Refusal

AnalysisStatus = Literal["solved", "running", "failed", "not_analyzed"]


class DifferentDecks(Refusal):
    """The two games do not have the same deck, rules and seats."""

    code = "different-decks"


class Choice(NamedTuple):
    """A turn of one of the games, and what it was worth."""

    entry: FeedEntry
    names: tuple[str | None, ...]
    """The players' names, by seat."""
    reachable: Bounds | None
    """What could be reached after it, by the exact analysis; None if the game is not analyzed."""
    points_lost: int | None
    """The points that it provably lost; None if that is unknown."""


class ComparedTurn(NamedTuple):
    """The turn with the same number in both games; None for a game that has ended before."""

    number: int
    same: bool
    choices: tuple[Choice | None, Choice | None]


class ComparedGame(NamedTuple):
    """One of the two games."""

    replay: Replay
    status: AnalysisStatus
    reachable: Bounds | None
    """What could be reached from the deal."""


class Comparison(NamedTuple):
    """Two games of the same deck."""

    games: tuple[ComparedGame, ComparedGame]
    parted: int | None
    """The number of the first turn that differs; None if no turn does."""
    turns: list[ComparedTurn]


def compared(one: FinishedGame, other: FinishedGame) -> Comparison:
    """Return two games turn by turn. Raises DifferentDecks."""
    if deck_key(one.log) != deck_key(other.log):
        raise DifferentDecks
    sides = [_side(game) for game in (one, other)]
    turns = []
    events, others = one.log.events, other.log.events
    for number, (first, second) in enumerate(zip_longest(sides[0][1], sides[1][1]), 1):
        same = first is not None and second is not None and events[_version(first)] == others[_version(second)]
        turns.append(ComparedTurn(number, same, (first, second)))
    parted = next((turn.number for turn in turns if not turn.same), None)
    return Comparison((sides[0][0], sides[1][0]), parted, turns)


def _side(game: FinishedGame) -> tuple[ComparedGame, Sequence[Choice]]:
    answer = solutions.of_game(game.game_id)
    status: AnalysisStatus
    if answer.status == "unsolved":
        status = "running" if solutions.is_pending(game.game_id) else "not_analyzed"
    else:
        status = answer.status
    replay = replays.replay(game)
    choices = [
        Choice(entry, replay.names, *_worth(answer.result, entry.item.version))
        for entry, event in zip(replay.entries, game.log.events, strict=True)
        if isinstance(event, TurnTaken)
    ]
    return ComparedGame(replay, status, None if answer.result is None else answer.result.curve[0]), choices


def _worth(solved: SolvedGame | None, version: int) -> tuple[Bounds | None, int | None]:
    """Return what could be reached after an event, and what it lost."""
    if solved is None:
        return None, None
    lost = [loss.points for loss in solved.losses if loss.version == version and loss.kind == "turn"]
    return solved.curve[version], sum(lost)


def _version(choice: Choice) -> int:
    return choice.entry.item.version
