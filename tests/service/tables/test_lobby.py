"""Tests of the list and the stream of open tables."""

from contextlib import closing

import orjson
import psycopg
from flask import Flask

from service.app import create_app
from service.platform import ids
from service.platform.settings import Settings
from tests.service.client import Json, Player
from tests.service.factories import Players
from tests.service.tables.event_client import EventClient, polling


def _tables(app: Flask, player: Player) -> list[str]:
    return [table["id"] for table in player.api.get("/v1/lobby").ok()["items"]]


def test_open_tables_come_change_and_go(settings: Settings, players: Players) -> None:
    """The stream tells of each public table that is new, has changed or has started, and of no private one."""
    app = polling(create_app(settings), 60)
    host, guest = players(2)
    with closing(EventClient(app, "/v1/lobby")) as stream:
        first = stream.next()
        assert first.event == "tables"
        host.api.post("/v1/games", {"seats": 2, "private": True}).ok()
        host.api.post("/v1/games", {"seats": 2, "sandbox": True}).ok()
        game = host.api.post("/v1/games", {"seats": 3}).ok()["id"]

        def next_of_game() -> tuple[str, Json]:
            while True:
                frame = stream.next()
                data = orjson.loads(frame.data)
                if data["id"] == game:
                    return frame.event, data
                listed = host.api.get(f"/v1/games/{data['id']}")
                assert frame.event == "gone" or listed.ok()["private"] is False

        event, table = next_of_game()
        assert event == "table"
        assert [seat["account"] for seat in table["seats"]] == [host.id, None, None]
        guest.api.post(f"/v1/games/{game}/seats").ok()
        event, table = next_of_game()
        assert [seat["account"] for seat in table["seats"]] == [host.id, guest.id, None]
        assert table == guest.api.get("/v1/lobby").ok()["items"][0]
        host.api.post(f"/v1/games/{game}/seats", {"bot": "kagiya"}).ok()
        assert next_of_game() == ("gone", {"id": game})


def test_only_tables_that_somebody_can_join_are_listed(app: Flask, players: Players) -> None:
    """A table that is private, given up, or waits for reveals is not in the list."""
    host, guest = players(2)
    made: dict[str, str] = {}
    bodies: Json = {
        "open": {},
        "private": {"private": True},
        "given up": {},
        "full": {"entropy_commitment": "0" * 64},
    }
    for name, body in bodies.items():
        made[name] = host.api.post("/v1/games", {"seats": 2, **body}).ok()["id"]
    host.api.delete(f"/v1/games/{made['given up']}/seats/me").ok()
    guest.api.post(f"/v1/games/{made['full']}/seats").ok()
    listed = _tables(app, guest)
    assert [name for name, game in made.items() if game in listed] == ["open"]


def test_an_expired_table_goes_without_news(settings: Settings, players: Players, database_url: str) -> None:
    """A table that expires, which nothing announces, is gone with a later keep-alive."""
    app = polling(create_app(settings), 60)
    game = players(1)[0].api.post("/v1/games", {"seats": 2}).ok()["id"]
    with closing(EventClient(app, "/v1/lobby")) as stream, psycopg.connect(database_url, autocommit=True) as db:
        assert game in [table["id"] for table in orjson.loads(stream.next().data)["items"]]
        db.execute("update game set open_until = now() where game_id = %s", (ids.parse("g", game),))
        while (frame := stream.next()).event != "gone" or orjson.loads(frame.data)["id"] != game:
            pass
