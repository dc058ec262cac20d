"""Tests of `hanabi mcp` with the client of the package mcp, over standard input and output."""

import os
import re
import sys
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import orjson
import pytest

from service.features.mcp.command import serve
from tests import asynchronous

if TYPE_CHECKING:  # the import takes a second, in each worker
    from mcp import Client

ROOT = Path(__file__).resolve().parents[3]


class Session:
    """A connection to `hanabi mcp`. A call of it calls a tool, and returns its result."""

    def __init__(self, client: "Client") -> None:
        self.client = client

    async def __call__(self, tool: str, *, fails: bool = False, **arguments: object) -> Any:
        result: Any = await self.client.call_tool(tool, arguments)
        assert bool(result.is_error) == fails, result.content
        return result


def account(server: str) -> str:
    """Create an account, and return its token."""
    return str(post(server, "/v1/accounts", {})["token"])


def post(server: str, path: str, body: object, token: str | None = None) -> Any:
    """Send a request, and return the JSON of the response."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    with urllib.request.urlopen(
        urllib.request.Request(server + path, orjson.dumps(body), headers), timeout=60
    ) as answer:
        return orjson.loads(answer.read())


def in_session(server: str, token: str | None, use: Callable[[Session], Awaitable[None]], *arguments: str) -> None:
    """Start `hanabi mcp`, and use its tools."""
    from mcp import Client, StdioServerParameters

    environ = {**os.environ, "HANABI_URL": server, "HANABI_TOKEN": token or ""}
    program = StdioServerParameters(
        command=sys.executable, args=["-m", "service.cli", "mcp", *arguments], env=environ, cwd=ROOT
    )

    async def connected() -> None:
        async with Client(program) as client:
            await use(Session(client))

    asynchronous.run(connected())


def text(result: Any) -> str:
    """Return the text of a result."""
    return "".join(part.text for part in result.content)


@pytest.mark.slow
def test_a_model_plays_a_whole_game_and_reviews_it(server: str) -> None:
    """With create_game, wait_for_turn and act, a game with a bot ends; the tools of review then read it."""

    async def use(call: Session) -> None:
        view = (await call("create_game", bots=["kagiya"])).structured_content
        game, seen = view["id"], ""
        while view["status"] != "ended":
            waited = await call("wait_for_turn", game=game, seconds=20)
            view, seen = waited.structured_content, text(waited)
            assert "it is your turn" in seen and "You are seat 0." in seen
            action = next((one for one in view["legal_actions"] if one["type"] == "clue"), view["legal_actions"][0])
            done = await call("act", game=game, version=view["version"], **action)
            view = done.structured_content["view"]
            assert done.structured_content["events"][0]["line"] in text(done)
        assert "The game is over" in text(await call("look", game=game))
        assert game in text(await call("list_my_games")) and game in text(await call("list_replays"))

        replay = await call("read_replay", game=game)
        assert replay.structured_content["result"] == view["result"] and "1. " in text(replay)
        open_frame = await call("read_frame", game=game, version=2)
        seen_by_1 = await call("read_frame", game=game, version=2, seat=1)
        assert "hidden" not in text(open_frame) and text(seen_by_1).count("hidden") == 5
        known = await call("read_knowledge", game=game, version=2, seat=1)
        assert re.search(r"Seat 1 #\d+: .* \d+%", text(known))
        analysis = await call("analyze", game=game)
        assert analysis.structured_content["totals"]["turns"] == view["turn"] and "Analysis: " in text(analysis)
        await call("say", game=game, text="Good game!")
        assert "Good game!" in text(await call("list_messages", game=game))

    in_session(server, account(server), use)


def test_a_seat_sees_what_the_service_shows_to_its_token(server: str) -> None:
    """The own hand is hidden in text and JSON. Another account sees no hands."""
    found: dict[str, str] = {}

    async def join(call: Session) -> None:
        assert "Free seats: 1" in text(await call("look", game=found["game"]))
        assert found["game"] in text(await call("list_open_games"))
        joined = await call("join_game", game=found["game"])
        hands = {hand["seat"]: hand["cards"] for hand in joined.structured_content["hands"]}
        assert not any("suit" in card for card in hands[1]) and all("suit" in card for card in hands[0])
        assert text(joined).count("hidden") == 5

    async def watch(call: Session) -> None:
        seen = await call("look", game=found["game"])
        assert text(seen).count("hidden") == 10 and "You have no seat" in text(seen)
        assert "game-not-finished" in text(await call("read_frame", game=found["game"], version=0, fails=True))

    found["game"] = post(server, "/v1/games", {"seats": 2}, account(server))["id"]
    for use in (join, watch):
        in_session(server, account(server), use)


PROBLEMS: Final[list[tuple[str, dict[str, Any], str]]] = [
    ("look", {"game": f"g_{'0' * 32}"}, "not-found"),
    ("look", {"game": "nothing"}, "pattern"),
    ("create_game", {"bots": ["hal"]}, "invalid-request"),
    ("create_game", {"seats": 7}, "less than or equal to 6"),
    ("read_frame", {"game": f"g_{'0' * 32}", "version": -1}, "greater than or equal to 0"),
]
"""Tool, arguments, and a part of the message."""


def test_tools_are_described_and_problems_are_errors_that_a_model_can_read(server: str) -> None:
    """Each tool has a sentence. An illegal move names its ruling, a late one the events. Neither changes the game."""

    async def use(call: Session) -> None:
        tools = (await call.client.list_tools()).tools
        assert len(tools) == 16
        for tool in tools:
            assert tool.description and tool.description.endswith(".")
            assert "game" in tool.input_schema["properties"] or tool.name.startswith(("create", "list", "next"))
        for name, arguments, expected in PROBLEMS:
            assert expected in text(await call(name, fails=True, **arguments)), (name, arguments)

        game = (await call("create_game")).structured_content["id"]
        view = (await call("wait_for_turn", game=game)).structured_content
        at = view["version"]
        refused = await call("act", game=game, type="clue", target=0, rank=1, version=at, fails=True)
        assert "illegal-move, ruling R5" in text(refused)
        await call("act", game=game, version=at, **view["legal_actions"][-1])
        late = await call("act", game=game, version=at, **view["legal_actions"][0], fails=True)
        assert "version-conflict" in text(late) and len(text(late).splitlines()) == 3

    in_session(server, None, use, "--url", server)


@pytest.mark.slow
def test_a_service_that_is_not_there_is_an_error() -> None:
    async def use(call: Session) -> None:
        assert "does not answer" in text(await call("list_replays", fails=True))

    in_session("http://127.0.0.1:9", None, use)


def test_without_the_package_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("service.features.mcp.command.find_spec", lambda _: None)
    assert serve("http://127.0.0.1:8000", None) == 1
    assert "hanabi-server[mcp]" in capsys.readouterr().err
