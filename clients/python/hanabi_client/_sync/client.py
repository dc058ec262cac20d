# Written by `make contract` from ../_async. Do not edit.
"""The client of a service."""

import secrets
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Self

import httpx

from hanabi_client._sync.connection import Connection
from hanabi_client._sync.game import Game, Turn
from hanabi_client._sync.operations import Operations
from hanabi_client.entropy import commitment
from hanabi_client.frames import Frame
from hanabi_client.types import Account, BotId, ChosenRules, CreateGameRequest, CreateSeatRequest

__all__ = ["Client"]


class Client:
    """A player at a Hanabi server."""

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        *,
        language: str | None = None,
        attempts: int = 6,
        http: httpx.Client | None = None,
    ) -> None:
        """Use a service at an address such as `http://127.0.0.1:8000`.

        Without a token, `create_account` makes one. `language` is `en`, `de`, `fr`, `nl` or `da`. `attempts` is how
        often a request is sent at most while the service is busy or cannot be reached; six take up to 15 seconds.
        `http` is a client of httpx with settings of your own, for example for a proxy.
        """
        self.connection = Connection(base_url, token, language=language, attempts=attempts, http=http)
        """Requests with their headers, and streams."""
        self.api = Operations(self.connection)
        """All operations of the contract, by their names in it."""
        self._games: dict[str, Game] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self.connection.close()

    @property
    def token(self) -> str | None:
        """The token of the account. Save it: it is the only proof of identity."""
        return self.connection.token

    def create_account(self, name: str | None = None) -> Account:
        """Create an account, and use it from now on. Without a name, the service chooses a free one."""
        account = self.api.create_account({} if name is None else {"name": name})
        self.connection.token = account["token"]
        return account

    def create_game(
        self,
        seats: int = 2,
        *,
        bots: Sequence[BotId] = (),
        rules: ChosenRules | None = None,
        private: bool = False,
        contribute: bool = True,
    ) -> Game:
        """Create a game, and take seat 0. It starts when its last seat is taken.

        `bots` take the next seats. The client commits to random bytes for the shuffle. While it reads turns or updates,
        it reveals them in time and checks the deal, so nobody can choose the deck. With `contribute=False`, the service
        deals alone and at once. For other members of the request, use `api.create_game` and `game`.
        """
        part = secrets.token_bytes(32) if contribute else None
        body: CreateGameRequest = {"seats": seats, "bots": list(bots), "private": private}
        if rules is not None:
            body["rules"] = rules
        if part is not None:
            body["entropy_commitment"] = commitment(part)
        return self._seated(Game(self.connection, self.api.create_game(body), part))

    def join(
        self, game: str, *, seat: int | None = None, code: str | None = None, contribute: bool = True
    ) -> Game:
        """Take a seat of an open game: any free one, unless `seat` says which. `code` is that of an invitation."""
        part = secrets.token_bytes(32) if contribute else None
        body: CreateSeatRequest = {}
        if seat is not None:
            body["seat"] = seat
        if code is not None:
            body["code"] = code
        if part is not None:
            body["entropy_commitment"] = commitment(part)
        return self._seated(Game(self.connection, self.api.create_seat(game, body), part))

    def game(self, game: str) -> Game:
        """Return a game to play on or to watch."""
        known = self._games.get(game)
        if known is not None:
            known.refresh()
            return known
        return Game(self.connection, self.api.get_game(game))

    def turns(self) -> Iterator[Turn]:
        """Yield each turn of the player in all running games, also those that start later. It does not end by itself.

        The bytes of games that this client created or joined are revealed in time.
        """
        offered: dict[str, int] = {}
        for frame in self.watch():
            if frame.event == "awaiting-reveal" and frame.data["game"] in self._games:
                self.game(frame.data["game"])
            if not frame.data.get("your_turn"):
                continue
            game = self.game(frame.data["game"])
            self._games[game.id] = game
            while game.view["legal_actions"] and game.view["version"] > offered.get(game.id, -1):
                offered[game.id] = game.view["version"]
                yield Turn(game, game.view)
            if game.result is not None:
                del self._games[game.id], offered[game.id]

    def watch(self) -> Iterator[Frame]:
        """Yield what happens in all games of the player: first what is so now, then news. It does not end by itself.

        The events are `running`, `awaiting-reveal`, `invited`, `ready`, `started`, `your-turn` and `ended`. After an
        interruption, it starts again with what is so then.
        """
        for frame in self.connection.frames("/v1/me/events"):
            yield frame

    def _seated(self, game: Game) -> Game:
        self._games[game.id] = game
        game.receive(game.view)
        return game
