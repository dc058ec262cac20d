"""Tests of query plans: no request or job scans a table that grows with the games."""

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from itertools import count, islice
from typing import Any, Final

import psycopg
import pytest
from flask import Flask
from psycopg.types.json import Jsonb

from engine.codec import row_of
from engine.rules import rules_as_dict
from service.app import create_app
from service.core import chores
from service.core.replays import rendered_cache
from service.core.tables import advancing
from service.features.statistics import rollup
from service.platform.database.pool import connection
from service.platform.settings import Settings
from tests import spread
from tests.engine.random_games import games_of
from tests.service.client import Api, Game, Player
from tests.service.factories import unique
from tests.service.leaks.operations import REQUESTS
from tests.service.leaks.requests import Spot

pytestmark = spread.ONE_MACHINE

GROWING: Final = ("event", "game", "seat", "deal")
GAMES, ACCOUNTS = 1500, 500

Plans = dict[str, str]


@pytest.fixture(scope="module")
def database(empty_database_url: str) -> str:
    """A database with games of several months and planner statistics, in which a scan of a table is expensive."""
    log = next(log for number in count() for log in games_of(number) if log.deal.seats == 2)
    rules = Jsonb(rules_as_dict(log.deal.rules))
    with psycopg.connect(empty_database_url, autocommit=True) as db:
        db.execute("set session_replication_role = replica")  # the keys are valid, so skip the checks
        db.execute(
            """insert into account (account_id, name, revision)
               select md5('a' || one)::uuid, 'Player ' || one, 0 from generate_series(1, %s) one""",
            (ACCOUNTS,),
        )
        db.execute(
            """insert into game (game_id, status, seats, rules, created_by, sandbox, private, revision, version, turn,
                                 to_move, outcome, reason, score, idle_limit_s, counted_as, created_at,
                                 started_at, moved_at, finished_at)
               select md5('g' || one)::uuid, case when running then 'running' else 'ended' end, 2, %(rules)s,
                      md5('a1')::uuid, false, false, 1, %(last)s, %(last)s, case when running then 0 end,
                      case when not running then 'finished' end, case when not running then 'last_round_over' end,
                      case when not running then one %% 25 end, 600000,
                      null, now() - one * interval '1 hour', now(), now(),
                      case when not running then now() - one * interval '1 hour' end
                 from (select one, one %% 20 = 0 as running from generate_series(1, %(games)s) one) games""",
            {"rules": rules, "last": len(log.events) - 1, "games": GAMES},
        )
        db.execute(
            """insert into seat (game_id, seat, account_id)
               select md5('g' || one)::uuid, seat, md5('a' || 1 + (one * 7 + seat) %% %s)::uuid
                 from generate_series(1, %s) one, generate_series(0, 1) seat""",
            (ACCOUNTS, GAMES),
        )
        db.execute(
            "insert into deal (game_id, deck, salt) select game_id, %s, decode(repeat('00', 32), 'hex') from game",
            (log.deck,),
        )
        for version, row in enumerate(map(row_of, log.events)):
            document = None if row.data is None else Jsonb(dict(row.data))
            db.execute(
                """insert into event (game_id, version, kind, seat, target, value, data, at)
                   select game_id, %s, %s, %s, %s, %s, %s, now() from game""",
                (version, row.kind, row.seat, row.target, row.value, document),
            )
        with create_app(Settings(database_url=empty_database_url, pool_size=1)).extensions["database"].bind():
            rollup.add_finished(GAMES * 19 // 20 - 10)
        db.execute("vacuum analyze")
    return empty_database_url


@pytest.fixture(scope="module")
def plans() -> Plans:
    """The plan of each statement that was sent."""
    return {}


@pytest.fixture(scope="module")
def app(database: str, plans: Plans) -> Flask:
    """The service on that database. Each statement is explained once before it runs."""

    class Explaining(psycopg.Cursor[Any]):
        def execute(self, query: Any, params: Any = None, **how: Any) -> Any:
            sent = query.decode() if isinstance(query, bytes) else str(query)
            if sent not in plans and re.match(r"[\s(]*(select|with|insert|update|delete)\b", sent, re.IGNORECASE):
                plan = psycopg.Cursor(self.connection).execute(f"explain {sent}".encode(), params)
                plans[sent] = "\n".join([line for (line,) in plan])
            return super().execute(query, params, **how)

    app = create_app(Settings(database_url=database, pool_size=4))
    with app.extensions["database"].bind(), ExitStack() as all_of_them:
        for _ in range(4):
            all_of_them.enter_context(connection()).cursor_factory = Explaining
    return app


@pytest.fixture(scope="module")
def api(app: Flask) -> Api:
    """A client without a token."""
    return Api(app)


def scanned(plans: Mapping[str, str]) -> list[str]:
    """Return the statements that scan a growing table, with their plans."""
    scan = re.compile(rf"Seq Scan on ({'|'.join(GROWING)})\b")
    return [f"{statement}\n{plan}" for statement, plan in plans.items() if scan.search(plan)]


def player(api: Api, name: str) -> Player:
    """Return a new player."""
    account = api.post("/v1/accounts", {"name": unique(name)}).ok()
    return Player(account["id"], account["name"], account["token"], api.known_by(account["token"]))


def visit(game: Game, seat: int, api: Api) -> None:
    """Send every request of the contract. Of similar requests, send one in twenty."""
    spot = Spot(game, seat, game.view(seat))
    for requests in REQUESTS.values():
        for request in without_repeats(requests(spot)):
            api.send(request.method, request.path, request.body, **request.options)


def without_repeats(requests: Iterator[Any]) -> Iterator[Any]:
    """Yield some of the requests: the first of each kind, and one in twenty."""
    yield from islice(requests, 6)
    yield from islice(requests, 6, None, 20)


def search(api: Api, one: Player) -> None:
    """Request the lists and statistics with conditions, some combinations, each order, and the next page."""
    first, last = "finished_after=2026-01-05T10:11:12Z", "finished_before=2099-01-01T00:00:00Z"
    alike = ["edition=de", "edition=hanab_live", "multicolor=five", "seats=5", "seats=2&edition=de"]
    alike += ["multicolor=variant", "variant=Duck+(5+Suits)", "variant=Duck+(5+Suits)&seats=2"]
    finished = [*alike, "outcome=won", "outcome=finished&edition=de&multicolor=none&seats=2", "score_gte=24"]
    finished += ["score_gte=3&score_lte=4", first, last, f"{first}&{last}", f"{first}&{last}&edition=de&score_gte=1"]
    finished = ["", *finished]
    finished += [f"{more}&{condition}" for more in ("imported=true", f"player={one.id}") for condition in finished]
    for condition in finished:
        api.get("/v1/stats", query=condition).ok()
        for sort in ("finished", "-finished", "score", "-score"):
            through(api, "/v1/replays", f"sort={sort}&limit=2&{condition}")
    for condition in ("", "status=running", "status=ended", "status=open", *alike, "status=ended&edition=de"):
        through(api, "/v1/games", f"limit=2&{condition}")
    for condition in ("", "status=running", "status=ended", "status=open", "turn=mine"):
        through(one.api, "/v1/me/games", f"limit=2&{condition}")


def through(api: Api, path: str, query: str) -> None:
    """Request a page of a list and the next one."""
    answer = api.get(path, query=query)
    answer.ok()
    if "Link" in answer.headers:
        api.get(path, query=answer.headers["Link"].partition("?")[2].partition(">")[0]).ok()


@pytest.mark.slow
def test_no_statement_scans_a_growing_table(app: Flask, api: Api, plans: Plans) -> None:
    """No operation scans a growing table, in any state of a game and for any caller, and no job does."""
    people = [player(api, name) for name in ("Ada", "Béla")]
    waiting, game = (Game(people[0].api.post("/v1/games", {"seats": 2}).ok(), people) for _ in range(2))
    visit(waiting, 0, people[0].api)
    people[1].api.post(f"{game.path}/seats", {}).ok()
    seat = game.view(0)["to_move"]
    game.send(seat, game.view(seat)["legal_actions"][0]).ok()
    visit(game, 1, people[1].api)
    visit(game, 0, api)
    people[0].api.put(f"{game.path}/notes/game", {"text": "Hm.", "shared": True})
    game.abort()
    visit(game, 0, people[0].api)
    visit(game, 0, api)
    search(api, people[0])
    with app.extensions["database"].bind():
        advancing.abort_idle(10)
        chores.delete_answers()
        rendered_cache.forget(1)
        rollup.add_finished(10)
    assert len(plans) > 150
    # Uncounted games are found by an index of their own or by the player's, whatever the other conditions are.
    counting = [plan for sent, plan in plans.items() if "rollup" in sent and "counted_as is null" in sent]
    assert counting and all("game_uncounted" in plan or "seat_created" in plan for plan in counting)
    assert scanned(plans) == []


@pytest.mark.parametrize(
    "statement",
    ["select count(*) from event where kind = 2", "select 1 from game where rules ->> 'clue_tokens' = '3' limit 1"],
)
def test_a_scan_is_found(app: Flask, plans: Plans, statement: str) -> None:
    """The previous test can fail."""
    with app.extensions["database"].bind(), connection() as db:
        db.execute(statement.encode())
    assert len(scanned({statement: plans.pop(statement)})) == 1


def test_a_move_changes_no_index_of_games(database: str) -> None:
    """No index has a column that changes with a move, so that Postgres updates the row alone (HOT)."""
    with psycopg.connect(database) as db:
        indexes = db.execute("select indexdef from pg_indexes where tablename = 'game'").fetchall()
        (options,) = db.execute("select reloptions from pg_class where oid = 'game'::regclass").fetchone() or ([],)
    assert len(indexes) > 5 and "fillfactor=85" in options
    for (index,) in indexes:
        assert not re.search(r"\b(version|turn|to_move|moved_at|head|revision)\b", index)
