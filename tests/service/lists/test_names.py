"""Tests of the search of replays and accounts by players' names."""

import json
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

from tests.service.client import Api
from tests.service.factories import NewGame, Players

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
