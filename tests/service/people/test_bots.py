"""Tests of bots: whose they are, what they may do, how others see them, and how they end."""

from typing import NamedTuple

import pytest
from flask import Flask

from service.core.people import bots
from service.maintenance import recovery_links
from service.platform.settings import Settings
from tests.service.browser import Browser
from tests.service.client import Json, Player
from tests.service.factories import NewGame, Players, grant, rename, unique


class Owned(NamedTuple):
    """A bot with its owner."""

    owner: Player
    bot: Player
    path: str


def make(owner: Player) -> Owned:
    """Create a bot."""
    made = owner.api.post("/v1/me/bots", {"name": unique("Bot")}).ok()
    bot = Player(made["id"], made["name"], made["token"], owner.api.known_by(made["token"]))
    return Owned(owner, bot, f"/v1/me/bots/{bot.id}")


@pytest.fixture
def owned(players: Players) -> Owned:
    """A bot of a new person."""
    return make(players(1)[0])


def mark_of(owner: Player) -> Json:
    """Return the mark of a person's bot."""
    return {"owner": {"id": owner.id, "name": owner.name}}


def test_everybody_sees_whose_bot_it_is(owned: Owned, players: Players, new_game: NewGame) -> None:
    """Views, lists, replays and its page name the owner; those of people have no mark."""
    owner, bot, _ = owned
    (person,) = players(1)
    game = new_game(at_table=[person, bot])
    mark, api = mark_of(owner), person.api
    assert [seat["program"] for seat in game.view(0)["seats"]] == [None, mark]
    assert bot.api.get("/v1/me").ok()["program"] == mark
    assert api.get(f"/v1/accounts/{bot.id}").ok()["program"] == mark
    assert api.get(f"/v1/accounts/{person.id}").ok()["program"] is None
    listed = api.get("/v1/me/games").ok()["items"][0]
    assert [seat["program"] for seat in listed["seats"]] == [None, mark]
    game.abort()
    assert [seat["program"] for seat in api.get(game.replay_path).ok()["seats"]] == [None, mark]


def test_the_table_shows_the_new_name_of_the_owner(owned: Owned, players: Players, new_game: NewGame) -> None:
    """A rename of the owner, or of the bot, is a new version of the view."""
    owner, bot, path = owned
    game = new_game(at_table=[*players(1), bot])
    api = game.players[0].api
    before = api.get(game.path).headers["ETag"]
    renamed = rename(owner, unique("Zoé")).ok()
    answer = api.get(game.path, headers={"If-None-Match": before})
    assert answer.ok()["seats"][1]["program"]["owner"]["name"] == renamed["name"]
    new = owner.api.send("PATCH", path, {"name": unique("Robot")}).ok()["name"]
    answer = api.get(game.path, headers={"If-None-Match": answer.headers["ETag"]})
    assert answer.ok()["seats"][1]["name"] == new


def test_nobody_signs_in_as_a_bot(app: Flask, owned: Owned, database_url: str) -> None:
    """Not with its token, and not by a link of the operator."""
    answer = Browser(app).post("/v1/sign-in/token", {"token": owned.bot.token})
    assert (answer.status, answer.code, answer.set_cookies) == (403, "bot-cannot-sign-in", [])
    settings = Settings(database_url=database_url)
    assert recovery_links.link(settings, owned.bot.id) is None
    assert recovery_links.link(settings, owned.owner.id) is not None


def test_only_the_owner_manages_a_bot(owned: Owned, players: Players) -> None:
    """For others it is unknown, and so is an account of a person."""
    (other,) = players(1)
    for api, bot_id in ((other.api, owned.bot.id), (owned.owner.api, other.id), (owned.owner.api, "x")):
        path = f"/v1/me/bots/{bot_id}"
        assert api.send("PATCH", path, {"name": unique("Mine")}).status == 404
        assert api.delete(path).status == 404
        assert api.post(f"{path}/tokens", {"name": "x"}).status == 404
        assert api.delete(f"{path}/tokens/t_{'0' * 32}").status == 404
    assert other.api.get("/v1/me/bots").ok() == {"items": []}


def test_tokens_of_a_bot_are_its_owners(owned: Owned) -> None:
    """The owner creates, lists and revokes them, up to ten. Only a new one has its secret."""
    owner, bot, path = owned
    second = owner.api.post(f"{path}/tokens", {"name": "laptop"}).ok()
    (listed,) = owner.api.get("/v1/me/bots").ok()["items"]
    assert [(one["name"], one["scopes"], "token" in one) for one in listed["tokens"]] == [
        ("first", ["bot"], False),
        ("laptop", ["bot"], False),
    ]
    assert owner.api.delete(f"{path}/tokens/{listed['tokens'][0]['id']}").status == 204
    assert bot.api.get("/v1/me").code == "invalid-token"
    assert owner.api.known_by(second["token"]).get("/v1/me").ok()["id"] == bot.id
    for _ in range(bots.MAX_TOKENS - 1):
        owner.api.post(f"{path}/tokens", {"name": "more"}).ok()
    refused = owner.api.post(f"{path}/tokens", {"name": "more"})
    assert (refused.code, refused.body["limit"]) == ("limit-reached", "bot-tokens")
    assert owner.api.get("/v1/me/tokens").ok()["items"][0]["name"] == "first"
    assert len(owner.api.get("/v1/me/tokens").ok()["items"]) == 1


def test_a_person_has_ten_bots(owned: Owned) -> None:
    """A deleted one leaves its place, and a name that is taken uses none."""
    owner = owned.owner
    last = [make(owner) for _ in range(bots.MAX_BOTS - 1)][-1]
    refused = owner.api.post("/v1/me/bots", {"name": unique("Bot")})
    assert (refused.code, refused.body["limit"], refused.body["maximum"]) == ("limit-reached", "bots", bots.MAX_BOTS)
    assert owner.api.delete(last.path).status == 204
    assert owner.api.post("/v1/me/bots", {"name": owner.name}).code == "name-taken"
    make(owner)


def test_bots_end_with_their_owner(owned: Owned, players: Players, new_game: NewGame) -> None:
    """Deletion removes the names of both from games, and the export names the bots before."""
    owner, bot, _ = owned
    game = new_game(at_table=[*players(1), bot])
    (exported,) = owner.api.get("/v1/me/export").ok()["bots"]
    assert (exported["id"], [one["name"] for one in exported["tokens"]]) == (bot.id, ["first"])
    assert owner.api.delete("/v1/me").status == 204
    assert bot.api.get("/v1/me").code == "invalid-token"
    seat = game.view(0)["seats"][1]
    assert seat["account"] is None
    assert bot.name not in str(seat)
    assert owner.name not in str(seat)


def test_moderators_mark_accounts_that_programs_play(
    app: Flask, owned: Owned, players: Players, new_game: NewGame
) -> None:
    """The mark has no owner, and is a new version of the views. Bots cannot be marked, and nothing twice."""
    accused, other, moderator = players(3)
    game = new_game(at_table=[other, accused])
    api = moderator.api.known_by(grant(app, moderator))

    def act(action: str, target: str) -> int:
        return api.post("/v1/moderation/actions", {"action": action, "target": target, "reason": "x"}).status

    before = other.api.get(game.path)
    assert act("mark", accused.id) == 201
    marked = other.api.get(game.path, headers={"If-None-Match": before.headers["ETag"]})
    assert marked.ok()["seats"][1]["program"] == {"owner": None}
    assert accused.api.get("/v1/me").ok()["guest"] is True
    assert [act("mark", target) for target in (accused.id, owned.bot.id)] == [422, 422]
    assert act("unmark", accused.id) == 201
    assert game.view(0)["seats"][1]["program"] is None
    assert act("unmark", accused.id) == 422


def test_lists_of_names_have_the_mark(app: Flask, owned: Owned, players: Players, new_game: NewGame) -> None:
    """Comments, lines, reviews together, invitations and blocked accounts show it beside the name."""
    author, reader, moderator = players(3)
    game = new_game(at_table=[reader, author])
    game.abort()
    judge = moderator.api.known_by(grant(app, moderator))
    judge.post("/v1/moderation/actions", {"action": "mark", "target": author.id, "reason": "x"}).ok()
    author.api.post(f"{game.replay_path}/comments", {"anchor": "game", "text": "Hm."}).ok()
    session = author.api.post(f"{game.replay_path}/sessions", {}).ok()
    author.api.send("PATCH", f"{game.replay_path}/sessions/{session['id']}", {"message": "Hm."}).ok()
    reader.api.put(f"/v1/me/blocks/{author.id}").ok()
    table = owned.bot.api.post("/v1/games", {"seats": 2}).ok()
    owned.bot.api.post(f"/v1/games/{table['id']}/invitations", {"account": reader.id}).ok()
    marked = {"owner": None}
    get = reader.api.get
    assert [one["author"]["program"] for one in get(f"{game.replay_path}/comments").ok()["items"]] == [marked]
    together = get(f"{game.replay_path}/sessions/{session['id']}").ok()
    assert together["leader"]["program"] == together["messages"][0]["author"]["program"] == marked
    assert [one["program"] for one in get("/v1/me/blocks").ok()["items"]] == [marked]
    assert [one["program"] for one in get("/v1/me/invitations").ok()["items"]] == [mark_of(owned.owner)]
    assert [one["program"] for one in get("/v1/me/events").ok()["invited"]] == [mark_of(owned.owner)]


def test_a_suspension_holds_for_bots(app: Flask, owned: Owned, players: Players) -> None:
    """They are refused as their owner is, and let in with the owner."""
    moderator = players(1)[0]
    api = moderator.api.known_by(grant(app, moderator))
    for action, status in (("suspend", 403), ("lift", 200)):
        api.post("/v1/moderation/actions", {"action": action, "target": owned.owner.id, "reason": "x"}).ok()
        assert owned.bot.api.get("/v1/games").status == status
