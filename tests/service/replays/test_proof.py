"""Tests of proofs: the hash chain, contributions to the shuffle, and verification of records."""

import contextlib
import hashlib
import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final
from uuid import UUID

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask import Flask

from engine.proof.deal import entropy_commitment, holder, secret_commitment, seed_of
from engine.proof.receipts import fault_of_receipt
from engine.proof.record import Record
from engine.proof.record_json import read, sealed, signed_content, write
from engine.proof.signatures import signed_message
from engine.proof.verify import verify_file
from service.cli import main
from service.core.replays import finished_game, replays
from service.core.replays.words.verification_words import fault
from service.platform.languages.choice import LANGUAGES
from tests.engine.record_vectors import FILE, bytes_of, core_of
from tests.rows import in_one_test, slow_unless
from tests.service import record_verifier
from tests.service.client import Api, Game, Json, stacked
from tests.service.factories import NewGame, Players
from tests.service.past import earlier

RecordOf = Callable[[str], Record]

ROOT = Path(__file__).resolve().parents[3]
REAL = ROOT / "tests" / "games"
GENESIS = hashlib.sha256(b"hanabi/3 chain\0").hexdigest()
PUBLIC = (
    *("type", "rules", "seats", "starting_seat", "commitment", "ruleset"),
    *("origin", "secret_commitment", "entropies", "chain", "game", "holders", "bots", "at"),
)
MEMBERS = {
    "play": ["seat", "card", "declared_color"],
    "discard": ["seat", "card"],
    "clue": ["seat", "target", "color", "rank"],
    "reorder": ["seat", "cards"],
    "turn_cards": ["seat", "cards", "orientation"],
    "message": ["seat", "remark", "text", "cards"],
    "abort_vote": ["seat"],
    "abort_vote_withdrawn": ["seat"],
    "abort": ["reason"],
}


@pytest.fixture
def record_of(app: Flask) -> RecordOf:
    """A function that returns the record of a finished game."""

    def found(game: str) -> Record:
        with app.extensions["database"].bind():
            return replays.record(finished_game.load(UUID(game[2:]), None))

    return found


def document(event: Json) -> Json:
    """Return the public form of an event, by the table in the document."""
    if event["type"] == "deal":
        return {name: event[name] for name in PUBLIC if event[name] is not None}
    return {
        "type": event["type"],
        "at": event["at"],
        **{name: event[name] for name in MEMBERS[event["type"]] if name in event},
    }


def chained(events: list[Json]) -> list[str]:
    """Return the expected hashes of events."""
    hashes, previous = [], bytes.fromhex(GENESIS)
    for event in events:
        previous = hashlib.sha256(previous + record_verifier.jcs(document(event))).digest()
        hashes.append(previous.hex())
    return hashes


RULES: list[tuple[int, Json]] = [
    (2, {}),
    (3, {"table_talk": "free", "multicolor": "wild_ten"}),
    (2, {"edition": "nl", "multicolor": "ten", "memory_aid": "none", "clue_tokens": 3}),
    (4, {"edition": "fr", "color_declaration": True, "multicolor": "five", "clue_tokens": 4}),
    (5, {"ending": "grand_finale", "finale_loss": "strikes_only", "multicolor": "wild_five", "table_talk": "remarks"}),
    (6, {"edition": "hanab_live", "variant": "Orange (6 Suits)", "hand_size": "one_more"}),
    (2, {"edition": "hanab_live", "variant": "Up or Down (5 Suits)", "deck_plays": True}),
]


def play_out(game: Game, dice: random.Random, note: Callable[[], None], *, turns: int = 200) -> None:
    """Play a game to its end, with reorders, remarks and votes. `note` is called after every event."""
    seats = len(game.players)
    while (view := game.view(0))["result"] is None:
        seat = dice.randrange(seats)
        api = game.players[seat].api
        what = dice.choice(["reorder", "say", "vote", *[""] * 12])
        if what == "reorder":
            hand = [card["card"] for card in game.view(seat)["hands"][seat]["cards"]]
            api.put(f"{game.path}/hand-order", {"cards": dice.sample(hand, len(hand))})
            note()
        elif what == "say":
            named = (
                {"cards": [card["card"] for card in view["hands"][seat]["cards"][:2]]} if dice.random() < 0.5 else {}
            )
            api.post(f"{game.path}/messages", {"remark": "no-information", **named})
            note()
        elif what == "vote":
            api.post(f"{game.path}/abort-votes").ok()
            note()
            api.delete(f"{game.path}/abort-votes").ok()
            note()
        if view["turn"] >= turns:
            for player in game.players:
                player.api.post(f"{game.path}/abort-votes").ok()
                note()
            return
        actions = game.view(view["to_move"])["legal_actions"]
        game.play(dice.choice([action for action in actions if action["type"] == "clue"] or actions))
        note()


@in_one_test("query", ["at=-1", "at=3", "at=x", "at=99999999999", "at=1&at=1", "at="])
def test_an_invalid_past_version_is_refused(sandbox: NewGame, players: Players, query: str) -> None:
    """Versions before the deal and in the future are refused. Strangers to a private game get 404."""
    game = sandbox(stacked("r1"))
    game.play("play 0", "clue 0 1")
    answer = game.players[0].api.get(game.path, query=query)
    assert (answer.status, answer.code, answer.body["errors"][0]["parameter"]) == (422, "invalid-request", "at")
    tag = {"If-None-Match": '"3.0.0.en.2a"'}
    assert game.players[0].api.get(game.path, query=query, headers=tag).status == 422
    ada, eve = players(2)
    waiting = Game(ada.api.post("/v1/games", {"seats": 2, "private": True}).ok(), [ada])
    assert ada.api.get(waiting.path, query="at=0").code == "invalid-request"
    assert eve.api.get(waiting.path, query="at=0").code == "not-found"


def test_every_viewer_sees_the_same_chain(new_game: NewGame, api: Api) -> None:
    """Each seat, a watcher and the replay see the hashes of the document, in any language."""
    game = new_game(3, rules={"table_talk": "free"})
    play_out(game, random.Random(5), lambda: None, turns=9)
    event_lists = [game.events(seat) for seat in range(3)]
    event_lists.append(api.get(f"{game.path}/events", headers={"Accept-Language": "da"}).ok()["items"])
    replay = api.get(game.replay_path).ok()
    event_lists.append(replay["events"])
    for events in event_lists:
        assert [event["hash"] for event in events] == chained(events)
        assert events[-1]["hash"] == game.view(0)["head"] == replay["head"]


# The shuffle.


def test_seats_contribute_to_the_shuffle(players: Players, api: Api, record_of: RecordOf) -> None:
    """The secret's commitment is published first. Deck and first seat follow from secret and entropies."""
    ada, ben, eve = players(3)
    game = Game(ada.api.post("/v1/games", {"seats": 3, "entropy": "one"}).ok(), [ada, ben, eve])
    committed = api.get(game.path).ok()["secret_commitment"]
    assert committed is not None and api.get(game.path).ok()["entropies"] == ["one", None, None]
    ben.api.post(f"{game.path}/seats", {"entropy": "two"}).ok()
    view = ada.api.put(f"{game.path}/seats/me/entropy", {"entropy": ' ~"\\'}).ok()
    assert view["entropies"] == [' ~"\\', "two", None]
    assert ben.api.put(f"{game.path}/seats/me/entropy", {"entropy": None}).ok()["entropies"][1] is None
    ben.api.put(f"{game.path}/seats/me/entropy", {"entropy": "2"}).ok()
    eve.api.post(f"{game.path}/seats", {"entropy": "x" * 64}).ok()
    game.abort()
    replay = api.get(game.replay_path).ok()
    deal = replay["events"][0]
    entropies = [' ~"\\', "2", "x" * 64]
    assert (deal["origin"], deal["secret_commitment"], deal["entropies"]) == ("shuffled", committed, entropies)
    secret = bytes.fromhex(replay["secret"])
    assert committed == hashlib.sha256(b"hanabi/2 secret\0" + secret).hexdigest()
    seed = hashlib.sha256(b"hanabi/2 seed\0" + secret + record_verifier.jcs(entropies)).digest()
    deck = [5 * record_verifier.SUITS.index(card["suit"]) + card["rank"] - 1 for card in replay["deck"]]
    assert list(record_verifier.shuffled({"multicolor": "none"}, seed)) == deck
    assert record_verifier.verify(write(record_of(game.id))) == "shuffled"
    exported = ada.api.get("/v1/me/export").ok()["games"]
    assert [one["entropy"] for one in exported if one["id"] == game.id] == [' ~"\\']


def test_hashes_of_a_running_game_cannot_be_guessed(new_game: NewGame, database_url: str) -> None:
    """Commitments have 32 secret random bytes each. The chain has public members only."""
    games = [new_game() for _ in range(3)]
    with psycopg.connect(database_url) as db:
        for game in games:
            row = db.execute("select deck, salt, secret from deal where game_id = %s", (game.id[2:],)).fetchone()
            assert row is not None
            deck, salt, secret = row
            public_texts = b"".join(
                player.api.get(path).raw for player in game.players for path in (game.path, f"{game.path}/events")
            )
            assert len(salt) == len(secret) == 32 and salt != secret
            deal = game.events(0)[0]
            assert deal["commitment"] == hashlib.sha256(b"hanabi/1 commitment\0" + salt + deck).hexdigest()
            assert salt.hex().encode() not in public_texts and secret.hex().encode() not in public_texts
            assert hashlib.sha256(deck).hexdigest().encode() not in public_texts
            hashes = set(hashes_in(public_texts))
            views = [game.view(seat) for seat in range(len(game.players))]
            known = {deal["commitment"], deal["secret_commitment"], deal["hash"], views[0]["head"], *deal["holders"]}
            receipt = views[0]["receipt"]
            known |= {receipt["key"], *([receipt["log"]["root"]] if receipt["log"] else [])}
            assert hashes == known | {seen["viewer"]["holder_salt"] for seen in views}
    assert len({game.events(0)[0]["commitment"] for game in games}) == 3


def hashes_in(public_texts: bytes) -> list[str]:
    """Return all byte strings that look like hashes."""
    return [found.decode() for found in re.findall(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", public_texts)]


# Records and their verification.


def test_records_of_all_kinds_verify(
    sandbox: NewGame, new_game: NewGame, players: Players, api: Api, record_of: RecordOf, tmp_path: Path
) -> None:
    """Both verifiers and the command accept played, sandbox, aborted, bot, private and imported games."""
    found: list[tuple[str, str]] = []
    for seats, rules in RULES:
        game = new_game(seats, rules=rules)
        play_out(game, random.Random(seats), lambda: None, turns=6)
        game.players[0].api.post(f"{game.path}/messages", {"text": "Well played, “\\” 🎆!"}).ok()
        found.append((game.id, "shuffled"))
    game = sandbox(stacked("r1"), rules={"starting_seat": "random"})
    game.abort()
    found.append((game.id, "given"))
    ada = players(1)[0]
    game = Game(ada.api.post("/v1/games", {"seats": 2}).ok(), [ada])
    ada.api.post(f"{game.path}/seats", {"bot": "kagiya"}).ok()
    while (view := game.view(0))["result"] is None:
        game.play(view["legal_actions"][0])
    found.append((game.id, "shuffled"))
    found.append(
        (ada.api.post("/v1/replays", json.loads((REAL / "hanab_live_2906.json").read_text())).ok()["id"], "imported")
    )
    raw = b""
    for game_id, origin in found:
        record = record_of(game_id)
        raw = write(record)
        assert record_verifier.verify(raw) == origin
        assert verify_file(raw) == (record, verify_file(raw)[1]) and verify_file(raw)[1].verified
        answer = api.get(f"/v1/replays/{game_id}/verification").ok()
        assert (answer["verified"], answer["deck"]["origin"], answer["fault"]) == (True, origin, None)
        assert (answer["head"], answer["digest"]) == (record.events[-1].hash, record.digest)
    file = tmp_path / "record.json"
    file.write_bytes(raw)
    assert main(["verify", str(file)]) == 0
    file.write_bytes(raw[:-1])
    assert main(["verify", str(file)]) == 1
    assert main(["verify", str(tmp_path / "none")]) == 2


def test_the_vectors_of_the_document_are_right() -> None:
    """The second verifier and the engine compute the same values."""
    text = (ROOT / "docs" / "verification.md").read_text(encoding="utf-8")
    table = text.partition("\n## Test vectors\n")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"^\| (.*?) \| (.*) \|$", table, re.MULTILINE))
    said = {what: value.strip("`") for what, value in rows.items()}
    secret, salt, entropies = bytes(range(32)), bytes(range(32, 64)), ["amber kite 41", None, '"\\']
    seed = record_verifier.sha(b"hanabi/2 seed\0", secret, record_verifier.jcs(entropies))
    assert said["`JCS(entropies)`"] == record_verifier.jcs(entropies).decode()
    assert said["`secret_commitment`"] == secret_commitment(secret)
    assert said["seed"] == seed.hex() == seed_of(secret, entropies).hex()
    deck = b""
    for multicolor in ("none", "ten", "five"):
        deck = record_verifier.shuffled({"multicolor": multicolor}, seed)
        assert said[f"deck, `multicolor` `{multicolor}` (codes, hexadecimal)"] == deck.hex()
    assert said["`commitment` to it"] == record_verifier.sha(b"hanabi/1 commitment\0", salt, deck).hex()
    for seats in (2, 3, 4, 5):
        first = record_verifier.below(record_verifier.words(b"hanabi/1 starting seat", seed), seats)
        assert said[f"starting seat of {seats}, `random`"] == str(first)
    part = bytes(range(64, 96))
    assert said["`entropy_commitment` to the bytes 40 41 … 5f"] == entropy_commitment(part)
    given = [[None, '"\\', None], [part.hex(), None, None]]
    jcs = next(value for what, value in said.items() if what.startswith("`JCS([entropies, reveals])`"))
    assert jcs == record_verifier.jcs(given).decode()
    seed = record_verifier.sha(b"hanabi/3 seed\0", secret, record_verifier.jcs(given))
    assert said["seed with these reveals"] == seed.hex() == seed_of(secret, *given).hex()
    assert said["hash(-1)"] == GENESIS
    account = f"a_{bytes(range(16)).hex()}"
    assert said["holder of `a_000102030405060708090a0b0c0d0e0f`"] == holder(account, salt)
    head = bytes.fromhex(GENESIS)
    old, new = [Ed25519PrivateKey.from_private_bytes(bytes(range(start, start + 32))) for start in (0, 32)]
    keys = [private.public_key().public_bytes_raw().hex() for private in (old, new)]
    signed = [row for what, row in said.items() if what.startswith(("public key", "`hanabi/", "the same receipt"))]
    state = {"game": f"g_{32 * '0'}", "version": 1, "head": 64 * "0", "at": "2026-11-21T12:00:00.000Z"}
    log = {"size": 0, "root": hashlib.sha256(b"").hexdigest()}
    assert signed == [
        keys[0],
        old.sign(record_verifier.jcs({"type": "hanabi/receipt", **state})).hex(),
        old.sign(record_verifier.jcs({"type": "hanabi/receipt", **state, "log": log})).hex(),
        keys[1],
        old.sign(record_verifier.jcs({"type": "hanabi/key", "key": keys[1], "at": state["at"]})).hex(),
        new.sign(record_verifier.jcs({"type": "hanabi/revocation", "key": keys[0], "at": state["at"]})).hex(),
    ]
    message = 'H\u00e4? "\\" \u2028\n\x7f\U0001f386'
    at = "2026-11-21T12:00:00.000Z"
    documents = [
        {"type": "clue", "seat": 0, "target": 1, "color": "red", "at": at},
        {"type": "message", "seat": 1, "remark": None, "text": message, "at": at},
    ]
    for document, (what, value) in zip(documents, list(said.items())[-2:], strict=True):
        assert what.startswith("after ")
        head = record_verifier.sha(head, record_verifier.jcs(document))
        assert value == head.hex()


def test_both_verifiers_find_the_same_faults(new_game: NewGame, record_of: RecordOf) -> None:
    """Wherever a bit of a record is flipped, the second verifier finds a fault, too."""
    game = new_game()
    game.abort()
    raw = write(record_of(game.id))
    for place in range(0, len(raw), 23):
        flipped = raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :]
        report = verify_file(flipped)[1]
        with pytest.raises((record_verifier.Untrue, KeyError, ValueError, TypeError, AssertionError)) as wrong:
            record_verifier.verify(flipped)
        assert report.fault is not None
        if report.fault.code != "malformed" and wrong.type is record_verifier.Untrue:
            assert str(wrong.value) == report.fault.code


def test_both_verifiers_agree_on_clocks() -> None:
    """The second verifier has the verdicts of the vectors with a clock."""
    vectors = json.loads(FILE.read_bytes())
    records = {name for name, record in vectors["records"].items() if "pace" in core_of(record)["events"][0]}
    timed = [one for one in vectors["vectors"] if one["record"] in records]
    assert {one["fault"] for one in timed} == {None, "clock", "idle-limit"}
    for vector in timed:
        raw = bytes_of(vectors, vector)
        try:
            found = {"verified": True, "fault": None, "origin": record_verifier.verify(raw)}
        except record_verifier.Untrue as wrong:
            found = {"verified": False, "fault": str(wrong)}
        assert found.items() <= vector.items(), vector


ANOTHER_PLAYER = """
    update seat set account_id = (
        select account_id from account
         where account_id not in (select account_id from seat where game_id = %s and account_id is not null) limit 1)
     where game_id = %s and seat = 0
"""


def moved(table: str, column: str, seconds: int = 1) -> str:
    """Return the statement that moves a time of a game into the past."""
    past = earlier(column, f"interval '{seconds} s'")
    return f"update {table} set {column} = {past} where game_id = %s"


CHANGES: Final[list[tuple[str, str, int | None]]] = [
    ("update event set target = 1 where game_id = %s and version = 1", "chain", 3),
    ("delete from event where game_id = %s and version > 0", "chain", 0),
    ("update game set head = null where game_id = %s", "chain", 3),
    (moved("event", "at") + " and version = 2", "times", 2),
    ("update event set kind = 2 where game_id = %s and version = 1", "illegal-move", 1),
    ("update deal set salt = secret where game_id = %s", "deck-commitment", 0),
    ("update deal set secret = null where game_id = %s", "secret-commitment", 0),
    (
        "update deal set deck = set_byte(deck, 0, (get_byte(deck, 0) + 5) %% 25) where game_id = %s",
        "composition",
        0,
    ),
    ("update game set score = 25, outcome = 'won' where game_id = %s", "stored-result", None),
    ("update game set reason = 'idle' where game_id = %s", "stored-result", None),
    (moved("game", "started_at"), "stored-times", None),
    (moved("game", "finished_at", -1), "stored-times", None),
    (moved("game", "created_at"), "signature", None),
    ("update game set sandbox = true where game_id = %s", "signature", None),
    ("update core_record set key = sha256(key) where game_id = %s", "signature", None),
    ("update game set idle_limit_s = 5 where game_id = %s", "signature", None),
    ("update core_record set digest = sha256(digest) where game_id = %s", "stored-core", None),
    ("delete from core_record where game_id = %s", "stored-core", None),
    (ANOTHER_PLAYER, "stored-holders", None),
    (
        "update game set rules = jsonb_set(rules::jsonb, '{edition}', '\"fr\"') where game_id = %s",
        "stored-rules",
        None,
    ),
    ("update game set seats = 3 where game_id = %s", "stored-rules", None),
    *((f"delete from log_entry where game_id = %s and kind = {kind}", "stored-log", None) for kind in (0, 1, 3)),
    ("update log_entry set head = sha256(head) where game_id = %s and kind = 1", "stored-log", None),
    ("update log_entry set kind = 2, secret = null where game_id = %s and kind = 3", "stored-log", None),
    (
        "update log_hash set hash = sha256(hash) where level = 0 and position in "
        "(select position from log_entry where game_id = %s)",
        "stored-log",
        None,
    ),
]
IN_PART: Final = [*{code: (change, code, version) for change, code, version in CHANGES}.values()]
"""One change for each fault."""


@contextlib.contextmanager
def log_kept(db: psycopg.Connection) -> Iterator[None]:
    """Take changes of the public log back, to which other tests add entries."""
    for table in ("log_entry", "log_hash"):
        db.execute(f"create temporary table kept_{table} as select * from {table}")
    try:
        yield
    finally:
        for table in ("log_entry", "log_hash"):
            db.execute(f"delete from {table}")
            db.execute(f"insert into {table} select * from kept_{table}")


@pytest.mark.parametrize(("change", "code", "version"), slow_unless(IN_PART.__contains__, CHANGES))
def test_changed_rows_are_reported(
    new_game: NewGame, api: Api, database_url: str, change: str, code: str, version: int | None
) -> None:
    """The fault is in the caller's language, one by turns. Verification reads the rows each time."""
    language = LANGUAGES[len(change) % len(LANGUAGES)]
    game = new_game(rules={"starting_seat": 0})
    game.play("play 0")
    game.abort()
    api.get("/v1/log/head").ok()  # puts the entries into the tree
    path = f"{game.replay_path}/verification"
    assert api.get(path).ok()["verified"]
    with psycopg.connect(database_url, autocommit=True) as db, log_kept(db):
        db.execute(change, [game.id[2:]] * change.count("= %s"))
        answer = api.get(path, headers={"Accept-Language": language}).ok()
    assert answer["verified"] is False
    found = answer["fault"]
    assert (found["code"], found["version"]) == (code, version)
    assert found["text"] == fault(language, code, version)


def test_a_server_does_not_judge_a_game_that_newer_code_dealt(new_game: NewGame, api: Api, database_url: str) -> None:
    """It does not know how the events are hashed. A newer server answers the same request."""
    game = new_game()
    game.abort()
    with psycopg.connect(database_url) as db:
        db.execute(
            "update event set data = data::jsonb || '{\"chain\": 4}' where game_id = %s and version = 0", (game.id[2:],)
        )
    for path in ("verification", "export"):
        answer = api.get(f"{game.replay_path}/{path}")
        assert (answer.status, answer.code, answer.headers["Retry-After"]) == (503, "service-unavailable", "2")


def test_a_signature_by_another_key_is_reported(
    new_game: NewGame, api: Api, record_of: RecordOf, database_url: str
) -> None:
    """A record that somebody else has signed is right, but not in the name of this service."""
    game = new_game()
    game.abort()
    path = f"{game.replay_path}/verification"
    (key,) = {one["key"] for one in api.get("/.well-known/hanabi-keys").ok()["items"]}
    signature = {"key": key, "own": True, "text": f"Signed by the key {key}."}
    assert api.get(path).ok()["signature"] == signature
    other = Ed25519PrivateKey.generate()
    signed = other.sign(signed_message("hanabi/record", signed_content(record_of(game.id))))
    with psycopg.connect(database_url) as db:
        db.execute(
            "update core_record set key = %s, signature = %s where game_id = %s",
            (other.public_key().public_bytes_raw(), signed, game.id[2:]),
        )
    assert api.get(path).ok()["fault"]["code"] == "stored-key"


def test_the_core_never_changes(new_game: NewGame, api: Api) -> None:
    """Messages after the end, names and deleted accounts are outside of it. An import keeps its signature."""
    game = new_game(2)
    game.abort()
    ada, ben = game.players
    path, export = f"{game.replay_path}/verification", f"{game.replay_path}/export"
    before, first = api.get(path).ok(), json.loads(api.get(export, query="format=native").raw)
    ada.api.post(f"{game.path}/messages", {"text": "Thanks."}).ok()
    etag = ben.api.get("/v1/me").headers["ETag"]
    assert ben.api.delete("/v1/me", headers={"If-Match": etag}).status == 204
    after, raw = api.get(path).ok(), api.get(export, query="format=native").raw
    second = json.loads(raw)
    assert before["verified"] and after["verified"] and before["digest"] != after["digest"]
    assert all(before[name] == after[name] for name in ("core_digest", "signature", "head"))
    assert all(first[name] == second[name] for name in ("core", "signature"))
    assert first["names"] != second["names"] and first["messages"] != second["messages"]
    imported = ada.api.post("/v1/replays", second).ok()
    copied = api.get(f"/v1/replays/{imported['id']}/verification").ok()
    assert copied["verified"] and all(copied[name] == after[name] for name in ("core_digest", "signature"))
    unsigned = write(sealed(read(raw)._replace(signature=None)))
    imported = ada.api.post("/v1/replays", json.loads(unsigned)).ok()
    copied = api.get(f"/v1/replays/{imported['id']}/verification").ok()
    assert copied["verified"] and copied["signature"]["key"] is None and "Unsigned" in copied["signature"]["text"]


def test_an_imported_record_is_as_true_as_its_witness(new_game: NewGame, players: Players, api: Api) -> None:
    """Its names are those of the game here, or not proved; without a known key nobody had committed to anything."""
    game = new_game(2)
    game.abort()
    own = api.get(f"{game.replay_path}/verification").ok()
    assert own["names"]["proved"] and own["own_copy"] is None
    record = api.get(f"{game.replay_path}/export").body
    (ada,) = players(1)

    def verified(changed: Json) -> Json:
        imported = ada.api.post("/v1/replays", json.loads(write(sealed(read(json.dumps(changed).encode()))))).ok()
        found: Json = api.get(f"/v1/replays/{imported['id']}/verification").ok()
        return found

    same = {"id": game.id, "same": True, "same_names": True}
    true = verified(record)
    assert true["own_copy"] == same and true["names"]["proved"] and true["signature"]["own"]
    assert true["deck"] == own["deck"]
    renamed = verified({**record, "names": ["Somebody", "Else"]})
    assert renamed["own_copy"] == {**same, "same_names": False} and renamed["signature"]["own"]
    assert not renamed["names"]["proved"] and "nothing here proves them" in renamed["names"]["text"]
    unsigned = verified({**record, "signature": None})
    assert not unsigned["signature"]["own"]
    for text in (unsigned["deck"]["text"], unsigned["deck"]["protection"]["text"]):
        assert "could have chosen both" in text and "the service had committed" not in text
    private = new_game(2, private=True)
    private.abort()
    copied = verified(private.players[0].api.get(f"{private.replay_path}/export").body)
    assert copied["own_copy"] is None and not copied["names"]["proved"]


def test_receipts_of_a_game_match_its_record(
    players: Players, api: Api, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The opening, the deal and each move have a receipt. The holder of a seat can open it."""
    ada, ben = players(2)
    opened = ada.api.post("/v1/games", {"seats": 2}).ok()
    game = Game(opened, [ada, ben])
    dealt = ben.api.post(f"{game.path}/seats", {}).ok()
    receipts = [opened["receipt"], dealt["receipt"]]
    receipts.append(game.play(game.view(game.view(0)["to_move"])["legal_actions"][0])["view"]["receipt"])
    vote = ada.api.post(f"{game.path}/abort-votes").ok()
    receipts += [vote["view"]["receipt"], ben.api.post(f"{game.path}/abort-votes").ok()["view"]["receipt"]]
    assert [one.get("version") for one in receipts] == [None, 0, 1, 2, 3]
    assert receipts[3]["at"] == vote["event"]["at"] and receipts[3]["head"] == vote["event"]["hash"]
    raw = api.get(f"{game.replay_path}/export", query="format=native").raw
    record = read(raw)
    assert [fault_of_receipt(record, one) for one in receipts] == [None] * 5
    record_verifier.check_receipts(raw, receipts)
    file, receipt = tmp_path / "record", tmp_path / "receipt"
    file.write_bytes(raw)
    receipt.write_text(json.dumps(receipts[2]))
    assert main(["verify", str(file), "--receipt", str(receipt), "--head", receipts[1]["head"]]) == 0
    receipt.write_text(json.dumps({**receipts[2], "version": 2}))
    assert main(["verify", str(file), "--receipt", str(receipt)]) == 1
    assert main(["verify", str(file), "--head", "0" * 64]) == 1
    for seat, player in enumerate(game.players):
        salt = bytes.fromhex(game.view(seat)["viewer"]["holder_salt"])
        capsys.readouterr()
        assert main(["verify", str(file), "--holder", f"{player.id}:{salt.hex()}"]) == 0
        assert f"Seat {seat} was dealt to the account {player.id}." in capsys.readouterr().out
        digest = hashlib.sha256(b"hanabi/3 holder\0" + salt + player.id.encode()).hexdigest()
        assert record.events[0].document["holders"][seat] == digest
        exported = player.api.get("/v1/me/export").ok()
        assert [one["holder_salt"] for one in exported["games"]] == [salt.hex()]
    assert api.get(game.path).ok()["viewer"] == {"seat": None, "holder_salt": None}


def test_receipts_do_not_tell_a_hidden_clue(new_game: NewGame) -> None:
    """While a game of Cow & Pig runs, they have no head."""
    game = new_game(2, rules={"edition": "hanab_live", "variant": "Cow & Pig (5 Suits)"})
    assert game.view(0)["receipt"]["head"] is None
    game.abort()
    assert game.view(0)["receipt"]["head"] == game.view(0)["head"] is not None
