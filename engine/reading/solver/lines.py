"""Lines: plans as turns, played by the rules."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.decide import IllegalMove, decide
from engine.fold import evolve
from engine.reading.solver.position import passes_always
from engine.score import fitting
from engine.state import State


class Step(NamedTuple):
    """Some clues, then an action."""

    passes: int
    seat: int
    kind: str
    """play, discard, misplay or idle; idle only in the last round."""
    card: int | None
    """The card that is played; None for other actions."""
    declares: bool
    """Whether a play names the color of its card."""


class Plan(NamedTuple):
    """Steps that reach a target, and the cards that a line must not give away before they are played."""

    steps: tuple[Step, ...]
    kept: frozenset[int]


class Stuck(Exception):
    """A plan needs a turn that the rules do not allow at that moment."""


def after(state: State, turn: Turn) -> State:
    """Return the state after a turn of the seat to move. Raises the exceptions of `decide`."""
    assert state.to_move is not None
    return evolve(state, decide(state, state.to_move, turn))


def played(state: State, line: Iterator[Turn] | tuple[Turn, ...]) -> State:
    """Return the state after some turns. Raises the exceptions of `decide`."""
    for turn in line:
        state = after(state, turn)
    return state


def play_of(state: State, card: int, *, declares: bool = False) -> Turn:
    """Return the turn that plays a card, which is a discard if its suit is inverted."""
    if _inverted(state, card):
        return Discard(card)
    return Play(card, state.deck[card].suit if declares else None)


def discard_of(state: State, card: int) -> Turn:
    """Return the turn that discards a card, which is a play if its suit is inverted."""
    return Play(card) if _inverted(state, card) else Discard(card)


def _inverted(state: State, card: int) -> bool:
    palette = state.palette
    return bool(palette.inverted) and palette.inverted >> palette.codes[state.deck[card]] & 1 == 1


def clue(state: State) -> Turn:
    """Return a legal clue of the seat to move. Raises Stuck if there is none, or if the game has ended."""
    turn = None if state.to_move is None else next(clues(state), None)
    return turn or _no_turn()


def clues(state: State) -> Iterator[Turn]:
    """Yield a legal clue of each kind, if there is one. More clues of a kind would lead to nothing else."""
    assert state.to_move is not None
    palette = state.palette
    targets = [(state.to_move + n) % state.seats for n in range(1, state.seats)]
    for options in (
        [GiveRankClue(target, rank) for target in targets for rank in palette.clue_ranks],
        [GiveColorClue(target, color) for target in targets for color in palette.clue_colors],
    ):
        yield from islice((turn for turn in options if is_legal(state, turn)), 1)


def is_legal(state: State, turn: Turn) -> bool:
    """Return True if the rules allow a turn of the seat to move."""
    assert state.to_move is not None
    try:
        decide(state, state.to_move, turn)
    except IllegalMove:
        return False
    return True


def _no_turn() -> Turn:
    raise Stuck


def line_of(state: State, plan: Plan, goal: int) -> tuple[Turn, ...] | None:
    """Return the turns of a plan, played by the rules to the goal.

    None if a seat may be without a legal clue, which happens in some variants, and in positions with tiny hands.
    A plan that fails otherwise is an error of the encoding: raises AssertionError.
    """
    try:
        line = tuple(_turns(state, plan))
        reached = played(state, line).table_points >= goal
    except (Stuck, IllegalMove):
        reached, line = False, ()
    if reached:
        return line
    assert not passes_always(state) or min(map(len, state.hands)) < 2, "a plan of the solver fails"
    return None


def _turns(state: State, plan: Plan) -> Iterator[Turn]:
    """Yield the turns of a plan."""
    for number, step in enumerate(plan.steps):
        if _alone(state, step):
            yield from _rest_alone(state, plan.steps[number:])
            return
        for turn in (*[None] * step.passes, step):
            if state.ending is not None:
                raise Stuck  # R19: a seat without a card has no legal clue
            chosen = clue(state) if turn is None else _action(state, step, plan.kept)
            yield chosen
            state = after(state, chosen)


def _action(state: State, step: Step, kept: frozenset[int]) -> Turn:
    """Return the turn of a step.

    If a seat is to misplay and all cards that it can give away fit, it plays one. That saves a strike. The copy that
    should have been played is then useless: instead of its play, a card is discarded, or misplayed with all tokens.
    """
    assert step.seat == state.to_move
    palette, deck, hand = state.palette, state.deck, state.hands[step.seat]
    codes, fits = palette.codes, fitting(palette, state.fireworks)
    if step.card is not None and (fits >> codes[deck[step.card]] & 1 or step.card == state.dealt):
        return play_of(state, step.card, declares=step.declares)
    if step.kind == "idle":  # the seat's last turn: its cards do not matter any more
        return _idle(state, hand)
    wanted = state.useful
    free = [card for card in hand if card not in kept or not wanted >> codes[deck[card]] & 1]
    if not free and state.rules.deck_plays and state.deck_size == 1:
        free = [state.dealt]
    if step.kind != "misplay" and (palette.inverted or state.clue_tokens < state.rules.clue_tokens):
        return discard_of(state, min(free, key=lambda card: wanted >> codes[deck[card]] & 1))
    return play_of(state, min(free, key=lambda card: fits >> codes[deck[card]] & 1))


def _idle(state: State, hand: tuple[int, ...]) -> Turn:
    if hand and (state.palette.inverted or state.clue_tokens < state.rules.clue_tokens):
        return discard_of(state, hand[0])
    turn = next(clues(state), None)
    if turn is not None:
        return turn
    return play_of(state, hand[0]) if hand else _no_turn()


def _alone(state: State, step: Step) -> bool:
    """Return True if the acting seat holds all cards that are left, and others cannot get an empty clue."""
    return not state.rules.empty_clues and sum(map(len, state.hands)) == len(state.hands[step.seat])


def _rest_alone(state: State, steps: tuple[Step, ...]) -> Iterator[Turn]:
    """Yield the turns of a seat that holds all cards: its plays, and the clues of the others between them.

    A clue of its own would be illegal, and its discards gain nothing: the clues until its next turn cost as much.
    """
    for step in steps:
        if step.card is None:
            continue
        while state.to_move != step.seat:
            turn = clue(state)
            yield turn
            state = after(state, turn)
        turn = play_of(state, step.card, declares=step.declares)
        yield turn
        state = after(state, turn)
