"""Tests of puzzles: how a worker finds them, and how they are listed, shown and answered."""

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

import psycopg
import pytest
from flask import Flask

from engine.reading.puzzles import Puzzle
from service.features.analysis import puzzles, solutions, stored_results, sweeping
from service.features.analysis.solving import FINDER
from service.features.analysis.tables import PuzzleSearch
from service.platform import ids
from service.platform.jobs import queue
from tests.rows import in_one_test, slow_unless
from tests.service.client import Answer, Api, Json, Player
from tests.service.factories import NewGame, Players
from tests.service.jobs.conftest import Play
from tests.service.jobs.test_solutions import jobs_of, rows
from tests.service.jobs.working import work_until_idle

pytestmark = pytest.mark.usefixtures("database")

GAME: Final = json.loads((Path(__file__).parents[2] / "games" / "hanab_live_1885467.json").read_text(encoding="utf-8"))
"""A game of three with some puzzles."""
UNKNOWN: Final = f"p_{'0' * 32}"
TODAY: Final = date(2026, 11, 22)


@pytest.fixture(scope="module")
def importer(players: Players) -> Player:
    """Who has imported the games."""
    (player,) = players(1)
    return player


@pytest.fixture(scope="module")
def game_id(importer: Player, app: Flask, empty_database_url: str) -> UUID:
    """The game, whose puzzles a worker has found."""
    found = imported(importer)
    with app.extensions["database"].bind():
        puzzles.request(found)
    work_until_idle(empty_database_url)
    return found


@pytest.fixture
def copy(game_id: UUID, importer: Player, url: str) -> UUID:
    """Another import of the game, with the same puzzles."""
    found = imported(importer)
    stored = [stored_puzzle(one) for one in puzzles_of(url, game_id)]
    assert stored_results.begin(PuzzleSearch, found)
    puzzles.store(found, stored, 0.1)
    return found


def stored_puzzle(puzzle_id: str) -> Puzzle:
    """Return a puzzle about points."""
    found = puzzles.read(UUID(puzzle_id.removeprefix("p_"))).puzzle
    assert isinstance(found, Puzzle)
    return found


def imported(importer: Player) -> UUID:
    """Import the game once more."""
    found = ids.parse("g", importer.api.post("/v1/replays", GAME).ok()["id"])
    assert found is not None
    return found


def read(api: Api, path: str) -> Answer:
    """Get a path with a query."""
    path, _, query = path.partition("?")
    return api.get(path, query=query)


def puzzles_of(url: str, game_id: UUID) -> list[str]:
    """Return the ids of the puzzles of a game."""
    found = rows(url, "select puzzle_id from puzzle where game_id = %s order by version", game_id)
    return [ids.render("p", puzzle_id) for (puzzle_id,) in found]


def walk(api: Api, query: str = "") -> list[Json]:
    """Return all puzzles of a list, with pages of two."""
    return [one for page in api.pages("/v1/puzzles", f"kind=points&limit=2&{query}") for one in page]


def check_line(player: Player, answer: Json, frame: Json) -> None:
    """Play a line, and compare its score."""
    body = {"at": frame["version"], "moves": answer["line"]}
    made = player.api.post(f"/v1/replays/{frame['id']}/frames", body).ok()
    assert made["frames"][-1]["table_points"] == answer["score"]


def test_a_worker_finds_the_puzzles_of_a_game(game_id: UUID, importer: Player, api: Api, url: str) -> None:
    """Each legal action of each puzzle has a proved answer, and every line can be played."""
    found = puzzles_of(url, game_id)
    assert len(found) == 3
    for puzzle_id in found:
        puzzle = api.get(f"/v1/puzzles/{puzzle_id}").ok()
        replay = f"/v1/replays/{ids.render('g', game_id)}"
        frame = api.get(f"{replay}/frames/{puzzle['position']['version']}").ok()
        assert puzzle["position"] == frame
        assert len(puzzle["deck"]) == frame["deck_size"] and puzzle["seat"] == frame["to_move"]
        assert puzzle["players"] == api.get(replay).ok()["seats"]
        answers = [api.post(puzzle["links"]["answers"], {"choice": one["choice"]}).ok() for one in puzzle["choices"]]
        assert [answer["choice"] for answer in answers] == puzzle["choices"]
        right = [answer for answer in answers if answer["right"]]
        assert 0 < len(right) < len(answers)
        for answer in answers:
            assert answer["line"][0] == answer["choice"]["action"]
            assert (answer["score"] == puzzle["score"]) is answer["right"]
            assert answer["score"] <= puzzle["score"]
            assert answer["steps"] is None
            if not answer["right"]:
                assert not answer["equal"] and answer["theme"] is None and answer["links"] is None
        for answer in (right[0], answers[0], answers[-1]):
            check_line(importer, answer, frame)
        alike = [answer["choice"]["choice"] for answer in right]
        assert [alike[0], *right[0]["equal"]] == alike
        assert right[0]["links"]["page"] == f"/replays/{ids.render('g', game_id)}?turn={frame['turn']}"
        solution = api.post(puzzle["links"]["answers"], {"choice": None}).ok()
        assert solution == right[0]


def test_the_line_can_be_stepped_through(game_id: UUID, api: Api, url: str) -> None:
    """With `steps`, an answer has the event and the table after each turn of its line."""
    path = f"/v1/puzzles/{puzzles_of(url, game_id)[0]}"
    puzzle = api.get(path).ok()
    for choice in (puzzle["choices"][0], puzzle["choices"][-1]):
        answer = api.send("POST", f"{path}/answers", {"choice": choice["choice"]}, query="steps=true").ok()
        action, at = choice["action"], puzzle["position"]["version"]
        assert [step["frame"]["version"] for step in answer["steps"]] == [
            at + number for number in range(1, len(answer["line"]) + 1)
        ]
        first, last = answer["steps"][0]["event"], answer["steps"][-1]["frame"]
        assert first["type"] == action["type"] and first["seat"] == puzzle["seat"] and first["line"]
        assert last["table_points"] == answer["score"]
    solution = api.post(f"{path}/answers", {"choice": None}).ok()
    assert solution["right"] and not solution["steps"]


def test_a_puzzle_does_not_show_its_solution(game_id: UUID, api: Api, url: str) -> None:
    """Neither the puzzle nor the list has a theme."""
    path = f"/v1/puzzles/{puzzles_of(url, game_id)[0]}"
    for body in (api.get(path).ok(), *walk(api, "theme=tempo")):
        assert not {"theme", "line", "solution", "equal", "right"} & set(body)


@in_one_test("body", [{}, {"choice": 99}, {"choice": -1}, {"choice": "0"}, {"type": "play", "card": 0}, []])
def test_an_invalid_answer_is_a_problem(game_id: UUID, api: Api, url: str, body: Any) -> None:
    """It must be the number of a choice."""
    answer = api.post(f"/v1/puzzles/{puzzles_of(url, game_id)[0]}/answers", body)
    assert (answer.status, answer.body["code"]) == (422, "invalid-request")


def test_the_list_has_filters_and_pages(copy: UUID, api: Api, url: str) -> None:
    """The newest games come first. Each filter selects the puzzles of which it is true."""
    everything = walk(api)
    stored = rows(url, "select puzzle_id, theme, level, seats from puzzle order by finished_at desc, puzzle_id desc")
    assert [row["id"] for row in everything] == [ids.render("p", row[0]) for row in stored] and len(stored) > 2
    for number, name in enumerate(("theme", "difficulty", "seats"), 1):
        for value in {row[number] for row in stored}:
            wanted = [ids.render("p", row[0]) for row in stored if row[number] == value]
            assert [row["id"] for row in walk(api, f"{name}={value}")] == wanted
    assert walk(api, "theme=play") == walk(api, "seats=5") == []
    newest = api.get(f"/v1/puzzles/{everything[0]['id']}").ok()
    assert read(api, f"{newest['links']['next']}&kind=points").ok()["items"] == [everything[1]]


@in_one_test("query", ["kind=x", "theme=x", "level=6", "difficulty=1", "seats=7", "limit=0", "cursor=x"])
def test_an_invalid_filter_is_refused(api: Api, query: str) -> None:
    """It is a problem of the parameter."""
    assert read(api, f"/v1/puzzles?{query}").status == 422


def test_the_puzzle_of_a_day_is_stable(copy: UUID, api: Api, url: str) -> None:
    """It is one of those found before the day, so none that is found later changes it. Days differ."""
    rows(url, "update puzzle set found_at = %s", TODAY - timedelta(days=1))
    days = [TODAY + timedelta(days=number) for number in range(30)]
    chosen = [puzzles.daily(day).puzzle_id for day in days]
    assert len(set(chosen)) > 1
    rows(url, "update puzzle set found_at = %s where puzzle_id <> %s", TODAY, chosen[0])
    assert puzzles.daily(TODAY).puzzle_id == chosen[0]
    for puzzle, version in rows(url, "select puzzle_id, version from puzzle"):
        rows(url, "update puzzle set found_at = %s where puzzle_id = %s", TODAY + timedelta(hours=version), puzzle)
    (first,) = rows(url, "select puzzle_id from puzzle order by found_at, puzzle_id limit 1")[0]
    assert puzzles.daily(TODAY).puzzle_id == first
    daily = api.get("/v1/puzzles/daily").ok()
    assert daily["id"] in [row["id"] for row in walk(api)]
    assert daily["id"] == api.post("/v1/puzzles/daily/answers", {"choice": None}).ok()["id"]


def test_a_hidden_game_hides_its_puzzles(copy: UUID, api: Api, url: str) -> None:
    """So does a private one. They return with the game."""
    found = puzzles_of(url, copy)
    rows(url, "update game set hidden = true, private = true where game_id = %s", copy)
    puzzle = api.get(f"/v1/puzzles/{found[0]}")
    answer = api.post(f"/v1/puzzles/{found[0]}/answers", {"choice": 0})
    assert [puzzle.status, answer.status] == [404, 404]
    assert not {row["id"] for row in walk(api)} & set(found)
    rows(url, "update game set hidden = false, private = false where game_id = %s", copy)
    assert api.get(f"/v1/puzzles/{found[0]}").status == 200


def test_a_deleted_import_has_no_puzzles(copy: UUID, importer: Player, api: Api, url: str) -> None:
    """A job that stores some later does nothing."""
    (puzzle, *_) = puzzles_of(url, copy)
    stored = stored_puzzle(puzzle)
    importer.api.delete(f"/v1/replays/{ids.render('g', copy)}").ok()
    puzzles.store(copy, [stored], 0.1)
    assert puzzles_of(url, copy) == [] and api.get(f"/v1/puzzles/{puzzle}").status == 404


@pytest.mark.slow
def test_a_better_finder_replaces_puzzles(copy: UUID, url: str) -> None:
    """A puzzle that is found again keeps its id and its time. One that is not is deleted."""
    found = puzzles_of(url, copy)
    rows(url, "update puzzle set version = 1, puzzle_id = %s where puzzle_id = %s", uuid4(), found[0][2:])
    rows(url, "update puzzle set found_at = '2026-01-01', difficulty = 99, packed = 'x' where game_id = %s", copy)
    rows(url, "update puzzle_search set solver = solver - 1 where game_id = %s", copy)
    puzzles.request(copy)
    work_until_idle(url)
    assert puzzles_of(url, copy) == found
    times = rows(
        url, "select found_at < '2026-01-02', difficulty from puzzle where game_id = %s order by version", copy
    )
    assert [is_old for is_old, _ in times] == [False, True, True] and all(points < 99 for _, points in times)
    (search,) = rows(url, "select solver, attempts, packed from puzzle_search where game_id = %s", copy)
    assert search == (FINDER, 1, b"")


@pytest.mark.parametrize("body", slow_unless(bool, [{}, {"private": True}]), ids=["sandbox", "private"])
def test_other_games_have_no_puzzles(finished: Play, url: str, body: Json) -> None:
    """A job for a sandbox or a private game does nothing."""
    game_id = finished(**body).id
    puzzles.request(game_id)
    work_until_idle(url)
    assert rows(url, "select 1 from puzzle_search where game_id = %s", game_id) == []


def test_a_running_game_has_no_puzzles(new_game: NewGame, url: str) -> None:
    """A job for it does nothing."""
    game_id = UUID(new_game().id.removeprefix("g_"))
    puzzles.request(game_id)
    work_until_idle(url)
    assert rows(url, "select 1 from puzzle_search where game_id = %s", game_id) == []


@pytest.mark.slow
def test_a_solved_game_is_searched_next(finished: Play, importer: Player, url: str) -> None:
    """Also an import. Of a private game, nothing is stored."""
    found = [finished(sandbox=False, deck=None).id, imported(importer), finished(private=True).id]
    for game_id in found:
        solutions.request(game_id)
    work_until_idle(url)
    for game_id, searched in zip(found, (1, 1, 0), strict=True):
        assert len(rows(url, "select 1 from puzzle_search where game_id = %s", game_id)) == searched


def test_games_that_were_not_searched_are_swept(finished: Play, copy: UUID, url: str) -> None:
    """Their jobs come before hindsight that nobody asked for, which takes longer. Imports are left out."""
    game_id = finished(sandbox=False, deck=None).id
    rows(url, "delete from puzzle_search where game_id = %s", copy)
    sweeping.sweep(PuzzleSearch, puzzles.request, 10, None)
    assert jobs_of(url, game_id) == [(queue.LONG + 1, "todo")] and jobs_of(url, copy) == []


def test_without_puzzles_there_is_none_of_the_day(api: Api, url: str) -> None:
    """It is 404, as an unknown puzzle is."""
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("delete from puzzle")
    assert api.get("/v1/puzzles", query="kind=points").ok() == {"items": [], "next": None}
    for path in ("/v1/puzzles/daily", f"/v1/puzzles/{UNKNOWN}", "/v1/puzzles/x"):
        assert api.get(path).status == 404
    assert api.post(f"/v1/puzzles/{UNKNOWN}/answers", {}).status == 404
