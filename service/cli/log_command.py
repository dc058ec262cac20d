"""`hanabi mirror`: copy a service's log of commitments, and check it. `hanabi verify --log`: find a game in a log."""

import json
import sys
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from engine.proof.log_entries import KINDS, Audit, Entry, Kind, audit, entries_of, leaf
from engine.proof.merkle import is_included, leaf_hash, tree_hash
from engine.proof.record import Record
from engine.proof.tiles import tile_path
from engine.proof.verify import verify_file
from service.cli import log_files
from service.cli.log_files import HEAD, KEYS, Head, LogWrong, NotThere, Reader, Unreadable

__all__ = ["find", "mirror"]

_REFUSED: Final = "refused-head.json"
_MAX_AGE: Final = timedelta(hours=1)
_WORDS: Final[Mapping[Kind, str]] = {
    "commitment": "open",
    "deal": "running",
    "end": "ended",
    "abort": "aborted",
    "withdrawal": "withdrawn",
}
"""The state of a game, by its last entry."""


def mirror(url: str, folder: str) -> int:
    """Copy the log of a service to a folder, and check it against the copy that is there.

    Return the exit status: 0 for a log that is right, 1 for one that is wrong, 2 if it cannot be read. A copy of a log
    that is wrong is not changed.
    """
    root = Path(folder)
    try:
        head, report = _copied(log_files.service(url), root)
    except LogWrong as wrong:
        print(f"{url}: WRONG, {wrong}")
        return 1
    except (Unreadable, OSError) as error:
        print(f"hanabi mirror: {error}", file=sys.stderr)
        return 2
    games = ", ".join(f"{report.games.get(kind, 0)} {_WORDS[kind]}" for kind in KINDS)
    print(f"{url}: {head.size} entries at {head.at}, games: {games}. Signed by {head.key}.")
    for index, why in report.faults:
        print(f"entry {index}: WRONG, {why}")
    return 1 if report.faults else 0


def _copied(source: Reader, root: Path) -> tuple[Head, Audit]:
    own = log_files.folder(root)
    if not (root / KEYS).exists():  # the first time, trust the keys that the service has
        log_files.write(root, KEYS, source(KEYS))
    keys = log_files.keys_in(own(KEYS))
    before = log_files.head_in(own(HEAD), keys) if (root / HEAD).exists() else None
    signed = source(HEAD)
    try:
        head = log_files.head_in(signed, keys)
        _require_fresh(head)
        files: dict[str, bytes] = {}
        for tile in log_files.tiles(head.size, 0 if before is None else before.size):
            path = f"log/tile/{tile_path(tile)}"
            files[path] = source(path)
        leaves = log_files.checked_leaves(head, lambda path: files[path] if path in files else own(path))
        if before is not None:
            _require_extended(before, head, leaves)
    except LogWrong:
        log_files.write(root, _REFUSED, signed)  # with the copied head, it proves that the log was changed
        raise
    for path, content in files.items():
        log_files.write(root, path, content)
    log_files.write(root, HEAD, signed)
    return head, audit(leaves)


def _require_fresh(head: Head) -> None:
    try:
        age = datetime.now(UTC) - datetime.fromisoformat(head.at)
    except (ValueError, TypeError):
        raise LogWrong("the head has no time") from None
    if age > _MAX_AGE:
        raise LogWrong(f"the newest head is from {head.at}: the service does not show what the log has now")


def _require_extended(before: Head, head: Head, leaves: list[bytes]) -> None:
    if head.size < before.size:
        raise LogWrong(f"the log had {before.size} entries at {before.at}, and has {head.size} now")
    if tree_hash(list(map(leaf_hash, leaves[: before.size]))) != before.root:
        raise LogWrong(f"the first {before.size} entries are not those of {before.at}: the log was rewritten")


def find(file: str, place: str) -> int:
    """Look for the entries of a correct record in a log, at a service's address or in a folder of `mirror`.

    Return the exit status: 0 if the log has them all, 1 if not, 2 if it cannot be read.
    """
    try:
        record, _ = verify_file(Path(file).read_bytes())
        assert record is not None
        wanted = entries_of(record)
        if not wanted:
            print("The log has no entries of this game: its deck was given or imported.")
            return 0
        is_service = place.startswith(("http://", "https://"))
        source = log_files.service(place) if is_service else log_files.folder(Path(place))
        head = log_files.head_in(source(HEAD), log_files.keys_in(source(KEYS)))
        if is_service:
            _require_proofs(source, head, record, wanted)
        else:
            _require_entries(log_files.checked_leaves(head, source), wanted)
    except LogWrong as wrong:
        print(f"{place}: WRONG, {wrong}")
        return 1
    except (Unreadable, OSError) as error:
        print(f"hanabi verify: {error}", file=sys.stderr)
        return 2
    print(f"The log has its {len(wanted)} entries: {head.size} entries at {head.at}, signed by {head.key}.")
    return 0


def _require_entries(leaves: list[bytes], wanted: list[Entry]) -> None:
    present = set(leaves)
    for entry in wanted:
        if leaf(entry) not in present:
            raise LogWrong(_missing(entry))


def _require_proofs(source: Reader, head: Head, record: Record, wanted: list[Entry]) -> None:
    for entry in wanted:
        query = {
            "game": record.id,
            "secret_commitment": entry.secret_commitment,
            "type": entry.kind,
            "size": head.size,
        }
        try:
            found = json.loads(source(f"v1/log/proof?{urlencode(query)}"))
            proof = [bytes.fromhex(part) for part in found["proof"]]
            is_right = is_included(leaf_hash(leaf(entry)), int(found["index"]), head.size, proof, head.root)
        except NotThere:
            raise LogWrong(_missing(entry)) from None
        except (ValueError, TypeError, LookupError):
            raise LogWrong("the answer is no proof") from None
        if not is_right:
            raise LogWrong(_missing(entry))


def _missing(entry: Entry) -> str:
    return f"it does not have the entry of the type {entry.kind} of this game"
