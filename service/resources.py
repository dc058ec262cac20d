"""Paths of the data files: contract, guides, examples and migrations.

In a checkout they are beside `service/`. In a wheel, `setup.py` copies them to `service/installed/`.
"""

from pathlib import Path
from typing import Final

__all__ = ["ALEMBIC", "CONTRACT", "CONTRACT_3_2", "DOCS", "EXAMPLES", "ROOT", "WEB"]

_PACKAGE: Final = Path(__file__).resolve().parent
_INSTALLED: Final = _PACKAGE / "installed"

ROOT: Final = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent
ALEMBIC: Final = ROOT / "alembic"
CONTRACT: Final = ROOT / "openapi.json"
CONTRACT_3_2: Final = ROOT / "openapi-3.2.json"
DOCS: Final = ROOT / "docs"
EXAMPLES: Final = ROOT / "examples"
WEB: Final = _PACKAGE / "web"
