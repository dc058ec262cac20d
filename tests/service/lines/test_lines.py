"""Tests of lines: other moves of a finished game, which are not stored."""

from typing import Any

import pytest

from tests.rows import in_one_test
from tests.service.client import Api, Game, Json, move_of, stacked
from tests.service.conftest import TOP
from tests.service.factories import NewGame, Players

KNOWN_HAND = ["g2", "w1", "w2", "b2", "g2"]
"""What seat 0 holds at first on the deck with the seed 7."""


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
        "deal": "original", "deal_seat": None, "deal_seed": None, "deck": branch["deck"],
        "events": branch["events"][2:], "frames": frames[2:],
        "result": None,
    }  # fmt: skip


def dealt(seat: int, seed: int | None = None) -> Json:
    """Return the members of another deck."""
    return {"deal": "resampled", "deal_seat": seat} | ({} if seed is None else {"deal_seed": seed})


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("at", [0, 3, 4])
def test_another_deck_is_one_that_its_seat_could_not_tell(game: Game, api: Api, at: int, seat: int) -> None:
    """The seat's frames up to the start are those of the game, while the cards that it did not see are others.

    The other seat sees other cards. A seed always gives the same deck, and each new one another.
    """
    replay, decks = api.get(game.replay_path).ok(), set()
    seen = api.get(f"{game.replay_path}/frames", query=f"seat={seat}").ok()["items"]
    for _ in range(3):
        drawn = line(api, game, at, seat=seat, **dealt(seat)).ok()
        seed = drawn["deal_seed"]
        assert (drawn["deal"], drawn["deal_seat"], drawn["version"]) == ("resampled", seat, at)
        assert [event["version"] for event in drawn["events"]] == [*range(at + 1)]
        assert drawn["frames"] == seen[: at + 1]
        assert sorted(map(str, drawn["deck"])) == sorted(map(str, replay["deck"])) and drawn["deck"] != replay["deck"]
        again = line(api, game, at, **dealt(seat, seed)).ok()
        assert (again["deck"], again["events"]) == (drawn["deck"], drawn["events"])
        other = line(api, game, at, seat=1 - seat, **dealt(seat, seed)).ok()["frames"][-1]
        (hand,) = (hand for hand in other["hands"] if hand["seat"] == seat)
        assert [(card["suit"], card["rank"]) for card in hand["cards"]] == [
            (drawn["deck"][card["card"]]["suit"], drawn["deck"][card["card"]]["rank"]) for card in hand["cards"]
        ]
        decks.add(str(drawn["deck"]))
    assert len(decks) == 3


def test_a_seed_keeps_its_deck(game: Game, api: Api) -> None:
    """Links have seeds, so a later release must draw the same deck."""
    deck = line(api, game, 0, **dealt(0, 7)).ok()["deck"]
    assert [f"{card['suit'][0]}{card['rank']}" for card in deck[:5]] == KNOWN_HAND


def test_a_line_on_another_deck_is_kept_as_it_is(game: Game, api: Api) -> None:
    """A branch with the same seed has its deck, events and frames, and tells the seed."""
    found = line(api, game, 1, "play 5", "play 1", **dealt(1, 7)).ok()
    body = {"at": 1, "moves": [move_of("play 5"), move_of("play 1")], "deal": "resampled", "seat": 1}
    branch = game.players[0].api.post(f"{game.replay_path}/branches", {**body, "deal_seed": 7}).ok()
    assert (branch["deal_seed"], branch["deck"], branch["events"]) == (7, found["deck"], found["events"])
    assert api.get(branch["links"]["frames"]).ok()["items"] == found["frames"]
    drawn = game.players[0].api.post(f"{game.replay_path}/branches", body).ok()
    assert line(api, game, 1, **dealt(1, drawn["deal_seed"])).ok()["deck"] == drawn["deck"]


@pytest.mark.parametrize("members", [{}, dealt(1, 7)], ids=["same deck", "other deck"])
def test_what_seats_could_know_in_a_line(game: Game, api: Api, members: Json) -> None:
    """Before the start it is as in the game, unless another seat has other cards; after it, it follows the moves."""
    body = {"at": 2, "moves": [move_of("clue 1 5"), move_of("discard 6")], **members}
    know = f"{game.replay_path}/lines/knowledge"
    for version, seat in ((0, 1), (2, 1)):
        own = api.get(f"{game.replay_path}/frames/{version}/knowledge", query=f"seat={seat}").ok()
        assert api.post(know, {**body, "version": version, "seat": seat}).ok() == own
    after = api.post(know, {**body, "version": 3}).ok()
    assert after["version"] == 3 and [hand["seat"] for hand in after["hands"]] == [0, 1]
    deck = line(api, game, **{name: value for name, value in body.items() if name != "moves"}).ok()["deck"]
    for hand in after["hands"]:
        for card in hand["cards"]:
            own, front = card["own"]["identities"], deck[card["card"]]
            assert sum(one["probability"] for one in own) == pytest.approx(1)
            assert [one for one in own if (one["suit"], one["rank"]) == (front["suit"], front["rank"])]
    answer = api.post(know, {**body, "version": 5})
    assert (answer.code, answer.body["errors"][0]["pointer"]) == ("invalid-request", "#/version")
    assert api.post(know, body).body["errors"][0]["pointer"] == "#/version"


@pytest.mark.parametrize(
    ("variant", "half", "best"), [("Up or Down (5 Suits)", False, 25), ("Clue Starved (5 Suits)", True, 25)]
)
def test_what_a_line_can_reach(new_game: NewGame, variant: str, half: bool, best: int) -> None:
    """Also with stacks and half clue tokens it is what a branch could reach: bounds, until it is computed."""
    game = new_game(2, rules={"edition": "hanab_live", "variant": variant, "starting_seat": 0})
    game.abort()
    api = game.players[0].api  # without a token, the analyses that wait for other tests would count
    frame = api.get(f"{game.replay_path}/frames/0", query="seat=0").ok()
    clue = next(action for action in frame["legal_actions"] if action["type"] == "clue")
    body = {"at": 0, "moves": [clue, move_of("discard 5")]}
    assert api.post(f"{game.replay_path}/lines", body).ok()["frames"][-1].get("half_clue_token", False) is half
    found = api.post(f"{game.replay_path}/lines/analysis", {**body, "version": 2})
    assert (found.status, found.ok()["status"], "Retry-After" in found.headers) == (202, "running", True)
    bounds = [found.ok()[name] for name in ("reachable_at_least", "reachable_score", "exact")]
    assert bounds[0] == 0 and 20 <= bounds[1] <= best and bounds[2] is False
    branch = api.post(f"{game.replay_path}/branches", body).ok()
    asked = api.get(f"{branch['links']['frames']}/2/analysis")
    assert asked.status == 202 and {name: asked.ok()[name] for name in found.ok()} == found.ok()


def test_the_analysis_of_a_line_is_that_of_its_version(game: Game) -> None:
    """The end of a line has its points, and a version that it does not have is refused."""
    api = game.players[0].api  # without a token, the analyses that wait for other tests would count
    body = {"at": 0, "moves": [move_of(move) for move in ("play 2", "play 6", "play 3")]}
    path = f"{game.replay_path}/lines/analysis"
    assert api.post(path, {**body, "version": 3}).ok()["reachable_score"] == 0
    assert api.post(path, {**body, "version": 0}).ok()["reachable_score"] == 25
    assert api.post(path, {**body, "version": 4}).body["errors"][0]["pointer"] == "#/version"
    assert api.post(path, {**body, "version": 0, "seat": 0}).body["errors"][0]["pointer"] == "#/seat"


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


@in_one_test(
    ("members", "pointer"),
    [
        ({"seat": 2}, "#/seat"),
        ({"seat": "0"}, "#/seat"),
        ({"title": "x"}, "#/title"),
        ({"version": 0}, "#/version"),
        ({"deal": "new"}, "#/deal"),
        ({"deal": "resampled"}, "#/deal_seat"),
        ({"deal": "resampled", "seat": 0}, "#/deal_seat"),
        ({"deal": "resampled", "deal_seat": 2}, "#/deal_seat"),
        ({"deal": "resampled", "deal_seat": 6}, "#/deal_seat"),
        ({"deal": "resampled", "deal_seat": 0, "deal_seed": -1}, "#/deal_seed"),
        ({"deal": "resampled", "deal_seat": 0, "deal_seed": 2**31}, "#/deal_seed"),
        ({"deal": "resampled", "deal_seat": 0, "deal_seed": "1"}, "#/deal_seed"),
        ({"deal_seat": 0}, "#/deal_seat"),
        ({"deal": "original", "deal_seed": 1}, "#/deal_seed"),
        ({"deck": []}, "#/deck"),
    ],
)
def test_an_invalid_body_is_refused(game: Game, api: Api, members: dict[str, object], pointer: str) -> None:
    answer = line(api, game, 0, "play 0", **members)
    assert (answer.status, answer.code, answer.body["errors"][0]["pointer"]) == (422, "invalid-request", pointer)


def test_a_private_game_is_for_its_players(players: Players, sandbox: NewGame, api: Api) -> None:
    game = sandbox(stacked(TOP), private=True)
    game.play("play 0")
    game.abort()
    parts = ("", "/knowledge", "/analysis")
    bodies = [{"at": 0, "moves": [], **({"version": 0} if part else {}), **dealt(0)} for part in parts]
    for part, body in zip(parts, bodies, strict=True):
        assert api.post(f"{game.replay_path}/lines{part}", body).code == "not-found"
        assert game.players[1].api.post(f"{game.replay_path}/lines{part}", body).status in (200, 202)


def test_a_running_game_has_no_lines(sandbox: NewGame) -> None:
    game = sandbox(stacked(TOP))
    game.play("play 0")
    assert line(game.players[0].api, game, 0, "play 1").code == "game-not-finished"
    assert line(game.players[0].api, game, 0, **dealt(1, 7)).code == "game-not-finished"
