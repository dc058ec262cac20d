"""Paths of the data files: contract, guides, examples and migrations.

In a checkout they are beside `service/`. In a wheel, `setup.py` copies them to `service/installed/`.
"""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parents[1]

_INSTALLED: Final = _PACKAGE / "installed"

IS_INSTALLED: Final = _INSTALLED.is_dir()
"""True in a wheel."""

ROOT: Final = _INSTALLED if IS_INSTALLED else _PACKAGE.parent

ALEMBIC: Final = ROOT / "alembic"

CONTRACT: Final = ROOT / "openapi.yaml"

CONTRACT_JSON: Final = (ROOT if IS_INSTALLED else ROOT / "build") / "openapi.json"
"""The same as JSON, which is read ten times as fast (`site/openapi.py`)."""

CLIENT_PACKAGES: Final = (ROOT if IS_INSTALLED else ROOT / "dist") / "clients"
"""The packages of the clients (`make clients`). A release has them; a checkout has that for Python after `make run`."""

DOCS: Final = ROOT / "docs"

EXAMPLES: Final = ROOT / "examples"

WEB: Final = _PACKAGE / "web"


def derived(made: Path, source: Path, make: Callable[[bytes], bytes]) -> bytes:
    """Return what a file is made into.

    A checkout keeps it in `made` until `source` changes. A wheel has only `made`.
    """
    if IS_INSTALLED or (made.exists() and made.stat().st_mtime_ns >= source.stat().st_mtime_ns):
        return made.read_bytes()
    content = make(source.read_bytes())
    with contextlib.suppress(OSError):  # the checkout may be read-only
        made.parent.mkdir(exist_ok=True)
        part = made.with_suffix(f".{os.getpid()}")  # another process reads the whole file, the old or the new
        part.write_bytes(content)
        part.replace(made)
    return content
