"""Tests of times in requests: their form and range, and bounds of times as they are shown."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import psycopg
import pytest
from flask import Flask

from service.platform import ids
from tests.rows import in_one_test
from tests.service.client import Answer, Api, Player
from tests.service.contract import CONTRACT
from tests.service.factories import NewGame, grant


class Senders:
    """Requests with a time in one place, by its name in the contract."""

    def __init__(self, ada: Api, moderator: Api, ben: str) -> None:
        self._ada, self._moderator, self._ben = ada, moderator, ben
        self.at: Mapping[str, Callable[[str], Answer]] = {
            "finished_after": lambda at: self._listed(finished_after=at),
            "finished_before": lambda at: self._listed(finished_before=at),
            "opens_at": lambda at: self._contest({"decks": 1, "opens_at": at}),
            "closes_at": lambda at: self._contest({"decks": 1, "closes_at": at}),
            "until": lambda at: self._moderator.post(
                "/v1/moderation/actions",
                {"action": "suspend", "target": self._ben, "reason": "A test.", "until": at},
            ),
        }

    def _listed(self, **query: str) -> Answer:
        answers = [self._ada.get(path, query=urlencode(query)) for path in ("/v1/replays", "/v1/stats")]
        assert answers[0].status == answers[1].status
        return answers[0]

    def _contest(self, of_round: dict[str, Any]) -> Answer:
        return self._ada.post("/v1/contests", {"title": "Cup", "seats": 2, "rounds": [of_round]})


@pytest.fixture(scope="module")
def senders(app: Flask, players: Callable[[int], list[Player]]) -> Senders:
    """Requests of a player and of a moderator."""
    ada, ben, chloe = players(3)
    return Senders(ada.api, ada.api.known_by(grant(app, chloe)), ben.id)


def times_in(node: Any, name: str = "") -> Iterator[str]:
    """Yield the name of each time in a part of the contract."""
    node = CONTRACT.resolve(node)
    if node.get("format") == "date-time":
        yield name
    for inner, schema in node.get("properties", {}).items():
        yield from times_in(schema, inner)
    if "items" in node:
        yield from times_in(node["items"], name)


def test_every_time_of_a_request_is_tried(senders: Senders) -> None:
    """A new parameter or member with a time needs a row above."""
    found: set[str] = set()
    for operation in CONTRACT.operations:
        for node in map(CONTRACT.resolve, operation.node.get("parameters", ())):
            found.update(times_in(node["schema"], node["name"]))
        # A record has times too, which `engine.proof.record_checks` reads.
        if operation.node["operationId"] != "createReplay":
            for content in CONTRACT.resolve(operation.node.get("requestBody", {})).get("content", {}).values():
                found.update(times_in(content.get("schema", {})))
    assert found == senders.at.keys()


@in_one_test(
    "text",
    [
        *("", "x", "2026", "2026-11-21", "20261121T120000Z", "2026-11-21T12:00:00", "2026-11-21 12:00:00Z"),
        *("2026-W47-6T12:00:00Z", "2026-325T12:00:00Z", "2026-11-21T12:00:00,5Z", "2026-11-21T12:00Z"),
        *("2026-11-21T12:00:00+0100", "2026-11-21T12:00:00+01", "2026-11-21T12:00:00+01:00:00", "2026-11-21T24:00:00Z"),
        *(" 2026-11-21T12:00:00Z", "2026-11-21T12:00:00Z\n", "2026-11-21T12:00:00 Z", "2026-11-21T12:00:00.Z"),
        *("2026-02-30T12:00:00Z", "2026-11-21T12:00:61Z", "2026-11-21T12:00:60Z", "2026-11-21T12:60:00Z"),
        *("2026-11-21T12:00:00+24:00", "2026-11-21T12:00:00+12:60", "٢٠٢٦-11-21T12:00:00Z", "12026-11-21T12:00:00Z"),
        *("0001-01-01T00:00:00+00:01", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-00:01", "1999-12-31T23:59:59Z"),
        *("2101-01-01T00:00:00Z", "9999-12-31T23:59:60Z", "infinity", "now", "0"),
    ],
)
def test_nothing_else_is_a_time(senders: Senders, text: str) -> None:
    """A text that is not RFC 3339, or not from 2000 to 2100, is a fault of its member."""
    for name, send in senders.at.items():
        answer = send(text)
        assert (answer.code, answer.status) == ("invalid-request", 422), (name, text)
        assert place_of(answer).endswith(name), (name, text)


@in_one_test(
    "text",
    [
        *("12:00:00Z", "12:00:00z", "12:00:00.1Z", "12:00:00.1234567890Z"),
        *("12:00:00+16:00", "12:00:00-23:59", "12:00:00-00:00", "23:59:60Z", "01:59:60.5+02:00"),
    ],
)
def test_every_form_of_rfc_3339_is_a_time(senders: Senders, text: str) -> None:
    """Small letters, fractions, any offset and leap seconds are understood."""
    soon = datetime.now(UTC) + timedelta(100)
    for name, send in senders.at.items():
        answer = send(f"{soon.date()}{'t' if text.endswith('z') else 'T'}{text}")
        assert answer.status < 300 or answer.code == "limit-reached", (name, text, answer.body)


@in_one_test("text", ["2000-01-01T00:00:00Z", "2100-12-31T23:59:59.999Z"])
def test_a_time_at_an_end_of_the_range_ends_no_list(senders: Senders, api: Api, text: str) -> None:
    """It is accepted or refused as a time in the past or too far away, and every list can be read."""
    for send in senders.at.values():
        answer = send(text)
        assert answer.status < 300 or answer.code in ("invalid-request", "limit-reached")
        for path in ("/v1/contests", "/v1/replays", "/v1/games"):
            api.get(path).ok()


def test_a_contest_opens_within_a_year(senders: Senders) -> None:
    """A round that opens later is refused."""
    answer = senders.at["opens_at"]("2090-01-01T00:00:00Z")
    assert (answer.status, place_of(answer)) == (422, "#/rounds/0/opens_at")


@in_one_test(
    "value",
    ["9999-12-31T23:59:59-00:01", "0001-01-01T00:00:00+00:01", "2026-01-01T00:00:00+16:00", "2026-01-01", "x", 5, None],
)
def test_any_time_in_a_cursor_is_read_or_refused(api: Api, value: Any) -> None:
    """A cursor is a text of the caller too."""
    cursor = urlsafe_b64encode(json.dumps([value, ids.new().hex]).encode()).decode().rstrip("=")
    for path in ("/v1/contests", "/v1/replays", "/v1/games"):
        assert api.get(path, query=f"cursor={cursor}").status in (200, 422)


def place_of(answer: Answer) -> str:
    """Return the place of the first fault."""
    first = answer.body["errors"][0]
    place: str = first.get("pointer") or f"?{first['parameter']}"
    return place


def test_a_bound_excludes_what_is_shown_as_that_time(new_game: NewGame, api: Api, database_url: str) -> None:
    """Times are stored to the microsecond and shown to the millisecond; a bound means what is shown."""
    game = new_game()
    game.abort()
    listed = f"player={game.players[0].id}"
    with psycopg.connect(database_url, autocommit=True) as db:
        at = "update {} set {} = date_trunc('second', {}) + interval '123456 microseconds' where game_id = %s"
        for table, column in (("game", "finished_at"), ("seat", "game_finished_at")):
            db.execute(at.format(table, column, column), (game.id.removeprefix("g_"),))
    shown = api.get(game.replay_path).ok()["finished_at"]
    assert shown.endswith(".123Z")
    for bound, number in (
        (f"finished_after={shown}", 0),
        (f"finished_before={shown}", 0),
        (f"finished_after={shown[:-2]}2Z", 1),
        (f"finished_before={shown[:-2]}4Z", 1),
        (f"finished_after={shown[:-1]}9Z", 0),
        (f"finished_before={shown[:-1]}1Z", 1),
    ):
        assert len(api.get("/v1/replays", query=f"{listed}&{bound}").ok()["items"]) == number, bound
        apart = api.get("/v1/stats", query=f"{listed}&{bound}").ok()["apart"]
        assert apart["aborted"] == number, bound
