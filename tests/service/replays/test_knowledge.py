"""Tests of knowledge over HTTP: the own hand in a running game, every hand after it."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from tests.service.client import Api, Game, Json, Player, stacked
from tests.service.factories import NewGame

# Seat 0 has red 1, red 2 and three white cards; seat 1 has the other cards below.
DECK = stacked("r1 r2 w1 w1 w2  r1 r1 y5 g5 b5")


def live(game: Game, seat: int) -> Json:
    """Return what a seat can know in a running game."""
    body: Json = game.players[seat].api.get(game.path, query="knowledge=true").ok()
    return body


def identities(cards: list[Json]) -> dict[str, int]:
    """Return identities in short form, with the numbers of unseen copies."""
    return {f"{card['suit'][0]}{card['rank']}": card["unseen"] for card in cards}


def test_what_a_seat_can_know(sandbox: NewGame) -> None:
    """After a clue of rank 1, common knowledge leaves three copies of each 1. Seat 0 sees two red ones."""
    game = sandbox(DECK)
    game.play("clue 1 5", "clue 0 1")
    view = live(game, 0)
    own, other = view.pop("knowledge")["hands"]
    assert view == game.view(0)
    assert (own["seat"], other["seat"]) == (0, 1)
    assert [card["card"] for card in own["cards"] + other["cards"]] == list(range(10))
    first = own["cards"][0]
    assert first["clues"] == {"colors": [], "ranks": [1]} and first["possible"]["ranks"] == [1]
    assert identities(first["common"]) == {"r1": 3, "y1": 3, "g1": 3, "b1": 3, "w1": 3}
    assert identities(first["own"]["identities"]) == {"r1": 1, "y1": 3, "g1": 3, "b1": 3, "w1": 3}
    # Seat 0 has not seen 13 ones and 32 other cards: three places get a 1, two another card.
    assert first["own"]["deals"] == 13 * 12 * 11 * 32 * 31
    assert [one["deals"] for one in first["own"]["identities"]] == [
        copies * 12 * 11 * 32 * 31 for copies in (1, 3, 3, 3, 3)
    ]
    assert [one["probability"] for one in first["own"]["identities"]] == [copies / 13 for copies in (1, 3, 3, 3, 3)]
    assert identities(other["cards"][2]["common"]) == {"r5": 1, "y5": 1, "g5": 1, "b5": 1, "w5": 1}
    assert all("own" not in card for card in other["cards"])


@pytest.mark.parametrize("memory_aid", ["full", "none"])
def test_after_the_end_the_knowledge_of_each_seat_is_public(sandbox: NewGame, api: Api, memory_aid: str) -> None:
    """For each version it is what the seat could know then.

    Without memory aid it has in addition what the clues showed.
    """
    dice = random.Random(memory_aid)
    game = sandbox(DECK, rules={"memory_aid": memory_aid})
    live_knowledge = []
    for _ in range(12):
        live_knowledge.append([live(game, seat)["knowledge"]["hands"][seat] for seat in (0, 1)])
        seat = game.view(0)["to_move"]
        game.play(dice.choice([one for one in game.view(seat)["legal_actions"] if one["type"] != "play"]))
    game.abort()
    for version, hands in enumerate(live_knowledge):
        path = f"{game.replay_path}/frames/{version}/knowledge"
        known = api.get(path).ok()
        assert known["id"] == game.id and known["version"] == version
        assert [hand["seat"] for hand in known["hands"]] == [0, 1]
        frame = api.get(f"{game.replay_path}/frames/{version}").ok()
        for seat, (hand, shown) in enumerate(zip(known["hands"], frame["hands"], strict=True)):
            assert api.get(path, query=f"seat={seat}").ok() == {**known, "hands": [hand]}
            for card, fronts in zip(hand["cards"], shown["cards"], strict=True):
                assert {name: card[name] for name in ("card", "clues", "possible")} == {
                    name: fronts[name] for name in ("card", "clues", "possible")
                }
                truth = {"suit": fronts["suit"], "rank": fronts["rank"]}
                assert any(truth.items() <= one.items() and one["deals"] for one in card["own"]["identities"])
                assert sum(one["deals"] for one in card["own"]["identities"]) == card["own"]["deals"]
        if memory_aid == "full":
            assert known["hands"] == hands
    if memory_aid == "none":
        assert all("clues" not in card for hands in live_knowledge for hand in hands for card in hand["cards"])


def test_without_memory_aid_knowledge_is_only_counted(sandbox: NewGame) -> None:
    """Clues have no effect on it: the 40 cards that the seat does not see remain possible."""
    game = sandbox(DECK, rules={"memory_aid": "none"})
    game.play("clue 1 5", "clue 0 1")
    own = live(game, 0)["knowledge"]["hands"][0]
    dark = Counter(f"{card['suit'][0]}{card['rank']}" for card in DECK[:5] + DECK[10:])
    for card in own["cards"]:
        assert card.keys() == {"card", "common", "own"}
        assert identities(card["own"]["identities"]) == dark


def test_nobody_has_knowledge_before_the_deal(players: Callable[[int], list[Player]]) -> None:
    """There is no hand yet."""
    (ada,) = players(1)
    waiting = Game(ada.api.post("/v1/games", {"seats": 2}).ok(), [ada])
    assert live(waiting, 0)["knowledge"] == {"hands": []}


def test_knowledge_is_optional(sandbox: NewGame) -> None:
    """Without the parameter, or with `false`, the view has none, and another tag."""
    game = sandbox(DECK)
    ada = game.players[0].api
    plain, off, on = (ada.get(game.path, query=query) for query in ("", "knowledge=false", "knowledge=true"))
    assert plain.raw == off.raw and "knowledge" not in plain.body
    assert plain.headers["ETag"] == off.headers["ETag"] != on.headers["ETag"]
    for query, answer, status in (
        ("", plain, 304),
        ("knowledge=true", on, 304),
        ("", on, 200),
        ("knowledge=true", plain, 200),
    ):
        tag = {"If-None-Match": answer.headers["ETag"]}
        assert ada.get(game.path, query=query, headers=tag).status == status
