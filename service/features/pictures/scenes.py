"""A version of a finished game or of a line, with all that came before it."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from engine.events import Log
from engine.reading.feed import Item, feed, open_viewpoint
from engine.reading.replay import Frame, frame
from service.core.replays.finished_game import FinishedGame
from service.core.replays.replays import versions_of_turns
from service.features.lines import lines, saved_lines
from service.features.lines.lines import Line


class Scene(NamedTuple):
    """A version, at first the last one."""

    log: Log
    """The events of the game or the line."""
    versions: Sequence[int]
    """The version after the deal and after each turn."""
    version: int
    left_at: int | None = None
    """The last version of the game in a line."""
    title: str | None = None
    """That of a saved line."""

    @property
    def last(self) -> int:
        """The last version."""
        return len(self.log.events) - 1

    def frame(self, seat: int | None) -> Frame:
        """Return the table with the last turn, with open hands or as a seat saw it."""
        found = frame(self.log, self.version, seat)
        assert found is not None  # the version is one of the log
        return found

    def moves(self, seats: int) -> Sequence[Item]:
        """Return what happened since the game was left, with open hands."""
        return feed(self.log, open_viewpoint(seats), since=self.left_at or 0)


def of_game(game: FinishedGame) -> Scene:
    """Return the end of a game."""
    return _end_of(game.log)


def of_line(game: FinishedGame, line: Line) -> Scene:
    """Return the end of a line. Raises NoSuchSeat, NoSuchStart, IllegalLine or AfterTheEnd."""
    return _end_of(lines.log(game, line))._replace(left_at=line.version)


def of_saved_line(game: FinishedGame, line_id: UUID) -> Scene:
    """Return the end of a saved line that everybody may see. Raises NotFound."""
    about, log = saved_lines.load(game, None, line_id)
    return _end_of(log)._replace(left_at=about.at, title=about.title)


def _end_of(log: Log) -> Scene:
    return Scene(log, versions_of_turns(log), len(log.events) - 1)
