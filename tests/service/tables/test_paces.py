"""R31: Tests of the clocks of games, with a clock of the database that the tests set."""

from datetime import timedelta
from typing import Any

import pytest

from engine.bots import USUAL_BOT
from service.features.mcp.texts import table_text
from tests import spread
from tests.rows import in_one_test
from tests.service.client import Game, Json
from tests.service.factories import NewGame
from tests.service.tables.wrong_clock import Shift, app, new_game, shift

__all__ = ["app", "new_game", "shift"]

pytestmark = spread.ONE_MACHINE  # the test's clock is that of one node

TURN = {"turn_s": 60}
BANK = {"bank_s": 60, "increment_s": 10}


def after(shift: Shift, seconds: float) -> None:
    """Let some time pass, in which the service reads the clock."""
    shift(timedelta(seconds=seconds), steady=True)


def started(new_game: NewGame, pace: Json, **body: Any) -> Game:
    """Start a game in which seat 0 moves first."""
    return new_game(pace=pace, rules={"starting_seat": 0, "table_talk": "free"}, **body)


def a_move(view: Json) -> Json:
    """Return a turn that does not end the game."""
    move: Json = next(action for action in view["legal_actions"] if action["type"] != "play")
    return move


@in_one_test(
    ("pace", "faults"),
    [
        ({}, ["#/pace"]),
        ({"turn_s": 60, "bank_s": 60}, ["#/pace"]),
        ({"turn_s": 0}, ["#/pace/turn_s"]),
        ({"turn_s": 60, "increment_s": 5}, ["#/pace/increment_s"]),
        ({"turn_s": 60, "vacation_days": 5}, ["#/pace/vacation_days"]),
        ({"turn_s": 60, "bot": "kagiya"}, ["#/pace/bot"]),
        ({"turn_s": 60, "on_timeout": "win"}, ["#/pace/on_timeout"]),
        ("fast", ["#/pace"]),
    ],
)
def test_an_impossible_pace_is_refused(new_game: NewGame, pace: Any, faults: list[str]) -> None:
    """Each fault is named, and there is no game."""
    player = new_game().players[0]
    answer = player.api.post("/v1/games", {"seats": 2, "pace": pace})
    assert (answer.status, [fault["pointer"] for fault in answer.body["errors"]]) == (422, faults)


@pytest.mark.parametrize(
    "body",
    [
        {"pause_limit_s": 3600},  # no pause without a clock
        {"pace": TURN, "pause_limit_s": 3600},  # less than the usual idle limit
        {"pace": TURN, "idle_limit_s": 3600, "pause_limit_s": 3599},
        {"pace": TURN, "pause_limit_s": 90 * 86_400 + 1},
    ],
)
def test_an_impossible_limit_of_pauses_is_refused(new_game: NewGame, body: Json) -> None:
    """A pause needs a clock, and may last as long as a game without events."""
    answer = new_game().players[0].api.post("/v1/games", {"seats": 2, **body})
    assert (answer.status, [fault["pointer"] for fault in answer.body["errors"]]) == (422, ["#/pause_limit_s"])


def test_a_turn_in_time_counts_and_begins_the_next(new_game: NewGame, shift: Shift) -> None:
    """The deadline is a turn's time after the last event, for everyone and in every list."""
    game = started(new_game, TURN)
    first = game.view(0)
    assert first["deadline"] is not None and first["clock"]["banks_ms"] == [60000, 60000]
    after(shift, 59)
    moved = game.send(0, a_move(first)).ok()["view"]
    assert moved["deadline"] > first["deadline"] and moved == game.view(0)
    mine = game.players[1].api.get("/v1/me/events").ok()["items"]
    assert [one["deadline"] for one in mine] == [moved["deadline"]]
    listed = game.players[1].api.get("/v1/games").ok()["items"][0]
    assert (listed["pace"], listed["deadline"]) == (moved["pace"], moved["deadline"])
    assert f"The time of this seat is over at {moved['deadline']}." in table_text(moved)


LOOKS = ("", "/events", "?knowledge=true", "/v1/me/games", "/v1/me/events", "/v1/games", "/v1/replays", "/v1/stats")


@pytest.mark.parametrize("look", LOOKS)
def test_every_look_after_the_deadline_sees_the_end(new_game: NewGame, shift: Shift, look: str) -> None:
    """No worker runs. Whoever looks first sees the game ended, at the time of its deadline."""
    game = started(new_game, BANK)
    view = game.view(0)
    after(shift, 3600)
    path, _, query = look.partition("?")
    game.players[1].api.get(path if path.startswith("/v1") else f"{game.path}{path}", query=query).ok()
    last = game.events(1)[-1]
    assert (last["type"], last["reason"], last["at"]) == ("abort", "timed_out", view["deadline"])
    assert last["line"] == f"{view['seats'][0]['name']} has run out of time."
    replay = game.players[1].api.get(game.replay_path).ok()
    assert (replay["result"]["reason"], replay["finished_at"]) == ("timed_out", view["deadline"])
    assert game.view(0)["clock"]["banks_ms"] == [0, 60000]


@pytest.mark.parametrize("late", ["moves", "messages", "abort-votes"])
def test_what_comes_after_the_deadline_is_refused(new_game: NewGame, shift: Shift, late: str) -> None:
    """A turn, a message or a vote one second late finds the game ended."""
    game = started(new_game, TURN)
    bodies = {"moves": a_move(game.view(0)), "messages": {"text": "wait"}, "abort-votes": {}}
    after(shift, 61)
    answer = game.players[0].api.post(f"{game.path}/{late}", bodies[late])
    assert answer.code == "game-not-running" or late == "messages"
    assert [event["type"] for event in game.events(0)] == ["deal", "abort"]


def test_a_view_is_not_the_same_after_the_deadline(new_game: NewGame, shift: Shift) -> None:
    """The tag of the running game gets the ended one, not 304."""
    game = started(new_game, TURN)
    api = game.players[1].api
    tag = api.get(game.path).headers["ETag"]
    after(shift, 61)
    answer = api.get(game.path, headers={"If-None-Match": tag})
    assert (answer.status, answer.body["status"], answer.body["deadline"]) == (200, "ended", None)


def test_a_bank_grows_by_its_increment(new_game: NewGame, shift: Shift) -> None:
    """Both seats use 20 seconds, and gain 10."""
    game = started(new_game, BANK)
    for seat, seconds in ((0, 20), (1, 40)):
        after(shift, seconds)
        game.send(seat, a_move(game.view(seat))).ok()
    banks = game.view(0)["clock"]["banks_ms"]
    assert all(49000 <= bank <= 50000 for bank in banks), banks


def test_a_table_can_wait(new_game: NewGame, shift: Shift) -> None:
    """The deadline is past, nothing else happens, and the late turn counts."""
    game = started(new_game, {**BANK, "on_timeout": "wait"})
    after(shift, 7200)
    view = game.view(1)
    assert (view["status"], view["version"]) == ("running", 0)
    assert game.send(0, a_move(game.view(0))).ok()["view"]["clock"]["banks_ms"][0] == 10000


def test_a_bot_takes_over(new_game: NewGame, shift: Shift) -> None:
    """After the deadline a bot has the seat, moves at once, and the game goes on without a deadline for it."""
    game = started(new_game, {**TURN, "on_timeout": "bot"})
    deadline = game.view(0)["deadline"]
    after(shift, 90)
    view = game.view(1)
    assert [seat["bot"] for seat in view["seats"]] == [USUAL_BOT, None]
    clock, move = game.events(1)[1:]
    assert (clock["type"], clock["change"], clock["seat"], clock["at"]) == ("clock", "bot", 0, deadline)
    assert move["seat"] == 0 and view["to_move"] == 1 and view["deadline"] is not None
    done = game.send(1, a_move(view)).ok()
    assert [event["seat"] for event in done["events"]] == [1, 0]
    after(shift, 200)
    assert game.view(0)["status"] == "ended"


def test_a_pause_begins_when_all_people_who_are_left_want_it(new_game: NewGame, shift: Shift) -> None:
    """A bot takes the seat of the only one who did not. It waits until they go on."""
    game = started(new_game, {**TURN, "on_timeout": "bot"})
    assert change(game, 1, "pause").ok()["view"]["clock"]["paused"] is False
    after(shift, 90)
    view = game.view(1)
    assert (view["clock"]["paused"], view["deadline"], view["to_move"]) == (True, None, 0)
    after(shift, 90)
    assert [event["type"] for event in game.events(1)] == ["deal", "clock", "clock"]
    done = change(game, 1, "resume").ok()
    assert [event["seat"] for event in done["events"]] == [1, 0]
    assert done["view"]["to_move"] == 1 and done["view"]["deadline"] is not None


def change(game: Game, seat: int, change: str, **body: Any) -> Any:
    """Change the clock as a seat."""
    return game.players[seat].api.post(f"{game.path}/clock-changes", {"change": change, **body})


def test_all_seats_pause_and_go_on(new_game: NewGame, shift: Shift) -> None:
    """The pause begins with the last seat that wants it, and ends with the last that wants to go on."""
    game = started(new_game, BANK)
    after(shift, 20)
    move = a_move(game.view(0))
    assert change(game, 0, "pause").ok()["view"]["deadline"] is not None
    assert change(game, 0, "pause").body["refusal"] == "pause-wanted"
    view = change(game, 1, "pause").ok()["view"]
    assert (view["deadline"], view["clock"]["paused"], view["clock"]["pause_votes"]) == (None, True, [0, 1])
    after(shift, 3600)
    assert game.send(0, move).body["refusal"] == "paused"
    assert change(game, 1, "resume").ok()["view"]["clock"]["paused"]
    view = change(game, 0, "resume").ok()["view"]
    assert not view["clock"]["paused"] and 38000 <= view["clock"]["banks_ms"][0] <= 40000
    after(shift, 3600 + 30)
    game.send(0, move).ok()
    assert change(game, 0, "resume").body["refusal"] == "pause-not-wanted"


def test_no_turn_is_legal_in_a_pause(new_game: NewGame) -> None:
    """The current view lists none. Those of versions do, also in the replay: a line may begin there."""
    game = started(new_game, BANK)
    me = game.players[0].api
    for seat, wish in ((0, "pause"), (1, "pause"), (1, "resume"), (0, "resume")):
        change(game, seat, wish).ok()
    listed = [bool(me.get(game.path, query=f"at={version}").ok()["legal_actions"]) for version in range(5)]
    assert all(listed) and game.view(0)["legal_actions"]
    change(game, 0, "pause").ok()
    assert change(game, 1, "pause").ok()["view"]["legal_actions"] == []
    assert game.view(0)["legal_actions"] == [] and game.view(0)["to_move"] == 0
    assert "paused" in table_text(game.view(0))
    past = [me.get(game.path, query=f"at={version}").ok() for version in range(7)]
    game.abort()
    assert me.get(f"{game.replay_path}/frames", query="seat=0").ok()["items"][:7] == [
        {**view, "status": "running"} for view in past
    ]


def test_the_record_of_a_game_that_a_pause_has_ended_is_correct(new_game: NewGame, shift: Shift) -> None:
    """The pause was longer than the table allows, so also longer than the idle limit that the record states."""
    game = started(new_game, TURN, idle_limit_s=600, pause_limit_s=1200)
    for seat in (0, 1):
        change(game, seat, "pause").ok()
    after(shift, 1100)
    assert game.view(0)["status"] == "running"
    after(shift, 1300)  # an earlier test may have left a reading of the clock up to a minute ahead
    assert game.view(0)["result"]["reason"] == "idle"
    assert game.players[0].api.get(f"{game.replay_path}/verification").ok()["verified"] is True


def test_a_vacation_moves_the_deadline(new_game: NewGame, shift: Shift) -> None:
    """A correspondence game over a week: two days of the turn are used, and three days of vacation come in between."""
    day = 24 * 3600
    game = started(new_game, {"turn_s": 3 * day, "vacation_days": 4})
    after(shift, 2 * day)
    before = game.view(0)
    view = change(game, 0, "vacation", days=3).ok()["view"]
    assert [int(view["deadline"][8:10]), view["deadline"][10:]] != [int(before["deadline"][8:10]), ""]
    assert view["deadline"][10:] == before["deadline"][10:] and view["clock"]["vacation_days"] == [1, 4]
    assert change(game, 0, "vacation", days=2).body["refusal"] == "no-vacation"
    change(game, 1, "vacation", days=4).ok()
    after(shift, 5.9 * day)
    moved = game.send(0, a_move(game.view(0))).ok()["view"]
    after(shift, 8.8 * day)
    assert game.view(1)["status"] == "running"
    after(shift, 9.1 * day)
    last = (game.view(1), game.events(1)[-1])
    assert (last[0]["result"]["reason"], last[1]["at"]) == ("timed_out", moved["deadline"])


def test_what_the_clock_does_not_allow_is_refused(new_game: NewGame) -> None:
    """A game without a clock has no pause. A vacation has days."""
    game = new_game()
    assert change(game, 0, "pause").body["refusal"] == "no-clock"
    assert change(game, 0, "vacation").status == change(game, 0, "pause", days=1).status == 422


def test_a_jump_of_the_clock_ends_no_turn(new_game: NewGame, shift: Shift) -> None:
    """The clock is set ahead by a day. The turn begins again then, and has its whole time."""
    game = started(new_game, TURN)
    shift(timedelta(days=1))
    view = game.view(0)
    last = game.events(0)[-1]
    assert (view["status"], last["type"], last["change"], last["seat"]) == ("running", "clock", "restart", None)
    shift(timedelta(days=1, seconds=50), steady=True)
    assert game.view(0)["status"] == "running"
    shift(timedelta(days=1, seconds=70), steady=True)
    assert game.view(0)["result"]["reason"] == "timed_out"


def test_the_record_of_a_timed_out_game_verifies(new_game: NewGame, shift: Shift) -> None:
    """The record has the pace in its deal, and is signed. It can be imported elsewhere."""
    game = started(new_game, TURN)
    after(shift, 61)
    record = game.players[0].api.get(f"{game.replay_path}/export", query="format=native").ok()
    assert record["core"]["events"][0]["pace"]["turn_s"] == 60
    verified = game.players[0].api.get(f"{game.replay_path}/verification").ok()
    assert verified["verified"], verified
