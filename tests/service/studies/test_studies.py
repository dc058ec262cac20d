"""Tests of studies: who reads which chapters, and who changes them."""

from typing import Any

import psycopg
import pytest

from service.features.studies import studies
from tests.rows import in_one_test
from tests.service.client import Api, Game, Json, stacked
from tests.service.conftest import TOP
from tests.service.factories import NewGame, Players


def ended(sandbox: NewGame, **setting: Any) -> Game:
    """Return a game that is over."""
    game = sandbox(stacked(TOP), **setting)
    game.abort()
    return game


def chapter(game: Game, text: str = "Look.", place: str = "turn=0") -> Json:
    return {"game": game.id, "place": place, "text": text}


def study(api: Api, *chapters: Json, about: str = "How\nso.") -> Json:
    made: Json = api.post("/v1/studies", {"title": "Finesses", "about": about, "chapters": [*chapters]}).ok()
    return made


def test_a_study_is_made_changed_and_deleted_by_its_author(players: Players, game: Game, api: Api) -> None:
    """Others read it by its address, and change nothing."""
    ada, eve = players(2)
    made = study(ada.api, chapter(game))
    path = f"/v1/studies/{made['id']}"
    assert api.get(path).ok() == {**made, "mine": False} and ada.api.get(path).ok() == made
    (listed,) = ada.api.get("/v1/me/studies").ok()["items"]
    assert (listed["id"], listed["length"]) == (made["id"], 1) and eve.api.get("/v1/me/studies").ok()["items"] == []
    body: Json = {"title": "Endgames", "chapters": [chapter(game, "One."), chapter(game, "Two.", "from=0&moves=p0")]}
    for refused in (eve.api.send("PUT", path, body), eve.api.delete(path)):
        assert refused.code == "not-found"
    tag = ada.api.get(path).headers["ETag"]
    changed = ada.api.send("PUT", path, body, headers={"If-Match": tag}).ok()
    chapters = [{**one, "public": True, "readable": True} for one in body["chapters"]]
    assert (changed["title"], changed["about"], changed["chapters"]) == ("Endgames", None, chapters)
    assert ada.api.send("PUT", path, body, headers={"If-Match": tag}).code == "revision-conflict"
    exported = ada.api.get("/v1/me/export").ok()["studies"]
    assert [one["chapters"] for one in exported] == [chapters]
    ada.api.delete(path).ok()
    assert api.get(path).code == ada.api.get(path).code == "not-found"


def test_a_study_never_widens_who_may_read_a_replay(players: Players, sandbox: NewGame, api: Api) -> None:
    """Readers get the chapters whose replays they may read. Without one, the study is as one that does not exist."""
    public, private = ended(sandbox), ended(sandbox, private=True)
    author, partner = private.players
    both = study(author.api, chapter(public, "public"), chapter(private, "private"))
    secret = study(author.api, chapter(private, "private"))
    empty = study(author.api)
    nobody_there = f"/v1/studies/u_{'0' * 32}"
    (eve,) = players(1)
    for reader, texts in ((author.api, 2), (partner.api, 2), (eve.api, 1), (api, 1)):
        found = reader.get(f"/v1/studies/{both['id']}").ok()
        assert [one["text"] for one in found["chapters"]] == ["public", "private"][:texts]
        assert [one["public"] for one in found["chapters"]] == [True, False][:texts]
        assert found["left_out"] == 2 - texts and found["mine"] is (reader is author.api)
        assert (private.id in str(found)) is (texts == 2)
    for reader in (eve.api, api):
        for made in (secret, empty):
            answer, unknown = reader.get(f"/v1/studies/{made['id']}"), reader.get(nobody_there)
            assert (answer.status, answer.code, answer.body["detail"]) == (404, unknown.code, unknown.body["detail"])
    pages = [api.get(f"/studies/{one}").status for one in (both["id"], secret["id"], empty["id"], f"u_{'0' * 32}")]
    assert pages == [200, 404, 404, 404]
    assert partner.api.get(f"/v1/studies/{secret['id']}").ok()["left_out"] == 0
    refused = eve.api.post("/v1/studies", {"title": "x", "chapters": [chapter(public), chapter(private)]})
    assert [one["pointer"] for one in refused.body["errors"]] == ["#/chapters/1/game"]


def test_who_reads_a_chapter_knows_the_deck(players: Players, sandbox: NewGame, database_url: str) -> None:
    """As who reads the replay. The author sees which replay is gone."""
    eve, author = players(2)
    first, second = ended(sandbox), ended(sandbox)
    made = study(author.api, chapter(first), chapter(second))
    eve.api.get(f"/v1/studies/{made['id']}").ok()
    with psycopg.connect(database_url, autocommit=True) as db:
        rows = db.execute("select game_id from sight where account_id = %s::uuid", (eve.id[2:],)).fetchall()
        assert {f"g_{row[0].hex}" for row in rows} == {first.id, second.id}
        db.execute("update game set private = true where game_id = %s::uuid", (first.id[2:],))  # a moderator hides it
    found = author.api.get(f"/v1/studies/{made['id']}").ok()["chapters"]
    assert [(one["public"], one["readable"]) for one in found] == [(False, False), (True, True)]


def test_a_chapter_needs_a_replay(sandbox: NewGame, players: Players) -> None:
    """A running game has none, not even for its players. A place is one that its game has, and opens as it is named."""
    over = ended(sandbox)
    line = {"at": 0, "moves": [{"type": "play", "card": 0}]}
    saved = over.players[1].api.post(f"{over.replay_path}/lines", line).ok()["id"]
    places = (
        "turn=0&seat=1",
        f"line={saved}&turn=1",
        f"branch={saved}",
        "from=0&moves=p0,c0:1&spoilers=off",
        "from=0&deck=0x1",
    )
    api = over.players[0].api
    made = api.post("/v1/studies", {"title": "x", "chapters": [chapter(over, place=place) for place in places]}).ok()
    assert [one["place"] for one in made["chapters"]] == [*places]
    beyond = ("turn=1", "event=9", "seat=5&turn=0", "from=9&moves=p0", f"line={saved}&turn=2")
    unplayable = ("from=0&moves=zzzz", "from=0&moves=p9", "from=0&deck=0x99", f"line=b_{'0' * 32}")
    incomplete = ("from=0", "moves=p0", "from=0&moves=", "deck=0x1", "turn=0&turn=0", "turn=00")
    for place in (*beyond, *unplayable, *incomplete):
        made = {"title": "x", "chapters": [chapter(over), chapter(over, place=place)]}
        answer = api.post("/v1/studies", made)
        (error,) = answer.body["errors"]
        assert (answer.status, error["pointer"]) == (422, "#/chapters/1/place"), place
        assert error["detail"].startswith("must be in the replay"), place
    running = sandbox(stacked(TOP))
    for game in (running.id, f"g_{'0' * 32}"):
        answer = running.players[0].api.post("/v1/studies", {"title": "x", "chapters": [{"game": game}]})
        assert (answer.code, answer.body["errors"][0]["pointer"]) == ("invalid-request", "#/chapters/0/game")


@in_one_test(
    ("members", "pointer"),
    [
        ({"title": "moderator"}, "#/title"),
        ({"chapters": [{"game": f"g_{'0' * 32}", "place": "hello"}]}, "#/chapters/0/place"),
        ({"chapters": [{"game": f"g_{'0' * 32}", "place": "turn=x"}]}, "#/chapters/0/place"),
    ],
)
def test_an_invalid_study_is_refused(players: Players, members: dict[str, object], pointer: str) -> None:
    """Each fault has a pointer, and nothing is stored."""
    (ada,) = players(1)
    wanted: dict[str, object] = {"title": "x"} | members
    body = {name: value for name, value in wanted.items() if value is not None}
    answer = ada.api.post("/v1/studies", body)
    assert (answer.status, answer.code) == (422, "invalid-request")
    assert pointer in [fault["pointer"] for fault in answer.body["errors"]]
    assert ada.api.get("/v1/me/studies").ok()["items"] == []


def test_the_number_of_studies_is_limited(players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit names itself."""
    (ada,) = players(1)
    monkeypatch.setattr(studies, "MAX_STUDIES", 2)
    for _ in range(2):
        study(ada.api)
    assert ada.api.post("/v1/studies", {"title": "x"}).body["limit"] == "studies"
