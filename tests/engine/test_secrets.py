"""Secrecy: views do not depend on hidden cards."""

from random import Random
from typing import Any

import pytest

from engine.events import Log
from engine.fold import fold, steps
from engine.reading.feed import feed, seat_viewpoint, watcher_viewpoint
from engine.reading.view import View, seat_view, watcher_view
from engine.state import State
from tests.engine.random_games import every_setting, games_of
from tests.engine.slow import slow_tables
from tests.engine.worlds import POISON, other_world
from tests.rows import in_one_test


def view_of(state: State, viewer: int | None) -> View:
    """Return the view of a seat, or of a watcher (None)."""
    return watcher_view(state) if viewer is None else seat_view(state, viewer)


def poisoned(state: State, viewer: int | None) -> State:
    """Return the state with poison for each card hidden from the viewer."""
    hidden = {card for seat, hand in enumerate(state.hands) if viewer in (None, seat) for card in hand}
    deck: list[Any] = [
        POISON if card in hidden or card >= state.dealt else front for card, front in enumerate(state.deck)
    ]
    return state._replace(deck=tuple(deck))


@every_setting
def test_views_access_no_hidden_card(n: int) -> None:
    """No view accesses a card that its viewer may not see."""
    for log in games_of(n)[n % 3 :: 3]:
        for state in steps(log):
            for viewer in (None, *range(state.seats)):
                assert view_of(poisoned(state, viewer), viewer) == view_of(state, viewer)


def test_poison_detects_access() -> None:
    """A view that accesses a poisoned card raises."""
    state = fold(games_of(0)[0].until(0))
    with pytest.raises(AssertionError, match="looked at"):
        seat_view(poisoned(state, 0), 1)


@every_setting
def test_two_worlds(n: int) -> None:
    """Decks that differ only in unseen cards give equal views and feeds."""
    random = Random(n)
    log = games_of(n)[n % 5]
    seats = log.deal.seats
    viewer = None if n % 4 == 3 else n % seats
    viewpoint = watcher_viewpoint() if viewer is None else seat_viewpoint(viewer, seats)
    exchanged = 0
    for table, state in zip(slow_tables(log), steps(log), strict=True):
        real = log.until(state.version)
        other = other_world(real, table, viewer, random)
        if other is not None:
            other_state = fold(other)
            assert view_of(other_state, viewer) == view_of(state, viewer)
            assert feed(other, viewpoint) == feed(real, viewpoint)
            exchanged += any(other_state.deck[card] != state.deck[card] for hand in state.hands for card in hand)
    assert exchanged > len(log.events) // 4


def world_of(log: Log, viewer: int | None) -> Log:
    """Return another log that a viewer cannot distinguish from this log."""
    *_, table = slow_tables(log)
    world = other_world(log, table, viewer, Random(0))
    assert world is not None
    return world


@in_one_test("n", range(5))
def test_earlier_views_are_equal_too(n: int) -> None:
    """Cards that a viewer has not yet seen change no earlier view."""
    log = games_of(n)[0].until(29)
    for viewer in (None, *range(log.deal.seats)):
        for real, other in zip(steps(log), steps(world_of(log, viewer)), strict=True):
            assert view_of(real, viewer) == view_of(other, viewer)


def test_other_viewers_see_the_difference() -> None:
    """A viewer who sees the exchanged cards sees another view."""
    log = games_of(0)[0].until(0)
    other = world_of(log, 0)
    assert seat_view(fold(other), 1) != seat_view(fold(log), 1)
    assert feed(other, seat_viewpoint(1, 2)) != feed(log, seat_viewpoint(1, 2))
