"""The body of a request, taken in whole before anything else is done with the request.

Whoever sends one slowly keeps nobody waiting: by then the request holds no place, no connection to the database and no
row. A body that breaks off or breaks the rules of its chunks is an error of HTTP, as a bad header is.
"""

from io import BytesIO
from socket import socket
from typing import Final

from gunicorn.http.body import Body, ChunkedReader
from gunicorn.http.errors import ChunkMissingTerminator, NoMoreData
from gunicorn.http.message import Request

from service.settings import MAX_BODY_BYTES

__all__ = ["Bodies", "Crowded", "has_body"]

_SMALL: Final = 64 * 1024
_ROOM: Final = 64 * 1024 * 1024
"""What a worker holds at once of bodies that are not small."""


class Crowded(Exception):
    """There is no room for another large body now."""


class Bodies:
    """The bodies that a worker holds."""

    def __init__(self) -> None:
        self._large = 0

    def take(self, request: Request, client: socket) -> int:
        """Read the body of a request that has one, and put it in its place.

        Returns for how many bytes of it room is to be given back. Raises Crowded where there is none, and what gunicorn
        raises for broken chunks.
        """
        length = _length_of(request)
        if length is not None and length > MAX_BODY_BYTES:
            _leave(request)
            return 0
        if request._expected_100_continue:
            client.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            request._expected_100_continue = False
        taken, reserved = bytearray(), 0
        try:
            while got := _read(request.body, _SMALL):
                taken += got
                if len(taken) > MAX_BODY_BYTES:
                    break
                if len(taken) > _SMALL:
                    self._reserve(len(taken) - reserved)
                    reserved = len(taken)
        except BaseException:
            self.give_back(reserved)
            raise
        request.body = BytesIO(taken)
        if length is None:
            _name_length(request, len(taken))
        if len(taken) > MAX_BODY_BYTES:
            _leave(request)
        return reserved

    def give_back(self, size: int) -> None:
        """Take note that this many bytes are held no longer."""
        self._large -= size

    def _reserve(self, size: int) -> None:
        if self._large + size > _ROOM:
            raise Crowded
        self._large += size


def has_body(request: Request) -> bool:
    """Say whether something comes behind the head of a request."""
    return _length_of(request) != 0


def _length_of(request: Request) -> int | None:
    """Return how many bytes the body has; None where it comes in chunks."""
    reader = request.body.reader
    return None if isinstance(reader, ChunkedReader) else int(reader.length)


def _read(body: Body, size: int) -> bytes:
    try:
        return bytes(body.read(size))
    except NoMoreData:
        raise ChunkMissingTerminator(b"") from None


def _name_length(request: Request, length: int) -> None:
    """Turn a request whose body came in chunks into one whose length is known."""
    request.headers = [pair for pair in request.headers if pair[0] != "TRANSFER-ENCODING"]
    request.headers.append(("CONTENT-LENGTH", str(length)))


def _leave(request: Request) -> None:
    """Read no more of a body that is too large: nothing can follow it on its connection."""
    request.body = BytesIO()
    request._expected_100_continue = False
    request.force_close()
