"""Invitations of accounts to games."""

from collections.abc import Callable
from contextlib import closing

import orjson
import psycopg
import pytest
from flask import Flask

from tests.service.client import Game, Json, Player
from tests.service.games.event_client import Listener
from tests.service.sse import Frame

NewGame = Callable[..., Game]


def invite(game: Game, player: Player, expires_in_s: int = 3600) -> Json:
    """Invite a player to a game; return the invitation as the player sees it."""
    body = {"account": player.id, "expires_in_s": expires_in_s}
    made: Json = game.players[0].api.post(f"{game.path}/invitations", body).ok()
    assert (made["code"], made["account"]) == (None, player.id)
    return {"game": game.id, "status": "open", "invited_by": "Ada", "expires_at": made["expires_at"]}


def mine(player: Player) -> list[Json]:
    """Return the open invitations of a player."""
    found: list[Json] = player.api.get("/v1/me/events").ok()["invited"]
    return found


def test_an_invitation_comes_as_it_is_made(
    app: Flask, other: Flask, new_game: NewGame, players: Callable[[int], list[Player]]
) -> None:
    """It is sent at once and on each new connection, to the invited account only, until that has joined."""
    _, bo, eve = people = players(3)
    game = new_game(at_table=people, seated=1, private=True)
    with closing(Listener(other, "/v1/me/events", bo.token)) as stream:
        with closing(Listener(other, "/v1/me/events", eve.token)) as hers:
            assert [stream.next().event, hers.next().event] == ["ready", "ready"]
            told = invite(game, bo)
            assert stream.next(0.5) == Frame("invited", orjson.dumps(told))
            assert mine(bo) == [told]
            with closing(Listener(app, "/v1/me/events", bo.token)) as again:
                assert [again.next(), again.next().event] == [Frame("invited", orjson.dumps(told)), "ready"]
            assert hers.quiet()
            assert mine(eve) == []
        longer = invite(game, bo, 7200)
        assert stream.next() == Frame("invited", orjson.dumps(longer))
        assert mine(bo) == [longer]
        for path in (game.path, f"{game.path}/events", f"{game.path}/messages"):
            assert [player.api.get(path).status for player in (bo, eve)] == [404, 404]
        assert eve.api.post(f"{game.path}/seats", {}).status == 404
        bo.api.post(f"{game.path}/seats", {}).ok()
        assert stream.next().event == "started"
        assert mine(bo) == []
    with closing(Listener(app, "/v1/me/events", bo.token)) as again:
        assert [again.next().event, again.next().event] == ["running", "ready"]
    assert eve.api.get(game.path).status == 404


def test_an_invitation_lasts_as_long_as_its_time_and_the_lobby(
    app: Flask, new_game: NewGame, players: Callable[[int], list[Player]], database_url: str
) -> None:
    """One that has expired opens nothing; one to a game that has started is answered with that."""
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
    with closing(Listener(app, "/v1/me/events", bo.token)) as stream:
        assert stream.next().event == "ready"


def test_a_seat_given_back_leaves_the_invitation(new_game: NewGame, players: Callable[[int], list[Player]]) -> None:
    """The player can join again. An invitation to a public game is sent too."""
    _, bo = people = players(2)
    game = new_game(3, at_table=people, seated=1)
    told = invite(game, bo)
    bo.api.post(f"{game.path}/seats", {}).ok()
    assert mine(bo) == []
    bo.api.delete(f"{game.path}/seats/me").ok()
    assert mine(bo) == [told]


def test_who_leaves_a_private_game_is_told_that_its_stream_ends(
    app: Flask, new_game: NewGame, players: Callable[[int], list[Player]]
) -> None:
    """From then on only its players may see the game."""
    _, bo = people = players(2)
    game = new_game(3, at_table=people, seated=1, private=True)
    invite(game, bo)
    bo.api.post(f"{game.path}/seats", {}).ok()
    with closing(Listener(app, f"{game.path}/events", bo.token)) as stream:
        stream.next()
        bo.api.delete(f"{game.path}/seats/me").ok()
        assert stream.rest()[-1] == Frame("bye", b'{"reason":"gone"}')


@pytest.mark.parametrize("account", ["a_" + "0" * 32, "x", "", "g_" + "0" * 32])
def test_nobody_to_invite_is_422(new_game: NewGame, account: str) -> None:
    """An unknown id and a malformed one."""
    game = new_game(seated=1, private=True)
    answer = game.players[0].api.post(f"{game.path}/invitations", {"account": account})
    assert (answer.status, answer.code) == (422, "invalid-request")
    assert [fault["pointer"] for fault in answer.body["errors"]] == ["#/account"]


def test_who_leaves_takes_the_invitations_along(new_game: NewGame, players: Callable[[int], list[Player]]) -> None:
    """The export has those made and those got; a deleted account has none, and cannot be invited."""
    ada, bo = people = players(2)
    game = new_game(at_table=people, seated=1, private=True)
    invite(game, bo)
    kept = [player.api.get("/v1/me/export").ok()["invitations"] for player in people]
    assert [[(one["game"], one["received"]) for one in each] for each in kept] == [
        [(game.id, False)],
        [(game.id, True)],
    ]
    bo.api.delete("/v1/me").ok()
    assert ada.api.get("/v1/me/export").ok()["invitations"] == []
    assert ada.api.post(f"{game.path}/invitations", {"account": bo.id}).status == 422
