"""Leak tests: cards that a viewer cannot know change no byte of any response.

Two sandbox games are played by the same script. Their decks differ only in cards that one viewer cannot know: those of
the viewer's own hand and of the deck, as far as the clues leave them open. A viewer without a seat knows only the cards
that were played or discarded. Every request that the viewer can send goes to both games. Status, headers and body of
the responses are compared, with ids and times replaced.
"""

import random
from collections.abc import Callable
from itertools import product

import pytest
from flask import Flask

from engine.cards import Card
from engine.events import CardDiscarded, CardPlayed, ColorClueGiven, LaterEvent, Log, RankClueGiven
from engine.fold import fold
from engine.rules import OPTIONS, resolve, rules_as_dict
from service.app import create_app
from service.platform.settings import Settings
from tests.engine.random_games import WASTEFUL
from tests.engine.variant_games import quiet
from tests.engine.variant_worlds import other_game
from tests.rows import IN_FULL, slow_unless
from tests.service.client import Api, Game, Json, Player, as_json, stacked
from tests.service.contract import CONTRACT
from tests.service.factories import NewGame, Players, grant
from tests.service.house.rooms import of_rooms
from tests.service.leaks.comparison import Worlds
from tests.service.leaks.deals import SCRIPT_LENGTH, other_deck, script_for
from tests.service.leaks.operations import REQUESTS, described
from tests.service.leaks.requests import Request, Spot, get, post

PACE: Json = {"turn_s": 86400, "vacation_days": 3}
"""A clock whose times are equal in both worlds. Banks would differ by milliseconds."""


def test_every_operation_is_compared(sandbox: NewGame) -> None:
    """The requests of each operation are to the operation."""
    assert not {*of_rooms("REQUESTS")} - {*REQUESTS}
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

WITH_ALL_REQUESTS = [ROWS[0], ROWS[1], ROWS[len(RULE_SETS) * 2], ROWS[-1]]
"""A seat, one of a private game, a viewer without a seat and a moderator: these also send what no rule changes."""

IN_PART = [ROWS[row] for row in (0, 2, 5, 6, -3, -2, 12, len(RULE_SETS) * 2, -1)]
"""For each set of rules a viewer; each kind of viewer is there."""


VARIANT_ROWS: list[tuple[str, int, Json, int | None]] = [
    ("Throw It in a Hole (5 Suits)", 3, {}, 0),
    ("Throw It in a Hole & Rainbow (4 Suits)", 2, {"hand_size": "one_more"}, 1),
    ("Throw It in a Hole (6 Suits)", 4, {}, None),
    ("Cow & Pig (5 Suits)", 3, {"empty_clues": True}, 1),
    ("Cow & Pig (6 Suits)", 4, {}, None),
    ("Duck (5 Suits)", 2, {}, 1),
    ("Duck (6 Suits)", 3, {"empty_clues": True}, None),
    ("Orange (3 Suits)", 6, {"hand_size": "one_more", "deck_plays": True}, 5),
    ("Clue Starved (6 Suits)", 6, {"hand_size": "one_less"}, 0),
]
"""A variant, the number of seats, options, and the viewer's seat or None."""

VARIANTS_IN_PART = [VARIANT_ROWS[row] for row in (0, 3, 6, 7, 8)]
"""Plays face down, clues of which others hear the kind or (a watcher) nothing, deck plays, and half tokens."""


@pytest.mark.parametrize(("rows", "variants"), [(ROWS, VARIANT_ROWS), (IN_PART, VARIANTS_IN_PART)])
def test_every_option_value_is_compared(
    rows: list[tuple[int, Json, str]], variants: list[tuple[str, int, Json, int | None]]
) -> None:
    """Every value of every option of the rules is in some row."""
    sets = [
        *((seats, rules) for seats, rules, _ in rows),
        *((seats, {"edition": "hanab_live", "variant": name, **rules}) for name, seats, rules, _ in variants),
    ]
    resolved = [
        rules_as_dict(resolve(rules.get("edition", "de"), {k: v for k, v in rules.items() if k != "edition"}, seats))
        for seats, rules in sets
    ]
    for name, option in OPTIONS.items():
        if name not in ("clue_tokens", "starting_seat"):  # numbers that have no effect on what is shown
            assert {rules[name] for rules in resolved} - {None, "variant"} == set(option.values), name


@IN_FULL
@pytest.mark.parametrize(("seats", "rules", "viewer"), slow_unless(IN_PART.__contains__, ROWS), ids=str)
def test_a_viewer_gets_the_same_responses_in_both_worlds(
    app: Flask, sandbox: NewGame, players: Players, api: Api, seats: int, rules: Json, viewer: str, in_full: bool
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
    tables = players(seats), players(seats)
    trains = rules.get("memory_aid") != "none"
    games = tuple(
        sandbox(as_json(one), seats, at_table=table, rules=rules, private=bool(private), training=trains)
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
    row = (seats, rules, viewer)
    with_all = row in WITH_ALL_REQUESTS
    step = 1 if in_full else 60 if with_all else 30
    worlds = Worlds(
        (games[0], games[1]), (viewers[0], viewers[1]), seat, in_full=with_all, step=step, first=ROWS.index(row)
    )
    view = played(worlds, [(move, move) for move in script.moves], lambda view: view["turn"] >= SCRIPT_LENGTH // 2)
    worlds.compare(get(f"{games[0].path}/conventions", query="level=5"))
    if with_all or seat == 0:
        worlds.compare_as_a_bot(view)
    for game in games:
        for player in game.players:  # some have voted already, by one of the compared requests
            player.api.post(f"{game.path}/abort-votes")
        assert game.view(0)["result"]["outcome"] == "aborted"
    worlds.compare_view()
    assert worlds.compared > 250 // step


def played(worlds: Worlds, moves: list[tuple[Json, Json]], is_time: Callable[[Json], bool]) -> Json:
    """Make each move in both games, and compare what the viewer sees. Return the last view.

    On the viewer's first turn when it is time, or on anybody's for a viewer without a seat, compare all requests.
    """
    view, to_visit = worlds.compare_view(), True
    for pair in moves:
        mover = view["to_move"]
        if to_visit and is_time(view) and worlds.seat in (None, mover):
            worlds.compare_all(view)
            to_visit = False
            view = worlds.compare_view()  # a message or a new order of a hand was accepted
        bodies = [{**move, "expected_version": view["version"]} for move in pair]
        if mover == worlds.seat:
            assert bodies[0] == bodies[1]
            assert worlds.compare(post(f"{worlds.games[0].path}/moves", bodies[0])).status == 201
        else:
            for game, body in zip(worlds.games, bodies, strict=True):
                game.players[mover].api.post(f"{game.path}/moves", body).ok()
        view = worlds.compare_view()
    assert not to_visit
    return view


@IN_FULL
@pytest.mark.parametrize(
    ("name", "seats", "options", "seat"), slow_unless(VARIANTS_IN_PART.__contains__, VARIANT_ROWS), ids=str
)
def test_a_viewer_of_a_variant_gets_the_same_responses_in_both_worlds(
    sandbox: NewGame, players: Players, api: Api, name: str, seats: int, options: Json, seat: int | None, in_full: bool
) -> None:
    """The worlds also differ in cards that were played face down, and in clues that the viewer did not hear."""
    logs = other_worlds(name, seats, options, seat)
    tables = players(seats), players(seats)
    rules = {
        name: value
        for name, value in rules_as_dict(logs[0].deal.rules).items()
        if name not in ("multicolor", "finale_loss")
    }
    games = tuple(
        sandbox(as_json(log.cards), seats, at_table=table, rules=rules, pace=PACE)
        for log, table in zip(logs, tables, strict=True)
    )
    viewers = [api, api] if seat is None else [table[seat].api for table in tables]
    step, first = 1 if in_full else 36, VARIANT_ROWS.index((name, seats, options, seat))
    worlds = Worlds((games[0], games[1]), (viewers[0], viewers[1]), seat, step=step, first=first)
    size = 1 if options.get("deck_plays") else 60
    moves = [(move_of(first), move_of(second)) for first, second in zip(logs[0].later, logs[1].later, strict=True)]
    view = played(worlds, moves, lambda view: view["turn"] >= len(moves) // 2 and view["deck_size"] <= size)
    assert "Hole" not in name or view["face_down"]
    assert name[:3] not in ("Cow", "Duc") or any(one != other for one, other in moves)
    worlds.compare_as_a_bot(view)
    assert worlds.compared > 250 // step


def other_worlds(name: str, seats: int, options: Json, seat: int | None) -> tuple[Log, Log]:
    """Return two running games that the viewer cannot distinguish, in which hidden plays or clues differ."""
    for seed in range(200):
        dice = random.Random(seed)
        chosen = {"empty_clues": False, "hand_size": "normal", "deck_plays": False, **options}
        log = quiet(name, seed, turns=SCRIPT_LENGTH, style=WASTEFUL, seats=seats, starting_seat=0, **chosen)
        if log.deal.rules.deck_plays:  # up to the viewer's turn with one card in the deck
            log = quiet(name, seed, style=WASTEFUL, seats=seats, starting_seat=0, **chosen)
            states = [fold(log.until(version)) for version in range(log.version)]
            at = [n for n, state in enumerate(states) if state.deck_size == 1 and state.to_move == seat]
            if not at:
                continue
            log = log.until(at[0] + 1)
        if fold(log).ending is not None or log.deal.rules.ending == "grand_finale":
            continue
        other = other_game(log, seat, dice)
        hides = log.deal.rules.palette.hidden_clues
        if other is not None and (hides is None or other.later != log.later):
            return log, other
    raise AssertionError("no such worlds")


def move_of(event: LaterEvent) -> Json:
    """Return the move that an event carries out."""
    match event:
        case CardPlayed(card=card, declared_color=declared):
            return {"type": "play", "card": card, **({"declared_color": declared} if declared else {})}
        case CardDiscarded(card=card):
            return {"type": "discard", "card": card}
        case ColorClueGiven(target=target, color=color):
            return {"type": "clue", "target": target, "color": color}
        case RankClueGiven(target=target, rank=rank):
            return {"type": "clue", "target": target, "rank": rank}
        case _:
            raise AssertionError(event)


@IN_FULL
def test_private_sandbox_and_hidden_games_are_invisible_to_others(another_database: str, in_full: bool) -> None:
    """Lists, statistics, accounts and streams never show them.

    The log of commitments has hashes of them; `test_commitment_log.py` checks that these tell nothing.
    """
    app = create_app(Settings(database_url=another_database, pool_size=2))
    api = Api(app)
    accounts = [api.post("/v1/accounts", {"name": name}).ok() for name in ("Ada", "Béla", "Chloé", "Fay")]
    ada, bela, chloe, fay = (
        Player(one["id"], one["name"], one["token"], api.known_by(one["token"])) for one in accounts
    )
    spot = Spot(Game({"id": f"g_{'0' * 32}"}, []), None, {"version": 0})
    requests = [one for one in described(spot) if one.method == "GET" and spot.game.id not in one.path]
    requests = [one for one in requests if not one.path.startswith(("/v1/log/", "/log/"))]
    if not in_full:  # each list as it is, and some of its parameters
        pictures = (".png", ".gif")  # made of the SVG
        requests = [one for one in requests if not one.path.endswith(pictures)]
        paths = {one.path for one in requests if one.path.startswith("/v1/")}
        requests = [*requests[::16], *map(get, sorted(paths))]
    for player in (ada, bela):
        requests += [get(f"/v1/accounts/{player.id}"), get("/v1/replays", query=f"player={player.id}")]
        requests.append(get("/v1/stats", query=f"player={player.id}"))

    def responses() -> list[tuple[Request, int, bytes]]:
        known = {"Request-Id": "a-look"}  # a problem repeats it
        answers = [
            (one, eyes.send(*one[:3], **{**one.options, "headers": {**known, **one.options.get("headers", {})}}))
            for eyes in (api, chloe.api)
            for one in requests
        ]
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
            ada.api.post(f"{game.replay_path}/lines", {"at": 0, "moves": []}).ok()
            ada.api.get(f"{game.replay_path}/frames").ok()
        if kind == "hidden":
            order = {"action": "hide", "target": game.id, "reason": "A test."}
            moderator.post("/v1/moderation/actions", order).ok()
    assert responses() == before and len(before) > (300 if in_full else 120)
