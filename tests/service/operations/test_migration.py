"""Test of a migration with data: games from before the chain get their heads."""

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from sqlalchemy.engine import make_url

from service.app import create_app
from service.replays import finished_game, replays
from service.settings import Settings
from tests.service.client import Api, Game, Player, stacked

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def own_url(database_url: str) -> Iterator[str]:
    """An empty database for one test."""
    name = f"hanabi_migration_{secrets.token_hex(4)}"
    with psycopg.connect(database_url, autocommit=True) as db:
        db.execute(f'create database "{name}"'.encode())
        yield make_url(database_url).set(database=name).render_as_string(hide_password=False)
        db.execute(f'drop database "{name}" with (force)'.encode())


def migrate(url: str, *words: str) -> None:
    """Run Alembic."""
    subprocess.run(
        [sys.executable, "-m", "alembic", *words],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url},
        check=True,
        capture_output=True,
    )


def test_games_from_before_the_chain_get_their_heads(own_url: str) -> None:
    """After a downgrade and an upgrade the heads are the same, and an open game can still be dealt."""
    migrate(own_url, "upgrade", "head")
    api = Api(app := create_app(Settings(database_url=own_url, pool_size=2)))
    people = []
    for name in ("Ada", "Ben"):
        account = api.post("/v1/accounts", {"name": name}).ok()
        people.append(Player(account["id"], name, account["token"], api.known_by(account["token"])))
    ada, ben = people
    games = []
    for moves in ([], ["play 0"], ["clue 1 1", "play 5"]):
        body = {"seats": 2, "sandbox": True, "deck": stacked("r1"), "rules": {"table_talk": "free"}}
        game = Game(ada.api.post("/v1/games", body).ok(), people)
        ben.api.post(f"{game.path}/seats", {}).ok()
        game.play(*moves)
        games.append(game)
    games[1].players[1].api.post(f"{games[1].path}/messages", {"text": "Hä?"}).ok()
    games[2].abort()
    waiting = Game(ada.api.post("/v1/games", {"seats": 2}).ok(), people)
    with psycopg.connect(own_url) as db:  # make them games with chain 2
        db.execute("update event set data = data - '{chain,game,holders,bots}'::text[] where version = 0")
        db.execute("update game set head = null, timed_version = null")
    heads = [game.view(0)["head"] for game in games]
    migrate(own_url, "downgrade", "0006")
    migrate(own_url, "upgrade", "head")
    with psycopg.connect(own_url) as db:  # a running game gets its head when it is read
        stored = db.execute("select encode(head, 'hex') from game where status = 'ended'").fetchall()
    assert stored == [(heads[2],)]
    api = Api(app := create_app(Settings(database_url=own_url, pool_size=2)))
    players = [player._replace(api=api.known_by(player.token)) for player in people]
    for game in (*games, waiting):
        game.players = players
    assert [game.view(0)["head"] for game in games] == heads
    assert games[0].play("play 0")["view"]["version"] == 1
    assert api.get(f"{games[2].replay_path}/verification").ok()["verified"]
    assert waiting.view(0)["secret_commitment"] is not None
    players[1].api.post(f"{waiting.path}/seats", {"entropy": "x"}).ok()
    waiting.abort()
    assert api.get(f"{waiting.replay_path}/verification").ok()["deck"]["origin"] == "shuffled"
    with app.extensions["database"].bind():
        assert (
            replays.record(finished_game.load(UUID(games[2].id[2:]), None)).events[-1].hash == games[2].view(0)["head"]
        )
