"""Tests of imports that are not what they claim: their texts, times, size, place in lists, and deletion."""

import json
import threading
from collections.abc import Callable
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flask import Flask

from engine.formats.notation.games import write_game
from engine.proof import record_json
from engine.proof.record_json import from_json, sealed
from service.app import create_app
from service.core.replays import finished_game
from service.core.replays.import_checks import MAX_SOURCE_BYTES
from service.core.replays.lists import line_streams
from service.core.replays.lists.filters import FinishedFilter, ReplayFilter
from service.core.tables.chat import MAX_AFTER_THE_END
from service.features.statistics import rollup
from service.platform.settings import Settings
from tests import spread
from tests.engine.records import in_old_form
from tests.engine.stacked import stacked as a_log
from tests.rows import in_one_test
from tests.service.client import Answer, Api, Json, Player
from tests.service.factories import NewGame, Players
from tests.service.solving import look_back, solve

Change = Callable[[Json], Any]

RECORD = {"Content-Type": "application/vnd.hanabi.record+json"}
NOTATION = {"Content-Type": "text/x-hanabi"}
SHORT: Json = {
    "players": ["Ada", "Béla"],
    "deck": [{"suitIndex": suit, "rank": rank} for suit in range(5) for rank in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)],
    "actions": [{"type": 3, "target": 1, "value": 3}, {"type": 4, "target": 0, "value": 4}],
}
TEXT = write_game(a_log("r1 y1 g1 b1 w1 r2 y2 g2 b2 w2", "c1:2 p5 aborted:idle"), ["Ada", "Eva"])
TALK = TEXT.replace("\ndeck", "\nrules table_talk=free\ndeck").replace("c1:2", 's"@" c1:2')
WHOLE = Path(__file__).parents[2] / "games" / "hanab_live_2906.json"
LONG_AGO = "2024-01-02T03:04:05.678Z"


@pytest.fixture(scope="module")
def ada(players: Players) -> Player:
    """A player who imports games."""
    return players(1)[0]


@pytest.fixture(scope="module")
def document(new_game: NewGame, api: Api) -> Json:
    """The record of a game, in the form of an older release, with messages during and after the game.

    Its times, unlike those in a chain with times, can be forged without new hashes.
    """
    game = new_game(rules={"table_talk": "free"})
    game.players[0].api.post(f"{game.path}/messages", {"text": "Hm?"}).ok()
    game.abort()
    game.players[0].api.post(f"{game.path}/messages", {"text": "Thanks."}).ok()
    return record_json.as_json(in_old_form(record_json.read(api.get(f"{game.replay_path}/export").raw)))


def forged(document: Json, change: Change) -> bytes:
    """Return a changed record with a valid digest."""
    copy = deepcopy(document)
    change(copy)
    return record_json.write(sealed(from_json(copy)))


def shifted(document: Json, to: datetime) -> bytes:
    """Return a record that claims to have ended at another time."""
    by = to - datetime.fromisoformat(document["finished_at"])

    def change(record: Json) -> None:
        for part in (record, *record["events"], *record["messages"]):
            for name in ("created_at", "started_at", "finished_at", "at"):
                if part.get(name):
                    at = datetime.fromisoformat(part[name]) + by
                    part[name] = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    return forged(document, change)


def refused(answer: Answer) -> Json:
    """Return the only fault of a refusal."""
    assert (answer.status, answer.code) == (422, "import-refused"), answer.body
    (fault,) = answer.body["errors"]
    return {name: value for name, value in fault.items() if name in ("pointer", "line", "column")}


TEXTS = ["a\nb", "\x1b[31mred", "\u202eevil", "\u2066x", "a\u200bb", "\u00ad", "\ufeff", "\ufffe", "\u3164", "\u2028"]
NO_NAMES = [*TEXTS, "", " ", "\u200d", "x" * 41]
NO_MESSAGES = [*TEXTS, " ", ""]


@in_one_test("name", NO_NAMES)
def test_names_follow_the_rules_of_the_api(ada: Player, document: Json, name: str) -> None:
    """A name that the API would refuse is refused in every format, with its place."""
    assert refused(ada.api.post("/v1/replays", {**SHORT, "players": ["Ada", name]})) == {"pointer": "#/players/1"}
    notation = TEXT.replace('"Eva"', json.dumps(name)).encode()
    assert refused(ada.api.post("/v1/replays", raw=notation, headers=NOTATION)) == {"line": 3, "column": 15}
    spoilt = deepcopy(document)
    spoilt["seats"][1]["name"] = name
    raw = forged(spoilt, lambda _: None) if name else json.dumps(spoilt).encode()
    assert refused(ada.api.post("/v1/replays", raw=raw, headers=RECORD)) == {"pointer": "#/seats/1/name"}


@in_one_test("text", NO_MESSAGES)
def test_messages_follow_the_rules_of_the_api(ada: Player, document: Json, text: str) -> None:
    """A message that the API would refuse is refused, during the game and after it."""
    notation = TALK.replace('"@"', json.dumps(text)).encode()
    fault = refused(ada.api.post("/v1/replays", raw=notation, headers=NOTATION))
    assert fault["column"] == 3
    after = forged(document, lambda record: record["messages"][0].update(text=text))
    assert refused(ada.api.post("/v1/replays", raw=after, headers=RECORD)) == {"pointer": "#/messages/0/text"}
    # A copy of a game in the notation has a valid chain, so only the text is wrong.
    game = ada.api.post("/v1/replays", raw=TALK.replace("@", "Hm").encode(), headers=NOTATION).ok()
    record = json.loads(ada.api.get(f"/v1/replays/{game['id']}/export").raw)
    record["events"][1]["text"] = text
    fault = refused(ada.api.post("/v1/replays", raw=json.dumps(record).encode(), headers=RECORD))
    assert fault["pointer"] == "#/events/1/text"


def test_a_seat_sends_as_many_messages_as_in_a_game_here(ada: Player, document: Json) -> None:
    """A seat has at most 200 messages after the end."""

    def talk(record: Json, number: int) -> None:
        record["messages"] = [{"seat": 1, "remark": None, "text": "Hm.", "at": None} for _ in range(number)]

    most, too_many = (
        ada.api.post("/v1/replays", raw=forged(document, partial(talk, number=number)), headers=RECORD)
        for number in (MAX_AFTER_THE_END, MAX_AFTER_THE_END + 1)
    )
    assert most.status == 201
    assert refused(too_many) == {"pointer": f"#/messages/{MAX_AFTER_THE_END}"}


@in_one_test(
    ("change", "pointer"),
    [
        (lambda r: r.update(source={"x": "\x1b[0m"}), "#/source/x"),
        (lambda r: r.update(source={"\x1b": 1}), "#/source"),
        (lambda r: r.update(source={"a": [{"b": "\u202e"}]}), "#/source/a/0/b"),
        (lambda r: r.update(source={"x": "y" * MAX_SOURCE_BYTES}), "#/source"),
        (lambda r: r.update(source={"site": "hanabi", "origin": {"x": "y" * MAX_SOURCE_BYTES}}), "#/source/origin"),
        (lambda r: r.update(source={"site": "hanabi", "origin": "x"}), "#/source/origin"),
    ],
)
def test_the_source_of_a_record_is_checked(ada: Player, document: Json, change: Change, pointer: str) -> None:
    """It has at most 64,000 bytes as JSON, and its texts follow the rules of the API."""
    fault = refused(ada.api.post("/v1/replays", raw=forged(document, change), headers=RECORD))
    assert fault["pointer"].startswith(pointer)


@pytest.mark.parametrize(
    ("more", "pointer"),
    [
        ({"seed": "a\u202e"}, "#/seed"),
        ({"notes": [["x" * MAX_SOURCE_BYTES], []]}, "#"),
        ({"seed": "x" * MAX_SOURCE_BYTES}, "#"),
    ],
)
def test_notes_and_seed_are_checked(ada: Player, more: Json, pointer: str) -> None:
    """They become the source, and follow the same rules."""
    assert refused(ada.api.post("/v1/replays", {**SHORT, **more})) == {"pointer": pointer}


def test_blanks_replace_invisible_characters_in_notes(ada: Player) -> None:
    """A game can be imported whatever its players wrote."""
    found = ada.api.post("/v1/replays", {**SHORT, "notes": [["a\x1bb\u202ec\nd"], []]}).ok()
    assert found["source"]["notes"] == [["a b c\nd"], []]


def test_a_copy_of_a_copy_of_the_largest_source_is_accepted(ada: Player) -> None:
    """The limit is that of the first source, so any number of copies can be imported."""
    source = ada.api.post("/v1/replays", {**SHORT, "notes": [[""], []]}).ok()["source"]
    note = "x" * (MAX_SOURCE_BYTES - len(json.dumps(source, separators=(",", ":"))))
    found = ada.api.post("/v1/replays", {**SHORT, "notes": [[note], []]}).ok()
    for _ in range(3):
        raw = ada.api.get(f"/v1/replays/{found['id']}/export").raw
        found = ada.api.post("/v1/replays", raw=raw, headers=RECORD).ok()
    assert found["source"]["origin"]["notes"] == [[note], []]
    assert len(json.dumps(found["source"], separators=(",", ":"))) < MAX_SOURCE_BYTES + 400


def at(name: str, value: str | None) -> Change:
    """Return a change of a time of the game."""
    return lambda record: record.update({name: value})


TIMES: list[tuple[Change, str]] = [
    (at("created_at", "1970-01-01T00:00:00.000Z"), "#/created_at"),
    (at("created_at", "2009-12-31T23:59:59.999Z"), "#/created_at"),
    (at("created_at", "9999-12-31T23:59:59.999Z"), "#/created_at"),
    (at("started_at", "9999-12-31T23:59:59.999Z"), "#/started_at"),
    (at("started_at", LONG_AGO), "#/started_at"),
    (at("finished_at", "9999-12-31T23:59:59.999Z"), "#/finished_at"),
    (at("finished_at", LONG_AGO), "#/finished_at"),
    (lambda r: r["events"][0].update(at=LONG_AGO), "#/events/0/at"),
    (lambda r: r["events"][1].update(at="2999-01-01T00:00:00.000Z"), "#/events/1/at"),
    (lambda r: r["events"][-1].update(at="1999-01-01T00:00:00.000Z"), "#/events/"),
    (lambda r: r["messages"][0].update(at="2999-01-01T00:00:00.000Z"), "#/messages/0/at"),
    (lambda r: r["messages"][0].update(at=LONG_AGO), "#/messages/0/at"),
]


@in_one_test(("change", "pointer"), TIMES)
def test_impossible_times_are_refused(ada: Player, document: Json, change: Change, pointer: str) -> None:
    """A time is refused in the future, before 2010, and if it goes back."""
    fault = refused(ada.api.post("/v1/replays", raw=forged(document, change), headers=RECORD))
    assert fault["pointer"].startswith(pointer)


def test_a_record_is_not_from_the_future(ada: Player, document: Json) -> None:
    """A record that ends in a minute is refused; one that ended a minute ago is accepted."""
    now = datetime.now(UTC)
    for minutes, status in ((1, 422), (-1, 201)):
        raw = shifted(document, now + timedelta(minutes=minutes))
        assert ada.api.post("/v1/replays", raw=raw, headers=RECORD).status == status


def test_a_clock_may_step_back_a_little(ada: Player, document: Json) -> None:
    """An event may be some seconds earlier than the one before: a server's clock was adjusted."""
    before = datetime.fromisoformat(document["started_at"]) - timedelta(seconds=50)
    earlier = before.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    raw = forged(document, lambda record: record["events"][1].update(at=earlier))
    assert ada.api.post("/v1/replays", raw=raw, headers=RECORD).status == 201


def test_an_import_is_listed_by_its_arrival(ada: Player, document: Json, api: Api) -> None:
    """The claimed times are shown, and order nothing. The default list has the games that were played here."""
    began = datetime.now(UTC) - timedelta(seconds=1)
    found = ada.api.post("/v1/replays", raw=shifted(document, datetime.fromisoformat(LONG_AGO)), headers=RECORD).ok()
    claimed = found["source"]["claimed"]
    assert claimed["finished_at"] == found["events"][-1]["at"] == LONG_AGO
    assert began < datetime.fromisoformat(found["finished_at"]) < datetime.now(UTC)
    assert (found["created_at"], found["started_at"]) == (found["finished_at"], None)
    (listed,) = api.get("/v1/replays", query="imported=true&limit=1").ok()["items"]
    assert (listed["id"], listed["claimed"]) == (found["id"], claimed)
    assert {name: listed[name] for name in claimed} == {name: found[name] for name in claimed}
    for sort in ("finished", "-finished", "score", "-score"):
        for imported in ("true", "false"):
            items = api.get("/v1/replays", query=f"limit=100&sort={sort}&imported={imported}").ok()["items"]
            assert items and {str(item["imported"]).lower() for item in items} == {imported}
    again = json.loads(api.get(f"/v1/replays/{found['id']}/export").raw)
    assert {name: again[name] for name in claimed} == claimed


def test_imports_have_statistics_of_their_own(another_database: str, document: Json) -> None:
    """The default statistics have only their number, and forged times do not make the rollup grow."""
    app = create_app(Settings(database_url=another_database, pool_size=1))
    api = Api(app)
    mine = api.known_by(api.post("/v1/accounts", {"name": "Ada"}).ok()["token"])
    for year in range(2010, 2026):
        mine.post("/v1/replays", raw=shifted(document, datetime(year, 5, 5, tzinfo=UTC)), headers=RECORD).ok()
    whole = mine.post("/v1/replays", json.loads(WHOLE.read_text())).ok()

    def counted(apart: Json) -> Json:
        return {kind: games for kind, games in apart.items() if games}

    def check(imported: int) -> None:
        stats = api.get("/v1/stats").ok()
        assert (stats["games"], counted(stats["apart"])) == (0, {"imported": 16 + imported})
        stats = api.get("/v1/stats", query="imported=true").ok()
        assert (stats["games"], stats["perfect"]) == (imported, imported)
        assert counted(stats["apart"]) == {"aborted": 16}
        assert len(stats["by_edition"]) == imported

    check(1)
    with app.extensions["database"].bind():
        rollup.add_finished()
    check(1)
    with psycopg.connect(another_database) as db:
        assert (db.execute("select count(*) from rollup").fetchone() or (0,))[0] <= 2 * 2 * 7  # perhaps at midnight
    mine.delete(f"/v1/replays/{whole['id']}").ok()
    check(0)


TABLES = ("game", "seat", "event", "deal", "message", "comment", "branch", "note", "rendition")


def rows_of(database_url: str, game: str) -> dict[str, int]:
    """Return the number of rows of a game, by table."""
    with psycopg.connect(database_url) as db:
        counts = {table: f"select count(*) from {table} where game_id = %s".encode() for table in TABLES}
        return {table: (db.execute(count, (game[2:],)).fetchone() or (0,))[0] for table, count in counts.items()}


def test_an_import_can_be_deleted(
    ada: Player, players: Players, document: Json, api: Api, app: Flask, database_url: str
) -> None:
    """Nothing of it is left in the database, in a list, in a cache, or for a conditional request."""
    (other,) = players(1)
    raw = forged(document, lambda record: record.update(idle_limit_s=4711))
    game = ada.api.post("/v1/replays", raw=raw, headers=RECORD).ok()["id"]
    path = f"/v1/replays/{game}"
    other.api.post(f"{path}/comments", {"anchor": "game", "text": "Hm."}).ok()
    other.api.post(f"{path}/lines", {"at": 0, "moves": []}).ok()
    solve(app, game)
    look_back(app, game)
    parts = ("/frames", "/frames/0", "/analysis", "/hindsight", "/positions/0.svg", "/score.svg")
    tags = {part: api.get(f"{path}{part}").headers["ETag"] for part in parts}
    for part, tag in tags.items():
        assert api.get(f"{path}{part}", headers={"If-None-Match": tag}).status == 304
    revision = api.get(f"{path}/frames").headers["Content-Location"].partition("=")[2]
    assert api.get(f"{path}/frames", query=f"rev={revision}").headers["Cache-Control"] == "public, no-cache"
    assert all(number for table, number in rows_of(database_url, game).items() if table != "note")

    assert other.api.delete(path).code == "not-the-creator"
    assert api.delete(path).code == "missing-token"
    assert ada.api.delete(path).status == 204
    assert ada.api.delete(path).code == "not-found"
    assert not any(rows_of(database_url, game).values())
    for part, tag in tags.items():
        assert api.get(f"{path}{part}", headers={"If-None-Match": tag}).status == 404
        assert api.get(f"{path}{part}", query=f"rev={revision}").status in (404, 422)
    for part in ("", "/export", "/comments", "/lines", "/verification", "/notes"):
        assert api.get(f"{path}{part}").status == 404
    assert game not in [item["id"] for item in api.get("/v1/replays", query="imported=true").ok()["items"]]
    assert ada.api.post("/v1/replays", raw=raw, headers=RECORD).status == 201


def test_a_game_that_was_played_here_cannot_be_deleted(new_game: NewGame) -> None:
    """Not even by its creator, whether it is running or has ended."""
    game = new_game()
    assert game.players[0].api.delete(game.replay_path).code == "not-imported"
    game.abort()
    assert game.players[0].api.delete(game.replay_path).code == "not-imported"


def test_a_list_skips_a_game_that_is_gone(ada: Player, app: Flask, api: Api) -> None:
    """Lists skip a game that is deleted while they are read."""
    ids = [ada.api.post("/v1/replays", SHORT).ok()["id"] for _ in range(3)]
    database = app.extensions["database"]
    with database.bind():
        loaded = finished_game.load(UUID(ids[1][2:]), None)
    query = ReplayFilter(FinishedFilter(imported=True), "-finished", None, 100)

    def line(row: Any) -> bytes:
        if row.game_id == loaded.game_id:
            ada.api.delete(f"/v1/replays/{ids[1]}").ok()
        return finished_game.load(row.game_id, None).game_id.hex.encode()

    found = list(line_streams.lines(database, line_streams.LineStreams(10_000), query, 3, line, lambda: False))
    assert [f"g_{name.decode()}" for name in found][:2] == [ids[2], ids[0]]


def test_a_comment_on_a_deleted_game_is_not_found(ada: Player, database_url: str, players: Players) -> None:
    """A comment that is sent while the game is deleted waits, and is then not-found."""
    game = ada.api.post("/v1/replays", SHORT).ok()["id"]
    answers: list[Answer] = []
    (other,) = players(1)

    def comment() -> None:
        answers.append(other.api.post(f"/v1/replays/{game}/comments", {"anchor": "game", "text": "Hm."}))

    writer = threading.Thread(target=comment)
    with psycopg.connect(database_url) as db:  # as the service deletes it
        db.execute("select 1 from game where game_id = %s for update", (game[2:],))
        writer.start()
        while writer.is_alive() and not spread.is_waited_for(db):
            pass
        for table in ("sight", "event", "deal", "seat", "rendition", "game"):
            db.execute(f"delete from {table} where game_id = %s".encode(), (game[2:],))
    writer.join()
    assert [answer.code for answer in answers] == ["not-found"]
