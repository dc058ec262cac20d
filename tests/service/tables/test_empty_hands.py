"""No request fails once hands are empty, as at the end of a grand finale (R18), and none after the end."""

from dataclasses import replace
from itertools import chain, count, islice

import pytest

from engine.events import Log, TurnTaken
from engine.fold import steps
from engine.reading.view import seat_view
from engine.rules import rules_as_dict
from service.core.tables.rendering.knowledge import own_knowledge
from tests.engine.random_games import PERFECT, SETTINGS, STEADY, Setting, game
from tests.rows import IN_FULL, in_one_test, slow_unless
from tests.service.client import Api, as_json
from tests.service.factories import NewGame, Players
from tests.service.leaks.operations import OF_A_GAME, REQUESTS, described
from tests.service.leaks.requests import Requests, Spot, post
from tests.service.leaks.test_leaks import move_of

FINALES = [n for n, of in enumerate(SETTINGS) if of.rules.ending == "grand_finale"]
"""Settings that cover all pairs of the booklets' options, as far as their games may have no last round."""

ENDING = {"createAbortVote", "deleteReplay"}
"""Operations that would end the game, or delete it."""


def finale(n: int) -> tuple[Log, int]:
    """Return a game under a setting, and the turn after which a hand is empty while the game runs."""
    rules = replace(SETTINGS[n].rules, starting_seat=0)
    for seed in count(n):
        log = game(Setting(rules, SETTINGS[n].seats), seed, (STEADY, PERFECT)[seed % 2])
        emptied = [state.turn for state in steps(log) if state.ending is None and not all(state.hands)]
        if emptied:
            return log, emptied[0]
    raise AssertionError


@in_one_test("n", FINALES[::2])
def test_there_is_knowledge_of_empty_hands(n: int) -> None:
    """Each seat gets the knowledge of all hands at each version with an empty hand, its own with odds."""
    log, _ = finale(n)
    for state in [state for state in steps(log) if not all(state.hands)]:
        for viewer in range(state.seats):
            known = own_knowledge(seat_view(state, viewer))["hands"]
            assert [[card["card"] for card in hand["cards"]] for hand in known] == [*map(list, state.hands)]
            assert all(("own" in card) == (hand["seat"] == viewer) for hand in known for card in hand["cards"])


@IN_FULL
@pytest.mark.parametrize("n", slow_unless(FINALES[:1].__contains__, FINALES[::3]))
def test_no_request_fails_with_empty_hands(sandbox: NewGame, players: Players, api: Api, n: int, in_full: bool) -> None:
    """The seat to move, a seat without cards and a watcher send all requests. After the end, everybody does."""
    log, turns = finale(n)
    rules = {name: value for name, value in rules_as_dict(log.deal.rules).items() if value is not None}
    game = sandbox(as_json(log.cards), log.deal.seats, rules=rules)
    moves = [move_of(event) for event in log.later if isinstance(event, TurnTaken)]
    game.play(*moves[:turns])
    view = game.view(0)
    empty = next(hand["seat"] for hand in view["hands"] if not hand["cards"])
    step = 3 if in_full else 40
    for first, seat in enumerate((view["to_move"], empty, None)):
        viewer = players(1)[0].api if seat is None else game.players[seat].api
        seen = viewer.get(game.path, query="knowledge=true").ok()
        for request in islice(requests(Spot(game, seat, seen)), first, None, step):
            viewer.send(*request[:3], **request.options)
    game.play(*moves[turns:])
    if game.view(0)["status"] != "ended":
        game.abort()
    end = Spot(game, None, game.view(0))
    for request in chain(islice(requests(end), 0, None, step), last_lines(end, turns)):
        api.send(*request[:3], **request.options)


def requests(spot: Spot) -> Requests:
    """Yield all requests about a game but those that end it. `Api.send` fails if one is answered with 500."""
    for name in OF_A_GAME:
        if name not in ENDING:
            yield from REQUESTS[name](spot)
    yield from (request for request in described(spot) if spot.game.id in request.path)


def last_lines(spot: Spot, version: int) -> Requests:
    """Yield requests about lines that begin with an empty hand."""
    parts = ("frames", f"frames/{version}/knowledge", f"frames/{version}/analysis", "conventions")
    yield from (post(f"{spot.game.replay_path}/{part}", {"at": version, "moves": []}) for part in parts)
