"""Tests of watching: who sees what of a running game without a seat in it, and how watchers are counted."""

from collections.abc import Callable
from contextlib import closing
from typing import Any

import orjson
from flask import Flask

from service.app import create_app
from service.platform.settings import Settings
from tests.rows import in_one_test
from tests.service.client import Api, Game, Json, Player
from tests.service.factories import NewGame, Players
from tests.service.tables.event_client import EventClient, polling
from tests.waiting import await_until

DELAY = 5
HANDS = {"watching": "hands", "hands_delay": DELAY}


def table(players: Players, *, agree: bool = True, **rules: Any) -> Game:
    """Return a game of two that offers its hands to watchers. The second player agrees or not."""
    people = players(2)
    body = {"seats": 2, **HANDS, "rules": {"starting_seat": 0, **rules}}
    game = Game(people[0].api.post("/v1/games", body).ok(), people)
    people[1].api.post(f"{game.path}/seats", {"show_hands": agree}).ok()
    return game


def turns(game: Game, number: int) -> None:
    """Take turns that change hands: a discard after each clue."""
    for _ in range(number):
        view = next(view for view in (game.view(0), game.view(1)) if view["legal_actions"])
        move = "clue" if view["clue_tokens"] == 8 else "discard"
        game.play(next(action for action in view["legal_actions"] if action["type"] == move))


def fronts(view: Json) -> list[Json]:
    return [card for hand in view["hands"] for card in hand["cards"] if "suit" in card]


def hands_of(view: Json) -> list[list[tuple[Any, ...]]]:
    return [[(card["card"], card.get("suit"), card.get("rank")) for card in hand["cards"]] for hand in view["hands"]]


def test_an_account_sees_all_hands_some_turns_later(players: Players, api: Api) -> None:
    """Before so many turns it sees nothing of the deal. Then the view and the events are those of the past.

    Cards that are still held are hidden.
    """
    game, (watcher,) = table(players), players(1)
    seen: list[list[list[tuple[Any, ...]]]] = []
    for turn in range(DELAY + 4):
        both = [hands_of(game.view(seat)) for seat in (1, 0)]
        seen.append([both[0][0], both[1][1]])  # each hand as the other seat sees it
        view = watcher.api.get(game.path).ok()
        assert view["watching"]["is_past"] is True
        assert view["viewer"]["seat"] is None and view["legal_actions"] == []
        if turn < DELAY:
            assert (view["version"], view["hands"]) == (-1, [])
        else:
            held = {card for hand in seen[-1] for card, *_ in hand}
            past = [
                [(card, *((None, None) if card in held else front)) for card, *front in hand]
                for hand in seen[turn - DELAY]
            ]
            assert (view["turn"], hands_of(view)) == (turn - DELAY, past)
            assert watcher.api.get(game.path, query=f"at={view['version']}").ok()["hands"] == view["hands"]
            assert watcher.api.get(game.path, query=f"at={view['version'] + 1}").code == "invalid-request"
        assert watcher.api.get(f"{game.path}/events").ok()["version"] == view["version"]
        assert fronts(api.get(game.path).ok()) == []
        assert api.get(game.path).ok()["turn"] == turn
        turns(game, 1)
    deal = watcher.api.get(f"{game.path}/events").ok()["items"][0]
    assert [len(hand["cards"]) for hand in deal["hands"]] == [5, 5]
    game.abort()
    assert watcher.api.get(game.path).ok()["watching"]["is_past"] is False
    assert watcher.api.get(f"{game.path}/events").ok()["ended"] is True


def test_a_second_account_of_a_player_gets_no_hands_without_agreement(players: Players) -> None:
    """If one person at the table has not agreed, every account sees the present table, without hands."""
    game, (second,) = table(players, agree=False), players(1)
    turns(game, DELAY + 2)
    view = second.api.get(game.path).ok()
    assert view["watching"] == {"who": "hands", "hands_delay": DELAY, "agreed": [0], "is_past": False}
    assert (fronts(view), view["turn"]) == ([], DELAY + 2)
    deal = second.api.get(f"{game.path}/events").ok()["items"][0]
    assert deal["hands"] == []


def test_bots_of_players_and_owners_of_bots_at_the_table_get_no_hands(players: Players, api: Api) -> None:
    """A bot of a seat sees the present table without hands, and so does who owns a bot in a seat, with its bots."""
    game, (owner,) = table(players), players(1)
    turns(game, DELAY + 1)
    made = game.players[0].api.post("/v1/me/bots", {"name": f"R2 {game.id[-8:]}"}).ok()
    assert fronts(api.known_by(made["token"]).get(game.path).ok()) == []
    bots = [owner.api.post("/v1/me/bots", {"name": f"{name} {game.id[-8:]}"}).ok() for name in ("C3", "BB")]
    seated = api.known_by(bots[0]["token"])
    view = seated.post("/v1/games", {"seats": 2, **HANDS, "rules": {"starting_seat": 0}}).ok()
    partner = players(1)[0]
    partner.api.post(f"/v1/games/{view['id']}/seats", {"show_hands": True}).ok()
    played = Game(view, [Player("", "", "", seated), partner])
    turns(played, DELAY + 1)
    assert fronts(owner.api.get(played.path).ok()) == []
    assert fronts(api.known_by(bots[1]["token"]).get(played.path).ok()) == []
    assert players(1)[0].api.get(played.path).ok()["watching"]["is_past"] is True


def test_nobody_watches_a_game_that_nobody_may_watch(new_game: NewGame, players: Players, api: Api) -> None:
    """Its players see it, everybody else only when it is over. Its lists and its chat are those of any game."""
    game, (stranger,) = new_game(2, watching="nobody"), players(1)
    for eyes in (api, stranger.api):
        for path in ("", "/events", "/messages"):
            assert eyes.get(game.path + path).code == "not-watchable"
        assert eyes.get(game.path, headers={"If-None-Match": "*"}).code == "not-watchable"
        assert eyes.get(f"{game.path}/events", headers={"Accept": "text/event-stream"}).code == "not-watchable"
    assert stranger.api.post(f"{game.path}/moves", {"type": "play", "card": 0, "expected_version": 0}).status == 403
    assert game.view(0)["watching"]["who"] == "nobody"
    listed = [one["id"] for one in api.get("/v1/games", query="watchable=true&limit=100").ok()["items"]]
    other = new_game(2)
    assert other.id in [one["id"] for one in api.get("/v1/games", query="watchable=true&limit=100").ok()["items"]]
    assert game.id not in listed
    game.abort()
    assert api.get(game.path).ok()["status"] == "ended"


def test_a_stream_of_the_past_continues_to_the_end(settings: Settings, players: Players) -> None:
    """Each event comes once, some turns later, and the last ones with the end."""
    app = polling(create_app(settings), 60)
    game, (watcher,) = table(players), players(1)
    turns(game, DELAY + 1)
    with closing(EventClient(app, f"{game.path}/events?views=true", watcher.token)) as stream:
        first = orjson.loads(stream.next().data)
        assert (first["view"]["turn"], first["events"]) == (1, [])
        turns(game, 2)
        versions: list[int] = []
        while len(versions) < 2:
            frame = orjson.loads(stream.next().data)
            assert all(len(hand["cards"]) == 5 for hand in frame["view"]["hands"])
            versions += [event["version"] for event in frame["events"]]
        game.abort()
        *news, end = stream.remaining()
        for one in news:
            versions += [event["version"] for event in orjson.loads(one.data)["events"]]
    assert end.event == "end"
    assert versions == list(range(2, DELAY + 6))


@in_one_test(
    ("body", "member"),
    [
        ({"watching": "hands", "private": True}, "#/watching"),
        ({"hands_delay": 5}, "#/hands_delay"),
        ({"watching": "hands", "hands_delay": 4}, "#/hands_delay"),
        ({"watching": "all"}, "#/watching"),
    ],
)
def test_impossible_rules_of_watching_are_refused(players: Players, body: Json, member: str) -> None:
    """No game is created."""
    refused = players(1)[0].api.post("/v1/games", {"seats": 2, **body})
    assert refused.code == "invalid-request"
    assert [one["pointer"] for one in refused.body["errors"]] == [member]


def test_watchers_are_counted(settings: Settings, new_game: Callable[..., Game], api: Api) -> None:
    """Streams of watchers count, in all processes, and those of players do not."""
    apps: list[Flask] = [polling(create_app(settings), 0.2) for _ in range(2)]
    game = new_game(2)

    def counted() -> int:
        found: int = api.get(f"{game.path}/watchers").ok()["watchers"]
        return found

    streams = [EventClient(app, f"{game.path}/events") for app in apps]
    streams.append(EventClient(apps[0], f"{game.path}/events", game.players[0].token))
    for stream in streams:
        stream.next()
    await_until(lambda: counted() == 2, "two watch")
    listed = next(one for one in api.get("/v1/games", query="watchable=true").ok()["items"] if one["id"] == game.id)
    assert (listed["watching"], listed["watchers"]) == ("table", 2)
    for stream in streams:
        stream.close()
    await_until(lambda: counted() == 0, "nobody watches")


@in_one_test(
    ("setting", "is_open"),
    [
        ({}, True),
        ({"watching": "nobody"}, None),
        ({"sandbox": False}, False),
        ({"watching": "hands", "hands_delay": DELAY, "sandbox": False}, False),
    ],
)
def test_everybody_sees_the_hands_of_bots_in_games_that_do_not_count(
    players: Players, api: Api, setting: Json, is_open: bool | None
) -> None:
    """If programs have all seats of a sandbox game, its hands are open at once; with a person there, they are not."""
    (owner,) = players(1)
    made = [owner.api.post("/v1/me/bots", {"name": f"{name} {owner.id[-8:]}"}).ok() for name in ("C3", "BB")]
    programs = [Player("", "", one["token"], api.known_by(one["token"])) for one in made]
    for others, expected in (([programs[1]], is_open), ([owner], is_open and False)):
        view = programs[0].api.post("/v1/games", {"seats": 2, "sandbox": True, **setting}).ok()
        game = Game(view, [programs[0], *others])
        others[0].api.post(f"{game.path}/seats", {}).ok()
        for eyes in (api, players(1)[0].api):
            seen = eyes.get(game.path)
            if expected is None:
                assert seen.code == "not-watchable"
                continue
            assert len(fronts(seen.ok())) == (10 if expected else 0)
            assert seen.ok()["watching"]["is_past"] is False
            deal = eyes.get(f"{game.path}/events").ok()["items"][0]["hands"]
            assert any("suit" in card for hand in deal for card in hand["cards"]) is expected
        assert not [card for card in game.view(0)["hands"][0]["cards"] if "suit" in card]
