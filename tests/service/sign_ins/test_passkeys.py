"""Tests of passkeys, with an authenticator in software that can also answer wrongly."""

import hashlib
import json
import secrets
import struct
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any

import cbor2
import psycopg
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from flask import Flask

from service.core.people import sign_ins
from service.features.sign_ins import passkeys
from tests.rows import in_one_test
from tests.service.browser import Browser, guest_browser
from tests.service.client import Answer, Api, Json, access_of
from tests.service.oauth.app import App

ORIGIN = "http://localhost"


def text(data: bytes) -> str:
    """Return bytes in base64url."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """A passkey on a device. Its fields can be changed, so that it answers wrongly."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)
        self.origin, self.relying_party, self.count = ORIGIN, "localhost", 1
        self.user: str | None = None
        self.verifies = True

    def create(self, options: Json) -> Json:
        """Answer a challenge with a new passkey."""
        self.user = options.get("user", {}).get("id")
        numbers = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        data = self._data(0x45) + bytes(16) + struct.pack(">H", len(self.id)) + self.id + key
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        response = {"clientDataJSON": text(self._client("create", options)), "attestationObject": text(attestation)}
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}

    def get(self, options: Json) -> Json:
        """Answer a challenge with a signature."""
        client, data = self._client("get", options), self._data(0x05)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        parts = {"clientDataJSON": client, "authenticatorData": data, "signature": signature}
        response = {**{name: text(part) for name, part in parts.items()}, "userHandle": self.user}
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}

    def _client(self, kind: str, options: Json) -> bytes:
        sent = {"type": f"webauthn.{kind}", "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(sent).encode()

    def _data(self, flags: int) -> bytes:
        flags &= 0xFF if self.verifies else ~0x04
        return hashlib.sha256(self.relying_party.encode()).digest() + struct.pack(">BI", flags, self.count)


@pytest.fixture
def owner(app: Flask) -> tuple[Browser, Authenticator, str]:
    """A browser that is signed in, the passkey of its account, and the account's id."""
    browser, authenticator = Browser(app), Authenticator()
    account = browser.guest()["id"]
    assert added(browser, authenticator).ok()["name"] == "Firefox, Linux"
    return browser, authenticator, account


def added(browser: Browser, authenticator: Authenticator) -> Answer:
    """Register a passkey."""
    options = browser.post("/v1/me/passkeys/options").ok()["publicKey"]
    return browser.post("/v1/me/passkeys", {"credential": authenticator.create(options)})


def asked(browser: Browser) -> Json:
    """Return options to sign in."""
    options: Json = browser.post("/v1/sign-in/passkey/options").ok()["publicKey"]
    return options


def signed_in(browser: Browser, authenticator: Authenticator, options: Json | None = None) -> Answer:
    """Sign in with a passkey."""
    authenticator.count += 1
    return browser.post("/v1/sign-in/passkey", {"credential": authenticator.get(options or asked(browser))})


def test_a_passkey_signs_another_browser_in(app: Flask, owner: tuple[Browser, Authenticator, str]) -> None:
    """The options name neither an account nor a passkey. The account is no longer a guest's."""
    browser, authenticator, account = owner
    other = Browser(app)
    options = asked(other)
    assert (options["rpId"], options.get("allowCredentials", [])) == ("localhost", [])
    assert signed_in(other, authenticator, options).ok()["id"] == account
    assert other.get("/v1/me").ok()["guest"] is False
    [passkey] = access_of(browser, "passkey")
    [exported] = browser.get("/v1/me/export").ok()["passkeys"]
    assert (passkey["used_on"], passkey["id"]) == (exported["used_on"], exported["id"]) and passkey["used_on"]


def other_key(one: Authenticator) -> None:
    """Sign with another key."""
    one.key = ec.generate_private_key(ec.SECP256R1())


WRONG: dict[str, Callable[[Authenticator], Any]] = {
    "page of a look-alike": lambda one: setattr(one, "origin", "http://localhost.evil.example"),
    "another port": lambda one: setattr(one, "origin", "http://localhost:9"),
    "another relying party": lambda one: setattr(one, "relying_party", "evil.example"),
    "another key": other_key,
    "a copy with an older count": lambda one: setattr(one, "count", 0),
    "unknown": lambda one: setattr(one, "id", b"x" * 32),
    "the person was not verified": lambda one: setattr(one, "verifies", False),
    "of another account": lambda one: setattr(one, "user", text(b"x" * 16)),
    "of something that is no account": lambda one: setattr(one, "user", text(b"x")),
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_wrong_answer_does_not_sign_in(app: Flask, owner: tuple[Browser, Authenticator, str], fault: str) -> None:
    """All faults have one answer, so that it says nothing about what is known."""
    browser, authenticator = Browser(app), owner[1]
    signed_in(browser, authenticator).ok()
    WRONG[fault](authenticator)
    refused = signed_in(Browser(app), authenticator)
    unknown = signed_in(Browser(app), Authenticator())
    assert (refused.status, refused.code) == (403, "passkey-refused")
    assert {**refused.body, "request_id": None} == {**unknown.body, "request_id": None}


def test_a_challenge_is_answered_once_by_whom_it_was_made_for(
    app: Flask, owner: tuple[Browser, Authenticator, str], database_url: str
) -> None:
    """Not again, not to register, not for another account, and not later."""
    browser, authenticator, _ = owner
    options = asked(browser)
    signed_in(Browser(app), authenticator, options).ok()
    assert signed_in(Browser(app), authenticator, options).code == "passkey-refused"
    to_register = browser.post("/v1/me/passkeys/options").ok()["publicKey"]
    assert signed_in(Browser(app), authenticator, to_register).code == "passkey-refused"
    stranger = guest_browser(app)
    body = {"credential": Authenticator().create(to_register)}
    assert stranger.post("/v1/me/passkeys", body).code == "passkey-refused"
    assert stranger.post("/v1/me/passkeys", {"credential": Authenticator().create(options)}).code == "passkey-refused"
    late = asked(browser)
    with psycopg.connect(database_url, autocommit=True) as db:
        db.execute("update challenge set expires_at = now()")
    assert signed_in(Browser(app), authenticator, late).code == "passkey-refused"
    with app.extensions["database"].bind():
        assert passkeys.remove_old_challenges() >= 1


@in_one_test(
    "credential",
    [
        {},
        {"response": None},
        {"response": {"clientDataJSON": 7}},
        {"response": {"clientDataJSON": "é"}},
        {"response": {"clientDataJSON": text(b"[]")}},
        {"response": {"clientDataJSON": text(b'{"challenge": null}')}},
        {"response": {"clientDataJSON": text(b'{"challenge": "AAAA"}')}},
        {"response": {"clientDataJSON": text(b"[" * 30_000)}},
        {"response": {"clientDataJSON": text(b'{"challenge":' * 3000)}},
    ],
)
@in_one_test("path", ["/v1/sign-in/passkey", "/v1/me/passkeys"])
def test_malformed_answers_are_refused(app: Flask, path: str, credential: Json) -> None:
    """In whatever part of the answer they are malformed."""
    browser = guest_browser(app)
    assert browser.post(path, {"credential": credential}).code == "passkey-refused"


@pytest.mark.parametrize("part", ["rawId", "authenticatorData", "signature", "response"])
def test_malformed_parts_are_refused(app: Flask, owner: tuple[Browser, Authenticator, str], part: str) -> None:
    """Also if the challenge is right."""
    values: list[Any] = [None, 7, [], "", "é", "AAAA"]
    for value in values:
        browser = Browser(app)
        credential = owner[1].get(asked(browser))
        if part in credential["response"]:
            credential["response"][part] = value
        else:
            credential[part] = value
        assert browser.post("/v1/sign-in/passkey", {"credential": credential}).code == "passkey-refused"


DEEP = [
    b"[" * 30_000,
    b"\x81" * 30_000,
    b"\xa1\x01" * 20_000,
    b"\xd8\x18" * 20_000,
]  # JSON; arrays, maps and tags of CBOR


@in_one_test("deep", DEEP)
@in_one_test("part", ["clientDataJSON", "attestationObject", "authenticatorData", "public key"])
def test_deep_nesting_is_refused_everywhere(
    app: Flask, owner: tuple[Browser, Authenticator, str], part: str, deep: bytes
) -> None:
    """In JSON and in CBOR, also behind a right challenge and inside data of the right form."""
    browser, one = owner[0], Authenticator()
    made = one.create(browser.post("/v1/me/passkeys/options").ok()["publicKey"])
    if part == "public key":
        data = one._data(0x45) + bytes(16) + struct.pack(">H", len(one.id)) + one.id + deep
        made["response"]["attestationObject"] = text(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data}))
    else:
        made["response"][part] = text(deep)
    if part != "authenticatorData":
        assert browser.post("/v1/me/passkeys", {"credential": made}).code == "passkey-refused"
    answer = owner[1].get(asked(browser))
    answer["response"] |= {part: text(deep)}
    if part in ("clientDataJSON", "authenticatorData"):
        assert browser.post("/v1/sign-in/passkey", {"credential": answer}).code == "passkey-refused"


def test_the_options_ask_for_verification(owner: tuple[Browser, Authenticator, str]) -> None:
    """Both say that the device must verify the person, and answers that lack it are refused."""
    made = owner[0].post("/v1/me/passkeys/options").ok()["publicKey"]
    assert made["authenticatorSelection"]["userVerification"] == "required"
    assert asked(owner[0])["userVerification"] == "required"
    one = Authenticator()
    one.verifies = False
    assert added(owner[0], one).code == "passkey-refused"


def test_a_passkey_belongs_to_one_account(app: Flask, owner: tuple[Browser, Authenticator, str]) -> None:
    """It cannot be registered twice."""
    stranger = guest_browser(app)
    assert added(stranger, owner[1]).code == "passkey-refused"
    assert added(owner[0], owner[1]).code == "passkey-refused"


def test_an_account_has_at_most_so_many_passkeys(
    owner: tuple[Browser, Authenticator, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit is known before the browser makes one in vain."""
    monkeypatch.setattr(passkeys, "MAX_PASSKEYS", 1)
    answer = owner[0].post("/v1/me/passkeys/options")
    assert (answer.code, answer.body["limit"]) == ("limit-reached", "passkeys")


def test_a_sign_in_ends_after_a_year_once_there_is_another_way_in(
    app: Flask, owner: tuple[Browser, Authenticator, str], database_url: str
) -> None:
    """It lasts no longer after the last passkey is removed. A removed passkey signs nobody in."""
    browser, authenticator, account = owner
    ends = "select ends_at - created_at from token where is_sign_in and account_id = %s"

    def age() -> Any:
        with psycopg.connect(database_url) as db:
            [(found,)] = db.execute(ends, (account.removeprefix("a_"),)).fetchall()
        return found

    before = age()
    assert abs(before - sign_ins.ABSOLUTE).total_seconds() < 3600
    [passkey] = access_of(browser, "passkey")
    assert browser.delete(f"/v1/me/access/{passkey['id']}").status == 204
    assert browser.delete(f"/v1/me/access/{passkey['id']}").status == 404
    assert age() == before
    assert browser.get("/v1/me").ok()["guest"] is True
    assert signed_in(Browser(app), authenticator).code == "passkey-refused"


def test_a_passkey_is_renamed_by_its_owner(app: Flask, owner: tuple[Browser, Authenticator, str]) -> None:
    """For anybody else it does not exist."""
    [passkey] = access_of(owner[0], "passkey")
    path = f"/v1/me/passkeys/{passkey['id']}"
    assert owner[0].send("PATCH", path, {"name": " My phone "}).ok()["name"] == "My phone"
    stranger = guest_browser(app)
    assert stranger.send("PATCH", path, {"name": "Mine"}).code == "not-found"
    assert [owner[0].send("PATCH", path, body).code for body in ({}, {"name": " "}, {"name": "x" * 41})] == (
        ["invalid-request"] * 3
    )


def test_one_list_has_all_that_has_access(app: Flask, owner: tuple[Browser, Authenticator, str]) -> None:
    """As a tree: each follows what issued it, and has the address that ends it."""
    browser, asking = owner[0], App(app)
    made = browser.post("/v1/me/tokens", {"name": "bot"}).ok()
    tokens = asking.tokens(browser, scope="tokens")
    asking.known_by(tokens).post("/v1/me/tokens", {"name": "of the app"}).ok()
    phone = Browser(app)
    phone.post("/v1/sign-in/token", {"token": made["token"]}).ok()
    browser.post("/v1/me/recovery-codes").ok()
    browser.post("/v1/me/webhooks", {"url": "https://bot.example/", "events": ["your-turn"]}).ok()
    items = browser.get("/v1/me/access").ok()["items"]
    kinds = ["sign-in", "token", "sign-in", "app", "token", "webhook", "passkey", "recovery-codes"]
    assert [one["kind"] for one in items] == kinds
    assert [one["current"] for one in items] == [True] + [False] * 7
    above = [
        None if one["issued_by"] is None else [each["id"] for each in items].index(one["issued_by"]) for one in items
    ]
    assert above == [None, 0, 1, 0, 3, 0, None, None]
    assert items[0]["used_on"] and not items[6]["used_on"]
    assert browser.delete(f"/v1/me/tokens/{items[3]['id']}").status == 404  # an app ends at its own address
    for place in (1, 3, 5, 6, 7):
        assert browser.delete(items[place]["path"]).status == 204
    assert browser.get("/v1/me/access").ok()["items"] == items[:1]


def test_an_owner_ends_everything_but_this_browser(app: Flask, owner: tuple[Browser, Authenticator, str]) -> None:
    """No passkey, code, token, app or other browser lets anybody in any more, and nothing is sent."""
    browser, authenticator, _ = owner
    program = Api(app, token=browser.post("/v1/me/tokens", {"name": "bot"}).ok()["token"])
    assert program.delete("/v1/me/access").code == "issued-token"
    codes, phone = browser.post("/v1/me/recovery-codes").ok()["codes"], Browser(app)
    signed_in(phone, authenticator).ok()
    asking = App(app)
    tokens = asking.tokens(phone)
    claim = Browser(app).post("/v1/sign-in/link", {"code": browser.post("/v1/me/links").ok()["code"]}).ok()
    browser.post("/v1/me/webhooks", {"url": "https://bot.example/", "events": ["your-turn"]}).ok()
    assert browser.delete("/v1/me/access").status == 204
    assert [one["current"] for one in browser.get("/v1/me/access").ok()["items"]] == [True]
    assert (phone.get("/v1/me").status, program.get("/v1/me").status) == (401, 401)
    assert asking.refresh(tokens["refresh_token"]).body["error"] == "invalid_grant"
    assert signed_in(Browser(app), authenticator).code == "passkey-refused"
    typed = {"name": browser.get("/v1/me").ok()["name"], "code": codes[0]}
    assert Browser(app).post("/v1/sign-in/recovery-code", typed).code == "code-refused"
    assert Browser(app).post("/v1/sign-in/link/claim", {"claim": claim["claim"]}).code == "code-refused"


def test_nobody_signs_in_to_a_deleted_account(app: Flask, owner: tuple[Browser, Authenticator, str]) -> None:
    """At once, before its data is removed."""
    owner[0].delete("/v1/me").ok()
    assert signed_in(Browser(app), owner[1]).code == "passkey-refused"
