"""Test of the wheel: install it, start the service and play a game."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import urllib.request
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest

from tests.served import free_port

ROOT = Path(__file__).resolve().parents[3]
FIRST_PAGES = (
    "/",
    "/replays",
    "/play",
    "/puzzles",
    "/docs",
    "/docs/rules",
    "/problems",
    "/llms.txt",
    "/docs/examples/bot.py",
)
ADDRESS = re.compile(r'(?:href|src)="([^"]+)"')
OTHERS = ("/v1", "/players/")
"""Answers to requests of clients, and pages of players that do not exist."""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the user of Postgres can access."""
    path = Path(tempfile.mkdtemp(prefix="hanabi-wheel-"))
    path.chmod(0o711)
    yield path
    shutil.rmtree(path)


@pytest.mark.slow
def test_an_installed_wheel_serves_a_game(folder: Path) -> None:
    """`hanabi migrate`, `run` and `verify` work from an empty folder, without the checkout."""
    hanabi = installed(build_wheel(folder), folder)
    port = free_port()
    environ = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "PYTHONPATH")}
    environ |= {"PORT": str(port), "DATA_DIR": str(folder / "data"), "WORKERS": "1", "ACCESS_LOG": "0"}
    environ["RATE_LIMITS"] = "off"
    environ["ANALYSIS_WORKERS"] = "0"
    empty = folder / "empty"
    empty.mkdir()

    subprocess.run([hanabi, "migrate"], cwd=empty, env=environ, check=True, timeout=120)
    service = subprocess.Popen([hanabi, "run"], cwd=empty, env=environ, stdout=subprocess.PIPE, text=True)
    try:
        assert service.stdout is not None
        assert any("A first game" in line for line in service.stdout), "The service did not start: see above."
        base = f"http://127.0.0.1:{port}"
        assert {"/docs/changelog", "/docs/rules/de", "/docs/operations"} <= every_page(base)
        assert "create_game" in tools_of(hanabi, base, empty)
        (empty / "record.json").write_bytes(record_of_a_game(base))
    finally:
        service.send_signal(signal.SIGINT)
        service.communicate(timeout=60)
    subprocess.run([hanabi, "verify", "record.json"], cwd=empty, env=environ, check=True, timeout=60)


def tools_of(hanabi: Path, base: str, folder: Path) -> set[str]:
    """Start the server for language models as such a program does, without a shell's variables. Return its tools."""
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    messages: list[dict[str, Any]] = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}},
    ]
    lines = "".join(f"{json.dumps(message)}\n" for message in messages)
    with subprocess.Popen(
        [hanabi, "mcp"],
        cwd=folder,
        env={"HANABI_URL": base},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write(lines)
        server.stdin.flush()  # and stays open: the end of its input ends the server, with whatever it still answers
        answer = next(answer for answer in map(json.loads, server.stdout) if answer["id"] == 2)
        server.stdin.close()
    return {tool["name"] for tool in answer["result"]["tools"]}


def every_page(base: str) -> set[str]:
    """Read all pages and files that the pages link, each without an error. Return their paths."""
    paths = set(FIRST_PAGES)
    left = list(paths)
    while left:
        path = left.pop()
        with urllib.request.urlopen(base + path, timeout=20) as answer:  # raises an error from 400 on
            text = answer.read().decode(errors="replace") if answer.headers.get_content_type() == "text/html" else ""
        linked = {urlsplit(urljoin(base + path, unescape(link))) for link in ADDRESS.findall(text)}
        here = {each.path for each in linked if f"{each.scheme}://{each.netloc}" == base}
        found = {each for each in here if not each.startswith(OTHERS)} - paths
        paths |= found
        left += found
    return paths


def build_wheel(folder: Path) -> Path:
    """Build the source archive and the wheel from it. Return the path of the wheel."""
    make_archive = f"from setuptools import build_meta; build_meta.build_sdist({str(folder)!r})"
    subprocess.run([sys.executable, "-c", make_archive], cwd=ROOT, check=True, capture_output=True)
    (archive,) = folder.glob("*.tar.gz")
    make_wheel = ("wheel", "-q", "--no-deps", "--no-index", "--no-build-isolation", "-w", folder, archive)
    subprocess.run([sys.executable, "-m", "pip", *make_wheel], cwd=folder, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def installed(wheel: Path, folder: Path) -> Path:
    """Install the wheel in a new environment that borrows the dependencies. Return the path of `hanabi`."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    paths = {"base": str(folder / "venv"), "platbase": str(folder / "venv")}
    packages = Path(sysconfig.get_path("purelib", "venv", paths))
    # Python adds this folder to its path, but ignores the link to the checkout in it.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    python = Path(sysconfig.get_path("scripts", "venv", paths)) / "python"
    install = ("--python", python, "install", "-q", "--no-deps", "--no-index", wheel)
    subprocess.run([sys.executable, "-m", "pip", *install], check=True)
    found = subprocess.run(
        [python, "-c", "import service.platform.data_files as r; print(r.ROOT)"],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    assert Path(found.stdout.decode().strip()) == packages / "service" / "installed"
    return python.with_name("hanabi")


def record_of_a_game(base: str) -> bytes:
    """Play with a bot until the game ends. Return the record of the game."""
    token = post(f"{base}/v1/accounts", {"name": "Ada"})["token"]
    game = post(f"{base}/v1/games", {"seats": 2, "rules": {"starting_seat": 0}}, token)["id"]
    view = post(f"{base}/v1/games/{game}/seats", {"bot": "random"}, token)
    while view["status"] != "ended":
        move = {**view["legal_actions"][0], "expected_version": view["version"]}
        view = post(f"{base}/v1/games/{game}/moves", move, token)["view"]
    with urllib.request.urlopen(f"{base}/v1/replays/{game}/export", timeout=20) as answer:
        record: bytes = answer.read()
    return record


def post(url: str, body: object, token: str = "") -> Any:
    """Send a JSON body. Return the body of the response."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)
