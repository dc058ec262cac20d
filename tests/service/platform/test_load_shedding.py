"""Tests of load shedding: the order of waiting requests, refusals, and recovery."""

import math
import threading
import time
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from uuid import UUID

import pytest
from flask import Flask

from service.app import create_app
from service.core.people.tokens import Caller
from service.platform.limits import gates, rate_limit
from service.platform.limits.address_networks import address_key
from service.platform.limits.load_shedding import Client, ConcurrencyLimit, FairSlots, Throttle, Wait
from service.platform.requests.exchange import Exchange
from service.platform.settings import Quota, Settings
from service.platform.wire.media_types import EVENT_STREAM, JSON
from service.platform.wire.operation import Operation, web_page
from service.platform.wire.problems import Problem
from service.platform.wire.request_record import RequestRecord
from tests.abuse.long_game import long_game
from tests.rows import in_one_test
from tests.service.client import Api, Game, Player
from tests.service.conftest import POOL_SIZE
from tests.service.operations.test_metrics import samples

_NO_SUCH_TIME_S = 60

STREAM = Operation("listEvents", media_types=(JSON, EVENT_STREAM))
OTHER = Client(b"192.0.2.9", None)
"""A client that holds a slot during a test."""


@pytest.fixture
def narrow(database_url: str) -> Flask:
    """The service with a concurrency limit of 1."""
    return create_app(Settings(database_url=database_url, pool_size=POOL_SIZE, max_in_flight=1))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests wait for a place for at most 0.05 s."""
    monkeypatch.setattr(gates, "QUEUE_TIMEOUT_S", 0.05)
    monkeypatch.setattr(gates, "HEAVY_TIMEOUT_S", 0.05)


def place_of(app: Flask) -> FairSlots:
    exchange: Exchange = app.extensions["exchange"]
    return exchange.concurrency.slots


ADA, ADAS_BOT, EVA = Client(b"1", UUID(int=1)), Client(b"1", UUID(int=2)), Client(b"2", UUID(int=3))
FOUR = [Client(b"1", UUID(int=number)) for number in range(4)]


def test_a_client_is_forgotten_when_it_holds_no_slot() -> None:
    """Otherwise each address that ever sent a request would stay in memory."""
    places, account = FairSlots(2, 1), UUID(int=9)
    seen = weakref.ref(account)
    for _ in range(2):
        assert places.acquire(Client(b"9", account), Wait(0))
        places.release(Client(b"9", account))
    del account
    assert seen() is None


@in_one_test(
    ("each", "arriving", "served"),
    [
        (1, [ADA, ADA, ADA], [ADA, ADA, ADA]),
        (1, [ADA, ADA, ADA, ADAS_BOT, EVA], [ADA, EVA, ADAS_BOT, ADA, ADA]),
        (1, [ADA, ADAS_BOT, EVA, EVA], [ADA, EVA, ADAS_BOT, EVA]),
        (1, FOUR, FOUR),
    ],
)
def test_waiting_clients_take_turns(each: int, arriving: list[Client], served: list[Client]) -> None:
    """Addresses take turns, then the clients of an address, then the requests of a client in order of arrival."""
    places = FairSlots(1, each)
    other = Client(b"3", None)
    assert places.acquire(other, Wait(0))
    seen: list[tuple[int, Client]] = []

    def wait(number: int, client: Client) -> None:
        assert places.acquire(client, Wait(_NO_SUCH_TIME_S))
        seen.append((number, client))

    threads = [threading.Thread(target=wait, args=arrival, daemon=True) for arrival in enumerate(arriving)]
    for number, thread in enumerate(threads):
        thread.start()
        while places.waiting <= number:
            time.sleep(0.001)
    released = other
    for number in range(len(arriving)):
        places.release(released)
        while len(seen) <= number:
            time.sleep(0.001)
        released = seen[-1][1]
    assert [client for _, client in seen] == served
    for client in (ADA, ADAS_BOT, EVA):
        numbers = [number for number, by in seen if by == client]
        assert numbers == sorted(numbers)
    places.release(released)
    assert places.acquire(ADA, Wait(0))


def test_a_client_holds_few_slots() -> None:
    """A client at its limit waits, although slots are free for others."""
    places = FairSlots(4, each=2)
    assert [places.acquire(ADA, Wait(0)) for _ in range(3)] == [True, True, False]
    assert not places.acquire(ADA, Wait(0.05))
    assert [places.acquire(EVA, Wait(0)) for _ in range(3)] == [True, True, False]
    places.release(EVA)
    assert not places.acquire(ADA, Wait(0))
    places.release(ADA)
    assert places.acquire(ADA, Wait(0))


def test_a_timed_out_request_gets_no_slot() -> None:
    """A request that gave up waiting gets no slot later."""
    places = FairSlots(1, each=1)
    assert places.acquire(ADA, Wait(0))
    began = time.monotonic()
    assert not places.acquire(EVA, Wait(0.1))
    assert time.monotonic() - began >= 0.1
    places.release(ADA)
    assert places.acquire(EVA, Wait(0))
    assert not places.acquire(ADA, Wait(0))


def enter(
    limit: ConcurrencyLimit, address: str = "192.0.2.1", token: str = "", operation: Operation | None = None
) -> RequestRecord:
    """Let a request enter."""
    record = RequestRecord({"REQUEST_METHOD": "GET", "REMOTE_ADDR": address, "HTTP_ACCEPT": EVENT_STREAM})
    if token:
        record.environ["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    if operation is not None:
        record.operation = operation
    limit.enter(record)
    return record


def leave_accepted(limit: ConcurrencyLimit, record: RequestRecord, number: int = 1) -> None:
    """End a request whose token was valid."""
    record.caller = Caller(UUID(int=number), "Ada", UUID(int=number), frozenset(), None)
    limit.leave(record)


@pytest.mark.usefixtures("impatient")
def test_invented_tokens_get_no_further_slots() -> None:
    """Tokens that the worker has not accepted share the slots of their address. An accepted one has its own."""
    limit = ConcurrencyLimit(20)
    leave_accepted(limit, enter(limit, token="accepted"))
    for number in range(2):
        enter(limit, token=str(number))
    with pytest.raises(Problem):
        enter(limit, token="invented")
    enter(limit, token="accepted")


@pytest.mark.usefixtures("impatient")
def test_an_address_has_one_heavy_request_at_a_time(database_url: str, players: Callable[[int], list[Player]]) -> None:
    """A second one waits and is refused. Those of others, stored responses and parts of the game do not wait."""
    app = create_app(Settings(database_url=database_url, pool_size=POOL_SIZE, max_in_flight=32))
    heavy, here = app.extensions["exchange"].concurrency._heavy, Client(address_key("127.0.0.1"), UUID(int=9))
    (owner,), notation = players(1), {"Content-Type": "text/plain"}
    game = owner.api.post("/v1/replays", raw=long_game(150).encode(), headers=notation).ok()
    replay, api = f"/v1/replays/{game['id']}", Api(app)
    assert heavy.acquire(here, Wait(0))
    for path in (f"{replay}/verification", f"{replay}/frames"):
        assert api.get(path).code == "service-unavailable"
        assert api.get(path, REMOTE_ADDR="192.0.2.1").status == 200
    for path in (f"{replay}/frames", f"{replay}/frames/10"):
        assert api.get(path).status == 200
    heavy.release(here)
    assert api.get(f"{replay}/verification").status == 200


@pytest.fixture
def slept_s(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses, which take no time."""
    found: list[float] = []
    monkeypatch.setattr(time, "sleep", found.append)
    return found


def test_who_has_used_a_worker_for_long_pauses(slept_s: list[float]) -> None:
    """Until little of the use is left. Others do not, and nobody does without a limit."""
    used_s, free_s = 2.0, 0.5
    for limit in (Throttle(free_s), Throttle(math.inf)):
        limit.add(ADA.address, time.monotonic() - used_s)
        for address in (ADA.address, EVA.address):
            limit.pause(address)
    assert slept_s == [pytest.approx(math.log2(used_s / free_s), abs=0.1)]


@pytest.mark.parametrize(("units", "seconds"), [(100_000, 3.5), (10, 0.35), (None, math.inf)])
def test_the_pause_follows_from_the_limit_of_an_address(units: int | None, seconds: float) -> None:
    """Who lets an address do ten times as much lets it use a worker for ten times as long. Less refuses, as before."""
    quota = Quota(units or 1, 10)
    of = Settings(database_url="postgresql://", rate_limits=units is not None, rate_limit_address=quota)
    assert rate_limit.free_s(of) == pytest.approx(seconds)


def test_visitors_pause_but_players_at_their_address_do_not(slept_s: list[float]) -> None:
    """A new token counts as a player's where it is checked, but not on pages."""
    limit, long_ago = ConcurrencyLimit(20, free_s=0.5), time.monotonic() - 2
    pauses = []
    limit._accounts["Bearer accepted"] = UUID(int=1)
    for token, operation in (
        ("", Operation("getStats")),
        ("new", Operation("getStats")),
        ("new", web_page()),
        ("accepted", web_page()),
    ):
        limit._of_visitors.add(address_key("192.0.2.1"), long_ago)
        limit.leave(enter(limit, token=token, operation=operation))
        pauses.append(len(slept_s))
    assert pauses == [1, 1, 2, 2]


def test_a_client_has_one_image_drawn_at_a_time(slept_s: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it pauses, if the drawing took long. Another address does not wait."""
    monkeypatch.setattr(gates, "DRAWING_TIMEOUT_S", 0.05)
    limit = ConcurrencyLimit(20, free_s=0.5)
    addresses = ("192.0.2.1", "192.0.2.1", "192.0.2.2")
    first, second, other = (RequestRecord({"REQUEST_METHOD": "GET", "REMOTE_ADDR": one}) for one in addresses)
    limit.enter_drawing(first)
    with pytest.raises(Problem):
        limit.enter_drawing(second)
    limit.enter_drawing(other)
    limit._of_drawings.add(limit.client(first.environ), time.monotonic() - 2)
    limit.leave(first)
    assert slept_s == []
    limit.enter_drawing(second)
    assert len(slept_s) == 1


@pytest.mark.usefixtures("impatient")
def test_requests_above_the_limit_are_refused(narrow: Flask, new_game: Callable[..., Game]) -> None:
    """A refusal is 503 in the caller's language, with Retry-After. Health checks still work, and a retry succeeds."""
    game = new_game()
    to_move = game.view(0)["to_move"]
    view, actor = game.view(to_move), game.players[to_move].token
    move = {**next(a for a in view["legal_actions"] if a["type"] == "clue"), "expected_version": view["version"]}
    api, before = Api(narrow, token=actor), samples().get("hanabi_shed_total", 0)
    place_of(narrow).acquire(OTHER, Wait(0))
    refused = api.post(f"{game.path}/moves", move, headers={"Accept-Language": "de"})
    assert (refused.status, refused.code, refused.headers["Retry-After"]) == (503, "service-unavailable", "2")
    assert refused.headers["Content-Language"] == "de"
    assert samples()["hanabi_shed_total"] == before + 1
    assert [Api(narrow).get(path).status for path in ("/livez", "/readyz", "/metrics")] == [200] * 3
    assert game.view(0)["version"] == view["version"]
    place_of(narrow).release(OTHER)
    assert api.post(f"{game.path}/moves", move).status == 201


@pytest.mark.usefixtures("impatient")
def test_every_end_of_a_request_frees_its_slot(narrow: Flask, new_game: Callable[..., Game]) -> None:
    """Responses, refusals, unknown paths and open streams free their slot when they end."""
    game = new_game()
    api = Api(narrow, token=game.players[0].token)
    for method, path, body, status in (
        ("GET", game.path, None, 200),
        ("GET", "/v1/games/g_00", None, 404),
        ("POST", f"{game.path}/moves", {}, 422),
        ("GET", "/v1/none-such", None, 404),
        ("DELETE", "/v1/games", None, 405),
        ("GET", f"{game.path}?at=x", None, 422),
    ):
        assert (
            narrow.test_client()
            .open(path, method=method, json=body, headers={"Authorization": f"Bearer {game.players[0].token}"})
            .status_code
            == status
        )
        assert place_of(narrow).acquire(OTHER, Wait(0)), path
        place_of(narrow).release(OTHER)
    stream = narrow.test_client().get(f"{game.path}/events", headers={"Accept": "text/event-stream"}, buffered=False)
    assert stream.status_code == 200
    assert api.get(game.path).status == 200
    stream.close()
    assert place_of(narrow).acquire(OTHER, Wait(0))
    assert not place_of(narrow).acquire(OTHER, Wait(0))


@pytest.mark.usefixtures("impatient")
def test_a_waiting_long_poll_holds_no_slot(narrow: Flask, new_game: Callable[..., Game]) -> None:
    """A long poll holds no slot while it waits, and is answered when events arrive."""
    game = new_game()
    api = Api(narrow, token=game.players[0].token)
    answers = []

    def wait() -> None:
        headers = {"Prefer": "wait=20"}
        answers.append(api.get(f"{game.path}/events", query=f"since={game.version()}", headers=headers))

    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    while not len(narrow.extensions["subscriptions"]) or not place_of(narrow).acquire(OTHER, Wait(0)):
        time.sleep(0.01)
    place_of(narrow).release(OTHER)
    assert api.get(game.path).status == 200
    assert not answers
    game.abort()
    waiting.join(_NO_SUCH_TIME_S)
    assert answers[0].ok()["items"]


def test_streams_without_a_token_are_opened_one_after_the_other() -> None:
    """However many addresses open them, all other slots remain for other requests."""
    limit, opened = ConcurrencyLimit(32), list[RequestRecord]()
    first = enter(limit, operation=STREAM)
    waiting = threading.Thread(target=lambda: opened.append(enter(limit, "192.0.2.2", operation=STREAM)), daemon=True)
    waiting.start()
    enter(limit, "192.0.2.3", "token", STREAM)
    assert opened == []
    limit.leave(first)
    waiting.join(_NO_SUCH_TIME_S)
    assert len(opened) == 1


def test_requests_that_run_alone_wait_without_a_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many accounts look for others, the slots remain for other requests. They wait as long as a stream."""
    monkeypatch.setattr(gates, "STREAM_QUEUE_TIMEOUT_S", 0.05)
    limit, alone = ConcurrencyLimit(16), Operation("createSeek", alone=True)
    first = enter(limit, operation=alone)
    with pytest.raises(Problem):
        enter(limit, "192.0.2.2", operation=alone)
    for other in (Operation("createSeek"), Operation("createAccount", alone=True)):
        limit.leave(enter(limit, "192.0.2.3", operation=other))
    limit.leave(first)
    enter(limit, "192.0.2.2", operation=alone)


@pytest.mark.usefixtures("impatient")
def test_a_crowd_without_accounts_leaves_slots_to_accounts() -> None:
    """However many addresses it comes from. A token that the worker has not accepted is no account."""
    limit = ConcurrencyLimit(16)
    leave_accepted(limit, enter(limit, token="player"))
    first, _ = enter(limit, "192.0.2.2"), enter(limit, "192.0.2.3", "invented")
    with pytest.raises(Problem):
        enter(limit, "192.0.2.4")
    enter(limit, token="player")
    limit.leave(first)
    enter(limit, "192.0.2.4")


def test_streams_with_unknown_tokens_are_opened_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tokens may be invented. Streams with accepted tokens do not wait for them, nor do those without one."""
    monkeypatch.setattr(gates, "STREAM_QUEUE_TIMEOUT_S", 0.05)
    limit = ConcurrencyLimit(20)
    leave_accepted(limit, enter(limit, "192.0.2.1", "accepted", STREAM))
    enter(limit, "192.0.2.2", "invented", STREAM)
    with pytest.raises(Problem):
        enter(limit, "192.0.2.3", "invented too", STREAM)
    enter(limit, "192.0.2.1", "accepted", STREAM)
    enter(limit, "192.0.2.4", operation=STREAM)


def test_streams_of_accounts_are_opened_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those with a token that was accepted while they waited do not wait for unknown ones any longer."""
    monkeypatch.setattr(gates, "STREAM_QUEUE_TIMEOUT_S", 0.05)
    limit = ConcurrencyLimit(32)
    for number in range(6):
        leave_accepted(limit, enter(limit, f"192.0.2.{number}", str(number), STREAM), number)
    held = [enter(limit, token=str(number), operation=STREAM) for number in range(4)]
    with pytest.raises(Problem):
        enter(limit, token="4", operation=STREAM)
    limit.leave(held[0])
    enter(limit, token="4", operation=STREAM)

    monkeypatch.setattr(gates, "STREAM_QUEUE_TIMEOUT_S", _NO_SUCH_TIME_S)
    limit, opened = ConcurrencyLimit(32), list[RequestRecord]()
    first = enter(limit, token="new", operation=STREAM)
    waiting = [
        threading.Thread(target=lambda: opened.append(enter(limit, token="new", operation=STREAM)), daemon=True)
        for _ in range(2)
    ]
    for one in waiting:
        one.start()
    while limit._openings["unknown"].waiting < 2:
        time.sleep(0.001)
    leave_accepted(limit, first)
    for one in waiting:  # both are open at a time
        one.join(_NO_SUCH_TIME_S)
    assert len(opened) == 2


KINDS = {
    "visitor": (Operation("getStats"), "", ("_visitors", "slots")),
    "new token": (Operation("getGame"), "new", ("_visitors", "slots")),
    "player": (Operation("getGame"), "known", ("slots",)),
    "heavy": (Operation("getVerification", price=gates.HEAVY_UNITS), "known", ("_heavy", "slots")),
    "alone": (Operation("createSeek", alone=True), "known", ("createSeek", "slots")),
    "stream of a visitor": (STREAM, "", ("watcher", "_visitors", "slots")),
    "stream with a new token": (STREAM, "new", ("unknown", "_visitors", "slots")),
    "stream of a player": (STREAM, "known", ("account", "slots")),
}
"""By kind of request: its operation, its token, and the slots for which it waits, in their order."""
MOMENTS = ("before the request", "early in its wait", "late in its wait", "with its slot")
"""When the first request notices an outage."""


def ends_in_an_outage(kind: str, at: str, moment: str) -> bool:
    """Return whether a request that waits for a slot is refused, and leaves it to others."""
    operation, token, _ = KINDS[kind]
    limit, refused = ConcurrencyLimit(1), list[bool]()
    if token == "known":
        leave_accepted(limit, enter(limit, token=token))
    slots = limit._openings.get(at) or (limit._alone[at] if at == operation.id else getattr(limit, at))
    holders = [Client(str(number).encode(), None) for number in range(gates.OPENINGS)]
    held = [holder for holder in holders if slots.acquire(holder, Wait(0))]
    places = len(held)

    def wait() -> None:
        try:
            enter(limit, token=token, operation=operation)
        except Problem:
            refused.append(True)

    if moment == "before the request":
        limit.note_outage()
    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    if moment != "before the request":
        while not slots.waiting and waiting.is_alive():
            time.sleep(0.001)
        time.sleep(0 if moment == "early in its wait" else 2 * gates.QUEUE_TIMEOUT_S)
        limit.note_outage()
    if moment == "with its slot":
        slots.release(held.pop())
    waiting.join(_NO_SUCH_TIME_S / 2)
    while held:
        slots.release(held.pop())
    return refused == [True] and all(slots.acquire(holder, Wait(0)) for holder in holders[:places])


def test_no_request_waits_for_long_in_an_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it waits for, and whenever the outage is noticed. Otherwise it would wait for Postgres after that."""
    for name in ("STREAM_QUEUE_TIMEOUT_S", "HEAVY_TIMEOUT_S", "OUTAGE_S"):
        monkeypatch.setattr(gates, name, _NO_SUCH_TIME_S)
    monkeypatch.setattr(gates, "QUEUE_TIMEOUT_S", 0.3)
    cases = [(kind, at, moment) for kind, (*_, places) in KINDS.items() for at in places for moment in MOMENTS]
    with ThreadPoolExecutor(len(cases)) as pool:
        found = list(pool.map(lambda case: ends_in_an_outage(*case), cases))
    assert [case for case, ends in zip(cases, found, strict=True) if not ends] == []


def test_nobody_pauses_after_an_outage(slept_s: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """The time for which a request waits for Postgres in vain is no use of the worker."""
    clock_s = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock_s[0])
    limit = ConcurrencyLimit(20, free_s=0.5)
    for kind in ("visitor", "heavy"):
        operation, token, _ = KINDS[kind]
        for outage, pauses in ((True, 0), (False, 1)):
            record = enter(limit, token=token, operation=operation)
            clock_s[0] += 5
            if outage:
                limit.note_outage()
            limit.leave(record)
            slept_s.clear()
            limit.leave(enter(limit, token=token, operation=operation))
            assert len(slept_s) == pauses
            clock_s[0] += 60


def test_a_stream_waits_longer_for_a_slot(
    narrow: Flask, new_game: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream waits longer for a slot than other requests."""
    monkeypatch.setattr(gates, "QUEUE_TIMEOUT_S", 0.05)
    game = new_game()
    place_of(narrow).acquire(OTHER, Wait(0))
    threading.Timer(0.5, partial(place_of(narrow).release, OTHER)).start()
    headers = {"Accept": "text/event-stream"}
    assert narrow.test_client().get(game.path).status_code == 503
    stream = narrow.test_client().get(f"{game.path}/events", headers=headers, buffered=False)
    assert stream.status_code == 200
    stream.close()
