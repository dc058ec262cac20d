"""Reading and writing of records as canonical JSON (RFC 8785).

The canonical form gives each game exactly one file. `docs/verification.md` specifies it.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final, get_args

from engine.cards import COLORS, RANKS, Card
from engine.codec import deal_of
from engine.commands import Orientation
from engine.decide import MAX_TEXT_LENGTH
from engine.events import AbortReason, Origin
from engine.proof.chain import canonical
from engine.proof.record import Record, RecordedEvent, RecordedMessage, RecordedSeat
from engine.proof.record_checks import (
    Check,
    RecordRefused,
    a_bot_id,
    a_flag,
    a_game_id,
    a_hash,
    a_list,
    a_mapping,
    a_number,
    a_remark_id,
    a_text,
    a_time,
    an_entropy,
    an_object,
    check_contributions,
    check_plain,
    list_of,
    one_of,
    or_null,
)
from engine.rules import EDITIONS, MAX_SEATS, MIN_SEATS, OPTIONS, RULESET, SIX_SEATS_EDITION, Palette, seats_fit
from engine.rules.variants import SAME_AS, VARIANTS
from engine.score import Outcome, Reason, Result

__all__ = ["FORMAT", "as_json", "digest_of", "from_json", "read", "sealed", "write"]

FORMAT: Final = "hanabi-record"
_RECORD: Final = 1
_MAX_NAME_LENGTH: Final = 100
"""The maximum in old records. The service imports names of at most 40 characters."""
_ADVISED_NAME_LENGTH: Final = "1 to 40"
_a_message: Final = a_text(0, MAX_TEXT_LENGTH, f"1 to {MAX_TEXT_LENGTH}")
"""A message is never empty in a game here, and the service imports none that is."""
_MAX_IDLE_LIMIT_S: Final = 2**31 - 1


def sealed(record: Record) -> Record:
    """Return a record with the digest of its content."""
    return record._replace(digest=digest_of(record))


def digest_of(record: Record) -> str:
    """Return the digest of a record's content, as 64 hex digits."""
    document = as_json(record)
    del document["digest"]
    return hashlib.sha256(b"hanabi-record/1 digest\0" + canonical(document)).hexdigest()


def write(record: Record) -> bytes:
    """Return a record as the content of a file."""
    return canonical(as_json(record))


def read(raw: bytes) -> Record:
    """Return the record in a file, in any JSON form; `write` returns the canonical one.

    Raises RecordRefused unless the file has a record, also for an object with two members of one name.
    """
    try:
        document = json.loads(raw.decode(), object_pairs_hook=_members_once)
    except RecordRefused:
        raise
    except (ValueError, RecursionError):  # RecursionError for a deeply nested document
        raise RecordRefused("#", "is no JSON in UTF-8") from None
    return from_json(document)


def _members_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the members of an object. Parsers differ in which of two members of one name they take."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise RecordRefused("#", "has an object with two members of one name")
    return members


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
        "seats": [seat._asdict() for seat in record.seats],
        "deck": [record.palette.cards[code]._asdict() for code in record.deck],
        "salt": record.salt.hex(),
        "secret": None if record.secret is None else record.secret.hex(),
        "events": [{**event.document, "at": event.at, "hash": event.hash} for event in record.events],
        "messages": [message._asdict() for message in record.messages],
        "result": record.result._asdict(),
        "created_at": record.created_at,
        "started_at": record.started_at,
        "finished_at": record.finished_at,
        "digest": record.digest,
    }


def from_json(document: object) -> Record:
    """Return the record in parsed JSON.

    Raises RecordRefused, with a pointer to the first faulty member, if the document is not a valid record.
    """
    check_plain(document)
    members = an_object(document, "#", _MEMBERS)
    for name, expected in (("format", FORMAT), ("record", _RECORD)):
        if type(members[name]) is not type(expected) or members[name] != expected:
            raise RecordRefused(f"#/{name}", f"must be {json.dumps(expected)}")
    seats = a_list(members["seats"], "#/seats", _seat)
    if not MIN_SEATS <= len(seats) <= MAX_SEATS:
        raise RecordRefused("#/seats", f"must be {MIN_SEATS} to {MAX_SEATS}")
    events = _events(members["events"], len(seats))
    palette = deal_of(events[0].document).rules.palette
    return Record(
        id=a_game_id(members["id"], "#/id"),
        sandbox=a_flag(members["sandbox"], "#/sandbox"),
        private=a_flag(members["private"], "#/private"),
        idle_limit_s=a_number(0, _MAX_IDLE_LIMIT_S)(members["idle_limit_s"], "#/idle_limit_s"),
        source=or_null(a_mapping)(members["source"], "#/source"),
        seats=seats,
        deck=bytes(a_list(members["deck"], "#/deck", lambda value, where: _card(value, where, palette))),
        salt=bytes.fromhex(a_hash(members["salt"], "#/salt")),
        secret=None if members["secret"] is None else bytes.fromhex(a_hash(members["secret"], "#/secret")),
        events=events,
        messages=a_list(members["messages"], "#/messages", lambda value, where: _message(value, where, len(seats))),
        result=_result(members["result"], "#/result"),
        created_at=a_time(members["created_at"], "#/created_at"),
        started_at=or_null(a_time)(members["started_at"], "#/started_at"),
        finished_at=a_time(members["finished_at"], "#/finished_at"),
        digest=a_hash(members["digest"], "#/digest"),
    )


_MEMBERS: Final = (
    *("format", "record", "id", "sandbox", "private", "idle_limit_s", "source", "seats", "deck", "salt", "secret"),
    *("events", "messages", "result", "created_at", "started_at", "finished_at", "digest"),
)


def _card(value: object, where: str, palette: Palette) -> int:
    members = an_object(value, where, ("suit", "rank"))
    suit = one_of(palette.suits)(members["suit"], f"{where}/suit")
    rank = a_number(palette.ranks[0], palette.ranks[-1])(members["rank"], f"{where}/rank")
    if Card(suit, rank) not in palette.codes:
        raise RecordRefused(f"{where}/rank", "is no rank of this game")
    return palette.codes[Card(suit, rank)]


def _seat(value: object, where: str) -> RecordedSeat:
    members = an_object(value, where, RecordedSeat._fields)
    name = a_text(1, _MAX_NAME_LENGTH, _ADVISED_NAME_LENGTH)(members["name"], f"{where}/name")
    return RecordedSeat(name, or_null(a_bot_id)(members["bot"], f"{where}/bot"))


def _message(value: object, where: str, seats: int) -> RecordedMessage:
    members = an_object(value, where, RecordedMessage._fields)
    seat = a_number(0, seats - 1)(members["seat"], f"{where}/seat")
    _check_message(members, where)
    return RecordedMessage(seat, members["remark"], members["text"], or_null(a_time)(members["at"], f"{where}/at"))


def _check_message(members: Mapping[str, Any], where: str) -> None:
    or_null(a_remark_id)(members["remark"], f"{where}/remark")
    or_null(_a_message)(members["text"], f"{where}/text")
    if (members["remark"] is None) == (members["text"] is None):
        raise RecordRefused(where, "must hold either a remark or a text")


def _result(value: object, where: str) -> Result:
    members = an_object(value, where, Result._fields)
    return Result(
        outcome=one_of(get_args(Outcome))(members["outcome"], f"{where}/outcome"),
        reason=one_of(get_args(Reason))(members["reason"], f"{where}/reason"),
        score=or_null(a_number(0, 30))(members["score"], f"{where}/score"),
        table_points=a_number(0, 30)(members["table_points"], f"{where}/table_points"),
        band=or_null(a_text(1, 5))(members["band"], f"{where}/band"),
    )


def _events(value: object, seats: int) -> tuple[RecordedEvent, ...]:
    events = a_list(value, "#/events", lambda event, where: _event(event, where, seats))
    if not events or events[0].document["type"] != "deal":
        raise RecordRefused("#/events", "must begin with the deal")
    for version, event in enumerate(events[1:], 1):
        if event.document["type"] == "deal":
            raise RecordRefused(f"#/events/{version}", "must not be a second deal")
    return events


def _event(value: object, where: str, seats: int) -> RecordedEvent:
    members = a_mapping(value, where)
    kind = one_of(("deal", *_SHAPES))(members.get("type"), f"{where}/type")
    checks = _deal_checks(members, where) if kind == "deal" else _SHAPES[kind]
    if kind == "clue":
        checks = {**checks, **(_COLORED if "color" in members else _RANKED)}
    elif kind == "message" and "cards" in members:
        checks = {**checks, "cards": _some_cards}
    an_object(value, where, ("type", "at", "hash", *checks))
    for name, check in checks.items():
        check(members[name], f"{where}/{name}")
    if kind == "deal":
        _check_deal(members, where, seats)
    elif kind == "message":
        _check_message(members, where)
    if members.get("seat", 0) >= seats:
        raise RecordRefused(f"{where}/seat", f"must be a seat of the game, 0 to {seats - 1}")
    document = {name: members[name] for name in ("type", *checks)}
    return RecordedEvent(
        document, or_null(a_time)(members["at"], f"{where}/at"), a_hash(members["hash"], f"{where}/hash")
    )


_a_seat: Final = a_number(0, MAX_SEATS - 1)
_a_card: Final = a_number(0, 59)
_a_color: Final = one_of(COLORS)


def _some_cards(value: object, where: str) -> None:
    if not a_list(value, where, _a_card):
        raise RecordRefused(where, "must not be empty")


# The members of each type of event, in addition to `type`, `at` and `hash`. Clues also have a color or a rank.
_SHAPES: Final[Mapping[str, Mapping[str, Check]]] = {
    "play": {"seat": _a_seat, "card": _a_card, "declared_color": or_null(_a_color)},
    "discard": {"seat": _a_seat, "card": _a_card},
    "clue": {"seat": _a_seat, "target": _a_seat},
    "reorder": {"seat": _a_seat, "cards": list_of(_a_card)},
    "turn_cards": {"seat": _a_seat, "cards": list_of(_a_card), "orientation": one_of(get_args(Orientation))},
    "message": {"seat": _a_seat, "remark": or_null(a_remark_id), "text": or_null(_a_message)},
    "abort_vote": {"seat": _a_seat},
    "abort_vote_withdrawn": {"seat": _a_seat},
    "abort": {"reason": one_of(get_args(AbortReason))},
}
_COLORED: Final = {"color": _a_color}
_RANKED: Final = {"rank": a_number(RANKS[0], RANKS[-1])}


def _deal_checks(members: Mapping[str, Any], where: str) -> Mapping[str, Check]:
    checks: dict[str, Check] = {
        "rules": a_mapping,
        "seats": a_number(MIN_SEATS, MAX_SEATS),
        "starting_seat": _a_seat,
        "commitment": a_hash,
        "ruleset": a_number(1, RULESET),
    }
    if "origin" in members:  # missing in old games
        checks["origin"] = one_of(get_args(Origin))
    if members.get("origin") == "shuffled":
        checks |= {"secret_commitment": a_hash, "entropies": list_of(or_null(an_entropy))}
        if "entropy_commitments" in members:  # missing unless a seat gave one
            checks |= dict.fromkeys(("entropy_commitments", "reveals"), list_of(or_null(a_hash)))
    return checks


def _check_deal(deal: Mapping[str, Any], where: str, seats: int) -> None:
    if deal["seats"] != seats:
        raise RecordRefused(f"{where}/seats", f"must be {seats}, as many as there are")
    if deal["starting_seat"] >= seats:
        raise RecordRefused(f"{where}/starting_seat", f"must be a seat of the game, 0 to {seats - 1}")
    for name in ("entropies", "entropy_commitments", "reveals"):
        if len(deal.get(name, range(seats))) != seats:
            raise RecordRefused(f"{where}/{name}", "must hold one entry a seat")
    if "entropy_commitments" in deal:
        check_contributions(deal, where)
    _check_rules(deal["rules"], f"{where}/rules", seats)


def _check_rules(rules: Mapping[str, Any], where: str, seats: int) -> None:
    """Refuse unknown options and values. Options newer than the log may be missing."""
    for name, value in rules.items():
        if name == "edition":
            one_of(tuple(EDITIONS))(value, f"{where}/edition")
        elif name == "variant":
            if value is not None and (value not in VARIANTS or value in SAME_AS):
                raise RecordRefused(f"{where}/{name}", "is no variant")
        elif name not in OPTIONS:
            raise RecordRefused(where, f"has an option {name!r}, which is not known here")
        elif name == "finale_loss" and rules.get("ending") != "grand_finale":
            if value is not None:
                raise RecordRefused(f"{where}/{name}", "has a meaning only with ending grand_finale")
        elif name == "multicolor" and (value == "variant") != (rules.get("variant") is not None):
            raise RecordRefused(f"{where}/{name}", "must be variant with a variant, and only then")
        elif value != "variant" and not OPTIONS[name].allows(value):
            raise RecordRefused(f"{where}/{name}", "is no value of this option")
    if not seats_fit(rules.get("edition", "de"), seats):
        raise RecordRefused(f"{where}/edition", f"must be {SIX_SEATS_EDITION} for {seats} seats")
    start = rules.get("starting_seat", "random")
    if isinstance(start, int) and start >= seats:
        raise RecordRefused(f"{where}/starting_seat", f"must be a seat of the game, 0 to {seats - 1}, or random")
    if rules.get("ending") == "grand_finale" and "finale_loss" not in rules:
        raise RecordRefused(where, "has ending grand_finale and no finale_loss")
