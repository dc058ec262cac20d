"""Tests of refresh tokens whose answers are lost, or that are used by two requests at once."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from flask import Flask

from service.features.oauth import apps
from tests.service.browser import Browser
from tests.service.client import access_of
from tests.service.oauth.app import App
from tests.service.past import earlier

_LATER = (
    f"update token set renewed_at = {earlier('renewed_at', 'make_interval(secs => %s)')} where renewed_at is not null"
)


@pytest.fixture
def asking(app: Flask) -> App:
    """An app."""
    return App(app)


def later(database_url: str, seconds: float) -> None:
    """Let this time pass since the refresh tokens were exchanged."""
    with psycopg.connect(database_url, autocommit=True) as db:
        db.execute(_LATER.encode(), (seconds,))


def is_signed_in(asking: App, tokens: dict[str, str]) -> bool:
    """Return True if the access token is valid."""
    return asking.known_by(tokens).get("/v1/me").status == 200


def test_a_lost_answer_is_given_again(asking: App, browser: Browser, database_url: str) -> None:
    """For a minute, with the time that its access token has left. The access token before it lives on."""
    first = asking.tokens(browser)
    lost = asking.refresh(first["refresh_token"]).ok()
    later(database_url, 50)
    again = asking.refresh(first["refresh_token"], scope="games:play").ok()
    assert lost["expires_in"] - again.pop("expires_in") in (50, 51, 52)
    assert again.items() <= lost.items()
    assert is_signed_in(asking, first) and is_signed_in(asking, again)
    second = asking.refresh(again["refresh_token"]).ok()
    assert is_signed_in(asking, again) and is_signed_in(asking, second)
    assert len(access_of(browser, "app")) == 1


@pytest.mark.parametrize(
    "why", ["a minute has passed", "its successor was used", "its answer was removed", "it is older"]
)
def test_an_old_refresh_token_ends_the_app(
    asking: App, browser: Browser, database_url: str, app: Flask, why: str
) -> None:
    """Since a thief may have it."""
    first = asking.tokens(browser)
    newest = asking.refresh(first["refresh_token"]).ok()
    if why == "its successor was used":
        newest = asking.refresh(newest["refresh_token"]).ok()
    elif why == "it is older":
        newest = asking.refresh(newest["refresh_token"]).ok()
        newest = asking.refresh(newest["refresh_token"]).ok()
    else:
        later(database_url, 61)
    if why == "its answer was removed":
        with app.extensions["database"].bind():
            apps.remove_expired()
        assert is_signed_in(asking, newest)
    assert asking.refresh(first["refresh_token"]).body["error"] == "invalid_grant"
    assert not is_signed_in(asking, first) and not is_signed_in(asking, newest)
    assert asking.refresh(newest["refresh_token"]).body["error"] == "invalid_grant"


def test_an_answer_is_given_again_to_its_app_only(app: Flask, asking: App, browser: Browser) -> None:
    """The request of another app is refused, and changes nothing."""
    first = asking.tokens(browser)
    second = asking.refresh(first["refresh_token"]).ok()
    thief = App(app, "https://evil.example", "https://evil.example/")
    assert thief.refresh(first["refresh_token"]).body["error"] == "invalid_grant"
    assert asking.refresh(first["refresh_token"]).ok()["refresh_token"] == second["refresh_token"]


def test_requests_at_once_get_the_same_answer(asking: App, browser: Browser) -> None:
    """The second one waits for the first, and sees that it has exchanged the refresh token."""
    newest = asking.tokens(browser)
    with ThreadPoolExecutor(2) as threads:
        for _ in range(10):
            found = [answer.ok() for answer in threads.map(asking.refresh, [newest["refresh_token"]] * 2)]
            assert found[0]["access_token"] == found[1]["access_token"]
            assert found[0]["refresh_token"] == found[1]["refresh_token"] != newest["refresh_token"]
            newest = found[0]
    assert is_signed_in(asking, newest)
