"""Rate limits: what a token and an address may spend, counted by all workers of a machine, or of several machines.

Each claim is judged by the generic cell rate algorithm: of whoever spends, one number is kept, the time at which all of
it will have come back. So a full quota may be spent at once, and comes back evenly; who has nothing outstanding needs
no entry at all. Only the standard library is imported here: gunicorn's first process, which forks the workers, makes
the table that they share.
"""

import fcntl
import hashlib
import ipaddress
import logging
import math
import mmap
import os
import secrets
import socket
import struct
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, cast

from service.settings import BadSetting, Quota, Settings

if TYPE_CHECKING:
    from redis import Redis

__all__ = ["Claim", "Ledger", "Policy", "Remote", "Standing", "Table", "address_key", "ledger", "share"]

_log = logging.getLogger(__name__)

_ROUNDING_S: Final = 1e-6
_give_way: Final = getattr(os, "sched_yield", lambda: None)


@dataclass(frozen=True, slots=True)
class Policy:
    """A limit: its name, and how much whoever it counts may spend."""

    name: str
    quota: Quota
    unit_s: float = field(init=False)
    """How many seconds a unit takes to come back."""
    told: str = field(init=False)
    """This limit as an item of `RateLimit-Policy`."""
    prefix: bytes = field(init=False)
    """What keeps those whom it counts apart from those whom another counts."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "unit_s", self.quota.window_s / self.quota.units)
        object.__setattr__(self, "told", f'"{self.name}";q={self.quota.units};w={self.quota.window_s}')
        object.__setattr__(self, "prefix", self.name.encode() + b"\0")


_LARGE: Final = 1000
"""Of a quota of so many units, what is left is told in tenths."""


class Claim(NamedTuple):
    """What a request is to cost, under a limit, whom it counts."""

    policy: Policy
    who: bytes
    cost: int

    @property
    def price_s(self) -> float:
        """Return the cost as time; never more than a full quota has, or it could not be paid at all."""
        return min(self.cost, self.policy.quota.units) * self.policy.unit_s


class Standing(NamedTuple):
    """What is left under a limit, and for how many seconds to wait: 0 if the claim was granted."""

    policy: Policy
    left: int
    wait_s: int

    @property
    def told(self) -> str:
        """Return this standing as an item of `RateLimit`; what is left, spread over `t` seconds, comes back as fast.

        It is rounded down to a tenth of a large quota: a header that counted each request would make every answer
        another, and tell one client on an address how busy the others are.
        """
        step = self.policy.quota.units // 10 if self.policy.quota.units >= _LARGE else 1
        left = self.left if self.left < step else self.left // step * step
        t = self.wait_s or math.ceil(max(left, 1) * self.policy.unit_s)
        return f'"{self.policy.name}";r={left};t={t}'


class Ledger(Protocol):
    """Where it is written down who has spent what."""

    def spend(self, claims: Sequence[Claim]) -> list[Standing]:
        """Grant all claims, or refuse them all and charge nothing; then only the refusals are returned."""


def _standing(claim: Claim, over_s: float) -> Standing:
    """Return the standing after a claim that went over its limit by so much time; below 0 it was granted."""
    room_s = -over_s if over_s <= _ROUNDING_S else claim.price_s - over_s
    left = max(0, math.floor((room_s + _ROUNDING_S) / claim.policy.unit_s))
    return Standing(claim.policy, left, 0 if over_s <= _ROUNDING_S else math.ceil(over_s))


_WAYS: Final = 8
_LINES: Final = 2**14
_LINE: Final = struct.Struct(f"={_WAYS}Q{_WAYS}d")  # whose entries these are, and when all will have come back
_DIGEST: Final = struct.Struct("=QI")
_ONE_TAG: Final = struct.Struct("=Q")
_ONE_TIME: Final = struct.Struct("=d")
_LOCK_ATTEMPTS: Final = 5000  # some milliseconds


class Table:
    """A ledger in memory that forked processes share: 131,072 entries in 2 MB, however many there are to count.

    An entry's line follows from a keyed digest of whom it counts, so nobody can aim at another's. On a full line the
    one with the least outstanding is forgotten. A line is changed under a lock, which the kernel takes back from a
    process that dies; who does not get it at once, because its holder was stopped just then, goes on without it and may
    lose a claim.
    """

    def __init__(self) -> None:
        shared_memory = "/dev/shm"
        self._file = tempfile.TemporaryFile(  # noqa: SIM115  (as long as the process lives)
            dir=shared_memory if os.access(shared_memory, os.W_OK) else None
        )
        # Not in the file, which is there to be locked: to write to it where it lies would end a worker on a full disk.
        self._lines = mmap.mmap(-1, _LINES * _LINE.size)
        self._key = secrets.token_bytes(32)
        self._threads = threading.Lock()  # the kernel's lock knows processes only

    def spend(self, claims: Sequence[Claim]) -> list[Standing]:
        now = time.monotonic()  # one clock for all processes of a machine
        standings = []
        for done, claim in enumerate(claims):
            over_s = self._charge(claim, claim.price_s, now)
            if over_s > _ROUNDING_S:
                for paid in claims[:done]:
                    self._charge(paid, -paid.price_s, now)
                return [_standing(claim, over_s)]
            standings.append(_standing(claim, over_s))
        return standings

    def _charge(self, claim: Claim, price_s: float, now: float) -> float:
        """Add a price to what someone has outstanding, unless it goes over the limit; return by how much it does."""
        whom = claim.policy.prefix + claim.who
        tag, line = _DIGEST.unpack(hashlib.blake2b(whom, digest_size=_DIGEST.size, key=self._key).digest())
        line %= _LINES
        at = line * _LINE.size
        with self._threads:
            held = self._lock(line)
            entries = _LINE.unpack_from(self._lines, at)
            tags, times = entries[:_WAYS], entries[_WAYS:]
            known = tag in tags
            way = tags.index(tag) if known else times.index(min(times))
            back_at = max(times[way], now) if known else now
            over_s = back_at + price_s - now - claim.policy.quota.window_s
            if over_s <= _ROUNDING_S:
                if not known:
                    _ONE_TAG.pack_into(self._lines, at + way * 8, tag)
                _ONE_TIME.pack_into(self._lines, at + (_WAYS + way) * 8, back_at + price_s)
            if held:
                fcntl.lockf(self._file.fileno(), fcntl.LOCK_UN, 1, line)
        return over_s

    def _lock(self, line: int) -> bool:
        for attempt in range(_LOCK_ATTEMPTS):
            try:
                fcntl.lockf(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, line)
            except OSError:
                if attempt > 10:  # its holder has lost the processor: no sleep, in which another greenlet would run
                    _give_way()
                continue
            return True
        return False


# The whole of a request's claims in one round trip, by the store's own clock.
_SCRIPT: Final = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local granted, ends, over = true, {}, {}
for i, key in ipairs(KEYS) do
    ends[i] = math.max(tonumber(redis.call('GET', key) or 0), now) + ARGV[2 * i - 1]
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
_ANSWER_WITHIN_S: Final = 0.25
_LEFT_ALONE_S: Final = 5.0


class Remote:
    """A ledger in Redis or Valkey, for several machines. While it does not answer, this machine counts by itself."""

    def __init__(self, url: str, meanwhile: Ledger) -> None:
        import redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        self._error = redis.RedisError
        self._meanwhile = meanwhile
        self._left_alone_until = 0.0
        self._key = hashlib.sha256(url.encode()).digest()  # all machines have the same URL
        try:
            client: Redis = redis.Redis.from_url(
                url.replace("valkey", "redis", 1) if url.startswith("valkey") else url,
                socket_timeout=_ANSWER_WITHIN_S,
                socket_connect_timeout=_ANSWER_WITHIN_S,
                max_connections=64,
                retry=Retry(NoBackoff(), 0),
            )
        except ValueError:
            raise BadSetting("RATE_LIMIT_STORE must be memory, or look like redis://:password@host:6379/0.") from None
        self._script = client.register_script(_SCRIPT)

    def spend(self, claims: Sequence[Claim]) -> list[Standing]:
        if time.monotonic() < self._left_alone_until:
            return self._meanwhile.spend(claims)
        keys = [self._key_of(claim) for claim in claims]
        arguments = [one for claim in claims for one in (repr(claim.price_s), claim.policy.quota.window_s)]
        try:
            over = cast(list[Any], self._script(keys=keys, args=arguments))
        except self._error as error:
            if time.monotonic() >= self._left_alone_until:  # no other request has said so
                _log.warning("the store of the rate limits does not answer: %s", type(error).__name__)
            self._left_alone_until = time.monotonic() + _LEFT_ALONE_S
            return self._meanwhile.spend(claims)
        standings = [_standing(claim, float(over_s)) for claim, over_s in zip(claims, over, strict=True)]
        return [one for one in standings if one.wait_s] or standings

    def _key_of(self, claim: Claim) -> str:
        return f"hanabi:{claim.policy.name}:{hashlib.blake2b(claim.who, digest_size=16, key=self._key).hexdigest()}"


_shared: Table | None = None


def share() -> None:
    """Make the table of the processes that are forked from here on, unless there is one."""
    global _shared  # noqa: PLW0603  (what a process hands to those that it forks)
    if _shared is None:
        _shared = Table()


def ledger(settings: Settings) -> Ledger:
    """Return where this process is to write down what is spent."""
    table = _shared or Table()
    return table if settings.rate_limit_store is None else Remote(settings.rate_limit_store, table)


def address_key(address: str) -> bytes:
    """Return what is counted for an address: IPv4 as it is, of IPv6 the network that one customer gets, a /64."""
    try:
        packed = socket.inet_pton(socket.AF_INET6 if ":" in address else socket.AF_INET, address.partition("%")[0])
    except (OSError, UnicodeError):
        return b"?" + address.encode(errors="replace")
    if len(packed) == 4:
        return packed
    inner = ipaddress.IPv6Address(packed).ipv4_mapped
    return packed[:8] if inner is None else inner.packed
