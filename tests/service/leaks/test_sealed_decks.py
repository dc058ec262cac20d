"""Two worlds across tables: in one, others have played a sealed deck; in the other, they have not begun it.

Nobody who has not ended the deck gets other bytes in the two, whatever the request. A game that the viewer must not
see is asked for by its id in the one world, and by the id of no game in the other. So two worlds in which others have
played differently are equal too.
"""

import itertools
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
from flask import Flask

from service.features.commitment_log import sequencer
from service.features.contests import sealing
from service.features.statistics import rollup
from service.platform.database.pool import connection
from tests.rows import IN_FULL
from tests.service.client import SALTED, Api, Game, Json, Player, stacked
from tests.service.contests.teams import contest_of, dealt, decks_of, enter, path_of
from tests.service.contract import CONTRACT
from tests.service.factories import NewGame, Players, grant, unique
from tests.service.leaks.operations import REQUESTS
from tests.service.leaks.requests import Request, Spot, get, lists, looks, post

UNKNOWN: Final = f"g_{'7' * 32}"
_VARYING: Final = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|\bt_[0-9a-f]{32}\b|\"age\":\d+")
"""Times, and ids of tokens that the requests themselves make."""

Bytes = tuple[str, int, Json, bytes]


def of_contest(contest: Json, deck: Json, entry: str) -> Iterator[Request]:
    """Yield requests about the contest, its first deck and the team that plays it."""
    path = path_of(contest)
    yield from looks(path)
    yield from looks(f"{path}/decks")
    yield from lists("/v1/contests", "mine=true", "status=open")
    for query in ("", "round=0", "round=0&deck=0", "mine=true", "round=1"):
        yield get(f"{path}/tables", query=query)
        yield get(f"{path}/standings", query=query.partition("&")[0] if query.startswith("round") else "")
    yield from looks(f"{path}/entries")
    yield from looks(f"{path}/results")
    yield Request("DELETE", f"{path}/entries/{entry}")
    yield post(f"{path}/entries/{entry}/confirmations")
    yield post(f"{path}/tables", {"round": 1, "deck": 0})
    yield post(f"{path}/tables", {"round": 0, "deck": 9})
    yield post(f"{path}/entries", {"partners": []})
    yield from looks(f"{path}/leaderboard")
    for kind in ("commitment", "deal", "end", "abort", "withdrawal"):
        asked = f"game={deck['log_id']}&secret_commitment={deck['secret_commitment']}&type={kind}"
        yield get("/v1/log/proof", query=asked)


def answers(viewer: Api, game: str, view: Json, contest: Json, deck: Json, entry: str, step: int) -> Iterator[Bytes]:
    """Yield the answers to every request that could tell of the game, without its id."""
    spot = Spot(Game({"id": game}, []), None, view)
    about = itertools.chain.from_iterable(requests(spot) for requests in REQUESTS.values())
    for request in itertools.chain(of_contest(contest, deck, entry), itertools.islice(about, 0, None, step)):
        if request.path == "/readyz":  # the ages of everybody's jobs
            continue
        options = dict(request.options)
        headers = {"Request-Id": "two-worlds", **options.pop("headers", {})}
        answer = viewer.send(request.method, request.path, request.body, headers=headers, **options)
        found = {name: value.replace(game, "GAME") for name, value in answer.headers.items() if name != "Date"}
        raw = SALTED.sub(rb'"\1":"SALTED"', _VARYING.sub(b"", answer.raw.replace(game.encode(), b"GAME")))
        yield f"{request.method} {request.path} {options}".replace(game, "GAME"), answer.status, found, raw


@pytest.fixture
def teams(players: Players) -> tuple[list[Player], list[Player]]:
    """The team that plays the deck, and one that has not."""
    people = players(4)
    return people[:2], people[2:]


def test_every_operation_on_contests_is_compared(players: Players) -> None:
    """With the contest of the test, besides all operations of the contract (`REQUESTS`)."""
    (owner,) = players(1)
    contest = contest_of(owner)
    (deck, _) = decks_of(owner.api, contest)
    visited = [CONTRACT.operation(one.method, one.path) for one in of_contest(contest, deck, f"e_{'0' * 32}")]
    compared = {operation.node["operationId"] for operation in visited if operation}
    tagged = {one.node["operationId"] for one in CONTRACT.operations if "contests" in one.node["tags"]}
    assert tagged - compared == {"createContest"}  # which tells of no other contest


@IN_FULL
def test_a_sealed_deck_changes_no_byte(
    app: Flask, api: Api, players: Players, sandbox: NewGame, teams: tuple[list[Player], list[Player]], in_full: bool
) -> None:
    """An entrant who has not played, a second account, a watcher without a token and a moderator learn nothing."""
    tomorrow = (datetime.now(UTC) + timedelta(1)).isoformat()
    contest = contest_of(teams[0][0], rounds=[{"decks": 2}, {"decks": 1, "opens_at": tomorrow}])
    entry = enter(contest, teams[0])["id"]
    enter(contest, teams[1])
    (deck, _) = decks_of(api, contest)
    stranger, guard = players(2)
    viewers = [teams[1][0].api, stranger.api, api, api.known_by(grant(app, guard))]
    view = sandbox(stacked("r1")).view(0)
    step = 1 if in_full else 120

    def world(game: str) -> list[list[Bytes]]:
        return [list(answers(viewer, game, view, contest, deck, entry, step)) for viewer in viewers]

    with app.extensions["database"].bind():
        sequencer.sequence_all()  # the announcement is in the log before
    before = world(UNKNOWN)
    game = dealt(contest, teams[0])
    running = world(game.id)
    game.abort()
    with app.extensions["database"].bind():
        sealing.open_all_due()
        rollup.add_finished(100)
    ended = world(game.id)
    for number, first in enumerate(before):
        for later in (running[number], ended[number]):
            for one, other in zip(first, later, strict=True):
                assert one == other, f"viewer {number} can tell the worlds apart: {one[0]}"
    assert sum(map(len, before)) > 2000 // step
    assert teams[0][0].api.get(game.replay_path).ok()["private"] is True


def test_who_has_ended_a_deck_knows_nothing_of_another_game(teams: tuple[list[Player], list[Player]]) -> None:
    """The team sees scores of others, but not their games, and gives its own deck to nobody."""
    contest = contest_of(teams[0][0])
    games = []
    for team in teams:
        enter(contest, team)
        games.append(dealt(contest, team))
        games[-1].abort()
    me = teams[0][0].api
    assert [one["game"] for one in me.get(f"{path_of(contest)}/tables").ok()["items"]].count(None) == 1
    assert me.get(games[1].replay_path).code == "not-found"
    assert me.get(f"{games[0].replay_path}/same-deck").ok()["items"] == []
    assert me.post("/v1/games", {"deck_of": games[0].id, "knew_deck": True}).code == "deck-sealed"


@pytest.mark.parametrize("form", ["native", "hanab-live", "notation"])
def test_a_sealed_game_cannot_be_imported(
    app: Flask, players: Players, teams: tuple[list[Player], list[Player]], form: str
) -> None:
    """Its players do not make it public, nor do their bots. Others cannot import its record, and try no decks."""
    contest = contest_of(teams[0][0])
    enter(contest, teams[0])
    game = dealt(contest, teams[0])
    game.abort()
    me, stranger = teams[0][0].api, players(1)[0].api
    export = me.get(f"{game.replay_path}/export", query=f"format={form}")
    kind = {"Content-Type": export.headers["Content-Type"]}
    for importer in (me, teams[0][1].api, *([stranger] if form == "native" else [])):
        assert importer.send("POST", "/v1/replays", raw=export.raw, headers=kind).code == "deck-sealed"
    if form == "hanab-live":
        many = {"Content-Type": "application/x-ndjson"}
        report = me.send("POST", "/v1/replays", raw=export.raw.replace(b"\n", b""), headers=many)
        assert b"deck-sealed" in report.raw and report.status == 207
        body = {"seats": 2, "sandbox": True, "deck": me.get(game.replay_path).ok()["deck"]}
        bot = me.known_by(me.post("/v1/me/bots", {"name": unique("Bot")}).ok()["token"])
        assert me.post("/v1/games", body).code == bot.post("/v1/games", body).code == "deck-sealed"
    with app.extensions["database"].bind(), connection() as db:
        db.execute("update game set sealed_until = now() where game_id = %s", (game.id[2:],))
    assert me.send("POST", "/v1/replays", raw=export.raw, headers=kind).status == 201
