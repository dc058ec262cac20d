"""The corpus: whole games in the notation, each with its recorded result.

A file of `tests/corpus/` has a game. Comments before it have a description, the result, and for some versions the
number of legal actions and the whole position:

    # won fireworks_complete, score 25, table points 25, band 25
    # at 40, 15 legal: hands 3:r1 ...

Never record a file again. If a file fails, the meaning of stored games has changed.
"""

import re
from pathlib import Path
from typing import NamedTuple

from engine.events import Log
from engine.fold import steps
from engine.formats.notation.games import read_game, write_game
from engine.formats.notation.positions import write_position
from engine.reading.view import seat_view
from engine.state import State

FILES = sorted((Path(__file__).parents[1] / "corpus").glob("*.txt"))


class Fact(NamedTuple):
    """The recorded facts about one version."""

    version: int
    legal: int
    position: str


class Recorded(NamedTuple):
    """A file of the corpus."""

    text: str
    """The game alone, without comments."""
    log: Log
    result: str
    facts: list[Fact]


def read_file(path: Path) -> Recorded:
    """Return the content of a corpus file."""
    text = path.read_text()
    result = re.search(r"^# (\w+ \w+, score .*)$", text, re.MULTILINE)
    assert result is not None
    facts = re.findall(r"^# at (\d+), (\d+) legal: (.*)$", text, re.MULTILINE)
    game = re.sub("^#.*\n", "", text, flags=re.MULTILINE)
    return Recorded(game, read_game(text), result[1], [Fact(int(at), int(legal), line) for at, legal, line in facts])


def record(log: Log, about: str) -> str:
    """Return the text of a new file.

    It has facts about the version at each quarter of the game and about the last two versions.
    """
    states = list(steps(log))
    last = len(states) - 1
    lines = [f"# {about}", f"# {result_in_words(states[-1])}"]
    for version in sorted({last // 4, last // 2, last * 3 // 4, last - 1, last}):
        lines.append(f"# at {version}, {legal(states[version])} legal: {write_position(states[version])}")
    return "\n".join(lines) + "\n" + write_game(log)


def result_in_words(state: State) -> str:
    """Return the result of an ended game in the recorded form."""
    assert state.result is not None
    outcome, reason, score, points, band = state.result
    return f"{outcome} {reason}, score {score}, table points {points}, band {band}"


def legal(state: State) -> int:
    """Return the number of legal actions of the seat to move."""
    return 0 if state.to_move is None else len(seat_view(state, state.to_move).legal_actions)
