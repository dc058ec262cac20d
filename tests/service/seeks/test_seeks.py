"""Tests of seeks: who meets whom, once and in order, and when a seek ends."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from typing import Final

import orjson
import psycopg
import pytest
from flask import Flask

from service.app import create_app
from service.platform import ids
from service.platform.settings import Settings
from tests.rows import in_one_test
from tests.service.client import Api, Json, Player
from tests.service.factories import Players
from tests.service.tables.event_client import EventClient, polling
from tests.service.tables.test_dealing import committed


def rules(variant: str) -> Json:
    """Return rules that no other test seeks."""
    return {"edition": "hanab_live", "variant": variant}


X, Y, Z = (rules(f"{kind} (5 Suits)") for kind in ("Rainbow", "Pink", "White"))


def seek(player: Player, *acceptable: Json, seats: int = 2, **body: object) -> Json:
    """Look for others, and return the seek."""
    found: Json = player.api.post("/v1/seeks", {"seats": seats, "rules": list(acceptable) or [X], **body}).ok()
    return found


def again(player: Player, made: Json) -> Json:
    """Return a seek as it is now."""
    found: Json = player.api.get(f"/v1/seeks/{made['id']}").ok()
    return found


def end_all(*seekers: Player) -> None:
    """Withdraw the seeks that a test leaves."""
    for player in seekers:
        last = player.api.post("/v1/seeks", {"seats": 6, "rules": [rules("No Variant")]}).ok()
        player.api.delete(f"/v1/seeks/{last['id']}").ok()


def test_the_same_wish_just_after_a_match_is_the_match(players: Players) -> None:
    """A client that asks again before it has read the match gets no second game. After the game it does."""
    ada, bela, caro = players(3)
    first, matched = seek(ada), seek(bela)
    for player in (ada, bela):
        assert seek(player)["game"] == matched["game"]
    assert seek(ada)["id"] == first["id"]
    other = seek(ada, Y)
    assert other["game"] is None
    assert seek(caro, Y)["game"] == again(ada, other)["game"] not in (None, matched["game"])
    for _, player in enumerate((ada, bela)):
        player.api.post(f"/v1/games/{matched['game']}/abort-votes", {}).ok()
    assert seek(bela)["game"] is None
    end_all(ada, bela, caro)


MEETINGS: Final = {
    "the same rules": ([[X], [X]], {0: (1, X)}),
    "other rules": ([[X], [Y]], {}),
    "who has waited longest": ([[X], [Y], [Y, X]], {0: (2, X)}),
    "rules that the last one prefers": ([[X, Y], [Y, X]], {0: (1, Y)}),
    "only rules that all accept": ([[X, Z], [Y], [Z]], {0: (2, Z)}),
}
"""By name: the acceptable rules of each in turn, and who meets whom with which rules."""


@in_one_test(("wanted", "met"), MEETINGS.values())
def test_who_meets_whom(players: Players, wanted: list[list[Json]], met: dict[int, tuple[int, Json]]) -> None:
    """The last one to come meets those who have waited longest, with rules that all accept."""
    people = players(len(wanted))
    made = [seek(player, *acceptable) for player, acceptable in zip(people, wanted, strict=True)]
    found = [again(player, one) for player, one in zip(people, made, strict=True)]
    paired = {place for first, (second, _) in met.items() for place in (first, second)}
    assert [one["status"] for one in found] == [
        "matched" if place in paired else "waiting" for place in range(len(people))
    ]
    for first, (second, chosen) in met.items():
        assert found[first]["game"] == found[second]["game"]
        view = people[first].api.get(f"/v1/games/{found[first]['game']}").ok()
        assert [seat["account"] for seat in view["seats"]] == [people[first].id, people[second].id]
        assert view["rules"]["variant"] == chosen["variant"] and view["status"] == "running"
        assert not view["private"] and not view["sandbox"]
    end_all(*people)


SHORT: Final = {"turn_s": 60}
BANKS: Final = {"bank_s": 300, "increment_s": 10}

PACES: Final = {
    "one of several": ([{"pace": SHORT}, {"paces": [BANKS, SHORT]}], 60),
    "the one that the last one prefers": ([{"paces": [None, SHORT]}, {"paces": [SHORT, None]}], 60),
    "no clock": ([{}, {"paces": [SHORT, None]}], None),
    "none in common": ([{"paces": [SHORT, None]}, {"paces": [BANKS]}], 0),
    "another rule for its end": ([{"pace": SHORT}, {"paces": [{**SHORT, "on_timeout": "wait"}]}], 0),
}
"""By name: the clocks of two seeks, and the seconds for a turn of the game that they find; 0 for no game."""


@in_one_test(("wanted", "turn_s"), PACES.values())
def test_whose_clocks_go_together(players: Players, wanted: list[Json], turn_s: int | None) -> None:
    """Two meet with a clock that both accept, and their seeks then name it."""
    people = players(2)
    made = [seek(player, X, **body) for player, body in zip(people, wanted, strict=True)]
    found = [again(player, one) for player, one in zip(people, made, strict=True)]
    assert {one["status"] for one in found} == {"waiting" if turn_s == 0 else "matched"}
    if turn_s != 0:
        pace = people[0].api.get(f"/v1/games/{found[0]['game']}").ok()["pace"]
        assert (pace and pace["turn_s"]) == turn_s
        assert found[0]["pace"] == found[1]["pace"] == pace and pace in found[1]["paces"]
    end_all(*people)


def test_accounts_that_block_each_other_do_not_meet(players: Players) -> None:
    """Neither at a table of two nor through a third; the third meets the one who has waited longer."""
    ada, ben, cleo, dan = players(4)
    ben.api.put(f"/v1/me/blocks/{ada.id}").ok()
    first, second = seek(ada, seats=3), seek(ben, seats=3)
    third = seek(cleo, seats=3)
    assert {again(*each)["status"] for each in ((ada, first), (ben, second), (cleo, third))} == {"waiting"}
    game = seek(dan, seats=3)["game"]
    assert again(ada, first)["game"] == again(cleo, third)["game"] == game
    assert again(ben, second)["status"] == "waiting"
    end_all(ben)


def test_contributions_come_to_the_table(players: Players) -> None:
    """A game with a commitment waits for its reveal; two equal commitments do not meet."""
    ada, ben, cleo = players(3)
    first = seek(ada, **committed(0)(0))
    assert seek(ben, **committed(0)(0))["status"] == "waiting"
    game = seek(cleo, entropy="open")["game"]
    assert again(ada, first)["game"] == game
    view = ada.api.get(f"/v1/games/{game}").ok()
    assert (view["status"], view["awaiting_reveals"], view["entropies"]) == ("open", [0], [None, "open"])
    end_all(ben)


def test_bots_take_the_seats_for_which_there_is_nobody(players: Players, database_url: str) -> None:
    """When it is time, the next read starts the game, with others who accept bots, and without those who do not."""
    ada, ben, cleo = players(3)
    alone = seek(ben, seats=4)
    first = seek(ada, seats=4, bots_after_s=600, bot="kagiya")
    second = seek(cleo, seats=4, bots_after_s=3600)
    assert again(ada, first)["status"] == "waiting" and first["bot"] == "kagiya"
    assert again(ben, alone)["bots_at"] is None
    with psycopg.connect(database_url, autocommit=True) as db:
        db.execute("update seek set bots_at = now() where seek_id = %s", (ids.parse("q", first["id"]),))
    game = again(ada, first)["game"]
    assert again(cleo, second)["game"] == game and again(ben, alone)["status"] == "waiting"
    view = ada.api.get(f"/v1/games/{game}").ok()
    assert [seat["account"] or seat["bot"] for seat in view["seats"]] == [ada.id, cleo.id, "kagiya", "kagiya"]
    assert view["status"] == "running"
    end_all(ben)


@pytest.mark.parametrize("expires", ["now()", "now() + interval '2 minutes'"])
def test_a_seek_that_nobody_reads_is_not_matched(players: Players, database_url: str, expires: str) -> None:
    """One that has expired is gone. One from before the clock was set back waits for its account."""
    ada, ben = players(2)
    made = seek(ada)
    with psycopg.connect(database_url, autocommit=True) as db:
        db.execute(f"update seek set expires_at = {expires} where seek_id = %s", (ids.parse("q", made["id"]),))
    assert seek(ben)["status"] == "waiting"
    if expires == "now()":
        assert ada.api.get(f"/v1/seeks/{made['id']}").status == 404
    else:
        again(ada, made)
        assert seek(ben)["status"] == "matched"
    end_all(ada, ben)


def test_who_waited_for_the_lock_is_matched(players: Players, database_url: str) -> None:
    """Its time is that before the wait, so the seeks that came meanwhile seem to be ahead."""
    ada, ben = players(2)
    made = seek(ada)
    with psycopg.connect(database_url, autocommit=True) as db:
        later = "update seek set expires_at = now() + interval '70 s' where seek_id = %s"
        db.execute(later, (ids.parse("q", made["id"]),))
    assert seek(ben)["status"] == "matched"


def test_a_withdrawn_seek_is_not_matched(players: Players) -> None:
    """A seek ends by DELETE or a new seek. Nobody else reads or ends it, and one with a game cannot be withdrawn."""
    ada, ben, cleo = players(3)
    replaced, made = seek(ada), seek(ada)
    path = f"/v1/seeks/{made['id']}"
    assert ada.api.get(f"/v1/seeks/{replaced['id']}").status == 404
    assert ben.api.get(path).status == ben.api.delete(path).status == 404
    assert ada.api.delete(path).status == 204
    assert ada.api.delete(path).status == 404
    first = seek(ben)
    assert first["status"] == "waiting"
    second = seek(cleo)
    assert second["status"] == "matched"
    assert cleo.api.delete(f"/v1/seeks/{second['id']}").code == "already-seated"
    assert ben.api.delete(f"/v1/seeks/{first['id']}").code == "already-seated"


def test_a_stream_tells_of_the_match(settings: Settings, players: Players) -> None:
    """The stream of the seek ends with it, and the streams of both accounts tell of it, once."""
    app = polling(create_app(settings), 60)
    ada, ben = (Player(one.id, one.name, one.token, Api(app, token=one.token)) for one in players(2))
    made = seek(ada)
    mine, other = (EventClient(app, "/v1/me/events", one.token) for one in (ada, ben))
    with closing(mine), closing(other):
        assert mine.next().event == other.next().event == "ready"
        stream = EventClient(app, f"/v1/seeks/{made['id']}", ada.token)
        assert stream.next().event == "seek"
        found = seek(ben)
        matched, *rest = stream.remaining()
        assert (matched.event, rest) == ("matched", [])
        assert orjson.loads(matched.data)["game"] == found["game"]
        for client in (mine, other):
            frames = [client.next(), client.next()]
            assert [frame.event for frame in frames] == ["matched", "started"]
            assert orjson.loads(frames[0].data)["game"] == found["game"]
    late = EventClient(app, f"/v1/seeks/{made['id']}", ada.token)
    assert [frame.event for frame in late.remaining()] == ["matched"]


def test_a_match_that_waits_for_reveals_is_told(settings: Settings, players: Players) -> None:
    """The account that has nothing to reveal hears of the game too, before it is dealt."""
    app = polling(create_app(settings), 60)
    ada, ben = (Player(one.id, one.name, one.token, Api(app, token=one.token)) for one in players(2))
    seek(ada)
    with closing(EventClient(app, "/v1/me/events", ada.token)) as mine:
        assert mine.next().event == "ready"
        found = seek(ben, **committed(1)(1))
        frame = mine.next()
        assert (frame.event, orjson.loads(frame.data)["game"]) == ("matched", found["game"])


def test_the_end_of_its_last_stream_withdraws_a_seek(settings: Settings, players: Players) -> None:
    """The end of an earlier stream does not, nor does a worker that stops."""
    app = polling(create_app(settings), 60)
    (ada,) = players(1)
    made = seek(ada)
    path = f"/v1/seeks/{made['id']}"
    earlier, later = EventClient(app, path, ada.token), EventClient(app, path, ada.token)
    assert earlier.next().event == later.next().event == "seek"
    earlier.close()
    assert ada.api.get(path).status == 200
    later.close()
    assert ada.api.get(path).status == 404
    path = f"/v1/seeks/{seek(ada)['id']}"
    with closing(EventClient(app, path, ada.token)) as stream:
        assert stream.next().event == "seek"
        app.extensions["subscriptions"].serving = lambda: False
        assert stream.next().event == "bye"
    assert ada.api.delete(path).status == 204


def test_a_stream_starts_the_game_with_bots_when_it_is_time(settings: Settings, players: Players) -> None:
    """Nobody asks for it, and nothing announces it."""
    app = polling(create_app(settings), 0.05)
    (ada,) = players(1)
    made = seek(ada, bots_after_s=1)
    with closing(EventClient(app, f"/v1/seeks/{made['id']}", ada.token)) as stream:
        assert stream.remaining()[-1].event == "matched"


def test_many_at_once_are_matched_once(settings: Settings, players: Players) -> None:
    """Ten at a time at two processes, with few connections: all get a game, and each game has its players alone."""
    apps = [create_app(replace(settings, pool_size=2)) for _ in range(2)]
    people = [*players(5), *players(5)]

    def look(place: int) -> Json:
        client = Api(apps[place % 2], token=people[place].token, may_fail=True)
        while (answer := client.post("/v1/seeks", {"seats": 2, "rules": [Y]})).status == 503:
            pass  # the two connections of the process are in use
        found: Json = answer.ok()
        return found

    with ThreadPoolExecutor(len(people)) as pool:
        made = list(pool.map(look, range(len(people))))
    games = Counter(again(player, one)["game"] for player, one in zip(people, made, strict=True))
    assert sorted(games.values()) == [2] * 5 and None not in games


WRONG: Final = {
    "no rules": ({"seats": 2, "rules": []}, "#/rules"),
    "six in a booklet": ({"seats": 6}, "#/rules/0/edition"),
    "one clock and several": ({"seats": 2, "pace": None, "paces": [None]}, "#/pace"),
    "a clock that is none": ({"seats": 2, "paces": [None, {"turn_s": 0}]}, "#/paces/1/turn_s"),
}


@in_one_test(("body", "place"), WRONG.values())
def test_a_wrong_seek_is_refused(app: Flask, players: Players, body: Json, place: str) -> None:
    """The problem points to the fault."""
    answer = players(1)[0].api.post("/v1/seeks", body)
    assert (answer.status, answer.code) == (422, "invalid-request")
    assert place in [error.get("pointer") for error in answer.body["errors"]]


def test_a_bot_that_cannot_play_is_refused(players: Players) -> None:
    """The refusal comes at once, and not when it is time for bots."""
    (ada,) = players(1)
    body = {"seats": 2, "rules": [{"edition": "de"}, rules("Alternating Clues (5 Suits)")], "bots_after_s": 60}
    assert ada.api.post("/v1/seeks", {**body, "bot": "hgroup-1"}).code == "bot-cannot-play"
    assert ada.api.post("/v1/seeks", body).ok()["bot"] == "kagiya"  # a usual one that plays them all
