"""The tests of this folder have a database of their own."""

from tests.service.own_database import api, app, new_game, players, sandbox

__all__ = ["api", "app", "new_game", "players", "sandbox"]
