"""R21: Tests of seats that do not make their first move in time: one vote of another seat ends the game."""

from collections.abc import Callable

import psycopg
import pytest

from service.platform.settings import Settings
from tests.service.client import Game, stacked
from tests.service.factories import NewGame
from tests.service.past import earlier

Wait = Callable[[Game, int], None]

LIMIT_S = Settings().first_move_timeout_s


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
        (0, LIMIT_S + 1, 1, ("abort", "no_show")),
        (0, LIMIT_S + 1, 2, ("abort", "no_show")),
        (0, LIMIT_S + 1, 0, ("abort_vote", None)),
        (0, LIMIT_S - 30, 1, ("abort_vote", None)),
        (2, LIMIT_S + 1, 1, ("abort", "no_show")),
        (2, LIMIT_S + 1, 2, ("abort_vote", None)),
        (2, LIMIT_S - 30, 1, ("abort_vote", None)),
        (3, LIMIT_S + 1, 1, ("abort_vote", None)),
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
    wait(game, LIMIT_S + 1)
    game.players[0].api.post(f"{game.path}/messages", {"text": "Soon."}).ok()
    assert vote(game, 1) == ("abort", "no_show")


def test_a_no_show_counts_as_aborted(game: Game, wait: Wait) -> None:
    """The game counts as aborted without a score."""
    wait(game, LIMIT_S + 1)
    vote(game, 2)
    api = game.players[0].api
    replay = api.get(game.replay_path).ok()
    assert (replay["result"]["outcome"], replay["result"]["score"]) == ("aborted", None)
    assert api.get(f"{game.replay_path}/export", query="format=notation").raw.endswith(b"aborted:no_show\n")
    assert api.post(f"{game.path}/abort-votes").code == "game-not-running"


def test_a_jump_of_the_clock_is_no_time_to_move(game: Game, wait: Wait, database_url: str) -> None:
    """The time is counted from the jump."""
    wait(game, LIMIT_S + 1)
    with psycopg.connect(database_url) as connected:
        connected.execute("update clock set seen_at = now(), steady_since = now()")
    assert vote(game, 1) == ("abort_vote", None)
    with psycopg.connect(database_url) as connected:
        connected.execute("update clock set steady_since = '-infinity'")
    assert vote(game, 2) == ("abort", "no_show")
