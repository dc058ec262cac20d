"""Tests of saved lines: stored, shared and read like replays."""

from typing import Any
from uuid import UUID

import psycopg
import pytest

from service.features.lines import saved_lines
from tests.rows import in_one_test
from tests.service.client import Api, Game, Json, move_of, stacked
from tests.service.conftest import TOP
from tests.service.factories import NewGame


def save(game: Game, at: int, *moves: str, by: int = 0, **members: Any) -> Any:
    """Save a line. Return the response."""
    body = {"at": at, "moves": [move_of(move) for move in moves], **members}
    return game.players[by].api.post(f"{game.replay_path}/lines", body)


@in_one_test("deal", [{}, {"deal": "resampled", "deal_seat": 1, "deal_seed": 7}])
@in_one_test("seat", [None, 0])
def test_a_saved_line_is_what_is_played(game: Game, api: Api, deal: Json, seat: int | None) -> None:
    """Everyone can read it, with the deck, the events and the frames of the same line that is not saved."""
    moves, eyes = ("play 5", "play 1"), {} if seat is None else {"seat": seat}
    answer = save(game, 1, *moves, title="Sooner", **deal, **eyes)
    created = answer.ok()
    body = {"at": 1, "moves": [move_of(move) for move in moves], **deal, **eyes}
    played = api.post(f"{game.replay_path}/frames", body).ok()
    assert (answer.status, answer.headers["Location"]) == (201, created["links"]["line"])
    assert created["links"]["line"] == f"{game.replay_path}/lines/{created['id']}"
    assert {name: created[name] for name in played} == played
    told = {name: created[name] for name in ("author", "mine", "title", "outcome", "reason", "score")}
    assert told == {
        "author": game.players[0].name, "mine": True, "title": "Sooner",
        "outcome": None, "reason": None, "score": None,
    }  # fmt: skip
    query = "" if seat is None else f"seat={seat}"
    assert api.get(created["links"]["line"], query=query).ok() == {**created, "mine": False}
    assert api.get(created["links"]["line"], query="seat=2").code == "invalid-request"


def test_a_saved_line_keeps_its_end(game: Game) -> None:
    """The list shows it."""
    strikes = save(game, 0, "play 2", "play 6", "play 3").ok()
    assert (strikes["outcome"], strikes["reason"], strikes["score"], strikes["version"]) == ("lost", "strikeout", 0, 3)


def test_a_line_against_the_rules_is_not_saved(game: Game) -> None:
    """The problem is that of a line that is not saved. A title is plain text, and may have any words."""
    before = game.players[0].api.get(f"{game.replay_path}/lines", query="limit=100").ok()
    assert save(game, 0, "clue 0 red").code == "illegal-move"
    for title in ("", "x" * 101, "a\nb"):
        answer = save(game, 0, title=title)
        assert (answer.code, answer.body["errors"][0]["pointer"]) == ("invalid-request", "#/title")
    assert game.players[0].api.get(f"{game.replay_path}/lines", query="limit=100").ok() == before


def test_lines_are_listed_newest_first(sandbox: NewGame, api: Api) -> None:
    """The list has pages, authors and results."""
    game = sandbox(stacked(TOP))
    game.abort()
    created = [save(game, 0, "play 0", by=number % 2, title=f"{number}").ok() for number in range(5)]
    seen = [line for page in api.pages(f"{game.replay_path}/lines", "limit=2") for line in page]
    assert [item["title"] for item in seen] == ["4", "3", "2", "1", "0"]
    assert [item["author"] for item in seen] == [game.players[number % 2].name for number in range(5)]
    assert seen[0] == {name: value for name, value in created[4].items() if name in seen[0]} | {"mine": False}
    mine = game.players[1].api.get(f"{game.replay_path}/lines").ok()["items"]
    assert [item["mine"] for item in mine] == [False, True, False, True, False]
    for query in ("cursor=x", "limit=0", "limits=1"):
        assert api.get(f"{game.replay_path}/lines", query=query).code == "invalid-request"


def test_only_the_author_deletes_a_line(game: Game, api: Api) -> None:
    """Then it is 404 for all."""
    path = save(game, 0, "play 0").ok()["links"]["line"]
    assert api.delete(path).code == "missing-token"
    assert game.players[1].api.delete(path).code == "not-found"
    assert game.players[0].api.delete(path).status == 204
    assert api.get(path).code == "not-found"
    assert game.players[0].api.delete(path).code == "not-found"


def test_the_number_of_lines_is_limited(sandbox: NewGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is per account and game; deleting one makes room."""
    monkeypatch.setattr(saved_lines, "MAX_OF_GAME", 2)
    game = sandbox(stacked(TOP))
    game.abort()
    first, _ = save(game, 0).ok(), save(game, 0).ok()
    answer = save(game, 0)
    assert (answer.status, answer.code) == (409, "limit-reached")
    assert save(game, 0, by=1).status == 201
    assert game.players[0].api.delete(first["links"]["line"]).status == 204
    assert save(game, 0).status == 201


def test_a_line_survives_its_authors_account(sandbox: NewGame, api: Api) -> None:
    """A line is in the export of its author, and stays without a name when the account is deleted."""
    game = sandbox(stacked(TOP))
    game.abort()
    created = save(game, 0, "play 0", title="Mine", by=1).ok()
    author = game.players[1].api
    exported = author.get("/v1/me/export").ok()["lines"]
    assert [(one["game"], one["line"], one["at"], one["title"]) for one in exported] == [
        (game.id, created["id"], 0, "Mine")
    ]
    assert author.delete("/v1/me").status == 204
    read = api.get(created["links"]["line"]).ok()
    assert (read["author"], read["title"]) == ("(deleted)", "Mine")


def test_a_line_that_is_sent_twice_is_saved_once(game: Game) -> None:
    """`Idempotency-Key` also repeats the same random deck."""
    body = {"at": 0, "moves": [], "deal": "resampled", "deal_seat": 0}
    one, two = (
        game.players[0].api.post(f"{game.replay_path}/lines", body, headers={"Idempotency-Key": "twice"})
        for _ in range(2)
    )
    assert one.body == two.body and two.headers["Idempotency-Replayed"] == "true"


def test_a_deck_without_a_seed_is_kept(game: Game, api: Api, database_url: str) -> None:
    """Lines of earlier releases may have one."""
    created = save(game, 1, "play 5", deal="resampled", deal_seat=1).ok()
    with psycopg.connect(database_url, autocommit=True) as db:
        db.execute("update branch set seed = null where branch_id = %s", (UUID(created["id"][2:]),))
    assert api.get(created["links"]["line"]).ok() == {**created, "deal_seed": None, "mine": False}
