"""Paths of the data files: contract, guides, examples and migrations.

In a checkout they are beside `service/`. In a wheel, `setup.py` copies them to `service/installed/`.
"""

from pathlib import Path
from typing import Final

__all__ = ["ALEMBIC", "CONTRACT", "CONTRACT_JSON", "DOCS", "EXAMPLES", "IS_INSTALLED", "ROOT", "WEB"]


_PACKAGE: Final = Path(__file__).resolve().parent

_INSTALLED: Final = _PACKAGE / "installed"

IS_INSTALLED: Final = _INSTALLED.is_dir()
"""True in a wheel."""

ROOT: Final = _INSTALLED if IS_INSTALLED else _PACKAGE.parent

ALEMBIC: Final = ROOT / "alembic"

CONTRACT: Final = ROOT / "openapi.yaml"

CONTRACT_JSON: Final = (ROOT if IS_INSTALLED else ROOT / "build") / "openapi.json"
"""The same as JSON, which is read ten times as fast (`http/site/openapi.py`)."""

DOCS: Final = ROOT / "docs"

EXAMPLES: Final = ROOT / "examples"

WEB: Final = _PACKAGE / "web"
