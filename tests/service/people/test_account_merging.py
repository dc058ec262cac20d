"""Tests of merging two accounts of one person: who agrees, what moves, and what stays as it is."""

from collections.abc import Callable
from contextlib import closing
from itertools import chain
from typing import Any, Final, NamedTuple

import psycopg
import pytest
from flask import Flask
from sqlalchemy import PrimaryKeyConstraint, UniqueConstraint, Uuid

from service.app import create_app
from service.core import feature
from service.core.people import account_merging, accounts, merge_codes
from service.core.people.owned import all_owned
from service.features.statistics import rollup
from service.platform.database.table_class import Model
from service.platform.settings import Quota, Settings
from tests.rows import in_one_test
from tests.service.browser import OWN_PAGE, Browser, guest_browser
from tests.service.client import Api, Json, Player, access_of
from tests.service.factories import NewGame, Players, grant, rename, unique
from tests.service.tables.event_client import EventClient

PHONE = {**OWN_PAGE, "User-Agent": "Mozilla/5.0 (Linux; Android 15) Chrome/131.0"}

OTHER_IDS: Final = {
    "action_id",
    "again_of",
    "app_id",
    "branch_id",
    "comment_id",
    "delivery_id",
    "game_id",
    "held_by",
    "link_id",
    "contest_id",
    "entry_id",
    "log_id",
    "study_id",
    "made_by of account_merge",
    "made_by of device_link",
    "made_by of move_plan",
    "made_by of webhook",
    "merge_id",
    "message_id",
    "other_made_by",
    "parent_id",
    "passkey_id",
    "process_id",
    "puzzle_id",
    "report_id",
    "seek_id",
    "session_id",
    "sign_in_id",
    "token_id",
    "webhook_id",
}
"""The columns with ids of something else than an account."""


ONE_OF_BOTH: Final = {
    "block.account_id": "whom both block",
    "block.blocked_id": "who blocks both",
    "report.account_id": "open reports about the same account",
    "seek.account_id": "the seek of the account that ends",
    "seat.account_id": "refused: one game would have one player twice",
    "note.account_id": "only players write notes, and no game has both",
    "sight.account_id": "the replays that both have read",
    "webhook_game.account_id": "the games about which both were told",
}
"""The columns of keys in which both accounts may have a row, and what a merge keeps once."""


def test_every_column_that_names_an_account_is_considered() -> None:
    """A new column moves, ends or is treated apart. Reports and reviews together also name accounts in texts."""
    tables = Model.metadata.sorted_tables
    named = set()
    for table in tables:
        for column in table.columns:
            if isinstance(column.type, Uuid) and not {column.name, f"{column.name} of {table.name}"} & OTHER_IDS:
                named.add(f"{table.name}.{column.name}")
    listed = [str(owned.column.expression) for owned in all_owned()]
    assert len(listed) == len(set(listed))
    forgotten = named.symmetric_difference(listed)
    assert not forgotten, "list it in `owned` of the hooks of its feature, or in service/core/people/owned.py"
    keys = {str(key.parent) for table in tables for key in table.foreign_keys if key.column.name == "account_id"}
    assert keys <= named


def test_a_merge_keeps_what_is_unique_for_an_account_once() -> None:
    """Otherwise the second row of a key would be an error."""
    moving = {str(owned.column.expression) for owned in all_owned() if owned.merged == "moves"}
    unique_columns = set()
    for table in Model.metadata.sorted_tables:
        keys = [key for key in table.constraints if isinstance(key, (PrimaryKeyConstraint, UniqueConstraint))]
        columns = chain(*[key.columns for key in keys], *[index.columns for index in table.indexes if index.unique])
        unique_columns |= {str(column) for column in columns}
    assert moving & unique_columns == ONE_OF_BOTH.keys(), (
        "handle it in `merging` of the hooks of its feature, and say here what is kept"
    )


EXPORTED: Final = {
    "account": "account",
    "account.owner_id": "bots",
    "account.merged_into": "merged",
    "token": "tokens",
    "game": "imports",
    "seat": "games",
    "invitation": "invitations",
    "block": "blocks",
    "sight": "replays_read",
}
"""The members of an export that the core has, by the table or the column whose rows they are."""

NOT_EXPORTED: Final = {
    "account_merge": "valid for minutes; `merged` is what remains",
    "handle": "forms of the name",
}


def test_an_export_has_the_rows_of_every_table(two: "Two") -> None:
    """A new table with accounts has a member, or there is a reason why not."""
    tables = {owned.column.expression.table.name for owned in all_owned()}
    considered = {name.partition(".")[0] for name in (*EXPORTED, *NOT_EXPORTED)}
    of_features = {name: member for each in feature.hooks() for name, member in each.exported.items()}
    considered |= {member.table.__tablename__ for member in of_features.values()}
    considered |= {table for each in feature.hooks() for table in each.not_exported}
    assert tables == considered, "export the rows by the hook `exported`, or say in `not_exported` why not"
    exported = two.old.api.get("/v1/me/export").ok()
    assert exported.keys() >= {*EXPORTED.values(), *of_features}
    assert list(exported)[-len(of_features) :] == list(of_features)


class Two(NamedTuple):
    """Two accounts of one person, the older one first."""

    old: Player
    new: Player


@pytest.fixture
def two(players: Players) -> Two:
    """Two new accounts."""
    return Two(*players(2))


def agreed(first: Player | Browser, second: Player | Browser) -> Any:
    """Let the first show a code and the second type it, and both agree. Return the last answer."""
    one, other = [side.api if isinstance(side, Player) else side for side in (first, second)]
    made = one.post("/v1/me/merges").ok()
    other.post("/v1/me/merge-claims", {"code": made["code"]}).ok()
    path = f"/v1/me/merges/{made['id']}"
    assert one.send("PATCH", path, {"allowed": True}).ok()["merged"] is False
    return other.send("PATCH", path, {"allowed": True})


def test_each_side_sees_the_other_and_has_to_agree(app: Flask, database_url: str) -> None:
    """Nothing happens before both have. Then the browser of the newer account is signed in to the older one."""
    old, new = Browser(app), Browser(app)
    ada, fox = old.guest(unique("Ada")), new.guest(unique("Fox"))
    made = new.post("/v1/me/merges", headers=PHONE).ok()
    path = f"/v1/me/merges/{made['id']}"
    waiting = {"other": None, "device": None, "same_network": None, "kept": None, "allowed": False, "merged": False}
    assert new.get(path).ok() == {"id": made["id"], **waiting, "expires_at": made["expires_at"]}
    assert new.send("PATCH", path, {"allowed": True}).code == "not-found"
    assert new.post("/v1/me/merge-claims", {"code": made["code"]}).code == "code-refused"  # one's own
    kept = {"id": ada["id"], "name": ada["name"]}
    seen = old.post("/v1/me/merge-claims", {"code": made["code"].lower()}).ok()
    assert seen == {
        "id": made["id"],
        "other": {"id": fox["id"], "name": fox["name"]},
        "device": "Chrome, Android",
        "same_network": True,
        "kept": kept,
        "allowed": False,
        "merged": False,
        "expires_at": made["expires_at"],
    }
    assert new.get(path).ok() | {"device": ""} == {**seen, "device": "", "other": kept}
    stranger = guest_browser(app)
    assert stranger.post("/v1/me/merge-claims", {"code": made["code"]}).code == "code-refused"
    for method in ("GET", "PATCH", "DELETE"):
        body = {"allowed": True} if method == "PATCH" else None
        assert stranger.send(method, path, body).code == "not-found"
    for body in ({}, {"allowed": False}):
        assert old.send("PATCH", path, body).code == "invalid-request"
    assert old.send("PATCH", path, {"allowed": True}).ok()["allowed"] is True
    assert old.send("PATCH", path, {"allowed": True}).ok()["merged"] is False  # twice is not two
    assert new.get("/v1/me").ok()["id"] == fox["id"]
    done = new.send("PATCH", path, {"allowed": True}).ok()
    assert (done["merged"], done["kept"], done["other"]) == (True, kept, None)
    assert old.get(path).ok() == done == new.send("PATCH", path, {"allowed": True}).ok()
    assert new.get("/v1/me").ok()["name"] == ada["name"]
    assert len(access_of(new, "sign-in")) == 2
    assert Api(app).get(f"/v1/accounts/{fox['id']}").ok()["id"] == ada["id"]
    assert Api(app).get(f"/v1/accounts/{fox['name']}").status == 404
    with psycopg.connect(database_url) as db:
        assert made["code"].replace("-", "") not in str(db.execute("select m::text from account_merge m").fetchall())


def signed_out(one: Browser, _: Browser, __: str, ___: str) -> None:
    assert one.delete("/v1/sign-in").status == 204


def typist_signed_out(_: Browser, other: Browser, __: str, ___: str) -> None:
    assert other.delete("/v1/sign-in").status == 204


def refused(_: Browser, other: Browser, path: str, __: str) -> None:
    assert other.delete(path).status == 204


def renewed(one: Browser, _: Browser, __: str, ___: str) -> None:
    one.post("/v1/me/merges").ok()


def expired(_: Browser, __: Browser, path: str, database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as db:
        db.execute("update account_merge set expires_at = now() where merge_id = %s", (path.rpartition("j_")[2],))


def deleted(_: Browser, other: Browser, __: str, ___: str) -> None:
    other.delete("/v1/me").ok()


@in_one_test("end", [signed_out, typist_signed_out, refused, renewed, expired, deleted])
def test_a_merge_needs_both_sign_ins_to_the_end(
    app: Flask, database_url: str, end: Callable[[Browser, Browser, str, str], None]
) -> None:
    """Whoever signs out, refuses or comes too late has merged nothing, even if one side has agreed."""
    one, other = Browser(app), Browser(app)
    first, second = one.guest(), other.guest()
    made = one.post("/v1/me/merges").ok()
    path = f"/v1/me/merges/{made['id']}"
    other.post("/v1/me/merge-claims", {"code": made["code"]}).ok()
    agrees, other_side = (other, one) if end is signed_out else (one, other)
    assert agrees.send("PATCH", path, {"allowed": True}).status == 200
    end(one, other, path, database_url)
    assert agrees.send("PATCH", path, {"allowed": True}).status == 404
    assert other_side.send("PATCH", path, {"allowed": True}).status in (401, 404)
    assert [Api(app).get(f"/v1/accounts/{each['id']}").body.get("id") for each in (first, second)] == [
        first["id"],
        None if end is deleted else second["id"],
    ]
    if end is expired:
        with app.extensions["database"].bind():
            assert merge_codes.remove_old() >= 1


def test_guesses_of_codes_of_merges_are_limited(database_url: str) -> None:
    """The right code passes, also from an address that has tried too many wrong ones."""
    app = create_app(Settings(database_url=database_url, rate_limits=True, rate_limit_codes=Quota(3, 3600)))
    one, other = Browser(app), Browser(app)
    one.guest()
    other.guest()
    code = one.post("/v1/me/merges").ok()["code"]
    tries = [other.post("/v1/me/merge-claims", {"code": typed}).code for typed in ["0000-0000"] * 4 + [code]]
    assert tries == ["code-refused"] * 3 + ["too-many-requests", None]
    app.extensions["database"].close()


@pytest.mark.slow
def test_games_notes_and_lines_move(two: Two, players: Players, new_game: NewGame, app: Flask) -> None:
    """A running game goes on with the older account, and a finished one shows it. Both records are right."""
    old, new = two
    (partner,) = players(1)
    running, ended = [new_game(at_table=[partner, new]) for _ in range(2)]
    kept_game = new_game(at_table=[old, partner])
    running.players[1].api.put(f"{running.path}/notes/game", {"text": "Mine."}).ok()
    ended.abort()
    new.api.put(f"{ended.path}/notes/game", {"text": "Shared.", "shared": True}).ok()
    comment = new.api.post(f"{ended.replay_path}/comments", {"anchor": "game", "text": "Well played."}).ok()
    private = new_game(at_table=[new, partner], private=True)
    with app.extensions["database"].bind():
        rollup.add_finished(1000)
    before = partner.api.get(running.path)
    kept_before = partner.api.get(kept_game.path).headers["ETag"]
    stats = [new.api.get(f"/v1/accounts/{each.id}").ok()["stats"]["games"] for each in two]
    assert agreed(old, new).ok()["kept"]["id"] == old.id
    for api in (old.api, new.api):
        view = api.get(running.path).ok()
        assert (view["viewer"]["seat"], view["seats"][1]["name"]) == (1, old.name)
        assert api.get(f"{running.path}/notes").ok()["items"][0]["text"] == "Mine."
        assert api.get(private.path).ok()["viewer"]["seat"] == 0
    assert {game["id"] for game in old.api.get("/v1/me/games").ok()["items"]} == {
        game.id for game in (running, ended, kept_game, private)
    }
    after = partner.api.get(running.path, headers={"If-None-Match": before.headers["ETag"]})
    assert after.ok()["seats"][1]["account"] == old.id
    assert partner.api.get(kept_game.path, headers={"If-None-Match": kept_before}).status == 200
    assert running.play("clue 0 1" if running.view(0)["to_move"] == 1 else "clue 1 1") is not None
    running.abort()
    for game in (running, ended):
        assert partner.api.get(f"{game.replay_path}/verification").ok()["verified"] is True
    replay = partner.api.get(ended.replay_path).ok()
    assert [seat["name"] for seat in replay["seats"]] == [partner.name, old.name]
    shared = partner.api.get(f"{ended.replay_path}/notes").ok()["items"]
    assert [note["text"] for note in shared if note["seat"] == 1] == ["Shared."]
    (found,) = partner.api.get(f"{ended.replay_path}/comments").ok()["items"]
    assert (found["id"], found["author"]["name"]) == (comment["id"], old.name)
    assert sum(stats) <= old.api.get(f"/v1/accounts/{old.id}").ok()["stats"]["games"]
    exported = old.api.get("/v1/me/export").ok()
    assert exported["merged"] == [new.id]
    assert {one["game"] for one in exported["notes"]} == {running.id, ended.id}


def test_what_belongs_to_the_account_moves_with_it(two: Two, players: Players, database_url: str) -> None:
    """Bots, webhooks, blocks, tokens and imports are those of the older account, and its links and seek have ended."""
    old, new = two
    foe, friend = players(2)
    bot = new.api.post("/v1/me/bots", {"name": unique("Bot")}).ok()
    hook = new.api.post("/v1/me/webhooks", {"url": "https://hooks.example/x", "events": ["your-turn"]}).ok()
    for blocking, blocked in (
        (new, foe),
        (old, foe),
        (new, old),
        (old, new),
        (new, friend),
        (friend, new),
        (friend, old),
    ):
        blocking.api.put(f"/v1/me/blocks/{blocked.id}").ok()
    for reporter in (friend, foe):
        reporter.api.post("/v1/reports", {"about": new.id, "reason": "name"}).ok()
    foe.api.post("/v1/reports", {"about": old.id, "reason": "name"}).ok()
    token = new.api.post("/v1/me/tokens", {"name": "program", "scopes": ["read"]}).ok()
    codes = new.api.post("/v1/me/recovery-codes").ok()["codes"]
    link = new.api.post("/v1/me/links").ok()
    seek = new.api.post("/v1/seeks", {"seats": 5, "rules": [{}]}).ok()
    assert agreed(new, old).ok()["merged"] is True
    api = old.api
    assert [(one["id"], one["name"]) for one in api.get("/v1/me/bots").ok()["items"]] == [(bot["id"], bot["name"])]
    assert api.get(f"/v1/accounts/{bot['id']}").ok()["program"]["owner"]["id"] == old.id
    assert [one["id"] for one in api.get("/v1/me/webhooks").ok()["items"]] == [hook["id"]]
    assert {one["account"] for one in api.get("/v1/me/blocks").ok()["items"]} == {foe.id, friend.id}
    assert [one["account"] for one in friend.api.get("/v1/me/blocks").ok()["items"]] == [old.id]
    assert api.known_by(token["token"]).get("/v1/me").ok()["name"] == old.name
    assert token["id"] in {one["id"] for one in api.get("/v1/me/tokens").ok()["items"]}
    assert [one["name"] for one in access_of(api, "recovery-codes")] == [f"{len(codes)}"]
    assert api.get(f"/v1/me/links/{link['id']}").status == 404
    assert api.get(f"/v1/seeks/{seek['id']}").status == 404
    with psycopg.connect(database_url) as db:
        about = (
            "select about, count(*) filter (where closed_at is null) from report where about = any(%s) group by about"
        )
        assert db.execute(about, ([old.id, new.id],)).fetchall() == [(old.id, 2)]


@pytest.mark.parametrize("owner", [0, 1], ids=["older", "younger"])
def test_webhooks_of_either_watch_the_games_of_both(
    two: Two, players: Players, new_game: NewGame, owner: int, database_url: str
) -> None:
    """From then on."""
    (partner,) = players(1)
    games = [new_game(at_table=[partner, each]) for each in two]
    two[owner].api.post("/v1/me/webhooks", {"url": "https://hooks.example/x", "events": ["your-turn"]}).ok()
    assert agreed(*two).ok()["merged"] is True
    with psycopg.connect(database_url) as db:
        of = "select game_id, version from webhook_game where account_id = %s"
        watched = db.execute(of, (two[0].id.removeprefix("a_"),)).fetchall()
    assert {(f"g_{game_id.hex}", version) for game_id, version in watched} == {(game.id, 0) for game in games}


@pytest.mark.slow
def test_recovery_codes_of_the_older_account_stay(two: Two, app: Flask) -> None:
    """Those of the newer one are void then, since codes are typed together with a name."""
    kept, void = [side.api.post("/v1/me/recovery-codes").ok()["codes"][0] for side in two]
    agreed(*two).ok()
    tried = [
        Browser(app).post("/v1/sign-in/recovery-code", {"name": name, "code": code}).status
        for name, code in ((two.old.name, void), (two.new.name, void), (two.old.name, kept))
    ]
    assert tried == [403, 403, 201]


def test_the_name_of_the_other_account_is_reserved(two: Two, players: Players) -> None:
    """Only the older account can take it, for 30 days."""
    old, new = two
    agreed(old, new).ok()
    assert [rename(one, new.name).status for one in (players(1)[0], old)] == [409, 200]


@pytest.mark.parametrize("state", ["open", "running", "ended"])
def test_two_accounts_of_one_table_are_not_merged(two: Two, new_game: NewGame, state: str) -> None:
    """Neither when the code is typed, nor when a game begins after that. Nothing changes."""
    old, new = two
    made = old.api.post("/v1/me/merges").ok()
    path = f"/v1/me/merges/{made['id']}"
    new.api.post("/v1/me/merge-claims", {"code": made["code"]}).ok()
    game = new_game(3 if state == "open" else 2, at_table=[old, new])
    if state == "ended":
        game.abort()
    assert old.api.send("PATCH", path, {"allowed": True}).status == 200
    for _ in range(2):
        assert new.api.send("PATCH", path, {"allowed": True}).code == "same-table"
    assert [each.api.get("/v1/me").ok()["id"] for each in two] == [old.id, new.id]
    assert new.api.get(path).ok()["allowed"] is False
    other = old.api.post("/v1/me/merges").ok()
    assert new.api.post("/v1/me/merge-claims", {"code": other["code"]}).code == "same-table"
    assert old.api.get(f"/v1/me/merges/{other['id']}").ok()["other"] is None


def test_streams_of_the_other_account_end_and_begin_again(
    app: Flask, two: Two, players: Players, new_game: NewGame
) -> None:
    """Its token then belongs to the older account, whose stream hears of the game that it has got."""
    old, new = two
    game = new_game(at_table=[*players(1), new])
    app.extensions["subscriptions"].keep_alive_s = 0.2
    with (
        closing(EventClient(app, f"{game.path}/events", new.token)) as table,
        closing(EventClient(app, "/v1/me/events", old.token)) as account,
    ):
        assert (table.next().event, account.next().event) == ("snapshot", "ready")
        agreed(old, new).ok()
        assert [frame.event for frame in table.remaining()] == ["bye"]
        assert account.next().event in ("started", "your-turn")
    with closing(EventClient(app, f"{game.path}/events", new.token)) as table:
        assert table.next().event == "snapshot"


def test_marks_remain_and_the_rights_of_moderators_do_not(app: Flask, two: Two, players: Players) -> None:
    """A merge makes no person of a program, and no moderator of a person. A suspended account is not merged."""
    old, new = two
    (moderator,) = players(1)
    judge = moderator.api.known_by(grant(app, moderator))

    def act(body: Json) -> None:
        judge.post("/v1/moderation/actions", {"reason": "x", **body}).ok()

    made = old.api.post("/v1/me/merges").ok()
    path = f"/v1/me/merges/{made['id']}"
    new.api.post("/v1/me/merge-claims", {"code": made["code"]}).ok()
    new.api.send("PATCH", path, {"allowed": True}).ok()
    act({"action": "suspend", "target": new.id})
    assert old.api.send("PATCH", path, {"allowed": True}).status == 404
    act({"action": "lift", "target": new.id})
    act({"action": "mark", "target": new.id})
    granted = grant(app, new)
    assert old.api.send("PATCH", path, {"allowed": True}).ok()["merged"] is True
    assert old.api.get(f"/v1/accounts/{old.id}").ok()["program"] == {"owner": None}
    assert old.api.known_by(granted).get("/v1/moderation/reports").code == "insufficient-scope"


@pytest.mark.slow
def test_merges_can_follow_each_other(app: Flask, players: Players, new_game: NewGame) -> None:
    """The ids of all earlier accounts stand for the last one, whose records stay right."""
    oldest, middle, newest, partner = players(4)
    game = new_game(at_table=[partner, newest])
    game.abort()
    agreed(middle, newest).ok()
    agreed(oldest, middle).ok()
    with app.extensions["database"].bind():
        accounts.remove_deleted()
        account_merging.move_late()
    assert {partner.api.get(f"/v1/accounts/{each.id}").ok()["id"] for each in (oldest, middle, newest)} == {oldest.id}
    assert {each.api.get("/v1/me").ok()["id"] for each in (oldest, middle, newest)} == {oldest.id}
    assert partner.api.get(f"{game.replay_path}/verification").ok()["verified"] is True
