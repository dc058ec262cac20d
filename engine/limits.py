"""Limits of a game: the length of a text, what a seat may do between two turns, and the number of events."""

from typing import Final

from engine.events import AbortVoteCast, GameAborted, Log, TurnTaken

MAX_TEXT_LENGTH: Final = 500
"""The maximum length of a text under `table_talk` free, in characters."""
MAX_REMARKS_PER_TURN: Final = 5
"""The number of remarks and texts a seat may send between two turns of the game (R27)."""
MAX_REORDERS_PER_TURN: Final = 3
"""The number of times a seat may reorder its hand or turn cards between two turns of the game (R26, R29)."""
MAX_EVENTS: Final = 1000
"""The maximum number of events of a game. A request folds and often renders all of them."""
_MAX_OTHER_EVENTS: Final = 790
"""The maximum number of reorders, turned cards, messages and votes of all seats together.

A game has at most 150 turns: each of its 60 cards is played or discarded once, which regains at most two of at most 20
clue tokens. So neither a turn, nor one vote of each seat, nor an abort can reach MAX_EVENTS."""


def is_beyond_share(log: Log, seat: int) -> bool:
    """Return True if a seat has sent its share of other events.

    Turns and votes to abort stay legal, so that every game can end.
    """
    sent = sum([not isinstance(event, TurnTaken | GameAborted) and event.seat == seat for event in log.later])
    return sent >= _MAX_OTHER_EVENTS // log.deal.seats


def first_beyond_share(log: Log) -> int | None:
    """Return the version of the first event beyond its seat's share, which a running game would have refused."""
    sent = [0] * log.deal.seats
    for version, event in enumerate(log.later, 1):
        if isinstance(event, TurnTaken | GameAborted) or event.seat is None:
            continue
        if sent[event.seat] >= _MAX_OTHER_EVENTS // log.deal.seats and not isinstance(event, AbortVoteCast):
            return version
        sent[event.seat] += 1
    return None
