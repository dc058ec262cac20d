"""Tests of moderators, suspensions and new names, and of the log of all actions."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from flask import Flask

from service.features.moderation import actions
from service.platform import ids
from tests.rows import in_one_test
from tests.service.browser import Browser
from tests.service.client import Api, Json, Player
from tests.service.contract import CONTRACT
from tests.service.factories import NewGame, Players, grant, rename
from tests.service.moderation.conftest import Moderate
from tests.service.oauth.app import App
from tests.service.sign_ins.test_passkeys import Authenticator

NOBODY = f"a_{'0' * 32}"


@pytest.fixture
def db(database_url: str) -> Iterator[psycopg.Connection]:
    """A connection of the operator."""
    with psycopg.connect(database_url, autocommit=True) as connected:
        yield connected


def in_days(days: float) -> str:
    """Return a time so many days from now."""
    return (datetime.now(UTC) + timedelta(days)).isoformat()


def test_only_the_operator_gives_the_scope(players: Players, moderator: Player, moderate: Moderate) -> None:
    """Nobody can issue a token with `moderate`, not even a moderator."""
    (player,) = players(1)
    for api in (player.api, moderator.api):
        answer = api.post("/v1/me/tokens", {"name": "x", "scopes": ["moderate"]})
        assert answer.status in (403, 422)
    assert player.api.post("/v1/me/tokens", {"name": "x", "scopes": ["moderate"]}).status == 422
    assert moderator.api.get("/v1/me").ok()["token"]["scopes"] == ["moderate", "read"]
    assert moderate("grant", player.id).status == 422


def test_the_scope_ends_with_the_office(app: Flask, players: Players, db: psycopg.Connection) -> None:
    """A moderator's token loses the scope at once; `revoke` also revokes the token."""
    (player,) = players(1)
    tokens = [grant(app, player) for _ in range(2)]
    apis = [player.api.known_by(token) for token in tokens]
    assert [api.get("/v1/moderation/actions").status for api in apis] == [200, 200]
    db.execute("update account set moderator = false where account_id = %s", (player.id[2:],))
    for path in ("/v1/moderation/actions", "/v1/moderation/reports"):
        assert apis[0].get(path).code == "insufficient-scope"
    assert apis[0].get("/v1/me").ok()["token"]["scopes"] == ["read"]
    account_id = ids.parse("a", player.id)
    assert account_id is not None
    with app.extensions["database"].bind():
        actions.revoke(account_id)
    assert [api.get("/v1/me").code for api in apis] == ["invalid-token"] * 2
    grant(app, player)
    assert apis[0].get("/v1/me").code == "invalid-token", "an old token does not come back"
    assert player.api.get("/v1/me").status == 200


@pytest.mark.parametrize("until", [None, "in a day"])
def test_a_suspended_account_can_only_read_export_and_delete_itself(
    players: Players, moderate: Moderate, until: str | None
) -> None:
    """Every other request gets 403 `account-suspended` with the end, until a moderator lifts it."""
    (player,) = players(1)
    end = None if until is None else in_days(1)
    moderate("suspend", player.id, **({} if end is None else {"until": end})).ok()
    refused = player.api.get("/v1/games")
    assert (refused.status, refused.code) == (403, "account-suspended")
    shown = None if end is None else datetime.fromisoformat(end).strftime("%Y-%m-%dT%H:%M")
    assert (refused.body["until"] or "")[:16] == (shown or "")
    assert player.api.post("/v1/games", {"seats": 2}).code == "account-suspended"
    assert player.api.get("/v1/me").ok()["id"] == player.id
    exported = player.api.get("/v1/me/export").ok()
    assert [(one["action"], one["reason"]) for one in exported["moderation"]] == [("suspend", "A test.")]
    moderate("lift", player.id).ok()
    assert player.api.get("/v1/games").status == 200
    moderate("suspend", player.id).ok()
    assert player.api.delete("/v1/me").status == 204


def test_each_sign_in_lets_a_suspended_account_see_itself(app: Flask, moderate: Moderate) -> None:
    """It is signed in, and then as limited as by its tokens. An app gets new tokens, which are refused too."""
    owner, key, asking = Browser(app), Authenticator(), App(app)
    account, refresh = owner.guest(), asking.tokens(owner)["refresh_token"]
    options = owner.post("/v1/me/passkeys/options").ok()["publicKey"]
    owner.post("/v1/me/passkeys", {"credential": key.create(options)}).ok()
    link = owner.post("/v1/me/links").ok()
    bodies = {
        "signInWithToken": {"token": owner.post("/v1/me/tokens", {"name": "own"}).ok()["token"]},
        "signInWithRecoveryCode": {
            "name": account["name"],
            "code": owner.post("/v1/me/recovery-codes").ok()["codes"][0],
        },
        "signInWithLink": {"claim": owner.post("/v1/sign-in/link", {"code": link["code"]}).ok()["claim"]},
    }
    owner.send("PATCH", f"/v1/me/links/{link['id']}", {"allowed": True}).ok()
    moderate("suspend", account["id"]).ok()
    key.count += 1
    challenge = owner.post("/v1/sign-in/passkey/options").ok()["publicKey"]
    bodies["signInWithPasskey"] = {"credential": key.get(challenge)}
    for way in CONTRACT.operations:
        if way.node["operationId"].startswith("signInWith"):
            browser = Browser(app)
            browser.post(way.template, bodies.pop(way.node["operationId"])).ok()
            assert browser.get("/v1/me").ok()["id"] == account["id"]
            assert browser.get("/v1/games").code == "account-suspended", way.template
    assert not bodies
    assert asking.known_by(asking.refresh(refresh).ok()).get("/v1/games").code == "account-suspended"


def test_a_suspension_ends_by_itself(players: Players, moderate: Moderate, db: psycopg.Connection) -> None:
    """After its end, the tokens are valid again."""
    (player,) = players(1)
    moderate("suspend", player.id, until=in_days(1)).ok()
    assert player.api.get("/v1/games").status == 403
    db.execute("update account set suspended_until = now() where account_id = %s", (player.id[2:],))
    assert player.api.get("/v1/games").status == 200


def test_open_games_of_a_suspended_account_leave_the_lobby(
    players: Players, api: Api, moderate: Moderate, new_game: NewGame
) -> None:
    """They are neither listed nor among the invitations, and unknown to others. Running games stay."""
    host, guest, member = players(3)
    opened = host.api.post("/v1/games", {"seats": 2}).ok()["id"]
    host.api.post(f"/v1/games/{opened}/invitations", {"account": guest.id}).ok()
    running = new_game(at_table=[host, guest])

    def listed() -> tuple[bool, bool, bool, bool]:
        items = {query: api.get("/v1/games", query=query).ok()["items"] for query in ("", "status=open")}
        found = {query: {item["id"] for item in listed} for query, listed in items.items()}
        invited = guest.api.get("/v1/me/events").ok()["invited"]
        return opened in found[""], opened in found["status=open"], running.id in found[""], bool(invited)

    private = host.api.post("/v1/games", {"seats": 3, "private": True}).ok()["id"]
    code = host.api.post(f"/v1/games/{private}/invitations", {}).ok()["code"]
    host.api.post(f"/v1/games/{private}/invitations", {"account": guest.id}).ok()
    member.api.post(f"/v1/games/{private}/seats", {"code": code}).ok()
    path = f"/v1/games/{opened}"
    tag = guest.api.get(path).headers["ETag"]
    assert listed() == (True, True, True, True)
    moderate("suspend", host.id).ok()
    assert listed() == (False, False, True, False)
    for by in (api, guest.api):
        for part in ("", "/events", "/messages"):
            assert by.get(path + part).code == "not-found", part
        assert by.get(path, headers={"If-None-Match": tag}).code == "not-found"
    for game, body in (
        (opened, {}),
        (opened, {"seat": 1}),
        (private, {}),
        (private, {"code": code}),
        (opened, {"x": 1}),
    ):
        assert guest.api.post(f"/v1/games/{game}/seats", body).code == "not-found", body
    assert member.api.get(f"/v1/games/{private}").status == 200
    assert guest.api.get(running.path).status == 200
    moderate("lift", host.id).ok()
    assert guest.api.get(path).status == 200
    assert listed() == (True, True, True, True)


def test_a_rename_shows_in_games(new_game: NewGame, moderate: Moderate, api: Api) -> None:
    """Views get the new name and another ETag. Without a name, the account gets a neutral one."""
    game = new_game()
    player = game.players[0]
    before = api.get(game.path)
    entry = moderate("rename", player.id, name="Somebody").ok()
    assert (entry["before"], entry["after"]) == (player.name, "Somebody")
    after = api.get(game.path, headers={"If-None-Match": before.headers["ETag"]})
    assert after.ok()["seats"][0]["name"] == "Somebody"
    assert moderate("rename", player.id).ok()["after"] == api.get(f"/v1/accounts/{player.id}").ok()["name"]
    assert api.get(f"/v1/accounts/{player.id}").ok()["name"].startswith("Player ")


def test_nobody_gets_back_a_name_that_a_moderator_took_away(
    players: Players, moderate: Moderate, api: Api, db: psycopg.Connection
) -> None:
    """Neither the account nor another one, not even a look-alike or later. A moderator can give it again."""
    (player,) = players(1)
    moderate("rename", player.id).ok()
    db.execute("update handle set released_at = now() - interval '31 days' where released_at is not null")
    for name in (player.name, player.name.upper(), f"{player.name}!"):
        assert rename(player, name).code == "name-taken"
        assert api.post("/v1/accounts", {"name": name}).code == "name-taken"
    assert moderate("rename", player.id, name=player.name).ok()["after"] == player.name


BAD: list[tuple[Json, str]] = [
    ({"target": f"g_{'0' * 32}"}, "#/target"),
    ({"action": "hide"}, "#/target"),
    ({"action": "close"}, "#/target"),
    ({"target": f"a_{'0' * 32}/c_{'0' * 32}"}, "#/target"),
    ({"until": "2026-01-01T00:00:00Z"}, "#/until"),
    ({"until": "9999-12-31T23:59:59-12:00"}, "#/until"),
    ({"action": "lift", "until": "2030-01-01T00:00:00Z"}, "#/until"),
    ({"name": "Ada"}, "#/name"),
    ({"action": "rename", "name": "\u202e"}, "#/name"),
]


@in_one_test(("members", "where"), BAD)
def test_a_malformed_action_is_refused(moderator: Player, members: Json, where: str) -> None:
    """It is 422 with the place of the fault, and nothing is logged."""
    before = moderator.api.get("/v1/moderation/actions").ok()
    body = {"action": "suspend", "target": NOBODY, "reason": "A test.", **members}
    answer = moderator.api.post("/v1/moderation/actions", body)
    assert (answer.status, answer.body["errors"][0]["pointer"]) == (422, where)
    assert moderator.api.get("/v1/moderation/actions").ok() == before


@in_one_test(
    ("action", "target"),
    [
        *[(action, NOBODY) for action in ("suspend", "lift", "rename")],
        *[("hide", f"g_{'0' * 32}{part}") for part in ("", f"/c_{'0' * 32}", f"/b_{'0' * 32}")],
        ("hide", f"u_{'0' * 32}"),
        ("close", f"r_{'0' * 32}"),
    ],
)
def test_an_unknown_target_is_not_found(moderate: Moderate, action: str, target: str) -> None:
    """It is 404, and nothing is logged."""
    assert moderate(action, target).code == "not-found"


def test_an_action_that_changes_nothing_is_refused(
    new_game: NewGame, players: Players, moderator: Player, moderate: Moderate, db: psycopg.Connection
) -> None:
    """It is 422 and not logged: to lift no suspension, to unhide what is shown, to hide or close something twice."""
    (player,) = players(1)
    game = new_game()
    game.abort()
    anchored = player.api.post(f"{game.replay_path}/comments", {"anchor": "game", "text": "Hm."}).ok()["id"]
    comment = f"{game.id}/{anchored}"
    report = player.api.post("/v1/reports", {"about": game.id, "reason": "spam"}).ok()["id"]
    moderate("close", report).ok()

    def refused(action: str, target: str) -> None:
        before = moderator.api.get("/v1/moderation/actions").ok()
        answer = moderate(action, target)
        assert (answer.status, answer.body["errors"][0]["pointer"]) == (422, "#/target")
        assert moderator.api.get("/v1/moderation/actions").ok() == before

    refused("lift", player.id)
    moderate("suspend", player.id).ok()
    db.execute("update account set suspended_until = now() - interval '1 day' where account_id = %s", (player.id[2:],))
    refused("lift", player.id)
    refused("close", report)
    for target in (comment, game.id):
        refused("unhide", target)
        moderate("hide", target).ok()
        refused("hide", target)


def test_moderators_cannot_suspend_themselves(moderator: Player, moderate: Moderate) -> None:
    """They could not lift the suspension."""
    answer = moderate("suspend", moderator.id)
    assert (answer.status, answer.body["errors"][0]["pointer"]) == (422, "#/target")


def test_an_action_and_its_entry_are_one_transaction(
    players: Players, moderate: Moderate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the entry cannot be stored, nothing is changed."""
    (player,) = players(1)

    def fail(*_: object) -> None:
        raise psycopg.OperationalError

    with monkeypatch.context() as patch:
        patch.setattr(actions, "_logged", fail)
        assert moderate("suspend", player.id).status == 503
    assert player.api.get("/v1/games").status == 200


def test_the_log_has_every_action(app: Flask, players: Players, moderator: Player, moderate: Moderate) -> None:
    """Newest first, with pages and a filter; what the operator does has no account."""
    (player,) = players(1)
    grant(app, player)
    moderate("suspend", player.id, until="2030-01-01T00:00:00Z").ok()
    moderate("suspend", player.id).ok()
    moderate("lift", player.id, reason="Enough.\nReally.").ok()
    query, found = f"target={player.id}&limit=3", list[Json]()
    while query:
        page = moderator.api.get("/v1/moderation/actions", query=query)
        found += page.ok()["items"]
        query = page.headers.get("Link", "?>").partition("?")[2].partition(">")[0]
    assert [(one["action"], one["before"], one["after"]) for one in found] == [
        ("lift", "for good", None),
        ("suspend", "2030-01-01T00:00:00.000Z", "for good"),
        ("suspend", None, "2030-01-01T00:00:00.000Z"),
        ("grant", None, None),
    ]
    assert [one["by"] and one["by"]["id"] for one in found] == [moderator.id] * 3 + [None]
    assert (found[0]["reason"], {one["target"] for one in found}) == ("Enough.\nReally.", {player.id})
    assert moderator.api.get("/v1/moderation/actions", query="limit=1").ok()["items"] == found[:1]
