# Written by `make contract` from ../_async. Do not edit.
"""A game, and the turns of its player."""

from collections.abc import Iterator
from typing import Any, Final, cast

from hanabi_client._sync.connection import Connection
from hanabi_client._sync.operations import Operations
from hanabi_client.entropy import FIXED, check_deal
from hanabi_client.problems import ProblemError
from hanabi_client.types import (
    Action,
    ClueColor,
    ClueRank,
    CreateMoveRequest,
    Event,
    EventResult,
    HandCard,
    PlayAction,
    Receipt,
    ResultOrNull,
    StreamView,
    View,
)

__all__ = ["Game", "Turn"]

_PASSED: Final = ("version-conflict", "not-your-turn", "game-not-running")


class Game:
    """A game as the owner of the token sees it, with or without a seat in it."""

    def __init__(self, connection: Connection, view: View, part: bytes | None = None) -> None:
        self.id = view["id"]
        self.view = view
        """The newest view that was received."""
        self.receipts: list[Receipt] = []
        """The signed receipts of the views, with which `/docs/verification` compares the record of the game."""
        self.part = part
        """The 32 bytes that this seat contributes to the deal. Only this program has them until it reveals them."""
        self._api = Operations(connection)
        self._connection = connection
        self._promised: dict[str, Any] | None = None

    @property
    def seat(self) -> int | None:
        """The seat of the player; None for a watcher."""
        return self.view["viewer"]["seat"]

    @property
    def result(self) -> ResultOrNull:
        """The result; None until the game has ended."""
        return self.view["result"]

    def refresh(self) -> View:
        """Read the view, and return it."""
        self.receive(self._api.get_game(self.id))
        return self.view

    def events(self) -> list[Event]:
        """Return all events until now, as this seat saw them."""
        return (self._api.list_events(self.id))["items"]

    def turns(self) -> Iterator["Turn"]:
        """Yield each turn of the player until the game has ended. A turn is yielded once, even if it is not used."""
        offered = -1
        for _ in self.updates():
            # The response to a move may have the next turn already, since bots move at once.
            while self.view["legal_actions"] and self.view["version"] > offered:
                offered = self.view["version"]
                yield Turn(self, self.view)

    def updates(self) -> Iterator[StreamView]:
        """Yield the present view, then each new view with the events before it, until the game has ended.

        Each event comes once, also over interruptions. Raises ProblemError, and httpx.TransportError if the service
        cannot be reached.
        """
        for frame in self._connection.frames(f"/v1/games/{self.id}/events", {"views": "true"}):
            if frame.event == "view":
                self.receive(frame.data["view"])
                yield frame.data

    def act(self, action: Action, expected_version: int | None = None) -> EventResult:
        """Take a turn.

        The response has all events since `expected_version`, by default that of the newest view. Raises ProblemError:
        `illegal-move` with the ruling in `rule`, `not-your-turn`, or `version-conflict`.
        """
        version = self.view["version"] if expected_version is None else expected_version
        move = cast("CreateMoveRequest", {**action, "expected_version": version})
        done = self._api.create_move(self.id, move)
        self.receive(done["view"])
        return done

    def receive(self, view: View) -> None:
        """Keep a view if it is the newest. Reveal this seat's bytes if the deal waits for them, and check the deal."""
        if view["version"] >= self.view["version"]:
            self.view = view
            receipt = view.get("receipt")
            if receipt is not None and receipt not in self.receipts[-1:]:
                self.receipts.append(receipt)
        if self.part is not None and self.seat in view.get("awaiting_reveals", ()):
            self._reveal(view, self.part)
        elif self.part is not None and self._promised is not None and view["version"] >= 0:
            promised, self._promised = self._promised, None
            check_deal(dict((self.events())[0]), promised, self.part)

    def _reveal(self, view: View, part: bytes) -> None:
        try:
            revealed = self._api.update_entropy(self.id, {"reveal": part.hex()})
        except ProblemError as problem:
            if problem.code != "game-not-open":
                raise
            return  # too late: the game is dealt without these bytes
        self._promised = {name: view.get(name) for name in FIXED}
        self.receive(revealed)


class Turn:
    """A turn of the player: what the seat sees, and what it can do."""

    def __init__(self, game: Game, view: View) -> None:
        self.game = game
        self.view = view

    @property
    def legal_actions(self) -> list[Action]:
        """All legal actions, each as `act` takes it."""
        return self.view["legal_actions"]

    @property
    def hand(self) -> list[HandCard]:
        """The player's own cards, oldest first, with the clues about them."""
        return next(hand["cards"] for hand in self.view["hands"] if hand["seat"] == self.game.seat)

    def play(self, slot: int, declared_color: ClueColor | None = None) -> EventResult | None:
        """Play the card at a place of the hand, 0 for the oldest and -1 for the newest."""
        action: PlayAction = {"type": "play", "card": self.hand[slot]["card"]}
        if declared_color is not None:
            action["declared_color"] = declared_color
        return self.act(action)

    def discard(self, slot: int) -> EventResult | None:
        """Discard the card at a place of the hand, 0 for the oldest and -1 for the newest."""
        return self.act({"type": "discard", "card": self.hand[slot]["card"]})

    def clue(
        self, target: int, *, color: ClueColor | None = None, rank: ClueRank | None = None
    ) -> EventResult | None:
        """Give a clue to a seat: either a color or a rank."""
        if (color is None) == (rank is None):
            raise TypeError("A clue names either a color or a rank.")
        if rank is not None:
            return self.act({"type": "clue", "target": target, "rank": rank})
        assert color is not None
        return self.act({"type": "clue", "target": target, "color": color})

    def act(self, action: Action) -> EventResult | None:
        """Take the turn, and return the events since the view, those of bots that moved next included.

        Return None if the turn is over already, since another program moved for this seat or the game has ended. Raises
        ProblemError for an illegal move, with the ruling in `rule`.
        """
        try:
            return self.game.act(action, self.view["version"])
        except ProblemError as problem:
            if problem.code not in _PASSED:
                raise
            self.game.refresh()
            return None
