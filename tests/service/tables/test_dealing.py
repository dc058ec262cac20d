"""Tests of the deal after commitments: reveals, their time limit, and what a game does meanwhile."""

import hashlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from typing import Any, Final

import orjson
import psycopg
import pytest
from flask import Flask

from engine.proof.signatures import Signature, is_signed
from service.maintenance import chores
from service.platform.settings import Settings
from tests.rows import in_one_test
from tests.service import record_verifier
from tests.service.client import Answer, Api, Game, Json, Player, stacked
from tests.service.factories import Players
from tests.service.tables.event_client import EventClient

BYTES: Final = tuple([bytes([seat]) * 32 for seat in range(6)])
"""What each seat contributes in secret."""
LATER: Final = "update game set reveal_until = now() + make_interval(secs => %s) where game_id = %s"

Deadline = Callable[[Game, int], object]


def commitment(seat: int) -> str:
    """Return the commitment of a seat."""
    return hashlib.sha256(b"hanabi/1 entropy commitment\0" + BYTES[seat]).hexdigest()


def committed(*seats: int) -> Callable[[int], Json]:
    """Return the bodies with which these seats commit, and the others do not."""
    return lambda seat: {"entropy_commitment": commitment(seat)} if seat in seats else {}


def full_game(people: list[Player], *seats: int, **body: Any) -> Game:
    """Return a game whose seats are all taken, and in which these seats have committed."""
    of = committed(*seats)
    game = Game(people[0].api.post("/v1/games", {"seats": len(people), **of(0), **body}).ok(), people)
    for seat, player in enumerate(people[1:], 1):
        player.api.post(f"{game.path}/seats", of(seat)).ok()
    return game


def put(game: Game, seat: int, **body: Any) -> Answer:
    """Let a seat change what it contributes."""
    return game.players[seat].api.put(f"{game.path}/seats/me/entropy", body)


def reveal(game: Game, seat: int) -> Answer:
    """Let a seat reveal its bytes."""
    return put(game, seat, reveal=BYTES[seat].hex())


def apart(game: Game) -> Game:
    """Return the game with other clients, one for each thread."""
    return Game({"id": game.id}, [one._replace(api=one.api.known_by(one.token)) for one in game.players])


def read_or_reveal(game: Game, gate: threading.Barrier, number: int) -> Answer:
    """Read the game or reveal, as one of six clients at the same time."""
    seat = number % 3
    gate.wait(10)
    return (
        reveal(game, seat) if number < 3 else game.players[seat].api.known_by(game.players[seat].token).get(game.path)
    )


@pytest.fixture
def deadline(database_url: str) -> Iterator[Deadline]:
    """A function that sets the seconds until the time for reveals is over; negative ones if it is."""
    with psycopg.connect(database_url, autocommit=True) as database:
        yield lambda game, seconds: database.execute(LATER, (seconds, game.id[2:]))


def test_seats_commit_and_reveal(players: Players, api: Api) -> None:
    """The game is dealt with the last reveal. The commitments are public before, and the deal has all parts."""
    game = full_game(players(3), 0, 2)
    view = game.view(1)
    assert (view["status"], view["version"], view["awaiting_reveals"]) == ("open", -1, [0, 2])
    assert view["entropy_commitments"] == [commitment(0), None, commitment(2)]
    assert view["reveal_until"] is not None and view["protection"] is None
    assert api.get(game.path).ok()["entropy_commitments"] == view["entropy_commitments"]
    assert reveal(game, 2).ok()["awaiting_reveals"] == [0]
    assert reveal(game, 2).ok()["status"] == "open"
    assert BYTES[2].hex() not in orjson.dumps([game.view(0), game.events(0)]).decode()
    dealt = reveal(game, 0).ok()
    assert (dealt["status"], dealt["version"], dealt["reveal_until"], dealt["awaiting_reveals"]) == (
        "running",
        0,
        None,
        [],
    )
    assert reveal(game, 0).ok()["version"] == 0
    deal = game.events(1)[0]
    assert deal["entropy_commitments"] == dealt["entropy_commitments"] == view["entropy_commitments"]
    assert deal["reveals"] == [BYTES[0].hex(), None, BYTES[2].hex()]
    assert (deal["secret_commitment"], deal["entropies"]) == (view["secret_commitment"], [None] * 3)
    assert deal["protection"] == dealt["protection"]
    numbers = {name: value for name, value in deal["protection"].items() if name != "text"}
    assert numbers == {
        "kind": "contributed", "seats_contributed": 2, "seats_open": 0, "seats_withheld": 0, "choices": 1
    }  # fmt: skip
    assert deal["protection"]["text"].startswith("2 of 3 seats contributed in secret.")


def test_the_record_of_such_a_game_verifies(players: Players, api: Api) -> None:
    """Two verifiers agree. The owner of a seat gets its parts in the own data."""
    game = full_game(players(2), 0, 1)
    for seat in range(2):
        reveal(game, seat).ok()
    game.abort()
    record = orjson.dumps(api.get(f"{game.replay_path}/export", query="format=native").ok())
    assert record_verifier.verify(record_verifier.jcs(orjson.loads(record))) == "shuffled"
    verification = api.get(f"{game.replay_path}/verification").ok()
    assert verification["verified"] and verification["deck"]["protection"]["kind"] == "contributed"
    (own,) = game.players[0].api.get("/v1/me/export").ok()["games"]
    assert (own["entropy_commitment"], own["reveal"]) == (commitment(0), BYTES[0].hex())


def test_each_view_of_an_open_game_has_a_receipt_of_the_contributions(players: Players) -> None:
    """So has the answer to joining, and to a change of the contribution. The reader's seat is in it."""
    ada, ben = players(2)
    game = ada.api.post("/v1/games", {"seats": 3, "entropy_commitment": commitment(0)}).ok()
    path = f"/v1/games/{game['id']}"
    joined = ben.api.post(f"{path}/seats", {"entropy_commitment": commitment(1)}).ok()
    changed = ben.api.put(f"{path}/seats/me/entropy", {"entropy": "amber"}).ok()
    found = [view["receipt"] for view in (game, joined, changed, ada.api.get(path).ok())]
    assert [one["seat"] for one in found] == [0, 1, 1, 0]
    assert [one["entropy_commitments"] for one in found[:3]] == [
        [commitment(0), None, None],
        [commitment(0), commitment(1), None],
        [commitment(0), None, None],
    ]
    assert [one["entropies"][1] for one in found] == [None, None, "amber", "amber"]
    for one in found:
        content = {name: value for name, value in one.items() if name not in ("type", "key", "signature")}
        assert is_signed("hanabi/opening", content, Signature(one["key"], one["signature"]))
        assert one["reveal_until"] is None


def test_a_player_learns_that_a_game_awaits_the_own_reveal(app: Flask, players: Players) -> None:
    """By the stream and the list of the own games, until the seat has revealed. Others learn of it in lists only."""
    people = players(3)
    ada, ben, _ = people
    game = Game(ada.api.post("/v1/games", {"seats": 3, **committed(0, 1)(0)}).ok(), people)

    def awaits(player: Player) -> list[Json]:
        found: list[Json] = player.api.get("/v1/me/events").ok()["awaiting_reveals"]
        return found

    with closing(EventClient(app, "/v1/me/events", ben.token)) as stream:
        assert stream.next().event == "ready"
        ben.api.post(f"{game.path}/seats", committed(1)(1)).ok()
        assert awaits(ada) == awaits(ben) == []
        people[2].api.post(f"{game.path}/seats", {}).ok()
        until = game.view(0)["reveal_until"]
        expected = {"game": game.id, "status": "open", "seat": 1, "reveal_until": until}
        told = stream.next()
        assert (told.event, orjson.loads(told.data)) == ("awaiting-reveal", expected)
        with closing(EventClient(app, "/v1/me/events", ben.token)) as another:
            assert another.next().event == "awaiting-reveal" and another.next().event == "ready"
        assert awaits(ben) == [expected]
        assert awaits(ada) == [{**expected, "seat": 0}] and awaits(people[2]) == []
        for path in ("/v1/me/games", "/v1/games"):
            (listed,) = [one for one in people[2].api.get(path).ok()["items"] if one["id"] == game.id]
            assert (listed["awaiting_reveals"], listed["reveal_until"]) == ([0, 1], until)
        reveal(game, 1).ok()
        assert awaits(ben) == [] and awaits(ada) != []
        reveal(game, 0).ok()
        assert stream.next().event == "started"
    (listed,) = ada.api.get("/v1/me/games").ok()["items"]
    assert (listed["status"], listed["awaiting_reveals"], listed["reveal_until"]) == ("running", [], None)


def test_the_own_running_games_include_one_whose_time_for_reveals_is_over(players: Players, deadline: Deadline) -> None:
    """The request deals it."""
    game = full_game(players(2), 0, 1)
    deadline(game, -1)
    found = game.players[0].api.get("/v1/me/events").ok()
    assert found["awaiting_reveals"] == [] and [one["game"] for one in found["items"]] == [game.id]


def test_protection_is_told_in_the_callers_language(players: Players) -> None:
    """So it is for a game to which nobody contributed, which is dealt in one request."""
    people = players(2)
    game = full_game(people)
    texts = {
        people[0].api.get(game.path, headers={"Accept-Language": language}).ok()["protection"]["text"]
        for language in ("en", "de", "fr", "nl", "da")
    }
    assert len(texts) == 5 and any(text.startswith("Kein Platz hat beigetragen.") for text in texts)
    assert game.view(0)["protection"]["kind"] == "none"
    assert game.events(0)[0]["entropy_commitments"] is game.events(0)[0]["reveals"] is None


def test_nothing_changes_while_a_game_awaits_reveals(players: Players) -> None:
    """No seat changes, also not by its player, and nobody moves."""
    people = players(4)
    game = full_game(people[:3], 0, 1)
    ada, ben, _ = game.players
    before = game.view(0)
    path = game.path
    refused = [
        ben.api.delete(f"{path}/seats/me"),
        ada.api.delete(f"{path}/seats/2"),
        put(game, 0, entropy="x"),
        put(game, 0, entropy=None),
        put(game, 2, entropy_commitment=commitment(2)),
        ada.api.post(f"{path}/invitations", {}),
        ada.api.post(f"{path}/moves", {"type": "clue", "target": 1, "rank": 1, "expected_version": 0}),
        ada.api.put(f"{path}/hand-order", {"cards": [4, 3, 2, 1, 0]}),
        ada.api.post(f"{path}/abort-votes"),
        ada.api.delete(f"{path}/abort-votes"),
    ]
    assert [(answer.status, answer.code) for answer in refused] == [(409, "awaiting-reveals")] * len(refused)
    assert {answer.body["reveal_until"] for answer in refused} == {before["reveal_until"]}
    joins = [people[3].api.post(f"{path}/seats", body) for body in ({}, {"seat": 1}, {"seat": 5})]
    joins.append(ada.api.post(f"{path}/seats", {"bot": "random"}))
    assert [(answer.status, answer.code) for answer in joins] == [(409, "game-not-open")] * 4
    assert game.view(0) == before


@pytest.fixture
def unrevealed(players: Players) -> tuple[Game, list[Player]]:
    """A full game of three, two of whom are to reveal their bytes, and four people, one of whom has no seat."""
    people = players(4)
    return full_game(people[:3], 0, 1), people


@in_one_test(
    ("seat", "body", "refusal"),
    [
        (0, {"reveal": BYTES[1].hex()}, (422, "reveal-mismatch")),
        (2, {"reveal": BYTES[2].hex()}, (422, "reveal-mismatch")),
        (0, {"reveal": BYTES[0].hex()[:-2]}, (422, "invalid-request")),
        (0, {"reveal": "A" * 64}, (422, "invalid-request")),
        (0, {"reveal": BYTES[0].hex(), "entropy": None}, (422, "invalid-request")),
        (0, {}, (422, "invalid-request")),
        (3, {"reveal": BYTES[0].hex()}, (403, "not-a-player")),
    ],
)
def test_refused_reveals(seat: int, body: Json, refusal: object, unrevealed: tuple[Game, list[Player]]) -> None:
    """Another seat's bytes, malformed ones and those of a stranger change nothing."""
    game, people = unrevealed
    before = game.view(0)
    answer = people[seat].api.put(f"{game.path}/seats/me/entropy", body)
    assert (answer.status, answer.code) == refusal
    assert game.view(0) == before


def test_a_commitment_can_change_while_seats_are_free(players: Players) -> None:
    """It replaces a text, and a text replaces it. Nothing can be revealed yet."""
    ada, ben = players(2)
    game = Game(ada.api.post("/v1/games", {"seats": 3, "entropy": "x"}).ok(), [ada, ben])
    view = put(game, 0, entropy_commitment=commitment(1)).ok()
    assert (view["entropies"][0], view["entropy_commitments"][0]) == (None, commitment(1))
    assert put(game, 0, entropy_commitment=commitment(0)).ok()["entropy_commitments"][0] == commitment(0)
    assert (reveal(game, 0).status, reveal(game, 0).code) == (409, "reveal-too-early")
    view = put(game, 0, entropy="y").ok()
    assert (view["entropies"][0], view["entropy_commitments"][0]) == ("y", None)
    both = {"entropy": "y", "entropy_commitment": commitment(0)}
    refused = [
        ada.api.post("/v1/games", {"seats": 2, **both}),
        ben.api.post(f"{game.path}/seats", both),
        ada.api.post(f"{game.path}/seats", {"bot": "random", "entropy_commitment": commitment(0)}),
        put(game, 0, **both),
    ]
    assert [answer.status for answer in refused] == [422] * 4
    assert game.view(0)["version"] == -1


def test_no_seat_copies_a_commitment(players: Players) -> None:
    """The second seat with a commitment is refused, whether it joins with it or gives it later."""
    ada, ben = players(2)
    game = Game(ada.api.post("/v1/games", {"seats": 3, **committed(0)(0)}).ok(), [ada, ben])
    assert ben.api.post(f"{game.path}/seats", committed(0)(0)).code == "commitment-taken"
    ben.api.post(f"{game.path}/seats", {}).ok()
    assert put(game, 1, entropy_commitment=commitment(0)).code == "commitment-taken"
    assert put(game, 0, entropy_commitment=commitment(0)).ok()["entropy_commitments"] == [commitment(0), None, None]


def test_a_given_deck_awaits_nothing(players: Players) -> None:
    """A commitment has no effect on it, so the game is dealt with the last seat."""
    game = full_game(players(2), 0, 1, sandbox=True, deck=stacked("r1"))
    view = game.view(0)
    assert (view["status"], view["entropy_commitments"], view["protection"]["kind"]) == ("running", [None] * 2, "given")


def test_a_bot_takes_the_last_seat(players: Players) -> None:
    """Bots contribute nothing. The game is dealt with the reveal of the only person, and the bot moves."""
    (ada,) = players(1)
    body = {"seats": 2, "rules": {"starting_seat": 1}, **committed(0)(0)}
    game = Game(ada.api.post("/v1/games", body).ok(), [ada])
    assert ada.api.post(f"{game.path}/seats", {"bot": "random"}).ok()["awaiting_reveals"] == [0]
    view = reveal(game, 0).ok()
    assert (view["version"], view["to_move"], view["protection"]["seats_contributed"]) == (1, 0, 1)


# The time limit.

LOOKS: Final[list[Callable[[Player, Game], object]]] = [
    lambda player, game: player.api.get(game.path),
    lambda player, game: player.api.get(game.path, headers={"If-None-Match": '"x"'}),
    lambda player, game: player.api.get(f"{game.path}/events"),
    lambda player, game: player.api.get(f"{game.path}/messages"),
    lambda player, game: player.api.post(f"{game.path}/abort-votes"),
    lambda player, game: player.api.post(f"{game.path}/seats", {}),
]


@pytest.mark.parametrize("look", range(len(LOOKS)))
def test_any_request_deals_a_game_after_the_time_for_reveals(look: int, players: Players, deadline: Deadline) -> None:
    """The deal names the seats that withheld their part. Too late, nothing is revealed any more."""
    game = full_game(players(3), 0, 1, 2)
    reveal(game, 1).ok()
    tag = game.players[0].api.get(game.path).headers["ETag"]
    deadline(game, -1)
    LOOKS[look](game.players[0], game)
    answer = game.players[0].api.get(game.path, headers={"If-None-Match": tag})
    assert (answer.status, answer.body["status"]) == (200, "running")
    deal = game.events(0)[0]
    assert deal["reveals"] == [None, BYTES[1].hex(), None]
    protection = {name: value for name, value in deal["protection"].items() if name != "text"}
    assert protection == {
        "kind": "withheld", "seats_contributed": 1, "seats_open": 0, "seats_withheld": 2, "choices": 4
    }  # fmt: skip
    assert reveal(game, 0).code == "game-not-open" and reveal(game, 1).status == 200


def test_if_all_withhold_their_part_only_texts_count(players: Players, deadline: Deadline) -> None:
    """Then the deal says that nobody contributed in secret."""
    game = full_game(players(3), 0)
    deadline(game, -1)
    protection = game.view(0)["protection"]
    assert (protection["kind"], protection["seats_withheld"], protection["choices"]) == ("none", 1, None)
    people = players(3)
    game = Game(people[0].api.post("/v1/games", {"seats": 3, **committed(0)(0)}).ok(), people)
    for player in people[1:]:
        player.api.post(f"{game.path}/seats", {"entropy": "x"}).ok()
    deadline(game, -1)
    protection = game.view(0)["protection"]
    assert (protection["kind"], protection["seats_open"], protection["seats_withheld"]) == ("open", 2, 1)


def test_chores_deal_games(players: Players, deadline: Deadline, database_url: str) -> None:
    """`hanabi chores` deals those games whose time is over, and no others."""
    due, waiting = full_game(players(2), 0), full_game(players(2), 1)
    deadline(due, -1)
    deadline(waiting, 60)
    assert "dealt 0 games" not in chores.main(Settings(database_url=database_url))
    listed = players(1)[0].api.get("/v1/games", query="seats=2&limit=100").ok()["items"]  # a list deals nothing
    assert [one["status"] for game in (due, waiting) for one in listed if one["id"] == game.id] == ["running", "open"]


def test_a_clock_that_was_set_back_delays_no_deal(players: Players, deadline: Deadline) -> None:
    """No setting allows more than ten minutes, so a later time is over."""
    game = full_game(players(2), 0)
    deadline(game, 599)
    assert game.view(0)["status"] == "open"
    deadline(game, 24 * 3600)
    assert game.view(0)["status"] == "running"


def test_two_servers_deal_once(players: Players, deadline: Deadline) -> None:
    """At the deadline, requests and reveals come at the same time. Everybody gets the same deal."""
    for _ in range(4):
        game = full_game(players(3), 0, 1, 2)
        reveal(game, 0).ok()
        deadline(game, -1)
        gate = threading.Barrier(6)
        with ThreadPoolExecutor(6) as pool:
            answers = [*pool.map(partial(read_or_reveal, apart(game), gate), range(6))]
        assert {answer.code for answer in answers if answer.status != 200} <= {"game-not-open"}
        assert {answer.body["head"] for answer in answers if answer.status == 200} == {game.view(0)["head"]}
        assert len(game.events(0)) == 1


def test_simultaneous_reveals_are_all_in_the_deal(players: Players) -> None:
    """Each waits for the one before it, and the last one deals."""
    for _ in range(4):
        game = full_game(players(4), 0, 1, 2, 3)
        with ThreadPoolExecutor(4) as pool:
            assert {answer.status for answer in pool.map(partial(reveal, apart(game)), range(4))} == {200}
        assert game.events(0)[0]["reveals"] == [BYTES[seat].hex() for seat in range(4)]


# What goes on beside.


def test_a_long_poll_says_that_a_seat_has_to_reveal(players: Players) -> None:
    """It returns at once for such a seat, and waits for others."""
    game = full_game(players(3), 0, 1)
    reveal(game, 1).ok()
    wait = {"Prefer": "wait=1"}
    body = game.players[0].api.get(f"{game.path}/events", headers={"Prefer": "wait=60"}).ok()
    assert body == {"items": [], "version": -1, "ended": False, "reveal_until": game.view(0)["reveal_until"]}
    for seat in (1, 2):
        assert game.players[seat].api.get(f"{game.path}/events", headers=wait).ok()["reveal_until"] is None


def test_a_waiting_long_poll_returns_when_the_last_seat_is_taken(app: Flask, players: Players) -> None:
    """So a client that has committed does not miss the time to reveal."""
    ada, ben = players(2)
    game = Game(ada.api.post("/v1/games", {"seats": 2, **committed(0)(0)}).ok(), [ada, ben])
    own = Api(app).known_by(ada.token)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(lambda: own.get(f"{game.path}/events", headers={"Prefer": "wait=30"}).ok())
        ben.api.post(f"{game.path}/seats", {}).ok()
        assert waiting.result(10)["reveal_until"] is not None


def test_a_stream_shows_the_reveals_and_the_deal(app: Flask, players: Players, deadline: Deadline) -> None:
    """Each change is a snapshot. At the deadline, the stream itself deals within the poll interval."""
    people = players(3)
    game = Game(people[0].api.post("/v1/games", {"seats": 3, **committed(0)(0)}).ok(), people)
    people[1].api.post(f"{game.path}/seats", committed(1)(1)).ok()
    with closing(EventClient(app, f"{game.path}/events", people[2].token)) as stream:
        assert orjson.loads(stream.next().data)["reveal_until"] is None
        people[2].api.post(f"{game.path}/seats", {}).ok()
        snapshot = orjson.loads(stream.next().data)
        assert (snapshot["awaiting_reveals"], snapshot["status"]) == ([0, 1], "open")
        reveal(game, 0).ok()
        assert orjson.loads(stream.next().data)["awaiting_reveals"] == [1]
        deadline(game, -1)
        snapshot, deal = stream.next(6), stream.next(6)
        assert orjson.loads(snapshot.data)["reveal_until"] is None
        assert orjson.loads(deal.data)["protection"]["kind"] == "withheld"


def test_a_deleted_account_keeps_its_seat(players: Players, deadline: Deadline, database_url: str) -> None:
    """As in a running game: otherwise its player could reject a deck."""
    game = full_game(players(3), 0, 1)
    game.players[0].api.delete("/v1/me").ok()
    chores.main(Settings(database_url=database_url))
    view = game.view(1)
    assert view["awaiting_reveals"] == [0, 1] and None not in [seat["name"] for seat in view["seats"]]
    reveal(game, 1).ok()
    deadline(game, -1)
    assert game.view(1)["protection"]["seats_withheld"] == 1


def test_a_game_that_awaits_reveals_does_not_expire_before(players: Players, database_url: str) -> None:
    """It remains open for an hour after the time for reveals."""
    game = full_game(players(2), 0)
    with psycopg.connect(database_url) as db:
        row = db.execute("select open_until - reveal_until from game where game_id = %s", (game.id[2:],)).fetchone()
    assert row is not None and row[0].total_seconds() >= 3600
