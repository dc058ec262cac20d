"""A long legal game in the notation, for imports."""

import random


def long_game(events: int, seed: object = None) -> str:
    """Return a finished game of two seats with about this many events, at most 738.

    Seat 0 always gives a clue and seat 1 always discards. Before each turn they reorder their hands, and the seat
    to move votes to abort and takes the vote back. Games of different seeds have different decks.
    """
    deck = [f"{suit}{rank}" for suit in "rygbw" for rank in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)]
    random.Random(repr(seed)).shuffle(deck)
    hands = [list(range(5)), list(range(5, 10))]
    moves: list[str] = []
    turns = 2 * (len(deck) - 10) + 2
    for turn in range(turns):
        seat = turn % 2
        spare = (events - len(moves)) // (turns - turn) - 1
        if spare > 1:
            moves += [f"{seat}:v+", f"{seat}:v-"]  # each seat has a share of such events (R22)
        for number in range(min(6, spare - 2)):
            other = (seat + number) % 2
            hands[other].append(hands[other].pop(0))
            moves.append(f"{other}:o{','.join(map(str, hands[other]))}")
        if seat == 0:
            moves.append("c1:1")
        else:
            oldest = hands[1].pop(0)
            moves.append(f"d{oldest}")
            if (drawn := 10 + turn // 2) < len(deck):
                hands[1].append(drawn)
    lines = [f"{at + 1} {' '.join(moves[at : at + 10])}" for at in range(0, len(moves), 10)]
    return "\n".join(["hanabi 1", "seats 2", "start 0", f"deck {' '.join(deck)}", *lines, ""])
