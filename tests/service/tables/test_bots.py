"""Tests of bots at a table: their moves, and races with other requests."""

import json
import threading
import time
from typing import Any, cast

import psycopg
import pytest
from flask import Flask

from engine.bots import BOTS
from engine.events import TurnTaken
from service.core.tables import event_store
from service.core.tables.event_store import Stamp
from tests.rows import in_one_test
from tests.service.client import Api, Game, Player
from tests.service.factories import Players

append = event_store.append


@pytest.fixture
def game(players: Players) -> Game:
    """A running game of a person, who starts, and a bot."""
    (ada,) = players(1)
    game = Game(ada.api.post("/v1/games", {"seats": 2, "rules": {"starting_seat": 0}}).ok(), [ada])
    ada.api.post(f"{game.path}/seats", {"bot": "random"}).ok()
    return game


def is_bots(event: Any) -> bool:
    return isinstance(event, TurnTaken) and event.seat == 1


def test_a_bot_that_loses_a_race_moves_once(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """If another request has moved the bot, that move counts, and the response has it."""

    def lose(stored: Any, version: int, event: Any, *rest: Any) -> Stamp | None:
        stamp = append(stored, version, event, *rest)
        return None if is_bots(event) else stamp

    with monkeypatch.context() as patch:
        patch.setattr(event_store, "append", lose)
        moved = game.send(0, {"type": "play", "card": 0, "expected_version": 0}).ok()
    assert (moved["event"]["version"], moved["view"]["version"], moved["view"]["to_move"]) == (1, 2, 0)
    assert moved["view"] == game.view(0)
    assert [(event["version"], event["seat"]) for event in game.events(0)] == [(0, None), (1, 0), (2, 1)]


def test_a_bot_move_that_was_not_stored_is_made_with_the_next_read(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker may stop between a person's move and the bot's."""
    with monkeypatch.context() as patch:
        patch.setattr(
            event_store,
            "append",
            lambda stored, version, event, *rest: None if is_bots(event) else append(stored, version, event, *rest),
        )
        assert game.send(0, {"type": "play", "card": 0, "expected_version": 0}).ok()["view"]["to_move"] == 1
        assert game.view(0)["to_move"] == 1
    assert [event["seat"] for event in game.events(0)] == [None, 0, 1]
    assert game.view(0)["version"] == 2


def test_a_bot_gets_no_seat_in_a_variant_that_it_cannot_play(players: Players) -> None:
    """Kagiya plays some variants, random all, with six seats too. A refused bot changes nothing."""
    (ada,) = players(1)
    hidden = {"seats": 6, "rules": {"edition": "hanab_live", "variant": "Throw It in a Hole (6 Suits)"}}
    game = Game(ada.api.post("/v1/games", hidden).ok(), [ada])
    refused = ada.api.post(f"{game.path}/seats", {"bot": "kagiya"})
    assert (refused.status, refused.code) == (409, "bot-cannot-play")
    assert [seat["name"] for seat in game.view(0)["seats"]][1:] == [None] * 5
    for _ in range(5):
        ada.api.post(f"{game.path}/seats", {"bot": "random"}).ok()
    view = game.view(0)
    assert (view["status"], view["to_move"]) == ("running", 0)
    assert view["strikes"] is None


def test_bots_with_conventions_read_the_log(players: Players) -> None:
    """Two of them move after the turn of a person, from the feeds of their seats. They play no game of six."""
    (ada,) = players(1)
    game = {"seats": 3, "bots": ["hgroup-1", "hgroup-1"], "rules": {"starting_seat": 0}}
    table = Game(ada.api.post("/v1/games", game).ok(), [ada])
    assert table.send(0, {"type": "play", "card": 0, "expected_version": 0}).ok()["view"]["version"] == 3
    six = {"seats": 6, "bots": ["hgroup-1"], "rules": {"edition": "hanab_live"}}
    assert ada.api.post("/v1/games", six).code == "bot-cannot-play"


@pytest.mark.parametrize("variant", [None, "Odds and Evens (5 Suits)"])
def test_a_game_with_a_bot_of_an_earlier_release_goes_on(
    app: Flask, players: Players, database_url: str, variant: str | None
) -> None:
    """Another bot moves for it, and the game is read, exported and imported, but not played again with it."""
    (ada,) = players(1)
    chosen = {"edition": "hanab_live", "variant": variant} if variant else {}
    made = {"seats": 3, "bots": ["random"], "rules": {**chosen, "starting_seat": 0}}
    table = Game(ada.api.post("/v1/games", made).ok(), [ada])
    with psycopg.connect(database_url) as db:
        db.execute("update seat set bot = 'hat', name = 'hat' where game_id = %s and seat = 1", (table.id[2:],))

    def send(method: str, path: str, body: Any = None, media_type: str = "application/json") -> Any:
        headers = {"Authorization": f"Bearer {ada.token}", "Content-Type": media_type}
        data = json.dumps(body) if body is not None else b""
        answer = app.test_client().open(path, method=method, data=data, headers=headers)  # the contract names no `hat`
        assert answer.json is not None
        return answer.json

    send("POST", f"{table.path}/seats", {"bot": "random"})
    view = send("GET", table.path)
    while view["status"] == "running":
        assert view["to_move"] == 0
        view = send("POST", f"{table.path}/moves", {**view["legal_actions"][0], "expected_version": view["version"]})[
            "view"
        ]
    replay = send("GET", table.replay_path)
    assert [seat["bot"] for seat in replay["seats"]] == [None, "hat", "random"]
    record = send("GET", f"{table.replay_path}/export")
    imported = send("POST", "/v1/replays", record, "application/vnd.hanabi.record+json")
    assert [seat["bot"] for seat in imported["seats"]] == [None, "hat", "random"]
    assert send("POST", f"{table.path}/again", {})["code"] == "bot-cannot-play"
    with psycopg.connect(database_url) as db:
        db.execute("update seat set bot = 'random' where bot = 'hat'")  # other tests hold lists against the contract


def test_bots_play_alone(players: Players) -> None:
    """A sandbox game with as many bots as seats is over at once. It is no game of its creator, and all may read it."""
    ada, eva = players(2)
    end = ada.api.post("/v1/games", {"seats": 3, "bots": ["hgroup-1"] * 3, "sandbox": True}).ok()
    assert (end["status"], end["viewer"]["seat"]) == ("ended", None)
    assert [seat["bot"] for seat in end["seats"]] == ["hgroup-1"] * 3
    assert eva.api.get(f"/v1/replays/{end['id']}").ok()["result"]["score"] >= 20
    assert ada.api.get("/v1/me/games").ok()["items"] == []


def test_bots_vote_when_everybody_else_has(players: Players) -> None:
    """One vote ends a game with bots, and not one with another person (R21)."""
    ada, bea = players(2)
    alone = ada.api.post("/v1/games", {"seats": 3, "bots": ["random", "random"]}).ok()["id"]
    view = ada.api.post(f"/v1/games/{alone}/abort-votes").ok()["view"]
    assert view["result"]["reason"] == "agreed" and view["abort_votes"] == [0, 1, 2]
    shared = f"/v1/games/{ada.api.post('/v1/games', {'seats': 3, 'bots': ['random']}).ok()['id']}"
    bea.api.post(f"{shared}/seats").ok()
    assert ada.api.post(f"{shared}/abort-votes").ok()["view"]["result"] is None
    assert bea.api.post(f"{shared}/abort-votes").ok()["view"]["result"]["reason"] == "agreed"


def test_lines_tell_bots_of_one_name_apart(players: Players) -> None:
    """Lines count equal names; the names of the seats stay as they are."""
    (ada,) = players(1)
    game = Game(ada.api.post("/v1/games", {"seats": 3, "rules": {"starting_seat": 0}}).ok(), [ada])
    for _ in range(2):
        ada.api.post(f"{game.path}/seats", {"bot": "random"}).ok()
    game.send(0, {"type": "play", "card": 0, "expected_version": 0}).ok()
    assert [seat["name"] for seat in game.view(0)["seats"]] == [ada.name, "random", "random"]
    lines = [event["line"] for event in game.events(0)[1:]]
    starts = zip(lines, (ada.name, "random (1)", "random (2)"), strict=True)
    assert all(line.startswith(f"{name} ") for line, name in starts), lines


HGROUP = {f"hgroup-{level}": "some" for level in range(1, 6)}


@in_one_test(
    ("query", "found"),
    [
        ("", {"random": "all", "kagiya": "some", **HGROUP}),
        ("variant=No+Variant", {"random": "all", "kagiya": "some", **HGROUP}),
        ("variant=Brown+(5+Suits)", {"random": "all", "kagiya": "some", **HGROUP}),
        ("variant=Sudoku+(5+Suits)", {"random": "all"}),
    ],
)
def test_the_list_says_which_variants_a_bot_plays(api: Api, query: str, found: dict[str, str]) -> None:
    """The list can be limited to the bots that play a variant."""
    assert {bot["id"]: bot["variants"] for bot in api.get("/v1/bots", query=query).ok()["items"]} == found


def test_an_unknown_variant_of_bots_is_refused(api: Api) -> None:
    """The fault names the parameter."""
    assert api.get("/v1/bots", query="variant=x").body["errors"][0]["parameter"] == "variant"


def test_one_bot_chooses_at_a_time(players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots of other tables wait for it, so that they do not hold up everybody together."""
    people, choosing, most = players(3), 0, 0
    choose = BOTS["random"].choose

    def choose_slowly(*arguments: Any) -> Any:
        nonlocal choosing, most
        choosing += 1
        most = max(most, choosing)
        time.sleep(0.05)
        choosing -= 1
        return choose(*arguments)

    def play(person: Player) -> None:
        body = {"seats": 2, "rules": {"starting_seat": 1}}
        game = person.api.post("/v1/games", body).ok()
        person.api.post(f"/v1/games/{game['id']}/seats", {"bot": "random"}).ok()

    monkeypatch.setitem(cast(dict[str, Any], BOTS), "random", BOTS["random"]._replace(choose=choose_slowly))
    tables = [threading.Thread(target=play, args=(person,)) for person in people]
    for table in tables:
        table.start()
    for table in tables:
        table.join()
    assert most == 1
