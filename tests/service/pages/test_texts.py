"""Tests of the texts: one for every value of the engine, true to the booklets, and summaries of games."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, get_args

from engine.cards import COLORS as COLORS_OF_CLUES
from engine.cards import RANKS
from engine.commands import REMARK_ABOUT_CARDS, REMARKS
from engine.decide import Refusal
from engine.reading.analysis import Analysis, Solved, analyse
from engine.reading.losing_turns import Reachable
from engine.reading.solver import Budget, curve
from engine.score import BANDS, Outcome, Reason, Result
from service.core.replays.words import lost_point_words, summary_words
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
from tests.engine.stacked import stacked
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


TOP = "r5 r1 r2 r3 r4  y5 y2 y2 y3 g5"


def summed_up(language: str, moves: str, rules: str = "") -> str:
    """Return the summary of a game in which seat 0 has red cards and seat 1 mostly yellow ones."""
    return summary_words.summary(language, solved(moves, rules)).replace("\u00a0", " ")


@cache
def solved(moves: str, rules: str) -> Analysis:
    """Return the exact analysis of such a game."""
    log = stacked(TOP, moves, rules=rules)
    return analyse(log, solved=Solved(curve(log, Budget(conflicts=20_000)), {}))


NOTHING = ""
ONE_OF_EACH = "c1:red d5 p1"
MORE = "c1:red c0:white d0 d5 p1 p9"
ALL_AT_ONCE = "c1:red d6 c1:red d7"


@in_one_test(
    ("language", "moves", "sentences"),
    [
        ("en", NOTHING, "No turn was taken.|No turn cost a point.|No card was played.|No clue was given."),
        ("en", ONE_OF_EACH, "3 turns were taken.|One point was lost, on turn 2.|One clue touched no new card."),
        ("de", ONE_OF_EACH, "Ein Punkt ging verloren, in Zug 2.|Ein Hinweis traf keine neue Karte."),
        ("fr", ONE_OF_EACH, "Un point a été perdu, au tour 2.|Une information n’a touché aucune carte nouvelle."),
        (
            "nl",
            ONE_OF_EACH,
            "Er is één punt verloren gegaan, in beurt 2.|Eén keer raakte de informatie geen nieuwe kaart.",
        ),
        ("da", ONE_OF_EACH, "Ét point gik tabt, i tur 2.|Én information gjaldt ingen nye kort."),
        (
            "en",
            MORE,
            "3 points were lost; turns 3, 4 and 6 cost the most (1 each).|2 clues touched no new card.|One play was a "
            "misplay.",
        ),
        ("en", ALL_AT_ONCE, "4 points were lost, all on turn 4."),
    ],
)
def test_singular_and_plural(language: str, moves: str, sentences: str) -> None:
    """The summary has each expected sentence."""
    said = summed_up(language, moves)
    assert all(sentence in said for sentence in sentences.split("|")), said


@in_one_test(
    ("moves", "sentence"),
    [
        (ONE_OF_EACH, "One point was lost, by turn 2 at the latest."),
        (MORE, "3 points were lost, the last of them by turn 6 at the latest."),
        (ALL_AT_ONCE, "4 points were lost, by turn 4 at the latest."),
    ],
)
def test_losses_at_the_latest(moves: str, sentence: str) -> None:
    """Without the solver, the summary says until when points were lost, and nothing about the deal."""
    said = summary_words.summary("en", analyse(stacked(TOP, moves)))
    assert sentence in said and "25 points could" not in said


def test_points_lost_by_the_deal() -> None:
    """Points that never could be reached were lost by the deal, and by no turn."""
    log = stacked(TOP, "c1:red c0:white")
    found = analyse(log, solved=Solved([Reachable(21, 21)] * 3, {}))
    sentence = "The deal itself allowed at most 21 points."
    assert sentence in summary_words.summary("en", found)
    (loss,) = found.losses
    assert lost_point_words.lost_points("en", loss, found.events[0].item, log.deal.rules.palette) == sentence


def test_lost_bonus_tokens() -> None:
    """One or more lost tokens are mentioned. Without any there is no sentence."""
    whole = "r1 r2 r3 r4 r5  y1 y2 y3 y4 y5"
    one, two = "p0 p5 p1 p6 p2 p7 p3 p8 p4", "p0 p5 p1 p6 p2 p7 p3 p8 p4 p9"
    said = {moves: summary_words.summary("en", analyse(stacked(whole, moves))) for moves in (one, two)}
    assert "One clue token was lost because the tokens were full." in said[one]
    assert "2 clue tokens were lost because the tokens were full." in said[two]
    assert "token" not in summed_up("en", ONE_OF_EACH)


@in_one_test("language", choice.LANGUAGES)
def test_a_summary_is_complete(language: str) -> None:
    """A summary has no placeholder and no name of a form, and each sentence ends with a full stop."""
    for moves in (NOTHING, ONE_OF_EACH, MORE, ALL_AT_ONCE):
        said = summed_up(language, moves)
        assert said.endswith(".") and "{" not in said and "None" not in said
