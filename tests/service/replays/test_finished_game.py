"""Tests of FinishedGame, which only the permission check creates."""

import re
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest
from flask import Flask

from service.core.replays import finished_game
from service.core.replays.finished_game import GameNotFinished
from service.core.tables.stored_game import NotFound
from tests.service.client import Player

SERVICE = Path(__file__).parents[3] / "service"


def test_only_the_check_creates_it() -> None:
    """No other module calls the constructor."""
    called = re.compile(r"(?<!class )\bFinishedGame\(")
    callers = {path.name for path in SERVICE.rglob("*.py") if called.search(path.read_text())}
    assert callers == {"finished_game.py"}


def test_a_running_or_unknown_game_is_refused(app: Flask, players: Callable[[int], list[Player]]) -> None:
    """The check raises for every caller."""
    (ada,) = players(1)
    game_id = UUID(ada.api.post("/v1/games", {"seats": 2}).ok()["id"].removeprefix("g_"))
    with app.extensions["database"].bind():
        with pytest.raises(GameNotFinished):
            finished_game.load(game_id, None)
        with pytest.raises(NotFound):
            finished_game.load(UUID(int=0), None)
