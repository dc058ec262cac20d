"""The record of a finished game: all there is to know of it in one document, to be kept, verified and played back.

Written, a record is JSON in the one form of RFC 8785, so that a game has one file, and closed by a digest of all the
rest. `docs/verification.md` specifies it. What has the form of a record may still tell a game that never was: whether
it is true is asked of `engine.proof.verify`.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, get_args

from engine.cards import CARDS, RANKS, SUITS, Card, code_of
from engine.codec import event_of, row_of_document
from engine.decide import MAX_TEXT_LENGTH
from engine.events import AbortReason, Log, Origin
from engine.outcome import Outcome, Reason
from engine.proof.chain import canonical
from engine.proof.deal import is_entropy
from engine.rules import EDITIONS, MAX_SEATS, MIN_SEATS, OPTIONS, RULESET
from engine.score import Result

__all__ = [
    "FORMAT",
    "Occurrence",
    "Record",
    "RecordRefused",
    "Remark",
    "Sitter",
    "as_json",
    "digest_of",
    "from_json",
    "read",
    "sealed",
    "write",
]

FORMAT: Final = "hanabi-record"
_RECORD: Final = 1
_MAX_NAME_LENGTH: Final = 100
_MAX_DEPTH: Final = 64
_MAX_INT: Final = 2**53 - 1
_MAX_IDLE_LIMIT_S: Final = 2**31 - 1


class RecordRefused(ValueError):
    """What is no record: a code, a JSON pointer to the first member at fault, and why."""

    def __init__(self, pointer: str, why: str, *, code: str = "malformed") -> None:
        super().__init__(f"{pointer}: {why}")
        self.pointer = pointer
        self.why = why
        self.code = code
        """`malformed`, or `not-canonical` for a record that is written in another way than the one way."""


class Sitter(NamedTuple):
    """Who held a seat; of a bot its id."""

    name: str
    bot: str | None


class Occurrence(NamedTuple):
    """An event in its public form (`engine.codec.document_of`), when it happened, and its hash in the chain."""

    document: Mapping[str, Any]
    at: str | None
    hash: str
    """64 hex digits."""


class Remark(NamedTuple):
    """What a seat said after the end: a remark, by its id, or a text."""

    seat: int
    remark: str | None
    text: str | None
    at: str | None


class Record(NamedTuple):
    """A finished game. Times are RFC 3339 in UTC, to the millisecond; hashes are hex digits."""

    id: str
    """As the service that wrote the record names the game."""
    sandbox: bool
    private: bool
    idle_limit_s: int
    source: Mapping[str, Any] | None
    """Where an imported game came from."""
    seats: tuple[Sitter, ...]
    deck: bytes
    salt: bytes
    secret: bytes | None
    """None for a deck that was given or imported, and in old games."""
    events: tuple[Occurrence, ...]
    messages: tuple[Remark, ...]
    result: Result
    created_at: str
    started_at: str | None
    finished_at: str
    digest: str
    """What the record says to be the digest of all the rest."""

    @property
    def log(self) -> Log:
        """The game, as far as it is played: the deck and the events."""
        return Log(self.deck, [event_of(*row_of_document(one.document)) for one in self.events])


def sealed(record: Record) -> Record:
    """Return a record with the digest that it should have."""
    return record._replace(digest=digest_of(record))


def digest_of(record: Record) -> str:
    """Return the digest of all of a record but its digest, as 64 hex digits."""
    document = as_json(record)
    del document["digest"]
    return hashlib.sha256(b"hanabi-record/1 digest\0" + canonical(document)).hexdigest()


def write(record: Record) -> bytes:
    """Return a record as the bytes of its file."""
    return canonical(as_json(record))


def read(raw: bytes) -> Record:
    """Return the record that a file holds; RecordRefused unless it is one, written in the one way."""
    try:
        document = json.loads(raw.decode())
    except (ValueError, RecursionError):  # a number may be too long to be read, a list nested too deeply
        raise RecordRefused("#", "is no JSON in UTF-8") from None
    record = from_json(document)
    if write(record) != raw:
        raise RecordRefused("#", "is not in the canonical form of RFC 8785", code="not-canonical")
    return record


def as_json(record: Record) -> dict[str, Any]:
    """Return a record as plain values."""
    return {
        "format": FORMAT,
        "record": _RECORD,
        "id": record.id,
        "sandbox": record.sandbox,
        "private": record.private,
        "idle_limit_s": record.idle_limit_s,
        "source": record.source,
        "seats": [sitter._asdict() for sitter in record.seats],
        "deck": [CARDS[code]._asdict() for code in record.deck],
        "salt": record.salt.hex(),
        "secret": None if record.secret is None else record.secret.hex(),
        "events": [{**one.document, "at": one.at, "hash": one.hash} for one in record.events],
        "messages": [remark._asdict() for remark in record.messages],
        "result": record.result._asdict(),
        "created_at": record.created_at,
        "started_at": record.started_at,
        "finished_at": record.finished_at,
        "digest": record.digest,
    }


def from_json(document: object) -> Record:
    """Return the record that parsed JSON holds; RecordRefused points to the first member that a record has not so."""
    _plain(document)
    members = _object(document, "#", _MEMBERS)
    for name, wanted in (("format", FORMAT), ("record", _RECORD)):
        if type(members[name]) is not type(wanted) or members[name] != wanted:
            raise RecordRefused(f"#/{name}", f"must be {json.dumps(wanted)}")
    seats = _list(members["seats"], "#/seats", _sitter)
    if not MIN_SEATS <= len(seats) <= MAX_SEATS:
        raise RecordRefused("#/seats", f"must be {MIN_SEATS} to {MAX_SEATS}")
    return Record(
        _game_id(members["id"], "#/id"),
        _flag(members["sandbox"], "#/sandbox"),
        _flag(members["private"], "#/private"),
        _number(0, _MAX_IDLE_LIMIT_S)(members["idle_limit_s"], "#/idle_limit_s"),
        _or_null(_mapping)(members["source"], "#/source"),
        seats,
        bytes(_list(members["deck"], "#/deck", _card)),
        bytes.fromhex(_hash(members["salt"], "#/salt")),
        None if members["secret"] is None else bytes.fromhex(_hash(members["secret"], "#/secret")),
        _events(members["events"], len(seats)),
        _list(members["messages"], "#/messages", lambda value, where: _remark(value, where, len(seats))),
        _result(members["result"], "#/result"),
        _time(members["created_at"], "#/created_at"),
        _or_null(_time)(members["started_at"], "#/started_at"),
        _time(members["finished_at"], "#/finished_at"),
        _hash(members["digest"], "#/digest"),
    )


_MEMBERS: Final = (
    *("format", "record", "id", "sandbox", "private", "idle_limit_s", "source", "seats", "deck", "salt", "secret"),
    *("events", "messages", "result", "created_at", "started_at", "finished_at", "digest"),
)

# A check takes a value and the pointer to it, and returns the value as it is kept.
Check = Callable[[Any, str], Any]


def _plain(document: object) -> None:
    """Refuse what has more than one form in JSON, or none that can be stored: fractions, NUL, halves of pairs."""
    waiting: list[tuple[object, str, int]] = [(document, "#", 0)]
    while waiting:
        value, where, depth = waiting.pop()
        if depth > _MAX_DEPTH:
            raise RecordRefused("#", f"is nested more than {_MAX_DEPTH} deep")
        match value:
            case str():
                _storable(value, where)
            case bool() | None:
                pass
            case int():
                if abs(value) > _MAX_INT:
                    raise RecordRefused(where, "must be a whole number of at most 53 bits")
            case list():
                waiting += [(inner, f"{where}/{place}", depth + 1) for place, inner in enumerate(value)]
            case dict():
                for name, inner in value.items():
                    if not name.isascii() or "\0" in name:
                        raise RecordRefused(where, "has a member whose name is not of ASCII")
                    waiting.append((inner, f"{where}/{name.replace('~', '~0').replace('/', '~1')}", depth + 1))
            case _:
                raise RecordRefused(where, "must be a whole number")


def _storable(text: str, where: str) -> None:
    if "\0" in text:
        raise RecordRefused(where, "must not hold a NUL")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise RecordRefused(where, "must not hold half of a surrogate pair") from None


def _mapping(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecordRefused(where, "must be an object")
    return value


def _object(value: object, where: str, names: Sequence[str]) -> dict[str, Any]:
    members = _mapping(value, where)
    for name in names:
        if name not in members:
            raise RecordRefused(where, f"has no {name}")
    for name in members:
        if name not in names:
            raise RecordRefused(where, f"has a member {name!r}, which is not known here")
    return members


def _list(value: object, where: str, each: Check) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise RecordRefused(where, "must be a list")
    return tuple([each(inner, f"{where}/{place}") for place, inner in enumerate(value)])


def _listed(each: Check) -> Check:
    return lambda value, where: _list(value, where, each)


def _or_null(check: Check) -> Check:
    return lambda value, where: None if value is None else check(value, where)


def _flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise RecordRefused(where, "must be true or false")
    return value


def _number(low: int, high: int) -> Check:
    def check(value: object, where: str) -> int:
        if type(value) is not int or not low <= value <= high:
            raise RecordRefused(where, f"must be a whole number from {low} to {high}")
        return value

    return check


def _one_of(words: Sequence[str]) -> Check:
    def check(value: object, where: str) -> str:
        if not isinstance(value, str) or value not in words:
            raise RecordRefused(where, f"must be one of {', '.join(words)}")
        return value

    return check


def _text(low: int, high: int) -> Check:
    def check(value: object, where: str) -> str:
        if not isinstance(value, str) or not low <= len(value) <= high:
            raise RecordRefused(where, f"must be a text of {low} to {high} characters")
        return value

    return check


def _like(pattern: str, said: str) -> Check:
    form = re.compile(pattern, re.ASCII)

    def check(value: object, where: str) -> str:
        if not isinstance(value, str) or form.fullmatch(value) is None:
            raise RecordRefused(where, f"must be {said}")
        return value

    return check


_hash: Final = _like(r"[0-9a-f]{64}", "64 hexadecimal digits")
_game_id: Final = _like(r"g_[0-9a-f]{32}", "the id of a game")
_bot: Final = _like(r"[a-z0-9_-]{1,50}", "the id of a bot")
_remark_id: Final = _like(r"[a-z0-9_-]{1,50}", "the id of a remark")
_moment: Final = _like(
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z",
    "a time as 2026-11-21T12:00:00.000Z",
)
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _time(value: object, where: str) -> str:
    text: str = _moment(value, where)
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:10])
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if year == 0 or day > _DAYS[month - 1] + leap:
        raise RecordRefused(where, "must be a day of the calendar")
    return text


def _entropy(value: object, where: str) -> str:
    if not isinstance(value, str) or not is_entropy(value):
        raise RecordRefused(where, "must be 1 to 64 printable characters of ASCII")
    return value


def _card(value: object, where: str) -> int:
    members = _object(value, where, ("suit", "rank"))
    suit = _one_of(SUITS)(members["suit"], f"{where}/suit")
    return code_of(Card(suit, _number(RANKS[0], RANKS[-1])(members["rank"], f"{where}/rank")))


def _sitter(value: object, where: str) -> Sitter:
    members = _object(value, where, Sitter._fields)
    name = _text(1, _MAX_NAME_LENGTH)(members["name"], f"{where}/name")
    return Sitter(name, _or_null(_bot)(members["bot"], f"{where}/bot"))


def _remark(value: object, where: str, seats: int) -> Remark:
    members = _object(value, where, Remark._fields)
    seat = _number(0, seats - 1)(members["seat"], f"{where}/seat")
    _said(members, where)
    return Remark(seat, members["remark"], members["text"], _or_null(_time)(members["at"], f"{where}/at"))


def _said(members: Mapping[str, Any], where: str) -> None:
    _or_null(_remark_id)(members["remark"], f"{where}/remark")
    _or_null(_text(0, MAX_TEXT_LENGTH))(members["text"], f"{where}/text")
    if (members["remark"] is None) == (members["text"] is None):
        raise RecordRefused(where, "must hold either a remark or a text")


def _result(value: object, where: str) -> Result:
    members = _object(value, where, Result._fields)
    return Result(
        _one_of(get_args(Outcome))(members["outcome"], f"{where}/outcome"),
        _one_of(get_args(Reason))(members["reason"], f"{where}/reason"),
        _or_null(_number(0, 30))(members["score"], f"{where}/score"),
        _number(0, 30)(members["table_points"], f"{where}/table_points"),
        _or_null(_text(1, 5))(members["band"], f"{where}/band"),
    )


def _events(value: object, seats: int) -> tuple[Occurrence, ...]:
    events = _list(value, "#/events", lambda event, where: _event(event, where, seats))
    if not events or events[0].document["type"] != "deal":
        raise RecordRefused("#/events", "must begin with the deal")
    for version, one in enumerate(events[1:], 1):
        if one.document["type"] == "deal":
            raise RecordRefused(f"#/events/{version}", "must not be a second deal")
    return events


def _event(value: object, where: str, seats: int) -> Occurrence:
    members = _mapping(value, where)
    kind = _one_of(("deal", *_SHAPES))(members.get("type"), f"{where}/type")
    checks = _deal_checks(members, where) if kind == "deal" else _SHAPES[kind]
    if kind == "clue":
        checks = {**checks, **(_COLORED if "color" in members else _RANKED)}
    _object(value, where, ("type", "at", "hash", *checks))
    for name, check in checks.items():
        check(members[name], f"{where}/{name}")
    if kind == "deal":
        _deal(members, where, seats)
    elif kind == "message":
        _said(members, where)
    if members.get("seat", 0) >= seats:
        raise RecordRefused(f"{where}/seat", f"must be a seat of the game, 0 to {seats - 1}")
    document = {name: members[name] for name in ("type", *checks)}
    return Occurrence(document, _or_null(_time)(members["at"], f"{where}/at"), _hash(members["hash"], f"{where}/hash"))


_a_seat: Final = _number(0, MAX_SEATS - 1)
_a_card: Final = _number(0, 59)
_a_suit: Final = _one_of(SUITS)

# By type of event: its members beside `type`, `at` and `hash`.
_SHAPES: Final[Mapping[str, Mapping[str, Check]]] = {
    "play": {"seat": _a_seat, "card": _a_card, "declared_color": _or_null(_a_suit)},
    "discard": {"seat": _a_seat, "card": _a_card},
    "clue": {"seat": _a_seat, "target": _a_seat},
    "reorder": {"seat": _a_seat, "cards": _listed(_a_card)},
    "message": {"seat": _a_seat, "remark": _or_null(_remark_id), "text": _or_null(_text(0, MAX_TEXT_LENGTH))},
    "abort_vote": {"seat": _a_seat},
    "abort_vote_withdrawn": {"seat": _a_seat},
    "abort": {"reason": _one_of(get_args(AbortReason))},
}
_COLORED: Final = {"color": _a_suit}
_RANKED: Final = {"rank": _number(RANKS[0], RANKS[-1])}


def _deal_checks(members: Mapping[str, Any], where: str) -> Mapping[str, Check]:
    checks: dict[str, Check] = {
        "rules": _mapping,
        "seats": _number(MIN_SEATS, MAX_SEATS),
        "starting_seat": _a_seat,
        "commitment": _hash,
        "ruleset": _number(1, RULESET),
    }
    if "origin" in members:  # the first games were dealt without
        checks["origin"] = _one_of(get_args(Origin))
    if members.get("origin") == "shuffled":
        checks |= {"secret_commitment": _hash, "entropies": _listed(_or_null(_entropy))}
    return checks


def _deal(deal: Mapping[str, Any], where: str, seats: int) -> None:
    if deal["seats"] != seats:
        raise RecordRefused(f"{where}/seats", f"must be {seats}, as many as there are")
    if deal["starting_seat"] >= seats:
        raise RecordRefused(f"{where}/starting_seat", f"must be a seat of the game, 0 to {seats - 1}")
    if len(deal.get("entropies", range(seats))) != seats:
        raise RecordRefused(f"{where}/entropies", "must hold one entry a seat")
    _rules(deal["rules"], f"{where}/rules", seats)


def _rules(rules: Mapping[str, Any], where: str, seats: int) -> None:
    """Options that the log is too old to have may be missing; those that nobody here knows could mean anything."""
    for name, value in rules.items():
        if name == "edition":
            _one_of(tuple(EDITIONS))(value, f"{where}/edition")
        elif name not in OPTIONS:
            raise RecordRefused(where, f"has an option {name!r}, which is not known here")
        elif name == "finale_loss" and rules.get("ending") != "grand_finale":
            if value is not None:
                raise RecordRefused(f"{where}/{name}", "has a meaning only with ending grand_finale")
        elif not OPTIONS[name].allows(value):
            raise RecordRefused(f"{where}/{name}", "is no value of this option")
    start = rules.get("starting_seat", "random")
    if isinstance(start, int) and start >= seats:
        raise RecordRefused(f"{where}/starting_seat", f"must be a seat of the game, 0 to {seats - 1}, or random")
    if rules.get("ending") == "grand_finale" and "finale_loss" not in rules:
        raise RecordRefused(where, "has ending grand_finale and no finale_loss")
