"""R26 and R27: reorders, remarks and texts."""

from itertools import chain

from tests.engine.rows import Row, check, rows
from tests.rows import in_one_test

REORDERS = """
R26 Any seat may reorder its own hand at any time, and this is not a turn.
hands r1 y1 g1 / b1 b2
| o2,0,1        | hands 2:g1 0:r1 1:y1 / 3:b1 4:b2; reorders 1 0
| 1:o4,3        | hands 0:r1 1:y1 2:g1 / 4:b2 3:b1; reorders 0 1
| o0,1,2        | hands 0:r1 1:y1 2:g1 / 3:b1 4:b2; reorders 1 0
| o2,0,1 o0,1,2 1:o4,3 | hands 0:r1 1:y1 2:g1 / 4:b2 3:b1; reorders 2 1
| o0,1          | ! R26 not-the-hand
| o0,1,2,3      | ! R26 not-the-hand
| o0,1,1        | ! R26 not-the-hand
| o0,1,2,2      | ! R26 not-the-hand
| o3,4          | ! R26 not-the-hand
| o-            | ! R26 not-the-hand

R26 A seat may reorder three times between two turns.
hands r1 y1 / b1 b2
| o1,0 o0,1 o1,0      | reorders 3 0; hands 1:y1 0:r1 / 2:b1 3:b2
| o1,0 o0,1 o1,0 o0,1 | ! R26 too-many-reorders
| o1,0 o0,1 o1,0 1:o3,2 | reorders 3 1; hands 1:y1 0:r1 / 3:b2 2:b1
| o1,0 o0,1 1:o3,2 c1:1 | reorders -; tokens 7; hands 0:r1 1:y1 / 3:b2-1 2:b1+1
| o1,0 o0,1 o1,0 c1:1 0:o0,1 | reorders 1 0; tokens 7; hands 0:r1 1:y1 / 2:b1+1 3:b2-1

R26 Moves name cards by id, so a reorder does not affect them. A drawn card still goes to the newest end.
hands r1 y1 g1 / b1 b2; deck w1 w2; tokens 5
| o2,0,1 p0     | fireworks 0:r1; hands 2:g1 1:y1 5:w1 / 3:b1 4:b2; reorders -
| o2,0,1 d2 c0:1 | discards 2:g1; hands 0:r1+1 1:y1+1 5:w1+1 / 3:b1 4:b2; tokens 5

R26 After_clue: a seat may reorder its hand as soon as it got a clue.
rules hand_reorder=after_clue; hands r1 y1 / b1 b2 / g1 g2
| o1,0               | ! R26 not-clued
| c1:1 1:o3,2        | reorders 0 1 0; clued 1; tokens 7; hands 0:r1 1:y1 / 3:b2-1 2:b1+1 / 4:g1 5:g2; to_move 1
| c1:1 o3,2 1:o2,3   | reorders 0 2 0; clued 1; tokens 7; hands 0:r1 1:y1 / 2:b1+1 3:b2-1 / 4:g1 5:g2; to_move 1
| c1:1 0:o1,0        | ! R26 not-clued
| o1,1               | ! R26 not-the-hand
| c1:1 2:o5,4        | ! R26 not-clued
| c1:red c2:1 1:o3,2 | reorders 0 1 0; clued 1 2; tokens 6; hands 0:r1 1:y1 / 3:b2-r 2:b1-r / 4:g1+1 5:g2-1
| c1:1 c1:2          | ! R5 own-hand

R29 A seat may turn cards of its hand whenever it may reorder it, three times in all between two turns.
rules edition=de; hands r1 y1 g1 / b1 b2; deck w1 w2; tokens 5
| t0=left            | turned 0=left; reorders 1 0
| 1:t3,4=right       | turned 3=right 4=right; reorders 0 1
| t0=left t0=upright | reorders 2 0
| t0=left t0=right   | turned 0=right; reorders 2 0
| t0=left o2,1,0     | turned 0=left; reorders 2 0; hands 2:g1 1:y1 0:r1 / 3:b1 4:b2
| t0,1=left d0       | turned 1=left; discards 0:r1; hands 1:y1 2:g1 5:w1 / 3:b1 4:b2; tokens 6; reorders -
| t0,1=left p0       | turned 1=left; fireworks 0:r1; hands 1:y1 2:g1 5:w1 / 3:b1 4:b2; reorders -
| t0=left t1=left o0,1,2 t0=right | ! R29 too-many-reorders
| t3=left            | ! R29 not-in-hand
| t0,0=left          | ! R29 not-in-hand
| t0,9=left          | ! R29 not-in-hand

R29 After_clue.
rules hand_reorder=after_clue; hands r1 y1 / b1 b2
| t0=left            | ! R29 not-clued
| c1:1 1:t2=left     | turned 2=left; reorders 0 1; clued 1; tokens 7; hands 0:r1 1:y1 / 2:b1+1 3:b2-1; to_move 1

R29 Off.
rules hand_reorder=off; hands r1 y1 / b1 b2
| t0=left            | ! R29 no-turned-cards

R26 Off: no hand is reordered.
rules hand_reorder=off; hands r1 y1 / b1 b2; clued 0
| o1,0               | ! R26 no-reorder
| 1:o3,2             | ! R26 no-reorder
"""

TALK = """
R27 Off: no remarks and no texts.
hands r1 / b1
| s:no-information   | ! R27 no-talk
| s"hi"              | ! R27 no-talk
| 1:s"hi"            | ! R27 no-talk

R27 Remarks: only predefined remarks, and only by the seat to move.
rules table_talk=remarks; hands r1 / b1
| s:no-information   | remarks 1 0
| s:remember-your-hand | remarks 1 0
| s:nice-weather     | ! R27 no-such-remark
| s"hi"              | ! R27 remarks-only
| s:no-information"hi" | ! R27 remarks-only
| 1:s:no-information | ! R27 another-seats-move
| c1:1 s:no-information | remarks 0 1; tokens 7; hands 0:r1 / 1:b1+1; to_move 1

R27 Only one remark names cards: those of the own hand, each once.
rules table_talk=remarks; hands r1 y1 / b1 b2
| s:no-information=0   | remarks 1 0
| s:no-information=1,0 | remarks 1 0
| s:no-information=2   | ! R27 not-in-hand
| s:no-information=0,0 | ! R27 not-in-hand
| s:no-information=9   | ! R27 not-in-hand
| s:remember-your-hand=0 | ! R27 no-cards-to-name
| 1:s:no-information=2 | ! R27 another-seats-move

R27 A text names no cards.
rules table_talk=free; hands r1 y1 / b1 b2
| s=0"hi"              | ! R27 no-cards-to-name
| 1:s:no-information=2,3 | remarks 0 1

R27 Free: remarks and texts by any seat.
rules table_talk=free; hands r1 / b1
| s"hi"              | remarks 1 0
| 1:s"ho"            | remarks 0 1
| 1:s:no-information | remarks 0 1
| s:nice-weather     | ! R27 no-such-remark

R27 A seat may make five remarks between two turns.
rules table_talk=free; hands r1 / b1
| s"1" s"2" s"3" s"4" s"5"       | remarks 5 0
| s"1" s"2" s"3" s"4" s"5" s"6"  | ! R27 too-many-remarks
| s"1" s"2" s"3" s"4" s"5" 1:s"6" | remarks 5 1
| s"1" 1:s"2" c1:1               | remarks -; tokens 7
| s"1" s"2" s"3" s"4" s"5" p0 0:s"6" | remarks 1 0; fireworks 0:r1
"""


@in_one_test("row", chain(rows(REORDERS), rows(TALK)))
def test_what_is_no_turn(row: Row) -> None:
    """R26, R27, R29: new orders, turned cards, remarks and texts, which are public, limited, and no turns."""
    check(row)
