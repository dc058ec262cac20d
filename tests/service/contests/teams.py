"""Teams that enter contests and play their decks, for tests over HTTP."""

from typing import Any

from tests.service.client import Answer, Api, Game, Json, Player


def contest_of(player: Player, **body: Any) -> Json:
    """Announce a contest of one round with two decks."""
    body = {"title": "Cup", "seats": 2, "rounds": [{"decks": 2}], **body}
    made: Json = player.api.post("/v1/contests", body).ok()
    return made


def path_of(contest: Json) -> str:
    """Return the address of a contest."""
    return f"/v1/contests/{contest['id']}"


def decks_of(api: Api, contest: Json) -> list[Json]:
    """Return the decks of the first round."""
    decks: list[Json] = api.get(f"{path_of(contest)}/decks").ok()["items"]
    return decks


def enter(contest: Json, team: list[Player]) -> Json:
    """Enter with a team of accounts, and confirm."""
    body = {"partners": [{"account": one.id} for one in team[1:]]}
    entry: Json = team[0].api.post(f"{path_of(contest)}/entries", body).ok()
    for one in team[1:]:
        entry = one.api.post(f"{path_of(contest)}/entries/{entry['id']}/confirmations").ok()
    return entry


def ask(contest: Json, player: Player, deck: int = 0) -> Answer:
    """Say that a player is there for a deck."""
    return player.api.post(f"{path_of(contest)}/tables", {"round": 0, "deck": deck})


def dealt(contest: Json, team: list[Player], deck: int = 0) -> Game:
    """Deal the game of a team for a deck."""
    answers = [ask(contest, one, deck).ok() for one in team]
    return Game({"id": answers[-1]["game"]}, team)
