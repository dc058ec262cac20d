"""Games to review, played over HTTP on the service that the browser sees."""

import functools
import json
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from service.platform.settings import Settings
from tests.browsing import watched

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

    def game(self, *others: "ApiCaller", **wanted: Any) -> str:
        """Create a game of two unless more is wanted, let others sit down, and return its id."""
        made: str = self.call("POST", "/v1/games", {"seats": 2, **wanted})["id"]
        for one in others:
            one.call("POST", f"/v1/games/{made}/seats", {})
        return made

    def move(self, game: str, *kinds: str, **move: Any) -> None:
        """Make a move, or the first possible turn of one of these kinds, the best kind first."""
        view = self.call("GET", f"/v1/games/{game}")
        found = (one for kind in kinds for one in view["legal_actions"] if one["type"] == kind)
        self.call("POST", f"/v1/games/{game}/moves", {**(move or next(found)), "expected_version": view["version"]})

    def sign_ins(self) -> list[str]:
        """Return the browsers that are signed in to the account."""
        return [one["name"] for one in self.call("GET", "/v1/me/access")["items"] if one["kind"] == "sign-in"]

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


@pytest.fixture(scope="session")
def arenas(served_database_url: str) -> None:
    """The arenas, which a worker announces when it starts."""
    from service.app import create_app  # seconds, in each worker that shows pages
    from service.features.contests.arenas import announce_missing

    with create_app(Settings(database_url=served_database_url)).extensions["database"].bind():
        announce_missing()


@pytest.fixture
def newly_imported(caller: ApiCaller) -> str:
    """The same game once more, first in the lists: others may have left their first page."""
    return import_game(caller)


@pytest.fixture(scope="session")
def with_bots(games: Callable[[int], str]) -> str:
    """A game of five with six suits, to its end."""
    return games(5)


@pytest.fixture(scope="session")
def games(caller: ApiCaller) -> Callable[[int], str]:
    """A function that returns a finished game of so many seats, with clues, plays and discards."""

    @functools.cache
    def game(seats: int) -> str:
        rules = {"multicolor": "wild_ten"} if seats < 6 else {"edition": "hanab_live", "variant": "Rainbow (6 Suits)"}
        return play_out(caller, caller.game(seats=seats, bots=["kagiya"] * (seats - 1), rules=rules))

    return game


@pytest.fixture(scope="session")
def with_a_bot(caller: ApiCaller) -> str:
    """A game of two, to its end."""
    return play_out(caller, caller.game(bots=["kagiya"]))


@pytest.fixture(scope="session")
def private(caller: ApiCaller) -> str:
    """A private game that is over."""
    return play_out(caller, caller.game(private=True, bots=["kagiya"]))


def import_game(caller: ApiCaller) -> str:
    """Import a game of three on hanab.live, played by people to all 25 points."""
    export = json.loads((ROOT / "tests" / "games" / "hanab_live_2906.json").read_text(encoding="utf-8"))
    replay: str = caller.call("POST", "/v1/replays", export)["id"]
    return replay


def play_out(caller: ApiCaller, game: str) -> str:
    """Play a game with bots to its end: discard the oldest card, or else take another turn."""
    while caller.call("GET", f"/v1/games/{game}")["status"] == "running":
        caller.move(game, "discard", "clue", "play")
    return game


@pytest.fixture
def module(server: str, page: Any) -> Callable[[str], str]:
    """A function that returns the address of a module, for tests of its functions. Pages have bundles instead."""

    def fulfill(route: Any) -> None:
        route.fulfill(path=ROOT / "service" / "web" / route.request.url.partition("/modules/")[2])

    page.route("**/modules/**", fulfill)
    return lambda name: f"{server}/modules/{name}"


@pytest.fixture
def phone(lend: Any) -> Iterator[Any]:
    """A page on a phone, of which nobody complains."""
    with lend(has_touch=True, is_mobile=True) as page, watched(page):
        page.set_viewport_size({"width": 390, "height": 844})
        yield page
