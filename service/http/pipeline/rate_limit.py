"""Rate limits at the door: what each kind of request costs, and the headers that tell what is left."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from flask import Flask, Response, g, request

from service.http.pipeline.rate_counters import Claim, Ledger, Policy, Standing, address_key, ledger
from service.http.wire.problems import Problem
from service.observability import metrics
from service.settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

__all__ = ["Door", "door_of", "init_app"]

_PAID: Final = "hanabi.paid"
_READ: Final = 1
_WRITE: Final = 2
_WHOLE_GAME: Final = 5  # folds and renders every position of it
_IMPORT: Final = 20

_COSTS: Final[Mapping[str, int]] = {
    "me.export_me": _WHOLE_GAME,
    "branches.get_branch": _WHOLE_GAME,
    "branches.list_branch_frames": _WHOLE_GAME,
    "branches.make_branch": _WHOLE_GAME,
    "replays.get_replay": _WHOLE_GAME,
    "replays.list_frames": _WHOLE_GAME,
    "exchange.export_replay": _WHOLE_GAME,
    "replays.import_replay": _IMPORT,
}
"""By endpoint, where it is neither what a read costs nor what a write does."""

_FREE: Final = frozenset(("documents.get_liveness", "documents.get_readiness", "operation.get_metrics"))
"""Asked by whoever keeps the service running."""

_READS: Final = frozenset(("GET", "HEAD", "OPTIONS"))


class Door:
    """Where every request pays before anything is looked up for it."""

    def __init__(self, settings: Settings, book: Ledger) -> None:
        self._book = book
        self._token = Policy("token", settings.rate_limit_token)
        self._address = Policy("address", settings.rate_limit_address)
        self._accounts = Policy("accounts", settings.rate_limit_accounts)

    def charge(self) -> None:
        """Charge the request to its token and its address; too-many-requests if either cannot pay."""
        endpoint = request.endpoint or ""
        if endpoint in _FREE:
            return
        g.rate_limits = paid = self._pay(endpoint, request.environ)
        if paid.wait_s:
            metrics.rate_limited()
            raise Problem("too-many-requests", headers={"Retry-After": str(paid.wait_s)})

    def admit(self, endpoint: str, environ: "WSGIEnvironment") -> list[tuple[str, str]] | None:
        """Charge a request before routes are looked at; return the headers that tell what is left.

        None if it cannot pay: whoever asks hands it on, so that `charge` refuses it. It pays once, whoever answers it.
        """
        paid = self._pay(endpoint, environ)
        return None if paid.wait_s else paid.fields

    def _pay(self, endpoint: str, environ: "WSGIEnvironment") -> "_Paid":
        paid: _Paid | None = environ.get(_PAID)
        if paid is None:
            claims = self._claims(endpoint, environ)
            paid = environ[_PAID] = _Paid(claims, self._book.spend(claims))
        return paid

    def _claims(self, endpoint: str, environ: Mapping[str, str]) -> list[Claim]:
        cost = _COSTS.get(endpoint) or (_READ if environ["REQUEST_METHOD"] in _READS else _WRITE)
        address = address_key(environ.get("REMOTE_ADDR", ""))
        claims = [Claim(self._address, address, cost)]
        token = environ.get("HTTP_AUTHORIZATION")
        if token is not None:  # valid or not: to find that out costs a query
            claims.insert(0, Claim(self._token, token.encode(errors="replace"), cost))
        if endpoint == "accounts.create_account":
            claims.insert(0, Claim(self._accounts, address, 1))
        return claims


class _Paid(NamedTuple):
    """What a request was to cost, and how that went."""

    claims: list[Claim]
    standings: list[Standing]

    @property
    def wait_s(self) -> int:
        """How long to wait; 0 if all was granted."""
        return max([standing.wait_s for standing in self.standings])

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The headers that tell it."""
        return [
            ("RateLimit-Policy", ", ".join([claim.policy.told for claim in self.claims])),
            ("RateLimit", ", ".join([standing.told for standing in self.standings])),
        ]


def door_of(settings: Settings) -> Door | None:
    """Return where requests pay, if the settings ask for that."""
    return Door(settings, ledger(settings)) if settings.rate_limits else None


def init_app(app: Flask, door: Door | None) -> None:
    """Let each request to this app pay at a door, if there is one."""
    if door is not None:
        app.before_request(door.charge)
        app.after_request(_tell)


def _tell(response: Response) -> Response:
    paid: _Paid | None = g.pop("rate_limits", None)
    if paid is not None:
        for name, value in paid.fields:
            response.headers.add(name, value)
    return response
