"""Tests of the webhooks of an account, and of what they are told."""

import random
from typing import Any
from uuid import UUID

import psycopg
import pytest

from engine.cards import Card
from service.features.webhooks import deliveries, event_finding, registry
from service.platform import ids
from service.platform.settings import Settings
from tests.rows import in_one_test
from tests.service.client import Json, Player, stacked
from tests.service.factories import NewGame, Players
from tests.service.leaks.deals import other_deck, script_for
from tests.service.past import earlier
from tests.service.webhooks.conftest import Hooked

pytestmark = pytest.mark.usefixtures("database")

URL = "https://bot.example/hook"


@pytest.fixture
def ada(players: Players) -> Player:
    """A new account."""
    return players(1)[0]


def told(player: Player) -> list[Json]:
    """Let the service find the events, and return the bodies that wait for the player's webhooks."""
    event_finding.sweep(3600)
    account_id = ids.parse("a", player.id)
    assert account_id is not None
    waiting = [*deliveries.due(account_id), *deliveries.due(account_id, slow=True)]
    return [{"id": due.delivery_id.hex, "body": due.body} for due in waiting]


def test_the_secret_is_shown_once(ada: Player) -> None:
    """Not in lists, changes, exports and deliveries."""
    made = ada.api.post("/v1/me/webhooks", {"url": URL, "events": ["message", "invited", "message"]}).ok()
    secret = made.pop("secret")
    path = f"/v1/me/webhooks/{made['id']}"
    assert made["events"] == ["invited", "message"] and made["enabled"]
    assert ada.api.get("/v1/me/webhooks").ok() == {"items": [made]}
    changed = ada.api.send("PATCH", path, {"description": "Mine.", "events": ["your-turn"], "enabled": False}).ok()
    assert (changed["description"], changed["events"], changed["enabled"]) == ("Mine.", ["your-turn"], False)
    assert changed["disabled_reason"] is None and changed["disabled_at"] is not None
    ada.api.post(f"{path}/test").ok()
    answers = [ada.api.get(one) for one in ("/v1/me/webhooks", f"{path}/deliveries", "/v1/me/export")]
    assert answers[2].ok()["webhooks"] == [changed]
    assert not any(secret.removeprefix("whsec_").encode() in answer.raw for answer in answers)
    ada.api.delete(path).ok()
    assert ada.api.delete(path).code == "not-found" and ada.api.get("/v1/me/webhooks").ok() == {"items": []}


REFUSED: list[tuple[Json, str]] = [
    ({"url": URL, "events": ["message"], "enabled": True}, "/enabled"),
    ({"url": "ftp://bot.example/", "events": ["message"]}, "/url"),
    ({"url": "https://10.1.2.3/", "events": ["message"]}, "/url"),
]


@in_one_test(("body", "place"), REFUSED)
def test_a_faulty_webhook_is_refused(ada: Player, body: Json, place: str) -> None:
    """The problem names the place, and nothing is stored."""
    answer = ada.api.post("/v1/me/webhooks", body)
    assert answer.code == "invalid-request"
    assert [one["pointer"] for one in answer.body["errors"]] == [f"#{place}"]
    assert ada.api.get("/v1/me/webhooks").ok() == {"items": []}


def test_an_account_has_at_most_ten(ada: Player) -> None:
    """A further one is refused, until one is deleted."""
    body = {"url": URL, "events": ["invited"]}
    first, *_ = [ada.api.post("/v1/me/webhooks", body).ok() for _ in range(registry.MAX_WEBHOOKS)]
    answer = ada.api.post("/v1/me/webhooks", body)
    assert (answer.code, answer.body["limit"], answer.body["maximum"]) == ("limit-reached", "webhooks", 10)
    ada.api.delete(f"/v1/me/webhooks/{first['id']}").ok()
    ada.api.post("/v1/me/webhooks", body).ok()


@pytest.mark.parametrize(("method", "rest"), [("PATCH", ""), ("DELETE", ""), ("POST", "/test"), ("GET", "/deliveries")])
def test_the_webhook_of_another_account_is_unknown(players: Players, method: str, rest: str) -> None:
    """As one that does not exist, and one that is no id."""
    ada, bela = players(2)
    webhook = ada.api.post("/v1/me/webhooks", {"url": URL, "events": ["invited"]}).ok()["id"]
    body: Json | None = None if method in ("GET", "DELETE") else {}
    for one in (webhook, f"w_{'0' * 32}", "w_x", "x"):
        answer = bela.api.send(method, f"/v1/me/webhooks/{one}{rest}", body)
        assert (answer.status, answer.code) == (404, "not-found")
    assert [one["enabled"] for one in ada.api.get("/v1/me/webhooks").ok()["items"]] == [True]


def test_deliveries_have_pages(ada: Player, hooked: Hooked) -> None:
    """Newest first, each one once."""
    webhook = hooked(ada)
    made = [ada.api.post(f"/v1/me/webhooks/{webhook['id']}/test").ok()["id"] for _ in range(5)]
    pages = ada.api.pages(f"/v1/me/webhooks/{webhook['id']}/deliveries", "limit=2")
    assert [one["id"] for page in pages for one in page] == made[::-1]


def test_only_the_chosen_events_are_told(players: Players, hooked: Hooked, new_game: NewGame) -> None:
    """Each webhook gets its own, of games that run already too."""
    people = players(2)
    game = new_game(at_table=people, rules={"edition": "de", "starting_seat": 0})
    ends, turns = hooked(people[1], events=["game-ended"]), hooked(people[1], events=["your-turn"])
    game.play({"type": "clue", "target": 1, "rank": game.view(0)["hands"][1]["cards"][0]["rank"]})
    event_finding.sweep(3600)
    game.abort()
    event_finding.sweep(3600)
    for webhook, types in ((ends, ["game-ended"]), (turns, ["your-turn"])):
        items = people[1].api.get(f"/v1/me/webhooks/{webhook['id']}/deliveries").ok()["items"]
        assert [one["type"] for one in items] == types


def test_a_turn_is_told_when_it_needs_its_player(players: Players, hooked: Hooked, new_game: NewGame) -> None:
    """Not in a pause or once it is over, nor while a planned move is about to be made, but when that does not come."""
    people = players(2)
    hooked(people[1], events=["your-turn"])
    game = new_game(at_table=people, rules={"starting_seat": 0}, pace={"turn_s": 86400})
    clue = next(one for one in game.view(0)["legal_actions"] if one["type"] == "clue")
    plan = {"moves": [{"when": [{"seat": 0}], "then": {"type": "play", "card": 5}}], "expected_version": 0}
    people[1].api.put(f"{game.path}/planned-moves", plan).ok()
    game.play(clue)
    assert told(people[1]) == [] == told(people[1])
    for person in people:
        person.api.post(f"{game.path}/clock-changes", {"change": "pause"}).ok()
    people[1].api.put(f"{game.path}/planned-moves", {"moves": []}).ok()
    assert told(people[1]) == []
    for person in people:
        person.api.post(f"{game.path}/clock-changes", {"change": "resume"}).ok()
    (once,) = told(people[1])
    assert f'"version":{game.version()}' in once["body"]
    assert told(people[1]) == [once]
    for seat in (1, 0, 1):
        game.play(next(one for one in game.view(seat)["legal_actions"] if one["type"] == "clue"))
    assert told(people[1]) == [once]


def test_a_new_webhook_is_told_of_nothing_before(
    players: Players, hooked: Hooked, new_game: NewGame, settings: Settings
) -> None:
    """Neither of a game that has just begun, nor of what the other webhooks have not been told yet."""
    people = players(2)
    game = new_game(at_table=people, rules={"starting_seat": 1, "table_talk": "free"})
    asked = people[0].api.post("/v1/games", {"seats": 2}).ok()
    invitation = {"account": people[1].id}
    people[0].api.post(f"/v1/games/{asked['id']}/invitations", invitation).ok()
    with psycopg.connect(settings.database_url or "", autocommit=True) as db:
        db.execute(f"update invitation set made_at = {earlier('made_at', 'make_interval(secs => 2)')}".encode())
    first = hooked(people[1])
    assert told(people[1]) == []
    people[0].api.post(f"{game.path}/messages", {"text": "Hm."}).ok()
    hooked(people[1])
    assert len(told(people[1])) == 1
    people[0].api.delete(f"/v1/games/{asked['id']}")
    again = people[0].api.post("/v1/games", {"seats": 2}).ok()
    people[0].api.post(f"/v1/games/{again['id']}/invitations", invitation).ok()
    items = people[1].api.get(f"/v1/me/webhooks/{first['id']}/deliveries").ok()["items"]
    assert len(told(people[1])) == 3 and [one["type"] for one in items] == ["message"]


def test_an_event_is_told_once(players: Players, hooked: Hooked, new_game: NewGame) -> None:
    """However often the service looks, and if it looks at an event again."""
    people = players(2)
    hooked(people[0])
    game = new_game(at_table=people, rules={"edition": "de", "starting_seat": 0})
    first = told(people[0])
    assert len(first) == 2 and told(people[0]) == first
    game_id = ids.parse("g", game.id)
    assert isinstance(game_id, UUID)
    event_finding.look_at_games([game_id])
    assert told(people[0]) == first


def test_a_game_that_nobody_watched_is_told_later(
    players: Players, hooked: Hooked, new_game: NewGame, settings: Settings
) -> None:
    """Even if the statistics have counted it meanwhile. Of a move of a bot, the next turn is told."""
    people = players(2)
    hooked(people[0])
    new_game(at_table=people).abort()
    with psycopg.connect(settings.database_url or "", autocommit=True) as db:
        db.execute("update seat set game_created_at = now()")
    assert [one for one in told(people[0]) if '"game-ended"' in one["body"]]


def test_a_blocked_or_declined_sender_is_not_told(players: Players, hooked: Hooked) -> None:
    """An invitation that its receiver does not see causes no delivery."""
    ada, bela = players(2)
    hooked(bela)
    bela.api.put(f"/v1/me/blocks/{ada.id}").ok()
    game = ada.api.post("/v1/games", {"seats": 2}).ok()
    ada.api.post(f"/v1/games/{game['id']}/invitations", {"account": bela.id}).ok()
    assert told(bela) == []


@pytest.mark.parametrize("viewer", [0, 1])
def test_deliveries_tell_nothing_of_hidden_cards(
    players: Players, hooked: Hooked, new_game: NewGame, viewer: int
) -> None:
    """Two games that a seat cannot tell apart cause the same deliveries, but for ids, times and accounts."""
    dice = random.Random(viewer)
    rules: Json = {"edition": "de", "starting_seat": 0, "table_talk": "free"}
    deck = [Card(**card) for card in stacked("")]
    dice.shuffle(deck)
    script = script_for(deck, 2, rules, dice)
    worlds: list[Any] = []
    for cards in (deck, other_deck(deck, script, viewer, rules, dice)):
        people = players(2)
        hooked(people[viewer])
        given = [{"suit": card.suit, "rank": card.rank} for card in cards]
        game = new_game(at_table=people, sandbox=True, deck=given, rules=rules)
        for move in script.moves:
            told(people[viewer])
            game.play(move)
        people[1 - viewer].api.post(f"{game.path}/messages", {"text": "Hm."}).ok()
        bodies = [one["body"].replace(game.id, "GAME") for one in told(people[viewer])]
        worlds.append([without_time(body) for body in bodies])
    assert worlds[0] == worlds[1] and len(worlds[0]) > 7
    assert not any(word in body for body in worlds[0] for word in ("Hm.", "rank", "color", "card"))


def without_time(body: str) -> str:
    """Return a body without its time."""
    return body.partition('"timestamp":"')[0] + body.partition('"timestamp":"')[2].partition('"')[2]


def test_a_match_is_told_once(players: Players, hooked: Hooked) -> None:
    """A seek that finds a game is told with its game, by the news of either and by a sweep."""
    ada, bela = players(2)
    webhook = hooked(ada, events=["matched"])
    made = ada.api.post("/v1/seeks", {"seats": 2}).ok()
    game = bela.api.post("/v1/seeks", {"seats": 2}).ok()["game"]
    seek_id = ids.parse("q", made["id"])
    assert isinstance(seek_id, UUID) and game is not None
    event_finding.look_at_lobbies([seek_id])
    event_finding.sweep(3600)
    (one,) = ada.api.get(f"/v1/me/webhooks/{webhook['id']}/deliveries").ok()["items"]
    assert one["type"] == "matched"


def test_a_token_changes_only_what_ends_with_it(ada: Player) -> None:
    """Another webhook would act on after its end, at the address that it has set."""
    narrow = ada.api.known_by(ada.api.post("/v1/me/tokens", {"name": "app", "scopes": ["webhooks"]}).ok()["token"])
    owners, its = (
        f"/v1/me/webhooks/{api.post('/v1/me/webhooks', {'url': URL, 'events': ['message']}).ok()['id']}"
        for api in (ada.api, narrow)
    )
    assert narrow.send("PATCH", owners, {"url": f"{URL}/stolen"}).code == "issued-token"
    assert narrow.delete(owners).code == "issued-token"
    assert ada.api.get("/v1/me/webhooks").ok()["items"][0]["url"] == URL
    narrow.send("PATCH", its, {"enabled": False}).ok()
    ada.api.send("PATCH", its, {"enabled": True}).ok()
    narrow.delete(its).ok()
    ada.api.delete(owners).ok()
