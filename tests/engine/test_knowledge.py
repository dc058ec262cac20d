"""Knowledge and odds, compared with a count of all deals."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

import pytest

from engine.cards import Card
from engine.fold import fold, steps
from engine.formats.notation.positions import read_position
from engine.reading.knowledge import (
    Possible,
    common_knowledge,
    common_unseen,
    hindsight,
    knowledge,
    own_knowledge,
    prospects,
    unseen,
)
from engine.reading.odds import probabilities
from engine.reading.view import open_view, seat_view, watcher_view
from engine.rules import OPTIONS
from engine.state import State
from tests.cards import CARDS
from tests.engine.random_games import SETTINGS, every_setting, games_of
from tests.engine.slow import SlowTable, slow_tables, touches
from tests.rows import in_one_test

# Seat 0 has blue 1, 2 and 5, seat 1 has two red cards. All other suits are complete.
LAST_BLUES = read_position(
    "hands b1+b-5 b2+b-5 b5 / r1 r1; fireworks r5 y5 g5 w5; "
    "discards r2 r3 r4 y1 y1 y2 y3 y4 g1 g1 g2 g3 g4 w1 w1 w2 w3 w4 b1 b1 b2 b3 b3 b4 b4; deck -; turns_left 2"
)


class Position(NamedTuple):
    """A position by the engine and by the slow rules."""

    state: State
    table: SlowTable


def positions(n: int) -> Iterator[Position]:
    """Yield every seventh position of a game."""
    log = games_of(n)[n % 10]
    for state, table in zip(steps(log), slow_tables(log), strict=True):
        if state.version % 7 == 0:
            yield Position(state, table)


def may_be(table: SlowTable, card: int, front: Card) -> bool:
    """Return True if a front agrees with a card's visible clues."""
    if table.rules.memory_aid == "none":
        return True
    return all(touches(table.rules, clue, front) == touched for clue, touched in table.clues[card])


def unseen_by(state: State, viewer: int) -> list[int]:
    """Return the ids of the cards that a seat does not see."""
    return [*state.hands[viewer], *range(state.dealt, len(state.deck))]


@every_setting
def test_knowledge_about_own_cards(n: int) -> None:
    """An own card has all identities that clues and visible cards allow.

    Each identity has its number of unseen copies.
    """
    for state, table in positions(n):
        for viewer in range(state.seats):
            hidden = Counter(state.deck[card] for card in unseen_by(state, viewer))
            view = seat_view(state, viewer)
            assert {CARDS[code]: copies for code, copies in enumerate(unseen(view)) if copies} == hidden
            assert own_knowledge(view) == {
                card: tuple(
                    Possible(*front, hidden[front]) for front in CARDS if hidden[front] and may_be(table, card, front)
                )
                for card in state.hands[viewer]
            }


@every_setting
def test_common_knowledge(n: int) -> None:
    """R28: common knowledge depends only on clues, fireworks and discards."""
    for state, table in positions(n):
        in_hands = [card for hand in state.hands for card in hand]
        hidden = Counter(state.deck[card] for card in [*in_hands, *range(state.dealt, len(state.deck))])
        views = [seat_view(state, viewer) for viewer in range(state.seats)]
        assert [common_knowledge(view) for view in views] == [common_knowledge(views[0])] * state.seats
        assert {CARDS[code]: copies for code, copies in enumerate(common_unseen(views[0])) if copies} == hidden
        assert common_knowledge(views[0]) == {
            card: tuple(
                Possible(*front, hidden[front]) for front in CARDS if hidden[front] and may_be(table, card, front)
            )
            for card in in_hands
        }


@every_setting
def test_knowledge_has_common_and_own_knowledge(n: int) -> None:
    """Knowledge has every card of every hand, in order.

    Only the viewer's cards have own knowledge.
    """
    for state, _ in positions(n):
        for viewer in range(state.seats):
            view = seat_view(state, viewer)
            common, own = common_knowledge(view), own_knowledge(view)
            found = knowledge(view)
            assert [(hand.seat, *(card.card for card in hand.cards)) for hand in found] == [
                (seat, *hand) for seat, hand in enumerate(state.hands)
            ]
            for hand, shown in zip(found, view.hands, strict=True):
                assert [card.marks for card in hand.cards] == [card.marks for card in shown.cards]
                assert [card.common for card in hand.cards] == [common[card.card] for card in hand.cards]
                assert [card.own for card in hand.cards] == [own.get(card.card) for card in hand.cards]


@every_setting
def test_hindsight(n: int) -> None:
    """Hindsight equals the knowledge and odds in each seat's own view.

    Under `memory_aid` none it equals the view of a seat that remembers everything.
    """
    for state, _ in positions(n):
        view, remembered = open_view(state), state._replace(rules=replace(state.rules, memory_aid="full"))
        assert [hand.seat for hand in hindsight(view)] == [*range(state.seats)]
        for seat, hand in enumerate(hindsight(view)):
            own_view = seat_view(remembered, seat)
            assert hand == knowledge(own_view)[seat]
            assert unseen(view, seat) == unseen(own_view) == unseen(own_view, seat)
            assert probabilities(view, seat) == probabilities(own_view) == probabilities(own_view, seat)


def test_the_viewpoint_of_another_seat_is_refused() -> None:
    """R28: only open hands give the knowledge of another seat."""
    for view in (seat_view(LAST_BLUES, 0), watcher_view(LAST_BLUES)):
        with pytest.raises(ValueError, match="open hands"):
            unseen(view, 1)
        with pytest.raises(ValueError, match="open hands"):
            probabilities(view, 1)
        with pytest.raises(ValueError, match="open hands"):
            hindsight(view)


@in_one_test("multicolor", OPTIONS["multicolor"].values)
def test_probabilities_count_every_deal(multicolor: str) -> None:
    """Near the end, the odds equal a count over all deals."""
    tried = 0
    settings = [n for n, (rules, _) in enumerate(SETTINGS) if rules.multicolor == multicolor]
    for log in (log for n in settings for log in games_of(n)[::4]):
        for state, table in zip(steps(log), slow_tables(log), strict=True):
            viewer = state.version % state.seats
            hidden, own = unseen_by(state, viewer), state.hands[viewer]
            if not own or len(hidden) > 6:
                continue
            ways = [[state.deck[card] for card in cards] for cards in permutations(hidden, len(own))]
            deals = [
                fronts
                for fronts in ways
                if all(may_be(table, card, front) for card, front in zip(own, fronts, strict=True))
            ]
            odds_by_card = probabilities(seat_view(state, viewer))
            assert [(card.card, card.deals) for card in odds_by_card] == [(card, len(deals)) for card in own]
            for place, card in enumerate(odds_by_card):
                counted = Counter(fronts[place] for fronts in deals)
                assert {Card(odds.suit, odds.rank): odds.deals for odds in card.odds} == counted
            tried += len(deals) < len(ways)
    assert tried > 5  # positions in which clues excluded deals


def test_odds_of_whole_hands_exclude_more() -> None:
    """Two cards that must be blue 1 and 2 exclude both elsewhere."""
    view = seat_view(LAST_BLUES, 0)
    b1, b2, b5 = (Possible("blue", rank, 1) for rank in (1, 2, 5))
    assert own_knowledge(view) == {0: (b1, b2), 1: (b1, b2), 2: (b1, b2, b5)}
    first, second, third = probabilities(view)
    assert [card.deals for card in (first, second, third)] == [2, 2, 2]
    assert [card.chance([Card("blue", 1)]) for card in (first, second, third)] == [Fraction(1, 2), Fraction(1, 2), 0]
    assert third.chance([Card("blue", 5)]) == 1
    assert first.chance(prospects(view).playable) == Fraction(1, 2)


def test_a_viewer_without_a_hand() -> None:
    """Watchers and readers of open hands have common knowledge only."""
    for view in (watcher_view(LAST_BLUES), open_view(LAST_BLUES)):
        assert own_knowledge(view) == {}
        assert probabilities(view) == ()
        assert common_knowledge(view) == common_knowledge(seat_view(LAST_BLUES, 1))
        assert all(card.own is None for hand in knowledge(view) for card in hand.cards)


@every_setting
def test_prospects(n: int) -> None:
    """R13: the playable, dead and critical cards of a position."""
    for state in (fold(log) for log in games_of(n)[:2]):
        tops = dict(zip(state.suits, state.fireworks, strict=True))
        left = Counter(state.deck) - Counter(state.deck[card] for card in state.discards)
        found = prospects(seat_view(state, 0))
        for card in {Card(suit, rank) for suit in state.suits for rank in (1, 2, 3, 4, 5)}:
            way = [left[Card(card.suit, rank)] for rank in range(tops[card.suit] + 1, card.rank + 1)]
            assert (card in found.dead) == (not way or not all(way))
            assert (card in found.playable) == (len(way) == 1 and way[0] > 0)
            assert (card in found.critical) == (bool(way) and all(way) and way[-1] == 1)
