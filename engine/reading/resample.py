"""Another deal that a seat could not have told from the real one: what else the game could have been, to its eyes."""

from collections.abc import Callable, Sequence

from engine.clues import marks_of
from engine.events import Log
from engine.fold import fold, steps
from engine.reading.knowledge import deals, possible_codes, unseen
from engine.reading.view import open_view, seat_view

__all__ = ["resampled"]


def resampled(log: Log, seat: int, below: Callable[[int], int]) -> bytes:
    """Return a deck, drawn uniformly from all those under which `seat` would have seen all of this log as it did.

    That is the seat's own cards and those still in the deck, dealt anew by all clues and by every card that it sees,
    what its view no longer shows (`memory_aid` none) included. `below(n)` is an even number from 0 to n - 1. The real
    deck is among those that can come out; where it is the only one, it does.
    """
    state = fold(log)
    own = state.hands[seat]
    masks = [possible_codes(marks_of(state.marks[card])) for card in own]
    left = unseen(open_view(state), seat)
    seen = [seat_view(so_far, seat) for so_far in steps(log)]
    # By today's rulings clues and cards in sight are all that tells: R20 looks at hands in the last round alone, when
    # the deck is empty and a seat knows its hand but for the order. Should an end ever tell more, this sees to it.
    while True:
        hand = _hand(masks, list(left), below)
        rest = _shuffled(_without(left, hand), below)
        deck = bytearray(log.deck)
        for card, code in zip((*own, *range(state.dealt, len(deck))), (*hand, *rest), strict=True):
            deck[card] = code
        views = (seat_view(so_far, seat) for so_far in steps(Log(bytes(deck), log.events)))
        if all(view == before for view, before in zip(views, seen, strict=True)):
            return bytes(deck)


def _hand(masks: Sequence[int], left: list[int], below: Callable[[int], int]) -> list[int]:
    """Deal the hidden cards one after the other, each by how many deals of the others there are then."""
    hand: list[int] = []
    for place in range(len(masks)):
        total, odds = deals(masks[place:], left)
        at = below(total)
        for code, ways in odds[0].items():
            at -= ways
            if at < 0:
                hand.append(code)
                left[code] -= 1
                break
    return hand


def _without(left: Sequence[int], hand: Sequence[int]) -> list[int]:
    return [code for code, copies in enumerate(left) for _ in range(copies - hand.count(code))]


def _shuffled(codes: list[int], below: Callable[[int], int]) -> list[int]:
    for last in range(len(codes) - 1, 0, -1):
        other = below(last + 1)
        codes[last], codes[other] = codes[other], codes[last]
    return codes
