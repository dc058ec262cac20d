"""Tests of sandbox games: the caller gives the deck, and the game is reproducible."""

from tests.rows import in_one_test
from tests.service.client import Json, as_json, cards, stacked
from tests.service.factories import NewGame, Players

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
