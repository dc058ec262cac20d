"""Tests of reading a replay without spoilers: one event at a time."""

import re
from collections.abc import Callable, Iterator

import pytest

from tests.rows import slow_unless
from tests.service.client import SALTED, Answer, Api, Game, Json, stacked

NewGame = Callable[..., Game]

TIME = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def read(api: Api, game: Game, seat: int | None = None, **headers: str) -> Iterator[Answer]:
    """Yield the responses of a reading from start to end."""
    cursor = ""
    whose = "" if seat is None else f"seat={seat}&"
    while cursor is not None:
        query = whose + (f"cursor={cursor}" if cursor else "")
        answer = api.get(f"{game.replay_path}/reading", query=query, headers={"Request-Id": "same", **headers})
        cursor = answer.ok()["next"]
        yield answer


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_reading_covers_the_whole_game(sandbox: NewGame, api: Api, seat: int | None) -> None:
    """Frames and events are those of the replay or the seat, and only the last response has no next link."""
    game = sandbox(stacked("r1"), rules={"table_talk": "remarks"})
    game.play("play 0", "clue 0 1", "clue 1 red")
    game.players[1].api.post(f"{game.path}/messages", {"remark": "no-information"}).ok()
    own_events = None if seat is None else game.events(seat)
    game.abort()
    steps = [answer.body for answer in read(api, game, seat)]
    frames = api.get(f"{game.replay_path}/frames", query="" if seat is None else f"seat={seat}").ok()["items"]
    assert [step["frame"] for step in steps] == frames
    events = [step["event"] for step in steps]
    if own_events is None:
        assert events == api.get(game.replay_path).ok()["events"]
    else:
        assert events[: len(own_events)] == own_events
    assert [step["next"] is None for step in steps] == [False] * (len(frames) - 1) + [True]


ROWS: list[tuple[Json, list[str], list[str], list[str]]] = [
    ({}, ["play 0", "clue 0 1"], ["play 10", "play 5", "discard 1"], ["clue 1 1"]),
    ({}, [], ["play 0"], ["play 1", "play 6", "play 2", "play 7", "play 3"]),
    # Whether a seat remembers a clue depends on its next move (memory_aid none).
    ({"memory_aid": "none"}, ["clue 1 red", "clue 0 1"], ["clue 1 1", "clue 0 red", "clue 1 1"], ["play 0"]),
    ({"strike_tokens": 1}, ["clue 1 1", "play 5"], ["play 1"], ["clue 1 1", "clue 0 1", "clue 1 2"]),
]


@pytest.mark.parametrize("seat", slow_unless(lambda seat: seat != 0, [None, 0, 1]))
@pytest.mark.parametrize(("rules", "alike", "one", "other"), ROWS)
def test_no_response_reveals_later_events(
    sandbox: NewGame, api: Api, rules: Json, alike: list[str], one: list[str], other: list[str], seat: int | None
) -> None:
    """Two games with the same events so far and different ends give the same bytes and headers."""
    top = "r1 g1 w4 y4 b4 y1 g3 b1 w1 r2"
    table = sandbox(stacked(top), rules=rules).players
    games = [sandbox(stacked(top), at_table=table, rules=rules) for _ in range(2)]
    for game, moves in zip(games, (one, other), strict=True):
        if alike:
            game.play(*alike)
        game.play(*moves)
        if game.view(0)["status"] != "ended":
            game.abort()
    readings = [list(read(api, game, seat)) for game in games]
    for first, second in list(zip(*readings, strict=False))[: len(alike) + 1]:
        names = [
            {name: value for name, value in answer.headers.items() if name != "Date"} for answer in (first, second)
        ]
        assert names[0] == names[1]
        assert names[0]["Cache-Control"] == "no-store" and "ETag" not in names[0] and "Link" not in names[0]
        bodies = [
            SALTED.sub(rb"\1", TIME.sub(b"TIME", answer.raw.replace(game.id.encode(), b"GAME")))
            for answer, game in zip((first, second), games, strict=True)
        ]
        assert bodies[0] == bodies[1]
        assert b'"status":"ended"' not in bodies[0] and first.body["frame"]["result"] is None
    assert len(readings[0]) != len(readings[1])


@pytest.mark.parametrize(
    "cursor", ["{other}", "{seated}", "{beyond}", "x", "1", "1-open-", "-1-open-{id}", "01-open-{id}"]
)
def test_a_cursor_is_for_one_reading(sandbox: NewGame, api: Api, cursor: str) -> None:
    """A cursor of another game or viewer, or an invented one, is refused by its name."""
    game, other = sandbox(stacked("r1")), sandbox(stacked("r1"))
    for one in (game, other):
        one.abort()
    words = {
        "id": game.id,
        "other": next(read(api, other)).body["next"],
        "seated": next(read(api, game, 1)).body["next"],
        "beyond": next(read(api, game)).body["next"].replace("1", "9", 1),
    }
    answer = api.get(f"{game.replay_path}/reading", query=f"cursor={cursor.format(**words)}")
    assert (answer.status, answer.body["errors"][0]["parameter"]) == (422, "cursor")


def test_a_reading_needs_access_to_the_replay(sandbox: NewGame, api: Api) -> None:
    """A reading is refused before the end of the game, and for unknown seats."""
    game = sandbox(stacked("r1"))
    assert game.players[0].api.get(f"{game.replay_path}/reading").code == "game-not-finished"
    game.abort()
    assert api.get(f"{game.replay_path}/reading", query="seat=2").body["errors"][0]["parameter"] == "seat"
    assert api.get(f"/v1/replays/g_{'0' * 32}/reading").code == "not-found"
