"""Raster images of pictures, made in child processes.

The library keeps Python's global lock while it draws, so a thread would stop all other requests of the worker for a
tenth of a second.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

_PROGRAM: Final = str(Path(__file__).with_name("png_and_gif_process.py"))
_PNG_WIDTH: Final = 1200
"""The width of a PNG in pixels."""

_GIF_WIDTH: Final = 560
"""The width of an animation in pixels."""

MOST_POSITIONS: Final = 75
"""The most positions of an animation. A longer game leaves some out."""

_FRAME_MS: Final = 1200
"""How long each frame of an animation is shown, in milliseconds."""

_LAST_MS: Final = 5000
"""How long the last frame is shown."""

_TIMEOUT_S: Final = 120


class RasterFailed(Exception):
    """No child process was free in time, or it failed."""


def png(picture: str) -> bytes:
    """Return a picture as PNG. Raises RasterFailed."""
    return _run([picture], _PNG_WIDTH)


def gif(pictures: Sequence[str]) -> bytes:
    """Return pictures as an endless animated GIF. Raises RasterFailed.

    All pictures have the same size.
    """
    return _run(pictures, _GIF_WIDTH, _FRAME_MS, _LAST_MS)


def _run(pictures: Sequence[str], *numbers: int) -> bytes:
    command = [sys.executable, "-I", _PROGRAM, *map(str, numbers)]
    # Files, not pipes: the worker turns to a pipe only between other requests, for each piece that the child writes.
    with TemporaryFile() as svgs, TemporaryFile() as image:
        svgs.write("\0".join(pictures).encode())
        svgs.seek(0)
        try:
            subprocess.run(
                command, stdin=svgs, stdout=image, stderr=subprocess.DEVNULL, env={}, timeout=_TIMEOUT_S, check=True
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise RasterFailed from error
        image.seek(0)
        return image.read()
