"""Checks after a fault test: the log holds every acknowledged move once, and no refused one."""

import random
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import psycopg

from engine.fold import fold
from service.app import create_app
from service.core.tables import advancing, event_store
from service.platform.settings import Settings
from tests.faults.players import Device, Match

Json = dict[str, Any]


def check_match(match: Match, device: Device, *, commits_are_lost: bool = False) -> None:
    """Compare the responses of a match with its event log.

    `commits_are_lost` says that events may have been lost that nobody acknowledged. Who saw one sees its version again.
    """
    items: list[Json] = device.get(f"{match.path}/events?since=-1")["items"]
    assert [item["version"] for item in items] == list(range(len(items))), f"{match.id}: versions with a gap"
    stored: dict[int, Json] = {}
    for response in match.responses:
        if response.status != 201:
            continue
        version = response.body["event"]["version"]
        assert version < len(items), f"{match.id}: acknowledged and lost: {response}"
        event = items[version]
        assert is_event_of(event, response.seat, response.move), f"{match.id}: {event} is not {response}"
        assert version > response.move["expected_version"]
        earlier = stored.setdefault(version, response.move)
        assert earlier == response.move, f"{match.id}: two moves acknowledged as one: {earlier} {response.move}"
    for response in match.responses:
        if response.status == 201:
            continue
        version = response.move["expected_version"] + 1
        if version < len(items) and stored.get(version) != response.move:
            stored_anyway = is_event_of(items[version], response.seat, response.move)
            assert not stored_anyway, f"{match.id}: refused and stored: {response}"
    for followed in match.followed:
        versions = [*dict.fromkeys(followed)] if commits_are_lost else followed
        assert versions == list(range(len(versions))), (
            f"{match.id}: a watcher missed an event, or got it twice: {followed}"
        )


def check_retry(match: Match, dice: random.Random) -> None:
    """Repeat an acknowledged move with its key, and require the same response."""
    keyed = [response for response in match.responses if response.status == 201 and response.key]
    for response in dice.sample(keyed, min(1, len(keyed))):
        again = match.players[response.seat][0].until_answered(
            "POST", f"{match.path}/moves", response.move, key=response.key
        )
        assert again == (response.status, response.body), f"{match.id}: {again} is not the first response: {response}"


def is_event_of(event: Json, seat: int, move: Json) -> bool:
    """Return True if an event is the move of a seat."""
    members = {name: value for name, value in move.items() if name != "expected_version"}
    return event.get("seat") == seat and all(event.get(name) == value for name, value in members.items())


def check_database(url: str) -> int:
    """Compare each game's summary with its events. Return the number of games."""
    app = create_app(Settings(database_url=url, pool_size=1))
    with psycopg.connect(url) as connected, app.extensions["database"].bind():
        found = connected.execute(
            """select g.game_id, g.status, g.version, g.turn, g.to_move, g.outcome, g.reason, g.score,
                      (select count(*) from event e where e.game_id = g.game_id),
                      (select max(version) from event e where e.game_id = g.game_id)
                 from game g"""
        ).fetchall()
        for game_id, status, version, *summary, events, newest in found:
            _check_game(game_id, status, version, summary, events, newest)
        return len(found)


def _check_game(game_id: UUID, status: str, version: int, summary: Sequence[Any], events: int, newest: int) -> None:
    stored = event_store.load(game_id)
    assert stored is not None
    if stored.log is None:
        assert (status, version, events) == ("open", -1, 0)
        return
    assert (version, version + 1) == (newest, events), f"{game_id}: the summary does not agree with the log"
    state = fold(stored.log)
    assert state.version == version
    assert tuple(summary) == tuple(advancing.summary_of(state)), f"{game_id}: the summary does not agree with the fold"
    assert stored.head == stored.links()[-1].hash, f"{game_id}: the chain does not verify"
    assert status == ("running" if state.ending is None else "ended")


def acknowledged_moves(matches: Sequence[Match]) -> int:
    """Return the number of acknowledged moves."""
    return sum(response.status == 201 for match in matches for response in match.responses)
