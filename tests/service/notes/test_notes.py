"""Tests of players' notes and of comments on replays."""

import json
from pathlib import Path
from typing import Any

import pytest

from service.features.notes import notes
from tests.rows import in_one_test
from tests.service.client import Api, Game, Json, stacked
from tests.service.factories import NewGame, Players

REAL = Path(__file__).resolve().parents[2] / "games"


@pytest.fixture
def game(sandbox: NewGame) -> Game:
    """A running game of two players without moves."""
    return sandbox(stacked("r1 r1 r1 y1 y1 g1 g1 b1 b1 w1"))


def note(game: Game, seat: int, anchor: str, text: str, **more: Any) -> Json:
    """Write a note as a seat."""
    written: Json = game.players[seat].api.put(f"{game.path}/notes/{anchor}", {"text": text, **more}).ok()
    return written


def texts(history: list[Json]) -> list[tuple[int | None, str]]:
    """Return the texts of a note with their versions."""
    return [(one["version"], one["text"]) for one in history]


def shared(game: Game, api: Api) -> list[tuple[int, str, str]]:
    """Return the notes of a replay: seat, anchor, text."""
    items = api.get(f"{game.replay_path}/notes").ok()["items"]
    return [(one["seat"], one["anchor"], one["text"]) for one in items]


def test_a_note_has_a_history(game: Game, api: Api) -> None:
    """Each text has the newest version. A second text at that version replaces the first."""
    note(game, 0, "card-3", "Is it red?")
    note(game, 0, "card-3", "Is it\nyellow?")
    game.play("clue 1 red")
    stored = note(game, 0, "card-3", "Blue.", shared=True)
    assert texts(stored["history"]) == [(0, "Is it\nyellow?"), (1, "Blue.")]
    assert (stored["text"], stored["version"], stored["shared"], stored["at"]) == (
        "Blue.",
        1,
        True,
        stored["history"][-1]["at"],
    )
    game.play("clue 0 red")
    assert (
        note(game, 0, "card-3", "Blue.", shared=True)["history"] == stored["history"]
    )  # the same text is not stored again
    assert game.players[0].api.get(f"{game.path}/notes").ok()["items"] == [stored]
    game.abort()
    (seen,) = api.get(f"{game.replay_path}/notes").ok()["items"]
    assert seen == {"seat": 0, **{name: value for name, value in stored.items() if name != "shared"}}


def test_a_note_is_private_until_the_end_and_then_visible_if_shared(game: Game, players: Players, api: Api) -> None:
    """A note is hidden from partner and watchers in a running game. Sharing can be changed later."""
    note(game, 0, "game", "Mine.", shared=True)
    note(game, 1, "turn-0", "Yours.")
    watcher = players(1)[0].api
    path = f"{game.path}/notes"
    assert [one["anchor"] for one in game.players[1].api.get(path).ok()["items"]] == ["turn-0"]
    assert [who.get(path).code for who in (watcher, api)] == ["not-a-player", "missing-token"]
    assert watcher.put(f"{path}/game", {"text": "x"}).code == "not-a-player"
    assert [who.get(f"{game.replay_path}/notes").code for who in (game.players[0].api, api)] == [
        "game-not-finished"
    ] * 2
    game.abort()
    assert shared(game, api) == [(0, "game", "Mine.")]
    note(game, 0, "game", "Mine.")
    note(game, 1, "turn-0", "Yours.", shared=True)
    assert shared(game, watcher) == [(1, "turn-0", "Yours.")]
    assert game.players[1].api.delete(f"{path}/turn-0").status == 204
    assert shared(game, watcher) == []


def test_notes_have_anchors_on_game_turns_and_cards(game: Game) -> None:
    """Notes are listed by game, turn and card. Turns up to the current one and all cards are allowed."""
    game.play("clue 1 red", "clue 0 red")
    anchors = ["game", "turn-0", "turn-2", "card-0", "card-9", "card-12", "card-49"]
    for anchor in reversed(anchors):
        note(game, 1, anchor, anchor)
    assert [one["anchor"] for one in game.players[1].api.get(f"{game.path}/notes").ok()["items"]] == anchors


@in_one_test("method", ["PUT", "DELETE"])
@in_one_test("anchor", ["x", "turn", "turn-1", "turn-01", "turn--1", "card-50", "card-999", "Game", "card-١"])
def test_an_invalid_anchor_is_refused(game: Game, method: str, anchor: str) -> None:
    """The response is 422 with the valid anchors."""
    body = {"text": "x"} if method == "PUT" else None
    answer = game.players[0].api.send(method, f"{game.path}/notes/{anchor}", body)
    assert (answer.code, answer.body["errors"][0]["parameter"]) == ("invalid-request", "anchor")
    assert "turn-0 to turn-0" in answer.body["errors"][0]["detail"]


def test_an_open_game_has_no_notes(players: Players) -> None:
    """A note on an open game is 409, since a seat can still be given back."""
    (ada,) = players(1)
    waiting = Game(ada.api.post("/v1/games", {"seats": 2}).ok(), [ada])
    assert ada.api.put(f"{waiting.path}/notes/game", {"text": "x"}).code == "game-not-running"


@pytest.mark.parametrize(("name", "value"), [("MAX_OF_GAME", 2), ("MAX_CHARACTERS", 300)])
def test_the_number_of_notes_is_limited(game: Game, monkeypatch: pytest.MonkeyPatch, name: str, value: int) -> None:
    """The response is 409, and nothing changes. Another player's notes do not count."""
    monkeypatch.setattr(notes, name, value)
    note(game, 0, "game", "x")
    note(game, 0, "turn-0", "x")
    full = game.players[0].api.put(f"{game.path}/notes/card-0", {"text": "x" * 250})
    assert full.code == "limit-reached"
    assert len(game.players[0].api.get(f"{game.path}/notes").ok()["items"]) == 2
    note(game, 1, "card-0", "x")


def test_a_full_history_replaces_its_last_text(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first texts stay, and the newest is stored."""
    monkeypatch.setattr(notes, "MAX_VERSIONS", 2)
    stored: Json = {}
    for number in range(4):
        stored = note(game, 0, "game", str(number))
        game.play("clue 1 red" if number % 2 == 0 else "clue 0 red")
    assert texts(stored["history"]) == [(0, "0"), (3, "3")]


def test_notes_of_an_import_are_shown(players: Players, api: Api) -> None:
    """Notes of a game from hanab.live have a seat and a card, but neither version nor time."""
    export = json.loads((REAL / "hanab_live_2906.json").read_text())
    export["notes"] = [["", "chop\nmove"], *([[]] * (len(export["players"]) - 1))]
    created = players(1)[0].api.post("/v1/replays", export).ok()
    assert api.get(f"/v1/replays/{created['id']}/notes").ok()["items"] == [
        {
            "seat": 0,
            "anchor": "card-1",
            "text": "chop\nmove",
            "version": None,
            "at": None,
            "history": [{"version": None, "text": "chop\nmove", "at": None}],
        }
    ]


# Comments.


def test_every_reader_of_a_replay_may_comment(game: Game, players: Players, api: Api) -> None:
    """A comment has its author's name and seat, if any. The list has pages, oldest first."""
    (eve,) = players(1)
    path = f"{game.replay_path}/comments"
    body = {"anchor": "turn-0", "text": "Why not\nthe five?"}
    assert [who.post(path, body).code for who in (eve.api, api)] == ["game-not-finished", "missing-token"]
    assert api.get(path).code == "game-not-finished"
    game.abort()
    ada = game.players[0]
    created = [
        who.api.post(path, {**body, "anchor": anchor}).ok()
        for who, anchor in ((eve, "turn-0"), (ada, "game"), (eve, "card-49"))
    ]
    assert created[0]["author"] == {"id": eve.id, "name": eve.name, "program": None}
    assert [one["seat"] for one in created] == [None, 0, None]
    page = api.get(path, query="limit=2")
    assert page.ok()["items"] == created[:2]
    address, _, query = page.headers["Link"].removeprefix("<").partition(">")[0].partition("?")
    rest = api.get(address, query=query)
    assert rest.ok()["items"] == created[2:] and "Link" not in rest.headers


def test_only_the_author_deletes_a_comment(game: Game, players: Players, api: Api) -> None:
    """All others get 404, and so does everyone after that."""
    (eve,) = players(1)
    game.abort()
    path = f"{game.replay_path}/comments"
    comment = eve.api.post(path, {"anchor": "game", "text": "x"}).ok()["id"]
    for other in (f"c_{'0' * 32}", "x", comment.replace("c_", "g_")):
        assert eve.api.delete(f"{path}/{other}").status == 404
    assert game.players[0].api.delete(f"{path}/{comment}").status == 404
    assert [eve.api.delete(f"{path}/{comment}").status for _ in range(2)] == [204, 404]
    assert api.get(path).ok() == {"items": [], "next": None}


@in_one_test(
    ("body", "pointer"),
    [
        ({"anchor": "turn-1", "text": "x"}, "#/anchor"),
        ({"anchor": "card-50", "text": "x"}, "#/anchor"),
    ],
)
def test_an_invalid_comment_is_refused(aborted: Game, body: Json, pointer: str) -> None:
    """The response is 422 with a pointer."""
    answer = aborted.players[0].api.post(f"{aborted.replay_path}/comments", body)
    assert (answer.code, answer.body["errors"][0]["pointer"]) == ("invalid-request", pointer)


def test_a_deleted_account_leaves_comments_without_a_name(game: Game, api: Api) -> None:
    """Notes and comments are in the export. The account's unshared notes are deleted."""
    ada = game.players[0]
    note(game, 0, "game", "Shown.", shared=True)
    note(game, 0, "turn-0", "Hidden.")
    game.abort()
    created = ada.api.post(f"{game.replay_path}/comments", {"anchor": "game", "text": "x"}).ok()
    stored = ada.api.get("/v1/me/export").ok()
    assert [(one["game"], one["anchor"], one["text"]) for one in stored["notes"]] == [
        (game.id, "game", "Shown."),
        (game.id, "turn-0", "Hidden."),
    ]
    assert [(one["game"], one["id"]) for one in stored["comments"]] == [(game.id, created["id"])]
    ada.api.delete("/v1/me")
    assert shared(game, api) == [(0, "game", "Shown.")]
    (left,) = api.get(f"{game.replay_path}/comments").ok()["items"]
    assert left == {**created, "author": {"id": None, "name": "(deleted)", "program": None}}


def test_words_after_a_hash_are_tags_by_which_games_are_found(players: Players, new_game: NewGame, api: Api) -> None:
    """Case does not matter, and marks are parts of letters. Nobody finds a private game, or a comment that is gone."""
    (eve,) = players(1)
    tag = f"t\u0ba4\u0bae\u0bbf\u0bb4\u0bcdx\u0302{eve.id[-8:]}"
    public, private = new_game(2), new_game(2, private=True)
    for game in (public, private):
        game.abort()
    said = [
        game.players[0].api.post(
            f"{game.replay_path}/comments", {"anchor": "game", "text": f"A #{tag.upper()}, x#y #1"}
        )
        for game in (public, private)
    ]
    assert said[0].ok()["tags"] == [tag]
    found = [one["id"] for one in api.get("/v1/replays", query=f"tag=%23{tag.upper()}").ok()["items"]]
    assert found == [public.id]
    public.players[0].api.delete(f"{public.replay_path}/comments/{said[0].ok()['id']}").ok()
    assert api.get("/v1/replays", query=f"tag={tag}").ok()["items"] == []
