"""Simulator of hanab.live's server, independent of our own rules.

It plays the actions of an export, and finds the actions that the server would refuse and the end of the game. The
sources are `command_action.go`, `game.go` (`CheckEnd`, `GetMaxScore`) and `game_player.go` (`PlayCard`, `DrawCard`) of
the Hanabi-Live server. It supports the options that our rules can express.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

__all__ = ["COLOR_CLUE", "DISCARD", "END", "END_BY_VOTE", "PLAY", "RANK_CLUE", "LiveTable", "RefusedByServer"]

# The types of actions.
PLAY, DISCARD, COLOR_CLUE, RANK_CLUE, END, END_BY_VOTE = range(6)

_HAND: Final[Mapping[int, int]] = {2: 5, 3: 5, 4: 4, 5: 4}
_TOKENS: Final = 8
_STRIKES: Final = 3
_FIVE: Final = 5

# End conditions.
_RUNS, _NORMAL, _STRIKEOUT = 0, 1, 2
_IMPERFECT, _SOFTLOCK = 8, 9  # of "all or nothing"


class RefusedByServer(Exception):
    """An action that hanab.live refuses, with a code for the reason."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class LiveTable:
    """A game on hanab.live's server. It is mutable: do not share it."""

    def __init__(
        self, players: int, deck: Sequence[tuple[int, int]], options: Mapping[str, Any], wild_suits: Collection[int]
    ) -> None:
        """Deal a deck of pairs `(suitIndex, rank)`.

        Every color clue touches the suits in `wild_suits`.
        """
        size = _HAND[players]
        suits = 1 + max(suit for suit, _ in deck)
        self.deck = deck
        self.hands = [list(range(size * seat, size * (seat + 1))) for seat in range(players)]
        self.drawn = size * players
        self.stacks = [0] * suits
        self.tokens = _TOKENS
        self.strikes = 0
        self.active: int = options.get("startingPlayer", 0)
        self.condition = _RUNS
        self._wild = wild_suits
        self._colors = [suit for suit in range(suits) if suit not in wild_suits]
        self._empty_clues: bool = options.get("emptyClues", False)
        self._all_or_nothing: bool = options.get("allOrNothing", False)
        self._turn = 0
        self._last_turn = -1
        self._discarded: set[int] = set()
        self._stranded: set[int] = set()
        """Cards in the hands of players without a turn left."""

    def act(self, kind: int, target: int, value: int) -> None:
        """Apply an action of the player to move, or end the game.

        Raises RefusedByServer if the server would refuse the action.
        """
        _require(self.condition == _RUNS, "game-over")
        if kind in (END, END_BY_VOTE):
            self.condition = value
            return
        seat = self.active
        if kind in (COLOR_CLUE, RANK_CLUE):
            self._clue(seat, kind, target, value)
        else:
            self._play_or_discard(seat, target, is_play=kind == PLAY)
        if self._last_turn not in (-1, self._turn + len(self.hands) + 1):
            self._stranded.update(self.hands[seat])
        self._turn += 1
        self.active = (seat + 1) % len(self.hands)
        self.condition = self._end()

    def _clue(self, giver: int, kind: int, target: int, value: int) -> None:
        _require(0 <= target < len(self.hands) and target != giver, "no-such-player")
        _require(self.tokens >= 1, "no-clue-token")
        _require(value in (range(len(self._colors)) if kind == COLOR_CLUE else range(1, _FIVE + 1)), "no-such-clue")
        _require(
            self._empty_clues or any(self._touches(kind, value, card) for card in self.hands[target]), "empty-clue"
        )
        self.tokens -= 1

    def _touches(self, kind: int, value: int, card: int) -> bool:
        suit, rank = self.deck[card]
        return rank == value if kind == RANK_CLUE else suit in self._wild or suit == self._colors[value]

    def _play_or_discard(self, seat: int, card: int, *, is_play: bool) -> None:
        _require(card in self.hands[seat], "not-in-hand")
        _require(is_play or self.tokens < _TOKENS, "clue-tokens-full")
        self.hands[seat].remove(card)
        suit, rank = self.deck[card]
        if is_play and rank == self.stacks[suit] + 1:
            self.stacks[suit] = rank
            gained = rank == _FIVE
        else:
            self._discarded.add(card)
            self.strikes += is_play
            gained = not is_play
        self.tokens = min(self.tokens + gained, _TOKENS)
        if self.drawn < len(self.deck):
            self.hands[seat].append(self.drawn)
            self.drawn += 1
            if self.drawn == len(self.deck) and not self._all_or_nothing:
                self._last_turn = self._turn + len(self.hands) + 1

    def _end(self) -> int:
        """Return the end condition after a move, checked in the server's order."""
        if self.strikes == _STRIKES:
            return _STRIKEOUT
        if self._all_or_nothing:
            if self._attainable() < _FIVE * len(self.stacks):
                return _IMPERFECT
            if not self.hands[self.active] and self.tokens < 1:
                return _SOFTLOCK
        over = self._turn == self._last_turn or sum(self.stacks) == self._attainable() or not self._can_score()
        return _NORMAL if over else _RUNS

    def _attainable(self) -> int:
        points = 0
        for suit in range(len(self.stacks)):
            for rank in range(1, _FIVE + 1):
                if all(card in self._discarded for card, front in enumerate(self.deck) if front == (suit, rank)):
                    break
                points += 1
        return points

    def _can_score(self) -> bool:
        """Return True if some stack's next card can still be played."""
        return any(
            rank == self.stacks[suit] + 1 and card not in self._discarded and card not in self._stranded
            for card, (suit, rank) in enumerate(self.deck)
        )


def _require(condition: bool, code: str) -> None:
    if not condition:
        raise RefusedByServer(code)
