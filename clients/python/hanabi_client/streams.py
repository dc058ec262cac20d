"""Frames of event streams."""

import json
from typing import Any, NamedTuple

from hanabi_client import retries

__all__ = ["Frame", "FrameReader"]


class Frame(NamedTuple):
    """One event of a stream: its name and its data."""

    event: str
    data: Any


class FrameReader:
    """Reads the lines of an event stream, over several connections."""

    def __init__(self) -> None:
        self.last_id: str | None = None
        """The id of the last frame, from which the next connection continues."""
        self.retry_s = retries.STREAM_WAIT_S
        """How long to wait before the next connection."""
        self._event, self._data = "", ""

    def reset(self) -> None:
        """Forget the unfinished frame of a connection that broke."""
        self._event, self._data = "", ""

    def read(self, line: str) -> Frame | None:
        """Return the frame that ends with this line, or None. Comments, which start with a colon, are skipped."""
        if not line:
            event, data = self._event, self._data
            self.reset()
            return Frame(event, json.loads(data)) if data else None
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            self._event = value
        elif name == "data":
            self._data += value
        elif name == "id":
            self.last_id = value
        elif name == "retry" and value.isdecimal():
            self.retry_s = int(value) / 1000
        return None
