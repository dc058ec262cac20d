"""Tests of replays: frames of finished games, and games imported from hanab.live."""

import json
import random
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from engine.rules import palette_of
from tests.rows import IN_FULL, in_one_test, slow_unless
from tests.service.client import Api, Game, Json, stacked
from tests.service.factories import NewGame, Players
from tests.service.replays.test_proof import RULES, play_out

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


@IN_FULL
@pytest.mark.parametrize(("seats", "rules"), slow_unless((RULES[1], RULES[2], RULES[6]).__contains__, RULES), ids=str)
def test_a_past_view_equals_the_frame(
    new_game: NewGame, players: Players, api: Api, seats: int, rules: Json, in_full: bool
) -> None:
    """Each view of a seat is that of `?at=n`, which has the bytes of frame n, and of the same request after the end.

    In part: some turns, and an end by votes.
    """
    game = new_game(seats, rules=rules)
    live_views: list[dict[int, bytes]] = [{} for _ in range(seats)]
    heads: dict[int, str] = {}

    def note() -> None:
        for seat, player in enumerate(game.players):
            view = game.view(seat)
            version = view["version"]
            assert heads.setdefault(version, view["head"]) == view["head"]
            assert player.api.get(game.path, query=f"at={version}").ok() == nameless(view)
            for at in {version, version // 2, 0}:
                answer = player.api.get(game.path, query=f"at={at}")
                assert live_views[seat].setdefault(at, answer.raw) == answer.raw

    note()
    play_out(game, random.Random(seats), note, turns=(60 if seats == 2 else 12) if in_full else 8 - seats)
    for seat, player in enumerate(game.players):
        path = f"{game.replay_path}/frames"
        lines = api.get(path, query=f"seat={seat}", headers={"Accept": "application/x-ndjson"}).raw.splitlines()
        assert live_views[seat] == dict(enumerate(lines))
        listed = api.get(path, query=f"seat={seat}").raw
        for version, raw in live_views[seat].items():
            assert raw in listed
            answer = player.api.get(game.path, query=f"at={version}")
            assert answer.raw == raw
            assert answer.body["head"] == heads[version]
            tag = {"If-None-Match": answer.headers["ETag"]}
            assert player.api.get(game.path, query=f"at={version}", headers=tag).status == 304
    opened, deck = api.get(f"{game.replay_path}/frames").ok()["items"], api.get(game.replay_path).ok()["deck"]
    assert api.get(f"{game.replay_path}/frames/1").ok() == opened[1]
    for frame, raw in zip(opened, live_views[0].values(), strict=True):
        view = json.loads(raw)
        for hand, held in zip(frame["hands"], view["hands"], strict=True):
            assert [card["card"] for card in hand["cards"]] == [card["card"] for card in held["cards"]]
            for card in hand["cards"]:
                assert {"suit": card["suit"], "rank": card["rank"]} == deck[card["card"]]
                assert card["clues"] and card["possible"]
        for name in frame.keys() - {"viewer", "seats", "hands", "legal_actions"}:
            assert frame[name] == view[name]
    backs = [card for hand in players(1)[0].api.get(game.path, query="at=1").ok()["hands"] for card in hand["cards"]]
    assert backs and not any("suit" in card or "rank" in card for card in backs)
    assert api.get(f"{game.replay_path}/verification").ok()["verified"]


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
        ("/frames/3/knowledge", 404),
        ("/frames/0/knowledge?seat=2", 422),
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


SERVICE = Path(__file__).parents[3] / "service"


def test_only_the_check_creates_it() -> None:
    """No other module calls the constructor."""
    called = re.compile(r"(?<!class )\bFinishedGame\(")
    callers = {path.name for path in SERVICE.rglob("*.py") if called.search(path.read_text())}
    assert callers == {"finished_game.py"}
