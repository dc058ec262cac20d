"""The price of each request, rate limits, and the `RateLimit` headers that report them.

A unit of CPU is about a millisecond on a slow core. A price is that of the largest game that a request can be about,
and was measured in process: decision 0038 says how. Each route declares its own (`service.platform.wire.operation`).
"""

import math
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from service.platform.limits import gates
from service.platform.limits.address_networks import networks
from service.platform.limits.rate_counters import Charge, Policy, counters
from service.platform.observability import metrics
from service.platform.settings import Quota, Settings
from service.platform.wire.operation import Operation
from service.platform.wire.problems import Problem
from service.platform.wire.request_record import RequestRecord

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


RELATED_A_UNIT: Final = 4
"""The pairs of teams of one owner in a leaderboard that cost a unit."""

_READS: Final = frozenset(("GET", "HEAD", "OPTIONS"))


def units(operation: Operation, environ: "WSGIEnvironment") -> int:
    """Return the units of a request."""
    price = operation.price
    if price is None:
        price = gates.READ if environ["REQUEST_METHOD"] in _READS else gates.WRITE
    elif not isinstance(price, int):
        price = price(environ)
    return price + body_bytes(environ) // gates.BYTES_A_UNIT


def free_s(settings: Settings) -> float:
    """Return the seconds of a worker that an address may have used of late without a pause, by its limit of units."""
    quota = settings.rate_limit_address
    if not settings.rate_limits:
        return math.inf
    return max(gates.FREE_S, quota.units / quota.window_s * gates.FREE_S_A_UNIT)


def lasting_bytes(operation: Operation, environ: "WSGIEnvironment") -> int:
    """Return an estimate of the bytes that a request leaves in the database; 0 if it stores nothing."""
    stored = operation.stores
    if not stored or environ["REQUEST_METHOD"] in _READS:
        return 0
    if not isinstance(stored, int):
        stored = stored(environ)
    return stored + body_bytes(environ) + (gates.STORED_RESPONSE if "HTTP_IDEMPOTENCY_KEY" in environ else 0)


def body_bytes(environ: "WSGIEnvironment") -> int:
    """Return the length of the body, at most 9 digits of which count."""
    length: str = environ.get("CONTENT_LENGTH") or "0"
    return int(length[:9]) if length.isascii() and length.isdigit() else 0


class RateLimiter:
    """The rate limits of tokens, addresses, new accounts, codes to sign in and lasting bytes."""

    def __init__(self, settings: Settings) -> None:
        self._counters = counters(settings, metrics.counting_alone)
        self._token = Policy("token", settings.rate_limit_token, is_shared=False)
        self._address = Policy("address", settings.rate_limit_address)
        self._accounts = Policy("accounts", settings.rate_limit_accounts)
        self._codes = Policy("codes", settings.rate_limit_codes)
        self._account_bytes = Policy("account-bytes", settings.rate_limit_account_bytes)
        self._address_bytes = Policy("address-bytes", settings.rate_limit_address_bytes)

    def charge(self, record: RequestRecord) -> None:
        """Charge a request, and record its `RateLimit` headers. Raises too-many-requests.

        The account's bytes are charged after authentication, which calls `record.on_caller`.
        """
        operation, environ = record.operation, record.environ
        if not operation.limited:
            return
        charges = self._charges(environ, units(operation, environ))
        stored = lasting_bytes(operation, environ)
        if stored:
            charges += _of_address(self._address_bytes, environ, stored)
            record.on_caller = lambda caller: self._spend(
                record, [Charge(self._account_bytes, caller.account_id.bytes, stored)]
            )
        if operation.quota == "accounts":
            charges = [*_of_address(self._accounts, environ, 1), *charges]
        self._spend(record, charges)

    def charge_units(self, record: RequestRecord, units: int) -> None:
        """Charge more units for a request, once its cost is known. Raises too-many-requests."""
        self._spend(record, self._charges(record.environ, units))

    def charge_bytes(self, record: RequestRecord, stored: int) -> None:
        """Charge more bytes for a request with a caller, once their number is known. Raises too-many-requests."""
        assert record.caller is not None
        account = Charge(self._account_bytes, record.caller.account_id.bytes, stored)
        self._spend(record, [*_of_address(self._address_bytes, record.environ, stored), account])

    def charge_wrong_code(self, record: RequestRecord) -> None:
        """Charge a code that was refused. Raises too-many-requests, in place of the refusal."""
        self._spend(record, _of_address(self._codes, record.environ, 1))

    def _charges(self, environ: "WSGIEnvironment", units: int) -> list[Charge]:
        charges = _of_address(self._address, environ, units)
        token: str | None = environ.get("HTTP_AUTHORIZATION")
        if token is not None:  # valid or not, since authentication costs a query
            charges.insert(0, Charge(self._token, token.encode(errors="replace"), units))
        return charges

    def _spend(self, record: RequestRecord, charges: Sequence[Charge]) -> None:
        balances = self._counters.spend(charges)
        wait_s = max([balance.wait_s for balance in balances])
        if wait_s or not record.rate_limit_fields:
            record.rate_limit_fields = (
                ("RateLimit-Policy", ", ".join([charge.policy.header for charge in charges])),
                ("RateLimit", ", ".join([balance.header for balance in balances])),
            )
        if wait_s:
            metrics.rate_limited()
            raise Problem("too-many-requests", headers={"Retry-After": str(wait_s)})


def _of_address(policy: Policy, environ: "WSGIEnvironment", cost: int) -> list[Charge]:
    """Return the charges of a limit of addresses: one for each network of the client."""
    found = networks(environ.get("REMOTE_ADDR", ""))
    return [Charge(_widened(policy, network.suffix, network.factor), network.key, cost) for network in found]


@cache
def _widened(policy: Policy, suffix: str, factor: int) -> Policy:
    """Return the limit of a larger network: its quota is `factor` times that of an address."""
    quota = Quota(policy.quota.units * factor, policy.quota.window_s)
    return Policy(f"{policy.name}{suffix}", quota, policy.is_shared) if suffix else policy
