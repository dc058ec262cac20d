"""Tests of signing in with the Python client, against a running service."""

import json
import stat
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hanabi_client import AsyncClient, Client, ProblemError, SignInError
from hanabi_client.kept_tokens import KeptTokens, Tokens

from tests import asynchronous
from tests.clients.consenting import Person, apps_of
from tests.clients.proxy import Proxy

Opens = Callable[[Callable[[str], object]], None]


@pytest.fixture
def opens(monkeypatch: pytest.MonkeyPatch) -> Opens:
    """A function that says what the browser of this computer does with an address."""

    def register(visit: Callable[[str], object]) -> None:
        class Browser(webbrowser.BaseBrowser):
            def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
                threading.Thread(target=visit, args=[url]).start()
                return True

        monkeypatch.setattr(webbrowser, "_browsers", {})
        monkeypatch.setattr(webbrowser, "_tryorder", [])
        webbrowser.register("a-person", None, Browser())

    return register


@pytest.fixture
def person(server: str, client: Client) -> Person:
    """The owner of an account."""
    assert client.token is not None
    return Person(server, client.token)


def hide(_address: str, _code: str | None) -> None:
    """Show nothing."""


def kept(folder: Path) -> tuple[Path, Any]:
    """Return the file with the tokens, and the tokens."""
    (file,) = folder.glob("*.json")
    return file, json.loads(file.read_text())


def test_a_person_signs_in_and_out(server: str, client: Client, person: Person, opens: Opens, tmp_path: Path) -> None:
    """The next start needs nobody. Expired tokens are renewed once, also by two programs, and end by signing out."""
    opens(person.open)
    with Client(server) as bot, Client(server) as again:
        me = bot.sign_in("a bot", device=False, show=hide, folder=tmp_path)
        assert me["id"] == client.api.get_me()["id"] and me["token"]["scopes"] != client.api.get_me()["token"]["scopes"]
        turn = next(bot.create_game(bots=["kagiya"], rules={"starting_seat": 0}).turns())
        assert turn.act(turn.legal_actions[-1]) is not None
        file, tokens = kept(tmp_path)
        assert (stat.S_IMODE(file.stat().st_mode), stat.S_IMODE(tmp_path.stat().st_mode) & 0o077) == (0o600, 0)
        file.write_text(json.dumps({**tokens, "expires_at": 0}))
        opens(lambda _: pytest.fail("nobody is asked"))
        assert again.sign_in("a bot", show=hide, folder=tmp_path)["id"] == me["id"]
        assert kept(tmp_path)[1]["refresh_token"] != tokens["refresh_token"] and again.token != bot.token
        assert bot.connection.renewal is not None
        bot.connection.renewal._tokens["expires_at"] = 0  # type: ignore[attr-defined]  # hours later
        assert bot.api.get_me()["id"] == me["id"] and bot.token == again.token
        assert len(apps_of(client)) == 1
        bot.sign_out("a bot", folder=tmp_path)
        assert apps_of(client) == [] and list(tmp_path.glob("*.json")) == []
        with pytest.raises(ProblemError, match="invalid-token"):
            again.api.get_me()


def test_a_lost_renewal_is_asked_for_again(proxy: Proxy, client: Client, opens: Opens, tmp_path: Path) -> None:
    """The program gets the same tokens, and goes on."""
    opens(Person(proxy.url, str(client.token)).open)
    with Client(proxy.url) as bot:
        me = bot.sign_in("a bot", device=False, show=hide, folder=tmp_path)
        file, tokens = kept(tmp_path)
        file.write_text(json.dumps({**tokens, "expires_at": 0}))
        proxy.lose_answer(b"POST /oauth/token")
        opens(lambda _: pytest.fail("nobody is asked"))
        assert bot.sign_in("a bot", show=hide, folder=tmp_path)["id"] == me["id"]
        assert sum(line.startswith(b"POST /oauth/token") for line in proxy.requests) == 3
        assert len(apps_of(client)) == 1
        bot.sign_out("a bot", folder=tmp_path)


def test_a_device_shows_a_code_to_asynchronous_programs(server: str, person: Person, tmp_path: Path) -> None:
    """Other tasks go on while somebody types it."""

    async def use() -> None:
        async with AsyncClient(server) as bot:

            def show(address: str, code: str | None) -> None:
                assert address == f"{server}/device" and code is not None
                person.type_code(code)

            await bot.sign_in(device=True, show=show, folder=tmp_path)
            async for turn in (await bot.create_game(bots=["kagiya"])).turns():
                assert await turn.act(turn.legal_actions[-1]) is not None
                break
            await bot.sign_out(folder=tmp_path)

    asynchronous.run(use())


def test_a_person_refuses(server: str, client: Client, opens: Opens, tmp_path: Path) -> None:
    """The program learns it, and keeps nothing."""
    opens(Person(server, str(client.token), allow=False).open)
    with Client(server) as bot, pytest.raises(SignInError, match="access_denied"):
        bot.sign_in(device=False, show=hide, folder=tmp_path)
    assert list(tmp_path.glob("*.json")) == []


def test_answers_of_others_are_not_used(server: str, client: Client, opens: Opens, tmp_path: Path) -> None:
    """One without our `state` is ignored (CSRF), and a code of another service is sent to nobody (mix-up)."""
    opens(Person(server, str(client.token), issuer="https://evil.example").open)
    with Client(server) as bot, pytest.raises(SignInError, match="invalid_issuer"):
        bot.sign_in(device=False, show=hide, folder=tmp_path)


KEYRING = """
from keyring.errors import KeyringError
entries = {}
def get_password(service, name):
    return entries.get(name)
def set_password(service, name, password):
    if REFUSES:
        raise KeyringError
    entries[name] = password
def delete_password(service, name):
    del entries[name]
"""


@pytest.mark.parametrize("refuses", [False, True])
def test_a_keyring_keeps_tokens_unless_it_refuses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, refuses: bool
) -> None:
    """Some can be read and not written: then they are in the file."""
    (tmp_path / "keyring").mkdir()
    (tmp_path / "keyring" / "errors.py").write_text("class KeyringError(Exception): pass")
    (tmp_path / "keyring" / "__init__.py").write_text(KEYRING.replace("REFUSES", str(refuses)))
    for name in ("keyring", "keyring.errors"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    tokens: Tokens = {"access_token": "a", "refresh_token": "r", "scope": "s", "expires_at": 0}
    for app in ("one", "other"):
        KeptTokens("http://localhost", app).write(tokens)
    assert len(list((tmp_path / "hanabi-client").glob("*.json"))) == (2 if refuses else 0)
    assert KeptTokens("http://localhost", "one").read() == tokens
    KeptTokens("http://localhost", "one").remove()
    assert KeptTokens("http://localhost", "one").read() is None
    assert KeptTokens("http://localhost", "other").read() == tokens
    for name in ("keyring", "keyring.errors"):
        del sys.modules[name]


def test_only_the_issuer_itself_is_asked(server: str, tmp_path: Path) -> None:
    """The metadata must name the address of the service (RFC 8414)."""
    with Client(f"{server}//") as bot, pytest.raises(SignInError, match="invalid_issuer"):
        bot.connection.base_url += "/docs/.."
        bot.sign_in(device=True, show=hide, folder=tmp_path)
