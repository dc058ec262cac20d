"""Tests of games: creating, joining, watching, hand order, talk and votes to abort."""

import random
from typing import Any

import pytest

from engine import limits
from engine.rules import EDITIONS, OPTIONS, default_of
from tests.rows import in_one_test, slow_unless
from tests.service.client import Api, Game, Json, stacked
from tests.service.factories import NewGame, Players

BASE = {
    "edition": "de",
    "multicolor": "none",
    "clue_tokens": 8,
    "strike_tokens": 3,
    "ending": "last_round",
    "finale_loss": None,
    "color_declaration": False,
    "empty_clues": True,
    "strikeout_score": "zero",
    "early_end": "never",
    "hand_reorder": "any_time",
    "table_talk": "off",
    "memory_aid": "full",
    "starting_seat": "random",
    "variant": None,
    "hand_size": "normal",
    "deck_plays": False,
}


# Creating a game.


def test_a_new_game_is_open_with_its_creator_in_seat_0(players: Players) -> None:
    """The response is 201 with `Location`. The version is -1, and no cards are dealt."""
    (ada,) = players(1)
    answer = ada.api.post("/v1/games", {"seats": 3})
    view = answer.ok()
    assert (answer.status, answer.headers["Location"]) == (201, f"/v1/games/{view['id']}")
    assert view["seats"] == [
        {"seat": 0, "name": ada.name, "account": ada.id, "bot": None, "program": None},
        *({"seat": seat, "name": None, "account": None, "bot": None, "program": None} for seat in (1, 2)),
    ]
    assert (view["status"], view["version"], view["turn"], view["to_move"]) == ("open", -1, 0, None)
    assert (view["hands"], view["legal_actions"], view["deck_size"]) == ([], [], 50)
    assert view["rules"] == BASE
    assert ada.api.get(f"/v1/games/{view['id']}").ok() == view
    nothing = {"items": [], "version": -1, "ended": False, "reveal_until": None}
    assert ada.api.get(f"/v1/games/{view['id']}/events").ok() == nothing


@in_one_test("edition", EDITIONS)
def test_an_edition_sets_the_default_options(players: Players, edition: str) -> None:
    """Options that are not overridden are those of the edition, and the game shows the resolved ones."""
    rules = players(1)[0].api.post("/v1/games", {"seats": 2, "rules": {"edition": edition}}).ok()["rules"]
    assert rules == {
        "edition": edition,
        **{name: default_of(edition, name) for name in OPTIONS},
        "finale_loss": None,
        "variant": None,
    }


@in_one_test(
    ("chosen", "resolved"),
    [
        ({"clue_tokens": 20, "strike_tokens": 1}, {"clue_tokens": 20, "strike_tokens": 1}),
        ({"clue_tokens": 5.0}, {"clue_tokens": 5}),
        ({"starting_seat": 1}, {"starting_seat": 1}),
        ({"ending": "grand_finale"}, {"ending": "grand_finale", "finale_loss": "irreplaceable"}),
        (
            {"edition": "fr", "ending": "grand_finale"},
            {"edition": "fr", "ending": "grand_finale", "finale_loss": "strikes_only"},
        ),
        ({"edition": "fr", "empty_clues": True}, {"edition": "fr", "empty_clues": True}),
    ],
)
def test_single_options_override_the_edition(players: Players, chosen: Json, resolved: Json) -> None:
    """An override changes one option and nothing else."""
    edition = resolved.get("edition", "de")
    rules = players(1)[0].api.post("/v1/games", {"seats": 2, "rules": chosen}).ok()["rules"]
    defaults = {name: default_of(edition, name) for name in OPTIONS}
    assert rules == {**defaults, "edition": edition, "finale_loss": None, "variant": None, **resolved}


DEFAULT_LIMIT = 7 * 24 * 3600
NO_SEATS: tuple[object, ...] = (1, 7, 0, -1, 2.5, "2", True, None, [], 10**30)


@in_one_test(
    ("body", "pointers"),
    [
        ({}, ["#/seats"]),
        *(({"seats": seats}, ["#/seats"]) for seats in NO_SEATS),
        ({"seats": 6}, ["#/rules/edition"]),
        ({"seats": 2, "colour": "red"}, ["#/colour"]),
        ({"seats": 2, "sandbox": 1}, ["#/sandbox"]),
        ({"seats": 2, "sandbox": "true"}, ["#/sandbox"]),
        ({"seats": 2, "idle_limit_s": 59}, ["#/idle_limit_s"]),
        ({"seats": 2, "idle_limit_s": 7776001}, ["#/idle_limit_s"]),
        ({"seats": 2, "rules": []}, ["#/rules"]),
        ({"seats": 2, "rules": "de"}, ["#/rules"]),
        ({"seats": 2, "rules": {"edition": "pl"}}, ["#/rules/edition"]),
        ({"seats": 2, "rules": {"edition": None}}, ["#/rules/edition"]),
        ({"seats": 2, "rules": {"edition": {}}}, ["#/rules/edition"]),
        ({"seats": 2, "rules": {"a/b~": 1}}, ["#/rules/a~1b~0"]),
        (
            {"seats": 2, "rules": {"clue_tokens": 0, "strike_tokens": 4}},
            ["#/rules/clue_tokens", "#/rules/strike_tokens"],
        ),
        ({"seats": 2, "rules": {"clue_tokens": True}}, ["#/rules/clue_tokens"]),
        ({"seats": 2, "rules": {"clue_tokens": "8"}}, ["#/rules/clue_tokens"]),
        ({"seats": 2, "rules": {"clue_tokens": None}}, ["#/rules/clue_tokens"]),
        ({"seats": 2, "rules": {"empty_clues": 1}}, ["#/rules/empty_clues"]),
        ({"seats": 2, "rules": {"multicolor": []}}, ["#/rules/multicolor"]),
        ({"seats": 2, "rules": {"multicolor": {"five": 5}}}, ["#/rules/multicolor"]),
        ({"seats": 2, "rules": {"starting_seat": 2}}, ["#/rules/starting_seat"]),
        ({"seats": 5, "rules": {"starting_seat": 5}}, ["#/rules/starting_seat"]),
        ({"seats": 2, "rules": {"starting_seat": False}}, ["#/rules/starting_seat"]),
        ({"seats": 2, "rules": {"finale_loss": "strikes_only"}}, ["#/rules/finale_loss"]),
        ({"seats": 2, "rules": {"finale_loss": None}}, ["#/rules/finale_loss"]),
        ({"seats": 2, "sandbox": False, "deck": stacked("")}, ["#/deck"]),
        ({"seats": 2, "sandbox": True, "deck": {}}, ["#/deck"]),
        ([{"seats": 2}], ["#"]),
        (None, []),
    ],
)
def test_an_invalid_game_is_refused_with_pointers(players: Players, body: object, pointers: list[str]) -> None:
    """Unknown names, wrong types, values out of range and impossible pairs have a pointer each."""
    answer = players(1)[0].api.post("/v1/games", body, raw=b"null" if body is None else None)
    assert (answer.status, answer.code) == (422, "invalid-request")
    assert sorted(fault["pointer"] for fault in answer.body["errors"]) == (pointers or ["#"])


# Taking seats.


def test_players_join_in_any_order_and_the_last_one_starts_the_game(players: Players) -> None:
    """A player gets the next free seat or the named one. The last seat deals the cards."""
    ada, bela, chloe, dorde = players(4)
    view = ada.api.post("/v1/games", {"seats": 4}).ok()
    seats = f"/v1/games/{view['id']}/seats"
    assert bela.api.post(seats, {"seat": 2}).ok()["viewer"]["seat"] == 2
    assert chloe.api.post(seats, {}).ok()["viewer"]["seat"] == 1
    last = dorde.api.post(seats).ok()  # without a body
    assert last["viewer"]["seat"] == 3
    assert [seat["name"] for seat in last["seats"]] == [player.name for player in (ada, chloe, bela, dorde)]
    assert (last["status"], last["version"], last["turn"]) == ("running", 0, 0)
    assert [len(hand["cards"]) for hand in last["hands"]] == [4, 4, 4, 4]


@in_one_test("seats", [2, 3, 4, 5])
def test_each_seat_sees_all_hands_but_its_own(new_game: NewGame, seats: int) -> None:
    """R1, R3: own cards show neither suit nor rank, and other hands show both. Cards are dealt seat by seat."""
    game = new_game(seats)
    size = 5 if seats <= 3 else 4
    for seat in range(seats):
        view = game.view(seat)
        assert (view["viewer"]["seat"], view["deck_size"]) == (seat, 50 - seats * size)
        for hand in view["hands"]:
            assert [card["card"] for card in hand["cards"]] == list(
                range(hand["seat"] * size, (hand["seat"] + 1) * size)
            )
            assert all(("suit" in card, "rank" in card) == (hand["seat"] != seat,) * 2 for card in hand["cards"])
        assert bool(view["legal_actions"]) == (view["to_move"] == seat)


@in_one_test(
    ("seat", "status", "code"),
    [
        (0, 409, "seat-taken"),
        (3, 422, "invalid-request"),
        (4, 422, "invalid-request"),
        (5, 422, "invalid-request"),
        (-1, 422, "invalid-request"),
        ("1", 422, "invalid-request"),
        (True, 422, "invalid-request"),
        (1.5, 422, "invalid-request"),
        (1.0, 201, None),
        (2, 201, None),
    ],
)
def test_a_seat_that_is_taken_or_out_of_range_is_refused(
    players: Players, seat: Any, status: int, code: str | None
) -> None:
    """A taken seat and one out of range have different codes. A game of three has seats 0 to 2."""
    ada, bela = players(2)
    game = Game(ada.api.post("/v1/games", {"seats": 3}).ok(), [ada])
    answer = bela.api.post(f"{game.path}/seats", {"seat": seat})
    assert (answer.status, answer.code) == (status, code)
    assert sum(taken["name"] is not None for taken in game.view(0)["seats"]) == (2 if status == 201 else 1)


def test_a_player_cannot_take_two_seats(players: Players, new_game: NewGame) -> None:
    """The response is 409 `already-seated`, before any other fault, in open and running games."""
    ada, bela = players(2)
    waiting = Game(ada.api.post("/v1/games", {"seats": 2}).ok(), [ada])
    running = new_game(at_table=[ada, bela])
    for game in (waiting, running):
        for body in ({}, {"seat": 0}, {"seat": 1}):
            answer = ada.api.post(f"{game.path}/seats", body)
            assert (answer.status, answer.code) == (409, "already-seated")


def test_a_started_game_cannot_be_joined(players: Players, new_game: NewGame) -> None:
    """A stranger gets 409 `game-not-open` for every seat, in running and ended games."""
    (eva,), game = players(1), new_game()
    for _ in range(2):
        for body in ({}, {"seat": 0}, {"seat": 4}):
            assert eva.api.post(f"{game.path}/seats", body).code == "game-not-open"
        if game.view(0)["result"] is None:
            game.abort()


@in_one_test("game", ["g_" + "0" * 32, "g_0", "a_" + "0" * 32, "G_" + "0" * 32, "x", "g_" + "A" * 32, "%00"])
@in_one_test(
    ("method", "rest"),
    [
        ("GET", ""),
        ("GET", "/events"),
        ("GET", "/messages"),
        ("POST", "/seats"),
        ("POST", "/moves"),
        ("PUT", "/hand-order"),
        ("POST", "/messages"),
        ("POST", "/abort-votes"),
        ("DELETE", "/abort-votes"),
    ],
)
def test_an_unknown_game_is_404_before_its_body_is_checked(players: Players, game: str, method: str, rest: str) -> None:
    """A malformed id gets the same response as an unknown one."""
    raw = b"" if method in ("GET", "DELETE") else b"nonsense"
    answer = players(1)[0].api.send(method, f"/v1/games/{game}{rest}", raw=raw)
    assert (answer.status, answer.code) == (404, "not-found")


# Watching.


def test_a_watcher_sees_all_cards_face_down(players: Players, new_game: NewGame, api: Api) -> None:
    """Watchers with and without a token see what everybody knows: each hand as its seat does, and no actions."""
    (eva,), game = players(1), new_game(3, rules={"starting_seat": 0})
    game.play({"type": "clue", "target": 1, "rank": game.view(0)["hands"][1]["cards"][0]["rank"]})
    seen = [game.view(seat) for seat in range(3)]
    hands = [view["hands"][seat] for seat, view in enumerate(seen)]
    for who in (eva.api, api):
        view = who.get(game.path, query="knowledge=true").ok()
        known = view.pop("knowledge")["hands"]
        nobody = {"viewer": {"seat": None, "holder_salt": None}, "hands": hands, "legal_actions": []}
        assert view == {**seen[0], **nobody}
        assert all("own" not in card and card["common"] for hand in known for card in hand["cards"])
        assert who.get(f"{game.path}/events").ok()["items"][0]["hands"] == []


@pytest.mark.parametrize("seats", slow_unless((5).__eq__, [2, 3, 4, 5]))
def test_random_games_reach_an_end(new_game: NewGame, seats: int) -> None:
    """Random players reach an end, and every view is consistent, for every seat, at every version."""
    dice = random.Random(seats)
    game = new_game(seats, rules={"clue_tokens": 4})
    view = game.view(0)
    while view["result"] is None:
        done = game.play(dice.choice(game.view(view["to_move"])["legal_actions"]))
        assert done["event"]["version"] == view["version"] + 1 == done["view"]["version"]
        view = game.view(0)
        in_hands = sum(len(hand["cards"]) for hand in view["hands"])
        assert in_hands + view["deck_size"] + len(view["discards"]) + sum(view["fireworks"].values()) == 50
        for name in ("clue_tokens", "strikes", "score", "table_points", "deck_size", "to_move", "turns_left", "result"):
            assert done["event"][name] == done["view"][name] == view[name]
    assert (view["status"], view["to_move"], view["legal_actions"]) == ("ended", None, [])
    assert game.send(0, {"type": "play", "card": 0}).code == "game-not-running"
    assert game.players[0].api.get(f"{game.path}/events").ok()["ended"] is True


def test_the_deck_and_the_starting_seat_are_random(new_game: NewGame, players: Players) -> None:
    """Two games have different hands, and not every game starts with the same seat."""
    people = players(2)
    games = [new_game(at_table=people) for _ in range(12)]
    assert len({str(game.view(0)["hands"][1]) for game in games}) == 12
    assert {game.view(0)["to_move"] for game in games} == {0, 1}


# Hand order, R26.


def test_a_reorder_is_visible_to_all(sandbox: NewGame) -> None:
    """The event and every view have the new order. The turn does not change, and legal actions follow the hand."""
    game = sandbox(stacked("r1 r2 r3 r4 r5"), 3)
    answer = game.players[1].api.put(f"{game.path}/hand-order", {"cards": [9, 5, 8, 6, 7]})
    assert answer.status == 200
    assert answer.body["event"]["cards"] == [9, 5, 8, 6, 7]
    for seat in range(3):
        view = game.view(seat)
        assert [card["card"] for card in view["hands"][1]["cards"]] == [9, 5, 8, 6, 7]
        assert (view["version"], view["turn"], view["to_move"]) == (1, 0, 0)
        assert game.events(seat, 0)[0]["type"] == "reorder"


def test_turned_cards_are_visible_to_all(sandbox: NewGame) -> None:
    """R29: every seat sees which cards stand how, in the event and in the views, until the card leaves the hand."""
    game = sandbox(stacked("r1 r2 r3 r4 r5"), 3)
    answer = game.players[0].api.put(f"{game.path}/card-orientation", {"cards": [4, 0], "orientation": "left"})
    event = answer.ok()["event"]
    assert (event["type"], event["cards"], event["orientation"]) == ("turn_cards", [4, 0], "left")
    assert event["line"].endswith("turns cards of their hand to the left.")
    for seat in range(3):
        hand = game.view(seat)["hands"][0]
        assert hand["turned"] == [{"card": 0, "orientation": "left"}, {"card": 4, "orientation": "left"}]
        assert "turned" not in game.view(seat)["hands"][1]
    view = game.play("play 0")["view"]
    assert view["hands"][0]["turned"] == [{"card": 4, "orientation": "left"}]
    game.abort()
    frame = game.players[0].api.get(f"{game.replay_path}/frames/1").ok()
    assert [len(hand.get("turned", [])) for hand in frame["hands"]] == [2, 0, 0]


@in_one_test(
    ("policy", "cards", "refusal"),
    [
        ("off", [5], "no-turned-cards"),
        ("after_clue", [5], "not-clued"),
        ("any_time", [0], "not-in-hand"),
        ("any_time", [5, 5], "not-in-hand"),
        ("any_time", [], "not-in-hand"),
    ],
)
def test_an_option_limits_turned_cards(sandbox: NewGame, policy: str, cards: list[int], refusal: str) -> None:
    """R29: only cards of the own hand are turned, and only when the hand could be put in order."""
    game = sandbox(stacked(""), rules={"hand_reorder": policy})
    answer = game.players[1].api.put(f"{game.path}/card-orientation", {"cards": cards, "orientation": "right"})
    assert (answer.status, answer.body["refusal"], answer.body["rule"]) == (422, refusal, "R29")


def test_a_clue_after_a_reorder_names_the_new_positions(sandbox: NewGame) -> None:
    """R6, R26: the positions in the event and in the announcement are those at the time of the clue."""
    game = sandbox(stacked("y1 y1 y1 y2 y2  r1 g1 g2 g3 g4"))
    game.players[1].api.put(f"{game.path}/hand-order", {"cards": [9, 8, 7, 6, 5]}).ok()
    event = game.play("clue 1 red")["event"]
    assert event["touched"] == [{"card": 5, "position": 4}]
    assert "slot 1" in event["announcement"]


@in_one_test(
    ("cards", "refusal"),
    [
        ([5, 6, 7, 8], "not-the-hand"),
        ([5, 6, 7, 8, 8], "not-the-hand"),
        ([0, 1, 2, 3, 4], "not-the-hand"),
        ([], "not-the-hand"),
        ([5, 6, 7, 8, 59], "not-the-hand"),
        ([5, 6, 7, 8, 9], None),
    ],
)
def test_a_reorder_must_name_each_card_of_the_hand(running: Game, cards: list[int], refusal: str | None) -> None:
    """An order has each card once and no other. The current order is allowed."""
    answer = running.players[1].api.put(f"{running.path}/hand-order", {"cards": cards})
    assert answer.body.get("refusal") == refusal
    assert running.version() == (0 if refusal else 1)


def test_reorders_are_limited_per_turn(sandbox: NewGame) -> None:
    """Each seat has three between two turns; a turn resets the count."""
    game = sandbox(stacked(""))
    put = game.players[1].api.put
    for turn in range(2):
        for _ in range(3):
            assert put(f"{game.path}/hand-order", {"cards": [9, 8, 7, 6, 5]}).status == 200
        refused = put(f"{game.path}/hand-order", {"cards": [9, 8, 7, 6, 5]})
        assert (refused.status, refused.body["refusal"], refused.body["rule"]) == (422, "too-many-reorders", "R26")
        game.play(f"clue {1 - turn} 1")


@pytest.mark.parametrize(("policy", "refusal"), [("off", "no-reorder"), ("after_clue", "not-clued")])
def test_an_option_limits_reorders(sandbox: NewGame, policy: str, refusal: str) -> None:
    """`off` forbids reorders. `after_clue` allows them once the hand got a clue."""
    game = sandbox(stacked(""), rules={"hand_reorder": policy})
    path, order = f"{game.path}/hand-order", {"cards": [9, 8, 7, 6, 5]}
    assert game.players[1].api.put(path, order).body["refusal"] == refusal
    game.play("clue 1 1")
    for _ in range(2):
        assert game.players[1].api.put(path, order).status == (422 if policy == "off" else 200)


@in_one_test(
    "body",
    [{}, {"cards": None}, {"cards": 5}, {"cards": ["5"]}, {"cards": [True]}, {"cards": [5] * 7}, {"hand": []}, []],
)
def test_a_malformed_reorder_is_refused(running: Game, body: object) -> None:
    """The response is 422 with a pointer, before the rules are checked."""
    assert running.players[0].api.put(f"{running.path}/hand-order", body).code == "invalid-request"


# Table talk, R27.


@in_one_test(
    ("policy", "seat", "message", "refusal"),
    [
        ("off", 0, {"remark": "no-information"}, "no-talk"),
        ("off", 0, {"text": "hm"}, "no-talk"),
        ("remarks", 0, {"remark": "no-information"}, None),
        ("remarks", 1, {"remark": "no-information"}, "another-seats-move"),
        ("remarks", 0, {"text": "hm"}, "remarks-only"),
        ("free", 0, {"remark": "remember-your-hand"}, None),
        ("free", 1, {"remark": "remember-your-hand"}, None),
        ("free", 1, {"text": "hm"}, None),
    ],
)
def test_the_policy_limits_talk_during_a_game(
    sandbox: NewGame, policy: str, seat: int, message: Json, refusal: str | None
) -> None:
    """Allowed talk is an event and a message of the same version."""
    game = sandbox(stacked(""), rules={"table_talk": policy})
    answer = game.players[seat].api.post(f"{game.path}/messages", message)
    assert answer.body.get("refusal") == refusal
    talk = game.players[1 - seat].api.get(f"{game.path}/messages").ok()
    assert talk["policy"] == policy
    if refusal:
        assert (talk["items"], game.version()) == ([], 0)
        return
    assert answer.status == 201
    assert talk["items"] == [answer.body]
    (event,) = game.events(1 - seat, 0)
    assert (event["type"], event["version"], event["seat"]) == ("message", answer.body["version"], seat)
    assert (event["remark"], event["text"]) == (message.get("remark"), message.get("text"))


def test_a_remark_names_cards_of_the_own_hand(sandbox: NewGame) -> None:
    """Event, message and line say so. Without cards the remark is about the hand, and the members are as before."""
    game = sandbox(stacked(""), rules={"table_talk": "remarks"})
    path, remark = f"{game.path}/messages", {"remark": "no-information"}
    for cards, about in (([4, 0], "these cards"), ([2], "this card"), ([], "my hand")):
        said = game.players[0].api.post(path, {**remark, "cards": cards}).ok()
        assert said["text"] == f"I still have no information about {about}."
        assert said.get("cards", []) == cards
        assert ("cards" in said) == bool(cards)
        assert game.players[1].api.get(path).ok()["items"][-1] == said
        event = game.events(1, 0)[-1]
        assert (event.get("cards"), event["line"].partition(": ")[2]) == (cards or None, f"“{said['text']}”")


@in_one_test(
    ("message", "refusal"),
    [
        ({"remark": "no-information", "cards": [5]}, "not-in-hand"),
        ({"remark": "no-information", "cards": [0, 0]}, "not-in-hand"),
        ({"remark": "no-information", "cards": [999]}, "not-in-hand"),
        ({"remark": "remember-your-hand", "cards": [0]}, "no-cards-to-name"),
        ({"text": "hm", "cards": [0]}, "no-cards-to-name"),
    ],
)
def test_only_one_remark_names_cards(sandbox: NewGame, message: Json, refusal: str) -> None:
    """Other cards, and cards with another message, are refused (R27)."""
    game = sandbox(stacked(""), rules={"table_talk": "free"})
    answer = game.players[0].api.post(f"{game.path}/messages", message)
    assert (answer.code, answer.body["refusal"], answer.body["rule"]) == ("illegal-move", refusal, "R27")
    assert game.version() == 0


def test_a_remark_is_shown_in_the_readers_language(sandbox: NewGame) -> None:
    """A free text is not translated."""
    game = sandbox(stacked(""), rules={"table_talk": "free"})
    for message in ({"remark": "no-information"}, {"text": "Hé, ça va ?"}):
        game.players[0].api.post(f"{game.path}/messages", message).ok()
    texts = {}
    for language in ("de", "en", "fr", "nl", "da"):
        answer = game.players[1].api.get(f"{game.path}/messages", headers={"Accept-Language": language})
        assert answer.headers["Content-Language"] == language
        remark, text = answer.ok()["items"]
        assert text["text"] == "Hé, ça va ?"
        assert remark["text"] == answer.body["remarks"][0]["text"]
        texts[language] = remark["text"]
    assert len(set(texts.values())) == 5


def test_talk_is_limited_per_turn_and_free_after_the_end(sandbox: NewGame, players: Players) -> None:
    """Five messages are allowed between two turns. After the end players talk freely, outside the log."""
    game = sandbox(stacked(""), rules={"table_talk": "remarks"})
    path, remark = f"{game.path}/messages", {"remark": "no-information"}
    for _ in range(5):
        assert game.players[0].api.post(path, remark).status == 201
    assert game.players[0].api.post(path, remark).body["refusal"] == "too-many-remarks"
    game.abort()
    version = game.version()
    message = game.players[1].api.post(path, {"text": "Next time!"})
    assert (message.status, message.body["version"], game.version()) == (201, None, version)
    assert players(1)[0].api.post(path, remark).code == "not-a-player"
    items = game.players[0].api.get(path).ok()["items"]
    assert [item["version"] for item in items] == [1, 2, 3, 4, 5, None]
    assert game.players[0].api.post(path, {"remark": "hurry-up"}).body["refusal"] == "no-such-remark"
    assert game.players[0].api.post(path, {**remark, "cards": [0]}).body["refusal"] == "no-cards-to-name"


@pytest.fixture(scope="module")
def talking(sandbox: NewGame) -> Game:
    """A running game whose players may say anything."""
    return sandbox(stacked(""), rules={"table_talk": "free"})


@in_one_test(
    "body",
    [
        {},
        {"remark": "no-information", "text": "hm"},
        {"remark": "no-information", "cards": 3},
        {"remark": "no-information", "cards": ["3"]},
        {"remark": "no-information", "cards": [True]},
        {"remark": "no-information", "cards": [0, 1, 2, 3, 4, 5, 6]},
        {"cards": [3]},
        {"text": ""},
        {"text": "  "},
        {"text": "x" * 501},
        {"text": "a\nb"},
        {"text": 5},
        {"remark": None},
        {"remark": 5},
        {"remark": ""},
        {"say": "hm"},
        [],
    ],
)
def test_a_malformed_message_is_refused(talking: Game, body: object) -> None:
    """The response is 422 `invalid-request`, whatever the policy."""
    answer = talking.players[0].api.post(f"{talking.path}/messages", body)
    assert (answer.status, answer.code) == (422, "invalid-request")


# Votes to abort, R21.


def test_a_game_is_aborted_when_all_seats_have_voted(new_game: NewGame) -> None:
    """A vote can be withdrawn. The last one ends the game as aborted, without a score."""
    game = new_game(3)
    votes = f"{game.path}/abort-votes"
    one, two, three = (player.api for player in game.players)
    assert one.post(votes).ok()["view"]["abort_votes"] == [0]
    assert one.post(votes).body["refusal"] == "already-voted"
    assert two.post(votes, {}).status == 201
    assert three.delete(votes).body["refusal"] == "not-voted"
    withdrawn = one.delete(votes)
    assert (withdrawn.status, withdrawn.body["event"]["type"]) == (200, "abort_vote_withdrawn")
    assert three.post(votes).ok()["view"]["abort_votes"] == [1, 2]
    result = one.post(votes).ok()["view"]["result"]
    assert result == {"outcome": "aborted", "reason": "agreed", "score": None, "table_points": 0, "rating": None}
    assert [api.post(votes).code for api in (one, two)] == ["game-not-running"] * 2
    assert one.delete(votes).code == "game-not-running"


def test_other_events_are_limited_so_that_turns_are_not(sandbox: NewGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that has sent its share of messages, reorders and votes can still take turns and vote to give up."""
    monkeypatch.setattr(limits, "_MAX_OTHER_EVENTS", 8)
    game = sandbox(stacked(""), rules={"table_talk": "free"})
    one, votes = game.players[0].api, f"{game.path}/abort-votes"
    for _ in range(2):
        assert (one.post(votes).status, one.delete(votes).status) == (201, 200)
    talk = one.post(f"{game.path}/messages", {"text": "Hm."})
    assert (talk.status, talk.body["refusal"], talk.body["rule"]) == (422, "too-many-events", "R22")
    order = one.put(f"{game.path}/hand-order", {"cards": [0, 1, 2, 3, 4]})
    assert (order.body["refusal"], game.version()) == ("too-many-events", 4)
    assert game.players[1].api.post(f"{game.path}/messages", {"text": "I may still talk."}).status == 201
    game.play("clue 1 1")
    assert one.post(votes).status == 201
    assert one.delete(votes).body["refusal"] == "too-many-events"
    assert game.players[1].api.post(votes).ok()["view"]["result"]["reason"] == "agreed"


def test_a_vote_takes_no_body_members(new_game: NewGame) -> None:
    """A member in the body is refused."""
    game = new_game()
    answer = game.players[0].api.post(f"{game.path}/abort-votes", {"reason": "tired"})
    assert (answer.status, answer.code) == (422, "invalid-request")
    assert game.version() == 0


# Editions.


def test_editions_match_the_rules_of_games(api: Api) -> None:
    """The list has each edition, and the bands of each choice of suits go on from each other."""
    items = api.get("/v1/editions").ok()["items"]
    assert [item["id"] for item in items] == list(EDITIONS)
    for item in items:
        for palette in item["multicolor"]:
            assert sum(card["copies"] for card in palette["deck"]) == palette["deck_size"]
            assert palette["max_score"] == 5 * len(palette["suits"])
            assert [band["lowest"] for band in palette["bands"][1:]] == [
                band["highest"] + 1 for band in palette["bands"][:-1]
            ]


def test_every_listed_option_value_is_accepted(players: Players, api: Api) -> None:
    """`POST /v1/games` accepts each value that `GET /v1/editions` lists."""
    (found,) = [one for one in api.get("/v1/editions").ok()["items"] if one["id"] == "hanab_live"]
    for option in found["options"]:
        for value in option["values"]:
            (ada,) = players(1)  # an account has at most ten open games
            chosen = {"edition": "hanab_live", **(option["requires"] or {}), option["name"]: value}
            rules = ada.api.post("/v1/games", {"seats": 6, "rules": chosen}).ok()["rules"]
            assert rules[option["name"]] == value
