"""Tests of the log of commitments: which entries a game has, the tree, the signed head, proofs and files."""

import hashlib
import os
import subprocess
import sys
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from engine.proof.deal import secret_commitment
from engine.proof.log_entries import Entry, audit, bound_id
from engine.proof.merkle import EMPTY, is_consistent, is_included, leaf_hash, tree_hash
from engine.proof.signatures import Signature, is_signed
from engine.proof.tiles import ENTRIES, Tile, entries_in, hashes_in, tile_path, tiles_of
from service.app import create_app
from service.features.commitment_log import sequencer
from service.maintenance import key_commands
from service.platform.jobs import queue
from service.platform.settings import Settings
from tests.pooled import environ_for
from tests.rows import in_one_test, slow_unless
from tests.service.client import Api, Game, Json, Player, stacked
from tests.service.commitment_log.logs import Log, expire, fill, finish, opened

HOUR: Final = 3600


def test_an_empty_log_has_a_signed_head(log: Log) -> None:
    """The head of an empty log is that of the empty tree, and the checkpoint has the same."""
    head = log.head()
    assert (head["size"], head["root"]) == (0, EMPTY.hex())
    assert is_signed("hanabi/log-head", signed_part(head), Signature(**head["signature"]))
    assert log.api.get("/v1/log/consistency", query="first=0").ok()["proof"] == []
    assert log.api.get("/log/tile/0/000.p/1").status == 404


def signed_part(head: Json) -> Json:
    """Return the members of a head that are signed."""
    return {name: head[name] for name in ("size", "root", "at")}


def test_a_game_to_its_end(log: Log) -> None:
    """A game that is opened, dealt and lost has three entries; the record has their values."""
    game = opened(log)
    assert log.kinds(game) == ["commitment"]
    (partner,) = log.players(1)
    partner.api.post(f"{game.path}/seats", {}).ok()
    game = game_with(game, partner)
    dealt = game.view(0)["head"]
    assert log.kinds(game) == ["commitment", "deal"]
    finish(game)
    record = log.api.get(f"{game.replay_path}/export").ok()["core"]
    commitment = record["events"][0]["secret_commitment"]
    assert log.entries() == [
        Entry("commitment", commitment, game=bound_id(commitment, game.id)),
        Entry("deal", commitment, head=dealt),
        Entry("end", commitment, head=record["events"][-1]["hash"]),
    ]


def game_with(game: Game, *partners: Player) -> Game:
    """Return a game with all its players."""
    return Game(game.view(0), [*game.players, *partners])


@pytest.mark.parametrize("private", slow_unless(True.__eq__, [False, True]))
def test_an_aborted_game_is_opened(log: Log, private: bool) -> None:
    """The entry of an aborted game has its secret."""
    game = log.new_game(2, private=private)
    game.abort()
    record = game.players[0].api.get(f"{game.replay_path}/export").ok()["core"]
    last = log.entries()[-1]
    assert last == Entry("abort", last.secret_commitment, head=record["events"][-1]["hash"], secret=record["secret"])
    assert audit(log.leaves()) == ({"abort": 1}, [], [])


@pytest.mark.slow
def test_an_idle_game_is_opened(log: Log) -> None:
    """A game that the service ends is opened too."""
    log.new_game(2, idle_limit_s=HOUR)
    log.db.execute("update game set moved_at = now() - interval '2 hours'")
    log.chores()
    assert [entry.kind for entry in log.entries()] == ["commitment", "deal", "abort"]
    assert audit(log.leaves()).faults == []


@pytest.mark.slow
def test_a_withdrawn_game_is_opened(log: Log) -> None:
    """An open game that expires is withdrawn when it is deleted, and a seat that becomes free is no withdrawal."""
    game = opened(log)
    commitment = game.view(0)["secret_commitment"]
    (guest,) = log.players(1)
    log.new_game(2)
    guest.api.post(f"{opened(log, seats=3).path}/seats", {}).ok()
    game.players[0].api.delete(f"{game.path}/seats/me").ok()
    log.head()
    expire(log, game)
    last = log.entries()[-1]
    assert last.kind == "withdrawal" and last.secret is not None
    assert last.secret_commitment == commitment == secret_commitment(bytes.fromhex(last.secret))
    assert log.db.execute("select from game where game_id = %s", (game.id[2:],)).rowcount == 0
    assert audit(log.leaves()) == ({"commitment": 1, "deal": 1, "withdrawal": 1}, [], [])


def test_games_without_a_secret_are_not_in_the_log(log: Log) -> None:
    """Given decks and imported games have no entries, and a sandbox game with a shuffled deck has."""
    given = log.new_game(2, sandbox=True, deck=stacked(""))
    given.abort()
    record = log.api.get(f"{given.replay_path}/export").raw
    headers = {"Content-Type": "application/vnd.hanabi.record+json"}
    log.players(1)[0].api.post("/v1/replays", raw=record, headers=headers).ok()
    expire(log, opened(log, sandbox=True, deck=stacked("")))
    assert log.head()["size"] == 0
    log.new_game(2, sandbox=True)
    assert log.head()["size"] == 2


@pytest.mark.slow
def test_games_from_before_the_log_are_not_in_it(log: Log) -> None:
    """Without its commitment, no later entry of a game is added: a reader would take it for a fault."""
    running, waiting = log.new_game(2), opened(log)
    log.db.execute("delete from log_entry")
    running.abort()
    (partner,) = log.players(1)
    partner.api.post(f"{waiting.path}/seats", {}).ok()
    expire(log, forgotten := opened(log))
    assert [entry.kind for entry in log.entries()] == ["commitment", "withdrawal"], forgotten.id


def test_the_leaf_tells_nothing_of_a_private_game(log: Log) -> None:
    """The entries of a private game have neither its id nor an account; a stranger cannot find them by the id."""
    game = log.new_game(2, private=True)
    text = b"".join(log.leaves()).decode()
    assert not any(known in text for known in (game.id, game.id[2:], *(player.id[2:] for player in game.players)))
    commitment = game.view(0)["secret_commitment"]
    query = f"game={game.id}&secret_commitment={commitment}&type=deal"
    assert log.api.get("/v1/log/proof", query=query).ok()["entry"]["head"] == game.view(0)["head"]
    assert log.api.get("/v1/log/proof", query=query.replace(commitment, 64 * "0")).code == "not-found"


def test_proofs_of_the_service(log: Log) -> None:
    """The service proves each entry in each tree that has it, and that each tree extends each smaller one."""
    games = [log.new_game(2) for _ in range(5)]
    games[0].abort()
    first = log.head()
    games[1].abort()
    second = log.head()
    leaves = list(map(leaf_hash, log.leaves()))
    roots = [tree_hash(leaves[:size]) for size in range(len(leaves) + 1)]
    assert (roots[first["size"]].hex(), roots[second["size"]].hex()) == (first["root"], second["root"])
    assert second["size"] == first["size"] + 1 == len(leaves) == 12
    for game in games:
        for kind in log.kinds(game):
            query = f"game={game.id}&secret_commitment={game.view(0)['secret_commitment']}&type={kind}"
            index = log.api.get("/v1/log/proof", query=query).ok()["index"]
            for size in range(1, 13):
                answer = log.api.get("/v1/log/proof", query=f"{query}&size={size}")
                if index >= size:
                    assert answer.code == "not-found"
                    continue
                found = answer.ok()
                assert bytes.fromhex(found["leaf_hash"]) == leaves[index]
                assert is_included(leaves[index], index, size, path_of(found), roots[size])
    for size in range(13):
        for smaller in range(size + 1):
            found = log.api.get("/v1/log/consistency", query=f"first={smaller}&second={size}").ok()
            assert is_consistent(smaller, size, roots[smaller], roots[size], path_of(found))


def path_of(answer: Json) -> list[bytes]:
    """Return the hashes of a proof."""
    return [bytes.fromhex(part) for part in answer["proof"]]


@in_one_test(
    ("path", "query", "code"),
    [
        ("/v1/log/consistency", "first=2&second=1", "invalid-request"),
        ("/v1/log/consistency", "first=999999998&second=999999999", "not-found"),
        ("/v1/log/consistency", "first=999999999", "not-found"),
        ("/v1/log/proof", f"game=g_{32 * '0'}&secret_commitment={64 * '0'}%0A&type=deal", "invalid-request"),
        ("/v1/log/proof", f"game=g_{32 * '0'}&secret_commitment={64 * '0'}&type=deal", "not-found"),
        ("/v1/log/proof", f"game=g_{32 * '0'}&secret_commitment={64 * '0'}&type=deal&size=0", "invalid-request"),
        ("/log/tile/0/x999/x999/x999/x999/x999/x999/x999/999", "", "not-found"),
        ("/log/tile/7/999", "", "not-found"),
        ("/log/tile/0/000.p/0", "", "not-found"),
        ("/log/tile/entries/1", "", "not-found"),
    ],
)
def test_bad_requests(api: Api, path: str, query: str, code: str) -> None:
    """A wrong request gets a problem."""
    assert api.get(path, query=query).code == code


@pytest.mark.parametrize("size", slow_unless((1_700).__eq__, [1_700, 70_000]))
def test_files_of_a_larger_log(log: Log, size: int) -> None:
    """Tiles and bundles give the root, and the service proves with them. 65,536 entries give a third row."""
    fill(log, size)
    head = log.head()
    rows = [
        [found for tile in tiles_of(level, head["size"]) for found in hashes_in(tile, log.file(tile))]
        for level in range(3)
    ]
    hashes = [leaf_hash(leaf) for tile in tiles_of(ENTRIES, size)[-3:] for leaf in entries_in(tile, log.file(tile))]
    assert [len(row) for row in rows] == [size, size // 256, size // 65_536]
    assert rows[0][-len(hashes) :] == hashes and tree_hash(rows[0]).hex() == head["root"]
    assert rows[1][5] == tree_hash(rows[0][1280:1536])
    assert not rows[2] or rows[2][0] == tree_hash(rows[1][:256])
    for first in (1, 255, size // 256 * 256, size - 10):
        found = log.api.get("/v1/log/consistency", query=f"first={first}").ok()
        assert is_consistent(first, size, tree_hash(rows[0][:first]), bytes.fromhex(head["root"]), path_of(found))
    again = log.api.get("/log/tile/0/000")
    assert again.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert again.headers["Vary"] == "Accept"


def test_the_checkpoint_is_a_signed_note(log: Log) -> None:
    """The note has the head, and the signature of the key that is listed; its name stays after a rotation."""
    log.new_game(2)
    head = log.head()
    note = log.api.get("/log/checkpoint").raw.decode()
    text, _, line = note.rpartition("\n\n")
    origin, size, root = text.split("\n")
    assert (int(size), b64decode(root).hex()) == (head["size"], head["root"])
    dash, name, encoded = line.removesuffix("\n").split(" ")
    signature, key = b64decode(encoded), bytes.fromhex(head["signature"]["key"])
    assert (dash, name) == ("\u2014", origin)
    assert signature[:4] == hashlib.sha256(origin.encode() + b"\n\1" + key).digest()[:4]
    Ed25519PublicKey.from_public_bytes(key).verify(signature[4:], f"{text}\n".encode())
    list(key_commands.list_keys(Settings(database_url=log.url), action="rotate"))
    fresh = Api(create_app(Settings(database_url=log.url)))
    assert fresh.get("/log/checkpoint").raw.decode().startswith(f"{origin}\n{head['size'] + 1}\n")


def test_two_sequencers_give_each_index_once(log: Log) -> None:
    """Sequencers at the same time give indexes without gaps, in one tree."""
    for _ in range(4):
        log.db.execute(
            """insert into log_entry (game_id, kind, secret_commitment)
               select gen_random_uuid(), 0, sha256(gen_random_uuid()::text::bytea) from generate_series(1, 100)"""
        )
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(lambda _: Api(log.app).get("/v1/log/head").ok(), range(8)))
    positions = log.db.execute("select position from log_entry where position is not null order by position")
    assert [position for (position,) in positions] == list(range(log.head()["size"]))
    assert tree_hash(list(map(leaf_hash, log.leaves()))).hex() == log.head()["root"]
    assert log.head()["size"] == 400


def test_a_crash_leaves_entries_waiting(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sequencer that fails before its commit has changed nothing, and the next one takes the same entries."""
    log.new_game(2)
    before = log.head()
    log.new_game(2)

    class Crashed(Exception):
        pass

    def crash(*_: object) -> None:
        raise Crashed

    with monkeypatch.context() as patched, log.app.extensions["database"].bind():
        patched.setattr(sequencer, "_sign", crash)
        with pytest.raises(Crashed):
            sequencer.sequence()
    assert log.db.execute("select count(*) from log_hash").fetchone() == (2,)
    after = log.head()
    assert (before["size"], after["size"]) == (2, 4)
    proof = path_of(log.api.get("/v1/log/consistency", query="first=2").ok())
    assert is_consistent(2, 4, bytes.fromhex(before["root"]), bytes.fromhex(after["root"]), proof)


def test_metrics_show_entries_that_wait(log: Log) -> None:
    """Their number and the age of the oldest, until the head is signed."""

    def shown() -> list[float]:
        text = log.api.get("/metrics").raw.decode()
        names = ("hanabi_log_entries_waiting", "hanabi_log_oldest_entry_waiting_seconds")
        return [float(line.split()[1]) for line in text.splitlines() if line.startswith(names)]

    log.head()
    assert shown() == [0, 0]
    first = opened(log)
    opened(log)
    log.db.execute("update log_entry set at = now() - interval '10 min' where game_id = %s", (first.id[2:],))
    number, age_s = shown()
    assert number == 2 and 600 <= age_s < 660
    log.head()
    assert shown() == [0, 0]


def test_an_entry_and_its_game_are_one_transaction(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that could not be stored has no entry."""
    (owner,) = log.players(1)
    log.db.execute("alter table deal add constraint none check (false) not valid")
    broken = Api(log.app, token=owner.token, may_fail=True)
    assert broken.post("/v1/games", {"seats": 2}).status == 500
    log.db.execute("alter table deal drop constraint none")
    assert log.head()["size"] == 0


def test_a_head_is_signed_again_after_a_minute(log: Log) -> None:
    """A reader sees what the log has now, and times do not go back."""
    first = log.head()
    assert log.head() == first
    log.db.execute("update log_head set at = now() - interval '61 s'")
    assert log.head()["at"] > first["at"]
    log.db.execute("update log_head set at = now() + interval '1 hour'")
    log.new_game(2)
    assert log.head()["at"] > first["at"] and log.head()["size"] == 2


FORGERIES: Final = [
    "delete from log_entry where game_id = %(game)s and kind = 1",
    "delete from log_entry where game_id = %(game)s",
    "update log_entry set head = sha256('x') where game_id = %(game)s and kind = 1",
    "update log_entry set secret_commitment = sha256('x') where game_id = %(game)s",
    "update log_entry set position = 2 - position where kind = 0 and game_id <> %(game)s",
]


@pytest.mark.parametrize("statement", slow_unless(FORGERIES[:3:2].__contains__, FORGERIES))
def test_changed_entries_show(log: Log, statement: str) -> None:
    """What an operator changes or deletes behind the service's back no longer has the hashes of the tree."""
    games = [log.new_game(2) for _ in range(3)]
    head = log.head()
    log.db.execute(statement.encode(), {"game": games[0].id[2:]})
    log.new_game(2)
    assert log.head()["size"] == head["size"] + 2
    files = [log.api.get(f"/log/tile/{tile_path(tile)}") for tile in tiles_of(ENTRIES, head["size"])]
    if files[0].status == 200:
        leaves = entries_in(Tile(ENTRIES, 0, head["size"]), files[0].raw)
        assert tree_hash(list(map(leaf_hash, leaves))).hex() != head["root"]
    else:
        assert files[0].code == "not-found" and "delete" in statement


def test_a_deleted_game_shows(log: Log) -> None:
    """A game whose rows an operator deletes is still in the log, without an end, and its players can prove it."""
    game = log.new_game(2)
    commitment = game.view(0)["secret_commitment"]
    for table in ("event", "deal", "seat", "invitation", "game"):
        log.db.execute(f"delete from {table} where game_id = %s".encode(), (game.id[2:],))
    assert game.players[0].api.get(game.path).status == 404
    assert audit(log.leaves()) == ({"deal": 1}, [], [])
    query = f"game={game.id}&secret_commitment={commitment}&type=deal"
    assert log.api.get("/v1/log/proof", query=query).ok()["index"] == 1


@pytest.mark.parametrize(
    "statement",
    slow_unless(
        lambda statement: "head" in statement,
        [
            "update log_hash set hash = sha256('x') where position = 1",
            "delete from log_hash where position = 5",
            "update log_head set root = sha256('x')",
        ],
    ),
)
def test_a_changed_tree_is_not_signed(log: Log, statement: str) -> None:
    """The service signs no head that does not extend the last one."""
    for _ in range(3):
        log.new_game(2)
    head = log.head()
    log.db.execute(statement.encode())
    log.new_game(2)
    assert log.head()["size"] == head["size"] and log.head()["signature"] == head["signature"]


def test_a_second_history_is_not_consistent(log: Log) -> None:
    """An operator who builds another tree cannot prove that it extends the first."""
    games = [log.new_game(2) for _ in range(3)]
    head = log.head()
    log.db.execute("delete from log_entry where game_id = %s", (games[1].id[2:],))
    log.db.execute("update log_entry set position = null")
    log.db.execute("delete from log_hash")
    log.db.execute("delete from log_head")
    log.new_game(2)
    forged = log.head()
    assert forged["size"] == head["size"]
    log.new_game(2)
    forged = log.head()
    proof = path_of(log.api.get("/v1/log/consistency", query=f"first={head['size']}").ok())
    roots = bytes.fromhex(head["root"]), bytes.fromhex(forged["root"])
    assert not is_consistent(head["size"], forged["size"], *roots, proof)


@pytest.mark.slow
def test_a_worker_puts_entries_into_the_tree(log: Log) -> None:
    """The job of `hanabi work` leaves no entry waiting. The command ends when no job is left."""
    log.new_game(2)
    with log.app.extensions["database"].bind():
        queue.add("sequence_log", "sequence_log", priority=queue.URGENT, arguments={"timestamp": "0"})
    work = [sys.executable, "-m", "service.cli", "work", "--until-idle"]
    environ = {**os.environ, **environ_for(log.url)}
    subprocess.run(work, cwd=Path(__file__).resolve().parents[3], env=environ, check=True, timeout=180)
    waiting = "select count(position), count(*) filter (where position is null) from log_entry where kind = 1"
    assert log.db.execute(waiting).fetchone() == (1, 0)
    assert log.db.execute("select size = (select count(*) from log_entry) from log_head").fetchone() == (True,)


def test_chores_put_entries_into_the_tree(log: Log) -> None:
    """`hanabi chores` does so too."""
    log.new_game(2)
    log.chores()
    assert log.db.execute("select size from log_head").fetchone() == (2,)
