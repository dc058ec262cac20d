"""`hanabi mirror`: copy a service's log of commitments, and check it. `hanabi verify --log`: find a game in a log."""

import json
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlencode

from engine.proof import keys
from engine.proof.keys import KeyEvent, ListedKey
from engine.proof.log_entries import KINDS, Audit, Entry, Kind, audit, entries_of, leaf
from engine.proof.merkle import is_consistent, is_included, leaf_hash, tree_hash
from engine.proof.receipts import log_points
from engine.proof.record import Record
from engine.proof.tiles import tile_path
from service.features.commitment_log import mirror as commitment_log_files
from service.features.commitment_log.mirror import CHECKPOINT, HEAD, KEYS, Head, LogWrong, NotThere, Reader, Unreadable

_REFUSED: Final = "refused-head.json"
_ATTEMPTS: Final = 5
_MAX_AGE: Final = timedelta(hours=1)
_WORDS: Final[Mapping[Kind, str]] = {
    "commitment": "open or decks of contests",
    "deal": "running",
    "end": "ended",
    "abort": "aborted",
    "withdrawal": "withdrawn",
    "contest-deal": "running in contests",
    "contest-end": "ended in contests",
    "contest-results": "contests",
}
"""The state of a game, by its last entry. The deck of a contest has a commitment alone."""


class _KeyUnknown(LogWrong):
    """The log is whole, but no key that the copy trusts stands for it."""


class _Copied(NamedTuple):
    head: Head
    report: Audit
    followed: list[KeyEvent]
    """The successions that the copy has followed, oldest first."""


def mirror(url: str, folder: str) -> int:
    """Copy the log of a service to a folder, and check it against the copy that is there.

    A copy follows a key that the retiring key has signed. Return the exit status: 0 for a log that is right, 1 for one
    that is wrong or that an unknown key has signed, 2 if it cannot be read. A copy of a log that is wrong is not
    changed.
    """
    try:
        head, report, followed = _copied(commitment_log_files.service(url), Path(folder))
    except _KeyUnknown as unknown:
        print(f"{url}: UNKNOWN KEY, {unknown}")
        return 1
    except LogWrong as wrong:
        print(f"{url}: WRONG, {wrong}")
        return 1
    except (Unreadable, OSError) as error:
        print(f"hanabi mirror: {error}", file=sys.stderr)
        return 2
    for event in followed:
        print(f"{url}: NEW KEY {event.key} since {event.at}, signed by the key before it, {event.by.key}.")
    games = ", ".join(f"{report.games.get(kind, 0)} {_WORDS[kind]}" for kind in KINDS)
    print(f"{url}: {head.size} entries at {head.at}, games: {games}. Signed by {head.key}.")
    for index, why in report.faults:
        print(f"entry {index}: WRONG, {why}")
    return 1 if report.faults else 0


def _head_and_checkpoint(source: Reader) -> tuple[bytes, bytes | None]:
    """Return the head, and the checkpoint of the same tree; None from a copy that has none."""
    for attempt in count(1):
        signed = source(HEAD)
        try:
            note = source(CHECKPOINT)
        except NotThere:
            return signed, None
        with suppress(LogWrong):
            sizes = commitment_log_files.checkpoint_size(note), commitment_log_files.signed_head(signed).size
            if sizes[0] != sizes[1] and attempt < _ATTEMPTS:
                continue  # the log has grown between the requests
        return signed, note
    raise AssertionError  # it has returned


def _copied(source: Reader, root: Path) -> _Copied:
    own = commitment_log_files.folder(root)
    listing = source(KEYS)
    listed = commitment_log_files.keys_in(listing)
    # The first time, trust the keys that the service has.
    known = commitment_log_files.keys_in(own(KEYS)) if (root / KEYS).exists() else listed
    before = commitment_log_files.signed_head(own(HEAD)) if (root / HEAD).exists() else None
    signed, note = _head_and_checkpoint(source)
    try:
        head = commitment_log_files.signed_head(signed)
        _require_fresh(head)
        files: dict[str, bytes] = {}
        for tile in commitment_log_files.tiles(head.size, 0 if before is None else before.size):
            path = f"log/tile/{tile_path(tile)}"
            files[path] = source(path)
        leaves = commitment_log_files.checked_leaves(head, lambda path: files[path] if path in files else own(path))
        if before is not None:
            _require_extended(before, head, leaves)
        report = audit(leaves)
        trusted = _trusted(head, known, listed, report)
        if note is not None:
            commitment_log_files.check_checkpoint(note, head, listed, trusted)
    except LogWrong:
        commitment_log_files.write(root, _REFUSED, signed)  # with the copied head, it proves that the log was changed
        raise
    for path, content in files.items():
        commitment_log_files.write(root, path, content)
    commitment_log_files.write(root, KEYS, _kept(listing, trusted))
    commitment_log_files.write(root, HEAD, signed)
    if note is not None:
        commitment_log_files.write(root, CHECKPOINT, note)
    old = {item.key for item in known}
    return _Copied(head, report, [event for event in report.keys if event.kind == "key" and event.key in trusted - old])


def _trusted(head: Head, known: Sequence[ListedKey], listed: Sequence[ListedKey], report: Audit) -> frozenset[str]:
    """Return the keys that the copy trusts from now on, also those that are revoked.

    Raises _KeyUnknown if the one that has signed the head is not among them, and LogWrong if list and log contradict
    each other.
    """
    old = frozenset(item.key for item in known)
    trust = keys.trust(old, listed)
    if head.key in trust.revoked:
        raise _KeyUnknown(f"the log extends the copy, but its head is signed with {head.key}, which is revoked")
    if head.key not in trust.keys:
        why = "no key of the copy has signed it"
        if old & trust.revoked:
            why = f"the key of the copy, {', '.join(sorted(old & trust.revoked))}, is revoked"
        raise _KeyUnknown(
            f"the log extends the copy, but its head is signed with {head.key}, and {why}. Compare the new key with "
            f"what the operator says elsewhere, and remove {KEYS} from the folder if it is right"
        )
    trusted = trust.keys | (trust.revoked & old)
    said = list(keys.events_of(listed))
    for event in report.keys:
        if event.by.key in trusted and event not in said:
            raise LogWrong(f"the list of keys lacks what the log says about the key {event.key}")
    for event in said:
        if event.kind == "key" and event.key in trusted - old and event not in report.keys:
            raise LogWrong(f"the log does not have the key {event.key}")
    return trusted


def _kept(listing: bytes, trusted: Collection[str]) -> bytes:
    """Return the list of a service with only those keys that are trusted."""
    return json.dumps({"items": [item for item in json.loads(listing)["items"] if item["key"] in trusted]}).encode()


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


def find(record: Record | None, place: str, receipts: Iterable[str] = ()) -> int:
    """Look for the entries of a correct record in a log, at a service's address or in a folder of `mirror`.

    The log must also extend what the files with receipts say about it. Return the exit status: 0 if so, 1 if not, 2 if
    the log cannot be read, or without a record, as for the results of a contest.
    """
    if record is None:
        print("hanabi verify: --log needs a file, not standard input, for the results of a contest", file=sys.stderr)
        return 2
    try:
        wanted = entries_of(record)
        told = [point for name in receipts for point in log_points(json.loads(Path(name).read_bytes()))]
        if not wanted and not told:
            print("The log has no entries of this game: its deck was given, imported or that of a contest.")
            return 0
        is_service = place.startswith(("http://", "https://"))
        source = commitment_log_files.service(place) if is_service else commitment_log_files.folder(Path(place))
        head = commitment_log_files.head_in(source(HEAD), commitment_log_files.keys_in(source(KEYS)))
        if is_service:
            _require_proofs(source, head, record, wanted)
            for size, root in told:
                _require_consistent(source, head, size, root)
        else:
            leaves = commitment_log_files.checked_leaves(head, source)
            _require_entries(leaves, wanted)
            for size, root in told:
                if size > head.size or tree_hash(list(map(leaf_hash, leaves[:size]))) != root:
                    raise LogWrong(_other_log(size))
    except LogWrong as wrong:
        print(f"{place}: WRONG, {wrong}")
        return 1
    except (Unreadable, OSError) as error:
        print(f"hanabi verify: {error}", file=sys.stderr)
        return 2
    print(f"The log has its {len(wanted)} entries: {head.size} entries at {head.at}, signed by {head.key}.")
    if told:
        print("It extends the log that the receipts name.")
    return 0


def _require_consistent(source: Reader, head: Head, size: int, root: bytes) -> None:
    try:
        found = json.loads(source(f"v1/log/consistency?first={size}&second={head.size}"))
        proof = [bytes.fromhex(part) for part in found["proof"]]
    except NotThere:
        raise LogWrong(_other_log(size)) from None
    except (ValueError, TypeError, LookupError):
        raise LogWrong("the answer is no proof") from None
    if root != tree_hash([]) if size == 0 else not is_consistent(size, head.size, root, head.root, proof):
        raise LogWrong(_other_log(size))


def _other_log(size: int) -> str:
    return f"it does not begin with the {size} entries that a receipt names: the service has shown two logs"


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
