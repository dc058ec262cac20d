"""Games of variants over HTTP, from creation to import of their exports. Every response must fit the contract."""

import random
from typing import Any

import pytest

from engine.rules.variants import VARIANTS
from tests.engine.variant_facts import copies, names, variant_of
from tests.engine.variant_games import MECHANISMS, mechanisms
from tests.rows import in_one_test, slow_unless
from tests.service.client import Api, Game, Json
from tests.service.factories import NewGame, Players

RECORD = "application/vnd.hanabi.record+json"
NOTATION = "text/x-hanabi"


def a_variant_with(mechanism: str) -> str:
    """Return the name of a variant with a mechanism, another one for each."""
    return random.Random(mechanism).choice([name for name in names() if mechanism in mechanisms(name)])


ROWS: list[tuple[str, int, Json]] = [
    *((a_variant_with(mechanism), 2 + n % 3, {}) for n, mechanism in enumerate(MECHANISMS)),
    ("Omni (6 Suits)", 6, {}),
    ("Sudoku (5 Suits)", 6, {"hand_size": "one_less", "deck_plays": True}),
    ("Up or Down (5 Suits)", 2, {"hand_size": "one_more", "deck_plays": True}),
    ("Orange (3 Suits)", 6, {"hand_size": "one_more", "deck_plays": True}),
    ("Throw It in a Hole & Rainbow (5 Suits)", 5, {"ending": "grand_finale"}),
    ("Duck (4 Suits)", 3, {"memory_aid": "none"}),
    ("Black (6 Suits)", 2, {}),
]


IN_PART = ROWS[-3:]
"""The laws of the engine have every mechanism (`tests/engine/test_variant_laws.py`)."""


@pytest.mark.parametrize(("name", "seats", "options"), slow_unless(IN_PART.__contains__, ROWS), ids=str)
def test_a_game_of_a_variant(players: Players, name: str, seats: int, options: Json) -> None:
    """A game is created by the name or the string of rules, played with bots, read in all ways and imported again.

    Its player reads it, since only some analyses wait for the same reader.
    """
    (ada,) = players(1)
    text = VARIANTS[name].rules if seats % 2 else name
    rules = {"edition": "hanab_live", "empty_clues": True, "variant": text, **options}
    view = ada.api.post("/v1/games", {"seats": seats, "rules": rules}).ok()
    game = Game(view, [ada])
    booklet = name == "Black (6 Suits)"
    assert view["rules"]["variant"] == (None if booklet else name)
    assert ("stacks" in view) is not booklet
    for _ in range(1, seats):
        ada.api.post(f"{game.path}/seats", {"bot": "random"}).ok()
    view = played(game, random.Random(name))
    assert view["result"]["rating"] is None or booklet
    assert view["head"] is not None and view["score"] is not None
    replay = ada.api.get(game.replay_path).ok()
    check_deck(name, replay["deck"])
    read(ada.api, game, len(replay["events"]) - 1)
    assert ada.api.get(f"{game.replay_path}/verification").ok()["verified"]
    for back in imported(ada.api, game):
        assert back["deck"] == replay["deck"]
        assert back["rules"]["variant"] == replay["rules"]["variant"]
        turns = [
            [one for one in events if one["type"] in ("play", "discard", "clue")]
            for events in (
                replay["events"],
                back["events"],
            )
        ]
        assert [without_times(one) for one in turns[0]] == [without_times(one) for one in turns[1]]


def played(game: Game, dice: random.Random) -> Json:
    """Play a game to its end with random moves of seat 0, and read it on each of its turns. Return the last view."""
    api, view = game.players[0].api, game.view(0)
    hides_plays = "Hole" in (view["rules"]["variant"] or "")
    while view["result"] is None:
        assert view["to_move"] == 0
        if hides_plays:
            assert all(view[name] is None for name in ("score", "strikes", "fireworks", "stacks", "attainable_score"))
        body = {**dice.choice(view["legal_actions"]), "expected_version": view["version"]}
        done = api.post(f"{game.path}/moves", body).ok()
        view = api.get(game.path, query="knowledge=true").ok()
        api.get(game.path, query=f"at={done['event']['version']}&knowledge=true").ok()
        api.get(f"{game.path}/events", query=f"since={body['expected_version']}").ok()
    return view


def read(api: Api, game: Game, last: int) -> None:
    """Read a finished game in all ways."""
    path = game.replay_path
    paths = [f"{path}/frames/{version}{part}" for version in (0, last // 2, last) for part in ("", "/knowledge")]
    paths += [f"{path}/positions/{version}.svg" for version in (0, last)]
    paths += [f"{path}/frames", f"{path}/analysis", f"{path}/score.svg", f"/replays/{game.id}"]
    for one in paths:
        api.get(one, headers={"Accept-Language": "de"}).ok()
    for one in (f"{path}/frames", f"{path}/frames/{last // 2}", f"{path}/positions/{last // 2}.svg"):
        api.get(one, query="seat=0").ok()
    api.get(f"{path}/export", query="format=csv").ok()


def imported(api: Api, game: Game) -> list[Json]:
    """Import the exports of a game, and return the replays."""
    path, sent = f"{game.replay_path}/export", []
    for name, media_type in (("native", RECORD), ("notation", NOTATION), ("hanab-live", "application/json")):
        export = api.get(path, query=f"format={name}")
        if export.code == "export-refused":
            assert name == "hanab-live" and api.get(path, query=f"format={name}&report=only").ok()["refusal"]
            continue
        answer = api.post("/v1/replays", raw=export.raw, headers={"Content-Type": media_type})
        sent.append(api.get(f"/v1/replays/{answer.ok()['id']}").ok())
    return sent


def check_deck(name: str, deck: list[Json]) -> None:
    """Check a deck against the description of the variant."""
    variant = variant_of(name)
    suits = list(dict.fromkeys(card["suit"] for card in deck))
    assert len(suits) == len(variant.suits)
    found = sorted(card["rank"] for card in deck)
    ranks = [rank for suit in range(len(suits)) for rank in variant.ranks for _ in range(copies(variant, (suit, rank)))]
    assert found == sorted(ranks)


def without_times(event: Json) -> Json:
    """Return an event without what differs in an import."""
    return {name: value for name, value in event.items() if name not in ("at", "hash", "line", "result", "score")}


REFUSED: list[tuple[Any, list[str]]] = [
    ({"rules": {"variant": "Fog (5 Suits)"}}, ["#/rules/variant"]),
    ({"rules": {"variant": "R+Y+G,Du,XX"}}, ["#/rules/variant"]),
    ({"rules": {"multicolor": "variant"}}, ["#/rules/multicolor"]),
    ({"rules": {"variant": "Duck (5 Suits)", "color_declaration": True}}, ["#/rules/color_declaration"]),
    ({"seats": 6, "rules": {"edition": "de", "variant": "Duck (5 Suits)"}}, ["#/rules/edition"]),
]


@in_one_test(("body", "pointers"), REFUSED)
def test_a_bad_variant_is_refused_with_a_pointer(players: Players, body: Json, pointers: list[str]) -> None:
    """The response is 422, and nothing is created."""
    answer = players(1)[0].api.post("/v1/games", {"seats": 2, **body})
    assert (answer.status, answer.code) == (422, "invalid-request")
    assert [fault["pointer"] for fault in answer.body["errors"]] == pointers


@pytest.mark.parametrize(("name", "kind"), [("Cow & Pig (5 Suits)", "color"), ("Duck (5 Suits)", None)])
def test_a_clue_is_heard_by_its_giver_alone(new_game: NewGame, api: Api, name: str, kind: str | None) -> None:
    """Others get the touched cards, in events, words and marks, and no hash that would tell the rest."""
    rules = {"edition": "hanab_live", "variant": name, "starting_seat": 0, "empty_clues": True}
    game = new_game(3, rules=rules)
    event = game.play("clue 1 red")["event"]
    assert event["color"] == "red" and "kind" not in event and "red" in event["line"]
    for heard in (game.events(1, 0)[0], game.events(2, 0)[0], api.get(f"{game.path}/events").ok()["items"][1]):
        assert heard["kind"] == kind and not {"color", "rank"} & heard.keys()
        assert (heard["touched"], heard["hash"]) == (event["touched"], None)
        assert "red" not in heard["line"] + heard["announcement"]
    cards = game.view(1)["hands"][1]["cards"]
    touched = {card["card"] for card in event["touched"]}
    for card in cards:
        assert card["clues"].get("hidden", False) is (card["card"] in touched)
        assert (card["clues"]["colors"], card["clues"]["ranks"]) == ([], [])
    game.abort()
    assert api.get(game.replay_path).ok()["events"][1]["color"] == "red"


def test_played_cards_lie_face_down_until_the_end(new_game: NewGame, api: Api) -> None:
    """Throw It in a Hole: a play shows neither the card nor its effect, to anybody."""
    game = new_game(rules={"edition": "hanab_live", "variant": "Throw It in a Hole (5 Suits)", "starting_seat": 0})
    event = game.play("play 0")["event"]
    for seen in (event, game.events(1, 0)[0], api.get(f"{game.path}/events").ok()["items"][1]):
        assert (seen["card"], seen["effect"], seen["landed"]) == (0, None, None)
        assert not {"suit", "rank"} & seen.keys()
    view = api.get(game.path).ok()
    assert (view["face_down"], view["discards"]) == ([0], [])
    game.abort()
    assert api.get(game.replay_path).ok()["events"][1]["effect"] in ("played", "misplayed")
    assert api.get(game.path).ok()["face_down"] == []
