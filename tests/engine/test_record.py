"""Records: the canonical form, and refusal of any other document."""

import json
from collections.abc import Callable
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
from engine.rules import OPTIONS, resolve
from engine.wording import Wording
from tests.engine.random_games import PERFECT, SETTINGS, WILD, Setting, games_of, setting
from tests.engine.records import AT, played, record_of, redealt
from tests.rows import in_one_test

Json = dict[str, Any]


@in_one_test("of", SETTINGS[::4])
def test_a_record_is_read_as_it_was_written(of: Setting) -> None:
    """Reading a written record returns the same record and log."""
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


def at(*steps: str | int) -> Callable[[Json], tuple[Any, Any]]:
    """Return a function that returns the container and key of a member."""

    def find(document: Json) -> tuple[Any, Any]:
        node: Any = document
        for step in steps[:-1]:
            node = node[step]
        return node, steps[-1]

    return find


def nested(depth: int) -> Any:
    """Return 0 inside this many arrays."""
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


class Removed:
    """Marker for a removed member."""


OLD_OPTIONS = [name for name in ("edition", *OPTIONS) if name not in ("hand_size", "deck_plays")]
NEW_OPTIONS = ("variant", "hand_size", "deck_plays")


WRONG: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("format",), "x", "#/format"),
    (("record",), 3, "#/record"),
    (("record",), 2, "#"),
    (("record",), True, "#/record"),
    (("id",), "g_" + 32 * "G", "#/id"),
    (("id",), Removed, "#"),
    (("more",), 1, "#"),
    (("mörë",), 1, "#"),
    (("sandbox",), 0, "#/sandbox"),
    (("idle_limit_s",), -1, "#/idle_limit_s"),
    (("idle_limit_s",), 2**53, "#/idle_limit_s"),
    (("idle_limit_s",), 60.0, "#/idle_limit_s"),
    (("idle_limit_s",), float("inf"), "#/idle_limit_s"),
    (("source",), [], "#/source"),
    (("source",), {"x": [1.5]}, "#/source/x/0"),
    (("source",), {"a/b~": "\ud800"}, "#/source/a~1b~0"),
    (("source",), {"x": "\0"}, "#/source/x"),
    (("source",), {"x": 2**53}, "#/source/x"),
    (("source",), {"x": nested(63)}, "#"),
    (("seats",), [], "#/seats"),
    (("seats",), {}, "#/seats"),
    (("seats", 0, "name"), "", "#/seats/0/name"),
    (("seats", 0, "name"), "x" * 101, "#/seats/0/name"),
    (("seats", 0, "bot"), "X", "#/seats/0/bot"),
    (("deck", 0, "suit"), "black", "#/deck/0/suit"),
    (("deck", 49, "rank"), 6, "#/deck/49/rank"),
    (("deck", 3), 3, "#/deck/3"),
    (("salt",), "00", "#/salt"),
    (("salt",), 64 * "A", "#/salt"),
    (("secret",), 64 * "٣", "#/secret"),
    (("events",), [], "#/events"),
    (("events", 0, "type"), "play", "#/events/0"),
    (("events", 0, "type"), ["deal"], "#/events/0/type"),
    (("events", 0, "origin"), "given", "#/events/0"),
    (("events", 0, "origin"), None, "#/events/0"),
    (("events", 0, "entropies"), [None], "#/events/0/entropies"),
    (("events", 0, "entropies", 0), "ä", "#/events/0/entropies/0"),
    (("events", 0, "reveals"), [None] * 3, "#/events/0"),
    (("events", 0, "entropy_commitments"), [None] * 3, "#/events/0"),
    (("events", 0, "seats"), 4, "#/events/0/seats"),
    (("events", 0, "starting_seat"), 4, "#/events/0/starting_seat"),
    (("events", 0, "ruleset"), 1, "#/events/0/ruleset"),
    (("events", 0, "rules"), [], "#/events/0/rules"),
    (("events", 0, "rules", "edition"), "xx", "#/events/0/rules/edition"),
    (("events", 0, "rules", "edition"), {}, "#/events/0/rules/edition"),
    (("events", 0, "rules", "new"), 1, "#/events/0/rules"),
    (("events", 0, "rules", "clue_tokens"), True, "#/events/0/rules/clue_tokens"),
    (("events", 0, "rules", "multicolor"), [], "#/events/0/rules/multicolor"),
    (("events", 0, "rules", "finale_loss"), "strikes_only", "#/events/0/rules/finale_loss"),
    (("events", 0, "rules", "ending"), "grand_finale", "#/events/0/rules/finale_loss"),
    (("events", 0, "rules", "strikeout_score"), "variant", "#/events/0/rules/strikeout_score"),
    (("events", 0, "rules", "variant"), [], "#/events/0/rules/multicolor"),
    (("events", 0, "rules"), {}, "#/events/0/rules"),
    (("events", 0, "rules"), {"edition": "fr"}, "#/events/0/rules"),
    *((("events", 0, "rules", name), Removed, "#/events/0/rules") for name in OLD_OPTIONS),
    (("events", 0, "chain"), 3, "#/events/0"),
    (("events", 0, "rules", "starting_seat"), 4, "#/events/0/rules/starting_seat"),
    (("events", 0, "rules", "starting_seat"), 3, "#/events/0/rules/starting_seat"),
    (("events", 1), {"type": "shout"}, "#/events/1/type"),
    (("events", 1), [], "#/events/1"),
    (("events", 1, "hash"), None, "#/events/1/hash"),
    (("events", 1, "at"), "2026-02-29T00:00:00.000Z", "#/events/1/at"),
    (("events", 1, "at"), "2100-02-29T00:00:00.000Z", "#/events/1/at"),
    (("events", 1, "at"), "0000-01-01T00:00:00.000Z", "#/events/1/at"),
    (("events", 1, "at"), "2026-11-21T24:00:00.000Z", "#/events/1/at"),
    (("events", 1, "at"), "2026-11-21T12:00:00Z", "#/events/1/at"),
    (("events", 1, "seat"), 3, "#/events/1/seat"),
    (("events", 1, "seat"), Removed, "#/events/1"),
    (("events", 1, "card"), 99, "#/events/1/card"),
    (("messages", 0, "seat"), 3, "#/messages/0/seat"),
    (("messages", 0, "remark"), "x", "#/messages/0"),
    (("messages", 0, "text"), "x" * 501, "#/messages/0/text"),
    (("result", "outcome"), "x", "#/result/outcome"),
    (("result", "score"), 31, "#/result/score"),
    (("result", "band"), 5, "#/result/band"),
    (("finished_at",), None, "#/finished_at"),
    (("digest",), None, "#/digest"),
]


DEAL: tuple[str | int, ...] = ("core", "events", 0)
WRONG_2: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("record",), 1, "#"),
    (("id",), "g_" + 32 * "1", "#/id"),
    (("names",), ["Ada"], "#/names"),
    (("names",), ["Ada", "Ben"], "#/core/events/0/seats"),
    (("names", 2), "", "#/names/2"),
    (("seats",), [], "#"),
    (("started_at",), AT, "#"),
    (("core",), [], "#/core"),
    (("core", "more"), 1, "#/core"),
    (("core", "private"), False, "#/core"),
    (("core", "created_at"), None, "#/core/created_at"),
    (("core", "deck", 0, "rank"), 6, "#/core/deck/0/rank"),
    (("core", "events", 1, "at"), None, "#/core/events/1/at"),
    ((*DEAL, "at"), None, "#/core/events/0/at"),
    ((*DEAL, "chain"), 2, "#/core/events/0/chain"),
    ((*DEAL, "chain"), Removed, "#/core/events/0"),
    ((*DEAL, "origin"), "imported", "#/core/events/0"),
    ((*DEAL, "game"), "x", "#/core/events/0/game"),
    ((*DEAL, "holders"), [], "#/core/events/0/holders"),
    ((*DEAL, "holders", 0), "x", "#/core/events/0/holders/0"),
    ((*DEAL, "holders", 0), None, "#/core/events/0/holders/0"),
    ((*DEAL, "holders", 2), 64 * "a", "#/core/events/0/holders/2"),
    ((*DEAL, "bots", 0), "kagiya", "#/core/events/0/holders/0"),
    ((*DEAL, "bots", 2), "X", "#/core/events/0/bots/2"),
    *(((*DEAL, "rules", name), Removed, "#/core/events/0/rules") for name in (*OLD_OPTIONS, *NEW_OPTIONS)),
    (("signature",), {}, "#/signature"),
    (("signature", "key"), 63 * "0", "#/signature/key"),
    (("signature", "signature"), 64 * "0", "#/signature/signature"),
    (("signature", "more"), 1, "#/signature"),
]


@pytest.fixture(scope="module")
def document() -> Json:
    """Return an old record whose first event after the deal is a play."""
    return with_a_play(2)


@pytest.fixture(scope="module")
def signed_document() -> Json:
    """Return a record with a core whose first event after the deal is a play."""
    return with_a_play(3)


def with_a_play(chain: int) -> Json:
    """Return a record whose first event after the deal is a play."""
    for seed in range(20):
        record = played(setting({"seats": 3}), seed, PERFECT, chain=chain)
        if record.events[1].document["type"] == "play":
            return as_json(record)
    raise AssertionError


@in_one_test(("steps", "value", "pointer"), WRONG)
def test_a_faulty_member_is_refused_with_its_pointer(
    document: Json, steps: tuple[str | int, ...], value: Any, pointer: str
) -> None:
    """An unknown, missing or malformed member is refused with its pointer."""
    refuse(document, steps, value, pointer)


@in_one_test(("steps", "value", "pointer"), WRONG_2)
def test_a_faulty_member_of_a_core_is_refused(
    signed_document: Json, steps: tuple[str | int, ...], value: Any, pointer: str
) -> None:
    """The same in a record with a core."""
    refuse(signed_document, steps, value, pointer)


def change(document: Json, steps: tuple[str | int, ...], value: Any) -> None:
    """Change or remove a member of a document."""
    node, last = at(*steps)(document)
    if value is Removed:
        del node[last]
    else:
        node[last] = value


def refuse(document: Json, steps: tuple[str | int, ...], value: Any, pointer: str) -> None:
    """Change a member, and expect that the record is refused."""
    changed = json.loads(json.dumps(document))
    change(changed, steps, value)
    with pytest.raises(RecordRefused) as refused:
        from_json(changed)
    assert isinstance(refused.value.why, Wording)
    assert refused.value.pointer == pointer


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
def test_values_at_a_limit_are_read(document: Json, steps: tuple[str | int, ...], value: Any) -> None:
    """The largest integer, depth and seat and the 29th of February are valid."""
    changed = json.loads(json.dumps(document))
    change(changed, steps, value)
    assert as_json(from_json(changed)) == changed


def test_a_deal_of_an_old_game_has_no_origin() -> None:
    """A record without it is read, and written unchanged."""
    document = as_json(record_of(redealt(games_of(0)[4], None)))
    assert "origin" not in document["events"][0]
    assert as_json(from_json(document)) == document


@pytest.mark.parametrize(
    ("options", "seats", "steps", "value", "pointer"),
    [
        ({}, 6, ("rules", "edition"), "fr", "#/core/events/0/rules/edition"),
        ({"variant": "Up or Down (5 Suits)"}, 2, ("deck", 0, "rank"), 6, "#/core/deck/0/rank"),
    ],
)
def test_faults_that_need_other_rules(
    options: Json, seats: int, steps: tuple[str | int, ...], value: Any, pointer: str
) -> None:
    """Only hanab.live has six seats. A START card has the rank 7, and no card has 6."""
    document = as_json(played(Setting(resolve("hanab_live", options, seats), seats), 1))
    refuse(document, (*(DEAL if steps[0] == "rules" else DEAL[:1]), *steps), value, pointer)


def test_a_second_deal_is_refused(document: Json) -> None:
    """Only event 0 is a deal."""
    deal, *later = document["events"]
    with pytest.raises(RecordRefused) as refused:
        from_json({**document, "events": [deal, deal, *later]})
    assert isinstance(refused.value.why, Wording)
    assert refused.value.pointer == "#/events/1"


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
        (b'"private":false', b'"private":false,"private":false'),
        (b'"private":false', b'"private":true,"private":false'),
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


@in_one_test(
    ("member", "value", "pointer"),
    [
        ("reveals", [None, None], "#/events/0/reveals"),
        ("entropy_commitments", [None, "0" * 64], "#/events/0/entropy_commitments"),
        ("entropy_commitments", [None, "x", None], "#/events/0/entropy_commitments/1"),
        ("entropy_commitments", [None, None, None], "#/events/0/reveals/1"),
        ("reveals", ["0" * 64, None, None], "#/events/0/reveals/0"),
        ("reveals", [None, "0" * 62, None], "#/events/0/reveals/1"),
        ("entropies", [None, "both", None], "#/events/0/entropies/1"),
        ("reveals", Removed, "#/events/0"),
    ],
)
def test_faulty_commitments_are_refused(member: str, value: Any, pointer: str) -> None:
    """A seat gives a text or a commitment, and reveals only with a commitment."""
    document = as_json(played(setting({"seats": 3}), 1, chain=2, parts={1: bytes(32)}))
    deal = document["events"][0]
    if value is Removed:
        del deal[member]
    else:
        deal[member] = value
    with pytest.raises(RecordRefused) as refused:
        from_json(document)
    assert isinstance(refused.value.why, Wording)
    assert refused.value.pointer == pointer


def test_a_deal_with_commitments_has_one() -> None:
    """Otherwise the same deal could have two forms."""
    document = as_json(played(setting({"seats": 3}), 1, chain=2, parts={1: bytes(32)}))
    document["events"][0] |= {"entropy_commitments": [None] * 3, "reveals": [None] * 3}
    with pytest.raises(RecordRefused) as refused:
        from_json(document)
    assert isinstance(refused.value.why, Wording)
    assert refused.value.pointer == "#/events/0/entropy_commitments"
