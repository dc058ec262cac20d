"""Validation of logs: legal games pass, and illegal events are reported."""

import pytest

from engine.events import CardDiscarded, CardPlayed, ColorClueGiven, LaterEvent, Said
from engine.fold import fold
from engine.proof.log_validation import EventAfterEnd, IllegalLog, final_state
from tests.engine.random_games import SETTINGS, games_of
from tests.engine.stacked import stacked
from tests.rows import in_one_test

LOG = stacked("r1 r1 r2 r2 r3  y1 y2 y3 g4 b5", "p0 c0:2 aborted:idle", rules="table_talk=free starting_seat=0")


@in_one_test("n", range(0, len(SETTINGS), 4))
def test_whole_games_pass(n: int) -> None:
    """Validating a legal game returns its final state."""
    for log in games_of(n)[::3]:
        assert final_state(log) == fold(log)


@in_one_test(
    ("event", "why", "rule"),
    [
        (CardPlayed(1, 5), "seat 0 is to move, not seat 1", "R4"),
        (CardDiscarded(0, 0), "breaks the rules: clue-tokens-full", "R9"),
        (ColorClueGiven(0, 0, "red"), "breaks the rules: own-hand", "R5"),
        (Said(0, None, None), "must be either a remark or a text", "R27"),
        (Said(0, "x", "x"), "must be either a remark or a text", "R27"),
        (Said(0, None, "x" * 501), "a text has at most 500 characters", "R27"),
        (Said(0, None, "\0"), "a text has no NUL and no half of a surrogate pair", "R27"),
        (Said(0, None, "\ud800"), "a text has no NUL and no half of a surrogate pair", "R27"),
    ],
)
def test_an_illegal_event_is_reported(event: LaterEvent, why: str, rule: str) -> None:
    """The error has the event's version, the reason and the ruling."""
    with pytest.raises(IllegalLog) as illegal:
        final_state(LOG._replace(later=[event, *LOG.later]))
    assert (illegal.value.version, illegal.value.why, illegal.value.rule) == (1, why, rule)


@in_one_test(
    ("events", "reason", "version"),
    [
        ("", "removed", None),
        ("1:v+", "removed", None),
        ("p0", "removed", 2),
        ("", "no_show", None),
        ("p0", "no_show", None),
        ("p0 p5", "no_show", 3),
    ],
)
def test_reasons_about_the_start_are_refused_later(events: str, reason: str, version: int | None) -> None:
    """R21: no seat is removed after a turn, and only a seat without a turn fails to show up."""
    log = stacked("r1 r1 r2 r2 r3  r4 y2 y3 g4 b5", f"{events} aborted:{reason}")
    if version is None:
        assert final_state(log).ending == ("aborted", reason)
        return
    with pytest.raises(IllegalLog) as illegal:
        final_state(log)
    assert (illegal.value.version, illegal.value.rule) == (version, "R21")


def test_the_start_and_end_of_a_log() -> None:
    """The starting seat and the end of the game are checked."""
    with pytest.raises(EventAfterEnd, match="version 4: the game had ended before"):
        final_state(LOG._replace(later=[*LOG.later, CardPlayed(0, 1)]))
    with pytest.raises(IllegalLog, match="version 2: the game has not come to its end here"):
        final_state(LOG.until(2))
    with pytest.raises(IllegalLog, match="version 0: the starting seat"):
        final_state(LOG._replace(deal=type(LOG.deal)(LOG.deal.rules, 2, 1)))
