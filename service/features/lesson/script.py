"""The script of the guided first game: its two positions, and the turns of the learner and of the partners."""

from functools import cache
from typing import Final, NamedTuple, cast

from engine.commands import Turn
from engine.decide import decide
from engine.fold import evolve
from engine.formats.notation.moves import read_move
from engine.formats.notation.positions import read_position
from engine.reading.feed import Item, item_of, seat_viewpoint
from engine.reading.view import View, open_view, seat_view
from engine.state import State

LEARNER: Final = 0
"""The seat of the learner."""

PARTNERS: Final = ("Ada", "Ben")
"""The names of the seats after it."""


class Step(NamedTuple):
    """A moment of the game, as the learner sees it."""

    name: str
    """That of its text."""
    view: View
    item: Item | None
    """What has led to it; None at the beginning of a position."""
    turn: Turn | None
    """The only turn that leads on; None where the learner just reads on."""


_BEGINNING: Final = (
    "hands b1 w3 r4 y2 g4 / y4 r1 b3 w4 g5 / g3 r2 w2 b4 y5; "
    "deck y3 g1 w1 r5 b2 w1 w5 g2 r3 y1 b5 g3 w2 y4 r1 b4 g4 y2 w4 r2 b1 g1 y3 r4 w3 b3 g2 y1 r3 b2 w1 g1 r1 y1 b1"
)
_END: Final = (
    "hands y1 r4+r4 g2 b1 w5 / w3 b4+b4 g3 w1 r1 / g1 w4 r5+r5 y2 b2; fireworks r3 y4 g5 b3 w2; "
    "discards r1 r2 r3 r4 y1 y3 y4 g1 b1 b3 b4 b5 w1 w2 w3 w4; deck y5 g4; tokens 0; turn 48"
)

_SCRIPT: Final = (
    (
        _BEGINNING,
        # The text of a step, and the turn after it.
        ("table", None),
        ("clue", "c1:1"),
        ("clued", "p6"),
        ("played", "c0:1"),
        ("play", "p0"),
        ("drawn", "c2:5"),
        ("five", "d10"),
        ("discarded", None),
        ("color", "c2:red"),
        ("understood", "d5"),
        ("waits", "p11"),
        ("second", None),
    ),
    (
        _END,
        ("discard", "d0"),
        ("token", "c2:4"),
        ("four", "p11"),
        ("strike", None),
        ("last", "p1"),
        ("round", "p6"),
        ("fourth", "p12"),
        ("end", None),
    ),
)


@cache
def steps(edition: str) -> tuple[Step, ...]:
    """Return the steps of the game with the ratings of an edition."""
    positions = [(f"rules edition={edition}; {position}", script) for position, *script in _SCRIPT]
    return tuple([step for position, script in positions for step in _played(position, script)])


def _played(position: str, script: list[tuple[str, str | None]]) -> list[Step]:
    state, item, found = read_position(position, needs_deck=True), None, []
    for name, written in script:
        turn = None if written is None else cast(Turn, read_move(written))
        found.append(Step(name, _view(state), item, turn if state.to_move == LEARNER else None))
        if turn is not None:
            state, item = _after(state, turn)
    return found


def _view(state: State) -> View:
    """Return what the learner sees. After the end, all hands are open."""
    return seat_view(state, LEARNER) if state.to_move is not None else open_view(state)


def _after(before: State, turn: Turn) -> tuple[State, Item]:
    assert before.to_move is not None
    event = decide(before, before.to_move, turn)
    after = evolve(before, event)
    return after, item_of(before, event, after, seat_viewpoint(LEARNER, len(before.hands)))
