"""Random games under settings that cover all pairs of options."""

from collections.abc import Sequence
from functools import cache, wraps
from inspect import Parameter, signature
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple, get_args, overload

import pytest

from engine.bots import BOTS
from engine.commands import (
    REMARKS,
    CastAbortVote,
    Command,
    Discard,
    Orientation,
    Play,
    ReorderHand,
    Say,
    TurnCards,
    WithdrawAbortVote,
)
from engine.decide import IllegalMove, decide
from engine.events import AbortReason, GameAborted, GameDealt, LaterEvent, Log
from engine.fold import evolve, fold
from engine.proof.deal import commitment, shuffle, starting_seat
from engine.reading.view import seat_view
from engine.rules import Rules, resolve
from engine.score import fitting
from engine.state import State
from tests.rows import Test, in_one_test

# The values of each option to combine. "finale" sets both options of the grand finale.
VALUES: dict[str, Sequence[Any]] = {
    "seats": (2, 3, 4, 5),
    "multicolor": ("none", "five", "ten", "wild_ten", "wild_five"),
    "clue_tokens": (8, 1, 2, 20),
    "strike_tokens": (3, 1, 2),
    "finale": (None, "irreplaceable", "strikes_only"),
    "color_declaration": (False, True),
    "empty_clues": (True, False),
    "strikeout_score": ("zero", "none"),
    "early_end": ("never", "no_points_left"),
    "hand_reorder": ("any_time", "after_clue", "off"),
    "table_talk": ("off", "remarks", "free"),
    "memory_aid": ("full", "none"),
    "starting_seat": ("random", 0, 1),
}


class Setting(NamedTuple):
    """The rules and the number of seats of a game."""

    rules: Rules
    seats: int


class Style(NamedTuple):
    """The players' behavior, as probabilities."""

    lands: float
    """Play a playable card, if the hand has one."""
    blunders: float
    """Play or discard any card."""
    wastes: float
    """Discard any card."""
    chats: float
    """Do something that is not a turn."""
    gives_up: float = 0.0
    """End the game without votes."""


STEADY = Style(lands=0.8, blunders=0.02, wastes=0.0, chats=0.1)
PERFECT = Style(lands=1.0, blunders=0.0, wastes=0.0, chats=0.0)
WASTEFUL = Style(lands=0.9, blunders=0.0, wastes=0.5, chats=0.02)
IDLE = Style(lands=0.1, blunders=0.0, wastes=0.0, chats=0.05)
WILD = Style(lands=0.3, blunders=0.4, wastes=0.1, chats=0.3, gives_up=0.01)
STYLES = (STEADY, PERFECT, WASTEFUL, IDLE, WILD)


def setting(values: dict[str, Any]) -> Setting:
    """Return the setting with these values."""
    overrides = {name: value for name, value in values.items() if name not in ("seats", "finale")}
    if values.get("finale"):
        overrides |= {"ending": "grand_finale", "finale_loss": values["finale"]}
    return Setting(resolve("de", overrides, values["seats"]), values["seats"])


def paired_settings() -> list[Setting]:
    """Return settings that cover every pair of values of two options."""
    random = Random(7)
    names = list(VALUES)
    open_pairs = {
        (a, x, b, y)
        for a, b in combinations(names, 2)
        for x, y in product(range(len(VALUES[a])), range(len(VALUES[b])))
    }
    settings = []
    while open_pairs:
        best: dict[str, int] = {}
        best_pairs: set[tuple[str, int, str, int]] = set()
        for _ in range(40):
            a, x, b, y = random.choice(sorted(open_pairs))
            picks = {name: random.randrange(len(VALUES[name])) for name in names} | {a: x, b: y}
            pairs = {(a, picks[a], b, picks[b]) for a, b in combinations(names, 2)} & open_pairs
            if len(pairs) > len(best_pairs):
                best, best_pairs = picks, pairs
        open_pairs -= best_pairs
        settings.append(setting({name: VALUES[name][pick] for name, pick in best.items()}))
    return settings


def deal(of: Setting, seed: int) -> Log:
    """Return a log with only a deal."""
    secret = seed.to_bytes(32)
    deck = shuffle(of.rules.palette, secret)
    start = starting_seat(of.rules, of.seats, secret)
    return Log(GameDealt(of.rules, of.seats, start, commitment(deck, secret)), deck, [])


def kagiya_game(of: Setting, seed: int) -> Log:
    """Return a whole game between copies of the bot kagiya."""
    log, later = deal(of, seed), list[LaterEvent]()
    state = fold(log)
    while state.to_move is not None:
        turn = BOTS["kagiya"].choose(seat_view(state, state.to_move), (), lambda n: 0)
        later.append(decide(state, state.to_move, turn))
        state = evolve(state, later[-1])
    return log._replace(later=later)


def game(of: Setting, seed: int, style: Style = STEADY, *, turns: int = 300, begun: Log | None = None) -> Log:
    """Return a random game, played to its end or for some turns.

    It starts from a new deal, or continues the log `begun`.
    """
    random = Random(seed)
    log = begun or deal(of, seed)
    later = list(log.later)
    state = fold(log)
    while state.ending is None and state.turn < turns:
        event = other_event(state, random, style, imported=begun is None)
        event = event or decide(state, seat_to_move(state), turn(state, random, style))
        later.append(event)
        state = evolve(state, event)
    return log._replace(later=later)


SETTINGS = paired_settings()

IN_PART = range(9)
"""The settings of `make test`. The first ones have the most pairs."""


def every_setting(test: Test) -> Test:
    """Run a test under each setting, or in `make test` under the first nine. These are one test, the others another."""
    return with_numbers(test, IN_PART, range(len(IN_PART), len(SETTINGS)))


def with_numbers(test: Test, in_part: Sequence[int], rest: Sequence[int]) -> Test:
    """Run a test with each `n`: one test with some of them, and a slow one with the rest."""

    @wraps(test)
    def under(numbers: Sequence[int], **fixtures: Any) -> None:
        in_one_test("n", numbers)(test)(**fixtures)

    whole = signature(test)
    others = [parameter for name, parameter in whole.parameters.items() if name != "n"]
    under.__signature__ = whole.replace(  # type: ignore[attr-defined]
        parameters=[Parameter("numbers", Parameter.POSITIONAL_OR_KEYWORD), *others]
    )
    slow = pytest.param(rest, marks=pytest.mark.slow)
    marked: Test = pytest.mark.parametrize("numbers", [in_part, slow], ids=["in part", "the rest"])(under)
    return marked


class _Games(Sequence[Log]):
    def __init__(self, n: int) -> None:
        self._n = n

    def __len__(self) -> int:
        return 2 * len(STYLES)

    @overload
    def __getitem__(self, at: int) -> Log: ...
    @overload
    def __getitem__(self, at: slice) -> list[Log]: ...
    def __getitem__(self, at: int | slice) -> Log | list[Log]:
        if isinstance(at, slice):
            return [self[i] for i in range(len(self))[at]]
        return _game_of(self._n, range(len(self))[at])


@cache
def _game_of(n: int, i: int) -> Log:
    return game(SETTINGS[n], 100 * n + i, (*STYLES, *STYLES)[i])


def games_of(n: int) -> Sequence[Log]:
    """Return two games in each style under the n-th setting. Each is played when it is first used."""
    return _Games(n)


def turn(state: State, random: Random, style: Style) -> Command:
    """Return a random turn of the seat to move. It knows its cards."""
    actions = list(seat_view(state, seat_to_move(state)).legal_actions)
    good = [action for action in actions if _lands(state, action)]
    if good and random.random() < style.lands:
        return random.choice(good)
    if random.random() < style.blunders:
        return random.choice([action for action in actions if isinstance(action, (Play, Discard))] or actions)
    discards = [action for action in actions if isinstance(action, Discard)]
    if discards and random.random() < style.wastes:
        return random.choice(discards)
    harmless = [action for action in actions if not _plays(state, action) and not _loses_last_copy(state, action)]
    return random.choice(harmless or good or actions)


def seat_to_move(state: State) -> int:
    """Return the seat to move of a running game."""
    assert state.to_move is not None
    return state.to_move


def other_event(state: State, random: Random, style: Style, *, imported: bool) -> LaterEvent | None:
    """Return a random legal event that is not a turn, or None."""
    first_round = state.turn < state.seats
    if random.random() < style.gives_up * (4 if first_round else 1):  # else a no-show would be too rare
        reasons: list[AbortReason] = ["idle", "terminated" if imported else "idle"]
        reasons += ["no_show"] * 2 if first_round else []
        return GameAborted(random.choice(reasons))
    if random.random() < style.chats:
        seat = random.randrange(state.seats)
        hand = list(state.hands[seat])
        random.shuffle(hand)
        text = random.choice(["Hä?", 'say "cheese"', "a;b / c", "\u2028", "\\", "", "🎆"])
        commands: list[Command] = [
            ReorderHand(tuple(hand)),
            TurnCards(tuple(hand[: random.randint(1, 3)]), random.choice(get_args(Orientation))),
            Say(random.choice(REMARKS), None),
            Say("no-information", None, tuple(hand[: random.randint(1, 3)])),
            Say(None, text),
            CastAbortVote(),
            WithdrawAbortVote(),
        ]
        try:
            return decide(state, seat, random.choice(commands))
        except IllegalMove:
            return None
    return None


def _plays(state: State, action: Command) -> bool:
    """Return True if the card of an action is played: by a discard, if its suit is inverted."""
    if not isinstance(action, (Play, Discard)):
        return False
    palette = state.palette
    inverted = palette.inverted >> palette.codes[state.deck[action.card]] & 1 == 1
    return isinstance(action, Play) != inverted


def _lands(state: State, action: Command) -> bool:
    if not isinstance(action, (Play, Discard)) or not _plays(state, action):
        return False
    palette, front = state.palette, state.deck[action.card]
    declared = action.declared_color if isinstance(action, Play) else None
    return declared in (None, front.suit) and fitting(palette, state.fireworks) >> palette.codes[front] & 1 == 1


def _loses_last_copy(state: State, action: Command) -> bool:
    if not isinstance(action, (Play, Discard)) or _plays(state, action):
        return False
    palette, front = state.palette, state.deck[action.card]
    code = palette.codes[front]
    suit = palette.places[code]
    buried = sum(state.deck[card] == front for card in state.discards)
    played = palette.stacks[suit].codes[state.fireworks[suit]]
    return code not in played and buried + 1 == palette.copies[code]
