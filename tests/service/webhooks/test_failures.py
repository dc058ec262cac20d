"""Tests of what becomes of deliveries, step by step, without a worker. Days pass in the database."""

from typing import Any
from uuid import UUID

import psycopg
import pytest
from flask import Flask

from service.core.people import accounts
from service.features.webhooks import deliveries, event_finding
from service.features.webhooks.deliveries import Due
from service.features.webhooks.sending import Outcome
from service.platform import ids
from service.platform.jobs import queue
from service.platform.settings import Settings
from tests.service.client import Api, Json, Player
from tests.service.factories import NewGame, Players, grant
from tests.service.outgoing.receiving import Receiver
from tests.service.webhooks.conftest import Hooked, statuses

pytestmark = pytest.mark.usefixtures("database")

OK, BUSY, GONE, DOWN = Outcome(204), Outcome(503), Outcome(410), Outcome(None, "connection-failed")


@pytest.fixture
def db(settings: Settings) -> Any:
    """A connection to the database."""
    with psycopg.connect(settings.database_url or "", autocommit=True) as conn:
        yield conn


@pytest.fixture
def hooked(hooked: Hooked, db: Any) -> Hooked:
    """A function that creates a webhook whose receiver has answered quickly before."""

    def create(player: Player, **body: Any) -> Json:
        made = hooked(player, **body)
        db.execute("update webhook set slow = false where webhook_id = %s", (ids.parse("w", made["id"]),))
        return made

    return create


def account_of(player: Player) -> UUID:
    """Return the id of an account in the database."""
    account_id = ids.parse("a", player.id)
    assert account_id is not None
    return account_id


def shown(player: Player, webhook: Json) -> Json:
    """Return a webhook as its account sees it."""
    (found,) = [one for one in player.api.get("/v1/me/webhooks").ok()["items"] if one["id"] == webhook["id"]]
    return dict(found)


def invite(host: Player, guest: Player) -> None:
    """Invite a player to a new game, and let the service find it."""
    game = host.api.post("/v1/games", {"seats": 2}).ok()
    host.api.post(f"/v1/games/{game['id']}/invitations", {"account": guest.id}).ok()
    event_finding.sweep(3600)


def due(player: Player) -> list[Due]:
    """Return the deliveries of an account to send now."""
    return deliveries.due(account_of(player))


def test_pauses_grow(players: Players, hooked: Hooked, db: Any) -> None:
    """Attempts follow after 5 s, 30 s, 2 min, 10 min, 1 h, 3 h, and then every 6 h."""
    ada, bela = players(2)
    webhook = hooked(bela)
    invite(ada, bela)
    (delivery,) = due(bela)
    pauses = []
    for _ in range(8):
        assert deliveries.record(delivery, BUSY)
        found = "select extract(epoch from next_attempt_at - attempted_at)::int from webhook_delivery"
        pauses += db.execute(f"{found} where delivery_id = %s", [delivery.delivery_id]).fetchone()
        assert not due(bela)
    assert pauses == [5, 30, 120, 600, 3600, 10800, 21600, 21600]
    assert statuses(bela.api, webhook) == ["waiting"] and shown(bela, webhook)["enabled"]


def test_a_failing_delivery_holds_up_no_other(players: Players, hooked: Hooked) -> None:
    """A receiver that refuses one delivery gets the next one at once."""
    ada, bela = players(2)
    webhook = hooked(bela)
    invite(ada, bela)
    deliveries.record(due(bela)[0], BUSY)
    invite(ada, bela)
    deliveries.record(due(bela)[0], OK)
    assert statuses(bela.api, webhook) == ["waiting", "delivered"]


def test_a_receiver_without_an_answer_is_left_alone_for_a_time(players: Players, hooked: Hooked, db: Any) -> None:
    """All its deliveries wait, so that it takes little of the service's time. A test is sent nevertheless."""
    ada, bela = players(2)
    webhook = hooked(bela)
    invite(ada, bela)
    invite(ada, bela)
    first, second = due(bela)
    assert not deliveries.record(first, DOWN) and due(bela) == []
    bela.api.post(f"/v1/me/webhooks/{webhook['id']}/test").ok()
    (test,) = due(bela)
    assert deliveries.record(test, OK)
    assert due(bela) == [second]
    assert statuses(bela.api, webhook) == ["waiting", "waiting", "delivered"]


def test_a_new_receiver_begins_in_the_slow_lane(players: Players, target: Receiver) -> None:
    """Its first quick answer moves it, whatever it says, so that many new ones delay none that has answered."""
    ada, bela = players(2)
    bela.api.post("/v1/me/webhooks", {"url": target.url, "events": ["invited"]}).ok()
    for _ in range(2):
        invite(ada, bela)
    assert due(bela) == []
    first, second = deliveries.due(account_of(bela), slow=True)
    assert not deliveries.record(first, OK, took_s=0.1)
    assert due(bela) == [second]


def test_slow_receivers_have_a_lane_of_their_own(players: Players, hooked: Hooked, db: Any) -> None:
    """An attempt that took long moves all that waits for the receiver, and a quick one moves it back."""
    ada, bela = players(2)
    hooked(bela)
    for _ in range(3):
        invite(ada, bela)
    first, second, third = due(bela)

    def jobs() -> set[str]:
        deliveries.schedule(account_of(bela))
        found = "select queue_name from procrastinate_jobs where lock like %s and status = 'todo'"
        return {name for (name,) in db.execute(found, [f"%{account_of(bela).hex}"])}

    assert jobs() == {queue.WEBHOOKS}
    assert not deliveries.record(first, OK, took_s=1.1)
    assert due(bela) == [] and deliveries.due(account_of(bela), slow=True) == [second, third]
    assert jobs() == {queue.WEBHOOKS, queue.SLOW_WEBHOOKS}
    assert deliveries.record(second, OK, took_s=1.1)
    assert not deliveries.record(third, BUSY, took_s=0.1)
    assert deliveries.due(account_of(bela), slow=True) == []


@pytest.mark.parametrize(
    ("outcome", "age", "enabled", "reason", "status"),
    [
        (BUSY, "71 hours", True, None, "waiting"),
        (BUSY, "73 hours", False, "failing", "failed"),
        (DOWN, "73 hours", False, "failing", "failed"),
        (GONE, "1 hour", False, "gone", "failed"),
        (OK, "73 hours", True, None, "delivered"),
    ],
)
def test_a_webhook_is_disabled_after_days(
    players: Players,
    hooked: Hooked,
    db: Any,
    outcome: Outcome,
    age: str,
    enabled: bool,
    reason: str | None,
    status: str,
) -> None:
    """Three days of failures disable it, and so does 410 at once. It can be enabled again."""
    ada, bela = players(2)
    webhook = hooked(bela)
    invite(ada, bela)
    deliveries.record(due(bela)[0], BUSY)
    invite(ada, bela)
    back = f"- interval '{age}'"
    db.execute(f"update webhook set failing_since = now() {back} where account_id = %s", [account_of(bela)])
    deliveries.record(due(bela)[0], outcome)
    found = shown(bela, webhook)
    assert (found["enabled"], found["disabled_reason"]) == (enabled, reason)
    assert (found["disabled_at"] is None) == enabled
    assert statuses(bela.api, webhook)[1] == status
    assert statuses(bela.api, webhook)[0] == ("waiting" if enabled else "failed")
    invite(ada, bela)
    assert len(statuses(bela.api, webhook)) == (3 if enabled else 2)
    again = bela.api.send("PATCH", f"/v1/me/webhooks/{webhook['id']}", {"enabled": True}).ok()
    assert again["enabled"] and again["disabled_reason"] is again["failing_since"] is again["disabled_at"] is None


def test_days_do_not_count_while_the_clock_jumps(players: Players, hooked: Hooked, db: Any) -> None:
    """A clock that jumped an hour ago shows no three days of failures."""
    ada, bela = players(2)
    webhook = hooked(bela)
    invite(ada, bela)
    db.execute("update clock set steady_since = now() - interval '1 hour'")
    try:
        db.execute("update webhook set failing_since = now() - interval '9 days'")
        deliveries.record(due(bela)[0], BUSY)
    finally:
        db.execute("update clock set steady_since = '-infinity'")
    assert shown(bela, webhook)["enabled"]


def test_an_old_delivery_is_given_up(players: Players, hooked: Hooked, db: Any) -> None:
    """After three days it failed, though the webhook accepts others."""
    ada, bela = players(2)
    webhook = hooked(bela)
    invite(ada, bela)
    db.execute("update webhook_delivery set created_at = now() - interval '73 hours'")
    deliveries.record(due(bela)[0], BUSY)
    assert statuses(bela.api, webhook) == ["failed"] and shown(bela, webhook)["enabled"]


@pytest.mark.parametrize("before", [True, False])
def test_a_suspended_account_gets_nothing(players: Players, hooked: Hooked, app: Flask, db: Any, before: bool) -> None:
    """What waited before is sent afterwards."""
    ada, bela, moderator = players(3)
    webhook = hooked(bela)
    if before:
        invite(ada, bela)
    api = Api(app).known_by(grant(app, moderator))
    order = {"action": "suspend", "target": bela.id, "reason": "A test."}
    api.post("/v1/moderation/actions", order).ok()
    if not before:
        invite(ada, bela)
    assert due(bela) == [] and account_of(bela) not in deliveries.accounts_due()
    api.post("/v1/moderation/actions", {**order, "action": "lift"}).ok()
    assert len(due(bela)) == before and statuses(bela.api, webhook) == ["waiting"] * before


def test_a_deleted_account_gets_nothing(players: Players, hooked: Hooked, db: Any) -> None:
    """Nothing is sent from the moment of the deletion on. The chores remove the rest."""
    ada, bela = players(2)
    hooked(bela)
    invite(ada, bela)
    assert due(bela)
    bela.api.delete("/v1/me").ok()
    assert due(bela) == []
    accounts.remove_deleted()
    for table in ("webhook", "webhook_game"):
        assert db.execute(f"select from {table} where account_id = %s", [account_of(bela)]).rowcount == 0
    assert (
        db.execute("select from webhook_delivery d left join webhook w using (webhook_id) where w is null").rowcount
        == 0
    )


def test_a_deleted_webhook_gets_nothing(players: Players, hooked: Hooked) -> None:
    """An attempt that runs meanwhile is forgotten."""
    ada, bela = players(2)
    webhook = hooked(bela)
    invite(ada, bela)
    (delivery,) = due(bela)
    bela.api.delete(f"/v1/me/webhooks/{webhook['id']}").ok()
    assert due(bela) == [] and not deliveries.record(delivery, OK)
    assert bela.api.get(f"/v1/me/webhooks/{webhook['id']}/deliveries").code == "not-found"


def test_a_backlog_is_bounded(players: Players, hooked: Hooked, monkeypatch: pytest.MonkeyPatch) -> None:
    """While too many deliveries of a webhook wait, further events are left out."""
    monkeypatch.setattr(deliveries, "MAX_WAITING", 2)
    ada, bela = players(2)
    webhook = hooked(bela)
    for _ in range(4):
        invite(ada, bela)
    assert statuses(bela.api, webhook) == ["waiting"] * 2


def test_chores_delete_old_deliveries_and_games(players: Players, hooked: Hooked, new_game: NewGame, db: Any) -> None:
    """Deliveries are kept for seven days, and games for three days after their end."""
    people = players(2)
    webhook = hooked(people[0])
    new_game(at_table=people).abort()
    new_game(at_table=people)
    event_finding.sweep(3600)
    number = len(statuses(people[0].api, webhook))
    mine = "webhook_id = (select webhook_id from webhook where account_id = %s)"
    oldest = f"(select min(created_at) from webhook_delivery where {mine})"
    back = f"update webhook_delivery set created_at = now() - interval '8 days' where {mine} and created_at = {oldest}"
    db.execute(back, [account_of(people[0])] * 2)
    db.execute("update webhook_game set ended_at = now() - interval '4 days' where ended_at is not null")
    deliveries.delete_old()
    assert len(statuses(people[0].api, webhook)) == number - 1
    watched = "select ended_at from webhook_game where account_id = %s"
    assert db.execute(watched, [account_of(people[0])]).fetchall() == [(None,)]


def test_a_job_that_waits_for_later_runs_earlier(database: Any, db: Any) -> None:
    """A second wake-up adds no second job, and never makes the first one later."""
    times = []
    for at in ("2040-01-01T00:00Z", "2030-01-01T00:00Z", "2035-01-01T00:00Z"):
        (when,) = db.execute("select %s::timestamptz", [at]).fetchone()
        queue.wake("a_task", "a key", when, queue=queue.WEBHOOKS, arguments={})
        rows = db.execute("select extract(year from scheduled_at)::int from procrastinate_jobs where lock = 'a key'")
        times.append(rows.fetchall())
    assert times == [[(2040,)], [(2030,)], [(2030,)]]
