"""A game on one deal that convention partners play on, each by what it sees."""

from collections.abc import Sequence

from engine.bots.bot import Dice
from engine.bots.hgroup_bot import Choice
from engine.bots.hgroup_rest_of_game import Deal
from engine.commands import Turn
from engine.conventions.from_feed import follow, seat_table
from engine.conventions.table import Table
from engine.decide import decide
from engine.events import LaterEvent, Log
from engine.fold import evolve, fold
from engine.reading.feed import item_of, seat_viewpoint
from engine.reading.view import View, seat_view
from engine.score import fitting
from engine.state import State


class Playing:
    """A state, and the table as each seat reads it."""

    def __init__(self, state: State, tables: Sequence[Table]) -> None:
        self.state, self.tables = state, tables
        self._viewpoints = [seat_viewpoint(seat, state.seats, remembers=True) for seat in range(state.seats)]

    @classmethod
    def of(cls, log: Log, level: int) -> "Playing":
        """Return a game as it stands after the last event of a log."""
        return cls(fold(log), [seat_table(log, seat, level) for seat in range(log.deal.seats)])

    def view(self) -> View:
        """Return the view of the seat to move."""
        assert self.state.to_move is not None
        return seat_view(self.state, self.state.to_move)

    def turn(self, dice: Dice) -> Turn:
        """Return the turn that the seat to move chooses."""
        view = self.view()
        return Choice(view, self.tables[view.viewer or 0], dice).turn()

    def after(self, turn: Turn) -> "Playing":
        """Return the game after a turn of the seat to move."""
        assert self.state.to_move is not None
        game = Playing(self.state, [table.copy() for table in self.tables])
        game.take(turn)
        return game

    def take(self, turn: Turn) -> None:
        """Take a turn of the seat to move."""
        assert self.state.to_move is not None
        self.follow(decide(self.state, self.state.to_move, turn))

    def follow(self, event: LaterEvent) -> None:
        """Follow an event."""
        before = self.state
        self.state = evolve(before, event)
        for table, seen in zip(self.tables, self._viewpoints, strict=True):
            follow(table, item_of(before, event, self.state, seen))

    def fits(self, card: int) -> bool:
        """Return True if a card would extend a firework now."""
        palette = self.state.palette
        return bool(fitting(palette, self.state.fireworks) >> palette.codes[self.state.deck[card]] & 1)

    def play_on(self, dice: Dice, most: int | None = None) -> None:
        """Let the partners play to the end, or at most some turns."""
        while self.state.to_move is not None and most != 0:
            self.take(self.turn(dice))
            most = None if most is None else most - 1

    def points(self) -> int:
        """Return the points of a game that has ended, else of its rest in short form. Its error is a bias."""
        state = self.state
        if state.result is not None:
            return state.result.score or 0
        assert state.to_move is not None
        codes = state.palette.codes
        fronts = [codes[card] for card in state.deck]
        own = {card: fronts[card] for card in state.hands[state.to_move]}
        choice = Choice(self.view(), self.tables[state.to_move])
        return choice.scores(choice.by_order())(Deal(own, tuple(fronts[state.dealt :])))
