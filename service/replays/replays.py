"""Replays: the contents of a finished game, with every hand open."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import select

from engine.cards import Card, card_of
from engine.fold import fold
from engine.proof.record import Record, RecordedEvent, RecordedMessage, RecordedSeat
from engine.proof.record_json import sealed
from engine.proof.verify import Verification, verify
from engine.reading.analysis import Analysis, analyse
from engine.reading.feed import feed, open_viewpoint, seat_viewpoint
from engine.reading.knowledge import HandKnowledge, hindsight
from engine.reading.replay import Frame, frame
from engine.reading.replay import views as views_of
from engine.reading.view import View, open_view, seat_view
from engine.rules import Rules
from engine.score import Result
from service import ids, timestamps
from service.database.pool import session
from service.database.schema import Message
from service.games import event_store
from service.games.lookup import NoSuchVersion, NotFound
from service.games.views import FeedEntry, Frames, framed
from service.replays.finished_game import FinishedGame

__all__ = [
    "AnalysedGame",
    "KnownHands",
    "Replay",
    "Step",
    "analysed",
    "frames",
    "known",
    "position",
    "record",
    "replay",
    "step",
    "verified",
]


class Replay(NamedTuple):
    """A finished game with every hand open."""

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
    """One event of a replay and the table after it. Nothing in it depends on later events."""

    entry: FeedEntry
    frame: Frames
    names: tuple[str, ...]
    goes_on: bool
    """False for the last event."""


class KnownHands(NamedTuple):
    """What the holders of some hands could know at one version, and the open table of that version."""

    game_id: UUID
    view: View
    hands: tuple[HandKnowledge, ...]


class AnalysedGame(NamedTuple):
    """A finished game and its measures."""

    game_id: UUID
    analysis: Analysis


def replay(game: FinishedGame) -> Replay:
    """Return the replay of a game."""
    stored, at, chain = game.stored, event_store.times(game.game_id), game.links()
    assert stored.salt is not None  # every dealt game has one
    return Replay(
        game_id=game.game_id,
        sandbox=stored.sandbox,
        private=stored.private,
        source=stored.source,
        rules=stored.rules,
        names=game.names,
        bots=game.bots,
        starting_seat=game.deal.starting_seat,
        deck=tuple(map(card_of, game.log.deck)),
        salt=stored.salt,
        secret=stored.secret,
        head=stored.head,
        entries=[
            FeedEntry(item, at[item.version], chain[item.version])
            for item in feed(game.log, open_viewpoint(stored.seats))
        ],
        result=game.result(),
        created_at=stored.created_at,
        started_at=stored.started_at,
        finished_at=stored.finished_at,
    )


def frames(game: FinishedGame, seat: int | None = None) -> Frames:
    """Return the table after each event, open or as one seat saw it. Raises NoSuchSeat."""
    game.require_seat(seat)
    return framed(game.stored, game.heads(), views_of(game.log, seat))


def step(game: FinishedGame, version: int, seat: int | None = None) -> Step:
    """Return one event and the table after it, open or as one seat saw it.

    Nothing in it depends on later events. Raises NoSuchSeat or NoSuchVersion.
    """
    game.require_seat(seat)
    stored = game.stored
    if version >= len(game.log.events):
        raise NoSuchVersion
    # What a seat remembers of a clue depends on what it did later, so later events are cut off first.
    so_far = game.until(version)
    state = fold(so_far)
    (item,) = feed(
        so_far, open_viewpoint(stored.seats) if seat is None else seat_viewpoint(seat, stored.seats), since=version - 1
    )
    view = open_view(state) if seat is None else seat_view(state, seat)
    link = game.links()[version]
    return Step(
        FeedEntry(item, event_store.times(game.game_id)[version], link),
        framed(stored, [link.hash], [view]),
        game.names,
        state.ending is None,
    )


def known(game: FinishedGame, version: int, seat: int | None = None) -> KnownHands:
    """Return what each seat, or one seat, could know of its hand after an event.

    Raises NoSuchSeat, or NotFound for a version that the game does not have.
    """
    game.require_seat(seat)
    if version >= len(game.log.events):
        raise NotFound
    view = open_view(fold(game.until(version)))
    return KnownHands(game.game_id, view, tuple([hand for hand in hindsight(view) if seat in (None, hand.seat)]))


def position(game: FinishedGame, version: int, seat: int | None = None) -> Frame:
    """Return the table after one event, with the last turn.

    Raises NoSuchSeat, or NotFound for a version that the game does not have.
    """
    game.require_seat(seat)
    found = frame(game.log, version, seat)
    if found is None:
        raise NotFound
    return found


def analysed(game: FinishedGame) -> AnalysedGame:
    """Return the measures of a game, event by event."""
    at = event_store.times(game.game_id)
    return AnalysedGame(game.game_id, analyse(game.log, [_milliseconds(one) for one in at]))


def _milliseconds(at: datetime | None) -> int | None:
    return None if at is None else round(at.timestamp() * 1000)


def record(game: FinishedGame) -> Record:
    """Return the record of a game: everything that is stored about it, with its proof."""
    stored, at = game.stored, event_store.times(game.game_id)
    assert stored.salt is not None and stored.finished_at is not None
    events = [
        RecordedEvent(link.document, _written(at[version]), link.hash.hex())
        for version, link in enumerate(game.links())
    ]
    # The stored head, not the computed one: if the rows were altered, the two differ, and verification fails.
    events[-1] = events[-1]._replace(hash=stored.head.hex())
    said = session().scalars(select(Message).where(Message.game_id == game.game_id).order_by(Message.message_id))
    return sealed(
        Record(
            id=ids.render("g", game.game_id),
            sandbox=stored.sandbox,
            private=stored.private,
            idle_limit_s=stored.idle_limit_s,
            source=stored.source,
            seats=tuple([RecordedSeat(player.name, player.bot) for player in stored.players]),
            deck=game.log.deck,
            salt=stored.salt,
            secret=stored.secret,
            events=tuple(events),
            messages=tuple(
                [RecordedMessage(one.seat, one.remark, one.text, timestamps.rfc3339(one.at)) for one in said]
            ),
            result=game.result(),
            created_at=timestamps.rfc3339(stored.created_at),
            started_at=_written(stored.started_at),
            finished_at=timestamps.rfc3339(stored.finished_at),
            digest="",
        )
    )


def verified(game: FinishedGame) -> tuple[Record, Verification]:
    """Return the record of a game and its verification."""
    found = record(game)
    return found, verify(found)


def _written(at: datetime | None) -> str | None:
    return None if at is None else timestamps.rfc3339(at)
