"""Answers about contests whose seals have all ended: they are the same for many callers, and rendered once for them.

When a large contest closes, everybody who has its page open reads all of it at once.
"""

import time
from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

import orjson
from flask import Response

from service.contests.contests import ContestView
from service.wire.responses import as_json

__all__ = ["answer", "is_open", "kept"]

_FRESH_S: Final = 2.0
"""How long an answer is kept. Names can change, and games that are late can end."""
_KEPT: Final = 16

_kept: dict[tuple[UUID, str], tuple[float, orjson.Fragment]] = {}


def is_open(contest: ContestView) -> bool:
    """Return True if the seals of all decks of a contest have ended."""
    return not any(deck.is_sealed for each in contest.rounds for deck in each.decks)


def kept(contest_id: UUID, name: str) -> Response | None:
    """Return an answer about an open contest without a statement; None if none is kept."""
    made_at, content = _kept.get((contest_id, name), (float("-inf"), orjson.Fragment(b"")))
    return as_json(content) if time.monotonic() <= made_at + _FRESH_S else None


def answer(contest_id: UUID, name: str, render: Callable[[], Any]) -> Response:
    """Return an answer about an open contest. `name` stands for all that it depends on."""
    found = kept(contest_id, name)
    if found is not None:
        return found
    content = orjson.Fragment(orjson.dumps(render()))
    if len(_kept) >= _KEPT:
        _kept.clear()
    _kept[contest_id, name] = time.monotonic(), content
    return as_json(content)
