"""R13, R28 and `memory_aid`: the content of views."""

from dataclasses import replace

import pytest

from engine.clues import Marks
from engine.fold import fold, steps
from engine.formats.notation.positions import read_position
from engine.reading.feed import DealItem, feed, open_viewpoint, seat_viewpoint
from engine.reading.replay import frame, frames, views
from engine.reading.view import HiddenCard, OpenCard, open_view, seat_view, undealt_view, watcher_view
from tests.cards import SUITS
from tests.engine.random_games import deal, game, setting
from tests.engine.stacked import stacked
from tests.rows import in_one_test

TABLE = read_position(
    "rules multicolor=wild_five; hands 4:r1+r-m 1:m2+rb / 0:g5-3 / 2:b1 3:w4+4; fireworks 5:y1 y2; "
    "discards r1 r1 g4 g4; deck w1 w1; tokens 5; strikes 2; to_move 2; turn 9; version 12; votes 1"
)


def test_own_cards_are_hidden_and_the_others_open() -> None:
    """A seat sees the fronts of all hands except its own."""
    hands = seat_view(TABLE, 0).hands
    assert [hand.seat for hand in hands] == [0, 1, 2]
    assert [type(card) for hand in hands for card in hand.cards] == [HiddenCard] * 2 + [OpenCard] * 3
    assert [card.card for hand in hands for card in hand.cards] == [4, 1, 0, 2, 3]
    assert not any(hasattr(hands[0].cards[0], name) for name in ("suit", "rank"))
    assert [(card.suit, card.rank) for card in hands[2].cards if isinstance(card, OpenCard)] == [
        ("blue", 1),
        ("white", 4),
    ]


def test_marks_are_common_knowledge() -> None:
    """R28: the marks of a card are the same for every viewer."""
    seen = [
        {card.card: card.marks for hand in view.hands for card in hand.cards}
        for view in (seat_view(TABLE, 0), seat_view(TABLE, 1), seat_view(TABLE, 2), open_view(TABLE))
    ]
    assert seen == [seen[0]] * 4
    every, fours = (1 << 30) - 1, sum(1 << code for code in range(3, 30, 5))
    threes = fours >> 1
    assert seen[0] == {
        4: Marks(("red",), (), ("red",), (1, 2, 3, 4, 5), 0b11111, True, None),
        1: Marks(("red", "blue"), (), ("multicolor",), (1, 2, 3, 4, 5), 0b11111 << 25, True, None),
        0: Marks((), (), SUITS, (1, 2, 4, 5), every - threes, False, None),
        2: Marks((), (), SUITS, (1, 2, 3, 4, 5), every, False, None),
        3: Marks((), (4,), SUITS, (4,), fours, True, None),
    }


def test_the_table_is_public() -> None:
    """R13: all viewers see the whole table except for the hands."""
    view = watcher_view(TABLE)
    assert [(card.card, card.suit, card.rank) for card in view.discards] == [
        (7, "red", 1),
        (8, "red", 1),
        (9, "green", 4),
        (10, "green", 4),
    ]
    assert (view.attainable_score, view.lost_fireworks) == (28, ("green",))
    assert dict(view.fireworks or ()) == {"red": 0, "yellow": 2, "green": 0, "blue": 0, "white": 0, "multicolor": 0}
    assert (view.table_points, view.score, view.clue_tokens, view.strikes, view.deck_size) == (2, 2, 5, 2, 2)
    assert (view.version, view.turn, view.to_move, view.turns_left, view.abort_votes) == (12, 9, 2, None, (1,))
    for seat in range(3):
        seats_own = seat_view(TABLE, seat)
        assert seats_own._replace(viewer=None, hands=view.hands, legal_actions=()) == view


def test_a_watcher_sees_each_hand_as_its_seat_does() -> None:
    """A watcher sees the backs of all cards, with what clues said of them, and no legal actions."""
    assert watcher_view(TABLE).hands == tuple([seat_view(TABLE, seat).hands[seat] for seat in range(3)])
    assert watcher_view(TABLE).legal_actions == ()


def test_legal_actions_are_for_the_seat_to_move() -> None:
    """Only the seat to move of a running game sees legal actions."""
    assert [bool(seat_view(TABLE, seat).legal_actions) for seat in range(3)] == [False, False, True]
    ended = fold(game(setting({"seats": 3}), seed=1))
    assert ended.ending is not None
    assert [seat_view(ended, seat).legal_actions for seat in range(3)] == [()] * 3


def test_memory_aid_none_leaves_out_marks() -> None:
    """Under `memory_aid` none no seat sees marks. Open hands have all marks."""
    forgetful = TABLE._replace(rules=replace(TABLE.rules, memory_aid="none"))
    for seat in range(3):
        view = seat_view(forgetful, seat)
        assert [card.marks for hand in view.hands for card in hand.cards] == [None] * 5
        assert view.legal_actions == seat_view(TABLE, seat).legal_actions
    assert open_view(forgetful).hands == open_view(TABLE).hands


def test_score_of_a_view() -> None:
    """During the game, the score is the points on the table.

    After the end it is the score of the result.
    """
    lost = read_position("rules strike_tokens=1; hands r1 / g1; fireworks y4; strikes 1; ended lost strikeout")
    assert (watcher_view(TABLE).score, watcher_view(TABLE).result) == (2, None)
    view = watcher_view(lost)
    assert view.result is not None
    assert (view.score, view.table_points, view.result.score) == (0, 4, 0)


def test_undealt_view() -> None:
    """The undealt view equals a watcher's view with a full deck."""
    chosen = setting({"seats": 4, "multicolor": "five", "clue_tokens": 2})
    dealt = watcher_view(fold(deal(chosen, seed=1)))
    assert undealt_view(chosen.rules, 4, None) == dealt._replace(version=-1, to_move=None, deck_size=55, hands=())


@in_one_test("seat", [None, 0, 1, 2])
def test_frames(seat: int | None) -> None:
    """A replay has a view of each version. All frames at once equal the frames one by one."""
    log = game(setting({"seats": 3}), seed=2)
    assert list(frames(log, seat)) == [frame(log, version, seat) for version in range(len(log.events))]
    shown = list(views(log, seat))
    assert shown == [open_view(state) if seat is None else seat_view(state, seat) for state in steps(log)]
    assert [view.version for view in shown] == list(range(len(log.events)))
    assert list(views(log, seat, since=2)) == shown[3:]


@pytest.mark.parametrize("seat", [None, 1])
def test_a_frame_has_its_last_turn(seat: int | None) -> None:
    """A frame has a view and the last turn or the deal.

    Other versions have no frame.
    """
    log = stacked("r1 r1 r2 r2 r3  y1 y2 y3 g4 b5", 'p0 1:s"Hm" c0:1', rules="table_talk=free")
    items = feed(log, open_viewpoint(2) if seat is None else seat_viewpoint(1, 2))
    found = [frame(log, version, seat) for version in range(log.version + 1)]
    assert [replay_frame and replay_frame.view for replay_frame in found] == list(views(log, seat))
    assert [replay_frame and replay_frame.last for replay_frame in found] == [items[0], items[1], items[1], items[3]]
    assert isinstance(items[0], DealItem)
    assert frame(log, log.version + 1, seat) is None and frame(log, -1, seat) is None


def test_a_stacked_deck_is_dealt_from_its_top() -> None:
    """R3: card ids are indexes in the deck, equal for every viewer."""
    view = open_view(fold(stacked("r1 y2 g3 b4 w5 r2 y3 g4 b5 w1", "p0")))
    assert [[card.card for card in hand.cards] for hand in view.hands] == [[1, 2, 3, 4, 10], [5, 6, 7, 8, 9]]
