"""Tests of the examples and of docs/first-game.md against a running service."""

import importlib.util
import json
import os
import re
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.programs import require_program

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
WRITTEN_FOR = "http://127.0.0.1:8000"


def run(*command: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command and return its result."""
    return subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=60, check=False, **options)


def read(address: str) -> Any:
    """Return the JSON body of a GET response."""
    with urllib.request.urlopen(address, timeout=10) as answer:
        return json.load(answer)


def replay_in(output: str) -> Any:
    """Return the replay at the URL in the last line of an example's output."""
    found = re.search(r"http://\S+/v1/replays/g_[0-9a-f]{32}", output.splitlines()[-1])
    assert found, output
    return read(found[0])


@pytest.fixture
def curl() -> str:
    """The path of curl."""
    return require_program("curl")


@pytest.fixture
def bot() -> ModuleType:
    """The Python bot as a module."""
    spec = importlib.util.spec_from_file_location("bot", EXAMPLES / "bot.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.usefixtures("curl")
def test_a_shell_with_curl_plays_a_whole_game(server: str) -> None:
    """The shell example plays a game and prints it in the user's language."""
    played = run("sh", EXAMPLES / "first-game.sh", server, env={**os.environ, "LANG": "da_DK.UTF-8"})
    assert played.returncode == 0, played.stderr
    assert "Kortene er delt ud" in played.stdout
    replay = replay_in(played.stdout)
    assert replay["seats"][0]["name"].startswith("Player ") and f"Score: {replay['result']['score']}." in played.stdout


@pytest.mark.usefixtures("curl")
def test_the_shell_example_prints_a_problem_and_stops(server: str) -> None:
    played = run("sh", EXAMPLES / "first-game.sh", server, "nobody-of-this-name")
    assert played.returncode != 0 and "Playing" not in played.stdout
    assert '"code":"invalid-request"' in played.stderr


def test_the_python_bot_plays_a_whole_game(server: str) -> None:
    played = run(sys.executable, EXAMPLES / "bot.py", server, "--seats", 4)
    assert played.returncode == 0, played.stderr
    replay = replay_in(played.stdout)
    assert len(replay["seats"]) == 4 and f"{replay['result']['score']} points" in played.stdout


def test_the_short_bot_of_the_documentation_plays_a_whole_game(server: str, tmp_path: Path) -> None:
    """It has twenty lines at most, without blank ones."""
    (source,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "bots.md").read_text(), re.DOTALL)
    assert len([line for line in source.splitlines() if line.strip()]) <= 20
    (tmp_path / "short_bot.py").write_text(source)
    played = run(sys.executable, tmp_path / "short_bot.py", server)
    assert played.returncode == 0, played.stderr
    assert "'outcome'" in played.stdout


VARIANTS = [
    ("Throw It in a Hole (5 Suits)", 2),
    ("Duck (5 Suits)", 3),
    ("Cow & Pig (5 Suits)", 2),
    ("Up or Down & Rainbow (6 Suits)", 6),
    ("Sudoku (5 Suits)", 2),
    ("Clue Starved (5 Suits)", 2),
    ("Ambiguous Mix", 2),
]


@pytest.mark.parametrize(("variant", "seats"), VARIANTS)
def test_the_python_bot_plays_variants(server: str, variant: str, seats: int) -> None:
    """The bot knows neither their suits nor their ranks, and some members of the view are null."""
    played = run(sys.executable, EXAMPLES / "bot.py", server, "--seats", seats, "--variant", variant)
    assert played.returncode == 0, played.stderr
    assert replay_in(played.stdout)["rules"]["variant"] == variant


@pytest.mark.usefixtures("curl")
@pytest.mark.parametrize("variant", ["Throw It in a Hole & Rainbow (5 Suits)", "Duck (5 Suits)"])
def test_the_shell_example_plays_variants(server: str, variant: str) -> None:
    played = run("sh", EXAMPLES / "first-game.sh", server, "random", variant)
    assert played.returncode == 0, played.stderr
    assert replay_in(played.stdout)["rules"]["variant"] == variant


def test_two_python_bots_play_against_each_other(server: str, bot: ModuleType) -> None:
    """Each bot waits with a long poll while the other one chooses a move."""
    apis = [bot.Api(server) for _ in range(2)]
    for api in apis:
        api.headers["Authorization"] = f"Bearer {api.post('/v1/accounts', {})['token']}"
    game = "/v1/games/" + apis[0].post("/v1/games", {"seats": 2})["id"]
    apis[1].post(f"{game}/seats", {})
    ends: list[Any] = []
    threads = [threading.Thread(target=lambda api=api: ends.append(bot.play(api, game)["result"])) for api in apis]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(ends) == 2 and ends[0] == ends[1]


def test_the_python_bot_continues_after_a_version_conflict(
    server: str, bot: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a version conflict the bot continues from the newest version."""
    api = bot.Api(server)
    api.headers["Authorization"] = f"Bearer {api.post('/v1/accounts', {})['token']}"
    game = "/v1/games/" + api.post("/v1/games", {"seats": 2, "rules": {"starting_seat": 0}})["id"]
    api.post(f"{game}/seats", {"bot": "random"})
    old, decided = api.get(game), []
    choose = bot.choose

    def late(view: Any) -> Any:
        decided.append(view["version"])
        if len(decided) > 1:
            return choose(view)
        tried, planned = old["legal_actions"][-2:]
        api.post(f"{game}/moves", {**tried, "expected_version": 0})  # another client of the same seat moves
        return planned

    monkeypatch.setattr(bot, "choose", late)
    assert bot.play(api, game)["status"] == "ended"
    assert decided[0] == 0 and decided[1] >= 2


def test_the_python_bot_continues_after_a_broken_connection(server: str, bot: ModuleType) -> None:
    api = bot.Api(server)
    api.post("/v1/accounts", {})
    api.connection.sock.close()
    assert api.get("/livez") == {"status": "ok"}


@pytest.mark.usefixtures("curl")
def test_the_commands_of_the_first_game_page_work(server: str, tmp_path: Path) -> None:
    """Every block of commands works, with the token and the id from earlier responses."""
    text = (ROOT / "docs" / "first-game.md").read_text(encoding="utf-8").replace(WRITTEN_FOR, server)
    known: dict[str, str] = {}
    done = []
    for block in re.findall(r"```\n(.*?)```", text, flags=re.DOTALL):
        commands, *blanks = re.split(r"^(TOKEN|GAME)=.*$", block, flags=re.MULTILINE)
        ran = run("sh", "-e", "-c", commands, cwd=tmp_path, env={**os.environ, **known})
        assert ran.returncode == 0, ran.stderr
        done.append(ran.stdout)
        if blanks:
            known[blanks[0]] = json.loads(ran.stdout)[{"TOKEN": "token", "GAME": "id"}[blanks[0]]]
    by_curl, account, game, moved, by_python = done
    assert "Score:" in by_curl and "points" in by_python
    assert json.loads(account)["name"].startswith("Player ") and json.loads(game)["legal_actions"]
    assert [event["version"] for event in json.loads(moved)["events"]] == [1, 2]


@pytest.mark.parametrize("path", re.findall(r"\]\((?!http)(.*?)\)", (ROOT / "docs" / "first-game.md").read_text()))
def test_the_page_links_to_existing_files(path: str) -> None:
    assert (ROOT / "docs" / path).exists()
