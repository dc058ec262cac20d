"""The Flask application without what this service never uses: sessions, coroutines, signals, hooks of blueprints.

Each of these asks a little of every request, whether it is used or not; together they cost about as much as a query.
"""

import re
from collections.abc import Callable
from typing import Any, Final

from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface, SessionMixin
from werkzeug.routing import MapAdapter

__all__ = ["Application"]

_PLAIN_HOST: Final = re.compile(r"[a-z0-9.-]+(:[0-9]+)?")


class _NoSessions(SessionInterface):
    """Who calls is told by a token, so one empty session does for everybody."""

    _none: Final = NullSession()

    def open_session(self, app: Flask, request: Request) -> SessionMixin:
        return self._none

    def is_null_session(self, obj: object) -> bool:
        return True


class Application(Flask):
    """A Flask whose routes and hooks are plain functions, all of them registered on the application itself."""

    session_interface = _NoSessions()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function as it is: none is a coroutine."""
        return func

    def preprocess_request(self) -> Any:
        """Call the hooks before a request, until one answers it."""
        for hook in self.before_request_funcs[None]:
            answer = hook()
            if answer is not None:
                return answer
        return None

    def process_response(self, response: Response) -> Response:
        """Call the hooks after a request, the last registered first."""
        for hook in reversed(self.after_request_funcs[None]):
            response = hook(response)
        return response

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Bind the routes to a request. A host that has to be checked or written in another way is Flask's to bind."""
        if request is None:
            return super().create_url_adapter(request)
        environ = request.environ
        host = environ.get("HTTP_HOST", "").lower()
        if "HTTP_UPGRADE" in environ or not _PLAIN_HOST.fullmatch(host):
            return super().create_url_adapter(request)
        return MapAdapter(
            self.url_map,
            host,
            _decoded(environ.get("SCRIPT_NAME") or "/"),
            "",
            environ["wsgi.url_scheme"],
            _decoded(environ.get("PATH_INFO") or "/"),
            environ["REQUEST_METHOD"],
            _decoded(environ.get("QUERY_STRING", "")),
        )


def _decoded(text: str) -> str:
    """Return what WSGI has as Latin-1 as the UTF-8 that it is (PEP 3333)."""
    return text if text.isascii() else text.encode("latin1").decode(errors="replace")
