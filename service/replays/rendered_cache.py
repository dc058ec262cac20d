"""Finished bytes of answers about finished games: made once, kept packed.

They are no second truth: a rendition can be thrown away at any time and is made again from the log. Only an ended game,
which nothing changes any more, has any, and each is kept under a name that holds everything it depends on beside the
game: what it is, for which seat, in which language and media type, and the number of the code that renders it.
"""

import gzip
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Literal, NamedTuple
from uuid import UUID

from service import ids
from service.database.pool import connection
from service.games import event_store
from service.games.lookup import NotFound, require_visible
from service.identity.tokens import Caller

__all__ = ["Keeping", "Key", "Rendition", "forget", "near", "plain", "read"]

Keeping = Literal["for all", "here", "with names"]
"""Where a rendition is kept.

"for all": in the database too, so that each process need not make it: a whole game's frames, an analysis.
"here": in this process alone, for what is small, many of its kind, or quickly made: one frame, one picture.
"with names": in this process alone, and under the game's revision, which counts renamed and deleted players; for what
holds their names, which must not outlive them anywhere.
"""

_ROOM: Final = 24 * 1024 * 1024
"""Bytes of renditions in one process: with them a worker that has been asked for everything stays under 150 MB."""
_ENTRY: Final = 1024
"""What is counted for an entry beside its bytes: its names and its place."""
_ROOM_FOR_ALL: Final = 1024 * 1024 * 1024
"""Bytes of renditions in the database that `forget` leaves."""
_KEPT_DAYS: Final = 30


Key = tuple[UUID, str]
"""The game, and the name."""


class Rendition(NamedTuple):
    """An answer's bytes."""

    key: Key
    private: bool
    packed: bytes
    """By gzip."""
    tag: str
    """Another for any other packed bytes."""


def read(
    game_id: UUID, caller: Caller | None, name: str, make: Callable[[], bytes], keeping: Keeping = "for all"
) -> Rendition:
    """Return a rendition that the caller may read; `make` is called unless it is kept.

    `make` has to look at the game as the caller: NotFound, WrongGame or GameNotFinished are its to raise. A rendition
    that this process has of a public game costs no statement, since such a game never becomes private again.
    """
    if keeping == "with names":
        return _read_with_names(game_id, caller, name, make)
    near = _shelf.rendition((game_id, name))
    if near is not None:
        require_visible(
            game_id, caller, private=near.private, has_access=not near.private or _has_seat(game_id, caller)
        )
        return near
    private, packed = False, None
    with connection() as db:
        row = db.execute(
            """select g.private, s.seat, r.packed
                 from game g
                 left join seat s on s.game_id = %(game_id)s and s.account_id = %(account_id)s
                 left join rendition r on r.game_id = %(game_id)s and r.name = %(name)s
                where g.game_id = %(game_id)s""",
            {"game_id": game_id, "account_id": caller.account_id if caller else ids.NOBODY, "name": name},
            binary=True,
        ).fetchone()
    if row is not None:
        private, seat, packed = row
        require_visible(game_id, caller, private=private, has_access=seat is not None)
    if packed is not None:
        return _shelf.put((game_id, name), packed, private=private)
    packed = _packed(make())
    if keeping == "for all":
        with connection() as db:
            db.execute(
                "insert into rendition (game_id, name, packed) values (%s, %s, %s) on conflict do nothing",
                (game_id, name, packed),
            )
    return _shelf.put((game_id, name), packed, private=private)


def near(key: Key, tag: str) -> Rendition | None:
    """Return a rendition of these very bytes if this process still has it, whoever may read it."""
    found = _shelf.rendition(key)
    return found if found is not None and found.tag == tag else None


def plain(rendition: Rendition) -> bytes:
    """Return a rendition's bytes as they were before they were packed."""
    return _shelf.plain(rendition)


def forget(rendering: int) -> int:
    """Drop renditions of other code than this number's, old ones, and the oldest where all take too much room."""
    with connection() as db:
        return db.execute(
            """delete from rendition
                where (game_id, name) in (
                      select game_id, name
                        from (select game_id, name, made_at,
                                     sum(octet_length(packed)) over (order by made_at desc, game_id, name) as room
                                from rendition) kept
                       where room > %s or made_at < now() - make_interval(days => %s) or not starts_with(name, %s))""",
            (_ROOM_FOR_ALL, _KEPT_DAYS, f"{rendering}/"),
        ).rowcount


def _read_with_names(game_id: UUID, caller: Caller | None, name: str, make: Callable[[], bytes]) -> Rendition:
    found = event_store.summary(game_id, None if caller is None else caller.account_id)
    if found is None:
        raise NotFound
    require_visible(game_id, caller, private=found.private, has_access=found.seat is not None)
    key = game_id, f"{name}/{found.revision}"
    return _shelf.rendition(key) or _shelf.put(key, _packed(make()), private=found.private)


def _has_seat(game_id: UUID, caller: Caller | None) -> bool:
    found = None if caller is None else event_store.summary(game_id, caller.account_id)
    return found is not None and found.seat is not None


def _packed(content: bytes) -> bytes:
    return gzip.compress(content, 6, mtime=0)


class _Shelf:
    """The renditions of this process, packed and where asked for plain; what was not read for longest goes first."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._lock = threading.Lock()
        self._packed: OrderedDict[Key, tuple[Rendition, bytes | None]] = OrderedDict()
        self._filled = 0

    def rendition(self, key: Key) -> Rendition | None:
        with self._lock:
            found = self._packed.get(key)
            if found is None:
                return None
            self._packed.move_to_end(key)
            return found[0]

    def put(self, key: Key, packed: bytes, *, private: bool) -> Rendition:
        rendition = Rendition(key, private, packed, hashlib.sha256(packed).hexdigest()[:32])
        self._set(rendition, None)
        return rendition

    def plain(self, rendition: Rendition) -> bytes:
        with self._lock:
            found = self._packed.get(rendition.key)
        if found is not None and found[0].tag == rendition.tag and found[1] is not None:
            return found[1]
        unpacked = gzip.decompress(rendition.packed)
        self._set(rendition, unpacked)
        return unpacked

    def _set(self, rendition: Rendition, unpacked: bytes | None) -> None:
        with self._lock:
            self._drop(self._packed.pop(rendition.key, None))
            self._packed[rendition.key] = rendition, unpacked
            self._filled += _ENTRY + len(rendition.packed) + len(unpacked or b"")
            while self._filled > self._room:
                self._drop(self._packed.popitem(last=False)[1])

    def _drop(self, gone: tuple[Rendition, bytes | None] | None) -> None:
        if gone is not None:
            self._filled -= _ENTRY + len(gone[0].packed) + len(gone[1] or b"")


_shelf: Final = _Shelf(_ROOM)
