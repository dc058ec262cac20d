"""Tests of lines: other moves of a finished game, which are not stored."""

from typing import Any

import pytest

from tests.service.client import Api, Game, move_of, stacked
from tests.service.factories import NewGame, Players
from tests.service.replays.conftest import TOP


def line(api: Api, game: Game, at: object, *moves: str, **members: object) -> Any:
    """Play a line. Return the response."""
    body = {"at": at, "moves": [move_of(move) for move in moves], **members}
    return api.post(f"{game.replay_path}/lines", body)


@pytest.mark.parametrize(("members", "query"), [({}, ""), ({"seat": 0}, "seat=0"), ({"seat": 1}, "seat=1")])
def test_a_line_is_what_a_branch_would_be(game: Game, api: Api, members: dict[str, object], query: str) -> None:
    """Without a token, it has the events and frames of a branch with the same moves, after the common ones."""
    moves = ["play 5", "clue 1 red", "discard 6"]
    found = line(api, game, 1, *moves, **members)
    body = {"at": 1, "moves": [move_of(move) for move in moves]}
    branch = game.players[0].api.post(f"{game.replay_path}/branches", body).ok()
    frames = api.get(branch["links"]["frames"], query=query).ok()["items"]
    assert found.status == 200
    assert found.ok() == {
        "id": game.id, "at": 1, "version": 4,
        "events": branch["events"][2:], "frames": frames[2:],
        "result": None,
    }  # fmt: skip


def test_nothing_is_stored(game: Game, api: Api) -> None:
    """The list of branches is the same afterwards."""
    before = api.get(f"{game.replay_path}/branches").ok()
    line(api, game, 0, "play 2", "play 6").ok()
    assert api.get(f"{game.replay_path}/branches").ok() == before


@pytest.mark.parametrize(
    ("at", "moves", "version", "reason"),
    [
        (2, [], 2, None),
        (0, ["play 2", "play 6", "play 3"], 3, "strikeout"),
        (5, ["play 6", "play 1", "play 7"], 8, None),  # past the end of the game
    ],
)
def test_a_line_may_end_the_game_or_not(
    game: Game, api: Api, at: int, moves: list[str], version: int, reason: str | None
) -> None:
    found = line(api, game, at, *moves).ok()
    assert found["version"] == version and len(found["events"]) == len(found["frames"]) == len(moves)
    assert (found["result"] and found["result"]["reason"]) == reason


@pytest.mark.parametrize(
    ("at", "moves", "code", "pointer"),
    [
        (0, ["play 1", "clue 0 red", "clue 1 1", "clue 1 3"], "illegal-move", "#/moves/3"),
        (0, ["play 2", "play 6", "play 3", "play 1"], "invalid-request", "#/moves/3"),
        (7, [], "invalid-request", "#/at"),  # the game had ended with it
        (-1, [], "invalid-request", "#/at"),
        ("1", [], "invalid-request", "#/at"),
        (0, ["play 0"] * 201, "invalid-request", "#/moves"),
    ],
)
def test_a_line_against_the_rules_is_refused(
    game: Game, api: Api, at: object, moves: list[str], code: str, pointer: str
) -> None:
    answer = line(api, game, at, *moves)
    assert (answer.status, answer.code, answer.body["errors"][0]["pointer"]) == (422, code, pointer)


@pytest.mark.parametrize(
    ("members", "pointer"),
    [({"seat": 2}, "#/seat"), ({"seat": "0"}, "#/seat"), ({"deal": "original"}, "#/deal"), ({"title": "x"}, "#/title")],
)
def test_an_invalid_body_is_refused(game: Game, api: Api, members: dict[str, object], pointer: str) -> None:
    answer = line(api, game, 0, "play 0", **members)
    assert (answer.status, answer.code, answer.body["errors"][0]["pointer"]) == (422, "invalid-request", pointer)


def test_a_private_game_is_for_its_players(players: Players, sandbox: NewGame, api: Api) -> None:
    game = sandbox(stacked(TOP), private=True)
    game.play("play 0")
    game.abort()
    assert line(api, game, 0, "play 1").code == "not-found"
    assert line(game.players[1].api, game, 0, "play 1").status == 200


def test_a_running_game_has_no_lines(sandbox: NewGame) -> None:
    game = sandbox(stacked(TOP))
    game.play("play 0")
    assert line(game.players[0].api, game, 0, "play 1").code == "game-not-finished"
