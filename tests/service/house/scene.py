"""What provokes problems: clients, games and broken services (`test_errors.py`)."""

from typing import NamedTuple

from tests.service.client import Api, Game, Player, stacked
from tests.service.factories import NewGame


class Scene(NamedTuple):
    """The clients, games and broken services of the rows."""

    api: Api
    ada: Api
    game: Game
    sandbox: NewGame
    broken: Api
    no_streams: Api
    unreachable: Api
    rate_limited: Api
    database_url: str


def waiting(world: Scene) -> Game:
    """Return a game that waits for its second player."""
    return Game(world.ada.post("/v1/games", {"seats": 2}).ok(), [Player("", "", "", world.ada)])


def ended(world: Scene) -> Game:
    """Return a game that its two players have aborted."""
    game = waiting(world)
    other = world.game.players[0]
    other.api.post(f"{game.path}/seats", {}).ok()
    Game({"id": game.id}, [*game.players, other]).abort()
    return game


def imported(world: Scene, top: str) -> str:
    """Import a game with this card on top of the deck. Return the path of its replay."""
    deck = [{"suitIndex": "rygbw".index(card["suit"][0]), "rank": card["rank"]} for card in stacked(top)]
    ended = {"players": ["Alice", "Bob"], "deck": deck, "actions": [{"type": 4, "target": 0, "value": 4}]}
    return f"/v1/replays/{world.ada.post('/v1/replays', ended).ok()['id']}"
