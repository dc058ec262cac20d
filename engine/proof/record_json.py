"""Reading and writing of records as canonical JSON (RFC 8785).

The canonical form gives each game exactly one file. `docs/verification.md` specifies it. Record 2 has a core, which
never changes after the end of the game and is signed. Record 1 is the form of games whose hash chain has no times.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final, get_args

from engine.cards import Card
from engine.codec import CHAIN, deal_of
from engine.proof.chain import canonical
from engine.proof.record import Record, RecordedMessage, RecordedSeat
from engine.proof.record_checks import (
    RecordRefused,
    a_bot_id,
    a_flag,
    a_game_id,
    a_hash,
    a_list,
    a_mapping,
    a_number,
    a_signature,
    a_text,
    a_time,
    an_object,
    check_plain,
    one_of,
    or_null,
)
from engine.proof.record_events import check_message, events_of
from engine.rules import MAX_SEATS, MIN_SEATS, Palette
from engine.score import Outcome, Reason, Result
from engine.wording import N_

FORMAT: Final = "hanabi-record"
_MAX_NAME_LENGTH: Final = 100
"""The maximum in old records. The service imports names of at most 40 characters."""
_ADVISED_NAME_LENGTH: Final = (1, 40)
_MAX_IDLE_LIMIT_S: Final = 2**31 - 1


def sealed(record: Record) -> Record:
    """Return a record with the digest of its content."""
    return record._replace(digest=digest_of(record))


def digest_of(record: Record) -> str:
    """Return the digest of a record's content, as 64 hex digits."""
    document = as_json(record)
    del document["digest"]
    return hashlib.sha256(b"hanabi-record/%d digest\0" % document["record"] + canonical(document)).hexdigest()


def core_digest_of(record: Record) -> str:
    """Return the digest of a record's core, as 64 hex digits. The record must be of a game with chain 3."""
    return hashlib.sha256(b"hanabi-record/2 core\0" + canonical(_core(record))).hexdigest()


def signed_content(record: Record) -> dict[str, Any]:
    """Return the document of type `hanabi/record` that the service signs for a game with chain 3."""
    return {"game": record.events[0].document["game"], "digest": core_digest_of(record)}


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
        raise RecordRefused("#", N_("is not JSON in UTF-8")) from None
    return from_json(document)


def _members_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the members of an object. Parsers differ in which of two members of one name they take."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise RecordRefused("#", N_("has an object with two members of one name"))
    return members


def as_json(record: Record) -> dict[str, Any]:
    """Return a record as plain values."""
    outside = {
        "format": FORMAT,
        "id": record.id,
        "private": record.private,
        "source": record.source,
        "messages": [message._asdict() for message in record.messages],
        "digest": record.digest,
    }
    if record.has_core:
        signature = None if record.signature is None else record.signature._asdict()
        names = [seat.name for seat in record.seats]
        return {**outside, "record": 2, "core": _core(record), "signature": signature, "names": names}
    seats = [seat._asdict() for seat in record.seats]
    ends = {"started_at": record.started_at, "finished_at": record.finished_at}
    return {**outside, **_core(record), **ends, "record": 1, "seats": seats}


def _core(record: Record) -> dict[str, Any]:
    return {
        "sandbox": record.sandbox,
        "idle_limit_s": record.idle_limit_s,
        "deck": [record.palette.cards[code]._asdict() for code in record.deck],
        "salt": record.salt.hex(),
        "secret": None if record.secret is None else record.secret.hex(),
        "events": [{**event.document, "at": event.at, "hash": event.hash} for event in record.events],
        "result": record.result._asdict(),
        "created_at": record.created_at,
    }


def from_json(document: object) -> Record:
    """Return the record in parsed JSON.

    Raises RecordRefused, with a pointer to the first faulty member, if the document is not a valid record.
    """
    check_plain(document)
    found = a_mapping(document, "#")
    version = a_number(1, 2)(found.get("record"), "#/record")
    members = an_object(found, "#", _MEMBERS if version == 2 else (*_MEMBERS_1, *_CORE))
    if members["format"] != FORMAT:
        raise RecordRefused("#/format", N_("must be {value}", value=json.dumps(FORMAT)))
    return _from_json_2(members) if version == 2 else _from_json_1(members)


_OUTSIDE: Final = ("format", "record", "id", "private", "source", "messages", "digest")
_CORE: Final = ("sandbox", "idle_limit_s", "deck", "salt", "secret", "events", "result", "created_at")
_MEMBERS: Final = (*_OUTSIDE, "core", "signature", "names")
_MEMBERS_1: Final = (*_OUTSIDE, "seats", "started_at", "finished_at")


def _from_json_1(members: Mapping[str, Any]) -> Record:
    seats = a_list(members["seats"], "#/seats", _seat)
    _check_seats(len(seats), "#/seats")
    values = {**_outside(members, len(seats)), **_core_values(members, "#", len(seats), 2)}
    return Record(
        seats=seats,
        started_at=or_null(a_time)(members["started_at"], "#/started_at"),
        finished_at=a_time(members["finished_at"], "#/finished_at"),
        **values,
    )


def _from_json_2(members: Mapping[str, Any]) -> Record:
    name = a_text(1, _MAX_NAME_LENGTH, _ADVISED_NAME_LENGTH)
    names = a_list(members["names"], "#/names", name)
    _check_seats(len(names), "#/names")
    core = an_object(members["core"], "#/core", _CORE)
    values = {**_outside(members, len(names)), **_core_values(core, "#/core", len(names), CHAIN)}
    first, last = values["events"][0], values["events"][-1]
    if members["source"] is None and members["id"] != first.document["game"]:
        raise RecordRefused("#/id", N_("must be the game of the deal"))
    return Record(
        seats=tuple(map(RecordedSeat, names, first.document["bots"])),
        started_at=first.at,
        finished_at=last.at,
        signature=or_null(a_signature)(members["signature"], "#/signature"),
        **values,
    )


def _check_seats(seats: int, where: str) -> None:
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise RecordRefused(where, N_("must be {low} to {high}", low=MIN_SEATS, high=MAX_SEATS))


def _outside(members: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return the values of a record that both forms have outside of the core."""
    return {
        "id": a_game_id(members["id"], "#/id"),
        "private": a_flag(members["private"], "#/private"),
        "source": or_null(a_mapping)(members["source"], "#/source"),
        "messages": a_list(members["messages"], "#/messages", lambda value, where: _message(value, where, seats)),
        "digest": a_hash(members["digest"], "#/digest"),
    }


def _core_values(core: Mapping[str, Any], where: str, seats: int, chain: int) -> dict[str, Any]:
    """Return the values of a core, from the members with a JSON pointer."""
    events = events_of(core["events"], f"{where}/events", seats, chain)
    palette = deal_of(events[0].document).rules.palette
    secret = or_null(a_hash)(core["secret"], f"{where}/secret")
    return {
        "sandbox": a_flag(core["sandbox"], f"{where}/sandbox"),
        "idle_limit_s": a_number(0, _MAX_IDLE_LIMIT_S)(core["idle_limit_s"], f"{where}/idle_limit_s"),
        "deck": bytes(a_list(core["deck"], f"{where}/deck", lambda value, place: _card(value, place, palette))),
        "salt": bytes.fromhex(a_hash(core["salt"], f"{where}/salt")),
        "secret": None if secret is None else bytes.fromhex(secret),
        "events": events,
        "result": _result(core["result"], f"{where}/result"),
        "created_at": a_time(core["created_at"], f"{where}/created_at"),
    }


def _card(value: object, where: str, palette: Palette) -> int:
    members = an_object(value, where, ("suit", "rank"))
    suit = one_of(palette.suits)(members["suit"], f"{where}/suit")
    rank = a_number(palette.ranks[0], palette.ranks[-1])(members["rank"], f"{where}/rank")
    if Card(suit, rank) not in palette.codes:
        raise RecordRefused(f"{where}/rank", N_("is not a rank of this game"))
    return palette.codes[Card(suit, rank)]


def _seat(value: object, where: str) -> RecordedSeat:
    members = an_object(value, where, RecordedSeat._fields)
    name = a_text(1, _MAX_NAME_LENGTH, _ADVISED_NAME_LENGTH)(members["name"], f"{where}/name")
    return RecordedSeat(name, or_null(a_bot_id)(members["bot"], f"{where}/bot"))


def _message(value: object, where: str, seats: int) -> RecordedMessage:
    members = an_object(value, where, RecordedMessage._fields)
    seat = a_number(0, seats - 1)(members["seat"], f"{where}/seat")
    check_message(members, where)
    return RecordedMessage(seat, members["remark"], members["text"], or_null(a_time)(members["at"], f"{where}/at"))


def _result(value: object, where: str) -> Result:
    members = an_object(value, where, Result._fields)
    return Result(
        outcome=one_of(get_args(Outcome))(members["outcome"], f"{where}/outcome"),
        reason=one_of(get_args(Reason))(members["reason"], f"{where}/reason"),
        score=or_null(a_number(0, 30))(members["score"], f"{where}/score"),
        table_points=a_number(0, 30)(members["table_points"], f"{where}/table_points"),
        band=or_null(a_text(1, 5))(members["band"], f"{where}/band"),
    )
