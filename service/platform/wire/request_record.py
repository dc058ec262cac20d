"""The record of the current request, from id to status."""

import re
import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar
from functools import cached_property
from typing import TYPE_CHECKING, Final

from flask import current_app
from werkzeug.datastructures import MultiDict
from werkzeug.sansio.http import parse_cookie

from service.platform.database.deadline import Waits
from service.platform.languages import choice
from service.platform.settings import Settings
from service.platform.wire.media_types import JSON
from service.platform.wire.operation import NO_ROUTE, Operation

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

    from service.core.people.tokens import Caller

_REQUEST_ID: Final = re.compile(r"(?!.*hnb_)[A-Za-z0-9._-]{1,64}")  # refuses a token that was sent by mistake


class RequestRecord:
    """The state of one request that the pipeline and the routes share."""

    def __init__(self, environ: "WSGIEnvironment") -> None:
        self.started_at = time.perf_counter()
        self.waits: Waits
        """For what the request has waited. Set as soon as the database is bound."""
        self.environ = environ
        self.request_id = _request_id(environ)
        self.method: str = environ["REQUEST_METHOD"]
        self.route = "(none)"
        """The route as the contract writes it, such as `/v1/games/{game}`."""
        self.operation: Operation = NO_ROUTE
        """The declaration of the route."""
        self.media_type = JSON
        """The media type of the operation that the client prefers."""
        self.caller: Caller | None = None
        """None before authentication, and for a request without a token."""
        self.by_cookie = False
        """Whether the cookie of a sign-in authenticates the request."""
        self.rate_limit_fields: tuple[tuple[str, str], ...] = ()
        """The headers that report the rate limits; empty if none applies."""
        self.on_caller: Callable[[Caller], None] | None = None
        """Called with the caller after authentication."""
        self.releases: list[Callable[[], None]] = []
        """Functions that release the slots that the request occupies."""
        self.negotiated = False
        """Whether the resource has several media types, so that the response varies by `Accept`."""
        self.cause: str | None = None
        """In one word, why the request was refused or failed; None if it was not, or by its own fault."""
        self.status = 500
        self.length: int | None = None
        """The length of the body in bytes; None for a stream."""
        self.streams = False
        """Whether the body of the response is a stream of unknown length."""

    @cached_property
    def language(self) -> str:
        """The language of the response: of a page, the reader's choice; otherwise, negotiated by `Accept-Language`."""
        chosen = None if self.environ["PATH_INFO"].startswith("/v1/") else cookies(self.environ).get("language")
        return chosen if chosen in choice.LANGUAGES else self.negotiated_language

    @property
    def negotiated_language(self) -> str:
        """The language that is negotiated by `Accept-Language`, which programs get."""
        return choice.negotiate(self.environ.get("HTTP_ACCEPT_LANGUAGE", "")[: choice.MAX_LENGTH])


_current: Final[ContextVar[RequestRecord]] = ContextVar("request_record")


def begin(environ: "WSGIEnvironment") -> RequestRecord:
    """Create the record of a new request, and make it current."""
    record = RequestRecord(environ)
    _current.set(record)
    return record


current: Final[Callable[[], RequestRecord]] = _current.get
"""Returns the record of the current request. Raises LookupError outside a request."""


def accepted_type() -> str:
    """Return the media type of the operation that the caller prefers."""
    return _current.get().media_type


def settings() -> Settings:
    """Return the settings of the app that answers the current request."""
    found: Settings = current_app.config["SERVICE_SETTINGS"]
    return found


def language() -> str:
    """Return the language of the current response."""
    return _current.get().language


def _request_id(environ: "WSGIEnvironment") -> str:
    """Return the client's `Request-Id` if it is well-formed, otherwise a new id."""
    sent: str = environ.get("HTTP_REQUEST_ID", "")
    return sent if _REQUEST_ID.fullmatch(sent) else secrets.token_hex(16)


def cookies(environ: "WSGIEnvironment") -> MultiDict[str, str]:
    """Return the cookies of a request, whatever bytes they have.

    A byte that is not UTF-8 becomes U+FFFD, whereas `request.cookies` fails: a program on the same host may set cookies
    that it sends to this service too.
    """
    sent: str = environ.get("HTTP_COOKIE", "")
    return parse_cookie(sent.encode("latin-1", "replace").decode(errors="replace"))
