"""Tests of cached responses about finished games: rendered once, immutable, and access-controlled."""

import gzip
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask import Flask

from service.core.links import RENDERING
from service.core.replays import rendered_cache, replays
from service.core.requests import caching
from service.maintenance import chores
from service.platform.settings import Settings
from tests.rows import in_one_test
from tests.service.client import SALTED, Api, Game, stacked
from tests.service.factories import NewGame, Players

REAL = Path(__file__).parents[2] / "games"

FOR_EVER = "public, max-age=31536000, immutable"


@pytest.fixture(scope="module")
def game(sandbox: NewGame) -> Game:
    """A finished game."""
    game = sandbox(stacked("r1"))
    game.play("play 0")
    game.abort()
    return game


@contextmanager
def nothing_rendered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail if an answer is folded or rendered."""

    def fail(*_: object) -> None:
        raise AssertionError("it was made again")

    with monkeypatch.context() as patch:
        patch.setattr(replays, "frames", fail)
        yield


def revised(game: Game, language: str = "en", query: str = "") -> tuple[str, str]:
    """Return the immutable address of the frames, as path and query."""
    return f"{game.replay_path}/frames", f"rev={RENDERING}-{language}{query}"


def test_replays_link_immutable_addresses(new_game: NewGame, api: Api) -> None:
    """A replay, a list and a response without a revision link the same address, in the reader's language."""
    game = new_game()
    running = game.players[0].api.get("/v1/me/games").ok()["items"][0]
    assert set(running["links"]) == {"page"}
    game.abort()
    german = {"Accept-Language": "de"}
    links = api.get(game.replay_path, headers=german).ok()["links"]
    listed = game.players[0].api.get("/v1/me/games", headers=german).ok()["items"][0]
    negotiated = api.get(f"{game.replay_path}/frames", headers=german)
    assert links == listed["links"]
    assert links["replay"] == game.replay_path
    assert links["frames"] == negotiated.headers["Content-Location"] == f"{game.replay_path}/frames?rev={RENDERING}-de"
    path, _, query = links["frames"].partition("?")
    assert api.get(path, query=query).body == negotiated.body


def test_a_response_with_a_revision_is_immutable(game: Game, api: Api) -> None:
    """A response with a revision is immutable, in the language of its address.

    Caches must distinguish encodings and media types.
    """
    path, query = revised(game, "fr")
    answer = api.get(path, query=query, headers={"Accept-Language": "da"})
    assert answer.headers["Cache-Control"] == FOR_EVER
    assert answer.headers["Content-Language"] == "fr"
    assert answer.headers["Vary"] == "Accept, Accept-Encoding"
    one = api.get(f"{path}/1", query=query)
    assert one.headers["Cache-Control"] == FOR_EVER
    assert one.headers["Vary"] == "Accept-Encoding"


def test_a_response_without_a_revision_is_revalidated(game: Game, api: Api) -> None:
    """Caches must revalidate it, and distinguish what it was negotiated for."""
    path, _ = revised(game)
    answer = api.get(path, query="seat=1")
    assert answer.headers["Cache-Control"] == "public, no-cache"
    assert answer.headers["Vary"] == "Accept, Accept-Encoding, Accept-Language, Authorization, Cookie"
    assert answer.headers["Content-Location"] == f"{path}?seat=1&rev={RENDERING}-en"
    again = api.get(path, query="seat=1", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status, again.raw) == (304, b"")
    assert again.headers["ETag"] == answer.headers["ETag"]
    assert again.headers["Cache-Control"] == "public, no-cache"


@in_one_test(
    ("accepted", "coding"),
    [
        (None, None),
        ("", None),
        ("gzip", "gzip"),
        ("GZip", "gzip"),
        ("x-gzip", "gzip"),
        ("gzip, deflate, br, zstd", "gzip"),
        ("br", None),
        ("*", "gzip"),
        ("gzip;q=0", None),
        ("gzip;q=0, *", None),
        ("*;q=0, gzip", "gzip"),
        ("gzip;q=0.001", "gzip"),
        ("gzip;q=0.5, identity", None),
        ("gzip;q=0.5, identity;q=0.5", "gzip"),
        ("identity;q=0.5, *;q=0.7", "gzip"),
        ("identity;q=0, gzip;q=0.1", "gzip"),
        ("identity;q=0", 406),
        ("identity;q=0, br", 406),
        ("*;q=0", 406),
        ("gzip;q=0, identity;q=0", 406),
        ("gzip;q=x, ;;,", None),
    ],
)
def test_the_content_coding_is_negotiated(game: Game, api: Api, accepted: str | None, coding: str | int | None) -> None:
    """RFC 9110, 12.5.3: gzip wins a tie, identity is the default, and HEAD agrees."""
    path, query = revised(game)
    headers = {"Request-Id": "same"} | ({} if accepted is None else {"Accept-Encoding": accepted})
    answer = api.get(path, query=query, headers=headers)
    head = api.send("HEAD", path, query=query, headers=headers)
    assert head.headers == answer.headers
    if coding == 406:
        assert answer.code == "not-acceptable"
    else:
        assert answer.headers.get("Content-Encoding") == coding
        assert answer.body["id"] == game.id


def test_each_representation_has_its_own_tag(app: Flask, game: Game) -> None:
    """A strong tag names the same bytes on each read, and no other bytes."""
    client = app.test_client()
    seen: dict[str, Any] = {}
    for language in ("en", "de"):
        for accept in ("application/json", "application/x-ndjson"):
            for seat in ("", "&seat=0", "&seat=1"):
                for coding in ("gzip", "identity"):
                    path, query = revised(game, language, seat)
                    headers = {"Accept": accept, "Accept-Encoding": coding}
                    one, two = (client.get(path, query_string=query, headers=headers) for _ in range(2))
                    tag = one.headers["ETag"]
                    assert (two.headers["ETag"], two.data) == (tag, one.data)
                    assert seen.setdefault(tag, one.data) == one.data
                    plain = gzip.decompress(one.data) if coding == "gzip" else one.data
                    assert plain[:1] == b"{"
                    missed = {**headers, "If-None-Match": tag}
                    assert client.get(path, query_string=query, headers=missed).status_code == 304
                    other = {"gzip": "identity", "identity": "gzip"}[coding]
                    missed["Accept-Encoding"] = other
                    assert client.get(path, query_string=query, headers=missed).status_code == 200
    # The texts of an aborted game's frames are the same in every language.
    assert len(set(seen.values())) == len(seen) == 12


@pytest.mark.parametrize("tag", ["*", 'W/"{}"', '"x", "{}"'])
def test_a_current_tag_gets_304(game: Game, api: Api, tag: str) -> None:
    """`If-None-Match` compares weakly, and takes a list or the star."""
    path, query = revised(game)
    mine = api.get(path, query=query).headers["ETag"].strip('"')
    answer = api.get(path, query=query, headers={"If-None-Match": tag.format(mine)})
    assert (answer.status, answer.headers["Cache-Control"]) == (304, FOR_EVER)


def test_another_revision_redirects_or_is_not_cached(game: Game, api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """An older revision redirects to the current one with all parameters. A newer one is answered without caching."""
    path, _ = revised(game)
    newer = api.get(path, query=f"rev={RENDERING + 1}-nl&seat=1")
    assert (newer.status, newer.headers["Content-Language"]) == (200, "nl")
    assert newer.headers["Cache-Control"] == "public, no-cache"
    monkeypatch.setattr(caching, "RENDERING", RENDERING + 1)
    monkeypatch.setattr("service.core.links.RENDERING", RENDERING + 1)
    older = api.get(path, query=f"rev={RENDERING}-nl&seat=1")
    assert older.status == 307
    assert older.headers["Location"] == f"{path}?rev={RENDERING + 1}-nl&seat=1"
    assert older.headers["Cache-Control"] == "no-store"


@in_one_test("rev", ["", "1", "en", "1-xx", "0-en", "01-en", "-1-en", "1-en ", "1-en%0a", "9999999-en", "1-EN"])
def test_an_invalid_revision_is_refused(game: Game, api: Api, rev: str) -> None:
    """The response is 422 and names the parameter."""
    answer = api.get(f"{game.replay_path}/frames", query=f"rev={rev}")
    assert (answer.status, answer.body["errors"][0]["parameter"]) == (422, "rev")


def test_a_response_is_rendered_once(
    sandbox: NewGame, app: Flask, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second read neither folds, renders nor compresses.

    For a public game it also makes no query, and another process reads what this one has stored.
    """
    game = sandbox(stacked("r1"))
    game.abort()
    client, (path, query) = app.test_client(), revised(game)
    packed = {"Accept-Encoding": "gzip"}
    first = client.get(path, query_string=query, headers=packed)
    with nothing_rendered(monkeypatch):
        with monkeypatch.context() as patch:
            patch.setattr(rendered_cache, "fetch_one", lambda *_, **__: 1 // 0)
            patch.setattr(gzip, "compress", lambda *_, **__: 1 // 0)
            for _ in range(2):
                again = client.get(path, query_string=query, headers=packed)
                assert (again.data, again.headers["ETag"]) == (first.data, first.headers["ETag"])
                assert gzip.decompress(first.data) == client.get(path, query_string=query).data
        monkeypatch.setattr(rendered_cache, "_memory", rendered_cache._MemoryCache(10**6))
        assert client.get(path, query_string=query, headers=packed).data == first.data
    with psycopg.connect(database_url) as db:
        stored = db.execute("select packed from rendition where game_id = %s", (game.id.removeprefix("g_"),)).fetchall()
    assert stored == [(first.data,)]


def test_single_frames_are_cached_in_memory_only(game: Game, api: Api, database_url: str) -> None:
    """There are too many for a database row each."""
    api.get(f"{game.replay_path}/frames/1").ok()
    with psycopg.connect(database_url) as db:
        rows = db.execute("select name from rendition").fetchall()
    assert not [name for (name,) in rows if "frames/1" in name]


def test_a_private_replay_is_for_its_players_although_cached(
    new_game: NewGame, players: Players, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Strangers get 404 whether it is cached or not, and caches learn that it is private."""
    game = new_game(private=True)
    ada, bela = game.players
    game.abort()
    path, query = revised(game)
    mine = ada.api.get(path, query=query)
    assert mine.headers["Cache-Control"] == FOR_EVER.replace("public", "private")
    assert mine.headers["Vary"] == "Accept, Accept-Encoding, Authorization, Cookie"
    assert ada.api.get(path).headers["Cache-Control"] == "private, no-cache"
    strangers = [api, players(1)[0].api]
    for cache in (rendered_cache._memory, rendered_cache._MemoryCache(10**6)):
        monkeypatch.setattr(rendered_cache, "_memory", cache)
        for stranger in strangers:
            for headers in ({}, {"If-None-Match": mine.headers["ETag"]}, {"If-None-Match": "*"}):
                assert stranger.get(path, query=query, headers=headers).code == "not-found"
        assert bela.api.get(path, query=query).raw == mine.raw
    bound = new_game(at_table=players(2))
    token = bound.players[0].api.post("/v1/me/tokens", {"name": "x", "game": bound.id}).ok()["token"]
    assert api.known_by(token).get(path, query=query).code == "not-found"


def test_the_memory_cache_has_a_limit() -> None:
    """The least recently read answer is dropped first. Unpacked bytes count, and larger answers are not cached."""
    overhead = rendered_cache._ENTRY_BYTES
    cache, keys = rendered_cache._MemoryCache(4 * (25 + overhead)), [(None, str(n)) for n in range(6)]
    for key in keys[:4]:
        cache.put(key, b"x" * 25, private=False, imported=False)  # type: ignore[arg-type]
    assert cache.get(keys[0])  # type: ignore[arg-type]
    cache.put(keys[4], b"y" * 25, private=False, imported=False)  # type: ignore[arg-type]
    assert [bool(cache.get(key)) for key in keys] == [True, False, True, True, True, False]  # type: ignore[arg-type]
    cache.put(keys[5], b"z" * (101 + 3 * overhead), private=False, imported=False)  # type: ignore[arg-type]
    assert not any(cache.get(key) for key in keys)  # type: ignore[arg-type]
    packed = gzip.compress(b"0" * 50)
    assert cache.unpacked(cache.put(keys[0], packed, private=False, imported=False)) == b"0" * 50  # type: ignore[arg-type]
    assert cache._bytes == len(packed) + 50 + overhead


def test_chores_delete_old_responses_and_those_of_other_code(
    game: Game, api: Api, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deleted response is rendered again, with the same bytes."""
    path, query = revised(game, "da")
    before = api.get(path, query=query)
    with psycopg.connect(database_url, autocommit=True) as db:

        def stored() -> int:
            row: Any = db.execute("select count(*) from rendition").fetchone()
            return int(row[0])

        settings = Settings.from_environ({"DATABASE_URL": database_url})
        chores.main(settings)
        assert stored()
        db.execute("update rendition set made_at = now() - interval '31 days' where name like '%/da/%'")
        rows = stored()
        chores.main(settings)
        assert stored() < rows
        monkeypatch.setattr(rendered_cache, "_memory", rendered_cache._MemoryCache(10**6))
        again = api.get(path, query=query)
        assert (again.raw, again.headers["ETag"]) == (before.raw, before.headers["ETag"])
        db.execute("update rendition set name = '0' || name")
        chores.main(settings)
        assert stored() == 0
        monkeypatch.setattr(rendered_cache, "_DATABASE_BYTES", 0)
        monkeypatch.setattr(rendered_cache, "_memory", rendered_cache._MemoryCache(10**6))
        api.get(path, query=query).ok()
        assert stored() == 1
        chores.main(settings)
        assert stored() == 0


def test_the_rendering_number_changes_with_the_bytes_of_frames(players: Players, api: Api) -> None:
    """Frames have the same bytes as before.

    Caches keep them forever under their revision. If this test fails, raise `links.RENDERING`, and note the
    new digest here.
    """
    export = json.loads((REAL / "hanab_live_2906.json").read_text())
    replay = players(1)[0].api.post("/v1/replays", export).ok()
    digest = hashlib.sha256()
    for query in ("", "seat=0"):
        frames = api.get(f"/v1/replays/{replay['id']}/frames", query=query).raw
        digest.update(SALTED.sub(rb"\1", frames.replace(replay["id"].encode(), b"GAME")))
    assert (RENDERING, digest.hexdigest()[:16]) == (28, "27b36449673f219e")
