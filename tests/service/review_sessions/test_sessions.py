"""Tests of reviews together: who leads, who may follow, and what is kept."""

import json
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Any, NamedTuple

import psycopg
import pytest
from flask import Flask
from psycopg.types.json import Jsonb

from service.app import create_app
from service.features.review_sessions import review_sessions
from service.features.review_sessions.review_sessions import MAX_MESSAGES, MAX_SESSIONS
from service.platform.settings import Settings
from tests.rows import in_one_test
from tests.service.client import Answer, Api, Game, Json, Player
from tests.service.factories import NewGame, Players, grant
from tests.service.past import earlier
from tests.service.tables.event_client import KEEP_ALIVE_S, EventClient


class Review(NamedTuple):
    """A session of a finished game, led by the player in seat 0."""

    game: Game
    path: str
    api: Api

    def state(self) -> Any:
        """Return the session as anybody sees it."""
        return self.api.get(self.path).ok()

    def change(self, who: Player, **body: Any) -> Answer:
        """Send a change."""
        return who.api.send("PATCH", self.path, body)


@pytest.fixture
def review(api: Api, new_game: NewGame) -> Review:
    """A session of a finished public game."""
    game = new_game()
    game.abort()
    created = game.players[0].api.post(f"{game.replay_path}/sessions", {"place": "turn=1"})
    assert created.status == 201 and created.headers["Location"].endswith(created.body["id"])
    return Review(game, f"{game.replay_path}/sessions/{created.body['id']}", api)


def seen(player: Player) -> Json:
    """Return an account as others see it."""
    return {"id": player.id, "name": player.name, "program": None}


@pytest.fixture
def later(database_url: str) -> Callable[[str], None]:
    """Return a function that moves all sessions into the past by an interval."""

    def move(interval: str) -> None:
        with psycopg.connect(database_url, autocommit=True) as db:
            led, changed = earlier("led_at", "%s::interval"), earlier("changed_at", "%s::interval")
            change = f"update review_session set led_at = {led}, changed_at = {changed}"
            db.execute(change.encode(), (interval, interval))

    return move


def test_followers_see_what_the_leader_shows(review: Review) -> None:
    """Also without a token. The card stays only as long as the leader points to it."""
    ada, bob = review.game.players
    state = review.state()
    assert (state["leader"], state["place"], state["card"]) == (seen(ada), "turn=1", None)
    assert state["page"] == f"/replays/{review.game.id}#session={state['id']}"
    assert review.change(ada, place="turn=2&seat=1", card=3).ok()["version"] == 2
    assert (review.state()["place"], review.state()["card"]) == ("turn=2&seat=1", 3)
    assert review.change(bob, message="Why?").ok()["messages"][0]["author"] == seen(bob)
    assert review.state()["card"] == 3
    review.change(ada, place="turn=3").ok()
    assert (review.state()["place"], review.state()["card"], review.state()["version"]) == ("turn=3", None, 4)
    replay = review.api.get(review.game.replay_path).ok()
    assert "Why?" not in str(replay)


def test_only_the_leader_leads(review: Review) -> None:
    """The lead is handed over, or taken if nobody has it."""
    ada, bob = review.game.players
    assert review.change(bob, place="turn=2").code == "not-the-leader"
    assert review.change(bob, leader=bob.id).code == "not-the-leader"
    assert review.change(ada, leader=f"a_{'1' * 32}").status == 404
    assert review.state()["version"] == 1
    assert review.change(ada, leader=bob.id).ok()["leader"]["name"] == bob.name
    assert review.change(ada, place="turn=2").code == "not-the-leader"
    assert review.change(bob, leader="none", message="You?").ok()["leader"] is None
    assert review.change(bob, place="turn=2").code == "not-the-leader"
    assert review.change(ada, leader=ada.id, place="turn=5").ok()["place"] == "turn=5"


def test_a_silent_leader_can_be_replaced(review: Review, later: Callable[[str], None]) -> None:
    ada, bob = review.game.players
    later("30 seconds")
    review.change(ada, message="Still here.").ok()
    assert review.change(bob, leader=bob.id).code == "not-the-leader"
    later("31 seconds")
    assert review.change(bob, leader=bob.id).ok()["leader"]["name"] == bob.name


def test_a_session_ends_after_a_day_of_silence(review: Review, later: Callable[[str], None], app: Flask) -> None:
    """It is gone at once, and deleted by the chores."""
    later("23 hours 59 minutes")
    review.change(review.game.players[1], message="Hm.").ok()
    later("23 hours 59 minutes")
    assert review.api.get(review.path).status == 200
    later("2 minutes")
    assert review.api.get(review.path).status == 404
    assert review.change(review.game.players[0], message="Hm.").status == 404
    with app.extensions["database"].bind():
        assert review_sessions.delete_old() >= 1


def test_nobody_pushes_out_what_others_wrote(review: Review, database_url: str) -> None:
    """Of a full chat, the oldest message of who has written most is dropped."""
    ada, bob = review.game.players
    review.change(ada, message="first").ok()
    said = [
        {"number": 0, "by": bob.id[2:], "text": f"{number}", "at": "2026-11-21T18:41:00+00:00"} for number in range(98)
    ]
    with psycopg.connect(database_url, autocommit=True) as db:
        db.execute("update review_session set messages = messages || %s where version = 2", [Jsonb(said)])
    for number in range(98, 102):
        review.change(bob, message=f"{number}").ok()
    texts = [said["text"] for said in review.state()["messages"]]
    assert texts == ["first", *(f"{number}" for number in range(3, 102))] and len(texts) == MAX_MESSAGES


def test_the_leader_deletes_and_mutes(review: Review) -> None:
    """Others delete their own messages only. Who is muted loses its messages and follows in silence."""
    ada, bob = review.game.players
    own, first, second = (review.change(who, message="Hm.").ok()["messages"][0]["number"] for who in (ada, bob, bob))
    for body in ({"remove": own}, {"mute": ada.id}, {"unmute": bob.id}):
        assert review.change(bob, **body).code == "not-the-leader"
    assert review.change(bob, remove=first).ok()["removed"] == [first]
    assert review.change(ada, remove=first).status == review.change(ada, mute=f"a_{'1' * 32}").status == 404
    muted = review.change(ada, mute=bob.id).ok()
    assert (muted["removed"], muted["muted"]) == ([second], [seen(bob)])
    assert review.change(bob, message="Hm.").code == "muted"
    assert [said["number"] for said in review.state()["messages"]] == [own]
    assert review.change(ada, unmute=bob.id).ok()["muted"] == []
    review.change(bob, message="Thanks.").ok()


def test_the_leader_ends_the_session(review: Review, app: Flask) -> None:
    """Its followers are told, and it is gone."""
    ada, bob = review.game.players
    with closing(EventClient(app, review.path)) as stream:
        assert stream.next().event == "session"
        assert bob.api.delete(review.path).code == "not-the-leader"
        ada.api.delete(review.path).ok()
        assert json.loads(stream.next().data) == {"reason": "gone"}
    assert review.api.get(review.path).status == ada.api.delete(review.path).status == 404


def test_who_began_may_always_lead(review: Review) -> None:
    """A reader who took the lead cannot keep it from the host."""
    ada, bob = review.game.players
    review.change(ada, leader=bob.id).ok()
    review.change(bob, mute=ada.id).ok()
    assert review.change(ada, leader=ada.id, unmute=ada.id).ok()["leader"]["id"] == ada.id


def test_followers_get_what_is_new(review: Review, app: Flask) -> None:
    """A stream repeats no message, and tells which are gone."""
    ada, bob = review.game.players
    for text in ("One.", "Two."):
        review.change(bob, message=text).ok()
    with closing(EventClient(app, review.path)) as stream:
        assert len(json.loads(stream.next().data)["messages"]) == 2
        review.change(ada, place="turn=4").ok()
        change = stream.next()
        found = json.loads(change.data)
        assert change.event == "change" and (found["place"], found["messages"], found["removed"]) == ("turn=4", [], [])
        review.change(ada, remove=2, message="Three.").ok()
        found = json.loads(stream.next().data)
        assert ([said["text"] for said in found["messages"]], found["removed"]) == (["Three."], [2])


def test_moderators_hide_a_message(review: Review, players: Players, app: Flask) -> None:
    """It can be reported, nobody sees it, and it can be shown again."""
    bob, moderator = review.game.players[1], players(1)[0]
    number = review.change(bob, message="Spam.").ok()["messages"][0]["number"]
    target = f"{review.game.id}/{review.path.rpartition('/')[2]}/{number}"
    assert bob.api.post("/v1/reports", {"about": target, "reason": "spam"}).ok()["about"] == target
    act = partial(Api(app).known_by(grant(app, moderator)).post, "/v1/moderation/actions")
    order = {"target": target, "reason": "A test."}
    act({"action": "hide", **order}).ok()
    assert review.state()["messages"] == []
    assert act({"action": "hide", **order}).status == 422
    act({"action": "unhide", **order}).ok()
    assert [said["text"] for said in review.state()["messages"]] == ["Spam."]
    assert act({"action": "hide", **order, "target": f"{target}9"}).status == 404


def test_deleted_accounts_lose_their_names(review: Review, players: Players, app: Flask) -> None:
    """A deleted leader leads no more, and nobody sees who wrote. The sessions that it began are removed."""
    ada, bob = review.game.players
    review.change(bob, message="Hello.").ok()
    review.change(ada, leader=bob.id).ok()
    bob.api.delete("/v1/me").ok()
    state = review.state()
    assert (state["leader"], state["messages"][0]["author"]["name"]) == (None, "(deleted)")
    ada.api.delete("/v1/me").ok()
    with app.extensions["database"].bind():
        from service.core.people import accounts

        accounts.remove_deleted()
    assert review.api.get(review.path).status == 404


def test_a_session_of_a_private_game_is_for_its_players(new_game: NewGame, api: Api) -> None:
    game = new_game(private=True)
    game.abort()
    ada, bob = game.players
    session = ada.api.post(f"{game.replay_path}/sessions", {}).ok()
    path = f"{game.replay_path}/sessions/{session['id']}"
    assert bob.api.get(path).status == 200
    assert api.get(path).status == 404
    assert api.get(path, headers={"Accept": "text/event-stream"}).status == 404


def test_a_lost_notification_is_made_up_for(review: Review, database_url: str) -> None:
    """A change that nobody announced reaches a follower with one of the next keep-alives."""
    app = create_app(Settings(database_url=database_url, pool_size=4, stream_keep_alive_s=KEEP_ALIVE_S))
    with closing(EventClient(app, review.path)) as stream:
        assert stream.next().event == "session"
        with psycopg.connect(database_url, autocommit=True) as db:
            db.execute("update review_session set place = 'turn=9', version = version + 1")
        assert json.loads(stream.next().data)["place"] == "turn=9"


def test_a_session_belongs_to_its_game(review: Review, new_game: NewGame) -> None:
    other = new_game()
    other.abort()
    assert review.api.get(review.path.replace(review.game.id, other.id)).status == 404


def test_an_account_begins_so_many_sessions(review: Review, later: Callable[[str], None]) -> None:
    """Those that have ended do not count."""
    ada = review.game.players[0]
    path = f"{review.game.replay_path}/sessions"
    for _ in range(MAX_SESSIONS - 1):
        ada.api.post(path, {}).ok()
    answer = ada.api.post(path, {})
    found = answer.code, answer.body["limit"], answer.body["maximum"]
    assert found == ("limit-reached", "sessions", MAX_SESSIONS)
    later("25 hours")
    ada.api.post(path, {}).ok()


@in_one_test(
    ("body", "pointer"),
    [
        ({}, "#"),
        ({"card": 3}, "#/card"),
        ({"message": "Hm.", "card": 3}, "#/card"),
        ({"place": "#turn=1"}, "#/place"),
        ({"place": "turn=1\n"}, "#/place"),
        ({"message": " "}, "#/message"),
        ({"message": "a\u202eb"}, "#/message"),
        ({"leader": "a_1"}, "#/leader"),
    ],
)
def test_a_wrong_change_is_refused(review: Review, body: Any, pointer: str) -> None:
    answer = review.game.players[0].api.send("PATCH", review.path, body)
    assert (answer.status, answer.body["errors"][0]["pointer"]) == (422, pointer)
    assert review.state()["version"] == 1
