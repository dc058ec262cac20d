"""Tests of apps on devices without a browser (RFC 8628)."""

from typing import Final

import pytest
from flask import Flask
from psycopg import connect

from service.app import create_app
from service.platform.settings import Settings
from tests.service.browser import Browser, guest_browser
from tests.service.client import Json
from tests.service.oauth.app import App
from tests.service.past import earlier

GRANT: Final = "urn:ietf:params:oauth:grant-type:device_code"


@pytest.fixture
def bot(app: Flask) -> App:
    """A program in a terminal."""
    return App(app, "http://localhost/terminal-bot")


def codes_of(bot: App) -> Json:
    """Ask for the codes of a device."""
    codes: Json = bot.post("device", scope="games:play games:create").ok()
    return codes


def asked(bot: App, codes: Json, **changes: str) -> str:
    """Ask for the tokens. Return the error, or nothing."""
    answer = bot.post("token", **{"grant_type": GRANT, "device_code": codes["device_code"], **changes})
    error: str = answer.body.get("error", "")
    return error


def waited(interval: str) -> bytes:
    """Return the statement that lets devices have asked an interval earlier."""
    past = earlier("asked_at", f"interval '{interval}'")
    return f"update device_code set asked_at = {past}".encode()


def test_a_person_lets_a_device_play(app: Flask, bot: App, browser: Browser) -> None:
    """They see the app, its place and what it asks for. The code is valid once."""
    codes = codes_of(bot)
    assert codes["verification_uri"] == "http://localhost/device"
    assert codes["verification_uri_complete"].endswith(f"/device?user_code={codes['user_code']}")
    assert asked(bot, codes) == "authorization_pending"
    typed = f" {codes['user_code'].lower().replace('-', '')}"
    shown = browser.post("/v1/me/devices", {"code": typed}).ok()
    assert (shown["name"], shown["client"]) == ("terminal-bot", "http://localhost/terminal-bot")
    assert (shown["place"], shown["here"]) == ("127.0.0.1", "same")
    assert shown["scopes"] == ["profile:read", "games:play", "games:create"]
    browser.post("/v1/me/devices", {"code": typed, "allowed": True}).ok()
    tokens = bot.post("token", grant_type=GRANT, device_code=codes["device_code"]).ok()
    game = bot.known_by(tokens).post("/v1/games", {"seats": 2, "bots": ["kagiya"]}).ok()
    assert bot.known_by(tokens).get(f"/v1/games/{game['id']}").ok()["viewer"]["seat"] == 0
    assert bot.refresh(tokens["refresh_token"]).status == 200
    assert asked(bot, codes) == "invalid_grant"
    assert browser.post("/v1/me/devices", {"code": typed}).code == "not-found"


def test_a_person_refuses_a_device(bot: App, browser: Browser) -> None:
    """Its program learns it, and the answer stands."""
    codes = codes_of(bot)
    browser.post("/v1/me/devices", {"code": codes["user_code"], "allowed": False}).ok()
    assert asked(bot, codes) == "access_denied"
    assert browser.post("/v1/me/devices", {"code": codes["user_code"], "allowed": True}).code == "not-found"


def test_a_device_that_asks_too_often_has_to_slow_down(bot: App, database_url: str) -> None:
    """Its interval grows by five seconds each time."""
    codes = codes_of(bot)
    assert [asked(bot, codes) for _ in range(3)] == ["authorization_pending", "slow_down", "slow_down"]
    with connect(database_url, autocommit=True) as db:
        db.execute(waited("14 seconds") + b" where interval_s = 15")
        assert asked(bot, codes) == "slow_down"
        db.execute(waited("20 seconds") + b" where interval_s = 20")
    assert asked(bot, codes) == "authorization_pending"


def test_codes_expire(bot: App, browser: Browser, database_url: str) -> None:
    """After ten minutes nobody can allow anything with them."""
    codes = codes_of(bot)
    assert codes["expires_in"] == 600
    with connect(database_url, autocommit=True) as db:
        db.execute("update device_code set expires_at = now()")
    assert browser.post("/v1/me/devices", {"code": codes["user_code"]}).code == "not-found"
    assert asked(bot, codes) == "expired_token"


def test_a_device_code_is_worth_nothing_to_another_app(app: Flask, bot: App, browser: Browser) -> None:
    """It is bound to the app that asked."""
    codes = codes_of(bot)
    browser.post("/v1/me/devices", {"code": codes["user_code"], "allowed": True}).ok()
    other = App(app, "http://localhost/other")
    assert asked(other, codes) == "invalid_grant"
    assert asked(bot, codes, device_code="x") == "invalid_grant"
    assert asked(bot, codes, device_code="") == "invalid_request"


def test_guesses_of_codes_of_devices_are_limited(database_url: str) -> None:
    """An address tries twenty wrong ones in an hour, of 25 thousand millions. The right one passes."""
    app = create_app(Settings(database_url=database_url, rate_limits=True))
    browser = guest_browser(app)
    answers = [browser.post("/v1/me/devices", {"code": f"BCDF-GHJ{letter}"}).code for letter in "BCDFGHJKLMN" * 2]
    assert answers[:20] == ["not-found"] * 20
    assert answers[20:] == ["too-many-requests"] * 2
    codes = codes_of(App(app, "http://localhost/terminal-bot"))
    assert browser.post("/v1/me/devices", {"code": codes["user_code"]}).status == 200
    app.extensions["database"].close()
