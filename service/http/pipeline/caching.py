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

from collections.abc import Callable
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode
from uuid import UUID

import orjson
from flask import Response, request

from service.http.wire.links import revision
from service.http.wire.problems import Problem
from service.http.wire.request_record import current
from service.http.wire.responses import JSON, CompleteResponse, elsewhere, language
from service.identity.tokens import Caller
from service.replays import rendered_cache
from service.replays.finished_game import FinishedGame
from service.replays.rendered_cache import RENDERING, Scope

__all__ = ["cached"]

_A_YEAR_S: Final = 31_536_000


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
    coding = _coding()  # after the check that the caller may read the game
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
    return CompleteResponse(found.packed if coding else rendered_cache.unpacked(found), headers=headers)


def _bytes(made: object) -> bytes:
    return made if isinstance(made, bytes) else orjson.dumps(made)


def _address(tongue: str) -> str:
    return f"{request.path}?{urlencode({**request.args.to_dict(), 'rev': revision(tongue)})}"


def _cache_control(*, lasts: bool, private: bool) -> str:
    scope = "private" if private else "public"
    return f"{scope}, max-age={_A_YEAR_S}, immutable" if lasts else f"{scope}, no-cache"


def _vary(*, by_address: bool, private: bool) -> str:
    headers = ["Accept"] if current().negotiated or not by_address else []
    headers.append("Accept-Encoding")
    if not by_address:
        headers.append("Accept-Language")
    if private or not by_address:
        headers.append("Authorization")
    return ", ".join(headers)


def _coding() -> str | None:
    """Return the content coding that the caller prefers (RFC 9110, 12.5.3): `gzip`, or None for identity.

    gzip wins a tie. Without the header it is None. Raises not-acceptable if the caller refuses both.
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
