"""Entries of the log of commitments: their bytes, those of a record, and what a reader of the whole log finds."""

from collections import Counter
from hashlib import sha256
from itertools import chain, product
from pathlib import Path
from re import fullmatch

import pytest

from engine.events import GameAborted
from engine.proof.deal import secret_commitment
from engine.proof.log_entries import KINDS, Entry, EntryRefused, Kind, audit, bound_id, entries_of, entry_of, leaf
from tests.engine.random_games import PERFECT, setting
from tests.engine.records import played, record_of, redealt
from tests.rows import in_one_test

ROOT = Path(__file__).resolve().parents[2]
SECRET = bytes(range(32))
COMMITMENT = secret_commitment(SECRET)
OTHER = secret_commitment(bytes(32))
HEAD = 64 * "a"


def entry(kind: Kind, commitment: str = COMMITMENT) -> Entry:
    """Return an entry of a kind."""
    values: dict[Kind, dict[str, str]] = {
        "commitment": {"game": bound_id(commitment, "g_" + 32 * "0")},
        "deal": {"head": HEAD},
        "end": {"head": HEAD},
        "abort": {"head": HEAD, "secret": SECRET.hex()},
        "withdrawal": {"secret": SECRET.hex()},
        "contest-deal": {"game": bound_id(commitment, "g_" + 32 * "1"), "head": HEAD},
        "contest-end": {"game": bound_id(commitment, "g_" + 32 * "1"), "head": HEAD},
        "contest-results": {"digest": HEAD},
    }
    return Entry(kind, commitment, **values[kind])


def test_bytes_of_entries() -> None:
    """The bytes of each kind are those that the documentation gives."""
    game = sha256(b"hanabi-log/1 game\0" + bytes.fromhex(COMMITMENT) + b"g_" + 32 * b"0").hexdigest()
    table = sha256(b"hanabi-log/1 game\0" + bytes.fromhex(COMMITMENT) + b"g_" + 32 * b"1").hexdigest()
    of = f'"secret_commitment":"{COMMITMENT}"'
    assert [leaf(entry(kind)).decode() for kind in KINDS] == [
        f'{{"game":"{game}",{of},"type":"commitment"}}',
        f'{{"head":"{HEAD}",{of},"type":"deal"}}',
        f'{{"head":"{HEAD}",{of},"type":"end"}}',
        f'{{"head":"{HEAD}","secret":"{SECRET.hex()}",{of},"type":"abort"}}',
        f'{{"secret":"{SECRET.hex()}",{of},"type":"withdrawal"}}',
        f'{{"game":"{table}","head":"{HEAD}",{of},"type":"contest-deal"}}',
        f'{{"game":"{table}","head":"{HEAD}",{of},"type":"contest-end"}}',
        f'{{"digest":"{HEAD}",{of},"type":"contest-results"}}',
    ]
    assert [entry_of(leaf(entry(kind))) for kind in KINDS] == [entry(kind) for kind in KINDS]


@in_one_test(
    "raw",
    [
        b"",
        b"\xff",
        b"[]",
        10_000 * b"[",
        b"{}",
        b'{"type":"move"}',
        b'{"type":["deal"]}',
        b'{"type":"deal"}',
        leaf(entry("deal")) + b"\n",
        leaf(entry("deal")).replace(b'":"', b'": "'),
        leaf(entry("deal")).replace(64 * b"a", 64 * b"A"),
        leaf(entry("deal")).replace(64 * b"a", 63 * b"a"),
        leaf(entry("deal")).replace(b'"' + 64 * b"a" + b'"', b"7"),
        leaf(entry("deal")).replace(b'"head"', b'"game"'),
        leaf(entry("abort")).replace(b'"abort"', b'"end"'),
        leaf(entry("end")).replace(b'"end"', b'"abort"'),
    ],
)
def test_other_bytes_are_refused(raw: bytes) -> None:
    """An entry has one form."""
    with pytest.raises(EntryRefused):
        entry_of(raw)


def test_entries_of_a_record() -> None:
    """The log has three entries of a dealt game; those of an aborted one open its secret."""
    record = played(setting({"seats": 2}), 3, PERFECT)
    assert record.secret is not None
    commitment = secret_commitment(record.secret)
    first, last = record.events[0].hash, record.events[-1].hash
    dealt = [
        Entry("commitment", commitment, game=bound_id(commitment, record.id)),
        Entry("deal", commitment, head=first),
    ]
    assert entries_of(record) == [*dealt, Entry("end", commitment, head=last)]
    aborted = record_of(record.log._replace(later=[GameAborted("idle")]), secret=record.secret)
    head = aborted.events[-1].hash
    assert entries_of(aborted)[2] == Entry("abort", commitment, head=head, secret=record.secret.hex())
    assert audit(map(leaf, entries_of(aborted))) == ({"abort": 1}, [], [])
    assert [entry.kind for entry in entries_of(record, of_deck=commitment)] == ["contest-deal", "contest-end"]


def test_a_given_deck_has_no_entries() -> None:
    """Nobody claims that a given deck was drawn."""
    record = played(setting({"seats": 2}), 3, PERFECT)
    assert entries_of(record_of(redealt(record.log, "given"), sandbox=True)) == []


LEAVES = {kind: leaf(entry(kind)) for kind in KINDS}
ORDERS = ("commitment( deal( end| abort)?| withdrawal)?", "contest-deal( contest-end)?", "contest-results")
"""The orders of a game's entries, of those of a game of a contest, and of a contest's results. The last two need a
commitment."""


@in_one_test("kinds", chain(*[product(KINDS, repeat=length) for length in range(5)]))
def test_order_of_entries(kinds: tuple[Kind, ...]) -> None:
    """A game is opened, dealt and ended once and in this order, or withdrawn. It is counted by its last entry."""
    threads, faults = [list[Kind](), list[Kind](), list[Kind]()], list[int]()
    for index, kind in enumerate(kinds, 1):
        number = 2 if kind == "contest-results" else int(kind.startswith("contest"))
        if fullmatch(ORDERS[number], " ".join([*threads[number], kind])) and (number == 0 or threads[0]):
            threads[number].append(kind)
        else:
            faults.append(index)
    found = audit([leaf(entry("commitment", OTHER)), *map(LEAVES.__getitem__, kinds)])  # after another game
    assert [index for index, _ in found.faults] == faults
    assert found[0] == Counter(["commitment", *(thread[-1] for thread in threads if thread)])


def test_other_bytes_between_entries() -> None:
    """They are faults, and change nothing."""
    assert [index for index, _ in audit([leaf(entry("commitment")), b"{}", leaf(entry("deal"))]).faults] == [1]


@pytest.mark.parametrize("kinds", [("commitment", "withdrawal"), ("commitment", "deal", "abort")], ids=",".join)
def test_another_secret(kinds: tuple[Kind, ...]) -> None:
    """An opened secret is the one that was committed to."""
    leaves = [leaf(entry(kind, OTHER)) for kind in kinds]
    assert audit(leaves).faults == [(len(kinds) - 1, "the secret is not the one that was committed to")]


def test_documented_vectors() -> None:
    """The documentation has the values of a log with three entries."""
    head, text = "d2" * 32, (ROOT / "docs" / "verification.md").read_text(encoding="utf-8")
    game = bound_id(COMMITMENT, "g_019901a4c3e17b5000009e37d2f86a00")
    log = [
        Entry("commitment", COMMITMENT, game=game),
        Entry("deal", COMMITMENT, head=head),
        Entry("abort", COMMITMENT, head="e3" * 32, secret=SECRET.hex()),
    ]
    first, second, third = hashes = [sha256(b"\0" + leaf(one)).digest() for one in log]
    both = sha256(b"\1" + first + second).digest()
    root = sha256(b"\1" + both + third).digest()
    rows = {
        "`game`": game,
        "entry 2": leaf(log[2]).decode(),
        **{f"hash of leaf {number}": found.hex() for number, found in enumerate(hashes)},
        "root of size 0": sha256().hexdigest(),
        "root of size 2": both.hex(),
        "root of size 3": root.hex(),
    }
    assert [name for name, value in rows.items() if f"| {name} | `{value}` |" not in text] == []
