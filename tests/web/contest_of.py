"""A contest in which a team has played, for tests of the pages."""

from tests.service.factories import unique
from tests.web.conftest import ApiCaller, new_caller


def contest_with_a_game(server: str, caller: ApiCaller) -> str:
    """Announce a contest of two decks, and let the caller and a rival play the first one. Return its id."""
    body = {"title": "Autumn cup", "text": "Two decks.", "seats": 2, "rounds": [{"decks": 2}]}
    contest: str = caller.call("POST", "/v1/contests", body)["id"]
    path = f"/v1/contests/{contest}"
    for one in (caller, new_caller(server, unique("Rival"))):
        one.call("POST", f"{path}/entries", {"partners": [{"bot": "kagiya"}]})
        game = one.call("POST", f"{path}/tables", {"round": 0, "deck": 0})["game"]
        while one.call("GET", f"/v1/games/{game}")["status"] == "running":
            one.move(game, "play")
    return contest
