"""What the bot would have done, and what it thinks of what was done."""

from itertools import pairwise
from random import Random

import pytest

from engine.bots import BOTS
from engine.bots.kagiya_advice import advice
from engine.bots.kagiya_bot import Worth, worths
from engine.commands import Play
from engine.events import CardPlayed, TurnTaken, as_command
from engine.fold import steps
from engine.reading.view import seat_view, watcher_view
from engine.rules import resolve
from tests.engine.random_games import SETTINGS, Setting, games_of, kagiya_game, seat_to_move
from tests.engine.variant_games import quiet
from tests.rows import in_one_test, slow_unless


@in_one_test("n", range(0, len(SETTINGS), 4))
def test_its_own_games(n: int) -> None:
    """In its own games it would have done what was done."""
    log = kagiya_game(SETTINGS[n], n)
    first, *later = advice(log)
    assert first is None
    for event, found in zip(log.later, later, strict=True):
        assert isinstance(event, TurnTaken) and found is not None
        assert found.choice == as_command(event)
        assert found.done == found.best[0]


@pytest.mark.parametrize("n", slow_unless(lambda n: n % 12 == 0, range(0, len(SETTINGS), 2)))
def test_games_of_others(n: int) -> None:
    """Under all options it has an opinion of each turn, and of no other event."""
    for log in games_of(n)[n // 2 % 2 : 5 : 2]:
        for state, event, found in zip(steps(log), log.later, advice(log)[1:], strict=False):
            if not isinstance(event, TurnTaken):
                assert found is None
                continue
            assert found is not None and found.done is not None
            assert found.choice == BOTS["kagiya"].choose(seat_view(state, event.seat), (), Random(0).randrange)
            assert found.done.turn == as_command(event)
            assert all(_at_least(better, worse) for better, worse in pairwise(found.best))
            assert found.done in found.best or _at_least(found.best[-1], found.done)
            assert 1 <= len(found.best) <= 5
            for worth in (*found.best, found.done):
                if worth.points is None:
                    assert isinstance(worth.turn, Play)  # ruled out, and no number says how much
                else:
                    assert abs(worth.points) < 50


def _at_least(better: Worth, worse: Worth) -> bool:
    return worse.points is None or (better.points is not None and better.points >= worse.points)


def test_no_opinion() -> None:
    """It has none of variants that it does not play, and none of a blind play from the deck."""
    log = quiet("Up or Down (5 Suits)", 3)
    assert advice(log) == [None] * len(log.events)
    rules = resolve("de", {"deck_plays": True}, 2)
    log = kagiya_game(Setting(rules, 2), 1)
    state = next(state for state in steps(log) if state.deck_size == 1)
    blind = [*log.later[: state.version], CardPlayed(seat_to_move(state), state.dealt)]
    last = advice(log._replace(later=blind))[-1]
    assert last is not None and last.done is None and last.best
    with pytest.raises(ValueError, match="not to move"):
        worths(watcher_view(state))
