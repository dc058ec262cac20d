"""What a giver means by a clue that its receiver may take for something else, as it sees more."""

from collections.abc import Sequence
from typing import Final

from engine.conventions.review.good_touch import is_useless
from engine.conventions.review.meanings import ClueMeaning
from engine.conventions.review.viewer_thoughts import Ask, Thought
from engine.conventions.table import MOST_TOKENS, Table
from engine.conventions.thoughts import Reading
from engine.reading.feed_items import TableCounts

__all__ = ["ASKS_FOR_NOTHING", "as_intended", "may_stall"]

_LAST_ROUNDS: Final = 2
"""With so many cards in the deck for each seat, a clue more costs nothing."""
ASKS_FOR_NOTHING: Final = ("unexplained", "trash_chop_move", "fives_chop_move", "fix", "stall")
"""The kinds of clues by which their receiver plays nothing."""


def may_stall(table: Table, hand: Sequence[Thought], expected: Sequence[Ask], after: TableCounts) -> bool:
    """Return True if the seat to move may give a clue that asks for nothing. `hand` is what it thinks of its cards.

    It may if it can neither play nor discard, and near the end, when a discard costs a turn that is needed, or all that
    is needed has been said.
    """
    needed = sum([not table.dead >> code & 1 for code in table.palette.cards])
    if after.turns_left is not None or after.deck_size <= max(needed, _LAST_ROUNDS * table.seats):
        return True
    keeps_all = after.clue_tokens == MOST_TOKENS or not any(thought.chop or thought.trash for thought in hand)
    return keeps_all and not any(ask.kind == "play" for ask in expected)


def as_intended(clue: ClueMeaning, table: Table, before: Sequence[Thought], *, stalls: bool) -> ClueMeaning:
    """Return what a clue means to its giver, the viewer of a table, who sees the cards that the chop moves past.

    A 5's chop move past a useless card is a clue to play, if the five fits. `before` is what the receiver thought of
    its hand: with `stalls`, a clue that tells it of no card to play or keep is a stall.
    """
    code = table.held[clue.card].front
    moves = clue.kind in ("trash_chop_move", "fives_chop_move")
    if moves and not all(is_useless(table, table.held[card].front, clue.seat) for card in clue.moved):
        return clue
    if clue.kind == "fives_chop_move" and table.playable >> code & 1:
        return clue._replace(kind="play", codes=1 << code, readings=(Reading(code),), moved=())
    known = next(thought for thought in before if thought.card == clue.card)
    is_idle = moves or clue.kind == "unexplained" or (clue.kind == "play" and known.clued and known.plays)
    if stalls and is_idle:
        return clue._replace(kind="stall", codes=0, readings=(), moved=())
    return clue
