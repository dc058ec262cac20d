"""The random bytes that a seat adds to the shuffle. With them, nobody can choose the deck (`/docs/verification`)."""

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from hanabi_client.problems import UnfairDealError

__all__ = ["FIXED", "check_commitment", "check_deal", "commitment"]

FIXED: Final = ("secret_commitment", "entropies", "entropy_commitments")
"""What a view shows of the deal before the seats reveal their bytes."""


def commitment(part: bytes) -> str:
    """Return the commitment to 32 random bytes."""
    return hashlib.sha256(b"hanabi/1 entropy commitment\0" + part).hexdigest()


def check_deal(deal: Mapping[str, Any], promised: Mapping[str, Any], part: bytes) -> None:
    """Raise UnfairDealError unless a deal has everything that was fixed before, and these bytes."""
    if any(deal[name] != promised[name] for name in FIXED) or part.hex() not in (deal["reveals"] or ()):
        raise UnfairDealError("The service dealt from something else than it had shown before.")


def check_commitment(deal: Mapping[str, Any], seat: int, part: bytes) -> None:
    """Raise UnfairDealError unless a deal has the commitment of this seat to its bytes, revealed or not."""
    commitments = deal.get("entropy_commitments") or ()
    if list(commitments[seat : seat + 1]) != [commitment(part)]:
        raise UnfairDealError("The service dealt without the contribution of this seat.")
