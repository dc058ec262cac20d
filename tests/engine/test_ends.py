"""R14 to R24: results of ended games."""

import pytest

from engine.rules import Rules
from engine.score import BANDS, Ending, result_of
from tests.rows import in_one_test

SCALES = [
    ("none", {"0-5": 6, "6-10": 5, "11-15": 5, "16-20": 5, "21-24": 4, "25": 1}),
    ("ten", {"0-5": 6, "6-10": 5, "11-15": 5, "16-20": 5, "21-24": 4, "25-29": 5, "30": 1}),
]


@pytest.mark.parametrize(("multicolor", "widths"), SCALES)
def test_bands(multicolor: str, widths: dict[str, int]) -> None:
    """R23: every score has exactly one band of the rating scale."""
    rules = Rules(multicolor=multicolor)  # type: ignore[arg-type]
    expected = [name for name, width in widths.items() for _ in range(width)]
    results = [result_of(rules, Ending("finished", "last_round_over"), score) for score in range(len(expected))]
    assert [result.band for result in results] == expected
    assert [result.score for result in results] == list(range(len(expected)))
    assert [band.name for band in BANDS[rules.palette.max_score]] == list(widths)


FRENCH = "ending=grand_finale finale_loss=strikes_only"
DUTCH = "ending=grand_finale finale_loss=irreplaceable"

RESULTS = [
    ("won fireworks_complete", "", (25, "25")),
    ("won fireworks_complete", FRENCH, (25, "25")),
    ("won fireworks_complete", DUTCH, (25, None)),
    ("finished last_round_over", "", (25, "25")),
    ("finished no_points_left", "", (25, "25")),
    ("finished no_points_left", FRENCH, (25, "25")),
    ("finished no_points_left", DUTCH, (25, None)),
    ("lost strikeout", "", (0, "0-5")),
    ("lost strikeout", FRENCH, (0, "0-5")),
    ("lost strikeout", f"{FRENCH} strikeout_score=none", (None, None)),
    ("lost strikeout", DUTCH, (0, None)),
    ("lost strikeout", "variant=Duck~(5~Suits)", (0, None)),
    ("lost strikeout", "strikeout_score=none", (None, None)),
    ("lost irreplaceable_card_lost", DUTCH, (0, None)),
    ("lost irreplaceable_card_lost", f"{DUTCH} strikeout_score=none", (None, None)),
    ("lost no_legal_action", DUTCH, (0, None)),
    ("aborted agreed", "", (None, None)),
    ("aborted idle", "strikeout_score=none", (None, None)),
    ("aborted terminated", "ending=grand_finale", (None, None)),
]


@in_one_test(("ending", "options", "expected"), RESULTS)
def test_results(ending: str, options: str, expected: tuple[int | None, str | None]) -> None:
    """R14, R21, R24: each end has its score, rating and points."""
    values = dict(option.replace("~", " ").split("=") for option in options.split())
    result = result_of(Rules(**values), Ending(*ending.split()), 25)  # type: ignore[arg-type]
    assert (result.score, result.band) == expected
    assert (result.table_points, result.outcome, result.reason) == (25, *ending.split())
