"""Tests of long computations: other requests run meanwhile, and a request's CPU time has a limit."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from service.platform import yielding
from tests.service.client import Api, Game


def busy(items: int, each_s: float) -> Iterator[int]:
    """Yield numbers, each after some CPU time."""
    for number in range(items):
        until = time.thread_time() + each_s
        while time.thread_time() < until:
            pass
        yield number


def test_a_long_loop_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop gives way after each slice of its time, a short one never. So do calls of a function between them."""
    ways: list[None] = []
    monkeypatch.setattr(yielding, "give_way", lambda: ways.append(None))
    assert list(yielding.steps(busy(10, 0.01))) == list(range(10))
    assert len(ways) == 10
    assert list(yielding.steps(range(100))) == list(range(100))
    assert len(ways) == 10
    draw = yielding.between(abs)
    assert [draw(-number) for number in busy(10, 0.01)] == list(range(10))
    assert len(ways) == 20
    assert [draw(number) for number in range(100)] == list(range(100))
    assert len(ways) == 20


def test_the_loops_of_a_request_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is for all loops of a request together. Outside a request there is none."""
    monkeypatch.setattr(yielding, "LIMIT_S", 0.05)
    ended = []

    def request() -> None:
        yielding.begin()
        list(yielding.steps(busy(3, 0.01)))
        with pytest.raises(yielding.TooMuchWork):
            list(yielding.steps(busy(30, 0.01)))
        ended.append("request")

    def command() -> None:
        list(yielding.steps(busy(10, 0.01)))
        ended.append("command")

    for run in (request, command):
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    assert ended == ["request", "command"]


@pytest.mark.parametrize(
    ("part", "status"), [("frames", 200), ("frames/1", 200), ("analysis", 202), ("score.svg", 202)]
)
def test_too_much_work_is_a_problem(
    api: Api, new_game: Callable[..., Game], monkeypatch: pytest.MonkeyPatch, part: str, status: int
) -> None:
    """A request above the limit is 503, and a later one succeeds."""
    game = new_game()
    game.abort()
    with monkeypatch.context() as patch:
        patch.setattr(yielding, "LIMIT_S", 0)
        patch.setattr(yielding, "_SLICE_S", 0)
        refused = api.get(f"{game.replay_path}/{part}")
        assert (refused.status, refused.code, refused.headers["Retry-After"]) == (503, "service-unavailable", "2")
    assert api.get(f"{game.replay_path}/{part}").status == status
