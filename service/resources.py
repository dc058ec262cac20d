"""Paths of the data files that the service reads: contract, guides, examples and migrations.

A checkout has them beside `service/`. A wheel has the same tree in `service/installed/`, where `setup.py` puts it.
"""

from pathlib import Path
from typing import Final

__all__ = ["ALEMBIC", "CONTRACT", "DOCS", "EXAMPLES", "ROOT", "WEB"]

_PACKAGE: Final = Path(__file__).resolve().parent
_INSTALLED: Final = _PACKAGE / "installed"

ROOT: Final = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent
ALEMBIC: Final = ROOT / "alembic"
CONTRACT: Final = ROOT / "openapi.yaml"
DOCS: Final = ROOT / "docs"
EXAMPLES: Final = ROOT / "examples"
WEB: Final = _PACKAGE / "web"
