"""Resampling of the cards that a seat has not seen."""

from collections.abc import Callable, Sequence
from itertools import accumulate

from engine.events import ColorClueGiven, Log, RankClueGiven
from engine.fold import fold, steps
from engine.reading.knowledge import unseen
from engine.reading.odds import deals
from engine.reading.view import open_view, seat_view

__all__ = ["resampled"]


def resampled(log: Log, seat: int, below: Callable[[int], int]) -> bytes:
    """Return a random deck that `seat` cannot distinguish from the real deck.

    It deals the seat's own cards and the remaining deck again, consistent with all clues and with every card that the
    seat has seen, even under `memory_aid` none. The result is uniformly distributed over all such decks, including the
    real one. `below(n)` returns a uniform integer from 0 to n - 1.
    """
    state = fold(log)
    own = state.hands[seat]
    told = _told(log)
    masks = [told[card] for card in own]
    left = unseen(open_view(state), seat)
    seen = [seat_view(so_far, seat) for so_far in steps(log)]
    # The clues and visible cards are nearly all that a seat can know. What else a seat could conclude, for example from
    # the fact that the game did not end, is compared below.
    while True:
        hand = _hand(masks, list(left), below)
        rest = _shuffled(_without(left, hand), below)
        deck = bytearray(log.deck)
        for card, code in zip((*own, *range(state.dealt, len(deck))), (*hand, *rest), strict=True):
            deck[card] = code
        views = (seat_view(so_far, seat) for so_far in steps(log._replace(deck=bytes(deck))))
        if all(view == before for view, before in zip(views, seen, strict=True)):
            return bytes(deck)


def _told(log: Log) -> list[int]:
    """Return the identities that all clues allow, by card id, as sets of codes.

    Unlike marks they use the color or rank of a clue even if the players did not hear it: the log has it.
    """
    palette = log.deal.rules.palette
    told = [palette.all_cards] * len(log.deck)
    for event, before in zip(log.later, steps(log), strict=False):
        match event:
            case ColorClueGiven(color=color):
                touches = palette.color_touches[color]
            case RankClueGiven(rank=rank):
                touches = palette.rank_touches[rank]
            case _:
                continue
        for card in before.hands[event.target]:
            told[card] &= touches if touches >> log.deck[card] & 1 else ~touches
    return told


def _hand(masks: Sequence[int], left: list[int], below: Callable[[int], int]) -> list[int]:
    """Return random codes for the hidden cards.

    The probability of a code is weighted by the number of deals of the other cards.
    """
    hand: list[int] = []
    for place in range(len(masks)):
        total, odds = deals(masks[place:], left)
        at = below(total)
        bounds = accumulate(odds[0].values())
        code = next(code for code, bound in zip(odds[0], bounds, strict=True) if at < bound)
        hand.append(code)
        left[code] -= 1
    return hand


def _without(left: Sequence[int], hand: Sequence[int]) -> list[int]:
    return [code for code, copies in enumerate(left) for _ in range(copies - hand.count(code))]


def _shuffled(codes: list[int], below: Callable[[int], int]) -> list[int]:
    for last in range(len(codes) - 1, 0, -1):
        other = below(last + 1)
        codes[last], codes[other] = codes[other], codes[last]
    return codes
