"""The cookie that holds the sign-in of a browser, and the requests that may use it.

No script can read this cookie. A second cookie, which scripts of the pages can read, says that there is a sign-in. Its
value is the CSRF token.
"""

import hashlib
import hmac
from typing import TYPE_CHECKING, Final

from flask import Response, request

from service.platform.wire.problems import Problem
from service.platform.wire.request_record import RequestRecord, cookies, settings

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


_SIGN_IN: Final = "hanabi-sign-in"
_CSRF: Final = "hanabi-csrf"
_HOST_PREFIX: Final = "__Host-"  # browsers accept such a cookie from this host alone, and over HTTPS
_MAX_AGE_S: Final = 400 * 24 * 3600  # the most that browsers allow; the service ends a sign-in before
_SAFE: Final = ("GET", "HEAD")


def adopt(record: RequestRecord) -> None:
    """Let the cookie of a sign-in authenticate a request of this service's own pages, as a token would.

    In a request of any other page the cookie has no effect. A request with a token does not use it either.
    """
    environ = record.environ
    if _SIGN_IN not in environ.get("HTTP_COOKIE", "") or "HTTP_AUTHORIZATION" in environ:
        return
    found = secret(environ)
    if found is not None and _is_own(environ, found):
        environ["HTTP_AUTHORIZATION"] = f"Bearer {found}"
        record.by_cookie = True


def require_own_page() -> None:
    """Raise foreign-page if a browser sent the request for a page of another site.

    So no other site can sign its visitors in or out. Programs, which send neither header, may do so for themselves.
    """
    environ = request.environ
    site, origin = environ.get("HTTP_SEC_FETCH_SITE"), environ.get("HTTP_ORIGIN")
    is_own = site == "same-origin" if site is not None else origin in (None, _own_origin(environ))
    if not is_own:
        raise Problem("foreign-page")


def secret(environ: "WSGIEnvironment") -> str | None:
    """Return the secret in the cookie of a request; None without it."""
    return cookies(environ).get(_name(_SIGN_IN, environ)) or None


def keep(response: Response, new_secret: str) -> Response:
    """Let the browser keep a sign-in."""
    _set(response, new_secret, _csrf_token(new_secret), _MAX_AGE_S)
    return response


def forget(response: Response) -> Response:
    """Let the browser forget its sign-in."""
    _set(response, "", "", 0)
    return response


def _set(response: Response, value: str, csrf_token: str, max_age_s: int) -> None:
    environ = request.environ
    is_secure = _is_secure(environ)
    response.set_cookie(
        _name(_SIGN_IN, environ), value, max_age_s, secure=is_secure, httponly=True, samesite="Lax", path="/"
    )
    response.set_cookie(_name(_CSRF, environ), csrf_token, max_age_s, secure=is_secure, samesite="Lax", path="/")


def _is_own(environ: "WSGIEnvironment", found: str) -> bool:
    """Return True if one of the service's own pages sent the request.

    A browser without Fetch Metadata, which every browser omits over HTTP without a secure context, still sends `Origin`
    with all but GET and HEAD. If it sends neither, the CSRF token must prove that the page could read our cookie.
    """
    site = environ.get("HTTP_SEC_FETCH_SITE")
    if site is not None:
        return bool(site == "same-origin")
    origin = environ.get("HTTP_ORIGIN")
    if origin is not None:
        return bool(origin == _own_origin(environ))
    if environ["REQUEST_METHOD"] in _SAFE:
        return True
    sent: str = environ.get("HTTP_CSRF_TOKEN", "")
    return hmac.compare_digest(sent.encode(errors="replace"), _csrf_token(found).encode())


def _csrf_token(found: str) -> str:
    return hmac.digest(found.encode(), b"csrf", hashlib.sha256).hex()


def _name(name: str, environ: "WSGIEnvironment") -> str:
    return _HOST_PREFIX + name if _is_secure(environ) else name


def _is_secure(environ: "WSGIEnvironment") -> bool:
    return _own_origin(environ).startswith("https:")


def own_origin() -> str:
    """Return the origin of the service's pages, as the browser knows it."""
    return _own_origin(request.environ)


def _own_origin(environ: "WSGIEnvironment") -> str:
    return settings().public_url or f"{environ['wsgi.url_scheme']}://{environ.get('HTTP_HOST', '')}"
