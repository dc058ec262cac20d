"""Replays of the corpus in DeepMind's Hanabi Learning Environment (C++), for comparison.

`PYHANABI` is the `site-packages` folder of an environment with the library and the same Python. The library is
optional; its sdist builds with `CMAKE_POLICY_VERSION_MINIMUM=3.5 pip install hanabi-learning-environment`.
"""

import os
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from benchmarks.harness.corpus import Played
from engine.events import CardDiscarded, CardPlayed, ColorClueGiven, Event, RankClueGiven
from engine.reading.view import View
from engine.state import State
from tests.cards import SUITS, hand_size

Json = dict[str, Any]

# The order of its suits differs from ours: red, yellow, green, white, blue.
_COLORS: Final = {"red": 0, "yellow": 1, "green": 2, "white": 3, "blue": 4}


class Record(NamedTuple):
    """A game for DeepMind's library: one dict for each event."""

    table: Any
    """The library's environment for agents, created once, with the parameters of every state."""
    events: list[Json]
    deck: list[tuple[int, int]]
    viewer: int


class DeepMind:
    """DeepMind's library. Raises ImportError or OSError if it is not installed."""

    def __init__(self) -> None:
        folder = os.environ.get("PYHANABI")
        if folder and folder not in sys.path:
            sys.path.append(folder)
        self._library = import_module("hanabi_learning_environment.pyhanabi")
        self._agents = import_module("hanabi_learning_environment.rl_env")
        self._table_of = cache(self._table)
        self._deals = self._deal_moves()
        move = self._library.HanabiMove
        play, discard = move.get_play_move, move.get_discard_move
        reveal_color, reveal_rank = move.get_reveal_color_move, move.get_reveal_rank_move
        self._moves: dict[str, Callable[[Json], Any]] = {
            "PLAY": lambda event: play(event["card_index"]),
            "DISCARD": lambda event: discard(event["card_index"]),
            "REVEAL_COLOR": lambda event: reveal_color(event["target_offset"], event["color"]),
            "REVEAL_RANK": lambda event: reveal_rank(event["target_offset"], event["rank"]),
        }

    def record(self, played: Played, view: View) -> Record | None:
        """Return a game up to a view's version, or None if the library cannot play it."""
        if not played.has_common_rules or view.viewer is None:
            return None
        rules = view.rules
        transitions = zip(played.states[: view.version], played.log.events[1 : view.version + 1], strict=True)
        events = [_as_dict(state, event) for state, event in transitions]
        supported = [event for event in events if event is not None]
        if len(supported) < len(events):
            return None
        deck = [(_COLORS[SUITS[code // 5]], code % 5) for code in played.log.deck]
        table = self._table_of(view.seats, rules.clue_tokens, rules.strike_tokens)
        record = Record(table, supported, deck, view.viewer)
        seen = self.observe(record)
        counts = (seen["information_tokens"], seen["deck_size"], sum(seen["fireworks"].values()))
        assert counts == (view.clue_tokens, view.deck_size, view.table_points), "the library replayed another game"
        return record

    def rebuild(self, record: Record) -> Any:
        """Replay a game from the deal, and return the observation after the last event, unread."""
        return self._replayed(record).observation(record.viewer)

    def observe(self, record: Record) -> Json:
        """Replay a game from the deal, and return the environment's observation for an agent."""
        state = record.table.state = self._replayed(record)
        seen: Json = record.table._extract_dict_from_backend(record.viewer, state.observation(record.viewer))
        return seen

    def _replayed(self, record: Record) -> Any:
        deals, moves = self._deals, self._moves
        state = record.table.game.new_initial_state()
        deck = iter(record.deck)
        for event in record.events:
            while state.cur_player() == -1:  # the chance player deals
                state.apply_move(deals[next(deck)])
            state.apply_move(moves[event["action_type"]](event))
        while state.cur_player() == -1:
            state.apply_move(deals[next(deck)])
        return state

    def _table(self, seats: int, clue_tokens: int, strike_tokens: int) -> Any:
        return self._agents.HanabiEnv(
            {
                "players": seats,
                "colors": 5,
                "ranks": 5,
                "hand_size": hand_size(seats),
                "max_information_tokens": clue_tokens,
                "max_life_tokens": strike_tokens,
            }
        )

    def _deal_moves(self) -> dict[tuple[int, int], Any]:
        """Return by card the move that deals it.

        The library does not create such moves, so they are taken from games that it has dealt.
        """
        deals: dict[tuple[int, int], Any] = {}
        seed = 0
        while len(deals) < 25:
            game = self._library.HanabiGame({"players": 5, "seed": seed})
            state = game.new_initial_state()
            while state.cur_player() == -1:
                state.deal_random_card()
            for move in [item.move() for item in state.move_history()]:
                deals[move.color(), move.rank()] = move
            seed += 1
        return deals


def _as_dict(state: State, event: Event) -> Json | None:
    """Return an event as a dict, or None if the library has no such event."""
    match event:
        case CardPlayed(seat, card):
            return {"action_type": "PLAY", "card_index": state.hands[seat].index(card)}
        case CardDiscarded(seat, card):
            return {"action_type": "DISCARD", "card_index": state.hands[seat].index(card)}
        case ColorClueGiven(seat, target, color) if any(state.deck[card].suit == color for card in state.hands[target]):
            offset = (target - seat) % state.seats
            return {"action_type": "REVEAL_COLOR", "target_offset": offset, "color": _COLORS[color]}
        case RankClueGiven(seat, target, rank) if any(state.deck[card].rank == rank for card in state.hands[target]):
            offset = (target - seat) % state.seats
            return {"action_type": "REVEAL_RANK", "target_offset": offset, "rank": rank - 1}
        case _:
            return None
