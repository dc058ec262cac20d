"""Tests of the texts: one for every value of the engine, and true to the booklets."""

import re
from collections.abc import Iterator
from typing import Any, Final, get_args

from engine.cards import COLORS as COLORS_OF_CLUES
from engine.cards import RANKS
from engine.commands import REMARK_ABOUT_CARDS, REMARKS
from engine.decide import Refusal
from engine.score import BANDS, Outcome, Reason, Result
from service.core.rules import card_words
from service.core.rules.card_words import COLORS
from service.core.rules.clue_words import WORDS
from service.core.tables.rendering import event_schemas
from service.core.tables.words import event_words, illegal_move_words, result_words
from service.core.tables.words.illegal_move_words import REFUSALS
from service.core.tables.words.result_words import OUTCOMES, REASONS
from service.platform.languages import choice
from service.platform.wire import problem_kinds
from service.platform.wire.problem_kinds import STATUS_OF
from tests.cards import SUITS
from tests.rows import in_one_test
from tests.service.client import Api
from tests.service.languages import EACH_LANGUAGE


@EACH_LANGUAGE
def test_every_value_of_the_engine_has_a_text(language: str) -> None:
    assert set(REFUSALS[language]) == {(refusal.code, refusal.rule) for refusal in Refusal}
    assert set(REASONS[language]) == set(get_args(Reason))
    assert set(OUTCOMES[language]) == set(get_args(Outcome))
    assert len({event_words.remark(language, REMARK_ABOUT_CARDS, cards) for cards in range(4)}) == 3
    assert tuple(COLORS[language]) == COLORS_OF_CLUES
    assert len(WORDS[language].ranks) == len(RANKS)
    for refusal in Refusal:
        assert illegal_move_words.refusal(language, refusal.code, refusal.rule).endswith(".")
    for reason in get_args(Reason):
        assert result_words.reason(language, reason).endswith(".")
    for outcome in get_args(Outcome):
        assert result_words.outcome(language, outcome)
    for remark in REMARKS:
        assert event_words.remark(language, remark)


@EACH_LANGUAGE
@in_one_test("code", STATUS_OF)
def test_a_problem_has_a_short_title_and_a_helpful_detail(language: str, code: str) -> None:
    """The detail says what happened, and then what to do."""
    values = {"scope": "games:play", "limit": "notes", "maximum": 150, "first": "line 1", "version": 7, "unused": 1}
    text = problem_kinds.problem(language, code, **values)
    assert 0 < len(text.title) < 40 and not text.title.endswith(".")
    assert 20 < len(text.detail) < 220 and text.detail.endswith(".") and "{" not in text.detail
    assert text.detail == f"{text.happened} {text.remedy}" and text.remedy[0].isupper()


LIMIT: Final[dict[str, object]] = {"limit": "notes", "maximum": 150}


def test_a_parameter_is_in_the_detail() -> None:
    for language in choice.LANGUAGES:
        assert "games:play" in problem_kinds.problem(language, "insufficient-scope", scope="games:play").detail
        assert {"notes", "150"} <= set(
            re.findall(r"\w+", problem_kinds.problem(language, "limit-reached", **LIMIT).detail)
        )


# Ratings as printed in the booklets (R23, R25). An asterisk marks the project's own translation.
RATINGS = {
    "de": """0-5|Oje! Die Zuschauer buhen.
             6-10|Schwach! Kaum Applaus.
             11-15|OK! Die Zuschauer sind Besseres gewohnt.
             16-20|Gut! Die Zuschauer sind erfreut.
             21-24|Sehr gut! Die Zuschauer sind begeistert.
             25|Legendär! Die Zuschauer werden diese Show nie vergessen.
             30|*Göttlich!""",
    "en": """0-5|Oh dear! The crowd booed.
             6-10|Poor! Hardly applaused.
             11-15|OK! The viewers have seen better.
             16-20|Good! The audience is pleased.
             21-24|Very good! The audience is enthusiastic!
             25|Legendary! The audience will never forget this show!
             30|*Divine!""",
    "fr": """0-5|Horrible
             6-10|Médiocre
             11-15|Honorable
             16-20|Excellent
             21-24|Extraordinaire
             25|Légendaire
             30|Une performance divine""",
    "da": """0-5|Forfærdeligt. Publikum buher...
             6-10|Middelmådigt, spredt bifald.
             11-15|Hæderligt, men vil ikke blive husket længe...
             16-20|Fantastisk, publikum er tilfredse.
             21-24|Mageløst, vil blive husket længe!
             25|Legendarisk, alle gik imponerede og målløse derfra
             30|Guddommeligt, fyrværkeriet stråler smukkere end stjernerne.""",
    "nl": """0-5|*Oei! De toeschouwers joelen.
             6-10|*Zwak! Nauwelijks applaus.
             11-15|*Oké! De toeschouwers zijn beter gewend.
             16-20|*Goed! De toeschouwers zijn tevreden.
             21-24|Zeer goed, de toeschouwers zijn enthousiast!
             25|Legendarisch, deze vuurwerkshow zullen de toeschouwers nooit vergeten!
             30|*Goddelijk!""",
}


@EACH_LANGUAGE
def test_ratings_are_those_of_the_booklets(language: str) -> None:
    for row in RATINGS[language].splitlines():
        band, text = row.strip().split("|")
        assert result_words.rating(language, band) == (text.lstrip("*"), text.startswith("*"))
    assert result_words.rating(language, "25-29") == result_words.rating(language, "25")
    assert {row.strip().split("|")[0] for row in RATINGS[language].splitlines()} | {"25-29"} == {
        band.name for scale in BANDS.values() for band in scale
    }


def ratings_in(node: Any) -> Iterator[Any]:
    """Yield the objects of a response that contain the sentence of a rating."""
    if isinstance(node, dict) and "band" in node and "own_translation" in node:
        yield node
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from ratings_in(inner)


@EACH_LANGUAGE
def test_responses_mark_the_projects_own_translations(language: str, api: Api) -> None:
    """R25: editions and results say for each rating whether a booklet prints its sentence."""
    own = {row.strip().split("|")[0] for row in RATINGS[language].splitlines() if "|*" in row}
    editions = api.get("/v1/editions", headers={"Accept-Language": language}).ok()
    shown = {band["band"]: band["own_translation"] for band in ratings_in(editions)}
    assert shown == {band.name: band.name in own for scale in BANDS.values() for band in scale}
    for band in ("0-5", "25", "30"):
        result = event_schemas.Result.render(Result("finished", "last_round_over", 25, 25, band), language)
        assert result["rating"]["own_translation"] == (band in own)


@in_one_test(
    ("language", "names"),
    [
        ("en", "red 1, yellow 2, green 3, blue 4, white 5, multicolor 1"),
        ("de", "rote 1, gelbe 2, grüne 3, blaue 4, weiße 5, bunte 1"),
        ("fr", "1 rouge, 2 jaune, 3 vert, 4 bleu, 5 blanc, 1 multicolore"),
        ("nl", "rode 1, gele 2, groene 3, blauwe 4, witte 5, veelkleurige 1"),
        ("da", "rød 1, gul 2, grøn 3, blå 4, hvid 5, multifarvet 1"),
    ],
)
def test_cards_have_names(language: str, names: str) -> None:
    cards = zip(SUITS, (1, 2, 3, 4, 5, 1), strict=True)
    assert ", ".join(card_words.card_name(language, suit, rank) for suit, rank in cards) == names


# Negotiation (RFC 9110, 12.5.4).


@in_one_test(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT", "de"),
        ("da, en-GB;q=0.8, en;q=0.7", "da"),
        ("fr;q=0.4, nl;q=0.9", "nl"),
        ("nl ; q=0.9 , fr;Q=0.95", "fr"),
        ("fr, nl", "fr"),
        ("es, nl;q=0.1", "nl"),
        ("*", "en"),
        ("en;q=0, *", "de"),
        ("da;q=0.5, *;q=0.5", "da"),
        ("de;q=0, fr;q=0.001", "fr"),
        ("de-AT;q=0, de;q=0.4", "de"),
        ("de;q=0", "en"),
        ("de;q=nan, fr;q=0.1", "fr"),
        ("de;q=1e-3, fr;q=0.001", "fr"),
        ("de;q=, fr;q=0.1", "fr"),
        ("de;q=¹, fr;q=0.1", "fr"),
        ("den, fry", "en"),
        (",,;;==,de", "de"),
        ("\x00\r\n☃;q=☃", "en"),
        ('"de"', "en"),
        ("de" + ";q=1" * 250_000, "en"),
        ("de;q=0." + "9" * 1_000_000, "de"),
        ("-" * 1_000_000, "en"),
        ("da;q=0.2," + "xx," * 300_000, "da"),
    ],
)
def test_negotiation(header: str, language: str) -> None:
    assert choice.negotiate(header) == language
