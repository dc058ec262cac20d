"""Other moves from a version of a finished game, perhaps on another deck, played by the rules."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.cards import Card
from engine.codec import document_of
from engine.commands import Turn
from engine.decide import IllegalMove, Refusal, decide
from engine.events import LaterEvent, Log
from engine.fold import evolve, fold
from engine.limits import MAX_EVENTS
from engine.proof.chain import Link, link
from engine.proof.deal import Numbers
from engine.proof.log_validation import IllegalLog, validated_steps
from engine.reading.feed import feed, open_viewpoint
from engine.reading.replay import views as views_of
from engine.reading.sampled_deals import resampled
from engine.score import Result
from engine.state import State
from service.core.replays.finished_game import FinishedGame
from service.core.replays.replays import KnownHands, known_after
from service.core.tables.lookup import NotFound
from service.core.tables.views import FeedEntry, Frames, entry_of, framed
from service.platform import yielding

MAX_MOVES: Final = 200
"""The maximum number of moves of a line: more turns than any game has."""
_PURPOSE: Final = b"hanabi/1 other deal"


class NoSuchStart(Exception):
    """A line cannot begin at this version. `last` is the last version at which it can."""

    def __init__(self, last: int) -> None:
        super().__init__(last)
        self.last = last


class IllegalLine(Exception):
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


class IllegalSwap(Exception):
    """With two cards swapped, the rules forbid what happened at this version of the game."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class NoSuchCard(Exception):
    """The deck does not have a card that a line swaps, or both are the same. `last` is its last one."""

    def __init__(self, last: int) -> None:
        super().__init__(last)
        self.last = last


class CardsOfSwap(NamedTuple):
    """Two places of the deck whose cards a line swaps. So one card changes, and the deck keeps its cards."""

    first: int
    second: int


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
    deal: OtherDeal | CardsOfSwap | None = None
    """None for the deck of the game."""


class LineReplay(NamedTuple):
    """What happens in a line."""

    names: tuple[str, ...]
    deck: tuple[Card, ...]
    entries: list[FeedEntry]
    """The events of the line with open hands. On another deck, those of the game come first, as they show its cards."""
    frames: Frames
    """The table after each of them."""
    result: Result | None
    """None if the line stops before the end of the game."""
    noticed: tuple[int | None, ...] | None
    """On another deck, the first version of the game at which each seat sees another table; None if it sees none."""


def play(game: FinishedGame, line: Line) -> LineReplay:
    """Play a line. Raises NoSuchSeat, NoSuchStart, IllegalLine or AfterTheEnd."""
    return replay(game, log(game, line), line.version, line.seat, is_dealt=line.deal is not None)


def swapped(deck: bytes, cards: Sequence[int]) -> bytes:
    """Return a deck with two of its cards swapped."""
    first, second = cards
    found = bytearray(deck)
    found[first], found[second] = deck[second], deck[first]
    return bytes(found)


def replay(game: FinishedGame, log: Log, version: int, seat: int | None, *, is_dealt: bool) -> LineReplay:
    """Return the replay of a line that left the game after a version, as a seat saw it. Raises NoSuchSeat.

    `is_dealt` is True for another deck than that of the game.
    """
    game.require_seat(seat)
    since = -1 if is_dealt else version
    chain, palette = _links(game, log, version), game.stored.rules.palette
    items = feed(log, open_viewpoint(game.stored.seats), since=since)
    times = [*game.stored.times[: version + 1], *([None] * len(log.later[version:]))]
    views = list(yielding.steps(views_of(log, seat, since=since)))
    return LineReplay(
        game.names,
        log.cards,
        [entry_of(item, times[item.version], chain[item.version], palette) for item in items],
        framed(game.stored, [link.hash for link in chain[since + 1 :]], views),
        fold(log).result,
        _noticed(game.until(version), log.until(version)) if is_dealt else None,
    )


def _noticed(log: Log, other: Log) -> tuple[int | None, ...]:
    """Return the first version at which each seat sees another table in one of two logs; None if it sees none."""
    return tuple(
        [
            next(
                (
                    version
                    for version, (one, two) in enumerate(zip(views_of(log, seat), views_of(other, seat), strict=True))
                    if one != two
                ),
                None,
            )
            for seat in range(log.deal.seats)
        ]
    )


def known_hands(game: FinishedGame, line: Line, version: int) -> KnownHands:
    """Return what every player, or only the line's seat, could know at a version of a line.

    Raises NotFound, and what `log` raises.
    """
    return known_after(game, until(game, line, version), line.seat)


def until(game: FinishedGame, line: Line, version: int) -> Log:
    """Return the events up to a version of a line. Raises NotFound, and what `log` raises."""
    found = log(game, line)
    if version >= len(found.events):
        raise NotFound
    return found.until(version)


def log(game: FinishedGame, line: Line) -> Log:
    """Return the events of a line and of the game before it.

    Raises NoSuchSeat, NoSuchStart, NoSuchCard, IllegalSwap, IllegalLine or AfterTheEnd.
    """
    game.require_seat(line.seat)
    game.require_seat(line.deal.seat if isinstance(line.deal, OtherDeal) else None, "deal_seat")
    so_far = _start(game, line)
    return so_far._replace(later=[*so_far.later, *_played(fold(so_far), line.moves)])


def _start(game: FinishedGame, line: Line) -> Log:
    """Return the log that a line continues, on its deck. Raises NoSuchStart, NoSuchCard or IllegalSwap."""
    last = min(len(game.log.events) - 2, MAX_EVENTS - 1 - len(line.moves))
    if line.version > last:
        raise NoSuchStart(last)
    so_far = game.until(line.version)
    if line.deal is None:
        return so_far
    if isinstance(line.deal, CardsOfSwap):
        if max(line.deal) >= len(so_far.deck) or line.deal.first == line.deal.second:
            raise NoSuchCard(len(so_far.deck) - 1)
        return _with_other_cards(so_far, swapped(so_far.deck, line.deal))
    seat, seed = line.deal
    return so_far._replace(deck=resampled(so_far, seat, Numbers(_PURPOSE, seed.to_bytes(4)).below))


def _with_other_cards(log: Log, deck: bytes) -> Log:
    """Return the same events on another deck. Raises IllegalSwap if the rules forbid one of them there."""
    other = log._replace(deck=deck)
    try:
        *_, last = validated_steps(other)
    except IllegalLog as error:
        raise IllegalSwap(error.version) from None
    if last.ending is not None:
        raise IllegalSwap(last.version)
    return other


def _played(state: State, moves: Sequence[Turn]) -> Iterator[LaterEvent]:
    """Yield the events of moves, each by the seat to move. Raises IllegalLine or AfterTheEnd."""
    for number, move in enumerate(moves):
        if state.to_move is None:
            raise AfterTheEnd(number)
        try:
            event = decide(state, state.to_move, move)
        except IllegalMove as error:
            raise IllegalLine(number, error.refusal) from None
        yield event
        state = evolve(state, event)


def _links(game: FinishedGame, log: Log, version: int) -> list[Link]:
    """Return the hash chain of the game up to a version, continued with the later events of `log`.

    The chain begins with the deal of the game even if `log` has another deck.
    """
    chain = game.links()[: version + 1]
    for event in log.later[version:]:
        chain.append(link(chain[-1].hash, document_of(event)))
    return chain
