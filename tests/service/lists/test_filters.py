"""Tests of lists of games: by variant, by the names of players, and with curves."""

import json
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from flask import Flask

from service.features.analysis import stored_results
from service.features.analysis.packed_results import Bounds, SolvedGame
from service.features.analysis.tables import Solution
from service.platform import ids
from tests.rows import in_one_test
from tests.service.client import Api, Game, Json
from tests.service.factories import NewGame, Players

CARDS = [
    {"variant": "Cow & Pig (6 Suits)"},
    {"variant": "Rainbow (3 Suits)"},
    {"variant": "Rainbow (3 Suits)"},
    {"multicolor": "wild_five"},
    {},
]
"""The options of the games, oldest first."""

FOUND: list[tuple[dict[str, str | int], list[int]]] = [
    ({}, [0, 1, 2, 3, 4]),
    ({"multicolor": "variant"}, [0, 1, 2]),
    ({"multicolor": "none"}, [4]),
    ({"variant": "Rainbow (3 Suits)"}, [1, 2]),
    ({"variant": "R+B+Ra"}, [1, 2]),
    ({"variant": "Cow & Pig (6 Suits)"}, [0]),
    ({"variant": "Rainbow (3 Suits)", "seats": 3}, [2]),
    ({"variant": "Rainbow (3 Suits)", "edition": "de"}, []),
    ({"variant": "Duck (3 Suits)"}, []),
    ({"variant": "Dark Rainbow (6 Suits)"}, [3]),
    ({"variant": "No Variant"}, [4]),
    ({"seats": 6}, [0]),
]
"""Conditions, and the games that meet them. The booklets have the cards of the last two variants too."""


@pytest.fixture(scope="module")
def games(new_game: NewGame) -> list[Game]:
    """Running games of these options, one with six seats."""
    seats = [6, 2, 3, 2, 2]
    return [
        new_game(number, rules={"edition": "hanab_live", **cards}) for number, cards in zip(seats, CARDS, strict=True)
    ]


@in_one_test(("wish", "found"), FOUND)
def test_games_are_filtered_by_variant(
    api: Api, games: list[Game], wish: dict[str, str | int], found: list[int]
) -> None:
    """A variant is found by its name or its string of rules, and rows have its name."""
    rows = api.get("/v1/games", query=urlencode(wish)).ok()["items"]
    assert [row["id"] for row in rows] == [games[place].id for place in reversed(found)]
    assert [row["rules"]["variant"] for row in rows if row["rules"]["multicolor"] == "variant"] == [
        CARDS[place]["variant"] for place in reversed(found) if "variant" in CARDS[place]
    ]


@in_one_test("path", ["/v1/games", "/v1/replays", "/v1/stats"])
@in_one_test(
    ("query", "parameter"),
    [
        ("variant=x", "variant"),
        ("variant=", "variant"),
        ("variant=rainbow+(3+suits)", "variant"),
        ("variant=Duck+(3+Suits)&variant=Duck+(3+Suits)", "variant"),
        ("variant=No+Variant&multicolor=none", "multicolor"),
        ("multicolor=x", "multicolor"),
        ("seats=7", "seats"),
    ],
)
def test_a_faulty_filter_is_refused(api: Api, path: str, query: str, parameter: str) -> None:
    answer = api.get(path, query=query)
    assert (answer.code, answer.body["errors"][0]["parameter"]) == ("invalid-request", parameter)


def test_replays_are_filtered_by_variant(api: Api, games: list[Game]) -> None:
    """The list of replays has the same filter, in every order and on every page."""
    for game in games:
        game.abort()
    for wish, found in FOUND:
        for sort in ("finished", "-finished", "score", "-score"):
            rows = api.get("/v1/replays", query=urlencode({**wish, "sort": sort})).ok()["items"]
            assert {row["id"] for row in rows} == {games[place].id for place in found}
    stats = api.get("/v1/stats", query="variant=Rainbow+(3+Suits)").ok()
    assert (stats["games"], stats["apart"]["aborted"]) == (0, 2)


EXPORT = json.loads(
    (Path(__file__).parents[2] / "games" / "hanab_live_2906.json").read_text(encoding="utf-8")
)  # of Alice, Bob and Cathy


def found(api: Api, **query: object) -> list[str]:
    """Return the ids of a list of replays."""
    return [row["id"] for row in api.get("/v1/replays", query=urlencode(query)).ok()["items"]]


def test_a_name_finds_the_games_of_its_account(api: Api, new_game: NewGame) -> None:
    """Case, accents and look-alikes do not matter. A private game is not found, and no other name finds a game."""
    game = new_game()
    player = game.players[0]
    game.abort()
    name = player.name
    for written in (name, name.upper(), name.lower()):
        assert found(api, name=written) == [game.id]
        assert api.get(f"/v1/accounts/{quote(written)}").ok()["id"] == player.id
    assert found(api, name=f"{name}x") == []
    assert found(api, name=name, imported="true") == []
    assert found(api, name=name, player=player.id) == [game.id]
    assert found(api, name=name, player=game.players[1].id) == []
    assert found(api, name=name, outcome="won") == []


def test_a_private_game_is_not_found_by_a_name(api: Api, new_game: NewGame) -> None:
    game = new_game(private=True)
    game.abort()
    for who in (api, game.players[0].api):
        assert found(who, name=game.players[0].name) == []


def test_imported_games_are_found_by_the_names_that_they_state(api: Api, players: Players) -> None:
    """An account with such a name does not find them, and the name does not find its games among the imported ones."""
    (importer,) = players(1)
    export = {**EXPORT, "players": ["Zwölf", "Bob O'Neill", "100%"]}
    replay = importer.api.post("/v1/replays", export).ok()["id"]
    for name in ("Zwölf", "zWöLF", "bob o'neill", "100%"):
        assert found(api, name=name, imported="true") == [replay]
        assert found(api, name=name, imported="true", sort="-score") == [replay]
        assert found(api, name=name) == []
    assert found(api, name="zwolf", imported="true") == []
    assert found(api, name="%", imported="true") == []


def test_a_deleted_account_is_not_found(api: Api, players: Players) -> None:
    (player,) = players(1)
    path = f"/v1/accounts/{quote(player.name.upper())}"
    assert api.get(path).status == 200
    player.api.delete("/v1/me").ok()
    assert api.get(path).status == 404
    assert found(api, name=player.name) == []


@pytest.mark.parametrize("name", ["", "x" * 101, "a%00b"])
def test_an_impossible_name_is_refused(api: Api, name: str) -> None:
    answer = api.get("/v1/replays", query=f"name={name}")
    assert (answer.status, answer.body["errors"][0]["parameter"]) == (422, "name")


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
