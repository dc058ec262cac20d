"""Child process that turns SVG into PNG or GIF: a JSON document on stdin, an image on stdout.

It runs as a file, without the service, so it starts in a few milliseconds.
"""

import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import resvg_py

_FONTS = [str(file) for file in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]


def _png(picture: str, width: int) -> bytes:
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=picture,
            width=width,
            skip_system_fonts=True,
            font_files=_FONTS,
            font_family="Roboto",
            sans_serif_family="Roboto",
        )
    )


def _gif(pictures: list[str], width: int, frame_ms: int, last_ms: int) -> bytes:
    from PIL import Image

    images = [Image.open(io.BytesIO(_png(picture, width))).convert("RGB") for picture in pictures]
    # One palette for all frames: colors of cards do not flicker, and frames that are alike share their bytes.
    sample = Image.new("RGB", (width, 2 * images[0].height))
    sample.paste(images[-1], (0, 0))
    sample.paste(images[len(images) // 2], (0, images[0].height))
    palette = sample.quantize(128)
    frames = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    out = io.BytesIO()
    durations = [frame_ms] * (len(frames) - 1) + [last_ms]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0)
    return out.getvalue()


def _main(task: dict[str, Any]) -> bytes:
    if "frame_ms" in task:
        return _gif(task["pictures"], task["width"], task["frame_ms"], task["last_ms"])
    return _png(task["pictures"][0], task["width"])


if __name__ == "__main__":
    os.nice(5)  # requests of players come first
    task = json.load(sys.stdin)
    if len(task["pictures"]) > 1:
        os.nice(10)  # and pictures that somebody waits for
    sys.stdout.buffer.write(_main(task))
