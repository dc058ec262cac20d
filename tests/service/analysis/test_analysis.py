"""Tests of the analysis over HTTP: losses, languages and access."""

import hashlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from flask import Flask

from engine.reading.hindsight import AtVersion, Estimate, OpenHands, Parts
from service.features.analysis import positions
from service.features.analysis.packed_results import GameHindsight
from service.features.analysis.rendering import analysis_json
from service.features.analysis.stored_results import Answer
from service.platform.languages.choice import LANGUAGES
from tests.rows import in_one_test
from tests.service.client import Api, Game, Json, Player, stacked
from tests.service.factories import NewGame
from tests.service.solving import solve

REAL = Path(__file__).resolve().parents[2] / "games" / "hanab_live_2906.json"
DECK = stacked("r1 r5 r3 r4 y1  y1 y2 y3 g4 b5")


def played(sandbox: NewGame) -> Game:
    """Return a game with a clue, a play and a discarded 5."""
    game = sandbox(DECK)
    game.play("clue 1 yellow", "play 5", "discard 1")
    game.abort()
    return game


@pytest.fixture(scope="module")
def lossy(sandbox: NewGame, app: Flask) -> Game:
    """The same game, solved."""
    game = played(sandbox)
    solve(app, game.id)
    return game


def analysis(api: Api, game: Game, language: str = "en") -> Json:
    """Return the analysis of a game."""
    found: Json = api.get(f"{game.replay_path}/analysis", headers={"Accept-Language": language}).ok()
    return found


def test_each_event_has_its_measurements(lossy: Game, api: Api) -> None:
    """The events are a clue about the whole hand, a play with 2 chances in 7, a lost 5, and the end by votes."""
    found = analysis(api, lossy)
    deal, clue, play, discard, vote, end = found["events"]
    assert [event["type"] for event in found["events"]] == [
        *("deal", "clue", "play", "discard"),
        *("abort_vote", "abort_vote"),
    ]
    assert [event["version"] for event in found["events"]] == [0, 1, 2, 3, 4, 5]
    assert deal["after"]["pace"] == 17 and deal["seat"] is None
    assert clue["clue"] == {
        "touched": [5, 6, 7],
        "newly_touched": [5, 6, 7],
        "newly_informed": [5, 6, 7, 8, 9],
        "touched_nothing_new": False,
        "told_nothing_new": False,
    }
    # Seat 1 sees one yellow card, a 1, so that nine are left for three places, two of them yellow 1.
    assert play["play"]["certainty"] == "gamble" and play["play"]["landed"] is True
    assert play["play"]["landing_deals"] * 9 == play["play"]["deals"] * 2
    assert play["play"]["probability"] == pytest.approx(2 / 9)
    assert play["card"] == {"card": 5, "suit": "yellow", "rank": 1}
    assert (discard["attainable_before"], discard["attainable_after"], discard["points_lost"]) == (25, 24, 1)
    assert discard["became_dead"] == [{"suit": "red", "rank": 5}] and discard["became_critical"] == []
    assert (vote["points_lost"], end["points_lost"]) == (0, 23)  # no points can be reached in an aborted game
    assert [event["after"]["cards_gotten"] for event in found["events"]] == [0, 3, 3, 3, 3, 3]
    assert {event["after"]["exact"] for event in found["events"]} == {True}
    assert [event["bot"] is not None for event in found["events"]] == [False, True, True, True, False, False]
    assert clue["bot"]["best"][0]["worth"] >= clue["bot"]["best"][1]["worth"]
    assert (clue["bot"]["ruled_out"], play["bot"]["done"], play["bot"]["ruled_out"]) == (False, None, True)
    lost, aborted = found["losses"]
    saving = lost.pop("saving_turns")
    assert lost == {
        "version": 3,
        "since": 2,
        "turn": 3,
        "points": 1,
        "kind": "turn",
        "seat": 0,
        "certain": True,
        "causes": ["card_lost"],
        "reachable_before": 25,
        "text": "Turn 3: Seat 0 discards the red 5. One point was lost here: until then, 25 could be reached. "
        "It was the last red 5. 25 points would have stayed possible with, for example: a clue, discarding the red "
        "1 or discarding the red 3.",
    }
    assert {"type": "discard", "card": 1} not in [turn["action"] for turn in saving]
    assert all(turn["line"][0] == turn["action"] and turn["score"] == 25 for turn in saving)
    assert (aborted["kind"], aborted["version"], aborted["points"], aborted["seat"]) == ("end", 5, 23, None)
    assert (found["status"], found["winnable"]) == ("solved", True)
    assert found["totals"]["efficiency"] == 3.0 and found["totals"]["points_lost"] == 24


def test_until_it_is_solved_a_loss_is_known_at_the_latest(sandbox: NewGame, api: Api, app: Flask) -> None:
    """The response has the status 202 and bounds only, is not cached, and is the same each time."""
    game = played(sandbox)
    first, again = (api.get(f"{game.replay_path}/analysis") for _ in range(2))
    assert (first.status, first.headers["Cache-Control"]) == (202, "no-store")
    assert 2 <= int(first.headers["Retry-After"]) <= 60  # jobs of other tests wait, too
    assert "ETag" not in first.headers and first.raw == again.raw
    found = first.body
    assert (found["status"], found["winnable"]) == ("running", None)
    assert [(loss["version"], loss["certain"], loss["since"]) for loss in found["losses"]] == [
        (3, False, None),
        (5, False, None),
    ]
    assert found["losses"][0]["text"].endswith("By then at the latest, one point was lost.")
    assert found["losses"][1]["text"].endswith("The game ended here. 23 more points were perhaps possible.")
    assert "One point was lost, by turn 3 at the latest." in found["summary"]
    assert [event["after"]["reachable_at_least"] for event in found["events"]] == [1] * 6
    link = api.get(game.replay_path).ok()["links"]["analysis"]
    assert api.get(link.partition("?")[0], query=link.partition("?")[2]).headers["Cache-Control"] == "no-store"
    picture = api.get(f"{game.replay_path}/score.svg")
    assert (picture.status, picture.headers["Cache-Control"]) == (202, "no-store")
    solve(app, game.id)
    assert api.get(f"{game.replay_path}/analysis").status == api.get(f"{game.replay_path}/score.svg").status == 200


def test_lines_can_be_played(lossy: Game, api: Api) -> None:
    """The line of a saving turn reaches its score."""
    lost = analysis(api, lossy)["losses"][0]
    for turn in lost["saving_turns"][:3]:
        body = {"at": lost["since"], "moves": turn["line"]}
        played = api.post(f"{lossy.replay_path}/frames", body).ok()
        assert played["events"][-1]["table_points"] == turn["score"] == 25


@in_one_test(
    ("position", "detail"),
    [
        ("hands r1 / y1", "line 1, column 1: the position must have a deck: the cards not yet dealt, in order"),
        ("hands r1 / y9; deck g1", "line 1, column 12: "),
        ("fireworks r1; deck g1", "line 1, column 1: "),
        ("", "must have 1 to 4000 characters"),
        ("r1 " * 2000, "must have 1 to 4000 characters"),
        (7, "must be a string"),
    ],
)
def test_a_position_must_be_whole(api: Api, position: object, detail: str) -> None:
    """A position without a deck, or that is no notation, is an invalid request that says where."""
    answer = api.post("/v1/positions/analysis", {"position": position})
    assert (answer.status, answer.code) == (422, "invalid-request")
    assert answer.body["errors"][0]["pointer"] == "#/position"
    assert answer.body["errors"][0]["detail"].startswith(detail)


def test_a_full_queue_is_a_problem(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """A position is refused while too many wait; one that waits already is not."""
    waiting, another = ({"position": f"hands r1 y1 / r2 y2; deck {card} g2; tokens 0"} for card in ("g1", "b1"))
    assert api.post("/v1/positions/analysis", waiting).status == 202
    monkeypatch.setattr(positions, "_MOST_WAITING", 1)
    refused = api.post("/v1/positions/analysis", another)
    assert (refused.status, refused.code, refused.headers["Retry-After"]) == (503, "analysis-queue-full", "30")
    assert api.post("/v1/positions/analysis", waiting).status == 202


def test_the_numbers_are_those_of_the_frames(sandbox: NewGame, api: Api) -> None:
    """`after` has for each version the numbers of the replay's frames and events."""
    game = played(sandbox)
    frames = api.get(f"{game.replay_path}/frames").ok()["items"]
    events = api.get(game.replay_path).ok()["events"]
    shared = ("turn", "score", "table_points", "attainable_score", "clue_tokens", "strikes", "deck_size")
    for measured, frame, event in zip(analysis(api, game)["events"], frames, events, strict=True):
        assert {name: measured["after"][name] for name in shared} == {name: frame[name] for name in shared}
        assert (measured["type"], measured["seat"]) == (event["type"], event["seat"])
        assert measured["clue_tokens_lost"] == event.get("clue_tokens_lost", 0)


def test_thinking_times_are_measured(sandbox: NewGame, api: Api) -> None:
    """Thinking times are the milliseconds since the previous move. Votes have none."""
    game = sandbox(DECK)
    game.play("clue 1 yellow")
    time.sleep(0.05)
    game.play("play 5")
    game.abort()
    thought = [event["think_time_ms"] for event in analysis(api, game)["events"]]
    assert thought[0] is None and thought[1] >= 0 and 50 <= thought[2] < 60_000 and thought[3:] == [None, None]
    assert analysis(api, game)["totals"]["think_time_ms"] == thought[1] + thought[2]


def test_an_import_has_no_times(players: Callable[[int], list[Player]], api: Api) -> None:
    """A game from hanab.live has its 25 points, and no times."""
    replay = players(1)[0].api.post("/v1/replays", json.loads(REAL.read_text())).ok()
    found = api.get(f"/v1/replays/{replay['id']}/analysis").ok()
    assert found["max_score"] == found["events"][-1]["after"]["score"] == 25
    assert found["totals"]["think_time_ms"] is None
    assert all(event["think_time_ms"] is None for event in found["events"])


SUMMARIES = {
    "en": "Points on the table: 1 of 25. 3 turns were taken. All players have agreed to give up. From the deal, all "
    "25 points could be reached. One point was lost, on turn 3. Until then, 25 points could be reached. 25 "
    "points would have stayed possible with, for example: a clue, discarding the red 1 or discarding the red 3. "
    "One card was played. Every play landed. One clue was given. Efficiency: 3.00.",
    "de": "Punkte auf dem Tisch: 1 von 25. Es wurden 3 Züge gemacht. Alle haben fürs Aufgeben gestimmt. Nach dem "
    "Austeilen waren alle 25 Punkte erreichbar. Ein Punkt ging verloren, in Zug 3. Bis dahin waren 25 Punkte "
    "erreichbar. 25 Punkte wären möglich geblieben, zum Beispiel so: ein Hinweis, die rote 1 abwerfen oder die "
    "rote 3 abwerfen. Es wurde eine Karte gespielt. Jede gespielte Karte passte. "
    "Es wurde ein Hinweis gegeben. Effizienz: 3,00.",
    "fr": "Points sur la table\u00a0: 1 sur 25. 3 tours ont été joués. Tout le monde a voté pour l’abandon. À la "
    "distribution, les 25 points étaient tous atteignables. Un point a été perdu, au tour 3. Jusque-là, 25 points "
    "étaient atteignables. 25 points seraient restés possibles, par exemple ainsi\u00a0: une information, "
    "défausser le 1 rouge ou défausser le 3 rouge. Une carte a été jouée. Chaque carte jouée convenait. "
    "Une information a été donnée. Efficacité\u00a0: 3,00.",
    "nl": "Punten op tafel: 1 van 25. Er zijn 3 beurten gespeeld. Iedereen heeft voor opgeven gestemd. Na het delen "
    "waren alle 25 punten haalbaar. Er is één punt verloren gegaan, in beurt 3. Tot dan waren er 25 punten "
    "haalbaar. 25 punten waren mogelijk gebleven, bijvoorbeeld zo: informatie geven, de rode 1 afleggen of "
    "de rode 3 afleggen. Er is één kaart gespeeld. Elke gespeelde kaart paste. "
    "Er is één keer informatie gegeven. Efficiëntie: 3,00.",
    "da": "Point på bordet: 1 af 25. Der er taget 3 ture. Alle har stemt for at give op. Efter uddelingen var "
    "alle 25 point opnåelige. Ét point gik tabt, i tur 3. Indtil da var 25 point opnåelige. 25 point ville stadig "
    "have været mulige, for eksempel sådan: en information, smide rød 1 eller smide rød 3. Der er spillet ét kort. "
    "Hvert spillet kort passede. Der er givet én information. Effektivitet: 3,00.",
}


def test_the_summary_is_in_the_readers_language(lossy: Game, api: Api) -> None:
    """The summary has no names, and the same numbers in all five languages."""
    found = {language: analysis(api, lossy, language) for language in LANGUAGES}
    assert {language: body["summary"] for language, body in found.items()} == SUMMARIES
    assert found["de"]["losses"][0]["text"].startswith(
        "Zug 3: Platz 0 wirft die rote 5 ab. Hier ging ein Punkt verloren"
    )
    assert {json.dumps(body["events"]) for body in found.values()} == {json.dumps(found["en"]["events"])}


def test_the_analysis_is_immutable(lossy: Game, api: Api) -> None:
    """A replay links the address of an immutable analysis."""
    address = api.get(lossy.replay_path, headers={"Accept-Language": "nl"}).ok()["links"]["analysis"]
    path, _, query = address.partition("?")
    answer = api.get(path, query=query)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.body["summary"] == SUMMARIES["nl"]
    tag = {"If-None-Match": answer.headers["ETag"]}
    assert api.get(path, query=query, headers=tag).status == 304


def test_cached_bytes_do_not_change(players: Callable[[int], list[Player]], api: Api, app: Flask) -> None:
    """Analysis and knowledge have the same bytes as before.

    Caches keep them forever under their revision. If this test fails, raise `links.RENDERING`, and note the
    new digest here.
    """
    replay = players(1)[0].api.post("/v1/replays", json.loads(REAL.read_text())).ok()
    solve(app, replay["id"])
    digest = hashlib.sha256()
    for rest in ("analysis", "frames/20/knowledge"):
        digest.update(api.get(f"/v1/replays/{replay['id']}/{rest}").raw.replace(replay["id"].encode(), b"GAME"))
    assert digest.hexdigest()[:16] == "b0a60f4690121a57"


@pytest.mark.parametrize("query", ["rev=x", "revv=1-en"])
def test_a_faulty_revision_is_refused(sandbox: NewGame, api: Api, query: str) -> None:
    """So is a misspelt name."""
    assert api.get(f"{played(sandbox).replay_path}/analysis", query=query).status == 422


def test_vague_figures_are_left_out() -> None:
    """A seat has a figure only if its error is at most half a point. The rest is not decided, so the sum is right."""
    vague, fair = Estimate(0.75, 0.78, 0.1), Estimate(0.5, 0.5, 0.0)
    alone, wide = Estimate(1.0, None, 0.0), Estimate(-10.0, 12.0, 20.0)
    rows = (AtVersion(Estimate(25.0, 0.0, 0.0), wide, fair),)
    parts = Parts(0.0, 0.0, (0.0, 0.0, 0.0), 0.0, 0.0)
    found = OpenHands(fair, wide, (vague, fair, alone), fair, 10.0, rows, (parts,), 7, 40)
    read = GameHindsight.of(GameHindsight(found, {}).packed())
    shown = analysis_json.hindsight(uuid4(), Answer("solved", read), "en")["open_hands"]
    assert [seat["points"] for seat in shown["seats"]] == [None, 0.5, None]
    assert (shown["deal"]["points"], shown["draws"]["points"], shown["undecided"]) == (0.5, None, 1.75)
    assert shown["versions"][0]["loss"] == {"points": None, "error": 12.0} and shown["inexact"] == 7
