"""Responses about finished games, which caches may store for ever.

A route answers with one call:

    return cached(game_id, caller, "analysis", lambda game, language: render(replays.analysed(game), language))

The caller's permission is checked on every call (`service.replays.rendered_cache`). On a cache miss, `make` gets the
finished game and the language of the answer, and returns a JSON value, or bytes of another media type. The third
argument names the answer and everything it depends on beside game, language and media type: `frames`, `frames/seat 2`.
The route checks its query first, with a schema that is a `Revised`, or with `schemas.revised_query()`. An answer with
players' names has `scope="revision"`: names change, so it is never immutable, and takes no `rev`.

- With `rev` (`1-en`: the number of the rendering and the language, see `links`) a response is immutable. It depends on
  its address, the content coding and, where there are several, the media type. An older revision is redirected to the
  present one. A newer revision, from a process with newer code, is answered, but not to be stored.
- Without `rev` the language is the caller's, caches revalidate each time, and `Content-Location` has the address with
  `rev`.
- Responses about a private game are `private`.

Raise `responses.RENDERING` with any change of what these responses look like.
"""

from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

import orjson
from flask import Flask, Response, g, request

from service.http.pipeline.access_log import note_of, request_id_of, route_of
from service.http.pipeline.rate_limit import Door
from service.http.wire.links import revision
from service.http.wire.problems import Problem
from service.http.wire.responses import JSON, RENDERING, Answer, elsewhere, language
from service.identity.tokens import Caller
from service.replays import rendered_cache
from service.replays.finished_game import FinishedGame
from service.replays.rendered_cache import Key, RenderedAnswer, Scope

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = ["cached", "init_app"]

_A_YEAR_S: Final = 31_536_000

_DEPENDS_ON: Final = (
    "REQUEST_METHOD",
    "PATH_INFO",
    "QUERY_STRING",
    "HTTP_ACCEPT",
    "HTTP_ACCEPT_ENCODING",
    "HTTP_ACCEPT_LANGUAGE",
)
_LONGEST: Final = 1000
_MOST: Final = 5000


def cached(
    game_id: UUID,
    caller: Caller | None,
    what: str,
    make: Callable[[FinishedGame, str], object],
    *,
    media_type: str = JSON,
    scope: Scope = "database",
    policy: str | None = None,
) -> Response:
    """Return a response about a finished game: its content, a 304 or a redirect.

    `policy` is its `Content-Security-Policy`. Raises NotFound, WrongGame, GameNotFinished, and what `make` raises.
    """
    asked_for = request.args.get("rev")
    number, _, tongue = (asked_for or "").partition("-")
    tongue = tongue or language()
    found = rendered_cache.read(
        game_id, caller, f"{RENDERING}/{tongue}/{media_type}/{what}", lambda game: _bytes(make(game, tongue)), scope
    )
    coding = _coding()  # told to nobody who may not know of the game
    if asked_for and int(number) < RENDERING:
        return elsewhere(_address(tongue))
    lasts = asked_for == revision(tongue)
    tag = f"{found.tag}-gzip" if coding else found.tag
    headers = {
        "ETag": f'"{tag}"',
        "Cache-Control": _cache_control(lasts=lasts, private=found.private),
        "Vary": _vary(by_address=asked_for is not None, private=found.private),
    }
    if not asked_for and scope != "revision":
        headers["Content-Location"] = _address(tongue)
    if request.if_none_match.contains_weak(tag):
        return Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    headers["Content-Language"] = tongue
    headers["Content-Type"] = media_type
    if policy:
        headers["Content-Security-Policy"] = policy
    if coding:
        headers["Content-Encoding"] = coding
    if not found.private and scope != "revision":
        _remember(found, headers)
    return Answer(found.packed if coding else rendered_cache.unpacked(found), headers=headers)


class _Known(NamedTuple):
    """An answer to nobody in particular that was given before."""

    key: Key
    tag: str
    headers: list[tuple[str, str]]
    endpoint: str
    route: str


_known: Final[dict[tuple[str | None, ...], _Known]] = {}
"""By all of a request that such an answer depends on, as it was sent: none of it is worked out a second time."""


class _Again:
    """Stands before the application, and answers once more what this process has answered to the same request."""

    def __init__(self, application: "WSGIApplication", door: Door | None) -> None:
        self._application = application
        self._door = door

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        known = None if _is_somebodys(environ) else _known.get(_sent(environ))
        found = None if known is None else rendered_cache.in_memory(known.key, known.tag)
        if known is None or found is None:
            return self._application(environ, start_response)
        paid = [] if self._door is None else self._door.admit(known.endpoint, environ)
        if paid is None:
            return self._application(environ, start_response)
        note = note_of(environ)
        note.request_id, note.route = request_id_of(environ), known.route
        body = found.packed if ("Content-Encoding", "gzip") in known.headers else rendered_cache.unpacked(found)
        start_response(
            "200 OK",
            [*known.headers, ("Content-Length", str(len(body))), ("Request-Id", note.request_id), *paid],
        )
        return [body]


def init_app(app: Flask, door: Door | None) -> None:
    """Answer again, before anything is worked out, what this process has answered to the same request."""
    app.wsgi_app = _Again(app.wsgi_app, door)  # type: ignore[method-assign]


def _remember(found: RenderedAnswer, headers: Mapping[str, str]) -> None:
    sent, rule = _sent(request.environ), request.url_rule
    if request.method == "GET" and rule and not _is_somebodys(request.environ) and _length(sent) < _LONGEST:
        if len(_known) >= _MOST:
            _known.clear()
        _known[sent] = _Known(found.key, found.tag, list(headers.items()), rule.endpoint, route_of(rule.rule))


def _sent(environ: "WSGIEnvironment") -> tuple[str | None, ...]:
    return tuple(map(environ.get, _DEPENDS_ON))


def _length(sent: tuple[str | None, ...]) -> int:
    return sum(map(len, filter(None, sent)))


def _is_somebodys(environ: "WSGIEnvironment") -> bool:
    """Say whether the answer depends on who asks, or on what they have."""
    return "HTTP_AUTHORIZATION" in environ or "HTTP_IF_NONE_MATCH" in environ


def _bytes(made: object) -> bytes:
    return made if isinstance(made, bytes) else orjson.dumps(made)


def _address(tongue: str) -> str:
    return f"{request.path}?{urlencode({**request.args.to_dict(), 'rev': revision(tongue)})}"


def _cache_control(*, lasts: bool, private: bool) -> str:
    scope = "private" if private else "public"
    return f"{scope}, max-age={_A_YEAR_S}, immutable" if lasts else f"{scope}, no-cache"


def _vary(*, by_address: bool, private: bool) -> str:
    headers = ["Accept"] if g.get("negotiated") or not by_address else []
    headers.append("Accept-Encoding")
    if not by_address:
        headers.append("Accept-Language")
    if private or not by_address:
        headers.append("Authorization")
    return ", ".join(headers)


def _coding() -> str | None:
    """Return the content coding that the caller prefers (RFC 9110, 12.5.3): `gzip`, or None for none.

    Where both are as welcome it is gzip; without the header it is none. Whoever refuses both gets no answer.
    """
    if "Accept-Encoding" not in request.headers:
        return None
    listed: dict[str, float] = {}
    for name, quality in request.accept_encodings:
        coding = name.lower().removeprefix("x-")
        listed[coding] = max(quality, listed.get(coding, 0.0))
    others = listed.get("*")
    gzip = listed.get("gzip", others or 0.0)
    identity = listed.get("identity", others)
    if gzip and gzip >= (identity if "identity" in listed and identity is not None else 0.0):
        return "gzip"
    if identity == 0.0:
        raise Problem("not-acceptable")
    return None
