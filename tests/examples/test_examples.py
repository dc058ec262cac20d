"""Tests of the examples and of docs/first-game.md against a running service."""

import json
import os
import re
import secrets
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.programs import require_program
from tests.rows import in_one_test, slow_unless

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
WITH_CLIENT = {**os.environ, "PYTHONPATH": str(ROOT / "clients" / "python")}
WRITTEN_FOR = "http://127.0.0.1:8000"


def run(*command: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command and return its result."""
    return subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=300, check=False, **options)


def read(address: str, token: str | None = None) -> Any:
    """Return the JSON body of a GET response."""
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {token}"} if token else {})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def sent(address: str, body: Any, token: str | None = None) -> Any:
    """Return the JSON body of the response to a POST."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
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


@pytest.mark.slow
@pytest.mark.usefixtures("curl")
def test_a_shell_with_curl_plays_a_whole_game(server: str) -> None:
    """The shell example plays a game and prints it in the user's language."""
    played = run("sh", EXAMPLES / "first-game.sh", server, env={**os.environ, "LANG": "da_DK.UTF-8"})
    assert played.returncode == 0, played.stderr
    assert "Kortene er delt ud" in played.stdout
    replay = replay_in(played.stdout)
    assert replay["seats"][0]["name"] and f"Score: {replay['result']['score']}." in played.stdout


@pytest.mark.usefixtures("curl")
def test_the_shell_example_prints_a_problem_and_stops(server: str) -> None:
    played = run("sh", EXAMPLES / "first-game.sh", server, "nobody-of-this-name")
    assert played.returncode != 0 and "Playing" not in played.stdout
    assert '"code":"invalid-request"' in played.stderr


@pytest.mark.slow
def test_the_python_bot_plays_a_whole_game(server: str) -> None:
    """With the token of somebody's bot, so everybody sees whose it is."""
    mine = sent(f"{server}/v1/accounts", {})["token"]
    token = sent(f"{server}/v1/me/bots", {"name": f"Bot {secrets.token_hex(4)}"}, mine)["token"]
    played = run(sys.executable, EXAMPLES / "bot.py", server, "--seats", 4, "--token", token, env=WITH_CLIENT)
    assert played.returncode == 0, played.stderr
    replay = replay_in(played.stdout)
    assert [bool(seat["program"]) for seat in replay["seats"]] == [True, False, False, False]
    assert len(replay["seats"]) == 4 and f"{replay['result']['score']} points" in played.stdout


@pytest.fixture
def chooser(tmp_path: Path) -> str:
    """The lines that choose an action, which each example has; also in a module beside the bots."""
    shared, *_ = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "bots.md").read_text(), re.DOTALL)
    (tmp_path / "choose.py").write_text(shared)
    return str(shared)


def test_each_example_in_python_chooses_by_the_same_lines(chooser: str) -> None:
    for page in ("docs/first-game.md", "docs/clients.md", "clients/python/README.md"):
        assert chooser in (ROOT / page).read_text(), page


@pytest.mark.slow
def test_the_short_bots_of_the_documentation_score(server: str, tmp_path: Path, chooser: str) -> None:
    """Each plays a game with and without the client, beside `choose`.

    A game has 16.7 points on average with a standard deviation of 4, so four games have more than 40 together.
    """
    sources = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "bots.md").read_text(), re.DOTALL)[1:3]
    score = 0
    for source in 2 * sources:
        assert chooser not in source and len([line for line in source.splitlines() if line.strip()]) <= 20
        (tmp_path / "short_bot.py").write_text(source)
        played = run(sys.executable, tmp_path / "short_bot.py", server, env=WITH_CLIENT)
        assert played.returncode == 0, played.stderr
        found = re.search(r"'score': (\d+)", played.stdout)
        assert found, played.stdout
        score += int(found[1])
    assert score >= 40


def test_the_bots_play_without_http(tmp_path: Path) -> None:
    """The last example of the documentation plays a game of bots."""
    *_, source = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "bots.md").read_text(), re.DOTALL)
    (tmp_path / "library.py").write_text(source)
    played = run(sys.executable, tmp_path / "library.py", env={"PYTHONPATH": str(ROOT)})
    assert int(played.stdout) >= 15, played.stderr


VARIANTS = [
    ("Throw It in a Hole (5 Suits)", 2),
    ("Duck (5 Suits)", 3),
    ("Cow & Pig (5 Suits)", 2),
    ("Up or Down & Rainbow (6 Suits)", 6),
    ("Sudoku (5 Suits)", 2),
    ("Clue Starved (5 Suits)", 2),
    ("Ambiguous Mix", 2),
]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "seats"), slow_unless(VARIANTS[0].__eq__, VARIANTS))
def test_the_python_bot_plays_variants(server: str, variant: str, seats: int) -> None:
    """The bot knows neither their suits nor their ranks, and some members of the view are null."""
    options = ("--seats", seats, "--variant", variant)
    played = run(sys.executable, EXAMPLES / "bot.py", server, *options, env=WITH_CLIENT)
    assert played.returncode == 0, played.stderr
    assert replay_in(played.stdout)["rules"]["variant"] == variant


@pytest.mark.slow
@pytest.mark.usefixtures("curl")
@pytest.mark.parametrize(
    "variant", slow_unless("Duck (5 Suits)".__eq__, ["Throw It in a Hole & Rainbow (5 Suits)", "Duck (5 Suits)"])
)
def test_the_shell_example_plays_variants(server: str, variant: str) -> None:
    played = run("sh", EXAMPLES / "first-game.sh", server, "random", variant)
    assert played.returncode == 0, played.stderr
    assert replay_in(played.stdout)["rules"]["variant"] == variant


def blocks(language: str, server: str) -> list[str]:
    """Return the blocks of docs/first-game.md in a language, for this service."""
    text = (ROOT / "docs" / "first-game.md").read_text(encoding="utf-8").replace(WRITTEN_FOR, server)
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)
    return [block for name, block in found if name == language]


@pytest.mark.usefixtures("curl")
def test_the_commands_of_the_first_game_page_work(server: str, tmp_path: Path) -> None:
    """The block of commands without a language plays a game."""
    (by_curl,) = (run("sh", "-e", "-c", block, cwd=tmp_path) for block in blocks("", server))
    assert "Score:" in by_curl.stdout, by_curl.stderr


PROGRAMS = {
    "sh": ("curl", ["sh", "-e"], "game.sh"),
    "python": (None, [sys.executable], "game.py"),
    "typescript": ("node", ["node"], "game.mjs"),
    "go": ("go", ["go", "run"], "game.go"),
}
"""By language: the program that it needs, the command, and the name of a file. The TypeScript has no types to strip.

Newer releases of Go compile their standard library first, which takes half a minute.
"""


@pytest.mark.parametrize("language", slow_unless(lambda language: language != "go", PROGRAMS))
def test_the_steps_of_the_first_game_page_are_a_program(language: str, server: str, tmp_path: Path) -> None:
    """The blocks of each language, put together, create a game, move, read the stream, and end with the replay."""
    needed, command, name = PROGRAMS[language]
    if needed is not None:
        require_program(needed)
    steps = blocks(language, server)
    assert len(steps) == 5, "a step without this language"
    (tmp_path / name).write_text("".join(steps), encoding="utf-8")
    environ = {**os.environ, "GOCACHE": str(tmp_path / "cache"), "GO111MODULE": "off"}
    ran = run(*command, name, cwd=tmp_path, env=environ)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    if language == "sh":
        lines = ran.stdout.splitlines()
        assert "event: view" in lines and json.loads(lines[-1])["result"]["outcome"] != "aborted"
    else:
        found = re.search(r"points: (http://\S+)/replays/(g_[0-9a-f]{32})", ran.stdout)
        assert found and read(f"{found[1]}/v1/replays/{found[2]}")["result"]["outcome"] != "aborted"
        assert len(ran.stdout.splitlines()) == 3  # the clue, the bot's move, and the result


LINKS = re.findall(r"\]\((?!http|/)(.*?)\)", (ROOT / "docs" / "first-game.md").read_text())


@in_one_test("path", LINKS)
def test_the_page_links_to_existing_files(path: str) -> None:
    assert (ROOT / "docs" / path).exists()
