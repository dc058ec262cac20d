"""Agents that are programs and addresses."""

import json
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, ClassVar

import pytest

from service.features.evaluation.agents import AgentFailed, UnknownAgent, agent_maker, checked
from tests.rows import in_one_test

ACTION = {"type": "play", "card": 3}
VIEW = {"legal_actions": [{"type": "discard", "card": 0}, ACTION], "filler": "x" * 200_000}
"""Longer than what a pipe takes before anybody reads it."""


def command(*lines: str) -> str:
    """Return the command of a Python program."""
    return f"{sys.executable} -Sc '{'; '.join(lines)}'"


def answer(text: str, limit_s: float = 30) -> object:
    """Return what an agent answers to a question."""
    agent = agent_maker(text)()
    try:
        return agent.choose(VIEW, [], limit_s)
    finally:
        agent.close()


def test_a_program_answers_each_line_with_a_line() -> None:
    """It counts its questions, so it is the same process."""
    agent = agent_maker(command("import sys", "[print(n, flush=True) for n, line in enumerate(sys.stdin)]"))()
    assert [agent.choose(VIEW, [], 30) for _ in range(3)] == [0, 1, 2]
    agent.close()


@in_one_test(
    ("program", "said"),
    [
        (("import time", "time.sleep(60)"), "no answer in 0.3 s"),
        (("import subprocess", 'subprocess.run(["sleep", "60"])'), "no answer in 0.3 s"),
        (("raise SystemExit",), "the program ended"),
        (("input()", 'print("play 3", flush=True)', "input()"), "no JSON: 'play 3"),
    ],
)
def test_a_program_that_fails_is_reported(program: tuple[str, ...], said: str) -> None:
    """The second one has a child, which would keep its output open."""
    with pytest.raises(AgentFailed, match=said):
        answer(command(*program), 0.3 if "no answer" in said else 30)


def test_a_line_that_was_written_too_early_is_no_answer() -> None:
    """A second line for one question would be the answer to the next one. The program starts again."""
    agent = agent_maker(command("input()", "print(1)", "print(2, flush=True)", "input()"))()
    for _ in range(2):
        assert agent.choose(VIEW, [], 30) == 1
        time.sleep(0.5)
        with pytest.raises(AgentFailed, match="before it was asked"):
            agent.choose(VIEW, [], 30)
    agent.close()


def test_a_program_that_failed_starts_again() -> None:
    agent = agent_maker(command("input()", "print(1, flush=True)"))()
    assert agent.choose(VIEW, [], 30) == 1
    with pytest.raises(AgentFailed, match="the program ended"):
        agent.choose(VIEW, [], 30)
    assert agent.choose(VIEW, [], 30) == 1
    agent.close()


class Handler(BaseHTTPRequestHandler):
    """Answers by the path: with an action, with a status, or busy once."""

    asked: ClassVar[list[Any]] = []

    def do_POST(self) -> None:
        self.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        busy = self.path == "/busy" and len(self.asked) == 1
        self.send_response(429 if busy else 500 if self.path == "/broken" else 200)
        if busy:
            self.send_header("Retry-After", "0")
        self.end_headers()
        if not busy:
            self.wfile.write(json.dumps(ACTION).encode())

    def log_message(self, *_: object) -> None:
        """Write no log."""


@pytest.fixture
def address() -> Iterator[str]:
    """The address of an agent."""
    Handler.asked.clear()
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_an_address_gets_the_question_again_after_a_pause(address: str) -> None:
    assert answer(f"{address}/busy") == ACTION
    assert Handler.asked == [{"view": VIEW, "events": []}] * 2


def test_an_address_that_fails_is_reported(address: str) -> None:
    with pytest.raises(AgentFailed, match="status 500"):
        answer(f"{address}/broken")
    with pytest.raises(AgentFailed, match="does not answer"):
        answer("http://127.0.0.1:9")


@in_one_test("action", [None, [], 3, {"type": "play"}, {"type": "play", "card": "3"}, {"type": "play", "card": 9}])
def test_only_a_legal_action_is_sent(action: object) -> None:
    assert checked({**ACTION, "declared_color": None, "expected_version": 7}, VIEW) == ACTION
    with pytest.raises(AgentFailed):
        checked(action, VIEW)


def test_an_unfinished_command_is_refused() -> None:
    for text in ("", "python 'agent.py"):
        with pytest.raises(UnknownAgent):
            agent_maker(text)
