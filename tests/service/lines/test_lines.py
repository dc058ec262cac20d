"""Tests of lines: other moves of a finished game."""

from typing import Any

import pytest

from tests.rows import in_one_test
from tests.service.client import Api, Game, Json, move_of, stacked
from tests.service.conftest import TOP
from tests.service.factories import NewGame

KNOWN_HAND = ["g2", "w1", "w2", "b2", "g2"]
"""What seat 0 holds at first on the deck with the seed 7."""


def line(api: Api, game: Game, at: object, *moves: str, **members: object) -> Any:
    """Play a line. Return the response."""
    body = {"at": at, "moves": [move_of(move) for move in moves], **members}
    return api.post(f"{game.replay_path}/frames", body)


def without_proof(items: list[Json]) -> list[Json]:
    """Return events or frames without times and hashes. Those of a line cover no time."""
    return [{name: value for name, value in item.items() if name not in ("at", "hash", "head")} for item in items]


@pytest.mark.parametrize("at", [0, 2, 4])
def test_a_line_with_the_games_moves_has_the_games_frames(sandbox: NewGame, api: Api, at: int) -> None:
    """They are equal from any version on and for every viewer, including the result."""
    moves = ["play 1", "play 5", "clue 1 3", "play 7", "play 0", "play 8", "play 2", "play 6"]
    game = sandbox(stacked(TOP, last="r5"), rules={"multicolor": "none", "strike_tokens": 2})
    game.play(*moves)
    replay = api.get(game.replay_path).ok()
    for members, query in (({}, ""), ({"seat": 0}, "seat=0"), ({"seat": 1}, "seat=1")):
        found = line(api, game, at, *moves[at:], **members).ok()
        frames = api.get(f"{game.replay_path}/frames", query=query).ok()["items"]
        assert without_proof(found["frames"]) == without_proof(frames[at + 1 :])
        assert without_proof(found["events"]) == without_proof(replay["events"][at + 1 :])
        told = {name: found[name] for name in ("game", "at", "version", "deal", "deal_seat", "deal_seed")}
        assert told == {
            "game": game.id, "at": at, "version": len(moves), "deal": "original", "deal_seat": None, "deal_seed": None,
        }  # fmt: skip
        assert (found["deck"], found["result"]) == (replay["deck"], replay["result"])


def dealt(seat: int, seed: int | None = None) -> Json:
    """Return the members of another deck."""
    return {"deal": "resampled", "deal_seat": seat} | ({} if seed is None else {"deal_seed": seed})


@in_one_test("seat", [0, 1])
@in_one_test("at", [0, 3, 4])
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


@pytest.mark.parametrize("members", [{}, dealt(1, 7)], ids=["same deck", "other deck"])
def test_what_seats_could_know_in_a_line(game: Game, api: Api, members: Json) -> None:
    """Before the start it is as in the game, unless another seat has other cards; after it, it follows the moves."""
    body = {"at": 2, "moves": [move_of("clue 1 5"), move_of("discard 6")], **members}

    def know(version: object, body: Json) -> Any:
        return api.post(f"{game.replay_path}/frames/{version}/knowledge", body)

    for version, seat in ((0, 1), (2, 1)):
        own = api.get(f"{game.replay_path}/frames/{version}/knowledge", query=f"seat={seat}").ok()
        assert know(version, {**body, "seat": seat}).ok() == own
    after = know(3, body).ok()
    assert after["version"] == 3 and [hand["seat"] for hand in after["hands"]] == [0, 1]
    deck = line(api, game, **{name: value for name, value in body.items() if name != "moves"}).ok()["deck"]
    for hand in after["hands"]:
        for card in hand["cards"]:
            own, front = card["own"]["identities"], deck[card["card"]]
            assert sum(one["probability"] for one in own) == pytest.approx(1)
            assert [one for one in own if (one["suit"], one["rank"]) == (front["suit"], front["rank"])]
    assert [know(version, body).code for version in (5, "x", -1)] == ["not-found"] * 3


def test_one_card_of_the_deck_is_another(sandbox: NewGame, api: Api) -> None:
    """It changes places with a copy elsewhere. What the seats saw by then says who could have told, and from when."""
    game = sandbox(stacked(TOP))
    game.play("clue 1 1", "discard 5", "clue 1 2")
    game.abort()
    replay = api.get(game.replay_path).ok()
    deck = replay["deck"]
    for swap, noticed in (([0, 1], [None, 0]), ([0, 30], [None, 0]), ([30, 31], [None, None])):
        found = line(api, game, 0, "play 0", deal="swapped", swap=swap).ok()
        other = [*deck]
        other[swap[0]], other[swap[1]] = deck[swap[1]], deck[swap[0]]
        assert (found["deal"], found["swap"], found["deck"], found["noticed"]) == ("swapped", swap, other, noticed)
        assert {name: found["events"][1][name] for name in ("suit", "rank")} == other[0]
    assert line(api, game, 2, deal="swapped", swap=[10, 49]).ok()["noticed"] == [2, None]  # seat 1 has drawn it
    body = {"at": 0, "moves": [move_of("play 0")], "deal": "swapped", "swap": [0, 30]}
    saved = game.players[0].api.post(f"{game.replay_path}/lines", body).ok()
    again = api.get(f"{game.replay_path}/lines/{saved['id']}").ok()
    assert (again["deck"], again["swap"], again["noticed"]) == (saved["deck"], [0, 30], [None, 0])
    (listed,) = api.get(f"{game.replay_path}/lines").ok()["items"]
    assert (listed["deal"], listed["swap"]) == ("swapped", [0, 30])


def test_a_swap_must_allow_what_happened(sandbox: NewGame, api: Api) -> None:
    """A clue to no card would be one against the rules, and the deck needs the cards."""
    game = sandbox(stacked(TOP), rules={"empty_clues": False})
    game.play("clue 1 3", "play 5")
    game.abort()
    for swap, why in (([6, 0], "version 1"), ([0, 50], "from 0 to 49")):
        fault = line(api, game, 2, deal="swapped", swap=swap).body["errors"][0]
        assert fault["pointer"] == "#/swap" and why in fault["detail"]


@pytest.mark.parametrize(
    ("variant", "half", "best"), [("Up or Down (5 Suits)", False, 25), ("Clue Starved (5 Suits)", True, 25)]
)
def test_what_a_line_can_reach(new_game: NewGame, variant: str, half: bool, best: int) -> None:
    """Also with stacks and half clue tokens: bounds, until it is computed."""
    game = new_game(2, rules={"edition": "hanab_live", "variant": variant, "starting_seat": 0})
    game.abort()
    api = game.players[0].api  # without a token, the analyses that wait for other tests would count
    frame = api.get(f"{game.replay_path}/frames/0", query="seat=0").ok()
    clue = next(action for action in frame["legal_actions"] if action["type"] == "clue")
    body = {"at": 0, "moves": [clue, move_of("discard 5")]}
    assert api.post(f"{game.replay_path}/frames", body).ok()["frames"][-1].get("half_clue_token", False) is half
    found = api.post(f"{game.replay_path}/frames/2/analysis", body)
    assert (found.status, found.ok()["status"], "Retry-After" in found.headers) == (202, "running", True)
    bounds = [found.ok()[name] for name in ("reachable_at_least", "reachable_score", "exact")]
    assert bounds[0] == 0 and 20 <= bounds[1] <= best and bounds[2] is False


def test_the_analysis_of_a_line_is_that_of_its_version(game: Game) -> None:
    """The end of a line has its points, and a version that it does not have is refused."""
    api = game.players[0].api  # without a token, the analyses that wait for other tests would count
    body = {"at": 0, "moves": [move_of(move) for move in ("play 2", "play 6", "play 3")]}
    path = f"{game.replay_path}/frames/{{}}/analysis"
    assert api.post(path.format(3), body).ok()["reachable_score"] == 0
    assert api.post(path.format(0), body).ok()["reachable_score"] == 25
    assert api.post(path.format(4), body).code == "not-found"
    assert api.post(path.format(0), {**body, "seat": 0}).body["errors"][0]["pointer"] == "#/seat"


def test_nothing_is_stored(game: Game, api: Api) -> None:
    """The list of saved lines is the same afterwards."""
    before = api.get(f"{game.replay_path}/lines").ok()
    line(api, game, 0, "play 2", "play 6").ok()
    assert api.get(f"{game.replay_path}/lines").ok() == before


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


@in_one_test(
    ("at", "moves", "pointer", "rule"),
    [
        (0, ["play 1", "clue 0 red", "clue 1 1", "clue 1 3"], "#/moves/3", "R5"),
        (0, ["discard 0"], "#/moves/0", "R9"),
    ],
)
def test_an_illegal_move_is_refused(game: Game, api: Api, at: int, moves: list[str], pointer: str, rule: str) -> None:
    """The response has its position and the ruling."""
    answer = line(api, game, at, *moves)
    assert (answer.status, answer.code, answer.body["rule"]) == (422, "illegal-move", rule)
    (fault,) = answer.body["errors"]
    assert (fault["pointer"], fault["rule"]) == (pointer, rule)


CLUE = {"type": "clue", "target": 1, "color": "red"}
STRIKEOUT = [{"type": "play", "card": card} for card in (2, 6, 3, 7)]


@in_one_test(
    ("members", "pointer"),
    [
        ({"at": 7}, "#/at"),  # the game had ended with it
        ({"moves": [CLUE, {**CLUE, "expected_version": 0}]}, "#/moves/1/expected_version"),
        ({"moves": STRIKEOUT}, "#/moves/3"),  # R22
        ({"seat": 2}, "#/seat"),
        ({"deal": "resampled"}, "#/deal_seat"),
        ({"deal": "resampled", "deal_seat": 2}, "#/deal_seat"),
        ({"deal_seat": 0}, "#/deal_seat"),
        ({"deal": "original", "deal_seed": 1}, "#/deal_seed"),
        ({"deal": "swapped"}, "#/swap"),
        ({"swap": [0, 1]}, "#/swap"),
        ({"deal": "swapped", "swap": [0, 60]}, "#/swap"),
        ({"deal": "swapped", "swap": [0, 1], "deal_seat": 0}, "#/deal_seat"),
    ],
)
def test_an_invalid_body_is_refused(game: Game, api: Api, members: dict[str, object], pointer: str) -> None:
    """Each fault has a pointer."""
    body = {"at": 0, "moves": [], **members}
    answer = api.post(f"{game.replay_path}/frames", {name: value for name, value in body.items() if value is not None})
    assert (answer.status, answer.code) == (422, "invalid-request")
    assert pointer in [fault["pointer"] for fault in answer.body["errors"]]


def test_moves_may_have_an_expected_version(game: Game, api: Api) -> None:
    """A client may send the same moves as to a running game."""
    moves = [{**CLUE, "expected_version": 0}, {"type": "play", "card": 5, "expected_version": 1}]
    assert api.post(f"{game.replay_path}/frames", {"at": 0, "moves": moves}).ok()["version"] == 2


@pytest.mark.parametrize("rules", [{}, {"memory_aid": "none", "multicolor": "wild_ten"}], ids=str)
def test_a_resampled_deck_fits_what_the_seat_saw(sandbox: NewGame, api: Api, rules: Json) -> None:
    """Its own cards and the deck differ, within the clues that it got."""
    game = sandbox(stacked(TOP, multicolor=rules.get("multicolor", "none")), rules=rules)
    game.play("clue 1 1", "clue 0 4", "play 0", "clue 0 white")
    game.abort()
    replay = api.get(game.replay_path).ok()
    # Seat 0 knows that only its third and fourth cards are white or rank 4; the clue about 4 touched two.
    hand = line(api, game, 4, **dealt(0)).ok()["deck"][:5]
    assert [card["rank"] == 4 for card in hand] == [card["rank"] == 4 for card in replay["deck"][:5]]
