"""Cache of rendered responses about finished games, in memory and in Postgres.

A finished game never changes, so a response about it is rendered once and stored as gzip. The key of a response is the
game and a name. The name contains everything else that the response depends on: its subject, the seat, the language,
the media type and the version of the rendering (`service.core.links`). Any cached response can be dropped at
any time; it is then rendered again.
"""

import gzip
import hashlib
import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Literal, NamedTuple
from uuid import UUID

from service.core.people.tokens import Caller
from service.core.replays import finished_game
from service.core.replays.finished_game import FinishedGame
from service.core.tables import deck_knowledge, game_summary
from service.core.tables.game_summary import GameSummary
from service.core.tables.lookup import NotFound, existing, require_visible, viewer_of
from service.core.tables.sql_conditions import IS_PRIVATE
from service.platform import yielding
from service.platform.database.pool import connection, execute, fetch_one

Scope = Literal["database", "process", "revision"]
"""Where a response is cached.

"database": in this process, and in Postgres for all processes. For responses that are slow to render, such as all
frames of a game, or an analysis.
"process": only in this process. For responses that are small, fast to render, or one of many, such as one frame.
"revision": only in this process, by the revisions of the game and of the players' accounts. For responses with names,
since an account's revision changes when it is renamed or deleted.
"""

_MEMORY_BYTES: Final = 24 * 1024 * 1024
"""The maximum size of the cache in memory. A worker with a full cache uses less than 150 MB."""
_ENTRY_BYTES: Final = 1024
"""The estimated size of a cache entry without its content."""
_DATABASE_BYTES: Final = 1024 * 1024 * 1024
"""The maximum size of the cache in Postgres after `forget`."""
_MAX_AGE_DAYS: Final = 30
RECHECK_S: Final = 2.0
"""For so many seconds, responses in memory about a public game are sent without checking that it is still public."""

_GZIP: Final = 31  # zlib's number for gzip with the largest window
_PIECE_BYTES: Final = 128 * 1024
"""The number of bytes that are compressed without giving way."""

Key = tuple[UUID, str]
"""The game, and the name of the response."""


class RenderedAnswer(NamedTuple):
    """The compressed body of a response."""

    key: Key
    private: bool
    imported: bool
    """An imported game can be deleted."""
    packed: bytes
    """The body as gzip."""
    tag: str
    """A hash of `packed`, for the ETag."""
    public_until: float
    """When to check again that a public game is still public, by the monotonic clock."""


def read(
    game_id: UUID,
    caller: Caller | None,
    name: str,
    make: Callable[[FinishedGame], bytes],
    scope: Scope = "database",
    on_miss: Callable[[], None] = lambda: None,
) -> RenderedAnswer:
    """Return a response as `_read` does, and note that the caller has read the game."""
    found = _read(game_id, caller, name, make, scope, on_miss)
    deck_knowledge.note(game_id, caller)
    return found


def _read(
    game_id: UUID,
    caller: Caller | None,
    name: str,
    make: Callable[[FinishedGame], bytes],
    scope: Scope,
    on_miss: Callable[[], None],
) -> RenderedAnswer:
    """Return a response from the cache, or render it.

    The caller's permission is checked on every call. On a cache miss, `on_miss` is called, and the game is loaded and
    passed to `make`. For a response in memory about a game that was public less than RECHECK_S ago, no statement is
    executed. A moderator who hides the game makes it private. An imported game can be deleted, so it is checked each
    time.

    Raises NotFound, WrongGame, GameNotFinished, and the errors of `on_miss` and `make`.
    """
    if scope == "revision":
        return _read_by_revision(game_id, caller, name, make, on_miss)
    cached = _memory.get((game_id, name))
    if cached is not None and not (cached.private or cached.imported) and time.monotonic() < cached.public_until:
        require_visible(game_id, caller, private=False, hidden=False, has_access=True)
        return cached
    viewer = viewer_of(game_id, caller)
    row = fetch_one(
        f"""select {IS_PRIVATE} as private, g.hidden, g.source is not null, r.packed
             from game g
             left join seat s on s.game_id = %(game_id)s and s.account_id = %(account_id)s
             left join rendition r on r.game_id = %(game_id)s and r.name = %(name)s
            where g.game_id = %(game_id)s
              and (not {IS_PRIVATE} or s.seat is not null or (g.hidden and %(is_moderator)s))""",
        {
            "game_id": game_id,
            **viewer._asdict(),
            # Without a name, only the permission is read. Citus refuses null here.
            "name": name if cached is None else "",
        },
        binary=True,
    )
    if row is None:
        raise NotFound
    private, hidden, imported, packed = row
    require_visible(game_id, caller, private=private, hidden=hidden, has_access=True)
    if cached is not None:
        return _memory.renew(cached, private=private)
    if packed is not None:
        return _memory.put((game_id, name), packed, private=private, imported=imported)
    on_miss()
    game = finished_game.load(game_id, caller)
    content = make(game)
    if scope == "database":
        return keep(game, name, content)
    return _put((game_id, name), _packed(content), game)


def keep(game: FinishedGame, name: str, content: bytes) -> RenderedAnswer:
    """Store a response in this process and in Postgres."""
    packed = _packed(content)
    kept = _put((game.game_id, name), packed, game)
    execute(
        "insert into rendition (game_id, name, packed) values (%s, %s, %s) on conflict do nothing",
        (game.game_id, name, packed),
    )
    return kept


def forget_game(game_id: UUID) -> None:
    """Remove the responses about a game from the memory of this process."""
    _memory.remove(game_id)


def unpacked(answer: RenderedAnswer) -> bytes:
    """Return the uncompressed body of a response."""
    return _memory.unpacked(answer)


def forget(rendering: int) -> int:
    """Delete outdated responses from Postgres and return their number.

    A response is outdated if it has another rendering number than `rendering`, or is older than 30 days. If the others
    exceed 1 GB, the oldest are deleted too.
    """
    with connection() as db:
        return db.execute(
            """delete from rendition
                where (game_id, name) in (
                      select game_id, name
                        from (select game_id, name, made_at,
                                     sum(octet_length(packed)) over (order by made_at desc, game_id, name) as size
                                from rendition) cached
                       where size > %s or made_at < now() - make_interval(days => %s) or not starts_with(name, %s))""",
            (_DATABASE_BYTES, _MAX_AGE_DAYS, f"{rendering}/"),
        ).rowcount


def _read_by_revision(
    game_id: UUID,
    caller: Caller | None,
    name: str,
    make: Callable[[FinishedGame], bytes],
    on_miss: Callable[[], None],
) -> RenderedAnswer:
    found = _checked_summary(game_id, caller)
    key = game_id, f"{name}/{found.revision}.{found.names_revision}"
    cached = _memory.get(key)
    if cached is not None:
        return cached
    on_miss()
    game = finished_game.load(game_id, caller)
    return _put(key, _packed(make(game)), game)


def _checked_summary(game_id: UUID, caller: Caller | None) -> GameSummary:
    """Return the summary of a game that the caller may see. Raises NotFound or WrongGame."""
    found = existing(game_summary.summary(game_id, None if caller is None else caller.account_id))
    require_visible(game_id, caller, private=found.private, hidden=found.hidden, has_access=found.seat is not None)
    return found


def _put(key: Key, packed: bytes, game: FinishedGame) -> RenderedAnswer:
    return _memory.put(key, packed, private=game.stored.private, imported=game.stored.source is not None)


def _packed(content: bytes) -> bytes:
    packer = zlib.compressobj(6, wbits=_GZIP)
    places = yielding.steps(range(0, len(content), _PIECE_BYTES))
    pieces = [packer.compress(content[at : at + _PIECE_BYTES]) for at in places]
    return b"".join([*pieces, packer.flush()])


class _MemoryCache:
    """A least recently used cache of responses, limited by size.

    A response that was read uncompressed is also cached in that form.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._answers: OrderedDict[Key, tuple[RenderedAnswer, bytes | None]] = OrderedDict()
        self._bytes = 0

    def get(self, key: Key) -> RenderedAnswer | None:
        with self._lock:
            found = self._answers.get(key)
            if found is None:
                return None
            self._answers.move_to_end(key)
            return found[0]

    def put(self, key: Key, packed: bytes, *, private: bool, imported: bool) -> RenderedAnswer:
        tag = hashlib.sha256(packed).hexdigest()[:32]
        answer = RenderedAnswer(key, private, imported, packed, tag, time.monotonic() + RECHECK_S)
        self._set(answer, None)
        return answer

    def renew(self, answer: RenderedAnswer, *, private: bool) -> RenderedAnswer:
        renewed = answer._replace(private=private, public_until=time.monotonic() + RECHECK_S)
        with self._lock:
            found = self._answers.get(answer.key)
            if found is not None:
                self._answers[answer.key] = renewed, found[1]
        return renewed

    def remove(self, game_id: UUID) -> None:
        with self._lock:
            for key in [key for key in self._answers if key[0] == game_id]:
                self._subtract(self._answers.pop(key))

    def unpacked(self, answer: RenderedAnswer) -> bytes:
        with self._lock:
            found = self._answers.get(answer.key)
        if found is not None and found[0].tag == answer.tag and found[1] is not None:
            return found[1]
        content = gzip.decompress(answer.packed)
        self._set(answer, content)
        return content

    def _set(self, answer: RenderedAnswer, content: bytes | None) -> None:
        with self._lock:
            self._subtract(self._answers.pop(answer.key, None))
            self._answers[answer.key] = answer, content
            self._bytes += _ENTRY_BYTES + len(answer.packed) + len(content or b"")
            while self._bytes > self._max_bytes:
                self._subtract(self._answers.popitem(last=False)[1])

    def _subtract(self, dropped: tuple[RenderedAnswer, bytes | None] | None) -> None:
        if dropped is not None:
            self._bytes -= _ENTRY_BYTES + len(dropped[0].packed) + len(dropped[1] or b"")


_memory: Final = _MemoryCache(_MEMORY_BYTES)
