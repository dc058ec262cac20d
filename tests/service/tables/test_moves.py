"""Tests of moves: order of checks, resulting events, conflicts and legal actions."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.cards import RANKS
from tests.cards import SUITS
from tests.rows import IN_FULL, in_one_test
from tests.service.client import Answer, Api, Game, Json, Player, move_of, stacked
from tests.service.factories import NewGame, Players

# The order of checks. Each situation fails one check and all later ones; the first one must be reported.

GOOD: Json = {"type": "play", "card": 0, "expected_version": 0}


class RefusalTable:
    """A game to send invalid moves to: seat 0 is to move, and no discard is legal."""

    def __init__(self, sandbox: NewGame, stranger: Player, api: Api) -> None:
        self.game, self.stranger, self.api = sandbox(stacked("r1")), stranger, api

    def send(self, who: Api, body: Json | None = None, *, path: str | None = None, **options: Any) -> Answer:
        """Send a move or an invalid body."""
        return who.post(f"/v1/games/{path or self.game.id}/moves", body, **options)

    @property
    def seats(self) -> list[Api]:
        """The clients of the players."""
        return [player.api for player in self.game.players]


NOWHERE = "g_" + "0" * 32
ILLEGAL = {"type": "discard", "card": 0}  # all clue tokens are there (R9)
NONSENSE = {"type": "pass", "expected_version": "0"}

ORDER: list[tuple[str, str, Callable[[RefusalTable], Answer]]] = [
    ("no token, no game, no JSON", "missing-token", lambda t: t.send(t.api, path=NOWHERE, raw=b"{")),
    ("no token, no id of a game", "missing-token", lambda t: t.send(t.api, path="x", raw=b"{")),
    (
        "wrong token, no game",
        "invalid-token",
        lambda t: t.send(t.api, path=NOWHERE, raw=b"{", headers={"Authorization": "Bearer x"}),
    ),
    ("no game, no JSON", "not-found", lambda t: t.send(t.stranger.api, path=NOWHERE, raw=b"{")),
    ("a stranger, no JSON", "not-a-player", lambda t: t.send(t.stranger.api, raw=b"{")),
    (
        "a stranger, another media type",
        "not-a-player",
        lambda t: t.send(t.stranger.api, raw=b"{", headers={"Content-Type": "text/plain"}),
    ),
    ("a stranger, nonsense", "not-a-player", lambda t: t.send(t.stranger.api, NONSENSE)),
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
    sandbox: NewGame, players: Players, api: Api, code: str, send: Callable[[RefusalTable], Answer]
) -> None:
    """The first failure in the contract's order is reported, and nothing changes."""
    table = RefusalTable(sandbox, players(1)[0], api)
    assert send(table).code == code
    assert [event["type"] for event in table.game.events(0) if event["type"] in ("play", "discard")] == []


def test_an_open_game_takes_no_moves(players: Players) -> None:
    """The code is `game-not-running`, whatever version is expected."""
    (ada,) = players(1)
    game = Game(ada.api.post("/v1/games", {"seats": 2}).ok(), [ada])
    for expected in (0, 5):
        assert ada.api.post(f"{game.path}/moves", {**GOOD, "expected_version": expected}).code == "game-not-running"


# The form of a move.


def test_3_0_is_an_integer(sandbox: NewGame) -> None:
    """JSON Schema counts 3.0 as an integer."""
    game = sandbox(stacked(""))
    answer = game.players[0].api.post(
        f"{game.path}/moves", raw=b'{"type":"clue","target":1.0,"rank":1e0,"expected_version":0.0}'
    )
    assert (answer.status, answer.body["event"]["rank"]) == (201, 1)


def test_a_legal_action_is_a_move(sandbox: NewGame) -> None:
    """It can be sent as it is. Null for a member that it lacks, as generated clients send it, counts as absent."""
    game = sandbox(stacked(""))
    path, (one, two) = f"{game.path}/moves", game.players
    nothing = dict.fromkeys(("expected_version", "declared_color", "target", "color", "rank"))
    for player, absent in ((one, {}), (two, nothing)):
        action = next(action for action in player.api.get(game.path).ok()["legal_actions"] if action["type"] == "play")
        assert player.api.post(path, action | absent).ok()["event"]["card"] == action["card"]


# Events of moves.


def numbers(event: Json) -> Json:
    """Return an event without time, words and hash."""
    return {name: value for name, value in event.items() if name not in ("at", "line", "announcement", "hash")}


AFTER = {"half_clue_token": False, "strikes": 0, "score": 0, "table_points": 0, "turns_left": None, "result": None}


def test_each_seat_sees_its_own_form_of_the_deal(sandbox: NewGame, api: Api) -> None:
    """Event 0 shows all hands but the viewer's own. A watcher sees none."""
    game = sandbox(stacked("r1 y1 g1 b1 w1  r2 y2 g2 b2 w2"))
    backs = [{"card": card} for card in range(10)]
    fronts = [
        {"card": 5 * (rank - 1) + n, "suit": suit, "rank": rank} for rank in (1, 2) for n, suit in enumerate(SUITS[:5])
    ]
    deal = {"version": 0, "type": "deal", "seat": None, "starting_seat": 0, **AFTER}
    deal |= {"clue_tokens": 8, "deck_size": 40, "to_move": 0}
    deal |= {"origin": "given", "secret_commitment": None, "entropies": None, "seats": 2, "ruleset": 2}
    deal |= {"entropy_commitments": None, "reveals": None}
    deal |= {
        name: game.events(0)[0][name]
        for name in ("rules", "commitment", "chain", "game", "holders", "bots", "protection")
    }
    for seat, (first, second) in enumerate([(backs[:5], fronts[5:]), (fronts[:5], backs[5:])]):
        hands = [{"seat": 0, "cards": first}, {"seat": 1, "cards": second}]
        assert [numbers(event) for event in game.events(seat)] == [{**deal, "hands": hands}]
    assert numbers(api.get(f"{game.path}/events").ok()["items"][0]) == {**deal, "hands": []}


def test_a_clue_lists_touched_cards_and_positions(sandbox: NewGame, api: Api) -> None:
    """R6: card ids and positions are the same for all viewers."""
    game = sandbox(stacked("y1 y1 y1 y2 y2  r1 g1 r2 g2 r3"))
    event = game.play("clue 1 red")["event"]
    clue: Json = {"version": 1, "type": "clue", "seat": 0, "target": 1, "color": "red", **AFTER}
    clue |= {"clue_tokens": 7, "deck_size": 40, "to_move": 1}
    clue |= {"touched": [{"card": 5, "position": 0}, {"card": 7, "position": 2}, {"card": 9, "position": 4}]}
    assert numbers(event) == clue
    for items in (game.events(0, 0), game.events(1, 0), api.get(f"{game.path}/events", query="since=0").ok()["items"]):
        assert items == [event]


def test_a_successful_play_and_the_drawn_card(sandbox: NewGame, api: Api) -> None:
    """R10: the played card is public. The drawn card is hidden from its owner and from watchers."""
    game = sandbox(stacked("r1 y1 y1 y2 y2  g1 g1 g1 g2 g2  b5"))
    event = game.play("play 0")["event"]
    play = {"version": 1, "type": "play", "seat": 0, "card": 0, "suit": "red", "rank": 1, "declared_color": None}
    play |= {
        "landed": True,
        "effect": "played",
        "clue_tokens_gained": 0,
        "clue_tokens_lost": 0,
        **AFTER,
        "score": 1,
        "table_points": 1,
    }
    play |= {"clue_tokens": 8, "deck_size": 39, "to_move": 1}
    back = {**play, "drawn": {"card": 10}}
    assert numbers(event) == back
    assert numbers(game.events(0, 0)[0]) == back
    assert numbers(game.events(1, 0)[0]) == {**play, "drawn": {"card": 10, "suit": "blue", "rank": 5}}
    assert numbers(api.get(f"{game.path}/events", query="since=0").ok()["items"][0]) == back


def test_a_misplay_and_a_discard(sandbox: NewGame) -> None:
    """R9, R10: a misplay costs a strike, and a discard gains a token. Both cards go to the discard pile in order."""
    game = sandbox(stacked("r5 y1 y1 y2 y2  g1 g1 g1 g2 g2"))
    misplay = game.play("play 0")["event"]
    assert (misplay["landed"], misplay["strikes"], misplay["clue_tokens_gained"]) == (False, 1, 0)
    game.play("clue 0 yellow")
    done = game.play("discard 1")
    assert (done["event"]["clue_tokens_gained"], done["event"]["clue_tokens"]) == (1, 8)
    assert "landed" not in done["event"]
    assert done["view"]["discards"] == [
        {"card": 0, "suit": "red", "rank": 5},
        {"card": 1, "suit": "yellow", "rank": 1},
    ]
    assert (done["view"]["lost_fireworks"], done["view"]["attainable_score"]) == (["red"], 24)


def test_the_last_move_draws_no_card(sandbox: NewGame) -> None:
    """R22: the move that ends the game draws no card, and every seat sees the result."""
    game = sandbox(stacked("r5 y1 y1 y2 y2  g1 g1 g1 g2 g2"), rules={"strike_tokens": 1})
    done = game.play("play 0")
    assert (done["event"]["drawn"], done["event"]["to_move"], done["view"]["deck_size"]) == (None, None, 40)
    rating = {"band": "0-5", "text": "Oh dear! The crowd booed.", "own_translation": False}
    result = {"outcome": "lost", "reason": "strikeout", "score": 0, "table_points": 0, "rating": rating}
    assert done["event"]["result"] == done["view"]["result"] == game.view(1)["result"] == result


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


@in_one_test("query", ["seat=1", "utm_source=x&utm_source=y", "token=x", "access_token=x", "x" * 50])
@in_one_test("rest", ["", "/messages", "/events"])
def test_an_unknown_parameter_is_ignored(game_of_three_events: Game, query: str, rest: str) -> None:
    """The viewer follows from the token alone."""
    get = game_of_three_events.players[0].api.get
    path = f"{game_of_three_events.path}{rest}"
    assert get(path, query=query).raw == get(path).raw


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


def test_a_future_version_is_a_conflict(sandbox: NewGame) -> None:
    """No events were missed, and nothing happens."""
    game = sandbox(stacked(""))
    answer = game.send(0, {"type": "clue", "target": 1, "rank": 1, "expected_version": 1})
    assert (answer.code, answer.body["version"], answer.body["events"]) == ("version-conflict", 0, [])
    assert game.version() == 0


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


# Legal actions.


def all_moves(seats: int, deck_size: int) -> Iterator[Json]:
    """Yield every well-formed move. Plays of cards beyond the first ten declare one color only."""
    for card in range(deck_size):
        yield {"type": "discard", "card": card}
        yield {"type": "play", "card": card}
        yield from (
            {"type": "play", "card": card, "declared_color": suit} for suit in (SUITS if card < 10 else SUITS[:1])
        )
    for target in range(5):
        yield from ({"type": "clue", "target": target, "color": suit} for suit in SUITS)
        yield from ({"type": "clue", "target": target, "rank": rank} for rank in RANKS)


@IN_FULL
@pytest.mark.parametrize(
    ("seats", "rules", "prelude"),
    [
        (2, {}, []),
        (2, {}, ["clue 1 1", "clue 0 1", "clue 1 2"]),
        (3, {"edition": "fr", "clue_tokens": 1}, []),
        (3, {"edition": "fr", "clue_tokens": 1}, ["clue 1 1"]),
        (4, {"multicolor": "ten"}, ["clue 1 1"]),
        (2, {"multicolor": "wild_five", "empty_clues": False}, ["clue 1 1"]),
        (2, {"color_declaration": True, "multicolor": "five"}, ["clue 1 1"]),
    ],
    ids=str,
)
def test_legal_actions_are_exactly_the_legal_moves(
    sandbox: NewGame, seats: int, rules: Json, prelude: list[str], in_full: bool
) -> None:
    """Every listed action is accepted. Every other one is refused with its ruling and changes nothing.

    In part: every twentieth of both.
    """
    step = 1 if in_full else 20
    multicolor = rules.get("multicolor", "none")
    deck = stacked("r1 y1 g2 b3 w4", multicolor=multicolor)
    game = sandbox(deck, seats, rules=rules)
    game.play(*prelude)
    seat = game.view(0)["to_move"]
    view = game.view(seat)
    listed = view["legal_actions"]
    assert all(action in list(all_moves(5, 60)) for action in listed)
    assert not any(game.view(other)["legal_actions"] for other in range(seats) if other != seat)
    refusals = {}
    for move in list(all_moves(5, 24))[::step]:
        if move not in listed:
            answer = game.players[seat].api.post(f"{game.path}/moves", {**move, "expected_version": view["version"]})
            assert (answer.status, answer.code) == (422, "illegal-move"), move
            refusals[answer.body["refusal"]] = answer.body["rule"]
    assert game.view(seat) == view
    assert refusals["not-in-hand"] in ("R9", "R10")
    for action in listed[::step]:
        copy = sandbox(deck, seats, at_table=list(game.players), rules=rules)
        copy.play(*prelude)
        assert copy.send(seat, action).status == 201, action


@in_one_test(
    ("rules", "prelude", "move", "refusal", "rule"),
    [
        ({}, [], "clue 0 red", "own-hand", "R5"),
        ({}, ["clue 1 1"], "discard 0", "not-in-hand", "R9"),
        ({}, [], "discard 59", "not-in-hand", "R9"),
        ({"color_declaration": True}, [], "play 0 multicolor", "no-such-color", "R12"),
    ],
)
def test_an_illegal_move_names_the_ruling(
    sandbox: NewGame, rules: Json, prelude: list[str], move: str, refusal: str, rule: str
) -> None:
    """422 `illegal-move` has the code, the ruling and a text in the caller's language, and changes nothing."""
    game = sandbox(stacked("r1 y1 g1 b1 w1  r2 y2 g2 b2 w2"), rules=rules)
    game.play(*prelude)
    version = game.version()
    seat = game.view(0)["to_move"]
    answer = game.send(seat, move_of(move))
    assert (answer.status, answer.code) == (422, "illegal-move")
    assert (answer.body["refusal"], answer.body["rule"]) == (refusal, rule)
    assert game.version() == version


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
