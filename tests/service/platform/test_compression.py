"""Tests of the compression of pages, lists and JSON."""

import gzip
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from tests.rows import in_one_test
from tests.service.client import Api, Game, Player

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.mark.parametrize(
    "path",
    ["/", "/docs/rules", "/v1/rules", "/v1/variants?limit=100"],
)
def test_pages_and_lists_are_compressed(client: FlaskClient, path: str) -> None:
    """The content is the same, `Vary` names the header, and HEAD has the same headers."""
    plain, packed = client.get(path), client.get(path, headers=GZIP)
    assert "Content-Encoding" not in plain.headers and packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data and len(packed.data) < len(plain.data) / 2
    assert int(packed.headers["Content-Length"]) == len(packed.data)
    assert "Accept-Encoding" in packed.headers["Vary"] and packed.headers["Vary"] == plain.headers["Vary"]
    head = client.head(path, headers=GZIP)
    assert head.data == b""
    for name in ("Content-Encoding", "Content-Length", "Content-Type", "Vary"):
        assert head.headers[name] == packed.headers[name]


@in_one_test(
    ("accepted", "coding"),
    [
        ("gzip", "gzip"),
        ("*", "gzip"),
        ("gzip;q=0.5, identity;q=0.1", "gzip"),
        ("gzip;q=0", None),
        ("gzip;q=0.1, identity", None),
        ("br", None),
        ("identity;q=0, br", None),
        ("", None),
    ],
)
def test_the_client_chooses_the_coding(client: FlaskClient, accepted: str, coding: str | None) -> None:
    """gzip is used if the client accepts it at least as gladly as none."""
    answer = client.get("/v1/rules", headers={"Accept-Encoding": accepted})
    assert (answer.status_code, answer.headers.get("Content-Encoding")) == (200, coding)


def test_short_answers_streams_and_secrets_are_not_compressed(
    client: FlaskClient, players: Callable[[int], list[Player]]
) -> None:
    """Neither are the responses to POST, nor those about the caller."""
    (player,) = players(1)
    token = {"Authorization": f"Bearer {player.token}", **GZIP}
    answers = [
        client.get("/livez", headers=GZIP),
        client.get("/v1/me", headers=token),
        client.get("/v1/me/tokens", headers=token),
        client.get("/v1/replays", headers={**GZIP, "Accept": "application/x-ndjson"}),
        client.post("/v1/accounts", json={"name": "x" * 3000}, headers=GZIP),
        client.post("/v1/games", json={"seats": 2}, headers=token),
    ]
    assert not [answer.request.path for answer in answers if "Content-Encoding" in answer.headers]
    assert len(answers[-1].data) > 1024


def test_a_compressed_view_has_a_weak_tag_of_its_own(client: FlaskClient, new_game: Callable[..., Game]) -> None:
    """Both tags are recognized, and a 304 repeats the one that the client sent."""
    game = new_game()
    token = {"Authorization": f"Bearer {game.players[0].token}"}
    plain = client.get(game.path, headers=token)
    packed = client.get(game.path, headers={**token, **GZIP})
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["ETag"] == f"W/{plain.headers['ETag']}"
    for tag in (plain.headers["ETag"], packed.headers["ETag"]):
        for coding in ({}, GZIP):
            same = client.get(game.path, headers={**token, **coding, "If-None-Match": tag})
            assert (same.status_code, same.data, same.headers["ETag"]) == (304, b"", tag)
            assert "Content-Encoding" not in same.headers


def test_a_compressed_answer_meets_the_contract(api: Api, new_game: Callable[..., Game]) -> None:
    """The contract describes the headers of compressed lists and views."""
    game = new_game()
    for one, path in ((api, "/v1/rules"), (api, "/v1/variants"), (game.players[0].api, game.path)):
        assert one.get(path, headers=GZIP).headers["Content-Encoding"] == "gzip"
