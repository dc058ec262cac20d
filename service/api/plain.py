"""A view as nearly everybody asks for it, answered ahead of the routes: these cost half as much as all the rest of it.

It is the answer that `games.get_game` would give. Whatever is not as plain as that goes there; what has failed here
fails there in the same way, without the database being asked again.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final
from uuid import UUID

import orjson
from flask import Flask
from werkzeug.http import parse_etags

from service import games, ids, texts
from service.api import render
from service.api.answers import JSON, VARY, tag_of
from service.api.auth import FAILED, reading
from service.api.limiting import Door
from service.api.observing import Note, account_of, note_of, request_id_of
from service.api.shedding import Places

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = ["init_app"]

_VIEW: Final = re.compile(r"/v1/games/(g_[0-9a-f]{32})")
_ROUTE: Final = "/v1/games/{game}"
_ENDPOINT: Final = "games.get_game"
_PLAIN: Final = ("", "*/*", JSON)


class _Plain:
    """Stands before the application."""

    def __init__(self, app: Flask, application: "WSGIApplication", door: Door | None) -> None:
        self._app = app
        self._application = application
        self._door = door

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        asked = _asked(environ)
        if asked is None:
            return self._application(environ, start_response)
        paid = [] if self._door is None else self._door.admit(_ENDPOINT, environ)
        places: Places = self._app.extensions["places"]
        if paid is None or not places.take(0):  # where all places are taken, one waits behind
            return self._application(environ, start_response)
        tongue = texts.negotiate(environ.get("HTTP_ACCEPT_LANGUAGE"))
        note = note_of(environ)
        try:
            with self._app.app_context():
                tag, body = _answer(*asked, tongue, environ.get("HTTP_IF_NONE_MATCH"), note)
        except Exception as error:
            environ[FAILED] = error
            return self._application(environ, start_response)
        finally:
            places.give_back(True)
        note.request_id, note.route = request_id_of(environ), _ROUTE
        headers = [
            ("ETag", f'"{tag}"'),
            ("Request-Id", note.request_id),
            ("Cache-Control", "no-store"),
            ("Vary", VARY),
            *paid,
        ]
        if body is None:
            start_response("304 NOT MODIFIED", headers)
            return []
        headers += (
            ("Content-Type", JSON),
            ("Content-Length", str(len(body))),
            ("Content-Language", tongue),
        )
        start_response("200 OK", headers)
        return [body]


def init_app(app: Flask, door: Door | None) -> None:
    """Answer plain requests for a view ahead of this app's routes."""
    app.wsgi_app = _Plain(app, app.wsgi_app, door)  # type: ignore[method-assign]


def _asked(environ: "WSGIEnvironment") -> tuple[UUID, str] | None:
    """Return the game and the token of a plain request for a view; None for any other request."""
    if environ["REQUEST_METHOD"] != "GET" or environ.get("QUERY_STRING"):
        return None
    found = _VIEW.fullmatch(environ.get("PATH_INFO", ""))
    if found is None or environ.get("HTTP_ACCEPT", "").strip() not in _PLAIN:
        return None
    scheme, _, secret = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    game_id = ids.parse("g", found[1])
    return None if game_id is None or scheme.lower() != "bearer" else (game_id, secret.strip())


def _answer(game_id: UUID, secret: str, tongue: str, had: str | None, note: Note) -> tuple[str, bytes | None]:
    """Return the tag and the bytes of a view: None for bytes that the asker has already."""
    if had is not None:
        caller, edition = games.glance(game_id, secret)
        note.account = account_of(caller)
        reading(caller)
        if edition is not None and _has(had, tag := tag_of(edition, tongue)):
            return tag, None
    caller, stored = games.visit(game_id, secret)
    note.account = account_of(caller)
    table = games.table(game_id, reading(caller), stored)
    return tag_of(table.edition, tongue), orjson.dumps(render.table(table, tongue))


def _has(had: str, tag: str) -> bool:
    return had == f'"{tag}"' or parse_etags(had).contains_weak(tag)
