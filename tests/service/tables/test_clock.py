"""Tests of jumps of the database's clock: they end no game, and moves continue."""

from datetime import timedelta

import psycopg
import pytest
from flask import Flask

from service.maintenance import chores
from service.platform.settings import Settings
from tests import spread
from tests.service.client import Game
from tests.service.factories import NewGame
from tests.service.tables.wrong_clock import Shift, app, new_game, observe, shift

__all__ = ["app", "new_game", "shift"]

pytestmark = spread.ONE_MACHINE  # the test's clock is that of one node

DAYS = timedelta(days=1)
LIMIT = timedelta(days=7)
LOOKS = ("", "/events", "/events?since=0", "/messages", "?knowledge=true")


def status(game: Game, look: str = "") -> str:
    """Look at a game in some way, and return its status."""
    path, _, query = look.partition("?")
    game.players[0].api.get(f"{game.path}{path}", query=query).ok()
    found: str = game.view(0)["status"]
    return found


@pytest.mark.parametrize("look", LOOKS)
def test_no_look_at_a_wrong_clock_ends_a_game(new_game: NewGame, shift: Shift, look: str) -> None:
    """The clock is eight days ahead for a moment."""
    game = new_game()
    shift(8 * DAYS)
    assert status(game, look) == "running"
    shift(timedelta(0))
    assert status(game, look) == "running"
    shift(8 * DAYS)
    assert status(game, look) == "running"


@pytest.mark.parametrize("moves", [False, True])
def test_a_game_is_not_idle_after_moves_at_a_wrong_clock(
    new_game: NewGame, shift: Shift, empty_database_url: str, moves: bool
) -> None:
    """The clock is eight days behind for a moment that no worker notices. The game is dealt, or goes on, meanwhile."""
    with psycopg.connect(empty_database_url) as db:
        db.execute("update clock set seen_at = now(), steady_since = '-infinity'")
    begun = new_game() if moves else None
    shift(-8 * DAYS)
    game = begun or new_game()
    if moves:
        view = game.view(game.view(0)["to_move"])
        game.play(next(action for action in view["legal_actions"] if action["type"] != "play"))
    shift(timedelta(0))
    assert status(game) == "running"


def test_no_chores_at_a_wrong_clock_end_a_game(new_game: NewGame, shift: Shift, empty_database_url: str) -> None:
    """`hanabi chores` and the list of the caller's games end no game either."""
    game = new_game()
    shift(8 * DAYS)
    assert [one["status"] for one in game.players[0].api.get("/v1/me/games").ok()["items"]] == ["running"]
    chores.main(Settings.from_environ({"DATABASE_URL": empty_database_url}))
    assert status(game) == "running"


def test_after_a_jump_the_idle_limit_counts_from_there(new_game: NewGame, shift: Shift, app: Flask) -> None:
    """The clock is set ahead for good. The game ends when it has been idle for its limit after that."""
    game = new_game()
    shift(8 * DAYS)
    observe(app)
    shift(8 * DAYS + LIMIT - timedelta(hours=1), steady=True)
    assert status(game) == "running"
    shift(8 * DAYS + LIMIT + timedelta(hours=1), steady=True)
    assert status(game) == "ended"


@pytest.mark.parametrize("by", [-8 * DAYS, 8 * DAYS])
def test_games_go_on_at_any_clock(new_game: NewGame, shift: Shift, by: timedelta) -> None:
    """The clock jumps and jumps back, and moves are made at each time. No event is earlier than the one before it."""
    game = new_game()
    for to in (timedelta(0), by, timedelta(0)):
        shift(to)
        view = game.view(game.view(0)["to_move"])
        game.play(next(action for action in view["legal_actions"] if action["type"] != "play"))
    times = [event["at"] for event in game.events(0)]
    assert len(times) == 4 and times == sorted(times)
    shift(by)
    game.abort()
    replay = game.players[0].api.get(game.replay_path).ok()
    assert replay["started_at"] <= replay["finished_at"]
