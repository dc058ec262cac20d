"""Other moves from a version of a finished game, perhaps on another deck, played by the rules."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.cards import Card
from engine.codec import document_of
from engine.commands import Turn
from engine.decide import IllegalMove, Refusal, decide
from engine.events import LaterEvent, Log
from engine.fold import evolve, fold
from engine.proof.chain import Link, link
from engine.proof.deal import Numbers
from engine.reading.feed import feed, open_viewpoint
from engine.reading.replay import views as views_of
from engine.reading.sampled_deals import resampled
from engine.score import Result
from engine.state import State
from service.core.replays.finished_game import FinishedGame
from service.core.replays.replays import KnownHands, known_after
from service.core.tables.play import MAX_EVENTS
from service.core.tables.views import FeedEntry, Frames, entry_of, framed
from service.platform import yielding

__all__ = [
    "MAX_MOVES",
    "AfterTheEnd",
    "IllegalBranch",
    "Line",
    "LineReplay",
    "NoSuchBranchPoint",
    "OtherDeal",
    "known_hands",
    "links",
    "log",
    "play",
    "played",
    "start",
    "state",
]

MAX_MOVES: Final = 200
"""The maximum number of moves of a line: more turns than any game has."""
_PURPOSE: Final = b"hanabi/1 other deal"


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


class OtherDeal(NamedTuple):
    """A deck that a seat could not have distinguished from the game's where a line leaves it."""

    seat: int
    seed: int
    """Selects one of these decks; from 0 to 2 ** 31 - 1."""


class Line(NamedTuple):
    """Moves to be played from a version of a game."""

    version: int
    """The last version of the game that the line shares."""
    moves: tuple[Turn, ...]
    seat: int | None = None
    """The seat whose view the frames show; None for open hands."""
    deal: OtherDeal | None = None
    """None for the deck of the game."""


class LineReplay(NamedTuple):
    """What happens in a line. Nothing of it is stored."""

    line: Line
    names: tuple[str, ...]
    deck: tuple[Card, ...]
    entries: list[FeedEntry]
    """The events of the line with open hands. On another deck, those of the game come first, as they show its cards."""
    frames: Frames
    """The table after each of them."""
    result: Result | None
    """None if the line stops before the end of the game."""


def play(game: FinishedGame, line: Line) -> LineReplay:
    """Play a line. Raises NoSuchSeat, NoSuchBranchPoint, IllegalBranch or AfterTheEnd."""
    game.require_seat(line.seat)
    log, last = _log(game, line)
    since = line.version if line.deal is None else -1
    chain, palette = links(game, log, line.version), game.stored.rules.palette
    items = feed(log, open_viewpoint(game.stored.seats), since=since)
    times = [*game.stored.times[: line.version + 1], *([None] * len(line.moves))]
    views = list(yielding.steps(views_of(log, line.seat, since=since)))
    return LineReplay(
        line,
        game.names,
        log.cards,
        [entry_of(item, times[item.version], chain[item.version], palette) for item in items],
        framed(game.stored, [link.hash for link in chain[since + 1 :]], views),
        last.result,
    )


def known_hands(game: FinishedGame, line: Line, version: int) -> KnownHands:
    """Return what every player, or only the line's seat, could know at a version of a line.

    Raises NoSuchSeat, NoSuchBranchPoint, IllegalBranch or AfterTheEnd.
    """
    game.require_seat(line.seat)
    log, _ = _log(game, line)
    return known_after(game, log.until(version), line.seat)


def state(game: FinishedGame, line: Line, version: int) -> State:
    """Return the state at a version of a line. Raises NoSuchSeat, NoSuchBranchPoint, IllegalBranch or AfterTheEnd."""
    log, _ = _log(game, line)
    return fold(log.until(version))


def log(game: FinishedGame, line: Line) -> Log:
    """Return the events of a line and of the game before it.

    Raises NoSuchSeat, NoSuchBranchPoint, IllegalBranch or AfterTheEnd.
    """
    game.require_seat(line.seat)
    return _log(game, line)[0]


def _log(game: FinishedGame, line: Line) -> tuple[Log, State]:
    game.require_seat(None if line.deal is None else line.deal.seat, "deal_seat")
    so_far = start(game, line.version, len(line.moves), line.deal)
    events, last = played(fold(so_far), line.moves)
    return so_far._replace(later=[*so_far.later, *events]), last


def start(game: FinishedGame, version: int, moves: int, deal: OtherDeal | None) -> Log:
    """Return the log that a line with this number of moves continues, on its deck.

    Raises NoSuchBranchPoint if no such line can begin at this version.
    """
    last = min(len(game.log.events) - 2, MAX_EVENTS - 1 - moves)
    if version > last:
        raise NoSuchBranchPoint(last)
    so_far = game.until(version)
    if deal is None:
        return so_far
    return so_far._replace(deck=resampled(so_far, deal.seat, Numbers(_PURPOSE, deal.seed.to_bytes(4)).below))


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
