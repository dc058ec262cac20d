"""Tests of the errors of the RFCs: which request gets which, at each endpoint of the OAuth server."""

import re
from typing import Any, Final

import pytest
from flask import Flask

from tests.rows import in_one_test
from tests.service.browser import Browser
from tests.service.client import access_of
from tests.service.oauth.app import VERIFIER, App

CODE: Final = "authorization_code"
DEVICE: Final = "urn:ietf:params:oauth:grant-type:device_code"
REFRESH: Final = "refresh_token"
BACK: Final = "https://app.example/back?from=hanabi"

ERRORS: Final[dict[str, tuple[str, dict[str, str], str]]] = {
    # RFC 6749, section 5.2, and RFC 7636, section 4.6
    "6749 no grant": ("token", {}, "invalid_request"),
    "6749 another grant": ("token", {"grant_type": "password"}, "unsupported_grant_type"),
    "6749 client credentials": ("token", {"grant_type": "client_credentials"}, "unsupported_grant_type"),
    "6749 no client": ("token", {"grant_type": CODE, "client_id": ""}, "invalid_client"),
    "6749 an unknown client": ("token", {"grant_type": CODE, "client_id": "x"}, "invalid_client"),
    "6749 no code": ("token", {"grant_type": CODE}, "invalid_request"),
    "6749 an unknown code": ("token", {"grant_type": CODE, "code": "x", "code_verifier": VERIFIER}, "invalid_grant"),
    "6749 no redirect": ("token", {"grant_type": CODE, "code": "{code}", "code_verifier": VERIFIER}, "invalid_grant"),
    "6749 no refresh token": ("token", {"grant_type": REFRESH}, "invalid_request"),
    "6749 an unknown refresh token": ("token", {"grant_type": REFRESH, "refresh_token": "x"}, "invalid_grant"),
    "6749 an access token": ("token", {"grant_type": REFRESH, "refresh_token": "{access}"}, "invalid_grant"),
    "6749 more scopes": (
        "token",
        {"grant_type": REFRESH, "refresh_token": "{refresh}", "scope": "notes"},
        "invalid_scope",
    ),
    "7636 no verifier": ("token", {"grant_type": CODE, "code": "{code}", "redirect_uri": BACK}, "invalid_request"),
    "7636 another verifier": (
        "token",
        {"grant_type": CODE, "code": "{code}", "redirect_uri": BACK, "code_verifier": VERIFIER[::-1]},
        "invalid_grant",
    ),
    "7636 a short verifier": (
        "token",
        {"grant_type": CODE, "code": "{code}", "redirect_uri": BACK, "code_verifier": "short"},
        "invalid_request",
    ),
    # RFC 8628, sections 3.1 and 3.5
    "8628 no client": ("device", {"client_id": ""}, "invalid_client"),
    "8628 an unknown client": ("device", {"client_id": "x"}, "invalid_client"),
    "8628 a scope that no app has": ("device", {"scope": "account"}, "invalid_scope"),
    "8628 an unknown scope": ("device", {"scope": "everything"}, "invalid_scope"),
    "8628 no device code": ("token", {"grant_type": DEVICE}, "invalid_request"),
    "8628 an unknown device code": ("token", {"grant_type": DEVICE, "device_code": "x"}, "invalid_grant"),
    "8628 a person still thinks": (
        "token",
        {"grant_type": DEVICE, "device_code": "{device}"},
        "authorization_pending",
    ),
    "8628 a person has refused": ("token", {"grant_type": DEVICE, "device_code": "{refused}"}, "access_denied"),
    # RFC 7009, section 2.2.1, and RFC 7662, section 2.3
    "7009 no token": ("revoke", {}, "invalid_request"),
    "7009 no client": ("revoke", {"client_id": "", "token": "{access}"}, "invalid_client"),
    "7009 another client": ("revoke", {"client_id": "https://evil.example", "token": "{access}"}, "invalid_grant"),
    "7662 no token": ("introspect", {}, "invalid_request"),
    "7662 no client": ("introspect", {"client_id": "", "token": "{access}"}, "invalid_client"),
}
"""By the number of the RFC and what is wrong: the endpoint, the form, and the error. `slow_down` and `expired_token`
are in `test_devices.py`, and the errors of the authorization endpoint (section 4.1.2.1) in `test_codes.py`."""


class Situation:
    """An app with a code, tokens, and two devices, of which one was refused. Each is made when a row needs it."""

    def __init__(self, app: Flask) -> None:
        self.app = App(app)
        self.browser = Browser(app)
        self.browser.guest()

    def filled(self, form: dict[str, str]) -> dict[str, str]:
        """Return a form with what its names in braces stand for."""
        return {name: self._made(value[1:-1]) if value.startswith("{") else value for name, value in form.items()}

    def _made(self, name: str) -> str:
        made: Any
        if name == "code":
            made = self.app.answered(self.browser)["code"]
        elif name in ("access", "refresh"):
            made = self.app.tokens(self.browser)[f"{name}_token"]
        else:
            codes = self.app.post("device", scope="games:play").ok()
            if name == "refused":
                self.browser.post("/v1/me/devices", {"code": codes["user_code"], "allowed": False}).ok()
            made = codes["device_code"]
        return str(made)


@in_one_test(("endpoint", "form", "error"), ERRORS.values())
def test_a_wrong_request_has_the_error_of_its_rfc(app: Flask, endpoint: str, form: dict[str, str], error: str) -> None:
    """It is JSON that nobody stores, says why, and has 400, or 401 for an app that did not say who it is."""
    situation = Situation(app)
    answer = situation.app.post(endpoint, **situation.filled(form))
    assert answer.body["error"] == error, answer.body
    assert answer.status in ((400, 401) if error == "invalid_client" else (400,))
    assert {*answer.body} - {"error_uri"} == {"error", "error_description"}
    assert re.fullmatch(r"[A-Z][^\[\]{}<>]*\.", answer.body["error_description"]), answer.body
    assert (answer.headers["Cache-Control"], answer.headers["Content-Type"]) == ("no-store", "application/json")


@in_one_test("endpoint", ["token", "device", "revoke", "introspect"])
def test_the_endpoints_take_forms_only(app: Flask, endpoint: str) -> None:
    """A query and a body in JSON are not the parameters of a request, and GET is not a method."""
    asking = App(app)
    assert asking.api.get(f"/oauth/{endpoint}", query="client_id=https://app.example").status == 405
    answer = asking.api.post(f"/oauth/{endpoint}", {"client_id": asking.client_id, "token": "x"})
    assert (answer.status, answer.body["error"]) == (400, "invalid_request")
    assert "has to be a form" in answer.body["error_description"]


@pytest.mark.parametrize("name", ["client_id", "grant_type", "code"])
def test_a_parameter_of_a_form_counts_once(app: Flask, name: str) -> None:
    """Repeated, it is `invalid_request` (RFC 6749, section 3.2)."""
    asking = App(app)
    form = f"client_id={asking.client_id}&grant_type={CODE}&code=x&code_verifier={VERIFIER}&{name}=y"
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = asking.api.post("/oauth/token", raw=form.encode(), headers=kind)
    assert (answer.status, answer.body["error"]) == (400, "invalid_request")


@pytest.mark.parametrize("kind", ["access_token", "refresh_token"])
def test_a_wrong_hint_is_ignored(app: Flask, kind: str) -> None:
    """RFC 7009, section 2.2, and RFC 7662, section 2.1."""
    situation = Situation(app)
    token = situation.app.tokens(situation.browser)[kind]
    assert situation.app.post("introspect", token=token, token_type_hint="x").ok()["active"] is True
    assert situation.app.post("revoke", token=token, token_type_hint="x").status == 200
    assert access_of(situation.browser, "app") == []
