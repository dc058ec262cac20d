"""Tests of requests that start jobs, from the first answer to the result, and of verdicts."""

from functools import partial
from typing import Any

import pytest

from engine.commands import Play
from engine.verdict import judging
from engine.verdict.judging import Compared, Effort, Verdict
from service.features.analysis import solutions, tasks, verdicts
from service.features.analysis.packed_verdicts import GameDecisions, TurnVerdict
from service.features.analysis.stored_results import Answer
from service.platform.jobs import queue
from tests.service.analysis.test_analysis import played
from tests.service.client import Api
from tests.service.factories import NewGame
from tests.service.jobs.conftest import Play as Finish
from tests.service.jobs.test_solutions import rows
from tests.service.jobs.working import work_until_idle


@pytest.mark.slow
def test_a_worker_solves_a_game_that_somebody_reads(sandbox: NewGame, api: Api, url: str) -> None:
    """Reading the analysis, a line or a position starts their jobs."""
    game = played(sandbox)
    at_frame, line = f"{game.replay_path}/frames/2/analysis", {"at": 2, "moves": []}
    position = {"position": "hands r1 r3 / r2 y4; deck g3; tokens 0"}
    running = [
        api.get(f"{game.replay_path}/analysis"),
        api.post(at_frame, line),
        api.post("/v1/positions/analysis", position),
    ]
    assert [(answer.status, answer.body["status"]) for answer in running] == [(202, "running")] * 3
    work_until_idle(url)
    found = api.get(f"{game.replay_path}/analysis").ok()
    assert found["status"] == "solved" and found["losses"][0]["since"] == 2
    after = api.post(at_frame, line)
    assert (after.body["status"], after.body["reachable_at_least"], after.body["exact"]) == (
        "solved",
        25,
        True,
    )
    body = {"at": 2, "moves": after.body["line"]}
    assert api.post(f"{game.replay_path}/frames", body).ok()["events"][-1]["table_points"] == 25
    assert api.post("/v1/positions/analysis", position).ok() == {
        "status": "solved",
        "reachable_score": 3,
        "reachable_at_least": 3,
        "exact": True,
        "line": [{"type": "play", "card": card} for card in (0, 2, 1)],
        "saving_turns": [
            {
                "action": {"type": "play", "card": 0},
                "line": [{"type": "play", "card": card} for card in (0, 2, 1)],
                "score": 3,
            }
        ],
        "text": "Reachable points: 3.",
    }


@pytest.mark.slow
def test_hindsight(sandbox: NewGame, api: Api, url: str) -> None:
    """The lost points of the deal, the draws, the seats and the end add up, and each turn has its own view."""
    game = played(sandbox)
    api.get(f"{game.replay_path}/analysis")
    work_until_idle(url)
    path = f"{game.replay_path}/hindsight"
    first = api.get(path)
    assert (first.status, first.headers["Retry-After"]) == (202, "10")
    assert first.body == {"id": game.id, "status": "running", "open_hands": None, "own_views": None}
    work_until_idle(url)
    found = api.get(path).ok()
    open_hands = found["open_hands"]
    parts = [*[open_hands[name] for name in ("deal", "draws", "end")], *open_hands["seats"]]
    shown = sum(part["points"] or 0 for part in parts)
    assert shown + open_hands["undecided"] == pytest.approx(24, abs=0.001)
    assert len(open_hands["seats"]) == 2 and len(open_hands["versions"]) == 6 and open_hands["samples"] >= 1
    assert all(0 <= view["losing"] + view["undecided"] <= view["deals"] for view in found["own_views"])
    discard = next(view for view in found["own_views"] if view["version"] == 3)
    assert f"In {discard['losing']} of {discard['deals']} " in discard["text"]
    assert api.get(path, headers={"Accept-Language": "de"}).ok()["own_views"][0]["text"].startswith("In ")


@pytest.mark.usefixtures("database")
def test_the_verdicts_of_a_game_that_somebody_reads(
    sandbox: NewGame, api: Api, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job that chooses turns adds theirs. Each is stored by itself, and asked for by its version too.

    All jobs that follow from a request wait in the turn of its asker, in whatever queue.
    """
    added, add = [], queue.add

    def noticed(task: str, key: str, **given: Any) -> int:
        added.append((given["priority"] > queue.SWEPT, task, given.get("asker")))
        return add(task, key, **given)

    monkeypatch.setattr(queue, "add", noticed)
    monkeypatch.setattr(tasks, "game_decisions", lambda *_: GameDecisions(1, (1,)))
    monkeypatch.setattr(judging, "Effort", partial(Effort, screened=1, few=1, rounds=(1,)))
    game = played(sandbox)
    path = f"{game.replay_path}/verdicts"
    first = api.get(path)
    assert (first.status, first.headers["Retry-After"]) == (202, "10")
    begun = {"id": game.id, "status": "running", "model": judging.MODEL, "level": None, "chosen": None, "decisions": []}
    assert first.body == begun
    for _ in range(2):  # the job pauses for the solution
        work_until_idle(url)
        rows(url, "update procrastinate_jobs set scheduled_at = now() where status = 'todo'")
    found = api.get(path).ok()
    assert (found["status"], found["level"], found["chosen"]) == ("solved", 1, 1)
    (turn,) = found["decisions"]
    assert (turn["version"], turn["deals"]) == (1, 1)
    assert sum(choice["taken"] for choice in turn["choices"]) == sum(choice["best"] for choice in turn["choices"]) == 1
    assert all(choice["difference"] is None for choice in turn["choices"]), "one deal says nothing"
    assert api.get(path, query="version=2").status == 202
    work_until_idle(url)
    assert [turn["version"] for turn in api.get(path, query="version=2").ok()["decisions"]] == [2]
    assert api.get(path, query="version=99").code == "not-found"
    asked = {(task, asker) for is_asked, task, asker in added if is_asked}
    assert {task for task, _ in asked} == {verdicts.TASK, solutions.TASK}
    assert len({asker for _, asker in asked} - {None}) == 1 == len({asker for _, asker in asked})
    assert rows(url, "select version, attempts from verdict order by version") == [(0, 1), (1, 1), (2, 1)]


@pytest.mark.slow
@pytest.mark.usefixtures("database")
def test_a_game_of_other_conventions_has_no_verdicts(
    finished: Finish, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its turns are not judged, even if somebody asks for one."""
    monkeypatch.setattr(tasks, "game_decisions", lambda *_: GameDecisions(None, ()))
    game_id = finished().id
    verdicts.request(game_id, 1)
    for _ in range(3):
        work_until_idle(url)
        rows(url, "update procrastinate_jobs set scheduled_at = now() where status = 'todo'")
    assert verdicts.decisions(game_id) == Answer("solved", GameDecisions(None, ()))
    assert verdicts.of_turn(game_id, 1) == Answer("unsolved")


def test_only_what_is_above_chance_is_told() -> None:
    """A difference below two standard errors has a bound alone, and a play that fits in no deal no figure at all.

    If no turn is surely better, the verdict says nothing else.
    """
    best, real, other = Compared(Play(1), 0, 0, 0, 0, 48), Compared(Play(2), -0.1, 0.2, 9, 7, 48), Play(3)
    sure = Compared(other, -1.0, 0.2, 30, 2, 48)
    found = TurnVerdict.of_engine(Verdict(real, (best, real, sure), 48, lands=20))
    assert TurnVerdict.of(found.packed()) == found
    assert [(one.difference, one.error, one.worse) for one in found.choices] == [
        (None,) * 3,
        (None,) * 3,
        (-1.0, 0.2, 30),
    ]
    assert [one.closer_than for one in found.choices] == [None, pytest.approx(0.5), None]
    ruled_out = TurnVerdict.of_engine(Verdict(sure, (best, sure), 48, lands=0)).choices[1]
    assert (ruled_out.ruled_out, ruled_out.difference, ruled_out.closer_than) == (True, None, None)
    assert not TurnVerdict.of_engine(Verdict(best, (best, real), 48, lands=0)).choices[0].ruled_out
