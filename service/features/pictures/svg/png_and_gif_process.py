"""Child process that turns SVG into PNG or GIF: pictures on stdin, with a NUL between them, and an image on stdout.

Its arguments are the width in pixels and, for a GIF, the milliseconds of each frame and of the last one. It runs as a
file, without the service, and imports little before it draws: json, typing and pathlib take a fifth of the time of a
PNG.
"""

import io
import os
import sys

import resvg_py

_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fonts")
_FONTS = [os.path.join(_FOLDER, name) for name in sorted(os.listdir(_FOLDER)) if name.endswith(".ttf")]


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


def _main(pictures: list[str], width: int, *durations_ms: int) -> bytes:
    if durations_ms:
        return _gif(pictures, width, *durations_ms)
    return _png(pictures[0], width)


if __name__ == "__main__":
    pictures = sys.stdin.buffer.read().decode().split("\0")
    if len(pictures) > 1:
        os.nice(15)  # nobody waits for all frames of an animation
    sys.stdout.buffer.write(_main(pictures, *map(int, sys.argv[1:])))
