"""A contest of 1,000 tables that closes while many people have its page open."""

import time
from typing import Final

import psycopg

from tests.abuse.stranger import Stranger

TITLE: Final = "A thousand tables"
_DECKS: Final = 10
_TEAMS: Final = 100
_CLOSES_IN_S: Final = 3

_ENTER: Final = """
    with new as (insert into contest_entry (contest_id, entry_id, name, entered_at)
                 select %(contest)s, gen_random_uuid(), 'Team ' || number, now()
                   from generate_series(2, %(teams)s) as number returning entry_id)
    insert into contest_member (contest_id, entry_id, seat, bot, confirmed)
    select %(contest)s, entry_id, seat, 'kagiya', true from new, generate_series(0, 1) as seat
"""
_PLAN: Final = """
    create temporary table copied on commit drop as
    select gen_random_uuid() as game_id, number::smallint as deck, e.entry_id, (random() * 25)::int as score
      from contest_entry e, generate_series(0, %(decks)s - 1) as number
     where e.contest_id = %(contest)s
       and not exists (select 1 from contest_table t where t.contest_id = e.contest_id
                          and t.entry_id = e.entry_id and t.deck = number)
"""
_COPY: Final = """
    insert into {table} select (jsonb_populate_record(one, {changed})).*
      from {table} one, copied where one.game_id = %(game)s
"""
_TABLES: Final = """
    insert into contest_table (contest_id, round, deck, entry_id, ready, game_id)
    select %(contest)s, 0, deck, entry_id, '{}', game_id from copied
"""
_CLOSE: Final = "update {table} set {column} = clock_timestamp() + make_interval(secs => %(wait)s)"
_ID: Final = "jsonb_build_object('game_id', copied.game_id)"
_RESULT: Final = f"{_ID} || jsonb_build_object('score', copied.score, 'outcome', 'finished', 'counted_as', 'hidden')"


def close_soon(url: str, database_url: str) -> None:
    """Announce a contest, play a table, copy it to 1,000 tables of 100 teams, and let the round close in seconds."""
    someone = Stranger(url, 60)
    token = someone.account()
    new = {"title": TITLE, "seats": 2, "rounds": [{"decks": _DECKS, "closes_at": "2099-01-01T00:00:00Z"}]}
    contest = someone.send("POST", "/v1/contests", new, token)["id"]
    path = f"/v1/contests/{contest}"
    someone.send("POST", f"{path}/entries", {"partners": [{"bot": "kagiya"}]}, token)
    game = someone.send("POST", f"{path}/tables", {"round": 0, "deck": 0}, token)["game"]
    actions = someone.send("GET", f"/v1/games/{game}", None, token)["legal_actions"]
    while actions:
        play = next(action for action in actions if action["type"] == "play")
        actions = someone.send("POST", f"/v1/games/{game}/moves", play, token)["view"]["legal_actions"]
        time.sleep(0.05)
    values = {"contest": contest[2:], "game": game[2:], "teams": _TEAMS, "decks": _DECKS, "wait": _CLOSES_IN_S}
    with psycopg.connect(database_url) as db:
        db.execute(_ENTER, values)
        db.execute(_PLAN, values)
        for table, changed in (("game", _RESULT), ("seat", _ID), ("deal", _ID), ("event", _ID), ("core_record", _ID)):
            db.execute(_COPY.format(table=table, changed=changed).encode(), values)
        db.execute(_TABLES, values)
        for table, column in (("contest_round", "closes_at"), ("contest", "closes_at"), ("game", "sealed_until")):
            db.execute(f"{_CLOSE.format(table=table, column=column)} where contest_id = %(contest)s".encode(), values)
        db.execute("analyze")  # as Postgres does by itself while tables are played
        found = db.execute("select count(*) from contest_table where contest_id = %(contest)s", values).fetchone()
    assert found == (_DECKS * _TEAMS,)
