"""What is noted of every request: a line in the log and a few numbers, neither with anything that it holds."""

import hashlib
import re
import secrets
import time
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, g, request
from werkzeug.wsgi import ClosingIterator

from service.http.pipeline.cors import ON_ALL
from service.identity.tokens import Caller
from service.observability import logs, metrics
from service.settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = ["Note", "account_of", "init_app", "note_of", "request_id_of", "route_of"]

_NOTE: Final = "hanabi.note"
_REQUEST_ID: Final = re.compile(r"(?!.*hnb_)[A-Za-z0-9._-]{1,64}")  # a token sent by mistake is not to be repeated
_NO_ROUTE: Final = "(none)"
_ON_ALL: Final = (("X-Content-Type-Options", "nosniff"), *ON_ALL)


class Note:
    """What is known of a request while it is answered."""

    __slots__ = ("account", "began_at", "ready_at", "request_id", "route", "status", "streamed")

    def __init__(self) -> None:
        self.began_at = time.perf_counter()
        self.ready_at = self.began_at
        self.status = 500
        self.route = _NO_ROUTE
        self.request_id: str | None = None
        self.account: str | None = None
        self.streamed = False


class Observer:
    """Stands before the application, since only there it is seen when the last byte of a stream is gone."""

    def __init__(self, application: "WSGIApplication", settings: Settings) -> None:
        self._application = application
        self._counts = settings.metrics != "off"
        self._writes = settings.access_log

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        note = environ[_NOTE] = Note()

        def start(status: str, headers: list[tuple[str, str]], failed: Any = None) -> Any:
            note.status = int(status[:3])
            headers += _ON_ALL
            return start_response(status, headers, failed)

        if self._counts:
            metrics.in_flight.inc()
        try:
            body = self._application(environ, start)
        except BaseException:
            self._ready(note, environ)
            self._over(note, environ)
            raise
        self._ready(note, environ)
        if note.streamed:
            return ClosingIterator(body, lambda: self._over(note, environ))
        self._over(note, environ)
        return body

    def _ready(self, note: Note, environ: "WSGIEnvironment") -> None:
        note.ready_at = time.perf_counter()
        if self._counts:
            metrics.answered(environ["REQUEST_METHOD"], note.route, note.status, note.ready_at - note.began_at)

    def _over(self, note: Note, environ: "WSGIEnvironment") -> None:
        if self._counts:
            metrics.in_flight.dec()
        if self._writes:
            members = {
                "method": metrics.method_of(environ["REQUEST_METHOD"]),
                "route": note.route,
                "status": note.status,
                "duration_ms": round((note.ready_at - note.began_at) * 1000, 1),
                "request_id": note.request_id,
                "account": note.account,
            }
            if note.streamed:
                members["open_s"] = round(time.perf_counter() - note.ready_at, 1)
            logs.request_answered(members)
        logs.request_id.set(None)


def init_app(app: Flask, settings: Settings) -> None:
    """Note every request to this app, as the settings ask for."""
    app.before_request(_begin)
    app.after_request(_complete)
    app.wsgi_app = Observer(app.wsgi_app, settings)  # type: ignore[method-assign]


def note_of(environ: "WSGIEnvironment") -> Note:
    """Return what is noted of a request."""
    note: Note = environ.get(_NOTE) or Note()
    return note


def request_id_of(environ: "WSGIEnvironment") -> str:
    """Return the id of a request: the client's own if it sent a decent one."""
    sent: str = environ.get("HTTP_REQUEST_ID", "")
    return sent if _REQUEST_ID.fullmatch(sent) else secrets.token_hex(16)


@cache
def route_of(rule: str) -> str:
    """Return a route as the contract writes it."""
    return re.sub(r"<(?:[^:<>]*:)?([^<>]*)>", r"{\1}", rule)


def _begin() -> None:
    logs.request_id.set(g.request_id)


def _complete(response: Response) -> Response:
    asked = request._get_current_object()  # type: ignore[attr-defined]  # each look through the proxy costs a search
    note = note_of(asked.environ)
    note.request_id = g.request_id
    if asked.url_rule is not None:
        note.route = route_of(asked.url_rule.rule)
    caller = g.get("caller")
    if caller is not None:
        note.account = account_of(caller)
    note.streamed = response.is_streamed
    return response


def account_of(caller: Caller) -> str:
    """Return what stands for an account: the same in all lines, and nothing that anybody else could use."""
    return hashlib.sha256(caller.account_id.bytes).hexdigest()[:12]
