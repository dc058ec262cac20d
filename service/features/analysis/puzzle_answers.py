"""What a puzzle shows, and the result of an answer to it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple
from uuid import UUID

from engine.bots.convention_puzzles import Choice, ConventionPuzzle, Holds, Shown, shown
from engine.cards import Card
from engine.commands import Discard, Play, Turn
from engine.decide import IllegalMove, decide
from engine.events import Log
from engine.fold import evolve, fold
from engine.reading.feed import feed, open_viewpoint
from engine.reading.puzzles import Level, Theme, answer_to
from engine.reading.view import open_view, seat_view
from engine.rules import Palette
from engine.state import State
from service.core.replays import finished_game
from service.core.replays.finished_game import FinishedGame
from service.core.replays.replays import Step
from service.core.tables.setting import TableSetting
from service.core.tables.stored_game import Player, free
from service.core.tables.views import FeedEntry, Frames, framed
from service.features.analysis import shipped_puzzles
from service.features.analysis.puzzles import PuzzleKind, StoredPuzzle
from service.features.analysis.shipped_puzzles import StoredConventionPuzzle
from service.features.analysis.solving import played

_IDLE_LIMIT_S: Final = 86400
"""A frame has one. The game is over, so it says nothing."""


class PuzzleTable(NamedTuple):
    """What a puzzle shows, and what explains its answer."""

    stored: StoredPuzzle | StoredConventionPuzzle
    seat: int
    """The seat that is asked."""
    frame: Frames
    """The table with open hands, or as the seat saw it."""
    players: tuple[Player, ...]
    palette: Palette
    choices: tuple[Choice, ...]
    turn: int
    """The number of turns that the game had before it."""
    is_shipped: bool = False
    """Whether the game has no replay, since it comes with the service."""
    deck: tuple[tuple[int, Card], ...] = ()
    """The cards of the deck with their ids, the next one first. Only about points."""
    entries: Sequence[FeedEntry] = ()
    """The events after the deal, as the seat saw them, without times and hashes. Only by convention."""
    shown: Shown | None = None
    """What explains a puzzle by convention."""
    position: tuple[FinishedGame, State] | None = None
    """The game, and its state at the puzzle. Only about points."""

    @property
    def puzzle_id(self) -> UUID:
        """The id of the puzzle."""
        return self.stored.puzzle_id

    @property
    def kind(self) -> PuzzleKind:
        """What it asks."""
        puzzle = self.stored.puzzle
        return puzzle.kind if isinstance(puzzle, ConventionPuzzle) else "points"

    @property
    def difficulty(self) -> Level:
        """How hard it is."""
        puzzle = self.stored.puzzle
        return puzzle.difficulty if isinstance(puzzle, ConventionPuzzle) else puzzle.level

    @property
    def difficulty_points(self) -> int | None:
        """How far one has to read; None for a puzzle by convention."""
        puzzle = self.stored.puzzle
        return None if isinstance(puzzle, ConventionPuzzle) else puzzle.difficulty

    @property
    def score(self) -> int | None:
        """The score to keep; None for a puzzle by convention."""
        puzzle = self.stored.puzzle
        return None if isinstance(puzzle, ConventionPuzzle) else puzzle.score

    @property
    def names(self) -> tuple[str | None, ...]:
        """The players' names, by seat."""
        return tuple([player.name for player in self.players])

    @property
    def level(self) -> int | None:
        """The level of the conventions; None for a puzzle about points."""
        return self.stored.level if isinstance(self.stored, StoredConventionPuzzle) else None


class PuzzleAnswer(NamedTuple):
    """The result of an answer to a puzzle."""

    table: PuzzleTable
    choice: int
    is_right: bool
    score: int | None = None
    """The highest score that can be reached after it. None for some turns of variants, which reach less than the score
    to keep, and for a puzzle by convention."""
    line: tuple[Turn, ...] = ()
    """Turns that reach the score, from this turn or an equal one on. Empty without a score."""
    equal: tuple[int, ...] = ()
    """The other choices that are the solution; empty if this one is wrong."""
    theme: Theme | None = None
    """None if the choice is wrong, and for a puzzle by convention."""
    steps: tuple[Step, ...] = ()
    """The events of the line with the table after each; empty if they were not asked for."""


def table(stored: StoredPuzzle | StoredConventionPuzzle) -> PuzzleTable:
    """Return what a puzzle shows. Raises NotFound if its game is not public any more."""
    shipped = shipped_puzzles.game_of(stored.game_id)
    if isinstance(stored, StoredPuzzle):
        return _about_points(stored, finished_game.load(stored.game_id, None))
    if shipped is None:
        game = finished_game.load(stored.game_id, None)
        return _by_convention(stored, game.log, game.players)
    log, names = shipped.read()
    players = tuple([free(seat)._replace(name=name, bot=shipped.bot) for seat, name in enumerate(names)])
    return _by_convention(stored, log, players)._replace(is_shipped=True)


def answered(table: PuzzleTable, choice: int, *, steps: bool) -> PuzzleAnswer:
    """Return what a choice of the table leads to."""
    stored = table.stored
    if isinstance(stored, StoredConventionPuzzle):
        return PuzzleAnswer(table, choice, table.choices[choice] == stored.puzzle.answer)
    assert table.position is not None
    game, state = table.position
    turn = table.choices[choice]
    assert not isinstance(turn, Holds)
    found = answer_to(stored.puzzle, turn)
    is_right = found is stored.puzzle.solution
    line = () if found is None else _begun_with(turn, found.line, state, found.score)
    return PuzzleAnswer(
        table,
        choice,
        is_right,
        score=None if found is None else found.score,
        line=line,
        equal=tuple([other for other in _solutions(table) if other != choice]) if is_right else (),
        theme=stored.puzzle.theme if is_right else None,
        steps=tuple(_steps(game, state, line)) if steps else (),
    )


def solution_of(table: PuzzleTable) -> int:
    """Return the first choice that is the solution."""
    return next(_solutions(table))


def _solutions(table: PuzzleTable) -> Iterator[int]:
    """Yield the choices that are the solution."""
    puzzle = table.stored.puzzle
    for number, choice in enumerate(table.choices):
        if isinstance(puzzle, ConventionPuzzle):
            if choice == puzzle.answer:
                yield number
        elif not isinstance(choice, Holds) and answer_to(puzzle, choice) is puzzle.solution:
            yield number


def _about_points(stored: StoredPuzzle, game: FinishedGame) -> PuzzleTable:
    state = fold(game.until(stored.puzzle.version))
    assert state.to_move is not None
    head = game.links()[state.version].hash
    return PuzzleTable(
        stored,
        state.to_move,
        framed(game.stored, [head], [open_view(state)]),
        game.players,
        game.stored.rules.palette,
        seat_view(state, state.to_move).legal_actions,
        state.turn,
        deck=tuple([(card, state.deck[card]) for card in range(state.dealt, len(state.deck))]),
        position=(game, state),
    )


def _by_convention(stored: StoredConventionPuzzle, log: Log, players: tuple[Player, ...]) -> PuzzleTable:
    found, palette = shown(log, stored.level, stored.puzzle), log.deal.rules.palette
    # Without hashes, which depend on the deck.
    setting = TableSetting(stored.seats, log.deal.rules, idle_limit_s=_IDLE_LIMIT_S)
    frame = Frames(stored.game_id, setting, False, None, [None], [found.view])
    entries = [FeedEntry(item, None, None, None, palette) for item in found.items[1:]]
    seat, turn = stored.puzzle.seat, found.view.turn
    return PuzzleTable(stored, seat, frame, players, palette, found.choices, turn, entries=entries, shown=found)


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
