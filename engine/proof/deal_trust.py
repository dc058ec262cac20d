"""How well a deal was protected against a chosen deck.

`docs/verification.md` explains what each kind means.
"""

from collections.abc import Mapping
from math import comb
from typing import Any, Final, Literal, NamedTuple

from engine.wording import N_

ProtectionKind = Literal["contributed", "withheld", "open", "none", "given", "replayed", "contest", "imported"]

PROTECTIONS: Final[Mapping[ProtectionKind, str]] = {
    "contributed": N_(
        "{contributed} of {seats} seats contributed in secret. If at least one of them played fair, this "
        "deck was fixed before anybody could know it."
    ),
    "withheld": N_(
        "{contributed} of {seats} seats contributed in secret, and {withheld} withheld what they had committed to. If "
        "at least one of those that contributed played fair, nobody could choose among more than {choices} decks."
    ),
    "open": N_(
        "No seat contributed in secret, and {open} of {seats} gave a text openly. The service, together with the "
        "player who joined or gave a text last, could have chosen the deck."
    ),
    "none": N_("No seat contributed. The service could have chosen the deck before it published its commitment."),
}
"""The description of each kind of a shuffled deck in English. The placeholders are the fields of `Protection`."""


class Protection(NamedTuple):
    """What the seats contributed to a deal. What bots contributed does not count."""

    kind: ProtectionKind
    """A key of PROTECTIONS, or the origin of a deck that was not shuffled.

    `contributed` and `withheld`: at least one seat contributed in secret, and none or some withheld their part. `open`:
    no seat contributed in secret, and at least one gave a text. `none`: no seat contributed.
    """
    seats: int
    contributed: int
    """The number of seats that committed to secret entropy and revealed it."""
    open: int
    """The number of seats that gave their entropy openly."""
    withheld: int
    """The number of seats that committed and did not reveal."""
    choices: int | None
    """The maximum number of decks among which anybody could choose if a seat that contributed played fair.

    None if no seat contributed in secret.
    """


def protection_of(deal: Mapping[str, Any]) -> Protection | None:
    """Return the protection of a deal from its public form.

    None for a game from before seats contributed.
    """
    seats, origin = deal["seats"], deal.get("origin")
    if origin is None:
        return None
    if origin != "shuffled":
        return Protection(origin, seats, contributed=0, open=0, withheld=0, choices=None)
    bots = {seat for seat, bot in enumerate(deal.get("bots") or ()) if bot is not None}
    committed, revealed = _given(deal.get("entropy_commitments", ())), _given(deal.get("reveals", ()))
    # A bot is the service, so its part protects nobody. It can withhold it, though.
    contributed, texts = len(revealed - bots), len(_given(deal["entropies"]) - bots)
    withheld = len(committed - revealed)
    if not contributed:
        return Protection("open" if texts else "none", seats, 0, texts, withheld, choices=None)
    # The others know what they withhold, and accept at most this number of withholding seats.
    choices = sum(comb(len(committed) - 1, count) for count in range(withheld + 1))
    return Protection("withheld" if withheld else "contributed", seats, contributed, texts, withheld, choices)


def _given(parts: Any) -> set[int]:
    return {seat for seat, part in enumerate(parts) if part is not None}
