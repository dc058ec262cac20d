"""A quick player that sees all cards. What it reaches is a lower bound that needs no solver."""

from collections.abc import Sequence

from engine.commands import Discard, Play, Turn
from engine.decide import IllegalMove
from engine.reading.solver.lines import Stuck, after, clue, discard_of, play_of
from engine.score import fitting, gone, useful
from engine.state import State


def witness(state: State, guide: Sequence[Turn], most: int) -> tuple[int, tuple[Turn, ...]]:
    """Return a score that can be reached, at most `most`, and a line to it.

    The player takes each turn of `guide`, such as a line for nearly the same deck, unless that would lose points. It
    decides about all other turns itself. It never misplays.
    """
    best = state.table_points
    line: tuple[Turn, ...] = ()
    turns: list[Turn] = []
    while state.ending is None and state.table_points < most:
        guided = guide[len(turns)] if len(turns) < len(guide) else None
        try:
            turn = _turn(state, guided)
            state = after(state, turn)
        except (Stuck, IllegalMove):
            break
        turns.append(turn)
        if state.table_points > best:
            best, line = state.table_points, tuple(turns)
    return best, line


def _turn(state: State, guided: Turn | None) -> Turn:
    """Return the turn to take. Raises Stuck."""
    assert state.to_move is not None
    hand, codes = state.hands[state.to_move], state.palette.codes
    left, fits, wanted = _cards(state)
    code = {card: codes[state.deck[card]] for other in state.hands for card in other}
    may_discard = bool(state.palette.inverted) or state.clue_tokens < state.rules.clue_tokens

    plays = [card for card in hand if fits >> code[card] & 1]
    if isinstance(guided, Play | Discard) and guided.card in hand:
        card = guided.card
        is_critical = wanted >> code[card] & 1 and left[code[card]] == 1
        if card in plays:
            plays = [card]
        elif may_discard and not is_critical and guided == discard_of(state, card):
            return guided
    if plays:
        first = min(plays, key=lambda card: (state.deck[card].rank, left[code[card]]))
        return play_of(state, first, declares=state.rules.color_declaration)

    useless = [card for card in hand if not wanted >> code[card] & 1]
    others_play = any(fits >> code[card] & 1 for card in code if card not in hand)
    pace = state.table_points + state.deck_size + state.seats - state.attainable
    if state.clue_tokens and (others_play or not useless or not may_discard or pace <= 0):
        return clue(state)
    held = list(code.values())
    # Useless cards, then those that somebody else holds too, then those that are still in the deck.
    worth = {card: (held.count(code[card]) < 2, left[code[card]] == 1, -state.deck[card].rank) for card in hand}
    return discard_of(state, min(useless or hand, key=worth.__getitem__))


def _cards(state: State) -> tuple[list[int], int, int]:
    """Return the copies left by code, and as sets of codes the cards that fit and those that can still be played."""
    palette = state.palette
    left = list(palette.copies)
    for card in state.discards:
        left[palette.codes[state.deck[card]]] -= 1
    lost = gone(left) & palette.all_cards
    return left, fitting(palette, state.fireworks), useful(palette, lost, state.fireworks)
