"""Ed25519 signatures of small JSON documents.

`docs/verification.md` lists the documents that the service signs. Only this module uses the library `cryptography`, and
only to check a signature.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from engine.proof.chain import canonical

SignedType = Literal[
    "hanabi/contest-results",
    "hanabi/key",
    "hanabi/log-head",
    "hanabi/opening",
    "hanabi/receipt",
    "hanabi/record",
    "hanabi/revocation",
]
"""The `type` of a signed document. No document of one type can be taken for one of another type."""

_PRIME: Final = 2**255 - 19
_OF_ORDER_8: Final = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_SMALL: Final = {0, 1, _PRIME - 1, _OF_ORDER_8, _PRIME - _OF_ORDER_8}
"""The y coordinates of the points of small order. With such a key, one signature can be right for many documents."""


class Signature(NamedTuple):
    """A signature and the public key that verifies it, as 128 and 64 hex digits."""

    key: str
    signature: str


def signed_message(type: SignedType, document: Mapping[str, Any]) -> bytes:
    """Return the bytes that are signed: the document with its type, as canonical JSON."""
    return canonical({**document, "type": type})


def is_signed(type: SignedType, document: Mapping[str, Any], signature: Signature) -> bool:
    """Return True if the key has signed the document. Raises ImportError without the library `cryptography`."""
    return _has_signed(signed_message(type, document), signature)


def is_signed_note(text: str, signature: Signature) -> bool:
    """Return True if the key has signed the text of a note (c2sp.org/signed-note). Raises as `is_signed`."""
    return _has_signed(text.encode(), signature)


def _has_signed(message: bytes, signature: Signature) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if not _is_point(signature.key) or not _is_point(signature.signature[:64]):
        return False  # libraries differ in whether they accept these
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature.key))
        key.verify(bytes.fromhex(signature.signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _is_point(encoded: str) -> bool:
    """Return True if the y coordinate of an encoded point is canonical, and not that of a point of small order."""
    try:
        y = int.from_bytes(bytes.fromhex(encoded), "little") & (2**255 - 1)
    except ValueError:
        return False
    return y < _PRIME and y not in _SMALL
