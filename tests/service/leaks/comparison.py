"""Comparison of the responses that two viewers get about two games."""

import re
from collections.abc import Iterator
from itertools import count
from typing import Final

from tests.service.client import SALTED, Answer, Api, Game, Json
from tests.service.leaks.operations import NOTHING_OF_A_GAME, OF_A_GAME, REQUESTS, described
from tests.service.leaks.requests import Request, Spot, get

_TIME: Final = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_VIEWER: Final = re.compile(rb"\b([at])_[0-9a-f]{32}\b")
"""Ids of the players' accounts and tokens, which differ between the two games."""
_NAME: Final = re.compile(rb" [0-9a-f]{8}\b")
"""The unique part of the players' names."""
_WATCHERS: Final = re.compile(rb'"watchers":\d+')
"""A stream that a viewer has just opened in one of the games may be counted before the other's."""

_REVISED: Final = re.compile(r'^"(\d+)-[0-9a-f]{16}"$')
"""The tag of an account, with the digest of a body that contains its id and name; the body is compared too."""


class Worlds:
    """Two games with a viewer of each, who must get the same responses.

    `in_full` compares what does not depend on the rules too. Of the requests, each `step`-th is sent. `first` says
    which: it differs between the rows of a table, so that each request is sent in some of them.
    """

    def __init__(
        self,
        games: tuple[Game, Game],
        viewers: tuple[Api, Api],
        seat: int | None,
        *,
        in_full: bool = False,
        step: int = 1,
        first: int = 0,
    ) -> None:
        self.games, self.viewers, self.seat = games, viewers, seat
        self.compared = 0
        self._in_full, self._step, self._first, self._numbers = in_full, step, first, count(first)

    def compare(self, request: Request) -> Answer:
        """Send a request to both games, compare the responses, and return the first one."""
        first, second = (
            self._sent(request, game, viewer) for game, viewer in zip(self.games, self.viewers, strict=True)
        )
        assert self._mapped(first, 0) == self._mapped(second, 1), f"{request} tells the worlds apart"
        self.compared += 1
        return first

    def compare_view(self) -> Json:
        """Compare view and events, or some of them. Return the view."""
        events = get(f"{self.games[0].path}/events")
        in_german = get(f"{self.games[0].path}/events", headers={"Accept-Language": "de"})
        self._compare(iter([events, in_german, get(self.games[0].path, query="knowledge=true")]))
        view: Json = self.compare(get(self.games[0].path)).ok()
        return view

    def compare_all(self, view: Json) -> None:
        """Compare the responses to all requests that the viewer can send now."""
        spot = Spot(self.games[0], self.seat, view)
        for name, requests in REQUESTS.items():
            if self._in_full or name not in NOTHING_OF_A_GAME:
                self._compare(requests(spot))
        if self._in_full:
            self._compare(described(spot))

    def compare_as_a_bot(self, view: Json) -> None:
        """Compare all requests about the game, with tokens bound to the viewer's seat if there is one."""
        viewers = self.viewers if self.seat is None else (self._bound(0), self._bound(1))
        bound = Worlds(self.games, viewers, self.seat, in_full=self._in_full, step=self._step, first=self._first + 1)
        for name in OF_A_GAME:
            bound._compare(REQUESTS[name](Spot(self.games[0], self.seat, view)))

    def _compare(self, requests: Iterator[Request]) -> None:
        for request in requests:
            if (self._in_full or not request.once) and next(self._numbers) % self._step == 0:
                self.compare(request)

    def _bound(self, world: int) -> Api:
        viewer, game = self.viewers[world], self.games[world]
        return viewer.known_by(viewer.post("/v1/me/tokens", {"name": "bot", "game": game.id}).ok()["token"])

    def _sent(self, request: Request, game: Game, viewer: Api) -> Answer:
        options = dict(request.options)
        headers = {"Request-Id": "two-worlds", **options.pop("headers", {})}
        path, body = request.path.replace(self.games[0].id, game.id), request.body
        if isinstance(body, dict):
            body = {key: game.id if value == self.games[0].id else value for key, value in body.items()}
        return viewer.send(request.method, path, body, headers=headers, **options)

    def _mapped(self, answer: Answer, world: int) -> tuple[int, Json, bytes]:
        name = self.games[world].id
        headers = {
            header: _REVISED.sub(r'"\1-DIGEST"', value.replace(name, "GAME"))
            for header, value in answer.headers.items()
            if header != "Date"
        }
        raw = answer.raw
        for game in self.games:  # the log of moderation names both
            raw = raw.replace(game.id.encode(), b"GAME")
        body = SALTED.sub(rb'"\1":"SALTED"', _VIEWER.sub(rb"\1", raw))
        body = _WATCHERS.sub(b'"watchers":0', _NAME.sub(b"", _TIME.sub(b"TIME", body)))
        return answer.status, headers, body
