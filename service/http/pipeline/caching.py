"""Cacheable responses about finished games: rendered once, compressed, and valid for ever.

A route that reads a finished game is one line:

    return lasting(game_id, caller, "score", lambda language: render.score(replays.score(game_id, caller), language))

`make` loads the game as the caller, so that it refuses callers who may not read it, and returns the body: a value to
send as JSON, or bytes of another media type. The third argument is the cache key: what is read, with everything that it
depends on beside game, language and media type (`frames`, `frames/seat 2`). The route checks its query first, by a
schema that is a `Revised`, or by `schemas.revised_query()` if `rev` is its only parameter. A response that contains
names of players is `keeping="with names"`: names change, so it is never immutable and takes no `rev`.

- With `rev` (`1-en`: the number of the rendering and the language, see `links`) a response is immutable. It depends on
  its URL, the content coding and, where there are several, the media type. An older revision redirects to the present
  one. A newer one, which a process with newer code has linked to, is answered but not cached.
- Without `rev` the language is the caller's, caches revalidate, and `Content-Location` is the immutable URL.
- Responses about a private game are `private`, and the caller's seat is checked each time.

A change to any of these responses has to increment `responses.RENDERING`.
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
from service.http.wire.responses import JSON, RENDERING, Answer, elsewhere, language
from service.identity.tokens import Caller
from service.replays import rendered_cache
from service.replays.rendered_cache import Keeping

__all__ = ["lasting"]

_A_YEAR_S: Final = 31_536_000


def lasting(
    game_id: UUID,
    caller: Caller | None,
    what: str,
    make: Callable[[str], object],
    *,
    media_type: str = JSON,
    keeping: Keeping = "for all",
    policy: str | None = None,
) -> Response:
    """Return a response about a finished game, from the cache or rendered now; 304 or a redirect where that applies.

    `policy` is its `Content-Security-Policy`.
    """
    asked_for = request.args.get("rev")
    number, _, tongue = (asked_for or "").partition("-")
    tongue = tongue or language()
    found = rendered_cache.read(
        game_id, caller, f"{RENDERING}/{tongue}/{media_type}/{what}", lambda: _bytes(make(tongue)), keeping
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
    if not asked_for and keeping != "with names":
        headers["Content-Location"] = _address(tongue)
    if request.if_none_match.contains_weak(tag):
        return Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    headers["Content-Language"] = tongue
    headers["Content-Type"] = media_type
    if policy:
        headers["Content-Security-Policy"] = policy
    if coding:
        headers["Content-Encoding"] = coding
    return Answer(found.packed if coding else rendered_cache.plain(found), headers=headers)


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
