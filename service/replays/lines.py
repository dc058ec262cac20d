"""Other moves from a version of a finished game, played by the rules."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.codec import document_of
from engine.commands import Turn
from engine.decide import IllegalMove, Refusal, decide
from engine.events import LaterEvent, Log
from engine.fold import evolve, fold
from engine.proof.chain import Link, link
from engine.reading.feed import feed, open_viewpoint
from engine.reading.replay import views as views_of
from engine.score import Result
from engine.state import State
from service import work
from service.games.play import MAX_EVENTS
from service.games.views import FeedEntry, Frames, entry_of, framed
from service.replays.finished_game import FinishedGame

__all__ = [
    "AfterTheEnd",
    "IllegalBranch",
    "Line",
    "LineReplay",
    "NoSuchBranchPoint",
    "links",
    "play",
    "played",
    "require_start",
]


class NoSuchBranchPoint(Exception):
    """A branch or line cannot begin at this version. `last` is the last version at which it can."""

    def __init__(self, last: int) -> None:
        super().__init__(last)
        self.last = last


class IllegalBranch(Exception):
    """The move with index `number` breaks the rules."""

    def __init__(self, number: int, refusal: Refusal) -> None:
        super().__init__(number, refusal)
        self.number = number
        self.refusal = refusal


class AfterTheEnd(Exception):
    """The move with index `number` comes after the game's end (R22)."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Line(NamedTuple):
    """Moves to be played from a version of a game on its deck."""

    version: int
    """The last version of the game that the line shares."""
    moves: tuple[Turn, ...]
    seat: int | None = None
    """The seat whose view the frames show; None for open hands."""


class LineReplay(NamedTuple):
    """What happens in a line. Nothing of it is stored."""

    line: Line
    names: tuple[str, ...]
    entries: list[FeedEntry]
    """The events of the line alone, with open hands."""
    frames: Frames
    """The table after each of them."""
    result: Result | None
    """None if the line stops before the end of the game."""


def play(game: FinishedGame, line: Line) -> LineReplay:
    """Play a line. Raises NoSuchSeat, NoSuchBranchPoint, IllegalBranch or AfterTheEnd."""
    game.require_seat(line.seat)
    require_start(game, line.version, len(line.moves))
    so_far = game.until(line.version)
    events, last = played(fold(so_far), line.moves)
    log = so_far._replace(later=[*so_far.later, *events])
    chain, first, palette = links(game, log, line.version), line.version + 1, game.stored.rules.palette
    items = feed(log, open_viewpoint(game.stored.seats), since=line.version)
    views = list(work.steps(views_of(log, line.seat, since=line.version)))
    return LineReplay(
        line,
        game.names,
        [entry_of(item, None, chain[item.version], palette) for item in items],
        framed(game.stored, [link.hash for link in chain[first:]], views),
        last.result,
    )


def require_start(game: FinishedGame, version: int, moves: int) -> None:
    """Raise NoSuchBranchPoint if no line with this number of moves can begin at a version."""
    last = min(len(game.log.events) - 2, MAX_EVENTS - 1 - moves)
    if version > last:
        raise NoSuchBranchPoint(last)


def played(state: State, moves: Sequence[Turn]) -> tuple[list[LaterEvent], State]:
    """Return the events of moves, each by the seat to move, and the state after them.

    Raises IllegalBranch or AfterTheEnd.
    """
    events: list[LaterEvent] = []
    for number, move in enumerate(moves):
        if state.to_move is None:
            raise AfterTheEnd(number)
        try:
            event = decide(state, state.to_move, move)
        except IllegalMove as error:
            raise IllegalBranch(number, error.refusal) from None
        events.append(event)
        state = evolve(state, event)
    return events, state


def links(game: FinishedGame, log: Log, version: int) -> list[Link]:
    """Return the hash chain of the game up to a version, continued with the later events of `log`.

    The chain begins with the deal of the game even if `log` has another deck.
    """
    chain = game.links()[: version + 1]
    for event in log.later[version:]:
        chain.append(link(chain[-1].hash, document_of(event)))
    return chain
