"""Tests of sandbox games: the caller gives the deck, the game is reproducible, and players advance its clock (R31)."""

from typing import Any

import pytest

from engine.clock import Clock, clock_of
from service.core.tables import stored_game
from tests.rows import in_one_test
from tests.service.client import Game, Json, as_json, cards, stacked
from tests.service.factories import NewGame, Players
from tests.service.tables.test_paces import BANK, TURN, a_move, change, started

DIFFERENT = ("id", "links", "at", "hash", "head", "idle_at", "commitment", "holders", "holder_salt", "receipt", "game")


def without_times(value: object) -> object:
    """Return a body without times, ids and values that depend on a salt."""
    if isinstance(value, dict):
        return {name: without_times(inner) for name, inner in value.items() if name not in DIFFERENT}
    return [without_times(inner) for inner in value] if isinstance(value, list) else value


@in_one_test("seats", [2, 3, 4, 5])
def test_a_given_deck_is_dealt_in_order(sandbox: NewGame, seats: int) -> None:
    """R3: seat 0 gets its whole hand from the top, then seat 1. Draws continue from there."""
    deck = stacked("r1 y2 g3 b4 w5 w4 b3 g2 y1 r5 r1 y2 g3 b4")
    game = sandbox(deck, seats)
    size = 5 if seats <= 3 else 4
    for seat in range(seats):
        for hand in game.view(seat)["hands"]:
            if hand["seat"] != seat:
                dealt = [{"suit": card["suit"], "rank": card["rank"]} for card in hand["cards"]]
                assert dealt == deck[hand["seat"] * size : (hand["seat"] + 1) * size]
    game.play("play 0")
    assert game.events(1, 0)[0]["drawn"] == {"card": seats * size, **deck[seats * size]}


def test_the_same_deck_and_moves_give_the_same_game(sandbox: NewGame, players: Players) -> None:
    """Views, events and replay are equal, except for ids and times."""
    moves = ["clue 1 red", "play 5", "discard 0", "clue 0 2", "play 1", "discard 6"]
    games, people = [], players(2)
    for _ in range(2):
        game = sandbox(stacked("r1 r2 y1 y2 g1 g2 b1 b2 w1 w2"), at_table=people)
        game.play(*moves)
        bodies = [game.view(0), game.view(1), game.events(0), game.events(1)]
        game.abort()
        replay = game.players[0].api.get(game.replay_path).ok()
        games.append([without_times(one) for one in (*bodies, replay["events"], replay["deck"], replay["rules"])])
    assert games[0] == games[1]


@in_one_test("rules", [{}, {"starting_seat": 0}, {"starting_seat": 2}, {"starting_seat": "random"}])
def test_seat_0_starts_unless_another_is_named(sandbox: NewGame, players: Players, rules: Json) -> None:
    """With a given deck nothing is random unless an option says so."""
    people = players(3)
    views = (sandbox(stacked(""), 3, at_table=people, rules=rules).view(0) for _ in range(60))
    first, wanted = next(views), rules.get("starting_seat", 0)
    assert first["rules"]["starting_seat"] == wanted
    if wanted == "random":
        assert any(view["to_move"] != first["to_move"] for view in views)
    else:
        assert first["to_move"] == next(views)["to_move"] == wanted


def test_sandbox_games_are_marked_everywhere(sandbox: NewGame, new_game: NewGame) -> None:
    """Views, frames and replay have the mark. Those of other games do not."""
    for game, marked in ((sandbox(stacked("")), True), (new_game(sandbox=True), True), (new_game(), False)):
        get = game.players[0].api.get
        assert game.view(0)["sandbox"] is marked
        game.abort()
        assert get(game.replay_path).ok()["sandbox"] is marked
        assert get(f"{game.replay_path}/frames/0").ok()["sandbox"] is marked


def test_a_sandbox_game_without_a_deck_is_shuffled(new_game: NewGame) -> None:
    """The starting seat of such a game is random, as its edition says."""
    games = [new_game(sandbox=True) for _ in range(3)]
    assert len({str(game.view(0)["hands"][1]) for game in games}) == 3
    assert games[0].view(0)["rules"]["starting_seat"] == "random"


WHOLE = stacked("")


@in_one_test(
    ("deck", "says"),
    [
        (WHOLE[:-1], "49 cards"),
        ([*WHOLE[:-1], *as_json(cards("r1"))], "red 1"),
        (stacked("", multicolor="ten"), "multicolor 1"),
    ],
)
def test_a_wrong_deck_is_refused_with_the_first_difference(players: Players, deck: list[Json], says: str) -> None:
    """422 `invalid-deck` cites R2 and points to the deck."""
    answer = players(1)[0].api.post("/v1/games", {"seats": 2, "sandbox": True, "deck": deck})
    assert (answer.status, answer.code, answer.body["rule"]) == (422, "invalid-deck", "R2")
    (fault,) = answer.body["errors"]
    assert (fault["pointer"], fault["rule"]) == ("#/deck", "R2")
    assert says in fault["detail"]


def advance(game: Game, seat: int, seconds: int) -> Any:
    """Advance the clock of a sandbox game."""
    return game.players[seat].api.post(f"/v1/sandbox/{game.id}/clock", {"advance_s": seconds})


def test_the_clock_of_a_sandbox_game_can_be_advanced(new_game: NewGame) -> None:
    """Vacations and deadlines come sooner, what is due happens at once, and the record is verified."""
    day = 24 * 3600
    game = started(new_game, {"turn_s": 3 * day, "vacation_days": 4}, sandbox=True)
    before = game.view(0)
    change(game, 0, "vacation", days=4).ok()
    done = advance(game, 1, 5 * day).ok()
    assert done["event"]["seconds"] == 5 * day and done["view"]["clock"]["banks_ms"][0] < 2 * day * 1000
    assert done["view"]["deadline"] < before["deadline"]
    game.send(0, a_move(game.view(0))).ok()
    for seat in (0, 1):
        change(game, seat, "pause").ok()
    assert advance(game, 0, 9 * day).ok()["view"]["status"] == "running"
    for seat in (0, 1):
        change(game, seat, "resume").ok()
    view = advance(game, 0, 9 * day).ok()["view"]
    passed, last = game.events(0)[-2:]
    assert (view["result"]["reason"], last["type"], last["at"]) == ("timed_out", "abort", passed["at"])
    assert game.players[0].api.get(f"{game.replay_path}/verification").ok()["verified"]
    assert advance(game, 0, 1).code == "game-not-running"


def test_a_bot_takes_over_when_the_clock_is_advanced(new_game: NewGame) -> None:
    """The answer shows the game after the moves of the bot."""
    game = started(new_game, {**TURN, "on_timeout": "bot"}, sandbox=True)
    done = advance(game, 0, 60).ok()
    assert [event["type"] for event in done["events"][:2]] == ["clock", "clock"] and len(done["events"]) == 3
    assert done["view"]["to_move"] == 1


@pytest.mark.parametrize(("pace", "sandbox", "refusal"), [(TURN, False, "not-a-sandbox"), (None, True, "no-clock")])
def test_other_clocks_cannot_be_advanced(new_game: NewGame, pace: Json, sandbox: bool, refusal: str) -> None:
    """Nothing changes."""
    game = started(new_game, pace, sandbox=sandbox)
    assert advance(game, 0, 1).body["refusal"] == refusal
    assert advance(game, 0, 0).status == 422 and len(game.events(0)) == 1


def test_a_request_folds_the_clock_once(new_game: NewGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock after a move follows from the one before it."""
    game = started(new_game, TURN)
    move, folds = a_move(game.view(0)), []

    def counted(*arguments: Any) -> Clock | None:
        folds.append(arguments)
        return clock_of(*arguments)

    monkeypatch.setattr(stored_game, "clock_of", counted)
    moved = game.players[0].api.post(f"{game.path}/moves", {**move, "expected_version": 0}).ok()
    assert moved["view"]["clock"] and len(folds) == 1
    assert game.view(1)["clock"] and len(folds) == 2


def test_a_timed_game_goes_to_hanab_live_and_comes_back(new_game: NewGame) -> None:
    """Its options and its end by time are those of hanab.live, and those of an import are exported again."""
    game = started(new_game, {"bank_s": 120, "increment_s": 20}, sandbox=True)
    game.send(0, a_move(game.view(0))).ok()
    advance(game, 1, 500).ok()
    api = game.players[0].api
    there = api.get(f"{game.replay_path}/export", query="format=hanab-live").ok()
    timed = {"timed": True, "timeBase": 120, "timePerTurn": 20}
    assert timed.items() <= there["options"].items()
    assert there["actions"][-1] == {"type": 4, "target": 1, "value": 3}
    here = api.post("/v1/replays", there).ok()
    assert here["result"]["reason"] == "timed_out" and timed.items() <= here["source"]["options"].items()
    assert here["pace"] is here["banks_ms"] is None  # the export has no times
    back = api.get(f"/v1/replays/{here['id']}/export", query="format=hanab-live").ok()
    assert {name: back[name] for name in ("options", "actions", "deck")} == {
        name: there[name] for name in ("options", "actions", "deck")
    }


def test_a_replay_has_the_banks_after_each_event(new_game: NewGame) -> None:
    """Those of the seat to move are what it begins its turn with."""
    game = started(new_game, BANK, sandbox=True)
    advance(game, 0, 20).ok()
    game.send(0, a_move(game.view(0))).ok()
    advance(game, 1, 60).ok()
    replay = game.players[0].api.get(game.replay_path).ok()
    assert replay["pace"]["bank_s"] == 60
    found = [bank / 1000 for banks in replay["banks_ms"] for bank in banks]
    assert found == pytest.approx([60, 60, 40, 60, 50, 60, 50, 0, 50, 0], abs=5)  # a slow machine takes some seconds


def test_lists_of_games_have_those_with_a_clock(new_game: NewGame) -> None:
    """`pace` of the list of games distinguishes three kinds."""
    paces: dict[str, Any] = {"none": None, "short": {"bank_s": 60}, "days": {"turn_s": 24 * 3600}}
    games = {kind: started(new_game, pace) for kind, pace in paces.items()}
    api = games["none"].players[0].api
    for kind, game in games.items():
        listed = {one["id"] for one in api.get("/v1/games", query=f"pace={kind}&limit=100").ok()["items"]}
        assert listed & {one.id for one in games.values()} == {game.id}
    assert api.get("/v1/games", query="pace=long").status == 422
