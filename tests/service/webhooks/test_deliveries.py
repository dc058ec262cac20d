"""Tests of deliveries by a worker: what is sent, repeated and given up, and what the receiver of the guide accepts."""

import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import standardwebhooks

from service.features.webhooks import signatures
from service.platform.settings import Settings
from tests.service.client import Json, Player
from tests.service.factories import NewGame, Players
from tests.service.jobs.working import worker
from tests.service.outgoing.receiving import Receiver
from tests.service.webhooks.conftest import LOCAL, Hooked, statuses
from tests.waiting import await_until


@pytest.fixture
def url(settings: Settings) -> str:
    """The URL of the database."""
    assert settings.database_url is not None
    return settings.database_url


@pytest.fixture
def working(url: str) -> Iterator[None]:
    """A running worker."""
    with worker(url, **LOCAL):
        yield


@pytest.mark.usefixtures("working")
def test_a_game_is_told_from_its_start_to_its_end(
    players: Players, new_game: NewGame, hooked: Hooked, target: Receiver
) -> None:
    """Each event arrives once and in order, signed so that the library of Standard Webhooks accepts it."""
    ada, bela = people = players(2)
    webhook = hooked(ada)
    game = new_game(at_table=people, rules={"edition": "de", "starting_seat": 0, "table_talk": "free"})
    target.wait_for(2)
    game.play({"type": "clue", "target": 1, "rank": _rank(game.view(0), 1)})
    game.play({"type": "clue", "target": 0, "rank": _rank(game.view(1), 0)})
    target.wait_for(3)  # a turn that is over is not told
    bela.api.post(f"{game.path}/messages", {"remark": "remember-your-hand"}).ok()
    ada.api.post(f"{game.path}/messages", {"remark": "remember-your-hand"}).ok()
    game.abort()
    bela.api.post(f"{game.path}/messages", {"text": "Thanks!"}).ok()
    received = target.wait_for(6)
    assert target.types() == ["game-started", "your-turn", "your-turn", "message", "game-ended", "message"]
    verifier = standardwebhooks.Webhook(webhook["secret"])
    for one in received:
        assert verifier.verify(one.body, dict(one.headers)) == one.event
        assert one.event["data"]["game"] == game.id and one.event["data"]["seat"] == 0
    versions = [one.event["data"]["version"] for one in received]
    assert versions == [0, 0, 2, 3, versions[4], None] and versions[4] > 4
    assert len({one.headers["webhook-id"] for one in received}) == 6
    await_until(lambda: set(statuses(ada.api, webhook)) == {"delivered"}, "all were recorded")


def _rank(view: Json, seat: int) -> int:
    """Return a rank that a hand has."""
    rank: int = view["hands"][seat]["cards"][0]["rank"]
    return rank


@pytest.mark.slow
@pytest.mark.usefixtures("working")
def test_a_receiver_that_hangs_holds_up_nobody_else(players: Players, hooked: Hooked, target: Receiver) -> None:
    """Another account gets its delivery meanwhile. What the receiver never answers has failed."""
    ada, bela = players(2)
    slow, quick = hooked(ada, url=f"{target.url}/slow"), hooked(bela, url=f"{target.url}/quick")
    target.answer = lambda request: None if request.path == "/slow" and not target.hangs.is_set() else 204
    for webhook, player in ((slow, ada), (quick, bela)):
        player.api.post(f"/v1/me/webhooks/{webhook['id']}/test").ok()
        target.wait_for(len(target.received) + 1)
    await_until(lambda: statuses(bela.api, quick) == ["delivered"], "the other one was recorded")
    assert target.hangs.is_set() and statuses(ada.api, slow) == ["waiting"]
    target.hangs.clear()
    await_until(lambda: statuses(ada.api, slow) == ["failed"], "the receiver had hung up")
    (shown,) = ada.api.get(f"/v1/me/webhooks/{slow['id']}/deliveries").ok()["items"]
    assert (shown["attempts"], shown["response_status"], shown["error"]) == (1, None, "connection-failed")


@pytest.mark.slow
@pytest.mark.usefixtures("working")
def test_a_receiver_that_fails_and_comes_back(players: Players, hooked: Hooked, target: Receiver, url: str) -> None:
    """A delivery is repeated with the same id and body, and a newer signature, until the receiver accepts it."""
    ada, bela = players(2)
    webhook = hooked(bela)
    failures = iter((500, 503))
    target.answer = lambda _: next(failures, 204)
    game = ada.api.post("/v1/games", {"seats": 2}).ok()
    ada.api.post(f"/v1/games/{game['id']}/invitations", {"account": bela.id}).ok()
    for number in (1, 2):
        target.wait_for(number)
        await_until(lambda: listed(bela, webhook)[0]["attempts"] == number, "it was recorded")  # noqa: B023
        shown = listed(bela, webhook)[0]
        assert (shown["status"], shown["response_status"]) == ("waiting", {1: 500, 2: 503}[number])
        assert bela.api.get("/v1/me/webhooks").ok()["items"][0]["failing_since"] is not None
        make_due(url)
    first, second, third = target.wait_for(3)
    assert first.body == second.body == third.body and first.event["type"] == "invited"
    assert len({one.headers["webhook-id"] for one in (first, second, third)}) == 1
    for one in (first, second, third):
        standardwebhooks.Webhook(webhook["secret"]).verify(one.body, dict(one.headers))
    await_until(lambda: listed(bela, webhook)[0]["status"] == "delivered", "it was recorded")
    assert bela.api.get("/v1/me/webhooks").ok()["items"][0]["failing_since"] is None


@pytest.mark.slow
def test_a_killed_worker_has_lost_nothing(players: Players, hooked: Hooked, target: Receiver, url: str) -> None:
    """What it was sending is sent again, and so is what happened while no worker ran."""
    ada, bela = players(2)
    webhook = hooked(ada)
    target.answer = lambda _: None if not target.hangs.is_set() else 204
    with worker(url, **LOCAL) as process:
        ada.api.post(f"/v1/me/webhooks/{webhook['id']}/test").ok()
        target.wait_for(1)
        process.send_signal(signal.SIGKILL)
        process.wait()
    game = bela.api.post("/v1/games", {"seats": 2}).ok()
    bela.api.post(f"/v1/games/{game['id']}/invitations", {"account": ada.id}).ok()
    with psycopg.connect(url, autocommit=True) as db:  # as if the worker had been dead for a minute
        db.execute("update procrastinate_workers set last_heartbeat = now() - interval '1 minute'")
    with worker(url, **LOCAL):
        again = target.wait_for(3)
        await_until(lambda: statuses(ada.api, webhook) == ["delivered"] * 2, "both were recorded")
    assert [one.event["type"] for one in again] == ["test", "test", "invited"]
    assert again[0].headers["webhook-id"] == again[1].headers["webhook-id"]


def listed(player: Player, webhook: Json) -> list[Json]:
    """Return the deliveries of a webhook, newest first."""
    items: list[Json] = player.api.get(f"/v1/me/webhooks/{webhook['id']}/deliveries").ok()["items"]
    return items


def make_due(url: str) -> None:
    """Let the next attempts follow now."""
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("update webhook_delivery set next_attempt_at = now() - interval '4 s' where status = 'waiting'")


_GUIDE = Path(__file__).resolve().parents[3] / "docs" / "webhooks.md"
_BODY = b'{"type": "test"}'


def test_the_receiver_of_the_guide_accepts_genuine_deliveries_only(tmp_path: Path) -> None:
    """Not those with another body, another key or an old time, nor those without a signature."""
    (program,) = re.findall(r"```python\n(.*?)```", _GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert len([line for line in program.splitlines() if line.strip()]) <= 20
    (tmp_path / "receiver.py").write_text(program, encoding="utf-8")
    key, now = signatures.new_secret(), int(time.time())
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    arguments = [sys.executable, "receiver.py", signatures.written(key), str(port)]
    process = subprocess.Popen(arguments, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        await_until(lambda: answered(port), "the receiver answered")
        genuine = signatures.headers(key, "d_1", now, _BODY)
        rows = [
            (genuine, 204),
            ({**genuine, "webhook-signature": f"v1,AAAA {genuine['webhook-signature']}"}, 204),
            ({**genuine, "webhook-id": "d_2"}, 401),
            ({**genuine, "webhook-signature": "v1,"}, 401),
            (signatures.headers(signatures.new_secret(), "d_1", now, _BODY), 401),
            (signatures.headers(key, "d_1", now - 600, _BODY), 401),
            (signatures.headers(key, "d_1", now, b"{}"), 401),
            ({}, 401),
        ]
        for headers, status in rows:
            assert posted(port, headers) == status, headers
    finally:
        process.send_signal(signal.SIGTERM)
        written, _ = process.communicate(timeout=30)
    assert written.splitlines() == ["test d_1", "test d_1"]


def answered(port: int) -> bool:
    """Return True if something listens on a port."""
    with socket.socket() as conn:
        return conn.connect_ex(("127.0.0.1", port)) == 0


def posted(port: int, headers: dict[str, str]) -> int:
    """Return the status of the answer to a delivery."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/", _BODY, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code
