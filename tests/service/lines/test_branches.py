"""Tests of branches: alternative continuations, stored, shared and read like replays."""

from typing import Any

import pytest

from service.core.people import account_limits
from tests.rows import in_one_test
from tests.service.client import Api, Game, Json, move_of, stacked
from tests.service.conftest import TOP
from tests.service.factories import NewGame, Players


def branch(game: Game, at: int, *moves: str, by: int = 0, **members: Any) -> Any:
    """Create a branch. Return the response."""
    body = {"at": at, "moves": [move_of(move) for move in moves], **members}
    return game.players[by].api.post(f"{game.replay_path}/branches", body)


def test_a_branch_has_other_moves_on_the_same_deck(game: Game, api: Api) -> None:
    """A branch has the game's events up to its start, then its own. Everyone can read it."""
    answer = branch(game, 1, "play 5", "clue 1 red", title="Sooner")
    created, replay = answer.ok(), api.get(game.replay_path).ok()
    assert (answer.status, answer.headers["Location"]) == (201, created["links"]["branch"])
    assert created["links"]["branch"] == f"{game.replay_path}/branches/{created['id']}"
    told = {name: created[name] for name in ("author", "mine", "title", "at", "deal", "seat", "version", "result")}
    assert told == {
        "author": game.players[0].name, "mine": True,
        "title": "Sooner", "at": 1, "deal": "original", "seat": None, "version": 3,
        "result": None,
    }  # fmt: skip
    assert created["deck"] == replay["deck"]
    assert created["events"][:2] == replay["events"][:2]
    assert [(event["type"], event["at"]) for event in created["events"][2:]] == [("play", None), ("clue", None)]
    assert created["events"][2]["landed"] is True and created["events"][3]["to_move"] == 1
    read = api.get(created["links"]["branch"]).ok()
    assert read == {**created, "mine": False}


def without_proof(items: list[Json]) -> list[Json]:
    """Return events or frames without times and hashes. Those of a branch cover no time."""
    return [{name: value for name, value in item.items() if name not in ("at", "hash", "head")} for item in items]


@pytest.mark.parametrize("at", [0, 2, 4])
def test_a_branch_with_the_games_moves_has_the_games_frames(sandbox: NewGame, api: Api, at: int) -> None:
    """They are equal from any version on and for every viewer, including the result."""
    moves = ["play 1", "play 5", "clue 1 3", "play 7", "play 0", "play 8", "play 2", "play 6"]
    game = sandbox(stacked(TOP, last="r5"), rules={"multicolor": "none", "strike_tokens": 2})
    game.play(*moves)
    replay = api.get(game.replay_path).ok()
    assert replay["result"]["reason"] == "strikeout"
    created = branch(game, at, *moves[at:]).ok()
    assert created["result"] == replay["result"] and created["version"] == len(moves)
    assert (created["outcome"], created["reason"], created["score"]) == ("lost", "strikeout", 0)
    assert without_proof(created["events"]) == without_proof(replay["events"])
    for query in ("", "seat=0", "seat=1"):
        frames = api.get(created["links"]["frames"], query=query).ok()
        own = api.get(f"{game.replay_path}/frames", query=query).ok()["items"]
        assert frames["items"][: at + 1] == own[: at + 1] and without_proof(frames["items"]) == without_proof(own)
        assert (frames["id"], frames["branch"]) == (game.id, created["id"])
        one = api.get(f"{created['links']['frames']}/{at}", query=query).ok()
        assert one == frames["items"][at]
        lines = api.get(created["links"]["frames"], query=query, headers={"Accept": "application/x-ndjson"})
        assert lines.body == frames["items"]
    assert api.get(f"{created['links']['frames']}/{len(moves) + 1}").code == "not-found"


def test_a_branch_may_continue_past_the_end_of_the_game(game: Game) -> None:
    """A branch of an aborted game has another end, or none."""
    assert branch(game, 5, "play 6", "play 1", "play 7").ok()["version"] == 8
    strikes = branch(game, 0, "play 2", "play 6", "play 3").ok()
    assert (strikes["result"]["reason"], strikes["version"]) == ("strikeout", 3)
    # The votes that were cast by then count, but do not end the branch.
    assert branch(game, 6, "play 6").ok()["result"] is None


@pytest.mark.parametrize(
    ("at", "moves", "pointer", "rule"),
    [
        (0, ["play 1", "clue 0 red", "clue 1 1", "clue 1 3"], "#/moves/3", "R5"),
        (0, ["clue 0 red"], "#/moves/0", "R5"),
        (0, ["play 5"], "#/moves/0", "R10"),
        (0, ["discard 0"], "#/moves/0", "R9"),
        (0, ["clue 1 red", "discard 0"], "#/moves/1", "R9"),
        (0, ["clue 1 multicolor"], "#/moves/0", "R8"),
        (0, ["play 0 red"], "#/moves/0", "R12"),
        (5, ["clue 4 1"], "#/moves/0", "R5"),
    ],
)
def test_an_illegal_move_is_refused(game: Game, at: int, moves: list[str], pointer: str, rule: str) -> None:
    """The response has its position and the ruling, and nothing is stored."""
    before = game.players[0].api.get(f"{game.replay_path}/branches", query="limit=100").ok()
    answer = branch(game, at, *moves)
    assert (answer.status, answer.code, answer.body["rule"]) == (422, "illegal-move", rule)
    (fault,) = answer.body["errors"]
    assert (fault["pointer"], fault["rule"]) == (pointer, rule)
    assert game.players[0].api.get(f"{game.replay_path}/branches", query="limit=100").ok() == before


CLUE = {"type": "clue", "target": 1, "color": "red"}


@in_one_test(
    ("body", "pointer"),
    [
        ({}, "#/at"),
        ({"at": 0}, "#/moves"),
        ({"at": -1, "moves": []}, "#/at"),
        ({"at": 7, "moves": []}, "#/at"),  # the game had ended with it
        ({"at": 8, "moves": []}, "#/at"),
        ({"at": 2**31 - 1, "moves": []}, "#/at"),
        ({"at": "0", "moves": []}, "#/at"),
        ({"at": 0, "moves": {}}, "#/moves"),
        ({"at": 0, "moves": [CLUE] * 201}, "#/moves"),
        ({"at": 0, "moves": [CLUE, 5]}, "#/moves/1"),
        ({"at": 0, "moves": [CLUE, None]}, "#/moves/1"),
        ({"at": 0, "moves": [{"type": "x"}]}, "#/moves/0/type"),
        ({"at": 0, "moves": [{"type": "play"}]}, "#/moves/0/card"),
        ({"at": 0, "moves": [CLUE, {"type": "play", "card": "0"}]}, "#/moves/1/card"),
        ({"at": 0, "moves": [{**CLUE, "rank": 1}]}, "#/moves/0"),
        ({"at": 0, "moves": [{**CLUE, "x": 1}]}, "#/moves/0/x"),
        ({"at": 0, "moves": [CLUE, {**CLUE, "expected_version": 0}]}, "#/moves/1/expected_version"),
        ({"at": 0, "moves": [*[{"type": "play", "card": card} for card in (2, 6, 3, 7)]]}, "#/moves/3"),  # R22
        ({"at": 0, "moves": [], "title": ""}, "#/title"),
        ({"at": 0, "moves": [], "title": "x" * 101}, "#/title"),
        ({"at": 0, "moves": [], "title": "a\nb"}, "#/title"),
        ({"at": 0, "moves": [], "deal": "new"}, "#/deal"),
        ({"at": 0, "moves": [], "deal": "resampled"}, "#/seat"),
        ({"at": 0, "moves": [], "seat": 0}, "#/seat"),
        ({"at": 0, "moves": [], "deal": "resampled", "seat": 2}, "#/seat"),
        ({"at": 0, "moves": [], "deal": "resampled", "seat": 5}, "#/seat"),
        ({"at": 0, "moves": [], "deal_seed": 1}, "#/deal_seed"),
        ({"at": 0, "moves": [], "deal": "resampled", "seat": 0, "deal_seed": 2**31}, "#/deal_seed"),
        ({"at": 0, "moves": [], "deal": "resampled", "deal_seat": 0}, "#/deal_seat"),
        ({"at": 0, "moves": [], "deck": []}, "#/deck"),
    ],
)
def test_an_invalid_branch_is_refused(game: Game, body: Json, pointer: str) -> None:
    """Each fault has a pointer."""
    answer = game.players[0].api.post(f"{game.replay_path}/branches", body)
    assert (answer.status, answer.code) == (422, "invalid-request")
    assert pointer in [fault["pointer"] for fault in answer.body["errors"]]


def test_moves_may_have_an_expected_version(game: Game) -> None:
    """A client may send the same moves as to a running game."""
    moves = [{**CLUE, "expected_version": 0}, {"type": "play", "card": 5, "expected_version": 1}]
    answer = game.players[0].api.post(f"{game.replay_path}/branches", {"at": 0, "moves": moves})
    assert answer.ok()["version"] == 2


@pytest.mark.parametrize("rules", [{}, {"memory_aid": "none", "multicolor": "wild_ten"}], ids=str)
def test_a_resampled_deck_fits_what_the_seat_saw(sandbox: NewGame, api: Api, rules: Json) -> None:
    """The seat's frames up to the start are the same. Its own cards and the deck differ."""
    game = sandbox(stacked(TOP, multicolor=rules.get("multicolor", "none")), rules=rules)
    game.play("clue 1 1", "clue 0 4", "play 0", "clue 0 white")
    game.abort()
    replay, decks = api.get(game.replay_path).ok(), set()
    for seat in (0, 1):
        seen = api.get(f"{game.replay_path}/frames", query=f"seat={seat}").ok()["items"]
        for at in (2, 4):
            for _ in range(3):
                created = branch(game, at, deal="resampled", seat=seat).ok()
                assert (created["deal"], created["seat"], created["version"]) == ("resampled", seat, at)
                frames = api.get(created["links"]["frames"], query=f"seat={seat}").ok()["items"]
                assert frames == seen[: at + 1]
                assert sorted(map(str, created["deck"])) == sorted(map(str, replay["deck"]))
                assert created["deck"] != replay["deck"]
                assert api.get(created["links"]["branch"]).ok()["deck"] == created["deck"]
                decks.add(str(created["deck"]))
    assert len(decks) == 12
    # Seat 0 knows that only its third and fourth cards are white or rank 4; the clue about 4 touched two.
    hand = branch(game, 4, deal="resampled", seat=0).ok()["deck"][:5]
    assert [card["rank"] == 4 for card in hand] == [card["rank"] == 4 for card in replay["deck"][:5]]


def test_branches_are_listed_newest_first(sandbox: NewGame, players: Players, api: Api) -> None:
    """The list has pages, authors and results."""
    game = sandbox(stacked(TOP))
    game.abort()
    created = [branch(game, 0, "play 0", by=number % 2, title=f"{number}").ok() for number in range(5)]
    seen: list[Json] = []
    query = "limit=2"
    while query:
        page = api.get(f"{game.replay_path}/branches", query=query)
        seen += page.ok()["items"]
        query = page.headers.get("Link", "").partition(">")[0].partition("?")[2]
    assert [item["title"] for item in seen] == ["4", "3", "2", "1", "0"]
    assert [item["author"] for item in seen] == [game.players[number % 2].name for number in range(5)]
    assert seen[0] == {name: value for name, value in created[4].items() if name in seen[0]} | {"mine": False}
    mine = game.players[1].api.get(f"{game.replay_path}/branches").ok()["items"]
    assert [item["mine"] for item in mine] == [False, True, False, True, False]
    for query in ("cursor=x", "limit=0", "limits=1"):
        assert api.get(f"{game.replay_path}/branches", query=query).code == "invalid-request"


def test_only_the_author_deletes_a_branch(game: Game, players: Players, api: Api) -> None:
    """Then it is 404 for all, its frames too, although they were cached."""
    created = branch(game, 0, "play 0").ok()
    path = created["links"]["branch"]
    tag = api.get(created["links"]["frames"]).headers["ETag"]
    assert api.get(created["links"]["frames"], headers={"If-None-Match": tag}).status == 304
    assert api.get(created["links"]["frames"]).headers["Cache-Control"] == "public, no-cache"
    assert api.delete(path).code == "missing-token"
    assert game.players[1].api.delete(path).code == "not-found"
    assert game.players[0].api.delete(path).status == 204
    for address in (path, f"{path}/frames", f"{path}/frames/0"):
        assert api.get(address).code == "not-found"
        assert api.get(address, headers={"If-None-Match": tag}).code == "not-found"
    assert game.players[0].api.delete(path).code == "not-found"


def test_anyone_with_an_account_may_branch(game: Game, players: Players, api: Api) -> None:
    """Every reader of the replay may, but not without a token or with one for another game."""
    stranger = players(1)[0]
    assert stranger.api.post(f"{game.replay_path}/branches", {"at": 0, "moves": []}).status == 201
    assert api.post(f"{game.replay_path}/branches", {"at": 0, "moves": []}).code == "missing-token"
    reader = stranger.api.post("/v1/me/tokens", {"name": "x", "scopes": ["read"]}).ok()["token"]
    assert api.known_by(reader).post(f"{game.replay_path}/branches", {}).code == "insufficient-scope"


def test_a_running_game_has_no_branches(sandbox: NewGame) -> None:
    """Trying a move would reveal its result."""
    game = sandbox(stacked(TOP))
    game.play("play 0")
    assert branch(game, 0, "play 1").code == "game-not-finished"
    assert branch(game, 0, deal="resampled", seat=0).code == "game-not-finished"
    assert game.players[0].api.get(f"{game.replay_path}/branches").code == "game-not-finished"


def test_branches_of_a_private_game_are_for_its_players(players: Players, api: Api) -> None:
    """All others get 404."""
    ada, bela = players(2)
    game = Game(ada.api.post("/v1/games", {"seats": 2, "private": True}).ok(), [ada, bela])
    code = ada.api.post(f"{game.path}/invitations", {}).ok()["code"]
    bela.api.post(f"{game.path}/seats", {"code": code}).ok()
    game.abort()
    created = branch(game, 0).ok()
    assert bela.api.get(created["links"]["frames"]).headers["Cache-Control"] == "private, no-cache"
    for stranger in (api, players(1)[0].api):
        for path in (f"{game.replay_path}/branches", created["links"]["branch"], created["links"]["frames"]):
            assert stranger.get(path).code == "not-found"
    stranger = players(1)[0].api
    assert stranger.post(f"{game.replay_path}/branches", {}).code == "not-found"
    assert stranger.delete(created["links"]["branch"]).code == "not-found"
    assert bela.api.delete(created["links"]["branch"]).code == "not-found"


def test_the_number_of_branches_is_limited(sandbox: NewGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is per account and game; deleting one makes room."""
    monkeypatch.setitem(account_limits.MAXIMA, "branches", 2)
    game = sandbox(stacked(TOP))
    game.abort()
    first, _ = branch(game, 0).ok(), branch(game, 0).ok()
    answer = branch(game, 0)
    assert (answer.status, answer.code) == (409, "limit-reached")
    assert branch(game, 0, by=1).status == 201
    assert game.players[0].api.delete(first["links"]["branch"]).status == 204
    assert branch(game, 0).status == 201


def test_a_branch_survives_its_authors_account(sandbox: NewGame, api: Api) -> None:
    """A branch is in the export of its author, and stays without a name when the account is deleted."""
    game = sandbox(stacked(TOP))
    game.abort()
    created = branch(game, 0, "play 0", title="Mine", by=1).ok()
    author = game.players[1].api
    exported = author.get("/v1/me/export").ok()["branches"]
    assert [(one["game"], one["branch"], one["at"], one["title"]) for one in exported] == [
        (game.id, created["id"], 0, "Mine")
    ]
    assert author.delete("/v1/me").status == 204
    read = api.get(created["links"]["branch"]).ok()
    assert (read["author"], read["title"]) == ("(deleted)", "Mine")
    assert read["seats"][1]["name"] == "(deleted)"


def test_a_branch_that_is_sent_twice_is_created_once(game: Game) -> None:
    """`Idempotency-Key` also repeats the same random deck."""
    body = {"at": 0, "moves": [], "deal": "resampled", "seat": 0}
    one, two = (
        game.players[0].api.post(f"{game.replay_path}/branches", body, headers={"Idempotency-Key": "twice"})
        for _ in range(2)
    )
    assert one.body == two.body and two.headers["Idempotency-Replayed"] == "true"
