"""Tests of what ends an app: its owner, itself, and the sign-in that has allowed it."""

import psycopg
import pytest
from flask import Flask

from service.core.people import account_merging, sign_ins
from service.platform import ids
from tests.service.browser import Browser, guest_browser
from tests.service.client import access_of
from tests.service.oauth.app import App
from tests.service.people.test_account_merging import agreed


def test_a_person_sees_and_ends_apps(app: Flask, browser: Browser) -> None:
    """The list and the export name them. All their tokens end, also those that they issued, and no other app's."""
    asking = App(app)
    tokens, other = asking.tokens(browser, scope="tokens"), asking.tokens(browser, scope="notes")
    issued = asking.known_by(tokens).post("/v1/me/tokens", {"name": "a bot"}).ok()
    listed = access_of(browser, "app")
    assert [(one["name"], one["scopes"]) for one in listed] == [
        ("app.example (https://app.example)", ["profile:read", "tokens"]),
        ("app.example (https://app.example)", ["profile:read", "notes"]),
    ]
    assert [one["name"] for one in browser.get("/v1/me/tokens").ok()["items"]] == ["a bot"]
    exported = browser.get("/v1/me/export").ok()["apps"]
    assert [one["id"] for one in exported] == [one["id"] for one in listed]
    assert browser.delete(f"/v1/me/access/{listed[0]['id']}").status == 204
    assert browser.delete(f"/v1/me/access/{listed[0]['id']}").code == "not-found"
    for secret in (tokens["access_token"], issued["token"]):
        assert asking.api.known_by(secret).get("/v1/me").code == "invalid-token"
    assert asking.refresh(tokens["refresh_token"]).body["error"] == "invalid_grant"
    assert asking.known_by(other).get("/v1/me").status == 200


@pytest.mark.parametrize("leaves", ["signs out", "grows old"])
def test_an_app_ends_with_the_last_way_into_the_account(
    app: Flask, browser: Browser, database_url: str, leaves: str
) -> None:
    """Otherwise nobody could end it. A second browser keeps it, until it leaves too."""
    asking, second = App(app), Browser(app)
    code = browser.post("/v1/me/links").ok()
    claim = second.post("/v1/sign-in/link", {"code": code["code"]}).ok()["claim"]
    browser.send("PATCH", f"/v1/me/links/{code['id']}", {"allowed": True}).ok()
    second.post("/v1/sign-in/link/claim", {"claim": claim}).ok()
    tokens = asking.tokens(browser)
    account = browser.get("/v1/me").ok()["id"]

    def leave(one: Browser) -> None:
        if leaves == "signs out":
            assert one.delete("/v1/sign-in").status == 204
        else:
            (own,) = [each["id"] for each in access_of(one, "sign-in") if each["current"]]
            with psycopg.connect(database_url) as db:
                old = "update token set expires_at = now() - interval '1 s' where token_id = %s and account_id = %s"
                db.execute(old, (ids.parse("t", own), ids.parse("a", account)))
            with app.extensions["database"].bind():
                sign_ins.remove_expired()

    leave(browser)
    assert asking.known_by(tokens).get("/v1/me").status == 200
    leave(second)
    assert asking.known_by(tokens).get("/v1/me").status == 401
    assert asking.refresh(tokens["refresh_token"]).body["error"] == "invalid_grant"


def test_nobody_ends_the_apps_of_others(app: Flask, browser: Browser) -> None:
    """For others they do not exist."""
    App(app).tokens(browser)
    (found,) = access_of(browser, "app")
    other = guest_browser(app)
    assert other.delete(f"/v1/me/access/{found['id']}").code == "not-found"


@pytest.mark.parametrize("kind", ["access_token", "refresh_token"])
def test_an_app_ends_itself(app: Flask, browser: Browser, kind: str) -> None:
    """With either token, and only its own (RFC 7009). An unknown token is no error."""
    asking = App(app)
    tokens = asking.tokens(browser)
    thief = App(app, "https://evil.example", "https://evil.example/")
    assert thief.post("revoke", token=tokens[kind]).body["error"] == "invalid_grant"
    assert asking.known_by(tokens).get("/v1/me").status == 200
    assert asking.post("revoke", token=tokens[kind]).status == 200
    assert asking.known_by(tokens).get("/v1/me").code == "invalid-token"
    assert access_of(browser, "app") == []
    assert asking.post("revoke", token=tokens[kind]).status == 200
    assert asking.post("revoke").body["error"] == "invalid_request"


def test_an_app_asks_about_its_tokens(app: Flask, browser: Browser) -> None:
    """Another one learns nothing (RFC 7662)."""
    asking = App(app)
    tokens = asking.tokens(browser)
    said = asking.post("introspect", token=tokens["access_token"]).ok()
    assert (said["active"], said["scope"], said["client_id"]) == (True, tokens["scope"], asking.client_id)
    assert said["sub"] == browser.get("/v1/me").ok()["id"]
    assert said["exp"] - said["iat"] == pytest.approx(8 * 3600, abs=2)
    assert asking.post("introspect", token=tokens["refresh_token"]).ok()["active"] is True
    asking.refresh(tokens["refresh_token"]).ok()
    thief = App(app, "https://evil.example", "https://evil.example/")
    for app_asking, token in ((thief, tokens["access_token"]), (asking, tokens["refresh_token"]), (asking, "x")):
        assert app_asking.post("introspect", token=token).ok() == {"active": False}


def test_an_app_ends_only_what_it_issued_or_what_may_do_no_more(app: Flask, browser: Browser) -> None:
    """Also what it issued with an earlier access token, and not what a person's program needs."""
    asking = App(app)
    tokens = asking.tokens(browser, scope="tokens notes")
    issued = asking.known_by(tokens).post("/v1/me/tokens", {"name": "own"}).ok()
    program = browser.post("/v1/me/tokens", {"name": "bot", "scopes": ["play", "read"]}).ok()
    renewed = asking.known_by(asking.refresh(tokens["refresh_token"]).ok())
    refused = renewed.delete(f"/v1/me/tokens/{program['id']}")
    assert (refused.status, refused.code, refused.body["scope"]) == (403, "insufficient-scope", "account")
    assert renewed.delete(f"/v1/me/tokens/{issued['id']}").status == 204
    assert asking.api.known_by(program["token"]).get("/v1/me").status == 200


def test_no_program_removes_the_last_way_in(app: Flask, browser: Browser) -> None:
    """The only token of an account allows an app, which cannot end it, and does not end itself either."""
    first = browser.post("/v1/accounts", {}).ok()["token"]
    owner, asking = App(app).api.known_by(first), App(app)
    answer = owner.post("/v1/me/apps", {"request": asking.query(scope="tokens"), "allowed": True}).ok()
    code = answer["location"].partition("code=")[2].partition("&")[0]
    held = asking.known_by(asking.exchange(code).ok())
    [row] = [one for one in owner.get("/v1/me/tokens").ok()["items"] if one["current"]]
    assert held.delete(f"/v1/me/tokens/{row['id']}", query="including=self").code == "insufficient-scope"
    assert owner.delete("/v1/me/tokens/current").code == "last-way-in"
    limited = owner.post("/v1/me/tokens", {"name": "x", "expires_in_s": 60}).ok()["token"]
    assert (
        asking.api.known_by(limited).delete(f"/v1/me/tokens/{row['id']}", query="including=self").code == "last-way-in"
    )
    assert owner.get("/v1/me").status == 200
    owner.post("/v1/me/recovery-codes").ok()
    assert owner.delete("/v1/me/tokens/current").status == 204


def test_no_app_gets_more_than_the_person_may(app: Flask, browser: Browser) -> None:
    """A sign-in with a token of few scopes cannot consent, and a token only to what it has."""
    asking = App(app)
    few = browser.post("/v1/me/tokens", {"name": "x", "scopes": ["account", "read"]}).ok()["token"]
    answer = asking.api.known_by(few).post("/v1/me/apps", {"request": asking.query(), "allowed": True})
    assert (answer.code, answer.body["scope"]) == ("insufficient-scope", "games:play")
    app_token = asking.tokens(browser)["access_token"]
    answer = asking.api.known_by(app_token).post("/v1/me/apps", {"request": asking.query(), "allowed": True})
    assert (answer.code, answer.body["scope"]) == ("insufficient-scope", "account")


def test_an_app_that_is_allowed_after_a_merge_outlives_what_comes_late(app: Flask, database_url: str) -> None:
    """The late pass ends no app of the account that remains. The merge itself ends those of both."""
    asking, sides = App(app), (Browser(app), Browser(app))
    for side in sides:
        side.guest()
    before = [asking.tokens(side) for side in sides]
    agreed(*sides).ok()
    assert {asking.known_by(one).get("/v1/me").code for one in before} == {"invalid-token"}
    after = asking.tokens(sides[0])
    with psycopg.connect(database_url, autocommit=True) as db:
        db.execute("update account set deleted_at = deleted_at - interval '1 hour' where merged_into is not null")
    with app.extensions["database"].bind():
        assert account_merging.move_late() >= 1
    assert asking.known_by(after).get("/v1/me").status == 200
