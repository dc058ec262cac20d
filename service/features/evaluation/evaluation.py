"""The evaluation of an agent: all decks of a contest, some tables at a time."""

import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

from engine.rules import rules_from_dict
from service.features.evaluation.agents import Agent
from service.features.evaluation.entry import Team
from service.features.evaluation.evaluated_tables import Played, play
from service.features.evaluation.results import Results

Json = Mapping[str, Any]

_PAUSE_S: Final = 1.0


class Limits(NamedTuple):
    """How the tables are played."""

    decks: int | None
    """The number of decks to play; None for all."""
    tables: int
    """The number of tables at a time."""
    move_s: float
    """The time for a move."""
    forfeit: bool
    """Whether a table ends if an agent fails."""


class _Deck(NamedTuple):
    round: int
    deck: int

    def __str__(self) -> str:
        return f"round {self.round + 1}, deck {self.deck + 1}"


def evaluate(contest: Json, team: Team, limits: Limits, say: Callable[[str], object]) -> Results:
    """Play the decks that the team has not ended in open rounds, and return all of its results.

    A table that was begun goes on from where it is. `say` tells about each table. Raises Problem or ServiceUnreachable.
    """
    path = f"/v1/contests/{contest['id']}"
    ended = {_Deck(table["round"], table["deck"]) for table in _tables(team, path) if table["status"] == "ended"}
    to_play = [deck for deck in _open_decks(contest) if deck not in ended][: limits.decks]
    if ended:
        say(f"{len(ended)} decks have been played already.")
    run = _Run(path, team, limits, say)
    with ThreadPoolExecutor(limits.tables) as workers:
        try:
            played = list(workers.map(run.play, to_play))
        finally:  # also when somebody presses Ctrl-C
            run.stop()
    failures = {str(deck): one.failure for deck, one in zip(to_play, played, strict=True) if one and one.failure}
    scores = [(table["score"], _highest(contest, table["round"])) for table in _tables(team, path) if _has_ended(table)]
    seconds = [each for one in played if one for each in one.seconds]
    strikes = [one.view["strikes"] for one in played if one and one.view["result"] is not None]
    return Results(
        contest=contest["title"],
        team=[member["name"] or member["bot"] for member in team.entry["members"]],
        decks=contest["decks_total"],
        scores=[score for score, _ in scores],
        full=len([score for score, highest in scores if score == highest]),
        strikes=[each for each in strikes if each is not None],
        seconds=seconds,
        failures=failures,
    )


class _Run:
    """The agents of some tables that are played at the same time."""

    def __init__(self, path: str, team: Team, limits: Limits, say: Callable[[str], object]) -> None:
        self._path = path
        self._team = team
        self._limits = limits
        self._say = say
        self._stopped = threading.Event()
        self._own = threading.local()
        self._agents: list[Agent] = []

    def play(self, deck: _Deck) -> Played | None:
        """Play a deck; return None if it was not begun."""
        game = self._begin(deck)
        if game is None:
            return None
        seats = {
            seat: (player.requests, agent)
            for (seat, (player, _)), agent in zip(self._team.seats.items(), self._agents_here(), strict=True)
        }
        limits = self._limits
        played = play(game, seats, limit_s=limits.move_s, forfeit=limits.forfeit, stopped=self._stopped.is_set)
        result = played.view["result"]
        self._say(f"{deck}: " + (str(result["score"]) if result else "not ended") + _in_brackets(played.failure))
        return played

    def stop(self) -> None:
        """Begin no more tables, and end the agents."""
        self._stopped.set()
        for agent in self._agents:
            agent.close()

    def _begin(self, deck: _Deck) -> str | None:
        """Say for all seats that they are there, and return the game. Wait for partners elsewhere."""
        while not self._stopped.is_set():
            said = [
                player.requests.post(f"{self._path}/tables", deck._asdict()) for player, _ in self._team.seats.values()
            ]
            game: str | None = said[-1]["game"]
            if game is not None:
                return game
            self._stopped.wait(_PAUSE_S)
        return None

    def _agents_here(self) -> list[Agent]:
        """Return the agents of this thread, which plays one table at a time."""
        if not hasattr(self._own, "agents"):
            self._own.agents = [make() for _, make in self._team.seats.values()]
            self._agents += self._own.agents
        agents: list[Agent] = self._own.agents
        return agents


def _tables(team: Team, path: str) -> list[Json]:
    found: list[Json] = team.requests.get(f"{path}/tables", mine="true")["items"]
    return found


def _has_ended(table: Json) -> bool:
    return bool(table["status"] == "ended")


def _open_decks(contest: Json) -> Iterable[_Deck]:
    for each in contest["rounds"]:
        if each["status"] == "open":
            yield from [_Deck(each["round"], deck) for deck in range(each["decks_total"])]


def _highest(contest: Json, number: int) -> int:
    rules = rules_from_dict(contest["rounds"][number]["rules"])
    return rules.palette.max_score


def _in_brackets(failure: str | None) -> str:
    return "" if failure is None else f" ({failure})"
