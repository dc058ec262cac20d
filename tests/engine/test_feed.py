"""Feeds: their content, and hidden past clues under `memory_aid` none."""

import pytest

from engine.events import Log
from engine.fold import steps
from engine.reading.feed import (
    CardItem,
    ClueItem,
    DealItem,
    FaceDown,
    FaceUp,
    PlainItem,
    Touched,
    Viewpoint,
    feed,
    item_of,
    kind_of,
    open_viewpoint,
    past_viewpoint,
    seat_viewpoint,
    watcher_viewpoint,
)
from tests.engine.random_games import every_setting, games_of
from tests.engine.slow import slow_tables
from tests.engine.stacked import stacked
from tests.rows import in_one_test

FIVES = "r1 r3 r5 y5 w2 r2 r4 b1 b3 g1"


@every_setting
def test_items_equal_the_slow_rules(n: int) -> None:
    """R6, R10 to R12: an item has the effects of a turn, and a clue the places of the cards that it touches."""
    for log in games_of(n)[n % 5 :: 5]:
        before = (0, log.deal.rules.clue_tokens)
        items = feed(log, open_viewpoint(log.deal.seats))
        for item, state, table in zip(items, steps(log), slow_tables(log), strict=True):
            points, tokens = table.points(), table.tokens
            if isinstance(item, CardItem):
                assert (item.landed, item.tokens_gained) == (points > before[0], tokens - before[1])
            if isinstance(item, ClueItem):
                hand = table.hands[item.event.target]
                assert item.hand_size == len(hand)
                assert item.touched == tuple(
                    [Touched(card, place) for place, card in enumerate(hand) if table.clues[card][-1][1]]
                )
            before = (points, tokens)
            after = item.after
            assert (item.version, after.clue_tokens, after.strikes, after.table_points) == (
                *(state.version, tokens, table.strikes, points),
            )
            assert (after.deck_size, after.to_move, after.turns_left) == (
                *(state.deck_size, state.to_move, state.turns_left),
            )
            assert (after.result is None) == (state.ending is None)


def test_deal_and_draws() -> None:
    """A seat sees the others' cards, but only ids of its own.

    A watcher sees no hand, or one of the past the cards that are shown.
    """
    log = stacked(FIVES + " g4", "p0 p5")
    seats = [
        feed(log, viewpoint)
        for viewpoint in (
            seat_viewpoint(0, 2),
            seat_viewpoint(1, 2),
            watcher_viewpoint(),
            open_viewpoint(2),
            past_viewpoint(frozenset([0, 10])),
        )
    ]
    deals = [items[0] for items in seats]
    faces = [
        [[type(card) for card in cards] for _, cards in item.hands] for item in deals if isinstance(item, DealItem)
    ]
    down, up = [FaceDown] * 5, [FaceUp] * 5
    assert faces == [[down, up], [up, down], [], [up, up], [[FaceUp, *down[1:]], down]]
    draws = [items[1].drawn for items in seats if isinstance(items[1], CardItem)]
    assert draws == [FaceDown(10), FaceUp(10, "green", 4), FaceDown(10), FaceUp(10, "green", 4), FaceUp(10, "green", 4)]
    assert [items[1].card for items in seats if isinstance(items[1], CardItem)] == [FaceUp(0, "red", 1)] * 5


def test_nothing_is_drawn_after_the_end() -> None:
    """R22: the last move draws nothing, and its item has the result."""
    item = feed(stacked(FIVES, "p1", rules="strike_tokens=1"), watcher_viewpoint())[-1]
    assert isinstance(item, CardItem)
    assert item.drawn is None
    assert item.after.result is not None
    assert (item.after.result.reason, item.after.score, item.after.to_move) == ("strikeout", 0, None)


def test_kinds() -> None:
    """Items have public names. Items of other events than turns have the event."""
    log = stacked(FIVES, 'p0 c0:1 c1:red d5 1:o6,7,8,9,12 s"hi" v+ v- aborted:idle', rules="table_talk=free")
    items = feed(log, watcher_viewpoint())
    assert [kind_of(item) for item in items] == [
        *(
            "deal",
            "play",
            "clue",
            "clue",
            "discard",
            "reorder",
            "message",
            "abort_vote",
            "abort_vote_withdrawn",
            "abort",
        )
    ]
    assert [item.event for item in items if isinstance(item, PlainItem)] == list(log.events[5:])


def test_since() -> None:
    """A feed since a version equals the end of the whole feed."""
    log = games_of(0)[0]
    whole = feed(log, seat_viewpoint(1, log.deal.seats))
    for version in range(-1, len(log.events)):
        assert feed(log, seat_viewpoint(1, log.deal.seats), since=version) == whole[version + 1 :]


def test_an_item_follows_from_two_states() -> None:
    """An item depends only on the states before and after its event."""
    log = games_of(3)[0]
    states = list(steps(log))
    viewpoint = open_viewpoint(states[0].seats)
    pairs = zip([states[0], *states[:-1]], log.events, states, strict=True)
    assert [item_of(before, event, after, viewpoint) for before, event, after in pairs] == feed(log, viewpoint)


@pytest.mark.parametrize(
    ("deck", "rules"), [(FIVES, "memory_aid=none"), (FIVES.replace("w", "p"), 'variant="Duck (5 Suits)"')]
)
def test_the_newest_item_needs_no_log(deck: str, rules: str) -> None:
    """Nobody has forgotten the newest clue, so the two last states show the newest event as the feed does."""
    log = stacked(deck, "c1:blue c0:1 d0 c0:5 p1 p6", rules=rules)
    states = list(steps(log))
    for viewpoint in (seat_viewpoint(0, 2), seat_viewpoint(1, 2), watcher_viewpoint()):
        for version in range(1, len(states)):
            newest = item_of(states[version - 1], log.events[version], states[version], viewpoint)
            assert [newest] == feed(log.until(version), viewpoint, since=version - 1)


# Moves of three seats and, by viewer, the versions of the clues whose touched cards the viewer still sees. A seat sees
# the clues since its own last turn, a watcher the clues since the last turn of any seat.
MEMORY = [
    ("c1:1", {0: "1", 1: "1", 2: "1", None: "1"}),
    ("c1:1 c2:1", {0: "1 2", 1: "2", 2: "1 2", None: "2"}),
    ("c1:1 c2:1 c0:1", {0: "1 2 3", 1: "2 3", 2: "3", None: "3"}),
    ("c1:1 c2:1 c0:1 c1:2", {0: "4", 1: "2 3 4", 2: "3 4", None: "4"}),
    ("c1:1 c2:1 c0:1 p0", {0: "", 1: "2 3", 2: "3", None: ""}),
    ("c1:1 c2:1 c0:1 p0 c2:3", {0: "5", 1: "5", 2: "3 5", None: "5"}),
    ("c1:1 0:v+ c2:1 2:v+ 1:v+ 0:v-", {0: "1 3", 1: "3", 2: "1 3", None: "3"}),
    ("c1:1 c2:1 c0:1 0:o4,3,2,1,0", {0: "1 2 3", 1: "2 3", 2: "3", None: "3"}),
]


def _visible_clues(log: Log, viewpoint: Viewpoint) -> str:
    return " ".join(str(item.version) for item in feed(log, viewpoint) if isinstance(item, ClueItem) and item.touched)


@in_one_test(("moves", "visible"), MEMORY)
def test_memory(moves: str, visible: dict[int | None, str]) -> None:
    """Under `memory_aid` none a viewer sees only the latest touched cards."""
    deal = "r1 r2 r3 r4 r5 y1 y2 y3 y4 y5 g1 g2 g3 g4 g5"
    log = stacked(deal, moves, seats=3, rules="memory_aid=none")
    every = " ".join(str(version) for version, word in enumerate(moves.split(), 1) if word.startswith("c"))
    for viewer, versions in visible.items():
        assert _visible_clues(log, watcher_viewpoint() if viewer is None else seat_viewpoint(viewer, 3)) == versions
    assert _visible_clues(log, open_viewpoint(3)) == every
    assert _visible_clues(stacked(deal, moves, seats=3), watcher_viewpoint()) == every
