"""The client of a service."""

import secrets
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, cast

import httpx

from hanabi_client._async.connection import AsyncConnection
from hanabi_client._async.game import AsyncGame, AsyncTurn
from hanabi_client._async.operations import AsyncOperations
from hanabi_client._async.sign_in import AsyncSignIn
from hanabi_client.entropy import commitment
from hanabi_client.streams import Frame
from hanabi_client.types import Account, ChosenBotId, ChosenRules, CreateGameRequest, CreateSeatRequest, Me

__all__ = ["AsyncClient"]


def _show(address: str, code: str | None) -> None:
    print(f"To sign in, open {address}" + (f" and type {code}" if code else ""), file=sys.stderr)


class AsyncClient:
    """A player at a Hanabi server."""

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        *,
        language: str | None = None,
        attempts: int = 6,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        """Use a service at an address such as `http://127.0.0.1:8000`.

        Without a token, `create_account` makes one. `language` is `en`, `de`, `fr`, `nl` or `da`. `attempts` is how
        often a request is sent at most while the service is busy or cannot be reached; six take up to 15 seconds.
        `http` is a client of httpx with settings of your own, for example for a proxy.
        """
        self.connection = AsyncConnection(base_url, token, language=language, attempts=attempts, http=http)
        """Requests with their headers, and streams."""
        self.api = AsyncOperations(self.connection)
        """All operations of the contract, by their names in it."""
        self._games: dict[str, AsyncGame] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self.connection.close()

    @property
    def token(self) -> str | None:
        """The token of the account. Save that of a new account: it is the only proof of identity."""
        return self.connection.token

    async def sign_in(
        self,
        app: str = "hanabi-client",
        *,
        scope: str = "profile:read games:play games:create",
        device: bool | None = None,
        show: Callable[[str, str | None], object] = _show,
        folder: Path | None = None,
    ) -> Me:
        """Let a person sign in and allow this program to act for them, and return their account.

        `app` is the name that they see, and `scope` what they allow. The browser opens; if there is none, or with
        `device=True`, they type a code at any other device. `show` gets the address, and the code if there is one; by
        default it prints them. The tokens are kept for the next start, in the keyring if the package `keyring` is
        installed, else in a file in `folder` that only this user can read, and are renewed in time. Raises SignInError.
        """
        sign_in = AsyncSignIn(self.connection, app, folder)
        self.connection.renewal = None
        if not await sign_in.resume(scope):
            await sign_in.begin(scope, device, show)
        self.connection.renewal = sign_in
        return await self.api.get_me()

    async def sign_out(self, app: str = "hanabi-client", *, folder: Path | None = None) -> None:
        """End what `sign_in` has allowed this program, and forget its tokens."""
        self.connection.renewal = None
        await AsyncSignIn(self.connection, app, folder).end()

    async def create_account(self, name: str | None = None) -> Account:
        """Create an account, and use it from now on. Without a name, the service chooses a free one."""
        account = await self.api.create_account({} if name is None else {"name": name})
        self.connection.token, self.connection.renewal = account["token"], None
        return account

    async def create_game(
        self,
        seats: int = 2,
        *,
        bots: Sequence[str] = (),
        rules: ChosenRules | None = None,
        private: bool = False,
        contribute: bool = True,
    ) -> AsyncGame:
        """Create a game, and take seat 0. It starts when its last seat is taken.

        `bots` take the next seats. The client commits to random bytes for the shuffle. While it reads turns or updates,
        it reveals them in time and checks the deal, so nobody can choose the deck. With `contribute=False`, the service
        deals alone and at once. For other members of the request, use `api.create_game` and `game`.
        """
        part = secrets.token_bytes(32) if contribute else None
        body: CreateGameRequest = {"seats": seats, "bots": cast("list[ChosenBotId]", list(bots)), "private": private}
        if rules is not None:
            body["rules"] = rules
        if part is not None:
            body["entropy_commitment"] = commitment(part)
        return await self._seated(AsyncGame(self.connection, await self.api.create_game(body), part))

    async def join(
        self, game: str, *, seat: int | None = None, code: str | None = None, contribute: bool = True
    ) -> AsyncGame:
        """Take a seat of an open game: any free one, unless `seat` says which. `code` is that of an invitation."""
        part = secrets.token_bytes(32) if contribute else None
        body: CreateSeatRequest = {}
        if seat is not None:
            body["seat"] = seat
        if code is not None:
            body["code"] = code
        if part is not None:
            body["entropy_commitment"] = commitment(part)
        return await self._seated(AsyncGame(self.connection, await self.api.create_seat(game, body), part))

    async def game(self, game: str) -> AsyncGame:
        """Return a game to play on or to watch."""
        known = self._games.get(game)
        if known is not None:
            await known.refresh()
            return known
        return AsyncGame(self.connection, await self.api.get_game(game))

    async def turns(self) -> AsyncIterator[AsyncTurn]:
        """Yield each turn of the player in all running games, also those that start later. It does not end by itself.

        The bytes of games that this client created or joined are revealed in time.
        """
        offered: dict[str, int] = {}
        async for frame in self.watch():
            if frame.event == "awaiting-reveal" and frame.data["game"] in self._games:
                await self.game(frame.data["game"])
            if not frame.data.get("your_turn"):
                continue
            game = await self.game(frame.data["game"])
            self._games[game.id] = game
            while game.view["legal_actions"] and game.view["version"] > offered.get(game.id, -1):
                offered[game.id] = game.view["version"]
                yield AsyncTurn(game, game.view)
            if game.result is not None:
                del self._games[game.id], offered[game.id]

    async def watch(self) -> AsyncIterator[Frame]:
        """Yield what happens in all games of the player: first what is so now, then news. It does not end by itself.

        The events are `running`, `awaiting-reveal`, `invited`, `ready`, `started`, `your-turn` and `ended`. After an
        interruption, it starts again with what is so then.
        """
        async for frame in self.connection.frames("/v1/me/events"):
            yield frame

    async def _seated(self, game: AsyncGame) -> AsyncGame:
        self._games[game.id] = game
        await game.receive(game.view)
        return game
