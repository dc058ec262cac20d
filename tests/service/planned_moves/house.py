"""What the tests of the house need of planned moves (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from typing import Final

from tests.service.client import Answer, Json, stacked
from tests.service.house.scene import Scene
from tests.service.leaks.requests import Request, Requests, Spot, all_moves, get, looks


def plans(spot: Spot) -> Requests:
    """Yield plans with each move, on turns of each seat, and what is refused. The last one takes all back."""
    path, version = f"{spot.game.path}/planned-moves", spot.view["version"]
    moves: list[Json] = [{"then": move} for move in all_moves(spot)]
    moves += [{"when": [{"seat": seat, "type": "play", "card": 7}], "then": moves[0]["then"]} for seat in range(6)]
    for move in moves:
        yield Request("PUT", path, {"moves": [move], "expected_version": version})
        yield get(path)
    bodies: list[Json] = [{}, {"moves": moves[:1]}, {"moves": [{}], "expected_version": version}, {"moves": []}]
    yield from (Request("PUT", path, body) for body in bodies)


REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    "getPlannedMoves": lambda spot: looks(f"{spot.game.path}/planned-moves"),
    "updatePlannedMoves": plans,
}

CROSS_GAME: Final = {"planned moves": r"select p\.game_id, p\.seat from move_plan|DELETE FROM move_plan WHERE EXISTS"}


def at_own_turn(world: Scene) -> Answer:
    """Plan for a turn that has come."""
    game = world.sandbox(stacked(""))
    body = {"moves": [{"then": {"type": "play", "card": 0}}], "expected_version": 0}
    return game.players[0].api.put(f"{game.path}/planned-moves", body)


PROVOKED: Final[dict[str, Callable[[Scene], Answer]]] = {"your-turn": at_own_turn}
