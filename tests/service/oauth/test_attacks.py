"""The attacks on apps and their consent that SECURITY.md names. Nothing of a bystander's ever changes."""

from collections.abc import Iterator
from typing import Final

import pytest
from flask import Flask

from tests.service.browser import OWN_PAGE, Browser, guest_browser
from tests.service.client import Answer, access_of
from tests.service.oauth.app import CLIENT, App
from tests.service.oauth.test_devices import GRANT

HTML: Final = {"Accept": "text/html"}
FOREIGN: Final[tuple[dict[str, str], ...]] = (
    {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
    {"Origin": "https://evil.example"},
    {},
)
"""The headers with which a browser sends a request of another page, with Fetch Metadata and without."""


@pytest.fixture
def victim(app: Flask) -> Browser:
    """The browser of the person who is attacked."""
    return guest_browser(app)


@pytest.fixture(autouse=True)
def bystander(app: Flask) -> Iterator[None]:
    """Another person with the same app, which works afterwards as before."""
    browser, same = Browser(app), App(app)
    browser.guest()
    tokens = same.tokens(browser)
    yield
    assert same.known_by(tokens).get("/v1/me").ok()["id"] == browser.get("/v1/me").ok()["id"]
    assert [one["name"] for one in access_of(browser, "app")] == [f"app.example ({CLIENT})"]
    assert same.refresh(tokens["refresh_token"]).status == 200


def consent(app: Flask, **changes: str) -> Answer:
    """Return the consent page."""
    asking = App(app)
    return asking.api.get("/oauth/authorize", query=asking.query(**changes), headers=HTML)


@pytest.mark.parametrize("stolen", ["access_token", "refresh_token"])
def test_stolen_token(app: Flask, victim: Browser, stolen: str) -> None:
    """A thief gets no more than the app had, no longer than it, and nothing once its person ends it."""
    tokens = App(app).tokens(victim)
    thief = App(app).api.known_by(tokens[stolen])
    for wanted in ("/v1/me/tokens", "/v1/me/access", "/v1/me/export"):
        assert thief.get(wanted).code in ("insufficient-scope", "invalid-token")
    browser = Browser(app)
    assert browser.post("/v1/sign-in/token", {"token": tokens[stolen]}).code == "invalid-token"
    (found,) = access_of(victim, "app")
    assert victim.delete(f"/v1/me/access/{found['id']}").status == 204
    assert thief.get("/v1/me").code == "invalid-token"
    assert browser.get("/v1/me").code == "missing-token"
    assert App(app).refresh(tokens["refresh_token"]).body["error"] == "invalid_grant"


@pytest.mark.parametrize(
    ("client_id", "shown"),
    [
        ("https://hanabi.example.evil.example", "<strong>hanabi.example.evil.example</strong>"),
        ("https://xn--pp-hlc3a.example", "<strong>xn--pp-hlc3a.example</strong>"),
        ("https://HANABI.evil.example", "<strong>hanabi.evil.example</strong>"),
    ],
)
def test_phishing_by_a_look_alike_app(app: Flask, client_id: str, shown: str) -> None:
    """The page shows the whole host in ASCII, before anything that the app says, and where the answer goes."""
    page = consent(app, client_id=client_id, redirect_uri=f"{client_id}/back")
    text = page.raw.decode()
    assert page.status == 200 and text.index(shown) < text.index('class="scopes"')
    assert text.count(shown) == 2 or f"<strong>{client_id.removeprefix('https://')}</strong>" in text


def test_phishing_by_a_name(app: Flask) -> None:
    """A program may call itself anything: its name is quoted, escaped and short, and it is said to be a program."""
    name = "%3Cb%3EHanabi%3C%2Fb%3E%20for%20you%20" + "x" * 80
    page = consent(app, client_id=f"http://localhost/{name}", redirect_uri="http://localhost:1/").raw.decode()
    quoted = page.partition("<q>")[2].partition("</q>")[0]
    assert quoted.startswith("&lt;b&gt;Hanabi") and "x" * 41 not in quoted
    assert page.index("program on this computer") < page.index("<q>")
    for reserved in ("Hanabi%20support", "hgroup-5", "HANABI", "m%C3%B6derator"):
        assert (
            "<q>"
            not in consent(
                app, client_id=f"http://localhost/{reserved}", redirect_uri="http://localhost:1/"
            ).raw.decode()
        )
    assert consent(app, client_id="https://аpple.example").status == 400  # its first letter is Cyrillic


@pytest.mark.parametrize("path", ["/oauth/authorize", "/device"])
def test_clickjacking_of_consent(app: Flask, path: str) -> None:
    """No site can put the pages into a frame, also that of an invalid request."""
    for query in ("", App(app).query()):
        page = App(app).api.get(path, query=query, headers=HTML)
        policy = page.headers["Content-Security-Policy"].split("; ")
        assert "frame-ancestors 'none'" in policy and "form-action 'none'" in policy


@pytest.mark.parametrize("headers", FOREIGN)
def test_csrf_of_consent(app: Flask, victim: Browser, headers: dict[str, str]) -> None:
    """A request of another page is anonymous, and a link to the pages allows nothing."""
    asking, device = App(app), App(app, "http://localhost/bot")
    codes = device.post("device", scope="games:play").ok()
    for path, body in (
        ("/v1/me/apps", {"request": asking.query(), "allowed": True}),
        ("/v1/me/devices", {"code": codes["user_code"], "allowed": True}),
    ):
        assert victim.post(path, body, headers=headers).code == "missing-token"
    assert victim.get("/device", query=f"user_code={codes['user_code']}", headers=HTML).status == 200
    assert victim.get("/oauth/authorize", query=asking.query(), headers=HTML).status == 200
    waiting = device.post("token", grant_type=GRANT, device_code=codes["device_code"])
    assert waiting.body["error"] == "authorization_pending"
    assert access_of(victim, "app") == []


@pytest.mark.parametrize("signed_in", [True, False])
def test_open_redirect(app: Flask, victim: Browser, signed_in: bool) -> None:
    """A request gets nobody to an address of another app, and a valid one nobody anywhere without an answer."""
    browser = victim if signed_in else Browser(app)
    for wrong in ({}, {"prompt": "none"}, {"scope": "account"}, {"response_type": "token"}, {"request": "x"}):
        for elsewhere in ({}, {"redirect_uri": "https://evil.example/"}, {"client_id": "https://evil.example"}):
            query = App(app).query(**wrong, **elsewhere)
            page = browser.get("/oauth/authorize", query=query, headers={**OWN_PAGE, **HTML})
            assert "Refresh" not in page.headers and "evil.example" not in page.headers.get("Location", "")
            assert 'href="https://evil.example' not in page.raw.decode()
            assert ("Location" in page.headers) is bool(wrong and not elsewhere)


@pytest.mark.parametrize("allow", [True, False])
def test_mix_up(app: Flask, victim: Browser, allow: bool) -> None:
    """Each answer says which server it is from (`iss`), with the issuer of the metadata."""
    asking = App(app)
    said = asking.api.get("/.well-known/oauth-authorization-server").ok()
    assert said["authorization_response_iss_parameter_supported"] is True
    assert asking.answered(victim, allow=allow)["iss"] == said["issuer"]


def test_device_code_phishing(app: Flask, victim: Browser) -> None:
    """The person sees which program asks, what for, and that it is in another network, before anything is allowed."""
    device = App(app, "http://localhost/my-bot")
    sent = f"client_id={device.client_id}&scope=games:play"
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    codes = device.api.send("POST", "/oauth/device", raw=sent.encode(), headers=kind, REMOTE_ADDR="203.0.113.7").ok()
    shown = victim.post("/v1/me/devices", {"code": codes["user_code"]}).ok()
    assert (shown["name"], shown["place"], shown["here"]) == ("my-bot", "203.0.113.7", "other")
    waiting = device.post("token", grant_type=GRANT, device_code=codes["device_code"])
    assert waiting.body["error"] == "authorization_pending"
    page = device.api.get("/device", headers=HTML).raw.decode()
    assert "Whoever sends you a code wants to act in your name." in page
