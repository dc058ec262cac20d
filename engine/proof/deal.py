"""The shuffle, which derives the deck and starting seat from a seed, and the key of a deal.

The result is the same on every machine. `docs/verification.md` specifies it byte by byte.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from itertools import count
from typing import Final

from engine.cards import Card
from engine.events import Log
from engine.proof.chain import canonical
from engine.rules import Palette, Rules, rules_as_dict
from engine.wording import N_

KEY_BYTES: Final = 16

SEED_BYTES = 32
"""The length of a seed, of a salt, of the service's secret and of a seat's secret entropy, in bytes."""
MAX_ENTROPY_LENGTH: Final = 64
"""The maximum length of a seat's entropy, in characters."""

_ENTROPY: Final = re.compile(rf"[ -~]{{1,{MAX_ENTROPY_LENGTH}}}")


class CompositionError(ValueError):
    """A deck that differs from the cards of its rules (R2).

    The message names the first difference.
    """


def is_entropy(text: str) -> bool:
    """Return True for 1 to 64 printable ASCII characters, a valid entropy."""
    return _ENTROPY.fullmatch(text) is not None


def secret_commitment(secret: bytes) -> str:
    """Return a commitment to the service's secret, as 64 hex digits.

    The secret has 32 bytes. The commitment does not reveal it.
    """
    return hashlib.sha256(b"hanabi/2 secret\0" + secret).hexdigest()


def entropy_commitment(entropy: bytes) -> str:
    """Return a commitment to a seat's secret entropy, as 64 hex digits.

    The entropy has 32 bytes. The commitment does not reveal it.
    """
    return hashlib.sha256(b"hanabi/1 entropy commitment\0" + entropy).hexdigest()


def seed_of(secret: bytes, entropies: Sequence[str | None], reveals: Sequence[str | None] = ()) -> bytes:
    """Return the seed derived from the secret and what the seats gave.

    `entropies` has an entry for each seat, None for a seat that gave no entropy. `reveals` contains the secret entropy
    of each seat in hex digits, None for a seat without; it is empty if no seat gave a commitment.
    """
    tag, given = (b"hanabi/3 seed\0", [entropies, reveals]) if reveals else (b"hanabi/2 seed\0", entropies)
    # ASCII only, so this is RFC 8785.
    return hashlib.sha256(tag + secret + json.dumps(given, separators=(",", ":")).encode()).digest()


def shuffle(palette: Palette, seed: bytes) -> bytes:
    """Return a shuffled deck as card codes, first dealt first.

    The deck is uniformly random if the seed (32 bytes) is.
    """
    deck = list(palette.deck)
    numbers = Numbers(b"hanabi/1 deck", seed)
    for last in range(len(deck) - 1, 0, -1):
        other = numbers.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return bytes(deck)


def starting_seat(rules: Rules, seats: int, seed: bytes) -> int:
    """Return the starting seat from the option or the seed (R4)."""
    if rules.starting_seat != "random":
        return rules.starting_seat
    return Numbers(b"hanabi/1 starting seat", seed).below(seats)


def encode_deck(palette: Palette, cards: Sequence[Card]) -> bytes:
    """Return a given deck as card codes.

    Raises CompositionError unless it has exactly the game's cards (R2).
    """
    for suit, rank in cards:
        if Card(suit, rank) not in palette.codes:
            raise CompositionError(N_("a card {suit} {rank}, which the rules do not have", suit=suit, rank=rank))
    deck = bytes([palette.codes[card] for card in cards])
    check_composition(palette, deck)
    return deck


def check_composition(palette: Palette, deck: bytes) -> None:
    """Raise CompositionError unless the deck has exactly the game's cards (R2)."""
    if len(deck) != len(palette.deck):
        raise CompositionError(
            N_("{count} cards where the rules have {copies}", count=len(deck), copies=len(palette.deck))
        )
    for code, (suit, rank) in palette.cards.items():
        copies = palette.copies[code]
        if deck.count(code) != copies:
            raise CompositionError(
                N_(
                    "{count} cards {suit} {rank} where the rules have {copies}",
                    count=deck.count(code),
                    suit=suit,
                    rank=rank,
                    copies=copies,
                )
            )


def commitment(deck: bytes, salt: bytes) -> str:
    """Return a commitment to a deck, as 64 hex digits.

    The commitment does not reveal the deck while the salt (32 bytes) is secret.
    """
    return hashlib.sha256(b"hanabi/1 commitment\0" + salt + deck).hexdigest()


def holder(account: str, salt: bytes) -> str:
    """Return the salted hash of an account's id, as 64 hex digits.

    It names the holder of a seat to those who know the salt (32 bytes).
    """
    return hashlib.sha256(b"hanabi/3 holder\0" + salt + account.encode()).hexdigest()


class Numbers:
    """A generator of uniform numbers from a seed.

    It takes four bytes for each number from SHA-256 in counter mode, with rejection sampling.
    """

    def __init__(self, purpose: bytes, seed: bytes) -> None:
        self._words = (
            int.from_bytes(block[at : at + 4])
            for n in count()
            for block in (hashlib.sha256(purpose + b"\0" + seed + n.to_bytes(8)).digest(),)
            for at in range(0, 32, 4)
        )

    def below(self, limit: int) -> int:
        """Return the next number, from 0 to `limit` - 1."""
        fair = 2**32 - 2**32 % limit
        return next(word for word in self._words if word < fair) % limit


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
