"""Replays of finished games: events, frames and records."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import select

from engine.cards import Card
from engine.clock import Clock, clocks_of
from engine.events import GameDealt, Log, TurnTaken
from engine.fold import fold
from engine.proof.record import Record, RecordedMessage
from engine.proof.record_json import sealed
from engine.reading.feed import feed, open_viewpoint
from engine.reading.knowledge import HandKnowledge, hindsight
from engine.reading.replay import Frame, frame
from engine.reading.replay import frames as frames_of
from engine.reading.replay import views as views_of
from engine.reading.view import View, open_view
from engine.score import Result
from service.core.replays.finished_game import FinishedGame
from service.core.tables import record_signing
from service.core.tables.lookup import NotFound, existing
from service.core.tables.setting import TableSetting
from service.core.tables.stored_game import Player
from service.core.tables.tables import Message
from service.core.tables.views import FeedEntry, Frames, entry_of, framed
from service.platform import timestamps, yielding
from service.platform.database.pool import session


class Replay(NamedTuple):
    """A finished game with all hands open."""

    game_id: UUID
    setting: TableSetting
    private: bool
    source: dict[str, Any] | None
    players: tuple[Player, ...]
    banks: list[tuple[int, ...]] | None
    """By version and seat: the milliseconds left on the clock; None for a game without one."""
    starting_seat: int
    deck: tuple[Card, ...]
    salt: bytes
    secret: bytes | None
    head: bytes
    entries: list[FeedEntry]
    result: Result
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None

    @property
    def names(self) -> tuple[str | None, ...]:
        """The players' names, by seat."""
        return tuple([player.name for player in self.players])


class Step(NamedTuple):
    """One event of a replay, and the table after it.

    It does not depend on later events.
    """

    entry: FeedEntry
    frame: Frames
    names: tuple[str, ...]


class KnownHands(NamedTuple):
    """What players could know about their hands at a version.

    `view` is the table at that version with all hands open.
    """

    game_id: UUID
    view: View
    hands: tuple[HandKnowledge, ...]


def replay(game: FinishedGame) -> Replay:
    """Return the replay of a game."""
    stored, chain = game.stored, game.links()
    assert stored.salt is not None  # every dealt game has a salt
    return Replay(
        game_id=game.game_id,
        setting=stored.setting._replace(pace=game.deal.pace),  # an imported game has it in its deal alone
        private=stored.private,
        source=stored.source,
        players=game.players,
        banks=None if game.deal.pace is None else [clock.banks for clock in _clocks(game)],
        starting_seat=game.deal.starting_seat,
        deck=game.log.cards,
        salt=stored.salt,
        secret=stored.secret,
        head=stored.head,
        entries=[
            entry_of(item, stored.times[item.version], chain[item.version], stored.rules.palette)
            for item in feed(game.log, open_viewpoint(stored.seats))
        ],
        result=game.result(),
        created_at=stored.created_at,
        started_at=stored.started_at,
        finished_at=stored.finished_at,
    )


def _clocks(game: FinishedGame) -> Iterator[Clock]:
    """Return the clock after each event; nothing for a game without one."""
    times = [timestamps.milliseconds(time) for time in game.stored.times if time is not None]
    return clocks_of(game.deal, game.log.later, times)


def frames(game: FinishedGame, seat: int | None = None) -> Frames:
    """Return the table after each event. Raises NoSuchSeat.

    With `seat`, return what that seat saw; otherwise all hands are open.
    """
    game.require_seat(seat)
    return framed(game.stored, game.heads(), list(yielding.steps(views_of(game.log, seat))))


def known_hands(game: FinishedGame, version: int, seat: int | None = None) -> KnownHands:
    """Return what every player could know about their hand at a version.

    With `seat`, return it only for that seat.

    Raises NoSuchSeat, or NotFound for a version that the game does not have.
    """
    game.require_seat(seat)
    if version >= len(game.log.events):
        raise NotFound
    return known_after(game, game.until(version), seat)


def known_after(game: FinishedGame, log: Log, seat: int | None = None) -> KnownHands:
    """Return what every player, or only `seat`, could know about their hand after these events."""
    view = open_view(fold(log))
    return KnownHands(game.game_id, view, tuple([hand for hand in hindsight(view) if seat in (None, hand.seat)]))


def position(game: FinishedGame, version: int, seat: int | None = None) -> Frame:
    """Return the table after one event, with the last turn.

    With `seat`, return what that seat saw; otherwise all hands are open.

    Raises NoSuchSeat, or NotFound for a version that the game does not have.
    """
    game.require_seat(seat)
    found = existing(frame(game.log, version, seat))
    return found


def turns(game: FinishedGame, seat: int | None, most: int) -> Iterator[Frame]:
    """Yield the table after the deal and after each turn, and at the end.

    A game with more than `most` turns leaves some out at equal intervals. With `seat`, the table is what that seat
    saw; otherwise all hands are open. Raises NoSuchSeat.
    """
    game.require_seat(seat)
    versions = versions_of_turns(game.log)
    if versions[-1] != len(game.log.events) - 1:
        versions.append(len(game.log.events) - 1)
    shown = set(thinned(versions, most))
    for number, found in enumerate(yielding.steps(frames_of(game.log, seat))):
        if number in shown:
            yield found


def versions_of_turns(log: Log) -> list[int]:
    """Return the version of the deal and of each turn, by the number of turns taken."""
    return [n for n, event in enumerate(log.events) if isinstance(event, TurnTaken | GameDealt)]


def thinned(versions: Sequence[int], most: int) -> list[int]:
    """Return at most `most` of the versions at equal intervals, with the first and the last. `most` is at least 2."""
    step = max(1, -(-(len(versions) - 1) // (most - 1)))
    return [*versions[:-1:step], versions[-1]]


def record(game: FinishedGame) -> Record:
    """Return the record of a game: its events, deck, messages, result, the proof and the signature.

    It contains no notes, comments or lines. The record of an imported record contains the times that were claimed
    there.
    """
    core = record_signing.frozen(game.game_id) if game.stored.is_timed else None
    messages = session().scalars(select(Message).where(Message.game_id == game.game_id).order_by(Message.message_id))
    said = [RecordedMessage(row.seat, row.remark, row.text, timestamps.rfc3339(row.at)) for row in messages]
    found = record_signing.record_of(game.stored)
    return sealed(found._replace(messages=tuple(said), signature=None if core is None else core.signature))
