"""Tests of records that are signed again after their key was revoked."""

import json
import logging
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest

from service.cli import main
from service.core.replays import signing_again
from service.maintenance import key_commands
from service.platform.settings import Settings
from tests.service.client import Api, Game
from tests.service.factories import NewGame
from tests.service.jobs.working import work_until_idle
from tests.service.own_database import api, app, new_game, players

__all__ = ["api", "app", "new_game", "players"]


def key_of(api: Api, game: Game) -> str:
    """Return the key that has signed the record of a game."""
    key: str = api.get(f"{game.replay_path}/export").ok()["signature"]["key"]
    return key


def test_records_are_signed_again(
    api: Api,
    new_game: NewGame,
    empty_database_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Only games whose rows are those that the revoked key signed, and no imported record."""
    monkeypatch.setattr(signing_again, "_WAIT", timedelta(0))
    monkeypatch.setattr(signing_again, "_BATCH", 2)
    games = [new_game(2) for _ in range(4)]
    for game in games:
        game.abort()
    fine, changed, *_ = games
    before = api.get(f"{fine.replay_path}/export")
    imported = fine.players[0].api.post("/v1/replays", before.ok()).ok()
    with psycopg.connect(empty_database_url) as db:
        db.execute("update deal set salt = sha256(salt) where game_id = %s", (changed.id[2:],))
    old = before.ok()["signature"]["key"]
    settings = Settings(database_url=empty_database_url)
    new = key_commands.list_keys(settings, action="revoke")[0].partition(" ")[0]
    assert {key_of(api, game) for game in games} == {old}
    with caplog.at_level(logging.WARNING):
        work_until_idle(empty_database_url)
    assert [key_of(api, game) for game in games] == [new, old, new, new]
    assert f"the record of {changed.id} is not signed again: deck-commitment" in caplog.text
    assert api.get(f"/v1/replays/{imported['id']}/export").ok()["signature"]["key"] == old
    assert api.get(f"{fine.replay_path}/verification").ok()["verified"]
    after = api.get(f"{fine.replay_path}/export")
    assert {**after.ok(), "signature": None, "digest": None} == {**before.ok(), "signature": None, "digest": None}

    listed = tmp_path / "keys.json"
    listed.write_text(json.dumps(api.get("/.well-known/hanabi-keys").ok()))
    verdicts = []
    for answer in (before, after):
        (record := tmp_path / "record.json").write_bytes(answer.raw)
        verdicts.append((main(["verify", str(record), "--keys", str(listed)]), capsys.readouterr().out))
    assert [status for status, _ in verdicts] == [1, 0]
    assert "signed with a revoked key" in verdicts[0][1] and "export the record again" in verdicts[0][1]
