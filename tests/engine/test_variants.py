"""Variants and their options: names, sizes of hands, and the open hole."""

import pytest

from engine.fold import fold
from engine.formats.notation.positions import read_position
from engine.reading.view import seat_view, watcher_view
from engine.rules import palette_of, resolve
from engine.rules.variants import SAME_AS, VARIANTS, variant_of
from tests.engine.random_games import Setting, deal


@pytest.mark.parametrize(
    ("hand_size", "cards"), [("normal", [5, 5, 4, 4, 3]), ("one_more", [6, 6, 5, 5, 4]), ("one_less", [4, 4, 3, 3, 2])]
)
def test_hand_sizes(hand_size: str, cards: list[int]) -> None:
    """R1: the cards in hand of two to six seats."""
    for seats, size in enumerate(cards, 2):
        state = fold(deal(Setting(resolve("hanab_live", {"hand_size": hand_size}, seats), seats), 1))
        assert state.hands == tuple([tuple(range(size * seat, size * (seat + 1))) for seat in range(seats)])
        assert state.deck_size == 50 - size * seats


def test_variants_by_name_and_rules() -> None:
    """A variant is found by its name and its string of rules, with modifiers in any order."""
    for name, variant in VARIANTS.items():
        assert variant_of(name) == variant_of(variant.rules) == variant
    assert variant_of("Deceptive-Ones (3 Suits)") == variant_of("R+G+B,D1")
    for text in ("", "R+G", "3 suits", "R+G+B,", "G+B+R", "none", "R+Y+G+B+bW"):
        assert variant_of(text) is None
    for name, value in SAME_AS.items():
        rules = resolve("de", {"variant": name}, 2)
        assert (rules.variant, rules.multicolor) == (None, value)
        assert rules == resolve("de", {"multicolor": value}, 2)
    rules = resolve("de", {"variant": "R+G+B"}, 2)
    assert (rules.variant, rules.multicolor, rules.palette) == ("3 Suits", "variant", palette_of("3 Suits"))
    assert resolve("de", {"variant": None}, 2) == resolve("de", {}, 2)


def test_the_hole_is_open_at_the_end() -> None:
    """Throw It in a Hole: all results of plays are hidden until the game ends."""
    rules = 'rules variant="Throw It in a Hole (4 Suits)"'
    text = f"{rules}; hands r3 / g1; fireworks r1; discards y2 b4; strikes 1; face_down 3 2"
    for ended in (False, True):
        state = read_position(text + ("; ended aborted left" if ended else ""))
        for view in (watcher_view(state), seat_view(state, 0), seat_view(state, 1)):
            assert view.face_down == (() if ended else (3, 2))
            assert [card.card for card in view.discards] == ([3, 4] if ended else [4])
            open_facts = (1, 1, (("red", 1), ("yellow", 0), ("green", 0), ("blue", 0)), ((1,), (), (), ()), ())
            facts = (view.strikes, view.table_points, view.fireworks, view.stacks, view.lost_fireworks)
            assert facts == (open_facts if ended else (None,) * 5)
