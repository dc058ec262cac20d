"""Views and moves as nearly everybody asks for them, ahead of the routes: these cost half as much as all the rest.

The answers are those that `games.get_game` and `games.make_move` would give. Whatever is not as plain as that goes
there; what has failed here fails there in the same way, without anything being done again.
"""

import io
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

import orjson
from flask import Flask
from werkzeug.http import parse_etags

from service import i18n
from service.games import lookup, play
from service.http.pipeline.access_log import Note, account_of, note_of, request_id_of
from service.http.pipeline.auth import FAILED, playing, reading
from service.http.pipeline.load_shedding import Places
from service.http.pipeline.rate_limit import Door
from service.http.wire import render, schemas
from service.http.wire.responses import JSON, VARY, tag_of
from service.settings import MAX_BODY_BYTES

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = ["init_app"]

_PATH: Final = re.compile(r"/v1/games/g_([0-9a-f]{32})(/moves)?")
_WHATEVER: Final = ("", "*/*", JSON)
_UNUSUAL: Final = {"HTTP_IDEMPOTENCY_KEY", "HTTP_CONTENT_ENCODING"}


class _Asked(NamedTuple):
    """What a plain request holds."""

    game_id: UUID
    secret: str
    tongue: str
    had: str | None
    """The tags of what its sender has."""
    body: bytes


class _Answer(NamedTuple):
    """What is peculiar to an answer; no body is one that the asker has already."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes | None


class _Kind(NamedTuple):
    """A kind of plain request: its route as the contract has it and as Flask has it, and what answers it."""

    route: str
    endpoint: str
    answer: Callable[[_Asked, Note], _Answer]


class _Plain:
    """Stands before the application."""

    def __init__(self, app: Flask, application: "WSGIApplication", door: Door | None) -> None:
        self._app = app
        self._application = application
        self._door = door

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        plain = _plain(environ)
        if plain is None:
            return self._application(environ, start_response)
        kind, asked = plain
        paid = [] if self._door is None else self._door.admit(kind.endpoint, environ)
        places: Places = self._app.extensions["places"]
        if paid is None or not places.take(0):  # where all places are taken, one waits behind
            return self._application(environ, start_response)
        note = note_of(environ)
        try:
            with self._app.app_context():
                answer = kind.answer(asked, note)
        except Exception as error:
            environ[FAILED] = error
        else:
            note.request_id, note.route = request_id_of(environ), kind.route
            return _sent(start_response, asked.tongue, note.request_id, answer, paid)
        finally:
            places.give_back(True)
        return self._application(environ, start_response)


def _sent(
    start_response: "StartResponse", tongue: str, request_id: str, answer: _Answer, paid: list[tuple[str, str]]
) -> Iterable[bytes]:
    status, headers, body = answer
    headers += (("Request-Id", request_id), ("Cache-Control", "no-store"), ("Vary", VARY), *paid)
    if body is None:
        start_response(status, headers)
        return []
    headers += (("Content-Type", JSON), ("Content-Length", str(len(body))), ("Content-Language", tongue))
    start_response(status, headers)
    return [body]


def init_app(app: Flask, door: Door | None) -> None:
    """Answer plain requests ahead of this app's routes."""
    app.wsgi_app = _Plain(app, app.wsgi_app, door)  # type: ignore[method-assign]


def _plain(environ: "WSGIEnvironment") -> tuple[_Kind, _Asked] | None:
    """Return of which kind a plain request is, and what it holds; None for any other, and for one without a token.

    A body that is read here is there to be read again.
    """
    if environ.get("QUERY_STRING") or environ.get("HTTP_ACCEPT", "").strip() not in _WHATEVER:
        return None
    path = _PATH.fullmatch(environ.get("PATH_INFO", ""))
    scheme, _, secret = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    if path is None or scheme.lower() != "bearer":
        return None
    method, body = environ["REQUEST_METHOD"], b""
    if method == "GET" and not path[2]:
        kind = _VIEW
    elif method == "POST" and path[2] and environ.get("CONTENT_TYPE") == JSON and not _UNUSUAL & environ.keys():
        kind = _MOVE
        length = environ.get("CONTENT_LENGTH", "")
        if not (length.isascii() and length.isdigit()) or int(length) > MAX_BODY_BYTES:
            return None
        body = environ["wsgi.input"].read(int(length))
        environ["wsgi.input"] = io.BytesIO(body)
        if len(body) != int(length):
            return None
    else:
        return None
    tongue = i18n.negotiate(environ.get("HTTP_ACCEPT_LANGUAGE"))
    return kind, _Asked(UUID(path[1]), secret.strip(), tongue, environ.get("HTTP_IF_NONE_MATCH"), body)


def _view(asked: _Asked, note: Note) -> _Answer:
    game_id, secret, tongue, had, _ = asked
    if had is not None:
        caller, edition = lookup.authenticate_and_read_view_version(game_id, secret)
        note.account = account_of(caller)
        reading(caller)
        if edition is not None and _has(had, tag := tag_of(edition, tongue)):
            return _Answer("304 NOT MODIFIED", [("ETag", f'"{tag}"')], None)
    caller, stored = lookup.authenticate_and_load(game_id, secret)
    note.account = account_of(caller)
    table = lookup.read_view(game_id, reading(caller), stored)
    tag = tag_of(table.view_version, tongue)
    return _Answer("200 OK", [("ETag", f'"{tag}"')], orjson.dumps(render.table(table, tongue)))


def _has(had: str, tag: str) -> bool:
    return had == f'"{tag}"' or parse_etags(had).contains_weak(tag)


def _move(asked: _Asked, note: Note) -> _Answer:
    caller, stored = lookup.authenticate_and_load(asked.game_id, asked.secret)
    note.account = account_of(caller)
    here = lookup.player_seat(asked.game_id, playing(caller), stored)
    move = schemas.move_in(asked.body)
    acted = play.act(here, move.command, move.expected_version)
    again = [("Idempotency-Replayed", "true")] if acted.replayed else []
    return _Answer("201 CREATED", again, orjson.dumps(render.acted(acted, asked.tongue)))


_VIEW: Final = _Kind("/v1/games/{game}", "games.get_game", _view)
_MOVE: Final = _Kind("/v1/games/{game}/moves", "games.make_move", _move)
