"""R1 to R13: the deal, and the effects of turns. `test_laws` compares whole games with the slow rules."""

from itertools import chain

from engine.fold import fold
from engine.rules import Rules
from tests.cards import hand_size
from tests.engine.random_games import Setting, deal
from tests.engine.rows import Row, check, rows
from tests.rows import in_one_test

CLUES = """
R5 A clue costs one token and goes to another seat.
hands r1 y1 / g1 b1 / w1 w2
| c1:green | tokens 7; hands 0:r1 1:y1 / 2:g1+g 3:b1-g / 4:w1 5:w2; clued 1
| c2:2     | tokens 7; hands 0:r1 1:y1 / 2:g1 3:b1 / 4:w1-2 5:w2+2; clued 2
| c0:red   | ! R5 own-hand
| c0:1     | ! R5 own-hand
| c3:1     | ! R5 no-such-seat
| c-1:red  | ! R5 no-such-seat
| c1:0     | ! R2 no-such-rank
| c1:6     | ! R2 no-such-rank
| c1:-1    | ! R2 no-such-rank
| 1:c2:1   | ! not-your-turn
| 1:c0:1   | ! not-your-turn
| c1:1 c2:1 c0:1 | tokens 5; clued 0 1 2

R5 Without a token a clue is refused, independent of all hands.
rules empty_clues=false; hands r1 y1 / g1 b1; tokens 0
| c1:green | ! R5 no-clue-token
| c1:red   | ! R5 no-clue-token
| c0:red   | ! R5 own-hand
| c7:red   | ! R5 no-such-seat
|          | legal p0 p1 d0 d1

R6 A clue marks all cards of the hand: those that it touches and those that it does not touch.
hands r1 / y1 y3 g3 y2 b5
| c1:yellow | tokens 7; hands 0:r1 / 1:y1+y 2:y3+y 3:g3-y 4:y2+y 5:b5-y
| c1:3      | tokens 7; hands 0:r1 / 1:y1-3 2:y3+3 3:g3+3 4:y2-3 5:b5-3
| c1:3 p1   | fireworks 1:y1-3; tokens 7; hands 0:r1 / 2:y3+3 3:g3+3 4:y2-3 5:b5-3 6:r1

R7 Without empty clues, a clue must touch a card.
rules empty_clues=false ending=grand_finale finale_loss=strikes_only; hands r1 / g1 / -; deck -
| c1:red   | ! R7 empty-clue
| c1:2     | ! R7 empty-clue
| c2:red   | ! R7 empty-clue
| c1:green | tokens 7; hands 0:r1 / 1:g1+g / -
|          | legal p0 c1:green c1:1

R8 Without a sixth suit there is no multicolor clue.
hands r1 / g1
| c1:multicolor | ! R8 no-such-color
|               | legal p0 c1:red c1:yellow c1:green c1:blue c1:white c1:1 c1:2 c1:3 c1:4 c1:5

R8 Under wild_ten every color clue touches multicolor cards, and there is no multicolor clue.
rules multicolor=wild_ten; hands r1 / g1 m1
| c1:multicolor      | ! R8 no-such-color
| c1:green           | tokens 7; hands 0:r1 / 1:g1+g 2:m1+g
| c1:red             | tokens 7; hands 0:r1 / 1:g1-rm 2:m1+r
| c1:red c0:2 c1:green | tokens 5; hands 0:r1-2 / 1:g1+g-m 2:m1+rg
| c1:5               | tokens 7; hands 0:r1 / 1:g1-5 2:m1-5
"""

PLAYS = """
R9 A discard goes to the pile and gains a token, and the seat draws at the newest end.
hands r1 y1 / g1 b1; discards w1 w1; deck y2 b2; tokens 6
| d0    | hands 1:y1 6:y2 / 2:g1 3:b1; discards 4:w1 5:w1 0:r1; tokens 7
| d1 d2 | hands 0:r1 6:y2 / 3:b1 7:b2; discards 4:w1 5:w1 1:y1 2:g1; tokens 8; turns_left 2
| d2    | ! R9 not-in-hand
| d4    | ! R9 not-in-hand
| d6    | ! R9 not-in-hand
| d-1   | ! R9 not-in-hand
| d99   | ! R9 not-in-hand
| 1:d2  | ! not-your-turn

R9 At full tokens a discard is refused.
hands r1 y1 / g1 b1
| d0         | ! R9 clue-tokens-full
| d2         | ! R9 not-in-hand
| c1:5 d2    | tokens 8; discards 2:g1-5

R10 The next rank of a suit extends its firework, and the seat draws at the newest end.
hands r1 y2 / g1 b1; fireworks y1; deck w1 w1
| p0     | hands 1:y2 5:w1 / 2:g1 3:b1; fireworks 0:r1 4:y1
| p1     | hands 0:r1 5:w1 / 2:g1 3:b1; fireworks 4:y1 1:y2
| p0 p2  | hands 1:y2 5:w1 / 3:b1 6:w1; fireworks 0:r1 4:y1 2:g1; turns_left 2
| p2     | ! R10 not-in-hand
| p4     | ! R10 not-in-hand
| p5     | ! R10 not-in-hand
| p-1    | ! R10 not-in-hand
| p99    | ! R10 not-in-hand
| 1:p2   | ! not-your-turn

R10 Any other card is discarded and costs a strike, and gains no token.
hands r2 r3 r1 / g5 b1; fireworks r2; tokens 3
| p0       | hands 1:r3 2:r1 7:r1 / 3:g5 4:b1; discards 0:r2; strikes 1
| p2       | discards 2:r1; strikes 1
| p1       | fireworks 5:r1 6:r2 1:r3
| p0 p3    | discards 0:r2 3:g5; strikes 2; attainable 24 g

R12 Without color_declaration no color can be named.
hands r1 / g1
| p0=red   | ! R12 no-declaration
| p0=blue  | ! R12 no-declaration
| p1=red   | ! R10 not-in-hand
|          | legal p0 c1:red c1:yellow c1:green c1:blue c1:white c1:1 c1:2 c1:3 c1:4 c1:5

R12 Naming the right color of a card that lands gains a token.
rules color_declaration=true; hands r1 r3 / g1; tokens 4
| p0            | fireworks 0:r1
| p0=red        | fireworks 0:r1; tokens 5
| p1            | discards 1:r3; strikes 1
| p1=red        | discards 1:r3; strikes 1
| p0=multicolor | ! R12 no-such-color
| p2=green      | ! R10 not-in-hand

R12 A 5 with the right color gains two tokens, up to the cap.
rules color_declaration=true; hands r5 / g1; fireworks r4; tokens 4
| p0            | fireworks 2:r1 3:r2 4:r3 5:r4 0:r5; tokens 5
| p0=red        | fireworks 2:r1 3:r2 4:r3 5:r4 0:r5; tokens 6
| p0=green      | discards 0:r5; strikes 1; attainable 24 r

R12 A wild suit is named multicolor, not by a clue color.
rules color_declaration=true multicolor=wild_ten; hands m1 / g1; tokens 4
| p0=multicolor | fireworks 0:m1; tokens 5
| p0=red        | discards 0:m1; strikes 1
|  | legal p0 p0=red p0=yellow p0=green p0=blue p0=white p0=multicolor d0 c1:red c1:yellow
+ c1:green c1:blue c1:white c1:1 c1:2 c1:3 c1:4 c1:5

R13 Discarding the last copy of a card limits its firework.
hands r2 y5 b1 / g1; fireworks g1; discards r2 b1 b1; tokens 4
|          | attainable 25
| d0       | attainable 21 r; discards 5:r2 6:b1 7:b1 0:r2; tokens 5
| d1       | attainable 24 y; discards 5:r2 6:b1 7:b1 1:y5; tokens 5
| d2       | attainable 20 b; discards 5:r2 6:b1 7:b1 2:b1; tokens 5
| p2       | attainable 25; fireworks 4:g1 2:b1
"""


@in_one_test("row", chain(rows(CLUES), rows(PLAYS)))
def test_turns(row: Row) -> None:
    """R5 to R13: legal clues with their marks, and the effects of plays and discards."""
    check(row)


DEALS = [
    ("none", 2, 5, 50),
    ("none", 3, 5, 50),
    ("none", 4, 4, 50),
    ("none", 5, 4, 50),
    ("five", 2, 5, 55),
    ("ten", 3, 5, 60),
    ("wild_ten", 4, 4, 60),
    ("wild_five", 5, 4, 55),
]


@in_one_test(("multicolor", "seats", "size", "cards"), DEALS)
def test_deal(multicolor: str, seats: int, size: int, cards: int) -> None:
    """R1, R3, R4: the state after a deal."""
    rules = Rules(multicolor=multicolor, clue_tokens=7, starting_seat=1)  # type: ignore[arg-type]
    state = fold(deal(Setting(rules, seats), seed=1))
    assert hand_size(seats) == size
    assert state.hands == tuple(tuple(range(size * seat, size * (seat + 1))) for seat in range(seats))
    assert (len(state.deck), state.deck_size) == (cards, cards - size * seats)
    assert (state.clue_tokens, state.strikes, sum(state.fireworks), state.discards) == (7, 0, 0, ())
    assert (state.to_move, state.turn, state.version, state.turns_left) == (1, 0, 0, None)


TEN = "1112233445"
SIXTH_SUITS = [("none", None), ("five", "12345"), ("ten", TEN), ("wild_ten", TEN), ("wild_five", "12345")]


@in_one_test(("multicolor", "sixth"), SIXTH_SUITS)
def test_cards_of_the_game(multicolor: str, sixth: str | None) -> None:
    """R2: each suit has the right ranks."""
    state = fold(deal(Setting(Rules(multicolor=multicolor), 2), seed=1))  # type: ignore[arg-type]
    ranks = {suit: "".join(str(card.rank) for card in sorted(state.deck) if card.suit == suit) for suit in state.suits}
    ordinary = dict.fromkeys(("red", "yellow", "green", "blue", "white"), TEN)
    assert ranks == ordinary | ({"multicolor": sixth} if sixth else {})
