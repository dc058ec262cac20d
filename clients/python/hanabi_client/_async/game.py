"""A game, and the turns of its player."""

from collections.abc import AsyncIterator
from typing import Any, Final, cast

from hanabi_client._async.connection import AsyncConnection
from hanabi_client._async.operations import AsyncOperations
from hanabi_client.entropy import FIXED, check_commitment, check_deal
from hanabi_client.problems import ProblemError
from hanabi_client.types import (
    Action,
    ClueColor,
    ClueRank,
    CreateMoveRequest,
    Event,
    EventResult,
    HandCard,
    Receipt,
    ResultOrNull,
    StreamView,
    View,
)

__all__ = ["AsyncGame", "AsyncTurn"]

_PASSED: Final = ("version-conflict", "not-your-turn", "game-not-running")


class AsyncGame:
    """A game as the owner of the token sees it, with or without a seat in it."""

    def __init__(self, connection: AsyncConnection, view: View, part: bytes | None = None) -> None:
        self.id = view["id"]
        self.view = view
        """The newest view that was received."""
        self.receipts: list[Receipt] = []
        """The signed receipts of the views, with which `/docs/verification` compares the record of the game."""
        self.part = None if view["secret_commitment"] is None else part
        """The 32 bytes that this seat contributes to the deal; None if it is given or the seat contributes nothing.

        Only this program has them until it reveals them.
        """
        self._api = AsyncOperations(connection)
        self._connection = connection
        self._promised: dict[str, Any] | None = None
        self._checked = False

    @property
    def seat(self) -> int | None:
        """The seat of the player; None for a watcher."""
        return self.view["viewer"]["seat"]

    @property
    def result(self) -> ResultOrNull:
        """The result; None until the game has ended."""
        return self.view["result"]

    async def refresh(self) -> View:
        """Read the view, and return it."""
        await self.receive(await self._api.get_game(self.id))
        return self.view

    async def events(self) -> list[Event]:
        """Return all events until now, as this seat saw them."""
        return (await self._api.list_events(self.id))["items"]

    async def turns(self) -> AsyncIterator["AsyncTurn"]:
        """Yield each turn of the player until the game has ended. A turn is yielded once, even if it is not used."""
        offered = -1
        async for _ in self.updates():
            # The response to a move may have the next turn already, since bots move at once.
            while self.view["legal_actions"] and self.view["version"] > offered:
                offered = self.view["version"]
                yield AsyncTurn(self, self.view)

    async def updates(self) -> AsyncIterator[StreamView]:
        """Yield the present view, then each new view with the events before it, until the game has ended.

        Each event comes once, also over interruptions. Raises ProblemError, and httpx.TransportError if the service
        cannot be reached.
        """
        async for frame in self._connection.frames(f"/v1/games/{self.id}/events", {"views": "true"}):
            if frame.event == "view":
                await self.receive(frame.data["view"])
                yield frame.data

    async def act(self, action: Action, expected_version: int | None = None) -> EventResult:
        """Take a turn.

        The response has all events since `expected_version`, by default that of the newest view. Raises ProblemError:
        `illegal-move` with the ruling in `rule`, `not-your-turn`, or `version-conflict`.
        """
        version = self.view["version"] if expected_version is None else expected_version
        move = cast("CreateMoveRequest", {**action, "expected_version": version})
        done = await self._api.create_move(self.id, move)
        await self.receive(done["view"])
        return done

    async def receive(self, view: View) -> None:
        """Keep a view if it is the newest. Reveal this seat's bytes if the deal waits for them, and check the deal."""
        if view["version"] >= self.view["version"]:
            self.view = view
            receipt = view.get("receipt")
            if receipt is not None and receipt not in self.receipts[-1:]:
                self.receipts.append(receipt)
        if self.part is None or self.seat is None:
            return
        if self.seat in view.get("awaiting_reveals", ()):
            await self._reveal(view, self.part)
        elif not self._checked and view["version"] >= 0:
            deal = dict((await self.events())[0])
            check_commitment(deal, self.seat, self.part)
            if self._promised is not None:
                check_deal(deal, self._promised, self.part)
            self._checked = True

    async def _reveal(self, view: View, part: bytes) -> None:
        try:
            revealed = await self._api.update_entropy(self.id, {"reveal": part.hex()})
        except ProblemError as problem:
            if problem.code != "game-not-open":
                raise
            return  # too late: the game is dealt without these bytes
        self._promised = {name: view.get(name) for name in FIXED}
        await self.receive(revealed)


class AsyncTurn:
    """A turn of the player: what the seat sees, and what it can do."""

    def __init__(self, game: AsyncGame, view: View) -> None:
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

    async def play(self, slot: int, declared_color: ClueColor | None = None) -> EventResult | None:
        """Play the card at a place of the hand: 0 for the oldest, -1 for the newest, which players call slot 1."""
        action: Action = {"type": "play", "card": self.hand[slot]["card"]}
        if declared_color is not None:
            action["declared_color"] = declared_color
        return await self.act(action)

    async def discard(self, slot: int) -> EventResult | None:
        """Discard the card at a place of the hand: 0 for the oldest, -1 for the newest, which players call slot 1."""
        return await self.act({"type": "discard", "card": self.hand[slot]["card"]})

    async def clue(
        self, target: int, *, color: ClueColor | None = None, rank: ClueRank | None = None
    ) -> EventResult | None:
        """Give a clue to a seat: either a color or a rank."""
        if (color is None) == (rank is None):
            raise TypeError("A clue names either a color or a rank.")
        if rank is not None:
            return await self.act({"type": "clue", "target": target, "rank": rank})
        assert color is not None
        return await self.act({"type": "clue", "target": target, "color": color})

    async def act(self, action: Action) -> EventResult | None:
        """Take the turn, and return the events since the view, those of bots that moved next included.

        Return None if the turn is over already, since another program moved for this seat or the game has ended. Raises
        ProblemError for an illegal move, with the ruling in `rule`.
        """
        try:
            return await self.game.act(action, self.view["version"])
        except ProblemError as problem:
            if problem.code not in _PASSED:
                raise
            await self.game.refresh()
            return None
