"""Branches: what else could have been, kept, shared and read like a replay."""

from collections.abc import Callable
from typing import Any

import pytest

from service.replays import branches
from tests.service.client import Api, Game, Json, Player, move_of, stacked

Players = Callable[[int], list[Player]]
NewGame = Callable[..., Game]

TOP = "r1 g1 w4 y4 b4 y1 g3 b1 w1 r2"


@pytest.fixture(scope="module")
def game(sandbox: NewGame) -> Game:
    """A game of five moves that was given up."""
    game = sandbox(stacked(TOP))
    game.play("play 0", "clue 0 4", "clue 1 1", "play 5", "discard 3")
    game.abort()
    return game


def branch(game: Game, at: int, *moves: str, by: int = 0, **members: Any) -> Any:
    """Ask for a branch; return the answer."""
    body = {"at": at, "moves": [move_of(move) for move in moves], **members}
    return game.players[by].api.post(f"{game.replay_path}/branches", body)


def test_other_moves_on_the_same_deck(game: Game, api: Api) -> None:
    """It has the game's events up to where it leads off, then its own; everybody reads it under its address."""
    answer = branch(game, 1, "play 5", "clue 1 red", title="Sooner")
    made, replay = answer.ok(), api.get(game.replay_path).ok()
    assert (answer.status, answer.headers["Location"]) == (201, made["links"]["branch"])
    assert made["links"]["branch"] == f"{game.replay_path}/branches/{made['id']}"
    told = {name: made[name] for name in ("author", "mine", "title", "at", "deal", "seat", "version", "result")}
    assert told == {
        "author": "Ada", "mine": True, "title": "Sooner", "at": 1, "deal": "original", "seat": None, "version": 3,
        "result": None,
    }  # fmt: skip
    assert made["deck"] == replay["deck"]
    assert made["events"][:2] == replay["events"][:2]
    assert [(event["type"], event["at"]) for event in made["events"][2:]] == [("play", None), ("clue", None)]
    assert made["events"][2]["landed"] is True and made["events"][3]["to_move"] == 1
    read = api.get(made["links"]["branch"]).ok()
    assert read == {**made, "mine": False}


@pytest.mark.parametrize("at", [0, 2, 4])
def test_the_games_own_moves_give_its_own_frames(sandbox: NewGame, api: Api, at: int) -> None:
    """From any version on, to the byte and through every pair of eyes, the end and the result included."""
    moves = ["play 1", "play 5", "clue 1 3", "play 7", "play 0", "play 8", "play 2", "play 6"]
    game = sandbox(stacked(TOP, last="r5"), rules={"multicolor": "none", "strike_tokens": 2})
    game.play(*moves)
    replay = api.get(game.replay_path).ok()
    assert replay["result"]["reason"] == "strikeout"
    made = branch(game, at, *moves[at:]).ok()
    assert made["result"] == replay["result"] and made["version"] == len(moves)
    assert (made["outcome"], made["reason"], made["score"]) == ("lost", "strikeout", 0)
    assert [{**event, "at": None} for event in made["events"]] == [{**event, "at": None} for event in replay["events"]]
    for query in ("", "seat=0", "seat=1"):
        frames = api.get(made["links"]["frames"], query=query).ok()
        assert frames["items"] == api.get(f"{game.replay_path}/frames", query=query).ok()["items"]
        assert (frames["id"], frames["branch"]) == (game.id, made["id"])
        one = api.get(f"{made['links']['frames']}/{at}", query=query).ok()
        assert one == frames["items"][at]
        lines = api.get(made["links"]["frames"], query=query, headers={"Accept": "application/x-ndjson"})
        assert lines.body == frames["items"]
    assert api.get(f"{made['links']['frames']}/{len(moves) + 1}").code == "not-found"


def test_a_branch_may_go_on_past_the_end_of_the_game(game: Game) -> None:
    """Where the game was given up, a branch comes to another end, or to none yet."""
    assert branch(game, 5, "play 6", "play 1", "play 7").ok()["version"] == 8
    strikes = branch(game, 0, "play 2", "play 6", "play 3").ok()
    assert (strikes["result"]["reason"], strikes["version"]) == ("strikeout", 3)
    # The abort votes that were cast by then stand, and end nothing by themselves.
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
def test_an_illegal_move_is_named(game: Game, at: int, moves: list[str], pointer: str, rule: str) -> None:
    """By its place and the ruling; nothing is kept."""
    before = game.players[0].api.get(f"{game.replay_path}/branches", query="limit=100").ok()
    answer = branch(game, at, *moves)
    assert (answer.status, answer.code, answer.body["rule"]) == (422, "illegal-move", rule)
    (fault,) = answer.body["errors"]
    assert (fault["pointer"], fault["rule"]) == (pointer, rule)
    assert game.players[0].api.get(f"{game.replay_path}/branches", query="limit=100").ok() == before


CLUE = {"type": "clue", "target": 1, "color": "red"}


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "#/at"),
        ({"at": 0}, "#/moves"),
        ({"at": -1, "moves": []}, "#/at"),
        ({"at": 7, "moves": []}, "#/at"),  # the game was over with it
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
        ({"at": 0, "moves": [], "deck": []}, "#/deck"),
    ],
)
def test_what_is_no_branch(game: Game, body: Json, pointer: str) -> None:
    """Each fault with its place."""
    answer = game.players[0].api.post(f"{game.replay_path}/branches", body)
    assert (answer.status, answer.code) == (422, "invalid-request")
    assert pointer in [fault["pointer"] for fault in answer.body["errors"]]


def test_moves_may_name_the_version_that_they_follow(game: Game) -> None:
    """A client that sends what it would send to a game that runs is understood."""
    moves = [{**CLUE, "expected_version": 0}, {"type": "play", "card": 5, "expected_version": 1}]
    answer = game.players[0].api.post(f"{game.replay_path}/branches", {"at": 0, "moves": moves})
    assert answer.ok()["version"] == 2


@pytest.mark.parametrize("rules", [{}, {"memory_aid": "none", "multicolor": "wild_ten"}], ids=str)
def test_another_deck_that_the_seat_could_not_have_told_from_it(sandbox: NewGame, api: Api, rules: Json) -> None:
    """What the seat saw up to there is the same in every frame; its own cards and the deck are others."""
    game = sandbox(stacked(TOP, multicolor=rules.get("multicolor", "none")), rules=rules)
    game.play("clue 1 1", "clue 0 4", "play 0", "clue 0 white")
    game.abort()
    replay, decks = api.get(game.replay_path).ok(), set()
    for seat in (0, 1):
        seen = api.get(f"{game.replay_path}/frames", query=f"seat={seat}").ok()["items"]
        for at in (2, 4):
            for _ in range(3):
                made = branch(game, at, deal="resampled", seat=seat).ok()
                assert (made["deal"], made["seat"], made["version"]) == ("resampled", seat, at)
                frames = api.get(made["links"]["frames"], query=f"seat={seat}").ok()["items"]
                assert frames == seen[: at + 1]
                assert sorted(map(str, made["deck"])) == sorted(map(str, replay["deck"]))
                assert made["deck"] != replay["deck"]
                assert api.get(made["links"]["branch"]).ok()["deck"] == made["deck"]
                decks.add(str(made["deck"]))
    assert len(decks) == 12
    # Seat 0 was told that its third and fourth cards alone are white or rank 4; the clue about 4 touched two.
    hand = branch(game, 4, deal="resampled", seat=0).ok()["deck"][:5]
    assert [card["rank"] == 4 for card in hand] == [card["rank"] == 4 for card in replay["deck"][:5]]


def test_branches_are_listed_newest_first(sandbox: NewGame, players: Players, api: Api) -> None:
    """Page by page, by whoever made them, with what they came to."""
    game = sandbox(stacked(TOP))
    game.abort()
    made = [branch(game, 0, "play 0", by=number % 2, title=f"{number}").ok() for number in range(5)]
    seen: list[Json] = []
    query = "limit=2"
    while query:
        page = api.get(f"{game.replay_path}/branches", query=query)
        seen += page.ok()["items"]
        query = page.headers.get("Link", "").partition(">")[0].partition("?")[2]
    assert [item["title"] for item in seen] == ["4", "3", "2", "1", "0"]
    assert [item["author"] for item in seen] == ["Ada", "Béla", "Ada", "Béla", "Ada"]
    assert seen[0] == {name: value for name, value in made[4].items() if name in seen[0]} | {"mine": False}
    mine = game.players[1].api.get(f"{game.replay_path}/branches").ok()["items"]
    assert [item["mine"] for item in mine] == [False, True, False, True, False]
    for query in ("cursor=x", "limit=0", "x=1"):
        assert api.get(f"{game.replay_path}/branches", query=query).code == "invalid-request"


def test_only_its_author_takes_a_branch_back(game: Game, players: Players, api: Api) -> None:
    """Then it is gone for all, its frames too, though they were read and kept before."""
    made = branch(game, 0, "play 0").ok()
    path = made["links"]["branch"]
    tag = api.get(made["links"]["frames"]).headers["ETag"]
    assert api.get(made["links"]["frames"], headers={"If-None-Match": tag}).status == 304
    assert api.get(made["links"]["frames"]).headers["Cache-Control"] == "public, no-cache"
    assert api.delete(path).code == "missing-token"
    assert game.players[1].api.delete(path).code == "not-found"
    assert game.players[0].api.delete(path).status == 204
    for address in (path, f"{path}/frames", f"{path}/frames/0"):
        assert api.get(address).code == "not-found"
        assert api.get(address, headers={"If-None-Match": tag}).code == "not-found"
    assert game.players[0].api.delete(path).code == "not-found"


def test_anybody_with_an_account_may_try(game: Game, players: Players, api: Api) -> None:
    """Whoever may read the replay: a stranger too, but nobody without a token, or with one for another game."""
    stranger = players(1)[0]
    assert stranger.api.post(f"{game.replay_path}/branches", {"at": 0, "moves": []}).status == 201
    assert api.post(f"{game.replay_path}/branches", {"at": 0, "moves": []}).code == "missing-token"
    reader = stranger.api.post("/v1/me/tokens", {"name": "x", "scopes": ["read"]}).ok()["token"]
    assert api.known_by(reader).post(f"{game.replay_path}/branches", {}).code == "insufficient-scope"


def test_a_game_that_runs_has_no_branches(sandbox: NewGame) -> None:
    """Trying a move on it would tell what it comes to."""
    game = sandbox(stacked(TOP))
    game.play("play 0")
    assert branch(game, 0, "play 1").code == "game-not-finished"
    assert branch(game, 0, deal="resampled", seat=0).code == "game-not-finished"
    assert game.players[0].api.get(f"{game.replay_path}/branches").code == "game-not-finished"


def test_branches_of_a_private_game_are_its_players(players: Players, api: Api) -> None:
    """Nobody else is told that there are any."""
    ada, bela = players(2)
    game = Game(ada.api.post("/v1/games", {"seats": 2, "private": True}).ok(), [ada, bela])
    code = ada.api.post(f"{game.path}/invitations", {}).ok()["code"]
    bela.api.post(f"{game.path}/seats", {"code": code}).ok()
    game.abort()
    made = branch(game, 0).ok()
    assert bela.api.get(made["links"]["frames"]).headers["Cache-Control"] == "private, no-cache"
    for stranger in (api, players(1)[0].api):
        for path in (f"{game.replay_path}/branches", made["links"]["branch"], made["links"]["frames"]):
            assert stranger.get(path).code == "not-found"
    stranger = players(1)[0].api
    assert stranger.post(f"{game.replay_path}/branches", {}).code == "not-found"
    assert stranger.delete(made["links"]["branch"]).code == "not-found"
    assert bela.api.delete(made["links"]["branch"]).code == "not-found"


def test_an_account_keeps_so_many_of_a_game(sandbox: NewGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another account and another game count for themselves; one taken back makes room."""
    monkeypatch.setattr(branches, "MAX_BRANCHES", 2)
    game = sandbox(stacked(TOP))
    game.abort()
    first, _ = branch(game, 0).ok(), branch(game, 0).ok()
    answer = branch(game, 0)
    assert (answer.status, answer.code) == (409, "limit-reached")
    assert branch(game, 0, by=1).status == 201
    assert game.players[0].api.delete(first["links"]["branch"]).status == 204
    assert branch(game, 0).status == 201


def test_a_branch_outlives_its_authors_account_without_the_name(sandbox: NewGame, api: Api) -> None:
    """It is in the export of all that is kept, and stays when the account goes, as messages do."""
    game = sandbox(stacked(TOP))
    game.abort()
    made = branch(game, 0, "play 0", title="Mine", by=1).ok()
    author = game.players[1].api
    kept = author.get("/v1/me/export").ok()["branches"]
    assert [(one["game"], one["branch"], one["at"], one["title"]) for one in kept] == [(game.id, made["id"], 0, "Mine")]
    assert author.delete("/v1/me").status == 204
    read = api.get(made["links"]["branch"]).ok()
    assert (read["author"], read["title"]) == ("(deleted)", "Mine")
    assert read["seats"][1]["name"] == "(deleted)"


def test_a_branch_that_is_sent_twice_is_made_once(game: Game) -> None:
    """By `Idempotency-Key`: the same draw, too."""
    body = {"at": 0, "moves": [], "deal": "resampled", "seat": 0}
    one, two = (
        game.players[0].api.post(f"{game.replay_path}/branches", body, headers={"Idempotency-Key": "twice"})
        for _ in range(2)
    )
    assert one.body == two.body and two.headers["Idempotency-Replayed"] == "true"
