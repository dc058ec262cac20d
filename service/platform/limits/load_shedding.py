"""Load shedding: a limit on the concurrent requests of a worker.

Without a limit, an overload slows down all requests until no response arrives in time. With it, a request waits at
almost no cost until it is its client's turn, and is refused after `QUEUE_TIMEOUT_S`. A client that retries immediately
has waited that long, so refusals take little CPU time from responses.
"""

import math
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable
from functools import partial
from typing import NamedTuple
from uuid import UUID
from wsgiref.types import WSGIEnvironment

from service.platform.database import deadline
from service.platform.limits import gates
from service.platform.limits.address_networks import address_key
from service.platform.observability import metrics
from service.platform.wire.media_types import EVENT_STREAM
from service.platform.wire.operation import Operation
from service.platform.wire.problems import Problem
from service.platform.wire.request_record import RequestRecord


class Throttle:
    """The use that addresses or clients have made of a worker. It forgets half of it each second."""

    def __init__(self, free_s: float) -> None:
        """`free_s` is the time that somebody may have used of late without a pause, in seconds.

        With the half-life, 0.35 s is a quarter of a worker for long.
        """
        self._free_s = free_s
        self._used: dict[Hashable, tuple[float, float]] = {}
        """The seconds that were left of a use at a time, and this time."""

    def pause(self, user: Hashable) -> None:
        """Sleep until at most `free_s` are left of what somebody has used."""
        excess = self._left_s(user) / self._free_s
        if excess > 1:
            with deadline.waiting("place"):
                time.sleep(gates.HALF_LIFE_S * math.log2(excess))

    def add(self, user: Hashable, since: float) -> None:
        """Count the time since `since`, a time of the monotonic clock."""
        if len(self._used) >= gates.MOST_THROTTLED:
            self._used.clear()
        now = time.monotonic()
        self._used[user] = (self._left_s(user) + now - since, now)

    def _left_s(self, user: Hashable) -> float:
        left_s, at = self._used.get(user, (0.0, 0.0))
        return left_s * math.exp2((at - time.monotonic()) / gates.HALF_LIFE_S)


class Wait:
    """How long a request may wait for its slots, all of them together.

    During an outage it is `QUEUE_TIMEOUT_S` at most, also for a request that waits already: those before it hold their
    slots until they give up Postgres, and it would then wait for Postgres as long again.
    """

    def __init__(self, longest_s: float, is_outage: Callable[[], bool] = lambda: False) -> None:
        self._began_at, self._longest_s, self._is_outage = time.monotonic(), longest_s, is_outage

    @property
    def left_s(self) -> float:
        """The seconds that are left. Without any, a request still takes a slot that is free."""
        longest_s = min(self._longest_s, gates.QUEUE_TIMEOUT_S) if self._is_outage() else self._longest_s
        return self._began_at + longest_s - time.monotonic()

    @property
    def is_cut(self) -> bool:
        """Whether an outage has ended it."""
        return self._is_outage() and self.left_s <= 0


class Client(NamedTuple):
    """The sender of a request: its address, and its account if the worker knows its token.

    All other requests of an address count as one client. Otherwise a client could get more slots with invented tokens.
    """

    address: bytes
    account_id: UUID | None


class FairSlots:
    """A semaphore that is fair between clients.

    Waiting addresses get slots in turn, at one address its clients in turn, and each client's requests in order of
    arrival. A client holds at most `each` slots, and an address at most `each_address`, or any number.
    """

    def __init__(self, slots: int, each: int, each_address: int | None = None) -> None:
        self._free, self._each, self._each_address = slots, each, each_address or slots
        self._held: Counter[Client | bytes] = Counter()
        """By client, and by address."""
        self._waiting: dict[bytes, dict[Client, deque[threading.Event]]] = {}
        """By address and client, those first whose turn it is."""
        self._lock = threading.Lock()

    def acquire(self, client: Client, wait: Wait) -> bool:
        """Acquire a slot. Return False if the client got none in time."""
        with self._lock:
            if self._free and self._may_hold(client):
                self._take(client)
                return True
            if wait.left_s <= 0:
                return False
            turn = threading.Event()
            self._waiting.setdefault(client.address, {}).setdefault(client, deque()).append(turn)
        try:
            with deadline.waiting("place"):
                while self._is_waiting(client, turn) and (left_s := wait.left_s) > 0:
                    turn.wait(left_s)
                    turn.clear()
        except BaseException:  # the server ends the greenlet of a request that waits
            if not self._leave_queue(client, turn):
                self.release(client)
            raise
        if self._leave_queue(client, turn):
            return False
        if wait.is_cut:
            self.release(client)
            return False
        return True

    def wake(self) -> None:
        """Let all waiting requests look how long they may still wait."""
        with self._lock:
            for turn in self._turns():
                turn.set()

    def release(self, client: Client) -> None:
        """Release a slot to the client whose turn it is."""
        with self._lock:
            self._free += 1
            for holder in (client, client.address):
                self._held[holder] -= 1
                if not self._held[holder]:
                    del self._held[holder]
            following = self._next()
            if following is not None:
                self._take(following)
                turns = self._waiting[following.address][following]
                turns.popleft().set()
                self._requeue(following, turns)

    @property
    def waiting(self) -> int:
        """The number of waiting requests."""
        return len(self._turns())

    def _turns(self) -> list[threading.Event]:
        return [turn for clients in self._waiting.values() for turns in clients.values() for turn in turns]

    def _is_waiting(self, client: Client, turn: threading.Event) -> bool:
        with self._lock:
            return turn in self._waiting.get(client.address, {}).get(client, ())

    def _take(self, client: Client) -> None:
        self._free -= 1
        self._held.update((client, client.address))

    def _may_hold(self, client: Client) -> bool:
        return self._held[client] < self._each and self._held[client.address] < self._each_address

    def _next(self) -> Client | None:
        """Return the first waiting client that may hold another slot."""
        waiting = (client for clients in self._waiting.values() for client in clients)
        return next(filter(self._may_hold, waiting), None)

    def _requeue(self, client: Client, turns: deque[threading.Event]) -> None:
        """Put a client and its address behind the others."""
        clients = self._waiting.pop(client.address)
        del clients[client]
        if turns:
            clients[client] = turns
        if clients:
            self._waiting[client.address] = clients

    def _leave_queue(self, client: Client, turn: threading.Event) -> bool:
        """Stop waiting. Return False if a slot was assigned to this thread meanwhile."""
        with self._lock:
            clients = self._waiting.get(client.address, {})
            turns = clients.get(client, deque())
            if turn not in turns:
                return False
            turns.remove(turn)
            if not turns:
                del clients[client]
                if not clients:
                    del self._waiting[client.address]
            return True


class ConcurrencyLimit:
    """The slots of a worker for requests that use the database."""

    def __init__(self, slots: int, *, free_s: float = math.inf) -> None:
        """Create free slots. `free_s` is that of the throttles; without it, nobody pauses."""
        self.slots = FairSlots(slots, each=gates.SLOTS_A_CLIENT)
        self._visitors = FairSlots(max(1, slots // gates.VISITORS_SHARE), each=gates.SLOTS_A_CLIENT)
        self._heavy = FairSlots(max(1, slots // gates.HEAVY_SHARE), each=1, each_address=1)
        self._of_visitors = Throttle(free_s)
        self._of_heavy = Throttle(free_s)
        self._drawing = FairSlots(gates.MOST_DRAWINGS, each=1)
        self._of_drawings = Throttle(free_s)
        self._alone: defaultdict[str | None, FairSlots] = defaultdict(lambda: FairSlots(1, each=1))
        """By operation."""
        self._openings = {
            "watcher": FairSlots(1, each=1),
            "unknown": FairSlots(1, each=1),
            "account": FairSlots(gates.OPENINGS, each=gates.SLOTS_A_CLIENT),
        }
        self._accounts: dict[str, UUID] = {}
        """By `Authorization`; the accounts of the tokens that this worker has accepted."""
        self._outage_at = -gates.OUTAGE_S

    def enter(self, record: RequestRecord) -> None:
        """Wait for a slot if the operation needs it. Raises service-unavailable after the timeout.

        A heavy request first waits until no other one of its address runs. A stream without a token first waits until
        no other one is being opened, and so does one with a token that this worker has not accepted yet: it may be
        invented. Some of the other streams are opened at a time. Clients that are not accounts have few of the slots,
        and pause if their address has used the worker for long. A request that the declaration lets run alone waits
        for those of its operation before it, without a slot.
        """
        operation, environ = record.operation, record.environ
        client = self.client(environ)
        is_stream = EVENT_STREAM in operation.media_types and EVENT_STREAM in environ.get("HTTP_ACCEPT", "")
        wait = Wait(_longest_s(operation, is_stream=is_stream), self._in_outage)
        if operation.heavy:
            self._acquire_heavy(record, client, wait)
        if not operation.limited:
            return
        if operation.alone:
            _acquire(record, self._alone[operation.id], client, wait)
        if is_stream:
            client = self._wait_to_open(record, client, wait)
        if client.account_id is None:
            if not operation.token or "HTTP_AUTHORIZATION" not in environ:  # a new token is checked, and then known
                self._of_visitors.pause(client.address)
            _acquire(record, self._visitors, client, wait)
            self._count(record, self._of_visitors, client.address)
        _acquire(record, self.slots, client, wait)

    def _wait_to_open(self, record: RequestRecord, client: Client, wait: Wait) -> Client:
        """Wait until a stream may be opened, and return its client, whose token may be known by then."""
        if client.account_id is None:
            kind = "unknown" if "HTTP_AUTHORIZATION" in record.environ else "watcher"
            _acquire(record, self._openings[kind], client, wait)
            client = self.client(record.environ)
            if kind == "watcher":
                time.sleep(gates.WATCHER_PAUSE_S)
            if client.account_id is None:
                return client
            record.releases.pop()()  # another stream with this token was opened meanwhile
        _acquire(record, self._openings["account"], client, wait)
        return client

    def enter_heavy(self, record: RequestRecord) -> None:
        """Exchange the slot of a request for one for heavy requests. Raises service-unavailable.

        A request that waits for its turn holds no slot, so light ones get in.
        """
        self.leave(record)
        wait = Wait(gates.HEAVY_TIMEOUT_S, self._in_outage)
        self._acquire_heavy(record, self.client(record.environ), wait)

    def enter_drawing(self, record: RequestRecord) -> None:
        """Exchange the slot of a request for that of its client's drawing. Raises service-unavailable.

        A client has one image drawn at a time, and pauses if it has had many drawn of late.
        """
        self.leave(record)
        client = self.client(record.environ)
        _acquire(record, self._drawing, client, Wait(gates.DRAWING_TIMEOUT_S))
        self._of_drawings.pause(client)
        self._count(record, self._of_drawings, client)

    def _acquire_heavy(self, record: RequestRecord, client: Client, wait: Wait) -> None:
        _acquire(record, self._heavy, client, wait)
        self._of_heavy.pause(client.address)
        self._count(record, self._of_heavy, client.address)

    def _count(self, record: RequestRecord, throttle: Throttle, user: Hashable) -> None:
        """Count what a request takes until it releases what it holds, unless it has waited for Postgres in vain."""
        began_at = time.monotonic()

        def add() -> None:
            if not self._in_outage():
                throttle.add(user, began_at)

        record.releases.append(add)

    def client(self, environ: WSGIEnvironment) -> Client:
        """Return the sender of a request."""
        account_id = self._accounts.get(environ.get("HTTP_AUTHORIZATION", ""))
        return Client(address_key(environ.get("REMOTE_ADDR", "")), account_id)

    def leave(self, record: RequestRecord) -> None:
        """Release what a request holds, and remember the account of its token."""
        if record.caller is not None:
            if len(self._accounts) >= gates.MAX_ACCOUNTS:
                self._accounts.clear()
            self._accounts[record.environ["HTTP_AUTHORIZATION"]] = record.caller.account_id
        while record.releases:
            record.releases.pop()()

    def note_outage(self) -> None:
        """Record that the database did not respond to a request. Requests that have waited for long are refused."""
        self._outage_at = time.monotonic()
        for slots in (self.slots, self._visitors, self._heavy, *self._alone.values(), *self._openings.values()):
            slots.wake()

    def _in_outage(self) -> bool:
        """Return whether the database has just failed to respond."""
        return time.monotonic() - self._outage_at < gates.OUTAGE_S


def _longest_s(operation: Operation, *, is_stream: bool) -> float:
    if is_stream or operation.alone:
        return gates.STREAM_QUEUE_TIMEOUT_S
    return gates.HEAVY_TIMEOUT_S if operation.heavy else gates.QUEUE_TIMEOUT_S


def _acquire(record: RequestRecord, slots: FairSlots, client: Client, wait: Wait) -> None:
    if not slots.acquire(client, wait):
        record.cause = "place"
        metrics.shed()
        raise Problem("service-unavailable", headers={"Retry-After": gates.RETRY_AFTER_S})
    record.releases.append(partial(slots.release, client))
