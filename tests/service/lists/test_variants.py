"""Tests of the list of hanab.live's variants: search, pages, content and caching."""

from typing import Any, Final
from urllib.parse import urlencode

from engine.rules.variants import VARIANTS
from service.core.rules import card_words, variant_words
from service.platform.languages import choice
from tests.rows import IN_FULL, in_one_test
from tests.service.client import Api

RAINBOW_ONES: Final = "Rainbow-Ones & Pink (5 Suits)"


def names(api: Api, query: str) -> list[str]:
    """Return the names on all pages of a search."""
    return [item["name"] for page in api.pages("/v1/variants", query) for item in page]


@IN_FULL
def test_all_variants_are_listed_by_page(api: Api, in_full: bool) -> None:
    """The pages have all 2,426 variants, once each, in hanab.live's order. In part: those of three suits."""
    wanted = [name for name, variant in VARIANTS.items() if in_full or len(variant.suits) == 3]
    assert names(api, "limit=100" if in_full else "limit=100&suits=3") == wanted
    assert len(VARIANTS) == 2426 and len(wanted) > 200


@in_one_test(
    ("query", "found"),
    [
        ("q=no+variant", ["No Variant"]),
        ("q=SUITS)+cow", [f"Cow & Pig ({count} Suits)" for count in (6, 5, 4, 3)]),
        ("q=%26+duck", []),
        ("q=duck&limit=1", [f"Duck ({count} Suits)" for count in (6, 5, 4, 3)]),
        (
            "q=ones+%26+pink&suits=4&modifier=R1&limit=1",
            ["Rainbow-Ones & Pink (4 Suits)", "Rainbow-Ones & Light Pink (4 Suits)"],
        ),
        ("suit=taupe", ["Matryoshka (6 Suits)"]),
        ("modifier=Du&suits=3", ["Duck (3 Suits)"]),
        ("modifier=Sy&suit=brown&suits=3", ["Synesthesia & Brown (3 Suits)"]),
    ],
)
def test_a_search(api: Api, query: str, found: list[str]) -> None:
    """All conditions hold, on every page."""
    assert names(api, query) == found


@in_one_test(
    ("query", "parameter"),
    [
        ("suits=2", "?suits"),
        ("cursor=WzAsImZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZiJd", "?cursor"),
    ],
)
def test_a_faulty_query_is_refused(api: Api, query: str, parameter: str) -> None:
    """The fault names the parameter. A cursor of another list is none of this one."""
    answer = api.get("/v1/variants", query=query)
    assert (answer.status, answer.code) == (422, "invalid-request")
    assert [fault["parameter"] for fault in answer.body["errors"]] == [parameter.removeprefix("?")]


def read(api: Api, name: str, language: str = "en") -> Any:
    found = api.get("/v1/variants", query=urlencode({"q": name}), headers={"Accept-Language": language}).ok()
    return next(one for one in found["items"] if one["name"] == name)


def test_a_variant_has_its_rules_as_data(api: Api) -> None:
    """The suits, clues, copies and modifiers of Rainbow-Ones & Pink, and of variants with other cards."""
    found = read(api, RAINBOW_ONES)
    *_, pink = found["suits"]
    ten = [{"rank": rank, "copies": copies} for rank, copies in enumerate((3, 2, 2, 2, 1), 1)]
    assert (found["name"], found["rules"]) == ("Rainbow-Ones & Pink (5 Suits)", "R+Y+G+B+Pi,R1")
    assert (found["deck_size"], found["max_score"], found["modifiers"]) == (50, 25, ["R1"])
    assert found["clue_colors"] == ["red", "yellow", "green", "blue", "pink"]
    assert found["clue_ranks"] == found["ranks"] == [1, 2, 3, 4, 5]
    assert found["booklets"] is None
    assert pink == {
        "name": "pink",
        "text": "pink",
        "clue_colors": ["pink"],
        "flags": ["all_clue_ranks"],
        "copies": ten,
        "reversed": False,
        "inverted": False,
    }
    up_or_down = read(api, "Up or Down (5 Suits)")
    assert up_or_down["ranks"] == [1, 2, 3, 4, 5, 7]
    assert {"rank": 7, "copies": 1} in up_or_down["suits"][0]["copies"]
    assert (up_or_down["deck_size"], up_or_down["max_score"]) == (45, 25)
    sudoku = read(api, "Sudoku (4 Suits)")
    assert (sudoku["deck_size"], sudoku["max_score"], sudoku["ranks"]) == (32, 16, [1, 2, 3, 4])
    orange = read(api, "Dark Orange Reversed (5 Suits)")["suits"][4]
    assert (orange["flags"], orange["reversed"], orange["inverted"]) == (["one_of_each"], True, True)
    assert orange["clue_colors"] == ["orange"]


@in_one_test(
    ("name", "multicolor", "names"),
    [
        ("No Variant", "none", {}),
        ("6 Suits", "ten", {"de": "Farbrausch"}),
        (
            "Black (6 Suits)",
            "five",
            {"de": "Farbrausch (schwerer)", "fr": "Avalanche de couleurs", "da": "Kaskade af farve"},
        ),
        ("Rainbow (6 Suits)", "wild_ten", {"de": "Farbrausch²"}),
        ("Dark Rainbow (6 Suits)", "wild_five", {}),
    ],
)
def test_five_variants_are_in_the_booklets(api: Api, name: str, multicolor: str, names: dict[str, str]) -> None:
    booklets = read(api, name)["booklets"]
    assert booklets["multicolor"] == multicolor
    assert {one["edition"]: one["name"] for one in booklets["names"]} == names


@in_one_test("language", choice.LANGUAGES)
def test_the_words_are_in_the_callers_language(api: Api, language: str) -> None:
    found = read(api, RAINBOW_ONES, language)
    assert found["text"] == variant_words.rules_in_words(language, VARIANTS["Rainbow-Ones & Pink (5 Suits)"])
    assert [suit["text"] for suit in found["suits"]] == [
        card_words.color_name(language, suit) for suit in ("red", "yellow", "green", "blue", "pink")
    ]


def test_the_list_can_be_cached(api: Api) -> None:
    """Its pages are public for an hour, differ by language alone, and are revalidated by ETag."""
    first = api.get("/v1/variants")
    assert (first.headers["Cache-Control"], first.headers["Vary"]) == (
        "public, max-age=3600",
        "Accept, Accept-Encoding, Accept-Language",
    )
    again = api.get("/v1/variants", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status, again.raw, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    german = api.get("/v1/variants", headers={"If-None-Match": first.headers["ETag"], "Accept-Language": "de"})
    assert german.status == 200 and german.headers["ETag"] != first.headers["ETag"]
