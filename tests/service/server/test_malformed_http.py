"""Tests of malformed and unusual HTTP: each request gets one response, and the service continues."""

import gzip
import json
import re
import socket
from contextlib import ExitStack
from typing import NamedTuple

import pytest

from service.platform.wire.problem_kinds import STATUS_OF
from tests.rows import in_one_test
from tests.service.contract import CONTRACT

JSON = b"Content-Type: application/json\r\n"
BODY = b"{            }"
TAKES_PART = re.compile(rb"HTTP/1\.1 100 Continue\r\n\r\n")


class Reply(NamedTuple):
    """A response."""

    status: int
    code: str | None
    head: bytes


def connected(server: str) -> socket.socket:
    """Return a connection with a timeout of a minute."""
    host, port = server.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=60)


def read_all(connection: socket.socket) -> bytes:
    """Return everything until the connection is closed."""
    return b"".join(iter(lambda: connection.recv(65536), b""))


def replies(server: str, raw: bytes, *, ends: bool = False) -> list[Reply]:
    """Send bytes, and return the responses.

    With `ends`, the sending side is closed. Each error must be a problem document.
    """
    with connected(server) as connection:
        connection.sendall(raw)
        if ends:
            connection.shutdown(socket.SHUT_WR)
        left, found = TAKES_PART.sub(b"", read_all(connection)), []
    while left:
        head, _, left = left.partition(b"\r\n\r\n")
        status = int(head.split()[1])
        length = re.search(rb"\r\nContent-Length: (\d+)", head, re.IGNORECASE)
        body, left = left[: int(length[1])] if length else left, left[int(length[1]) :] if length else b""
        assert (b"application/problem+json" in head) == (status >= 400), head
        if status >= 400:
            check_problem(status, head, body)
        found.append(Reply(status, json.loads(body)["code"] if status >= 400 else None, head))
    return found


def check_problem(status: int, head: bytes, body: bytes) -> None:
    """Check that a problem is as the contract describes all: its members, its status, and the common headers."""
    assert not CONTRACT.faults("/components/schemas/Problem", body), body
    headers = dict(line.split(b": ", 1) for line in head.split(b"\r\n")[1:])
    problem = json.loads(body)
    assert problem["status"] == status == STATUS_OF[problem["code"]]
    assert problem["request_id"].encode() == headers[b"Request-Id"]
    for name, node in CONTRACT.document["x-common-headers"].items():
        assert not node.get("required") or name.encode() in headers, name


def get(target: bytes, headers: bytes = b"", *, method: bytes = b"GET", version: bytes = b"HTTP/1.1") -> bytes:
    """Return a request without a body that asks to close the connection."""
    return b"%s %s %s\r\nHost: x\r\nConnection: close\r\n%s\r\n" % (method, target, version, headers)


def post(body: bytes = BODY, headers: bytes = b"", *, media_type: bytes = JSON, length: bytes | None = None) -> bytes:
    """Return a request that creates an account. The default length is the right one."""
    known = b"%d" % len(body) if length is None else length
    return get(b"/v1/accounts", media_type + headers + b"Content-Length: %s\r\n" % known, method=b"POST") + body


def chunks(body: bytes, headers: bytes = b"", coding: bytes = b"chunked") -> bytes:
    """Return the same request with a chunked body."""
    return get(b"/v1/accounts", JSON + headers + b"Transfer-Encoding: %s\r\n" % coding, method=b"POST") + body


WHOLE = b"e\r\n" + BODY + b"\r\n0\r\n\r\n"
REFUSED: dict[str, bytes] = {
    "no words": b"\r\n\r\n",
    "bytes": b"\x00\x01\xff" * 9 + b"\r\n\r\n",
    "HTTP/0.9": b"GET /livez\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "HTTP/9.9": get(b"/livez", version=b"HTTP/9.9"),
    "a small method": get(b"/livez", method=b"get"),
    "a long method": get(b"/livez", method=b"A" * 300),
    "a strange method": get(b"/livez", method=b"G@T"),
    "no path": get(b"livez"),
    "a star": get(b"*"),
    "a bracket": get(b"http://[::1/livez"),
    "NUL in the path": get(b"/a\0b"),
    "UTF-8 in the path": get("/v1/accounts/Chloé".encode()),
    "no UTF-8 in the query": get(b"/v1/games?cursor=\xff"),
    "a bare line feed": b"GET /livez HTTP/1.1\nHost: x\n\n",
    "two hosts": get(b"/livez", b"Host: y\r\n"),
    "no colon": get(b"/livez", b"Foo\r\n"),
    "no name": get(b"/livez", b": x\r\n"),
    "a blank in a name": get(b"/livez", b"A b: x\r\n"),
    "NUL in a value": get(b"/livez", b"A: x\0y\r\n"),
    "a folded line": get(b"/livez", b"A: x\r\n y\r\n"),
    "PROXY": b"PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n" + get(b"/livez"),
    "two lengths": post(headers=b"Content-Length: 14\r\n"),
    "a list of lengths": post(length=b"14, 14"),
    "a negative length": post(length=b"-1"),
    "a signed length": post(length=b"+14"),
    "a length in Arabic digits": post(length="١٤".encode()),
    "no number for a length": post(length=b"x"),
    "a length and chunks": chunks(WHOLE, b"Content-Length: 14\r\n"),
    "chunks in HTTP/1.0": chunks(WHOLE).replace(b"HTTP/1.1", b"HTTP/1.0"),
    "chunks of chunks": chunks(WHOLE, coding=b"chunked, chunked"),
    "no chunks": chunks(WHOLE, coding=b"gzip"),
    "an unknown coding": chunks(WHOLE, coding=b"tea"),
    "no size": chunks(b"\r\n" + WHOLE),
    "a size that is none": chunks(b"zz\r\n" + WHOLE),
    "a negative size": chunks(b"-1\r\n" + WHOLE),
    "a long size": chunks(b"0" * 100_000 + WHOLE),
    "a size too small": chunks(WHOLE.replace(b"e\r\n", b"3\r\n", 1)),
    "NUL in an extension": chunks(WHOLE.replace(b"e\r\n", b"e;\0\r\n", 1)),
    "a trailer that is none": chunks(WHOLE[:-2] + b"A b\r\n\r\n"),
    "a token in a trailer": chunks(WHOLE[:-2] + b"Authorization: Bearer x\r\n\r\n"),
    "a wrong chunk, and a request after it": chunks(b"zz\r\n" + get(b"/livez")).replace(b"close", b"keep-alive", 1),
}


@in_one_test("raw", REFUSED.values())
def test_a_malformed_request_is_400_and_closes_the_connection(server: str, raw: bytes) -> None:
    """There is one response, whatever follows."""
    assert [(reply.status, reply.code) for reply in replies(server, raw)] == [(400, "bad-request")]


def encoded(coding: bytes, body: bytes) -> bytes:
    """Return a request whose body has a content coding."""
    return post(body, b"Content-Encoding: %s\r\n" % coding)


JUDGED: dict[str, tuple[bytes, int, str | None]] = {
    "a long address": (get(b"/" + b"a" * 9000), 414, "uri-too-long"),
    "a very long address": (get(b"/" + b"a" * 1_000_000), 414, "uri-too-long"),
    "a long header": (get(b"/livez", b"A: %s\r\n" % (b"a" * 9000)), 431, "headers-too-large"),
    "a very long header": (get(b"/livez", b"A: %s\r\n" % (b"a" * 1_000_000)), 431, "headers-too-large"),
    "many headers": (get(b"/livez", b"".join(b"A%d: a\r\n" % n for n in range(10_000))), 431, "headers-too-large"),
    "another expectation": (post(headers=b"Expect: tea\r\n"), 417, "expectation-failed"),
    "an expectation": (post(headers=b"Expect: 100-continue\r\n"), 201, None),
    "an expectation of too much": (
        post(headers=b"Expect: 100-continue\r\n", length=b"99999999"),
        413,
        "payload-too-large",
    ),
    "a huge length": (post(length=b"9" * 30), 413, "payload-too-large"),
    "a byte too many": (post(b" " * (64 * 1024 + 1)), 413, "payload-too-large"),
    "four megabytes": (post(b" " * (4 * 1024 * 1024)), 413, "payload-too-large"),
    "two megabytes in a chunk": (
        chunks(b"200000\r\n" + b" " * 0x200000 + b"\r\n0\r\n\r\n"),
        413,
        "payload-too-large",
    ),
    "50,000 chunks": (chunks(b"1\r\n \r\n" * 50_000 + b"0\r\n\r\n"), 400, "bad-request"),
    "500 chunks": (chunks(b"1\r\n \r\n" * 500 + b"0\r\n\r\n"), 400, "malformed-json"),
    "chunks": (chunks(WHOLE), 201, None),
    "chunks with extensions and trailers": (
        chunks(WHOLE.replace(b"e\r\n", b"e;a=b\r\n", 1)[:-2] + b"A: b\r\n\r\n"),
        201,
        None,
    ),
    "gzip": (encoded(b"gzip", gzip.compress(BODY)), 415, "unsupported-media-type"),
    "br": (encoded(b"br", BODY), 415, "unsupported-media-type"),
    "nothing packed": (encoded(b"identity", BODY), 201, None),
    "no UTF-8": (post(b'{"name":"\xff"}'), 400, "malformed-json"),
    "a lone surrogate": (post(rb'{"name":"\ud800"}'), 400, "malformed-json"),
    "a name twice": (post(b'{"name":"Ada","name":"Bob"}'), 400, "malformed-json"),
    "a name twice, once escaped": (post(rb'{"name":"Ada","\u006eame":"Bob"}'), 400, "malformed-json"),
    "a name twice, deep inside": (post(b'{"name":[{"a:":":","b":{"c":1,"c":2}}]}'), 400, "malformed-json"),
    "no name twice": (post(rb'{"name":{"a:":"\"a\":","b":[{"a:":{}}]}}'), 422, "invalid-request"),
    "sixty thousand digits": (post(b'{"name":%s}' % (b"9" * 60_000)), 400, "malformed-json"),
    "HTTP/1.0": (get(b"/livez", version=b"HTTP/1.0"), 200, None),
    "a whole address": (get(b"http://x/livez"), 200, None),
    "a semicolon": (get(b"/livez;x=1"), 404, "unknown-path"),
    "dots": (get(b"/v1/../livez"), 404, "unknown-path"),
    "dots in percent": (get(b"/v1/%2e%2e/livez"), 404, "unknown-path"),
    "a backslash": (get(b"/..\\livez"), 404, "unknown-path"),
    "percent and nothing": (get(b"/v1/games/%"), 404, "not-found"),
    "no UTF-8 in percent": (get(b"/v1/accounts/%c0%af"), 404, "not-found"),
    "a surrogate in percent": (get(b"/v1/accounts/%ed%a0%80"), 404, "not-found"),
    "a surrogate in the query": (get(b"/v1/replays?player=%ed%a0%80"), 422, "invalid-request"),
    "TRACE": (get(b"/livez", method=b"TRACE"), 405, "method-not-allowed"),
    "CONNECT": (get(b"x:443", method=b"CONNECT"), 404, "unknown-path"),
    "OPTIONS of all": (get(b"*", method=b"OPTIONS"), 404, "unknown-path"),
    "another prefix": (get(b"/livez", b"SCRIPT_NAME: /livez\r\n"), 200, None),
    "another path": (get(b"/nowhere", b"PATH_INFO: /livez\r\n"), 404, "unknown-path"),
    "two schemes": (get(b"/livez", b"X-Forwarded-Proto: https\r\nX-Forwarded-Ssl: off\r\n"), 200, None),
}


@in_one_test(("raw", "status", "code"), JUDGED.values())
def test_an_unusual_request_gets_one_response(server: str, raw: bytes, status: int, code: str | None) -> None:
    """The response arrives completely even if a part of the request was not read."""
    assert [(reply.status, reply.code) for reply in replies(server, raw)] == [(status, code)]


@pytest.mark.parametrize("raw", [post()[:-5], chunks(b"e\r\n{"), chunks(WHOLE[:-5])], ids=["length", "chunk", "end"])
def test_an_incomplete_body_is_refused(server: str, raw: bytes) -> None:
    """The client sends half of the body and closes its side."""
    assert [reply.status for reply in replies(server, raw, ends=True)] == [400]


@pytest.mark.parametrize("raw", [b"GET /livez HTT", b"GET /livez HTTP/1.1\r\nHost"])
def test_an_incomplete_head_gets_no_response(server: str, raw: bytes) -> None:
    """The connection is closed."""
    assert replies(server, raw, ends=True) == []


def test_pipelined_requests_are_answered_in_order(server: str) -> None:
    """One of the requests has a body that no route reads. The last one is malformed."""
    requests = [
        one.replace(b"close", b"keep-alive") for one in (get(b"/livez"), post(), get(b"/nowhere", method=b"POST"))
    ]
    requests[2] = requests[2].replace(b"\r\n\r\n", b"\r\nContent-Length: 9\r\n\r\nGET / HTT")
    assert [reply.status for reply in replies(server, b"".join(requests) + b"rest\r\n\r\n")] == [200, 201, 404, 400]


def test_slow_bodies_delay_no_other_request(server: str) -> None:
    """Other requests are answered while more slow bodies arrive than there are slots. Those time out with 400."""
    with ExitStack() as stack:
        slow = [stack.enter_context(connected(server)) for _ in range(70)]
        for number, connection in enumerate(slow):
            connection.sendall([post()[:-5], chunks(b"f" * 16 + b"\r\n{")][number % 2])
        assert [reply.status for reply in replies(server, get(b"/v1/editions"))] == [200]
        for connection in slow:
            response = read_all(connection)
            assert response.startswith(b"HTTP/1.1 400 ") and b'"code":"bad-request"' in response
