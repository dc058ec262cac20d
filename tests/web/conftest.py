"""Games to review, played over HTTP on the service that the browser sees."""

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]


class ApiCaller(NamedTuple):
    """Somebody with a token."""

    base: str
    token: str

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request and return the answer's body."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read() or b"null")

    def sign_in(self, context: Any) -> None:
        """Sign a browser in to the account."""
        answer = context.request.post(f"{self.base}/v1/sign-in/token", data={"token": self.token})
        assert answer.status == 201, answer.text()


def new_caller(server: str, name: str = "Ada <b>") -> ApiCaller:
    """Make an account."""
    known = ApiCaller(server, "")
    body = json.dumps({"name": name}).encode()
    request = urllib.request.Request(f"{server}/v1/accounts", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return known._replace(token=json.load(answer)["token"])


@pytest.fixture(scope="session")
def caller(server: str) -> ApiCaller:
    """A new account."""
    return new_caller(server)


@pytest.fixture(scope="session")
def imported(caller: ApiCaller) -> str:
    """A game of three on hanab.live, played by people to all 25 points."""
    return import_game(caller)


@pytest.fixture
def newly_imported(caller: ApiCaller) -> str:
    """The same game once more, first in the lists: others may have left their first page."""
    return import_game(caller)


@pytest.fixture(scope="session")
def with_bots(caller: ApiCaller) -> str:
    """A game of five with six suits, to its end."""
    game = caller.call("POST", "/v1/games", {"seats": 5, "rules": {"multicolor": "wild_ten", "starting_seat": 0}})["id"]
    for _ in range(4):
        caller.call("POST", f"/v1/games/{game}/seats", {"bot": "kagiya"})
    return play_out(caller, game)


@pytest.fixture(scope="session")
def games(caller: ApiCaller) -> dict[int, str]:
    """A finished game for each number of seats, in which clues are given and cards are played and discarded."""
    found = {}
    for seats in (2, 3, 4, 5, 6):
        rules = {"multicolor": "wild_ten"} if seats < 6 else {"edition": "hanab_live", "variant": "Rainbow (6 Suits)"}
        created = caller.call("POST", "/v1/games", {"seats": seats, "bots": ["kagiya"] * (seats - 1), "rules": rules})
        found[seats] = play_out(caller, created["id"])
    return found


@pytest.fixture(scope="session")
def with_a_bot(caller: ApiCaller) -> str:
    """A game of two, to its end."""
    game = caller.call("POST", "/v1/games", {"seats": 2})["id"]
    caller.call("POST", f"/v1/games/{game}/seats", {"bot": "kagiya"})
    return play_out(caller, game)


@pytest.fixture(scope="session")
def private(caller: ApiCaller) -> str:
    """A private game that is over."""
    game = caller.call("POST", "/v1/games", {"seats": 2, "private": True})["id"]
    caller.call("POST", f"/v1/games/{game}/seats", {"bot": "kagiya"})
    return play_out(caller, game)


def import_game(caller: ApiCaller) -> str:
    """Import a game of three on hanab.live, played by people to all 25 points."""
    export = json.loads((ROOT / "tests" / "games" / "hanab_live_2906.json").read_text(encoding="utf-8"))
    replay: str = caller.call("POST", "/v1/replays", export)["id"]
    return replay


def play_out(caller: ApiCaller, game: str) -> str:
    """Play a game with bots to its end: discard the oldest card, or else take the first turn that is left."""
    while (view := caller.call("GET", f"/v1/games/{game}"))["status"] == "running":
        actions = view["legal_actions"]
        move = next((action for action in actions if action["type"] == "discard"), actions[-1])
        caller.call("POST", f"/v1/games/{game}/moves", {**move, "expected_version": view["version"]})
    return game


@pytest.fixture
def phone(chromium: Any) -> Iterator[Any]:
    """A page on a phone, of which nobody complains."""
    context = chromium.new_context(
        locale="en-GB", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    context.set_default_timeout(30_000)
    page, complaints = context.new_page(), []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert not complaints, complaints
