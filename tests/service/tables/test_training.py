"""Tests of the training aid: what conventions say to a seat of a running game."""

from tests.service.client import Api, Game, stacked
from tests.service.factories import NewGame, Players

# Three hands, oldest card first. The newest card of seat 1 is the red 1, that of seat 2 the red 2.
DECK = stacked("w4 w4 w3 b4 b4  g4 y4 g4 b3 r1  y4 y3 g3 b3 r2")


def conventions(game: Game) -> str:
    return f"{game.path}/conventions"


def test_a_finesse_at_the_table(sandbox: NewGame, players: Players) -> None:
    """Each seat reads a clue as it can: who is called to play blind knows the card, the receiver both possibilities."""
    game = sandbox(DECK, seats=3, training=True)
    eyes, names = [player.api for player in game.players], [player.name for player in game.players]
    assert game.view(2)["training"] is True
    assert [turn["turn"] for turn in eyes[1].get(conventions(game)).ok()["turns"]] == [0]
    game.play("clue 2 red")
    called, told = (eyes[seat].get(conventions(game), query="level=2").ok() for seat in (1, 2))
    assert (called["level"], called["text"], called["seat"], told["seat"]) == (2, None, 1, 2)
    assert called["turns"][-1]["text"] == f"Play clue: slot 1 is the red 2. First, {names[1]} plays the red 1 blind."
    assert [asked["text"] for asked in called["turns"][-1]["expected"]] == [
        f"{names[1]} is called to play slot 1 blind."
    ]
    own = called["turns"][-1]["hands"][1]["cards"][-1]
    assert "finessed" in own["marks"] and own["cards"] == {"red": [1]}
    assert told["turns"][-1]["text"] == "Play clue: slot 1 is the red 1 or red 2."
    assert told["turns"][-1]["hands"][2]["cards"][-1]["cards"] == {"red": [1, 2]}
    for move in ("play 9", "clue 1 blue", "discard 0"):
        game.play(move)
    assert [turn["turn"] for turn in eyes[2].get(conventions(game)).ok()["turns"]] == [2, 3, 4]
    game.abort()
    assert eyes[2].get(f"{game.replay_path}").ok()["training"] is True
    assert eyes[2].get(conventions(game)).ok()["turns"][-1]["turn"] == 4
    assert eyes[2].get("/v1/me/export").ok()["games"][0]["training"] is True
    assert eyes[0].post(f"{game.path}/again").ok()["training"] is True


def test_watchers_and_other_tables_get_nothing(new_game: NewGame, players: Players, api: Api) -> None:
    """The aid is for the seats of a table whose creator allows it, once it is dealt."""
    allowed, other, waiting = (new_game(training=True), new_game(), new_game(seated=1, training=True))
    assert api.get(conventions(allowed)).code == "missing-token"
    assert players(1)[0].api.get(conventions(allowed)).code == "not-a-player"
    assert "training" not in other.view(0)
    assert other.players[0].api.get(conventions(other)).code == "training-off"
    assert waiting.players[0].api.get(conventions(waiting)).code == "game-not-running"
    (listed,) = [one for one in api.get("/v1/games").ok()["items"] if one["id"] == allowed.id]
    assert listed["training"] is True
    other.abort()
    allowed.abort()
    apart = [api.get("/v1/stats", query=f"player={one.players[0].id}").ok()["apart"] for one in (other, allowed)]
    assert [one["aborted"] for one in apart] == [1, 0]


def test_other_cards(new_game: NewGame) -> None:
    """For cards that the conventions are not for, the response says so."""
    game = new_game(training=True, rules={"edition": "hanab_live", "variant": "Up or Down (5 Suits)"})
    found = game.players[0].api.get(conventions(game)).ok()
    assert (found["level"], found["turns"]) == (None, [])
    assert found["text"].startswith("These conventions are for suits that are played from 1 to 5")
    game = new_game(training=True, rules={"edition": "hanab_live", "variant": "Funnels (5 Suits)"})
    found = game.players[0].api.get(conventions(game)).ok()
    assert (found["level"], len(found["turns"])) == (3, 1)
    assert "only the plain rules are read" in found["text"]


def test_a_table_without_memory_aid_has_no_training(players: Players) -> None:
    """The aid remembers all clues, so it would undo this option."""
    body = {"seats": 2, "training": True, "rules": {"memory_aid": "none"}}
    answer = players(1)[0].api.post("/v1/games", body)
    assert (answer.code, answer.body["errors"][0]["pointer"]) == ("invalid-request", "#/rules/memory_aid")
