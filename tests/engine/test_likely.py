"""Turns are in the order in which a player would think of them, by what the seat knows."""

import pytest

from engine.formats.notation.moves import write_move
from engine.formats.notation.positions import read_position
from engine.reading.likely_turns import likely_turns
from engine.reading.view import seat_view


@pytest.mark.parametrize(
    ("position", "first", "last"),
    [
        pytest.param("hands 0:r1+r1 y4 / r5 b4", "p0", "c1:3", id="what surely fits is played"),
        pytest.param("hands 0:y4 b4 / g1 b4; tokens 7", "c1:green", "c1:5", id="useful clues, empty ones last"),
        pytest.param("hands 0:r1+r1 y4 / b4; fireworks r1; tokens 0", "d0", "p0", id="what is useless"),
    ],
)
def test_the_order(position: str, first: str, last: str) -> None:
    """The first and the last turn make sense, or none."""
    state = read_position(f"rules empty_clues=true; {position}")
    assert state.to_move is not None
    found = [write_move(turn) for turn in likely_turns(seat_view(state, state.to_move))]
    assert (found[0], found[-1]) == (first, last)


@pytest.mark.parametrize("variant", ["Throw It in a Hole (5 Suits)", "Orange (5 Suits)"])
def test_no_order(variant: str) -> None:
    """There is no order if plays are hidden, or if a discard can be a play."""
    assert likely_turns(seat_view(read_position(f'rules variant="{variant}"; hands r1 y4 / r2 b4'), 0)) == []
