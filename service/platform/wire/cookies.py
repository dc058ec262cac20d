"""The cookies of a request."""

from typing import TYPE_CHECKING

from werkzeug.datastructures import MultiDict
from werkzeug.sansio.http import parse_cookie

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

__all__ = ["cookies"]


def cookies(environ: "WSGIEnvironment") -> MultiDict[str, str]:
    """Return the cookies of a request, whatever bytes they have.

    A byte that is not UTF-8 becomes U+FFFD, whereas `request.cookies` fails: a program on the same host may set cookies
    that it sends to this service too.
    """
    sent: str = environ.get("HTTP_COOKIE", "")
    return parse_cookie(sent.encode("latin-1", "replace").decode(errors="replace"))
