"""`hanabi verify contest`: check the announcement, the results, the log and all games of a contest in one act."""

import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine.proof import keys
from engine.proof.contest_results import FAULTS, faults_in_log, verify_results
from engine.proof.log_entries import Entry, bound_id, entry_of
from engine.proof.record_checks import RecordRefused
from engine.proof.record_json import read
from service.features.commitment_log import mirror as commitment_log_files
from service.features.commitment_log.mirror import HEAD, KEYS, LogWrong, NotThere, Reader, Unreadable
from service.platform.exact_json import Json

_ADDRESS: Final = re.compile(r"(?P<service>https?://.+?)/(v1/)?contests/(?P<contest>[^/?#]+)/?")


def verify(address: str, log: str | None) -> int:
    """Check a contest at the address of its page or of the API.

    `log` is the folder of a mirror, or another address; by default that of the service. Return the exit status: 0 for a
    contest that is right, 1 for one that is not, 2 if something cannot be read.
    """
    found = _ADDRESS.fullmatch(address)
    if found is None:
        print(f"hanabi verify: {address}: not the address of a contest, as in …/contests/x_…", file=sys.stderr)
        return 2
    source, contest = commitment_log_files.service(found["service"]), found["contest"]
    try:
        raw = source(f"v1/contests/{contest}/results")
        announcement = json.loads(source(f"v1/contests/{contest}"))
        for each in announcement["rounds"]:
            each["decks"] = json.loads(source(f"v1/contests/{contest}/decks?round={each['round']}"))["items"]
        listed = commitment_log_files.keys_in(source(KEYS))
        entries = log_of(log or found["service"])
        own = keys.trust([one.key for one in listed], listed).keys
        lines = [*_faults(source, raw, announcement, own, entries)]
    except LogWrong as wrong:
        print(f"{log or found['service']}: WRONG, {wrong}")
        return 1
    except (KeyError, TypeError, IndexError, AttributeError):
        print(f"{address}: WRONG, the results or the announcement are not those of a contest")
        return 1
    except (Unreadable, OSError, ValueError) as error:
        print(f"hanabi verify: {error}", file=sys.stderr)
        return 2
    for line in lines:
        print(f"{address}: WRONG, {line}")
    if lines:
        return 1
    document = json.loads(raw)
    decks = sum(len(each["decks"]) for each in document["rounds"])
    print(
        f"{address}: verified. {document['title']}, {decks} decks, {len(document['entries'])} teams, "
        f"{len(document['tables'])} games. Signed by {document['signature']['key']}."
    )
    return 0


def verify_file_in_log(raw: bytes, log: str) -> int:
    """Check right results of a contest against a log. Return the exit status, as `verify` does."""
    try:
        lines = faults_in_log(json.loads(raw), log_of(log))
    except LogWrong as wrong:
        lines = [str(wrong)]
    except (Unreadable, OSError) as error:
        print(f"hanabi verify: {error}", file=sys.stderr)
        return 2
    for line in lines:
        print(f"{log}: WRONG, {line}")
    if not lines:
        print("The log has the decks, the games and the digest of the results.")
    return 1 if lines else 0


def log_of(place: str) -> list[tuple[int, Entry]]:
    """Return the entries about games of a whole log with their indexes. Raises LogWrong and Unreadable."""
    is_service = place.startswith(("http://", "https://"))
    source = commitment_log_files.service(place) if is_service else commitment_log_files.folder(Path(place))
    head = commitment_log_files.head_in(source(HEAD), commitment_log_files.keys_in(source(KEYS)))
    leaves = commitment_log_files.checked_leaves(head, source)
    found = [(index, entry_of(leaf)) for index, leaf in enumerate(leaves)]
    return [(index, entry) for index, entry in found if isinstance(entry, Entry)]


def _faults(
    source: Reader, raw: bytes, announcement: Json, own: frozenset[str], entries: Sequence[tuple[int, Entry]]
) -> Iterator[str]:
    """Yield a line for each fault."""
    records, missing = [], []
    document: Json = json.loads(raw)
    logged = {(entry.kind, entry.secret_commitment, entry.game): entry for _, entry in entries}
    for table in document["tables"]:
        deck = document["rounds"][table["round"]]["decks"][table["deck"]]["secret_commitment"]
        game = bound_id(deck, table["game"])
        try:
            record = source(f"v1/replays/{table['game']}/export")
        except NotThere:
            if table["head"] is not None or ("contest-end", deck, game) in logged:
                missing.append(f"{table['game']}: the service does not have this game")
            continue
        records.append(record)
        dealt = logged.get(("contest-deal", deck, game))
        with suppress(RecordRefused):  # a record that is none is a fault of the game
            if dealt is not None and read(record).events[0].hash != dealt.head:
                missing.append(f"{table['game']}: the log has another deal")
    check = verify_results(raw, records)
    if check.fault is not None:
        yield f"{check.fault}: {FAULTS[check.fault]} ({check.detail})" if check.detail else FAULTS[check.fault]
    elif check.signed_by not in own:
        yield f"the results are signed with the key {check.signed_by}, which is not one of the service"
    yield from _differences(document, announcement)
    yield from faults_in_log(document, entries)
    yield from missing


def _differences(document: Json, announcement: Json) -> Iterator[str]:
    """Yield a line for each round and deck that the contest has announced otherwise."""
    if announcement["entry"]["who"] != document["who"] or announcement["seats"] != document["seats"]:
        yield "the results are those of a contest for others"
    if len(announcement["rounds"]) != len(document["rounds"]):
        yield "the results have another number of rounds than the announcement"
    for number, (told, stated) in enumerate(zip(announcement["rounds"], document["rounds"], strict=False), 1):
        if any(told[name] != stated[name] for name in ("rules", "pace", "pauses", "opens_at", "closes_at")):
            yield f"round {number} has other rules, another clock or other times than announced"
        if len(told["decks"]) != len(stated["decks"]):
            yield f"round {number} has another number of decks than announced"
        for place, (deck, other) in enumerate(zip(told["decks"], stated["decks"], strict=False), 1):
            if any(deck[name] != other[name] for name in other):
                yield f"round {number}, deck {place} is not the one that was announced"
