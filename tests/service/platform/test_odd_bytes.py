"""Tests of odd bytes in every part of a request: none is an error of the service, and no error page fails."""

from base64 import b64encode
from collections.abc import Callable
from itertools import count
from typing import Final
from urllib.parse import quote

from flask.testing import FlaskClient

from tests.rows import IN_FULL, in_one_test
from tests.service.client import Player
from tests.service.contract import CONTRACT

ODD: Final = (
    "\xff",
    "\xc3(",
    "\x80\x81",
    "a\xe9b",
    "\xed\xa0\x80",
    "=;\xff=\xff;,\xfe",
    '"\xff',
    "\xf0\x9f\x8e",
    "%ff%00",
)
"""Values of headers, as WSGI has them: a character for each byte."""

HEADERS: Final = (
    *("ACCEPT", "ACCEPT_ENCODING", "ACCEPT_LANGUAGE", "AUTHORIZATION", "COOKIE", "CSRF_TOKEN", "EXPECT", "FORWARDED"),
    *("ACCESS_CONTROL_REQUEST_HEADERS", "HOST", "IDEMPOTENCY_KEY", "IF_MATCH", "IF_MODIFIED_SINCE", "IF_NONE_MATCH"),
    *("LAST_EVENT_ID", "ORIGIN", "PREFER", "RANGE", "REFERER", "REQUEST_ID", "SEC_FETCH_SITE", "TRANSFER_ENCODING"),
    *("USER_AGENT", "X_FORWARDED_FOR", "X_FORWARDED_HOST", "X_FORWARDED_PROTO", "CONTENT_ENCODING"),
)
"""Headers that the service or its libraries read."""

COOKIES: Final = ("language={}", "theme={}", "{}=x", "hanabi-sign-in={}", "hanabi-csrf={}", "__Host-hanabi-sign-in={}")


def environs(odd: str) -> list[dict[str, str]]:
    """Return each header with an odd value, also within what it can hold.

    The server refuses a query with such bytes unless they are encoded (`test_malformed_http.py`).
    """
    found = [{f"HTTP_{name}": odd} for name in HEADERS]
    found += [{"HTTP_COOKIE": cookie.format(odd), "HTTP_SEC_FETCH_SITE": "same-origin"} for cookie in COOKIES]
    found += [{"CONTENT_TYPE": odd}, {"CONTENT_TYPE": f"application/json; charset={odd}"}, {"CONTENT_LENGTH": odd}]
    found += [{"HTTP_AUTHORIZATION": f"{scheme} {odd}"} for scheme in ("Bearer", "Basic", "Bearer hnb_p_")]
    found += [{"HTTP_AUTHORIZATION": f"Basic {b64encode(odd.encode('latin-1')).decode()}"}]
    found += [{"QUERY_STRING": f"cursor={quote(odd, encoding='latin-1')}"}, {"PATH_INFO": f"/{odd}"}]
    found += [{"PATH_INFO": f"/v1/games/{odd}"}, {"REMOTE_ADDR": odd}]
    return found


@IN_FULL
def test_no_odd_byte_is_an_error_of_the_service(
    client: FlaskClient, players: Callable[[int], list[Player]], in_full: bool
) -> None:
    """Every operation answers every header with odd bytes. In part: one for each, by turns."""
    ada, turns, failed = players(1)[0], count(), []
    for operation in CONTRACT.operations:
        path = operation.template.replace("{game}", f"g_{'0' * 32}").replace("{", "").replace("}", "")
        for _ in range(len(environs("")) if in_full else 1):
            turn = next(turns)
            among = environs(ODD[turn % len(ODD)])
            environ = {"HTTP_AUTHORIZATION": f"Bearer {ada.token}", **among[turn % len(among)]}
            if "HTTP_COOKIE" in environ:
                del environ["HTTP_AUTHORIZATION"]
            answer = client.open(path, method=operation.method, environ_overrides=environ, buffered=False)
            if answer.status_code == 500:
                failed.append((operation.node["operationId"], environ))
            answer.close()
    assert not failed


@in_one_test("path", ["/account", "/nowhere", "/v1/me", "/oauth/authorize"])
def test_no_odd_byte_ends_a_page(client: FlaskClient, path: str) -> None:
    """Pages, addresses that nothing has, and problems answer every header."""
    for turn in range(len(environs(""))):
        environ = {"HTTP_ACCEPT": "text/html,*/*;q=0.1", **environs(ODD[turn % len(ODD)])[turn]}
        assert client.get(path, environ_overrides=environ).status_code < 500, environ


@in_one_test("odd", ODD)
def test_no_odd_byte_hides_a_cookie(client: FlaskClient, odd: str) -> None:
    """The other cookies of the request count."""
    cookie = f"x={odd.replace(';', '')}; language=de"
    assert client.get("/", environ_overrides={"HTTP_COOKIE": cookie}).headers["Content-Language"] == "de"
