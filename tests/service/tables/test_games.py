"""Tests of games: creating, joining, watching, hand order, talk and votes to abort."""

from typing import Any

from engine.rules import EDITIONS
from tests.rows import in_one_test
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


@in_one_test(
    ("body", "pointers"),
    [
        ({"seats": 6}, ["#/rules/edition"]),
        (
            {"seats": 2, "rules": {"clue_tokens": 0, "strike_tokens": 4}},
            ["#/rules/clue_tokens", "#/rules/strike_tokens"],
        ),
        ({"seats": 5, "rules": {"starting_seat": 5}}, ["#/rules/starting_seat"]),
        ({"seats": 2, "rules": {"finale_loss": "strikes_only"}}, ["#/rules/finale_loss"]),
        ({"seats": 2, "sandbox": False, "deck": stacked("")}, ["#/deck"]),
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


@in_one_test(
    ("seat", "status", "code"),
    [
        (0, 409, "seat-taken"),
        (3, 422, "invalid-request"),
        (-1, 422, "invalid-request"),
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
    ("method", "rest", "body", "refusal", "rule"),
    [
        ("POST", "moves", {"type": "discard", "card": 0, "expected_version": 0}, "clue-tokens-full", "R9"),
        ("POST", "moves", {"type": "clue", "target": 0, "rank": 1, "expected_version": 0}, "own-hand", "R5"),
        ("PUT", "hand-order", {"cards": [0]}, "not-the-hand", "R26"),
        ("PUT", "card-orientation", {"cards": [5], "orientation": "left"}, "not-in-hand", "R29"),
        ("POST", "messages", {"text": "hm"}, "no-talk", "R27"),
        ("DELETE", "abort-votes", None, "not-voted", "R21"),
    ],
)
def test_what_the_rules_forbid_names_the_ruling(
    running: Game, method: str, rest: str, body: Json | None, refusal: str, rule: str
) -> None:
    """Nothing changes. The tests of the engine have all reasons."""
    answer = running.players[0].api.send(method, f"{running.path}/{rest}", body)
    assert (answer.status, answer.body["refusal"], answer.body["rule"]) == (422, refusal, rule)
    assert running.version() == 0


# Table talk, R27.


@in_one_test(
    ("policy", "seat", "message"),
    [
        ("remarks", 0, {"remark": "no-information"}),
        ("free", 1, {"remark": "remember-your-hand"}),
        ("free", 1, {"text": "hm"}),
    ],
)
def test_talk_is_an_event_and_a_message(sandbox: NewGame, policy: str, seat: int, message: Json) -> None:
    """Both have the same version."""
    game = sandbox(stacked(""), rules={"table_talk": policy})
    answer = game.players[seat].api.post(f"{game.path}/messages", message)
    talk = game.players[1 - seat].api.get(f"{game.path}/messages").ok()
    assert (answer.status, talk["policy"], talk["items"]) == (201, policy, [answer.body])
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
