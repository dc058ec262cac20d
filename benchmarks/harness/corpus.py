"""A corpus of 240 finished games, played by a bot with fixed seeds."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from random import Random
from typing import Any, Final, NamedTuple

from engine.bots import BOTS
from engine.commands import REMARKS, Command, ReorderHand, Say
from engine.decide import IllegalMove, decide
from engine.events import GameDealt, LaterEvent, Log
from engine.fold import evolve, fold
from engine.proof.deal import commitment, shuffle, starting_seat
from engine.reading.view import seat_view
from engine.rules import MAX_SEATS, MIN_SEATS, OPTIONS, resolve
from engine.state import State

# Editions and options, combined with every choice of suits and number of seats.
_TABLES: Final[tuple[tuple[str, Mapping[str, Any]], ...]] = (
    ("de", {}),
    ("en", {"starting_seat": 0}),
    ("fr", {"ending": "grand_finale"}),
    ("nl", {"memory_aid": "none"}),
    ("da", {"ending": "grand_finale", "color_declaration": True}),
    ("hanab_live", {"starting_seat": 0}),
    ("de", {"starting_seat": 0, "strike_tokens": 1}),
    ("de", {"table_talk": "remarks"}),
    ("de", {"clue_tokens": 20}),
    ("fr", {"clue_tokens": 5, "starting_seat": 0}),
    ("nl", {"early_end": "no_points_left"}),
    ("en", {"hand_reorder": "off", "starting_seat": 0}),
)


class Played(NamedTuple):
    """A finished game."""

    log: Log
    states: tuple[State, ...]
    """By version."""

    @property
    def has_common_rules(self) -> bool:
        """Whether every implementation has these rules: five suits, no option, seat 0 starts."""
        rules, begins = self.states[0].rules, self.states[0].to_move
        plain = rules.multicolor == "none" and rules.ending == "last_round" and not rules.color_declaration
        return plain and rules.memory_aid == "full" and rules.table_talk == "off" and begins == 0


def corpus(most: int | None = None) -> list[Played]:
    """Return the finished games, or the first `most` of them."""
    seats = range(MIN_SEATS, MAX_SEATS)  # six play by the rules of hanab.live alone
    tables = product(OPTIONS["multicolor"].values, seats, _TABLES)
    return [
        _play(edition, {"multicolor": multicolor, **options}, seated, seed)
        for seed, (multicolor, seated, (edition, options)) in enumerate(islice(tables, most))
    ]


def _play(edition: str, options: Mapping[str, Any], seats: int, seed: int) -> Played:
    rules = resolve(edition, options, seats)
    secret, dice = seed.to_bytes(32), Random(seed).randrange
    deck = shuffle(rules.palette, secret)
    deal = GameDealt(rules, seats, starting_seat(rules, seats, secret), commitment(deck, secret))
    later: list[LaterEvent] = []
    states = [fold(Log(deal, deck, []))]
    while states[-1].ending is None:
        for seat, command in _commands(states[-1], dice):
            try:
                later.append(decide(states[-1], seat, command))
            except IllegalMove:  # a remark too many between two turns, or by the wrong seat
                continue
            states.append(evolve(states[-1], later[-1]))
    return Played(Log(deal, deck, later), tuple(states))


def _commands(state: State, dice: Callable[[int], int]) -> Iterator[tuple[int, Command]]:
    """Yield the bot's next command. If the rules allow remarks, some come before it."""
    seat = state.to_move
    assert seat is not None  # the game goes on
    if state.rules.table_talk == "remarks" and not dice(4):
        yield seat, Say(REMARKS[dice(len(REMARKS))], None)
        yield seat, ReorderHand(state.hands[seat][::-1])
    yield seat, BOTS["kagiya"].choose(seat_view(state, seat), (), dice)
