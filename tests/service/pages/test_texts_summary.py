"""Tests of the sentences that summarize a game: singular, plural and zero in each language."""

from functools import cache

from engine.reading.analysis import Analysis, Solved, analyse
from engine.reading.losing_turns import Reachable
from engine.reading.solver import Budget, curve
from service.core.replays.words import lost_point_words, summary_words
from service.platform.languages import choice
from tests.engine.stacked import stacked
from tests.rows import in_one_test

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
