"""Solving games in the process of the tests, as a worker does it."""

import time

from flask import Flask

from service import ids
from service.analysis import answers
from service.analysis.solving import solved_game
from service.database.pool import Database
from service.database.schema import Solution
from service.games import event_store

__all__ = ["solve"]


def solve(app: Flask, game: str) -> None:
    """Solve a finished game by its public id, and store the solution."""
    database: Database = app.extensions["database"]
    game_id = ids.parse("g", game)
    with database.bind():
        stored = event_store.load(game_id) if game_id else None
        assert stored is not None and stored.log is not None and answers.begin(Solution, game_id)
        result = solved_game(stored.log, time.thread_time)
        deal, highest = result.curve[0], stored.log.deal.rules.palette.max_score
        bounds = {"deal_lower": deal.lower, "deal_upper": deal.upper, "highest": highest}
        answers.store(Solution, game_id, result.packed(), 0.1, **bounds)
