"""Tests of the analysis over HTTP: losses, languages and access."""

import hashlib
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from service.i18n import LANGUAGES
from tests.service.client import Api, Game, Json, Player, stacked

NewGame = Callable[..., Game]

REAL = Path(__file__).resolve().parents[2] / "games" / "hanab_live_2906.json"
DECK = stacked("r1 r5 r3 r4 y1  y1 y2 y3 g4 b5")


def played(sandbox: NewGame) -> Game:
    """Return a game with a clue, a play and a discarded 5."""
    game = sandbox(DECK)
    game.play("clue 1 yellow", "play 5", "discard 1")
    game.abort()
    return game


def analysis(api: Api, game: Game, language: str = "en") -> Json:
    """Return the analysis of a game."""
    found: Json = api.get(f"{game.replay_path}/analysis", headers={"Accept-Language": language}).ok()
    return found


def test_each_event_has_its_measurements(sandbox: NewGame, api: Api) -> None:
    """The events are a clue about the whole hand, a play with 2 chances in 7, a lost 5, and the end by votes."""
    game = played(sandbox)
    found = analysis(api, game)
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
    assert found["turning_points"] == [
        {
            "version": 3,
            "turn": 3,
            "seat": 0,
            "points_lost": 1,
            "causes": ["card_lost"],
            "line": "Seat 0 discards the red 5.",
        }
    ]
    assert found["totals"]["efficiency"] == 3.0 and found["totals"]["points_lost"] == 24


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
    "en": "Points on the table: 1 of 25. 3 turns were taken. All players have agreed to give up. One point "
    "was lost, on turn 3. One card was played. One play was a gamble. Every play landed. One clue was "
    "given. Efficiency: 3.00.",
    "de": "Punkte auf dem Tisch: 1 von 25. Es wurden 3 Züge gemacht. Alle haben fürs Aufgeben gestimmt. Ein "
    "Punkt ging verloren, in Zug 3. Es wurde eine Karte gespielt. Eine Karte wurde auf gut Glück "
    "gespielt. Jede gespielte Karte passte. Es wurde ein Hinweis gegeben. Effizienz: 3,00.",
    "fr": "Points sur la table\u00a0: 1 sur 25. 3 coups ont été joués. Tout le monde a voté pour l’abandon. Un "
    "point a été perdu, au coup 3. Une carte a été jouée. Une carte a été jouée sans certitude. "
    "Chaque carte jouée convenait. Une information a été donnée. Efficacité\u00a0: 3,00.",
    "nl": "Punten op tafel: 1 van 25. Er zijn 3 beurten gespeeld. Iedereen heeft voor opgeven gestemd. Er "
    "is één punt verloren gegaan, in beurt 3. Er is één kaart gespeeld. Eén kaart is op goed geluk "
    "gespeeld. Elke gespeelde kaart paste. Er is één keer informatie gegeven. Efficiëntie: 3,00.",
    "da": "Point på bordet: 1 af 25. Der er taget 3 ture. Alle har stemt for at give op. Ét point gik tabt, "
    "i tur 3. Der er spillet ét kort. Ét kort blev spillet på lykke og fromme. Hvert spillet kort "
    "passede. Der er givet én information. Effektivitet: 3,00.",
}


def test_the_summary_is_in_the_readers_language(sandbox: NewGame, api: Api) -> None:
    """The summary has no names, and the same numbers in all five languages."""
    game = played(sandbox)
    found = {language: analysis(api, game, language) for language in LANGUAGES}
    assert {language: body["summary"] for language, body in found.items()} == SUMMARIES
    assert found["de"]["turning_points"][0]["line"] == "Platz 0 wirft die rote 5 ab."
    assert {json.dumps(body["events"]) for body in found.values()} == {json.dumps(found["en"]["events"])}


def test_the_analysis_is_immutable(sandbox: NewGame, api: Api) -> None:
    """A replay links the address of an immutable analysis."""
    game = played(sandbox)
    address = api.get(game.replay_path, headers={"Accept-Language": "nl"}).ok()["links"]["analysis"]
    path, _, query = address.partition("?")
    answer = api.get(path, query=query)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.body["summary"] == SUMMARIES["nl"]
    tag = {"If-None-Match": answer.headers["ETag"]}
    assert api.get(path, query=query, headers=tag).status == 304


def test_cached_bytes_do_not_change(players: Callable[[int], list[Player]], api: Api) -> None:
    """Analysis and knowledge have the same bytes as before.

    Caches keep them forever under their revision. If this test fails, raise `rendered_cache.RENDERING`, and note the
    new digest here.
    """
    replay = players(1)[0].api.post("/v1/replays", json.loads(REAL.read_text())).ok()
    digest = hashlib.sha256()
    for rest in ("analysis", "frames/20/knowledge"):
        digest.update(api.get(f"/v1/replays/{replay['id']}/{rest}").raw.replace(replay["id"].encode(), b"GAME"))
    assert digest.hexdigest()[:16] == "21a72dbdb53fbaa4"


@pytest.mark.parametrize("query", ["seat=0", "rev=x", "knowledge=true"])
def test_it_takes_no_other_parameters(sandbox: NewGame, api: Api, query: str) -> None:
    """The analysis is always of the whole game."""
    assert api.get(f"{played(sandbox).replay_path}/analysis", query=query).status == 422


def test_the_analysis_of_a_private_game_is_for_its_players(new_game: NewGame, api: Api) -> None:
    """All others get 404, before and after the end."""
    game = new_game(private=True, seated=1)
    code = game.players[0].api.post(f"{game.path}/invitations", {}).ok()["code"]
    game.players[1].api.post(f"{game.path}/seats", {"code": code}).ok()
    path = f"{game.replay_path}/analysis"
    assert (api.get(path).status, game.players[1].api.get(path).code) == (404, "game-not-finished")
    game.abort()
    assert api.get(path).status == 404
    assert game.players[1].api.get(path).ok()["totals"]["turns"] == 0
