"""Verification of records: correct records pass, others have a fault."""

import io
import json
import runpy
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from engine import __main__
from engine.__main__ import UNREADABLE, main
from engine.events import CardPlayed, GameAborted
from engine.proof.chain import genesis_of, link
from engine.proof.deal import holder
from engine.proof.keys import statement
from engine.proof.receipts import log_points, seat_of_holder
from engine.proof.record import Record, RecordedEvent
from engine.proof.record_json import as_json, read, sealed, write
from engine.proof.signatures import SignedType, signed_message
from engine.proof.verdicts import FAULTS, NOT_CANONICAL, REVOKED, SIGNED, UNNAMED, UNSIGNED, UNVOUCHED
from engine.proof.verify import CHECKS, verify, verify_file
from engine.score import Reason, Result
from tests.engine.corpus import FILES, read_file
from tests.engine.random_games import PERFECT, SETTINGS, STEADY, WILD, Setting, deal, game, setting
from tests.engine.records import AT, KEY, played, record_of, redealt, signed
from tests.engine.variant_games import every_game, logs_of
from tests.rows import IN_FULL, in_one_test

ROOT = Path(__file__).resolve().parents[2]


@every_game
def test_games_of_all_kinds_are_verified(n: int) -> None:
    """Records of games under all settings verify, and their files are read as the same records."""
    deal = logs_of(n)[0].deal
    for style, chain in ((STEADY, 3), (PERFECT, 3), (WILD, 3), (STEADY, 2))[n % 2 :: 2]:
        record = played(Setting(deal.rules, deal.seats), n, style, chain=chain)
        report = verify(record)
        assert (report.fault, report.provenance, report.passed) == (None, "shuffled", CHECKS)
        assert report.signed_by == (None if record.signature is None else record.signature.key)
        assert (report.signed_by is None) == (chain == 2)
        assert read(write(record)) == record


@in_one_test("seats", range(2, 6))
def test_games_with_commitments_are_verified(seats: int) -> None:
    """So are those in which seats withheld their part, also all of them, and their files can be read."""
    of = setting({"seats": seats})
    for count in range(1, seats + 1):
        parts = {seat: bytes([seat]) * 32 for seat in range(seats - count, seats)}
        for withheld in range(count + 1):
            record = played(of, 3, parts=parts, withheld=withheld)
            assert (verify(record).fault, read(write(record))) == (None, record)


@in_one_test("path", FILES)
def test_recorded_games_are_verified(path: Path) -> None:
    """Records of given and imported decks verify, with old and new deals."""
    log = read_file(path).log
    last = log.later[-1]
    here = not isinstance(last, GameAborted) or last.reason in ("idle", "no_show", "removed")
    for origin in ("given", "imported", None) if here else ("imported",):
        report = verify(record_of(redealt(log, origin), sandbox=True))
        assert (report.fault, report.provenance) == (None, origin or "given")
    assert verify(record_of(redealt(log, None), source={"site": "x"})).provenance == "imported"
    fault = verify(record_of(redealt(log, None))).fault
    assert fault is not None and fault.code == "shuffle"


def test_old_games_are_verified() -> None:
    """Old games, with the salt as the seed, verify."""
    setting = SETTINGS[0]
    log = game(setting, 7)
    salt = (7).to_bytes(32)
    assert deal(setting, 7).deck == log.deck
    report = verify(record_of(log, salt=salt))
    assert (report.fault, report.provenance) == (None, "unshared")


def rechained(record: Record, **deal: Any) -> Record:
    """Return a forged record with recomputed hashes and digest."""
    events: list[RecordedEvent] = []
    previous = genesis_of(record.events[0].document)
    for version, event in enumerate(record.events):
        document = {**event.document, **deal} if version == 0 else event.document
        previous = link(previous, document, event.at if record.has_core else None).hash
        events.append(event._replace(document=document, hash=previous.hex()))
    return signed(record._replace(events=tuple(events)))


def with_event(record: Record, version: int, **changes: Any) -> Record:
    """Return a record with a changed event."""
    event = record.events[version]
    changed = event._replace(document={**event.document, **changes})
    return record._replace(events=(*record.events[:version], changed, *record.events[version + 1 :]))


def aborted(record: Record, reason: Reason) -> Record:
    """Return a record of a game that was aborted after the deal."""
    event = record.events[-1]._replace(document={"type": "abort", "reason": reason})
    result = Result("aborted", reason, None, 0, None)
    return record._replace(events=(record.events[0], event), result=result)


OF = setting({"seats": 3, "starting_seat": "random", "multicolor": "ten"})
GAME = played(OF, 11, PERFECT)
PUBLIC_KEY = KEY.public_key().public_bytes_raw().hex()
OLD_RECORD = played(OF, 11, PERFECT, chain=2)
PLAY = next(n for n, event in enumerate(GAME.events) if event.document["type"] == "play")
OLD_GAME = record_of(game(OF, 7), salt=(7).to_bytes(32))
LAST = len(GAME.events) - 1

# Forgeries of the form of records that older releases wrote. The test vectors have those of all others.
FORGERIES: list[tuple[str, int | None, Callable[[], Record]]] = [
    ("digest", None, lambda: OLD_RECORD._replace(finished_at="2026-11-21T18:30:00.001Z")),
    ("given-deck", 0, lambda: record_of(redealt(OLD_GAME.log, "given"))),
    (
        "starting-seat",
        0,
        lambda: rechained(OLD_GAME, starting_seat=(OLD_GAME.events[0].document["starting_seat"] + 1) % 3),
    ),
    *(
        ("illegal-move", 1, lambda reason=reason: rechained(aborted(OLD_RECORD, reason)))
        for reason in ("agreed", "terminated", "left", "speedrun_failed")
    ),
    ("clock", 1, lambda: rechained(aborted(OLD_RECORD, "timed_out"))),
]


@in_one_test(("code", "version", "forge"), FORGERIES)
def test_the_first_fault_is_reported(code: str, version: int | None, forge: Callable[[], Record]) -> None:
    """The fault has its code, version and description."""
    fault = verify(forge()).fault
    assert fault is not None
    assert (fault.code, fault.version) == (code, version)
    assert fault.text == FAULTS[code].format(version=version)


def test_hashes_are_as_specified() -> None:
    """The hashes and the signature are those of `docs/verification.md`."""

    def canonical(value: Any) -> bytes:
        return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

    for record, chain, version in (
        (GAME, b"hanabi/3", b"hanabi-record/2"),
        (OLD_RECORD, b"hanabi/2", b"hanabi-record/1"),
    ):
        previous = sha256(chain + b" chain\0").digest()
        for event in record.events:
            document = {**event.document, **({"at": event.at} if record is GAME else {})}
            previous = sha256(previous + canonical(document)).digest()
            assert previous.hex() == event.hash
        content = {name: value for name, value in as_json(record).items() if name != "digest"}
        assert sha256(version + b" digest\0" + canonical(content)).hexdigest() == record.digest
    core = sha256(b"hanabi-record/2 core\0" + canonical(as_json(GAME)["core"])).hexdigest()
    message = canonical({"type": "hanabi/record", "game": GAME.id, "digest": core})
    assert GAME.signature is not None
    KEY.public_key().verify(bytes.fromhex(GAME.signature.signature), message)


def small() -> Record:
    """Return the record of a very short game."""
    of = setting({"seats": 2, "strike_tokens": 1})
    for seed in range(100):
        record = played(of, seed, WILD)
        if 2 <= len(record.events) <= 4 and isinstance(record.log.events[-1], CardPlayed):
            return record
    raise AssertionError


@IN_FULL
def test_every_changed_byte_is_detected(in_full: bool) -> None:
    """A changed or missing byte of a file is always detected. In part: at every sixteenth place."""
    raw = write(small())
    assert verify_file(raw)[1].verified
    codes = set()
    for place in range(0, len(raw), 1 if in_full else 16):
        for byte in {raw[place] ^ 1, 0x20, 0x30} - {raw[place]}:
            _, report = verify_file(raw[:place] + bytes([byte]) + raw[place + 1 :])
            assert report.fault is not None or not report.canonical, (place, byte)
            codes.add(report.fault and report.fault.code)
        assert verify_file(raw[:place] + raw[place + 1 :])[1].fault is not None
    assert codes >= {"malformed", "chain", "composition", "deck-commitment", "digest", "result"}


def command(*arguments: str, given: bytes = b"") -> tuple[int, str]:
    """Run `python -m engine` without any other package."""
    script = "import runpy, sys; sys.path[:] = [p for p in sys.path if 'site-packages' not in p]; "
    script += f"sys.path.insert(0, {str(ROOT)!r}); sys.argv[1:] = {list(arguments)!r}; "
    script += "runpy.run_module('engine', run_name='__main__', alter_sys=True)"
    process = subprocess.run([sys.executable, "-I", "-S", "-c", script], input=given, capture_output=True, check=False)
    return process.returncode, (process.stdout + process.stderr).decode()


def test_the_command(tmp_path: Path) -> None:
    """The command verifies a file or standard input, and returns a status."""
    raw = write(sealed(GAME._replace(signature=None)))
    true, false = tmp_path / "true.json", tmp_path / "false \x1b[31m.json"
    true.write_bytes(raw)
    false.write_bytes(write(GAME._replace(salt=bytes(32))))
    status, output = command(str(true))
    assert (status, UNVOUCHED["shuffled"] in output, "verified" in output, UNSIGNED in output) == (
        0,
        True,
        True,
        True,
    )
    status, output = command("-", given=write(GAME))
    assert status == 2 and "the signature cannot be checked without the package cryptography" in output
    status, output = command(str(false))
    assert status == 1 and "WRONG, deck-commitment at version 0" in output and "\x1b" not in output


def test_the_command_in_this_process(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`main` prints the result and returns the exit status.

    The files are a correct record, one with another line end, incorrect ones, another file and a missing file.
    """
    files = {name: tmp_path / name for name in ("true", "spaced", "false", "illegal", "text")}
    files["true"].write_bytes(write(GAME))
    files["spaced"].write_bytes(write(GAME) + b"\n")
    files["false"].write_bytes(write(GAME._replace(salt=bytes(32))))
    files["illegal"].write_bytes(write(rechained(with_event(GAME, PLAY, card=59))))
    files["text"].write_text("x")
    assert [main([str(file)]) for file in files.values()] == [0, 0, 1, 1, 1]
    output = capsys.readouterr().out
    assert output.count(NOT_CANONICAL) == 1
    assert "verified" in output and "deck-commitment at version 0" in output and "malformed: " in output
    assert f"{files['illegal']}: WRONG, illegal-move at version {PLAY}: The event with version {PLAY} is not" in output
    assert "by the rules of the game. (not-in-hand (R10))\n" in output
    assert SIGNED.format(key=KEY.public_key().public_bytes_raw().hex()) in output
    assert [main([file]) for file in (str(tmp_path / "none"), str(tmp_path), "\0")] == [UNREADABLE] * 3
    assert "No such file" in capsys.readouterr().err
    for arguments, status in (([], UNREADABLE), (["a", "b"], UNREADABLE), (["--help"], 0)):
        with pytest.raises(SystemExit) as exited:
            main(arguments)
        assert exited.value.code == status


def test_a_signature_needs_a_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without it the command says so, and does not call the record right or wrong."""
    file = tmp_path / "record"
    file.write_bytes(write(GAME))
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    assert main([str(file)]) == UNREADABLE
    output = capsys.readouterr()
    assert output.out == "" and "the signature cannot be checked without the package cryptography" in output.err


def receipt(of: int, type: SignedType = "hanabi/receipt", **changes: Any) -> dict[str, Any]:
    """Return a receipt of the game, with a signature of what it then says."""
    event = GAME.events[of]
    content = {"game": GAME.id, "version": of, "head": event.hash, "at": event.at}
    if type == "hanabi/opening":
        content = {"game": GAME.id, "secret_commitment": event.document["secret_commitment"], "at": AT}
    content |= {"sandbox": GAME.sandbox, "idle_limit_s": GAME.idle_limit_s} | changes
    if content["sandbox"] is None:  # as release 0.2.0 wrote it
        del content["sandbox"], content["idle_limit_s"]
    signature = KEY.sign(signed_message(type, content)).hex()
    return {"type": type, **content, "key": KEY.public_key().public_bytes_raw().hex(), "signature": signature}


LOG = {"size": 3, "root": 64 * "1"}
"""A state of the log of commitments."""
OWN: list[str | None] = [64 * "5", None]
"""A commitment of seat 1 that the deal does not have, and that of seat 2."""


def opening(**changes: Any) -> dict[str, Any]:
    """Return a receipt that seat 1 got before the deal. It has the contributions of the deal."""
    deal = GAME.events[0].document
    parts = {"entropies": deal["entropies"], "entropy_commitments": [None] * deal["seats"]}
    return receipt(0, "hanabi/opening", **{"seat": 1, **parts, "reveal_until": None, **changes})


def of_play(**changes: Any) -> dict[str, Any]:
    """Return the receipt of a state of the running game."""
    return receipt(PLAY, **changes)


OTHER_SETTINGS: list[tuple[dict[str, Any], str]] = [
    ({"sandbox": None}, ""),
    ({"sandbox": not GAME.sandbox}, "the game had other settings"),
    ({"idle_limit_s": GAME.idle_limit_s + 1}, "the game had other settings"),
    ({"idle_limit_s": -1}, "it is no receipt (#/idle_limit_s: "),
    ({"sandbox": 0}, "it is no receipt (#/sandbox: "),
]

RECEIPTS: list[tuple[Any, str]] = [
    (receipt(0), ""),
    (receipt(PLAY), ""),
    (receipt(LAST), ""),
    (receipt(PLAY, head=None), ""),
    (receipt(0, "hanabi/opening"), ""),
    (receipt(PLAY, log=LOG), ""),
    (receipt(PLAY, log=None), ""),
    (opening(log=LOG), ""),
    (opening(at="2026-11-21T18:30:00.001Z"), "the game was created at another time"),
    *[(made(**changed), why) for made in (opening, of_play) for changed, why in OTHER_SETTINGS],
    (receipt(PLAY, log={**LOG, "size": -1}), "it is no receipt (#/log/size: "),
    (receipt(PLAY, log={**LOG, "root": "0"}), "it is no receipt (#/log/root: "),
    ({**receipt(PLAY), "log": None}, "its signature is not that of its key"),
    ({**receipt(PLAY), "version": 0}, "its signature is not that of its key"),
    ({**receipt(PLAY), "key": 64 * "0"}, "its signature is not that of its key"),
    (receipt(PLAY, game="g_" + 32 * "1"), "it is of another game"),
    (receipt(PLAY, version=LAST + 1), f"the record has no version {LAST + 1}"),
    (receipt(PLAY, head=64 * "0"), f"the record has another hash at version {PLAY}"),
    (receipt(PLAY, at="2026-11-21T18:30:00.001Z"), f"the record has another time at version {PLAY}"),
    (receipt(0, "hanabi/opening", secret_commitment=64 * "0"), "the game was opened with another commitment"),
    (receipt(0, "hanabi/opening", secret_commitment=None), "the game was opened with another commitment"),
    (opening(), ""),
    (opening(entropy_commitments=[None, *OWN]), "the deal lacks the contribution of seat 1, to whom"),
    (opening(entropies=[None, None, "x"], seat=2), "the deal lacks the contribution of seat 2, to whom"),
    (opening(entropies=[None, None, "x"]), ""),
    (opening(entropies=["x", None, None], seat=None), ""),
    (opening(entropies=["x", None, None], seat=None, reveal_until=AT), "the deal has other contributions"),
    ([opening(entropy_commitments=[None, *OWN]), opening()], ""),
    ([opening(), opening(entropy_commitments=[None, *OWN])], "the deal lacks the contribution of seat 1, to whom"),
    ([receipt(PLAY), [receipt(0)]], "it is no receipt (#: must be an object) (receipt 2 of 2)"),
    (opening(seat=6), "it is no receipt (#/seat: "),
    ({**receipt(PLAY), "type": "hanabi/record"}, "it is no receipt (#/type: "),
    ({**receipt(PLAY), "more": 1}, "it is no receipt (#: has a member 'more'"),
    ([], "it is no receipt (#: must be an object)"),
]


@pytest.mark.parametrize(("document", "why"), RECEIPTS, ids=[f"{n} {row[1]}" for n, row in enumerate(RECEIPTS)])
def test_receipts_are_compared_with_the_record(
    document: Any, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A receipt that the record contradicts is named with the reason."""
    file, given = tmp_path / "record", tmp_path / "receipt"
    file.write_bytes(write(GAME))
    given.write_text(json.dumps(document))
    assert main([str(file), "--receipt", str(given), "--head", GAME.events[PLAY].hash]) == (1 if why else 0)
    lines = capsys.readouterr().out.splitlines()
    assert "verified" in lines[0] and len(lines) == 4 + bool(why)
    assert lines[-1].startswith(f"{file}: WRONG, receipt {given}: {why}" if why else "Signed by ")


def test_what_receipts_say_about_the_log() -> None:
    """Each state of the log counts once. Receipts of old releases say nothing."""
    larger = {"size": 4, "root": 64 * "2"}
    given = [receipt(0), *(receipt(PLAY, log=log) for log in (larger, LOG, None, larger))]
    assert log_points(given) == [(4, bytes.fromhex(64 * "2")), (3, bytes.fromhex(64 * "1"))]
    assert log_points(given[2]) == [(3, bytes.fromhex(64 * "1"))]


def test_the_seat_of_a_holder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An account and the salt of its seat tell the seat. Any other salt or account is a fault."""
    record = rechained(GAME, holders=[holder("a_1", bytes(32)), holder("a_1", bytes([1]) * 32), None])
    file = tmp_path / "record"
    file.write_bytes(write(record))
    assert main([str(file), "--holder", f"a_1:{32 * '01'}"]) == 0
    assert "Seat 1 was dealt to the account a_1." in capsys.readouterr().out
    for account, salt in (("a_1", 32 * "02"), ("a_2", 32 * "01"), ("a_1", "x"), ("a_1", "")):
        assert main([str(file), "--holder", f"{account}:{salt}"]) == 1
        fault = f"{file}: WRONG, holder: no seat was dealt to {account} with this salt."
        assert capsys.readouterr().out.splitlines()[-1] == fault
    assert seat_of_holder(OLD_RECORD, "a_1", 64 * "0") is None


@pytest.mark.parametrize(
    ("keys", "record", "verdict", "status"),
    [
        ([PUBLIC_KEY], GAME, "verified", 0),
        ([64 * "0"], GAME, "consistent, not signed by this service", 1),
        ([PUBLIC_KEY], sealed(GAME._replace(signature=None)), "consistent, not signed by this service", 1),
    ],
)
def test_only_a_key_of_the_list_vouches(
    keys: list[str], record: Record, verdict: str, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No other record says what a service had committed to."""
    file, listed = tmp_path / "record", tmp_path / "keys"
    file.write_bytes(write(record))
    listed.write_text(json.dumps({"items": [{"key": key} for key in keys]}))
    assert main([str(file), "--keys", str(listed)]) == status
    output = capsys.readouterr().out
    assert f"{file}: {verdict}. " in output
    assert ("service had committed" in output) is ("could have chosen the deck" in output) is (status == 0)
    assert main([str(file)]) == 0
    output = capsys.readouterr().out
    assert "could have chosen the deck" not in output and UNNAMED in output
    listed.write_text("[]")
    assert main([str(file), "--keys", str(listed)]) == UNREADABLE


def test_a_revoked_key_vouches_for_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The record is only consistent. The reader learns how to get one that the service vouches for."""
    file, listed = tmp_path / "record", tmp_path / "keys"
    file.write_bytes(write(GAME))
    signature = KEY.sign(signed_message("hanabi/revocation", statement(PUBLIC_KEY, AT))).hex()
    revocation = {"at": AT, "key": PUBLIC_KEY, "signature": signature}
    listed.write_text(json.dumps({"items": [{"key": PUBLIC_KEY, "revocation": revocation}]}))
    assert main([str(file), "--keys", str(listed)]) == 1
    verdict, advice, vouched, *_ = capsys.readouterr().out.splitlines()
    assert verdict.startswith(f"{file}: {REVOKED}. ") and "export the record again" in advice
    assert vouched == UNVOUCHED["shuffled"]


def test_heads_are_looked_for_in_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A head that the record does not contain is named. A receipt must be readable."""
    file = tmp_path / "record"
    file.write_bytes(write(GAME))
    assert main([str(file), "--head", 64 * "0", "--head", GAME.events[0].hash]) == 1
    assert f"{file}: WRONG, head: the record does not contain the hash {64 * '0'}." in capsys.readouterr().out
    file.with_name("x").write_text("{")
    assert main([str(file), "--receipt", str(file.with_name("x"))]) == 1
    assert "it is no JSON" in capsys.readouterr().out
    assert main([str(file), "--receipt", str(tmp_path / "none")]) == UNREADABLE
    assert "none: No such file" in capsys.readouterr().err


def test_standard_input_in_this_process(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The command reads standard input for `-`, and exits with the status."""
    monkeypatch.setattr(sys, "argv", ["engine", "-"])
    for raw, status in ((write(GAME), 0), (b"x", 1)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        with pytest.raises(SystemExit) as exited:
            runpy.run_path(__main__.__file__, run_name="__main__")
        assert exited.value.code == status
    assert "-: verified. " in capsys.readouterr().out
