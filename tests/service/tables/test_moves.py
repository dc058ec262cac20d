"""Tests of moves: order of checks, resulting events, conflicts and legal actions."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.rows import in_one_test
from tests.service.client import Answer, Api, Game, Json, Player, stacked
from tests.service.factories import NewGame, Players

# The order of checks. Each situation fails one check and all later ones; the first one must be reported.

GOOD: Json = {"type": "play", "card": 0, "expected_version": 0}


class RefusalTable:
    """A game to send invalid moves to: seat 0 is to move, and no discard is legal."""

    def __init__(self, sandbox: NewGame, stranger: Player) -> None:
        self.game, self.stranger = sandbox(stacked("r1")), stranger

    def send(self, who: Api, body: Json | None = None, **options: Any) -> Answer:
        """Send a move or an invalid body."""
        return who.post(f"{self.game.path}/moves", body, **options)

    @property
    def seats(self) -> list[Api]:
        """The clients of the players."""
        return [player.api for player in self.game.players]


ILLEGAL = {"type": "discard", "card": 0}  # all clue tokens are there (R9)
NONSENSE = {"type": "pass", "expected_version": "0"}

ORDER: list[tuple[str, str, Callable[[RefusalTable], Answer]]] = [
    ("a stranger, no JSON", "not-a-player", lambda t: t.send(t.stranger.api, raw=b"{")),
    (
        "another media type, no JSON",
        "unsupported-media-type",
        lambda t: t.send(t.seats[1], raw=b"{", headers={"Content-Type": "text/plain"}),
    ),
    ("no JSON", "malformed-json", lambda t: t.send(t.seats[1], raw=b"{")),
    ("nonsense, game over", "invalid-request", lambda t: over(t).send(t.seats[1], NONSENSE)),
    ("nonsense, another seat's turn", "invalid-request", lambda t: t.send(t.seats[1], NONSENSE)),
    (
        "game over, stale, another seat's turn, illegal",
        "game-not-running",
        lambda t: over(t).send(t.seats[1], {**ILLEGAL, "expected_version": 99}),
    ),
    (
        "stale, another seat's turn, illegal",
        "version-conflict",
        lambda t: moved(t).send(t.seats[0], {**ILLEGAL, "expected_version": 0}),
    ),
    ("stale, illegal", "version-conflict", lambda t: moved(t).send(t.seats[1], {**ILLEGAL, "expected_version": 0})),
    (
        "ahead of the game, another seat's turn",
        "version-conflict",
        lambda t: t.send(t.seats[1], {**GOOD, "expected_version": 1}),
    ),
    (
        "another seat's turn, illegal",
        "not-your-turn",
        lambda t: t.send(t.seats[1], {**ILLEGAL, "expected_version": 0}),
    ),
    ("illegal", "illegal-move", lambda t: t.send(t.seats[0], {**ILLEGAL, "expected_version": 0})),
]


def over(table: RefusalTable) -> RefusalTable:
    """End the game."""
    table.game.abort()
    return table


def moved(table: RefusalTable) -> RefusalTable:
    """Play a turn."""
    table.game.play("clue 1 1")
    return table


@in_one_test(("code", "send"), [row[1:] for row in ORDER])
def test_the_first_failed_check_is_reported(
    sandbox: NewGame, players: Players, code: str, send: Callable[[RefusalTable], Answer]
) -> None:
    """The first failure in the contract's order is reported, and nothing changes."""
    table = RefusalTable(sandbox, players(1)[0])
    assert send(table).code == code
    assert [event["type"] for event in table.game.events(0) if event["type"] in ("play", "discard")] == []


def test_an_open_game_takes_no_moves(players: Players) -> None:
    """The code is `game-not-running`, whatever version is expected."""
    (ada,) = players(1)
    game = Game(ada.api.post("/v1/games", {"seats": 2}).ok(), [ada])
    for expected in (0, 5):
        assert ada.api.post(f"{game.path}/moves", {**GOOD, "expected_version": expected}).code == "game-not-running"


# The form of a move.


def test_a_legal_action_is_a_move(sandbox: NewGame) -> None:
    """It can be sent as it is. Null for a member that it lacks, as generated clients send it, counts as absent."""
    game = sandbox(stacked(""))
    path, (one, two) = f"{game.path}/moves", game.players
    nothing = dict.fromkeys(("expected_version", "declared_color", "target", "color", "rank"))
    for player, absent in ((one, {}), (two, nothing)):
        action = next(action for action in player.api.get(game.path).ok()["legal_actions"] if action["type"] == "play")
        assert player.api.post(path, action | absent).ok()["event"]["card"] == action["card"]


# Events of moves.


def test_turns_are_told_to_each_viewer(sandbox: NewGame, api: Api) -> None:
    """R6, R9, R10, R22: what a turn does is public. A drawn card is hidden from its owner and from watchers."""
    game = sandbox(stacked("r1 r5 y1 y2 y3  r2 g1 r2 g2 r3  b5 b4 b3"), rules={"strike_tokens": 1})
    (deal,) = game.events(1)
    assert [[card.get("suit") for card in hand["cards"]][:2] for hand in deal["hands"]] == [["red"] * 2, [None] * 2]
    done = [game.play(move) for move in ("clue 1 red", "discard 6", "play 0", "clue 0 1", "play 1")]
    clue, discard, play, _, misplay = [one["event"] for one in done]
    assert clue["touched"] == [{"card": 5, "position": 0}, {"card": 7, "position": 2}, {"card": 9, "position": 4}]
    assert (clue["seat"], clue["target"], clue["color"], "rank" in clue) == (0, 1, "red", False)
    assert (clue["clue_tokens"], clue["deck_size"], clue["to_move"]) == (7, 40, 1)
    assert (discard["clue_tokens"], discard["clue_tokens_gained"], discard.get("landed")) == (8, 1, None)
    assert (play["landed"], play["effect"], play["strikes"]) == (True, "played", 0)
    assert (play["score"], play["table_points"], play["deck_size"], play["drawn"]) == (1, 1, 38, {"card": 11})
    assert (misplay["landed"], misplay["strikes"], misplay["drawn"], misplay["to_move"]) == (False, 1, None, None)
    drawn = [game.events(0)[3]["drawn"], game.events(1)[3]["drawn"], api.get(f"{game.path}/events").body["items"][3]]
    assert drawn[:2] == [{"card": 11}, {"card": 11, "suit": "blue", "rank": 4}] and drawn[2] == play
    view = done[-1]["view"]
    assert [(card["card"], card["suit"], card["rank"]) for card in view["discards"]] == [(6, "green", 1), (1, "red", 5)]
    assert (view["lost_fireworks"], view["attainable_score"]) == (["red"], 24)
    rating = {"band": "0-5", "text": "Oh dear! The crowd booed.", "own_translation": False}
    result = {"outcome": "lost", "reason": "strikeout", "score": 0, "table_points": 1, "rating": rating}
    assert misplay["result"] == view["result"] == game.view(1)["result"] == result


# Lists of events.


@in_one_test(
    ("query", "versions"),
    [
        ("", [0, 1, 2]),
        ("since=-1", [0, 1, 2]),
        ("since=0", [1, 2]),
        ("since=1", [2]),
        ("since=2", []),
        ("since=3", []),
        ("since=999999999", []),
    ],
)
def test_the_list_starts_after_a_version(game_of_three_events: Game, query: str, versions: list[int]) -> None:
    """The list has the later events only, and always the newest version."""
    body = game_of_three_events.players[0].api.get(f"{game_of_three_events.path}/events", query=query).ok()
    assert ([item["version"] for item in body["items"]], body["version"], body["ended"]) == (versions, 2, False)


@pytest.fixture(scope="module")
def game_of_three_events(sandbox: NewGame) -> Game:
    """A game of three events."""
    game = sandbox(stacked("r1"))
    game.play("clue 1 1", "clue 0 1")
    return game


# Games in which players must remember clues: `memory_aid` is `none`.


@pytest.fixture(scope="module")
def forgetful(sandbox: NewGame) -> Game:
    """A game of five moves: seat 1 made the fourth one, seat 0 the last."""
    game = sandbox(stacked("r1 y1 y1 y2 y2  g1 g1 g1 g2 g2  b5"), rules={"memory_aid": "none"})
    game.play("clue 1 green", "clue 0 red", "play 0", "clue 0 1", "clue 1 2")
    return game


def versions_with_touched_cards(items: list[Json]) -> list[int]:
    """Return the versions of the clues that show what they touched. The others show nothing else either."""
    for event in items:
        assert ("touched" in event) == ("announcement" in event)
        assert "You have" not in event["line"] or "touched" in event
    return [event["version"] for event in items if "touched" in event]


def test_a_view_without_memory_aid_has_no_clue_marks(forgetful: Game) -> None:
    """While the game runs no card, own or foreign, has clue marks or possibilities."""
    for seat in (0, 1):
        cards = [card for hand in forgetful.view(seat)["hands"] for card in hand["cards"]]
        assert {frozenset(card) for card in cards} == {frozenset({"card"}), frozenset({"card", "suit", "rank"})}


def test_clues_are_shown_back_to_the_own_previous_move(forgetful: Game, players: Players, api: Api) -> None:
    """List, long poll, stream and conflict show a viewer the clues since its own previous move.

    A watcher sees the last turn's clue.
    """
    path = f"{forgetful.path}/events"
    seats, watchers = [player.api for player in forgetful.players], [players(1)[0].api, api]
    for who, versions in zip([*seats, *watchers], [[5], [4, 5], [5], [5]], strict=True):
        for options in ({}, {"query": "since=0"}, {"headers": {"Prefer": "wait=1"}}):
            assert versions_with_touched_cards(who.get(path, **options).ok()["items"]) == versions
        stream = who.get(path, query="since=-1", headers={"Accept": "text/event-stream"})
        assert stream.raw.count(b'"touched"') == len(versions)
    late = forgetful.send(1, {"type": "play", "card": 5, "expected_version": 1})
    assert (late.code, versions_with_touched_cards(late.body["events"])) == ("version-conflict", [4, 5])


# Versions.


def test_a_version_conflict_has_the_missed_events(sandbox: NewGame) -> None:
    """The 409 has the newest version and the events since the expected one, with the caller's own card hidden."""
    game = sandbox(stacked("r1 y1 y1 y2 y2  g1 g1 g1 g2 g2  b5 w5"))
    game.play("play 0", "play 5")
    answer = game.send(0, {"type": "play", "card": 1, "expected_version": 0})
    assert (answer.status, answer.code, answer.body["version"]) == (409, "version-conflict", 2)
    assert answer.body["events"] == game.events(0, 0)
    assert [event["drawn"] for event in answer.body["events"]] == [
        {"card": 10},
        {"card": 11, "suit": "white", "rank": 5},
    ]


def test_reorders_talk_and_votes_cause_no_conflict(sandbox: NewGame) -> None:
    """R26, R27, R21: a reorder, a remark and a vote since the expected version do not refuse a move."""
    game = sandbox(stacked(""), rules={"table_talk": "free"})
    one = game.players[1].api
    one.put(f"{game.path}/hand-order", {"cards": [9, 8, 7, 6, 5]}).ok()
    one.post(f"{game.path}/messages", {"text": "hm"}).ok()
    one.post(f"{game.path}/abort-votes").ok()
    done = game.send(0, {"type": "clue", "target": 1, "rank": 1, "expected_version": 0})
    assert (done.status, done.body["event"]["version"]) == (201, 4)
    assert game.send(1, {"type": "clue", "target": 0, "rank": 1, "expected_version": 3}).code == "version-conflict"


def test_a_change_tells_the_version_of_its_view(players: Players) -> None:
    """The next GET can wait at once, with the `ETag` of the response to a new game, a seat or a move."""
    ada, ben = players(2)

    def has(player: Player, answer: Answer) -> bool:
        assert answer.status == 201, answer.body
        return player.api.get(path, headers={"If-None-Match": answer.headers["ETag"]}).status == 304

    opened = ada.api.post("/v1/games", {"seats": 2, "rules": {"starting_seat": 0}})
    path = opened.headers["Location"]
    assert has(ada, opened) and opened.headers["Content-Location"] == path
    seated = ben.api.post(f"{path}/seats", {})
    assert has(ben, seated) and not has(ada, opened) and seated.headers["Content-Location"] == path
    move, key = ada.api.get(path).ok()["legal_actions"][0], {"Idempotency-Key": "one"}
    moved, repeated = [ada.api.post(f"{path}/moves", move, headers=key) for _ in range(2)]
    assert has(ada, moved) and has(ada, repeated) and not has(ben, seated)
    assert {answer.headers["Content-Location"] for answer in (moved, repeated)} == {path}


@in_one_test(
    ("prefer", "is_minimal"),
    [
        ("return=minimal", True),
        ('wait=5, Return = "minimal"; x=1', True),
        ("return=representation", False),
        ("return=minimalist", False),
    ],
)
def test_a_move_is_answered_without_a_body_on_request(sandbox: NewGame, prefer: str, is_minimal: bool) -> None:
    """The version is in the header, also of a repeated answer."""
    game = sandbox(stacked("r1"))
    by, headers = game.players[0].api, {"Prefer": prefer, "Idempotency-Key": "one"}
    answers = [by.post(f"{game.path}/moves", GOOD, headers=headers) for _ in range(2)]
    for answer in answers:
        assert (answer.status, not answer.body) == (201, is_minimal)
        assert answer.headers.get("Preference-Applied") == ("return=minimal" if is_minimal else None)
        assert (
            by.get(answer.headers["Content-Location"], headers={"If-None-Match": answer.headers["ETag"]}).status == 304
        )
