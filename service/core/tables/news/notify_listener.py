"""Thread that listens for Postgres notifications, and polls for lost ones."""

import logging
import time
from contextlib import suppress
from typing import Final
from uuid import UUID

import psycopg

from service.core import feature
from service.core.people.tokens import VALID_AMONG
from service.core.tables.calls import calls
from service.core.tables.news import publisher
from service.core.tables.news.hub import Hub
from service.core.tables.news.watch_counts import WatchCounts
from service.core.tables.sql_conditions import AWAITS_REVEAL, IDLE, INTERRUPTED, PRESENT, REVEALS_DUE, TIME_IS_OVER
from service.platform.database.deadline import LISTENING, DeadlineConnection

_WAKE_S: Final = 0.25  # the interval at which the thread checks if the process has to stop
_LINGER_S: Final = 30.0  # the thread ends after this time without subscriptions
_RETRY_S: Final = 1.0

_log = logging.getLogger(__name__)


class NewsListener:
    """A listener for the notifications of all processes, on a separate connection.

    Every two seconds it polls all games with subscriptions in one statement, and all tokens in another. So a lost
    notification only delays news by two seconds.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._watch_counts = WatchCounts()

    def run(self, registry: Hub) -> None:
        """Listen while there are subscriptions. Call it in at most one thread per process."""
        while True:
            try:
                with DeadlineConnection.connect(self._url, autocommit=True, **_CONNECT) as conn:
                    conn.execute(f"listen {publisher.CHANNEL}")
                    while registry.wants_listener(_LINGER_S):
                        _poll(conn, registry)
                        self._watch_counts.store(conn, registry.watchers())
                        _receive(conn, registry, time.monotonic() + registry.poll_s)
                return
            except Exception as error:  # no error may end the thread, because streams depend on it
                if len(registry):
                    _log.warning("cannot listen: %s, waiting streams: %d", type(error).__name__, len(registry))
            retry_at = time.monotonic() + _RETRY_S
            while time.monotonic() < retry_at:
                time.sleep(_WAKE_S)
                registry.tend()
            if not registry.wants_listener(0):
                return


def _receive(conn: psycopg.Connection, registry: Hub, until: float) -> None:
    """Publish notifications as they arrive, until a time."""
    while (left := until - time.monotonic()) > 0:
        started: list[UUID] = []
        lobbies: list[UUID] = []
        revoked: list[UUID] = []
        for notification in conn.notifies(timeout=min(left, _WAKE_S), stop_after=1):
            with suppress(ValueError):  # a notification that this service did not send
                game_id, version = publisher.parse(notification.payload)
                if version == publisher.REVOKED:
                    revoked.append(game_id)
                elif version < 0:
                    registry.publish_lobby(game_id)
                    lobbies.append(game_id)
                else:
                    registry.publish(game_id, version)
                    if version == 0:
                        started.append(game_id)
        registry.lobby_changed |= bool(started or lobbies)
        accounts = registry.accounts
        if started and accounts:
            registry.publish_to_accounts(conn.execute(_SEATED, (started, accounts)))
        if lobbies and accounts:
            registry.publish_to_accounts(conn.execute(_AWAITED, (lobbies, accounts)))
            for call in calls():
                registry.publish_to_accounts(conn.execute(call.addressed, {"ids": lobbies}))
        if revoked:
            _end_revoked(conn, registry, registry.tokens(set(revoked)))
        registry.tend()


def _end_revoked(conn: psycopg.Connection, registry: Hub, held: set[tuple[UUID, UUID]]) -> None:
    """End the subscriptions with tokens that are no longer valid, or of another account after a merge."""
    if held:
        valid = set(conn.execute(VALID_AMONG, ([token_id for token_id, _ in held],)).fetchall())
        registry.end_tokens(held - valid)


def _poll(conn: psycopg.Connection, registry: Hub) -> None:
    """Poll all games, accounts and tokens with subscriptions, and publish their news."""
    since_s = time.monotonic() - registry.polled_at + 10
    games, accounts = registry.games, registry.accounts
    if games:
        for game_id, version, hidden, seated, idle in conn.execute(_STATES, (games,)):
            registry.publish(game_id, version)
            registry.publish_polled(game_id, (hidden, seated), idle=idle)
        for polled in feature.given(lambda hooks: hooks.polled):
            for (topic_id,) in conn.execute(polled, (games,)):
                registry.publish_polled(topic_id, None, idle=True)
    if accounts:
        registry.publish_to_accounts(conn.execute(_MOVED, (since_s, accounts)))
        registry.publish_to_accounts(conn.execute(_AWAITED_NOW, (accounts,)))
        for call in calls():
            registry.publish_to_accounts(conn.execute(call.lately, {"since_s": since_s, "accounts": accounts}))
    _end_revoked(conn, registry, registry.tokens())
    registry.polled_at = time.monotonic()


_CONNECT: Final = {
    **LISTENING,
    "prepare_threshold": None,
    "application_name": "hanabi live",
    "options": "-c lock_timeout=1s -c statement_timeout=3s",
}

_STATES: Final = f"""
    select g.game_id, g.version, g.hidden, s.seated,
           {IDLE} or {TIME_IS_OVER} or {INTERRUPTED} or {REVEALS_DUE} or not {PRESENT}
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

_AWAITED: Final = f"""
    select s.account_id, s.game_id from game g join seat s on s.game_id = g.game_id
     where g.game_id = any(%s) and s.account_id = any(%s) and {AWAITS_REVEAL}
"""

_AWAITED_NOW: Final = f"""
    select s.account_id, s.game_id from seat s join game g on g.game_id = s.game_id
     where s.account_id = any(%s) and s.game_created_at is null and {AWAITS_REVEAL}
"""
