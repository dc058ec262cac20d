"""Crowds: many people at many addresses, who watch, look for others, or have the page of tables or a contest open."""

import contextlib
import http.client
import socket
import time
from collections.abc import Callable
from typing import Final

from tests.abuse.closing import TITLE
from tests.abuse.stranger import Stranger, read_all

_HOUSEHOLDS: Final = 50
_RULES: Final = [{"edition": "hanab_live", "variant": f"{name} (5 Suits)"} for name in ("Rainbow", "Pink", "White")]


def watchers(stranger: Stranger) -> None:
    """Watch one table with 500 streams, while it plays at a tenth of its allowance."""
    tokens = [stranger.account() for _ in range(2)]
    game = stranger.send("POST", "/v1/games", {"seats": 2}, tokens[0])["id"]
    stranger.send("POST", f"/v1/games/{game}/seats", {}, tokens[1])
    path = f"/v1/games/{game}"

    def move() -> None:
        view = stranger.send("GET", path, None, tokens[0])
        moving = tokens[view["to_move"]]
        legal = stranger.send("GET", path, None, moving)["legal_actions"]
        turn = next(one for one in legal if one["type"] != "play")  # so that the game lasts
        stranger.send("POST", f"{path}/moves", {**turn, "expected_version": view["version"]}, moving)

    _hold(stranger, 500, f"{path}/events?views=true", move)


def readers_of_the_lobby(stranger: Stranger) -> None:
    """Follow the open tables with 1,000 streams, while tables come and go."""
    token = stranger.account()

    def change() -> None:
        game = stranger.send("POST", "/v1/games", {"seats": 5}, token)["id"]
        stranger.send("DELETE", f"/v1/games/{game}/seats/me", None, token)

    _hold(stranger, 1_000, "/v1/lobby", change)


def seekers(stranger: Stranger) -> None:
    """Look for others with 200 accounts at a time, each in a stream, and again once a table is found."""
    held: list[socket.socket] = []

    def look(number: int) -> None:
        source = _address(number)
        token = None
        while not stranger.is_over():
            try:
                token = token or stranger.account(source)
                wanted = {"seats": 2 + number % 2, "rules": [_RULES[number % 3], _RULES[(number + 1) % 3]]}
                found = stranger.send("POST", "/v1/seeks", wanted, token, source)
                stranger.answers[201] += 1
                if found["status"] == "waiting":
                    held.append(stranger.stream(f"/v1/seeks/{found['id']}", token, source))
            except (RuntimeError, OSError, http.client.HTTPException):
                stranger.answers[0] += 1
            time.sleep(2)

    stranger.together(look, 200)
    for one in held:
        one.close()


def readers_of_a_contest(stranger: Stranger) -> None:
    """Load the page and the results of a contest in 100 browsers, within two seconds after its round has closed."""
    (contest,) = [one for one in stranger.send("GET", "/v1/contests")["items"] if one["title"] == TITLE]
    path = f"/v1/contests/{contest['id']}"

    def read(number: int) -> None:
        while stranger.send("GET", path, source=_address(number))["status"] != "closed":
            time.sleep(2)
        for part in ("tables", "standings", "entries", "results"):
            try:
                stranger.send("GET", f"{path}/{part}", source=_address(number))
                stranger.answers[200] += 1
            except (RuntimeError, OSError, http.client.HTTPException):
                stranger.answers[0] += 1

    stranger.together(read, 100)
    time.sleep(max(0.0, stranger.until - time.monotonic()))


def _hold(stranger: Stranger, number: int, path: str, act: Callable[[], None]) -> None:
    """Open streams at many addresses, half of them with accounts. The attack begins when they are open.

    It acts and reads until its time is over. The rush to a service is another attack (`all_streams`).
    """
    tokens = [stranger.account(_address(place)) for place in range(_HOUSEHOLDS // 2)]
    held: list[socket.socket] = []
    for place in range(number):
        token = tokens[place % _HOUSEHOLDS] if place % _HOUSEHOLDS < len(tokens) else None
        with contextlib.suppress(OSError):
            held.append(stranger.stream(path, token, _address(place)))
    for one in held:
        one.settimeout(1)
        with contextlib.suppress(OSError):
            stranger.answers[int(one.recv(12)[9:] or 0)] += 1
    stranger.begin()
    while not stranger.is_over():
        with contextlib.suppress(RuntimeError, OSError, http.client.HTTPException):
            act()
            stranger.answers[201] += 1
        read_all(held)
        time.sleep(0.2)
    for one in held:
        one.close()


def _address(place: int) -> str:
    """Return the address of a household."""
    return f"127.1.0.{place % _HOUSEHOLDS + 1}"


HELD: Final = (watchers, readers_of_the_lobby)
"""Those that begin when all streams are open."""

CROWDS: Final[tuple[Callable[[Stranger], None], ...]] = (
    watchers,
    readers_of_the_lobby,
    seekers,
    readers_of_a_contest,
)
