"""Client of a Hanabi server: games, replays and everything else of its API.

    from hanabi_client import Client

    with Client("http://127.0.0.1:8000") as client:
        client.create_account()
        game = client.create_game(seats=2, bots=["kagiya"])
        for turn in game.turns():
            turn.act(turn.legal_actions[-1])
        print(game.result)

`AsyncClient` has the same methods for asyncio and trio. `hanabi_client.types` has the types of requests and responses.
"""

from hanabi_client import types
from hanabi_client._async.client import AsyncClient
from hanabi_client._async.connection import AsyncConnection
from hanabi_client._async.game import AsyncGame, AsyncTurn
from hanabi_client._async.operations import AsyncOperations
from hanabi_client._sync.client import Client
from hanabi_client._sync.connection import Connection
from hanabi_client._sync.game import Game, Turn
from hanabi_client._sync.operations import Operations
from hanabi_client.problems import ProblemError, SignInError, UnfairDealError
from hanabi_client.streams import Frame

__all__ = [
    "AsyncClient",
    "AsyncConnection",
    "AsyncGame",
    "AsyncOperations",
    "AsyncTurn",
    "Client",
    "Connection",
    "Frame",
    "Game",
    "Operations",
    "ProblemError",
    "SignInError",
    "Turn",
    "UnfairDealError",
    "__version__",
    "types",
]

__version__ = types.VERSION
