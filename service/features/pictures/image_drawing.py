"""Drawing of raster images, in a queue of their own.

A request that waits for an image holds no slot, and its wait does not count as one for Postgres. An image is drawn once
at a time in a worker, for all who want it, and to its end even if they leave. Two images are drawn at a time, one for
each client, and who has many drawn waits longer.
"""

import logging
import threading
from collections.abc import Callable, Hashable
from typing import Final

from service.features.pictures import svg
from service.platform.database.pool import Database, bound
from service.platform.limits import gates
from service.platform.limits.load_shedding import Client, FairSlots, Wait
from service.platform.requests import exchange

_log = logging.getLogger(__name__)


class _Drawing:
    """An image that is being drawn."""

    def __init__(self) -> None:
        self.is_done = threading.Event()
        self.content: bytes | None = None
        """None until it is done, and if it failed."""


class Drawings:
    """The images that are drawn or wait in this process."""

    def __init__(self, patience_s: float) -> None:
        self._places = FairSlots(gates.DRAWN_AT_A_TIME, each=1)
        self._patience_s = patience_s
        self._lock = threading.Lock()
        self._drawn: dict[Hashable, _Drawing] = {}

    def __len__(self) -> int:
        return len(self._drawn)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._drawn

    def content(self, key: Hashable, client: Client, draw: Callable[[], bytes]) -> bytes:
        """Return an image. It is drawn unless it is being drawn already. Raises RasterFailed."""
        drawing = self.begin(key, client, draw)
        if not drawing.is_done.wait(self._patience_s) or drawing.content is None:
            raise svg.RasterFailed
        return drawing.content

    def begin(self, key: Hashable, client: Client, draw: Callable[[], bytes]) -> _Drawing:
        """Let an image be drawn, unless it is being drawn already."""
        with self._lock:
            drawing = self._drawn.get(key)
            if drawing is not None:
                return drawing
            drawing = self._drawn[key] = _Drawing()
        threading.Thread(target=self._draw, args=(key, drawing, client, draw), daemon=True).start()
        return drawing

    def _draw(self, key: Hashable, drawing: _Drawing, client: Client, draw: Callable[[], bytes]) -> None:
        try:
            if self._places.acquire(client, Wait(self._patience_s)):
                try:
                    drawing.content = draw()
                finally:
                    self._places.release(client)
        except Exception as error:
            _log.warning("a picture could not be made: %s", type(error).__name__)
        finally:
            with self._lock:
                del self._drawn[key]
            drawing.is_done.set()


_pngs: Final = Drawings(gates.PNG_PATIENCE_S)
"""Each child process uses up to 100 MB, and a core."""

_gifs: Final = Drawings(gates.GIF_PATIENCE_S)


def png(picture: str) -> bytes:
    """Return a picture as PNG. Raises RasterFailed, or too-many-requests."""
    return _still(picture, lambda: svg.png(picture))


def gif(key: Hashable, first: str, draw: Callable[[], bytes], keep: Callable[[bytes], None]) -> bytes:
    """Let an animation be drawn and kept, and return its first frame as a GIF.

    `key` identifies the animation, and `first` is the picture of its first frame. `draw` and `keep` run after the
    request. Raises RasterFailed for the first frame, or too-many-requests.
    """
    if key not in _gifs and len(_gifs) < gates.MOST_GIFS:
        exchange.charge_units(gates.GIF)
        database = bound()
        _gifs.begin(key, exchange.client(), lambda: _kept(database, draw, keep))
    return _still((first, "gif"), lambda: svg.gif([first]))


def _kept(database: Database, draw: Callable[[], bytes], keep: Callable[[bytes], None]) -> bytes:
    content = draw()
    with database.bind():
        keep(content)
    return content


def _still(key: Hashable, draw: Callable[[], bytes]) -> bytes:
    if key in _pngs:
        exchange.leave_slot()
    else:
        exchange.charge_units(gates.PNG)
        exchange.enter_drawing()
    return _pngs.content(key, exchange.client(), draw)
