"""The key of a deal, which games of the same deck, rules and seats share."""

import hashlib
from typing import Final

from engine.events import Log
from engine.proof.chain import canonical
from engine.rules import Rules, rules_as_dict

__all__ = ["KEY_BYTES", "deck_key"]

KEY_BYTES: Final = 16

_DEFAULTS: Final = rules_as_dict(Rules())


def deck_key(log: Log) -> bytes:
    """Return the key of a game's deal, of 16 bytes.

    It covers the cards in order, the seats, the seat that starts and the other options. Options with their general
    default are left out, so that an option that is added later changes no key.
    """
    deal = log.deal
    options = rules_as_dict(deal.rules)
    chosen = {name: value for name, value in options.items() if name != "starting_seat" and value != _DEFAULTS[name]}
    document = {"cards": list(log.cards), "rules": chosen, "seats": deal.seats, "starting_seat": deal.starting_seat}
    return hashlib.sha256(b"hanabi/1 deck key\0" + canonical(document)).digest()[:KEY_BYTES]
