"""Entries of the public log of commitments: what happened to the deals and the keys of a service.

`docs/verification.md` specifies their bytes, and the order in which the entries of a game can come.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple, get_args

from engine.codec import deal_of
from engine.proof.chain import canonical
from engine.proof.deal import secret_commitment
from engine.proof.keys import KeyEvent, KeyKind
from engine.proof.record import Record
from engine.proof.signatures import Signature

Kind = Literal["commitment", "deal", "end", "abort", "withdrawal", "contest-deal", "contest-end", "contest-results"]
"""A game is opened, dealt, ended with a result, ended without one, or deleted without a deal.

The deck of a contest has one `commitment`. Then each of its games has a `contest-deal` and a `contest-end`, and the
first deck of the contest its `contest-results`.
"""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
KEY_KINDS: Final[tuple[KeyKind, ...]] = get_args(KeyKind)
_OF_A_KEY: Final = ("key", "at", "signer", "signature")

_MEMBERS: Final[Mapping[Kind, tuple[str, ...]]] = {
    "commitment": ("game",),
    "deal": ("head",),
    "end": ("head",),
    "abort": ("head", "secret"),
    "withdrawal": ("secret",),
    "contest-deal": ("game", "head"),
    "contest-end": ("game", "head"),
    "contest-results": ("digest",),
}
"""The members of each kind, besides the commitment."""

_AFTER: Final[Mapping[Kind, Kind | None]] = {
    "commitment": None,
    "deal": "commitment",
    "end": "deal",
    "abort": "deal",
    "withdrawal": "commitment",
    "contest-deal": None,
    "contest-end": "contest-deal",
    "contest-results": None,
}
"""The kind of the game's entry before one of each kind."""

_HEX: Final = frozenset("0123456789abcdef")


class EntryRefused(ValueError):
    """Bytes that are not those of an entry. The message says why."""


class Entry(NamedTuple):
    """An entry. Values are 64 hex digits; None if the kind has no such value."""

    kind: Kind
    secret_commitment: str
    """The commitment to the secret of the game, which stands for the game."""
    game: str | None = None
    """A hash that binds the game's id (`bound_id`)."""
    head: str | None = None
    """The hash of the last event."""
    secret: str | None = None
    digest: str | None = None
    """The digest of the results of a contest."""

    @property
    def thread(self) -> tuple[str, str]:
        """What the entry is about: entries with the same thread are in order."""
        if self.kind == "contest-results":
            return self.secret_commitment, self.kind
        return self.secret_commitment, (self.game or "") if self.kind.startswith("contest-") else ""


def bound_id(commitment: str, game_id: str) -> str:
    """Return a hash that binds a game's id, such as `g_0192…`, to its commitment. It does not reveal the id."""
    return hashlib.sha256(b"hanabi-log/1 game\0" + bytes.fromhex(commitment) + game_id.encode()).hexdigest()


def leaf(entry: Entry) -> bytes:
    """Return the bytes of an entry in the log."""
    document = {name: getattr(entry, name) for name in ("secret_commitment", *_MEMBERS[entry.kind])}
    return canonical({"type": entry.kind, **document})


def key_leaf(event: KeyEvent) -> bytes:
    """Return the bytes of an entry about a key."""
    values = (event.key, event.at, event.by.key, event.by.signature)
    return canonical({"type": event.kind, **dict(zip(_OF_A_KEY, values, strict=True))})


def entry_of(raw: bytes) -> Entry | KeyEvent:
    """Return the entry with these bytes. Raises EntryRefused."""
    try:
        document = json.loads(raw)
    except (ValueError, RecursionError):
        raise EntryRefused("not JSON") from None
    if not isinstance(document, dict) or document.get("type") not in (*KINDS, *KEY_KINDS):
        raise EntryRefused("not an entry of a known type")
    values: dict[str, Any] = dict(document)
    if values["type"] in KEY_KINDS:
        return _key_event(values.pop("type"), values, raw)
    kind: Kind = values.pop("type")
    if set(values) != {"secret_commitment", *_MEMBERS[kind]} or not all(map(_is_hash, values.values())):
        raise EntryRefused(f"not the members of the type {kind}")
    entry = Entry(kind, **values)
    if leaf(entry) != raw:
        raise EntryRefused("not in canonical form")
    return entry


def _key_event(kind: KeyKind, values: dict[str, Any], raw: bytes) -> KeyEvent:
    if set(values) != set(_OF_A_KEY) or not all(isinstance(value, str) for value in values.values()):
        raise EntryRefused(f"not the members of the type {kind}")
    event = KeyEvent(kind, values["key"], values["at"], Signature(values["signer"], values["signature"]))
    if key_leaf(event) != raw:
        raise EntryRefused("not in canonical form")
    return event


def entries_of(record: Record, of_deck: str | None = None) -> list[Entry]:
    """Return the entries that the log has of a recorded game; an empty list for a game without a secret.

    `of_deck` is the commitment to the secret of the deck of a contest.
    """
    first, last = record.events[0].hash, record.events[-1].hash
    if of_deck is not None:
        game = bound_id(of_deck, record.id)
        return [Entry("contest-deal", of_deck, game=game, head=first), Entry("contest-end", of_deck, game, last)]
    if record.secret is None:
        return []
    commitment = deal_of(record.events[0].document).secret_commitment
    if record.result.outcome == "aborted":
        end = Entry("abort", commitment, head=last, secret=record.secret.hex())
    else:
        end = Entry("end", commitment, head=last)
    opened = Entry("commitment", commitment, game=bound_id(commitment, record.id))
    return [opened, Entry("deal", commitment, head=first), end]


class Audit(NamedTuple):
    """The result of reading a whole log."""

    games: Mapping[Kind, int]
    """The number of games by the kind of their last entry: a `commitment` is still open, and a `deal` runs.

    The deck of a contest counts as one that is open.
    """
    faults: list[tuple[int, str]]
    """The index of each wrong entry, with the reason in English."""
    keys: list[KeyEvent]
    """What was said about keys, in order."""


def audit(leaves: Iterable[bytes]) -> Audit:
    """Check all entries of a log, in order. Raises ImportError without the library `cryptography`."""
    last: dict[tuple[str, str], Kind] = {}
    keys: list[KeyEvent] = []
    faults = []
    for index, raw in enumerate(leaves):
        try:
            entry = entry_of(raw)
            if isinstance(entry, KeyEvent):
                _check_key(entry, keys)
                keys.append(entry)
            else:
                _check(entry, last.get(entry.thread))
                if entry.kind.startswith("contest-") and (entry.secret_commitment, "") not in last:
                    raise EntryRefused(f"{entry.kind} without the commitment to its deck")
                last[entry.thread] = entry.kind
        except EntryRefused as fault:
            faults.append((index, str(fault)))
    return Audit(Counter(last.values()), faults, keys)


def _check_key(entry: KeyEvent, before: list[KeyEvent]) -> None:
    """Check a signature, and that a key has one successor. The successor of a revoked key is not signed."""
    if not entry.is_signed:
        raise EntryRefused("the signature about a key is wrong")
    if entry.kind == "key" and any((event.kind, event.by.key) == ("key", entry.by.key) for event in before):
        raise EntryRefused("a second successor of the same key")


def _check(entry: Entry, before: Kind | None) -> None:
    if before != _AFTER[entry.kind]:
        where = "as the first entry of its game" if before is None else f"after the entry {before} of the same game"
        raise EntryRefused(f"{entry.kind} {where}")
    if entry.secret is not None and secret_commitment(bytes.fromhex(entry.secret)) != entry.secret_commitment:
        raise EntryRefused("the secret is not the one that was committed to")


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and len(value) == 64 and _HEX.issuperset(value)
