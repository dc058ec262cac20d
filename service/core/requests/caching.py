"""Cacheable responses about finished games, with ETags, revisions and gzip.

A route responds with one call:

    return cached(game_id, caller, "analysis", lambda game, language: render(replays.analysed(game), language))

Every call checks the caller's permission (`rendered_cache`). On a cache miss, the request is charged
`making` of its operation, and `make` receives the finished game and the language of the response, and returns a JSON
value, or bytes of another media type. The third
argument identifies the response among all those with the same game, language and media type: `frames`,
`frames/seat 2`. The route parses its query first, and declares `REVISION`. A response with players' names has
`scope="revision"`: names change, so it is never immutable and does not accept `rev`.

- With `rev` a response is immutable, unless the game was imported, because an import can be deleted. A revision such
  as `1-en` contains the number of the rendering and the language (`service.core.links`). The response depends on its
  address, the content coding and, if the resource has several, the media type. An older revision redirects to the
  present one. A newer revision, from a process with newer code, gets a response that caches must revalidate.
- Without `rev` the language is the caller's, caches revalidate each time, and `Content-Location` has the address with
  `rev`.
- Responses about a private game are `private`.

A response that a job will still change is not cached: `make` raises `Provisional` with its content.

Increase `links.RENDERING` whenever the content of these responses changes.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode
from uuid import UUID

import orjson
from flask import Response, request
from marshmallow import validate

from engine.wording import N_
from service.core import links
from service.core.links import RENDERING, revision
from service.core.people.tokens import Caller
from service.core.replays import rendered_cache
from service.core.replays.finished_game import FinishedGame
from service.core.replays.rendered_cache import Scope
from service.platform.limits import gates
from service.platform.requests import exchange
from service.platform.requests.compression import preferred_coding
from service.platform.wire.field_types import Text
from service.platform.wire.headers import E_TAG
from service.platform.wire.media_types import JSON
from service.platform.wire.operation import Answer, Header, Parameter
from service.platform.wire.request_record import current, language
from service.platform.wire.responses import CompleteResponse, redirect_to

LASTING_CACHE_CONTROL: Final = Header(
    "Cache-Control",
    "With the current `rev`, the response can be cached for a year without revalidation; "
    "otherwise, caches must revalidate it. For a private game, it is `private`.",
    pattern="^(public|private), (max-age=31536000, immutable|no-cache)$",
    required=True,
)


LASTING_VARY: Final = Header(
    "Vary",
    "The request headers that the response depends on: with `rev`, neither the languages nor, "
    "except for private games, the caller.",
    pattern="^(Accept, )?Accept-Encoding(, Accept-Language)?(, Authorization, Cookie)?$",
    required=True,
)


CONTENT_LOCATION: Final = Header(
    "Content-Location",
    "Without `rev`: the permanent address of this response.",
    pattern="^/v1/replays/g_[0-9a-f]{32}[^ ]*[?&]rev=[1-9][0-9]{0,5}-(de|en|fr|nl|da)$",
)


PRESENT_LOCATION: Final = Header(
    "Location",
    "The same address with the current revision.",
    pattern="^/v1/replays/g_[0-9a-f]{32}[^ ]*[?&]rev=[1-9][0-9]{0,5}-(de|en|fr|nl|da)(&.*)?$",
    required=True,
)


LASTING: Final = (E_TAG, LASTING_CACHE_CONTROL, CONTENT_LOCATION, LASTING_VARY)
"""The headers of a response that is derived from a finished game."""


REVISION: Final = Parameter(
    "rev",
    "query",
    Text(
        "The revision of the rendering code and the language of the response, as in `links`. A "
        "response under the current revision never changes; an older revision redirects to the "
        "current one.",
        validate=validate.Regexp(links.REVISION + r"\Z", error=N_("is not a revision: take one from `links`")),
        facts={"pattern": "^[1-9][0-9]{0,5}-(de|en|fr|nl|da)$"},
    ),
    "1-en",
)


LASTING_NOT_MODIFIED: Final = Answer(None, "The caller has the current version already.", headers=LASTING)


OUTDATED_REVISION: Final = Answer(
    None,
    "The rendering of finished games has changed since this `rev`; `Location` is the current address.",
    headers=(PRESENT_LOCATION,),
)


_A_YEAR_S: Final = 31_536_000


class Provisional(Exception):
    """A response that a job will still change. It is sent with the status 202, and not cached."""

    def __init__(self, content: object, again_s: int) -> None:
        """`again_s` says in how many seconds the job may be done."""
        super().__init__()
        self.content, self.again_s = content, str(again_s)


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
    """Return a response about a finished game.

    It contains the content, or is a 304 or a redirect; if `make` raises Provisional, it has that content. `policy` is
    its `Content-Security-Policy`. Raises NotFound, WrongGame, GameNotFinished, and what `make` raises.
    """
    requested = None if scope == "revision" else request.args.get("rev")
    number, _, lang = (requested or "").partition("-")
    lang = lang or language()
    name = full_name(what, lang, media_type)
    policies = {"Content-Security-Policy": policy} if policy else {}

    def content(game: FinishedGame) -> bytes:
        if current().operation.making * game.log.version >= gates.HEAVY_UNIT_TURNS:
            exchange.enter_heavy()
        return _bytes(make(game, lang))

    try:
        found = rendered_cache.read(game_id, caller, name, content, scope, _charge_for_making)
    except Provisional as answer:
        headers = {"Content-Type": media_type, "Content-Language": lang, "Retry-After": answer.again_s, **policies}
        if policy:  # a picture, which a browser may show alone
            headers["Refresh"] = answer.again_s
        return CompleteResponse(_bytes(answer.content), HTTPStatus.ACCEPTED, headers)
    coding = preferred_coding()  # after the check that the caller may read the game
    if requested and int(number) < RENDERING:
        return redirect_to(_address(lang))
    immutable = requested == revision(lang) and not found.imported  # an imported game can be deleted
    tag = f"{found.tag}-gzip" if coding else found.tag
    headers = {
        "ETag": f'"{tag}"',
        "Cache-Control": _cache_control(immutable=immutable, private=found.private),
        "Vary": _vary(has_revision=requested is not None, private=found.private),
    }
    if not requested and scope != "revision":
        headers["Content-Location"] = _address(lang)
    if request.if_none_match.contains_weak(tag):
        return Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    headers["Content-Language"] = lang
    headers |= {"Content-Type": media_type, **policies}
    if coding:
        headers["Content-Encoding"] = coding
    return CompleteResponse(found.packed if coding else rendered_cache.unpacked(found), headers=headers)


def _charge_for_making() -> None:
    """Charge the part of the price that a stored response does not cost. Raises too-many-requests."""
    making = current().operation.making
    if making:
        exchange.charge_units(making)


def full_name(what: str, lang: str, media_type: str) -> str:
    """Return the name of a response in the cache."""
    return f"{RENDERING}/{lang}/{media_type}/{what}"


def _bytes(content: object) -> bytes:
    return content if isinstance(content, bytes) else orjson.dumps(content)


def _address(lang: str) -> str:
    return f"{request.path}?{urlencode({**request.args.to_dict(), 'rev': revision(lang)})}"


def _cache_control(*, immutable: bool, private: bool) -> str:
    scope = "private" if private else "public"
    return f"{scope}, max-age={_A_YEAR_S}, immutable" if immutable else f"{scope}, no-cache"


def _vary(*, has_revision: bool, private: bool) -> str:
    headers = ["Accept"] if current().negotiated or not has_revision else []
    headers.append("Accept-Encoding")
    if not has_revision:
        headers.append("Accept-Language")
    if private or not has_revision:
        headers += ["Authorization", "Cookie"]
    return ", ".join(headers)
