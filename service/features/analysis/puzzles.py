"""Puzzles of finished public games: how both kinds are listed and read, and those about points found and stored."""

import hashlib
import zlib
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, Final, Literal, NamedTuple, cast
from uuid import UUID, uuid5

import orjson
from sqlalchemy import Select, delete, select
from sqlalchemy.dialects.postgresql import insert

from engine.commands import Turn
from engine.formats.notation.moves import read_move, write_move
from engine.reading.puzzles import Answer, Level, Puzzle, Theme
from service.core.tables.lookup import NotFound
from service.core.tables.tables import FINISHED_PUBLIC, Game
from service.features.analysis import convention_puzzles, stored_results
from service.features.analysis.shipped_puzzles import StoredConventionPuzzle
from service.features.analysis.tables import Puzzle as Row
from service.features.analysis.tables import PuzzleSearch
from service.platform.database.list_position import Page, Position
from service.platform.database.pool import fetch, transaction
from service.platform.jobs import queue

TASK: Final = "find_puzzles"

PuzzleKind = Literal["points", "told", "turn"]
"""What a puzzle asks: which choice keeps the points, or by conventions what a clue told, or what is to be done."""


class PuzzleFilter(NamedTuple):
    """Conditions on a list of puzzles, None for no condition, and a page."""

    kind: PuzzleKind | None
    theme: Theme | None
    level: int | None
    """The level of the conventions."""
    difficulty: Level | None
    seats: int | None
    page: Page


class ListedPuzzle(NamedTuple):
    """A puzzle in a list, without its solution."""

    puzzle_id: UUID
    kind: PuzzleKind
    difficulty: Level
    difficulty_points: int | None
    """None for a puzzle by convention."""
    level: int | None
    """The level of the conventions; None for a puzzle about points."""
    seats: int
    score: int | None
    """The score to keep; None for a puzzle by convention."""
    rules: Mapping[str, Any]
    finished_at: datetime

    @property
    def position(self) -> Position:
        """The position in the list."""
        return Position(self.finished_at, self.puzzle_id)


class StoredPuzzle(NamedTuple):
    """A puzzle about points with its solution, and the game that it is from."""

    puzzle_id: UUID
    game_id: UUID
    puzzle: Puzzle
    finished_at: datetime

    @property
    def position(self) -> Position:
        """The position in the list."""
        return Position(self.finished_at, self.puzzle_id)


# --- jobs -----------------------------------------------------------------------------------------------------------


def request(game_id: UUID, *, at_most: int | None = None) -> None:
    """Add a job that finds the puzzles of a game, unless one waits or runs. Do not call it in a transaction.

    The job does nothing for a game that has been searched, or is not a finished public one. Raises queue.QueueFull if
    `at_most` wait.
    """
    arguments = {"game_id": str(game_id)}
    key, priority = f"puzzles {game_id}", queue.LONG + 1  # before hindsight that nobody asked for, which takes longer
    queue.add(TASK, key, priority=priority, arguments=arguments, queue=queue.PUZZLES, at_most=at_most)


def may_be_searched(game_id: UUID) -> bool:
    """Return True for a finished public game that is not a sandbox game: somebody has chosen the deck of a sandbox."""
    return bool(fetch(select(Game.game_id).where(Game.game_id == game_id, FINISHED_PUBLIC)))


def store(game_id: UUID, found: Sequence[Puzzle], seconds: float) -> None:
    """Store the puzzles of a game in place of those that were found before.

    A puzzle that is found again keeps its id and the time when it was found. Does nothing for a deleted game.
    """
    rows = {
        puzzle.version: {
            "theme": puzzle.theme,
            "level": puzzle.level,
            "difficulty": puzzle.difficulty,
            "score": puzzle.score,
            "packed": _packed(puzzle),
        }
        for puzzle in found
    }
    with transaction() as changes:
        # Locks the game: it may just be deleted.
        game = select(Game.seats, Game.finished_at).where(Game.game_id == game_id).with_for_update(read=True)
        row = changes.execute(game).one_or_none()
        if row is None:
            return
        old = delete(Row).where(Row.game_id == game_id, Row.version.not_in([*rows]))
        changes.execute(old, execution_options={"synchronize_session": False})
        for version, changing in rows.items():
            new = insert(Row).values(
                game_id=game_id,
                version=version,
                puzzle_id=uuid5(game_id, str(version)),
                seats=row.seats,
                finished_at=row.finished_at,
                **changing,
            )
            changes.execute(new.on_conflict_do_update(index_elements=[Row.game_id, Row.version], set_=changing))
        stored_results.store(PuzzleSearch, game_id, b"", seconds)


# --- reading --------------------------------------------------------------------------------------------------------


def listed(query: PuzzleFilter) -> list[ListedPuzzle]:
    """Return a page of puzzles, newest games first, and one more, which shows that there is another page."""
    found = []
    if query.kind in ("points", None) and query.level is None:
        found += _about_points(query)
    if query.kind != "points" and query.theme is None:
        wanted = {"kind": query.kind, "level": query.level, "difficulty": query.difficulty, "seats": query.seats}
        given = {name: value for name, value in wanted.items() if value is not None}
        found += [_by_convention(one) for one in convention_puzzles.listed(given, query.page)]
    return sorted(found, key=lambda one: one.position, reverse=True)[: query.page.limit + 1]


def _about_points(query: PuzzleFilter) -> list[ListedPuzzle]:
    columns = (Row.puzzle_id, Row.level, Row.difficulty, Row.seats, Row.score, Game.rules, Row.finished_at)
    conditions = [
        column == value
        for column, value in ((Row.theme, query.theme), (Row.level, query.difficulty), (Row.seats, query.seats))
        if value is not None
    ]
    rows = query.page.of(_public(select(*columns)).where(*conditions), Row.finished_at, Row.puzzle_id)
    return [
        ListedPuzzle(puzzle_id, "points", level, difficulty, None, seats, score, rules, finished_at)
        for puzzle_id, level, difficulty, seats, score, rules, finished_at in fetch(rows)
    ]


def _by_convention(one: StoredConventionPuzzle) -> ListedPuzzle:
    puzzle = one.puzzle
    return ListedPuzzle(
        one.puzzle_id, puzzle.kind, puzzle.difficulty, None, one.level, one.seats, None, one.rules, one.finished_at
    )


def read(puzzle_id: UUID) -> StoredPuzzle | StoredConventionPuzzle:
    """Return a puzzle. Raises NotFound if there is none, or its game is no longer public."""
    return convention_puzzles.find(puzzle_id) or _first(_whole().where(Row.puzzle_id == puzzle_id))


def daily(today: date) -> StoredPuzzle:
    """Return the puzzle of a day (UTC), the same one on all of it. Raises NotFound if there are no puzzles.

    The day chooses a random place among the ids of the puzzles that were found before it, and takes the next one. If
    none was, it is the one found first.
    """
    place = UUID(bytes=hashlib.sha256(f"puzzle of {today.isoformat()}".encode()).digest()[:16])
    earlier = _whole().where(Row.found_at < datetime(today.year, today.month, today.day, tzinfo=UTC))
    by_id = earlier.order_by(Row.puzzle_id)
    first = _whole().order_by(Row.found_at, Row.puzzle_id)
    return _first(by_id.where(Row.puzzle_id >= place), by_id, first)


def _first(*queries: Select[*tuple[Any, ...]]) -> StoredPuzzle:
    for query in queries:
        for row in fetch(query.limit(1)):
            return StoredPuzzle(row.puzzle_id, row.game_id, _puzzle(row), row.finished_at)
    raise NotFound


def _whole() -> Select[*tuple[Any, ...]]:
    columns = (Row.version, Row.score, Row.theme, Row.difficulty, Row.level)
    return _public(select(Row.puzzle_id, Row.game_id, Row.finished_at, Row.packed, *columns))


def _public(rows: Any) -> Select[*tuple[Any, ...]]:
    """Restrict a query to puzzles of games that are public now: a moderator may have hidden the game."""
    public: Select[*tuple[Any, ...]] = rows.join(Game, Game.game_id == Row.game_id).where(FINISHED_PUBLIC)
    return public


# --- the stored form ------------------------------------------------------------------------------------------------


def _packed(puzzle: Puzzle) -> bytes:
    return zlib.compress(orjson.dumps([_words(answer) for answer in (puzzle.solution, *puzzle.others)]))


def _words(answer: Answer) -> list[Any]:
    turns, line = (" ".join(map(write_move, moves)) for moves in (answer.turns, answer.line))
    return [answer.kind, turns, answer.score, line, answer.shows]


def _puzzle(row: Any) -> Puzzle:
    solution, *others = [
        Answer(kind, _turns(turns), reached, _turns(line), shows)
        for kind, turns, reached, line, shows in orjson.loads(zlib.decompress(row.packed))
    ]
    return Puzzle(row.version, row.score, row.theme, row.difficulty, row.level, solution, tuple(others))


def _turns(words: str) -> tuple[Turn, ...]:
    return tuple([cast(Turn, read_move(word)) for word in words.split()])
