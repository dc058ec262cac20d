"""`hanabi puzzles [FILE …]`: find the puzzles by convention of games, or count those that come with the service."""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from engine.formats.notation.games import read_written
from engine.formats.notation.words import NotationError
from service.features.analysis import shipped_puzzles
from service.features.analysis.solving import game_convention_puzzles


def find(files: Sequence[str]) -> int:
    """Print a JSON list of the games in notation with their puzzles, and their numbers on the standard error.

    Without files, only count those that come with the service. Return the exit status: 0, or 2 for an invalid file.
    """
    counts: Counter[str] = Counter()
    if not files:
        for puzzle in shipped_puzzles.by_id().values():
            counts[f"{puzzle.puzzle.kind}, level {puzzle.level}, {puzzle.puzzle.difficulty}"] += 1
        _print_counts(counts, len(shipped_puzzles.games()))
        return 0
    lines = []
    for name in files:
        try:
            game = read_written(Path(name).read_text(encoding="utf-8"))
        except (OSError, UnicodeError, NotationError) as error:
            print(f"hanabi puzzles: {name}: {error}", file=sys.stderr)
            return 2
        level, found = game_convention_puzzles(game.log, lambda: 0.0)
        for one in found:
            counts[f"{one.kind}, level {level}, {one.difficulty}"] += 1
        bot = game.players[0].split(" ")[0] if game.players and game.players[0].startswith("hgroup-") else None
        lines.append(shipped_puzzles.written(game.log, game.players, bot, level, found))
    print("[\n" + ",\n".join(lines) + "\n]")
    _print_counts(counts, len(files))
    return 0


def _print_counts(counts: Counter[str], games: int) -> None:
    for key, count in sorted(counts.items()):
        print(f"{count:6} {key}", file=sys.stderr)
    print(f"{counts.total():6} puzzles in {games} games", file=sys.stderr)
