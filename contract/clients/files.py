"""Write the parts of the clients that follow from the contract (`python -m contract.clients.files`)."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import yaml

from contract.clients import python, synchronous, typescript
from contract.clients.operations import Schema

_ROOT: Final = Path(__file__).resolve().parents[2]
_CONTRACT: Final = _ROOT / "openapi.yaml"

_FILES: Final[dict[str, Callable[[Schema], str]]] = {
    "clients/python/hanabi_client/types.py": python.types,
    **synchronous.FILES,
    **typescript.FILES,
}
"""How each file is written, by its path."""


def write() -> None:
    """Write all files, which git ignores."""
    contract: dict[str, Any] = yaml.load(_CONTRACT.read_bytes(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    for name, written in _FILES.items():
        file = _ROOT / name
        part = file.with_suffix(f".{os.getpid()}")  # other processes read the whole file, the old or the new
        part.write_text(written(contract), encoding="utf-8")
        part.replace(file)


def write_if_older() -> None:
    """Write all files if one of them is missing, or older than the contract and what writes it."""
    sources = [_CONTRACT, *Path(__file__).parent.glob("*.py"), *synchronous.SOURCES]
    files = [_ROOT / name for name in _FILES]
    newest = max(file.stat().st_mtime_ns for file in sources)
    if not all(file.exists() and file.stat().st_mtime_ns >= newest for file in files):
        write()


if __name__ == "__main__":
    write_if_older()
