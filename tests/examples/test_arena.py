"""Tests of docs/arena.md: its commands, and a program in place of a language model that plays by `/mcp`."""

import os
import re
import secrets
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.bots import USUAL_BOT
from service.app import create_app
from service.features.contests import arenas
from service.platform.settings import Settings
from tests import asynchronous
from tests.examples.test_examples import ROOT, WRITTEN_FOR, read, run, sent
from tests.programs import require_program

pytestmark = pytest.mark.slow

GUIDE = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module", autouse=True)
def announced(served_database_url: str) -> None:
    """The arenas, which a worker announces when it starts."""
    with create_app(Settings(database_url=served_database_url)).extensions["database"].bind():
        arenas.announce_missing()


def test_the_agent_of_the_guide_plays_by_the_commands_of_the_guide(server: str, tmp_path: Path) -> None:
    """They are all blocks of the shell, in order, in an empty folder."""
    require_program("curl")
    (agent,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    chooser = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "bots.md").read_text(encoding="utf-8"), re.DOTALL)[0]
    (tmp_path / "choose.py").write_text(chooser)
    (tmp_path / "agent.py").write_text(agent)
    commands = "".join(re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL))
    assert WRITTEN_FOR in commands and commands.count("hanabi evaluate") == 1
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    script = commands.replace(WRITTEN_FOR, server)
    played = run("sh", "-ec", script, cwd=tmp_path, env={**os.environ, "PATH": path})
    assert played.returncode == 1, played.stderr  # decks are left
    lines = played.stdout.splitlines()
    assert re.fullmatch(r"Arena, 2 seats, \d{4} quarter [1-4]: My agent \+ My agent 2, 2 of 100 decks ended", lines[0])
    described = re.findall(r"```\n(Arena, .*?)```", GUIDE, re.DOTALL)[0].splitlines()
    assert [line.split()[0] for line in lines] == [line.split()[0] for line in described]


def test_a_program_that_plays_by_mcp_is_on_the_leaderboard(server: str) -> None:
    """It uses the tools alone: `next_deck` until there is no other one, and `act`."""
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    owner = sent(f"{server}/v1/accounts", {})["token"]
    name = f"Model {secrets.token_hex(4)}"
    bot = sent(f"{server}/v1/me/bots", {"name": name}, owner)["token"]

    async def play() -> int:
        decks = 0
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {bot}"}, timeout=60) as http,
            Client(streamable_http_client(f"{server}/mcp", http_client=http)) as client,
        ):
            while True:
                begun: Any = await client.call_tool("next_deck", {"contest": "arena-2"})
                assert not begun.is_error, begun.content
                view = begun.structured_content
                if "legal_actions" not in view:
                    return decks
                decks += 1
                while view["status"] == "running":
                    move = next(action for action in view["legal_actions"] if action["type"] == "play")
                    about = {"game": view["id"], "version": view["version"], **move}
                    done: Any = await client.call_tool("act", about)
                    assert not done.is_error, done.content
                    view = done.structured_content["view"]

    assert asynchronous.run(play()) == 100
    shown = read(f"{server}/v1/contests/arena-2/leaderboard")["items"]
    (mine,) = [team for team in shown if team["entry"]["members"][0]["name"] == name]
    assert (mine["via"], mine["entry"]["members"][1]["bot"]) == ("mcp", USUAL_BOT)
