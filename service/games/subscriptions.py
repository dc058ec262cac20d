"""Who waits for which game in this process, and the hints that wake them, whichever process the news comes from."""

import logging
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final
from uuid import UUID

import psycopg
from flask import Flask, current_app

from service.database import deadline
from service.database.deadline import DeadlineConnection
from service.games import publisher

__all__ = ["Ear", "Live", "Room", "TooManyStreams", "here", "init_app"]

POLL_S: Final = 2.0
"""How late news may come when every hint is lost."""

_GLANCE_S: Final = 0.25  # how often the listening thread sees whether the worker is to stop
_LINGER_S: Final = 30.0  # how long it listens on when nobody waits any more
_RETRY_S: Final = 1.0

_log = logging.getLogger(__name__)


class TooManyStreams(Exception):
    """This process has as many streams and long-polls as it may."""


class Room:
    """All in this process who wait for one game."""

    def __init__(self) -> None:
        self.ears: set[Ear] = set()
        self.newest = -2
        """The newest version that anyone here has heard of: -1 is the lobby, -2 nothing yet."""
        self.seated: object = None
        """Who sat in the lobby when the listening thread last looked."""
        self._reading = threading.Lock()
        self.readings: dict[object, Any] = {}
        """What was last read for all with the same eyes, so that it is read once however many wait."""

    @contextmanager
    def reads(self) -> Iterator[None]:
        """Read, one after the other; Unanswered for whoever's time is over before it is their turn."""
        if not self._reading.acquire(timeout=deadline.left_s()):
            raise deadline.Unanswered("Others were reading for too long")
        try:
            yield
        finally:
            self._reading.release()

    def tell(self, game_id: UUID, *, but: "Ear | None" = None) -> None:
        """Tell everybody here that the game may have news."""
        for ear in self.ears:
            if ear is not but:
                ear.tell(game_id)


class Ear:
    """One stream or long-poll: what it waits for, and the games of which it has heard since it last took note."""

    def __init__(self, live: "Live", account_id: UUID | None) -> None:
        self.account_id = account_id
        self.games: frozenset[UUID] = frozenset()
        self._live = live
        self._heard: set[UUID] = set()
        self._rung = threading.Event()

    def wait(self, timeout_s: float) -> bool:
        """Wait until there may be news, or all is to end; False when there was nothing in this time."""
        rung = self._rung.wait(timeout_s)
        if rung:
            self._rung.clear()
        return rung or self._live.deaf

    def heard(self) -> set[UUID]:
        """Return the games that may have news, and forget them."""
        with self._live.lock:
            heard, self._heard = self._heard, set()
        return heard

    def tell(self, game_id: UUID) -> None:
        """Say that a game may have news."""
        self._heard.add(game_id)
        self._rung.set()

    def ring(self) -> None:
        """End the waiting."""
        self._rung.set()

    def follow(self, games: Iterable[UUID]) -> None:
        """Wait for these games from now on, and for no others."""
        self._live.place(self, frozenset(games))

    def saw(self, game_id: UUID, version: int) -> None:
        """Note which version of a game was read: others who wait for it are told, if they were not yet."""
        self._live.note(game_id, version, by=self)

    def room(self, game_id: UUID) -> Room:
        """Return the room of a game that this ear waits for."""
        return self._live.room(game_id)

    @property
    def deaf(self) -> bool:
        """Whether nobody can tell this ear of news at the moment, so that it has to look for itself."""
        return self._live.deaf

    def must_end(self) -> bool:
        """Say whether the process is about to stop."""
        return self._live.leaving

    def close(self) -> None:
        """Wait for nothing any more."""
        self._live.dismiss(self)


class Live:
    """The ears of one process, and the one thread that listens for them.

    The thread has a connection of its own, made when the first ear is there: after a fork, never before it. It hears
    the hints of all processes, and asks every two seconds where the games stand for which somebody waits, in one
    statement for all of them, so that a lost hint costs two seconds and nothing else.
    """

    def __init__(self, url: str, max_streams: int, keep_alive_s: float) -> None:
        self.max_streams, self.keep_alive_s = max_streams, keep_alive_s
        self.serving: Callable[[], bool] = lambda: True
        """False once this process is to stop."""
        self.leaving = False
        """True once all streams are to end."""
        self._url = url
        self.lock = threading.Lock()  # nothing waits while it holds this
        self._ears: set[Ear] = set()
        self._rooms: dict[UUID, Room] = {}
        self._accounts: defaultdict[UUID, set[Ear]] = defaultdict(set)
        self._listening = False
        self._wanted_at = self._looked_at = 0.0

    @property
    def deaf(self) -> bool:
        """True when the listening thread has not been able to look for a while: then everyone looks for themselves."""
        return time.monotonic() - self._looked_at > 3 * POLL_S

    def ear(self, *games: UUID, account_id: UUID | None = None) -> Ear:
        """Return an ear for these games, or for whatever game an account plays in or is invited to; TooManyStreams."""
        ear = Ear(self, account_id)
        with self.lock:
            if len(self._ears) >= self.max_streams:
                raise TooManyStreams
            self._ears.add(ear)
            if account_id is not None:
                self._accounts[account_id].add(ear)
            to_start, self._listening = not self._listening, True
            if to_start:
                self._wanted_at = self._looked_at = time.monotonic()
        self.place(ear, frozenset(games))
        if self.leaving:
            ear.ring()
        if to_start:
            threading.Thread(target=self._listen, name="live", daemon=True).start()
        return ear

    def room(self, game_id: UUID) -> Room:
        """Return the room of a game for which an ear is there."""
        return self._rooms[game_id]

    def place(self, ear: Ear, games: frozenset[UUID]) -> None:
        """Put an ear into the rooms of these games, and out of all others."""
        with self.lock:
            if ear not in self._ears:
                return
            for game_id in games - ear.games:
                self._rooms.setdefault(game_id, Room()).ears.add(ear)
            self._take_out(ear, ear.games - games)
            ear.games = games

    def dismiss(self, ear: Ear) -> None:
        """Forget an ear."""
        with self.lock:
            if ear not in self._ears:
                return
            self._ears.remove(ear)
            self._take_out(ear, ear.games)
            if ear.account_id is not None:
                self._accounts[ear.account_id].discard(ear)
                if not self._accounts[ear.account_id]:
                    del self._accounts[ear.account_id]

    def note(self, game_id: UUID, version: int, *, by: Ear | None = None) -> None:
        """Note that a game has come to this version, and tell those who wait for it, if that is news."""
        with self.lock:
            room = self._rooms.get(game_id)
            if room is not None and version > room.newest:
                room.newest = version
                room.tell(game_id, but=by)

    def leave(self) -> None:
        """End all streams and long-polls, with a farewell."""
        with self.lock:
            self.leaving = True
            for ear in self._ears:
                ear.ring()

    def _take_out(self, ear: Ear, games: Iterable[UUID]) -> None:
        for game_id in games:
            room = self._rooms[game_id]
            room.ears.remove(ear)
            if not room.ears:
                del self._rooms[game_id]

    def _listen(self) -> None:
        """Listen for as long as there are ears; the one thread of this process that does."""
        while True:
            try:
                with DeadlineConnection.connect(self._url, autocommit=True, **_CONNECT) as connected:
                    connected.execute(f"listen {publisher.CHANNEL}")
                    while self._wanted():
                        self._look(connected)
                        self._hear(connected, time.monotonic() + POLL_S)
                return
            except Exception as error:  # whatever it is, there are streams that count on this thread
                if self._ears:
                    _log.warning("cannot listen: %s, streams that wait: %d", type(error).__name__, len(self._ears))
            retry_at = time.monotonic() + _RETRY_S
            while time.monotonic() < retry_at:
                time.sleep(_GLANCE_S)
                self._glance()
            if not self._wanted(linger_s=0):
                return

    def _wanted(self, linger_s: float = _LINGER_S) -> bool:
        """Say whether to listen on; after a no, the next ear starts another thread."""
        with self.lock:
            now = time.monotonic()
            if self._ears:
                self._wanted_at = now
            self._listening = now - self._wanted_at <= linger_s
            return self._listening

    def _glance(self) -> None:
        if not self.leaving and not self.serving():
            self.leave()

    def _hear(self, connected: psycopg.Connection, until: float) -> None:
        """Pass hints on as they come."""
        while (left := until - time.monotonic()) > 0:
            started, lobbies = [], []
            for hint in connected.notifies(timeout=min(left, _GLANCE_S), stop_after=1):
                with suppress(ValueError):  # said by somebody else
                    game_id, version = publisher.read(hint.payload)
                    self._hint(game_id, version)
                    if version == 0:
                        started.append(game_id)
                    elif version < 0:
                        lobbies.append(game_id)
            if started and self._accounts:
                self._tell_players(connected.execute(_SEATED, (started, list(self._accounts))))
            if lobbies and self._accounts:
                self._tell_players(connected.execute(_INVITED, (lobbies, list(self._accounts))))
            self._glance()

    def _hint(self, game_id: UUID, version: int) -> None:
        if version >= 0:
            self.note(game_id, version)
            return
        with self.lock:
            room = self._rooms.get(game_id)
            if room is not None and room.newest < 0:
                room.tell(game_id)

    def _look(self, connected: psycopg.Connection) -> None:
        """Ask where all games stand for which somebody waits."""
        since_s = time.monotonic() - self._looked_at + 10
        games, accounts = list(self._rooms), list(self._accounts)
        if games:
            for game_id, version, seated, idle in connected.execute(_STANDS, (games,)):
                self.note(game_id, version)
                self._compare(game_id, seated, idle)
        if accounts:
            self._tell_players(connected.execute(_MOVED, (since_s, accounts)))
            self._tell_players(connected.execute(_INVITED_LATELY, (since_s, accounts)))
        self._looked_at = time.monotonic()

    def _compare(self, game_id: UUID, seated: object, idle: bool) -> None:
        with self.lock:
            room = self._rooms.get(game_id)
            if room is not None and (idle or room.seated != seated):
                room.seated = seated
                room.readings.clear()  # of a game that has been idle for too long: who reads it now ends it
                room.tell(game_id)

    def _tell_players(self, rows: Iterable[tuple[UUID, UUID]]) -> None:
        with self.lock:
            for account_id, game_id in rows:
                for ear in self._accounts.get(account_id, ()):
                    if game_id not in ear.games:
                        ear.tell(game_id)


_CONNECT: Final[dict[str, Any]] = {
    "connect_timeout": 2,
    "prepare_threshold": None,
    "application_name": "hanabi live",
    "options": "-c lock_timeout=1s -c statement_timeout=3s",
    # A network that swallows everything is noticed within seconds.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
}

_STANDS: Final = """
    select g.game_id, g.version, s.seated,
           g.status = 'running' and g.moved_at + make_interval(secs => g.idle_limit_s) < now()
      from game g
      left join lateral (
           select array_agg(account_id order by seat) as seated
             from seat where game_id = g.game_id and g.status = 'open') s on true
     where g.game_id = any(%s)
"""

_SEATED: Final = "select account_id, game_id from seat where game_id = any(%s) and account_id = any(%s)"

_MOVED: Final = """
    select s.account_id, s.game_id
      from game g join seat s on s.game_id = g.game_id
     where g.status = 'running' and g.moved_at > now() - make_interval(secs => %s) and s.account_id = any(%s)
"""

_INVITED: Final = "select account_id, game_id from invitation where game_id = any(%s) and account_id = any(%s)"

_INVITED_LATELY: Final = """
    select account_id, game_id from invitation
     where made_at > now() - make_interval(secs => %s) and account_id = any(%s)
"""


def init_app(app: Flask, url: str, *, max_streams: int, keep_alive_s: float) -> None:
    """Give an app its ears; nothing is listened for before the first of them."""
    app.extensions["live"] = Live(url, max_streams, keep_alive_s)


def here() -> Live:
    """Return the ears of the app that serves this request."""
    live: Live = current_app.extensions["live"]
    return live
