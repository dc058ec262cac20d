"""R21: Tests of games in which nobody moves: the idle limit, and seats without a first move."""

from collections.abc import Callable
from datetime import datetime, timedelta

import psycopg
import pytest
from flask import Flask

from service.core.tables import advancing
from service.core.tables.setting import USUAL_PAUSE_LIMIT_S
from service.platform.settings import Settings
from tests.service import past
from tests.service.client import Api, Game, stacked
from tests.service.factories import NewGame
from tests.service.past import earlier

Rest = Callable[[Game, int], None]

LIMIT_S = 3600


@pytest.fixture
def rest(database_url: str) -> Rest:
    """A function that moves the last event of a game some seconds into the past."""
    return lambda game, seconds: past.rest(database_url, game.id, seconds)


def test_an_idle_game_is_aborted_by_the_next_read(new_game: NewGame, rest: Rest, api: Api) -> None:
    """A game runs until its idle limit. After that any caller's read aborts it, and its replay exists."""
    game = new_game(idle_limit_s=LIMIT_S)
    rest(game, LIMIT_S - 60)
    assert game.view(0)["status"] == "running"
    rest(game, 61)
    view = api.get(game.path).ok()
    assert (view["status"], view["result"]["outcome"], view["result"]["reason"]) == ("ended", "aborted", "idle")
    assert game.events(1)[-1]["type"] == "abort"
    assert api.get(game.replay_path).ok()["result"] == view["result"]


@pytest.mark.parametrize("path", ["", "/events", "/events?since=0", "/messages"])
def test_every_kind_of_read_aborts_an_idle_game(new_game: NewGame, rest: Rest, path: str) -> None:
    """The response includes the event that aborts the game."""
    game = new_game(idle_limit_s=LIMIT_S)
    rest(game, LIMIT_S + 1)
    where, _, query = path.partition("?")
    game.players[0].api.get(f"{game.path}{where}", query=query).ok()
    assert game.events(0)[-1]["type"] == "abort"


def test_a_game_that_cannot_end_holds_nobody_up(new_game: NewGame, rest: Rest, app: Flask, database_url: str) -> None:
    """The chore counts the games that it has ended, so it does not look for further ones for ever."""
    game = new_game(idle_limit_s=LIMIT_S)
    rest(game, 10**9)
    with psycopg.connect(database_url, autocommit=True) as db, app.extensions["database"].bind():
        db.execute("delete from event where game_id = %s", [game.id.removeprefix("g_")])
        assert advancing.abort_idle(1) == 0
        db.execute("update game set moved_at = now() where game_id = %s", [game.id.removeprefix("g_")])


def test_each_event_restarts_the_idle_limit(new_game: NewGame, rest: Rest) -> None:
    """A move, then a message, restarts the limit, although the game started long ago."""
    game = new_game(idle_limit_s=LIMIT_S, rules={"starting_seat": 0, "table_talk": "free"})
    rest(game, LIMIT_S - 60)
    game.play("play 0")
    rest(game, LIMIT_S - 60)
    game.players[0].api.post(f"{game.path}/messages", {"text": "Sorry!"}).ok()
    rest(game, LIMIT_S - 60)
    assert game.view(0)["status"] == "running"


@pytest.mark.parametrize("query", ["", "knowledge=true"])
@pytest.mark.parametrize("seated", [True, False])
def test_a_conditional_read_gets_the_aborted_game(
    new_game: NewGame, rest: Rest, api: Api, seated: bool, query: str
) -> None:
    """Past the idle limit the tag of the running game gets 200 with the ended one, not 304."""
    game = new_game(idle_limit_s=LIMIT_S)
    viewer = game.players[0].api if seated else api
    tag = {"If-None-Match": viewer.get(game.path, query=query).headers["ETag"]}
    assert viewer.get(game.path, query=query, headers=tag).status == 304
    rest(game, LIMIT_S + 1)
    answer = viewer.get(game.path, query=query, headers=tag)
    assert answer.status == 200
    assert answer.body["result"]["reason"] == "idle"


@pytest.mark.parametrize(
    ("limits", "longest_s"),
    [
        ({"idle_limit_s": LIMIT_S}, USUAL_PAUSE_LIMIT_S),
        ({"idle_limit_s": USUAL_PAUSE_LIMIT_S + 60}, USUAL_PAUSE_LIMIT_S + 60),
        ({"idle_limit_s": LIMIT_S, "pause_limit_s": 2 * LIMIT_S}, 2 * LIMIT_S),
        ({"idle_limit_s": LIMIT_S, "pause_limit_s": 2 * USUAL_PAUSE_LIMIT_S}, 2 * USUAL_PAUSE_LIMIT_S),
    ],
)
def test_a_pause_is_no_idleness_but_ends(new_game: NewGame, rest: Rest, limits: dict[str, int], longest_s: int) -> None:
    """An agreed pause ends the game at its own limit, which the view says."""
    game = new_game(pace={"bank_s": 600, "increment_s": 5}, **limits)
    for player in game.players:
        player.api.post(f"{game.path}/clock-changes", {"change": "pause"}).ok()
    rest(game, longest_s - 60)
    view = game.view(0)
    assert (view["status"], view["clock"]["paused"], view["pause_limit_s"]) == ("running", True, longest_s)
    last = datetime.fromisoformat(game.events(0)[-1]["at"])
    assert datetime.fromisoformat(view["idle_at"]) == last + timedelta(seconds=longest_s)
    rest(game, 61)
    view = game.view(0)
    assert (view["result"]["reason"], view["idle_at"]) == ("idle", None)


def test_nothing_that_happens_in_a_pause_moves_its_end(new_game: NewGame, rest: Rest) -> None:
    """Whatever seats do in a pause, it ends the game when it was said to; the next pause has its own time."""
    game = new_game(pace={"turn_s": 86_400, "vacation_days": 30}, idle_limit_s=LIMIT_S, rules={"table_talk": "free"})
    first, second = [player.api for player in game.players]

    def change(seat: Api, what: str, **members: int) -> None:
        seat.post(f"{game.path}/clock-changes", {"change": what, **members}).ok()

    for what in ("pause", "resume", "pause"):
        for seat in (first, second):
            change(seat, what)
    ends = game.view(0)["idle_at"]
    began = datetime.fromisoformat(game.events(0)[-1]["at"])
    assert datetime.fromisoformat(ends) == began + timedelta(seconds=USUAL_PAUSE_LIMIT_S)
    changes: list[Callable[[], object]] = [
        lambda: change(first, "resume"),
        lambda: change(first, "pause"),
        lambda: change(second, "resume"),
        lambda: change(second, "pause"),
        lambda: change(first, "vacation", days=1),
        lambda: change(second, "vacation", days=30),
        lambda: first.post(f"{game.path}/messages", {"text": "Tea?"}).ok(),
        lambda: first.post(f"{game.path}/abort-votes").ok(),
        lambda: first.delete(f"{game.path}/abort-votes").ok(),
    ]
    for happen in changes:
        happen()
        rest(game, 18 * 3600)  # less than a week in all
        assert (game.view(0)["status"], game.view(0)["idle_at"]) == ("running", ends)
    rest(game, 7 * 3600)
    assert game.view(0)["result"]["reason"] == "idle"


def test_the_view_says_when_the_game_is_idle(new_game: NewGame) -> None:
    """It is the idle limit after the last event; null before the deal and after the end."""
    game = new_game(idle_limit_s=LIMIT_S)
    at = datetime.fromisoformat(game.events(0)[-1]["at"])
    assert datetime.fromisoformat(game.view(0)["idle_at"]) == at + timedelta(seconds=LIMIT_S)
    game.abort()
    assert game.view(0)["idle_at"] is None
    assert new_game(3, seated=2).view(0)["idle_at"] is None


Wait = Callable[[Game, int], None]

FIRST_MOVE_S = Settings().first_move_timeout_s


@pytest.fixture
def wait(database_url: str) -> Wait:
    """Move all turns of a game, and its deal, some seconds into the past."""

    def age(game: Game, seconds: int) -> None:
        with psycopg.connect(database_url) as connected:
            past = earlier("at", "make_interval(secs => %s)")
            change = f"update event set at = {past} where game_id = %s and kind <= 4"
            connected.execute(change.encode(), (seconds, game.id[2:]))

    return age


@pytest.fixture
def game(sandbox: NewGame) -> Game:
    """A game of three seats, in which seat 0 starts."""
    return sandbox(stacked("r1 r2 r3 r4 r5 y1 y2 y3 y4 y5"), 3, rules={"table_talk": "free"})


def vote(game: Game, seat: int) -> tuple[str, str | None]:
    """Let a seat vote. Return the type of the event, and the reason why the game ended."""
    body = game.players[seat].api.post(f"{game.path}/abort-votes").ok()
    result = body["view"]["result"]
    return body["event"]["type"], result and result["reason"]


@pytest.mark.parametrize(
    ("turns", "seconds", "voter", "expected"),
    [
        (0, FIRST_MOVE_S + 1, 1, ("abort", "no_show")),
        (0, FIRST_MOVE_S + 1, 2, ("abort", "no_show")),
        (0, FIRST_MOVE_S + 1, 0, ("abort_vote", None)),
        (0, FIRST_MOVE_S - 30, 1, ("abort_vote", None)),
        (2, FIRST_MOVE_S + 1, 1, ("abort", "no_show")),
        (2, FIRST_MOVE_S + 1, 2, ("abort_vote", None)),
        (2, FIRST_MOVE_S - 30, 1, ("abort_vote", None)),
        (3, FIRST_MOVE_S + 1, 1, ("abort_vote", None)),
    ],
)
def test_one_vote_ends_a_game_without_a_first_move(
    turns: int, seconds: int, voter: int, expected: tuple[str, str | None], game: Game, wait: Wait
) -> None:
    """The seat to move has had no turn, and the last turn was too long ago. Its own vote is an ordinary one."""
    game.play(*["play 0", "play 5", "play 10"][:turns])
    wait(game, seconds)
    assert vote(game, voter) == expected
    assert game.view(0)["status"] == ("ended" if expected[1] else "running")


def test_remarks_and_votes_do_not_extend_the_time(game: Game, wait: Wait) -> None:
    """A seat that has voted too early votes again, and a chatting seat cannot hold the others."""
    assert vote(game, 1) == ("abort_vote", None)
    wait(game, FIRST_MOVE_S + 1)
    game.players[0].api.post(f"{game.path}/messages", {"text": "Soon."}).ok()
    assert vote(game, 1) == ("abort", "no_show")


def test_a_no_show_counts_as_aborted(game: Game, wait: Wait) -> None:
    """The game counts as aborted without a score."""
    wait(game, FIRST_MOVE_S + 1)
    vote(game, 2)
    api = game.players[0].api
    replay = api.get(game.replay_path).ok()
    assert (replay["result"]["outcome"], replay["result"]["score"]) == ("aborted", None)
    assert api.get(f"{game.replay_path}/export", query="format=notation").raw.endswith(b"aborted:no_show\n")
    assert api.post(f"{game.path}/abort-votes").code == "game-not-running"


def test_a_jump_of_the_clock_is_no_time_to_move(game: Game, wait: Wait, database_url: str) -> None:
    """The time is counted from the jump."""
    wait(game, FIRST_MOVE_S + 1)
    with psycopg.connect(database_url) as connected:
        connected.execute("update clock set seen_at = now(), steady_since = now()")
    assert vote(game, 1) == ("abort_vote", None)
    with psycopg.connect(database_url) as connected:
        connected.execute("update clock set steady_since = '-infinity'")
    assert vote(game, 2) == ("abort", "no_show")
