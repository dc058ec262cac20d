"""Kinds of events, and equality of events."""

from itertools import combinations
from types import UnionType
from typing import Any, get_args

from engine.events import (
    KINDS,
    Event,
    Said,
)
from engine.fold import fold
from engine.reading.feed import FaceDown, FaceUp, Item, PlainItem, TableCounts, fields_of
from engine.reading.view import ViewedCard
from tests.engine.stacked import stacked
from tests.rows import in_one_test

# Codes are stored, and names are public. Add rows, but never change a row.
PINNED = [
    (0, "deal", "GameDealt", None),
    (1, "play", "CardPlayed", "Play"),
    (2, "discard", "CardDiscarded", "Discard"),
    (3, "clue", "ColorClueGiven", "GiveColorClue"),
    (4, "clue", "RankClueGiven", "GiveRankClue"),
    (5, "reorder", "HandReordered", "ReorderHand"),
    (6, "message", "Said", "Say"),
    (7, "abort_vote", "AbortVoteCast", "CastAbortVote"),
    (8, "abort_vote_withdrawn", "AbortVoteWithdrawn", "WithdrawAbortVote"),
    (9, "abort", "GameAborted", None),
    (10, "turn_cards", "CardsTurned", "TurnCards"),
    (11, "clock", "ClockChanged", "ChangeClock"),
]


def test_kinds_never_change() -> None:
    """The codes, names and classes of events never change."""
    assert [
        (kind.code, kind.name, kind.event.__name__, kind.command and kind.command.__name__) for kind in KINDS
    ] == PINNED


@in_one_test("union", [Event, Item, ViewedCard, FaceDown | FaceUp])
def test_members_of_a_union_are_never_equal(union: UnionType) -> None:
    """Values of different types of a union are never equal."""
    for first, second in combinations(get_args(union), 2):
        a, b = _filled(first), _filled(second)
        assert a != b and len({a, b}) == 2, (first, second)


def test_the_fields_of_an_item() -> None:
    """An item has the fields of its event, by name."""
    counts = TableCounts(8, False, 0, 0, 40, 0, None, None)
    assert fields_of(PlainItem(1, Said(2, None, "Hm"), counts)) == {"seat": 2, "remark": None, "text": "Hm"}


def test_a_log_and_a_state_never_show_their_deck() -> None:
    """The representation of a log has only its events, and that of a state all except the deck."""
    log = stacked("r1 r1 r2 r2 r3  y1 y2 y3 g4 b5", "p0")
    assert repr(log) == f"Log(events={log.events!r})"
    state = fold(log)
    assert "version=1" in repr(state) and repr(state) == repr(state._replace(deck=()))


def _filled(kind: type[Any]) -> Any:
    fields = kind.__match_args__
    return kind(*[0] * len(fields))
