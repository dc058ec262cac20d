"""A parser of event streams, by the HTML standard's rules for Server-Sent Events."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Frame(NamedTuple):
    """An event of a stream."""

    event: str
    data: bytes
    id: str | None = None
    """None if the frame does not change the last event id."""


COMMENT = Frame("comment", b"")
"""A comment line, which a browser ignores."""


def frames(chunks: Iterable[bytes]) -> Iterator[Frame]:
    """Yield the complete frames and the comments of a stream. A frame's data must be one line."""
    event, data, number = "message", b"", None
    for line in _lines(chunks):
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if not line:
            if data:
                yield Frame(event, data, number)
            event, data, number = "message", b"", None
        elif not name:
            yield COMMENT
        elif name == b"event":
            event = value.decode()
        elif name == b"id":
            number = value.decode()
        elif name == b"data":
            assert not data, "data on more than one line"
            data = value
        else:
            assert name == b"retry" and value.isdigit(), line


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        yield from whole
