"""Records: the canonical form, and refusal of any other document."""

import json
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from engine.codec import document_of, row_of, row_of_document
from engine.events import Origin
from engine.proof.chain import GENESIS, canonical, link, parts_around_time
from engine.proof.record_checks import RecordRefused
from engine.proof.record_json import as_json, from_json, read, write
from engine.proof.verify import verify_file
from engine.rules import resolve
from engine.wording import Wording
from tests.engine.documents import Json, Removed, Steps, changed, one_of_each_kind
from tests.engine.random_games import PERFECT, SETTINGS, WILD, Setting, games_of, setting
from tests.engine.record_vectors import FILE
from tests.engine.records import AT, played, record_of, redealt
from tests.rows import in_one_test


@in_one_test("of", SETTINGS[::8])
def test_a_record_is_read_as_it_was_written(of: Setting) -> None:
    """The JSON of a record and its log make the same record again."""
    for chain in (2, 3):
        record = played(of, 1, WILD, chain=chain)
        raw = write(record)
        assert read(raw) == record == from_json(json.loads(raw))
        assert json.loads(raw) == as_json(record)
        assert record_of(read(raw).log, secret=record.secret) == record


def test_every_event_has_one_document() -> None:
    """The document of an event converts to the event's row."""
    seen = set()
    for n in range(0, len(SETTINGS), 3):
        for log in games_of(n):
            for event in log.events:
                document = document_of(event)
                seen.add((document["type"], "color" in document))
                assert row_of_document(json.loads(canonical(document))) == row_of(event)
    assert len(seen) == 11


@pytest.mark.parametrize("document", [{"type": "abort", "reason": "idle"}, {"text": '"at":""', "type": "message"}])
def test_the_parts_around_the_time_of_an_event(document: Json) -> None:
    """With the time between them they are what the chain hashes, whatever a message says."""
    before, after = parts_around_time(document)
    assert sha256(GENESIS + before + AT.encode() + after).digest() == link(GENESIS, document, AT).hash


@pytest.mark.parametrize(
    ("origin", "members"),
    [(None, []), ("given", ["origin"]), ("shuffled", ["origin", "secret_commitment", "entropies"])],
)
def test_the_document_of_a_deal(origin: Origin | None, members: list[str]) -> None:
    """The document of an old deal has no origin, so its hash stays the same."""
    document = document_of(replace(games_of(0)[0].deal, origin=origin))
    assert [*document] == ["type", "rules", "seats", "starting_seat", "commitment", "ruleset", *members]


def nested(depth: int) -> Any:
    """Return 0 inside this many arrays."""
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


DEAL: Steps = ("core", "events", 0)

# The test vectors have more, without pointers.
WRONG_OLD: list[tuple[Steps, Any, str]] = [
    (("format",), "x", "#/format"),
    (("record",), 2, "#"),
    (("id",), "g_" + 32 * "G", "#/id"),
    (("more",), 1, "#"),
    (("mörë",), 1, "#"),
    (("idle_limit_s",), 2**53, "#/idle_limit_s"),
    (("idle_limit_s",), 60.0, "#/idle_limit_s"),
    (("source",), {"x": [1.5]}, "#/source/x/0"),
    (("source",), {"a/b~": "\ud800"}, "#/source/a~1b~0"),
    (("source",), {"x": "\0"}, "#/source/x"),
    (("source",), {"x": 2**53}, "#/source/x"),
    (("source",), {"x": nested(63)}, "#"),
    (("seats",), [], "#/seats"),
    (("seats", 0, "bot"), "X", "#/seats/0/bot"),
    (("deck", 0, "suit"), "black", "#/deck/0/suit"),
    (("secret",), 64 * "٣", "#/secret"),
    (("events", 0, "type"), "play", "#/events/0"),
    (("events", 0, "origin"), "given", "#/events/0"),
    (("events", 0, "origin"), None, "#/events/0"),
    (("events", 0, "entropies"), [None], "#/events/0/entropies"),
    (("events", 0, "entropies", 0), "ä", "#/events/0/entropies/0"),
    (("events", 0, "reveals"), [None] * 3, "#/events/0"),
    (("events", 0, "entropy_commitments"), [None] * 3, "#/events/0"),
    (("events", 0, "rules", "ending"), "grand_finale", "#/events/0/rules/finale_loss"),
    (("events", 0, "rules", "strikeout_score"), "variant", "#/events/0/rules/strikeout_score"),
    (("events", 0, "rules", "variant"), [], "#/events/0/rules/multicolor"),
    (("events", 0, "rules", "starting_seat"), 3, "#/events/0/rules/starting_seat"),
    (("events", 0, "chain"), 3, "#/events/0"),
    (("events", 1, "at"), "2026-02-29T00:00:00.000Z", "#/events/1/at"),
    (("events", 1, "at"), "2100-02-29T00:00:00.000Z", "#/events/1/at"),
    (("events", 1, "at"), "0000-01-01T00:00:00.000Z", "#/events/1/at"),
    (("events", 1, "at"), "2026-11-21T24:00:00.000Z", "#/events/1/at"),
    (("events", 1, "card"), 99, "#/events/1/card"),
    (("messages", 0, "seat"), 3, "#/messages/0/seat"),
    (("messages", 0, "remark"), "x", "#/messages/0"),
]

WRONG_NEW: list[tuple[Steps, Any, str]] = [
    (("record",), 1, "#"),
    (("core", "private"), False, "#/core"),
    (("core", "created_at"), None, "#/core/created_at"),
    (("core", "events", 1, "at"), None, "#/core/events/1/at"),
    ((*DEAL, "at"), None, "#/core/events/0/at"),
    ((*DEAL, "chain"), 2, "#/core/events/0/chain"),
    ((*DEAL, "game"), "x", "#/core/events/0/game"),
    ((*DEAL, "holders"), [], "#/core/events/0/holders"),
    ((*DEAL, "holders", 0), "x", "#/core/events/0/holders/0"),
    ((*DEAL, "holders", 0), None, "#/core/events/0/holders/0"),
    ((*DEAL, "holders", 2), 64 * "a", "#/core/events/0/holders/2"),
    ((*DEAL, "bots", 0), "kagiya", "#/core/events/0/holders/0"),
    ((*DEAL, "bots", 2), "X", "#/core/events/0/bots/2"),
    (("signature", "key"), 63 * "0", "#/signature/key"),
    (("signature", "more"), 1, "#/signature"),
]

WRONG_TIMED: list[tuple[Steps, Any, str]] = [
    ((*DEAL, "pace"), {"turn_s": 60}, "#/core/events/0/pace"),
    ((*DEAL, "pace", "turn_s"), 60, "#/core/events/0/pace"),
    ((*DEAL, "pace", "bank_s"), None, "#/core/events/0/pace"),
]

# A seat gives a text or a commitment, and reveals only with a commitment. A deal with commitments has one.
WRONG_COMMITTED: list[tuple[Steps, Any, str]] = [
    (("events", 0, "reveals"), [None, None], "#/events/0/reveals"),
    (("events", 0, "entropy_commitments"), [None, "0" * 64], "#/events/0/entropy_commitments"),
    (("events", 0, "entropy_commitments", 1), None, "#/events/0/reveals/1"),
    (("events", 0, "reveals", 0), "0" * 64, "#/events/0/reveals/0"),
    (("events", 0, "reveals", 1), "0" * 62, "#/events/0/reveals/1"),
    (("events", 0, "entropies", 1), "both", "#/events/0/entropies/1"),
]


@pytest.fixture(scope="module")
def documents() -> dict[str, Json]:
    """Return an old and a new record whose first event after the deal is a play, and with a commitment and a clock."""
    committed = as_json(played(setting({"seats": 3}), 1, chain=2, parts={1: bytes(32)}))
    timed = json.loads(FILE.read_bytes())["records"]["timed-out"]
    return {"old": with_a_play(2), "new": with_a_play(3), "committed": committed, "timed": timed}


@pytest.fixture
def document(documents: dict[str, Json]) -> Json:
    """Return the old record."""
    return documents["old"]


def with_a_play(chain: int) -> Json:
    """Return a record whose first event after the deal is a play."""
    for seed in range(20):
        record = played(setting({"seats": 3}), seed, PERFECT, chain=chain)
        if record.events[1].document["type"] == "play":
            return as_json(record)
    raise AssertionError


@in_one_test(
    ("of", "row"),
    [
        *[("old", row) for row in WRONG_OLD],
        *[("new", row) for row in WRONG_NEW],
        *[("timed", row) for row in WRONG_TIMED],
        *[("committed", row) for row in WRONG_COMMITTED],
    ],
)
def test_a_faulty_member_is_refused_with_its_pointer(
    documents: dict[str, Json], of: str, row: tuple[Steps, Any, str]
) -> None:
    """An unknown or malformed member is refused with its pointer."""
    steps, value, pointer = row
    assert refused(changed(documents[of], steps, value)) == pointer


@in_one_test("of", ["old", "new", "timed", "committed"])
def test_each_member_of_another_type_is_named(documents: dict[str, Json], of: str) -> None:
    """A number where none can be has its own pointer, and a missing member that of its object."""
    places = one_of_each_kind(documents[of])
    assert len(places) > 50
    for *way, last in places:
        inside = "/".join(["#", *map(str, way)])
        if last not in ("variant", "origin"):
            assert refused(changed(documents[of], (*way, last), -1)) == f"{inside}/{last}"
        if isinstance(last, str) and last not in ("variant", "hand_size", "deck_plays", "pace"):
            named = last in ("type", "record")
            assert refused(changed(documents[of], (*way, last), Removed)) == (f"{inside}/{last}" if named else inside)


def refused(document: Json) -> str:
    """Return the pointer with which a record is refused."""
    with pytest.raises(RecordRefused) as error:
        from_json(document)
    assert isinstance(error.value.why, Wording)
    return error.value.pointer


@in_one_test(
    ("steps", "value"),
    [
        (("events", 0, "rules", "variant"), Removed),
        (("events", 0, "rules", "hand_size"), Removed),
        (("events", 0, "rules", "deck_plays"), Removed),
        (("source",), {"x": 2**53 - 1}),
        (("source",), {"x": nested(62)}),
        (("events", 0, "rules", "starting_seat"), 2),
        (("events", 1, "at"), "2000-02-29T23:59:59.999Z"),
        (("events", 1, "at"), "2024-02-29T00:00:00.000Z"),
    ],
)
def test_values_at_a_limit_are_read(document: Json, steps: Steps, value: Any) -> None:
    """The largest integer, depth and seat and the 29th of February are valid."""
    other = changed(document, steps, value)
    assert as_json(from_json(other)) == other


def test_a_deal_of_an_old_game_has_no_origin() -> None:
    """A record without it is read, and written unchanged."""
    document = as_json(record_of(redealt(games_of(0)[4], None)))
    assert "origin" not in document["events"][0]
    assert as_json(from_json(document)) == document


@pytest.mark.parametrize(
    ("options", "seats", "steps", "value", "pointer"),
    [
        ({}, 6, (*DEAL, "rules", "edition"), "fr", "#/core/events/0/rules/edition"),
        ({"variant": "Up or Down (5 Suits)"}, 2, ("core", "deck", 0, "rank"), 6, "#/core/deck/0/rank"),
    ],
)
def test_faults_that_need_other_rules(options: Json, seats: int, steps: Steps, value: Any, pointer: str) -> None:
    """Only hanab.live has six seats. A START card has the rank 7, and no card has 6."""
    document = as_json(played(Setting(resolve("hanab_live", options, seats), seats), 1))
    assert refused(changed(document, steps, value)) == pointer


def test_a_second_deal_is_refused(document: Json) -> None:
    """Only event 0 is a deal."""
    deal, *later = document["events"]
    assert refused({**document, "events": [deal, deal, *later]}) == "#/events/1"


INVALID_FILES = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"x"',
    b"\xff",
    b"\xef\xbb\xbf{}",
    b"9" * 5000,
    b"NaN",
    b"1e999",
    b"[" * 200_000,
    b"[" * 2000 + b"]" * 2000,
    b'{"a":' * 500 + b"1" + b"}" * 500,
    b'{"\\u0000":1}',
    b'{"\\ud800":1}',
]


@in_one_test("raw", INVALID_FILES)
def test_a_file_without_a_record_is_refused(raw: bytes) -> None:
    """Any other file raises RecordRefused."""
    with pytest.raises(RecordRefused):
        read(raw)
    record, report = verify_file(raw)
    assert record is None and report.fault is not None and report.fault.code == "malformed"


def test_a_record_has_one_canonical_form(document: Json) -> None:
    """JSON in another form is read and checked completely, and the verification says that it is not canonical."""
    raw = canonical(document)
    assert verify_file(raw)[1].canonical
    others = [
        raw + b"\n",
        b" " + raw,
        raw.replace(b'":', b'": ', 1),
        json.dumps(document, sort_keys=True, separators=(",", ":")).encode(),
        json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode(),
        raw.replace(b"Ada", b"\\u0041da"),
    ]
    for other in others:
        assert other != raw and read(other) == read(raw)
        assert verify_file(other)[1] == verify_file(raw)[1]._replace(canonical=False)


@in_one_test(
    ("old", "new"),
    [
        (b'"seat":0', b'"seat":1,"seat":0'),
        (b'"ruleset":2', b'"ruleset":02'),
        (b'"ruleset":2', b'"ruleset":2.0'),
    ],
)
def test_json_that_parsers_read_differently_is_refused(document: Json, old: bytes, new: bytes) -> None:
    raw = canonical(document)
    assert old in raw
    with pytest.raises(RecordRefused):
        read(raw.replace(old, new, 1))


def test_a_deal_with_commitments_has_one(documents: dict[str, Json]) -> None:
    """Otherwise the same deal could have two forms."""
    document = changed(documents["committed"], ("events", 0, "entropy_commitments"), [None] * 3)
    document["events"][0]["reveals"] = [None] * 3
    assert refused(document) == "#/events/0/entropy_commitments"
