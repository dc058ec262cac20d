"""Event streams (Server-Sent Events): what goes over an open connection, frame by frame."""

import random
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple, Protocol
from uuid import UUID

import orjson
import psycopg
import sqlalchemy.exc
from flask import Flask

from engine.proof.chain import GENESIS
from engine.reading.view import bare_view
from service import ids, timestamps
from service.database import pool
from service.games import lobby, play, turn_overview
from service.games.lobby import OpenInvitation
from service.games.play import NotFound, Table
from service.games.subscriptions import Ear
from service.games.turn_overview import Standing
from service.http.wire import render
from service.identity.tokens import Caller

__all__ = [
    "EVENT_STREAM",
    "AccountStream",
    "GameStream",
    "Onlooker",
    "Reading",
    "Stream",
    "flow",
    "invitation",
    "read",
    "standing",
]

EVENT_STREAM: Final = "text/event-stream"

_RETRY_S: Final = 2.0

_GREETING: Final = b"retry: 2000\n\n"
_COMMENT: Final = b":\n\n"


class Reading(NamedTuple):
    """The events above version `since` as somebody saw them, each in the bytes that all forms of the answer share."""

    since: int
    items: list[tuple[int, bytes]]
    """Version and JSON."""
    version: int
    ended: bool


def read(game_id: UUID, caller: Caller | None, since: int, language: str) -> Reading:
    """Return the events above version `since` as the caller saw them; NotFound."""
    feed = play.events(game_id, caller, since)
    # Copied, since they are kept while anybody waits: orjson leaves 4 KB behind the bytes that it writes.
    items = [
        (one.item.version, bytes(memoryview(orjson.dumps(render.entry(one, feed.names, language)))))
        for one in feed.entries
    ]
    return Reading(since, items, feed.version, feed.ended)


class Onlooker:
    """A caller who waits for news of a game; what is read for one is read for all who have the same eyes."""

    def __init__(self, ear: Ear, game_id: UUID, caller: Caller | None, language: str) -> None:
        self._ear, self._game_id, self._caller, self._language = ear, game_id, caller, language
        self._eyes: tuple[int | None, str] | None = None
        """Seat and language; None while the game is open, because seats still change hands."""

    def table(self) -> Table:
        """Return what the caller gets of the game; NotFound."""
        table = play.table(self._game_id, self._caller)
        self._eyes = None if table.view.version < 0 else (table.view.viewer, self._language)
        self._ear.saw(self._game_id, table.view.version)
        return table

    def events(self, since: int) -> Reading:
        """Return the events above version `since` as the caller saw them; NotFound."""
        if self._eyes is None:
            self.table()
        if self._eyes is None:
            return Reading(since, [], -1, ended=False)
        room = self._ear.room(self._game_id)
        with room.reads():
            held: Reading | None = room.readings.get(self._eyes)
            if held is None or held.since > since or held.version < room.newest or self._ear.deaf:
                held = room.readings[self._eyes] = read(self._game_id, self._caller, since, self._language)
        self._ear.saw(self._game_id, held.version)
        return held._replace(since=since, items=[item for item in held.items if item[0] > since])


class Stream(Protocol):
    """What can be told over an open connection."""

    over: bool
    """True once there is nothing more to tell."""

    def news(self) -> bytes:
        """Return the frames of what has happened since the last call, perhaps none."""


class GameStream:
    """A game as its caller sees it: a snapshot where there is nothing to go on from, then every event once."""

    def __init__(self, onlooker: Onlooker, language: str) -> None:
        self.over = False
        self._onlooker, self._language = onlooker, language
        self._seen = -1
        self._lobby = b""
        """The snapshot that was sent last of a game that has not started."""

    def begin(self, since: int | None) -> bytes | None:
        """Return the first frames: what came after version `since`, or a snapshot; NotFound.

        A version that the game has not come to says nothing, so it gets a snapshot too. None when the game has ended
        and its last event is not news.
        """
        table = self._onlooker.table()
        view = table.view
        if since is not None and since <= view.version:
            if view.result is not None and since == view.version:
                return None
            self._seen = since
            return self.news()
        if view.version < 0:
            return self.news()
        self._seen = view.version
        snapshot = _frame("snapshot", self._view(table), view.version)
        return snapshot + (self.news() if view.result is not None else b"")

    def news(self) -> bytes:
        """Return the frames of what has happened since the last call; after the last event comes `end`."""
        # Everything is read before anything counts as told, and the table last: a game with events has all its seats.
        reading = self._onlooker.events(self._seen)
        table = self._onlooker.table() if self._seen < 0 else None
        frames = [] if table is None else [self._before_the_deal(table)]
        frames += [_frame("event", item, version) for version, item in reading.items]
        self._seen = max(self._seen, reading.version)
        if reading.ended:
            self.over = True
            frames.append(_frame("end", orjson.dumps({"version": self._seen}), self._seen))
        return b"".join(frames)

    def _before_the_deal(self, table: Table) -> bytes:
        """The lobby, if it has changed: a game that has just started is shown once more with its seats filled."""
        view = table.view
        lobby = self._view(table._replace(head=GENESIS, view=bare_view(view.rules, view.seats, view.viewer)))
        if lobby == self._lobby:
            return b""
        self._lobby = lobby
        return _frame("snapshot", lobby, -1)

    def _view(self, table: Table) -> bytes:
        return orjson.dumps(render.table(table, self._language))


class AccountStream:
    """The games of one account: first those that are running and those that it is invited to, then each invitation,
    each start, each turn that is theirs, each end."""

    def __init__(self, ear: Ear, account_id: UUID) -> None:
        self.over = False
        self._ear, self._account_id = ear, account_id
        self._running: dict[UUID, int] = {}
        """By game: the last turn that was told to be theirs; -1 for none."""
        self._invited: dict[UUID, datetime] = {}
        """The open invitations that were told, by game, and when they expire."""
        self._to_read: set[UUID] = set()

    def begin(self) -> bytes:
        """Return the frames of the present state, closed by `ready`."""
        found = turn_overview.running(self._account_id)
        frames = [self._told("running", one) for one in found]
        frames += self._invitations(lobby.invitations_of(self._account_id))
        # What happened before the ear was in these rooms is found by reading them once more.
        self._to_read.update(self._running)
        self._ear.follow(self._running)
        self._ear.ring()
        return b"".join([*frames, _frame("ready", orjson.dumps({"running": len(found)}))])

    def news(self) -> bytes:
        """Return the frames of what has happened since the last call."""
        self._to_read |= self._ear.heard()
        if self._ear.deaf:
            self._to_read.update(self._running, (one.game_id for one in turn_overview.running(self._account_id)))
        if not self._to_read and not self._ear.deaf:
            return b""
        if not self._to_read <= self._ear.games:
            self._ear.follow(self._ear.games | self._to_read)
        found = [self._read(game_id) for game_id in sorted(self._to_read)]
        new_to_it = self._ear.deaf or not self._to_read <= self._running.keys()
        invited = lobby.invitations_of(self._account_id) if new_to_it else None
        self._to_read.clear()
        frames = b"".join([self._change(now) for now in found if now is not None])
        if invited is not None:
            frames += b"".join(self._invitations(invited))
        if len(self._running) < len(self._ear.games):
            self._ear.follow(self._running)
        return frames

    def _read(self, game_id: UUID) -> Standing | None:
        """Read where a game stands, once for all streams of this account."""
        room = self._ear.room(game_id)
        with room.reads():
            held: Standing | None = room.readings.get(self._account_id)
            if held is None or held.version < room.newest or self._ear.deaf:
                held = room.readings[self._account_id] = turn_overview.of_game(self._account_id, game_id)
        return held

    def _change(self, now: Standing) -> bytes:
        self._ear.saw(now.game_id, now.version)
        told = self._running.get(now.game_id)
        if now.status == "ended":
            if told is None:
                return b""
            del self._running[now.game_id]
            return _frame("ended", orjson.dumps(standing(now)))
        frames = b"" if told is not None else self._told("started", now)
        if now.your_turn and (told is None or now.turn > told):
            frames += self._told("your-turn", now)
        return frames

    def _invitations(self, found: list[OpenInvitation]) -> list[bytes]:
        """Return a frame for each that was not told yet; the others are forgotten, so that they are told again."""
        told, self._invited = self._invited, {one.game_id: one.expires_at for one in found}
        news = [one for one in found if told.get(one.game_id) != one.expires_at]
        return [_frame("invited", orjson.dumps(invitation(one))) for one in news]

    def _told(self, name: str, now: Standing) -> bytes:
        self._running[now.game_id] = now.turn if now.your_turn else self._running.get(now.game_id, -1)
        return _frame(name, orjson.dumps(standing(now)))


def flow(
    app: Flask, stream: Stream, ear: Ear, first: bytes, *, keep_alive_s: float, welcome: Callable[[], bool]
) -> Iterator[bytes]:
    """Yield the frames of a stream as they come, and a comment where there are none for a while.

    `welcome` says whether the caller may still listen: it is asked as often as a comment would be sent. When the
    database does not answer, the stream stays and asks again.
    """
    try:
        yield _GREETING + first
        first = b""  # a stream is there for hours
        told_at = asked_at = time.monotonic()
        behind = False
        while not stream.over:
            if ear.must_end():
                yield _bye("restart")
                return
            quiet_s = told_at + keep_alive_s - time.monotonic()
            behind |= ear.wait(_RETRY_S if behind else max(quiet_s, 0))
            if ear.must_end():
                continue
            frames, stays = b"", True
            try:
                with app.app_context():
                    if time.monotonic() - asked_at >= keep_alive_s:
                        stays, asked_at = welcome(), time.monotonic()
                    if behind and stays:
                        frames, behind = stream.news(), False
            except (psycopg.Error, sqlalchemy.exc.SQLAlchemyError) as error:
                if not pool.will_pass(error):
                    raise
                behind = True
            except NotFound:  # a private game whose seat the caller has given back
                yield _bye("gone")
                return
            if not stays:
                yield _bye("token")
                return
            if frames or time.monotonic() - told_at >= keep_alive_s:
                told_at = time.monotonic()
                yield frames or _COMMENT
    finally:
        ear.close()


def standing(now: Standing) -> dict[str, Any]:
    """Return where a game stands, as one of its players is told."""
    return {
        "game": ids.render("g", now.game_id),
        "status": now.status,
        "version": now.version,
        "turn": now.turn,
        "seat": now.seat,
        "to_move": now.to_move,
        "your_turn": now.your_turn,
    }


def invitation(one: OpenInvitation) -> dict[str, Any]:
    """Return an open invitation, as the account is told that is invited."""
    return {
        "game": ids.render("g", one.game_id),
        "status": "open",
        "invited_by": one.invited_by,
        "expires_at": timestamps.rfc3339(one.expires_at),
    }


def _frame(name: str, data: bytes, version: int | None = None) -> bytes:
    numbered = b"" if version is None else b"id: %d\n" % version
    return b"event: %s\n%sdata: %s\n\n" % (name.encode(), numbered, data)


def _bye(reason: str) -> bytes:
    # All streams of a worker end in the same moment; their clients should not come back in the same one.
    return b"retry: %d\n%s" % (random.randrange(500, 3000), _frame("bye", orjson.dumps({"reason": reason})))
