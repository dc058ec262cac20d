"""Solving games in the process of the tests, as a worker does it.

A worker would also run the jobs of all other tests on the same database.
"""

import random
import time
from uuid import UUID

from flask import Flask

from engine.events import Log
from service.core.tables import event_store
from service.features.analysis import solutions, stored_results
from service.features.analysis.solving import game_hindsight, solved_game
from service.features.analysis.tables import Hindsight, Solution
from service.platform import ids
from service.platform.database.pool import Database


def solve(app: Flask, game: str) -> None:
    """Solve a finished game by its public id, and store the solution."""
    database: Database = app.extensions["database"]
    with database.bind():
        game_id, log = _stored(game)
        assert stored_results.begin(Solution, game_id)
    result = solved_game(log, time.thread_time)  # Postgres would end a transaction that waits for it
    with database.bind():
        deal, highest = result.curve[0], log.deal.rules.palette.max_score
        bounds = {"deal_lower": deal.lower, "deal_upper": deal.upper, "highest": highest}
        stored_results.store(Solution, game_id, result.packed(), 0.1, **bounds)


def look_back(app: Flask, game: str) -> None:
    """Compute the hindsight of a solved game, and store it."""
    database: Database = app.extensions["database"]
    with database.bind():
        game_id, log = _stored(game)
        solution = solutions.of_game(game_id).result
        assert solution is not None and stored_results.begin(Hindsight, game_id)
    losing = [loss.version for loss in solution.losses if loss.kind == "turn"]
    result = game_hindsight(log, losing, random.Random(game).randrange, time.thread_time)
    with database.bind():
        lost = {"lost_by_deal": 0.0, "lost_by_draws": 0.0, "lost_by_choice": 0.0}
        stored_results.store(Hindsight, game_id, result.packed(), 0.1, **lost)


def _stored(game: str) -> tuple[UUID, Log]:
    game_id = ids.parse("g", game)
    stored = event_store.load(game_id) if game_id else None
    assert game_id is not None and stored is not None and stored.log is not None
    return game_id, stored.log
