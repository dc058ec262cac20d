"""Puzzles by convention of finished public games: the job that finds them, and how they are stored and read.

To those of games of this service, `shipped_puzzles` adds those of games that come with it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID, uuid5

from sqlalchemy import Select, delete, select
from sqlalchemy.dialects.postgresql import insert

from engine.bots.convention_puzzles import ConventionPuzzle
from service.core.tables.tables import FINISHED_PUBLIC, Game
from service.features.analysis import shipped_puzzles, stored_results
from service.features.analysis.shipped_puzzles import StoredConventionPuzzle, answer_of, word_of
from service.features.analysis.tables import ConventionPuzzle as Row
from service.features.analysis.tables import ConventionSearch
from service.platform.database.list_position import Page
from service.platform.database.pool import fetch, transaction
from service.platform.jobs import queue

TASK: Final = "find_convention_puzzles"


def request(game_id: UUID, *, at_most: int | None = None) -> None:
    """Add a job that finds the puzzles of a game, unless one waits or runs. Do not call it in a transaction.

    The job does nothing for a game that has been searched, or is not a finished public one. Raises queue.QueueFull if
    `at_most` wait.
    """
    key, priority = f"convention puzzles {game_id}", queue.LONG + 1
    arguments = {"game_id": str(game_id)}
    queue.add(TASK, key, priority=priority, arguments=arguments, queue=queue.LONG_JOBS, at_most=at_most)


def store(game_id: UUID, level: int, found: Sequence[ConventionPuzzle], seconds: float) -> None:
    """Store the puzzles of a game in place of those that were found before. Does nothing for a deleted game."""
    with transaction() as changes:
        # Locks the game: it may just be deleted.
        game = select(Game.seats, Game.finished_at).where(Game.game_id == game_id).with_for_update(read=True)
        row = changes.execute(game).one_or_none()
        if row is None:
            return
        changes.execute(delete(Row).where(Row.game_id == game_id))
        if found:
            rows = [
                {
                    "game_id": game_id,
                    "version": puzzle.version,
                    "kind": puzzle.kind,
                    "seat": puzzle.seat,
                    "puzzle_id": uuid5(game_id, f"{puzzle.version} {puzzle.kind} {puzzle.seat}"),
                    "seats": row.seats,
                    "level": level,
                    "difficulty": puzzle.difficulty,
                    "answer": word_of(puzzle.answer),
                    "finished_at": row.finished_at,
                }
                for puzzle in found
            ]
            changes.execute(insert(Row).values(rows))
        stored_results.store(ConventionSearch, game_id, b"", seconds)


def listed(wanted: Mapping[str, object], page: Page) -> list[StoredConventionPuzzle]:
    """Return a page of each source: puzzles with the members that are wanted, those of the newest games first."""
    rows = _public().where(*[getattr(Row, name) == value for name, value in wanted.items()])
    found = [_stored(row) for row in fetch(page.of(rows, Row.finished_at, Row.puzzle_id))]
    shipped = [one for one in shipped_puzzles.after(page.after) if one.fits(wanted)]
    return found + sorted(shipped, key=lambda one: one.position, reverse=True)[: page.limit + 1]


def find(puzzle_id: UUID) -> StoredConventionPuzzle | None:
    """Return a puzzle; None if there is none, or its game is no longer public."""
    shipped = shipped_puzzles.by_id().get(puzzle_id)
    if shipped is not None:
        return shipped
    for row in fetch(_public().where(Row.puzzle_id == puzzle_id)):
        return _stored(row)
    return None


def _public() -> Select[Any]:
    """Return a query for the puzzles of games that are public now: a moderator may have hidden the game."""
    columns: tuple[Any, ...] = (Row.puzzle_id, Row.game_id, Row.version, Row.kind, Row.seat, Row.seats, Row.level)
    found: Select[Any] = select(*columns, Row.difficulty, Row.answer, Row.finished_at, Game.rules)
    return found.join(Game, Game.game_id == Row.game_id).where(FINISHED_PUBLIC)


def _stored(row: Any) -> StoredConventionPuzzle:
    puzzle = ConventionPuzzle(row.version, row.kind, row.seat, row.difficulty, answer_of(row.answer))
    return StoredConventionPuzzle(row.puzzle_id, row.game_id, puzzle, row.level, row.seats, row.rules, row.finished_at)
