"""JSON of puzzles. Only an answer shows a theme or a solution."""

from typing import Any

from service import ids, timestamps
from service.analysis.puzzle_answers import PuzzleAnswer, PuzzleTable
from service.analysis.puzzles import ListedPuzzle, StoredPuzzle
from service.http.wire.pagination import cursor_of
from service.http.wire.render import games, replays

__all__ = ["listed_puzzle", "puzzle", "puzzle_answer"]

Json = dict[str, Any]


def listed_puzzle(row: ListedPuzzle) -> Json:
    """Return a puzzle as a row of a list."""
    puzzle = ids.render("p", row.puzzle_id)
    return {
        "id": puzzle,
        "difficulty": row.level,
        "difficulty_points": row.difficulty,
        "seats": row.seats,
        "rules": row.rules,
        "score": row.score,
        "finished_at": timestamps.rfc3339(row.finished_at),
        "links": {"puzzle": f"/v1/puzzles/{puzzle}"},
    }


def puzzle(table: PuzzleTable, language: str) -> Json:
    """Return a puzzle: the table with open hands, and the deck."""
    stored, puzzle = table.stored, table.stored.puzzle
    (frame,) = games.frames(table.frame, language)
    path = f"/v1/puzzles/{ids.render('p', stored.puzzle_id)}"
    return {
        "id": ids.render("p", stored.puzzle_id),
        "difficulty": puzzle.level,
        "difficulty_points": puzzle.difficulty,
        "score": puzzle.score,
        "to_move": frame["to_move"],
        "players": games.seats(table.names, table.accounts, table.bots),
        "position": frame,
        "deck": [{"card": card, **front._asdict()} for card, front in table.deck],
        "legal_actions": [games.action(turn) for turn in table.legal],
        "links": {
            "puzzle": path,
            "answers": f"{path}/answers",
            "solution": f"{path}/solution",
            "next": f"/v1/puzzles?cursor={cursor_of(stored.position)}&limit=1",
        },
    }


def puzzle_answer(answer: PuzzleAnswer, language: str) -> Json:
    """Return what a turn leads to."""
    stored, puzzle = answer.stored, answer.stored.puzzle
    return {
        "id": ids.render("p", stored.puzzle_id),
        "action": games.action(answer.turn),
        "right": answer.is_right,
        "score_to_keep": puzzle.score,
        "score": answer.score,
        "proved": answer.score is not None,
        "at": puzzle.version,
        "line": [games.action(turn) for turn in answer.line],
        "equal_actions": [games.action(turn) for turn in answer.equal],
        "theme": answer.theme,
        "steps": [replays.step(step, language) for step in answer.steps] or None,
        "links": _links(stored, answer) if answer.is_right else None,
    }


def _links(stored: StoredPuzzle, answer: PuzzleAnswer) -> Json:
    """Return links to the game at the turn of the puzzle."""
    game = ids.render("g", stored.game_id)
    replay = f"/v1/replays/{game}"
    return {
        "page": f"/replays/{game}#turn={answer.turn_number}",
        "replay": replay,
        "frame": f"{replay}/frames/{stored.puzzle.version}",
        "branches": f"{replay}/branches",
    }
