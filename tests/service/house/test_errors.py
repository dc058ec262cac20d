"""Tests of problem documents: every code over HTTP, languages and request ids."""

import json
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from flask import Response
from gunicorn.http.errors import ExpectationFailed, LimitRequestHeaders, LimitRequestLine

from service.app import create_app
from service.features.notes import comments
from service.platform.languages.choice import LANGUAGES
from service.platform.server import error_pages
from service.platform.settings import Quota, Settings
from service.platform.wire.problem_kinds import STATUS_OF
from tests import spread
from tests.rows import in_one_test
from tests.service.client import Answer, Api, Game, Json, Player, stacked
from tests.service.contract import CONTRACT
from tests.service.factories import NewGame, Players
from tests.service.house.rooms import of_rooms
from tests.service.house.scene import Scene, ended, imported, waiting
from tests.waiting import await_until


@pytest.fixture(scope="module")
def ada(players: Players) -> Player:
    """A player with a token."""
    return players(1)[0]


@pytest.fixture(scope="module")
def game(sandbox: NewGame) -> Game:
    """A running game that no test changes."""
    return sandbox(stacked("r1"))


@pytest.fixture(scope="module")
def world(
    api: Api,
    ada: Player,
    game: Game,
    sandbox: NewGame,
    broken: Api,
    no_streams: Api,
    unreachable: Api,
    rate_limited: Api,
    database_url: str,
) -> Scene:
    """The clients, games and broken services of all rows."""
    return Scene(
        api=api,
        ada=ada.api,
        game=game,
        sandbox=sandbox,
        broken=broken,
        no_streams=no_streams,
        unreachable=unreachable,
        rate_limited=rate_limited,
        database_url=database_url,
    )


@pytest.fixture(scope="module")
def broken(database_url: str) -> Api:
    """A service with a bug."""
    app = create_app(Settings(database_url=database_url, pool_size=1))

    def fail() -> Response:
        raise ZeroDivisionError

    app.view_functions["monitoring.get_liveness"] = fail
    return Api(app, may_fail=True)


@pytest.fixture(scope="module")
def no_streams(database_url: str) -> Api:
    """A service that allows no streams."""
    return Api(create_app(Settings(database_url=database_url, pool_size=1, max_streams=0)))


@pytest.fixture(scope="module")
def rate_limited(database_url: str) -> Api:
    """A service that allows one request a minute from an address."""
    settings = Settings(database_url=database_url, pool_size=1, rate_limits=True, rate_limit_address=Quota(1, 60))
    return Api(create_app(settings))


@pytest.fixture(scope="module")
def unreachable() -> Api:
    """A service whose database cannot be reached."""
    return Api(create_app(Settings(database_url="postgresql://hanabi@127.0.0.1:1/nowhere?password=wednesday")))


def keyed(key: str) -> dict[str, str]:
    """Return the headers of a request with this idempotency key."""
    return {"Idempotency-Key": key}


def meanwhile(world: Scene) -> Answer:
    """Repeat a request while its first attempt waits for a lock."""
    game, key = waiting(world), keyed("slow")
    with ThreadPoolExecutor(1) as first, psycopg.connect(world.database_url) as connected:
        connected.execute("select 1 from game where game_id = %s for update", (game.id.removeprefix("g_"),))
        sent = first.submit(world.ada.post, f"{game.path}/invitations", {}, headers=key)
        await_until(lambda: spread.is_waited_for(connected), "the first one waits")
        answer = world.ada.post(f"{game.path}/invitations", {}, headers=key)
        connected.rollback()
        sent.result().ok()
    return answer


def nine_tokens(world: Scene) -> Answer:
    """Export a game with nine clues in a row to hanab.live, which allows eight."""
    game = world.sandbox(stacked("r1"), rules={"clue_tokens": 9})
    for turn in range(9):
        game.play(f"clue {1 - turn % 2} 1")
    game.abort()
    return world.api.get(f"{game.replay_path}/export", query="format=hanab-live")


def too_many_notes(world: Scene) -> Answer:
    """Write one comment more than allowed."""
    game = ended(world)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comments, "MAX_OF_GAME", 1)
        wish = {"anchor": "game", "text": "Hm."}
        return [world.ada.post(f"{game.replay_path}/comments", wish) for _ in range(2)][-1]


def blocked(world: Scene) -> Answer:
    """Ask for a seat in a game of an account that has blocked the caller."""
    player = world.game.players[0]
    me = f"/v1/me/blocks/{player.id}"
    world.ada.put(me).ok()
    answer = player.api.post(f"{waiting(world).path}/seats", {})
    world.ada.delete(me).ok()
    return answer


def unwatched(world: Scene) -> str:
    """Return the path of a running game that nobody may watch."""
    view = world.ada.post("/v1/games", {"seats": 2, "watching": "nobody", "bots": ["random"]}).ok()
    return f"/v1/games/{view['id']}"


def parent_of_its_own(world: Scene) -> Answer:
    """Revoke the token that issued the request's own."""
    parent = world.ada.post("/v1/me/tokens", {"name": "parent"}).ok()
    child = world.api.known_by(parent["token"]).post("/v1/me/tokens", {"name": "child"}).ok()["token"]
    return world.api.known_by(child).delete(f"/v1/me/tokens/{parent['id']}")


def of_one_table(world: Scene) -> Answer:
    """Merge two accounts that play with each other."""
    first, second = [player.api for player in world.game.players[:2]]
    return second.post("/v1/me/merge-claims", {"code": first.post("/v1/me/merges").ok()["code"]})


def without_kagiya(w: Scene) -> Answer:
    """Ask the bot kagiya to play a variant that it does not play."""
    rules = {"edition": "hanab_live", "variant": "Duck (5 Suits)"}
    game = w.ada.post("/v1/games", {"seats": 2, "rules": rules}).ok()
    return w.ada.post(f"/v1/games/{game['id']}/seats", {"bot": "kagiya"})


COMMITMENT = {"entropy_commitment": "0" * 64}
REVEAL = {"reveal": "0" * 64}


def of_the_server(error: Exception) -> Answer:
    """Return how the server answers a request that it cannot read. `test_malformed_http.py` sends some."""
    head, _, body = error_pages.problem_response(error_pages.code_of(error)).partition(b"\r\n\r\n")
    status, *headers = head.decode().split("\r\n")
    return Answer(int(status.split()[1]), dict(line.split(": ", 1) for line in headers), json.loads(body), body)


def bot_at_the_door(world: Scene) -> Answer:
    """Sign in with the token of a bot."""
    token = world.ada.post("/v1/me/bots", {"name": "Talos"}).ok()["token"]
    return world.api.post("/v1/sign-in/token", {"token": token}, headers={"Sec-Fetch-Site": "same-origin"})


def maker_of_more(world: Scene) -> Answer:
    """Make recovery codes with a token that another one issued."""
    issued = world.ada.post("/v1/me/tokens", {"name": "child"}).ok()["token"]
    return world.api.known_by(issued).post("/v1/me/recovery-codes")


def last_token(world: Scene) -> str:
    """Return the only token of a new account."""
    token: str = world.api.post("/v1/accounts", {}).ok()["token"]
    return token


PROVOKED: list[tuple[str, Callable[[Scene], Answer]]] = [
    ("bad-request", lambda w: w.api.post("/v1/accounts", raw=b"{}", CONTENT_LENGTH="99")),
    ("invalid-idempotency-key", lambda w: w.ada.post("/v1/games", {"seats": 2}, headers=keyed("a b"))),
    ("malformed-json", lambda w: w.api.post("/v1/accounts", raw=b'{"name":')),
    ("missing-token", lambda w: w.api.post("/v1/games", {"seats": 2})),
    ("invalid-token", lambda w: w.api.get(w.game.path, headers={"Authorization": "Bearer x"})),
    ("insufficient-scope", lambda w: with_token(w, scopes=["read"]).post("/v1/games", {"seats": 2})),
    ("account-suspended", lambda w: suspended(w).get("/v1/games")),
    ("not-a-player", lambda w: w.ada.post(f"{w.game.path}/moves", {})),
    ("not-the-creator", lambda w: w.game.players[0].api.post(f"{waiting(w).path}/seats", {"bot": "random"})),
    ("foreign-page", lambda w: w.api.delete("/v1/sign-in", headers={"Sec-Fetch-Site": "cross-site"})),
    ("bot-cannot-sign-in", bot_at_the_door),
    ("issued-token", maker_of_more),
    ("last-way-in", lambda w: w.api.known_by(last_token(w)).delete("/v1/me/tokens/current")),
    ("code-refused", lambda w: w.api.post("/v1/sign-in/recovery-code", {"name": "Nobody here", "code": "0"})),
    ("seat-refused", blocked),
    ("not-watchable", lambda w: w.api.get(unwatched(w))),
    ("wrong-game", lambda w: with_token(w, game=waiting(w).id).get(w.game.path)),
    ("not-found", lambda w: w.api.get("/v1/games/g_0")),
    ("unknown-path", lambda w: w.api.get(f"{w.game.path}/move")),
    ("uri-too-long", lambda _: of_the_server(LimitRequestLine(9000, 8190))),
    ("expectation-failed", lambda _: of_the_server(ExpectationFailed("tea"))),
    ("headers-too-large", lambda _: of_the_server(LimitRequestHeaders("too large"))),
    ("method-not-allowed", lambda w: w.api.delete("/v1/games")),
    ("not-acceptable", lambda w: w.api.get(w.game.path, headers={"Accept": "text/html"})),
    ("deck-known", lambda w: w.ada.post("/v1/games", {"deck_of": imported(w, "r1").rpartition("/")[2]})),
    ("already-seated", lambda w: w.game.players[0].api.post(f"{w.game.path}/seats", {})),
    ("bot-cannot-play", without_kagiya),
    ("export-refused", nine_tokens),
    ("limit-reached", too_many_notes),
    ("name-taken", lambda w: w.api.post("/v1/accounts", {"name": w.game.players[0].name.upper()})),
    ("game-not-finished", lambda w: w.api.get(w.game.replay_path)),
    ("game-not-open", lambda w: w.ada.post(f"{w.game.path}/seats", {})),
    ("awaiting-reveals", lambda w: w.game.players[1].api.delete(f"{committed(w, 1)}/seats/me")),
    ("commitment-taken", lambda w: w.game.players[1].api.post(f"{committed(w, 0)}/seats", COMMITMENT)),
    ("reveal-too-early", lambda w: w.game.players[0].api.put(f"{committed(w, 0)}/seats/me/entropy", REVEAL)),
    ("reveal-mismatch", lambda w: w.game.players[1].api.put(f"{committed(w, 1)}/seats/me/entropy", REVEAL)),
    ("game-not-running", lambda w: waiting(w).send(0, {"type": "play", "card": 0, "expected_version": 0})),
    ("not-imported", lambda w: w.game.players[0].api.delete(w.game.replay_path)),
    ("not-your-turn", lambda w: w.game.send(1, {"type": "play", "card": 5})),
    ("request-in-progress", meanwhile),
    ("seat-taken", lambda w: w.game.players[0].api.post(f"{waiting(w).path}/seats", {"seat": 0})),
    ("version-conflict", lambda w: w.game.send(0, {"type": "play", "card": 0, "expected_version": 7})),
    ("same-table", of_one_table),
    ("would-lock-you-out", parent_of_its_own),
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
    ("too-many-requests", lambda w: [w.rate_limited.get("/v1/editions") for _ in range(2)][-1]),
    ("internal-error", lambda w: w.broken.get("/livez")),
    (
        "too-many-streams",
        lambda w: w.no_streams.get(f"{w.game.path}/events", headers={"Accept": "text/event-stream"}),
    ),
    ("service-unavailable", lambda w: w.unreachable.get(w.game.path)),
    *of_rooms("PROVOKED").items(),
]


def with_token(world: Scene, **wish: Any) -> Api:
    """Return a client of Ada with a restricted token."""
    token: str = world.ada.post("/v1/me/tokens", {"name": "less", **wish}).ok()["token"]
    return world.api.known_by(token)


def suspended(world: Scene) -> Api:
    """Return a client of a suspended account."""
    account = world.api.post("/v1/accounts", {"name": "Loki"}).ok()
    with psycopg.connect(world.database_url) as connected:
        until = "update account set suspended_until = now() + interval '1 day' where account_id = %s"
        connected.execute(until, (account["id"].removeprefix("a_"),))
    return world.api.known_by(account["token"])


def committed(world: Scene, others: int) -> str:
    """Create a game for two with a commitment, and let so many others take a seat. Return its path."""
    ada, ben = world.game.players[:2]
    path = f"/v1/games/{ada.api.post('/v1/games', {'seats': 2, **COMMITMENT}).ok()['id']}"
    if others:
        ben.api.post(f"{path}/seats", {}).ok()
    return path


def seats(world: Scene, number: int) -> Answer:
    """Create a game with this number of seats, always with the same key."""
    return world.ada.post("/v1/games", {"seats": number}, headers=keyed("the-same"))


@pytest.mark.usefixtures("app")
def test_every_code_has_one_row() -> None:
    """Each code has one row, and each row a known code."""
    assert [code for code, _ in PROVOKED] == list(dict.fromkeys(code for code, _ in PROVOKED))
    assert {code for code, _ in PROVOKED} == set(STATUS_OF)


@in_one_test(("code", "provoke"), PROVOKED)
def test_each_code_has_its_problem_document(world: Scene, code: str, provoke: Callable[[Scene], Answer]) -> None:
    """The row's request causes the status, media type, members and request id of its code."""
    answer = provoke(world)
    body = answer.body
    assert (answer.status, answer.code) == (STATUS_OF[code], code)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert (body["type"].removeprefix("http://localhost"), body["status"]) == (f"/problems/{code}", answer.status)
    assert body["request_id"] == answer.headers["Request-Id"]
    assert body["title"] and body["detail"]


@in_one_test("language", ["de", "en", "fr", "nl", "da"])
@in_one_test("path", ["/v1/games/x", "/nowhere", "/v1/me"])
def test_a_problem_is_in_the_callers_language(api: Api, language: str, path: str) -> None:
    """Title and detail follow `Accept-Language`, for unknown paths too. The code stays the same."""
    answer = api.get(path, headers={"Accept-Language": f"pl, {language};q=0.7, *;q=0.1"})
    english = api.get(path)
    assert (answer.headers["Content-Language"], answer.code) == (language, english.code)
    assert (answer.body["title"] == english.body["title"]) == (language == "en")


_CARD = [{"suit": "red", "rank": 1}]


FAULTS: dict[str, tuple[str, str, object]] = {
    "a long cursor": ("GET", f"/v1/games?cursor={'x' * 201}", None),
    "a limit of replays": ("GET", "/v1/replays?limit=101", None),
    "a number": ("POST", "/v1/games", {"seats": 9}),
    "an unknown member": ("POST", "/v1/games", {"seats": 2, "nonsense": 1}),
    "an option": ("POST", "/v1/games", {"seats": 2, "rules": {"clue_tokens": 99}}),
    "a deck": ("POST", "/v1/games", {"seats": 2, "sandbox": True, "deck": [{"suit": "red", "rank": 1}]}),
    "a misspelt parameter": ("GET", "/v1/replays?limt=3", None),
    "a parameter": ("GET", "/v1/replays?limit=x", None),
    "a name": ("PATCH", "/v1/me", {"name": "admin"}),
    "a game of hanab.live": ("POST", "/v1/replays", {"players": ["ada", "bob"], "actions": [], "deck": []}),
    "a position": ("POST", "/v1/positions/analysis", {"position": "nonsense"}),
}


@in_one_test("name", FAULTS)
def test_faults_are_in_the_callers_language(ada: Player, name: str) -> None:
    """The detail names the first fault, also in that language; the code and the place stay."""
    method, address, body = FAULTS[name]
    path, _, query = address.partition("?")
    said, places = {}, []
    for language in LANGUAGES:
        answer = ada.api.send(method, path, body, query=query, headers={"Accept-Language": language})
        said[language] = answer.body["errors"][0].pop("detail")
        assert said[language].rstrip(".") in answer.body["detail"] or answer.code in ("invalid-deck", "import-refused")
        places.append((answer.code, answer.body["errors"]))
    assert places == [places[0]] * len(LANGUAGES)
    assert len(set(said.values())) == len(LANGUAGES)


@in_one_test(
    ("method", "path", "body", "faults"),
    [
        (
            "POST",
            "/v1/games",
            {"seats": 2, "deck": _CARD, "bots": ["random"] * 2},
            ["#/bots", "#/deck"],
        ),
        (
            "POST",
            "/v1/games",
            {"seats": "2", "deck": _CARD, "bots": ["random"] * 5},
            ["#/deck", "#/seats"],
        ),
        (
            "POST",
            "/v1/games/{game}/seats",
            {"bot": "random", "code": "c", "entropy": "e"},
            ["#/code", "#/entropy"],
        ),
        ("POST", "/v1/games/{game}/moves", {"type": "clue", "color": "red", "rank": 1}, ["#", "#/target"]),
        ("POST", "/v1/games/{game}/moves", {"type": "clue", "target": 1, "rank": 9, "x": 1}, ["#/rank", "#/x"]),
        ("GET", "/v1/replays?limit=0&limti=3&sort=up&seats=2&seats=3", None, ["?limit", "?limti", "?seats", "?sort"]),
    ],
)
def test_all_faults_are_reported_at_once(
    game: Game, method: str, path: str, body: Json | None, faults: list[str]
) -> None:
    """Faults of members and parameters come together with those of their combinations."""
    path, _, query = path.format(game=game.id).partition("?")
    refused = game.players[0].api.send(method, path, body, query=query)
    assert refused.code == "invalid-request"
    places = {fault.get("pointer") or f"?{fault['parameter']}" for fault in refused.body["errors"]}
    assert sorted(places) == faults


@in_one_test(
    ("sent", "returned"),
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
def test_a_valid_request_id_is_returned(api: Api, sent: str, returned: bool) -> None:
    """An invalid one is replaced; problem documents repeat the id."""
    answer = api.get("/nowhere", headers={"Request-Id": sent})
    assert (answer.headers["Request-Id"] == sent) == returned
    assert answer.body["request_id"] == answer.headers["Request-Id"]


def test_request_ids_differ(api: Api) -> None:
    """Two requests without an id get different ids."""
    assert api.get("/livez").headers["Request-Id"] != api.get("/livez").headers["Request-Id"]


def test_responses_and_logs_reveal_no_internals(
    broken: Api, unreachable: Api, caplog: pytest.LogCaptureFixture
) -> None:
    """No response and no log line shows the address of the database. No response names an exception."""
    with caplog.at_level(logging.DEBUG):
        answers = [broken.get("/livez"), unreachable.get("/v1/games/g_" + "0" * 32), unreachable.get("/readyz")]
    for answer in answers:
        assert not [word for word in (b"ZeroDivision", b"Traceback", b"psycopg", b"SQL") if word in answer.raw]
    for text in (caplog.text, *(answer.raw.decode() for answer in answers)):
        assert "wednesday" not in text and "nowhere" not in text
    assert answers[0].body["request_id"] in caplog.text


def test_readiness_checks_the_database_and_liveness_does_not(api: Api, unreachable: Api) -> None:
    """`/livez` answers without the database; `/readyz` is 503 with `Retry-After`."""
    assert api.get("/readyz").status == api.get("/livez").status == unreachable.get("/livez").status == 200
    refused = unreachable.get("/readyz")
    assert (refused.status, refused.headers["Retry-After"]) == (503, "2")


def test_a_missing_parameter_is_named_in_the_words_of_the_service(ada: Player) -> None:
    """Not in those of the library, which have no translation."""
    paths = {
        operation.template
        for operation in CONTRACT.operations
        for parameter in map(CONTRACT.resolve, operation.node.get("parameters", ()))
        if parameter["in"] == "query" and parameter.get("required") and "{" not in operation.template
    }
    assert paths
    for path in paths:
        assert {one["detail"] for one in ada.api.get(path).body["errors"]} == {"is missing"}
