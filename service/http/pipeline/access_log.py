"""The access log: a line and metrics for every request."""

import hashlib
import time
from collections.abc import Iterable

from werkzeug.wsgi import ClosingIterator

from service.http.wire.request_record import RequestRecord
from service.identity.tokens import Caller
from service.observability import logs, metrics
from service.settings import Settings

__all__ = ["RequestLog"]


class RequestLog:
    """The log lines and the metrics of requests. The settings enable each."""

    def __init__(self, settings: Settings) -> None:
        self._has_metrics = settings.metrics != "off"
        self._has_lines = settings.access_log

    def begin(self, record: RequestRecord) -> None:
        """Count a new request. Later log lines contain its id."""
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


def _pseudonym(caller: Caller) -> str:
    """Return a stable pseudonym of an account. It is not an id of the API."""
    return hashlib.sha256(caller.account_id.bytes).hexdigest()[:12]
