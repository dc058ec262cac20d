"""Two worlds for watchers who see hands later: what has happened since changes no byte that they get."""

import random

import pytest

from engine.cards import Card
from service.app import create_app
from service.platform.settings import Settings
from tests.rows import IN_FULL, slow_unless
from tests.service.client import Answer, Api, Game, Json, Player, as_json, stacked
from tests.service.conftest import POOL_SIZE
from tests.service.factories import Players, player_factory, unique
from tests.service.leaks.comparison import Worlds
from tests.service.leaks.deals import other_deck, script_for
from tests.service.leaks.requests import get

DELAY = 5
TURNS = 14


def game_of(players: Players, deck: list[Card], rules: Json | None = None, watching: str = "hands") -> Game:
    """Start a game whose players agree to watchers who see hands."""
    people = players(2)
    body = {
        "seats": 2,
        "sandbox": True,
        "deck": as_json(deck),
        "watching": watching,
        "hands_delay": DELAY,
        "rules": rules or {},
    }
    game = Game(people[0].api.post("/v1/games", body).ok(), people)
    people[1].api.post(f"{game.path}/seats", {"show_hands": True}).ok()
    return game


def moves_of(view: Json) -> list[Json]:
    wanted = "clue" if view["clue_tokens"] == 8 else "discard"
    return [action for action in view["legal_actions"] if action["type"] == wanted]


@IN_FULL
@pytest.mark.parametrize("row", slow_unless((0).__eq__, range(3)))
def test_cards_that_are_held_change_nothing_for_a_watcher_of_the_past(
    players: Players, row: int, in_full: bool
) -> None:
    """The worlds differ in all cards that are in hands or in the deck now. A player may watch with another account."""
    dice = random.Random((0, 1, 5)[row])  # in these games, a card that a hand had by then has left it
    rules: Json = ({}, {"memory_aid": "none"}, {"multicolor": "wild_ten"})[row]
    deck = [Card(**card) for card in stacked("", multicolor=rules.get("multicolor", "none"))]
    dice.shuffle(deck)
    script = script_for(deck, 2, rules, dice)
    games = game_of(players, deck, rules), game_of(players, other_deck(deck, script, None, rules, dice), rules)
    for game in games:
        game.play(*script.moves)
    watchers = players(1) + players(1)
    step = 1 if in_full else 36
    worlds = Worlds(games, (watchers[0].api, watchers[1].api), None, step=step, first=row)
    view = worlds.compare_view()
    assert view["watching"]["is_past"] and any("suit" in card for hand in view["hands"] for card in hand["cards"])
    for version in range(view["version"] + 1):
        worlds.compare(get(games[0].path, query=f"at={version}&knowledge=true"))
    worlds.compare(get(f"{games[0].path}/events", query="views=true"))
    worlds.compare_all(view)
    worlds.compare_as_a_bot(view)


@pytest.fixture(scope="module")
def generous(database_url: str) -> Players:
    """Players of a service whose operator lets watchers see cards that are held."""
    settings = Settings(database_url=database_url, pool_size=POOL_SIZE, watchers_see_held_cards=True)
    return player_factory(Api(create_app(settings)))


@IN_FULL
@pytest.mark.parametrize("watching", ["hands", "held"])
def test_what_happened_since_changes_nothing_for_a_watcher_of_the_past(
    generous: Players, in_full: bool, watching: str
) -> None:
    """The worlds have the same cards up to those that were drawn by then, and others later."""
    players = generous
    deck = [Card(**card) for card in stacked("")]
    random.Random(5).shuffle(deck)
    known = 10 + (TURNS - DELAY) // 2
    others = [*deck[:known], *reversed(deck[known:])]
    games = game_of(players, deck, watching=watching), game_of(players, others, watching=watching)
    for turn in range(TURNS):
        first, second = (game.view(turn % 2) for game in games)
        move = next(action for action in moves_of(first) if action in moves_of(second))
        for game in games:
            game.send(turn % 2, move).ok()
    assert games[0].view(0)["hands"] != games[1].view(0)["hands"]
    watchers = players(1) + players(1)  # so that their names differ in their unique parts alone
    step = 1 if in_full else 36
    worlds = Worlds(games, (watchers[0].api, watchers[1].api), None, step=step, first=0)
    view = worlds.compare_view()
    assert view["watching"]["is_past"] is True and len(view["hands"][1]["cards"]) == 5
    worlds.compare_all(view)
    worlds.compare_as_a_bot(view)
    assert worlds.compared > 250 // step


def test_held_cards_are_shown_only_where_the_operator_allows_it(players: Players, generous: Players) -> None:
    """They are those of the past, for nobody at the table, and never in a game that has chosen `hands`."""
    refused = players(1)[0].api.post("/v1/games", {"seats": 2, "watching": "held"})
    assert (refused.status, refused.body["errors"][0]["pointer"]) == (422, "#/watching")
    deck = [Card(**card) for card in stacked("")]
    watcher = generous(1)[0]
    for who in ("hands", "held"):
        game = game_of(generous, deck, watching=who)
        for turn in range(DELAY + 1):
            game.send(turn % 2, moves_of(game.view(turn % 2))[0]).ok()
        shown = [card for hand in watcher.api.get(game.path).ok()["hands"] for card in hand["cards"]]
        assert all("suit" in card for card in shown) is (who == "held")
        assert not any("suit" in card for card in game.view(0)["hands"][0]["cards"])


def test_the_next_game_needs_the_permission_too(generous: Players, database_url: str) -> None:
    """Without it, watchers of the next game see hands without the cards that are held."""
    people = generous(2)
    game = Game(people[0].api.post("/v1/games", {"seats": 2, "watching": "held"}).ok(), people)
    people[1].api.post(f"{game.path}/seats", {"show_hands": True}).ok()
    for player in people:
        player.api.post(f"{game.path}/abort-votes").ok()
    strict = create_app(Settings(database_url=database_url, pool_size=POOL_SIZE))
    for api, who in ((people[0].api, "held"), (Api(strict, token=people[1].token), "hands")):
        found = api.post(f"{game.path}/again", {"show_hands": True}).ok()
        assert found["watching"]["who"] == who
        api.delete(f"/v1/games/{found['id']}/seats/me").ok()


def test_who_has_watched_held_cards_does_not_become_a_player(generous: Players) -> None:
    """Nor does one whose bot has, until the game is over."""
    deck = [Card(**card) for card in stacked("")]
    games = {who: game_of(generous, deck, watching=who) for who in ("hands", "held")}
    watcher, owner = generous(2)
    bot = owner.api.known_by(owner.api.post("/v1/me/bots", {"name": unique("Bot")}).ok()["token"])
    for game in games.values():
        for turn in range(DELAY + 1):
            game.send(turn % 2, moves_of(game.view(turn % 2))[0]).ok()
        for viewer in (watcher.api, bot):
            viewer.get(game.path).ok()

    def claimed(player: Player, other: Player) -> Answer:
        return other.api.post("/v1/me/merge-claims", {"code": player.api.post("/v1/me/merges").ok()["code"]})

    for other in (watcher, owner):
        assert claimed(games["hands"].players[0], other).status == 201
        for pair in ((games["held"].players[0], other), (other, games["held"].players[1])):
            refused = claimed(*pair)
            assert (refused.code, refused.body["of"]) == ("same-table", "hands")
    games["held"].abort()
    assert claimed(games["held"].players[0], watcher).status == 201


def test_a_game_that_shows_held_cards_counts_in_no_statistics(generous: Players) -> None:
    """A player may have seen the own hand by a second account."""
    for who, count in (("hands", 1), ("held", 0)):
        people = generous(2)
        game = Game(people[0].api.post("/v1/games", {"seats": 2, "watching": who}).ok(), people)
        people[1].api.post(f"{game.path}/seats", {"show_hands": True}).ok()
        for player in people:
            player.api.post(f"{game.path}/abort-votes").ok()
        found = people[0].api.get("/v1/stats", query=f"player={people[0].id}").ok()
        assert found["apart"]["aborted"] == count, found
