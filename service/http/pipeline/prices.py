"""The price of each request: CPU time, and lasting bytes.

A unit of CPU is about a millisecond on a slow core. A price is that of the largest game that a request can be about,
and was measured in process: decision 0038 says how. Each route declares its own (`service.http.wire.operation`).
"""

from typing import TYPE_CHECKING, Final

from service.http.wire.operation import Operation

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

__all__ = ["BOT", "GIF", "JOB", "LINE", "OTHER_DEAL", "PNG", "WHOLE_LINE", "body_bytes", "lasting_bytes", "units"]

BOT: Final = 5
"""The units of a bot's seat, and of each bot at a table for each move of a player."""

LINE: Final = 10
"""The units of each further line of an import of many games."""

JOB: Final = 1000
"""The units of a request that adds a job. A job takes up to some seconds, but in the background."""

OTHER_DEAL: Final = 30
"""The units of another deck for a line."""

PNG: Final = 120
"""The units of an image that is drawn now. Others pay only for reading it."""

GIF: Final = 3350
"""The units of an animation that is drawn now."""

WHOLE_LINE: Final = 40
"""The units of the events and frames of the game that come before a line on another deck."""

_READ: Final = 3
_WRITE: Final = 5
_READS: Final = frozenset(("GET", "HEAD", "OPTIONS"))
_BYTES_A_UNIT: Final = 4096

_STORED_RESPONSE: Final = 2500
"""The bytes of the stored response to a request with an `Idempotency-Key`."""


def units(operation: Operation, environ: "WSGIEnvironment") -> int:
    """Return the units of a request."""
    price = operation.price
    if price is None:
        price = _READ if environ["REQUEST_METHOD"] in _READS else _WRITE
    elif not isinstance(price, int):
        price = price(environ)
    return price + body_bytes(environ) // _BYTES_A_UNIT


def lasting_bytes(operation: Operation, environ: "WSGIEnvironment") -> int:
    """Return an estimate of the bytes that a request leaves in the database; 0 if it stores nothing."""
    stored = operation.stores
    if stored == 0 or environ["REQUEST_METHOD"] in _READS:
        return 0
    if not isinstance(stored, int):
        stored = stored(environ)
    return stored + body_bytes(environ) + (_STORED_RESPONSE if "HTTP_IDEMPOTENCY_KEY" in environ else 0)


def body_bytes(environ: "WSGIEnvironment") -> int:
    """Return the length of the body, at most 9 digits of which count."""
    length: str = environ.get("CONTENT_LENGTH") or "0"
    return int(length[:9]) if length.isascii() and length.isdigit() else 0
