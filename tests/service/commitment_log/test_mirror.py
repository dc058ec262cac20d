"""Tests of the commands that read a log from outside: `hanabi mirror`, and `hanabi verify --log`."""

import io
import json
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from werkzeug.serving import make_server

from service.cli import main
from service.features.commitment_log import mirror as commitment_log_files
from service.features.commitment_log import sequencer, tree
from service.features.commitment_log.mirror import CHECKPOINT, HEAD, KEYS, LogWrong
from service.maintenance import key_commands
from service.platform.settings import Settings
from service.platform.signing import keys
from tests.rows import slow_unless
from tests.service.client import Game, stacked
from tests.service.commitment_log.logs import Log, expire, fill, opened

FORGET: Final = "update log_entry set position = null; delete from log_hash; delete from log_head"
"""Afterwards the service builds the log again."""


class Said(NamedTuple):
    """The exit status and the output of a command."""

    status: int
    out: str
    err: str


class Reader:
    """Somebody who reads a log with the commands, and has a folder."""

    def __init__(self, log: Log, url: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.log, self.url, self.folder, self._capsys = log, url, folder, capsys

    def mirror(self, url: str | None = None) -> Said:
        """Run `hanabi mirror`."""
        return self._said("mirror", url or self.url, str(self.folder))

    def verify(self, record: Path, place: str | None = None, *, receipts: Path | None = None) -> Said:
        """Run `hanabi verify` with a log, by default that of the service."""
        options = () if receipts is None else ("--receipt", str(receipts))
        return self._said("verify", str(record), "--log", place or self.url, *options)

    def record_of(self, game: Game) -> Path:
        """Save the record of a game."""
        file = self.folder.with_name(f"{game.id}.json")
        file.write_bytes(self.log.api.get(f"{game.replay_path}/export").raw)
        return file

    def copied(self, games: int = 1) -> list[Game]:
        """Start games, and copy the log."""
        started = [self.log.new_game(2) for _ in range(games)]
        assert self.mirror().status == 0
        return started

    def _said(self, *arguments: str) -> Said:
        status = main(arguments)
        return Said(status, *self._capsys.readouterr())


@pytest.fixture
def reader(log: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Reader]:
    """A reader of a served log."""
    server = make_server("127.0.0.1", 0, log.app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))  # how long its end may take
    thread.start()
    try:
        yield Reader(log, f"http://127.0.0.1:{server.server_port}", tmp_path / "copy", capsys)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_mirror_follows_the_log(reader: Reader) -> None:
    """A copy grows with the log, counts games by their state, and is a log that can be read like the service's."""
    log = reader.log
    log.new_game(2)
    log.new_game(2).abort()
    expire(log, opened(log))
    first = reader.mirror()
    assert first.status == 0, first
    counts = "0 open or decks of contests, 1 running, 0 ended, 1 aborted, 1 withdrawn"
    assert "7 entries" in first.out and counts in first.out
    fill(log, 600)
    second = reader.mirror()
    assert second.status == 0 and "607 entries" in second.out and "600 open" in second.out, second
    for path in ("log/checkpoint", "log/tile/0/000", "log/tile/entries/002.p/95", "log/tile/1/000.p/2"):
        assert (reader.folder / path).read_bytes() == log.api.get(f"/{path}").raw
    assert reader.mirror().status == 0


WRONG_NOTES: Final[dict[str, Callable[[bytes], bytes]]] = {
    "origin": lambda note: note.replace(b"hanabi-log-", b"hanabi-log+"),
    "size": lambda note: note.replace(b"\n2\n", b"\n1\n"),
    "signature": lambda note: note[:-8] + b"A" * 7 + note[-1:],
    "dash": lambda note: note.replace("\u2014".encode(), b"-"),
    "unsigned": lambda note: note.split(b"\n\n")[0],
    "empty": lambda note: b"",
}


def test_a_checkpoint_is_that_of_the_head(reader: Reader) -> None:
    """It has the same tree, and the signature of a trusted key."""
    reader.copied()
    head = commitment_log_files.signed_head((reader.folder / HEAD).read_bytes())
    listed = commitment_log_files.keys_in((reader.folder / KEYS).read_bytes())
    note = (reader.folder / CHECKPOINT).read_bytes()
    assert head.size > 0
    commitment_log_files.check_checkpoint(note, head, listed, [head.key])
    for wrong, change in WRONG_NOTES.items():
        with pytest.raises(LogWrong):
            commitment_log_files.check_checkpoint(change(note), head, listed, [head.key])
            pytest.fail(wrong)
    with pytest.raises(LogWrong):
        commitment_log_files.check_checkpoint(note, head, listed, [])


@pytest.mark.parametrize(
    "statement",
    slow_unless(
        lambda statement: "delete" in statement and "kind" not in statement,
        [
            "update log_entry set head = sha256('x') where position = 3",
            "delete from log_entry where position = 3",
            "update log_hash set hash = sha256('x') where position = 1",
            f"{FORGET}; update log_entry set secret_commitment = sha256('x')",
            f"delete from log_entry where kind = 1; {FORGET}",
        ],
    ),
)
def test_a_mirror_shows_a_changed_log(reader: Reader, statement: str) -> None:
    """A reader with a copy sees that the log was changed, and keeps the copy and the signed head as evidence."""
    reader.copied(3)
    before = {file: file.read_bytes() for file in reader.folder.rglob("*") if file.is_file()}
    reader.log.db.execute(statement.encode())
    said = reader.mirror()
    assert said.status in (1, 2) and ("WRONG" in said.out or "404" in said.err), said
    assert {file: file.read_bytes() for file in before} == before


@pytest.mark.slow
def test_a_rewritten_log_leaves_evidence(reader: Reader) -> None:
    """A log that was built again is refused, though all its files belong together."""
    games = reader.copied(3)
    reader.log.db.execute("delete from log_entry where game_id = %s", (games[0].id[2:],))
    reader.log.db.execute(FORGET)
    assert "the log had 6 entries" in reader.mirror().out
    for _ in range(2):
        reader.log.new_game(2)
    said = reader.mirror()
    assert said.status == 1 and "the log was rewritten" in said.out
    assert json.loads((reader.folder / "refused-head.json").read_bytes())["size"] == 8


def test_wrong_entries_show(reader: Reader) -> None:
    """A deal without a commitment, and a game that ends twice, are faults."""
    game = reader.log.new_game(2)
    reader.log.db.execute("update log_entry set kind = 2 where kind = 1 and game_id = %s", (game.id[2:],))
    said = reader.mirror()
    assert said.status == 1 and "entry 1: WRONG, end after the entry commitment of the same game" in said.out


def change_key(reader: Reader, action: str, key: str | None = None, *, is_noticed: bool = True) -> list[str]:
    """Rotate or revoke a key of the service. Return all keys, newest first."""
    lines = key_commands.list_keys(Settings(database_url=reader.log.url), action=action, key=key)
    if is_noticed:
        keys._in_use.clear()  # as after a minute
    return [line.split()[0] for line in lines]


def test_a_mirror_follows_an_honest_rotation(reader: Reader) -> None:
    """A key that the retiring key has signed is trusted, also by a copy that has missed some of them."""
    reader.copied()
    change_key(reader, "rotate")
    third, second, first = change_key(reader, "rotate", is_noticed=False)
    reader.log.new_game(2)
    said = reader.mirror()
    assert said.status == 0 and "WRONG" not in said.out, said
    assert [line.split()[3] for line in said.out.splitlines() if "NEW KEY" in line] == [second, third]
    assert f"signed by the key before it, {first}" in said.out and f"Signed by {third}" in said.out
    assert reader.mirror().out.count("NEW KEY") == 0
    assert [item["key"] for item in json.loads((reader.folder / KEYS).read_bytes())["items"]] == [third, second, first]


UNSIGNED = "update signing_key set predecessor = null, succession = null"
FORGED = "update signing_key set succession = sha512('x')"


@pytest.mark.parametrize(
    "change", slow_unless(FORGED.__eq__, [UNSIGNED, FORGED, "update signing_key set predecessor = sha256('x')"])
)
def test_an_unknown_key_is_refused(reader: Reader, change: str) -> None:
    """A key that no key of the copy has signed is not trusted."""
    reader.copied()
    new, _ = change_key(reader, "rotate")
    reader.log.db.execute(change.encode())
    said = reader.mirror()
    assert said.status == 1 and "UNKNOWN KEY, the log extends the copy" in said.out, said
    assert f"signed with {new}, and no key of the copy has signed it" in said.out


def test_a_new_key_is_no_excuse_for_another_log(reader: Reader) -> None:
    """A rewritten log is called so, whether its key is signed, unknown or old."""
    reader.copied()
    reader.log.db.execute(f"{FORGET}; update log_entry set secret_commitment = sha256('x')".encode())
    change_key(reader, "rotate")
    assert "WRONG, the first 2 entries are not those of" in reader.mirror().out
    reader.log.db.execute(UNSIGNED)
    assert "WRONG, the first 2 entries are not those of" in reader.mirror().out


@pytest.mark.slow
def test_a_rotation_that_the_log_does_not_have(reader: Reader) -> None:
    """A service cannot give some readers a key that others do not see, and cannot hide one that the log has."""
    reader.copied()
    with reader.log.app.extensions["database"].bind():
        keys.rotate()
    keys._in_use.clear()
    reader.log.db.execute("update log_head set at = now() - interval '2 min'")
    assert "WRONG, the log does not have the key" in reader.mirror().out
    with reader.log.app.extensions["database"].bind():
        sequencer.rotate()
    reader.log.db.execute("delete from signing_key where seed is null and predecessor is not null")
    assert reader.mirror().status == 1


def test_a_revoked_key_is_not_followed(reader: Reader) -> None:
    """Whoever has a lost key can sign another one. So a new start is for the owner of the copy to decide."""
    reader.copied()
    new, old = change_key(reader, "revoke")
    said = reader.mirror()
    assert said.status == 1 and f"signed with {new}, and the key of the copy, {old}, is revoked" in said.out, said
    (reader.folder / KEYS).unlink()
    assert reader.mirror().status == 0
    listed = reader.log.api.get(f"/{KEYS}").ok()["items"]
    assert [(item["key"], item["revocation"] and item["revocation"]["key"]) for item in listed] == [
        (new, None),
        (old, old),
    ]


@pytest.mark.slow
def test_the_revocation_of_a_retired_key_changes_little(reader: Reader) -> None:
    """The copy trusts its successor already. Records that the revoked key has signed are not vouched for."""
    game = reader.log.new_game(2)
    game.abort()
    record = reader.record_of(game)
    assert reader.mirror().status == 0
    new, old = change_key(reader, "rotate")
    assert reader.mirror().status == 0
    file = reader.folder / KEYS
    assert main(["verify", str(record), "--keys", str(file)]) == 0
    change_key(reader, "revoke", old)
    said = reader.mirror()
    assert said.status == 0 and f"Signed by {new}" in said.out, said
    assert main(["verify", str(record), "--keys", str(file)]) == 1
    assert reader.verify(record).status == 0
    own = reader.log.api.get(f"{game.replay_path}/verification").ok()
    assert own["verified"] and own["signature"]["own"]
    (owner,) = reader.log.players(1)
    copy = owner.api.post("/v1/replays", json.loads(record.read_bytes())).ok()
    assert not reader.log.api.get(f"/v1/replays/{copy['id']}/verification").ok()["signature"]["own"]


def test_receipts_tell_readers_of_each_other(reader: Reader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A receipt names the newest head. A log that does not extend it is another one."""
    first = reader.log.new_game(2)
    head = reader.log.head()
    game = reader.log.new_game(2)
    receipts = [game.view(0)["receipt"]]
    reader.log.head()
    game.abort()
    ended = game.view(0)["receipt"]
    assert receipts[0]["log"] == {"size": 2, "root": head["root"]} and ended["log"]["size"] == 4
    file = tmp_path / "receipts"
    file.write_text(json.dumps([*receipts, ended]))
    assert reader.mirror().status == 0
    record = reader.record_of(game)
    for place in (None, str(reader.folder)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record.read_bytes())))
        said = reader.verify(Path("-"), place, receipts=file)
        assert said.status == 0 and "It extends the log that the receipts name" in said.out, said
    reader.log.db.execute(FORGET)
    reader.log.db.execute("update log_entry set secret_commitment = sha256('x') where game_id = %s", (first.id[2:],))
    assert reader.verify(record).status == 0
    for place in (None, str(reader.folder)):
        shutil.rmtree(reader.folder)
        assert reader.mirror().status == 0
        said = reader.verify(record, place, receipts=file)
        assert said.status == 1 and "the service has shown two logs" in said.out, said


def test_a_stale_head_is_refused(reader: Reader) -> None:
    """A service that shows an old head for ever could hide what was added since."""
    reader.log.new_game(2)
    head = reader.log.head()
    at = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    with reader.log.app.extensions["database"].bind():
        signature = keys.sign(
            "hanabi/log-head", tree.head_document(head["size"], bytes.fromhex(head["root"]), at)
        ).signature
    reader.log.db.execute("update log_head set at = %s, signature = %s", (at, bytes.fromhex(signature)))
    reader.log.db.execute("select pg_advisory_lock(%s)", (sequencer.LOCK,))  # no head is signed while it is held
    said = reader.mirror()
    assert said.status == 1 and "the newest head is from 2026-01-02T03:04:05.000Z" in said.out, said


def test_a_game_is_found(reader: Reader) -> None:
    """`hanabi verify` finds the entries of a record at the service, and in a copy."""
    game, other = reader.log.new_game(2), reader.log.new_game(2, sandbox=True)
    game.abort()
    other.abort()
    assert reader.mirror().status == 0
    for place in (None, str(reader.folder)):
        for one in (game, other):
            said = reader.verify(reader.record_of(one), place)
            assert said.status == 0 and "The log has its 3 entries: 6 entries" in said.out, said


@pytest.mark.parametrize("kind", slow_unless((1).__eq__, [0, 1, 3]))
def test_a_game_that_is_not_in_the_log(reader: Reader, kind: int) -> None:
    """Each entry must be there, with the values of the record."""
    game = reader.log.new_game(2)
    game.abort()
    record = reader.record_of(game)
    reader.log.db.execute("delete from log_entry where kind = %s", (kind,))
    reader.mirror()
    missing = ("commitment", "deal", "end", "abort")[kind]
    for place in (None, str(reader.folder)):
        said = reader.verify(record, place)
        assert said.status == 1 and f"does not have the entry of the type {missing}" in said.out, said


def test_what_cannot_be_read(reader: Reader, tmp_path: Path) -> None:
    """A log that cannot be read is neither right nor wrong."""
    game = reader.log.new_game(2)
    game.abort()
    record = reader.record_of(game)
    assert reader.verify(record, str(tmp_path / "nowhere")).status == 2
    assert reader.mirror("http://127.0.0.1:1").status == 2
    assert reader.mirror("file:///etc").status == 2
    assert reader.mirror().status == 0
    shutil.rmtree(reader.folder / "log/tile/0")
    assert reader.verify(record, str(reader.folder)).status == 2


DAMAGES: Final = [
    ("v1/log/head", b"{}"),
    ("v1/log/head", b"[]"),
    ("v1/log/head", b"\xff"),
    (".well-known/hanabi-keys", b"[]"),
    ("log/tile/entries/000.p/3", b"\0\1"),
    ("log/tile/0/000.p/3", 96 * b"x"),
    ("log/tile/0/000.p/3", b"x"),
]


def test_a_damaged_copy(reader: Reader) -> None:
    """A changed file of a copy is wrong."""
    game = reader.log.new_game(2)
    game.abort()
    record = reader.record_of(game)
    assert reader.mirror().status == 0
    for path, content in DAMAGES:
        file = reader.folder / path
        undamaged = file.read_bytes()
        file.write_bytes(content)
        said = reader.verify(record, str(reader.folder))
        assert said.status == 1 and "WRONG" in said.out, (path, content, said)
        file.write_bytes(undamaged)
    assert reader.verify(record, str(reader.folder)).status == 0


def test_a_given_deck_is_not_looked_for(reader: Reader) -> None:
    """A record without a secret has no entries."""
    game = reader.log.new_game(2, sandbox=True, deck=stacked(""))
    game.abort()
    said = reader.verify(reader.record_of(game))
    assert said.status == 0 and "no entries of this game" in said.out
