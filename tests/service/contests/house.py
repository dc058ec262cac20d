"""What the tests of the house need of contests (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import psycopg

from tests.service.client import Answer, Game
from tests.service.house.scene import Scene
from tests.service.leaks.requests import Requests, Spot, lists

REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    "listContests": lambda spot: lists("/v1/contests", "mine=true", "status=open", "mine=x"),
}

CROSS_GAME: Final = {
    "contests": r"select d\.round, d\.deck from contest c"
    r"|with (begun as \(|mine as \(select (m\.entry_id|account_id) |owner as \()"
    r"|select 1 from (game g join contest_deck|contest_member m join contest_table)"
    r"|UPDATE game SET private=|SELECT game\.game_id FROM game WHERE game\.game_id IN",
}


def contest(world: Scene, who: str = "all", **of_round: Any) -> str:
    """Return the path of a contest with one deck."""
    body = {"title": "Cup", "seats": 2, "rounds": [{"decks": 1, **of_round}], "entry": {"who": who}}
    return f"/v1/contests/{world.ada.post('/v1/contests', body).ok()['id']}"


def entered(world: Scene, path: str) -> Answer:
    """Enter a contest with a bot of the service."""
    return world.ada.post(f"{path}/entries", {"partners": [{"bot": "random"}]})


def entered_twice(world: Scene) -> Answer:
    """Enter a contest with another team."""
    path = contest(world)
    entered(world, path).ok()
    return entered(world, path)


def too_late(world: Scene) -> Answer:
    """Enter a contest whose time for entries is over."""
    path = contest(world)
    with psycopg.connect(world.database_url, autocommit=True) as db:
        db.execute("update contest set entry_until = now() where contest_id = %s", (path.rpartition("_")[2],))
    return entered(world, path)


def begun(world: Scene) -> Answer:
    """Remove a team that has begun a deck, as who has announced the contest."""
    path = contest(world)
    team = [player.api for player in world.game.players[:2]]
    partners = {"partners": [{"account": team[1].get("/v1/me").ok()["id"]}]}
    entry = team[0].post(f"{path}/entries", partners).ok()["id"]
    team[1].post(f"{path}/entries/{entry}/confirmations").ok()
    for one in team:
        one.post(f"{path}/tables", {"round": 0, "deck": 0}).ok()
    return world.ada.delete(f"{path}/entries/{entry}")


def sealed_again(world: Scene) -> Answer:
    """Play the deck of a sealed game at another table."""
    path, team = contest(world), world.game.players
    entry = team[0].api.post(f"{path}/entries", {"partners": [{"account": team[1].id}]}).ok()["id"]
    team[1].api.post(f"{path}/entries/{entry}/confirmations").ok()
    dealt = [one.api.post(f"{path}/tables", {"round": 0, "deck": 0}).ok()["game"] for one in team]
    (game := Game({"id": dealt[1]}, team)).abort()
    return team[0].api.post("/v1/games", {"deck_of": game.id})


def too_early(world: Scene) -> Answer:
    """Play a deck of a round that has not opened."""
    path = contest(world, opens_at=(datetime.now(UTC) + timedelta(1)).isoformat())
    entered(world, path).ok()
    return world.ada.post(f"{path}/tables", {"round": 0, "deck": 0})


PROVOKED: Final[dict[str, Callable[[Scene], Answer]]] = {
    "not-an-entrant": lambda w: w.ada.post(f"{contest(w)}/tables", {"round": 0, "deck": 0}),
    "not-eligible": lambda w: entered(w, contest(w, who="bots")),
    "already-entered": entered_twice,
    "entry-closed": too_late,
    "team-has-begun": begun,
    "round-not-open": too_early,
    "contest-not-closed": lambda w: w.api.get(f"{contest(w)}/results"),
    "deck-sealed": sealed_again,
}
