"""Tests of recovery codes: each signs in once, and attempts say nothing and are limited."""

import hashlib
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from flask import Flask

from service.app import create_app
from service.platform.settings import Quota, Settings
from tests.rows import in_one_test
from tests.service.browser import Browser
from tests.service.client import Answer, Json, access_of
from tests.service.factories import unique
from tests.service.statements import recorded


class Owner:
    """A browser that is signed in, with recovery codes."""

    def __init__(self, app: Flask) -> None:
        self.browser = Browser(app)
        self.account = self.browser.guest()
        self.codes = new_codes(self.browser)


def new_codes(browser: Browser) -> list[str]:
    """Make recovery codes."""
    codes: list[str] = browser.post("/v1/me/recovery-codes").ok()["codes"]
    return codes


def tried(app: Flask, name: str, code: str) -> Answer:
    """Try a code in a browser that is not signed in."""
    return Browser(app).post("/v1/sign-in/recovery-code", {"name": name, "code": code})


@pytest.fixture(scope="module")
def owner(app: Flask) -> Owner:
    """An account with codes, of which tests use up some."""
    return Owner(app)


def test_each_code_signs_in_once(app: Flask, owner: Owner, database_url: str) -> None:
    """However it is typed. The account is no guest's any more, so its sign-ins end after a year."""
    name, code = owner.account["name"], owner.codes.pop()
    other = Browser(app)
    typed = {"name": f" {name.upper()} ", "code": f" {code.lower().replace('-', ' ').replace('0', 'o')}"}
    assert other.post("/v1/sign-in/recovery-code", typed).ok()["id"] == owner.account["id"]
    assert other.get("/v1/me").ok()["guest"] is False
    assert tried(app, name, code).code == "code-refused"
    (left,) = access_of(owner.browser, "recovery-codes")
    assert left["name"] == "9" and len(owner.codes) == 9
    exported = {"left": 9, "created_at": left["created_at"], "used_on": left["used_on"]}
    assert left["used_on"]
    assert owner.browser.get("/v1/me/export").ok()["recovery_codes"] == exported
    with psycopg.connect(database_url) as db:
        mine = (owner.account["id"].removeprefix("a_"),)
        ends = db.execute("select ends_at is null from token where is_sign_in and account_id = %s", mine).fetchall()
        stored = db.execute("select digest, salt from recovery_code where account_id = %s", mine).fetchall()
    assert ends == [(False,), (False,)]
    slow = {
        hashlib.scrypt(code.replace("-", "").encode(), salt=stored[0][1], n=2**13, r=8, p=1) for code in owner.codes
    }
    assert {digest for digest, _ in stored} == slow


@pytest.mark.slow
def test_new_codes_replace_the_earlier_ones(app: Flask) -> None:
    """And no code of a deleted account signs in."""
    owner = Owner(app)
    name, new = owner.account["name"], new_codes(owner.browser)
    assert tried(app, name, owner.codes[0]).code == "code-refused"
    assert len({*new, *owner.codes}) == 20
    owner.browser.delete("/v1/me").ok()
    assert tried(app, name, new[0]).code == "code-refused"


@pytest.mark.parametrize("wrong", ["unknown name", "no codes", "another's code"])
def test_an_attempt_does_not_tell_which_names_exist(
    app: Flask, owner: Owner, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer, the statements and the slow digest are those of a wrong code, so its time is, too."""
    without = Browser(app).guest()["name"]
    name = {"unknown name": unique("Nobody"), "no codes": without, "another's code": without}[wrong]
    code = owner.codes[0] if wrong == "another's code" else "0000-0000-0000"
    digests: list[int] = []
    slow: Callable[..., bytes] = hashlib.scrypt

    def counted(*args: Any, **options: Any) -> bytes:
        digests.append(options["n"])
        return slow(*args, **options)

    monkeypatch.setattr(hashlib, "scrypt", counted)

    def seen(name: str, code: str) -> tuple[Json, list[str], int]:
        digests.clear()
        with recorded(monkeypatch) as statements:
            answer = tried(app, name, code)
        assert (answer.status, answer.code) == (403, "code-refused")
        return {**answer.body, "request_id": None}, [*statements], len(digests)

    assert seen(name, code) == seen(owner.account["name"], "0000-0000-0000")


def test_wrong_attempts_are_limited_and_keep_nobody_out(database_url: str, owner: Owner) -> None:
    """The right code passes, also after wrong ones for its name and from its address."""
    quotas = {"rate_limit_codes": Quota(3, 3600), "rate_limits": True}
    app = create_app(Settings(database_url=database_url, **quotas))  # type: ignore[arg-type]
    name = owner.account["name"]

    def attempt(name: str, address: str, code: str = "0" * 12) -> Any:
        body = {"name": name, "code": code}
        environ = {"REMOTE_ADDR": address}
        return app.test_client().post("/v1/sign-in/recovery-code", json=body, environ_overrides=environ).json

    assert [attempt(name, "192.0.2.1")["code"] for _ in range(3)] == ["code-refused"] * 3
    assert attempt("Somebody else", "192.0.2.1")["code"] == "too-many-requests"
    assert [attempt(name, f"192.0.3.{place}")["code"] for place in range(5)] == ["code-refused"] * 5
    assert attempt(name, "192.0.2.1", owner.codes.pop())["name"] == name
    assert attempt(name, "192.0.2.2", owner.codes.pop())["name"] == name
    app.extensions["database"].close()


@in_one_test(
    "body",
    [
        {},
        {"name": "Ada"},
        {"name": "Ada", "code": 7},
        {"name": "", "code": "0"},
        {"name": "x" * 41, "code": "0"},
        {"name": "Ada", "code": "0" * 41},
    ],
)
def test_malformed_attempts_are_invalid(app: Flask, body: Json) -> None:
    """Before anything is computed."""
    assert Browser(app).post("/v1/sign-in/recovery-code", body).code == "invalid-request"


@in_one_test("name", ["!", "'", "é́́́", "a_" + "0" * 32])
def test_no_text_is_too_odd_for_a_name(app: Flask, name: str) -> None:
    """It belongs to nobody."""
    assert tried(app, name, "\u2010").code in ("code-refused", "invalid-request")
