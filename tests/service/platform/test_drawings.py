"""Tests of the queue of raster images: who waits for whom, and what is charged."""

import threading
from collections.abc import Callable

import pytest

from service.app import create_app
from service.features.pictures import image_drawing, svg
from service.features.pictures.image_drawing import Drawings
from service.platform.limits import gates
from service.platform.limits.load_shedding import Client
from service.platform.settings import Settings
from tests.service.client import Api, Game
from tests.service.conftest import POOL_SIZE
from tests.service.platform.conftest import Charging
from tests.waiting import await_until

_NO_SUCH_TIME_S = 60

ADA, EVA, BEN = Client(b"1", None), Client(b"2", None), Client(b"3", None)


class Brush:
    """Draws when a test lets it."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.may_draw = threading.Event()

    def draws(self, name: str) -> Callable[[], bytes]:
        """Return a function that draws a picture."""

        def draw() -> bytes:
            self.drawn.append(name)
            assert self.may_draw.wait(_NO_SUCH_TIME_S)
            return name.encode()

        return draw

    def wait_for(self, number: int) -> list[str]:
        """Wait until so many pictures were begun."""
        await_until(lambda: len(self.drawn) >= number, f"{number} are drawn", 0.001)
        return self.drawn


def test_a_picture_is_drawn_once_for_all_who_want_it() -> None:
    """Also for clients that ask while it is drawn. Who asks later gets a new one."""
    images, brush = Drawings(_NO_SUCH_TIME_S), Brush()
    found: list[bytes] = []

    def ask(client: Client) -> None:
        found.append(images.content("a", client, brush.draws("a")))

    asking = [threading.Thread(target=ask, args=(client,), daemon=True) for client in (ADA, EVA, EVA)]
    for thread in asking:
        thread.start()
    assert brush.wait_for(1) == ["a"]
    brush.may_draw.set()
    for thread in asking:
        thread.join(_NO_SUCH_TIME_S)
    assert found == [b"a"] * 3 and brush.drawn == ["a"] and "a" not in images
    assert images.content("a", ADA, brush.draws("again")) == b"again"


def test_two_pictures_are_drawn_at_a_time_for_two_clients() -> None:
    """The next is that of another client, although the first one has asked for more before."""
    images, brush = Drawings(_NO_SUCH_TIME_S), Brush()
    images.begin("a1", ADA, brush.draws("a1"))
    assert brush.wait_for(1) == ["a1"]
    images.begin("a2", ADA, brush.draws("a2"))
    await_until(lambda: images._places.waiting == 1, "one waits", 0.001)
    images.begin("e1", EVA, brush.draws("e1"))
    assert brush.wait_for(2) == ["a1", "e1"]
    images.begin("b1", BEN, brush.draws("b1"))
    await_until(lambda: images._places.waiting == 2, "two wait", 0.001)
    assert brush.drawn == ["a1", "e1"] and len(images) == 4
    brush.may_draw.set()
    assert sorted(brush.wait_for(4)[2:]) == ["a2", "b1"]


def test_a_picture_that_fails_is_refused_and_drawn_again() -> None:
    images = Drawings(_NO_SUCH_TIME_S)

    def fail() -> bytes:
        raise svg.RasterFailed

    with pytest.raises(svg.RasterFailed):
        images.content("a", ADA, fail)
    assert images.content("a", ADA, lambda: b"a") == b"a"


def test_who_waits_for_a_picture_holds_no_slot(
    database_url: str, new_game: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other requests of whole games are answered meanwhile, of the same client too. So is an animation, by a frame."""
    monkeypatch.setattr(gates, "QUEUE_TIMEOUT_S", 0.05)
    app = create_app(Settings(database_url=database_url, pool_size=POOL_SIZE, max_in_flight=1))
    game, brush = new_game(), Brush()
    game.abort()
    monkeypatch.setattr(svg, "png", lambda *_: brush.draws("png")())
    monkeypatch.setattr(svg, "gif", lambda pictures, *_, **__: b"still" if len(pictures) == 1 else brush.draws("gif")())
    statuses: list[int] = []
    path = f"{game.replay_path}/positions/0.png"
    waiting = threading.Thread(target=lambda: statuses.append(Api(app).get(path).status), daemon=True)
    still = Api(app).get(f"{game.replay_path}/animation.gif")
    assert (still.status, still.raw) == (202, b"still")
    assert brush.wait_for(1) == ["gif"]
    waiting.start()
    assert brush.wait_for(2) == ["gif", "png"]
    assert Api(app).get(f"{game.replay_path}/frames").status == 200
    assert not statuses
    brush.may_draw.set()
    waiting.join(_NO_SUCH_TIME_S)
    assert statuses == [200]


def test_only_a_new_picture_costs_its_drawing(
    charging: Charging, new_game: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture of an unknown game, or one that is there, costs no more than other reads."""
    app, charged = charging
    game = new_game()
    game.abort()
    monkeypatch.setattr(svg, "png", lambda *_: b"png")
    monkeypatch.setattr(svg, "gif", lambda *_, **__: b"gif")
    api, unknown = Api(app), f"/v1/replays/g_{'0' * 32}"
    path = f"{game.replay_path}/animation.gif"
    for rest in ("animation.gif", "positions/0.png", "score.png"):
        refused = api.get(f"{unknown}/{rest}")
        assert refused.status == 404 and int(refused.headers["RateLimit"].split("r=")[1].split(";")[0]) >= 9000
    assert charged == []
    api.get(path).ok()
    await_until(lambda: not len(image_drawing._gifs), "it is drawn", 0.001)
    assert api.get(path).status == 200
    for _ in range(2):
        assert api.get(f"{game.replay_path}/positions/0.png").status == 200
    made = [25, 25]  # the response itself, of each
    assert sorted(charged) == [*made, gates.PNG, gates.PNG, gates.GIF]
