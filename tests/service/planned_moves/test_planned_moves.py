"""Tests of planned moves: when they are made, and that nobody else can tell."""

import random
import re
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import psycopg
import pytest
from flask import Flask

from engine.cards import Card
from service.core.people import accounts, tokens
from service.features.planned_moves import plans, playing
from service.features.webhooks import event_finding
from tests.rows import in_one_test, slow_unless
from tests.service import past
from tests.service.client import Answer, Api, Game, Json, as_json, move_of, stacked
from tests.service.factories import NewGame, Players
from tests.service.leaks.comparison import Worlds
from tests.service.leaks.deals import other_deck, script_for
from tests.service.leaks.requests import Request, get, post

DECK: Final = stacked("r1 y1 g1 w1 b1 r2 y2 g2 w2 b2 r3 y3 g3 w3 b3")
"""Seat 0 has the ones, seat 1 the twos and seat 2 the threes."""
FREE: Final = {"table_talk": "free", "hand_reorder": "any_time"}
OWNER: Final = 2

VARYING: Final = re.compile(rb'[0-9a-f]{8,}|"[0-9-]{10}T[^"]+Z"')
"""Hashes, ids, the unique parts of names, and times."""

READ_BY_OWNERS: Final = ("/v1/me/webhooks", "/v1/me/push", "/v1/me/access", "/v1/me/export")

Due = Callable[[Game], int]


@pytest.fixture
def due(app: Flask) -> Due:
    """A function that does what a worker does in a round, and returns how many events a game got by it."""

    def run(game: Game) -> int:
        before = game.version()
        with app.extensions["database"].bind():
            playing.play_due()
        return game.version() - before

    return run


def plan(game: Game, *moves: Json, seat: int = OWNER, version: int | None = None) -> Answer:
    """Plan moves for a seat."""
    body = {"moves": moves, "expected_version": game.version() if version is None else version}
    return game.players[seat].api.put(f"{game.path}/planned-moves", body)


def planned(game: Game, seat: int = OWNER) -> Json:
    """Return the plan of a seat."""
    found: Json = game.players[seat].api.get(f"{game.path}/planned-moves").ok()
    return found


def on(*turns: Json, then: str) -> Json:
    """Return a planned move, in short."""
    return {"when": list(turns), "then": move_of(then)}


PLAYS_5: Final = {"seat": 1, "type": "play", "card": 5}
ANYHOW: Final = on(then="play 10")
IF_1_PLAYS: Final = on(PLAYS_5, then="play 10")


ROWS: Final[list[tuple[list[Json], list[Any], tuple[str, int | None, str | None]]]] = [
    ([ANYHOW], ["play 0", "play 5"], ("played", 3, "play 10")),
    ([ANYHOW], ["play 0"], ("waiting", None, None)),
    ([IF_1_PLAYS], ["play 0", "play 5"], ("played", 3, "play 10")),
    ([IF_1_PLAYS], ["play 0", "clue 0 1"], ("voided", 2, None)),
    ([IF_1_PLAYS], ["play 0", "play 9"], ("voided", 2, None)),
    ([IF_1_PLAYS, on(then="clue 0 1")], ["play 0", "clue 0 green"], ("played", 3, "clue 0 1")),
    ([on(PLAYS_5, then="play 10"), on(then="clue 0 1")], ["play 0", "play 5"], ("played", 3, "play 10")),
    ([on({"seat": 1}, {"seat": 0, "card": 0}, then="play 10")], ["play 0", "play 5"], ("played", 3, "play 10")),
    ([ANYHOW], ["clue 2 3"], ("voided", 1, None)),
    ([on({"seat": 0, "target": 2, "rank": 3}, then="play 10")], ["clue 2 3", "clue 0 1"], ("played", 3, "play 10")),
    ([on({"seat": 0, "target": 2, "rank": 3}, then="play 10")], ["clue 2 red"], ("voided", 1, None)),
    ([ANYHOW], ["play 0", "play 6"], ("voided", 2, None)),
    ([on({"seat": 1, "card": 6}, then="play 10")], ["play 0", "play 6"], ("voided", 2, None)),
    ([on(then="discard 10")], ["play 0", "play 5"], ("voided", 2, None)),
    ([ANYHOW], ["play 0", ("post", "messages", 0, {"text": "No!"}), "play 5"], ("voided", 2, None)),
    ([ANYHOW], [("put", "hand-order", 1, {"cards": [6, 5, 7, 8, 9]})], ("voided", 1, None)),
    ([ANYHOW], [("post", "abort-votes", 1, {})], ("voided", 1, None)),
    ([ANYHOW], [("post", "messages", OWNER, {"text": "Soon."}), "play 0", "play 5"], ("played", 4, "play 10")),
    ([ANYHOW], [("post", "abort-votes", OWNER, {}), "play 0", "play 5"], ("played", 4, "play 10")),
    ([ANYHOW], ["play 0", "play 5", ("put", "card-orientation", 1, {"cards": [6], "orientation": "left"})],
     ("voided", 3, None)),
    ([ANYHOW], ["play 0", "play 5", "by hand", "play 10"], ("played", 3, "play 10")),
    ([ANYHOW], ["play 0", "play 5", "by hand", "clue 0 1"], ("voided", 3, "clue 0 1")),
]  # fmt: skip
IN_PART: Final = [ROWS[row] for row in (0, 3, 4, 8, 9, 11, 14, 17, 20)]
"""A row of each kind of end."""


@pytest.mark.parametrize(("moves", "happens", "expected"), slow_unless(IN_PART.__contains__, ROWS))
def test_a_move_is_made_if_what_it_rests_on_has_happened(
    sandbox: NewGame, due: Due, moves: list[Json], happens: list[Any], expected: tuple[str, int | None, str | None]
) -> None:
    """Otherwise the seat moves itself, and reads which event has ended the plan."""
    game = sandbox(DECK, 3, rules=FREE)
    assert plan(game, *moves).ok() == planned(game) | {"status": "waiting"}
    for step in happens:
        if isinstance(step, tuple):
            method, path, seat, body = step
            getattr(game.players[seat].api, method)(f"{game.path}/{path}", body).ok()
        elif step != "by hand":
            game.play(step)
    status, ended_by, made = expected
    by_worker = status == "played" and "by hand" not in happens
    assert planned(game)["due"] == (move_of(made) if made and by_worker else None)
    due(game)
    found = planned(game)
    assert (found["status"], found["ended_by"]) == (status, ended_by)
    assert (found["reason"] is None) == (status != "voided")
    own = [one for one in game.events(OWNER, 0) if one["seat"] == OWNER and one["type"] in ("play", "discard", "clue")]
    assert [move.items() <= own[0].items() for move in ([move_of(made)] if made else [])] == [True] * len(own)
    assert due(game) == 0


def test_a_plan_is_replaced_and_taken_back(sandbox: NewGame, due: Due) -> None:
    """One that was taken back is never played, and the last one counts."""
    game = sandbox(DECK, 3)
    plan(game, on(then="play 11")).ok()
    plan(game, ANYHOW).ok()
    assert planned(game)["moves"] == [ANYHOW]
    nothing: Json = {"status": "none", "version": None, "ended_by": None, "reason": None, "moves": [], "due": None}
    assert game.players[OWNER].api.put(f"{game.path}/planned-moves", {"moves": []}).ok() == nothing == planned(game)
    game.play("play 0", "play 5")
    assert due(game) == 0
    game.play("play 10")
    plan(game, on(then="play 11"), version=3).ok()
    game.play("play 1", "play 6")
    assert due(game) == 1 and game.events(0, 5)[0]["card"] == 11


def test_a_plan_that_is_taken_back_meanwhile_is_not_played_later(
    app: Flask, sandbox: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who takes a plan back while it is played waits until it was."""
    game = sandbox(DECK, 3)
    plan(game, ANYHOW).ok()
    game.play("play 0", "play 5")
    order: list[str] = []

    def take_back() -> None:
        game.players[OWNER].api.put(f"{game.path}/planned-moves", {"moves": []}).ok()
        order.append("taken back")

    back, plain = threading.Thread(target=take_back), plans.opened

    def opened(*arguments: Any) -> Any:
        back.start()
        back.join(0.2)
        order.append("played")
        return plain(*arguments)

    with monkeypatch.context() as patch, app.extensions["database"].bind():
        patch.setattr("service.features.planned_moves.playing.plans.opened", opened)
        playing.play_due()
    back.join()
    assert order == ["played", "taken back"] and game.version() == 3


@pytest.fixture
def planning(sandbox: NewGame) -> Game:
    """A game in which seat 0 has moved and the owner has a plan."""
    game = sandbox(DECK, 3, rules={"empty_clues": False})
    game.play("play 0")
    plan(game, ANYHOW).ok()
    return game


@in_one_test(
    ("moves", "fault"),
    [
        ([on(then="play 5")], "0/then/card"),
        ([on(then="discard 49")], "0/then/card"),
        ([{"then": {"type": "play", "card": 10, "declared_color": "red"}}], "0/then/declared_color"),
        ([on(then="clue 1 black")], "0/then/color"),
        ([on(then="clue 0 1"), on(then="clue 0 5")], "1/then/rank"),
        ([on({"seat": 1, "type": "clue"}, then="clue 1 5")], "0/then/rank"),
        ([on({"seat": 1, "type": "play", "card": 10}, then="play 10")], "0/when/0/card"),
        ([on({"seat": 1, "type": "play", "rank": 1}, then="play 10")], "0/when/0"),
        *[
            ([on({"seat": 1, "type": "clue", **turn}, then="play 10")], f"0/when/0/{[*turn][-1]}")
            for turn in ({"target": 3}, {"target": 1}, {"color": "black"}, {"target": 0, "color": "black"})
        ],
        ([on({"seat": 3}, then="play 10")], "0/when/0/seat"),
        ([on(then="clue 2 red")], "0/then/target"),
        ([on(then="clue 3 red")], "0/then/target"),
        ([ANYHOW, on({"seat": 0}, then="play 10")], "1/when/0/seat"),
        ([on({"seat": 1}, {"seat": 1}, then="play 10")], "0/when/1/seat"),
    ],
)
def test_what_can_never_be_is_refused(planning: Game, moves: list[Json], fault: str) -> None:
    """Each fault is named, and the plan before remains. Seat 0 has moved."""
    answer = plan(planning, *moves, version=1)
    assert (answer.code, [one["pointer"] for one in answer.body["errors"]]) == ("invalid-request", [f"#/moves/{fault}"])
    assert planned(planning)["moves"] == [ANYHOW]


def test_a_plan_rests_on_what_its_owner_saw(sandbox: NewGame, api: Api, players: Players) -> None:
    """There is none at one's own turn, after a turn that one has not seen, before the deal, or for others."""
    game = sandbox(DECK, 3, rules=FREE)
    assert plan(game, on(then="play 0"), seat=0).code == "your-turn"
    game.players[0].api.post(f"{game.path}/messages", {"text": "Wait!"}).ok()
    assert plan(game, ANYHOW, version=0).ok()["status"] == "voided"
    game.play("play 0")
    assert plan(game, ANYHOW, version=0).code == "version-conflict"
    assert plan(game, ANYHOW, version=9).code == "version-conflict"
    path, body = f"{game.path}/planned-moves", {"moves": [], "expected_version": 0}
    assert players(1)[0].api.put(path, body).code == "not-a-player"
    game.abort()
    assert plan(game, ANYHOW).code == "game-not-running"
    assert planned(game)["status"] == "none"


# When the worker makes it.


def test_a_move_comes_as_late_as_that_of_a_person(new_game: NewGame, due: Due, database_url: str) -> None:
    """Outside of sandbox games it comes 5 to 20 seconds after the last event, or half of the time to the deadline."""
    for pace, rested, is_made in ((None, 0, 0), (None, 21, 1), ({"turn_s": 8}, 0, 0), ({"turn_s": 8}, 9, 1)):
        game = new_game(rules={"starting_seat": 0}, pace=pace)
        clue = next(one for one in game.view(0)["legal_actions"] if one["type"] == "clue")
        plan(game, on({"seat": 0}, then="play 5"), seat=1).ok()
        game.play(clue)
        past.rest(database_url, game.id, rested)
        assert due(game) == is_made, (pace, rested)


def test_a_pause_delays_a_move_and_a_bot_ends_the_plan(sandbox: NewGame, due: Due) -> None:
    """Changes of the clock are no signs. A bot that has taken the seat over makes moves of its own."""
    pace = {"turn_s": 600, "on_timeout": "bot", "bot": "random"}
    game = sandbox(DECK, 3, pace=pace)
    plan(game, ANYHOW).ok()
    game.play("play 0", "play 5")
    for player in game.players:
        player.api.post(f"{game.path}/clock-changes", {"change": "pause"}).ok()
    assert due(game) == 0 and planned(game)["status"] == "waiting"
    assert plan(game, on(then="play 11")).body["refusal"] == "paused", "the move cannot be made instead"
    for player in game.players:
        player.api.post(f"{game.path}/clock-changes", {"change": "resume"}).ok()
    assert due(game) == 1
    plan(game, on(then="play 11")).ok()
    game.play("play 1", "play 6")
    game.players[0].api.post(f"/v1/sandbox/{game.id}/clock", {"advance_s": 600}).ok()
    found = planned(game)
    assert (due(game), found["status"], found["reason"]) == (0, "voided", "handed-over")
    assert plan(game, on(then="play 11")).body["refusal"] == "handed-over"


@pytest.mark.parametrize("way", ["revoked", "expired"])
def test_what_a_token_left_to_act_ends_with_it(
    app: Flask, sandbox: NewGame, due: Due, database_url: str, way: str
) -> None:
    """A plan is not played, and a webhook is gone, also before a chore removes them. Those of others remain."""
    game = sandbox(DECK, 3, pace={"turn_s": 600})
    owner = game.players[OWNER]
    token = owner.api.post("/v1/me/tokens", {"name": "program", "expires_in_s": 3600}).ok()
    body = {"moves": [ANYHOW], "expected_version": 0}
    webhook = {"url": "https://a.example/", "events": ["message"]}
    owner.api.known_by(token["token"]).put(f"{game.path}/planned-moves", body).ok()
    owner.api.known_by(token["token"]).post("/v1/me/webhooks", webhook).ok()
    kept = owner.api.post("/v1/me/webhooks", webhook | {"events": ["your-turn"]}).ok()["id"]
    issued = {one["id"]: one["issued_by"] for one in owner.api.get("/v1/me/access").ok()["items"]}
    assert [*issued.values()].count(token["id"]) == 1 and issued[kept] not in (None, token["id"])
    game.play("play 0", "play 5")
    with psycopg.connect(database_url, autocommit=True) as db, app.extensions["database"].bind():
        if way == "revoked":
            owner.api.delete(f"/v1/me/tokens/{token['id']}").ok()
        else:
            db.execute("update token set expires_at = now() where token_id = %s::uuid", (token["id"][2:],))
        event_finding.sweep(60)
        read = [owner.api.get(path).ok() for path in (f"{game.path}/planned-moves", *READ_BY_OWNERS)]
        tokens.remove_expired()
        assert read == [owner.api.get(path).ok() for path in (f"{game.path}/planned-moves", *READ_BY_OWNERS)]
    assert (due(game), read[0]["status"]) == (0, "none")
    assert [one["id"] for one in read[1]["items"]] == [kept]
    (told,) = owner.api.get(f"/v1/me/webhooks/{kept}/deliveries").ok()["items"]
    assert told["type"] == "your-turn", "nobody else makes the move"


def test_a_game_that_cannot_go_on_delays_no_other(
    sandbox: NewGame, due: Due, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a paused one, however few plans a round takes, nor one that cannot be read."""
    paused, broken, good = (sandbox(DECK, 3, pace={"turn_s": 600}) for _ in range(3))
    for game in (paused, broken, good):
        plan(game, ANYHOW).ok()
        game.play("play 0", "play 5")
        for player in paused.players if game is paused else ():
            player.api.post(f"{paused.path}/clock-changes", {"change": "pause"}).ok()
    with psycopg.connect(database_url, autocommit=True) as db:
        db.execute("update game set rules = '{}' where game_id = %s::uuid", (broken.id.removeprefix("g_"),))
        db.execute(
            "delete from move_plan where game_id <> all(%s::uuid[])", ([one.id[2:] for one in (paused, broken, good)],)
        )
        monkeypatch.setattr(playing, "_MOST", 2)  # one that is paused would leave no place
        assert due(good) == 1
        db.execute("delete from move_plan where game_id = %s::uuid", (broken.id.removeprefix("g_"),))


@pytest.mark.parametrize("way", ["suspended", "access ended", "deleted"])
def test_a_plan_acts_only_for_whom_may_act(app: Flask, sandbox: NewGame, due: Due, database_url: str, way: str) -> None:
    """Not for a suspended account, nor after it has ended all other access, nor for a deleted one."""
    game = sandbox(DECK, 3)
    plan(game, ANYHOW).ok()
    owner = game.players[OWNER]
    with psycopg.connect(database_url, autocommit=True) as db:
        if way == "suspended":
            until = "update account set suspended_until = now() + interval '1 hour' where account_id = %s::uuid"
            db.execute(until.encode(), (owner.id.removeprefix("a_"),))
        elif way == "access ended":
            owner.api.delete("/v1/me/access").ok()
        else:
            owner.api.delete("/v1/me").ok()
        game.play("play 0", "play 5")
        assert due(game) == 0
        with app.extensions["database"].bind():
            accounts.remove_deleted()
        left = db.execute(b"select count(*) from move_plan where game_id = %s::uuid", (game.id[2:],)).fetchone()
    assert left == (1 if way == "suspended" else 0,)


def test_a_plan_is_sealed_exported_and_deleted_at_the_end(app: Flask, sandbox: NewGame, database_url: str) -> None:
    """The row has no word of it. The owner's data has it while the game runs, and a chore deletes it afterwards."""
    game = sandbox(DECK, 3)
    plan(game, IF_1_PLAYS).ok()
    owner = game.players[OWNER].api
    exported = owner.get("/v1/me/export").ok()["planned_moves"]
    assert exported == [{**planned(game), "game": game.id}] and exported[0]["moves"] == [IF_1_PLAYS]
    assert game.players[0].api.get("/v1/me/export").ok()["planned_moves"] == []
    with psycopg.connect(database_url, autocommit=True) as db:
        rows = "select count(*) filter (where position('play' in encode(sealed, 'escape')) > 0), count(*)"
        of_game = f"{rows} from move_plan where game_id = %s::uuid".encode()
        assert db.execute(of_game, (game.id[2:],)).fetchone() == (0, 1)
        game.abort()
        assert owner.get("/v1/me/export").ok()["planned_moves"] == []
        with app.extensions["database"].bind():
            assert plans.delete_old() >= 1
        assert db.execute(of_game, (game.id[2:],)).fetchone() == (0, 0)


# Laws.


def foreseen(moves: list[Json], events: list[Json], seat: int) -> Json | None:
    """Return the planned move that rests on these turns, computed from the events in JSON."""
    for move in moves:
        named = {turn["seat"]: turn for turn in move["when"]}
        if all(
            event.get("effect") != "misplayed"
            and (
                all(event.get(name) == value for name, value in named[event["seat"]].items())
                if event["seat"] in named
                else event.get("target") != seat
            )
            for event in events
        ):
            then: Json = move["then"]
            return then
    return None


def choice(dice: random.Random, view: Json) -> Json:
    """Return a legal move, and seldom a play, since most would fail."""
    found: Json = dice.choice([one for one in view["legal_actions"] if one["type"] != "play" or dice.random() < 0.2])
    return found


def pattern(dice: random.Random, seat: int, move: Json) -> Json:
    """Return a turn with some members of a move."""
    return {"seat": seat, **{name: value for name, value in move.items() if dice.random() < 0.6}}


def test_moves_are_made_if_and_only_if_they_were_foreseen(sandbox: NewGame, due: Due, api: Api) -> None:
    """In random games with random plans. To everybody else it is the same as a game without plans, byte by byte."""
    made = Counter[bool]()
    for seed in range(2):
        dice = random.Random(seed)
        deck = list(DECK)
        dice.shuffle(deck)
        with_plans, by_hand = (sandbox(deck, 3, rules={"strike_tokens": 3}) for _ in range(2))
        owner, version, moves = dice.randrange(3), 0, list[Json]()
        seats = [seat for seat in range(3) if seat != owner]
        others = [
            Worlds((with_plans, by_hand), (with_plans.players[seat].api, by_hand.players[seat].api), seat)
            for seat in seats
        ]
        others.append(Worlds((with_plans, by_hand), (api, api), None))
        for turn in range(12):
            view = with_plans.view(turn % 3)
            if view["status"] != "running":
                break
            if turn % 3 == (owner + 1) % 3:
                version, moves, intended = view["version"], list[Json](), choice(dice, view)
                hand = with_plans.view(owner)["hands"][owner]["cards"]
                for _ in range(dice.randrange(4)):
                    seen = [
                        pattern(dice, turn % 3, dice.choice([intended, choice(dice, view)])),
                        {"seat": (turn + 1) % 3, "type": dice.choice(["play", "discard", "clue"])},
                    ]
                    then = {"type": dice.choice(["play", "discard"]), "card": dice.choice(hand)["card"]}
                    moves.append({"when": dice.sample(seen, dice.randrange(3)), "then": then})
                plan(with_plans, *moves, seat=owner).ok()
                move = intended
            else:
                move = choice(dice, view)
            if turn % 3 == owner:
                due(with_plans)
                foretold = foreseen(moves, with_plans.events(owner, version)[:2], owner)
                is_legal = any(
                    foretold is not None and foretold.items() <= one.items() for one in view["legal_actions"]
                )
                assert (with_plans.version() > view["version"]) == is_legal
                made[is_legal] += 1
                if is_legal:
                    assert foretold is not None
                    move = foretold
                    is_over = with_plans.view(owner)["status"] == "ended"
                    assert planned(with_plans, owner)["status"] == ("none" if is_over else "played")
                    by_hand.send(turn % 3, move).ok()
                    continue
                assert planned(with_plans, owner)["status"] == ("voided" if moves else "none")
            for game in (with_plans, by_hand):
                game.send(turn % 3, move).ok()
            others[turn % 3].compare_view()
            others[turn % 3].compare(get(f"{with_plans.path}/planned-moves"))
        for game in (with_plans, by_hand):
            for player in game.players:
                player.api.post(f"{game.path}/abort-votes")
        for path in ("/export", "/frames"):
            one, other = (VARYING.sub(b"", api.get(f"{game.replay_path}{path}").raw) for game in (with_plans, by_hand))
            assert one == other
    assert made[True] >= 2 <= made[False]


def test_plans_tell_the_worlds_not_apart(sandbox: NewGame, due: Due) -> None:
    """What a plan is answered with, and what has become of it, is the same whatever the owner cannot see."""
    dice, seats = random.Random(7), 3
    deck = [Card(**card) for card in DECK]
    dice.shuffle(deck)
    script = script_for(deck, seats, {}, dice)
    other = other_deck(deck, script, OWNER, {}, dice)
    games = [sandbox(as_json(one), seats) for one in (deck, other)]
    viewers = games[0].players[OWNER].api, games[1].players[OWNER].api
    worlds = Worlds((games[0], games[1]), viewers, OWNER)
    path, statuses = f"{games[0].path}/planned-moves", set()
    for turn, move in enumerate(script.moves):
        version = games[0].version()
        if turn % seats == OWNER:
            due(games[0])
            if games[0].version() == version:
                worlds.compare(post(f"{games[0].path}/moves", {**move, "expected_version": version})).ok()
        else:
            at = turn + (OWNER - turn) % seats
            own = script.moves[at] if at < len(script.moves) else move
            when = [[], [pattern(dice, turn % seats, move)], [{"seat": turn % seats, "card": 49}]]
            any_card = {"type": "play", "card": dice.randrange(50)}  # which is refused unless it is in the hand
            for moves in ([{"then": any_card}], [{"when": dice.choice(when), "then": own}]):
                worlds.compare(Request("PUT", path, {"moves": moves, "expected_version": version}))
            for game in games:
                game.send(turn % seats, move).ok()
        statuses.add(worlds.compare(get(path)).ok()["status"])
        worlds.compare_view()
    assert statuses >= {"waiting", "played", "voided"}
