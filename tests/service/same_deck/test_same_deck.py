"""Tests of games of the same deck: who is listed, and what a comparison says."""

import psycopg
import pytest
from flask import Flask

from service.maintenance import chores
from service.platform.settings import Settings
from tests.service.client import Api, Json, stacked
from tests.service.factories import NewGame, Players, grant
from tests.service.solving import solve

RECORD = "application/vnd.hanabi.record+json"


def written(*actions: tuple[int, int, int], top: str = "r1 r5 r3 r4 y1  y1 y2 y3 g4 b5", **options: object) -> Json:
    """Return a game of two seats as hanab.live writes it, ended by its players."""
    suits = ("red", "yellow", "green", "blue", "white")
    deck = [{"suitIndex": suits.index(card["suit"]), "rank": card["rank"]} for card in stacked(top)]
    turns = [{"type": kind, "target": target, "value": value} for kind, target, value in actions]
    end = {"type": 4, "target": 0, "value": 4}
    return {"players": ["Alice", "Bob"], "deck": deck, "actions": [*turns, end], "options": options}


CLUE, PLAY, DISCARD = (3, 1, 1), (0, 5, 0), (1, 1, 0)


@pytest.fixture(scope="module")
def ada(players: Players) -> Api:
    """A player who imports games."""
    return players(1)[0].api


@pytest.fixture(scope="module")
def twins(ada: Api) -> list[str]:
    """Three imported games of one deck."""
    return [imported(ada, written(*moves)) for moves in ((CLUE, PLAY, DISCARD), (CLUE, PLAY, (0, 0, 0)), (CLUE,))]


def imported(api: Api, game: Json) -> str:
    """Import a game. Return its id."""
    found: str = api.post("/v1/replays", game).ok()["id"]
    return found


def listed(api: Api, game: str, query: str = "limit=100") -> list[str]:
    """Return the ids of the games of the same deck."""
    return [one["id"] for one in api.get(f"/v1/replays/{game}/same-deck", query=query).ok()["items"]]


def test_the_same_cards_by_other_rules_are_another_deck(api: Api, ada: Api, twins: list[str]) -> None:
    """Only games with the same key know of each other."""
    apart = imported(ada, written(emptyClues=True))
    assert apart not in listed(api, twins[0]) and twins[0] not in listed(api, apart)
    assert set(listed(api, twins[0])) >= set(twins)
    refused = api.get(f"/v1/replays/{twins[0]}/same-deck/{apart}")
    assert (refused.status, refused.code) == (409, "different-decks")


def test_a_page_goes_on_where_it_ended(api: Api, twins: list[str]) -> None:
    """The pages have each game once."""
    whole = listed(api, twins[0])
    first = api.get(f"/v1/replays/{twins[0]}/same-deck", query="limit=2").ok()
    rest = listed(api, twins[0], f"limit=100&cursor={first['next']}")
    assert [one["id"] for one in first["items"]] + rest == whole


def test_own_games_and_imports_know_of_each_other(app: Flask, api: Api, new_game: NewGame, players: Players) -> None:
    """A private game is in no list, and a game that a moderator hides leaves it. Its players still see the list."""
    game, private = new_game(), new_game(private=True)
    copies = []
    for one in (game, private):
        one.abort()
        record = one.players[0].api.get(f"{one.replay_path}/export", query="format=native").raw
        copies.append(one.players[0].api.post("/v1/replays", raw=record, headers={"Content-Type": RECORD}).ok()["id"])
    found = api.get(f"{game.replay_path}/same-deck").ok()["items"]
    assert {(one["id"], one["imported"]) for one in found} == {(game.id, False), (copies[0], True)}
    own = private.players[0].api
    assert listed(own, private.id) == listed(own, copies[1]) == [copies[1]]
    assert api.get(f"{private.replay_path}/same-deck").code == "not-found"
    assert api.get(f"/v1/replays/{copies[1]}/same-deck/{private.id}").code == "not-found"
    assert own.get(f"/v1/replays/{copies[1]}/same-deck/{private.id}").status == 200
    moderator = api.known_by(grant(app, players(1)[0]))
    moderator.post("/v1/moderation/actions", {"action": "hide", "target": game.id, "reason": "Test."}).ok()
    assert listed(api, copies[0]) == [copies[0]]


def test_a_comparison_says_where_games_parted(app: Flask, api: Api, twins: list[str]) -> None:
    """The third turn differs. Until a game is analyzed, its choices have no worth."""
    found = api.get(f"/v1/replays/{twins[0]}/same-deck/{twins[1]}").ok()
    assert found["parted"] == 3 and [turn["same"] for turn in found["turns"]] == [True, True, False]
    assert [game["analysis"] for game in found["games"]] == ["not_analyzed"] * 2
    assert found["turns"][0]["choices"][0]["reachable"] is None
    solve(app, twins[0])
    found = api.get(f"/v1/replays/{twins[0]}/same-deck/{twins[1]}").ok()
    assert [game["analysis"] for game in found["games"]] == ["solved", "not_analyzed"]
    discard, play = found["turns"][2]["choices"]
    assert (discard["event"]["type"], play["event"]["type"]) == ("discard", "play")
    assert discard["points_lost"] > 0 and discard["reachable"]["most"] < found["games"][0]["reachable"]["least"]
    assert play["points_lost"] is None


def test_a_shorter_game_parts_at_its_end(api: Api, twins: list[str]) -> None:
    """A game with itself never parts."""
    found = api.get(f"/v1/replays/{twins[2]}/same-deck/{twins[0]}").ok()
    assert found["parted"] == 2 and found["turns"][1]["choices"][0] is None
    found = api.get(f"/v1/replays/{twins[2]}/same-deck/{twins[2]}").ok()
    assert found["parted"] is None and len(found["turns"]) == 1


def test_chores_set_the_keys_of_older_games(api: Api, twins: list[str], database_url: str) -> None:
    """A game that a release without keys has stored is listed after the next chores."""
    before = listed(api, twins[0])
    with psycopg.connect(database_url, autocommit=True) as db:
        db.execute("update game set deck_key = null where game_id = %s", (twins[1][2:],))
    assert set(listed(api, twins[0])) == set(before) - {twins[1]}
    chores.main(Settings.from_environ({"DATABASE_URL": database_url}))
    assert listed(api, twins[0]) == before
