"""Leak tests: cards that a viewer cannot know change no byte of any response.

Two sandbox games are played by the same script. Their decks differ only in cards that one viewer cannot know: those of
the viewer's own hand and of the deck, as far as the clues leave them open. A viewer without a seat knows only the cards
that were played or discarded. Every request that the viewer can send goes to both games. Status, headers and body of
the responses are compared, with ids and times replaced.
"""

import random
from itertools import product

import pytest
from flask import Flask

from engine.cards import Card
from engine.rules import OPTIONS, resolve, rules_as_dict
from service.app import create_app
from service.settings import Settings
from tests.service.client import Api, Game, Json, Player, as_json, stacked
from tests.service.contract import CONTRACT
from tests.service.factories import NewGame, Players, grant
from tests.service.leaks.comparison import Worlds
from tests.service.leaks.deals import SCRIPT_LENGTH, other_deck, script_for
from tests.service.leaks.operations import COUNTS, REQUESTS, described
from tests.service.leaks.requests import Request, Spot, get, post


def test_every_operation_is_compared(sandbox: NewGame) -> None:
    """Every operation of the contract is compared."""
    assert {*REQUESTS, *COUNTS} == {operation.node["operationId"] for operation in CONTRACT.operations}
    game = sandbox(stacked(""))
    for name, requests in REQUESTS.items():
        visited = [
            CONTRACT.operation(request.method, request.path) for request in requests(Spot(game, 0, game.view(0)))
        ]
        assert name in {operation.node["operationId"] for operation in visited if operation}


RULE_SETS: list[tuple[int, Json]] = [
    (2, {}),
    (3, {"multicolor": "wild_ten", "table_talk": "free", "early_end": "no_points_left", "hand_reorder": "off"}),
    (4, {"edition": "fr", "clue_tokens": 5, "ending": "grand_finale", "finale_loss": "strikes_only"}),
    (3, {"edition": "nl", "ending": "grand_finale", "table_talk": "remarks", "clue_tokens": 4}),
    (2, {"memory_aid": "none", "multicolor": "ten", "strike_tokens": 1}),
    (3, {"color_declaration": True, "multicolor": "five", "memory_aid": "none", "empty_clues": False}),
    (5, {"multicolor": "wild_five", "hand_reorder": "after_clue", "clue_tokens": 3, "strike_tokens": 2}),
]


VIEWERS = [("seat 0", "last seat of a private game"), ("seat 0 of a private game", "last seat")]

ROWS = [(*rule_set, viewer) for row, rule_set in enumerate(RULE_SETS) for viewer in VIEWERS[row % 2]]
ROWS += [(*rule_set, "somebody without a seat") for rule_set in RULE_SETS[:2] + RULE_SETS[4:6]]
ROWS += [(*RULE_SETS[0], "a moderator of a hidden game")]

IN_FULL = [ROWS[0], ROWS[1], ROWS[len(RULE_SETS) * 2], ROWS[-1]]
"""A seat, one of a private game, a viewer without a seat and a moderator: these send every request there is."""


def test_every_option_value_is_compared() -> None:
    """Every value of every option of the rules is in some row."""
    resolved = [
        rules_as_dict(resolve(rules.get("edition", "de"), {k: v for k, v in rules.items() if k != "edition"}, seats))
        for seats, rules in RULE_SETS
    ]
    for name, option in OPTIONS.items():
        if name not in ("clue_tokens", "starting_seat"):  # numbers that have no effect on what is shown
            assert {rules[name] for rules in resolved} - {None} == set(option.values), name


@pytest.mark.parametrize(("seats", "rules", "viewer"), ROWS, ids=str)
def test_a_viewer_gets_the_same_responses_in_both_worlds(
    app: Flask, sandbox: NewGame, players: Players, api: Api, seats: int, rules: Json, viewer: str
) -> None:
    """After each move the view and the events are the same.

    All other requests are compared in the middle of the game (on the viewer's own turn, if it has a seat). In some rows
    those about the game are compared again at the end, with a token bound to the seat.
    """
    dice = random.Random(f"{seats} {rules} {viewer}")
    where, _, private = viewer.partition(" of a private")
    seat = {"seat 0": 0, "last seat": seats - 1}.get(where)
    deck = [Card(**card) for card in stacked("", multicolor=rules.get("multicolor", "none"))]
    dice.shuffle(deck)
    script = script_for(deck, seats, rules, dice)
    other = other_deck(deck, script, seat, rules, dice)
    tables = players(seats), players(seats)  # with the same names
    games = tuple(
        sandbox(as_json(one), seats, at_table=table, rules=rules, private=bool(private))
        for one, table in zip((deck, other), tables, strict=True)
    )
    # Viewers without a seat: accounts in some rows, callers without a token in others.
    watchers = [players(1)[0].api for _ in range(2)] if seats % 2 else [api, api]
    viewers = watchers if seat is None else [table[seat].api for table in tables]
    if viewer == "a moderator of a hidden game":
        watchers = [api.known_by(grant(app, players(1)[0])) for _ in range(2)]
        for game in games:
            watchers[0].post("/v1/moderation/actions", {"action": "hide", "target": game.id, "reason": "Test."}).ok()
        viewers = watchers
    in_full = (seats, rules, viewer) in IN_FULL
    worlds = Worlds((games[0], games[1]), (viewers[0], viewers[1]), seat, in_full=in_full)
    view, to_visit = worlds.compare_view(), True
    for turn, move in enumerate(script.moves):
        if to_visit and turn >= SCRIPT_LENGTH // 2 and view["to_move"] == (turn % seats if seat is None else seat):
            worlds.compare_all(view)
            to_visit = False
        mover, body = turn % seats, {**move, "expected_version": games[0].version()}
        if mover == seat:
            assert worlds.compare(post(f"{games[0].path}/moves", body)).status == 201
        else:
            for game in games:
                game.players[mover].api.post(f"{game.path}/moves", body).ok()
        view = worlds.compare_view()
    if in_full or seat == 0:
        worlds.compare_as_a_bot(view)
    for game in games:
        game.abort()
    worlds.compare_view()
    assert not to_visit and worlds.compared > 250


def test_private_sandbox_and_hidden_games_are_invisible_to_others(another_database: str) -> None:
    """Lists, statistics, accounts and streams never show them."""
    app = create_app(Settings(database_url=another_database, pool_size=2))
    api = Api(app)
    accounts = [api.post("/v1/accounts", {"name": name}).ok() for name in ("Ada", "Béla", "Chloé", "Fay")]
    ada, bela, chloe, fay = (
        Player(one["id"], one["name"], one["token"], api.known_by(one["token"])) for one in accounts
    )
    spot = Spot(Game({"id": f"g_{'0' * 32}"}, []), None, {"version": 0})
    requests = [one for one in described(spot) if one.method == "GET" and spot.game.id not in one.path]
    for player in (ada, bela):
        requests += [get(f"/v1/accounts/{player.id}"), get("/v1/replays", query=f"player={player.id}")]
        requests += [get(f"/v1/stats{part}", query=f"player={player.id}") for part in ("", "/distribution.svg")]

    def responses() -> list[tuple[Request, int, bytes]]:
        answers = [(one, eyes.send(*one[:3], **one.options)) for eyes in (api, chloe.api) for one in requests]
        return [(one, answer.status, answer.raw) for one, answer in answers]

    before = responses()
    moderator = api.known_by(grant(app, fay))
    for kind, end in product(("private", "sandbox", "hidden"), ("open", "running", "ended")):
        body = {"seats": 2} if kind == "hidden" else {"seats": 2, kind: True}
        game = Game(ada.api.post("/v1/games", body).ok(), [ada, bela])
        if end != "open":
            ada.api.post(f"{game.path}/invitations", {"account": bela.id}).ok()
            bela.api.post(f"{game.path}/seats", {}).ok()
        if end == "ended":
            game.abort()
            ada.api.post(f"{game.replay_path}/comments", {"anchor": "game", "text": "Well played."}).ok()
            ada.api.post(f"{game.replay_path}/branches", {"at": 0, "moves": []}).ok()
            ada.api.get(f"{game.replay_path}/frames").ok()
        if kind == "hidden":
            order = {"action": "hide", "target": game.id, "reason": "A test."}
            moderator.post("/v1/moderation/actions", order).ok()
    assert responses() == before and len(before) > 300
