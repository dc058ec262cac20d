"""Rate limits of requests, and the `RateLimit` headers that report them."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from service.http.pipeline import prices
from service.http.pipeline.rate_counters import Charge, Policy, counters, networks
from service.http.wire.problems import Problem
from service.http.wire.request_record import RequestRecord
from service.observability import metrics
from service.settings import Quota, Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

__all__ = ["RateLimiter"]


class RateLimiter:
    """The rate limits of tokens, addresses, new accounts, codes to sign in and lasting bytes."""

    def __init__(self, settings: Settings) -> None:
        self._counters = counters(settings, metrics.counting_alone)
        self._token = Policy("token", settings.rate_limit_token, is_shared=False)
        self._address = Policy("address", settings.rate_limit_address)
        self._quotas = {
            "accounts": Policy("accounts", settings.rate_limit_accounts),
            "codes": Policy("codes", settings.rate_limit_codes),
        }
        self._codes_of_name = Policy("codes-of-name", settings.rate_limit_codes)
        self._account_bytes = Policy("account-bytes", settings.rate_limit_account_bytes)
        self._address_bytes = Policy("address-bytes", settings.rate_limit_address_bytes)

    def charge(self, record: RequestRecord) -> None:
        """Charge a request, and record its `RateLimit` headers. Raises too-many-requests.

        The account's bytes are charged after authentication, which calls `record.on_caller`.
        """
        operation, environ = record.operation, record.environ
        if not operation.limited:
            return
        charges = self._charges(environ, prices.units(operation, environ))
        stored = prices.lasting_bytes(operation, environ)
        if stored:
            charges += _of_address(self._address_bytes, environ, stored)
            record.on_caller = lambda caller: self._spend(
                record, [Charge(self._account_bytes, caller.account_id.bytes, stored)]
            )
        if operation.quota is not None:
            charges = [*_of_address(self._quotas[operation.quota], environ, 1), *charges]
        self._spend(record, charges)

    def charge_units(self, record: RequestRecord, units: int) -> None:
        """Charge more units for a request, once its cost is known. Raises too-many-requests."""
        self._spend(record, self._charges(record.environ, units))

    def charge_code(self, record: RequestRecord, handles: Iterable[str]) -> None:
        """Charge a code that is tried for a name, of an account or not. Raises too-many-requests.

        Each handle of the name counts, so that other ways to write it lead to the same limit.
        """
        self._spend(record, [Charge(self._codes_of_name, handle.encode(), 1) for handle in handles])

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
