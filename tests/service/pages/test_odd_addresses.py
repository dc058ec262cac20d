"""Tests of addresses for people with odd values, derived from the routes of the app."""

from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import urlencode

from flask import Flask
from werkzeug.test import TestResponse

from tests.rows import IN_FULL, in_one_test
from tests.service.client import Game
from tests.service.pages.test_pages import BROWSER

ODD: Final = ("", "20.", "9", "99", "-1", "x", "[]", "é\U0001f600", "\x00", "%", "<b>", "9" * 99)
"""What a person, a chat program or a fuzzer puts into an address."""


def answers(app: Flask, address: str, seen: set[str]) -> Iterator[TestResponse]:
    """Yield what a browser gets, except from an address where it was."""
    client = app.test_client(use_cookies=False)
    while address not in seen:
        seen.add(address)
        yield (answer := client.get(address, headers={"Accept": BROWSER if len(seen) % 2 else "*/*"}))
        if answer.status_code != 302 or not answer.location.startswith("/"):
            return
        address = answer.location


def addresses(app: Flask, aborted: Game, odd_values: Sequence[str]) -> Iterator[str]:
    """Yield the address of each page with each parameter of its path and its query set to each odd value."""
    usual = {"game": aborted.id, "language": "de", "page": "games", "player": "Ada"}
    operations, routes = app.extensions["exchange"].operations, app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if operations[rule.endpoint].is_page:
            values = {name: usual.get(name, "x") for name in rule.arguments}
            names = operations[rule.endpoint].query.fields
            for odd in odd_values if names or values else odd_values[::4]:
                for name in names or ("client_id",):
                    yield f"{routes.build(rule.endpoint, values)}?{urlencode({name: odd})}"
                for name in rule.arguments if odd else ():
                    yield routes.build(rule.endpoint, {**values, name: odd})


@IN_FULL
def test_every_odd_address_of_a_page_is_answered_by_a_page(app: Flask, aborted: Game, in_full: bool) -> None:
    """It is HTML and never a fault of the service, and a wrong parameter is no error. In part: half of the values."""
    seen: set[str] = set()
    for address in addresses(app, aborted, ODD if in_full else ODD[::2]):
        for answer in answers(app, address, seen):
            assert answer.content_type == "text/html; charset=utf-8", address
            assert answer.status_code in ((400,) if "/oauth/authorize" in address else (200, 302, 404)), address
    assert len(seen) > (200 if in_full else 100)


@in_one_test(
    ("asked", "mended"),
    [
        ("/replays/{}?turn=1.", "/replays/{}?turn=1"),
        ("/replays/{}.", "/replays/{}"),
        ("/replays/{}?turn=1).", "/replays/{}?turn=1"),
        ("/replays/{}).?turn=1", "/replays/{}?turn=1"),
        ("/replays/{}?turn=&seat=1", "/replays/{}?seat=1"),
        ("/replays/{}?turn=x&seat=1", "/replays/{}?seat=1"),
        ("/replays/{}?seat=9&spoilers=off", "/replays/{}?spoilers=off"),
        ("/replays/{}?turn=1&turn=0", "/replays/{}?turn=1"),
        ("/replays/{}?turn=999&seat=1&spoilers=off", "/replays/{}?turn=0&seat=1&spoilers=off"),
        ("/replays/{}/", "/replays/{}"),
        ("/replays/{}/embed/?turn=1", "/replays/{}/embed?turn=1"),
        ("/replays/{}?seat=4", "/replays/{}"),
        ("/replays/{}?from=0&moves=zz", "/replays/{}#no-line"),
        ("/replays/{}/embed?turn=x", "/replays/{}/embed"),
        ("/puzzles?level=99&theme=tempo&utm_source=x", "/puzzles?theme=tempo&utm_source=x"),
        ("/puzzles?knid=turn", "/puzzles"),
        ("/puzzles/conventions?level=99", "/puzzles?level=99"),
        ("/replays/{}?line=zz", "/replays/{}"),
    ],
)
def test_a_wrong_parameter_is_mended_in_the_address(app: Flask, aborted: Game, asked: str, mended: str) -> None:
    path, _, query = asked.format(aborted.id).partition("?")
    answer = app.test_client().get(path, query_string=query, headers={"Accept": BROWSER})
    assert (answer.status_code, answer.location) == (302, mended.format(aborted.id))


def test_a_mended_address_is_one_of_this_service(app: Flask) -> None:
    """Two slashes would name another host."""
    odd = {"PATH_INFO": "//evil.example.", "RAW_URI": "//evil.example."}
    answer = app.test_client().get("/", environ_overrides=odd, headers={"Accept": BROWSER})
    assert (answer.status_code, answer.location) == (302, "/evil.example")
