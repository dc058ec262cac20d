"""Agents: programs that choose an action from what a seat sees."""

import io
import json
import os
import secrets
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

import httpx

from engine.bots import BOTS, Bot
from service.features.evaluation.seen_game import seen_game

Json = Mapping[str, Any]

_MAX_ANSWER: Final = 65_536
_AGAIN: Final = {429, 502, 503, 504}
_PAUSE_S: Final = 1.0


class AgentFailed(Exception):
    """An agent gave no legal action in time. The message says why."""


class UnknownAgent(ValueError):
    """There is no such bot and no such command."""


class Agent(Protocol):
    """A program that plays a seat. It plays one table at a time."""

    def choose(self, view: Json, events: Sequence[Json], limit_s: float) -> object:
        """Return the action for a view and all events of the game, as the seat saw them. Raises AgentFailed."""

    def close(self) -> None:
        """End what runs for the agent."""


def agent_maker(text: str) -> Callable[[], Agent]:
    """Return what makes an agent of the text: the id of a built-in bot, an address or a command.

    Raises UnknownAgent.
    """
    if text in BOTS:
        return lambda: _BuiltIn(BOTS[text])
    if text.startswith(("http://", "https://")):
        return lambda: _Address(text)
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise UnknownAgent(f"{text}: {error}") from None
    if not command:
        raise UnknownAgent(f"an agent is a command, an address, or one of {', '.join(BOTS)}")
    return lambda: _Command(command)


def checked(action: object, view: Json) -> Json:
    """Return the legal action of a view that an agent has chosen. Raises AgentFailed if it is none."""
    if not isinstance(action, dict):
        raise AgentFailed(f"its answer is no JSON object: {_short(action)}")
    chosen = {name: value for name, value in action.items() if name != "expected_version" and value is not None}
    for legal in view["legal_actions"]:
        if legal == chosen:
            found: Json = legal
            return found
    raise AgentFailed(f"its answer is none of the legal actions: {_short(action)}")


class _BuiltIn:
    """A bot of the engine, in this process."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, view: Json, events: Sequence[Json], limit_s: float) -> object:
        if self._bot.id == "random":  # plays every variant, also those in which a view hides what was played
            return secrets.choice(view["legal_actions"])
        seen = seen_game(view, events)
        if not self._bot.can_sit(seen.view.rules, seen.view.seats):
            raise AgentFailed(f"the bot {self._bot.id} cannot play by these rules with {seen.view.seats} seats")
        turn = self._bot.choose(seen.view, seen.feed, secrets.randbelow)
        return view["legal_actions"][seen.view.legal_actions.index(turn)]

    def close(self) -> None:
        """Do nothing."""


class _Address:
    """A program that answers requests at an address."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._http = httpx.Client()

    def choose(self, view: Json, events: Sequence[Json], limit_s: float) -> object:
        end = time.monotonic() + limit_s
        while True:
            try:
                answer = self._http.post(
                    self._address, json={"view": view, "events": events}, timeout=max(end - time.monotonic(), 0.001)
                )
            except httpx.TimeoutException:
                raise _too_slow(limit_s) from None
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                raise AgentFailed(f"{self._address} does not answer: {error}") from None
            if answer.status_code not in _AGAIN:
                break
            pause_s = _retry_after_s(answer)
            if time.monotonic() + pause_s > end:
                break
            time.sleep(pause_s)
        if not answer.is_success:
            raise AgentFailed(f"{self._address} answers with status {answer.status_code}")
        return _parsed(answer.content)

    def close(self) -> None:
        """Close the connections."""
        self._http.close()


class _Command:
    """A program that reads lines and writes lines. It is started with its first turn, and again after a failure."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None

    def choose(self, view: Json, events: Sequence[Json], limit_s: float) -> object:
        process = self._process or self._start()
        late = threading.Event()

        def end() -> None:
            late.set()
            _end(process)

        if _has_written(process):
            self.close()
            raise AgentFailed("it wrote a line before it was asked")
        timer = threading.Timer(limit_s, end)
        timer.start()
        try:
            line = _answered(process, json.dumps({"view": view, "events": events}).encode() + b"\n")
        finally:
            timer.cancel()
        if not line:
            self.close()
            raise _too_slow(limit_s) if late.is_set() else AgentFailed("the program ended")
        try:
            return _parsed(line)
        except AgentFailed:
            self.close()  # the next line may belong to this answer
            raise

    def close(self) -> None:
        """End the program."""
        process, self._process = self._process, None
        if process is not None:
            _end(process)
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):  # a line that it has not read
                    assert pipe is not None
                    pipe.close()

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # so that its own children end with it
            )
        except OSError as error:
            raise AgentFailed(f"{self._command[0]} does not start: {error.strerror}") from None
        return self._process


def _has_written(process: subprocess.Popen[bytes]) -> bool:
    """Return True if a program has written a line that nobody has read: no question belongs to it."""
    output = process.stdout
    assert isinstance(output, io.BufferedReader)
    os.set_blocking(output.fileno(), False)
    try:
        return bool(output.peek().strip())
    finally:
        os.set_blocking(output.fileno(), True)


def _answered(process: subprocess.Popen[bytes], question: bytes) -> bytes:
    """Return the line with which a program answers; an empty one if it ends."""
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(question)
        process.stdin.flush()
        line = process.stdout.readline(_MAX_ANSWER)
        while line.isspace():
            line = process.stdout.readline(_MAX_ANSWER)
    except OSError:  # it has closed its input
        return b""
    return line


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _parsed(answer: bytes) -> object:
    try:
        return json.loads(answer)
    except (ValueError, RecursionError):
        raise AgentFailed(f"its answer is no JSON: {_short(answer.decode(errors='replace'))}") from None


def _too_slow(limit_s: float) -> AgentFailed:
    return AgentFailed(f"no answer in {limit_s:g} s")


def _retry_after_s(answer: httpx.Response) -> float:
    asked = answer.headers.get("Retry-After", "")
    return float(asked) if asked.isdecimal() else _PAUSE_S


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:100]}…"
