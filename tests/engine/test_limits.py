"""Limits of what the seats of a game may send."""

import pytest

from engine import limits
from engine.limits import first_beyond_share, is_beyond_share
from tests.engine.stacked import stacked

CARDS = "r1 r3 r5 y5 w2 r2 r4 b1 b3 g1"


def test_every_seat_has_a_share_of_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns and votes do not count against it, so that every game can end."""
    monkeypatch.setattr(limits, "_MAX_OTHER_EVENTS", 4)
    within = stacked(CARDS, 'c1:red 0:s"a" 0:s"b" 1:s"c"', rules="table_talk=free")
    assert first_beyond_share(within) is None
    assert [is_beyond_share(within, seat) for seat in (0, 1)] == [True, False]
    beyond = stacked(CARDS, 'c1:red 0:s"a" 0:s"b" 1:s"c" 0:s"d" 0:v+ aborted:idle', rules="table_talk=free")
    assert first_beyond_share(beyond) == 5
