"""An app of somebody else, as the service sees it: its requests and its tokens."""

import base64
import hashlib
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

from flask import Flask

from tests.service.browser import Browser
from tests.service.client import Answer, Api, Json

CLIENT: Final = "https://app.example"
BACK: Final = "https://app.example/back?from=hanabi"
VERIFIER: Final = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"


def challenge_of(verifier: str) -> str:
    """Return the S256 challenge of a verifier."""
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")


class App:
    """An app with an address."""

    def __init__(self, app: Flask, client_id: str = CLIENT, redirect_uri: str = BACK) -> None:
        self.api = Api(app)
        self.client_id = client_id
        self.redirect_uri = redirect_uri

    def query(self, **changes: str | None) -> str:
        """Return the query of an authorization request. None leaves a parameter out."""
        usual: dict[str, str | None] = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect_uri,
            "scope": "games:play games:create",
            "state": "a state",
            "code_challenge": challenge_of(VERIFIER),
            "code_challenge_method": "S256",
        }
        return urlencode({name: value for name, value in {**usual, **changes}.items() if value is not None})

    def answered(self, browser: Browser, *, allow: bool = True, **changes: str | None) -> dict[str, str]:
        """Let a person answer. Return the parameters with which the browser comes back."""
        body = {"request": self.query(**changes), "allowed": allow}
        location = browser.post("/v1/me/apps", body).ok()["location"]
        assert location.startswith(self.redirect_uri), location
        return {name: value for name, (value,) in parse_qs(urlsplit(location).query).items()}

    def post(self, endpoint: str, **form: str) -> Answer:
        """Send a form to an endpoint of the OAuth server."""
        sent = urlencode({"client_id": self.client_id, **form}).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.api.post(f"/oauth/{endpoint}", raw=sent, headers=kind)

    def exchange(self, code: str, **changes: str) -> Answer:
        """Exchange a code for tokens."""
        form = {"redirect_uri": self.redirect_uri, "code": code, "code_verifier": VERIFIER, **changes}
        return self.post("token", grant_type="authorization_code", **form)

    def refresh(self, token: str, **changes: str) -> Answer:
        """Exchange a refresh token."""
        return self.post("token", grant_type="refresh_token", refresh_token=token, **changes)

    def tokens(self, browser: Browser, **changes: Any) -> Json:
        """Go the whole way to tokens."""
        tokens: Json = self.exchange(self.answered(browser, **changes)["code"]).ok()
        return tokens

    def known_by(self, tokens: Json) -> Api:
        """Return a client with an access token."""
        return self.api.known_by(tokens["access_token"])
