"""Tests of the authorization code with its proof key, of refresh tokens, and of everything that is refused."""

from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qsl

import psycopg
import pytest
from flask import Flask
from psycopg import connect

from service.features.oauth import apps
from tests.rows import in_one_test
from tests.service.browser import Browser
from tests.service.client import access_of
from tests.service.oauth.app import VERIFIER, App
from tests.service.oauth.test_devices import GRANT as DEVICE
from tests.service.past import earlier


def test_an_app_plays_with_what_a_person_has_allowed(app: Flask, browser: Browser) -> None:
    """It gets `state` and `iss` back, and tokens with the scopes that it asked for, and `profile:read`."""
    plays = App(app)
    back = plays.answered(browser)
    assert (back["state"], back["iss"], back["from"]) == ("a state", "http://localhost", "hanabi")
    tokens = plays.exchange(back["code"]).ok()
    assert tokens["scope"] == "profile:read games:play games:create"
    assert (tokens["token_type"], tokens["expires_in"]) == ("Bearer", 8 * 3600)
    api = plays.known_by(tokens)
    game = api.post("/v1/games", {"seats": 2, "bots": ["kagiya"]}).ok()
    clue = next(action for action in game["legal_actions"] if action["type"] == "clue")
    assert api.post(f"/v1/games/{game['id']}/moves", {**clue, "expected_version": game["version"]}).status == 201
    assert api.get("/v1/me").ok()["id"] == browser.get("/v1/me").ok()["id"]
    for forbidden in ("/v1/me/tokens", "/v1/me/access", "/v1/me/export"):
        assert api.get(forbidden).code == "insufficient-scope"
    assert api.known_by(tokens["refresh_token"]).get("/v1/me").code == "invalid-token"


def test_a_person_can_refuse(app: Flask, browser: Browser) -> None:
    """The app learns it, with `iss`, and nothing else."""
    back = App(app).answered(browser, allow=False)
    assert (back["error"], back["state"], back["iss"]) == ("access_denied", "a state", "http://localhost")
    assert access_of(browser, "app") == []


WRONG_REQUESTS = [
    # what is changed, and what the page says
    ({"client_id": None}, "Missing 'client_id'"),
    ({"client_id": "somebody"}, "does not exist"),
    ({"client_id": "http://app.example"}, "does not exist"),
    ({"client_id": "https://user@app.example"}, "does not exist"),
    ({"client_id": "https://app.example/?x"}, "does not exist"),
    ({"client_id": "https://10.0.0.1"}, "does not exist"),
    ({"client_id": "https://evil.example"}, "not supported by client"),
    ({"redirect_uri": None}, "Missing 'redirect_uri'"),
    ({"redirect_uri": "https://evil.example/back"}, "not supported by client"),
    ({"redirect_uri": "https://app.example.evil.example/"}, "not supported by client"),
    ({"redirect_uri": "https://app.example:8443/back"}, "not supported by client"),
    ({"redirect_uri": "https://app.example@evil.example/"}, "not supported by client"),
    ({"redirect_uri": "https://app.example\\@evil.example/"}, "not supported by client"),
    ({"redirect_uri": "http://app.example/back"}, "not supported by client"),
    ({"redirect_uri": "https://app.example/back#x"}, "not supported by client"),
    ({"redirect_uri": "javascript:alert(1)"}, "not supported by client"),
    ({"client_id": None, "response_type": None}, "The only 'response_type' is code."),
    ({"redirect_uri": "http://localhost:1234/"}, "not supported by client"),
]

ERRORS = [
    # RFC 6749, section 4.1.2.1, and RFC 7636, section 4.4.1
    ({"response_type": "token"}, "unsupported_response_type"),
    ({"response_type": None}, "unsupported_response_type"),
    ({"scope": "account"}, "invalid_scope"),
    ({"scope": "play"}, "invalid_scope"),
    ({"scope": "moderate"}, "invalid_scope"),
    ({"scope": "games:play everything"}, "invalid_scope"),
    ({"scope": "openid"}, "invalid_scope"),
    ({"code_challenge": None}, "invalid_request"),
    ({"code_challenge_method": None}, "invalid_request"),
    ({"code_challenge_method": "plain"}, "invalid_request"),
    ({"code_challenge": "short"}, "invalid_request"),
    # RFC 8707, section 2
    ({"resource": "https://other.example"}, "invalid_target"),
    # RFC 9101, section 5, with the codes of its section 10
    ({"request": "e30.e30."}, "request_not_supported"),
    ({"request": ""}, "request_not_supported"),
    ({"request_uri": "https://app.example/request"}, "request_uri_not_supported"),
    ({"request_uri": "urn:ietf:params:oauth:request_uri:x"}, "request_uri_not_supported"),
    # OAuth 2.0 Multiple Response Type Encoding Practices, section 2.1
    ({"response_mode": "fragment"}, "invalid_request"),
    ({"response_mode": "form_post"}, "invalid_request"),
    ({"response_mode": ""}, "invalid_request"),
    # OpenID Connect Core, section 3.1.2.1 and 3.1.2.6
    ({"prompt": "none"}, "interaction_required"),
    ({"prompt": "none login"}, "invalid_request"),
]
"""What is changed in a request, and the error that its app gets."""


@in_one_test(("changes", "said"), WRONG_REQUESTS)
def test_a_request_of_an_unknown_address_redirects_nobody(
    app: Flask, browser: Browser, changes: dict[str, str | None], said: str
) -> None:
    """The page says what is wrong, without a link: the page is no open redirect."""
    asking = App(app)
    query = asking.query(**changes)
    page = asking.api.get("/oauth/authorize", query=query, headers={"Accept": "text/html"})
    text = page.raw.decode()
    assert (page.status, "Location" in page.headers) == (400, False)
    assert said in text.replace("&#39;", "'")
    assert "error=" not in text
    answer = browser.post("/v1/me/apps", {"request": query, "allowed": True})
    assert (answer.status, answer.code) == (422, "invalid-request")


@in_one_test(("changes", "error"), ERRORS)
def test_an_app_gets_the_error_of_its_rfc(
    app: Flask, browser: Browser, changes: dict[str, str | None], error: str
) -> None:
    """It goes to the address of the app, with `state` and `iss`, and nobody can allow the request."""
    asking = App(app)
    query = asking.query(**changes)
    page = asking.api.get("/oauth/authorize", query=query, headers={"Accept": "text/html"})
    where, _, sent = page.headers["Location"].partition("?")
    found = dict(parse_qsl(sent))
    assert (page.status, where, found.pop("from")) == (302, "https://app.example/back", "hanabi")
    assert (found["error"], found["state"], found["iss"]) == (error, "a state", "http://localhost")
    assert set(found) <= {"error", "error_description", "state", "iss"}
    answer = browser.post("/v1/me/apps", {"request": query, "allowed": True})
    assert (answer.status, answer.code) == (422, "invalid-request")


def test_a_parameter_counts_once(app: Flask) -> None:
    """A second one could mean something else to another reader of the address."""
    asking, html = App(app), {"Accept": "text/html"}
    assert asking.api.get("/oauth/authorize", query=asking.query() + "&scope=notes", headers=html).status == 400
    page = asking.api.get("/oauth/authorize", query=asking.query() + "&prompt=login&prompt=none", headers=html)
    assert "error=invalid_request" in page.headers["Location"]


SAME_APPS = [
    ("https://app.example/", "https://APP.example:443"),
    ("HTTPS://app.example", "https://app.EXAMPLE/"),
    ("http://localhost/a%20bot~", "http://LOCALHOST:80/a%20bot%7e"),
]


@in_one_test(("first", "second"), SAME_APPS)
def test_addresses_of_apps_are_compared_in_their_normal_form(
    app: Flask, browser: Browser, first: str, second: str
) -> None:
    """Whichever form an app sends at each step, and in answers there is one (RFC 3986, section 6.2)."""
    back = "http://127.0.0.1:9/" if "localhost" in first else "https://app.example/back"
    one, other = App(app, first, back), App(app, second, back)
    tokens = other.exchange(one.answered(browser)["code"]).ok()
    tokens = one.refresh(tokens["refresh_token"]).ok()
    said = other.post("introspect", token=tokens["access_token"]).ok()
    assert access_of(browser, "app")[-1]["name"].endswith(f"({said['client_id']})")
    codes = one.post("device", scope="games:play").ok()
    waiting = other.post("token", grant_type=DEVICE, device_code=codes["device_code"])
    assert waiting.body["error"] == "authorization_pending"
    assert other.post("revoke", token=tokens["refresh_token"]).status == 200
    assert one.known_by(tokens).get("/v1/me").code == "invalid-token"


@in_one_test(
    "changes",
    [
        {"code_verifier": VERIFIER[::-1]},
        {"code_verifier": ""},
        {"redirect_uri": "https://app.example/other"},
        {"client_id": "https://evil.example"},
        {"code": "x"},
        {"grant_type": "password"},
        {"grant_type": ""},
    ],
)
def test_a_code_is_worth_nothing_to_others(app: Flask, browser: Browser, changes: dict[str, str]) -> None:
    """It is bound to the app, its address and its proof key, so a stolen code or one of another flow is refused."""
    asking = App(app)
    form = {"grant_type": "authorization_code", "redirect_uri": asking.redirect_uri, "code_verifier": VERIFIER}
    sent = {**form, "code": asking.answered(browser)["code"], **changes}
    answer = asking.post("token", **sent)
    assert (answer.status, answer.body["error"] in ("invalid_grant", "invalid_request", "unsupported_grant_type")) == (
        400,
        True,
    )
    assert answer.headers["Cache-Control"] == "no-store"
    assert access_of(browser, "app") == []


def test_a_second_use_of_a_code_ends_what_the_first_gave(app: Flask, browser: Browser) -> None:
    """One of the two has stolen it."""
    asking = App(app)
    code = asking.answered(browser)["code"]
    tokens = asking.exchange(code).ok()
    assert asking.exchange(code).body["error"] == "invalid_grant"
    assert asking.known_by(tokens).get("/v1/me").code == "invalid-token"
    assert asking.refresh(tokens["refresh_token"]).body["error"] == "invalid_grant"


def test_a_code_expires_after_a_minute(app: Flask, browser: Browser, database_url: str) -> None:
    """And it ends with the sign-in that consented."""
    asking = App(app)
    code = asking.answered(browser)["code"]
    with connect(database_url, autocommit=True) as db:
        db.execute("update authorization_code set expires_at = now()")
    assert asking.exchange(code).body["error"] == "invalid_grant"
    code = asking.answered(browser)["code"]
    browser.delete("/v1/sign-in")
    assert asking.exchange(code).body["error"] == "invalid_grant"


def test_refresh_tokens_rotate_and_an_old_one_ends_the_app(app: Flask, browser: Browser) -> None:
    """The newest works once. Nothing else of the account ends."""
    asking = App(app)
    other = asking.tokens(browser)
    first = asking.tokens(browser)
    second = asking.refresh(first["refresh_token"]).ok()
    assert second["scope"] == first["scope"]
    third = asking.refresh(second["refresh_token"], scope="games:play").ok()
    assert third["scope"] == "profile:read games:play"
    assert asking.known_by(third).get("/v1/me").ok()["token"]["scopes"] == ["games:play", "profile:read"]
    assert asking.refresh(third["refresh_token"], scope="notes").body["error"] == "invalid_scope"
    assert asking.refresh(first["refresh_token"]).body["error"] == "invalid_grant"
    for tokens in (second, third):
        assert asking.known_by(tokens).get("/v1/me").code == "invalid-token"
    assert asking.refresh(third["refresh_token"]).body["error"] == "invalid_grant"
    assert asking.known_by(other).get("/v1/me").status == 200


def test_an_account_has_a_maximum_of_apps(app: Flask, browser: Browser, database_url: str) -> None:
    """One more ends the oldest of those that were not used for longest."""
    asking = App(app)
    first = asking.tokens(browser)
    me = browser.get("/v1/me").ok()["id"]
    with connect(database_url, autocommit=True) as db:
        db.execute(
            """insert into token (token_id, account_id, digest, name, scopes, client_id, refresh_digest, expires_at,
                                  used_on)
               select gen_random_uuid(), t.account_id, sha256(n::text::bytea || t.digest), 'x', t.scopes, t.client_id,
                      ''::bytea, t.expires_at, t.used_on + 1
                 from token t, generate_series(2, %s) n
                where t.account_id = %s and t.refresh_digest is not null""",
            (apps.MAX_APPS, me[2:]),
        )
    second = asking.tokens(browser)
    assert len(access_of(browser, "app")) == apps.MAX_APPS
    assert asking.known_by(first).get("/v1/me").code == "invalid-token"
    assert asking.known_by(second).get("/v1/me").status == 200


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
