"""Tests of puzzles by convention: how a worker finds them, and how they are listed, shown and answered."""

import json
from pathlib import Path
from uuid import UUID

import pytest

from service.features.analysis import convention_puzzles, shipped_puzzles
from service.platform import ids
from tests.service.client import Api, Json
from tests.service.factories import Players
from tests.service.jobs.test_solutions import rows
from tests.service.jobs.working import work_until_idle

pytestmark = pytest.mark.usefixtures("database")

GAME = json.loads((Path(__file__).parents[2] / "games" / "hanab_live_2906.json").read_text(encoding="utf-8"))
"""A game of three people who follow the conventions."""


@pytest.mark.slow
def test_a_worker_finds_the_puzzles_of_a_game(players: Players, api: Api, url: str) -> None:
    """Each has one right choice, which a wrong one does not show. They disappear with their game."""
    (importer,) = players(1)
    game = importer.api.post("/v1/replays", GAME).ok()["id"]
    game_id = ids.parse("g", game)
    assert game_id is not None
    convention_puzzles.request(game_id)
    work_until_idle(url)
    found: list[Json] = api.get("/v1/puzzles", query="limit=100").ok()["items"]
    own = [puzzle for puzzle in found if UUID(puzzle["id"][2:]) not in shipped_puzzles.by_id()]
    assert len(own) == len(rows(url, "select 1 from convention_puzzle where game_id = %s", game_id)) > 5
    puzzle = api.get(own[0]["links"]["puzzle"]).ok()
    view = api.get(f"/v1/replays/{game}/frames/{puzzle['position']['version']}", query=f"seat={puzzle['seat']}").ok()
    assert puzzle["position"]["hands"] == view["hands"]
    assert all("suit" not in card for card in puzzle["position"]["hands"][puzzle["seat"]]["cards"])
    answers: list[Json] = [
        api.post(puzzle["links"]["answers"], {"choice": choice["choice"]}).ok() for choice in puzzle["choices"]
    ]
    (right,) = [answer for answer in answers if answer["right"]]
    assert right["text"] and right == api.post(puzzle["links"]["answers"], {"choice": None}).ok()
    assert all(answer["text"] is None and answer["links"] is None for answer in answers if not answer["right"])
    assert right["links"]["replay"] == f"/v1/replays/{game}"
    importer.api.delete(f"/v1/replays/{game}").ok()
    assert api.get(own[0]["links"]["puzzle"]).status == 404


def test_shipped_puzzles(api: Api) -> None:
    """A new service has puzzles, which can be filtered, walked through, and answered."""
    query = "kind=turn&difficulty=hard&seats=3&limit=2"
    page = api.get("/v1/puzzles", query=query)
    first, second = page.ok()["items"]
    assert (first["kind"], first["difficulty"], first["seats"]) == ("turn", "hard", 3)
    path, _, following = first["links"]["next"].partition("?")
    assert api.get(path, query=f"{following}&kind=turn&difficulty=hard&seats=3").ok()["items"][0] == second
    puzzle = api.get(first["links"]["puzzle"]).ok()
    assert [choice["action"] for choice in puzzle["choices"]] == puzzle["position"]["legal_actions"]
    solution = api.post(first["links"]["answers"], {"choice": None}).ok()
    assert (solution["right"], solution["links"]) == (True, None)
    assert solution["choice"]["action"]["type"] == "clue"
    bad = api.post(first["links"]["answers"], {"choice": len(puzzle["choices"])})
    assert bad.status == 422


@pytest.mark.parametrize(
    ("query", "kinds"),
    [("level=2", {"told", "turn"}), ("kind=told", {"told"}), ("theme=play", set()), ("kind=points&level=2", set())],
)
def test_a_filter_of_one_kind_leaves_out_the_other(api: Api, query: str, kinds: set[str]) -> None:
    found = api.get("/v1/puzzles", query=f"{query}&limit=100").ok()["items"]
    assert {one["kind"] for one in found} - {"points"} == kinds
