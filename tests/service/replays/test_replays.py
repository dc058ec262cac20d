"""Tests of replays: frames of finished games, and games imported from hanab.live."""

import json
import random
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from engine.rules import palette_of
from tests.rows import IN_FULL, in_one_test, slow_unless
from tests.service.client import Api, Game, Json, stacked
from tests.service.factories import NewGame, Players

REAL = Path(__file__).resolve().parents[2] / "games"


# Replays of games of this service.


def test_anyone_may_read_the_replay_of_a_finished_game(sandbox: NewGame, api: Api) -> None:
    """Rules, seats, deck, events and result need no token."""
    deck = stacked("r1 y1 y1 y2 y2  g1 g1 g1 g2 g2  b5")
    game = sandbox(deck, rules={"edition": "fr"})
    game.play("play 0", "clue 0 yellow")
    game.abort()
    replay = api.get(game.replay_path).ok()
    assert (replay["id"], replay["source"], replay["starting_seat"]) == (game.id, None, 0)
    assert replay["rules"] == game.view(0)["rules"]
    assert replay["seats"] == game.view(0)["seats"]
    assert replay["deck"] == deck
    assert replay["result"] == game.view(1)["result"]
    assert [event["type"] for event in replay["events"]] == ["deal", "play", "clue", "abort_vote", "abort_vote"]
    assert [event["version"] for event in replay["events"]] == [0, 1, 2, 3, 4]
    fronts = [
        {name: card[name] for name in ("suit", "rank")}
        for hand in replay["events"][0]["hands"]
        for card in hand["cards"]
    ]
    assert fronts == deck[:10]
    assert replay["events"][1]["drawn"] == {"card": 10, "suit": "blue", "rank": 5}
    assert replay["created_at"] <= replay["started_at"] == replay["events"][0]["at"]
    assert replay["finished_at"] == replay["events"][-1]["at"]


def test_the_event_list_of_an_ended_game_does_not_change(sandbox: NewGame) -> None:
    """A seat's list is the same after the end. The open hands are in the replay."""
    game = sandbox(stacked("r1"))
    game.play("play 0", "clue 0 1")
    before = game.events(0)
    game.abort()
    assert game.events(0)[: len(before)] == before


RULE_SETS: list[tuple[int, Json]] = [
    (3, {"table_talk": "free"}),
    (2, {"edition": "nl", "multicolor": "wild_ten", "memory_aid": "none", "clue_tokens": 3}),
    (4, {"edition": "fr", "color_declaration": True, "multicolor": "five", "clue_tokens": 4}),
    (
        5,
        {
            "ending": "grand_finale",
            "finale_loss": "strikes_only",
            "hand_reorder": "after_clue",
            "table_talk": "remarks",
        },
    ),
]


@IN_FULL
@pytest.mark.parametrize(("seats", "rules"), slow_unless(RULE_SETS[:2].__contains__, RULE_SETS), ids=str)
def test_frames_are_the_views_of_each_seat(new_game: NewGame, api: Api, seats: int, rules: Json, in_full: bool) -> None:
    """In a game with reorders, talk and votes, each view of a seat equals its frame of that version.

    In part: a game that is aborted after twelve turns.
    """
    dice = random.Random(seats)
    game = new_game(seats, rules=rules)
    seen: list[list[Json]] = [[game.view(seat)] for seat in range(seats)]

    def note(seat: int, done: Json | None) -> None:
        for viewer in range(seats):
            seen[viewer].append(game.view(viewer))
        if done:
            assert done["view"] == seen[seat][-1]

    view = game.view(0)
    while view["result"] is None:
        if view["turn"] >= 12 and not in_full:
            for player in game.players:
                player.api.post(f"{game.path}/abort-votes").ok()
                note(0, None)
            break
        if dice.random() < 0.15:
            aside(game, dice.randrange(seats), dice, note)
        seat = game.view(0)["to_move"]
        actions = game.view(seat)["legal_actions"]
        clues = [action for action in actions if action["type"] == "clue"]
        done = game.play(dice.choice(clues or actions))
        note(seat, done)
        view = game.view(0)
    for seat in range(seats):
        frames = api.get(f"{game.replay_path}/frames", query=f"seat={seat}").ok()["items"]
        assert [frame["version"] for frame in frames] == list(range(len(frames)))
        assert frames == [nameless(view) for view in seen[seat]]
        for version in (0, len(frames) // 2, len(frames) - 1):
            one = api.get(f"{game.replay_path}/frames/{version}", query=f"seat={seat}").ok()
            assert one == frames[version]
    opened = api.get(f"{game.replay_path}/frames").ok()["items"]
    assert api.get(f"{game.replay_path}/frames/1").ok() == opened[1]
    deck = api.get(game.replay_path).ok()["deck"]
    for frame, view in zip(opened, seen[0], strict=True):
        for hand, held in zip(frame["hands"], view["hands"], strict=True):
            assert [card["card"] for card in hand["cards"]] == [card["card"] for card in held["cards"]]
            for card in hand["cards"]:
                assert {"suit": card["suit"], "rank": card["rank"]} == deck[card["card"]]
                assert card["clues"] and card["possible"]
        for name in frame.keys() - {"viewer", "seats", "hands", "legal_actions"}:
            assert frame[name] == view[name]


def aside(game: Game, seat: int, dice: random.Random, note: Callable[[int, Json | None], None]) -> None:
    """Do something that is not a turn, if the rules allow it."""
    api, view = game.players[seat].api, game.view(seat)
    hand = [card["card"] for card in view["hands"][seat]["cards"]]
    what = dice.choice(["reorder", "say", "vote"])
    if what == "reorder":
        answer = api.put(f"{game.path}/hand-order", {"cards": dice.sample(hand, len(hand))})
        if answer.status == 200:
            note(seat, answer.body)
    elif what == "say":
        if api.post(f"{game.path}/messages", {"remark": "no-information"}).status == 201:
            note(seat, None)
    else:
        note(seat, api.post(f"{game.path}/abort-votes").ok())
        note(seat, api.delete(f"{game.path}/abort-votes").ok())


def nameless(view: Json) -> Json:
    """Return a view without names, links, receipt, clock and the data of the dealing, as in a frame."""
    left_out = (
        "pace",
        "clock",
        "deadline",
        "idle_at",
        "pause_limit_s",
        "watching",
        "replayed",
        "training",
        "links",
        "entropies",
        "entropy_commitments",
        "reveal_until",
        "awaiting_reveals",
        "protection",
        "receipt",
    )
    kept = {name: value for name, value in view.items() if name not in left_out}
    return {
        **kept,
        "viewer": {"seat": view["viewer"]["seat"]},
        "seats": [{"seat": seat["seat"]} for seat in view["seats"]],
    }


def test_ndjson_frames_equal_json_frames(sandbox: NewGame, api: Api) -> None:
    """There is one frame a line; JSON wins a tie in `Accept`."""
    game = sandbox(stacked("r1"))
    game.play("play 0")
    game.abort()
    path = f"{game.replay_path}/frames"
    lines = api.get(path, headers={"Accept": "application/x-ndjson"})
    assert lines.headers["Content-Type"] == "application/x-ndjson"
    assert lines.raw.count(b"\n") == len(lines.body) == 4
    for accept in ("application/json", "*/*", "application/x-ndjson;q=0.5, application/json"):
        answer = api.get(path, headers={"Accept": accept})
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.body == {"id": game.id, "items": lines.body}
    seat = api.get(path, query="seat=1", headers={"Accept": "application/x-ndjson"})
    assert seat.body == api.get(path, query="seat=1").body["items"]


@in_one_test(
    ("rest", "status"),
    [
        ("/frames/2", 200),
        ("/frames/3", 404),
        ("/frames/-1", 404),
        ("/frames/x", 404),
        ("/frames/1.0", 404),
        ("/frames/" + "9" * 40, 404),
        ("/frames/%D9%A1", 404),
        ("/frames?seat=1", 200),
        ("/frames?seat=2", 422),
        ("/frames?seat=x", 422),
        ("/frames?seat=0&seat=1", 422),
        ("/frames/0?seat=2", 422),
    ],
)
def test_unknown_frames_and_seats_are_refused(aborted: Game, api: Api, rest: str, status: int) -> None:
    """An unknown version is 404, and an unknown seat 422."""
    rest, _, query = rest.partition("?")
    assert api.get(aborted.replay_path + rest, query=query).status == status


# Games from hanab.live.


def real(name: str) -> Json:
    """Return a real export of hanab.live."""
    export: Json = json.loads((REAL / name).read_text())
    return export


SHORT: Json = {
    "players": ["Alice", "Bob"],
    "deck": [{"suitIndex": code // 5, "rank": code % 5 + 1} for code in palette_of("none").deck],
    "actions": [
        {"type": 3, "target": 1, "value": 3},
        {"type": 0, "target": 5},
        {"type": 1, "target": 0, "value": 0},
        {"type": 5, "target": -1, "value": 10},
    ],
}


def test_a_real_game_is_imported_completely(players: Players, api: Api) -> None:
    """The 25 points, names, source, options and notes are stored, and everyone can read the replay."""
    export = real("hanab_live_2906.json")
    answer = players(1)[0].api.post("/v1/replays", export)
    replay = answer.ok()
    assert (answer.status, answer.headers["Location"]) == (201, f"/v1/replays/{replay['id']}")
    assert (replay["result"]["score"], replay["result"]["reason"]) == (25, "fireworks_complete")
    assert [seat["name"] for seat in replay["seats"]] == export["players"]
    source = replay["source"]
    assert (source["site"], source["id"], source["options"]) == ("hanab.live", 2906, export["options"])
    assert (source["notes"], source["seed"]) == (export["notes"], None)
    assert len(replay["events"]) == len(export["actions"]) + 1
    assert [event["at"] for event in replay["events"]] == [None] * len(replay["events"])
    assert replay["rules"]["edition"] == "hanab_live"
    assert (
        replay["notes"] == []
        and {**api.get(f"/v1/replays/{replay['id']}").ok(), "notes": [], "report": [], "left_out": []} == replay
    )
    frames = api.get(f"/v1/replays/{replay['id']}/frames", query="seat=1").ok()["items"]
    assert len(frames) == len(replay["events"])
    game = players(1)[0].api.get(f"/v1/games/{replay['id']}").ok()
    assert (game["status"], game["viewer"]["seat"], game["receipt"]) == ("ended", None, None)


def test_a_variant_that_nobody_knows_is_refused_by_name(players: Players) -> None:
    """The pointer leads to the option, and the detail names the variant."""
    answer = players(1)[0].api.post("/v1/replays", changed(options={"variant": "Fog (5 Suits)"}))
    (fault,) = answer.body["errors"]
    assert (answer.status, answer.code) == (422, "import-refused")
    assert fault["pointer"] == "#/options/variant"
    assert "Fog (5 Suits)" in fault["detail"]


def changed(**members: Any) -> Json:
    """Return the short game with changed members. None removes a member."""
    export = {**deepcopy(SHORT), **members}
    return {name: value for name, value in export.items() if value is not ...}


def test_unknown_members_are_reported(players: Players) -> None:
    """They are left out, and the rest is imported."""
    answer = (
        players(1)[0].api.post("/v1/replays", changed(tags=["endgame"], datetimeStarted="2026-01-01T00:00:00Z")).ok()
    )
    assert answer["notes"] == ["unknown-members"] and "tags" not in answer["source"]
    assert answer["left_out"] == ["datetimeStarted", "tags"]


def test_many_unknown_members_are_named_in_part(players: Players) -> None:
    """The response to a hostile file stays small, and shows no control characters."""
    names = {f"\x1b{number:02}{'x' * 60}": 1 for number in range(50)}
    left_out = players(1)[0].api.post("/v1/replays", changed(**names)).ok()["left_out"]
    assert left_out == [f" {number:02}{'x' * 37}" for number in range(20)]


@in_one_test(
    ("export", "pointer", "rule"),
    [
        ([], "#", None),
        (changed(players=["Alice"]), "#/players", "R1"),
        (changed(actions=[{"type": 0, "target": 5, "value": 0}]), "#/actions/0", "R10"),
        (changed(options={"fancy/~": True}), "#/options/fancy~1~0", None),
    ],
)
def test_unsupported_games_are_refused_with_a_pointer(
    players: Players, export: object, pointer: str, rule: str | None
) -> None:
    """The response names the member or action, and the broken ruling."""
    answer = players(1)[0].api.post("/v1/replays", export)
    assert (answer.status, answer.code, answer.body["rule"]) == (422, "import-refused", rule)
    (fault,) = answer.body["errors"]
    assert (fault["pointer"], fault.get("rule")) == (pointer, rule)


@in_one_test("text", [rb"\ud800", rb"\u0000"])
@in_one_test("member", ["players", "seed", "notes"])
def test_invalid_text_is_refused(players: Players, member: str, text: bytes) -> None:
    """A lone surrogate or a NUL in a name, a seed or a note is invalid JSON."""
    value: dict[str, Any] = {"players": ["Alice", "@"], "seed": "@", "notes": [["@"], []]}
    raw = json.dumps(changed(**{member: value[member]})).encode().replace(b"@", text)
    assert players(1)[0].api.post("/v1/replays", raw=raw).code == "malformed-json"
