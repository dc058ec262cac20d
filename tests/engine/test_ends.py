"""R14 to R24: ends of games, their priority, and results."""

from itertools import chain

import pytest

from engine.rules import Rules
from engine.score import BANDS, Ending, result_of
from tests.engine.rows import Row, check, rows
from tests.rows import in_one_test

LOSSES = """
R14 The last strike token ends the game: the score is 0, the points on the table stay, and nothing is drawn.
hands r2 r1 / g1; fireworks y3; strikes 2
| p0     | strikes 3; discards 0:r2; hands 1:r1 / 2:g1; ended lost strikeout; scores 0 3 0-5
| p1     | fireworks 1:r1 3:y1 y3

R14 Under strikeout_score none a strikeout has no score.
rules strikeout_score=none; hands r2 r1 / g1; fireworks y3; strikes 2
| p0     | strikes 3; discards 0:r2; ended lost strikeout; scores null 3 -

R15 In the grand finale with irreplaceable cards, losing the last copy of a needed card loses; nothing is drawn.
rules ending=grand_finale finale_loss=irreplaceable; hands r5 r2 / g1; discards r2 y1 y1; tokens 4
| d0     | tokens 5; discards 3:r2 4:y1 5:y1 0:r5; hands 1:r2 / 2:g1; ended lost irreplaceable_card_lost; scores 0 0 -
| d1     | tokens 5; discards 3:r2 4:y1 5:y1 1:r2; ended lost irreplaceable_card_lost
| p0     | strikes 1; discards 3:r2 4:y1 5:y1 0:r5; ended lost irreplaceable_card_lost; attainable 24 r
| p1     | strikes 1; discards 3:r2 4:y1 5:y1 1:r2; ended lost irreplaceable_card_lost; attainable 21 r

R15 The first of two copies, or a card below the top of its firework, is replaceable.
rules ending=grand_finale finale_loss=irreplaceable; hands r4 r1 / g1; fireworks r2; discards r1; tokens 4
| d0     | tokens 5; discards 5:r1 0:r4; attainable 25
| d1     | tokens 5; discards 5:r1 1:r1; attainable 25

R15 In a suit with one of each, every card is irreplaceable.
rules multicolor=five ending=grand_finale finale_loss=irreplaceable; hands m1 / g1; tokens 4
| d0     | tokens 5; discards 0:m1; ended lost irreplaceable_card_lost
| p0     | fireworks 0:m1

R19 The game is lost if the seat to move has no card and there is no clue token.
rules ending=grand_finale finale_loss=strikes_only; hands r1 / - / g1; deck -; tokens 0
| p0     | fireworks 0:r1; hands - / - / 1:g1; ended lost no_legal_action; scores 0 1 0-5

R19 Spending the last token can cause the loss.
rules ending=grand_finale finale_loss=strikes_only strikeout_score=none; hands r1 / - / g1; deck -; tokens 1
| c2:1   | tokens 0; hands 0:r1 / - / 1:g1+1; ended lost no_legal_action; scores null 0 -
| p0     | fireworks 0:r1; to_move 1
| p0 c2:1 p1 | ended lost no_legal_action; fireworks 0:r1 1:g1+1; tokens 0

R19 A token from a discard or a completed firework prevents the loss.
rules ending=grand_finale finale_loss=strikes_only; hands r5 / -; fireworks r4; deck -; tokens 0
| d0     | tokens 1; discards 0:r5; legal c0:red c0:yellow c0:green c0:blue c0:white c0:1 c0:2 c0:3 c0:4 c0:5
| p0     | fireworks 1:r1 r4 0:r5; tokens 1
| p0 c0:1 | fireworks 1:r1 r4 0:r5; tokens 0; ended lost no_legal_action

R19 Without empty clues, tokens do not prevent the loss if no hand has a card.
rules empty_clues=false ending=grand_finale finale_loss=strikes_only; hands r1 / -; deck -; tokens 3
| d0     | tokens 4; discards 0:r1; ended lost no_legal_action
| p0     | fireworks 0:r1; ended lost no_legal_action
| c1:1   | ! R7 empty-clue

R19 Without empty clues, a card in another hand makes a clue legal.
rules empty_clues=false ending=grand_finale finale_loss=strikes_only; hands r1 / - / g1; deck -; tokens 3
| d0     | tokens 4; discards 0:r1; to_move 1; legal c2:green c2:1
"""

ENDS = """
R16 When all fireworks are complete, the game is won with the highest score, and nothing is drawn.
hands r5 g1 / g1; fireworks r4 y5 g5 b5 w5; tokens 3
| p0     | fireworks 3:r1 r4 0:r5 7:y1 y5 g5 b5 w5; hands 1:g1 / 2:g1; tokens 4
+ ; ended won fireworks_complete; scores 25 25 25

R17 After the last card is drawn, every seat has one more turn, and the seat that drew it has the last.
hands r1 / g1 / b1; deck w1
| p0          | hands 3:w1 / 1:g1 / 2:b1; fireworks 0:r1; turns_left 3
| p0 p1       | hands 3:w1 / - / 2:b1; fireworks 0:r1 1:g1; turns_left 2
| p0 p1 p2    | hands 3:w1 / - / -; fireworks 0:r1 1:g1 2:b1; turns_left 1
| p0 p1 p2 p3 | fireworks 0:r1 g1 b1 w1; turns_left 0; ended finished last_round_over; scores 4 4 0-5
| p0 p1 p2 c1:1 | fireworks 0:r1 1:g1 2:b1; turns_left 0; tokens 7; ended finished last_round_over; scores 3 3 0-5
| c1:1 p1     | fireworks 1:g1+1; tokens 7; hands 0:r1 / 3:w1 / 2:b1; turns_left 3; to_move 2

R17 A clue or a discard can be the last turn.
hands r1 / g1; fireworks y5 b4; deck -; tokens 4; turns_left 1
| c1:1   | tokens 3; hands 0:r1 / 1:g1+1; turns_left 0; ended finished last_round_over; scores 9 9 6-10
| d0     | tokens 5; discards 0:r1; turns_left 0; ended finished last_round_over; scores 9 9 6-10
| p0     | fireworks 0:r1 2:y1 y5 b4; turns_left 0; ended finished last_round_over; scores 10 10 6-10

R18 The grand finale has no last round: the game continues with smaller hands.
rules ending=grand_finale finale_loss=strikes_only; hands r1 b1 / g1; deck w1; tokens 4
| p0           | hands 1:b1 3:w1 / 2:g1; fireworks 0:r1
| p0 p2        | hands 1:b1 3:w1 / -; fireworks 0:r1 2:g1
| p0 p2 p1     | hands 3:w1 / -; fireworks 0:r1 2:g1 1:b1
+ ; legal c0:red c0:yellow c0:green c0:blue c0:white c0:1 c0:2 c0:3 c0:4 c0:5
| p0 p2 p1 p3  | ! R10 not-in-hand
| p0 p2 p1 c0:1 p3 | hands - / -; fireworks 0:r1 2:g1 1:b1 3:w1+1; tokens 3

R20 With no_points_left a game ends with its score when no further point is attainable.
rules early_end=no_points_left; hands r2 / g1; fireworks r1 y5 g5 b5 w4; discards r2 w5; tokens 3
| d0     | tokens 4; discards 22:r2 23:w5 0:r2; hands - / 1:g1; ended finished no_points_left; scores 20 20 16-20

R20 A play that scores the last attainable point can end the game.
rules early_end=no_points_left multicolor=five; hands r1 / g1; fireworks y5 g5 b5 w5 m4; discards r2 r2 m5; tokens 3
| p0     | fireworks 0:r1 2:y1 y5 g5 b5 w5 m4; ended finished no_points_left; scores 25 25 25-29

R20 In the last round the game ends if no seat with a turn left has a playable card.
rules early_end=no_points_left; hands r1 / g3 g1 / y2; deck -; tokens 3; turns_left 3
| p0          | fireworks 0:r1; turns_left 2
| c1:3        | tokens 2; turns_left 2; hands 0:r1 / 1:g3+3 2:g1-3 / 3:y2
| c1:3 p2     | tokens 2; turns_left 1; fireworks 2:g1-3; ended finished no_points_left; scores 1 1 0-5
| c1:3 c0:1   | tokens 1; turns_left 1; hands 0:r1+1 / 1:g3+3 2:g1-3 / 3:y2; ended finished no_points_left
| p0 c2:2     | fireworks 0:r1; tokens 2; turns_left 1; ended finished no_points_left; scores 1 1 0-5

R20 Cards in the deck count, independent of the seats that may draw them.
rules early_end=no_points_left; hands r3 / g3; deck y3 y1; tokens 3
| d0     | tokens 4; discards 0:r3
| d0 d1  | tokens 5; discards 0:r3 1:g3; turns_left 2; hands 2:y3 / 3:y1
"""

PRIORITIES = """
R14 before R15: the last strike that also loses an irreplaceable card is a strikeout.
rules ending=grand_finale finale_loss=irreplaceable; hands r5 / g1; strikes 2
| p0     | strikes 3; discards 0:r5; ended lost strikeout; attainable 24 r

R14 before R17: the last strike on the last turn of the last round is a strikeout.
hands r3 / g1; fireworks y5; deck -; strikes 2; turns_left 1
| p0     | strikes 3; discards 0:r3; turns_left 0; ended lost strikeout; scores 0 5 0-5

R14 before R19: the last strike that leaves the next seat without a legal action is a strikeout.
rules ending=grand_finale finale_loss=strikes_only; hands r3 / -; deck -; tokens 0; strikes 2
| p0     | strikes 3; discards 0:r3; ended lost strikeout

R14 before R20: the last strike that leaves no attainable point is a strikeout.
rules early_end=no_points_left; hands y3 r3 / g2; fireworks y1; deck -; strikes 2; turns_left 2
| p0     | strikes 3; discards 0:y3; turns_left 1; ended lost strikeout; scores 0 1 0-5

R15 before R19: losing an irreplaceable card counts before the lack of a legal action.
rules ending=grand_finale finale_loss=irreplaceable; hands r5 / -; deck -; tokens 0
| p0     | strikes 1; discards 0:r5; ended lost irreplaceable_card_lost

R15 before R20: losing an irreplaceable card counts before the lack of an attainable point.
rules ending=grand_finale finale_loss=irreplaceable early_end=no_points_left
; hands r5 / g1; fireworks r4 y5 g5 b5 w5; tokens 0
| d0     | tokens 1; discards 0:r5; ended lost irreplaceable_card_lost; scores 0 24 -

R16 before R17: the last firework on the last turn of the last round wins.
hands w5 / r1; fireworks r5 y5 g5 b5 w4; deck -; turns_left 1
| p0     | fireworks 2:r1 r5 y5 g5 b5 w4 0:w5; turns_left 0; ended won fireworks_complete; scores 25 25 25

R16 before R19: the last firework wins even if no hand has a card for the next seat to clue.
rules empty_clues=false ending=grand_finale finale_loss=irreplaceable
; hands w5 / -; fireworks r5 y5 g5 b5 w4; deck -; tokens 0
| p0     | fireworks 1:r1 r5 y5 g5 b5 w4 0:w5; tokens 1; ended won fireworks_complete; scores 25 25 -

R16 before R20: the last firework wins, although no point is left.
rules early_end=no_points_left multicolor=wild_five; hands m5 / r1; fireworks r5 y5 g5 b5 w5 m4
| p0     | fireworks 2:r1 r5 y5 g5 b5 w5 m4 0:m5; ended won fireworks_complete; scores 30 30 30

R16 Five complete fireworks do not win if there are six suits.
rules multicolor=ten; hands w5 / m1; fireworks r5 y5 g5 b5 w4; tokens 4
| p0 c0:1 | fireworks 2:r1 r5 y5 g5 b5 w4 0:w5; tokens 4; attainable 30

R17 before R20: the last turn of the last round ends the game, although points are left.
rules early_end=no_points_left; hands r1 / y2; deck -; turns_left 1
| p0     | fireworks 0:r1; turns_left 0; ended finished last_round_over; scores 1 1 0-5

R17 before R19: the last turn of the last round ends the game, although the next seat has no legal action.
hands r1 / -; deck -; tokens 0; turns_left 1
| p0     | fireworks 0:r1; turns_left 0; ended finished last_round_over; scores 1 1 0-5

R19 before R20: a seat without a legal action loses, although no point was left.
rules ending=grand_finale finale_loss=strikes_only early_end=no_points_left
; hands r1 / -; fireworks y5 g5 b5 w5; discards r2 r2; deck -; tokens 0
| p0     | fireworks 0:r1 y5 g5 b5 w5; ended lost no_legal_action; scores 0 21 0-5
"""

ABORTS = """
R21 Votes are public, are not turns, and can be withdrawn; the last seat's vote ends the game without a score.
hands r1 / g1 / b1; fireworks y2; to_move 1
| 0:v+           | votes 0
| 2:v+ 0:v+      | votes 0 2
| 2:v+ 2:v-      | votes -
| 2:v+ 2:v+      | ! R21 already-voted
| 0:v-           | ! R21 not-voted
| 0:v+ 2:v-      | ! R21 not-voted
| 0:v+ p1 c0:1   | votes 0; fireworks 3:y1 4:y2 1:g1; tokens 7
| 0:v+ 1:v+ 2:v+ | votes 0 1 2; ended aborted agreed; scores null 2 -
| 0:v+ 1:v+ 0:v- 2:v+ | votes 1 2
| 0:v+ 1:v+ 0:v- 2:v+ 0:v+ | votes 0 1 2; ended aborted agreed

R21 The service can abort a game, which then has no score either.
rules strikeout_score=none; hands r1 / g1; fireworks y2
| aborted:idle       | ended aborted idle; scores null 2 -
"""


@in_one_test("row", chain(*map(rows, (LOSSES, ENDS, PRIORITIES, ABORTS))))
def test_ends(row: Row) -> None:
    """R14 to R22: losing, winning, the last round, no points left, and aborts. The earlier of two rulings applies."""
    check(row)


SCALES = [
    ("none", {"0-5": 6, "6-10": 5, "11-15": 5, "16-20": 5, "21-24": 4, "25": 1}),
    ("ten", {"0-5": 6, "6-10": 5, "11-15": 5, "16-20": 5, "21-24": 4, "25-29": 5, "30": 1}),
]


@pytest.mark.parametrize(("multicolor", "widths"), SCALES)
def test_bands(multicolor: str, widths: dict[str, int]) -> None:
    """R23: every score has exactly one band of the rating scale."""
    rules = Rules(multicolor=multicolor)  # type: ignore[arg-type]
    expected = [name for name, width in widths.items() for _ in range(width)]
    results = [result_of(rules, Ending("finished", "last_round_over"), score) for score in range(len(expected))]
    assert [result.band for result in results] == expected
    assert [result.score for result in results] == list(range(len(expected)))
    assert [band.name for band in BANDS[rules.palette.max_score]] == list(widths)


FRENCH = "ending=grand_finale finale_loss=strikes_only"
DUTCH = "ending=grand_finale finale_loss=irreplaceable"

RESULTS = [
    ("won fireworks_complete", "", (25, "25")),
    ("won fireworks_complete", FRENCH, (25, "25")),
    ("won fireworks_complete", DUTCH, (25, None)),
    ("finished last_round_over", "", (25, "25")),
    ("finished no_points_left", "", (25, "25")),
    ("finished no_points_left", FRENCH, (25, "25")),
    ("finished no_points_left", DUTCH, (25, None)),
    ("lost strikeout", "", (0, "0-5")),
    ("lost strikeout", FRENCH, (0, "0-5")),
    ("lost strikeout", f"{FRENCH} strikeout_score=none", (None, None)),
    ("lost strikeout", DUTCH, (0, None)),
    ("lost strikeout", "variant=Duck~(5~Suits)", (0, None)),
    ("lost strikeout", "strikeout_score=none", (None, None)),
    ("lost irreplaceable_card_lost", DUTCH, (0, None)),
    ("lost irreplaceable_card_lost", f"{DUTCH} strikeout_score=none", (None, None)),
    ("lost no_legal_action", DUTCH, (0, None)),
    ("aborted agreed", "", (None, None)),
    ("aborted idle", "strikeout_score=none", (None, None)),
    ("aborted terminated", "ending=grand_finale", (None, None)),
]


@in_one_test(("ending", "options", "expected"), RESULTS)
def test_results(ending: str, options: str, expected: tuple[int | None, str | None]) -> None:
    """R14, R21, R24: each end has its score, rating and points."""
    values = dict(option.replace("~", " ").split("=") for option in options.split())
    result = result_of(Rules(**values), Ending(*ending.split()), 25)  # type: ignore[arg-type]
    assert (result.score, result.band) == expected
    assert (result.table_points, result.outcome, result.reason) == (25, *ending.split())
