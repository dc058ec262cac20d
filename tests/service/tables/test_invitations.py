"""Tests of invitations of accounts to games."""

import re
from collections.abc import Callable
from contextlib import closing

import orjson
import psycopg
from flask import Flask

from tests.rows import in_one_test
from tests.service.client import Api, Game, Json, Player
from tests.service.contract import CONTRACT
from tests.service.factories import NewGame
from tests.service.sse import Frame
from tests.service.tables.event_client import EventClient


def invite(game: Game, player: Player, expires_in_s: int = 3600) -> Json:
    """Invite a player to a game. Return the invitation as the player sees it."""
    body = {"account": player.id, "expires_in_s": expires_in_s}
    created: Json = game.players[0].api.post(f"{game.path}/invitations", body).ok()
    assert (created["code"], created["account"]) == (None, player.id)
    ada = game.players[0]
    view = ada.api.get(game.path).ok()
    what = {"seats": len(view["seats"]), "rules": view["rules"], "pace": view["pace"]}
    shown = {"invited_by": ada.name, "inviter": ada.id, "program": None, **what}
    return {"game": game.id, "status": "open", **shown, "expires_at": created["expires_at"]}


def told(frame: Frame) -> Json:
    """Return the invitation that a frame of a stream has."""
    assert frame.event == "invited"
    found: Json = orjson.loads(frame.data)
    return found


def mine(player: Player) -> list[Json]:
    """Return the open invitations of a player."""
    found: list[Json] = player.api.get("/v1/me/events").ok()["invited"]
    return found


def test_an_invitation_is_sent_on_the_account_stream(
    app: Flask, other: Flask, new_game: NewGame, players: Callable[[int], list[Player]]
) -> None:
    """The invited account gets an invitation immediately, and again on each new connection until it joins."""
    _, bo, eve = people = players(3)
    game = new_game(at_table=people, seated=1, private=True)
    with closing(EventClient(other, "/v1/me/events", bo.token)) as stream:
        with closing(EventClient(other, "/v1/me/events", eve.token)) as hers:
            assert [stream.next().event, hers.next().event] == ["ready", "ready"]
            invitation = invite(game, bo)
            assert told(stream.next(0.5)) == invitation
            assert mine(bo) == [invitation]
            with closing(EventClient(app, "/v1/me/events", bo.token)) as again:
                assert [told(again.next()), again.next().event] == [invitation, "ready"]
            assert hers.quiet()
            assert mine(eve) == []
        longer = invite(game, bo, 7200)
        assert told(stream.next()) == longer
        assert mine(bo) == [longer]
        for path in (game.path, f"{game.path}/events", f"{game.path}/messages"):
            assert [player.api.get(path).status for player in (bo, eve)] == [404, 404]
        assert eve.api.post(f"{game.path}/seats", {}).status == 404
        bo.api.post(f"{game.path}/seats", {}).ok()
        assert stream.next().event == "started"
        assert mine(bo) == []
    with closing(EventClient(app, "/v1/me/events", bo.token)) as again:
        assert [again.next().event, again.next().event] == ["running", "ready"]
    assert eve.api.get(game.path).status == 404


def test_a_code_shows_the_table_until_it_begins(
    new_game: NewGame, players: Callable[[int], list[Player]], api: Api
) -> None:
    """Its view alone, as strangers see a public one. An account that the creator has blocked sees nothing."""
    ada, bo, eve = people = players(3)
    game = new_game(at_table=people[:2], seated=1, private=True)
    sent = {"Invitation": ada.api.post(f"{game.path}/invitations", {}).ok()["code"]}
    wrong = {"Invitation": "0" * 32}
    for caller in (api, bo.api, eve.api):
        view = caller.get(game.path, headers=sent).ok()
        assert (view["private"], view["viewer"]["seat"], view["seats"][0]["name"]) == (True, None, ada.name)
        assert caller.get(game.path, headers=wrong).code == "not-found"
    parts = [one.template for one in CONTRACT.operations if one.method == "GET"]
    parts = [one.format(game=game.id) for one in parts if re.fullmatch(r"/v1/(games|replays)/\{game\}/[^{]+", one)]
    assert len(parts) > 10
    assert {bo.api.get(path, headers=sent).status for path in parts} <= {403, 404, 422}
    ada.api.put(f"/v1/me/blocks/{eve.id}").ok()
    assert eve.api.get(game.path, headers=sent).code == "not-found"
    bo.api.post(f"{game.path}/seats", {"code": sent["Invitation"]}).ok()
    assert api.get(game.path, headers=sent).code == "not-found"


def test_an_invitation_expires(
    app: Flask, new_game: NewGame, players: Callable[[int], list[Player]], database_url: str
) -> None:
    """An expired invitation does not open a game. For a started game the response is that of a started game."""
    _, bo, eve = people = players(3)
    late, full = (new_game(at_table=people, seated=1, private=True) for _ in range(2))
    invite(late, bo)
    with psycopg.connect(database_url) as database:
        database.execute("update invitation set expires_at = now() where game_id = %s", (late.id[2:],))
    assert mine(bo) == []
    assert bo.api.post(f"{late.path}/seats", {}).status == 404
    invite(full, bo)
    invite(full, eve)
    eve.api.post(f"{full.path}/seats", {}).ok()
    assert mine(bo) == []
    assert bo.api.post(f"{full.path}/seats", {}).code == "game-not-open"
    with closing(EventClient(app, "/v1/me/events", bo.token)) as stream:
        assert stream.next().event == "ready"


def test_leaving_a_seat_restores_the_invitation(new_game: NewGame, players: Callable[[int], list[Player]]) -> None:
    """The player can join again. An invitation to a public game is sent too."""
    _, bo = people = players(2)
    game = new_game(3, at_table=people, seated=1)
    invitation = invite(game, bo)
    bo.api.post(f"{game.path}/seats", {}).ok()
    assert mine(bo) == []
    bo.api.delete(f"{game.path}/seats/me").ok()
    assert mine(bo) == [invitation]


@in_one_test("account", ["a_" + "0" * 32, "x", "", "g_" + "0" * 32])
def test_inviting_an_unknown_account_is_422(new_game: NewGame, account: str) -> None:
    """An unknown id and a malformed one are 422."""
    game = new_game(seated=1, private=True)
    answer = game.players[0].api.post(f"{game.path}/invitations", {"account": account})
    assert (answer.status, answer.code) == (422, "invalid-request")
    assert [fault["pointer"] for fault in answer.body["errors"]] == ["#/account"]


def test_a_deleted_account_has_no_invitations(new_game: NewGame, players: Callable[[int], list[Player]]) -> None:
    """The export has sent and received ones. A deleted account cannot be invited."""
    ada, bo = people = players(2)
    game = new_game(at_table=people, seated=1, private=True)
    invite(game, bo)
    exports = [player.api.get("/v1/me/export").ok()["invitations"] for player in people]
    assert [[(one["game"], one["received"]) for one in each] for each in exports] == [
        [(game.id, False)],
        [(game.id, True)],
    ]
    bo.api.delete("/v1/me").ok()
    assert ada.api.post(f"{game.path}/invitations", {"account": bo.id}).status == 422
