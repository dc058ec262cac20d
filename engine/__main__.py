"""Command line tool that verifies records: `python -m engine FILE`.

It needs only this package and Python. No other module of the engine reads files or writes to the terminal.
"""

import sys
from collections.abc import Sequence
from typing import Final

from engine.proof.protection import PROTECTIONS, protection_of
from engine.proof.verify import NOT_CANONICAL, PROVENANCES, verify_file

__all__ = ["UNREADABLE", "main"]

UNREADABLE: Final = 2


def main(arguments: Sequence[str], *, program: str = "python -m engine") -> int:
    """Verify the record in a file and print the result.

    The file name `-` means standard input. Return the exit status: 0 for a correct record, 1 for an incorrect record or
    a file that is not a record, 2 for an unreadable file.
    """
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        print(f"usage: {program} FILE\n\nVerify the record of a game; - is standard input.", file=sys.stderr)
        return 0 if arguments and arguments[0] in ("-h", "--help") else UNREADABLE
    name = arguments[0]
    try:
        raw = _read(name)
    except (OSError, ValueError) as error:
        print(f"{program}: {name}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return UNREADABLE
    record, report = verify_file(raw)
    if report.fault is not None:
        where = "" if report.fault.version is None else f" at version {report.fault.version}"
        detail = "" if report.fault.detail is None else f" ({report.fault.detail})"
        print(_safe(f"{name}: WRONG, {report.fault.code}{where}: {report.fault.text}{detail}"))
        return 1
    assert record is not None and report.provenance is not None  # there is no fault
    score = "no score" if record.result.score is None else f"score {record.result.score}"
    print(_safe(f"{name}: verified. {record.id}, {len(record.events)} events, {record.result.outcome}, {score}."))
    if not report.canonical:
        print(NOT_CANONICAL)
    print(PROVENANCES[report.provenance])
    if report.provenance == "shuffled" and (protection := protection_of(record.events[0].document)) is not None:
        print(PROTECTIONS[protection.kind].format(**protection._asdict()))
    return 0


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
