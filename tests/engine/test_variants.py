"""Variants and their options: positions by hand, with their reasons.

`test_variant_laws` compares all variants with the second engine, whose clues have rows by hand in `test_variant_facts`.

In "3 Suits" and most others of three suits these are red, green and blue. Letters of suits are those of the notation.
"""

from itertools import chain

import pytest

from engine.fold import fold
from engine.formats.notation.positions import read_position
from engine.reading.view import seat_view, watcher_view
from engine.rules import palette_of, resolve
from engine.rules.variants import SAME_AS, VARIANTS, variant_of
from tests.engine.random_games import Setting, deal
from tests.engine.rows import Row, check, rows
from tests.rows import in_one_test

STACKS = """
R10 A reversed suit begins with 5, the others begin with 1.
rules variant="Reversed (3 Suits)"; hands b5 b4 b1 r1 / r5
| p0 | fireworks 0:b5
| p1 | strikes 1; discards 1:b4
| p2 | strikes 1; discards 2:b1; attainable 14 b
| p3 p4 | fireworks 3:r1; strikes 1; discards 4:r5; attainable 14 r

R10 Up or Down: the card after START is 2 or 4, and sets the direction.
rules variant="Up or Down (5 Suits)"; hands r2 r4 r5 r3 / r3; fireworks r7
| p0 | fireworks 5:r7 0:r2
| p1 | fireworks 5:r7 1:r4
| p2 | strikes 1; discards 2:r5
| p0 p4 p1 | fireworks 5:r7 0:r2 4:r3 1:r4
| p0 p4 p2 | fireworks 5:r7 0:r2 4:r3; strikes 1; discards 2:r5
| p1 p4 p0 | fireworks 5:r7 1:r4 4:r3 0:r2

R13 Up or Down: the choice of a direction can lower the attainable score.
rules variant="Up or Down (5 Suits)"; hands r1 r5 r7 / g1; discards r4 r4
| p0 | fireworks 0:r1; attainable 23 r
| p1 | fireworks 1:r5; attainable 21 r
| p2 | fireworks 2:r7; attainable 23 r

R10 Sudoku: each firework begins with another rank.
rules variant="Sudoku (5 Suits)"; hands y1 y2 y3 / g3; fireworks r1
| p0 | strikes 1; discards 0:y1
| p1 | fireworks 4:r1 1:y2
| p2 p3 | fireworks 4:r1 2:y3; strikes 1; discards 3:g3

R13 Sudoku: the attainable score is the best assignment of first ranks. Red and yellow cannot both begin with 2.
rules variant="Sudoku (5 Suits)"; hands y1 g2 / b3; discards r1 r1 y1; tokens 4
| d0 | tokens 5; discards 3:r1 4:r1 5:y1 0:y1; attainable 22 ry
| p1 | fireworks 1:g2; attainable 23 r
| p0 | fireworks 0:y1; attainable 24 r

R10 Orange: a play discards an orange card, and a discard plays it.
rules variant="Orange (3 Suits)"; hands o1 o2 r1 / b1; tokens 5
| p0 | tokens 6; discards 0:o1
| d0 | fireworks 0:o1
| d1 | strikes 1; discards 1:o2
| p1 | tokens 6; discards 1:o2
| p2 | fireworks 2:r1
| d2 | tokens 6; discards 2:r1

R13 Critical Fours: each 4 has one copy.
rules variant="Critical Fours (5 Suits)"; hands r4 / g1; tokens 5
| d0 | tokens 6; discards 0:r4; attainable 23 r

R13 Scarce Ones: each 1 has two copies.
rules variant="Scarce Ones (5 Suits)"; hands r1 r1 / g1; tokens 5
| d0 | tokens 6; discards 0:r1; attainable 25
| d0 d2 d1 | tokens 8; discards 0:r1 2:g1 1:r1; attainable 20 r

R10, R11 Throw It in a Hole: a complete firework gives no token, and played cards lie face down.
rules variant="Throw It in a Hole (4 Suits)"; hands r5 r1 b1 / g1; fireworks r4; tokens 5
| p0 | fireworks 4:r1 5:r2 6:r3 7:r4 0:r5; face_down 0
| p1 | strikes 1; discards 1:r1; face_down 1
| p1 p3 p2 | strikes 1; fireworks 4:r1 5:r2 6:r3 7:r4 3:g1 2:b1; discards 1:r1; face_down 1 3 2
| d1 | tokens 6; discards 1:r1
"""

TOKENS = """
R9, R11 Clue Starved: a discard and a complete firework give half a token.
rules variant="Clue Starved (5 Suits)"; hands r1 r5 / b1; fireworks r4; tokens 6
| d0 | half_token 1; discards 0:r1
| p1 | half_token 1; fireworks 3:r1 4:r2 5:r3 6:r4 1:r5
| d0 d2 | tokens 7; discards 0:r1 2:b1
| d0 d2 p1 | tokens 7; half_token 1; discards 0:r1 2:b1; fireworks 3:r1 4:r2 5:r3 6:r4 1:r5

R4 Clue Starved: a half token more than the maximum is lost.
rules variant="Clue Starved (5 Suits)"; hands r1 r5 / b1; fireworks r4; tokens 7; half_token 1
| d0 | tokens 8; half_token -; discards 0:r1
| p1 | tokens 8; half_token -; fireworks 3:r1 4:r2 5:r3 6:r4 1:r5

R5 Clue Starved: half a token is not enough for a clue.
rules variant="Clue Starved (5 Suits)"; hands r1 / b1; tokens 0; half_token 1
| c1:1 | ! R5 no-clue-token
| d0 | tokens 1; half_token -; discards 0:r1
|  | legal p0 d0
"""

CLUES = """
R30 Alternating Clues: a clue is never of the kind of the last clue.
rules variant="Alternating Clues (3 Suits)"; hands r1 r2 / b1 b2
| c1:1 | tokens 7; last_clue rank; hands 0:r1 1:r2 / 2:b1+1 3:b2-1
| c1:1 c0:1 | ! R30 same-kind-of-clue
| c1:1 p2 c1:2 | ! R30 same-kind-of-clue
| c1:1 c0:red | tokens 6; last_clue color; hands 0:r1+r 1:r2+r / 2:b1+1 3:b2-1
| c1:1 c0:red c1:blue | ! R30 same-kind-of-clue
| c1:1 c0:red c1:2 | tokens 5; last_clue rank
| c1:1 p2 c1:blue | tokens 6; last_clue color; fireworks 2:b1+1

R30 Alternating Clues: only clues of the other kind are legal.
rules variant="Alternating Clues (3 Suits)" empty_clues=false; hands r1 / b1; last_clue color
|  | legal p0 c1:1
| c1:2 | ! R7 empty-clue
| c1:red | ! R30 same-kind-of-clue

R7 Color Blind: color clues touch no card and are always legal.
rules variant="Color Blind (3 Suits)" empty_clues=false; hands r1 / g1
| c1:red | tokens 7; hands 0:r1 / 1:g1
| c1:green | tokens 7; hands 0:r1 / 1:g1
| c1:1 | tokens 7; hands 0:r1 / 1:g1+1
| c1:2 | ! R7 empty-clue
|  | legal p0 c1:red c1:green c1:blue c1:1

R8 Color Mute: there are no color clues.
rules variant="Color Mute (3 Suits)" empty_clues=false; hands r1 / g1
| c1:green | ! R8 no-such-color
|  | legal p0 c1:1

R8 Number Mute: there are no rank clues.
rules variant="Number Mute (3 Suits)" empty_clues=false; hands r1 / g1
| c1:1 | ! R2 no-such-rank
|  | legal p0 c1:green

R6 Prism: the rank of a prism card sets its color. A clue may touch no product of suits and ranks.
rules variant="Prism (3 Suits)"; hands r2 / p1 p2 b1
| c1:red | tokens 7; hands 0:r2 / 1:p1+r 2:p2=b12345p24 3:b1=b12345p24
| c1:blue | tokens 7; hands 0:r2 / 1:p1=r12345p135 2:p2+b 3:b1+b
| c1:2 | tokens 7; hands 0:r2 / 1:p1-2 2:p2+2 3:b1-2

R6 Cow & Pig, R28: only the kind of a clue is heard, so it leaves no identities out.
rules variant="Cow & Pig (3 Suits)"; hands r1 / g1 g2
| c1:1 | tokens 7; hands 0:r1 / 1:g1+n 2:g2
| c1:green | tokens 7; hands 0:r1 / 1:g1+c 2:g2+c
| c1:1 c0:1 c1:green | tokens 5; hands 0:r1+n / 1:g1+cn 2:g2+c

R6 Duck, R28: not even the kind of a clue is heard.
rules variant="Duck (3 Suits)"; hands r1 / g1 g2
| c1:1 | tokens 7; hands 0:r1 / 1:g1+? 2:g2
| c1:1 p1 c1:2 | tokens 6; hands 0:r1 / 2:g2+? 3:r1; fireworks 1:g1+?
"""

OPTIONS = """
R1 Six seats.
rules edition=hanab_live variant="3 Suits"; hands r1 / r1 / r2 / r2 / g1 / g1; to_move 5
| c4:1 | tokens 7; to_move 0; hands 0:r1 / 1:r1 / 2:r2 / 3:r2 / 4:g1+1 / 5:g1
| c5:1 | ! R5 own-hand
| c6:1 | ! R5 no-such-seat
| p5 | fireworks 5:g1; to_move 0

R30 With deck_plays the last card of the deck can be played. Then each seat has one more turn.
rules variant="3 Suits" deck_plays=true; hands r3 / g1; deck r1; tokens 5
| p2 | fireworks 2:r1; turns_left 2; hands 0:r3 / 1:g1
| p2 p1 p0 | fireworks 2:r1 1:g1; strikes 1; discards 0:r3; turns_left 0; ended finished last_round_over; scores 2 2 -
| d2 | ! R9 not-in-hand
| d0 | tokens 6; discards 0:r3; turns_left 2; hands 2:r1 / 1:g1
| d0 p2 | ! R10 not-in-hand
|  | legal p0 p2 d0 c1:red c1:green c1:blue c1:1 c1:2 c1:3 c1:4 c1:5

R30 With deck_plays only the last card of the deck can be played.
rules variant="3 Suits" deck_plays=true; hands r3 / g1; deck r1 r2
| p2 | ! R10 not-in-hand
| p3 | ! R10 not-in-hand

R14, R30 A play from the deck can cost the last strike.
rules variant="3 Suits" deck_plays=true; hands r3 / g1; deck r2; strikes 2
| p2 | strikes 3; discards 2:r2; turns_left 2; ended lost strikeout; scores 0 0 -

R18, R30 A play from the deck starts no last round in a grand finale.
rules variant="3 Suits" deck_plays=true ending=grand_finale finale_loss=strikes_only; hands r3 / g1; deck r1
| p2 | fireworks 2:r1

R30 With an inverted suit, the last card of the deck can be discarded too.
rules variant="Orange (3 Suits)" deck_plays=true; hands r3 / b1; deck o1; tokens 5
| d2 | fireworks 2:o1; turns_left 2
| p2 | tokens 6; discards 2:o1; turns_left 2

R19 A seat with neither a card nor a clue that touches one has no legal action.
rules variant="3 Suits" ending=grand_finale finale_loss=strikes_only empty_clues=false; hands - / r1; deck -; to_move 1
| p0 | fireworks 0:r1; ended lost no_legal_action; to_move -; hands - / -

R19 In a blind variant, a seat without a card can still give an empty clue.
rules variant="Totally Blind (3 Suits)" ending=grand_finale finale_loss=strikes_only empty_clues=false;
hands - / r1; deck -; to_move 1
| p0 | fireworks 0:r1; to_move 0
| p0 c1:1 | fireworks 0:r1; tokens 7; to_move 1

R19 Alternating Clues: the kind of the last clue can leave no legal action.
rules variant="Alternating Clues & Brown (4 Suits)" ending=grand_finale finale_loss=strikes_only empty_clues=false;
hands - / r1 o1; deck -; to_move 1; last_clue color
| p0 | fireworks 0:r1; ended lost no_legal_action; to_move -

R19 Alternating Clues: a clue of the other kind is a legal action.
rules variant="Alternating Clues & Brown (4 Suits)" ending=grand_finale finale_loss=strikes_only empty_clues=false;
hands - / r1 o1; deck -; to_move 1; last_clue rank
| p0 | fireworks 0:r1; to_move 0

R16 A game of a variant is won with all its fireworks, and has no band.
rules variant="Sudoku (4 Suits)"; hands b3 / r1; fireworks r1 r2 r3 r4 y2 y3 y4 y1 g3 g4 g1 g2 b4 b1 b2
| p0 | fireworks 2:r1 3:r2 4:r3 5:r4 6:y2 7:y3 8:y4 9:y1 10:g3 11:g4 12:g1 13:g2 14:b4 15:b1 16:b2 0:b3
+ ; ended won fireworks_complete; scores 16 16 -

R20 No points are left if no firework can grow.
rules variant="Up or Down (5 Suits)" early_end=no_points_left; hands r5 / y2; fireworks y1 y2 y3 y4 y5
g1 g2 g3 g4 g5 b1 b2 b3 b4 b5 p1 p2 p3 p4 p5; discards r1 r7; tokens 5
| d0 | tokens 6; discards 22:r1 23:r7 0:r5; attainable 20 r; ended finished no_points_left; scores 20 20 -
"""


@in_one_test("row", chain(*map(rows, (STACKS, TOKENS, CLUES, OPTIONS))))
def test_positions(row: Row) -> None:
    """R1, R4 to R20: fireworks, half tokens, clues, six seats, plays from the deck, and ends."""
    check(row)


@pytest.mark.parametrize(
    ("hand_size", "cards"), [("normal", [5, 5, 4, 4, 3]), ("one_more", [6, 6, 5, 5, 4]), ("one_less", [4, 4, 3, 3, 2])]
)
def test_hand_sizes(hand_size: str, cards: list[int]) -> None:
    """R1: the cards in hand of two to six seats."""
    for seats, size in enumerate(cards, 2):
        state = fold(deal(Setting(resolve("hanab_live", {"hand_size": hand_size}, seats), seats), 1))
        assert state.hands == tuple([tuple(range(size * seat, size * (seat + 1))) for seat in range(seats)])
        assert state.deck_size == 50 - size * seats


def test_variants_by_name_and_rules() -> None:
    """A variant is found by its name and its string of rules, with modifiers in any order."""
    for name, variant in VARIANTS.items():
        assert variant_of(name) == variant_of(variant.rules) == variant
    assert variant_of("Deceptive-Ones (3 Suits)") == variant_of("R+G+B,D1")
    for text in ("", "R+G", "3 suits", "R+G+B,", "G+B+R", "none", "R+Y+G+B+bW"):
        assert variant_of(text) is None
    for name, value in SAME_AS.items():
        rules = resolve("de", {"variant": name}, 2)
        assert (rules.variant, rules.multicolor) == (None, value)
        assert rules == resolve("de", {"multicolor": value}, 2)
    rules = resolve("de", {"variant": "R+G+B"}, 2)
    assert (rules.variant, rules.multicolor, rules.palette) == ("3 Suits", "variant", palette_of("3 Suits"))
    assert resolve("de", {"variant": None}, 2) == resolve("de", {}, 2)


def test_the_hole_is_open_at_the_end() -> None:
    """Throw It in a Hole: all results of plays are hidden until the game ends."""
    rules = 'rules variant="Throw It in a Hole (4 Suits)"'
    text = f"{rules}; hands r3 / g1; fireworks r1; discards y2 b4; strikes 1; face_down 3 2"
    for ended in (False, True):
        state = read_position(text + ("; ended aborted left" if ended else ""))
        for view in (watcher_view(state), seat_view(state, 0), seat_view(state, 1)):
            assert view.face_down == (() if ended else (3, 2))
            assert [card.card for card in view.discards] == ([3, 4] if ended else [4])
            open_facts = (1, 1, (("red", 1), ("yellow", 0), ("green", 0), ("blue", 0)), ((1,), (), (), ()), ())
            facts = (view.strikes, view.table_points, view.fireworks, view.stacks, view.lost_fireworks)
            assert facts == (open_facts if ended else (None,) * 5)
