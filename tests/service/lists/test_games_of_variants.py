"""Tests of lists of games of variants, in the public list and in the list of replays."""

from urllib.parse import urlencode

import pytest

from tests.rows import in_one_test
from tests.service.client import Api, Game
from tests.service.factories import NewGame

CARDS = [
    {"variant": "Cow & Pig (6 Suits)"},
    {"variant": "Rainbow (3 Suits)"},
    {"variant": "Rainbow (3 Suits)"},
    {"multicolor": "wild_five"},
    {},
]
"""The options of the games, oldest first."""

FOUND: list[tuple[dict[str, str | int], list[int]]] = [
    ({}, [0, 1, 2, 3, 4]),
    ({"multicolor": "variant"}, [0, 1, 2]),
    ({"multicolor": "none"}, [4]),
    ({"variant": "Rainbow (3 Suits)"}, [1, 2]),
    ({"variant": "R+B+Ra"}, [1, 2]),
    ({"variant": "Cow & Pig (6 Suits)"}, [0]),
    ({"variant": "Rainbow (3 Suits)", "seats": 3}, [2]),
    ({"variant": "Rainbow (3 Suits)", "edition": "de"}, []),
    ({"variant": "Duck (3 Suits)"}, []),
    ({"variant": "Dark Rainbow (6 Suits)"}, [3]),
    ({"variant": "No Variant"}, [4]),
    ({"seats": 6}, [0]),
]
"""Conditions, and the games that meet them. The booklets have the cards of the last two variants too."""


@pytest.fixture(scope="module")
def games(new_game: NewGame) -> list[Game]:
    """Running games of these options, one with six seats."""
    seats = [6, 2, 3, 2, 2]
    return [
        new_game(number, rules={"edition": "hanab_live", **cards}) for number, cards in zip(seats, CARDS, strict=True)
    ]


@in_one_test(("wish", "found"), FOUND)
def test_games_are_filtered_by_variant(
    api: Api, games: list[Game], wish: dict[str, str | int], found: list[int]
) -> None:
    """A variant is found by its name or its string of rules, and rows have its name."""
    rows = api.get("/v1/games", query=urlencode(wish)).ok()["items"]
    assert [row["id"] for row in rows] == [games[place].id for place in reversed(found)]
    assert [row["rules"]["variant"] for row in rows if row["rules"]["multicolor"] == "variant"] == [
        CARDS[place]["variant"] for place in reversed(found) if "variant" in CARDS[place]
    ]


@in_one_test("path", ["/v1/games", "/v1/replays", "/v1/stats"])
@in_one_test(
    ("query", "parameter"),
    [
        ("variant=x", "variant"),
        ("variant=", "variant"),
        ("variant=rainbow+(3+suits)", "variant"),
        ("variant=Duck+(3+Suits)&variant=Duck+(3+Suits)", "variant"),
        ("variant=No+Variant&multicolor=none", "multicolor"),
        ("multicolor=x", "multicolor"),
        ("seats=7", "seats"),
    ],
)
def test_a_faulty_filter_is_refused(api: Api, path: str, query: str, parameter: str) -> None:
    answer = api.get(path, query=query)
    assert (answer.code, answer.body["errors"][0]["parameter"]) == ("invalid-request", parameter)


def test_replays_are_filtered_by_variant(api: Api, games: list[Game]) -> None:
    """The list of replays has the same filter, in every order and on every page."""
    for game in games:
        game.abort()
    for wish, found in FOUND:
        for sort in ("finished", "-finished", "score", "-score"):
            rows = api.get("/v1/replays", query=urlencode({**wish, "sort": sort})).ok()["items"]
            assert {row["id"] for row in rows} == {games[place].id for place in found}
    stats = api.get("/v1/stats", query="variant=Rainbow+(3+Suits)").ok()
    assert (stats["games"], stats["apart"]["aborted"]) == (0, 2)
