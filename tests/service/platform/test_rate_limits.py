"""Tests of rate limits: quotas, charged counters and response headers."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.app import create_app
from service.platform.limits import gates, rate_counters
from service.platform.limits.address_networks import address_key
from service.platform.limits.rate_counters import Balance, Charge, Counters, Policy, RedisCounters, SharedMemoryCounters
from service.platform.observability import metrics
from service.platform.settings import BadSetting, Quota, Settings
from tests.programs import require_program
from tests.rows import in_one_test
from tests.service.client import Api, Game
from tests.service.factories import game_factory, player_factory
from tests.service.platform.conftest import Charging
from tests.waiting import await_until

# No server listens on this port: these tests never reach the database.
NO_DATABASE = "postgresql://nobody@127.0.0.1:9/nothing"

SIX_A_MINUTE = Policy("token", Quota(6, 60))
TWO_A_MINUTE = Policy("address", Quota(2, 60))


class Clock:
    """A clock that the test advances."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the counters."""
    clock = Clock()
    monkeypatch.setattr(rate_counters, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock


def spent(counters: Counters, *claims: tuple[Policy, bytes, int]) -> list[Balance]:
    """Charge the counters, and return the balances."""
    return counters.spend([Charge(*claim) for claim in claims])


def test_a_quota_can_be_spent_immediately_and_refills_evenly(clock: Clock) -> None:
    """Six a minute allow six requests now, then one every ten seconds."""
    table = SharedMemoryCounters()
    assert [spent(table, (SIX_A_MINUTE, b"a", 1))[0].left for _ in range(6)] == [5, 4, 3, 2, 1, 0]
    assert spent(table, (SIX_A_MINUTE, b"a", 1)) == [(SIX_A_MINUTE, 0, 10)]
    clock.now += 9.99
    assert spent(table, (SIX_A_MINUTE, b"a", 1))[0].wait_s == 1
    clock.now += 0.01
    assert spent(table, (SIX_A_MINUTE, b"a", 1)) == [(SIX_A_MINUTE, 0, 0)]
    clock.now += 1000
    assert spent(table, (SIX_A_MINUTE, b"a", 1))[0].left == 5


def test_a_request_after_retry_after_succeeds(clock: Clock) -> None:
    """The wait is exactly as long as needed."""
    table = SharedMemoryCounters()
    for cost in (4, 5, 1, 6, 3):
        wait_s = spent(table, (SIX_A_MINUTE, b"a", cost))[0].wait_s
        clock.now += max(0, wait_s - 1)
        if wait_s:
            assert spent(table, (SIX_A_MINUTE, b"a", cost))[0].wait_s <= 1
            clock.now += 1
            assert spent(table, (SIX_A_MINUTE, b"a", cost))[0].wait_s == 0


def test_a_refusal_charges_no_counter(clock: Clock) -> None:
    """If one charge of a request is refused, none of the others is made."""
    table = SharedMemoryCounters()
    both = (SIX_A_MINUTE, b"t", 1), (TWO_A_MINUTE, b"a", 1)
    assert [one.left for one in spent(table, *both)] == [5, 1]
    assert [one.left for one in spent(table, *both)] == [4, 0]
    assert spent(table, *both) == [(TWO_A_MINUTE, 0, 30)]
    assert spent(table, (SIX_A_MINUTE, b"t", 1))[0].left == 3


def test_a_cost_above_the_quota_is_reduced_to_the_quota(clock: Clock) -> None:
    """Otherwise such a request could never succeed."""
    table = SharedMemoryCounters()
    assert spent(table, (TWO_A_MINUTE, b"a", 20)) == [(TWO_A_MINUTE, 0, 0)]
    assert spent(table, (TWO_A_MINUTE, b"a", 20)) == [(TWO_A_MINUTE, 0, 60)]


@in_one_test(
    ("standing", "field"),
    [
        (Balance(SIX_A_MINUTE, 6, 0), '"token";r=6;t=60'),
        (Balance(SIX_A_MINUTE, 2, 0), '"token";r=2;t=20'),
        (Balance(SIX_A_MINUTE, 0, 0), '"token";r=0;t=10'),
        (Balance(SIX_A_MINUTE, 1, 37), '"token";r=1;t=37'),
        (Balance(Policy("address", Quota(36_000, 60)), 35_999, 0), '"address";r=32400;t=54'),
        (Balance(Policy("address", Quota(36_000, 60)), 41, 0), '"address";r=41;t=1'),
        (Balance(Policy("token", Quota(36_000, 60), is_shared=False), 35_999, 0), '"token";r=35999;t=60'),
    ],
)
def test_the_header_promises_only_what_refills(standing: Balance, field: str) -> None:
    """A client that spends `r` evenly in `t` seconds is never refused. On a refusal `t` is Retry-After."""
    assert standing.header == field


def test_counters_have_a_fixed_size(clock: Clock) -> None:
    """Clients that spent least are dropped first."""
    table = SharedMemoryCounters()
    greedy = (TWO_A_MINUTE, b"greedy", 2)
    assert spent(table, greedy)[0].wait_s == 0
    for number in range(150_000):
        table.spend([Charge(SIX_A_MINUTE, number.to_bytes(4), 1)])
    assert spent(table, greedy)[0].wait_s == 60


@in_one_test(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("2001:db8::1", "2001:db8:0:0:ffff::2", True),
        ("2001:db8::1", "2001:db8:0:ffff::1", True),
        ("2001:db8::1", "2001:db8:1::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("unknown", "unknown", True),
        ("unknown", "", False),
        ("1.2.3.4.5", "\udcff", False),
    ],
)
def test_addresses_are_grouped_into_networks(one: str, other: str, same: bool) -> None:
    """IPv4 addresses take turns alone, IPv6 by /48 network, and any other text of a proxy as it is."""
    assert (address_key(one) == address_key(other)) == same


_RACE = """
import os
from service.platform.limits.rate_counters import Charge, Policy, SharedMemoryCounters
from service.platform.settings import Quota

table = SharedMemoryCounters()
policy = Policy("address", Quota(20_000, 99_999))
ends = [os.pipe() for _ in range(4)]
for _, end in ends:
    if os.fork() == 0:
        granted = sum(not table.spend([Charge(policy, b"a", 1)])[0].wait_s for _ in range(12_000))
        os.write(end, str(granted).encode())
        os._exit(0)
print(sum(int(os.read(end, 20)) for end, _ in ends))
"""


def test_forked_processes_share_counters() -> None:
    """Four busy processes together are allowed what one would be, within 0.1 %."""
    run = subprocess.run(
        [sys.executable, "-c", _RACE], capture_output=True, check=True, cwd=Path(__file__).parents[3], timeout=60
    )
    assert 20_000 <= int(run.stdout) <= 20_020


def limited(**settings: Any) -> Flask:
    """Return the service with low limits and without a database."""
    quotas = {
        "rate_limit_token": Quota(6, 60),
        "rate_limit_address": Quota(20, 60),
        "rate_limit_accounts": Quota(2, 60),
    }
    return create_app(Settings(**{"database_url": NO_DATABASE, "rate_limits": True, **quotas, **settings}))


def ask(app: Flask, path: str = "/v1/rules/R7", *, by: str = "192.0.2.1", **request: Any) -> TestResponse:
    """Send a request from an IP address."""
    return app.test_client().open(path, environ_overrides={"REMOTE_ADDR": by}, **request)


def statuses(answers: Sequence[TestResponse]) -> list[int]:
    return [answer.status_code for answer in answers]


def test_responses_show_the_remaining_quota() -> None:
    """Both header fields list each limit that counts the request, refusals included."""
    app = limited()
    answer = ask(app)
    assert answer.headers["RateLimit-Policy"] == '"address";q=20;w=60'
    assert answer.headers["RateLimit"] == '"address";r=19;t=57'
    answer = ask(app, "/v1/editions", headers={"Authorization": "Bearer nothing"})
    assert answer.status_code == 401
    assert answer.headers["RateLimit-Policy"] == '"token";q=6;w=60, "address";q=20;w=60'
    assert answer.headers["RateLimit"] == '"token";r=4;t=40, "address";r=17;t=51'


def test_a_refusal_is_a_problem_with_retry_after() -> None:
    """The refusal is in the caller's language and needs no database query."""
    app = limited()
    assert statuses([ask(app) for _ in range(20)]) == [200] * 20
    answer = ask(app, headers={"Accept-Language": "de", "Authorization": "Bearer nothing"})
    assert answer.status_code == 429
    assert answer.mimetype == "application/problem+json"
    assert answer.json is not None
    assert answer.json["code"] == "too-many-requests"
    assert answer.json["title"] == "Zu viele Anfragen"
    wait_s = int(answer.headers["Retry-After"])
    assert wait_s in (2, 3)  # the requests may have taken a second
    assert answer.headers["RateLimit"] == f'"address";r=0;t={wait_s}'
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Request-Id"] == answer.json["request_id"]


def test_a_tokens_limit_holds_across_addresses() -> None:
    """A token's limit holds across addresses, and its refusals do not count against the address."""
    app = limited()
    path, with_token = "/v1/editions", {"Authorization": "Bearer nothing"}
    assert statuses([ask(app, path, headers=with_token, by=f"192.0.2.{n}") for n in range(3)]) == [401] * 3
    assert statuses([ask(app, path, headers=with_token) for _ in range(30)]) == [429] * 30
    assert ask(app).headers["RateLimit"].startswith('"address";r=17;')
    assert ask(app, path, headers={"Authorization": "Bearer another"}).status_code == 401


@pytest.mark.parametrize(("step", "granted"), [(1, 20), (1 << 64, 40), (1 << 72, 80)])
def test_a_larger_network_has_a_limit_too(step: int, granted: int) -> None:
    """A client that changes its address, its /64 or its /56 for each request has one, two or four quotas."""
    app = limited(rate_limit_address=Quota(20, 3600))  # nothing comes back during a slow test
    network = int(ip_address("2001:db8::"))
    sources = [str(ip_address(network + number * step)) for number in range(granted + 1)]
    assert statuses([ask(app, by=source) for source in sources]) == [200] * granted + [429]
    assert ask(app, by="2001:db8:1::1").status_code == 200


def test_new_accounts_have_a_separate_limit() -> None:
    """The third account within a minute is refused; other requests succeed."""
    app = limited(rate_limit_address=Quota(100, 60))
    answers = [ask(app, "/v1/accounts", method="POST", json={"name": 1}) for _ in range(3)]
    assert statuses(answers) == [422, 422, 429]
    assert answers[2].headers["RateLimit"].startswith('"accounts";r=0;')
    assert answers[2].headers["Retry-After"] == "30"
    assert ask(app).status_code == 200


@in_one_test(
    ("method", "path", "body", "cost"),
    [
        ("GET", "/v1/rules/R7", b"", 1),
        ("HEAD", "/v1/rules/R7", b"", 1),
        ("OPTIONS", "/v1/rules/R7", b"", 1),
        ("GET", "/nowhere", b"", 1),
        ("GET", "/v1/me", b"", 3),
        ("DELETE", "/v1/me", b"", 20),
        ("POST", "/v1/games/g_1/moves", b"{}", 7),
        ("POST", "/v1/games/g_1/moves", b" " * 16_384, 11),
        ("GET", "/v1/games/g_1/events?since=3", b"", 5),
        ("GET", "/v1/games/g_1/events", b"", 5),
        ("GET", "/v1/replays/g_1/frames", b"", 10),
        ("POST", "/v1/replays", b"{}", 100),
        ("POST", "/v1/replays", b" " * 200_000, 148),
    ],
)
def test_the_cost_of_requests(method: str, path: str, body: bytes, cost: int) -> None:
    """The cost is that of the endpoint, and grows with the body whatever comes of it."""
    answer = ask(limited(rate_limit_address=Quota(200, 60)), path, method=method, data=body)
    assert answer.headers["RateLimit"].startswith(f'"address";r={200 - cost};')


def test_a_write_has_lasting_bytes() -> None:
    """Every write declares the bytes that it stores (`stores`), if only 0."""
    app = limited()
    operations = app.extensions["exchange"].operations
    writes = [
        operations[rule.endpoint]
        for rule in app.url_map.iter_rules()
        if (rule.methods or set()) & {"POST", "PUT", "PATCH"}
    ]
    assert [operation.id for operation in writes if operation.id and operation.stores is None] == []


@pytest.mark.parametrize(("part", "units"), [("frames", 170), ("frames/0/knowledge", 30), ("frames/0/analysis", 30)])
def test_another_deck_costs_more(charging: Charging, part: str, units: int) -> None:
    """A line on the deck of the game costs its price alone, and one job if it is analysed."""
    ada, eva = player_factory(Api(charging.app))(2)
    game, charged = game_factory(lambda _: [ada, eva])(2), charging.units
    game.abort()
    for other in ({}, {"deal": "resampled", "deal_seat": 1, "deal_seed": 7}):
        ada.api.post(f"{game.replay_path}/{part}", {"at": 0, "moves": [], **other}).ok()
    assert [cost for cost in charged if cost != gates.JOB] == [units]
    assert charged.count(gates.JOB) == (2 if part.endswith("analysis") else 0)


def test_a_stored_response_costs_less(charging: Charging) -> None:
    """Only the request that has it made is charged for that, before the game is read."""
    ada, eva = player_factory(Api(charging.app))(2)
    game, charged = game_factory(lambda _: [ada, eva])(2), charging.units
    game.abort()
    for part in ("frames", "frames", "conventions", "conventions"):
        ada.api.get(f"{game.replay_path}/{part}").ok()
    assert charged == [70, 440]


@pytest.mark.parametrize("bots", [0, 1, 3])
def test_bots_cost_more(charging: Charging, bots: int) -> None:
    """A bot costs more when it gets a seat, and with each move at its table."""
    ada, eva = player_factory(Api(charging.app))(2)
    game, charged = Game(ada.api.post("/v1/games", {"seats": bots + 2}).ok(), [ada, eva]), charging.units
    for _ in range(bots):
        ada.api.post(f"{game.path}/seats", {"bot": "random"}).ok()
    assert charged == [5] * bots
    eva.api.post(f"{game.path}/seats", {}).ok()
    seat = 0 if game.view(0)["legal_actions"] else 1
    clue = next(action for action in game.view(seat)["legal_actions"] if action["type"] == "clue")
    assert game.send(seat, clue).status == 201
    assert charged == [5] * bots + [5 * bots] * bool(bots)


def test_health_and_metrics_have_no_limits() -> None:
    """Their responses have no limit headers either."""
    app = limited(rate_limit_address=Quota(1, 60))
    for path in ("/livez", "/metrics") * 3:
        answer = ask(app, path, by="127.0.0.1")
        assert answer.status_code == 200
        assert "RateLimit" not in answer.headers
        assert "RateLimit-Policy" not in answer.headers


def test_limits_can_be_disabled() -> None:
    """Without limits, responses have no limit headers."""
    app = limited(rate_limits=False)
    assert statuses([ask(app) for _ in range(30)]) == [200] * 30
    assert "RateLimit" not in ask(app).headers


@in_one_test(
    ("proxies", "forwarded", "counted"),
    [
        (0, "203.0.113.9", "192.0.2.1"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "198.51.100.7, 203.0.113.9", "203.0.113.9"),
        (2, "198.51.100.7, 203.0.113.9", "198.51.100.7"),
        (2, "1.1.1.1, 198.51.100.7, 203.0.113.9", "198.51.100.7"),
        (2, "203.0.113.9", "192.0.2.1"),
    ],
)
def test_the_client_behind_trusted_proxies_is_counted(proxies: int, forwarded: str, counted: str) -> None:
    """Only addresses that trusted proxies added count. The rest of X-Forwarded-For is ignored."""
    app = limited(trusted_proxies=proxies)
    assert ask(app, headers={"X-Forwarded-For": forwarded}).status_code == 200
    assert ask(app, by=counted).headers["RateLimit"].startswith('"address";r=18;')


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a Redis or Valkey server."""
    program = require_program("Redis")
    path = tmp_path_factory.mktemp("redis") / "s"
    server = subprocess.Popen(
        [program, "--port", "0", "--unixsocket", path, "--save", "", "--appendonly", "no", "--dir", path.parent],
        stdout=subprocess.DEVNULL,
    )
    try:
        await_until(path.exists, "Redis listens")
        yield f"unix://{path}"
    finally:
        server.terminate()
        server.wait()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the store as long as a busy machine may need."""
    monkeypatch.setattr(gates, "STORE_TIMEOUT_S", 60.0)


@pytest.mark.usefixtures("patient")
def test_machines_share_counters_in_redis(redis_url: str) -> None:
    """Two counters on one store share balances, charge all or nothing, and expire."""
    one, other = (RedisCounters(redis_url, SharedMemoryCounters()) for _ in range(2))
    assert [spent(one, (SIX_A_MINUTE, b"a", 2))[0].left, spent(other, (SIX_A_MINUTE, b"a", 3))[0].left] == [4, 1]
    refused = spent(one, (SIX_A_MINUTE, b"a", 6), (TWO_A_MINUTE, b"t", 1))
    assert [one.policy for one in refused] == [SIX_A_MINUTE] and 0 < refused[0].wait_s <= 50
    assert spent(other, (TWO_A_MINUTE, b"t", 1)) == [(TWO_A_MINUTE, 1, 0)]
    quick = Policy("quick", Quota(4, 1))
    spent(one, (quick, b"a", 4))
    while spent(other, (quick, b"a", 4))[0].wait_s:
        time.sleep(0.05)


def test_a_silent_store_refuses_no_request() -> None:
    """Without a response from the store, the machine counts locally, and does not ask each time."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        remote = RedisCounters(f"redis://127.0.0.1:{silent.getsockname()[1]}", SharedMemoryCounters())
        lefts = [spent(remote, (SIX_A_MINUTE, b"a", 1))[0] for _ in range(7)]
        silent.accept()[0].close()
        silent.setblocking(False)
        with pytest.raises(BlockingIOError):
            silent.accept()
    assert [one.left for one in lefts] == [5, 4, 3, 2, 1, 0, 0]
    assert lefts[-1].wait_s > 0


@pytest.mark.usefixtures("patient")
def test_a_gauge_tells_operators_that_the_store_is_away(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is 1 from the first request without an answer to the first one with an answer."""
    monkeypatch.setattr(gates, "STORE_RETRY_S", 0.0)
    monkeypatch.setenv("RATE_LIMIT_STORE", f"unix://{tmp_path}/s")
    counters = rate_counters.counters(Settings.from_environ(), metrics.counting_alone)
    for is_there in (False, True):
        if is_there:
            (tmp_path / "s").symlink_to(redis_url.removeprefix("unix://"))
        spent(counters, (SIX_A_MINUTE, b"gauge", 1))
        assert f"\nhanabi_rate_limits_alone {0.0 if is_there else 1.0}\n" in metrics.exposition().decode()


def test_an_invalid_store_is_refused_at_the_start() -> None:
    """The message names the setting, and never contains a password."""
    for bad in ("memcached://secret@h", "redis://secret@h:port/0"):
        with pytest.raises(BadSetting, match=r"^RATE_LIMIT_STORE ") as refused:
            rate_counters.counters(Settings.from_environ({"RATE_LIMIT_STORE": bad}))
        assert "secret" not in str(refused.value)
    assert Settings.from_environ({"RATE_LIMIT_STORE": "memory"}).rate_limit_store is None
