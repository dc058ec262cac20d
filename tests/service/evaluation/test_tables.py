"""Tables that agents play over HTTP."""

from collections.abc import Mapping, Sequence
from typing import Any

import httpx
import pytest
from flask import Flask

from engine.fold import fold
from engine.proof.verify import verify_file
from engine.reading.feed import seat_feed
from engine.reading.view import seat_view
from service.features.evaluation.agents import Agent, agent_maker
from service.features.evaluation.evaluated_tables import play
from service.features.evaluation.seen_game import seen_game
from service.features.evaluation.service_api import Requests
from tests.rows import slow_unless
from tests.service.client import Api, Game
from tests.service.factories import NewGame

Json = Mapping[str, Any]


class Recorded:
    """An agent that keeps what it was asked."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self.asked: list[tuple[Json, list[Json]]] = []

    def choose(self, view: Json, events: Sequence[Json], limit_s: float) -> object:
        """Keep the question, and let the agent answer."""
        self.asked.append((view, [*events]))
        return self._agent.choose(view, events, limit_s)

    def close(self) -> None:
        """End the agent."""
        self._agent.close()


class Fixed:
    """An agent that always gives the same answer."""

    def __init__(self, answer: object) -> None:
        self._answer = answer

    def choose(self, view: Json, events: Sequence[Json], limit_s: float) -> object:
        """Return the answer."""
        return self._answer

    def close(self) -> None:
        """Do nothing."""


def seated(app: Flask, game: Game, agent: Agent) -> dict[int, tuple[Requests, Agent]]:
    """Return an agent in all seats of a game."""
    http = httpx.Client(transport=httpx.WSGITransport(app), base_url="http://localhost")
    return {seat: (Requests("", player.token, http), agent) for seat, player in enumerate(game.players)}


@pytest.mark.parametrize(
    ("bot", "seats", "rules"),
    slow_unless(
        lambda row: row[1] == 3,
        [
            ("kagiya", 2, {"edition": "fr", "multicolor": "wild_ten", "color_declaration": True}),
            ("kagiya", 2, {"memory_aid": "none"}),
            ("hgroup-3", 2, {"edition": "hanab_live", "variant": "Pink & Brown (5 Suits)"}),
            ("hgroup-1", 3, {"hand_size": "one_less"}),
        ],
    ),
)
def test_a_bot_reads_from_json_what_it_would_read_in_the_service(
    app: Flask, api: Api, new_game: NewGame, bot: str, seats: int, rules: dict[str, Any]
) -> None:
    """View and feed are those of the real deck, at each of its turns."""
    game = new_game(seats=seats, rules=rules)
    agent = Recorded(agent_maker(bot)())
    played = play(game.id, seated(app, game, agent), limit_s=60)
    assert played.failure is None and played.view["result"]["outcome"] != "aborted"
    assert len(played.seconds) == len(agent.asked) == played.view["turn"]
    record, _ = verify_file(api.get(f"{game.replay_path}/export").raw)
    assert record is not None
    for view, events in agent.asked:
        log, seat = record.log.until(view["version"]), view["viewer"]["seat"]
        seen = seen_game(view, events)
        assert seen.view == seat_view(fold(log), seat)
        if rules.get("memory_aid") is None:  # else a program remembers what the service does not repeat
            assert [*seen.feed][1:] == [*seat_feed(log, seat)][1:]


def test_an_agent_that_fails_leaves_the_table_or_forfeits_it(app: Flask, new_game: NewGame) -> None:
    game = new_game()
    unknown = {"type": "play", "card": 59}
    left = play(game.id, seated(app, game, Fixed(unknown)), limit_s=1)
    assert left.view["result"] is None and "none of the legal actions" in str(left.failure)
    forfeited = play(game.id, seated(app, game, Fixed(unknown)), limit_s=1, forfeit=True)
    assert forfeited.view["result"]["outcome"] == "aborted"


def test_a_table_goes_on_from_where_it_is(app: Flask, new_game: NewGame) -> None:
    """A stopped run and another program have moved before."""
    game = new_game(rules={"starting_seat": 0})
    stopped = play(game.id, seated(app, game, agent_maker("random")()), limit_s=60, stopped=lambda: True)
    assert stopped.view["version"] == 0 and stopped.failure is None
    game.players[0].api.post(f"{game.path}/moves", {"type": "clue", "target": 1, "rank": 1, "expected_version": 0}).ok()
    played = play(game.id, seated(app, game, agent_maker("random")()), limit_s=60)
    assert played.view["result"] is not None and len(played.seconds) == played.view["turn"] - 1
