"""Rate limits of requests, and the `RateLimit` headers that report them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from service.http.pipeline.rate_counters import Charge, Policy, address_key, counters
from service.http.wire.problems import Problem
from service.http.wire.request_record import RequestRecord
from service.observability import metrics
from service.settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

__all__ = ["RateLimiter"]

_READ: Final = 1
_WRITE: Final = 2
_WHOLE_GAME: Final = 5  # folds and renders every position of a game
_IMPORT: Final = 20

_COSTS: Final[Mapping[str, int]] = {
    "me.export_me": _WHOLE_GAME,
    "branches.get_branch": _WHOLE_GAME,
    "branches.list_branch_frames": _WHOLE_GAME,
    "branches.make_branch": _WHOLE_GAME,
    "replays.get_replay": _WHOLE_GAME,
    "replays.list_frames": _WHOLE_GAME,
    "exports.export_replay": _WHOLE_GAME,
    "replays.import_replay": _IMPORT,
}
"""The cost of endpoints, in units of the quota, that differ from other reads and writes."""

_FREE: Final = frozenset(("health.get_liveness", "health.get_readiness", "metrics.get_metrics"))
"""Endpoints without a rate limit, for monitoring."""

_READS: Final = frozenset(("GET", "HEAD", "OPTIONS"))


class RateLimiter:
    """The rate limits of tokens, addresses and new accounts, charged before authentication."""

    def __init__(self, settings: Settings) -> None:
        self._counters = counters(settings)
        self._token = Policy("token", settings.rate_limit_token)
        self._address = Policy("address", settings.rate_limit_address)
        self._accounts = Policy("accounts", settings.rate_limit_accounts)

    def charge(self, record: RequestRecord, endpoint: str, environ: "WSGIEnvironment") -> None:
        """Charge a request, and record its `RateLimit` headers. Raises too-many-requests."""
        if endpoint in _FREE:
            return
        charges = self._charges(endpoint, environ)
        balances = self._counters.spend(charges)
        record.rate_limit_fields = (
            ("RateLimit-Policy", ", ".join([charge.policy.header for charge in charges])),
            ("RateLimit", ", ".join([balance.header for balance in balances])),
        )
        wait_s = max([balance.wait_s for balance in balances])
        if wait_s:
            metrics.rate_limited()
            raise Problem("too-many-requests", headers={"Retry-After": str(wait_s)})

    def _charges(self, endpoint: str, environ: "WSGIEnvironment") -> list[Charge]:
        cost = _COSTS.get(endpoint) or (_READ if environ["REQUEST_METHOD"] in _READS else _WRITE)
        address = address_key(environ.get("REMOTE_ADDR", ""))
        charges = [Charge(self._address, address, cost)]
        token: str | None = environ.get("HTTP_AUTHORIZATION")
        if token is not None:  # valid or not, since authentication costs a query
            charges.insert(0, Charge(self._token, token.encode(errors="replace"), cost))
        if endpoint == "accounts.create_account":
            charges.insert(0, Charge(self._accounts, address, 1))
        return charges
