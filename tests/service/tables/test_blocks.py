"""Tests of declined invitations, blocked accounts, and limits of invitations."""

from contextlib import closing

import psycopg
import pytest
from flask import Flask

from service.core.people import blocks
from service.core.tables import calls
from service.core.tables.lobby import invitations
from service.maintenance import chores
from service.platform.settings import Settings
from tests.service.client import Answer, Game, Json, Player
from tests.service.factories import Players
from tests.service.past import earlier
from tests.service.tables.event_client import KEEP_ALIVE_S, EventClient


def private_game(owner: Player, **body: object) -> Game:
    """Return an open private game."""
    return Game(owner.api.post("/v1/games", {"seats": 3, "private": True, **body}).ok(), [owner])


def invite(game: Game, player: Player, by: int = 0) -> Answer:
    """Invite a player to a game."""
    return game.players[by].api.post(f"{game.path}/invitations", {"account": player.id})


def invited(player: Player) -> list[str]:
    """Return the games to which a player is invited. Both lists must agree."""
    items = player.api.get("/v1/me/invitations").ok()["items"]
    assert items == player.api.get("/v1/me/events").ok()["invited"]
    return [item["game"] for item in items]


def test_an_invitation_is_declined(players: Players, database_url: str) -> None:
    """It is gone and opens the game no longer. Another one by the same player has no effect, also a day later."""
    ada, bo, eve = players(3)
    game, other = private_game(ada), private_game(ada)
    for each in (game, game, other):
        invite(each, bo).ok()
    assert invited(bo) == [other.id, game.id]
    assert eve.api.delete(f"/v1/me/invitations/{game.id}").code == "not-found"
    bo.api.delete(f"/v1/me/invitations/{game.id}").ok()
    assert invited(bo) == [other.id]
    assert bo.api.post(f"{game.path}/seats", {}).code == "not-found"
    assert bo.api.delete(f"/v1/me/invitations/{game.id}").code == "not-found"
    assert invite(game, bo).ok().keys() == invite(game, eve).ok().keys()
    with psycopg.connect(database_url) as db:
        made, expires = earlier("made_at", "interval '1 day'"), earlier("expires_at", "interval '1 day'")
        db.execute(f"update invitation set made_at = {made}, expires_at = {expires}".encode())
    chores.main(Settings(database_url=database_url))
    invite(game, bo).ok()
    eve.api.post(f"{game.path}/seats", {"code": ada.api.post(f"{game.path}/invitations", {}).ok()["code"]}).ok()
    assert invited(bo) == [other.id]
    assert bo.api.post(f"{game.path}/seats", {}).code == "not-found"
    assert bo.api.delete(f"/v1/me/invitations/{game.id}").code == "not-found"
    eve.api.post(f"{game.path}/invitations", {"account": bo.id}).ok()
    assert invited(bo) == [game.id, other.id], "another player can invite"
    bo.api.post(f"{game.path}/seats", {}).ok()


def test_invitations_are_listed_by_page(players: Players) -> None:
    """The newest invitation comes first."""
    ada, bo = players(2)
    games = [private_game(ada) for _ in range(3)]
    for game in games[::-1]:
        invite(game, bo).ok()
    pages = bo.api.pages("/v1/me/invitations", "limit=2")
    assert [[item["game"] for item in page] for page in pages] == [[games[0].id, games[1].id], [games[2].id]]


def test_a_blocked_account_does_not_reach_the_blocker(
    app: Flask, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its invitations get the usual response and are not shown, on the stream neither, until it is unblocked."""
    monkeypatch.setattr(app.extensions["subscriptions"], "keep_alive_s", KEEP_ALIVE_S)
    ada, bo, eve = players(3)
    games = [private_game(ada) for _ in range(3)]
    invite(games[0], bo).ok()
    assert invited(bo) == [games[0].id]
    bo.api.put(f"/v1/me/blocks/{ada.id}").ok()
    assert invited(bo) == []
    with closing(EventClient(app, "/v1/me/events", bo.token)) as stream:
        assert stream.next().event == "ready"
        blocked, other = invite(games[1], bo).ok(), invite(games[1], eve).ok()
        assert blocked.keys() == other.keys() and blocked["account"] == bo.id
        assert stream.quiet()
        bo.api.delete(f"/v1/me/blocks/{ada.id}").ok()
        invite(games[2], bo).ok()
        assert {stream.next().event for _ in range(3)} == {"invited"}
    assert invited(bo) == [game.id for game in games[::-1]]


@pytest.mark.parametrize("private", [False, True])
def test_a_blocked_account_gets_no_seat(private: bool, players: Players) -> None:
    """A public game is `seat-refused`, and a private one unknown, even with a code. In games of others it may sit."""
    ada, bo, eve = players(3)
    game = private_game(ada, private=private)
    code = ada.api.post(f"{game.path}/invitations", {}).ok()["code"]
    invite(game, bo).ok()
    ada.api.put(f"/v1/me/blocks/{bo.id}").ok()
    for body in ({}, {"code": code}):
        assert bo.api.post(f"{game.path}/seats", body).code == ("not-found" if private else "seat-refused")
    eve.api.post(f"{game.path}/seats", {"code": code}).ok()
    third = private_game(eve, private=False)
    for player in (ada, bo):
        player.api.post(f"{third.path}/seats", {}).ok()
    ada.api.delete(f"/v1/me/blocks/{bo.id}").ok()
    bo.api.post(f"{game.path}/seats", {}).ok()


def test_the_list_of_blocked_accounts(players: Players) -> None:
    """Blocking twice has no effect. Unknown and deleted accounts are 404, and the own account is refused."""
    ada, bo, eve = players(3)
    for player in (bo, eve, bo):
        assert ada.api.put(f"/v1/me/blocks/{player.id}").status == 204
    listed = [(one["account"], one["name"]) for (one,) in ada.api.pages("/v1/me/blocks", "limit=1")]
    assert listed == [(bo.id, bo.name), (eve.id, eve.name)]
    exported: list[Json] = ada.api.get("/v1/me/export").ok()["blocks"]
    assert [one["account"] for one in exported] == [bo.id, eve.id]
    assert bo.api.get("/v1/me/blocks").ok()["items"] == []
    assert ada.api.put(f"/v1/me/blocks/{ada.id}").code == "invalid-request"
    for unknown in (f"a_{'0' * 32}", "x", bo.name):
        for method in ("PUT", "DELETE"):
            assert ada.api.send(method, f"/v1/me/blocks/{unknown}").code == "not-found"
    ada.api.delete(f"/v1/me/blocks/{bo.id}").ok()
    assert ada.api.delete(f"/v1/me/blocks/{bo.id}").code == "not-found"
    bo.api.delete("/v1/me").ok()
    assert ada.api.put(f"/v1/me/blocks/{bo.id}").code == "not-found"
    ada.api.delete("/v1/me").ok()


def test_blocks_are_limited(players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    """A blocked account can be blocked again at the limit."""
    monkeypatch.setattr(blocks, "MAX_BLOCKS", 1)
    ada, bo, eve = players(3)
    ada.api.put(f"/v1/me/blocks/{bo.id}").ok()
    ada.api.put(f"/v1/me/blocks/{bo.id}").ok()
    assert limit_of(ada.api.put(f"/v1/me/blocks/{eve.id}")) == ("blocks", 1)


def limit_of(answer: Answer) -> tuple[str, int]:
    """Return the limit that a response names."""
    assert answer.code == "limit-reached", answer.body
    return answer.body["limit"], answer.body["maximum"]


@pytest.mark.parametrize(
    ("limit", "name", "to_one", "games"),
    [
        ("invitations-of-game", "MAX_OF_GAME", False, 1),
        ("invitations", "MAX_OF_SENDER", False, 4),
        ("invitations-to-account", "MAX_TO_ACCOUNT", True, 4),
    ],
)
def test_invitations_are_limited(
    limit: str, name: str, to_one: bool, games: int, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fourth one is refused: of a game, of a sender, or of a sender to one account."""
    monkeypatch.setattr(invitations, name, 3)
    ada, bo, eve = players(3)
    tables = [private_game(ada) for _ in range(games)] * (4 // games)
    body = {"account": bo.id} if to_one else {}
    answers = [ada.api.post(f"{game.path}/invitations", body) for game in tables]
    assert [answer.status for answer in answers] == [201, 201, 201, 409]
    assert limit_of(answers[-1]) == (limit, 3)
    if to_one:
        invite(tables[0], eve).ok()


def test_a_declined_invitation_counts_for_a_day(
    players: Players, monkeypatch: pytest.MonkeyPatch, database_url: str
) -> None:
    """Nobody can be invited again and again. `hanabi chores` deletes old invitations, and no others."""
    monkeypatch.setattr(invitations, "MAX_TO_ACCOUNT", 2)
    ada, bo = players(2)
    games = [private_game(ada) for _ in range(2)]
    for game in games:
        invite(game, bo).ok()
        bo.api.delete(f"/v1/me/invitations/{game.id}").ok()
    chores.main(Settings(database_url=database_url))
    assert limit_of(invite(game, bo)) == ("invitations-to-account", 2)
    with psycopg.connect(database_url) as database:
        database.execute("update invitation set made_at = now() - interval '1 day'")
    chores.main(Settings(database_url=database_url))
    with psycopg.connect(database_url) as database:
        assert database.execute("select 1 from invitation where game_id = %s", (game.id[2:],)).fetchone() is None
    invite(game, bo).ok()


def test_a_stream_begins_with_few_invitations(app: Flask, players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest ones are sent, and each further one when one of them is gone."""
    monkeypatch.setattr(calls, "_MOST", 2)
    ada, bo = players(2)
    games = [private_game(ada) for _ in range(3)]
    for game in games:
        invite(game, bo).ok()
    newest = [game.id for game in games[:0:-1]]
    assert [one["game"] for one in bo.api.get("/v1/me/events").ok()["invited"]] == newest
    assert len(bo.api.get("/v1/me/invitations").ok()["items"]) == 3
    with closing(EventClient(app, "/v1/me/events", bo.token)) as stream:
        assert [stream.next().event for _ in range(3)] == ["invited", "invited", "ready"]
