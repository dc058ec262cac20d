"""Tests of the examples that act for a person, and of the commands in docs/apps.md."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from hanabi_client import Client

from tests.clients.consenting import Person, apps_of

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
WRITTEN_FOR = "http://localhost:8000"


class Files(SimpleHTTPRequestHandler):
    """Serves files, as `python3 -m http.server` does."""

    def log_message(self, *_: object) -> None:
        """Write no log."""


@pytest.fixture
def app(server: str, tmp_path: Path) -> Iterator[str]:
    """The address of the app, which another server than the service serves."""
    source = (EXAMPLES / "app.html").read_text(encoding="utf-8")
    (tmp_path / "app.html").write_text(source.replace(WRITTEN_FOR, server), encoding="utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=tmp_path)) as files:
        threading.Thread(target=files.serve_forever).start()
        yield f"http://localhost:{files.server_port}/app.html"
        files.shutdown()


@pytest.mark.slow
def test_a_page_of_another_origin_signs_a_person_in_and_plays(app: str, page: Any) -> None:
    """A guest allows it, it plays a move, survives a reload, and signs out."""
    page.goto(app)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Go on as a guest").click()
    page.locator("#allow").click()
    page.wait_for_url(app)
    page.get_by_text("Hello, ").wait_for()
    page.reload()
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name=re.compile("^clue")).first.click()
    page.locator("#log li").nth(1).wait_for()  # the bot has moved too
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in").wait_for()
    assert page.evaluate("sessionStorage.length") == 0


def test_a_page_refuses_answers_of_others(app: str, page: Any) -> None:
    """It sends no code of another sign-in anywhere."""
    page.goto(f"{app}?code=x&state=guessed&iss={WRITTEN_FOR}")
    page.get_by_text("Somebody else began this sign-in.").wait_for()
    assert page.url == app


@pytest.mark.slow
def test_a_bot_in_a_terminal_plays_with_a_code(server: str, tmp_path: Path) -> None:
    """It plays a whole game, and forgets its tokens when it is told to."""
    environ = {**os.environ, "PYTHONPATH": str(ROOT / "clients" / "python"), "XDG_CONFIG_HOME": str(tmp_path)}
    command = [sys.executable, str(EXAMPLES / "terminal_bot.py"), server]
    with Client(server) as client:
        client.create_account()
        with subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as bot:
            assert bot.stderr is not None and bot.stdout is not None
            asked = re.search(r"open (\S+) and type ([A-Z-]+)", bot.stderr.readline())
            assert asked is not None and asked[1] == f"{server}/device"
            Person(server, str(client.token)).type_code(asked[2])
            played = bot.stdout.read()
        assert re.search(r"^\w+: \d+ points$", played.splitlines()[-1]), played
        assert len(apps_of(client)) == 1
        subprocess.run([*command, "--sign-out"], env=environ, check=True)
        assert apps_of(client) == []
