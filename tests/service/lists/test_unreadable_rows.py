"""Tests of lists with a damaged row: it is left out and logged, and the other rows are there."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import psycopg
import pytest
from flask import Flask

from tests.service.client import Api, Json, Player
from tests.service.contests.teams import contest_of, dealt, enter, path_of
from tests.service.contract import CONTRACT
from tests.service.factories import NewGame, grant

BODIES: Final = Path("contract/examples/bodies")
DAMAGE: Final = "10000-01-01"
"""A day that Postgres can express, and Python cannot."""
TIMES: Final = """
    select column_name from information_schema.columns where table_name = %s
       and table_schema = 'public' and data_type in ('timestamp with time zone', 'date')
"""

NO_ROWS: Final = {
    "listEditions",
    "listRules",
    "listVariants",
    "listBots",
    "listEvents",
    "listFrames",
    "listBranchFrames",
    "listContestDecks",
    "listKeys",
    "listProblems",
}
"""Lists that are the same for everyone, and those of one chain or of numbered rows, in which none can be missing."""

ELSEWHERE: Final = {"listPuzzles", "getLeaderboard", "getStandings"}
"""Lists of what a job or an arena makes, which are rendered as the others."""


class Listed(NamedTuple):
    """A list, and the table of its rows."""

    path: str
    table: str
    reader: Api
    where: str = "true"


@pytest.fixture(scope="module")
def scene(
    app: Flask, players: Callable[[int], list[Player]], new_game: NewGame, empty_database_url: str
) -> dict[str, Listed]:
    """Every list with at least one row, by operation."""
    may_fail = Api(app, may_fail=True)
    ada, ben, chloe = [one._replace(api=may_fail.known_by(one.token)) for one in players(3)]
    moderator = may_fail.known_by(grant(app, chloe))
    paced = {"pace": {"turn_s": 86400}}
    running, _ = (new_game(at_table=[ada, ben], **paced) for _ in range(2))
    ended = new_game(at_table=[ada, ben])
    ended.abort()
    opened, _ = [ada.api.post("/v1/games", {"seats": 3}).ok() for _ in range(2)]
    for one in (ben, chloe):
        ada.api.post(f"/v1/games/{opened['id']}/invitations", {"account": one.id}).ok()
    for anchor in ("game", "turn-0"):
        ada.api.put(f"{running.path}/notes/{anchor}", {"text": "Hm."}).ok()
        ada.api.put(f"{ended.path}/notes/{anchor}", {"text": "Hm.", "shared": True}).ok()
    for text in ("One.", "Two."):
        ada.api.post(f"{ended.replay_path}/comments", {"anchor": "game", "text": text}).ok()
        ada.api.post(f"{ended.replay_path}/lines", {"at": 0, "moves": []}).ok()
        ada.api.post(f"{ended.path}/messages", {"text": text}).ok()
        ada.api.post("/v1/studies", {"title": text}).ok()
        chloe.api.post("/v1/reports", {"about": ada.id, "reason": "name", "text": text}).ok()
    for action in ("mark", "unmark"):
        moderator.post("/v1/moderation/actions", {"action": action, "target": ben.id, "reason": "A test."}).ok()
    ada.api.put(f"/v1/me/blocks/{chloe.id}").ok()
    for name in ("one", "two"):
        ada.api.post("/v1/me/bots", {"name": f"Robot {name}"}).ok()
        ada.api.post("/v1/me/tokens", {"name": name}).ok()
    webhook, _ = [ada.api.post("/v1/me/webhooks", body_of("createWebhook")).ok() for _ in range(2)]
    ada.api.post(f"/v1/me/webhooks/{webhook['id']}/test").ok()
    ada.api.post("/v1/me/push", body_of("createPushBrowser")).ok()
    contest, _ = contest_of(ada), contest_of(ada, title="Plate")
    enter(contest, [ada, ben])
    dealt(contest, [ada, ben]).abort()
    with psycopg.connect(empty_database_url, autocommit=True) as db:
        me = (ada.id.removeprefix("a_"),)
        kinds = "is_sign_in, refresh_digest, client_id"
        for number, values in enumerate(("true, null, null", "false, '\\x01', 'https://app.example'")):
            db.execute(
                f"insert into token (token_id, account_id, digest, name, scopes, expires_at, {kinds})"
                f" values (gen_random_uuid(), %s, '\\x0{number}', 'x', '{{}}', now() + interval '1 day', {values})",
                me,
            )
        db.execute(
            "insert into passkey (passkey_id, account_id, credential_id, public_key, sign_count, name)"
            " values (gen_random_uuid(), %s, '\\x00', '\\x00', 0, 'x')",
            me,
        )
    game, on = f"game_id = '{running.id.removeprefix('g_')}'", f"/v1/me/webhooks/{webhook['id']}"
    over = f"game_id = '{ended.id.removeprefix('g_')}'"
    mine = "name in ('one', 'two')"
    lists = {
        "listMyGames": Listed("/v1/me/games", "game", ada.api, game),
        "listGames": Listed("/v1/games", "game", ada.api, game),
        "listMyEvents": Listed("/v1/me/events", "game", ada.api, game),
        "getLobby": Listed("/v1/lobby", "game", ada.api, f"game_id = '{opened['id'].removeprefix('g_')}'"),
        "listReplays": Listed("/v1/replays", "game", ada.api, over),
        "listSameDeck": Listed(f"{ended.replay_path}/same-deck", "game", ada.api, over),
        "listInvitations": Listed("/v1/me/invitations", "invitation", ben.api),
        "listInvitedAccounts": Listed(f"/v1/games/{opened['id']}/invitations", "invitation", ada.api),
        "listNotes": Listed(f"{running.path}/notes", "note", ada.api, game),
        "listSharedNotes": Listed(f"{ended.replay_path}/notes", "note", ada.api, over),
        "listComments": Listed(f"{ended.replay_path}/comments", "comment", ada.api),
        "listLines": Listed(f"{ended.replay_path}/lines", "branch", ada.api),
        "listMyStudies": Listed("/v1/me/studies", "study", ada.api),
        "listMessages": Listed(f"{ended.path}/messages", "message", ada.api),
        "listReports": Listed("/v1/moderation/reports", "report", moderator),
        "listModerationActions": Listed("/v1/moderation/actions", "moderation_action", moderator),
        "listBlocks": Listed("/v1/me/blocks", "block", ada.api),
        "listMyBots": Listed("/v1/me/bots", "account", ada.api, "owner_id is not null"),
        "listTokens": Listed("/v1/me/tokens", "token", ada.api, mine),
        "listAccess": Listed("/v1/me/access", "token", ada.api, mine),
        "listWebhooks": Listed(
            "/v1/me/webhooks", "webhook", ada.api, f"webhook_id = '{webhook['id'].removeprefix('w_')}'"
        ),
        "listDeliveries": Listed(f"{on}/deliveries", "webhook_delivery", ada.api),
        "listPushBrowsers": Listed("/v1/me/push", "webhook", ada.api, "url ~ 'push.example'"),
        "listContests": Listed("/v1/contests", "contest", ada.api, "title = 'Cup'"),
        "listEntries": Listed(f"{path_of(contest)}/entries", "contest_entry", ada.api),
        "listContestTables": Listed(f"{path_of(contest)}/tables", "contest_table", ada.api),
    }
    return lists


def body_of(operation: str) -> Any:
    """Return the first example of a body."""
    first, *_ = json.loads((BODIES / f"{operation}.json").read_text())["application/json"].values()
    return first["value"]


@contextmanager
def damaged(db: psycopg.Connection[Any], listed: Listed, column: str) -> Iterator[None]:
    """Damage a time of one row of a list during the block."""
    some = f"select ctid from {listed.table} where {listed.where} and {column} is not null order by ctid limit 1"
    found = db.execute(f"select {column}::text from {listed.table} where ctid = ({some})").fetchone()
    if found is None:
        yield
        return
    db.execute(f"update {listed.table} set {column} = %s where ctid = ({some})", (DAMAGE,))
    try:
        yield
    finally:
        db.execute(f"update {listed.table} set {column} = %s where {column} = %s", (found[0], DAMAGE))


def test_every_list_is_tried(scene: dict[str, Listed]) -> None:
    """A new list needs a row above."""
    lists = set()
    for one in CONTRACT.operations:
        content = CONTRACT.resolve(one.node["responses"].get("200", {})).get("content", {})
        schema = CONTRACT.resolve(content.get("application/json", {}).get("schema", {}))
        if one.method == "GET" and "items" in schema.get("properties", ()):
            lists.add(one.node["operationId"])
    assert lists - NO_ROWS - ELSEWHERE == scene.keys()


def test_a_damaged_row_ends_no_list(
    scene: dict[str, Listed], empty_database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever time of it cannot be read, a row is shown, or left out and logged with its id."""
    faults = []
    with psycopg.connect(empty_database_url, autocommit=True) as db:
        for name, listed in scene.items():
            whole = listed.reader.get(listed.path).ok()["items"]
            columns = [column for (column,) in db.execute(TIMES, (listed.table,))]
            left_out = 0
            for column in columns:
                caplog.clear()
                with damaged(db, listed, column):
                    answer = listed.reader.get(listed.path)
                logged = [record for record in caplog.records if "out of a list" in record.getMessage()]
                left_out += len(logged)
                if answer.status != 200 or (logged and not is_part(answer.body["items"], whole)):
                    faults.append((name, column))
            if not whole or (columns and not left_out):
                faults.append((name, "nothing was left out"))
    assert not faults


def is_part(items: list[Json], whole: list[Json]) -> bool:
    """Return True if a list has some of the items of another one, and no others."""
    return len(items) < len(whole) and all(item in whole for item in items)
