"""Factories of players and games for the tests over HTTP."""

import secrets
from collections.abc import Callable
from typing import Any, Final

from flask import Flask

from service.features.moderation import actions
from service.platform import ids
from tests.service.client import Answer, Api, Game, Json, Player

Players = Callable[[int], list[Player]]
NewGame = Callable[..., Game]

_NAMES: Final = ("Ada", "Béla", "Chloé", "Đorđe", "Eva", "Fay")


def unique(name: str) -> str:
    """Return a name that no other account has."""
    return f"{name} {secrets.token_hex(4)}"


def rename(player: Player, name: str) -> Answer:
    """Rename an account."""
    tag = player.api.get("/v1/me").headers["ETag"]
    return player.api.send("PATCH", "/v1/me", {"name": name}, headers={"If-Match": tag})


def grant(app: Flask, player: Player) -> str:
    """Make a player a moderator, and return the token of moderation."""
    account_id = ids.parse("a", player.id)
    assert account_id is not None
    with app.extensions["database"].bind():
        return actions.grant(account_id)


def player_factory(api: Api) -> Players:
    """Return a function that creates so many accounts."""

    def create(name: str) -> Player:
        account = api.post("/v1/accounts", {"name": unique(name)}).ok()
        return Player(account["id"], account["name"], account["token"], api.known_by(account["token"]))

    return lambda number: [create(name) for name in _NAMES[:number]]


def game_factory(players: Players) -> NewGame:
    """Return a function that starts a game with a full table. Its keywords are members of the request."""

    def make(seats: int = 2, *, seated: int | None = None, at_table: list[Player] | None = None, **body: Any) -> Game:
        people = at_table or players(seats)
        view: Json = people[0].api.post("/v1/games", {"seats": seats, **body}).ok()
        game = Game(view, people)
        for player in people[1:seated]:
            if body.get("private"):
                people[0].api.post(f"{game.path}/invitations", {"account": player.id}).ok()
            player.api.post(f"{game.path}/seats", {}).ok()
        return game

    return make


def sandbox_factory(new_game: NewGame) -> NewGame:
    """Return a function that starts a game with a given deck, in which seat 0 starts."""

    def make(deck: list[Json], seats: int = 2, **body: Any) -> Game:
        return new_game(seats, sandbox=True, deck=deck, **body)

    return make
