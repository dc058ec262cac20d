"""The pages on which a person answers an app."""

import json
import urllib.request
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from tests.service.oauth.app import VERIFIER, challenge_of
from tests.web.conftest import new_caller

BACK = "http://127.0.0.1:9/back"


@pytest.fixture
def page(quiet_page: Any) -> Any:
    """A page whose console may tell of refusals."""
    return quiet_page


def post(server: str, endpoint: str, **form: str) -> Any:
    """Send a form to the OAuth server."""
    with urllib.request.urlopen(f"{server}/oauth/{endpoint}", urlencode(form).encode(), timeout=60) as answer:
        return json.load(answer)


def test_a_guest_allows_a_program_to_play(server: str, page: Any) -> None:
    """The page names the program and what it may do, and cannot be framed. The program gets a code that works."""
    client = "http://localhost/my-program"
    asked = {"response_type": "code", "client_id": client, "redirect_uri": BACK, "scope": "games:create", "state": "s"}
    proof = {"code_challenge": challenge_of(VERIFIER), "code_challenge_method": "S256"}
    page.route("http://127.0.0.1:9/**", lambda route: route.fulfill(body="Back", content_type="text/plain"))
    response = page.goto(f"{server}/oauth/authorize?{urlencode(asked | proof)}")
    assert "frame-ancestors 'none'" in response.headers["content-security-policy"]
    assert page.locator("q").inner_text() == "my-program"
    assert page.locator(".scopes li").count() == 2
    page.get_by_role("button", name="Go on as a guest").click()
    page.locator("#allow").click()
    page.wait_for_url("http://127.0.0.1:9/**")
    back = {name: value for name, (value,) in parse_qs(urlsplit(page.url).query).items()}
    assert (back["state"], back["iss"]) == ("s", server)
    tokens = post(
        server,
        "token",
        grant_type="authorization_code",
        client_id=client,
        redirect_uri=BACK,
        code=back["code"],
        code_verifier=VERIFIER,
    )
    assert tokens["scope"] == "profile:read games:create"
    page.goto(f"{server}/account")
    page.get_by_text("my-program (http://localhost/my-program)").wait_for()


@pytest.mark.slow
def test_a_person_connects_a_device(server: str, page: Any) -> None:
    """They type its code, see what it asks for, and allow it."""
    client = "http://localhost/my-television"
    codes = post(server, "device", client_id=client, scope="games:play")
    new_caller(server, "Owner of a television").sign_in(page.context)
    page.goto(codes["verification_uri_complete"])
    assert page.locator("#code").input_value() == codes["user_code"]
    page.goto(codes["verification_uri"])
    page.locator("#code").fill(codes["user_code"].lower())
    page.get_by_role("button", name="Continue").click()
    page.get_by_text("my-television").first.wait_for()
    page.locator("#allow").click()
    page.get_by_role("status").wait_for()
    grant = "urn:ietf:params:oauth:grant-type:device_code"
    tokens = post(server, "token", grant_type=grant, client_id=client, device_code=codes["device_code"])
    assert tokens["scope"] == "profile:read games:play"
