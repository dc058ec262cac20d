"""Tests of requests as libraries send them: the client in HTTP Basic, and registration."""

import base64
import json
from typing import Any, Final
from urllib.parse import quote_plus, urlencode

from flask import Flask

from tests.rows import in_one_test
from tests.service.browser import Browser
from tests.service.client import Answer, access_of
from tests.service.oauth.app import VERIFIER, App

LOCAL: Final = "http://localhost/a bot".replace(" ", "%20")
ORIGIN: Final = "https://app.example"

ENDPOINTS: Final = ("token", "device", "revoke", "introspect")


def basic(text: str) -> str:
    """Return the value of the header for a name and a password."""
    return f"Basic {base64.b64encode(text.encode()).decode()}"


def sent(asking: App, endpoint: str, authorization: str, **form: str) -> Answer:
    """Send a form with a header `Authorization`, and without a `client_id` unless the form has it."""
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Authorization": authorization}
    return asking.api.post(f"/oauth/{endpoint}", raw=urlencode(form).encode(), headers=headers)


@in_one_test(("client_id", "encoded"), [(id_, encoded) for id_ in (LOCAL, ORIGIN) for encoded in (True, False)])
def test_basic_with_an_empty_password_names_the_app(
    app: Flask, browser: Browser, client_id: str, encoded: bool
) -> None:
    """At each endpoint, with the address encoded as RFC 6749 demands, and as libraries send it."""
    asking = App(app, client_id, "http://127.0.0.1:9/" if client_id == LOCAL else f"{ORIGIN}/back")
    known = basic(f"{quote_plus(client_id) if encoded else client_id}:")
    code = {"code": asking.answered(browser)["code"], "code_verifier": VERIFIER, "redirect_uri": asking.redirect_uri}
    tokens = sent(asking, "token", known, grant_type="authorization_code", **code).ok()
    tokens = sent(asking, "token", known, grant_type="refresh_token", refresh_token=tokens["refresh_token"]).ok()
    assert sent(asking, "device", known, scope="games:play").ok()["user_code"]
    assert sent(asking, "introspect", known, token=tokens["access_token"], client_id=client_id).ok()["active"] is True
    assert sent(asking, "revoke", known, token=tokens["access_token"]).status == 200
    assert access_of(browser, "app") == []


WRONG: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "a password": (basic(f"{ORIGIN}:a secret"), {}),
    "a password, encoded": (basic(f"{quote_plus(ORIGIN)}:a secret"), {}),
    "no colon": (basic("app"), {}),
    "an unknown app": (basic("somebody:"), {}),
    "nobody": (basic(":"), {}),
    "two apps": (basic(f"{ORIGIN}:"), {"client_id": "https://evil.example"}),
    "no base64": ("Basic ä", {}),
    "no text": (f"Basic {base64.b64encode(bytes([255])).decode()}", {}),
    "nothing": ("Basic", {}),
    "another scheme": ("Digest x", {"client_id": ORIGIN}),
    "no scheme": (base64.b64encode(f"{ORIGIN}:".encode()).decode(), {"client_id": ORIGIN}),
    "an empty header": ("", {"client_id": ORIGIN}),
}
"""The header, and the form."""


@in_one_test(("authorization", "form"), WRONG.values())
def test_an_app_that_fails_to_authenticate_itself_gets_401(
    app: Flask, authorization: str, form: dict[str, str]
) -> None:
    """With the scheme that it could use (RFC 6749, section 5.2), at each endpoint."""
    for endpoint in ENDPOINTS:
        answer = sent(App(app), endpoint, authorization, grant_type="refresh_token", token="x", **form)
        assert (answer.status, answer.body["error"]) == (401, "invalid_client"), endpoint
        assert answer.headers["WWW-Authenticate"].startswith("Basic realm=")
        assert answer.headers["Cache-Control"] == "no-store"


def test_a_token_in_the_header_does_not_name_the_app(app: Flask, browser: Browser) -> None:
    """Some libraries send their access token with everything."""
    asking = App(app)
    tokens = asking.tokens(browser)
    known = {"client_id": asking.client_id, "token": tokens["access_token"]}
    assert sent(asking, "introspect", f"Bearer {tokens['access_token']}", **known).ok()["active"] is True


def test_a_refresh_token_names_its_app(app: Flask, browser: Browser) -> None:
    """RFC 6749 demands no `client_id` with it (section 6), and some libraries send none. Errors are as ever."""
    asking, form = App(app), {"Content-Type": "application/x-www-form-urlencoded"}

    def refresh(**parameters: str) -> Answer:
        sent = urlencode({"grant_type": "refresh_token", **parameters}).encode()
        return asking.api.post("/oauth/token", raw=sent, headers=form)

    tokens = asking.tokens(browser)
    newest = refresh(refresh_token=tokens["refresh_token"]).ok()
    assert refresh(refresh_token=tokens["refresh_token"]).ok()["refresh_token"] == newest["refresh_token"]
    assert refresh(refresh_token=newest["refresh_token"], client_id="https://evil.example").status == 400
    for wrong in ("", "x", newest["access_token"]):
        assert refresh(refresh_token=wrong).body["error"] == "invalid_client"
    assert refresh().body["error"] == "invalid_client"


def registered(asking: App, metadata: Any) -> Answer:
    """Register."""
    return asking.api.post(
        "/oauth/register", raw=json.dumps(metadata).encode(), headers={"Content-Type": "application/json"}
    )


REGISTRATIONS: Final[list[tuple[dict[str, Any], str, list[str]]]] = [
    ({"redirect_uris": ["http://localhost:3030/back"], "client_name": "A bot"}, "http://localhost/A%20bot", [":3030"]),
    ({"redirect_uris": ["http://127.0.0.1/"], "client_name": "é/../<"}, "http://localhost/%C3%A9%2F..%2F%3C", ["1/"]),
    ({"redirect_uris": ["http://[::1]:1/"]}, "http://localhost", ["[::1]"]),
    ({"redirect_uris": ["https://app.example:443/a", "https://app.example/b"]}, ORIGIN, ["/a", "/b"]),
    ({"redirect_uris": ["https://vscode.example/", "http://127.0.0.1:33418/"]}, "http://localhost", ["33418"]),
    ({"redirect_uris": ["cursor://back", "https://app.example/b"], "client_name": "x" * 80}, ORIGIN, ["/b"]),
    ({"grant_types": ["urn:ietf:params:oauth:grant-type:device_code"], "client_name": "a bot"}, LOCAL, []),
    (
        {"redirect_uris": ["https://app.example/a"], "grant_types": ["authorization_code", "refresh_token", "password"],
         "token_endpoint_auth_method": "client_secret_basic", "response_types": ["code", "token"], "contacts": ["x"]},
        ORIGIN, ["/a"],
    ),
]  # fmt: skip
"""What an app says, its `client_id`, and a part of each address to which it may redirect."""


@in_one_test(("metadata", "client_id", "redirects"), REGISTRATIONS)
def test_registration_answers_with_an_address(
    app: Flask, browser: Browser, metadata: dict[str, Any], client_id: str, redirects: list[str]
) -> None:
    """With it, the app gets tokens at once, as any app does that knows its own address (RFC 7591)."""
    answer = registered(App(app), metadata)
    found = answer.ok()
    assert (answer.status, answer.headers["Cache-Control"]) == (201, "no-store")
    assert found["client_id"] == client_id and "client_secret" not in found
    assert (found["token_endpoint_auth_method"], found["response_types"]) == ("none", ["code"])
    assert len(found["redirect_uris"]) == len(redirects)
    for part, redirect in zip(redirects, found["redirect_uris"], strict=True):
        assert part in redirect
        asking = App(app, found["client_id"], redirect)
        assert asking.known_by(asking.tokens(browser)).get("/v1/me").status == 200
    assert registered(App(app), found).ok() == found


NOT_REGISTERED: Final[list[tuple[Any, str]]] = [
    ([], "invalid_client_metadata"),
    ("x", "invalid_client_metadata"),
    ({}, "invalid_redirect_uri"),
    ({"redirect_uris": []}, "invalid_redirect_uri"),
    ({"redirect_uris": "https://app.example/"}, "invalid_client_metadata"),
    ({"redirect_uris": [1]}, "invalid_client_metadata"),
    ({"redirect_uris": ["https://app.example/"] * 21}, "invalid_client_metadata"),
    ({"redirect_uris": ["cursor://back"]}, "invalid_redirect_uri"),
    ({"redirect_uris": ["http://app.example/"]}, "invalid_redirect_uri"),
    ({"redirect_uris": ["https://10.0.0.1/"]}, "invalid_redirect_uri"),
    ({"redirect_uris": ["https://app.example/"], "grant_types": ["password"]}, "invalid_client_metadata"),
    ({"redirect_uris": ["https://app.example/"], "response_types": ["token"]}, "invalid_client_metadata"),
    ({"redirect_uris": ["https://app.example/"], "response_types": "code"}, "invalid_client_metadata"),
    ({"redirect_uris": ["https://app.example/"], "client_name": 1}, "invalid_client_metadata"),
    ({"redirect_uris": ["https://app.example/"], "scope": ["notes"]}, "invalid_client_metadata"),
]


@in_one_test(("metadata", "error"), NOT_REGISTERED)
def test_wrong_metadata_have_the_error_of_the_rfc(app: Flask, metadata: Any, error: str) -> None:
    """RFC 7591, section 3.2.2."""
    answer = registered(App(app), metadata)
    assert (answer.status, answer.body["error"]) == (400, error)
