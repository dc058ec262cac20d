"""Finished games as replays: the whole truth of a game, once it has ended."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import select

from engine.cards import Card, card_of
from engine.events import Log
from engine.fold import fold
from engine.proof.record import Record, RecordedEvent, RecordedMessage, RecordedSeat
from engine.proof.record_json import sealed
from engine.proof.verify import Verification, verify
from engine.reading.analysis import Analysis, analyse
from engine.reading.feed import all_eyes, feed, seat_eyes
from engine.reading.knowledge import HandKnowledge, hindsight
from engine.reading.replay import Frame, views
from engine.reading.replay import frame as frame_of
from engine.reading.view import View, open_view, seat_view
from engine.rules import Rules
from engine.score import Result
from service import ids, timestamps
from service.database.pool import session
from service.database.schema import Message
from service.games import event_store
from service.games.event_store import Stored
from service.games.play import FeedEntry, Frames, NoSuchSeat, NoSuchVersion, NotFound, framed, look
from service.identity.tokens import Caller

__all__ = [
    "Analysed",
    "Frames",
    "GameNotFinished",
    "Known",
    "NoSuchVersion",
    "Replay",
    "Step",
    "analysed",
    "finished",
    "framed",
    "frames",
    "known",
    "position",
    "record",
    "require_finished",
    "step",
    "verified",
    "whole",
]


class GameNotFinished(Exception):
    """The game goes on, so nobody gets its replay."""


class Replay(NamedTuple):
    """A finished game with everything open."""

    game_id: UUID
    sandbox: bool
    private: bool
    source: dict[str, Any] | None
    rules: Rules
    names: tuple[str, ...]
    bots: tuple[str | None, ...]
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


class Step(NamedTuple):
    """One event of a replay, the table after it, and whether the replay goes on: nothing that depends on what comes."""

    entry: FeedEntry
    frame: Frames
    names: tuple[str, ...]
    goes_on: bool


class Known(NamedTuple):
    """What the holders of some hands could know at one version, and the open table of that version."""

    game_id: UUID
    view: View
    hands: tuple[HandKnowledge, ...]


class Analysed(NamedTuple):
    """A finished game measured."""

    game_id: UUID
    analysis: Analysis


def finished(game_id: UUID, caller: Caller | None) -> Replay:
    """Return the replay of a game; NotFound, or GameNotFinished for one that is open or goes on."""
    stored, log = whole(game_id, caller)
    result = fold(log).result
    assert result is not None and stored.salt is not None  # it is finished
    at, chain = event_store.times(game_id), stored.links()
    return Replay(
        game_id,
        stored.sandbox,
        stored.private,
        stored.source,
        stored.rules,
        tuple([player.name for player in stored.players]),
        tuple([player.bot for player in stored.players]),
        log.deal.starting_seat,
        tuple(map(card_of, log.deck)),
        stored.salt,
        stored.secret,
        stored.head,
        [FeedEntry(item, at[item.version], chain[item.version]) for item in feed(log, all_eyes(stored.seats))],
        result,
        stored.created_at,
        stored.started_at,
        stored.finished_at,
    )


def frames(game_id: UUID, caller: Caller | None, seat: int | None = None) -> Frames:
    """Return the frames of a replay; NotFound, GameNotFinished, or NoSuchSeat."""
    stored, log = whole(game_id, caller)
    if seat is not None and seat >= stored.seats:
        raise NoSuchSeat(stored.seats)
    return framed(stored, [link.hash for link in stored.links()], views(log, seat))


def step(game_id: UUID, caller: Caller | None, version: int, seat: int | None = None) -> Step:
    """Return one event of a replay, with open hands or as one seat saw it, as if the game had come no further.

    NotFound, GameNotFinished, NoSuchSeat, or NoSuchVersion.
    """
    stored, log = whole(game_id, caller)
    if seat is not None and seat >= stored.seats:
        raise NoSuchSeat(stored.seats)
    if version >= len(log.events):
        raise NoSuchVersion
    # What a seat remembers of a clue depends on what it did since, so nothing that came later may be there.
    so_far = log.until(version)
    state = fold(so_far)
    (item,) = feed(so_far, all_eyes(stored.seats) if seat is None else seat_eyes(seat, stored.seats), since=version - 1)
    view = open_view(state) if seat is None else seat_view(state, seat)
    link = stored.links()[version]
    return Step(
        FeedEntry(item, event_store.times(game_id)[version], link),
        framed(stored, [link.hash], [view]),
        tuple([player.name for player in stored.players]),
        state.ending is None,
    )


def known(game_id: UUID, caller: Caller | None, version: int, seat: int | None = None) -> Known:
    """Return what every seat, or one, could know of its hand after an event.

    NotFound, also for a version that the game has not; GameNotFinished; NoSuchSeat.
    """
    stored, log = whole(game_id, caller)
    if seat is not None and seat >= stored.seats:
        raise NoSuchSeat(stored.seats)
    if version >= len(log.events):
        raise NotFound
    view = open_view(fold(log.until(version)))
    return Known(game_id, view, tuple([hand for hand in hindsight(view) if seat in (None, hand.seat)]))


def position(game_id: UUID, caller: Caller | None, version: int, seat: int | None = None) -> Frame:
    """Return one frame of a replay with its last turn.

    NotFound, also for a version that the game has not; GameNotFinished; NoSuchSeat.
    """
    stored, log = whole(game_id, caller)
    if seat is not None and seat >= stored.seats:
        raise NoSuchSeat(stored.seats)
    found = frame_of(log, version, seat)
    if found is None:
        raise NotFound
    return found


def require_finished(stored: Stored) -> None:
    """Raise GameNotFinished for a game that is open or goes on."""
    if stored.finished_at is None:
        raise GameNotFinished


def whole(game_id: UUID, caller: Caller | None) -> tuple[Stored, Log]:
    """Return a finished game and its log; NotFound, or GameNotFinished for one that is open or goes on."""
    stored = look(game_id, caller)
    if stored.log is None or stored.finished_at is None:
        raise GameNotFinished
    return stored, stored.log


def analysed(game_id: UUID, caller: Caller | None) -> Analysed:
    """Return a finished game measured event by event; NotFound, or GameNotFinished."""
    _, log = whole(game_id, caller)
    return Analysed(game_id, analyse(log, [_milliseconds(at) for at in event_store.times(game_id)]))


def _milliseconds(at: datetime | None) -> int | None:
    return None if at is None else round(at.timestamp() * 1000)


def record(game_id: UUID, caller: Caller | None) -> Record:
    """Return the record of a game, all there is to know of it; NotFound or GameNotFinished."""
    stored, log = whole(game_id, caller)
    result = fold(log).result
    assert result is not None and stored.salt is not None and stored.finished_at is not None  # it is finished
    at = event_store.times(game_id)
    events = [
        RecordedEvent(link.document, _written(at[version]), link.hash.hex())
        for version, link in enumerate(stored.links())
    ]
    events[-1] = events[-1]._replace(hash=stored.head.hex())  # as it was kept: other rows than those had another
    said = session().scalars(select(Message).where(Message.game_id == game_id).order_by(Message.message_id))
    return sealed(
        Record(
            ids.render("g", game_id),
            stored.sandbox,
            stored.private,
            stored.idle_limit_s,
            stored.source,
            tuple([RecordedSeat(player.name, player.bot) for player in stored.players]),
            log.deck,
            stored.salt,
            stored.secret,
            tuple(events),
            tuple([RecordedMessage(one.seat, one.remark, one.text, timestamps.written(one.at)) for one in said]),
            result,
            timestamps.written(stored.created_at),
            _written(stored.started_at),
            timestamps.written(stored.finished_at),
            digest="",
        )
    )


def verified(game_id: UUID, caller: Caller | None) -> tuple[Record, Verification]:
    """Return the record of a game and whether it is true; NotFound or GameNotFinished."""
    found = record(game_id, caller)
    return found, verify(found)


def _written(at: datetime | None) -> str | None:
    return None if at is None else timestamps.written(at)
