"""Write the synchronous Python client from the asynchronous one."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from contract.clients.operations import Schema
from contract.clients.python import async_operations

_CLIENT: Final = "clients/python/hanabi_client"
_ASYNC: Final = Path(__file__).resolve().parents[2] / _CLIENT / "_async"

_NAMES: Final = ("client", "connection", "game", "sign_in")
SOURCES: Final = tuple(_ASYNC / f"{name}.py" for name in _NAMES)
"""The modules by hand that have a synchronous form."""

_REPLACED: Final = (
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\b_async\b", "_sync"),
    (r"\basync_(?=\w)", ""),
    (r"\b__a(?=enter__|exit__)", "__"),
    (r"\ba(?=close\b|iter_lines\b|read\b)", ""),
    (r"(?m)^ *# async: .*\n", ""),
)
_HEADING: Final = "# Written by `make contract` from ../_async. Do not edit.\n"


def _written(name: str) -> Callable[[Schema], str]:
    return lambda contract: _synchronous((_ASYNC / name).read_text(encoding="utf-8"))


def _synchronous(text: str) -> str:
    for pattern, replacement in _REPLACED:
        text = re.sub(pattern, replacement, text)
    return _HEADING + text


FILES: Final[dict[str, Callable[[Schema], str]]] = {
    f"{_CLIENT}/_async/operations.py": async_operations,
    f"{_CLIENT}/_sync/operations.py": lambda contract: _synchronous(async_operations(contract)),
    **{f"{_CLIENT}/_sync/{name}.py": _written(f"{name}.py") for name in _NAMES},
}
"""How each file is written."""
