"""Tests of the sign-ins of browsers: cookies, the pages that may use them, and what ends with what."""

from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from flask import Flask

from service.app import create_app
from service.core.people import sign_ins, token_secrets
from service.core.people.device_names import device
from service.core.people.sign_ins import ABSOLUTE
from service.core.people.tokens import IDLE
from service.platform.settings import Settings
from tests.rows import in_one_test
from tests.service.browser import OWN_PAGE, Browser, guest_browser
from tests.service.client import Api, access_of
from tests.service.contract import CONTRACT, Operation
from tests.service.factories import Players


def test_a_guest_is_known_by_a_cookie_alone(app: Flask) -> None:
    """No body contains the secret, no script can read its cookie, and nobody else is known by it."""
    browser = Browser(app)
    answer = browser.post("/v1/sign-in/guest", {})
    assert set(answer.ok()) == {"id", "name"}
    sign_in, csrf = answer.set_cookies
    assert browser.secret.encode() not in answer.raw
    assert sign_in.startswith("hanabi-sign-in=hnb_b_")
    assert "HttpOnly" in sign_in
    assert "HttpOnly" not in csrf
    for cookie in (sign_in, csrf):
        assert "SameSite=Lax; " in f"{cookie}; "
        assert "Path=/" in cookie
        assert "Domain" not in cookie
    me = browser.get("/v1/me").ok()
    assert (me["id"], me["guest"], me["token"]["scopes"]) == (answer.body["id"], True, ["account", "play", "read"])
    assert Browser(app).get("/v1/me").code == "missing-token"


@pytest.mark.parametrize("served_as", ["https proxy", "PUBLIC_URL"])
def test_behind_https_the_cookies_belong_to_this_host(database_url: str, served_as: str) -> None:
    """They are `Secure` and have the prefix `__Host-`; a cookie without it is ignored."""
    if served_as == "PUBLIC_URL":
        app = create_app(Settings(database_url=database_url, public_url="https://hanabi.example"))
        environ: dict[str, Any] = {}
    else:
        app, environ = create_app(Settings(database_url=database_url)), {"wsgi.url_scheme": "https"}
    api = Api(app)
    answer = api.send("POST", "/v1/sign-in/guest", {}, headers=OWN_PAGE, **environ)
    for name, cookie in zip(("sign-in", "csrf"), answer.set_cookies, strict=True):
        assert cookie.startswith(f"__Host-hanabi-{name}=")
        assert "; Secure" in cookie
    secret = answer.set_cookies[0].partition("=")[2].partition(";")[0]
    for name, status in (("__Host-hanabi-sign-in", 200), ("hanabi-sign-in", 401)):
        sent = {**OWN_PAGE, "Cookie": f"{name}={secret}"}
        assert api.send("GET", "/v1/me", headers=sent, **environ).status == status
    app.extensions["database"].close()


OWN, OTHER = "http://localhost", "https://evil.example"
SOURCES: list[tuple[dict[str, str], int, int]] = [
    # headers of the request; the statuses of a GET and of a POST
    ({"Sec-Fetch-Site": "same-origin"}, 200, 201),
    ({"Sec-Fetch-Site": "same-origin", "Origin": OWN}, 200, 201),
    ({"Sec-Fetch-Site": "same-site", "Origin": OWN}, 401, 401),
    ({"Sec-Fetch-Site": "cross-site", "Origin": OWN}, 401, 401),
    ({"Sec-Fetch-Site": "none"}, 401, 401),
    ({"Origin": OWN}, 200, 201),
    ({"Origin": OTHER}, 401, 401),
    ({"Origin": "null"}, 401, 401),
    ({"Origin": OWN + ".evil.example"}, 401, 401),
    ({}, 200, 401),
    ({"CSRF-Token": ""}, 200, 401),
    ({"CSRF-Token": "é" * 64}, 200, 401),
    ({"CSRF-Token": "0" * 64}, 200, 401),
]


@in_one_test(("headers", "read", "written"), SOURCES)
def test_only_our_own_pages_can_use_the_cookie(
    browser: Browser, headers: dict[str, str], read: int, written: int
) -> None:
    """A request of another page is anonymous, with Fetch Metadata, with `Origin` and with neither (CSRF)."""
    assert browser.get("/v1/me", headers=headers).status == read
    assert browser.post("/v1/games", {"seats": 2}, headers=headers).status == written


def test_a_csrf_token_stands_for_headers_that_a_browser_does_not_send(app: Flask, browser: Browser) -> None:
    """It is that of the sign-in: the token of another one does not suffice."""
    own = {"CSRF-Token": browser.cookies["hanabi-csrf"]}
    assert browser.post("/v1/games", {"seats": 2}, headers=own).status == 201
    other = guest_browser(app)
    assert other.post("/v1/games", {"seats": 2}, headers=own).status == 401


@in_one_test("headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": OTHER}, {"Sec-Fetch-Site": "none"}])
@in_one_test("operation", [one for one in CONTRACT.operations if one.template.startswith("/v1/sign-in")])
def test_no_other_page_can_sign_a_visitor_in_or_out(app: Flask, operation: Operation, headers: dict[str, str]) -> None:
    """It could otherwise let the visitor act as the attacker's account (login CSRF). A program may, by each way."""
    answer, own = [Api(app).send(operation.method, operation.template, raw=b"{", headers=by) for by in (headers, {})]
    assert (answer.status, answer.code, answer.set_cookies) == (403, "foreign-page", [])
    assert own.code in ("malformed-json", "invalid-request")


def test_a_secret_that_was_chosen_for_the_browser_is_not_used(app: Flask) -> None:
    """Signing in always makes a new secret, so nobody knows it beforehand (session fixation)."""
    browser = Browser(app)
    planted = token_secrets.new_secret("b")
    browser.cookies["hanabi-sign-in"] = planted
    assert browser.get("/v1/me").status == 401
    browser.guest()
    assert browser.secret != planted
    victim = Browser(app)
    victim.cookies = dict(browser.cookies)
    victim.guest()
    assert victim.secret != browser.secret


def test_an_ended_sign_in_is_none(browser: Browser) -> None:
    """What everybody may read can still be read; the browser is not told off for a cookie that it keeps sending."""
    kept = dict(browser.cookies)
    assert browser.delete("/v1/sign-in").status == 204
    assert browser.cookies == {}
    browser.cookies = kept
    assert browser.get("/v1/games").status == 200
    assert browser.get("/v1/me").code == "missing-token"
    assert browser.delete("/v1/sign-in").status == 204


@pytest.mark.parametrize("scopes", [["account", "play", "read"], ["play", "read"], ["read"]])
def test_a_token_is_exchanged_for_a_sign_in(app: Flask, players: Players, scopes: list[str]) -> None:
    """It has the same scopes, and ends with the token."""
    ada = players(1)[0]
    token = ada.api.post("/v1/me/tokens", {"name": "t", "scopes": scopes, "expires_in_s": 3600}).ok()
    browser = Browser(app)
    assert browser.post("/v1/sign-in/token", {"token": token["token"]}).ok()["id"] == ada.id
    assert browser.get("/v1/me").ok()["token"]["scopes"] == scopes
    [sign_in] = access_of(ada.api, "sign-in")
    assert (sign_in["name"], sign_in["issued_by"]) == ("Firefox, Linux", token["id"])
    ada.api.delete(f"/v1/me/tokens/{token['id']}").ok()
    assert browser.get("/v1/me").status == 401


@in_one_test(
    "token",
    ["", "x", "hnb_p_" + "0" * 49, token_secrets.new_secret("p"), "\u00e9" * 55],
)
def test_an_invalid_token_does_not_sign_in(app: Flask, token: str) -> None:
    """Unknown and malformed tokens have one answer."""
    answer = Browser(app).post("/v1/sign-in/token", {"token": token})
    assert (answer.status, answer.code) == (401, "invalid-token")


@pytest.mark.parametrize("root", ["sign-ins", "tokens"])
def test_nobody_locks_themselves_out_by_mistake(app: Flask, browser: Browser, root: str) -> None:
    """A token that would end with its issuer needs `including=self` to end it, and another way in."""
    first = browser.post("/v1/me/tokens", {"name": "first"}).ok()
    second = Api(app, token=Api(app, token=first["token"]).post("/v1/me/tokens", {"name": "second"}).ok()["token"])
    [sign_in] = access_of(second, "sign-in")
    path = f"/v1/me/access/{sign_in['id']}" if root == "sign-ins" else f"/v1/me/tokens/{first['id']}"
    refused = second.delete(path)
    assert (refused.status, refused.code) == (409, "would-lock-you-out")
    assert second.delete(path, query="including=everybody").code == "invalid-request"
    if root == "sign-ins":
        assert second.delete(path, query="including=self").code == "last-way-in"
        browser.post("/v1/me/recovery-codes").ok()
    assert second.delete(path, query="including=self").status == 204
    assert second.get("/v1/me").status == 401
    assert browser.get("/v1/me").status == (401 if root == "sign-ins" else 200)


def test_lists_do_not_mix_sign_ins_and_tokens(browser: Browser) -> None:
    """Neither can be ended by the address of the other."""
    [sign_in] = access_of(browser, "sign-in")
    token = browser.post("/v1/me/tokens", {"name": "bot"}).ok()
    assert [one["name"] for one in browser.get("/v1/me/tokens").ok()["items"]] == ["bot"]
    assert browser.delete(f"/v1/me/tokens/{sign_in['id']}").status == 404
    assert browser.delete(f"/v1/me/access/{token['id']}").status == 404


def stored(database_url: str, browser: Browser, change: str | None = None) -> Any:
    """Return the columns of a sign-in, after a change of its row."""
    digest = token_secrets.digest(browser.secret)
    with psycopg.connect(database_url, autocommit=True) as db:
        if change is not None:
            db.execute(f"update token set {change} where digest = %s", (digest,))
        columns = "used_on = (now() at time zone 'utc')::date, expires_at, ends_at"
        return db.execute(f"select {columns} from token where digest = %s", (digest,)).fetchone()


def test_use_prolongs_a_sign_in_to_its_end(browser: Browser, database_url: str) -> None:
    """Once a day; the sign-in of an account with another way in has an end that use does not prolong."""
    now = datetime.now(UTC)
    assert stored(database_url, browser, "used_on = used_on - 1, expires_at = now() + interval '1 day'")[0] is False
    browser.get("/v1/games").ok()
    used, expires_at, ends_at = stored(database_url, browser)
    assert (used, ends_at) == (True, None)
    assert now + IDLE <= expires_at < now + IDLE + timedelta(minutes=5)
    end = "used_on = used_on - 1, ends_at = now() + interval '2 days'"
    stored(database_url, browser, end)
    assert [line.partition("=")[0] for line in browser.get("/v1/me").set_cookies] == ["hanabi-sign-in", "hanabi-csrf"]
    used, expires_at, ends_at = stored(database_url, browser)
    assert used
    assert expires_at == ends_at
    assert browser.get("/v1/me").set_cookies == []
    assert ABSOLUTE > IDLE


def test_an_account_has_at_most_so_many_sign_ins(app: Flask, players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more ends the one that was not used for longest."""
    monkeypatch.setattr(sign_ins, "MAX_SIGN_INS", 2)
    ada, browsers = players(1)[0], [Browser(app) for _ in range(3)]
    for browser in browsers:
        browser.post("/v1/sign-in/token", {"token": ada.token}).ok()
    assert [browser.get("/v1/me").status for browser in browsers] == [401, 200, 200]


@in_one_test(
    ("sent", "named"),
    [
        ("", "?"),
        ("curl/8.5 <script>", "?"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0", "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0", "Edge, Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36", "Chrome, Android"),
    ],
)
def test_devices_are_named_by_browser_and_system(sent: str, named: str) -> None:
    """Nothing else of the header is repeated."""
    assert device(sent) == named


@in_one_test("path", ["/", "/account", "/play", "/replays", "/docs"])
def test_no_other_site_can_frame_a_page_or_be_led_to(app: Flask, path: str) -> None:
    """A page that acts for its reader cannot be framed (clickjacking), and no query leads elsewhere."""
    query = {"next": "https://evil.example/", "return_to": "//evil.example"}
    answer = app.test_client().get(path, query_string=query, headers={"Accept": "text/html"})
    assert answer.status_code == 200
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert b"evil.example" not in answer.data
