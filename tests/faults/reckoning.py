"""Checks after a fault test: the log holds every acknowledged move once, and no refused one."""

import random
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import psycopg

from engine.fold import fold
from service.app import create_app
from service.games import event_store, progress
from service.settings import Settings
from tests.faults.people import Device, Match

__all__ = ["check_database", "check_kept", "check_match", "moves_kept"]

Json = dict[str, Any]


def check_match(match: Match, device: Device) -> None:
    """Compare a match with its log."""
    items: list[Json] = device.get(f"{match.path}/events?since=-1")["items"]
    assert [item["version"] for item in items] == list(range(len(items))), f"{match.id}: versions with a gap"
    kept: dict[int, Json] = {}
    for told in match.told:
        if told.status != 201:
            continue
        version = told.body["event"]["version"]
        assert version < len(items), f"{match.id}: acknowledged and lost: {told}"
        event = items[version]
        assert _is(event, told.seat, told.move), f"{match.id}: {event} is not {told}"
        assert version > told.move["expected_version"]
        earlier = kept.setdefault(version, told.move)
        assert earlier == told.move, f"{match.id}: two moves acknowledged as one: {earlier} {told.move}"
    for told in match.told:
        if told.status == 201:
            continue
        version = told.move["expected_version"] + 1
        if version < len(items) and kept.get(version) != told.move:
            assert not _is(items[version], told.seat, told.move), f"{match.id}: refused and kept: {told}"
    for heard in match.followed:
        assert heard == list(range(len(heard))), f"{match.id}: a watcher missed news, or had some twice: {heard}"


def check_kept(match: Match, dice: random.Random) -> None:
    """Repeat an acknowledged move with its key; the answer must be the same."""
    keyed = [told for told in match.told if told.status == 201 and told.key]
    for told in dice.sample(keyed, min(1, len(keyed))):
        again = match.players[told.seat][0].until_told("POST", f"{match.path}/moves", told.move, key=told.key)
        assert again == (told.status, told.body), f"{match.id}: {again} is not the answer that was kept: {told}"


def _is(event: Json, seat: int, move: Json) -> bool:
    asked = {name: value for name, value in move.items() if name != "expected_version"}
    return event.get("seat") == seat and all(event.get(name) == value for name, value in asked.items())


def check_database(url: str) -> int:
    """Compare each summary of a database with its events; return the number of games."""
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
    assert tuple(summary) == tuple(progress.summary_of(state)), f"{game_id}: the summary does not agree with the fold"
    assert stored.head == stored.links()[-1].hash, f"{game_id}: the chain does not verify"
    assert status == ("running" if state.ending is None else "ended")


def moves_kept(matches: Sequence[Match]) -> int:
    """Return the number of acknowledged moves."""
    return sum(told.status == 201 for match in matches for told in match.told)
