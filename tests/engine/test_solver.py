"""The solver: against exhaustive search, against a plain second encoding, laws, and positions by hand."""

import os
from itertools import pairwise, product
from random import Random

import pytest

from engine.cards import Card
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play
from engine.decide import decide
from engine.events import CardDiscarded, CardPlayed, Log, TurnTaken
from engine.fold import evolve, fold, steps
from engine.formats.notation.games import read_game
from engine.formats.notation.positions import read_position
from engine.reading.solver import Budget, Loss, Reachable, curve, losses, reachable, saving_turns, saving_turns_at
from engine.reading.solver.formula import Formula
from engine.reading.solver.position import passes_always
from engine.reading.view import seat_view
from engine.rules import resolve
from engine.state import State
from tests.engine.exhaustive import TooMany, best_score, late_position
from tests.engine.plain_solver import can_reach
from tests.engine.random_games import SETTINGS, STEADY, Setting, deal, games_of, kagiya_game
from tests.engine.variant_games import quiet
from tests.rows import in_one_test, slow_unless

LATE = int(os.environ.get("SOLVER_POSITIONS", "400"))
"""The number of late positions; `test-all` can try thousands."""


def check_line(state: State, answer: Reachable) -> None:
    """Require that the rules allow the line, and that it reaches the lower bound."""
    for turn in answer.line:
        assert state.to_move is not None
        state = evolve(state, decide(state, state.to_move, turn))
    assert answer.lower == (state.table_points if answer.line else state.counted_points)
    assert not answer.line or state.ending is None or state.ending.reason != "strikeout"


def test_a_clue_may_have_to_be_of_the_other_kind() -> None:
    """Where kinds of clues alternate, a seat can only be sure to pass if each kind touches every card."""
    for variant, is_sure in (("Alternating Clues", True), ("Alternating Clues & Gray", False), ("Gray", True)):
        rules = resolve("hanab_live", {"variant": f"{variant} (5 Suits)", "empty_clues": False}, 3)
        assert passes_always(fold(deal(Setting(rules, 3), 1))) is is_sure, variant


def bot_game(seats: int, seed: int, **options: object) -> Log:
    """Return a game of the bot kagiya."""
    return kagiya_game(Setting(resolve("de", options, seats), seats), seed)


@pytest.mark.parametrize("part", slow_unless((0).__eq__, range(16)))
def test_late_positions(part: int) -> None:
    """Exhaustive search finds the same score, under all options."""
    searched = 0
    for seed in range(part, LATE, 16):
        state = late_position(seed)
        try:
            best = best_score(state)
        except TooMany:
            continue
        answer = reachable(state, Budget())
        certain = passes_always(state) and (state.palette.plain_stacks or state.deck_size < 3)
        assert answer.lower <= best <= answer.upper and (answer.exact or not certain), seed
        check_line(state, answer)
        searched += 1
    assert searched > LATE / 16 * 0.7


@pytest.mark.parametrize(
    ("seats", "multicolor"),
    slow_unless([(2, "ten"), (3, "none"), (5, "none")].__contains__, product((2, 3, 4, 5), ("none", "ten"))),
)
def test_plain_encoding(seats: int, multicolor: str) -> None:
    """A plain second encoding can reach the same score, and no higher one."""
    options = {"multicolor": multicolor, "clue_tokens": 2 + 3 * (seats % 2), "strike_tokens": 1 + seats % 3}
    log = bot_game(seats, seats, **options)
    for left in (4, 7):
        state = next(state for state in steps(log) if state.deck_size == left)
        answer = reachable(state, Budget())
        assert answer.exact
        check_line(state, answer)
        assert can_reach(state, answer.lower)
        assert answer.upper == state.palette.max_score or not can_reach(state, answer.upper + 1)


@pytest.mark.parametrize("n", slow_unless(lambda n: n % 18 == 0, range(0, len(SETTINGS), 3)))
def test_curves(n: int) -> None:
    """The value never rises, ends with the points on the table, and each line reaches it."""
    for log in games_of(n)[:3]:
        check_curve(log, curve(log, Budget(conflicts=2_000)))


@in_one_test("variant", ["Orange (5 Suits)", "Up or Down (5 Suits)", "Sudoku (5 Suits)", "Null (5 Suits)"])
def test_variant_curves(variant: str) -> None:
    """In variants the bounds keep the same laws, exact or not."""
    log = quiet(variant, 3, style=STEADY)
    check_curve(log, curve(log, Budget(conflicts=2_000)))


def check_curve(log: Log, values: list[Reachable]) -> None:
    states = list(steps(log))
    assert len(values) == len(states)
    assert values[-1].lower == values[-1].upper == states[-1].counted_points or states[-1].ending is None
    for state, value in zip(states, values, strict=True):
        assert state.table_points <= value.lower <= value.upper <= state.attainable or state.ending
        check_line(state, value)
    for before, after in pairwise(values):
        assert before.lower >= after.lower and before.upper >= after.upper
    lost = losses(log, values)
    assert sum(loss.points for loss in lost) == log.deal.rules.palette.max_score - values[-1].upper


@pytest.mark.parametrize("seed", slow_unless(lambda seed: seed % 9 == 0, range(0, 120, 3)))
def test_renamed_and_turned(seed: int) -> None:
    """Names of suits and places of seats do not matter."""
    state = late_position(seed)
    if state.rules.variant or state.rules.multicolor != "none":
        return
    random = Random(seed)
    order = random.sample(range(5), 5)
    by = random.randrange(state.seats)
    suits = state.suits
    turned = state._replace(
        deck=tuple(Card(suits[order.index(suits.index(card.suit))], card.rank) for card in state.deck),
        fireworks=tuple(state.fireworks[place] for place in order),
        ceilings=tuple(state.ceilings[place] for place in order),
        hands=state.hands[-by:] + state.hands[:-by],
        to_move=((state.to_move or 0) + by) % state.seats,
    )
    before, after = reachable(state, Budget()), reachable(turned, Budget())
    assert (before.lower, before.upper) == (after.lower, after.upper)
    check_line(turned, after)


# Positions by hand: the score that can be reached, the reason, the position. Capitals stand for usual words.
ROWS = """
25 | the last cards are played one after the other | hands r4 w1 / r5 w1; TABLE; deck -; turns_left 2
24 | the wrong order of seats, without a turn more | hands r5 w1 / r4 w1; TABLE; deck -; turns_left 2
24 | the last turn of the game can play r4, but nobody r5 | hands r5 w1 / r4 w1; TABLE; deck -; turns_left 1; to_move 1
25 | a token lets seat 0 wait until r4 is played | hands r5 w1 / r4 w1; TABLE; deck w2; tokens 1
25 | without a token it discards instead | hands r5 w1 / r4 w1; TABLE; deck w2; tokens 0
23 | no useless card to discard | hands r5 b5 / r4 b4; fireworks r3 y5 g5 b3 w5; deck w2; tokens 0
25 | the same with a token to wait | hands r5 b5 / r4 b4; fireworks r3 y5 g5 b3 w5; deck w2 w3; tokens 1
23 | time for three plays after the first | hands r1 y5 / r2 w1; fireworks y4 g5 b5 w5; deck r3 r4
25 | in a grand finale the hands shrink and no turn is the last | FINALE; hands r5 w1 / r4 w1; TABLE; deck -; tokens 1
25 | who has all cards waits for a clue, and does not discard | ALONE; hands r5 w1 / r4; TABLE; deck -; tokens 1
24 | there the empty hand needs a token | FINALE; hands r4 r5 / -; TABLE; deck -; tokens 0
25 | naming the color of r4 gives that token | FINALE color_declaration=true; hands r4 r5 / -; TABLE; deck -; tokens 0
25 | the last card of the deck is played from there | rules deck_plays=true; hands w1 w1 / r5 w2; TABLE; deck r4
24 | the last card of the deck is misplayed, and no card of the hand is given away | DECK; tokens 0
23 | that would be the last strike | DECK; tokens 0; strikes 2
23 | all copies of r4 are gone | hands r5 w1 / y5 w1; fireworks r3 y4 g5 b5 w5; discards r4 r4; deck w2
24 | half a token and a discard are a clue (R4) | HALF; half_token 1; to_move 1
23 | a discard alone is none | HALF; to_move 1
22 | as r4 is lost, a discard ends the game | LOST; hands y1 / y1; fireworks r3 y4 g5 b5 w5; R4; deck y5; tokens 2
22 | a clue ends it too, as seat 1 has nothing | LOST; hands y1 / -; fireworks r3 y4 g5 b5 w5; R4; deck -; tokens 1
"""


@in_one_test("row", ROWS.strip().splitlines())
def test_positions(row: str) -> None:
    """Positions with a reason."""
    score, _, position = (part.strip() for part in row.split("|"))
    clue_starved = 'rules variant="Clue Starved (5 Suits)"; hands r5 / r4 p1; fireworks r2 y5 g5 b5 p5; deck r3 p3'
    position = position.replace("HALF", f"{clue_starved}; tokens 0")
    position = position.replace("DECK", "rules deck_plays=true; hands r4 / r3; fireworks r2 y5 g5 b5 w5; deck y1")
    position = position.replace("LOST", "rules ending=grand_finale finale_loss=irreplaceable")
    position = position.replace("R4", "discards r4 r4").replace("ALONE", "FINALE empty_clues=false clue_tokens=1")
    state = read_position(
        position.replace("TABLE", "fireworks r3 y5 g5 b5 w5").replace(
            "FINALE", "rules ending=grand_finale finale_loss=strikes_only"
        )
    )
    answer = reachable(state, Budget())
    assert (answer.lower, answer.upper) == (int(score), int(score))
    check_line(state, answer)


@pytest.mark.parametrize(("strikes", "bounds"), [(0, (25, 25)), (2, (24, 25))])
def test_a_seat_without_a_legal_clue(strikes: int, bounds: tuple[int, int]) -> None:
    """It misplays in the last round, so that the next seat can play. If that could end the game, there are bounds."""
    rules = 'rules variant="Null (5 Suits)" empty_clues=false clue_tokens=1'
    table = "hands n4 n2 / n1 n1; fireworks r5 y5 g5 b5 n3; deck n5"
    state = read_position(f"{rules}; {table}; strikes {strikes}")
    answer = reachable(state, Budget())
    assert (answer.lower, answer.upper) == bounds
    check_line(state, answer)


def test_an_empty_hand_before_the_last_draw() -> None:
    """No game has one, but a position can. It gets bounds."""
    answer = reachable(read_position("hands r5 w1 / -; fireworks r4 y5 g5 b5 w5; deck w2; tokens 1"), Budget())
    assert (answer.lower, answer.upper) == (24, 25)


def test_losses() -> None:
    """The event that lost each point is known, and what would have kept it."""
    log = bot_game(4, 2)
    values = curve(log, Budget(conflicts=100_000))
    lost = losses(log, values)
    assert lost
    for loss in lost:
        assert loss.since == loss.version - 1 and loss.kind == "turn"
        assert values[loss.since].lower - values[loss.version].lower == loss.points
        state = fold(log.until(loss.since))
        saving = saving_turns(log, loss.since, Budget(conflicts=100_000))
        assert saving
        for line in saving:
            check_line(state, Reachable(values[loss.since].lower, 25, line))
        event = log.later[loss.since]
        assert isinstance(event, TurnTaken)
        turn = (
            Play(event.card)
            if isinstance(event, CardPlayed)
            else Discard(event.card)
            if isinstance(event, CardDiscarded)
            else None
        )
        first = [line[0] for line in saving]
        assert turn not in first if turn else not any(isinstance(t, GiveRankClue | GiveColorClue) for t in first)


def test_saving_turns_are_in_the_preferred_order() -> None:
    """Among clues that lead to the same, the preferred one is shown."""
    state = read_position("hands r1 r5 / y1 b4")
    budget = Budget(conflicts=100_000)
    plain = [line[0] for line in saving_turns_at(state, 1, budget)]
    assert state.to_move is not None
    legal = seat_view(state, state.to_move).legal_actions
    clues = [turn for turn in legal if isinstance(turn, GiveRankClue)]
    preferred = [clues[-1], *reversed(plain)]
    found = [line[0] for line in saving_turns_at(state, 1, budget, preferred)]
    assert found[0] == clues[-1] and len(found) == len(plain)
    assert found[1:] == [turn for turn in reversed(plain) if isinstance(turn, Play | Discard)]


def test_a_curve_without_turns() -> None:
    """A game that has only been dealt has one value, and one that has ended has no turns to save it."""
    log = deal(SETTINGS[0], 0)
    assert curve(log, Budget(conflicts=0)) == [reachable(fold(log), Budget(conflicts=0))]
    assert saving_turns_at(read_position("hands r1 / g1; strikes 3; ended lost strikeout"), 0, Budget()) == []


def test_limits_of_a_formula() -> None:
    """True literals count toward a limit, false ones do not; beyond the limit there is no solution."""
    for limit, has_solution in ((0, False), (1, True)):
        formula = Formula()
        formula.at_most([formula.true, -formula.true, -formula.true], limit)
        assert (formula.solve(Budget()) is not None) == has_solution


def test_a_lost_deal() -> None:
    """Points that no play could reach are lost by the deal."""
    state = read_position("hands r1 r2 / y1 y2")
    text = "hanabi 1\nseats 2\nstart 0\ndeck {}\n1 p0 p5 v+"
    # All red cards but one come last: red 2 to 5 can follow in the last round at most in part.
    others = sorted(card for card in deck_words() if card[0] != "r")
    log = read_game(text.format(" ".join([*others, "r5", "r4", "r4", "r3", "r3", "r2", "r2", "r1", "r1", "r1"])))
    assert state.ending is None
    values = curve(log, Budget(conflicts=100_000))
    assert values[0].exact and values[0].lower < 25
    assert losses(log, values)[0] == Loss(0, -1, 25 - values[0].lower, "deal")


def deck_words() -> list[str]:
    return [f"{suit}{rank}" for suit in "rygbw" for rank in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)]


def test_budget() -> None:
    """Without conflicts there are bounds, which hold."""
    log = bot_game(5, 3)
    exact = curve(log, Budget(conflicts=1_000_000))
    rough = curve(log, Budget(conflicts=0))
    assert not all(value.exact for value in rough)
    for state, value, bounds in zip(steps(log), exact, rough, strict=True):
        assert bounds.lower <= value.lower <= value.upper <= bounds.upper
        check_line(state, bounds)
    with pytest.raises(ValueError, match="belong together"):
        Budget(seconds=1)


def test_budget_of_seconds() -> None:
    """A clock that has run out ends the search too."""
    log = bot_game(5, 3)
    ticks = iter(range(10**9))
    rough = reachable(fold(log.until(0)), Budget(seconds=1, clock=lambda: float(next(ticks))))
    assert rough.lower < rough.upper
    assert reachable(fold(log.until(0)), Budget(seconds=1e9, clock=lambda: 0.0)).exact
