"""Evaluations of agents in contests over HTTP, and the tables at which they play."""

import json
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import httpx
import pytest
from flask import Flask

from engine.fold import fold
from engine.proof.verify import verify_file
from engine.reading.feed import seat_feed
from engine.reading.view import seat_view
from service.cli import main
from service.features.evaluation.agents import Agent, agent_maker
from service.features.evaluation.entry import enter, roles
from service.features.evaluation.evaluated_tables import play
from service.features.evaluation.evaluation import Limits, evaluate
from service.features.evaluation.players import NotPossible, Players
from service.features.evaluation.results import Results, as_json, in_words
from service.features.evaluation.seen_game import seen_game
from service.features.evaluation.service_api import Requests
from tests.rows import slow_unless
from tests.service.client import Api, Game
from tests.service.factories import NewGame, unique
from tests.service.factories import Players as NewPlayers

RANDOM = Limits(None, 2, 60.0, False)
FAILING = "python3 -c 'print(0, flush=True); input()'"


def silent(_: str) -> None:
    """Say nothing."""


@pytest.fixture
def contest(players: NewPlayers) -> str:
    """The id of a contest of two decks for bots."""
    (player,) = players(1)
    body = {"title": "Two decks", "seats": 2, "rounds": [{"decks": 2}], "entry": {"who": "bots"}}
    made: str = player.api.post("/v1/contests", body).ok()["id"]
    return made


def service_of(app: Flask) -> Requests:
    """Return requests that the application answers in this process."""
    return Requests("", None, httpx.Client(transport=httpx.WSGITransport(app), base_url="http://localhost"))


def run(
    app: Flask, contest: str, name: str | None, agent: str, *partners: str, token: str, limits: Limits = RANDOM
) -> Results:
    """Evaluate an agent as the command does."""
    service = service_of(app)
    players = Players(service, [token], name)
    try:
        found = service.get(f"/v1/contests/{contest}")
        team = enter(found, roles(found["seats"], agent, partners), players, silent)
        return evaluate(found, team, limits, silent)
    finally:
        players.close()


def test_an_agent_plays_all_decks_once(app: Flask, players: NewPlayers, contest: str) -> None:
    """With a copy of itself, which is a second bot of its owner; a second run plays nothing."""
    (owner,) = players(1)
    name, agent = unique("Agent"), "http://localhost"
    results = run(app, contest, name, "random", "hgroup-1", token=owner.token)
    assert results.team == [name, "hgroup-1"] and results.is_complete and len(results.scores) == 2
    assert results.seconds and not results.failures
    again = run(app, contest, name, "random", "hgroup-1", token=owner.token)
    assert again.scores == results.scores and not again.seconds
    (bot,) = owner.api.get("/v1/me/bots").ok()["items"]
    assert [token["name"] for token in bot["tokens"]] == ["first"]  # that of the second run is revoked
    with pytest.raises(NotPossible, match="other partners"):
        run(app, contest, name, agent, token=owner.token)


def test_an_agent_that_fails_can_go_on_or_forfeit(app: Flask, players: NewPlayers, contest: str) -> None:
    """With copies of itself. A forfeited table counts 0."""
    (owner,) = players(1)
    name = unique("Agent")
    one = Limits(1, 1, 60.0, False)
    left = run(app, contest, name, FAILING, token=owner.token, limits=one)
    assert left.team == [name, f"{name} 2"]
    assert not left.scores and "no JSON object" in left.failures["round 1, deck 1"]
    forfeited = run(app, contest, name, FAILING, token=owner.token, limits=one._replace(forfeit=True))
    assert forfeited.scores == [0] and forfeited.full == 0 and not forfeited.is_complete


def test_agents_of_two_owners_play_together(server: str) -> None:
    """Each names the bot of the other as its partner. Here a server answers, since they wait for each other."""
    service = Requests(server)
    owners = [service.known_by(service.post("/v1/accounts")["token"]) for _ in range(2)]
    body = {"title": "One deck", "seats": 2, "rounds": [{"decks": 1}], "entry": {"who": "bots"}}
    contest = owners[0].post("/v1/contests", body)
    bots = [owner.post("/v1/me/bots", {"name": unique("Agent")}) for owner in owners]
    found: list[Results] = []

    def play(own: Any, other: Any) -> None:
        players = Players(service, [own["token"]], None)
        team = enter(contest, roles(2, "random", [other["id"]]), players, silent)
        found.append(evaluate(contest, team, RANDOM, silent))

    both = [threading.Thread(target=play, args=pair, daemon=True) for pair in (bots, bots[::-1])]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join(100)
    assert len(found) == 2 and found[0].scores == found[1].scores and found[0].is_complete
    service.close()


@pytest.mark.parametrize(
    ("partners", "playing"),
    [
        ((), ["me", "me", "me"]),
        (("kagiya",), ["me", "kagiya", "kagiya"]),
        (("kagiya", "random"), ["me", "kagiya", "random"]),
    ],
)
def test_partners_take_the_other_seats(partners: Sequence[str], playing: list[str]) -> None:
    assert roles(3, "me", partners) == playing


def test_a_wrong_number_of_partners_is_refused() -> None:
    with pytest.raises(NotPossible, match="3 partners"):
        roles(4, "me", ("kagiya", "random"))


def test_a_person_needs_a_name_for_bots(app: Flask, players: NewPlayers, contest: str) -> None:
    (owner,) = players(1)
    with pytest.raises(NotPossible, match="--name"):
        run(app, contest, None, "random", token=owner.token)


def test_the_results_are_printed() -> None:
    scores = [20, 22, 23, 25, 25]
    results = Results("Autumn", ["Ada", "kagiya"], 6, scores, 2, [1, 0], [0.5, 1.5], {"round 1, deck 6": "no answer"})
    lines = in_words(results).splitlines()
    assert lines[0] == "Autumn: Ada + kagiya, 5 of 6 decks ended"
    assert lines[1] == "mean     23.00, 95 % interval 20.37 to 25.63 (Student's t)"
    assert lines[2].startswith("full     40.0 %, 95 % interval 11.8 to 76.9 (Wilson)")
    assert lines[3:] == [
        "strikes  0.50 a table in this run",
        "time     1.000 s a move, the longest 1.500 s",
        "failed   1 tables",
        "         round 1, deck 6: no answer",
    ]
    assert json.loads(json.dumps(as_json(results)))["mean"]["value"] == 23.0


@pytest.mark.parametrize("arguments", [("--agent", "kagiya"), ("--agent", "")])
def test_the_command_says_what_is_wrong(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    """No service listens there."""
    assert main(["evaluate", "arena-2", "--url", "http://127.0.0.1:9", *arguments]) == 2
    assert "does not answer" in capsys.readouterr().err


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
