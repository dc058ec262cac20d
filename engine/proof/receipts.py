"""Receipts, which the service signs while a game is played, and their comparison with the record of the game.

A receipt is a JSON object with the members of its signed document, its type, and the signature.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from engine.proof.deal import holder
from engine.proof.record import Record
from engine.proof.record_checks import (
    Check,
    RecordRefused,
    a_flag,
    a_game_id,
    a_hash,
    a_mapping,
    a_number,
    a_signature,
    a_time,
    an_entropy,
    an_object,
    list_of,
    one_of,
    or_null,
)
from engine.proof.signatures import Signature, SignedType, is_signed

_MAX_SIZE: Final = 2**53 - 1


def _log_point(value: object, where: str) -> dict[str, Any]:
    """Return the size and the root of the log of commitments."""
    members = an_object(value, where, ("size", "root"))
    return {
        "size": a_number(0, _MAX_SIZE)(members["size"], f"{where}/size"),
        "root": a_hash(members["root"], f"{where}/root"),
    }


_MAX_VERSION: Final = 2**31 - 1
_OPENING: Final = {"game": a_game_id, "secret_commitment": or_null(a_hash), "at": a_time}
_CONTRIBUTIONS: Final = {
    "seat": or_null(a_number(0, 5)),
    "entropies": list_of(or_null(an_entropy)),
    "entropy_commitments": list_of(or_null(a_hash)),
    "reveal_until": or_null(a_time),
}
"""Members of an opening. Releases before 0.2.0 wrote none of them."""
_RECEIPT: Final = {"game": a_game_id, "version": a_number(0, _MAX_VERSION), "head": or_null(a_hash), "at": a_time}
_SETTINGS: Final = {"sandbox": a_flag, "idle_limit_s": a_number(0, _MAX_VERSION)}
"""Members of both. Release 0.2.0 did not write them."""
_LOG: Final = {"log": or_null(_log_point)}
"""A member of both. Releases before 0.2.0 did not write it."""
_OPENED: Final = "hanabi/opening"
_MEMBERS: Final[Mapping[str, Mapping[str, Check]]] = {_OPENED: _OPENING, "hanabi/receipt": _RECEIPT}


def version_of_head(record: Record, head: str) -> int | None:
    """Return the version of the event with this hash, or None if the record does not contain it."""
    return next((version for version, event in enumerate(record.events) if event.hash == head), None)


def seat_of_holder(record: Record, account: str, salt: str) -> int | None:
    """Return the seat that was dealt to an account, whose holder has shown the salt in hex digits; None if none was."""
    try:
        hashed = holder(account, bytes.fromhex(salt))
    except ValueError:
        return None
    holders: list[str | None] = record.events[0].document.get("holders") or []
    return holders.index(hashed) if hashed in holders else None


def faults_of_receipts(record: Record, receipts: object) -> Iterator[str]:
    """Yield why receipts contradict a record, in English: a receipt, or a list of them, oldest first.

    A seat can change its contribution while the game is open. So only the newest opening tells it.
    """
    listed = receipts if isinstance(receipts, list) and receipts else [receipts]
    openings = [place for place, one in enumerate(listed) if isinstance(one, dict) and one.get("type") == _OPENED]
    for place, receipt in enumerate(listed):
        fault = fault_of_receipt(record, receipt, is_newest=openings[-1:] == [place])
        if fault is not None:
            where = f" (receipt {place + 1} of {len(listed)})" if len(listed) > 1 else ""
            yield f"{fault}{where}"


def log_points(receipts: Any) -> list[tuple[int, bytes]]:
    """Return what checked receipts say about the log of commitments, as sizes and roots without repetitions."""
    listed: list[dict[str, Any]] = receipts if isinstance(receipts, list) else [receipts]
    logs = [one["log"] for one in listed if one.get("log") is not None]
    return list(dict.fromkeys((log["size"], bytes.fromhex(log["root"])) for log in logs))


def fault_of_receipt(record: Record, receipt: object, *, is_newest: bool = True) -> str | None:
    """Return why a receipt contradicts a record, in English; None if the record contains what the receipt says.

    `is_newest` is false for an opening after which the seat may have changed its contribution.
    """
    try:
        type, content, signature = _read(receipt)
    except RecordRefused as refused:
        return f"it is no receipt ({refused})"
    if not is_signed(type, content, signature):
        return "its signature is not that of its key"
    deal = record.events[0].document
    if content["game"] != deal.get("game", record.id):
        return "it is of another game"
    if any(content.get(name, getattr(record, name)) != getattr(record, name) for name in _SETTINGS):
        return "the game had other settings (sandbox, idle_limit_s)"
    if type == _OPENED:
        if content["at"] != record.created_at:
            return "the game was created at another time"
        if content["secret_commitment"] != deal.get("secret_commitment"):
            return "the game was opened with another commitment"
        return _fault_of_contributions(deal, content, is_newest=is_newest)
    version = content["version"]
    if version >= len(record.events):
        return f"the record has no version {version}"
    event = record.events[version]
    if content["head"] not in (None, event.hash):
        return f"the record has another hash at version {version}"
    return None if content["at"] == event.at else f"the record has another time at version {version}"


def _fault_of_contributions(deal: Mapping[str, Any], opening: Mapping[str, Any], *, is_newest: bool) -> str | None:
    """Return why a deal contradicts the contributions in an opening.

    With `reveal_until`, they are those of all seats, and final. Before, each seat can tell only its own.
    """
    if "entropies" not in opening or opening["secret_commitment"] is None:
        return None
    nothing = [None] * deal["seats"]
    dealt = [list(deal.get(name) or nothing) for name in ("entropies", "entropy_commitments")]
    shown = [list(opening[name]) for name in ("entropies", "entropy_commitments")]
    if opening["reveal_until"] is not None:
        return None if shown == dealt else "the deal has other contributions than those that were fixed before it"
    seat = opening["seat"]
    own = [[] if seat is None else parts[seat : seat + 1] for parts in (*shown, *dealt)]
    if not is_newest or not any(own[0] + own[1]) or own[:2] == own[2:]:
        return None
    return f"the deal lacks the contribution of seat {seat}, to whom the receipt was given"


def _read(receipt: object) -> tuple[SignedType, dict[str, Any], Signature]:
    found = a_mapping(receipt, "#")
    type = one_of(tuple(_MEMBERS))(found.get("type"), "#/type")
    checks = _MEMBERS[type]
    if type == _OPENED and not _CONTRIBUTIONS.keys().isdisjoint(found):
        checks = {**checks, **_CONTRIBUTIONS}
    if not _SETTINGS.keys().isdisjoint(found):
        checks = {**checks, **_SETTINGS}
    if "log" in found:
        checks = {**checks, **_LOG}
    members = an_object(found, "#", ("type", *Signature._fields, *checks))
    content = {name: check(members[name], f"#/{name}") for name, check in checks.items()}
    return cast(SignedType, type), content, a_signature({name: members[name] for name in Signature._fields}, "#")
