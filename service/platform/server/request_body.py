"""WSGI middleware that reads the whole request body before the application runs.

So a slow client occupies no concurrency slot, no database connection and no row lock. The largest size of a body is
declared at its route (`service.platform.wire.operation`).
"""

from collections.abc import Callable, Iterable
from io import BytesIO
from time import thread_time
from typing import TYPE_CHECKING, Any, Final

from gevent import Timeout, get_hub, sleep
from gunicorn.http.errors import NoMoreData
from werkzeug.wsgi import ClosingIterator

from service.platform.limits import gates

if TYPE_CHECKING:
    from _typeshed.wsgi import InputStream, StartResponse, WSGIApplication, WSGIEnvironment


UNREAD: Final = "hanabi.body_unread"
"""The environ key that marks a body as too large and unread: its connection must be closed."""


class BodyIncomplete(Exception):
    """The client sent only a part of the body in time."""


class TooManyChunks(Exception):
    """The chunks of the body are too small."""


class MemoryFull(Exception):
    """The large bodies in this worker have reached their maximum total size."""


class RequestBody:
    """The middleware.

    Raises BodyIncomplete, TooManyChunks, MemoryFull, and gunicorn's errors for malformed chunks. The worker responds to
    them.
    """

    def __init__(
        self,
        application: "WSGIApplication",
        max_body_bytes: "Callable[[WSGIEnvironment], int]",
        *,
        timeout_s: float,
    ) -> None:
        self._application = application
        self._max_body_bytes = max_body_bytes
        self._timeout_s = timeout_s
        self._large_bytes = 0

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        length = environ.get("CONTENT_LENGTH")
        chunked = "HTTP_TRANSFER_ENCODING" in environ
        if not chunked and (length is None or int(length) == 0):
            return self._application(environ, start_response)
        is_small = length is not None and int(length) <= gates.SMALL_BODY_BYTES  # as most are
        longest = gates.SMALL_BODY_BYTES if is_small else self._max_body_bytes(environ)
        if length is not None and int(length) > longest:
            environ["wsgi.input"], environ[UNREAD] = BytesIO(), True
            return self._application(environ, start_response)
        source = _give_way(environ["wsgi.input"]) if chunked else environ["wsgi.input"].read
        body, reserved = self._read(source, None if length is None else int(length), longest)
        if chunked:
            del environ["HTTP_TRANSFER_ENCODING"]
            environ["CONTENT_LENGTH"] = str(len(body))
        if len(body) > longest:
            environ[UNREAD] = True
            body = b""
        environ["wsgi.input"] = BytesIO(body)
        if not reserved:
            return self._application(environ, start_response)
        return self._release_afterwards(environ, start_response, reserved)

    def _read(self, read: Callable[[int], bytes], length: int | None, longest: int) -> tuple[bytes, int]:
        """Return the body, as soon as it is longer than `longest`, and the number of bytes reserved for it."""
        body, reserved = bytearray(), 0
        try:
            with Timeout(self._timeout_s, BodyIncomplete):
                while len(body) <= longest and (part := read(gates.SMALL_BODY_BYTES)):
                    body += part
                    if len(body) > gates.SMALL_BODY_BYTES:
                        self._reserve(len(body) - reserved)
                        reserved = len(body)
            if length is not None and len(body) < length:
                raise BodyIncomplete
        except BaseException as error:
            self._large_bytes -= reserved
            if isinstance(error, NoMoreData):
                raise BodyIncomplete from None
            raise
        return bytes(body), reserved

    def _reserve(self, size: int) -> None:
        if self._large_bytes + size > gates.LARGE_BODIES_BYTES:
            raise MemoryFull
        self._large_bytes += size

    def _release_afterwards(
        self, environ: "WSGIEnvironment", start_response: "StartResponse", reserved: int
    ) -> Iterable[bytes]:
        def release() -> None:
            self._large_bytes -= reserved

        try:
            response = self._application(environ, start_response)
        except BaseException:
            release()
            raise
        callbacks: list[Callable[[], Any]] = [release]
        return ClosingIterator(response, callbacks)


def _give_way(source: "InputStream") -> Callable[[int], bytes]:
    """Return a function that reads a chunked body in parts, and lets other requests run between them.

    The function raises TooManyChunks after _CHUNKS_S.
    """

    loop, used_s = get_hub().loop, 0.0

    def read(_: int) -> bytes:
        nonlocal used_s
        sleep(0)
        turn, began = loop.iteration, thread_time()
        part = source.read(gates.CHUNKED_PART_BYTES)
        if loop.iteration == turn:  # no other request has used the processor meanwhile
            used_s += thread_time() - began
            if used_s > gates.CHUNKS_S:
                raise TooManyChunks
        return part

    return read
