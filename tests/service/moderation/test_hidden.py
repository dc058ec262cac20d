"""Tests of hidden games, comments and lines: not found for everyone but those who may see them."""

import json
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from service.app import create_app
from service.core.replays import rendered_cache
from service.core.replays.lists import line_streams
from service.core.replays.lists.filters import FinishedFilter, ReplayFilter
from service.core.replays.lists.rows import ListedGame
from service.core.tables.lookup import NotFound
from service.core.tables.news import hub
from service.features.statistics import rollup
from service.platform.settings import Settings
from tests.rows import slow_unless
from tests.service.client import Api, Game, Json, Player
from tests.service.factories import NewGame, Players, game_factory, grant, player_factory
from tests.service.moderation.conftest import Moderate
from tests.service.solving import solve
from tests.service.sse import Frame
from tests.service.tables.event_client import EventClient, fetch, polling

REAL = Path(__file__).parents[2] / "games" / "hanab_live_2906.json"

CACHED = (
    "{replay}/frames",
    "{replay}/frames/0",
    "{replay}/frames/0/knowledge",
    "{replay}/analysis",
    "{replay}/positions/0.svg",
    "{replay}/score.svg",
)
"""Responses that are kept in memory or have an `ETag`."""


@pytest.fixture
def ended(new_game: NewGame) -> Game:
    """A finished public game."""
    game = new_game(rules={"starting_seat": 0})
    game.play("play 0")
    game.abort()
    return game


@pytest.mark.parametrize("recheck_s", [rendered_cache.RECHECK_S, 0.0], ids=["this process", "another process"])
def test_nothing_in_a_cache_is_sent_of_a_hidden_game(
    ended: Game,
    stranger: Api,
    api: Api,
    moderator: Player,
    moderate: Moderate,
    monkeypatch: pytest.MonkeyPatch,
    recheck_s: float,
    app: Flask,
) -> None:
    """Neither 200 nor 304 is sent, with or without a token, to others than the players and moderators.

    The process of the moderator drops its cache. Other processes check again after RECHECK_S.
    """
    monkeypatch.setattr(rendered_cache, "RECHECK_S", recheck_s)
    if not recheck_s:
        monkeypatch.setattr(rendered_cache, "forget_game", lambda _: None)
    solve(app, ended.id)
    paths = [path.format(replay=ended.replay_path) for path in CACHED]
    tags = {path: api.get(path, headers={"Accept": "*/*"}).headers["ETag"] for path in paths}
    tags[ended.path] = api.get(ended.path).headers["ETag"]
    moderate("hide", ended.id).ok()
    for path, tag in tags.items():
        for headers in ({}, {"If-None-Match": tag}):
            for client in (api, stranger):
                assert client.get(path, headers={"Accept": "*/*", **headers}).code == "not-found", path
        for client in (ended.players[1].api, moderator.api):
            answer = client.get(path, headers={"Accept": "*/*"})
            assert answer.status == 200
            assert "public" not in answer.headers.get("Cache-Control", ""), path
    moderate("unhide", ended.id).ok()
    assert all(api.get(path, headers={"Accept": "*/*"}).status == 200 for path in tags)


@pytest.mark.parametrize("counted", slow_unless("before".__eq__, ["before", "while it is hidden"]))
def test_lists_omit_a_hidden_game(another_database: str, counted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No list of others has it, whether it was counted before or while it was hidden. Afterwards all have it."""
    monkeypatch.setattr(rendered_cache, "RECHECK_S", 0.0)
    own = create_app(Settings(database_url=another_database, pool_size=2))
    database, api = own.extensions["database"], Api(own)
    players = player_factory(api)
    moderator = players(1)[0]
    token = api.known_by(grant(own, moderator))
    game = game_factory(players)()
    game.abort()

    def act(action: str) -> None:
        token.post("/v1/moderation/actions", {"action": action, "target": game.id, "reason": "A test."}).ok()

    def count() -> None:
        with database.bind():
            rollup.count_all()

    def listed() -> set[int]:
        """Return whether the game is in each list."""
        lines = {"Accept": "application/x-ndjson"}
        found = [api.get("/v1/games").raw, api.get("/v1/replays").raw, api.get("/sitemap.xml").raw]
        found += [api.get("/v1/replays", query=f"player={player.id}").raw for player in game.players]
        found += [api.get("/v1/replays", query=f"player={player.id}&sort=score").raw for player in game.players]
        found += [api.get("/v1/replays", query=f"player={game.players[0].id}&outcome=aborted").raw]
        found += [api.get("/v1/replays", query=query, headers=lines).raw for query in ("", "lines=summary")]
        return {game.id.encode() in raw for raw in found}

    if counted == "before":
        count()
    assert listed() == {True}
    act("hide")
    if counted != "before":
        count()
    assert listed() == {False}
    assert [item["id"] for item in game.players[0].api.get("/v1/me/games").ok()["items"]] == [game.id]
    act("unhide")
    assert listed() == {True}
    count()
    assert listed() == {True}
    for query in ("", f"player={game.players[0].id}"):
        assert api.get("/v1/stats", query=query).ok()["apart"]["aborted"] == 1


def test_a_private_game_is_unknown_to_moderators(new_game: NewGame, moderator: Player, moderate: Moderate) -> None:
    """It can be neither seen nor hidden, and unhiding does not make it public."""
    game = new_game(private=True)
    assert moderator.api.get(game.path).code == "not-found"
    assert [moderate(action, game.id).code for action in ("hide", "unhide")] == ["not-found"] * 2


def test_a_hidden_open_game_takes_no_strangers(players: Players, api: Api, stranger: Api, moderate: Moderate) -> None:
    """It leaves the lobby, and only invited accounts can join."""
    host, guest = players(2)
    game = host.api.post("/v1/games", {"seats": 2}).ok()["id"]
    host.api.post(f"/v1/games/{game}/invitations", {"account": guest.id}).ok()
    moderate("hide", game).ok()
    assert game not in json.dumps(api.get("/v1/games", query="status=open").ok())
    assert stranger.post(f"/v1/games/{game}/seats", {}).code == "not-found"
    assert guest.api.post(f"/v1/games/{game}/seats", {}).status == 201


def test_a_hidden_import_can_be_deleted(players: Players, moderator: Player, moderate: Moderate) -> None:
    """Its importer cannot see it, but deletes it, and cannot import it again. Nobody else can delete it."""
    player, other = players(2)
    first = player.api.post("/v1/replays", json.loads(REAL.read_text())).ok()["id"]
    record = player.api.get(f"/v1/replays/{first}/export").ok()
    copy = player.api.post("/v1/replays", record).ok()["id"]
    moderate("hide", copy).ok()
    assert player.api.get(f"/v1/replays/{copy}").code == "not-found"
    assert moderator.api.get(f"/v1/replays/{copy}").ok()["private"]
    assert player.api.post("/v1/replays", record).code == "import-refused"
    assert other.api.delete(f"/v1/replays/{copy}").code == "not-found"
    assert player.api.delete(f"/v1/replays/{copy}").status == 204
    assert moderator.api.get(f"/v1/replays/{copy}").code == "not-found"
    assert player.api.post("/v1/replays", record).code == "import-refused"
    # Among other lines, it is refused without a trace.
    raw = b"\n".join(json.dumps(one).encode() for one in (record, json.loads(REAL.read_text())))
    reports = player.api.post("/v1/replays", raw=raw, headers={"Content-Type": "application/x-ndjson"}).ok()
    assert [report["status"] for report in reports] == ["refused", "imported"]
    assert moderator.api.get(f"/v1/replays/{copy}").code == "not-found"


def test_the_record_of_a_hidden_game_does_not_change(ended: Game, moderate: Moderate) -> None:
    """Its digest stays the same, so that copies can be compared."""
    before = ended.players[0].api.get(f"{ended.replay_path}/export").ok()
    moderate("hide", ended.id).ok()
    assert ended.players[0].api.get(f"{ended.replay_path}/export").ok() == before


def test_streams_of_a_hidden_game_end(
    settings: Settings, new_game: NewGame, moderator: Player, moderate: Moderate
) -> None:
    """Watchers get `bye`. Players and moderators stay, even if a moderator reads first."""
    app = polling(create_app(settings), 0.1)
    game = new_game(rules={"starting_seat": 0})
    path = f"{game.path}/events"
    with (
        closing(EventClient(app, path, moderator.token)) as moderating,
        closing(EventClient(app, path)) as watching,
        closing(EventClient(app, path, game.players[1].token)) as playing,
    ):
        assert [stream.next().event for stream in (moderating, watching, playing)] == ["snapshot"] * 3
        moderate("hide", game.id).ok()
        game.play("play 0")
        assert [stream.next().id for stream in (moderating, playing)] == ["1", "1"]
        assert watching.next() == Frame("bye", b'{"reason":"gone"}')
    assert fetch(app, path, moderator.token).status_code == 200


def test_a_quiet_stream_of_a_hidden_game_ends(
    settings: Settings, new_game: NewGame, moderate: Moderate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A watcher's stream ends with the next poll, without any event."""
    monkeypatch.setattr(hub.Hub, "stale", False)  # otherwise a slow machine reads without news
    game = new_game()
    with closing(EventClient(polling(create_app(settings), 0.1), f"{game.path}/events")) as watching:
        assert watching.next().event == "snapshot" and watching.quiet()
        moderate("hide", game.id).ok()
        assert watching.next() == Frame("bye", b'{"reason":"gone"}')


def test_a_game_hidden_during_a_stream_of_replays_is_left_out(app: Flask, ended: Game) -> None:
    """The stream goes on after it."""

    def line(row: ListedGame) -> bytes:
        if row.game_id.hex == ended.id[2:]:
            raise NotFound
        return row.game_id.hex.encode()

    query = ReplayFilter(FinishedFilter(), "-finished", None, 100)
    streams = line_streams.LineStreams(per_s=100_000)
    found = list(line_streams.lines(app.extensions["database"], streams, query, 10, line, lambda: False))
    assert ended.id[2:].encode() not in found


def of_replay(client: Api, game: Game, kind: str, made: str) -> tuple[bool, ...]:
    """Return whether a client can see a comment or a line, in each operation."""
    listed = made in json.dumps(client.get(f"{game.replay_path}/{kind}").ok())
    if kind == "comments":
        return (listed,)
    return (listed, client.get(f"{game.replay_path}/lines/{made}").status == 200)


def test_a_hidden_study_is_seen_by_its_author_and_moderators(
    ended: Game, stranger: Api, api: Api, moderator: Player, moderate: Moderate
) -> None:
    """Others find none. Who can read it can report it."""
    body = {"title": "Spam", "chapters": [{"game": ended.id}]}
    study = stranger.post("/v1/studies", body).ok()["id"]
    everyone = (api, stranger, moderator.api, ended.players[0].api)

    def seen() -> list[bool]:
        return [client.get(f"/v1/studies/{study}").status == 200 for client in everyone]

    report = {"about": study, "reason": "spam"}
    assert seen() == [True] * 4 and ended.players[0].api.post("/v1/reports", report).status == 201
    moderate("hide", study).ok()
    assert seen() == [False, True, True, False] and api.get(f"/studies/{study}").status == 404
    assert ended.players[1].api.post("/v1/reports", report).code == "not-found"
    assert moderate("hide", study).status == 422
    moderate("unhide", study).ok()
    assert seen() == [True] * 4


@pytest.mark.parametrize(
    ("kind", "body"),
    [("comments", {"anchor": "game", "text": "Spam."}), ("lines", {"at": 0, "moves": [], "title": "Spam"})],
)
def test_a_hidden_text_is_seen_by_its_author_and_moderators(
    ended: Game, stranger: Api, api: Api, moderator: Player, moderate: Moderate, kind: str, body: Json
) -> None:
    """Others do not find it, not even in a cache or a count; the author can delete it."""
    made = stranger.post(f"{ended.replay_path}/{kind}", body).ok()["id"]
    everyone = (api, stranger, moderator.api, ended.players[0].api)
    assert {all(of_replay(client, ended, kind, made)) for client in everyone} == {True}
    moderate("hide", f"{ended.id}/{made}").ok()
    seen = [set(of_replay(client, ended, kind, made)) for client in everyone]
    assert seen == [{False}, {True}, {True}, {False}]
    losses = api.get(f"{ended.replay_path}/export", query="format=native&report=only").ok()["losses"]
    assert "comments" not in {loss["code"] for loss in losses}
    moderate("unhide", f"{ended.id}/{made}").ok()
    assert {all(of_replay(client, ended, kind, made)) for client in everyone} == {True}
    moderate("hide", f"{ended.id}/{made}").ok()
    assert stranger.delete(f"{ended.replay_path}/{kind}/{made}").status == 204
