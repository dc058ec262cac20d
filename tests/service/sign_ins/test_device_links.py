"""Tests of links to another device: who gets in by a code, when, and how often."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from flask import Flask

from service.app import create_app
from service.cli.arguments import main
from service.features.sign_ins import device_links
from service.platform.settings import Quota, Settings
from tests.service.browser import OWN_PAGE, Browser, guest_browser
from tests.service.client import Answer, Json, access_of

PHONE = {**OWN_PAGE, "User-Agent": "Mozilla/5.0 (Linux; Android 15) Chrome/131.0"}


@pytest.fixture
def old(app: Flask) -> Browser:
    """A browser that is signed in."""
    return guest_browser(app)


def made(old: Browser) -> tuple[str, str]:
    """Make a link. Return its path and its code."""
    link = old.post("/v1/me/links").ok()
    return f"/v1/me/links/{link['id']}", link["code"]


def claimed(new: Browser, code: str) -> Json:
    """Claim a code by a phone. Return the body with which it asks to get in."""
    return {"claim": new.post("/v1/sign-in/link", {"code": code}, headers=PHONE).ok()["claim"]}


def entered(new: Browser, claim: Json) -> Answer:
    """Ask to get in."""
    return new.post("/v1/sign-in/link/claim", claim, headers=PHONE)


def test_a_device_gets_in_when_it_is_allowed(app: Flask, old: Browser) -> None:
    """The old device sees its name first. The code and the claim work once."""
    path, code = made(old)
    assert old.get(path).ok() | {"expires_at": ""} == {
        "id": path.rpartition("/")[2],
        "device": None,
        "same_network": None,
        "allowed": False,
        "expires_at": "",
    }
    assert old.send("PATCH", path, {"allowed": True}).status == 404
    new = Browser(app)
    claim = claimed(new, code.lower().replace("-", " "))
    waits = entered(new, claim)
    assert (waits.status, waits.raw, "hanabi-sign-in" in new.cookies) == (202, b"", False)
    link = old.get(path).ok()
    assert (link["device"], link["same_network"], link["allowed"]) == ("Chrome, Android", True, False)
    assert Browser(app).post("/v1/sign-in/link", {"code": code}).code == "code-refused"
    assert old.send("PATCH", path, {"allowed": True}).ok()["allowed"] is True
    assert entered(new, claim).ok()["id"] == old.get("/v1/me").ok()["id"]
    assert new.get("/v1/me").ok()["name"] == old.get("/v1/me").ok()["name"]
    assert entered(Browser(app), claim).code == "code-refused"
    assert old.get(path).status == 404
    assert [one["name"] for one in access_of(old, "sign-in")] == ["Firefox, Linux", "Chrome, Android"]


def denied(old: Browser, path: str, _: str) -> None:
    assert old.delete(path).status == 204
    assert old.delete(path).status == 404


def renewed(old: Browser, _: str, __: str) -> None:
    made(old)


def signed_out(old: Browser, _: str, __: str) -> None:
    assert old.delete("/v1/sign-in").status == 204


def expired(_: Browser, path: str, database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as db:
        link = path.rpartition("l_")[2]
        db.execute("update device_link set expires_at = now(), allowed = true where link_id = %s", (link,))


def deleted(old: Browser, path: str, _: str) -> None:
    assert old.send("PATCH", path, {"allowed": True}).status == 200
    old.delete("/v1/me").ok()


def maker_ran_out(old: Browser, path: str, database_url: str) -> None:
    assert old.send("PATCH", path, {"allowed": True}).status == 200
    with psycopg.connect(database_url, autocommit=True) as db:
        link = path.rpartition("l_")[2]
        maker = "(select made_by from device_link where link_id = %s)"
        db.execute(f"update token set expires_at = now() where token_id = {maker}".encode(), (link,))


@pytest.mark.parametrize("end", [denied, renewed, signed_out, expired, maker_ran_out, deleted])
def test_a_void_link_lets_nobody_in(
    app: Flask, old: Browser, database_url: str, end: Callable[[Browser, str, str], None]
) -> None:
    """Neither a device that has claimed it, nor another one."""
    path, code = made(old)
    new = Browser(app)
    claim = claimed(new, code)
    end(old, path, database_url)
    assert entered(new, claim).code == "code-refused"
    assert Browser(app).post("/v1/sign-in/link", {"code": code}).code == "code-refused"
    if end is expired:
        with app.extensions["database"].bind():
            assert device_links.remove_old() >= 1


def test_nobody_else_can_see_or_allow_a_link(app: Flask, old: Browser) -> None:
    """Its id is not-found for another account, and a claim is no token."""
    path, code = made(old)
    thief = guest_browser(app)
    claim = claimed(thief, code)
    for answer in (thief.get(path), thief.send("PATCH", path, {"allowed": True}), thief.delete(path)):
        assert answer.code == "not-found"
    assert entered(thief, claim).status == 202
    headers = {"Authorization": f"Bearer {claim['claim']}"}
    assert Browser(app).get("/v1/me", headers=headers).code == "invalid-token"


def test_a_code_is_only_in_the_answer_that_makes_it(old: Browser, database_url: str) -> None:
    """And in its QR code. The database has a digest, and the address of the page hides the code from servers."""
    link = old.post("/v1/me/links").ok()
    assert link["url"] == f"http://localhost/account#code={link['code']}"
    assert link["qr"].startswith("<svg")
    assert "<script" not in link["qr"]
    with psycopg.connect(database_url) as db:
        rows = db.execute("select l::text from device_link l").fetchall()
    assert link["code"].replace("-", "") not in str(rows)
    path = f"/v1/me/links/{link['id']}"
    for body in ({}, {"allowed": False}, {"allowed": "true"}):
        assert old.send("PATCH", path, body).code == "invalid-request"


def test_guesses_of_codes_are_limited(database_url: str) -> None:
    """The right code passes, also from an address that has tried too many wrong ones."""
    app = create_app(Settings(database_url=database_url, rate_limits=True, rate_limit_codes=Quota(3, 3600)))
    old = guest_browser(app)
    _, code = made(old)

    def attempt(code: str, address: str) -> Any:
        environ = {"REMOTE_ADDR": address}
        return app.test_client().post("/v1/sign-in/link", json={"code": code}, environ_overrides=environ).json

    assert [attempt("0000-0000", "192.0.2.1")["code"] for _ in range(3)] == ["code-refused"] * 3
    assert attempt("0000-0000", "192.0.2.1")["code"] == "too-many-requests"
    assert attempt(code, "192.0.2.1")["claim"]
    app.extensions["database"].close()


def test_the_operator_recovers_an_account(
    app: Flask, old: Browser, database_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`hanabi accounts recover` prints a link, which signs in once and at once. A second one replaces it."""
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setenv("PUBLIC_URL", "https://hanabi.example")
    account = old.get("/v1/me").ok()
    codes = []
    for target in (account["name"], account["id"]):
        assert main(["accounts", "recover", target]) == 0
        address, _, code = capsys.readouterr().out.strip().partition("#code=")
        assert address == "https://hanabi.example/account"
        codes.append(code)
    assert Browser(app).post("/v1/sign-in/link", {"code": codes[0]}).code == "code-refused"
    new = Browser(app)
    claim = claimed(new, codes[1])
    assert entered(new, claim).ok()["id"] == account["id"]
    assert entered(new, claim).code == "code-refused"
    assert main(["accounts", "recover", "Nobody of this name"]) == 1
