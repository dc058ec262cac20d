"""The access log: a line and metrics for every request, without its contents."""

import hashlib
import re
import secrets
import time
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final

from werkzeug.wsgi import ClosingIterator

from service.http.wire.request_record import RequestRecord
from service.identity.tokens import Caller
from service.observability import logs, metrics
from service.settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

__all__ = ["RequestLog", "request_id_of", "route_of"]

_REQUEST_ID: Final = re.compile(r"(?!.*hnb_)[A-Za-z0-9._-]{1,64}")  # refuses a token that was sent by mistake


class RequestLog:
    """The log lines and the metrics of requests; the settings turn either off."""

    def __init__(self, settings: Settings) -> None:
        self._has_metrics = settings.metrics != "off"
        self._has_lines = settings.access_log

    def begin(self, record: RequestRecord) -> None:
        """Count a request that has arrived, and add its id to the log lines."""
        logs.request_id.set(record.request_id)
        if self._has_metrics:
            metrics.in_flight.inc()

    def ready(self, record: RequestRecord) -> None:
        """Count a response before it is sent. Write its line unless it is a stream."""
        duration_s = time.perf_counter() - record.started_at
        if self._has_metrics:
            metrics.answered(record.method, record.route, record.status, duration_s)
        if not record.streams:
            self._end(record, duration_s)

    def until_closed(self, record: RequestRecord, body: Iterable[bytes]) -> Iterable[bytes]:
        """Return the body of a response. A stream writes its line when it is closed."""
        if not record.streams:
            return body
        ready_at = time.perf_counter()
        return ClosingIterator(body, lambda: self._end(record, ready_at - record.started_at, ready_at))

    def _end(self, record: RequestRecord, duration_s: float, streaming_since: float | None = None) -> None:
        if self._has_metrics:
            metrics.in_flight.dec()
        if self._has_lines:
            members = {
                "method": metrics.method_of(record.method),
                "route": record.route,
                "status": record.status,
                "duration_ms": round(duration_s * 1000, 1),
                "request_id": record.request_id,
                "account": None if record.caller is None else _pseudonym(record.caller),
            }
            if streaming_since is not None:
                members["open_s"] = round(time.perf_counter() - streaming_since, 1)
            logs.request_answered(members)
        logs.request_id.set(None)


def request_id_of(environ: "WSGIEnvironment") -> str:
    """Return the client's `Request-Id` if it is well-formed, otherwise a new id."""
    sent: str = environ.get("HTTP_REQUEST_ID", "")
    return sent if _REQUEST_ID.fullmatch(sent) else secrets.token_hex(16)


@cache
def route_of(rule: str) -> str:
    """Return a Flask rule as the contract writes it, such as `/v1/games/{game}`."""
    return re.sub(r"<(?:[^:<>]*:)?([^<>]*)>", r"{\1}", rule)


def _pseudonym(caller: Caller) -> str:
    """Return a stable pseudonym of an account, which the API does not accept as an id."""
    return hashlib.sha256(caller.account_id.bytes).hexdigest()[:12]
