"""Tests of the rulings: complete, equal in structure, and reachable from every answer that cites one."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from flask.testing import FlaskClient

from engine.bots import BOTS
from engine.decide import Refusal
from engine.rules import EDITIONS, OPTIONS, PRINTED_VARIANTS
from engine.score import BANDS
from service.core.rules import guide_words, ruling_words
from service.core.rules.guide_words import GUIDES
from service.core.rules.routes.rulings import RULES
from service.core.rules.ruling_words import RULINGS
from service.core.tables.words import illegal_move_words, result_words
from service.platform.wire.problem_kinds import STATUS_OF
from tests.rows import in_one_test
from tests.service.client import Api, Game, stacked
from tests.service.languages import EACH_LANGUAGE

CITED = re.compile(r"\bR\d+\b")
CODE = re.compile(r"`[^`]+`")


def paragraphs(language: str) -> Iterator[tuple[str, str]]:
    """Yield every text about the rules, with its place."""
    for rule, ruling in zip(RULES, RULINGS[language], strict=True):
        yield from ((f"{rule}.{n}", text) for n, text in enumerate(ruling.text))
        yield from ((f"{rule}.{name}", text) for name in ("title", "source", "own") if (text := getattr(ruling, name)))
    guide = GUIDES[language]
    yield from ((f"how.{n}", text) for n, text in enumerate(guide.how))
    yield from guide.editions.items()


@EACH_LANGUAGE
def test_each_language_has_the_same_rulings(language: str) -> None:
    """The texts have the same paragraphs, and cite the same rulings, codes and options."""
    texts, english = dict(paragraphs(language)), dict(paragraphs("en"))
    assert texts.keys() == english.keys()
    for place, text in texts.items():
        assert text and text == " ".join(text.split(" ")) and "  " not in text, place
        assert set(CITED.findall(text)) == set(CITED.findall(english[place])), place
        assert sorted(CODE.findall(text)) == sorted(CODE.findall(english[place])), place


@EACH_LANGUAGE
def test_the_texts_are_in_their_language(language: str, api: Api) -> None:
    """They have no words of JSON, and no text is English that should be another one."""
    for place, text in paragraphs(language):
        assert not re.search(r"\b(null|true|false)\b", CODE.sub("", text)), place
    if language == "en":
        return
    for texts in ("how", "editions", "titles", "options", "bots"):
        own, english = getattr(GUIDES[language], texts), getattr(GUIDES["en"], texts)
        same = set(own) & set(english) if texts == "how" else {key for key in own if own[key] == english[key]}
        assert same <= {"hanab_live"}, texts
    header = {"Accept-Language": language}
    for path in ("/v1/bots", "/v1/editions"):
        own, english = api.get(path, headers=header).ok(), api.get(path).ok()
        assert own != english
    assert (
        api.get("/v1/editions", headers=header).ok()["items"][0]["options"][0]["source"]
        == GUIDES[language].sources["multicolor"]
    )


@EACH_LANGUAGE
def test_every_option_value_and_variant_has_a_name(language: str) -> None:
    guide = GUIDES[language]
    assert tuple(guide.editions) == tuple(guide.titles) == tuple(EDITIONS)
    assert tuple(guide.options) == tuple(guide.sources) == tuple(OPTIONS)
    assert {*guide.bots} == {bot.partition("-")[0] for bot in BOTS}  # levels share a text
    for name, option in OPTIONS.items():
        assert set(guide.options[name].values) == {value for value in option.values if type(value) is not int}, name
        assert set(option.rulings) <= set(RULES) and set(option.house_rules) <= set(option.values)
    assert tuple(guide.variants) == tuple(variant.id for variant in PRINTED_VARIANTS)
    for variant in PRINTED_VARIANTS:
        assert set(variant.values) <= set(OPTIONS[variant.option].values)
        if printed := variant.names.get(language):
            assert guide_words.variant_name(language, variant) == (printed, False)


def test_every_option_is_named_by_the_rulings_that_define_it() -> None:
    for name, option in OPTIONS.items():
        for rule in option.rulings:
            ruling = ruling_words.ruling("en", rule)
            assert f"`{name}`" in " ".join((*ruling.text, ruling.own or "")), (name, rule)


def test_every_refusal_cites_a_ruling_that_says_what_is_refused(api: Api) -> None:
    """The texts alone tell when a command is refused: the words of each refusal are in its ruling."""
    words = {
        "own-hand": "to one’s own seat",
        "no-such-seat": "a seat that the game does not have",
        "no-clue-token": "refused without a clue token",
        "no-such-color R8": "Another color is refused",
        "no-such-rank": "a clue of another number is refused",
        "same-kind-of-clue": "the clue before it is refused",
        "empty-clue": "it is refused",
        "no-turned-cards": "no cards are turned",
        "not-clued R29": "whenever R26 allows a new order",
        "not-in-hand R29": "one or several cards of the hand",
        "not-in-hand R9": "one card of its hand",
        "clue-tokens-full": "with all clue tokens there, a discard is refused",
        "not-in-hand R10": "one card of its hand",
        "no-declaration": "any named color without this option",
        "no-such-color R12": "A suit that the game does not have is refused",
        "already-voted": "neither vote twice",
        "no-clock": "A game can have a clock",
        "paused": "no turn is possible until",
        "pause-wanted": "want a pause",
        "pause-not-wanted": "want a pause",
        "no-pause": "can rule out pauses",
        "no-vacation": "With days of vacation",
        "not-a-sandbox": "In a sandbox game",
        "handed-over": "a bot plays the seat from then on",
        "not-voted": "nor withdraw a vote that it has not given",
        "no-reorder": "with `off` never",
        "not-clued R26": "once its hand was given a clue",
        "not-the-hand": "each of its cards exactly once",
        "too-many-reorders": "three times in all between two turns",
        "no-talk": "no messages can be sent",
        "no-such-remark": "remarks of a fixed list",
        "remarks-only": "With `free`, every seat can also write texts",
        "no-cards-to-name": "Only `no-information` names cards",
        "not-in-hand R27": "cards of the own hand",
        "another-seats-move": "the seat to move can send remarks",
        "too-many-remarks": "can send five between two turns",
        "too-many-events": "790 for all seats together",
    }
    for refusal in Refusal:
        text = " ".join(api.get(f"/v1/rules/{refusal.rule}").ok()["text"])
        assert words.get(refusal.code, words.get(f"{refusal.code} {refusal.rule}", "?")) in text, refusal


@EACH_LANGUAGE
def test_the_rulings_are_served(language: str, api: Api) -> None:
    answer = api.get("/v1/rules", headers={"Accept-Language": language})
    items = answer.ok()["items"]
    assert [item["id"] for item in items] == list(RULES) and answer.headers["Content-Language"] == language
    for item in items:
        assert api.get(f"/v1/rules/{item['id']}", headers={"Accept-Language": language}).ok() == item
        assert item["refusals"] == [
            {"code": refusal.code, "text": illegal_move_words.refusal(language, refusal.code, refusal.rule)}
            for refusal in Refusal
            if refusal.rule == item["id"]
        ]
        assert {problem["code"] for problem in item["problems"]} <= set(STATUS_OF)
    again = api.get("/v1/rules", headers={"Accept-Language": language, "If-None-Match": answer.headers["ETag"]})
    assert again.status == 304


@in_one_test("rule", ["R0", "R32", "r5", "R05", "5"])
def test_an_unknown_ruling_is_404(rule: str, api: Api) -> None:
    assert api.get(f"/v1/rules/{rule}").status == 404


def test_a_refusal_leads_to_its_ruling(api: Api, sandbox: Callable[..., Game]) -> None:
    game = sandbox(stacked("r1"))
    problem = game.send(0, {"type": "clue", "target": 0, "color": "red"}).body
    ruling: Any = api.get(problem["rule_url"]).ok()
    assert (problem["rule"], problem["rule_url"]) == ("R5", "/v1/rules/R5")
    assert problem["detail"] in [refusal["text"] for refusal in ruling["refusals"]]


@EACH_LANGUAGE
def test_the_page_has_every_ruling_edition_and_option(client: FlaskClient, language: str) -> None:
    negotiated = client.get("/docs/rules", headers={"Accept-Language": language})
    named = client.get(f"/docs/rules/{language}", headers={"Accept-Language": "en, de;q=0.1"})
    assert negotiated.text == named.text and named.headers["Content-Language"] == language
    for rule, ruling in zip(RULES, RULINGS[language], strict=True):
        assert f'<h3 id="{rule}">{rule} ' in named.text and ruling.title in named.text
    for name in OPTIONS:
        assert f'<dt id="option-{name}">' in named.text
    for band in BANDS[30]:
        assert result_words.rating(language, band.name).text in named.text
    for title in GUIDES[language].titles.values():
        assert title in named.text


def test_documents_link_each_ruling_and_each_other(client: FlaskClient) -> None:
    text = client.get("/docs/notation").text
    assert '(<a href="/docs/rules#R17">R17</a>)' in text and 'href="variants"' in text
    assert "<title>How to verify a game · Hanabi</title>" in client.get("/docs/verification").text
    assert (
        'id="import"' in client.get("/docs/exchange").text
        and 'href="exchange#import"' in client.get("/docs/variants").text
    )
    assert client.get("/docs/architecture").status_code == 404 and client.get("/docs/rules/es").status_code == 404
