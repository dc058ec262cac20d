"""Tests of streams and long polls whose token becomes invalid: nothing more is sent to them."""

import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import orjson
import psycopg
import pytest
from flask import Flask

from service.core.people import token_secrets, tokens
from service.core.tables.news import publisher
from service.core.tables.routes import streams as game_streams
from service.core.tables.routes.streams import EncodedEvents
from tests.rows import slow_unless
from tests.service.browser import Browser
from tests.service.client import Game, Player, access_of
from tests.service.factories import NewGame
from tests.service.sse import Frame
from tests.service.tables.event_client import EventClient, fetch
from tests.waiting import await_until

Lose = Callable[[Player, str, str], None]

BYE = Frame("bye", b'{"reason":"token"}')


def _in_database(statement: str) -> Lose:
    def change(owner: Player, child: str, database_url: str) -> None:
        with psycopg.connect(database_url) as db:
            values = {"account": owner.id[2:], "digest": token_secrets.digest(child)}
            assert db.execute(statement.encode(), values).rowcount

    return change


def _revoke(owner: Player, child: str, _: str) -> None:
    owner.api.known_by(child).delete("/v1/me/tokens/current").ok()


def _revoke_parent(owner: Player, child: str, database_url: str) -> None:
    with psycopg.connect(database_url) as db:
        query = "select parent_id from token where digest = %s"
        (parent,) = db.execute(query, (token_secrets.digest(child),)).fetchone() or (None,)
    owner.api.delete(f"/v1/me/tokens/t_{parent.hex}").ok()


def _end_all_else(owner: Player, _child: str, _: str) -> None:
    owner.api.delete("/v1/me/access").ok()


def _end_app(owner: Player, child: str, database_url: str) -> None:
    """Make the token one of an app, and end the app."""
    with psycopg.connect(database_url) as db:
        app = """update token set client_id = 'https://app.example', refresh_digest = %(digest)s
                  where token_id = (select parent_id from token where digest = %(digest)s) returning token_id"""
        (parent,) = db.execute(app, {"digest": token_secrets.digest(child)}).fetchone() or (None,)
    owner.api.delete(f"/v1/me/access/t_{parent.hex}").ok()


def _delete_account(owner: Player, _child: str, _: str) -> None:
    owner.api.delete("/v1/me").ok()


LOSSES: dict[str, Lose] = {
    "revoked": _revoke,
    "revoked with its parent": _revoke_parent,
    "ended with all else": _end_all_else,
    "of an app that is ended": _end_app,
    "expired": _in_database("update token set expires_at = now() where digest = %(digest)s"),
    "of a deleted account": _delete_account,
    "of a suspended account": _in_database(
        "update account set suspended_until = now() + interval '1 day' where account_id = %(account)s"
    ),
}


@pytest.fixture
def game(new_game: NewGame) -> Game:
    """A running game in which seat 0 starts."""
    return new_game(2, rules={"starting_seat": 0})


def child_of(player: Player) -> str:
    """Issue a token with another token of the player."""
    secret = player.token
    for name in ("parent", "child"):
        secret = player.api.known_by(secret).post("/v1/me/tokens", {"name": name}).ok()["token"]
    return secret


def wait_for_subscriptions(app: Flask, number: int) -> None:
    """Wait until so many streams and long polls are open."""
    await_until(lambda: len(app.extensions["subscriptions"]) >= number, f"{number} are open")


@pytest.mark.parametrize("notified", [True, False])
def test_an_ended_sign_in_ends_an_idle_stream(
    app: Flask, other: Flask, monkeypatch: pytest.MonkeyPatch, notified: bool
) -> None:
    """By the notification, or by the next poll for lost ones, which comes every two seconds."""
    first, second = Browser(app), Browser(app)
    first.guest()
    code = first.post("/v1/me/recovery-codes").ok()["codes"][0]
    second.post("/v1/sign-in/recovery-code", {"name": first.get("/v1/me").ok()["name"], "code": code}).ok()
    subscriptions = other.extensions["subscriptions"]
    assert subscriptions.poll_s == 2
    monkeypatch.setattr(subscriptions, "keep_alive_s", 600)
    if not notified:
        monkeypatch.setattr(publisher, "announce_revocation", lambda _: None)
    with closing(EventClient(other, "/v1/me/events", first.secret)) as stream:
        assert stream.next().event == "ready"
        [lost, _] = access_of(second, "sign-in")
        assert second.delete(f"/v1/me/access/{lost['id']}").status == 204
        assert stream.remaining() == [BYE]


@pytest.mark.parametrize("loss", LOSSES)
def test_no_event_is_sent_with_an_invalid_token(
    other: Flask, game: Game, database_url: str, monkeypatch: pytest.MonkeyPatch, loss: str
) -> None:
    """Even if its notification is lost, a revocation that was acknowledged before an event ends the streams."""
    monkeypatch.setattr(publisher, "announce_revocation", lambda _: None)
    other.extensions["subscriptions"].keep_alive_s = 60
    owner = game.players[1]
    child = child_of(owner)
    path = f"{game.path}/events"
    answers = []
    with (
        closing(EventClient(other, path, child)) as stream,
        closing(EventClient(other, "/v1/me/events", child)) as mine,
    ):
        assert stream.next().event == "snapshot"
        assert [mine.next().event, mine.next().event] == ["running", "ready"]
        waiting = threading.Thread(
            target=lambda: answers.append(fetch(other, f"{path}?since=0", child, Prefer="wait=30"))
        )
        waiting.start()
        wait_for_subscriptions(other, 3)
        LOSSES[loss](owner, child, database_url)
        game.play("play 0")
        assert stream.remaining() == mine.remaining() == [BYE]
        waiting.join()
    assert answers[0].status_code == 401
    assert orjson.loads(answers[0].data)["code"] == "invalid-token"


@pytest.mark.parametrize("loss", slow_unless(lambda loss: "ended" in loss or loss == "revoked", LOSSES))
def test_idle_streams_end_by_a_notification_or_a_poll(
    request: pytest.FixtureRequest, game: Game, database_url: str, loss: str
) -> None:
    """A revocation ends them at once, and an expiry at the next poll."""
    announced = loss not in ("expired", "of a suspended account")
    other = request.getfixturevalue("notified" if announced else "other")
    other.extensions["subscriptions"].keep_alive_s = 60
    owner = game.players[1]
    child = child_of(owner)
    with closing(EventClient(other, f"{game.path}/events", child)) as stream:
        assert stream.next().event == "snapshot"
        with closing(EventClient(other, f"{game.path}/events", game.players[0].token)) as partner:
            assert partner.next().event == "snapshot"
            LOSSES[loss](owner, child, database_url)
            lost_at = time.monotonic()
            assert stream.remaining() == [BYE]
            assert time.monotonic() - lost_at < 30
            game.play("play 0")
            assert partner.next().event == "event"


def test_no_comment_is_sent_with_an_invalid_token(
    other: Flask, game: Game, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stream ends when the next comment is due, if the notification was lost."""
    monkeypatch.setattr(publisher, "announce_revocation", lambda _: None)
    other.extensions["subscriptions"].keep_alive_s = 0.5
    child = child_of(game.players[1])
    with closing(EventClient(other, f"{game.path}/events", child)) as stream:
        assert stream.next().event == "snapshot"
        _revoke(game.players[1], child, database_url)
        assert next(stream._frames) == BYE


def test_a_revocation_during_the_read_of_an_event_holds_it_back(
    other: Flask, game: Game, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The token is checked after the event has been read."""
    child = child_of(game.players[1])
    read = game_streams.read

    def slow(*args: Any, **options: Any) -> EncodedEvents:
        found = read(*args, **options)
        _in_database("delete from token where digest = %(digest)s")(game.players[1], child, database_url)
        return found

    with closing(EventClient(other, f"{game.path}/events", child)) as stream:
        assert stream.next().event == "snapshot"
        monkeypatch.setattr(game_streams, "read", slow)
        game.play("play 0")
        assert stream.remaining() == [BYE]


def test_streams_of_a_game_share_the_checks(
    other: Flask, game: Game, players: Callable[[int], list[Player]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move to twenty streams with different tokens costs about two statements, not twenty."""
    other.extensions["subscriptions"].keep_alive_s = 60
    crowd = [player for _ in range(4) for player in players(5)]
    open_streams = [EventClient(other, f"{game.path}/events", player.token) for player in crowd]
    for stream in open_streams:
        assert stream.next().event == "snapshot"
    checked: list[int] = []
    valid_among = tokens.valid_among

    def counted(token_ids: set[object]) -> object:
        checked.append(len(token_ids))
        time.sleep(0.1)
        return valid_among(token_ids)  # type: ignore[arg-type]

    monkeypatch.setattr(tokens, "valid_among", counted)
    heard: list[str] = []
    threads = [
        threading.Thread(target=lambda stream=stream: heard.append(stream.next().event)) for stream in open_streams
    ]
    for thread in threads:
        thread.start()
    game.play("play 0")
    for thread in threads:
        thread.join()
    assert heard == ["event"] * 20
    assert sum(checked) == 20 and len(checked) <= 4
    for stream in open_streams:
        stream.close()


def test_a_token_of_a_seat_hears_the_end_of_its_game(other: Flask, game: Game) -> None:
    """It expires with the game, but the last event and `end` still arrive."""
    owner = game.players[1]
    bound = owner.api.post("/v1/me/tokens", {"name": "bot", "game": game.id}).ok()["token"]
    with closing(EventClient(other, f"{game.path}/events", bound)) as stream:
        assert stream.next().event == "snapshot"
        game.abort()
        assert [frame.event for frame in stream.remaining()] == ["event", "event", "end"]
    assert fetch(other, f"{game.path}/events", bound).status_code == 401


def test_a_player_who_leaves_a_private_game_hears_no_more(
    other: Flask, new_game: NewGame, players: Callable[[int], list[Player]]
) -> None:
    """Its stream ends with `gone`, and its long poll is 404."""
    people = players(3)
    game = new_game(3, at_table=people, seated=2, private=True)
    path, token = f"{game.path}/events", people[1].token
    answers = []
    with closing(EventClient(other, path, token)) as stream:
        assert stream.next().event == "snapshot"
        waiting = threading.Thread(target=lambda: answers.append(fetch(other, path, token, Prefer="wait=30")))
        waiting.start()
        wait_for_subscriptions(other, 2)
        people[1].api.delete(f"{game.path}/seats/me").ok()
        assert stream.remaining() == [Frame("bye", b'{"reason":"gone"}')]
        waiting.join()
    assert answers[0].status_code == 404
