"""The shuffle: a secret seed becomes a deck and a starting seat, the same on every machine and for ever.

`docs/verification.md` specifies every byte of it.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from itertools import count
from typing import Final

from engine.cards import Card, card_of, code_of
from engine.rules import Palette, Rules

__all__ = [
    "MAX_ENTROPY_LENGTH",
    "SEED_BYTES",
    "CompositionError",
    "check_composition",
    "commitment",
    "encode_deck",
    "is_entropy",
    "secret_commitment",
    "seed_of",
    "shuffle",
    "starting_seat",
]

SEED_BYTES = 32
"""The length of a seed, of a salt and of the service's secret."""
MAX_ENTROPY_LENGTH: Final = 64
"""Characters that a seat may give to the shuffle."""

_ENTROPY: Final = re.compile(rf"[ -~]{{1,{MAX_ENTROPY_LENGTH}}}")


class CompositionError(ValueError):
    """A deck that does not hold the cards of its rules (R2); the message says which."""


def is_entropy(text: str) -> bool:
    """Say whether a seat may give this text: 1 to 64 printable characters of ASCII, whose bytes nobody can doubt."""
    return _ENTROPY.fullmatch(text) is not None


def secret_commitment(secret: bytes) -> str:
    """Return 64 hex digits that bind to the service's secret (32 bytes) without telling anything of it."""
    return hashlib.sha256(b"hanabi/2 secret\0" + secret).hexdigest()


def seed_of(secret: bytes, entropies: Sequence[str | None]) -> bytes:
    """Return the seed that the service's secret and what the seats gave (None for nothing) make together."""
    given = json.dumps(entropies, separators=(",", ":"))  # of ASCII: these are the bytes of RFC 8785
    return hashlib.sha256(b"hanabi/2 seed\0" + secret + given.encode()).digest()


def shuffle(palette: Palette, seed: bytes) -> bytes:
    """Return a deck, card codes first dealt first, uniformly drawn if the seed is (32 bytes of secure randomness)."""
    deck = list(palette.deck)
    numbers = _Numbers(b"hanabi/1 deck", seed)
    for last in range(len(deck) - 1, 0, -1):
        other = numbers.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return bytes(deck)


def starting_seat(rules: Rules, seats: int, seed: bytes) -> int:
    """Return the seat that moves first: the option's, or one drawn from the seed (R4)."""
    if rules.starting_seat != "random":
        return rules.starting_seat
    return _Numbers(b"hanabi/1 starting seat", seed).below(seats)


def encode_deck(palette: Palette, cards: Sequence[Card]) -> bytes:
    """Return a given deck as codes; CompositionError unless it holds exactly the cards of the game (R2)."""
    deck = bytes(map(code_of, cards))
    check_composition(palette, deck)
    return deck


def check_composition(palette: Palette, deck: bytes) -> None:
    """R2: raise CompositionError, naming the first difference, unless the deck holds exactly the game's cards."""
    if len(deck) != len(palette.deck):
        raise CompositionError(f"{len(deck)} cards where the rules have {len(palette.deck)}")
    for code, copies in enumerate(palette.copies):
        if deck.count(code) != copies:
            suit, rank = card_of(code)
            raise CompositionError(f"{deck.count(code)} cards {suit} {rank} where the rules have {copies}")


def commitment(deck: bytes, salt: bytes) -> str:
    """Return 64 hex digits that bind to a deck without telling anything of it, while the salt (32 bytes) is secret."""
    return hashlib.sha256(b"hanabi/1 commitment\0" + salt + deck).hexdigest()


class _Numbers:
    """Uniform numbers from a seed: SHA-256 in counter mode, four bytes at a time, rejecting what would be uneven."""

    def __init__(self, purpose: bytes, seed: bytes) -> None:
        self._words = (
            int.from_bytes(block[at : at + 4])
            for n in count()
            for block in (hashlib.sha256(purpose + b"\0" + seed + n.to_bytes(8)).digest(),)
            for at in range(0, 32, 4)
        )

    def below(self, limit: int) -> int:
        fair = 2**32 - 2**32 % limit
        return next(word for word in self._words if word < fair) % limit
