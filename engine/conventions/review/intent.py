"""What a giver means by a clue that its receiver may take for something else, as it sees more."""

from collections.abc import Collection, Sequence
from typing import Final

from engine.conventions.review.good_touch import is_useless
from engine.conventions.review.meanings import ClueMeaning
from engine.conventions.review.viewer_thoughts import Ask, Thought, place_in
from engine.conventions.table import MOST_TOKENS, Table, chop_of
from engine.conventions.thoughts import Reading
from engine.reading.feed import TableCounts

_LAST_ROUNDS: Final = 2
"""With so many cards in the deck for each seat, a clue more costs nothing."""
ASKS_FOR_NOTHING: Final = ("unexplained", "fill_in", "trash_chop_move", "fives_chop_move", "fix", "stall")
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


def retold(
    clue: ClueMeaning, touched: Collection[int], before: Sequence[Thought], after: Sequence[Thought]
) -> ClueMeaning:
    """Return what a clue means, if it is about a card with an older clue: to play it now, or to know more of it.

    `before` and `after` are what is thought of the receiver's hand.
    """
    known = {thought.card: thought for thought in before}
    now = {thought.card: thought for thought in after}
    if clue.kind == "play" and known[clue.card].clued:
        if any(link.how != "known" for reading in clue.readings for link in reading.links):
            return clue
        old, new = known[clue.card], now[clue.card]
        return clue._replace(kind="tempo" if new.plays and (not old.plays or new.codes == old.codes) else "fill_in")
    told = [card for card in touched if known[card].codes != now[card].codes]
    if clue.kind not in ("stall", "unexplained") or not told or not all(known[card].clued for card in touched):
        return clue
    card = max(told)
    place = place_in([thought.card for thought in after], card)
    return clue._replace(kind="fill_in", card=card, place=place, codes=now[card].codes, readings=())


def as_intended(clue: ClueMeaning, table: Table, *, stalls: bool) -> ClueMeaning:
    """Return what a clue means to its giver, the viewer of a table, who sees the cards that the chop moves past.

    A 5's chop move past a useless card is a clue to play, if the five fits. A card of which the giver sees a copy that
    stays needs no save. With `stalls`, a clue that tells of no card
    to play or keep is a stall.
    """
    code = table.held[clue.card].front
    moves = clue.kind in ("trash_chop_move", "fives_chop_move")
    if moves and not all(is_useless(table, table.held[card].front, clue.seat) for card in clue.moved):
        return clue
    if clue.kind == "fives_chop_move" and table.playable >> code & 1:
        return clue._replace(kind="play", codes=1 << code, readings=(Reading(code),), moved=())
    is_needless = clue.kind == "save" and _is_seen_elsewhere(table, code, clue.seat)
    if stalls and (moves or is_needless or clue.kind == "unexplained"):
        return clue._replace(kind="stall", codes=0, readings=(), moved=())
    return clue._replace(kind="unexplained", codes=0) if is_needless else clue


def _is_seen_elsewhere(table: Table, code: int, target: int) -> bool:
    """Return True if another seat holds a copy of a card that is not critical, and does not discard it next."""
    seats = [seat for seat in table.order(table.viewer) if seat != target]
    hands = [table.cards(seat) for seat in seats]
    held_there = any(held.front == code and held is not chop_of(hand) for hand in hands for held in hand)
    return held_there and not table.critical(code)
