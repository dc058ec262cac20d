"""Test data of the access tests: callers with tokens of every kind, and games of every state."""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import psycopg
from flask import Flask

from service.core.people import scopes, token_secrets
from tests.service.client import Api, Game, Json, Player, stacked
from tests.service.contract import CONTRACT, Operation
from tests.service.factories import grant, unique

SCENES: Final = (
    "running",
    "ended",
    "private running",
    "private ended",
    "hidden running",
    "hidden ended",
    "held running",
    "unknown",
)
"""The states of games. Watchers of `held running` see cards that are held, if the operator allows it.

In one more, `private open`, a seat is free; `invited` is invited to that game only.
"""

UNKNOWN: Final = f"g_{'0' * 32}"


class Scene(NamedTuple):
    """The ids of a game, and of a comment and a line on it."""

    game: str
    comment: str
    line: str


class Cast(NamedTuple):
    """All callers and games, and every token that was issued."""

    callers: Mapping[str, Api]
    """Clients by the columns of the access table, and `invited`; `nobody` has no token."""
    dishonoured: Mapping[str, Mapping[str, str]]
    """Headers with an invalid token, by the reason."""
    scenes: Mapping[str, Scene]
    token: str
    """The id of one of `player`'s tokens."""
    name: str
    secrets: frozenset[str]

    def path(self, operation: Operation, scene: Scene) -> str:
        """Return the path of an operation on a scene."""
        filled: dict[str, str] = {**scene._asdict(), "token": self.token, "anchor": "game"}
        filled |= {"name": self.name} if "accounts" in operation.template else {}
        for node in map(CONTRACT.resolve, CONTRACT.document["paths"][operation.template].get("parameters", [])):
            example = node.get("example", CONTRACT.resolve(node["schema"]).get("example", "0"))
            filled.setdefault(node["name"], str(example))
        return operation.template.format(**filled)


def the_cast(app: Flask, database_url: str) -> Cast:
    """Create all callers and games, and invalidate some tokens."""
    table = [_player(Api(app), name) for name in ("Ada", "Béla-of-the-walk", "Chloé", "Eva", "Fay", "Gil")]
    creator, player, stranger, invited, moderator, suspended = table
    granted = grant(app, moderator)
    games: dict[str, Game] = {}

    def sandbox(at_table: list[Player], **more: Any) -> Game:
        first, second = at_table
        made = first.api.post("/v1/games", {"seats": 2, "sandbox": True, "deck": stacked(""), **more}).ok()
        second.api.post(f"/v1/games/{made['id']}/seats", {"show_hands": True} if more else {}).ok()
        return Game(made, at_table)

    for scene in SCENES[:-1]:
        people = [creator, player]
        private = scene.startswith("private")
        if private:
            view: Json = creator.api.post(
                "/v1/games", {"seats": 2, "private": True, "sandbox": True, "deck": stacked("")}
            ).ok()
            code = creator.api.post(f"/v1/games/{view['id']}/invitations", {}).ok()["code"]
            player.api.post(f"/v1/games/{view['id']}/seats", {"code": code}).ok()
            games[scene] = Game(view, people)
        elif scene == "held running":
            may_be_held = app.config["SERVICE_SETTINGS"].watchers_see_held_cards
            games[scene] = sandbox(people, watching="held" if may_be_held else "hands")
        else:
            games[scene] = sandbox(people)
    elsewhere = sandbox([player, stranger])
    over = sandbox([creator, player])

    made: list[Json] = []

    def token(owner: Player, **body: Any) -> str:
        made.append(owner.api.post("/v1/me/tokens", {"name": "one more", **body}).ok())
        secret: str = made[-1]["token"]
        return secret

    known = creator.api.known_by
    robot = player.api.post("/v1/me/bots", {"name": unique("Robot")}).ok()
    callers: dict[str, Api] = {
        "nobody": Api(app),
        **{scope: known(token(player, scopes=[scope])) for scope in scopes.ALL},
        "player": player.api,
        "partner": creator.api,
        "seat": known(token(player, game=games["running"].id)),
        "elsewhere": known(token(player, game=elsewhere.id)),
        "stranger": stranger.api,
        "invited": invited.api,
        "passer-by": known(token(stranger, game=elsewhere.id)),
        "moderator": known(granted),
        "suspended": suspended.api,
        "bot": known(robot["token"]),
    }
    moderate = partial(callers["moderator"].post, "/v1/moderation/actions")
    moderate({"action": "suspend", "target": suspended.id, "reason": "A test."}).ok()
    ended_seat = token(player, game=over.id)
    expired, revoked = token(player, expires_in_s=60), token(player)
    with psycopg.connect(database_url, autocommit=True) as db:
        db.execute("update token set expires_at = now() where digest = %s", (token_secrets.digest(expired),))
    player.api.delete(f"/v1/me/tokens/{made[-1]['id']}").ok()
    over.abort()
    gone = _player(Api(app), "Đorđe")
    gone.api.delete("/v1/me").ok()
    unissued = token_secrets.new_secret("p")
    wrong = {
        "no scheme": unissued,
        "another scheme": f"Basic {unissued}",
        "nothing": "Bearer ",
        "malformed": "Bearer hnb_p_x",
        "checksum": f"Bearer {player.token[:-1]}{'0' if player.token[-1] != '0' else '1'}",
        "unknown": f"Bearer {unissued}",
        "expired": f"Bearer {expired}",
        "revoked": f"Bearer {revoked}",
        "deleted": f"Bearer {gone.token}",
        "ended seat": f"Bearer {ended_seat}",
    }
    scenes = {}
    for name, game in games.items():
        comment, line = f"c_{'0' * 32}", f"b_{'0' * 32}"
        player.api.put(f"{game.path}/notes/game", {"text": "Mine."}).ok()
        if name.endswith("ended"):
            game.abort()
            said = player.api.post(f"{game.replay_path}/comments", {"anchor": "game", "text": "Well played."}).ok()
            comment = said["id"]
            line = player.api.post(
                f"{game.replay_path}/lines", {"at": 0, "moves": [{"type": "clue", "target": 1, "rank": 1}]}
            ).ok()["id"]
        if name.startswith("hidden"):
            moderate({"action": "hide", "target": game.id, "reason": "A test."}).ok()
        scenes[name] = Scene(game.id, comment, line)
    half_empty = creator.api.post("/v1/games", {"seats": 3, "private": True}).ok()["id"]
    code = creator.api.post(f"/v1/games/{half_empty}/invitations", {}).ok()["code"]
    player.api.post(f"/v1/games/{half_empty}/seats", {"code": code}).ok()
    creator.api.post(f"/v1/games/{half_empty}/invitations", {"account": invited.id}).ok()
    scenes["private open"] = Scene(half_empty, f"c_{'0' * 32}", f"b_{'0' * 32}")
    scenes["unknown"] = Scene(UNKNOWN, f"c_{'0' * 32}", f"b_{'0' * 32}")
    secrets = {player.token for player in (*table, gone)} | {one["token"] for one in (*made, robot)}
    return Cast(
        callers,
        {what: {"Authorization": header} for what, header in wrong.items()},
        scenes,
        made[0]["id"],
        player.name,
        frozenset({*secrets, unissued, granted}),
    )


def _player(api: Api, name: str) -> Player:
    account = api.post("/v1/accounts", {"name": unique(name)}).ok()
    return Player(account["id"], account["name"], account["token"], api.known_by(account["token"]))


def bodies(operation: Operation) -> Iterator[bytes]:
    """Yield request bodies: first one that every operation refuses, then the contract's examples."""
    if operation.method == "GET":
        yield b""
        return
    yield b"{"
    content = CONTRACT.resolve(operation.node.get("requestBody", {})).get("content", {})
    for example in content.get("application/json", {}).get("examples", {}).values():
        yield json.dumps(CONTRACT.resolve(example)["value"]).encode()
