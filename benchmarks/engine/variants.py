"""Games of variants, played by a player that sees all cards, for comparison with games without a variant."""

from random import Random
from typing import Final

from benchmarks.harness.corpus import Played
from engine.commands import Command, Discard, GiveColorClue, GiveRankClue, Play
from engine.decide import decide
from engine.events import GameDealt, LaterEvent, Log
from engine.fold import evolve, fold
from engine.proof.deal import commitment, shuffle
from engine.reading.view import seat_view
from engine.rules import resolve
from engine.score import fitting
from engine.state import State

PLAIN: Final = "No Variant"
VARIANTS: Final = (
    *("Rainbow (5 Suits)", "Dark Omni (5 Suits)", "Prism (5 Suits)", "Ambiguous (6 Suits)", "Orange (5 Suits)"),
    *("Dual-Color (5 Suits)", "Rainbow-Ones (5 Suits)", "Null-Fives & Pink (5 Suits)", "Deceptive-Ones (5 Suits)"),
    *("Odds and Evens (5 Suits)", "Funnels (5 Suits)", "Synesthesia (5 Suits)", "Alternating Clues (5 Suits)"),
    *("Clue Starved (5 Suits)", "Reversed (5 Suits)", "Up or Down (5 Suits)", "Sudoku (5 Suits)", "Duck (5 Suits)"),
    *("Throw It in a Hole (5 Suits)", "Cow & Pig (5 Suits)"),
)
"""One variant for each mechanism."""


def games_of(variant: str, count: int) -> list[Played]:
    """Return finished games of three seats."""
    return [_game(variant, seed) for seed in range(count)]


def _game(variant: str, seed: int) -> Played:
    rules = resolve("hanab_live", {"variant": variant, "starting_seat": 0}, 3)
    deck, dice = shuffle(rules.palette, seed.to_bytes(32)), Random(seed)
    deal = GameDealt(rules, 3, 0, commitment(deck, seed.to_bytes(32)))
    later: list[LaterEvent] = []
    states = [fold(Log(deal, deck, []))]
    while (seat := states[-1].to_move) is not None:
        later.append(decide(states[-1], seat, _command(states[-1], seat, dice)))
        states.append(evolve(states[-1], later[-1]))
    return Played(Log(deal, deck, later), tuple(states))


def _command(state: State, seat: int, dice: Random) -> Command:
    """Return a play that fits, else a clue or a discard."""
    palette = state.palette
    fits = fitting(palette, state.fireworks)
    for card in state.hands[seat]:
        code = palette.codes[state.deck[card]]
        if fits >> code & 1:
            return Discard(card) if palette.inverted >> code & 1 else Play(card)
    legal = seat_view(state, seat).legal_actions
    clues: list[Command] = [turn for turn in legal if isinstance(turn, GiveColorClue | GiveRankClue)]
    if clues and (state.clue_tokens > 4 or dice.random() < 0.5):
        return dice.choice(clues)
    # A discard of an inverted card would be a play.
    others = [card for card in state.hands[seat] if not palette.inverted >> palette.codes[state.deck[card]] & 1]
    discards: list[Command] = [turn for turn in legal if isinstance(turn, Discard) and turn.card in others]
    return (discards or clues or [Play(state.hands[seat][0])])[0]
