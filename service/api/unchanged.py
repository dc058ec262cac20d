"""A view that has not changed, told ahead of the routes: the answer that clients who poll get most.

It is the answer that `games.get_game` would give. Whatever is not as plain as that goes there, with what was found out.
"""

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final
from uuid import UUID

from flask import Flask
from werkzeug.http import parse_etags

from service import games, ids, texts
from service.api.answers import JSON, VARY, tag_of
from service.api.auth import GLANCED
from service.api.limiting import Door
from service.api.observing import account_of, note_of, request_id_of
from service.api.shedding import Places
from service.games import Edition
from service.tokens import Caller

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = ["init_app"]

_VIEW: Final = re.compile(r"/v1/games/(g_[0-9a-z]+)")
_ROUTE: Final = "/v1/games/{game}"
_PLAIN: Final = ("", "*/*", JSON)


class _Unchanged:
    """Stands before the application."""

    def __init__(self, app: Flask, application: "WSGIApplication", door: Door | None) -> None:
        self._app = app
        self._application = application
        self._door = door

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        places: Places = self._app.extensions["places"]
        asked = _asked(environ)
        paid = [] if asked is None or self._door is None else self._door.admit("games.get_game", environ)
        if asked is None or paid is None or not places.take(0):  # where all places are taken, one waits behind
            return self._application(environ, start_response)
        try:
            environ[GLANCED], caller, edition = self._glanced(*asked)
        finally:
            places.give_back()
        language = texts.negotiate(environ.get("HTTP_ACCEPT_LANGUAGE"))
        tag = None if edition is None else tag_of(edition, language)
        if caller is None or tag is None or "read" not in caller.scopes or not _has(environ, tag):
            return self._application(environ, start_response)
        note = note_of(environ)
        note.request_id, note.route, note.account = request_id_of(environ), _ROUTE, account_of(caller)
        headers = [
            ("ETag", f'"{tag}"'),
            ("Request-Id", note.request_id),
            ("Cache-Control", "no-store"),
            ("Vary", VARY),
        ]
        start_response("304 NOT MODIFIED", [*headers, *paid])
        return []

    def _glanced(
        self, game_id: UUID, secret: str
    ) -> tuple[Callable[[], tuple[Caller, Edition | None]], Caller | None, Edition | None]:
        """Return how it went, for the route to ask once more without asking the database, and what came of it."""
        try:
            with self._app.app_context():
                found = games.glance(game_id, secret)
        except Exception as error:
            failed = error

            def raise_it() -> tuple[Caller, Edition | None]:
                raise failed

            return raise_it, None, None
        return lambda: found, *found


def init_app(app: Flask, door: Door | None) -> None:
    """Tell ahead of this app's routes that a view has not changed."""
    app.wsgi_app = _Unchanged(app, app.wsgi_app, door)  # type: ignore[method-assign]


def _asked(environ: "WSGIEnvironment") -> tuple[UUID, str] | None:
    """Return the game and the token of a plain request for a view that its sender has already; None for any other."""
    if "HTTP_IF_NONE_MATCH" not in environ or environ["REQUEST_METHOD"] != "GET" or environ.get("QUERY_STRING"):
        return None
    found = _VIEW.fullmatch(environ.get("PATH_INFO", ""))
    scheme, _, secret = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    if found is None or scheme.lower() != "bearer" or environ.get("HTTP_ACCEPT", "").strip() not in _PLAIN:
        return None
    game_id = ids.parse("g", found[1])
    return None if game_id is None else (game_id, secret.strip())


def _has(environ: "WSGIEnvironment", tag: str) -> bool:
    sent: str = environ["HTTP_IF_NONE_MATCH"]
    return sent == f'"{tag}"' or parse_etags(sent).contains_weak(tag)
