"""Tests of what the results of a contest prove: that no deck was exchanged, and that no game is missing."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask
from werkzeug.serving import make_server

from service.cli.arguments import main
from service.features.commitment_log import sequencer
from service.features.contests.routes import standings
from service.platform.database.pool import connection
from tests.service.client import Api, Game, Json
from tests.service.contests.teams import contest_of, dealt, decks_of, enter, path_of
from tests.service.contests.test_contests import change, close, ended
from tests.service.factories import Players, unique
from tests.service.people.test_account_merging import agreed


class Closed(NamedTuple):
    """A contest of three teams: the first has won, the last has not ended its game."""

    contest: Json
    games: list[Game]
    address: str


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    """The address of the service."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()


@pytest.fixture
def closed(app: Flask, players: Players, address: str) -> Closed:
    """A contest that has closed, and that nobody has read since."""
    people = players(6)
    contest = contest_of(people[0], rounds=[{"decks": 1}])
    teams = [people[:2], people[2:4], people[4:]]
    for team in teams:
        enter(contest, team)
    games = [ended(contest, teams[0]), ended(contest, teams[1]), dealt(contest, teams[2])]
    with app.extensions["database"].bind():
        sequencer.sequence_all()
    close(app, contest)
    return Closed(contest, games, f"{address}/contests/{contest['id']}")


def results_of(closed: Closed, api: Api, folder: Path) -> str:
    """Save the results."""
    file = folder / "results.json"
    file.write_bytes(api.get(f"{path_of(closed.contest)}/results").raw)
    return str(file)


def test_a_contest_is_verified(closed: Closed, api: Api, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The announcement, the log, the results and all games in one act, and the results again by a file and the log."""
    assert main(["verify", "contest", closed.address]) == 0
    assert "verified. Cup, 1 decks, 3 teams, 3 games." in capsys.readouterr().out
    file = results_of(closed, api, tmp_path)
    assert main(["verify", file, "--log", closed.address.partition("/contests")[0]]) == 0
    assert "The log has the decks, the games and the digest" in capsys.readouterr().out
    closed.games[2].abort()  # too late
    assert main(["verify", "contest", closed.address]) == 0
    for game in closed.games:
        assert api.get(f"{game.replay_path}/verification").ok()["verified"] is True


def test_results_list_every_dealt_table(closed: Closed, api: Api) -> None:
    """Ended or not, with the ids of the decks in the log, and once in the log whatever happens later."""
    found = api.get(f"{path_of(closed.contest)}/results").ok()
    assert {table["game"] for table in found["tables"]} == {game.id for game in closed.games}
    (running,) = [table for table in found["tables"] if table["game"] == closed.games[2].id]
    assert running["finished_at"] is running["score"] is running["matchpoints"] is running["head"] is None
    assert [deck["log_id"] for deck in found["rounds"][0]["decks"]] == [
        deck["log_id"] for deck in decks_of(api, closed.contest)
    ]
    assert found["log_index"] is not None
    closed.games[2].abort()
    winner = closed.games[0].players[0].api
    winner.send("PATCH", "/v1/me", {"name": unique("Renamed")}, headers={"If-Match": "*"}).ok()
    again = api.get(f"{path_of(closed.contest)}/results").ok()
    assert again["log_index"] == found["log_index"] and again["tables"] == found["tables"]


def test_the_log_has_no_games_before_the_seal_ends(app: Flask, api: Api, players: Players) -> None:
    """Nobody learns from it who has played a deck."""
    people = players(2)
    contest = contest_of(people[0])
    enter(contest, people)
    game = ended(contest, people)
    of_deck = decks_of(api, contest)[0]["secret_commitment"]
    with app.extensions["database"].bind():
        sequencer.sequence_all()
    asked = [f"game={game.id}&secret_commitment={of_deck}&type=contest-{kind}" for kind in ("deal", "end")]
    assert [people[0].api.get("/v1/log/proof", query=one).status for one in asked] == [404, 404]
    close(app, contest)
    api.get(path_of(contest)).ok()
    with app.extensions["database"].bind():
        sequencer.sequence_all()
    assert [api.get("/v1/log/proof", query=one).status for one in asked] == [200, 200]
    assert api.get(f"{game.replay_path}/verification").ok()["verified"] is True


COPY = """
    with copied as (insert into game select (jsonb_populate_record(g, jsonb_build_object(
            'game_id', gen_random_uuid(), 'created_by', %(by)s::uuid, 'contest_id', null, 'source', '{}'::jsonb))).*
        from game g where g.game_id = %(game)s::uuid returning game_id)
    insert into deal select (jsonb_populate_record(d, jsonb_build_object('game_id', copied.game_id))).*
      from deal d, copied where d.game_id = %(game)s::uuid
"""
"""SQL that imports a game for an account."""


def test_who_has_imported_a_game_of_the_deck_before_is_marked(app: Flask, players: Players) -> None:
    """In the results, and at the table."""
    people = players(4)
    contest = contest_of(people[0], rounds=[{"decks": 1}])
    for team in (people[:2], people[2:]):
        enter(contest, team)
    game = ended(contest, people[:2])
    with app.extensions["database"].bind(), connection() as db:
        db.execute(COPY, {"by": people[3].id[2:], "game": game.id[2:]})
    second = dealt(contest, people[2:])
    close(app, contest)
    found = people[0].api.get(f"{path_of(contest)}/results").ok()["tables"]
    assert {table["game"]: table["knew_deck"] for table in found} == {game.id: [], second.id: [1]}


def test_who_becomes_one_with_an_importer_is_marked(app: Flask, players: Players) -> None:
    """A merge during the game says it as an import before the game does."""
    people = players(4)
    contest = contest_of(people[0], rounds=[{"decks": 1}])
    for team in (people[:2], people[2:]):
        enter(contest, team)
    game = ended(contest, people[:2])
    (importer,) = players(1)
    second = dealt(contest, people[2:])
    with app.extensions["database"].bind(), connection() as db:
        db.execute(COPY, {"by": importer.id[2:], "game": game.id[2:]})
    before = second.view(0)
    agreed(people[3], importer).ok()
    assert [seat.get("knew_deck", False) for seat in before["seats"]] == [False, False]
    assert [seat.get("knew_deck", False) for seat in second.view(0)["seats"]] == [False, True]


EXCHANGED = """
    update contest_deck d set secret = o.secret, salt = o.salt, commitment = o.commitment,
           secret_commitment = o.secret_commitment
      from contest_deck o where o.contest_id <> d.contest_id and d.contest_id = %s
"""
DELETED = """
    delete from contest_table where contest_id = %s and entry_id = (
        select entry_id from contest_table t join game g using (game_id)
         where t.contest_id = contest_table.contest_id and g.status = 'ended' order by entry_id limit 1)
"""


@pytest.mark.parametrize("when", ["before the results", "after the results"])
@pytest.mark.parametrize(
    ("tampering", "line"),
    [
        (EXCHANGED, "the log does not have its commitment"),
        (DELETED, "the results lack a game, whose deal is entry"),
    ],
    ids=["exchanged", "deleted"],
)
def test_tampering_shows(
    app: Flask,
    closed: Closed,
    api: Api,
    players: Players,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    tampering: str,
    line: str,
    when: str,
) -> None:
    """Whoever changes the database before or after the first results, the file and the contest are wrong."""
    contest_of(players(1)[0])  # whose deck is taken
    if when == "after the results":
        api.get(f"{path_of(closed.contest)}/results").ok()
    change(app, closed.contest, tampering)
    standings._kept.clear()  # as two seconds later
    assert main(["verify", results_of(closed, api, tmp_path)]) == 1
    assert "WRONG, log: The log of commitments does not have these results." in capsys.readouterr().out
    assert main(["verify", "contest", closed.address]) == 1
    assert line in capsys.readouterr().out
