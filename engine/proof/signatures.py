"""Ed25519 signatures of small JSON documents.

`docs/verification.md` lists the documents that the service signs. Only this module uses the library `cryptography`, and
only to check a signature.
"""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from engine.proof.chain import canonical

__all__ = ["Signature", "SignedType", "is_signed", "signed_message"]

SignedType = Literal[
    "hanabi/key", "hanabi/log-head", "hanabi/opening", "hanabi/receipt", "hanabi/record", "hanabi/revocation"
]
"""The `type` of a signed document. No document of one type can be taken for one of another type."""


class Signature(NamedTuple):
    """A signature and the public key that verifies it, as 128 and 64 hex digits."""

    key: str
    signature: str


def signed_message(type: SignedType, document: Mapping[str, Any]) -> bytes:
    """Return the bytes that are signed: the document with its type, as canonical JSON."""
    return canonical({**document, "type": type})


def is_signed(type: SignedType, document: Mapping[str, Any], signature: Signature) -> bool:
    """Return True if the key has signed the document. Raises ImportError without the library `cryptography`."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature.key))
        key.verify(bytes.fromhex(signature.signature), signed_message(type, document))
    except (InvalidSignature, ValueError):
        return False
    return True
