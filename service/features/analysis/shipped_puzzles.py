"""Puzzles by convention of games that come with the service, so that a new one has some.

`hanabi puzzles FILE …` finds them: its output is `shipped_games.json`.
"""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, cast
from uuid import NAMESPACE_URL, UUID, uuid5

from engine.bots.convention_puzzles import Choice, ConventionPuzzle, Holds
from engine.commands import Turn
from engine.events import Log
from engine.formats.notation.games import read_written, write_game
from engine.formats.notation.moves import read_move, write_move
from engine.rules import rules_as_dict
from service.platform.database.list_position import Position

_FILE: Final = Path(__file__).with_name("shipped_games.json")
_PLAYED_AT: Final = datetime(2026, 11, 24, tzinfo=UTC)
_HOLDS: Final = re.compile(r"h(\d+)=(\d+)")


class StoredConventionPuzzle(NamedTuple):
    """A puzzle with its answer, and the game that it is from."""

    puzzle_id: UUID
    game_id: UUID
    puzzle: ConventionPuzzle
    level: int
    seats: int
    rules: Mapping[str, Any]
    finished_at: datetime

    @property
    def position(self) -> Position:
        """The position in the list."""
        return Position(self.finished_at, self.puzzle_id)

    def fits(self, wanted: Mapping[str, object]) -> bool:
        """Return whether it has the members that are wanted."""
        found = {**self.puzzle._asdict(), "level": self.level, "seats": self.seats}
        return all(found[name] == value for name, value in wanted.items())


class ShippedGame(NamedTuple):
    """A game that comes with the service."""

    game_id: UUID
    text: str
    """The game in notation."""
    bot: str | None
    """The bot on all seats, None for people."""
    level: int
    puzzles: tuple[ConventionPuzzle, ...]

    def read(self) -> tuple[Log, tuple[str, ...]]:
        """Return the game and the names of the players."""
        game = read_written(self.text)
        return game.log, game.players


@cache
def games() -> dict[UUID, ShippedGame]:
    """Return the games by id."""
    found = {}
    for game in json.loads(_FILE.read_text(encoding="utf-8")):
        game_id = uuid5(NAMESPACE_URL, game["game"])
        puzzles = [
            ConventionPuzzle(version, kind, seat, difficulty, answer_of(word))
            for version, kind, seat, difficulty, word in game["puzzles"]
        ]
        found[game_id] = ShippedGame(game_id, game["game"], game["bot"], game["level"], tuple(puzzles))
    return found


@cache
def by_id() -> dict[UUID, StoredConventionPuzzle]:
    """Return the puzzles by id."""
    found = {}
    for game in games().values():
        deal = game.read()[0].deal
        for puzzle in game.puzzles:
            key = uuid5(game.game_id, f"{puzzle.version} {puzzle.kind} {puzzle.seat}")
            rules = rules_as_dict(deal.rules)
            found[key] = StoredConventionPuzzle(key, game.game_id, puzzle, game.level, deal.seats, rules, _PLAYED_AT)
    return found


def after(position: Position | None) -> list[StoredConventionPuzzle]:
    """Return the puzzles after a position of the list, or all."""
    return [one for one in by_id().values() if position is None or one.position < position]


def game_of(game_id: UUID) -> ShippedGame | None:
    """Return the game with an id, None if no such game comes with the service."""
    return games().get(game_id)


def written(log: Log, players: Sequence[str], bot: str | None, level: int, found: Sequence[ConventionPuzzle]) -> str:
    """Return a game with its puzzles as JSON."""
    puzzles = [[*puzzle[:-1], word_of(puzzle.answer)] for puzzle in found]
    return json.dumps({"game": write_game(log, players), "bot": bot, "level": level, "puzzles": puzzles})


def word_of(answer: Choice) -> str:
    """Return an answer as one word: a move in notation, or `h12=7` for card 12 with code 7."""
    return f"h{answer.card}={answer.code}" if isinstance(answer, Holds) else write_move(answer)


def answer_of(word: str) -> Choice:
    """Return the answer of a word."""
    holds = _HOLDS.fullmatch(word)
    return Holds(int(holds[1]), int(holds[2])) if holds else cast(Turn, read_move(word))
