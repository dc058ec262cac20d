"""Counts of watchers: each process stores those of its own streams."""

import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Final
from uuid import UUID

import psycopg

from service.platform import ids

COUNTS_FOR_S: Final = 60
"""How long the count of a process counts that does not renew it."""
_RENEWED_S: Final = 20.0

# Citus allows no now() where the row is there already.
_STORE: Final = """
    insert into watch_count (game_id, process_id, watchers, seen_at)
    select game_id, %s, watchers, now() from unnest(%s::uuid[], %s::int[]) as counted (game_id, watchers)
        on conflict (game_id, process_id) do update set watchers = excluded.watchers, seen_at = excluded.seen_at
"""


class WatchCounts:
    """The counts of one process, as they are stored."""

    def __init__(self) -> None:
        self._process_id = ids.new()
        self._stored: dict[UUID, int] = {}
        self._renewed_at = 0.0

    def store(self, conn: psycopg.Connection, counted: Mapping[UUID, int]) -> None:
        """Store the counts that have changed, and all of them now and then."""
        now = time.monotonic()
        is_time = now - self._renewed_at > _RENEWED_S
        gone = dict.fromkeys(self._stored.keys() - counted.keys(), 0)
        changed = {game: n for game, n in counted.items() if is_time or self._stored.get(game) != n} | gone
        if not changed:
            return
        with suppress(psycopg.Error):  # a count is not worth a stream: the next poll repeats it
            conn.execute(_STORE, (self._process_id, list(changed), list(changed.values())))
            self._stored = dict(counted)
            self._renewed_at = now if is_time else self._renewed_at
