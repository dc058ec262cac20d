"""Counters of rate limits, in shared memory or in Redis.

They implement the generic cell rate algorithm (GCRA): an entry stores one number, the time at which the full quota is
available again. A client can spend a full quota in one moment and regains it evenly. A client with a full quota needs
no entry. This module imports only the standard library and the settings, since gunicorn's master process creates the
shared memory before it forks.
"""

import fcntl
import hashlib
import logging
import math
import mmap
import os
import secrets
import struct
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, cast

from service.platform.limits import gates
from service.platform.settings import BadSetting, Quota, Settings

if TYPE_CHECKING:
    from redis import Redis


_log = logging.getLogger(__name__)

_ROUNDING_S: Final = 1e-6
_give_way: Final = getattr(os, "sched_yield", lambda: None)


@dataclass(frozen=True, slots=True)
class Policy:
    """A rate limit: its name and its quota."""

    name: str
    quota: Quota
    is_shared: bool = True
    """True if several clients can spend the same quota, as those of an address can."""
    unit_s: float = field(init=False)
    """Seconds until a spent unit is available again."""
    header: str = field(init=False)
    """The limit as an item of `RateLimit-Policy`."""
    prefix: bytes = field(init=False)
    """The prefix of keys, which separates the entries of this limit from those of others."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "unit_s", self.quota.window_s / self.quota.units)
        object.__setattr__(self, "header", f'"{self.name}";q={self.quota.units};w={self.quota.window_s}')
        object.__setattr__(self, "prefix", self.name.encode() + b"\0")


class Charge(NamedTuple):
    """The cost of a request under a limit, and its client."""

    policy: Policy
    client: bytes
    cost: int

    @property
    def price_s(self) -> float:
        """The cost in seconds, at most that of a full quota."""
        return min(self.cost, self.policy.quota.units) * self.policy.unit_s


class Balance(NamedTuple):
    """The units left under a limit. `wait_s` is 0 if the charge was granted."""

    policy: Policy
    left: int
    wait_s: int

    @property
    def header(self) -> str:
        """The balance as an item of the header `RateLimit`.

        `r` units are left, and regained within `t` seconds. `r` is rounded down to a tenth of a large shared quota: an
        exact number would disclose to one client of an address how many requests the others send.
        """
        is_rounded = self.policy.is_shared and self.policy.quota.units >= gates.TENTHS_FROM
        step = self.policy.quota.units // 10 if is_rounded else 1
        left = self.left if self.left < step else self.left // step * step
        t = self.wait_s or math.ceil(max(left, 1) * self.policy.unit_s)
        return f'"{self.policy.name}";r={left};t={t}'


class Counters(Protocol):
    """Storage of the units that each client has spent."""

    def spend(self, charges: Sequence[Charge]) -> list[Balance]:
        """Grant all charges, or none. Return the balances, or only the refusals."""


def _balance(charge: Charge, over_s: float) -> Balance:
    """Return the balance after a charge.

    The charge exceeds its limit by `over_s` seconds; it is granted for 0 or less.
    """
    room_s = -over_s if over_s <= _ROUNDING_S else charge.price_s - over_s
    left = max(0, math.floor((room_s + _ROUNDING_S) / charge.policy.unit_s))
    return Balance(charge.policy, left, 0 if over_s <= _ROUNDING_S else math.ceil(over_s))


# Tags of the clients, and times of their full quotas.
_LINE: Final = struct.Struct(f"={gates.COUNTER_WAYS}Q{gates.COUNTER_WAYS}d")
_DIGEST: Final = struct.Struct("=QI")
_ONE_TAG: Final = struct.Struct("=Q")
_ONE_TIME: Final = struct.Struct("=d")


class SharedMemoryCounters:
    """Counters in memory that forked processes share: 131,072 entries in 2 MB.

    Each line holds eight clients. When it is full, the one with the smallest debt is dropped. A keyed digest of the
    client selects its line, so no client can choose the line of another. A file lock protects each line, and the kernel
    releases it when its holder dies. If a suspended process has the lock, the others continue without it and may lose a
    charge.
    """

    def __init__(self) -> None:
        shared_memory = "/dev/shm"
        self._file = tempfile.TemporaryFile(  # noqa: SIM115  (open for the lifetime of the process)
            dir=shared_memory if os.access(shared_memory, os.W_OK) else None
        )
        # Anonymous memory: a write to a mapped file on a full disk would kill the worker. The file is only for locks.
        self._lines = mmap.mmap(-1, gates.COUNTER_LINES * _LINE.size)
        self._key = secrets.token_bytes(32)
        self._threads = threading.Lock()  # a file lock does not exclude threads of one process

    def spend(self, charges: Sequence[Charge]) -> list[Balance]:
        now = time.monotonic()  # one clock for all processes of a machine
        balances = []
        for done, charge in enumerate(charges):
            over_s = self._charge(charge, charge.price_s, now)
            if over_s > _ROUNDING_S:
                for paid in charges[:done]:
                    self._charge(paid, -paid.price_s, now)
                return [_balance(charge, over_s)]
            balances.append(_balance(charge, over_s))
        return balances

    def _charge(self, charge: Charge, price_s: float, now: float) -> float:
        """Charge a client for a request, unless this would exceed its limit. Return the excess in seconds."""
        client = charge.policy.prefix + charge.client
        tag, line = _DIGEST.unpack(hashlib.blake2b(client, digest_size=_DIGEST.size, key=self._key).digest())
        line %= gates.COUNTER_LINES
        at = line * _LINE.size
        with self._threads:
            locked = self._lock(line)
            entries = _LINE.unpack_from(self._lines, at)
            tags, times = entries[: gates.COUNTER_WAYS], entries[gates.COUNTER_WAYS :]
            known = tag in tags
            way = tags.index(tag) if known else times.index(min(times))
            back_at = max(times[way], now) if known else now
            over_s = back_at + price_s - now - charge.policy.quota.window_s
            if over_s <= _ROUNDING_S:
                if not known:
                    _ONE_TAG.pack_into(self._lines, at + way * 8, tag)
                _ONE_TIME.pack_into(self._lines, at + (gates.COUNTER_WAYS + way) * 8, back_at + price_s)
            if locked:
                fcntl.lockf(self._file.fileno(), fcntl.LOCK_UN, 1, line)
        return over_s

    def _lock(self, line: int) -> bool:
        for attempt in range(gates.LOCK_ATTEMPTS):
            try:
                fcntl.lockf(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, line)
            except OSError:
                if attempt > 10:  # the holder is not running; a sleep would switch greenlets
                    _give_way()
                continue
            return True
        return False


# Charges all limits of a request in one round trip, by the clock of the store.
_SCRIPT: Final = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local granted, ends, over = true, {}, {}
for i, key in ipairs(KEYS) do
    -- The clock may have been set back: no client owes more than a full quota.
    local before = math.min(tonumber(redis.call('GET', key) or 0), now + ARGV[2 * i])
    ends[i] = math.max(before, now) + ARGV[2 * i - 1]
    local over_s = ends[i] - now - ARGV[2 * i]
    granted = granted and over_s <= 0.000001
    over[i] = string.format('%.6f', over_s)
end
if granted then
    for i, key in ipairs(KEYS) do
        redis.call('SET', key, string.format('%.6f', ends[i]), 'PX', math.ceil((ends[i] - now) * 1000) + 1000)
    end
end
return over
"""


class RedisCounters:
    """Counters in Redis or Valkey, for several machines.

    Local counters are the fallback during an outage. `alone` gets 1 when it begins, and 0 when it is over.
    """

    def __init__(self, url: str, fallback: Counters, alone: Callable[[int], object] = lambda _: None) -> None:
        import redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        self._error = redis.RedisError
        self._fallback, self._alone = fallback, alone
        self._unavailable_until = 0.0
        self._key = hashlib.sha256(url.encode()).digest()  # all machines have the same URL
        try:
            client: Redis = redis.Redis.from_url(
                url.replace("valkey", "redis", 1) if url.startswith("valkey") else url,
                socket_timeout=gates.STORE_TIMEOUT_S,
                socket_connect_timeout=gates.STORE_TIMEOUT_S,
                max_connections=64,
                retry=Retry(NoBackoff(), 0),
            )
        except ValueError:
            raise BadSetting("RATE_LIMIT_STORE must be memory, or look like redis://:password@host:6379/0.") from None
        self._script = client.register_script(_SCRIPT)

    def spend(self, charges: Sequence[Charge]) -> list[Balance]:
        if time.monotonic() < self._unavailable_until:
            return self._fallback.spend(charges)
        keys = [self._key_of(charge) for charge in charges]
        arguments = [value for charge in charges for value in (repr(charge.price_s), charge.policy.quota.window_s)]
        try:
            over = cast(list[Any], self._script(keys=keys, args=arguments))
        except self._error as error:
            if time.monotonic() >= self._unavailable_until:  # one log line per outage
                _log.warning("the store of the rate limits does not answer: %s", type(error).__name__)
            self._unavailable_until = time.monotonic() + gates.STORE_RETRY_S
            self._alone(1)
            return self._fallback.spend(charges)
        if self._unavailable_until:
            self._unavailable_until = 0.0
            self._alone(0)
        balances = [_balance(charge, float(over_s)) for charge, over_s in zip(charges, over, strict=True)]
        return [balance for balance in balances if balance.wait_s] or balances

    def _key_of(self, charge: Charge) -> str:
        return (
            f"hanabi:{charge.policy.name}:{hashlib.blake2b(charge.client, digest_size=16, key=self._key).hexdigest()}"
        )


_shared: SharedMemoryCounters | None = None


def share() -> None:
    """Create the counters that forked processes share, unless they exist."""
    global _shared  # noqa: PLW0603  (inherited by forked processes)
    if _shared is None:
        _shared = SharedMemoryCounters()


def counters(settings: Settings, alone: Callable[[int], object] = lambda _: None) -> Counters:
    """Return the counters that the settings select. `alone` is called as by RedisCounters."""
    local = _shared or SharedMemoryCounters()
    return local if settings.rate_limit_store is None else RedisCounters(settings.rate_limit_store, local, alone)
