"""Tests that nothing names an account that was merged, whatever it had, and whatever was under way."""

import json
from collections.abc import Callable, Sized
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Barrier, Thread
from time import monotonic, sleep
from typing import Any, Final
from uuid import UUID, uuid4

import psycopg
import pytest
from flask import Flask
from psycopg.types.json import Jsonb
from sqlalchemy import Column, Table
from sqlalchemy.dialects.postgresql import JSONB

from service.app import create_app
from service.core.people import account_merging
from service.core.people.owned import all_owned
from service.core.tables.news import publisher
from service.platform import ids
from service.platform.database.table_class import Model
from service.platform.settings import Settings
from tests.service.browser import Browser
from tests.service.client import Answer, Api, Player
from tests.service.contests.teams import ask, contest_of, enter, path_of
from tests.service.factories import NewGame, Players, game_factory, grant, player_factory, unique
from tests.service.people.test_account_merging import agreed

REAL: Final = Path(__file__).resolve().parents[2] / "games" / "hanab_live_2906.json"

REMAINS: Final = {
    "account.account_id",  # the deleted account itself, whose id stands for the other one
    "moderation_action.target",  # the log, which says what it became
}
NOT_MADE: Final = {
    "account.merged_into": "test_merges_can_follow_each_other",
    "account_merge.account_id": "of the merge itself",
    "account_merge.other_id": "of the merge itself",
    "authorization_code.account_id": "tests/service/oauth/test_endings.py",
    "challenge.account_id": "a digest only",
    "device_code.account_id": "tests/service/oauth/test_endings.py",
    "moderation_action.account_id": "who acted as a moderator, which the log keeps",
    "passkey.account_id": "test_passkeys.py",
    "rollup.account_id": "test_games_notes_and_lines_move",
    "webhook_game.account_id": "tests/service/webhooks",
}
"""The columns that the test leaves to others. It has rows of most others by requests, and inserts the rest."""


def fill(url: str, player: Player, columns: set[str]) -> None:
    """Insert a row with the id of an account into each of some columns, whatever else the row has."""
    values: dict[type, Any] = {str: "x", int: 0, bool: False, float: 0.0, bytes: b"x", UUID: uuid4(), dict: Jsonb({})}
    values |= {list: [], datetime: datetime.now(UTC), date: datetime.now(UTC).date()}
    with psycopg.connect(url) as db:
        db.execute("set session_replication_role = replica")  # without foreign keys
        for owned in all_owned():
            table: Table = owned.column.class_.__table__
            if f"{table.name}.{owned.column.key}" in columns:
                filled = [one for one in table.columns if not one.nullable and one.server_default is None]
                row = [
                    UUID(player.id[2:]) if one.key == owned.column.key else values[python_type(one)] for one in filled
                ]
                marks, names = ", ".join(["%s"] * len(row)), ", ".join(one.name for one in filled)
                db.execute(f"insert into {table.name} ({names}) values ({marks})".encode(), row)


def python_type(column: Column[Any]) -> type:
    """Return the type of the values of a column."""
    return dict if isinstance(column.type, JSONB) else column.type.python_type


def naming(url: str, player: Player) -> set[str]:
    """Return the columns of the database in which the id of an account stands, in any form."""
    found = set()
    with psycopg.connect(url) as db:
        for table in Model.metadata.sorted_tables:
            names = [column.name for column in table.columns]
            tests = ", ".join(f"bool_or(strpos(replace({name}::text, '-', ''), %(id)s) > 0)" for name in names)
            row = db.execute(f"select {tests} from {table.name}".encode(), {"id": player.id[2:]}).fetchone()
            found |= {f"{table.name}.{name}" for name, is_there in zip(names, row or (), strict=True) if is_there}
    return found


def agree(first: Player, second: Player) -> str:
    """Let the first of two accounts agree to a merge, and return its address for the second one."""
    made = first.api.post("/v1/me/merges").ok()
    second.api.post("/v1/me/merge-claims", {"code": made["code"]}).ok()
    path = f"/v1/me/merges/{made['id']}"
    first.api.send("PATCH", path, {"allowed": True}).ok()
    return path


def test_no_column_names_the_merged_account(app: Flask, players: Players, new_game: NewGame, database_url: str) -> None:
    """It had something in every table, and is named in none afterwards. Lists name the other account once."""
    old, new, foe, friend = players(4)
    api = new.api
    api.post("/v1/me/tokens", {"name": "program", "scopes": ["read"]}).ok()
    api.post("/v1/me/bots", {"name": unique("Bot")}).ok()
    api.post("/v1/me/webhooks", {"url": "https://hooks.example/x", "events": ["your-turn"]}).ok()
    api.post("/v1/me/recovery-codes").ok()
    api.post("/v1/me/links").ok()
    api.post("/v1/seeks", {"seats": 5, "rules": [{}]}).ok()
    judge = friend.api.known_by(grant(app, friend))
    judge.post("/v1/moderation/actions", {"action": "mark", "target": new.id, "reason": "x"}).ok()
    game = new_game(at_table=[new, foe])
    other_play = {"at": 0, "moves": [{"type": "play", "card": 5 * game.view(0)["to_move"]}]}
    game.abort()
    api.put(f"{game.path}/notes/game", {"text": "Mine."}).ok()
    api.post(f"{game.replay_path}/comments", {"anchor": "game", "text": "Well played."}).ok()
    api.post(f"{game.replay_path}/lines", other_play).ok()
    other = new_game(at_table=[foe, players(1)[0]])
    other.abort()
    api.get(other.replay_path).ok()
    session = (
        f"{other.replay_path}/sessions/{api.post(f'{other.replay_path}/sessions', {'place': 'turn=0'}).ok()['id']}"
    )
    api.send("PATCH", session, {"message": "Look."}).ok()
    friends = (
        f"{game.replay_path}/sessions/{foe.api.post(f'{game.replay_path}/sessions', {'place': 'turn=0'}).ok()['id']}"
    )
    for one in (old, new):
        foe.api.send("PATCH", friends, {"mute": one.id}).ok()
    api.post("/v1/replays", json.loads(REAL.read_text())).ok()
    table = api.post("/v1/games", {"seats": 2}).ok()["id"]
    api.post(f"/v1/games/{table}/invitations", {"account": foe.id}).ok()
    theirs = foe.api.post("/v1/games", {"seats": 2}).ok()["id"]
    foe.api.post(f"/v1/games/{theirs}/invitations", {"account": new.id}).ok()
    contest_of(foe, entry={"who": "invited", "accounts": [old.id, new.id]})
    mine = contest_of(new)
    enter(mine, [new, foe])
    ask(mine, new).ok()
    for one, named in ((new, foe), (friend, new)):
        one.api.put(f"/v1/me/blocks/{named.id}").ok()
        one.api.post("/v1/reports", {"about": named.id, "reason": "name"}).ok()
    fill(
        database_url,
        new,
        {str(owned.column.expression) for owned in all_owned()} - naming(database_url, new) - set(NOT_MADE),
    )
    before = naming(database_url, new)
    assert {str(owned.column.expression) for owned in all_owned()} - before == set(NOT_MADE) - before
    assert {"contest.invited", "contest_table.ready", "review_session.muted", "report.about"} <= before
    path = agree(old, new)
    assert api.send("PATCH", path, {"allowed": True}).ok()["merged"] is True
    assert naming(database_url, new) == REMAINS
    with psycopg.connect(database_url) as db:
        for column, table in (("invited", "contest"), ("muted", "review_session")):
            found = db.execute(f"select {column} from {table} where {column} ? %s".encode(), (old.id[2:],)).fetchall()
            assert [one.count(old.id[2:]) for (one,) in found] == [1]
    # The log of moderation finds what was done to both, by either id, and says that they are one.
    judge.post("/v1/moderation/actions", {"action": "unmark", "target": old.id, "reason": "y"}).ok()
    log = []
    for target in (old, new):
        log = judge.get("/v1/moderation/actions", query=f"target={target.id}").ok()["items"]
        assert [(one["action"], one["target"]) for one in log] == [
            ("unmark", old.id),
            ("merge", new.id),
            ("mark", new.id),
        ]
    assert (log[1]["before"], log[1]["after"], log[1]["by"]) == (new.name, old.id, None)
    assert [one["action"] for one in api.get("/v1/me/export").ok()["moderation"]] == ["mark", "merge", "unmark"]


def writes(app: Flask, new: Player, foe: Player, made: NewGame) -> dict[str, Callable[[], Answer]]:
    """Return requests of an account that store something of it, and requests of others that name it."""
    api, judged = new.api, {"about": new.id, "reason": "name"}
    game, table, theirs = made(at_table=[new, foe]), foe.api.post("/v1/games", {"seats": 2}).ok(), made(at_table=[foe])
    other_play = {"at": 0, "moves": [{"type": "play", "card": 5 * game.view(0)["to_move"]}]}
    game.abort()
    contest, replay = contest_of(foe), made(2)
    replay.abort()
    browser = Browser(app)
    return {
        "token": lambda: api.post("/v1/me/tokens", {"name": "program", "scopes": ["read"]}),
        "sign-in": lambda: browser.post("/v1/sign-in/token", {"token": new.token}),
        "bot": lambda: api.post("/v1/me/bots", {"name": unique("Bot")}),
        "link": lambda: api.post("/v1/me/links"),
        "seek": lambda: api.post("/v1/seeks", {"seats": 5, "rules": [{}]}),
        "blocked": lambda: foe.api.put(f"/v1/me/blocks/{new.id}"),
        "report": lambda: api.post("/v1/reports", {"about": foe.id, "reason": "name"}),
        "reported": lambda: foe.api.post("/v1/reports", judged),
        "seat": lambda: api.post(f"/v1/games/{table['id']}/seats", {}),
        "invited": lambda: foe.api.post(f"{theirs.path}/invitations", {"account": new.id}),
        "note": lambda: api.put(f"{game.path}/notes/game", {"text": "Mine."}),
        "comment": lambda: api.post(f"{game.replay_path}/comments", {"anchor": "game", "text": "Well played."}),
        "branch": lambda: api.post(f"{game.replay_path}/lines", other_play),
        "read": lambda: api.get(replay.replay_path),
        "entry": lambda: api.post(f"{path_of(contest)}/entries", {"partners": [{"account": foe.id}]}),
    }


def test_what_is_stored_while_accounts_merge_is_not_lost(another_database: str) -> None:
    """It waits for the merge, or moves a minute later. A token that was issued then works at once."""
    url = another_database
    app = create_app(Settings(database_url=url, pool_size=30, database_deadline_s=30))
    players = player_factory(Api(app, may_fail=True))
    old, new, foe, _ = players(4)
    requests = writes(app, new, foe, game_factory(players))
    path, answers = agree(old, new), {}

    def send(name: str, request: Callable[[], Answer]) -> None:
        answers[name] = request()

    with psycopg.connect(url) as db:
        # The last thing that a merge does is to move the sums: it waits here, and has moved everything else.
        db.execute(
            """insert into rollup (account_id, days, since, kind, edition, multicolor, seats, outcome, strikeout,
                                   score, games)
               values (%s, 64, '2026-01-01', 'played', 'de', 'none', 2, 'won', false, 25, 0)""",
            (ids.parse("a", new.id),),
        )
        db.commit()
        db.execute("select 1 from rollup for update")
        merge = Thread(target=send, args=("merge", lambda: new.api.send("PATCH", path, {"allowed": True})))
        merge.start()
        wait_until_still(db, answers, 1)
        others = [Thread(target=send, args=one) for one in requests.items()]
        for thread in others:
            thread.start()
        wait_until_still(db, answers, 2)
        early = dict(answers)
    for thread in (merge, *others):
        thread.join()
    assert answers["merge"].ok()["merged"] is True
    late = {name: answer for name, answer in answers.items() if name not in early and name != "merge"}
    assert {"token", "sign-in", "bot"} & late.keys()
    for name, answer in answers.items():
        assert answer.status < 300 or answer.code == "service-unavailable", (name, answer.body)
        if answer.status == 201 and "token" in answer.body:
            assert Api(app, token=answer.body["token"]).get("/v1/me").status == 200, name
    for name, answer in answers.items():
        if answer.status == 503:  # sent again, it is about the account that remains
            assert requests[name]().status < 300, name
    with psycopg.connect(url, autocommit=True) as db, app.extensions["database"].bind():
        db.execute("update account set deleted_at = deleted_at - interval '2 minutes' where merged_into is not null")
        assert account_merging.move_late() == 1
        assert account_merging.move_late() == 0
    assert naming(url, new) <= REMAINS
    assert old.api.get("/v1/me/bots").status == 200
    app.extensions["database"].close()


def wait_until_still(db: psycopg.Connection[Any], answers: Sized, waiting: int) -> None:
    """Wait until at least so many statements wait for a lock, and nothing has changed for a while."""
    count = """select count(*) from pg_stat_clear_snapshot(), pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock'"""
    before, since, deadline = (0, 0), monotonic(), monotonic() + 20
    while before[0] < waiting or monotonic() < since + 0.4:
        found = ((db.execute(count).fetchone() or (0,))[0], len(answers))
        if found != before:
            before, since = found, monotonic()
        assert monotonic() < deadline
        sleep(0.02)


def test_what_is_moved_late_marks_seats_and_says_so(
    database_url: str, new_game: NewGame, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sight that another request stored during the merge tells that the account knows a deck."""
    earlier = new_game()
    earlier.abort()
    old, new, partner = players(3)
    table = old.api.post("/v1/games", {"deck_of": earlier.id}).ok()["id"]
    partner.api.post(f"/v1/games/{table}/seats").ok()
    agreed(old, new).ok()
    before = old.api.get(f"/v1/games/{table}").headers["ETag"]
    announced: list[object] = []
    monkeypatch.setattr(publisher, "announce", lambda game_id, _: announced.append(ids.render("g", game_id)))
    app = create_app(Settings(database_url=database_url))
    with psycopg.connect(database_url, autocommit=True) as db, app.extensions["database"].bind():
        late = {"game": ids.parse("g", earlier.id), "kept": ids.parse("a", old.id)}
        # Nothing of other tests is late: they may have merged more accounts than one pass moves.
        db.execute("update account set applied_revision = revision where merged_into is not null")
        db.execute(
            "insert into sight (game_id, account_id)"
            " select %(game)s, account_id from account where merged_into = %(kept)s",
            late,
        )
        db.execute(
            "update account set deleted_at = deleted_at - interval '2 minutes', revision = revision + 1"
            " where merged_into = %(kept)s",
            late,
        )
        account_merging.move_late()
    app.extensions["database"].close()
    after = old.api.get(f"/v1/games/{table}")
    assert after.ok()["seats"][0]["knew_deck"] is True and after.headers["ETag"] != before
    assert table in announced


def test_a_merge_waits_while_games_are_counted(players: Players, database_url: str) -> None:
    """The count holds a lock for a moment, and nobody presses a button twice for it."""
    old, new = players(2)
    path, answers = agree(old, new), list[Answer]()
    with psycopg.connect(database_url) as counting:
        counting.execute("select pg_advisory_xact_lock(hashtext('rollup'))")
        merge = Thread(target=lambda: answers.append(new.api.send("PATCH", path, {"allowed": True})))
        merge.start()
        wait_until_still(counting, answers, 1)
    merge.join()
    assert answers[0].ok()["merged"] is True


def test_many_agreements_at_once_are_one(players: Players) -> None:
    """Each of twenty that are sent together says that the accounts are merged."""
    old, new = players(2)
    path = agree(old, new)
    answers: list[Answer] = []
    together = Barrier(20)

    def send() -> None:
        together.wait()
        answers.append(new.api.send("PATCH", path, {"allowed": True}))

    threads = [Thread(target=send) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {(answer.status, answer.body.get("merged")) for answer in answers} <= {(200, True), (503, None)}
    assert (200, True) in {(answer.status, answer.body.get("merged")) for answer in answers}
