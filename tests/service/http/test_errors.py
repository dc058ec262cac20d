"""Problems: every code as it is met over HTTP, and what all problem documents have in common."""

import json
import logging
import os
import random
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import psycopg
import pytest
from flask import Flask
from sqlalchemy.engine import make_url

from service.app import create_app
from service.database import pool
from service.http.wire.problems import STATUS_OF
from service.settings import Quota, Settings
from tests import pooled, spread
from tests.service.client import Answer, Api, Game, Player, stacked
from tests.service.contract import CONTRACT, Operation

Players = Callable[[int], list[Player]]
NewGame = Callable[..., Game]
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def ada(players: Players) -> Player:
    """Somebody with a token."""
    return players(1)[0]


@pytest.fixture(scope="module")
def game(sandbox: NewGame) -> Game:
    """A game that runs; nothing here changes it."""
    return sandbox(stacked("r1"))


class World(dict[str, Any]):
    """What a row needs: `api`, `ada`, `game`, tokens that are good for less, and apps with something wrong."""

    __getattr__ = dict.__getitem__


@pytest.fixture
def world(
    api: Api,
    ada: Player,
    game: Game,
    sandbox: NewGame,
    broken: Api,
    full: Api,
    lonely: Api,
    hasty: Api,
    database_url: str,
) -> World:
    """Everything that rows need."""
    return World(
        api=api,
        ada=ada.api,
        game=game,
        sandbox=sandbox,
        broken=broken,
        full=full,
        lonely=lonely,
        hasty=hasty,
        database_url=database_url,
    )


@pytest.fixture(scope="module")
def broken(database_url: str) -> Api:
    """A service with a mistake in it."""
    app = create_app(Settings(database_url=database_url, pool_size=1))
    app.view_functions["documents.get_liveness"] = lambda: 1 // 0
    return Api(app, may_fail=True)


@pytest.fixture(scope="module")
def full(database_url: str) -> Api:
    """A service that has no room for streams."""
    return Api(create_app(Settings(database_url=database_url, pool_size=1, max_streams=0)))


@pytest.fixture(scope="module")
def hasty(database_url: str) -> Api:
    """A service that answers an address once a minute."""
    settings = Settings(database_url=database_url, pool_size=1, rate_limits=True, rate_limit_address=Quota(1, 60))
    return Api(create_app(settings))


@pytest.fixture(scope="module")
def lonely() -> Api:
    """A service whose database cannot be reached."""
    return Api(create_app(Settings(database_url="postgresql://hanabi@127.0.0.1:1/nowhere?password=wednesday")))


def keyed(key: str) -> dict[str, str]:
    """Return the header that makes a request one that is sent once."""
    return {"Idempotency-Key": key}


def waits(connected: psycopg.Connection[Any]) -> bool:
    """Say whether somebody waits for what this connection has locked."""
    here = "select 1 from pg_locks where pg_backend_pid() = any(pg_blocking_pids(pid))"
    rows = connected.execute("select 1 from citus_lock_waits" if spread.wanted() else here)
    return rows.fetchone() is not None


def meanwhile(world: World) -> Answer:
    """Send a request whose first sending is still being worked on: it waits for a table that somebody has locked."""
    game, key = waiting(world), keyed("slow")
    with ThreadPoolExecutor(1) as first, psycopg.connect(world.database_url) as connected:
        connected.execute("select 1 from game where game_id = %s for update", (game.id.removeprefix("g_"),))
        sent = first.submit(world.ada.post, f"{game.path}/invitations", {}, headers=key)
        deadline = time.monotonic() + 5
        while not waits(connected) and time.monotonic() < deadline:
            time.sleep(0.01)
        answer = world.ada.post(f"{game.path}/invitations", {}, headers=key)
        connected.rollback()
        sent.result().ok()
    return answer


def nine_tokens(world: World) -> Answer:
    """Ask for a game in the words of hanab.live in which nine clues were given in a row."""
    game = world.sandbox(stacked("r1"), rules={"clue_tokens": 9})
    for turn in range(9):
        game.play(f"clue {1 - turn % 2} 1")
    game.abort()
    return world.api.get(f"{game.replay_path}/export", query="format=hanab-live")


def too_many_notes(world: World) -> Answer:
    """Write comments on a finished game until one is refused."""
    game = ended(world)
    for _ in range(201):
        answer = world.ada.post(f"{game.replay_path}/comments", {"anchor": "game", "text": "Hm."})
    return answer


def ended(world: World) -> Game:
    """Return a game that its only two players have given up."""
    game = waiting(world)
    other = world.game.players[0]
    other.api.post(f"{game.path}/seats", {}).ok()
    Game({"id": game.id}, [*game.players, other]).abort()
    return game


PROVOKED: list[tuple[str, Callable[[World], Answer]]] = [
    ("bad-request", lambda w: w.api.post("/v1/accounts", raw=b"{}", CONTENT_LENGTH="99")),
    ("invalid-idempotency-key", lambda w: w.ada.post("/v1/games", {"seats": 2}, headers=keyed("a b"))),
    ("malformed-json", lambda w: w.api.post("/v1/accounts", raw=b'{"name":')),
    ("missing-token", lambda w: w.api.post("/v1/games", {"seats": 2})),
    ("invalid-token", lambda w: w.api.get(w.game.path, headers={"Authorization": "Bearer x"})),
    ("insufficient-scope", lambda w: with_token(w, scopes=["read"]).post("/v1/games", {"seats": 2})),
    ("not-a-player", lambda w: w.ada.post(f"{w.game.path}/moves", {})),
    ("not-the-creator", lambda w: w.game.players[0].api.post(f"{waiting(w).path}/seats", {"bot": "random"})),
    ("wrong-game", lambda w: with_token(w, game=waiting(w).id).get(w.game.path)),
    ("not-found", lambda w: w.api.get("/v1/games/g_0")),
    ("method-not-allowed", lambda w: w.api.delete("/v1/games")),
    ("not-acceptable", lambda w: w.api.get(w.game.path, headers={"Accept": "text/html"})),
    ("already-seated", lambda w: w.game.players[0].api.post(f"{w.game.path}/seats", {})),
    ("export-refused", nine_tokens),
    ("limit-reached", too_many_notes),
    ("ambiguous-name", lambda w: w.api.get("/v1/accounts/Ada")),
    ("game-not-finished", lambda w: w.api.get(w.game.replay_path)),
    ("game-not-open", lambda w: w.ada.post(f"{w.game.path}/seats", {})),
    ("game-not-running", lambda w: waiting(w).send(0, {"type": "play", "card": 0, "expected_version": 0})),
    ("not-your-turn", lambda w: w.game.send(1, {"type": "play", "card": 5})),
    ("request-in-progress", meanwhile),
    ("seat-taken", lambda w: w.game.players[0].api.post(f"{waiting(w).path}/seats", {"seat": 0})),
    ("version-conflict", lambda w: w.game.send(0, {"type": "play", "card": 0, "expected_version": 7})),
    ("revision-conflict", lambda w: w.ada.send("PATCH", "/v1/me", {"name": "Ada"}, headers={"If-Match": '"x"'})),
    ("payload-too-large", lambda w: w.api.post("/v1/accounts", raw=b" " * (1024 * 1024 + 1))),
    (
        "unsupported-media-type",
        lambda w: w.api.post("/v1/accounts", raw=b'{"name":"Ada"}', headers={"Content-Type": "text/plain"}),
    ),
    ("idempotency-key-reused", lambda w: [seats(w, number) for number in (2, 3)][-1]),
    ("illegal-move", lambda w: w.game.send(0, {"type": "play", "card": 9})),
    ("import-refused", lambda w: w.ada.post("/v1/replays", {"players": ["Ada"]})),
    ("invalid-deck", lambda w: w.ada.post("/v1/games", {"seats": 2, "sandbox": True, "deck": []})),
    ("invalid-request", lambda w: w.ada.post("/v1/games", {})),
    ("precondition-required", lambda w: w.ada.send("PATCH", "/v1/me", {"name": "Ada"})),
    ("too-many-requests", lambda w: [w.hasty.get("/v1/editions") for _ in range(2)][-1]),
    ("internal-error", lambda w: w.broken.get("/livez")),
    ("too-many-streams", lambda w: w.full.get(f"{w.game.path}/events", headers={"Accept": "text/event-stream"})),
    ("service-unavailable", lambda w: w.lonely.get(w.game.path)),
]


def waiting(world: World) -> Game:
    """Return a game that waits for its second player."""
    return Game(world.ada.post("/v1/games", {"seats": 2}).ok(), [Player("", "", "", world.ada)])


def with_token(world: World, **wish: Any) -> Api:
    """Return the client of Ada with a token that is good for less."""
    token: str = world.ada.post("/v1/me/tokens", {"name": "less", **wish}).ok()["token"]
    return world.api.known_by(token)


def seats(world: World, number: int) -> Answer:
    """Make a game with this number of seats, by the same key each time."""
    return world.ada.post("/v1/games", {"seats": number}, headers=keyed("the-same"))


def test_every_code_is_met_here() -> None:
    """A code that nothing provokes is not a code."""
    assert [code for code, _ in PROVOKED] == list(dict.fromkeys(code for code, _ in PROVOKED))
    assert {code for code, _ in PROVOKED} == set(STATUS_OF)


@pytest.mark.parametrize(("code", "provoke"), PROVOKED, ids=[row[0] for row in PROVOKED])
def test_a_problem_is_told_by_its_code(world: World, code: str, provoke: Callable[[World], Answer]) -> None:
    """Status, media type, members and request id of a problem document, for every code that there is."""
    answer = provoke(world)
    body = answer.body
    assert (answer.status, answer.code) == (STATUS_OF[code], code)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert (body["type"], body["status"]) == (f"/problems/{code}", answer.status)
    assert body["request_id"] == answer.headers["Request-Id"]
    assert body["title"] and body["detail"]


@pytest.mark.parametrize("language", ["de", "en", "fr", "nl", "da"])
@pytest.mark.parametrize("path", ["/v1/games/x", "/nowhere", "/v1/me"])
def test_a_problem_is_worded_in_the_callers_language(api: Api, language: str, path: str) -> None:
    """Title and detail by `Accept-Language`, also for paths and methods that are not there; codes stay the same."""
    answer = api.get(path, headers={"Accept-Language": f"pl, {language};q=0.7, *;q=0.1"})
    english = api.get(path)
    assert (answer.headers["Content-Language"], answer.code) == (language, english.code)
    assert (answer.body["title"] == english.body["title"]) == (language == "en")


@pytest.mark.parametrize("header", ["", "pl", "*", ";;;", "de;q=x", "de;q=0", "x" * 5000, "de" + ",de" * 900])
def test_any_accept_language_gets_an_answer(api: Api, header: str) -> None:
    """Nonsense is no reason to fail."""
    assert api.get("/livez", headers={"Accept-Language": header}).status == 200


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("mine-1.2_3", True),
        ("x" * 64, True),
        ("x" * 65, False),
        ("", False),
        ("a b", False),
        ("a\tb", False),
        ("é", False),
        ("<script>", False),
    ],
)
def test_a_request_id_of_the_callers_own(api: Api, sent: str, kept: bool) -> None:
    """A decent one comes back, anything else is replaced; problems repeat it."""
    answer = api.get("/nowhere", headers={"Request-Id": sent})
    assert (answer.headers["Request-Id"] == sent) == kept
    assert answer.body["request_id"] == answer.headers["Request-Id"]


def test_request_ids_differ(api: Api) -> None:
    """Two requests without an id get two."""
    assert api.get("/livez").headers["Request-Id"] != api.get("/livez").headers["Request-Id"]


@pytest.mark.parametrize(
    ("accept", "status"),
    [
        ("application/json", 200),
        ("*/*", 200),
        ("application/*", 200),
        ("text/html, */*;q=0.1", 200),
        ("application/json;q=0", 406),
        ("text/html", 406),
        ("application/x-ndjson", 406),
        ("application/problem+json", 406),
        ("nonsense", 406),
        ("", 200),
    ],
)
def test_accept_is_honoured(api: Api, game: Game, accept: str, status: int) -> None:
    """What cannot be had is 406, as a problem document all the same."""
    assert api.get(game.path, headers={"Accept": accept}).status == status


@pytest.mark.parametrize(
    ("media_type", "status"),
    [
        ("application/json", 201),
        ("application/json; charset=utf-8", 201),
        ("APPLICATION/JSON", 201),
        ("application/vnd.hanabi+json", 201),
        ("text/json", 415),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
        ("", 415),
        ("json", 415),
    ],
)
def test_a_body_must_say_that_it_is_json(api: Api, media_type: str, status: int) -> None:
    """By its `Content-Type`; 415 says in `Accept-Post` what is taken."""
    answer = api.post("/v1/accounts", raw=b'{"name":"Ada"}', headers={"Content-Type": media_type})
    assert answer.status == status


DEEP = [b"[" * depth + inside + b"]" * depth for depth in (100, 1000, 100_000) for inside in (b"", rb'"\u0000"')]


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"{'name':'Ada'}",
        b'{"name":NaN}',
        b'{"name":Infinity}',
        b'{"name":1e999}',
        b'{"name":"Ada"}x',
        b'\xef\xbb\xbf{"name":"Ada"}',
        '{"name":"Ada"}'.encode("utf-16"),
        b"\x00",
        rb'{"\u0000":1}',
        rb'[[{"x":["\u0000"]}]]',
        *DEEP,
        b'{"a":' * 1000 + rb'"\u0000"' + b"}" * 1000,
    ],
    ids=lambda raw: repr(raw[:24]),
)
@pytest.mark.parametrize("path", ["/v1/accounts", "/v1/games", "/v1/replays"])
def test_no_body_makes_the_service_fail(world: World, path: str, raw: bytes) -> None:
    """Broken, hostile and merely deep JSON is 400, or 422 where it parses; never 5xx."""
    assert world.ada.post(path, raw=raw, headers=JSON).status in (400, 422)


@pytest.mark.parametrize(
    "body", [[], 0, "", None, True, {"": ""}, {"name": {"name": []}}, {"type": {}}, {"rules": {"x": [[[]]]}}]
)
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/v1/accounts"),
        ("POST", "/v1/games"),
        ("POST", "/v1/replays"),
        ("POST", "/v1/games/{game}/moves"),
        ("POST", "/v1/games/{game}/messages"),
        ("PUT", "/v1/games/{game}/hand-order"),
        ("POST", "/v1/games/{game}/abort-votes"),
        ("DELETE", "/v1/games/{game}/abort-votes"),
    ],
)
def test_json_of_another_form_is_422_everywhere(game: Game, method: str, path: str, body: Any) -> None:
    """A body that parses and is not what was asked for is told by pointers."""
    answer = game.players[0].api.send(
        method, path.replace("{game}", game.id), raw=json.dumps(body).encode(), headers=JSON
    )
    assert answer.status == 422
    assert all(fault["pointer"].startswith("#") for fault in answer.body["errors"])


JUNK: list[Any] = [
    *(None, True, False, 0, -1, 1.5, 2.0, 2**31, 2**53, -(2**63), 10**25, 1e300),
    *("", " ", "x" * 70, "red", "play", "0", "\u202e", "é" * 40, "../..", "'; --", "#/x~1~0"),
    *([], [[]], [None], {}, {"": {}}, {"type": "play"}, {"seat": 0, "suit": "red", "rank": 1}),
]


def spoilt(value: Any, dice: random.Random) -> Any:
    """Return a body with something in it exchanged, taken out, doubled or added."""
    if isinstance(value, dict) and value and dice.random() < 0.8:
        name = dice.choice(list(value))
        rest = {other: inner for other, inner in value.items() if other != name}
        what = dice.choice(["inside", "inside", "gone", "other name", "more"])
        if what == "inside":
            return {**rest, name: spoilt(value[name], dice)}
        if what == "gone":
            return rest
        return {
            **rest,
            dice.choice(["", "id", "a/b~c", "__class__", name.upper()]): value[name],
            **(value if what == "more" else {}),
        }
    if isinstance(value, list) and value and dice.random() < 0.8:
        place = dice.randrange(len(value))
        inside = dice.choice([[], [spoilt(value[place], dice)], [value[place]] * 2])
        return value[:place] + inside + value[place + 1 :]
    return dice.choice(JUNK)


@pytest.mark.parametrize(
    "operation",
    [operation for operation in CONTRACT.operations if "requestBody" in operation.node],
    ids=lambda operation: operation.node["operationId"],
)
def test_spoilt_bodies_get_an_answer_of_the_contract(sandbox: NewGame, operation: Operation) -> None:
    """What the contract forbids is never taken, what comes back is described, and nothing is a 5xx."""
    dice = random.Random(operation.pointer)
    examples = operation.node["requestBody"]["content"]["application/json"]["examples"]
    game = sandbox(
        stacked("r1 r2 r3 r4 r5"), rules={"table_talk": "free", "color_declaration": True, "clue_tokens": 20}
    )
    path = operation.template.replace("{game}", game.id)
    for turn in range(80):
        body = CONTRACT.resolve(dice.choice(list(examples.values())))["value"]
        for _ in range(dice.choice([1, 1, 2, 3])):
            body = spoilt(body, dice)
        sender = game.players[turn % 2].api
        answer = sender.send(operation.method, path, raw=json.dumps(body).encode(), headers=JSON)
        assert answer.status < 500, body


WORDS = (
    "",
    "0",
    "-1",
    "1",
    "00",
    "1.0",
    "1e3",
    "x",
    "9" * 30,
    "%00",
    "%ff",
    "%F0%9F%8E%86",
    "a%2Fb",
    "..",
    "null",
    "%20",
)


@pytest.mark.parametrize(
    "operation",
    [one for one in CONTRACT.operations if one.method == "GET" and one.node["tags"] != ["service"]],
    ids=lambda operation: operation.node["operationId"],
)
def test_spoilt_addresses_get_an_answer_of_the_contract(sandbox: NewGame, operation: Operation) -> None:
    """The same for parts of the path and of the query."""
    dice = random.Random(operation.pointer)
    game = sandbox(stacked("r1"))
    game.abort()
    good = {"game": game.id, "edition": "de", "version": "1"}
    for _ in range(40):
        path, parts = operation.template, dict(good)
        if dice.random() < 0.5:
            parts[dice.choice(list(parts))] = dice.choice(WORDS)
        for name, part in parts.items():
            path = path.replace(f"{{{name}}}", part)
        known = dice.choice(["since", "seat", "x", ""])
        query = f"{known}={dice.choice(WORDS)}" if dice.random() < 0.7 else ""
        assert game.players[0].api.get(path, query=query).status < 500


def test_what_went_wrong_inside_stays_inside(broken: Api, lonely: Api, caplog: pytest.LogCaptureFixture) -> None:
    """Neither the answer nor the log of an unreachable database tells where it is; no answer names an exception."""
    with caplog.at_level(logging.DEBUG):
        answers = [broken.get("/livez"), lonely.get("/v1/games/g_" + "0" * 32), lonely.get("/readyz")]
    for answer in answers:
        assert not [word for word in (b"ZeroDivision", b"Traceback", b"psycopg", b"SQL") if word in answer.raw]
    for text in (caplog.text, *(answer.raw.decode() for answer in answers)):
        assert "wednesday" not in text and "nowhere" not in text
    assert answers[0].body["request_id"] in caplog.text


def test_liveness_does_not_ask_the_database_and_readiness_does(api: Api, lonely: Api) -> None:
    """`/livez` answers alone; `/readyz` says when to try again."""
    assert api.get("/readyz").status == api.get("/livez").status == lonely.get("/livez").status == 200
    refused = lonely.get("/readyz")
    assert (refused.status, refused.headers["Retry-After"]) == (503, "2")


@pytest.mark.parametrize(
    "header", ["Host", "X-Forwarded-For", "X-Forwarded-Prefix", "X-Script-Name", "Origin", "Cookie"]
)
def test_no_other_header_changes_an_answer(ada: Player, header: str) -> None:
    """Addresses in answers are paths, whatever a request says of hosts."""
    answer = ada.api.post("/v1/games", {"seats": 2}, headers={header: "evil.example"})
    assert answer.status == 201
    assert b"evil" not in answer.raw and "evil" not in str(answer.headers)


def test_a_query_is_refused_where_none_is_known(api: Api, game: Game) -> None:
    """An unknown parameter is told, not ignored: a typing error in `since` must not list everything."""
    for path in ("/v1/editions", "/v1/editions/de", game.path, f"{game.path}/messages"):
        answer = api.get(path, query="sinse=3")
        assert (answer.code, answer.body["errors"][0]["parameter"]) == ("invalid-request", "sinse")


def test_a_locked_table_is_503_within_seconds(app: Flask, database_url: str) -> None:
    """A wait has a deadline: nobody hangs behind somebody else's lock."""
    with psycopg.connect(database_url) as connected:
        connected.execute("lock table token in access exclusive mode")
        api = Api(app, token="hnb_p_" + "0" * 43 + "".join(checksum("0" * 43)))
        assert api.post("/v1/games", {"seats": 2}).code == "service-unavailable"


DIRECT = pytest.mark.skipif(pooled.PORT in os.environ, reason="about the connections to Postgres itself")


@DIRECT
def test_a_server_that_became_read_only_is_503_and_its_connection_is_given_up(database_url: str) -> None:
    """As after a failover: the next request finds whoever can be written to."""
    api = Api(create_app(Settings(database_url=database_url, pool_size=1)))
    name = make_url(database_url).database
    with psycopg.connect(database_url, autocommit=True) as operator:
        operator.execute(f'alter database "{name}" set default_transaction_read_only = on'.encode())
        try:
            for body in ({"name": "Ada"}, {"name": "Ada"}):
                refused = api.post("/v1/accounts", body)
                assert (refused.code, refused.headers["Retry-After"]) == ("service-unavailable", "2")
        finally:
            operator.execute("set default_transaction_read_only = off")
            operator.execute(f'alter database "{name}" reset default_transaction_read_only'.encode())
    assert api.post("/v1/accounts", {"name": "Ada"}).status == 201


@DIRECT
def test_connections_that_the_server_has_ended_fail_nobody(database_url: str) -> None:
    """What has ended while it lay in the pool is found out before it is lent."""
    app = create_app(Settings(database_url=database_url, pool_size=2))
    api = Api(app)
    assert api.get("/readyz").status == 200
    with psycopg.connect(database_url, autocommit=True) as operator, app.app_context():
        for _ in range(5):
            with pool.connection() as lent:
                pid = lent.info.backend_pid
            assert operator.execute("select pg_terminate_backend(%s::int, 5000::bigint)", (pid,)).fetchone() == (True,)
            assert api.get("/readyz").status == 200


def test_a_statement_that_failed_unheard_is_never_committed(app: Flask) -> None:
    """Postgres answers such a commit with a rollback and no error: whoever was told otherwise would have lost it."""
    with (
        app.app_context(),
        pytest.raises(psycopg.errors.InFailedSqlTransaction),
        pool.transaction(),
        suppress(psycopg.DataError),
        pool.connection() as lent,
    ):
        lent.execute("select 1 / 0")


def checksum(random: str) -> str:
    """The last six characters of a token with this random part (CRC-32 in base 62)."""
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    number, found = zlib.crc32(random.encode()), ""
    for _ in range(6):
        number, digit = divmod(number, 62)
        found = digits[digit] + found
    return found
