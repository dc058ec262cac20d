"""Tests of requests that start jobs, from the first answer to the result."""

import pytest

from tests.service.analysis.test_analysis import played
from tests.service.client import Api
from tests.service.factories import NewGame
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
