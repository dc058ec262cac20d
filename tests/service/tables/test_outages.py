"""R31, R21: Laws about outages: nobody who could not move loses time by it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import cycle, product
from typing import Any, Final

import psycopg
import pytest
from flask import Flask

from service.platform.database import clock_jumps
from tests import spread
from tests.rows import slow_unless
from tests.service.client import Game
from tests.service.factories import NewGame
from tests.service.tables.test_paces import a_move, started
from tests.service.tables.wrong_clock import app, new_game

__all__ = ["app", "new_game"]

pytestmark = spread.ONE_MACHINE  # the test's clock is that of one node

DAY_S: Final = 86_400
SHORT_S: Final = 3600
"""The longest turn that an outage of seconds begins again."""
GAP_S: Final = 3
JUMP_S: Final = 600

PACES: Final = [
    {"turn_s": 5},
    {"turn_s": 60},
    {"turn_s": SHORT_S},
    {"turn_s": DAY_S},
    {"bank_s": 20, "increment_s": 2},
    {"bank_s": 600, "increment_s": 5},
    {"bank_s": 3 * DAY_S, "increment_s": 60},
]
GAPS_S: Final = (1, 4, 2, 60, 5, JUMP_S - 1, JUMP_S + 1, DAY_S, 30)


class Days:
    """The time of a service, in seconds since the test began. It passes only when the test says so."""

    def __init__(self, app: Flask, db: psycopg.Connection) -> None:
        self.app = app
        self.db = db
        self.now_s = 0.0
        # Ahead of defaults in columns, which have the real time. Half a millisecond, so that the present is later than
        # the time of an outage that is noticed now.
        db.execute(
            "update wrong.skew set shift = '0',"
            " frozen = date_trunc('hour', pg_catalog.now()) + interval '2 hours 0.5 ms'"
        )
        db.execute(
            "update clock set beat_at = now(), beating_since = null, seen_at = now(), steady_since = '-infinity'"
        )

    def serve(self, until_s: float) -> None:
        """Let time pass in which workers beat."""
        self._pass(until_s)
        self.db.execute("update clock set beat_at = now(), seen_at = now()")

    def fail(self, for_s: float, *, beat: bool) -> None:
        """Let time pass in which nobody serves. After it comes the first beat, or else a request before it."""
        self._pass(self.now_s + for_s)
        if beat:
            with self.app.extensions["database"].bind():
                clock_jumps.beat()

    def of(self, at: str) -> float:
        """Return the seconds of a time in an answer."""
        (start,) = self.db.execute("select frozen from wrong.skew").fetchone() or ()
        seconds: float = round((datetime.fromisoformat(at) - start).total_seconds(), 3)
        return seconds

    def _pass(self, until_s: float) -> None:
        self.now_s = round(until_s, 3)
        self.db.execute("update wrong.skew set shift = %s", (timedelta(seconds=self.now_s),))


@pytest.fixture
def days(app: Flask, empty_database_url: str) -> Iterator[Days]:
    """The time of this service."""
    with psycopg.connect(empty_database_url, autocommit=True) as db:
        yield Days(app, db)
        db.execute("update wrong.skew set shift = '0', frozen = null")
        db.execute("update clock set beat_at = null, beating_since = null, seen_at = now(), steady_since = '-infinity'")


def look(game: Game, seat: int) -> Any:
    """Read the game."""
    return game.view(seat)


def look_again(game: Game, seat: int) -> Any:
    """Read the game with the tag of an earlier answer."""
    tag = f'"{game.path}"'
    return game.players[seat].api.get(game.path, headers={"If-None-Match": tag}).ok()


def ask_for_turns(game: Game, seat: int) -> Any:
    """Read which games wait for the player."""
    return game.players[1 - seat].api.get("/v1/me/events").ok()


LOOKS: Final = (look, look_again, ask_for_turns, None)
"""The first request after an outage; None for the move itself."""


@pytest.mark.parametrize(
    ("pace", "on_timeout"),
    slow_unless(
        lambda row: (PACES.index(row[0]) % 2 == 0) == (row[1] == "end") and row[0] != {"turn_s": 60},
        [(pace, end) for pace in PACES for end in ("end", "bot")],
    ),
)
def test_who_was_to_move_loses_no_time(new_game: NewGame, days: Days, pace: dict[str, int], on_timeout: str) -> None:
    """After an outage, the turn has its whole time again, whoever notices it first, also if it was over meanwhile.

    A turn of more than an hour begins again after ten minutes, and otherwise loses no more than these.
    """
    game = started(new_game, {**pace, "on_timeout": on_timeout})
    used = cycle([0.5, 0.99, 0.0])
    looks = cycle(LOOKS)
    for number, gap_s in enumerate(GAPS_S):
        begun_s = days.now_s
        seat = game.view(0)["to_move"]
        before = game.view(seat)
        time_s = before["clock"]["banks_ms"][seat] / 1000
        begins_again = gap_s > JUMP_S or (gap_s > GAP_S and time_s <= SHORT_S)
        if not begins_again and time_s <= gap_s + 1:
            continue
        used_s = next(used) * time_s
        days.serve(begun_s + (used_s if begins_again else min(used_s, time_s - gap_s - 1)))
        tag = game.players[seat].api.get(game.path).headers["ETag"]
        days.fail(gap_s, beat=number % 2 == 0)
        whole_s = time_s if begins_again else begun_s + time_s - days.now_s
        first = next(looks)
        if first is not None:
            first(game, seat)
            answer = game.players[seat].api.get(game.path, headers={"If-None-Match": tag})
            assert answer.status == (200 if begins_again else 304)
            assert days.of(game.view(seat)["deadline"]) == pytest.approx(days.now_s + whole_s, abs=0.02)
            whole_s *= 0.1
            days.serve(days.now_s + whole_s * 9)
        moved = game.send(seat, {**a_move(before), "expected_version": before["version"]}).ok()["view"]
        left_s = whole_s + pace.get("increment_s", 0) if "bank_s" in pace else pace["turn_s"]
        assert moved["clock"]["banks_ms"][seat] / 1000 == pytest.approx(left_s, abs=0.02)
    begun_s, view = days.now_s, game.view(0)
    time_s = view["clock"]["banks_ms"][view["to_move"]] / 1000
    days.serve(begun_s + time_s + 1)
    last = game.events(0)[view["version"] + 1]
    assert last["type"] == ("abort" if on_timeout == "end" else "clock")
    assert days.of(last["at"]) == pytest.approx(begun_s + time_s, abs=0.02)


@pytest.mark.parametrize("pace", [pace for pace in PACES if max(pace.values()) <= SHORT_S], ids=str)
def test_a_table_that_nobody_looked_at_had_its_time(new_game: NewGame, days: Days, pace: dict[str, int]) -> None:
    """Nobody looks before the outage nor long after it. The record has both events at their times, and is verified."""
    game = started(new_game, pace)
    time_s = max(pace.values())
    days.serve(time_s / 2)
    days.fail(max(time_s, GAP_S + 1), beat=True)
    again_s = days.now_s
    days.serve(again_s + time_s + 60)
    restart, end = game.events(0)[1:]
    assert restart["change"] == "restart" and days.of(restart["at"]) == pytest.approx(again_s, abs=0.02)
    assert end["reason"] == "timed_out" and days.of(end["at"]) == pytest.approx(again_s + time_s, abs=0.02)
    assert game.players[0].api.get(f"{game.replay_path}/verification").ok()["verified"]


def test_a_game_that_waits_is_not_changed(new_game: NewGame, days: Days) -> None:
    """Its deadline has no consequence, so there is no event."""
    game = started(new_game, {"turn_s": 60, "on_timeout": "wait"})
    days.serve(30)
    days.fail(60, beat=True)
    assert game.view(0)["version"] == 0
    game.send(0, a_move(game.view(0))).ok()


@pytest.mark.parametrize(
    ("limit_s", "gap_s", "beat"),
    slow_unless(
        lambda row: (
            row
            in (
                (60, 2, False),
                (60, 4, True),
                (SHORT_S, 60, False),
                (7 * DAY_S, 4, False),
                (7 * DAY_S, JUMP_S + 1, True),
            )
        ),
        product([60, SHORT_S, 7 * DAY_S], [2, 4, 60, JUMP_S + 1], [False, True]),
    ),
)
def test_the_idle_limit_does_not_end_in_an_outage(
    new_game: NewGame, days: Days, limit_s: int, gap_s: int, beat: bool
) -> None:
    """After it, the players have an hour, or the limit if it is shorter. The limit begins again after a jump."""
    game = new_game(idle_limit_s=limit_s)
    if gap_s <= GAP_S:
        days.serve(limit_s - gap_s - 1)
        days.fail(gap_s, beat=beat)
        rest_s = 1
    else:
        days.serve(limit_s - 4)
        days.fail(gap_s, beat=beat)
        rest_s = limit_s if gap_s > JUMP_S else min(limit_s, SHORT_S)
    assert game.view(0)["status"] == "running"
    noticed_s = days.now_s
    if not beat:
        with days.app.extensions["database"].bind():
            clock_jumps.beat()
    days.serve(noticed_s + rest_s - 0.5)
    assert game.view(0)["status"] == "running"
    days.serve(noticed_s + rest_s + 0.5)
    assert game.view(0)["result"]["reason"] == "idle"


def test_an_outage_is_no_time_for_a_first_move(new_game: NewGame, days: Days) -> None:
    """The time in which a seat has to make its first move counts again after it."""
    game = new_game(rules={"starting_seat": 0})
    days.serve(595)
    days.fail(10, beat=False)
    path = f"{game.path}/abort-votes"
    assert game.players[1].api.post(path).ok()["event"]["type"] == "abort_vote"
