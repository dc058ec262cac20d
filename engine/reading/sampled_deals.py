"""Resampling of the cards that a seat has not seen."""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice

from engine.events import ColorClueGiven, Log, RankClueGiven
from engine.fold import fold, steps
from engine.reading.knowledge import unseen
from engine.reading.odds import deals
from engine.reading.view import open_view


def resampled(log: Log, seat: int, below: Callable[[int], int]) -> bytes:
    """Return a random deck that `seat` cannot distinguish from the real deck.

    It deals the seat's own cards and the remaining deck again, consistent with all clues and with every card that the
    seat has seen, even under `memory_aid` none. The result is uniformly distributed over all such decks, including the
    real one. `below(n)` returns a uniform integer from 0 to n - 1.
    """
    hidden = _Hidden(log, seat)
    hand = dealt_hand(hidden.masks, list(hidden.left), below)
    return hidden.deck([*hand, *shuffled(_without(hidden.left, hand), below)])


def enumerated(log: Log, seat: int, most: int) -> list[bytes] | None:
    """Return all decks that `seat` cannot distinguish from the real deck; all are equally likely.

    None if the clues and the cards that the seat has seen allow more than `most`. The decks are those of `resampled`.
    """
    hidden = _Hidden(log, seat)
    places = [*hidden.masks, *[log.deal.rules.palette.all_cards] * (len(hidden.cards) - len(hidden.masks))]
    fronts = list(islice(_fronts(places, list(hidden.left)), most + 1))
    if len(fronts) > most:
        return None
    return [hidden.deck(codes) for codes in fronts]


def _fronts(places: Sequence[int], left: list[int]) -> Iterator[list[int]]:
    """Yield all ways to give each place a code that it allows, from the copies that are left."""
    if not places:
        yield []
        return
    for code, copies in enumerate(left):
        if copies and places[0] >> code & 1:
            left[code] -= 1
            for others in _fronts(places[1:], left):
                yield [code, *others]
            left[code] += 1


class _Hidden:
    """The cards that a seat has not seen, and what it knows of them.

    It knows what clues say, and which copies are left. That the game did not end says nothing more: the ends that
    depend on a hand (R19, R20) need an empty deck, and then the seat knows which cards it holds together.
    """

    def __init__(self, log: Log, seat: int) -> None:
        state = fold(log)
        own, told = state.hands[seat], _told(log)
        self.real = log.deck
        self.cards = (*own, *range(state.dealt, len(log.deck)))
        """The ids of the cards of the hand and of the deck."""
        self.masks = [told[card] for card in own]
        """The codes that the clues allow for each card of the hand."""
        self.left = unseen(open_view(state), seat)
        """The number of unseen copies, by code."""

    def deck(self, codes: Sequence[int]) -> bytes:
        """Return the deck with other hidden cards."""
        deck = bytearray(self.real)
        for card, code in zip(self.cards, codes, strict=True):
            deck[card] = code
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


def dealt_hand(masks: Sequence[int], left: list[int], below: Callable[[int], int]) -> list[int]:
    """Return random codes for the cards of a hand, taken out of the copies that are `left`.

    The probability of a code is weighted by the number of deals of the other cards. Raises ValueError if no deal fits.
    """
    hand: list[int] = []
    for place in range(len(masks)):
        total, odds = deals(masks[place:], left)
        if not total:
            raise ValueError("no deal fits")
        at = below(total)
        bounds = accumulate(odds[0].values())
        code = next(code for code, bound in zip(odds[0], bounds, strict=True) if at < bound)
        hand.append(code)
        left[code] -= 1
    return hand


def _without(left: Sequence[int], hand: Sequence[int]) -> list[int]:
    return [code for code, copies in enumerate(left) for _ in range(copies - hand.count(code))]


def shuffled(codes: list[int], below: Callable[[int], int]) -> list[int]:
    """Shuffle codes in place, and return them."""
    for last in range(len(codes) - 1, 0, -1):
        other = below(last + 1)
        codes[last], codes[other] = codes[other], codes[last]
    return codes
