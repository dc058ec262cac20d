"""WSGI middleware with the steps of every request, in order:

    request id -> CORS preflight -> rate limit -> concurrency limit -> media type -> route -> common headers -> log line

`Exchange.__call__` surrounds the Flask application and sees every request and every response. `Exchange.check` is a
hook of Flask. It runs when the route is known, and may refuse the request. The only other hook compresses responses
(`compression`).
"""

import hashlib
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException
from werkzeug.wsgi import ClosingIterator

from service.platform import yielding
from service.platform.database.pool import Database
from service.platform.limits import gates
from service.platform.limits.load_shedding import Client, ConcurrencyLimit
from service.platform.limits.rate_limit import RateLimiter, free_s
from service.platform.observability import logs, metrics, tracing
from service.platform.refusal import Refusal
from service.platform.requests import cors, sign_in_cookie
from service.platform.requests.idempotency import once
from service.platform.settings import Settings
from service.platform.wire import request_record
from service.platform.wire.operation import UNDECLARED, declared, path_of
from service.platform.wire.request_record import RequestRecord
from service.platform.wire.responses import VARY, prefers

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

    from service.core.people.tokens import Caller


class RequestLog:
    """The log lines, the metrics and the spans of requests. The settings enable each."""

    def __init__(self, settings: Settings) -> None:
        self._has_metrics = settings.metrics != "off"
        self._has_lines = settings.access_log
        self._trace = tracing.begin()

    def begin(self, record: RequestRecord) -> None:
        """Begin a request, whose id later log lines contain."""
        logs.request_id.set(record.request_id)
        trace = _TRACE.match(record.environ.get("HTTP_TRACEPARENT", ""))
        logs.trace_id.set(None if trace is None else trace[1])

    def ready(self, record: RequestRecord) -> None:
        """Count a response before it is sent. Write its line unless it is a stream."""
        duration_s = time.perf_counter() - record.started_at
        if not record.streams:
            self._end(record, duration_s)
        if self._has_metrics:
            metrics.answered(record.method, record.route, record.status, duration_s)
            metrics.waited(record.waits.spent_s)
            if record.cause is not None:
                metrics.refused(record.cause)

    def until_closed(self, record: RequestRecord, body: Iterable[bytes]) -> Iterable[bytes]:
        """Return the body of a stream, which writes its line when it is closed."""
        ready_at = time.perf_counter()
        return ClosingIterator(body, lambda: self._end(record, ready_at - record.started_at, ready_at))

    def _end(self, record: RequestRecord, duration_s: float, streaming_since: float | None = None) -> None:
        if self._has_lines or self._trace is not None:
            members = {
                "method": metrics.method_of(record.method),
                "route": record.route,
                "status": record.status,
                "duration_ms": round(duration_s * 1000, 1),
                **{f"{name}_ms": ms for name, ms in record.waits.in_ms(duration_s).items()},
                "bytes": record.length,
                "worker": os.getpid(),
                "client": _client(record.environ.get("HTTP_USER_AGENT", "")),
                "request_id": record.request_id,
                "account": None if record.caller is None else _pseudonym(record.caller),
            }
            if record.cause is not None:
                members["cause"] = record.cause
            if (trace := logs.trace_id.get()) is not None:
                members["trace_id"] = trace
            if streaming_since is not None:
                members["open_s"] = round(time.perf_counter() - streaming_since, 1)
            if self._has_lines:
                logs.request_answered(members)
            if self._trace is not None:
                self._trace(members, record.environ.get("HTTP_TRACEPARENT"))
        logs.request_id.set(None)
        logs.trace_id.set(None)


_TRACE: Final = re.compile(r"[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$")
"""The header `traceparent` (W3C Trace Context)."""

_CLIENT: Final = re.compile(r"(?!hnb_)[A-Za-z][A-Za-z._-]{0,31}/[0-9][0-9a-z.+-]{0,23}(?= |$)")


def _client(user_agent: str) -> str | None:
    """Return the name and the version of a program, such as `hanabi-client/0.2.0`; None if it tells neither."""
    found = _CLIENT.match(user_agent)
    return None if found is None else found[0]


def _pseudonym(caller: "Caller") -> str:
    """Return a stable pseudonym of an account. It is not an id of the API."""
    return hashlib.sha256(caller.account_id.bytes).hexdigest()[:12]


ON_EVERY_RESPONSE: Final = (("X-Content-Type-Options", "nosniff"), *cors.ON_EVERY_RESPONSE)
"""Headers with one value, which every response has."""
_WITHOUT_BODY: Final = (204, 304)


class Exchange:
    """The middleware around the routes of an app, all of which are registered."""

    def __init__(
        self, app: Flask, settings: Settings, database: Database, token_owner: Callable[[], "Caller | None"]
    ) -> None:
        self._routes: WSGIApplication = app.wsgi_app
        self._url_map = app.url_map
        self._database = database
        self.operations = declared(app)
        for endpoint, operation in self.operations.items():
            route: Any = app.view_functions[endpoint]
            if operation.quota == "codes":
                app.view_functions[endpoint] = self._charging_wrong_codes(route)
            if operation.repeatable:
                app.view_functions[endpoint] = once(route, token_owner)
        self.rate_limiter = RateLimiter(settings) if settings.rate_limits else None
        self._log = RequestLog(settings)
        self.concurrency = ConcurrencyLimit(settings.max_in_flight, free_s=free_s(settings))
        app.extensions["exchange"] = self
        app.before_request(self.check)
        app.wsgi_app = self  # type: ignore[method-assign]

    def _charging_wrong_codes(self, route: Callable[..., Any]) -> Callable[..., Any]:
        """Return a route that charges a code to the address that tried it if it is refused.

        The right code always passes. Otherwise wrong ones, which anybody can send, would keep out who has it.
        """

        @wraps(route)
        def charging(**path: str) -> Any:
            try:
                return route(**path)
            except Refusal as refused:
                if self.rate_limiter is not None and refused.code in ("code-refused", "not-found"):
                    self.rate_limiter.charge_wrong_code(request_record.current())
                raise

        return charging

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Run the route of a request. Complete and log its response."""
        record = request_record.begin(environ)
        yielding.begin()
        self._log.begin(record)

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            record.status = int(status[:3])
            _add_common_headers(record, headers)
            return start_response(status, headers, exc_info)

        try:
            with self._database.bind() as record.waits:
                body = self._routes(environ, start)
        finally:
            self.concurrency.leave(record)
            self._log.ready(record)
        return self._log.until_closed(record, body) if record.streams else body

    def check(self) -> Response | None:
        """Check the limits and the media type of a request.

        Raises too-many-requests, service-unavailable or not-acceptable. Return the response to a CORS preflight.
        """
        record = request_record.current()
        rule, environ = request.url_rule, request.environ
        if rule is not None:
            record.route = path_of(rule.rule)
            record.operation = self.operations.get(rule.endpoint, UNDECLARED)
        operation = record.operation
        request.max_content_length = operation.max_body_bytes
        if record.method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ:
            return cors.preflight_response()
        if operation.token and "HTTP_COOKIE" in environ:
            sign_in_cookie.adopt(record)
        if self.rate_limiter is not None:
            self.rate_limiter.charge(record)
        self.concurrency.enter(record)
        if rule is not None and record.method != "OPTIONS" and operation.media_types:
            record.media_type = prefers(*operation.media_types)
        return None

    def max_body_bytes(self, environ: "WSGIEnvironment") -> int:
        """Return the maximum size of a request's body, before it is routed."""
        try:
            endpoint, _ = self._url_map.bind_to_environ(environ).match()
        except HTTPException:  # no route
            return gates.MAX_BODY_BYTES
        return self.operations.get(endpoint, UNDECLARED).max_body_bytes


def leave_slot() -> None:
    """Release the slot of the current request before it waits for news."""
    exchange: Exchange = current_app.extensions["exchange"]
    exchange.concurrency.leave(request_record.current())


@contextmanager
def outside() -> Iterator[None]:
    """Hold no slot while the current request waits for another service, and take one again after it.

    Do not call it in a transaction. Raises service-unavailable if no slot is free after it.
    """
    exchange: Exchange = current_app.extensions["exchange"]
    record = request_record.current()
    exchange.concurrency.leave(record)
    yield
    exchange.concurrency.enter(record)


def enter_heavy() -> None:
    """Exchange the slot of the current request for one for heavy requests, or take it again after a turn of others.

    Raises service-unavailable.
    """
    exchange: Exchange = current_app.extensions["exchange"]
    exchange.concurrency.enter_heavy(request_record.current())


def enter_drawing() -> None:
    """Exchange the slot of the current request for that of its client's drawing. Raises service-unavailable."""
    exchange: Exchange = current_app.extensions["exchange"]
    exchange.concurrency.enter_drawing(request_record.current())


def client() -> Client:
    """Return the sender of the current request."""
    exchange: Exchange = current_app.extensions["exchange"]
    return exchange.concurrency.client(request_record.current().environ)


def charge_bytes(stored: int) -> None:
    """Charge more bytes that the current request leaves in the database. Raises too-many-requests."""
    exchange: Exchange = current_app.extensions["exchange"]
    if exchange.rate_limiter is not None:
        exchange.rate_limiter.charge_bytes(request_record.current(), stored)


def charge_units(units: int) -> None:
    """Charge more units for the current request. Raises too-many-requests."""
    exchange: Exchange = current_app.extensions["exchange"]
    if exchange.rate_limiter is not None:
        exchange.rate_limiter.charge_units(request_record.current(), units)


def _add_common_headers(record: RequestRecord, headers: list[tuple[str, str]]) -> None:
    """Add the common headers, and defaults for headers that are missing."""
    names = {name for name, _ in headers}
    record.streams = "Content-Length" not in names and record.status not in _WITHOUT_BODY
    headers += ON_EVERY_RESPONSE
    headers += record.rate_limit_fields
    headers.append(("Request-Id", record.request_id))
    record.length = next((int(value) for name, value in headers if name == "Content-Length"), None)
    waits = record.waits.in_ms(time.perf_counter() - record.started_at)
    headers.append(("Server-Timing", ", ".join(f"{name};dur={ms}" for name, ms in waits.items())))
    if "Cache-Control" not in names:
        headers.append(("Cache-Control", "no-store"))
    if "Vary" not in names:
        headers.append(("Vary", VARY))
    if "Content-Language" not in names and record.status != 304:
        headers.append(("Content-Language", record.language))
