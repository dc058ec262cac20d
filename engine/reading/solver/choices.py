"""The turns of a position, put together if they lead to the same."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.reading.solver.lines import clues, is_legal
from engine.reading.solver.position import passes_always
from engine.score import fitting
from engine.state import State


class Choice(NamedTuple):
    """A kind of turn: to play a card, to discard a card, or to give a clue.

    Equal cards are one choice, and so are all cards that can never be played.
    """

    kind: Literal["play", "discard", "clue"]
    ways: tuple[tuple[Turn, ...], ...]
    """Turns that may differ in what they keep, each with those that lead to the same. A play has two ways if it may
    name a color (R12), and clues have two if their kind limits the next one (Alternating Clues). A color clue stands
    for all legal color clues, and a rank clue for all legal rank clues."""


def choices(state: State) -> list[Choice]:
    """Return the legal choices of the seat to move: plays and discards card by card, the clue last."""
    found: list[Choice] = []
    for cards in _groups(state):
        options: list[tuple[Literal["play", "discard"], list[list[Turn]]]] = [
            ("play", [[*named] for named in _named(state, cards)] + [[Play(card) for card in cards]]),
            ("discard", [[Discard(card) for card in cards]]),
        ]
        for kind, ways in options:
            if is_legal(state, ways[0][0]):
                found.append(Choice(kind, tuple([tuple(way) for way in ways])))
    given = list(clues(state))
    if given:
        found.append(
            Choice("clue", tuple([(turn,) for turn in given]) if state.palette.alternating else (tuple(given),))
        )
    return found


def same_turn(one: Turn, other: Turn) -> bool:
    """Return True for equal turns, and for clues of the same kind."""
    return one == other or (type(one) is type(other) and isinstance(one, GiveColorClue | GiveRankClue))


def useless(state: State, card: int) -> bool:
    """Return True if no firework can ever take another copy of a card (R13)."""
    return not state.useful >> state.palette.codes[state.deck[card]] & 1


def _groups(state: State) -> list[list[int]]:
    """Return the cards that the seat to move can play or discard, equal ones together."""
    assert state.to_move is not None
    palette, wanted = state.palette, state.useful
    together = passes_always(state)  # else it may matter which card a later clue can touch
    groups: dict[tuple[int, bool], list[int]] = {}
    for card in state.hands[state.to_move]:
        code = palette.codes[state.deck[card]]
        inverted = palette.inverted >> code & 1 == 1
        same = code if wanted >> code & 1 or not together else -1
        groups.setdefault((same, inverted), []).append(card)
    last = [[state.dealt]] if state.rules.deck_plays and state.deck_size == 1 else []
    return [*groups.values(), *last]


def _named(state: State, cards: list[int]) -> Iterator[list[Turn]]:
    """Yield the plays that name the right color, if that can gain a token (R12)."""
    fits, codes = fitting(state.palette, state.fireworks), state.palette.codes
    if state.rules.color_declaration and fits >> codes[state.deck[cards[0]]] & 1:
        yield [Play(card, state.deck[card].suit) for card in cards]
