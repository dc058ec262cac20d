"""Secrecy and knowledge in variants: views depend on nothing hidden, and odds count all deals that agree with them."""

from collections import Counter
from itertools import permutations
from math import perm
from random import Random

import pytest

from engine.events import Log
from engine.fold import fold, steps
from engine.reading.feed import CardItem, ClueItem, FaceDown, HiddenClue, feed, seat_viewpoint, watcher_viewpoint
from engine.reading.knowledge import own_cards
from engine.reading.odds import probabilities
from engine.reading.view import OpenCard, View, seat_view
from tests.engine.random_games import STEADY, WILD
from tests.engine.test_secrets import view_of
from tests.engine.variant_facts import Front, composition, names
from tests.engine.variant_games import MECHANISMS, mechanisms, played_card, quiet, tables
from tests.engine.variant_worlds import other_game
from tests.rows import in_one_test, slow_unless

HOLES = [name for name in names() if "TH" in mechanisms(name)]
UNHEARD = [name for name in names() if mechanisms(name) & {"CP", "Du"}]

OF_EACH = [
    Random(mechanism).choice([name for name in names() if mechanism in mechanisms(name)]) for mechanism in MECHANISMS
]
"""A variant with each mechanism."""


def running(log: Log, random: Random) -> Log:
    """Return a game until a random version before its end."""
    most = log.version if fold(log).ending is None else log.version - 1
    return log.until(random.randint(most // 3, most))


@pytest.mark.parametrize(
    "name", slow_unless((*OF_EACH, *HOLES[::30], *UNHEARD[::6]).__contains__, [*OF_EACH, *HOLES[::5], *UNHEARD])
)
def test_two_worlds(name: str) -> None:
    """Games that a viewer cannot distinguish have equal views at every version, and equal feeds."""
    random = Random(name)
    changed = 0
    for seed in range(2):
        log = running(quiet(name, seed, style=STEADY._replace(lands=0.7, blunders=0.1)), random)
        seats = log.deal.seats
        for viewer in (None, *range(seats)):
            other = other_game(log, viewer, random)
            if other is None:
                continue
            changed += 1
            for real, unreal in zip(steps(log), steps(other), strict=True):
                assert view_of(real, viewer) == view_of(unreal, viewer)
            viewpoint = watcher_viewpoint() if viewer is None else seat_viewpoint(viewer, seats)
            assert feed(log, viewpoint) == feed(other, viewpoint)
    assert changed


def test_the_other_worlds_differ() -> None:
    """Other worlds have other results of hidden plays, and other clues where the value or the kind is hidden."""
    results, clued = set(), set()
    for seed, name in enumerate((*HOLES[::5], *(4 * UNHEARD))):
        log = quiet(name, seed, style=STEADY._replace(lands=0.5, blunders=0.3), turns=20)
        other = other_game(log.until(log.version - (fold(log).ending is not None)), 0, Random(2))
        if other is not None:
            real, unreal = fold(log.until(other.version)), fold(other)
            results |= {"strikes"} if real.strikes != unreal.strikes else set()
            results |= {"fireworks"} if real.fireworks != unreal.fireworks else set()
            pairs = zip(log.later, other.later, strict=False)
            clued |= {(type(a).__name__, type(b).__name__) for a, b in pairs if a != b}
    assert results == {"strikes", "fireworks"}
    kinds = ("ColorClueGiven", "RankClueGiven")
    assert clued == {(a, b) for a in kinds for b in kinds}


@in_one_test("name", HOLES[::4])
def test_nothing_in_the_hole_is_seen_before_the_end(name: str) -> None:
    """Before the end, no view and no item has a played card's front, strikes, points or fireworks."""
    log = quiet(name, 3, style=WILD)
    seats = log.deal.seats
    states = list(steps(log))
    gone = [card for event in log.later if (card := played_card(log, event)) is not None]
    for viewer in (None, *range(seats)):
        for state in states:
            view = view_of(state, viewer)
            if state.ending is not None:
                assert view.face_down == () and view.score is not None and view.stacks is not None
                assert view.strikes == state.strikes and len(view.discards) == len(state.discards)
                continue
            results = (view.strikes, view.score, view.table_points, view.attainable_score, view.positions)
            assert (*results, view.fireworks, view.stacks, view.lost_fireworks) == (None,) * 8
            assert view.face_down == tuple(gone[: len(view.face_down)])
            assert not {card.card for card in view.discards} & set(gone)
            assert len(view.discards) + len(view.face_down) + sum(map(len, state.hands)) == state.dealt
        viewpoint = watcher_viewpoint() if viewer is None else seat_viewpoint(viewer, seats)
        for item, state in zip(feed(log, viewpoint), states, strict=True):
            if state.ending is not None:
                continue
            assert (item.after.strikes, item.after.table_points, item.after.score) == (None, None, None)
            if isinstance(item, CardItem) and item.card.card in gone:
                assert (type(item.card), item.effect, item.landed) == (FaceDown, None, False)
                assert (item.tokens_gained, item.tokens_lost) == (0, 0)


@in_one_test("name", UNHEARD)
def test_only_the_giver_hears_a_hidden_clue(name: str) -> None:
    """For all but its giver, a clue of Cow & Pig has a kind and no value, and one of Duck has neither."""
    log = quiet(name, 4)
    for viewer in (None, *range(log.deal.seats)):
        viewpoint = watcher_viewpoint() if viewer is None else seat_viewpoint(viewer, log.deal.seats)
        for item in feed(log, viewpoint):
            if not isinstance(item, ClueItem):
                continue
            real = log.events[item.version]
            if item.event.seat == viewer:
                assert item.event == real
                continue
            assert isinstance(item.event, HiddenClue) and item.touched is not None
            kind = "color" if type(real).__name__ == "ColorClueGiven" else "rank"
            assert item.event.kind == (kind if "CP" in mechanisms(name) else None)


def unseen_fronts(view: View, name: str) -> Counter[Front]:
    """Return the cards that a seat does not see, from the pile, the fireworks and the other hands."""
    suits = view.rules.palette.suits
    left = Counter(composition(name))
    left -= Counter((suits.index(card.suit), card.rank) for card in view.discards)
    left -= Counter((suit, rank) for suit, ranks in enumerate(view.stacks or ()) for rank in ranks)
    for hand in view.hands:
        left -= Counter((suits.index(card.suit), card.rank) for card in hand.cards if isinstance(card, OpenCard))
    return left


@pytest.mark.parametrize("name", OF_EACH)
@pytest.mark.parametrize("seats", slow_unless((2).__eq__, [2, 4, 6]))
def test_odds_equal_an_enumeration_of_deals(name: str, seats: int) -> None:
    """The odds equal a count over all deals of the unseen cards that agree with the clues to each card."""
    log = quiet(name, seats, seats=seats, hand_size="one_less")
    compared = 0
    for state, table in zip(steps(log), tables(log), strict=True):
        if state.to_move is None or state.version % 7 != seats % 7:
            continue
        view = seat_view(state, state.to_move)
        unseen = sorted(unseen_fronts(view, name).elements())
        own = [card.card for card in own_cards(view)]
        if compared == 2 or perm(len(unseen), len(own)) > 3000:
            continue
        compared += 1
        public = table.public
        deals = [
            deal
            for deal in permutations(range(len(unseen)), len(own))
            if all(unseen[copy] in public[card] for card, copy in zip(own, deal, strict=True))
        ]
        suits = view.rules.palette.suits
        for place, odds in enumerate(probabilities(view)):
            counted = Counter(unseen[deal[place]] for deal in deals)
            assert odds.deals == len(deals)
            assert {(suits.index(one.suit), one.rank): one.deals for one in odds.odds} == counted
    assert compared or seats < 6
