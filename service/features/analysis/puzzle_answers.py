"""The table of a puzzle, and the result of an answer to it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from engine.cards import Card
from engine.commands import Discard, Play, Turn
from engine.decide import IllegalMove, decide
from engine.events import Log
from engine.fold import evolve, fold
from engine.reading.feed import feed, open_viewpoint
from engine.reading.puzzles import Puzzle, Theme, answer_to
from engine.reading.view import open_view, seat_view
from engine.state import State
from service.core.replays import finished_game
from service.core.replays.finished_game import FinishedGame
from service.core.replays.replays import Step
from service.core.tables.stored_game import Player
from service.core.tables.views import FeedEntry, Frames, framed
from service.features.analysis.puzzles import StoredPuzzle
from service.features.analysis.solving import played

__all__ = ["PuzzleAnswer", "PuzzleTable", "answered", "solved", "table"]


class PuzzleTable(NamedTuple):
    """What a puzzle shows."""

    stored: StoredPuzzle
    frame: Frames
    """The table with open hands."""
    players: tuple[Player, ...]
    legal: tuple[Turn, ...]
    deck: tuple[tuple[int, Card], ...]
    """The cards of the deck with their ids, the next one first."""


class PuzzleAnswer(NamedTuple):
    """The result of an answer to a puzzle."""

    stored: StoredPuzzle
    turn: Turn
    is_right: bool
    score: int | None
    """The highest score that can be reached after it. None for some turns of variants, which reach less than the score
    to keep."""
    line: tuple[Turn, ...]
    """Turns that reach the score, from this turn or an equal one on. Empty without a score."""
    equal: tuple[Turn, ...]
    """The other solutions; empty if the turn is wrong."""
    theme: Theme | None
    """None if the turn is wrong."""
    turn_number: int
    """The number of turns that the game had before it."""
    steps: tuple[Step, ...]
    """The events of the line with the table after each; empty if they were not asked for."""


def table(stored: StoredPuzzle) -> PuzzleTable:
    """Return what a puzzle shows. Raises NotFound if its game is not public any more."""
    game, state = _position(stored)
    head = game.links()[state.version].hash
    deck = tuple([(card, state.deck[card]) for card in range(state.dealt, len(state.deck))])
    frame = framed(game.stored, [head], [open_view(state)])
    return PuzzleTable(stored, frame, game.players, _legal(state), deck)


def answered(stored: StoredPuzzle, turn: Turn, *, steps: bool) -> PuzzleAnswer:
    """Return what a turn leads to. Raises NotFound, and IllegalMove."""
    game, state = _position(stored)
    assert state.to_move is not None
    decide(state, state.to_move, turn)
    puzzle = stored.puzzle
    found = answer_to(puzzle, turn)
    is_right = found is puzzle.solution
    line = () if found is None else _begun_with(turn, found.line, state, found.score)
    return PuzzleAnswer(
        stored=stored,
        turn=turn,
        is_right=is_right,
        score=None if found is None else found.score,
        line=line,
        equal=tuple(_equal(puzzle, state, turn)) if is_right else (),
        theme=puzzle.theme if is_right else None,
        turn_number=state.turn,
        steps=tuple(_steps(game, state, line)) if steps else (),
    )


def solved(stored: StoredPuzzle, *, steps: bool) -> PuzzleAnswer:
    """Return what the solution leads to. Raises NotFound."""
    return answered(stored, stored.puzzle.solution.line[0], steps=steps)


def _position(stored: StoredPuzzle) -> tuple[FinishedGame, State]:
    game = finished_game.load(stored.game_id, None)
    return game, fold(game.until(stored.puzzle.version))


def _legal(state: State) -> tuple[Turn, ...]:
    assert state.to_move is not None
    return seat_view(state, state.to_move).legal_actions


def _equal(puzzle: Puzzle, state: State, turn: Turn) -> Iterator[Turn]:
    for other in _legal(state):
        if other != turn and answer_to(puzzle, other) is puzzle.solution:
            yield other


def _begun_with(turn: Turn, line: tuple[Turn, ...], state: State, score: int) -> tuple[Turn, ...]:
    """Return a line that begins with a turn in place of an equal one, if the rules allow it."""
    cards = {}
    if isinstance(turn, Play | Discard) and isinstance(line[0], Play | Discard):
        cards = {line[0].card: turn.card, turn.card: line[0].card}
    own = [replace(one, card=cards.get(one.card, one.card)) if isinstance(one, Play | Discard) else one for one in line]
    try:
        return played(state, (turn, *own[1:]), score).turns
    except (IllegalMove, ValueError):
        return line


def _steps(game: FinishedGame, state: State, line: tuple[Turn, ...]) -> Iterator[Step]:
    """Yield the events of a line, with open hands. They have no time and no hash, as they are not part of the game."""
    so_far = game.until(state.version)
    after = []
    for turn in line:
        assert state.to_move is not None
        event = decide(state, state.to_move, turn)
        state = evolve(state, event)
        after.append((event, state))
    log = Log(so_far.deal, so_far.deck, [*so_far.later, *[event for event, _ in after]])
    items = feed(log, open_viewpoint(game.stored.seats), since=len(so_far.events) - 1)
    for item, (_, reached) in zip(items, after, strict=True):
        entry = FeedEntry(item, None, None, None, game.stored.rules.palette)
        yield Step(entry, framed(game.stored, [None], [open_view(reached)]), game.names)
