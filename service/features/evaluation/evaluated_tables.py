"""One table of a contest, played by agents."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from service.features.evaluation.agents import Agent, AgentFailed, checked
from service.features.evaluation.service_api import Problem, Requests

Json = Mapping[str, Any]

_PASSED: Final = ("version-conflict", "not-your-turn", "game-not-running")
_WAIT_S: Final = 25


class Played(NamedTuple):
    """What came of a table."""

    view: Json
    """The last view of a seat that an agent has."""
    failure: str | None
    """Why an agent did not go on; None if none failed."""
    seconds: tuple[float, ...]
    """The time that the agents took for each of their moves."""


class _Seat:
    """What a seat has seen of the game."""

    def __init__(self, requests: Requests, agent: Agent, game: str) -> None:
        self.agent = agent
        self.requests = requests
        self._path = f"/v1/games/{game}"
        self.view: Json = {"version": -1}
        self.events: list[Json] = []

    @property
    def version(self) -> int:
        version: int = self.view["version"]
        return version

    def look(self, *, wait_s: int = 0) -> None:
        """Read what has happened since the last look; wait for it if nothing has."""
        seen = self.requests.get(f"{self._path}/events", wait_s=wait_s, views="true", since=self.version)
        self._add(seen["items"], seen["view"])

    def act(self, action: Json) -> None:
        """Take the turn. If it is over already, only look."""
        try:
            done = self.requests.post(f"{self._path}/moves", {**action, "expected_version": self.version})
        except Problem as problem:
            if problem.code not in _PASSED:
                raise
            self.look()
        else:
            self._add(done["events"], done["view"])

    def vote_to_abort(self) -> None:
        """Vote to abort the game, if it still runs."""
        try:
            self.requests.post(f"{self._path}/abort-votes")
        except Problem as problem:
            if problem.code not in _PASSED:
                raise

    def _add(self, events: Sequence[Json], view: Json) -> None:
        self.events += [event for event in events if event["version"] > self.version]
        self.view = view


def play(
    game: str,
    seats: Mapping[int, tuple[Requests, Agent]],
    *,
    limit_s: float,
    forfeit: bool = False,
    stopped: Callable[[], bool] = lambda: False,
) -> Played:
    """Play a game to its end with the agents of these seats, from wherever it is. Others play the other seats.

    An agent has `limit_s` seconds for a move. If it fails, the game stays as it is; with `forfeit`, all these seats
    vote to abort it. If `stopped` returns True, the game stays as it is too. Raises Problem or ServiceUnreachable.
    """
    players = {seat: _Seat(requests, agent, game) for seat, (requests, agent) in seats.items()}
    newest = next(iter(players.values()))
    seconds: list[float] = []
    failure = None
    newest.look()
    while newest.view["result"] is None and failure is None and not stopped():
        player = players.get(newest.view["to_move"])
        if player is None:
            newest.look(wait_s=_WAIT_S)
            continue
        if player.version < newest.version:
            player.look()
        newest = player
        if not player.view["legal_actions"]:
            continue
        begun = time.monotonic()
        try:
            action = checked(player.agent.choose(player.view, player.events, limit_s), player.view)
        except AgentFailed as failed:
            failure = f"seat {player.view['viewer']['seat']}, version {player.version}: {failed}"
            continue
        seconds.append(time.monotonic() - begun)
        player.act(action)
    if failure is not None and forfeit and not stopped():
        for player in players.values():
            player.vote_to_abort()
        newest.look()
    return Played(newest.view, failure, tuple(seconds))
