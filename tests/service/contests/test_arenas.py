"""Tests of arenas and their leaderboards."""

import json
import secrets
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask

from engine.proof.contest_results import verify_results
from service.features.contests import arenas
from service.platform import ids
from service.platform.database.pool import connection
from service.platform.timestamps import rfc3339
from tests.service.client import Api, Json, Player
from tests.service.contests.teams import decks_of
from tests.service.contests.test_contests import close, ended
from tests.service.factories import Players, unique

ARENA = {"id": "arena-2"}


@pytest.fixture(scope="module", autouse=True)
def announced(app: Flask) -> None:
    """The arenas of this database."""
    with app.extensions["database"].bind():
        arenas.announce_missing()
        assert arenas.announce_missing() == 0


def bot_of(owner: Player, api: Api) -> Player:
    """Create a bot."""
    made = owner.api.post("/v1/me/bots", {"name": unique("Bot")}).ok()
    return Player(made["id"], made["name"], made["token"], api.known_by(made["token"]))


def entered(bots: list[Player], **headers: str) -> Json:
    """Enter the arena for two seats."""
    body = {"partners": [{"account": one.id} for one in bots[1:]]}
    entry: Json = bots[0].api.post("/v1/contests/arena-2/entries", body, headers=headers).ok()
    return entry


def end_all(app: Flask, entry: Json, game: str, points: int, *, but: int = 0) -> None:
    """Store that a team has ended all decks but some with so many points, in copies of a game."""
    values: dict[str, Any] = {
        "contest": arenas.arena(datetime.now(UTC), 2),
        "entry": entry["id"].removeprefix("e_"),
        "game": game.removeprefix("g_"),
        "decks": arenas.DECKS - but,
        "changed": points,
    }
    copy = """
        with copied as (insert into game select (jsonb_populate_record(g, jsonb_build_object(
                'game_id', gen_random_uuid(), 'score', %(changed)s::int, 'outcome', 'finished'))).*
            from game g, generate_series(0, %(decks)s - 1) where g.game_id = %(game)s::uuid returning game_id)
        insert into contest_table (contest_id, round, deck, entry_id, ready, game_id)
        select %(contest)s, 0, row_number() over () - 1, %(entry)s::uuid, '{}', game_id from copied
        on conflict (contest_id, round, deck, entry_id) do update set game_id = excluded.game_id
    """
    with app.extensions["database"].bind(), connection() as db:
        db.execute(copy, values)


def test_the_service_announces_arenas(api: Api) -> None:
    """They are for bots, have 100 sealed decks, and close with the season."""
    for seats in range(2, 6):
        arena = api.get(f"/v1/contests/arena-{seats}").ok()
        assert (arena["seats"], arena["status"], arena["closes_at"]) == (
            seats,
            "open",
            rfc3339(arenas._end(datetime.now(UTC))),
        )
        assert (arena["entry"]["who"], arena["decks_total"], arena["by"]["name"]) == ("bots", 100, "hanabi arena")
        assert all(deck["sealed"] for deck in decks_of(api, arena))


def test_an_arena_is_for_bots(players: Players) -> None:
    (person,) = players(1)
    assert person.api.post("/v1/contests/arena-2/entries", {"partners": [{"bot": "kagiya"}]}).code == "not-eligible"


def test_the_leaderboard_has_teams_that_have_ended_all_decks(app: Flask, api: Api, players: Players) -> None:
    """The best first, with the earlier teams of their owners, and with how they said they were connected."""
    ada, bela = players(2)
    teams = [[bot_of(owner, api), bot_of(owner, api)] for owner in (ada, bela, bela, ada)]
    entries = [entered(bots, **({"User-Agent": "hanabi-mcp"} if bots is teams[1] else {})) for bots in teams]
    game = ended(ARENA, teams[0])
    for entry, points, missing in zip(entries, (20, 25, 22, 25), (0, 0, 0, 1), strict=True):
        end_all(app, entry, game.id, points, but=missing)
    shown = api.get("/v1/contests/arena-2/leaderboard").ok()["items"]
    mine = [each for each in shown if each["entry"]["id"] in {entry["id"] for entry in entries}]
    assert [each["entry"]["id"] for each in mine] == [entries[number]["id"] for number in (1, 2, 0)]
    assert [(each["via"], each["earlier"], each["mean"]["value"]) for each in mine] == [
        ("mcp", 0, 25),
        ("http", 0, 22),
        ("http", 0, 20),
    ]
    assert mine[0]["mean"] == {"value": 25.0, "low": 25.0, "high": 25.0}
    again = api.get("/v1/contests/arena-2/leaderboard").ok()
    assert again["items"] == shown
    waiting = {each["entry"]["id"]: each["ended"] for each in again["under_way"]}
    assert waiting[entries[3]["id"]] == 99 and not waiting.keys() & {entry["id"] for entry in entries[:3]}


def test_earlier_teams_are_those_that_had_ended_a_deck(app: Flask, api: Api, players: Players) -> None:
    """Not those that had entered: by deck, also of an account that was merged into the owner's."""
    owner, guest = players(2)
    first, second = [bot_of(owner, api), bot_of(owner, api)], [bot_of(guest, api), bot_of(guest, api)]
    entries = [entered(second), entered(first)]  # the later team enters first
    for team, entry in ((first, entries[1]), (second, entries[0])):
        end_all(app, entry, ended(ARENA, team).id, 20)
    moved = "update account set owner_id = %s where owner_id = %s"
    with app.extensions["database"].bind(), connection() as db:
        db.execute(
            "update game set started_at = now() where game_id in (select game_id from contest_table t"
            " where entry_id = %s and deck < 40)",
            (entries[0]["id"][2:],),
        )
        db.execute(moved, (owner.id[2:], guest.id[2:]))
    shown = {each["entry"]["id"]: each for each in api.get("/v1/contests/arena-2/leaderboard").ok()["items"]}
    assert [(shown[each["id"]]["earlier"], shown[each["id"]]["earlier_decks"]) for each in entries] == [
        (1, 100),
        (0, 0),
    ]


def test_an_arena_tells_nothing_of_single_decks(api: Api, players: Players) -> None:
    """Somebody who has not ended a deck sees no table of it, and nobody sees standings."""
    ada, bela = ([bot_of(owner, api), bot_of(owner, api)] for owner in players(2))
    for team in (ada, bela):
        entered(team)
        ended(ARENA, team, 99)
    ended(ARENA, ada, 98)
    path = "/v1/contests/arena-2"
    entry = ada[0].api.get(path).ok()["my_entry"]["id"]
    of_deck = {deck: bela[0].api.get(f"{path}/tables", query=f"deck={deck}").ok()["items"] for deck in (98, 99)}
    assert of_deck[98] == [] and entry in [table["entry"] for table in of_deck[99]]
    assert len(bela[0].api.get(f"{path}/tables").ok()["items"]) == 1
    assert bela[0].api.get(f"{path}/standings").ok()["items"] == []
    assert entry not in [each["entry"]["id"] for each in api.get(f"{path}/leaderboard").ok()["items"]]


def test_only_an_arena_has_a_leaderboard(api: Api, players: Players) -> None:
    (person,) = players(1)
    body = {"title": "Cup", "seats": 2, "rounds": [{"decks": 1}]}
    contest = person.api.post("/v1/contests", body).ok()["id"]
    for name in (contest, "arena-6", f"x_{secrets.token_hex(16)}"):
        assert api.get(f"/v1/contests/{name}/leaderboard").code == "not-found"


def test_a_season_closes(app: Flask, api: Api, players: Players) -> None:
    """The name is that of the next one, and the results of the old one are there for everybody, with standings."""
    (owner,) = players(1)
    team = [bot_of(owner, api)]
    body = {"partners": [{"bot": "kagiya"}, {"bot": "kagiya"}]}
    entry = team[0].api.post("/v1/contests/arena-3/entries", body).ok()
    game = ended({"id": "arena-3"}, team)
    old = api.get("/v1/contests/arena-3").ok()
    ages = "update contest set opens_at = opens_at - interval '1 year', contest_id = contest_id where contest_id = %s"
    with app.extensions["database"].bind():
        end = arenas._end(datetime.now(UTC))
        assert (old["closes_at"], arenas.renew()) == (rfc3339(end), 0)
        with connection() as db:
            db.execute(ages.encode(), (ids.parse("x", old["id"]),))
        close(app, old)
        assert arenas._announce(arenas.arena(end, 3), end, datetime.now(UTC), 3)
    assert api.get("/v1/contests/arena-3").ok()["id"] != old["id"]
    found = api.get(f"/v1/contests/{old['id']}/results").ok()
    assert game.id in [table["game"] for table in found["tables"]] and found["log_index"] is not None
    assert entry["id"] in [one["entry"] for one in found["standings"]]
    assert verify_results(json.dumps(found).encode()).fault is None
