"""Tests of conventions over HTTP: what turns meant, and which of them broke the conventions."""

import json
from pathlib import Path

import pytest

from engine.conventions.review import reviewed
from engine.formats.hanab_live.reader import read
from service.features.conventions.convention_words import convention_fit
from tests.rows import in_one_test
from tests.service.client import Api, move_of, stacked
from tests.service.factories import NewGame

# Three hands, oldest card first. The newest card of seat 1 is the red 1, that of seat 2 the red 2.
DECK = stacked("w4 w4 w3 b4 b4  g4 y4 g4 b3 r1  y4 y3 g3 b3 r2")


def test_a_finesse(sandbox: NewGame, api: Api) -> None:
    """A clue calls a card of another seat, which plays it blind, and both are explained."""
    game = sandbox(DECK, seats=3)
    game.play("clue 2 red", "play 9")
    game.abort()
    answer = api.get(f"{game.replay_path}/conventions", query="level=2")
    found = answer.ok()
    assert (found["level"], found["fits"], found["faults"]) == (2, True, [])
    assert found["levels"] == [{"level": 2, "clues": 1, "explained": 1}]
    _, clue, play = found["turns"]
    name = [player.name for player in game.players]
    assert clue["text"] == (
        f"Play clue: slot 1 is the red 2. First, {name[1]} plays the red 1 blind."
        f" {name[2]} must also reckon with the red 1."
    )
    assert clue["meaning"]["readings"] == [
        {"suit": "red", "rank": 2, "needs": [{"seat": 1, "card": 9, "suit": "red", "rank": 1, "how": "finesse"}]}
    ]
    assert [asked["text"] for asked in clue["expected"]] == [f"{name[1]} is called to play slot 1 blind."]
    assert "finessed" in clue["hands"][1]["cards"][-1]["marks"]
    assert clue["hands"][1]["cards"][-1]["cards"] == {"red": [1]}
    assert play["text"] == f"{name[1]} plays slot 1 blind, as turn 1 asks."
    path = f"{game.replay_path}/conventions"
    assert api.get(path, query="level=2", headers={"If-None-Match": answer.headers["ETag"]}).status == 304
    assert api.get(path, query="level=2&rev=1-en").ok() == found  # names change, so it has no lasting address
    assert [share["level"] for share in api.get(path).ok()["levels"]] == [1, 2, 3, 4, 5]
    assert api.get(path, query="level=2&seat=1").ok()["turns"][1]["meaning"] == clue["meaning"]


def test_a_missed_finesse_in_a_line(sandbox: NewGame, api: Api) -> None:
    """Who is called to play blind and discards instead breaks the conventions, and a line tells so too."""
    game = sandbox(DECK, seats=3)
    game.play("clue 2 red", "play 9")
    game.abort()
    body = {"at": 1, "moves": [move_of("discard 5")], "level": "2"}
    found = api.post(f"{game.replay_path}/conventions", body).ok()
    assert found["levels"] == [{"level": 2, "clues": 1, "explained": 0}]
    assert found["text"].startswith("These conventions explain 0% of the clues.")
    assert found["faults"] == []


@in_one_test("query", ["level=6", "level=", "seat=x", "seat=3"])
def test_bad_queries(sandbox: NewGame, api: Api, query: str) -> None:
    """A level or seat that does not exist is refused."""
    game = sandbox(DECK, seats=3)
    game.abort()
    assert api.get(f"{game.replay_path}/conventions", query=query).status in (400, 404, 422)


def test_other_cards(new_game: NewGame, api: Api) -> None:
    """For cards that cannot be read, or only by the plain rules, the response says so."""
    read_game, game = [
        new_game(seats=3, rules={"edition": "hanab_live", "variant": name})
        for name in ("Funnels (5 Suits)", "Up or Down (5 Suits)")
    ]
    view = read_game.view(read_game.view(0)["to_move"])
    read_game.play(next(one for one in view["legal_actions"] if one["type"] == "clue"))
    read_game.abort()
    game.abort()
    found = api.get(f"{read_game.replay_path}/conventions").ok()
    assert (len(found["turns"]), found["fits"], found["faults"]) == (2, False, [])
    assert found["text"].endswith("only the plain rules are read, without faults.")
    found = api.get(f"{game.replay_path}/conventions").ok()
    assert (found["level"], found["levels"], found["turns"], found["fits"]) == (None, [], [], False)
    assert found["text"].startswith("These conventions are for suits that are played from 1 to 5")


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (("clue 1 yellow", "play 6"), "plays slot 4, as the clue of turn 1 asks. It does not fit."),
        (("clue 1 3", "play 8"), "plays slot 2, for which no clue asks. It does not fit."),
        (("clue 1 red", "discard 9"), "discards slot 1, which could be played."),
    ],
    ids=["a misplay", "a play that the clue rules out", "a called card discarded"],
)
def test_what_a_mistake_is_called(sandbox: NewGame, api: Api, moves: tuple[str, str], said: str) -> None:
    """A play that does not fit is said so, by what asked for it, and a discarded card that it could be played."""
    game = sandbox(DECK, seats=3)
    game.play(*moves)
    game.abort()
    *_, last = api.get(f"{game.replay_path}/conventions", query="level=1").ok()["turns"]
    assert last["text"] == f"{game.players[1].name} {said}"


def test_no_blind_play() -> None:
    """If most clues are explained but nobody plays blind, the text says why there are no faults."""
    log = read(json.loads((Path(__file__).parents[2] / "games/hanab_live_2906.json").read_text())).log
    review = reviewed(log, 2)
    plain = [turn for turn in review.turns if getattr(turn.meaning, "kind", None) != "blind_play"]
    wrong = [turn._replace(explained=False) for turn in plain if turn.explained][:2]
    found = convention_fit("en", review._replace(turns=(*plain, *wrong)))
    assert "20 of 22 clues, but nobody plays blind" in found


def test_a_touch_for_nothing(sandbox: NewGame, api: Api) -> None:
    """A clue that touches a useless card is a fault if another one says the same, which is named."""
    game = sandbox(stacked("w4 w4 w3 b4 b4  y1 g3 g4 b3 r1  y4 y3 g3 b3 r2"), seats=3)
    game.play("clue 1 red", "play 9", "clue 1 1")
    game.abort()
    (fault,) = api.get(f"{game.replay_path}/conventions", query="level=1").ok()["faults"]
    assert (fault["kind"], fault["cards"], fault["instead"]) == (
        "bad_touch",
        {"red": [1]},
        "yellow",
    )
    name = [player.name for player in game.players]
    assert fault["text"] == (
        f"The clue of {name[2]} also touches slot 1 of {name[1]}, the red 1, which needs no clue."
        " The clue “yellow” says the same without it."
    )
