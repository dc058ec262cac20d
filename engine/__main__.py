"""Command line tool that verifies records: `python -m engine FILE`.

It needs only this package and Python, and for signatures the library `cryptography`. No other module of the engine
reads files or writes to the terminal.
"""

import argparse
import json
import sys
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from engine.proof.contest_results import FAULTS, is_results, verify_results
from engine.proof.deal_trust import PROTECTIONS, protection_of
from engine.proof.keys import keys_in, trust
from engine.proof.receipts import faults_of_receipts, seat_of_holder, version_of_head
from engine.proof.record import Record
from engine.proof.verdicts import (
    NOT_CANONICAL,
    NOT_OURS,
    PROVENANCES,
    REVOKED,
    SIGNED,
    UNNAMED,
    UNSIGNED,
    UNVOUCHED,
    VERIFIED,
)
from engine.proof.verify import Verification, verify_file

UNREADABLE: Final = 2


def main(arguments: Sequence[str]) -> int:
    """Verify the record in a file and print the result.

    Return the exit status: 0 for a correct record, 1 for an incorrect record or a file that is not a record, 2 for an
    unreadable file. Raises SystemExit with status 2 for unknown arguments.
    """
    parser = argparse.ArgumentParser(prog="python -m engine", description="Verify the record of a game.")
    add_arguments(parser)
    return run(parser.parse_args(arguments), program=parser.prog)[0]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to a parser."""
    parser.add_argument(
        "file", metavar="FILE", help="the exported record, or the results of a contest; - is standard input"
    )
    parser.add_argument(
        "--head", action="append", default=[], metavar="HASH", help="a hash that must be one of the game's"
    )
    parser.add_argument(
        "--keys",
        metavar="FILE",
        help="the list of keys of a service (/.well-known/hanabi-keys), one of which must have signed the record",
    )
    parser.add_argument(
        "--holder",
        action="append",
        default=[],
        metavar="ACCOUNT:SALT",
        help="an account and the salt of its seat, which the holder has shown; prints the seat that it had",
    )
    parser.add_argument(
        "--receipt",
        action="append",
        default=[],
        metavar="FILE",
        help="a file with a receipt that the service has given, or a client's list of them, which must be of this game",
    )

    parser.add_argument(
        "--game",
        action="append",
        default=[],
        metavar="FILE",
        help="with the results of a contest: the record of one of its games, which must agree with them",
    )


def run(chosen: argparse.Namespace, *, program: str) -> tuple[int, Record | None]:
    """Execute the command with its parsed arguments. Return the exit status, as `main`, and the record if it is right.

    It is None for a file of another kind.
    """
    name = chosen.file
    try:
        raw = _read(name)
        receipts = [(file, _read(file)) for file in chosen.receipt]
        listed = None if chosen.keys is None else keys_in(_read(chosen.keys))
        keys = None if listed is None else trust([item.key for item in listed], listed)
        if is_results(raw):
            games = [_read(file) for file in chosen.game]
            return _run_results(name, raw, games, None if keys is None else keys.keys), None
        record, report = verify_file(raw)
    except (OSError, ValueError) as error:
        named = getattr(error, "filename", None) or name
        print(f"{program}: {named}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return UNREADABLE, None
    except ImportError:
        print(f"{program}: {name}: the signature cannot be checked without the package cryptography", file=sys.stderr)
        return UNREADABLE, None
    if record is None or report.fault is not None:
        print(_safe(f"{name}: WRONG, {_fault(report)}"))
        return 1, None
    assert report.provenance is not None  # there is no fault
    score = "no score" if record.result.score is None else f"score {record.result.score}"
    is_own = keys is not None and report.signed_by in keys.keys
    verdict = VERIFIED if keys is None or is_own else NOT_OURS
    if keys is not None and report.signed_by in keys.revoked:
        verdict = REVOKED
    about = f"{record.id}, {len(record.events)} events, {record.result.outcome}, {score}"
    print(_safe(f"{name}: {verdict}. {about}."))
    if keys is not None and report.signed_by in keys.revoked:
        print("A service signs its own games again after a revocation: export the record again.")
    if not report.canonical:
        print(NOT_CANONICAL)
    vouched = PROVENANCES[report.provenance]
    print(vouched if is_own else UNVOUCHED.get(report.provenance, vouched))
    protection = protection_of(record.events[0].document)
    if report.provenance == "shuffled" and is_own and protection is not None:
        print(PROTECTIONS[protection.kind].format(**protection._asdict()))
    print(UNNAMED)
    print(UNSIGNED if report.signed_by is None else SIGNED.format(key=report.signed_by))
    missing = list(_missing(record, chosen.head, receipts))
    for shown in chosen.holder:
        account, _, salt = shown.partition(":")
        seat = seat_of_holder(record, account, salt)
        if seat is None:
            missing.append(f"holder: no seat was dealt to {account} with this salt.")
        else:
            print(_safe(f"Seat {seat} was dealt to the account {account}."))
    for line in missing:
        print(_safe(f"{name}: WRONG, {line}"))
    return 1 if missing or not (keys is None or is_own) else 0, record


def _run_results(name: str, raw: bytes, records: Sequence[bytes], keys: Collection[str] | None) -> int:
    """Verify the results of a contest, and print the verdict. Return the exit status, as `main`."""
    report = verify_results(raw, records)
    if report.fault is not None:
        print(_safe(f"{name}: WRONG, {report.fault}: {FAULTS[report.fault]} ({report.detail})"))
        return 1
    is_own = keys is None or report.signed_by in keys
    verdict = "verified" if is_own else "consistent, not signed by this service"
    about = f"{report.title}, {report.games} games, {report.checked} of them with their records"
    print(_safe(f"{name}: {verdict}. {about}."))
    print(SIGNED.format(key=report.signed_by))
    return 0 if is_own else 1


def _fault(report: Verification) -> str:
    fault = report.fault
    assert fault is not None
    where = "" if fault.version is None else f" at version {fault.version}"
    detail = "" if fault.detail is None else f" ({fault.detail})"
    return f"{fault.code}{where}: {fault.text}{detail}"


def _missing(record: Record, heads: Sequence[str], receipts: Sequence[tuple[str, bytes]]) -> Iterator[str]:
    """Yield a line for each head and receipt that the record contradicts."""
    for head in heads:
        if version_of_head(record, head) is None:
            yield f"head: the record does not contain the hash {head}."
    for file, raw in receipts:
        try:
            given = json.loads(raw)
        except (ValueError, RecursionError):
            yield f"receipt {file}: it is no JSON."
            continue
        for fault in faults_of_receipts(record, given):
            yield f"receipt {file}: {fault}."


def _read(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read()
    with open(name, "rb") as file:
        return file.read()


def _safe(line: str) -> str:
    """Escape unprintable characters.

    A file must not send control sequences to the terminal.
    """
    shown = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in line)
    encoding = sys.stdout.encoding or "ascii"
    return shown.encode(encoding, "backslashreplace").decode(encoding)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
