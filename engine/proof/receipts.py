"""Receipts, which the service signs while a game is played, and their comparison with the record of the game.

A receipt is a JSON object with the members of its signed document, its type, and the signature.
"""

from typing import Any, Final, cast

from engine.proof.record import Record
from engine.proof.record_checks import (
    RecordRefused,
    a_game_id,
    a_hash,
    a_mapping,
    a_number,
    a_signature,
    a_time,
    an_object,
    one_of,
    or_null,
)
from engine.proof.signatures import Signature, SignedType, is_signed

__all__ = ["fault_of_receipt", "version_of_head"]

_MAX_VERSION: Final = 2**31 - 1
_OPENING: Final = {"game": a_game_id, "secret_commitment": or_null(a_hash), "at": a_time}
_RECEIPT: Final = {"game": a_game_id, "version": a_number(0, _MAX_VERSION), "head": or_null(a_hash), "at": a_time}
_MEMBERS: Final = {"hanabi/opening": _OPENING, "hanabi/receipt": _RECEIPT}


def version_of_head(record: Record, head: str) -> int | None:
    """Return the version of the event with this hash, or None if the record does not contain it."""
    return next((version for version, event in enumerate(record.events) if event.hash == head), None)


def fault_of_receipt(record: Record, receipt: object) -> str | None:
    """Return why a receipt contradicts a record, in English; None if the record contains what the receipt says."""
    try:
        type, content, signature = _read(receipt)
    except RecordRefused as refused:
        return f"it is no receipt ({refused})"
    if not is_signed(type, content, signature):
        return "its signature is not that of its key"
    deal = record.events[0].document
    if content["game"] != deal.get("game", record.id):
        return "it is of another game"
    if type == "hanabi/opening":
        same = content["secret_commitment"] == deal.get("secret_commitment")
        return None if same else "the game was opened with another commitment"
    version = content["version"]
    if version >= len(record.events):
        return f"the record has no version {version}"
    event = record.events[version]
    if content["head"] not in (None, event.hash):
        return f"the record has another hash at version {version}"
    return None if content["at"] == event.at else f"the record has another time at version {version}"


def _read(receipt: object) -> tuple[SignedType, dict[str, Any], Signature]:
    found = a_mapping(receipt, "#")
    type = one_of(tuple(_MEMBERS))(found.get("type"), "#/type")
    checks = _MEMBERS[type]
    members = an_object(found, "#", ("type", *Signature._fields, *checks))
    content = {name: check(members[name], f"#/{name}") for name, check in checks.items()}
    return cast(SignedType, type), content, a_signature({name: members[name] for name in Signature._fields}, "#")
