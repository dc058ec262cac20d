"""A service with a log of commitments of its own, and changes to its games."""

from typing import Any, NamedTuple

import psycopg
from flask import Flask

from engine.proof.log_entries import Entry, Kind, entry_of
from engine.proof.tiles import ENTRIES, Tile, entries_in, tile_path, tiles_of
from service.features.commitment_log import sequencer
from service.maintenance import chores
from service.platform.settings import Settings
from tests.service.client import Api, Game, Json
from tests.service.factories import NewGame, Players


class Log(NamedTuple):
    """A service on a database of its own, and connections to both."""

    app: Flask
    api: Api
    players: Players
    new_game: NewGame
    db: psycopg.Connection[Any]
    url: str

    def head(self) -> Json:
        """Return the newest head."""
        head: Json = self.api.get("/v1/log/head").ok()
        return head

    def leaves(self) -> list[bytes]:
        """Return all entries of the newest head, from the bundles."""
        tiles = tiles_of(ENTRIES, self.head()["size"])
        return [leaf for tile in tiles for leaf in entries_in(tile, self.file(tile))]

    def entries(self) -> list[Entry]:
        """Return all entries of games, parsed."""
        return [entry for leaf in self.leaves() if isinstance(entry := entry_of(leaf), Entry)]

    def kinds(self, game: Game) -> list[Kind]:
        """Return the kinds of the entries of a game, in order."""
        return [entry.kind for entry in self.entries() if entry.secret_commitment == game.view(0)["secret_commitment"]]

    def file(self, tile: Tile) -> bytes:
        """Return the file of a tile."""
        answer = self.api.get(f"/log/tile/{tile_path(tile)}")
        assert answer.status == 200, answer.body
        return answer.raw

    def chores(self) -> None:
        """Run the command `hanabi chores`."""
        chores.main(Settings.from_environ({"DATABASE_URL": self.url}))


def opened(log: Log, **body: Any) -> Game:
    """Return an open game."""
    (owner,) = log.players(1)
    return Game(owner.api.post("/v1/games", {"seats": 2, **body}).ok(), [owner])


def expire(log: Log, game: Game) -> None:
    """Let an open game expire two hours ago, and delete it."""
    change = "update game set open_until = now() - interval '2 hours' where game_id = %s"
    log.db.execute(change, (game.id[2:],))
    log.chores()


def finish(game: Game) -> None:
    """Play a game to its end."""
    while (view := game.view(0))["status"] == "running":
        seat = view["to_move"]
        game.send(seat, game.view(seat)["legal_actions"][0]).ok()


def fill(log: Log, number: int) -> None:
    """Add commitments of games that were never opened, and put them into the tree."""
    log.db.execute(
        """insert into log_entry (game_id, kind, secret_commitment)
           select gen_random_uuid(), 0, sha256(n::text::bytea) from generate_series(1, %s) n""",
        (number,),
    )
    with log.app.extensions["database"].bind():
        assert sequencer.sequence_all() == number
