"""Tests of logs and spans: one JSON object a line, without data of callers or games."""

import io
import json
import logging
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flask import Flask, Response, request

from engine.events import GameDealt, Log
from engine.fold import fold
from engine.rules import resolve
from service.app import create_app
from service.core.people import token_secrets
from service.core.tables.lobby.invitations import CreatedInvitation
from service.core.tables.log_tables import Deal
from service.core.tables.stored_game import Stored
from service.platform.database import pool  # noqa: F401  (silences its library)
from service.platform.observability import logs, metrics
from service.platform.observability.logs import JsonLines
from service.platform.requests.idempotency import StoredResponse
from service.platform.settings import BadSetting, Settings
from tests.rows import in_one_test

# No server listens on this port: these tests never reach the database.
NO_DATABASE = "postgresql://nobody@127.0.0.1:9/nothing"

SECRET = token_secrets.new_secret("p")

Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Lines]:
    """A function that returns the new log lines, parsed. The raw text must have no token."""
    monkeypatch.setattr(logging, "raiseExceptions", True)
    stream = io.StringIO()
    handlers, level = logging.root.handlers[:], logging.root.level
    service = logging.getLogger("service")
    service_level = service.level
    logs.begin("info", stream)

    def read() -> list[dict[str, Any]]:
        written = stream.getvalue()
        assert SECRET not in written
        return [json.loads(line) for line in written.splitlines()]

    yield read
    logging.root.handlers[:] = handlers
    logging.root.setLevel(level)
    service.setLevel(service_level)


@pytest.fixture(scope="module")
def quiet() -> Flask:
    """A service without a database that logs each request. Two of its routes misbehave."""
    app = create_app(Settings(database_url=NO_DATABASE, access_log=True))

    def fail(deck: str) -> Response:
        hand = f"{deck} in hand"
        try:
            raise ValueError(f"cannot play {hand} of {request.headers['Authorization']}")
        except ValueError as error:
            raise KeyError(hand) from error

    def stream() -> Response:
        return Response(iter([b"one", b"two"]), content_type="text/event-stream")

    app.add_url_rule("/v1/fails/<deck>", view_func=fail)
    app.add_url_rule("/v1/stream", view_func=stream)
    return app


def test_a_request_is_one_line(quiet: Flask, lines: Lines) -> None:
    """The line has the route, not the path, and no content of the request or the response."""
    headers = {"Request-Id": "mine", "Authorization": f"Bearer {SECRET}", "User-Agent": "hanabi-client/0.2.0 (of Ada)"}
    headers["traceparent"] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    path = "/v1/games/g_00000000000000000000000000000001/moves?deck=r1"
    answer = quiet.test_client().post(path, headers=headers, json={"type": "play", "card": 12345})
    assert re.fullmatch(
        r"place;dur=[\d.]+, connection;dur=[\d.]+, database;dur=[\d.]+, work;dur=[\d.]+",
        answer.headers["Server-Timing"],
    )
    unreachable, line = lines()
    assert unreachable["request_id"] == "mine"
    assert line.pop("time").endswith("Z")
    duration, *waits = (line.pop(f"{what}_ms") for what in ("duration", "place", "connection", "database", "work"))
    assert min(waits) >= 0 and abs(sum(waits) - duration) < 1
    assert line == {
        "level": "info",
        "logger": "service.requests",
        "method": "POST",
        "route": "/v1/games/{game}/moves",
        "status": 503,
        "bytes": int(answer.headers["Content-Length"]),
        "worker": os.getpid(),
        "client": "hanabi-client/0.2.0",
        "cause": "connection",
        "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
        "request_id": "mine",
        "account": None,
    }


@in_one_test(
    ("method", "path", "route", "status"),
    [
        ("GET", "/v1/rules/R7", "/v1/rules/{rule}", 200),
        ("GET", "/nowhere/secret-4711?card=secret-4711", "(none)", 404),
        ("GET", "/v1/rules/secret-4711", "/v1/rules/{rule}", 404),
        ("POST", "/v1/accounts", "/v1/accounts", 422),
    ],
)
def test_routes_are_logged_as_templates(
    quiet: Flask, lines: Lines, method: str, path: str, route: str, status: int
) -> None:
    """An unknown path has no route; bodies and queries are not logged."""
    quiet.test_client().open(path, method=method, json={"name": {"secret-4711": 1}} if method == "POST" else None)
    *_, line = lines()
    assert (line["method"], line["route"], line["status"]) == (method, route, status)
    assert "-4711" not in json.dumps(line)


MISPLACED: dict[str, tuple[str, str, dict[str, str], bytes]] = {
    "path": ("GET", f"/v1/rules/{SECRET}", {}, b""),
    "no path": ("GET", f"/{SECRET}", {}, b""),
    "query": ("GET", f"/v1/editions?access_token={SECRET}", {}, b""),
    "name in a query": ("GET", f"/v1/editions?{SECRET}", {}, b""),
    "method": (SECRET, "/v1/editions", {}, b""),
    "request id": ("GET", "/v1/editions", {"Request-Id": SECRET}, b""),
    "part of a request id": ("GET", "/v1/editions", {"Request-Id": f"my-{SECRET}"}, b""),
    "agent": ("GET", "/v1/editions", {"User-Agent": SECRET, "Referer": f"https://x.example/?{SECRET}"}, b""),
    "cookie": ("GET", "/v1/editions", {"Cookie": f"token={SECRET}", "Forwarded": f"for={SECRET}"}, b""),
    "preferences": ("GET", "/v1/editions", {"Accept": f"x/{SECRET}", "Accept-Language": SECRET}, b""),
    "key": ("POST", "/v1/accounts", {"Idempotency-Key": f"two words {SECRET}"}, b'{"name":1}'),
    "member": ("POST", "/v1/accounts", {}, b'{"%s":1}' % SECRET.encode()),
    "value": ("POST", "/v1/accounts", {}, b'{"name":["%s"]}' % SECRET.encode()),
    "body": ("POST", "/v1/accounts", {}, SECRET.encode()),
    "type of a body": ("POST", "/v1/accounts", {"Content-Type": f"x/{SECRET}"}, b"{}"),
}


@in_one_test("place", MISPLACED)
def test_a_misplaced_token_is_not_repeated(quiet: Flask, lines: Lines, place: str) -> None:
    """Wherever a client puts its token, it is in no response, line or metric."""
    method, path, headers, body = MISPLACED[place]
    headers = {"Content-Type": "application/json", **headers} if body else headers
    answer = quiet.test_client().open(path, method=method, headers=headers, data=body)
    assert lines() and 200 <= answer.status_code < 500
    sent = answer.get_data() + str(answer.headers).encode() + metrics.exposition()
    assert SECRET[:16].encode() not in sent and SECRET[:16] not in json.dumps(lines())


def test_a_stream_is_logged_when_it_has_ended(quiet: Flask, lines: Lines) -> None:
    """A stream's line has the duration of the stream and the time until it began."""
    answer = quiet.test_client().get("/v1/stream", buffered=False)
    assert lines() == []
    assert answer.get_data() == b"onetwo"
    answer.close()
    (line,) = lines()
    assert (line["route"], line["status"]) == ("/v1/stream", 200)
    assert line["open_s"] >= 0


def test_an_exception_is_logged_without_its_message(quiet: Flask, lines: Lines) -> None:
    """The line has its type, location and cause, but no message, local variable or path."""
    quiet.test_client().get("/v1/fails/secret-4711", headers={"Authorization": f"Bearer {SECRET}"})
    failure, line = lines()
    assert failure["level"] == "error"
    assert failure["request_id"] == line["request_id"]
    assert failure["error"]["type"] == "builtins.KeyError"
    assert failure["error"]["stack"][-1].startswith("tests/service/operations/test_logs.py:")
    assert failure["error"]["stack"][-1].endswith(" in fail")
    assert failure["error"]["cause"]["type"] == "builtins.ValueError"
    assert line["status"] == 500
    assert "-4711" not in json.dumps([failure, line])


def test_an_unreachable_database_is_logged_by_type(quiet: Flask, lines: Lines) -> None:
    """The message could contain an address, a statement or a row."""
    quiet.test_client().get("/v1/games")
    failure, line = lines()
    assert failure["level"] == "warning"
    assert "PoolTimeout" in failure["message"]
    assert "127.0.0.1" not in failure["message"]
    assert line["status"] == 503


def test_a_line_has_an_id_only_during_its_request(quiet: Flask, lines: Lines) -> None:
    """A line after the request has no id."""
    quiet.test_client().get("/v1/rules/R7")
    logging.getLogger("service.elsewhere").warning("later")
    assert "request_id" not in lines()[-1]


def written(message: Any, *values: object, name: str = "service.x", error: BaseException | None = None) -> Any:
    """Return the JSON line of a log record."""
    failed = None if error is None else (type(error), error, error.__traceback__)
    return json.loads(JsonLines().format(logging.LogRecord(name, 30, "file", 1, message, values, failed)))


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (
            f"Invalid request from ip=::1: Invalid HTTP header name: 'Authorization : Bearer {SECRET}'",
            "HTTP header name",
        ),
        ("Invalid request from ip=10.0.0.1: Invalid HTTP request line: '{\"deck\":[1]}'", "HTTP request line"),
        ("Invalid request from ip=: Invalid HTTP Version: (9, 9)", "HTTP Version"),
    ],
)
def test_gunicorn_messages_are_logged_without_request_data(said: str, message: str) -> None:
    """Tokens in malformed headers, bodies in place of request lines and addresses are not logged."""
    assert written(said, name="gunicorn.error")["message"] == f"Invalid request: Invalid {message}"


def test_other_gunicorn_messages_are_logged() -> None:
    """Only queries and messages of exceptions are removed."""
    failed = written("Error handling request %s %s", "GET", "/v1/x?q=1", name="gunicorn.error", error=ValueError("v"))
    assert failed["message"] == "Error handling request GET /v1/x"
    assert failed["error"] == {"type": "builtins.ValueError", "stack": []}
    assert written("Worker (pid:%s) exited", 7, name="gunicorn.error")["message"] == "Worker (pid:7) exited"
    assert written(ValueError(SECRET), name="gunicorn.error")["message"] == "ValueError"


def test_a_token_in_a_message_is_hidden() -> None:
    """The formatter hides tokens, although no code logs one."""
    assert written("no %s, no Bearer abc", SECRET)["message"] == "no (hidden), no (hidden)"


def test_logged_details_of_errors() -> None:
    """A database error has its SQLSTATE. An invalid setting has its message, which never has a secret."""
    assert written("x", error=psycopg.errors.UniqueViolation("row"))["error"] == {
        "type": "psycopg.errors.UniqueViolation",
        "sqlstate": "23505",
        "stack": [],
    }
    assert written("x", error=BadSetting("PORT must be"))["error"]["message"] == "PORT must be"


SECRETS = (
    Deal(UUID(int=1), b"secret", b"secret", b"secret"),
    Log(GameDealt(resolve("de", {}, 2), 2, 0), b"secret", []),
    fold(Log(GameDealt(resolve("de", {}, 2), 2, 0, "x"), bytes(range(25)) * 2, [])),
    Stored._make([UUID(int=1), *["secret"] * (len(Stored._fields) - 1)]),
    StoredResponse(200, b"secret"),
    CreatedInvitation("secret", None, datetime.now(UTC)),
    Settings(database_url="secret", listen_url="secret", metrics_token="secret", rate_limit_store="secret"),
)


@in_one_test("holder", SECRETS)
def test_the_repr_of_an_object_has_no_secret(holder: object) -> None:
    """Decks, salts, new tokens and passwords are left out of it."""
    printed = repr(holder)
    assert printed.startswith(type(holder).__name__)
    assert not any(secret in printed for secret in ("secret'", "Card(", "deck=", "salt="))


def test_log_levels(lines: Lines) -> None:
    """LOG_LEVEL applies to the service; other libraries log warnings and errors only."""
    logging.getLogger("service.x").debug("no")
    logging.getLogger("sqlalchemy.engine").info("select secret")
    logging.getLogger("psycopg.pool").warning("connection failed: secret")
    logging.getLogger("service.x").info("yes")
    logging.getLogger("sqlalchemy.pool").warning("yes")
    assert [line["message"] for line in lines()] == ["yes", "yes"]


def test_a_service_in_a_test_does_not_log_requests(lines: Lines) -> None:
    """Request lines are off by default."""
    create_app(Settings(database_url=NO_DATABASE)).test_client().get("/v1/rules/R7")
    assert lines() == []


_SPAN = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


def test_without_the_extra_the_service_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It says once what is missing. Without a collector, it does not look for the extra."""
    for name in ("opentelemetry", "opentelemetry.exporter.otlp.proto.http.trace_exporter"):
        monkeypatch.setitem(sys.modules, name, None)
    assert (
        create_app(Settings(database_url="postgresql://127.0.0.1:9/none")).test_client().get("/livez").status_code
        == 200
    )
    assert not caplog.messages
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    assert (
        create_app(Settings(database_url="postgresql://127.0.0.1:9/none")).test_client().get("/livez").status_code
        == 200
    )
    assert [line for line in caplog.messages if "the extra `opentelemetry` is not installed" in line]


_SERVE = """
from service.app import create_app
from service.platform.settings import Settings
client = create_app(Settings(database_url="postgresql://127.0.0.1:9/none")).test_client()
answer = client.get("/v1/variants?q=secret", headers={"traceparent": "%s"})
assert answer.status_code == 200
"""


@pytest.mark.slow
def test_a_span_has_the_route_and_no_query() -> None:
    """The collector gets it at the end of the process, within the trace of the client."""
    pytest.importorskip("opentelemetry.sdk")
    got: list[bytes] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}"
        environ = {"OTEL_EXPORTER_OTLP_ENDPOINT": address, "OTEL_EXPORTER_OTLP_COMPRESSION": "none"}
        subprocess.run([sys.executable, "-c", _SERVE % _SPAN], env=os.environ | environ, check=True, timeout=60)
        server.shutdown()
    sent = b"".join(got)
    assert b"GET /v1/variants" in sent and bytes.fromhex(_SPAN.split("-")[1]) in sent
    assert b"secret" not in sent
