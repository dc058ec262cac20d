"""Tests of the curves in the list of replays."""

import json
from pathlib import Path

import pytest
from flask import Flask

from service.features.analysis import stored_results
from service.features.analysis.packed_results import Bounds, SolvedGame
from service.features.analysis.tables import Solution
from service.platform import ids
from tests.service.client import Api, Json
from tests.service.factories import NewGame, Players

EXPORT = json.loads((Path(__file__).parents[2] / "games" / "hanab_live_2906.json").read_text(encoding="utf-8"))


def listed(api: Api, game: str, query: str) -> Json:
    """Return a game as a row of a list of replays."""
    found: list[Json] = api.get("/v1/replays", query=query).ok()["items"]
    return next(row for row in found if row["id"] == game)


def imported(players: Players) -> str:
    """Import a game, and return its id."""
    (importer,) = players(1)
    game: str = importer.api.post("/v1/replays", EXPORT).ok()["id"]
    return game


def test_a_curve_has_the_figures_of_the_analysis(api: Api, players: Players) -> None:
    """Until the game is solved, what could be reached is an upper bound."""
    game = imported(players)
    row = listed(api, game, "imported=true&curve=true")
    events = api.get(f"/v1/replays/{game}/analysis").ok()["events"]
    last = {event["after"]["turn"]: event["after"] for event in events}
    assert row["curve"] == {
        "points": [after["table_points"] for after in last.values()],
        "reachable": [after["reachable_score"] for after in last.values()],
    }
    assert len(row["curve"]["points"]) == row["turn"] + 1


def test_a_solved_game_has_the_bounds_of_the_solver(api: Api, players: Players, app: Flask) -> None:
    game = imported(players)
    before = listed(api, game, "imported=true&curve=true")
    bounds = [Bounds(7, max(7, 24 - version)) for version in range(before["version"] + 1)]
    game_id = ids.parse("g", game)
    with app.extensions["database"].bind():
        assert stored_results.begin(Solution, game_id)
        stored_results.store(Solution, game_id, SolvedGame(tuple(bounds), (), None).packed(), 0.1)
    curve = listed(api, game, "imported=true&curve=true")["curve"]
    assert curve["points"] == before["curve"]["points"]
    assert curve["reachable"][:3] == [24, 23, 22] != before["curve"]["reachable"][:3]


def test_a_game_without_turns_has_the_curve_of_its_deal(api: Api, new_game: NewGame) -> None:
    game = new_game()
    game.abort()
    row = listed(api, game.id, "curve=true")
    assert row["curve"] == {"points": [0], "reachable": [0]}


@pytest.mark.parametrize("query", ["", "curve=false"])
def test_a_curve_is_only_in_a_list_that_asks_for_it(api: Api, new_game: NewGame, query: str) -> None:
    game = new_game()
    game.abort()
    assert "curve" not in listed(api, game.id, query)


@pytest.mark.parametrize(
    ("query", "accept", "parameter"),
    [
        ("curve=true&limit=21", "application/json", "limit"),
        ("curve=1", "application/json", "curve"),
        ("curve=true", "application/x-ndjson", "curve"),
    ],
)
def test_wrong_requests_for_curves_are_refused(api: Api, query: str, accept: str, parameter: str) -> None:
    answer = api.get("/v1/replays", query=query, headers={"Accept": accept})
    assert (answer.status, answer.body["code"]) == (422, "invalid-request")
    assert [error["parameter"] for error in answer.body["errors"]] == [parameter]
