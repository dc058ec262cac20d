"""Tests of reports: of what one can see, once at a time, and bounded."""

import json

import pytest

from service.features.moderation import reports
from tests.rows import in_one_test
from tests.service.client import Api, Game, Json, Player
from tests.service.factories import NewGame, Players
from tests.service.moderation.conftest import Moderate


@pytest.fixture
def ended(new_game: NewGame) -> Game:
    """A finished public game with a comment and a line of seat 0."""
    game = new_game()
    game.abort()
    return game


def texts_on(game: Game) -> dict[str, str]:
    """Write a comment, a line and a study as seat 0. Return the target of each."""
    author = game.players[0].api
    comment = author.post(f"{game.replay_path}/comments", {"anchor": "game", "text": "Hm."}).ok()["id"]
    line = author.post(f"{game.replay_path}/lines", {"at": 0, "moves": []}).ok()["id"]
    study = author.post("/v1/studies", {"title": "x", "chapters": [{"game": game.id}]}).ok()["id"]
    return {"comment": f"{game.id}/{comment}", "line": f"{game.id}/{line}", "study": study}


def received(moderator: Player, query: str = "limit=100") -> list[Json]:
    """Return the reports of a page."""
    items: list[Json] = moderator.api.get("/v1/moderation/reports", query=query).ok()["items"]
    return items


def test_a_report_is_read_and_closed(ended: Game, players: Players, moderator: Player, moderate: Moderate) -> None:
    """Moderators see who reports what; the reported account does not. Closing it is logged with a note."""
    reporter, author = players(2)[1], ended.players[0]
    texts = texts_on(ended)
    made = {}
    for about in (author.id, ended.id, *texts.values()):
        body = {"about": about, "reason": "other", "text": "See\nthere."}
        made[about] = reporter.api.post("/v1/reports", body).ok()
        again = reporter.api.post("/v1/reports", {**body, "reason": "spam"})
        assert (again.status, again.ok()) == (200, made[about]), "the open report is returned"
    items = [item for item in received(moderator) if item["by"]["id"] == reporter.id]
    assert items == [
        {**report, "by": {"id": reporter.id, "name": reporter.name}, "closed_at": None} for report in made.values()
    ]
    first = made[author.id]
    entry = moderate("close", first["id"], reason="Talked to them.").ok()
    assert (entry["action"], entry["target"], entry["reason"]) == ("close", first["id"], "Talked to them.")
    assert first["id"] not in {item["id"] for item in received(moderator)}
    assert first["id"] in {item["id"] for item in received(moderator, "status=closed&limit=100")}
    assert reporter.id not in json.dumps(author.api.get("/v1/me/export").ok())
    exported = reporter.api.get("/v1/me/export").ok()["reports"]
    assert [(one["id"], one["closed_at"] is None) for one in exported] == [
        (report["id"], report is not first) for report in made.values()
    ]
    new = reporter.api.post("/v1/reports", {"about": author.id, "reason": "name"})
    assert (new.status, new.ok()["reason"]) == (201, "name"), "after the first is closed"


def test_what_one_cannot_see_cannot_be_reported(
    ended: Game, new_game: NewGame, players: Players, stranger: Api, moderate: Moderate
) -> None:
    """Private, hidden and unknown targets get the same response. Those who see them can report them.

    A moderator neither sees nor hides what is private.
    """
    private = new_game(private=True)
    private.abort()
    hidden_texts, private_texts = texts_on(ended), texts_on(private)
    for target in hidden_texts.values():
        moderate("hide", target).ok()
    gone = players(1)[0]
    gone.api.delete("/v1/me").ok()
    unknown = [f"{kind}_{'0' * 32}" for kind in "agru"]
    unknown += [f"{game}/{kind}_{'0' * 32}" for kind in "bc" for game in (ended.id, f"g_{'0' * 32}")]
    targets = [gone.id, private.id, *private_texts.values(), *hidden_texts.values()]
    responses = {
        stranger.post("/v1/reports", {"about": about, "reason": "other"}, headers={"Request-Id": "same"}).raw
        for about in (*unknown, *targets)
    }
    assert len(responses) == 1 and b'"not-found"' in responses.pop()
    insider = private.players[1].api
    for about in (private.id, *private_texts.values()):
        assert moderate("hide", about).code == "not-found"
        assert insider.post("/v1/reports", {"about": about, "reason": "other"}).status == 201


def test_an_account_makes_so_many_reports_a_day(
    players: Players, monkeypatch: pytest.MonkeyPatch, moderator: Player
) -> None:
    """The next one is 409 `limit-reached`, unless it is open already. Closing reports does not help."""
    monkeypatch.setattr(reports, "MAX_A_DAY", 2)
    reporter, *others = players(4)
    ask = [
        reporter.api.post("/v1/reports", {"about": other.id, "reason": "name"}).status
        for other in (others[0], others[1], others[2], others[0])
    ]
    assert ask == [201, 201, 409, 200]
    assert reporter.api.post("/v1/reports", {"about": others[2].id, "reason": "name"}).code == "limit-reached"


BAD: list[tuple[Json, str]] = [
    ({"about": f"c_{'0' * 32}"}, "#/about"),
    ({"text": "\u202e"}, "#/text"),
]


@in_one_test(("members", "where"), BAD)
def test_a_malformed_report_is_refused(stranger: Api, members: Json, where: str) -> None:
    """It is 422 with the place of the fault."""
    answer = stranger.post("/v1/reports", {"about": f"a_{'0' * 32}", "reason": "other", **members})
    assert (answer.status, answer.body["errors"][0]["pointer"]) == (422, where)


def test_reports_have_pages(players: Players, moderator: Player) -> None:
    """A link leads through all open reports, oldest first."""
    reporter, *others = players(4)
    made = [reporter.api.post("/v1/reports", {"about": one.id, "reason": "spam"}).ok()["id"] for one in others]
    query, found = "limit=2", list[str]()
    while query:
        page = moderator.api.get("/v1/moderation/reports", query=query)
        found += [item["id"] for item in page.ok()["items"]]
        query = page.headers.get("Link", "?>").partition("?")[2].partition(">")[0]
    assert found[-3:] == made and len(found) == len(set(found))
